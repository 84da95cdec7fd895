// A page: its functions are the suite's, for a test that drives it. Where nobody drives it, its address says what to do.
import * as suite from "./browser-suite.mjs";

globalThis.suite = suite;

const post = (report) => fetch("/report", { method: "POST", body: JSON.stringify(report) });
const todo = new URLSearchParams(location.search).get("play");
if (todo) {
  try {
    for (const [key, name, ...given] of JSON.parse(todo)) await post({ key, value: await globalThis.suite[name](...given) });
    await post({ key: "end" });
  } catch (error) {
    await post({ key: "error", value: `${error}\n${error?.stack}` });
  }
}
