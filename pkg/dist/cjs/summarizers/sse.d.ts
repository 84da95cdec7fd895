/** Server-sent events, as both providers stream them. */
/** One event of a stream. */
export interface ServerEvent {
    /** The `event:` field, or `"message"`. */
    event: string;
    /** The `data:` lines, joined by line feeds. */
    data: string;
}
/** Cuts a text stream into events. It arrives in pieces that end anywhere, also between a CR and its LF. */
export declare class EventDecoder {
    #private;
    /** How many characters wait for their line to end. */
    get waiting(): number;
    /** Takes the next piece, gives the events that it completes. */
    push(text: string): ServerEvent[];
    /** Ends the stream. Many servers omit the blank line after the last event, so it counts without. */
    end(): ServerEvent[];
}
