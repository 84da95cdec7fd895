/**
 * What the checkers of the providers' rules share. A checker takes the body of a request as it was recorded, and gives a list of
 * broken rules: `{ id, path, text }`. The ids are those of the table at the head of each file.
 */

/** Collects broken rules. */
export function findings() {
  const found = [];
  const broken = (id, path, text) => found.push({ id, path, text });
  return { found, broken };
}

export const isBlank = (text) => typeof text !== "string" || text.trim() === "";
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** C7: text is well-formed Unicode, wherever it stands. */
export function wellFormed(value, path, broken) {
  if (typeof value === "string") {
    if (!value.isWellFormed()) broken("C7", path, "text with a lone surrogate");
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) wellFormed(item, `${path}[${at}]`, broken);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) wellFormed(item, `${path}.${key}`, broken);
  }
}

/** No fields but these: providers refuse what they do not know. */
export function onlyKeys(value, known, id, path, broken) {
  const strange = Object.keys(value).filter((key) => value[key] !== undefined && !known.includes(key));
  if (strange.length > 0) broken(id, path, `unknown fields: ${strange.join(", ")}`);
}

export function parses(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
export const isBase64 = (text) => typeof text === "string" && text !== "" && BASE64.test(text);

/** A picture's address: on the web, or its bytes as a data URL. */
export function isMediaUrl(url) {
  const data = /^data:[\w.+-]+\/[\w.+-]+;base64,(.*)$/s.exec(url);
  return data ? isBase64(data[1]) : /^https?:\/\//.test(url);
}
