/** Calls of the core's pure functions. */
import { guarded } from "./call.js";
import { engine } from "./engine.js";
import { stage } from "./tape.js";
/** Calls one by its name. `what` is what errors call the data; the core's types say which options a function takes. */
export function pure(name, data, options, what = "") {
    return guarded(() => engine().pure(name, stage(data, options, what)));
}
