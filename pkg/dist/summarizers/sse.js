/** Server-sent events, as both providers stream them. */
/** Cuts a text stream into events. It arrives in pieces that end anywhere, also between a CR and its LF. */
export class EventDecoder {
    #rest = "";
    #event = "";
    #data = [];
    /** How many characters wait for their line to end. */
    get waiting() {
        return this.#rest.length;
    }
    /** Takes the next piece, gives the events that it completes. */
    push(text) {
        const events = [];
        // A piece that ends in CR may be followed by the LF of the same line end.
        const held = text.endsWith("\r") ? 1 : 0;
        const lines = (this.#rest + text.slice(0, text.length - held)).split(/\r\n|\n|\r/);
        this.#rest = (lines.pop() ?? "") + text.slice(text.length - held);
        for (const line of lines) {
            if (line === "")
                this.#dispatch(events);
            else
                this.#field(line);
        }
        return events;
    }
    /** Ends the stream. Many servers omit the blank line after the last event, so it counts without. */
    end() {
        const events = this.push("\n");
        this.#dispatch(events);
        return events;
    }
    #field(line) {
        const colon = line.indexOf(":");
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
        if (name === "data")
            this.#data.push(value);
        else if (name === "event")
            this.#event = value;
    }
    #dispatch(events) {
        if (this.#data.length > 0)
            events.push({ event: this.#event || "message", data: this.#data.join("\n") });
        this.#event = "";
        this.#data = [];
    }
}
