/** Calls of the core's pure functions. */

import type { Pure } from "../wasm/epitome.js";
import { guarded } from "./call.js";
import { engine } from "./engine.js";
import { stage } from "./tape.js";

/** Calls one by its name. `what` is what errors call the data; the core's types say which options a function takes. */
export function pure<Name extends keyof Pure>(name: Name, data: unknown, options: object | null, what = ""): Pure[Name] {
  return guarded(() => engine().pure(name, stage(data, options, what)) as Pure[Name]);
}
