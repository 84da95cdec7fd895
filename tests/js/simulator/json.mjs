/** Messages as JSON, each written once. */

const written = new WeakMap();

/** A message as JSON. */
export function jsonOf(message) {
  let text = written.get(message);
  if (text === undefined) {
    text = JSON.stringify(message);
    written.set(message, text);
  }
  return text;
}
