/** Text of others on its way to a terminal: made harmless, measured in columns, clipped and wrapped. */
/** One escape sequence, its escape character aside: a control sequence, a title or link, or a shorter one. */
const ESCAPED = /^(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\p{Cc}]*\p{Cc}?|[ -/]*[0-~])/u;
/** What takes two columns, roughly: East Asian scripts, their punctuation and full-width forms, emoji. */
const WIDE = /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Yi}\u3000-\u303e\u30fb\u30fc\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/u;
const HALF_WIDTH = /[\uff61-\uffdc]/u;
const COMBINING = /\p{M}/u;
/** Most text there is: nothing in it has to be made harmless, or is wider than a column. */
const PLAIN = /^[\n -~]*$/;
const NARROW = /^[ -\u02ff]*$/;
/** The text without all that a terminal would obey or hide: escape sequences, control and format characters. Line feeds stay. */
export function clean(text) {
    if (PLAIN.test(text))
        return text;
    const [first = "", ...rest] = text.split("\u001b");
    const plain = first + rest.map((part) => part.replace(ESCAPED, "")).join("");
    return plain
        .replace(/\r\n?|[\u2028\u2029]/g, "\n")
        .replace(/\t/g, "    ")
        .replace(/\p{Cf}/gu, "")
        .replace(/\p{Cs}/gu, "\ufffd")
        .replace(/(?!\n)\p{Cc}/gu, "·");
}
/** The same on one line. */
export function oneLine(text) {
    return clean(text).replace(/\s+/g, " ").trim();
}
function columnsOf(character) {
    if (character < "\u0300")
        return 1;
    if (COMBINING.test(character))
        return 0;
    return WIDE.test(character) && !HALF_WIDTH.test(character) ? 2 : 1;
}
/** How many columns the text takes. */
export function widthOf(text) {
    if (NARROW.test(text))
        return text.length;
    let width = 0;
    for (const character of text)
        width += columnsOf(character);
    return width;
}
/** How much of the text, in UTF-16 units, fits into so many columns. */
function fitting(text, columns) {
    // One more than fits shows whether anything in it is wider, or of no width.
    const room = Math.max(0, columns);
    if (NARROW.test(text.slice(0, room + 1)))
        return Math.min(text.length, room);
    let width = 0;
    let end = 0;
    for (const character of text) {
        width += columnsOf(character);
        if (width > columns)
            return end;
        end += character.length;
    }
    return end;
}
/** The text cut to so many columns; an ellipsis shows that it was longer. */
export function clip(text, columns) {
    const end = fitting(text, columns);
    if (end === text.length)
        return text;
    return columns < 1 ? "" : `${text.slice(0, fitting(text, columns - 1)).trimEnd()}…`;
}
/** The text cut or filled up to exactly so many columns. */
export function fill(text, columns) {
    const clipped = clip(text, columns);
    return clipped + " ".repeat(Math.max(0, columns - widthOf(clipped)));
}
/** The text in lines of at most so many columns, broken between words where that is possible. */
export function wrap(text, columns) {
    return text.split("\n").flatMap((line) => wrapLine(line.trimEnd(), Math.max(8, columns)));
}
function wrapLine(line, columns) {
    // A list keeps its shape: what follows the first line stands below its text.
    const lead = /^\s*(?:[-*•]|\d+[.)])?\s*/.exec(line)?.[0].length ?? 0;
    const indent = " ".repeat(Math.min(lead, columns >> 1));
    const lines = [];
    let rest = line;
    for (;;) {
        const end = fitting(rest, columns);
        if (end === rest.length)
            return [...lines, rest];
        const space = rest.lastIndexOf(" ", end);
        const at = space > (lines.length === 0 ? lead : indent.length) ? space : Math.max(end, 1);
        lines.push(rest.slice(0, at).trimEnd());
        rest = indent + rest.slice(at).trimStart();
    }
}
