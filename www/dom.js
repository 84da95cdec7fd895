/** Elements, made without ever reading text as HTML. */

/**
 * Makes an element. Strings among the children become text nodes.
 *
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] `true` sets an empty attribute; `false`, null and undefined set none
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * The element of the page with this id; a page without it is broken, and says so at once.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return /** @type {T} */ (element);
}

/** Lets the browser paint what changed before long work begins. */
export function painted() {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
