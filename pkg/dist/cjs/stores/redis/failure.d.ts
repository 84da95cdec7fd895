/** What a failure of Redis, or of the way to it, means for the caller. */
import { EpitomeError } from "../../errors.js";
/** The store's error for an error of the client. */
export declare function redisFailed(error: unknown): EpitomeError;
/** The error for a session of which a part is gone. */
export declare function damaged(sessionId: string): EpitomeError;
