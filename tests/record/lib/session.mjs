// Writes a session in the third version of pi's session format: a header line, then entries that each name their parent.

const HEX = "0123456789abcdef";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export class SessionFile {
  /** The lines so far: the header, then the entries. */
  lines = [];
  #now;
  #below;
  #ids = new Set();
  #leaf = null;

  constructor({ start, cwd, below }) {
    this.#now = Date.parse(start);
    this.#below = below;
    this.lines.push({ type: "session", version: 3, id: this.#uuid(), timestamp: this.#iso(), cwd });
  }

  /** The story's clock, in milliseconds since 1970. */
  get now() {
    return this.#now;
  }

  get entries() {
    return this.lines.length - 1;
  }

  /** Lets time pass. */
  wait(milliseconds) {
    this.#now += Math.max(1, Math.round(milliseconds));
  }

  /** Appends an entry behind the newest one. */
  entry(type, fields) {
    const id = this.#id();
    this.lines.push({ type, id, parentId: this.#leaf, timestamp: this.#iso(), ...fields });
    this.#leaf = id;
    return id;
  }

  /** Appends a message that was begun at `since`. */
  message(message, since = this.#now) {
    return this.entry("message", { message: { ...message, timestamp: since } });
  }

  /** An id for a tool call. */
  callId() {
    return `toolu_01${this.#draw(LETTERS, 22)}`;
  }

  text() {
    return `${this.lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  }

  #iso() {
    return new Date(this.#now).toISOString();
  }

  #id() {
    let id;
    do id = this.#draw(HEX, 8);
    while (this.#ids.has(id));
    this.#ids.add(id);
    return id;
  }

  /** A version 7 UUID: it starts with the time. */
  #uuid() {
    const time = this.#now.toString(16).padStart(12, "0");
    const tail = `7${this.#draw(HEX, 3)}-${"89ab"[this.#below(4)]}${this.#draw(HEX, 3)}-${this.#draw(HEX, 12)}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-${tail}`;
  }

  #draw(alphabet, length) {
    return Array.from({ length }, () => alphabet[this.#below(alphabet.length)]).join("");
  }
}
