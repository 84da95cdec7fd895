/** Where JSON is broken. `JSON.parse` says that it is, but not every engine says where. */

const SPACES = /[\t\n\r ]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The end of what `pattern` matches at `at`; `at` itself where it does not. @param {RegExp} pattern @param {string} text @param {number} at */
function past(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * The end of the string that begins at `at`, or the place of what no string can hold.
 *
 * @param {string} text
 * @param {number} at
 * @returns {{ end: number } | { fault: number }}
 */
function string(text, at) {
  for (let index = at + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22) return { end: index + 1 };
    if (unit < 0x20) return { fault: index };
    if (unit !== 0x5c) continue;
    const end = past(ESCAPE, text, index);
    if (end === index) return { fault: index };
    index = end - 1;
  }
  return { fault: text.length };
}

/**
 * The place of the first character that cannot stand where it stands: the text's length where it ends too early,
 * -1 where nothing is wrong.
 *
 * @param {string} text
 * @returns {number}
 */
export function jsonFault(text) {
  /** @type {string[]} the closing brackets that are still to come */
  const open = [];
  /** @type {"value" | "first" | "key" | "next"} */
  let want = "value";
  for (let at = past(SPACES, text, 0); ; at = past(SPACES, text, at)) {
    const closer = open.at(-1);
    const char = text[at];
    if (want === "next") {
      if (closer === undefined) return char === undefined ? -1 : at;
      if (char === closer) open.pop();
      else if (char === ",") want = closer === "}" ? "key" : "value";
      else return at;
      at++;
      continue;
    }
    if (want === "first" && char === closer) {
      open.pop();
      want = "next";
      at++;
      continue;
    }
    if (want === "key" || (want === "first" && closer === "}")) {
      if (char !== '"') return at;
      const key = string(text, at);
      if ("fault" in key) return key.fault;
      at = past(SPACES, text, key.end);
      if (text[at] !== ":") return at;
      want = "value";
      at++;
      continue;
    }
    if (char === "{" || char === "[") {
      open.push(char === "{" ? "}" : "]");
      want = "first";
      at++;
      continue;
    }
    const value = char === '"' ? string(text, at) : { end: past(SCALAR, text, at) };
    if ("fault" in value) return value.fault;
    if (value.end === at) return at;
    at = value.end;
    want = "next";
  }
}
