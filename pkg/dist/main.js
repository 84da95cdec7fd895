/** The public face of `epitome`. */
export { EpitomeError } from "./errors.js";
export { maskObservations, pruneForModel } from "./masking.js";
export { classifyError } from "./overflow/classify-error.js";
export { presets } from "./presets.js";
export { openSession } from "./session/session.js";
export { compact, emergencyPrune, estimateTokens, needsCompaction } from "./stateless.js";
export { repair, validate } from "./validity.js";
