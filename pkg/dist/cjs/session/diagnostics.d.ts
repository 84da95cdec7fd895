/** Publishes a session's events where the runtime has `diagnostics_channel`. Without a subscriber it costs a look. */
import type { SessionEvent } from "./events.js";
/** What subscribers of the channel `epitome` get. */
export interface DiagnosticsMessage {
    sessionId: string;
    /** The event, as a session's listeners get it. */
    event: SessionEvent;
    /** The same in OpenTelemetry's names, as far as it has some. */
    attributes: Record<string, string | number>;
}
export declare function publish(sessionId: string, event: SessionEvent): void;
