/** Says what does not fit, and what would help. */
import { EpitomeError } from "./errors.js";
import type { Unfit } from "./wasm/epitome.js";
/** What takes the room, in a sentence. */
export declare function describeUnfit(unfit: Unfit): string;
/** The error for what cannot be made to fit. */
export declare function cannotFit(unfit: Unfit): EpitomeError;
