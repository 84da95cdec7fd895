/** Reads: any position, any limit, and entries that belong to who reads them. */
import { type Case } from "./trial.js";
export declare const reading: Case[];
