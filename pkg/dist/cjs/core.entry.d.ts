/** `epitome/core` as most runtimes load it. */
import "./engine/load-inline.js";
export * from "./core.js";
