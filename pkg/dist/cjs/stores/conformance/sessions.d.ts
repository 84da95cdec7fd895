/** Sessions beside each other: their ids, the list, deletion, and calls that were aborted. */
import { type Case } from "./trial.js";
export declare const sessions: Case[];
