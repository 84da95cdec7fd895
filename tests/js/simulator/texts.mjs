/** Texts of a wanted size, each unlike every other. */

const WORDS = (
  "the parser reads every line of src/lexer/token.rs while tests in tests/empty_line.mjs fail because a bracket is missing " +
  "and the cache holds 4f3a9c of build 1187 since user asked to rename parse_all before 2026-01-02 without touching config.json"
).split(" ");
const DENSE = '{"id":8123,"path":"src/a/b.rs","ok":false,"at":[17,233,9],"hash":"9f8e7d6c5b4a"},';
const WIDE = "这个函数在读取空行时会失败因为缺少一个括号。構文解析器は空の行で止まる。";

const LENGTH = 1 << 16;
const repeated = (text) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
const prose = (() => {
  let text = "";
  for (let at = 0; text.length < LENGTH; at++) text += `${WORDS[(at * at + 3 * at) % WORDS.length]} `;
  return text.slice(0, LENGTH);
})();
const STOCK = { prose: [prose, 4], dense: [repeated(DENSE), 4], wide: [repeated(WIDE), 1] };

/** The kinds of text that there are. */
export const KINDS = Object.keys(STOCK);

/** About `tokens` tokens of a kind of text, which begins with its `name`. */
export function text({ below }, name, tokens, kind = "prose") {
  const [stock, perToken] = STOCK[kind];
  const wanted = Math.max(0, Math.round(tokens * perToken) - name.length - 1);
  let body = "";
  while (body.length < wanted) {
    const from = below(LENGTH / 2);
    body += stock.slice(from, from + Math.min(wanted - body.length, LENGTH - from));
  }
  return `${name} ${body}`;
}

/** The smallest picture that is one. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
