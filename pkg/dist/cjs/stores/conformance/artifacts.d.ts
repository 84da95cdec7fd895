/** Artifacts: large originals beside the log, each written once. */
import { type Case } from "./trial.js";
export declare const artifacts: Case[];
