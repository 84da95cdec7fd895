/** The picture between two bars. */

/**
 * Where the parts of the before bar went in the after bar, drawn between the two: the folded part narrows to the summary,
 * the kept part moves as it is. All places are shares of the width.
 *
 * @param {[before: [start: number, end: number], after: [start: number, end: number], kind: "folded" | "kept"][]} parts
 */
export function funnel(parts) {
  const svg = (/** @type {string} */ tag, /** @type {Record<string, string>} */ attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const picture = svg("svg", { class: "funnel", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const [[start, end], [from, to], kind] of parts) {
    picture.append(svg("path", { class: kind, d: `M${start} 0H${end}L${to} 1H${from}Z` }));
  }
  return picture;
}
