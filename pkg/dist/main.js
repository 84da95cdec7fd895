/** The public face of `epitome`. */
export { EpitomeError } from "./errors.js";
export { openSession } from "./session/session.js";
export { compact, emergencyPrune, estimateTokens, needsCompaction, validate } from "./stateless.js";
