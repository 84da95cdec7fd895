/** Says what is under way: on a terminal in one line that is written over, elsewhere in few lines. */
import { clip, oneLine } from "./text.js";
/** Work that is done sooner than this is not spoken of, in milliseconds. */
const SOON = 300;
/** How often the line on a terminal is written anew, and how often a line is written elsewhere, in milliseconds. */
const TICK = 100;
const SELDOM = 10_000;
export class Progress {
    #screen;
    #text = "";
    #since = 0;
    #told = 0;
    #shown = false;
    #timer;
    /** Without a screen nothing is said. */
    constructor(screen) {
        this.#screen = screen;
    }
    /** Writes a line that stays. */
    note(text) {
        this.#wipe();
        this.#screen?.write(`epitome: ${oneLine(text)}\n`);
    }
    /** Something begins that may take its time. What will keep the clock from ticking (`busy`) must be said at once. */
    begin(text, busy = false) {
        this.end();
        this.#text = text;
        this.#since = this.#told = Date.now();
        if (!this.#screen)
            return;
        // It must not keep the program alive by itself.
        this.#timer = setInterval(() => this.#tick(), TICK);
        this.#timer.unref();
        if (busy && this.#screen.isTTY)
            this.#show(text);
    }
    /** It has come further. */
    update(text) {
        this.#text = text;
    }
    /** It is over. */
    end() {
        clearInterval(this.#timer);
        this.#timer = undefined;
        this.#wipe();
    }
    #tick() {
        const now = Date.now();
        const seconds = Math.floor((now - this.#since) / 1000);
        const text = `${oneLine(this.#text)}${seconds > 0 ? ` (${seconds} s)` : ""}`;
        if (!this.#screen?.isTTY) {
            if (now - this.#told < SELDOM)
                return;
            this.#told = now;
            this.note(text);
        }
        else if (now - this.#since >= SOON) {
            this.#show(text);
        }
    }
    #show(text) {
        // A terminal that does not know its width says 0.
        this.#screen?.write(`\r\u001b[K${clip(text, (this.#screen.columns || 80) - 1)}`);
        this.#shown = true;
    }
    #wipe() {
        if (this.#shown)
            this.#screen?.write("\r\u001b[K");
        this.#shown = false;
    }
}
