/** The one instance of the core in this copy of the package. A loader starts it; everything else asks for it here. */
import { EpitomeError } from "../errors.js";
import * as glue from "../wasm/epitome.js";
let running = false;
/** Starts the core with its compiled module. Later calls change nothing: there is one core. */
export function start(module) {
    if (running)
        return;
    glue.initFromModule(module);
    running = true;
}
/** Whether the core has been started. */
export function isRunning() {
    return running;
}
/** The running core. */
export function engine() {
    if (!running) {
        throw new EpitomeError("not-initialized", "The core is not loaded yet: await `initialize()` of epitome/slim first.");
    }
    return glue;
}
