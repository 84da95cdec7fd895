/** The one instance of the core in this copy of the package. A loader starts it; everything else asks for it here. */
import * as glue from "../wasm/epitome.js";
/** The functions and classes that the core exports. */
export type Engine = Omit<typeof glue, "initFromModule">;
/** Starts the core with its compiled module. Later calls change nothing: there is one core. */
export declare function start(module: object): void;
/** Whether the core has been started. */
export declare function isRunning(): boolean;
/** The running core. */
export declare function engine(): Engine;
