// A dedicated, shared or service worker that runs what it is sent, with the functions of the pages.
import * as suite from "./browser-suite.mjs";

globalThis.suite = suite;

async function run({ data: { name, given }, ports: [port] }) {
  try {
    port.postMessage({ value: await globalThis.suite[name](...given) });
  } catch (error) {
    port.postMessage({ error: `${error}\n${error?.stack}` });
  }
}

globalThis.onmessage = (event) => {
  const work = run(event);
  // A service worker is kept alive as long as this lasts.
  event.waitUntil?.(work);
};
globalThis.onconnect = ({ ports: [port] }) => {
  port.onmessage = run;
};
