// Runs in the page, so it may use nothing from outside itself.

/** The contrast of every text that is shown, to the background that it stands on (WCAG 2). */
export function contrasts() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [red, green, blue] = rgba(colour).map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (rgba(backgroundColor)[3] === 255) return backgroundColor;
    }
    return "white";
  };
  const low = [];
  const kinds = new Set();
  let measured = 0;
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
    if (!own || !element.checkVisibility() || element.closest(".unseen")) continue;
    const [text, back] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
    const contrast = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    measured++;
    const kind = element.matches(".segment") && /kind-(\w+)/.exec(element.className)?.[1];
    if (kind) kinds.add(kind);
    if (contrast < 4.5) low.push(`${element.tagName}.${element.className} "${element.textContent.slice(0, 30)}" ${contrast.toFixed(2)}`);
  }
  return { low, kinds: [...kinds].sort(), measured };
}
