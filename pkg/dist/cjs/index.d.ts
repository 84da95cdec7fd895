/** The package as most runtimes load it: the core is inside, and running when this import is done. */
import "./engine/load-inline.js";
export * from "./main.js";
