/** The dialog that shows messages whole. */

import { nameOf } from "./bar.js";
import { byId } from "./dom.js";
import { messageList, wholeText } from "./messages.js";

const dialog = /** @type {HTMLDialogElement} */ (byId("reader"));
byId("reader-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  // Only the backdrop is the dialog itself: its content fills it.
  if (event.target === dialog) dialog.close();
});

/** Shows the messages of a segment. @param {import("./segments.js").Segment} segment */
export function read(segment) {
  const name = nameOf(segment);
  byId("reader-title").textContent = name.charAt(0).toUpperCase() + name.slice(1);
  const [only] = segment.items;
  const whole = segment.items.length === 1 && only;
  byId("reader-body").replaceChildren(...(whole ? wholeText(whole) : [messageList(segment.items)]));
  dialog.showModal();
}
