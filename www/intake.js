/** The ways in: drop, choose, paste, or the example. All of them end in `take(text, name)`. */

import { byId } from "./dom.js";
import { short } from "./numbers.js";
import { ReadError } from "./read.js";

/** The recorded session of the repository, where the page is served with it. */
const EXAMPLE = new URL("../tests/fixtures/sessions/epitome-build.jsonl", import.meta.url);

/** Pasted text longer than this is read at once: a text field is slow with it. */
const LONG_PASTE = 50_000;

/** A file beyond this is no session that a page could show. */
const LARGEST = 256 * 1024 * 1024;

/**
 * @param {object} host
 * @param {(getText: () => string | Promise<string>, name: string) => void} host.take
 */
export function listenForSessions({ take }) {
  const file = /** @type {HTMLInputElement} */ (byId("file"));
  const text = /** @type {HTMLTextAreaElement} */ (byId("paste-text"));
  const takeFile = (/** @type {File} */ given) => take(() => textOf(given), given.name);
  const takePaste = (/** @type {string} */ pasted) => take(() => pasted, "pasted text");

  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) takeFile(chosen);
    // The same file can be chosen again after it was changed.
    file.value = "";
  });

  byId("paste-read").addEventListener("click", () => takePaste(text.value));

  document.addEventListener("paste", (event) => {
    const [pastedFile] = event.clipboardData?.files ?? [];
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (typing && !(event.target === text && pasted.length > LONG_PASTE)) return;
    if (pastedFile) takeFile(pastedFile);
    else if (pasted.trim() !== "") takePaste(pasted);
    else return;
    event.preventDefault();
  });

  listenForDrops((given) => {
    if (typeof given === "string") take(() => given, "dropped text");
    else takeFile(given);
  });

  byId("example").addEventListener("click", () => take(fetchExample, "epitome-build.jsonl"));
}

/** The whole page is where a session can be dropped. @param {(given: File | string) => void} dropped */
function listenForDrops(dropped) {
  const wanted = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
  const mark = (/** @type {boolean} */ over) => document.body.classList.toggle("dropping", over);
  document.addEventListener("dragover", (event) => {
    if (!wanted(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) mark(false);
  });
  document.addEventListener("drop", (event) => {
    mark(false);
    if (!wanted(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const given = file ?? event.dataTransfer?.getData("text/plain");
    if (given) dropped(given);
  });
}

/** @param {File} file */
function textOf(file) {
  if (file.size <= LARGEST) return file.text();
  throw new ReadError(`It has ${short(file.size)} bytes; ${short(LARGEST)} are the most that this page reads.`);
}

async function fetchExample() {
  const response = await fetch(EXAMPLE).catch(() => undefined);
  if (response?.ok) return response.text();
  throw new ReadError(
    `The example is not served here: ${EXAMPLE.pathname} ${response ? `was answered with ${response.status}` : "could not be fetched"}. It is part of the repository; drop the file tests/fixtures/sessions/epitome-build.jsonl instead, or serve the repository's root and open /www/.`,
  );
}
