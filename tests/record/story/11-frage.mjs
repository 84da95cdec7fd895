// A question in another language, and nothing else.
import { bash, grep, read } from "../lib/narrator.mjs";

export default async function frage(s) {
  s.user(
    'Kurze Frage zwischendurch, bitte nichts ändern: Warum zählt der Schätzer ein Emoji als ein Token, ein chinesisches Zeichen aber auch? Und was kommt bei einem zusammengesetzten Emoji wie 👨‍👩‍👧 heraus, und bei "Größe"?',
    { away: 1_320 },
  );
  await s.act({
    think: "Der Schätzer steht in src/tokens/estimate.rs. Genau nachsehen, und die Einheiten messen statt raten.",
    say: "Ich sehe im Schätzer nach und messe die Einheiten, statt sie zu schätzen.",
    calls: [
      read("src/tokens/estimate.rs"),
      bash(
        `node -e 'for (const t of ["😀", "漢", "👨‍👩‍👧", "Größe"]) console.log(JSON.stringify(t), t.length, [...t].map((c) => c.codePointAt(0).toString(16) + ":" + c.length).join(" "))'`,
        { shows: ["1f468:2 200d:1 1f469:2 200d:1 1f467:2"] },
      ),
      grep("IMAGE_QUARTERS|estimate::(text|quarters|round|message|part)", { path: "src" }),
    ],
  });
  s.tell({
    think:
      "quarters(): ASCII: Bytes = Viertel. Sonst je Zeichen 4 Viertel, wenn breit oder außerhalb der BMP (len_utf16 == 2), sonst 1. 😀: 4/4 = 1. 漢: 4/4 = 1. Familie: 3 Emojis zu 4 + 2 ZWJ zu 1 = 14 Viertel, aufgerundet 4. Größe: 5 Viertel, aufgerundet 2.",
    say: `Beides ist ein Token, aber aus verschiedenen Gründen. \`quarters\` rechnet in Viertel-Token:

- Ein gewöhnliches Zeichen zählt ein Viertel (die alte Regel „Zeichen durch vier").
- Breite ostasiatische Zeichen zählen vier Viertel (\`is_wide\`), weil Tokenizer für sie meist etwa ein Token je Zeichen brauchen. Also 漢 = 1.
- Zeichen außerhalb der BMP belegen in UTF-16 zwei Einheiten, und jede Surrogathälfte zählt ½ Token. Also 😀 = 1.

**👨‍👩‍👧**: drei Emojis zu je 4 und zwei unsichtbare Verbinder (U+200D) zu je 1, zusammen 14 Viertel. Aufgerundet **4 Token**.

**„Größe"**: fünf Zeichen, keines davon breit: 5 Viertel, aufgerundet **2 Token**. Die UTF-8-Länge (7 Bytes) spielt keine Rolle, es zählen Zeichen; nur bei reinem ASCII wird die Bytezahl als Abkürzung genommen, weil sie dort dieselbe ist.

Aufgerundet wird einmal je Nachricht, nicht je Textstück. Deshalb rechnet der Code in ganzen Vierteln und nicht mit Kommazahlen. Geändert habe ich nichts.`,
  });
}
