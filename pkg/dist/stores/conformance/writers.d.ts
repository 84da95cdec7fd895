/** Several writers and readers at once: in one process, and through handles of their own. */
import { type Case } from "./trial.js";
export declare const writers: Case[];
