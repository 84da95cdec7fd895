/** Appends: where they go, what they answer, what a repetition does, and which ids are taken. */
import { type Case } from "./trial.js";
export declare const appending: Case[];
