/** Starts the core in workers, which forbid compiling from bytes and hand out a compiled module instead. */
import module from "../core.wasm";
import { start } from "./engine.js";
start(module);
