/** The tables of the durable-object store: which there are, and what is read from and written to them. */
/**
 * Places for the entries of one session. An entry's key is a single integer, the session's number times this plus its
 * position, so that the table is its own index by position.
 */
const SPAN = 2 ** 32;
/** UTF-16 units in a row's text: at most three bytes each in UTF-8, 1.5 MB of the 2 MB that a row may have. */
const PIECE = 500_000;
/** The tables under one prefix. All methods are synchronous, and to be called in a transaction where they write. */
export class Tables {
    #storage;
    #names;
    #prefix;
    #made = false;
    constructor(storage, prefix) {
        this.#storage = storage;
        this.#prefix = prefix;
        const named = (name) => `${prefix}_${name}`;
        this.#names = { sessions: named("sessions"), entries: named("entries"), pieces: named("pieces"), artifacts: named("artifacts") };
    }
    /** Runs `work` in a transaction, with the tables in place: also after the object's `deleteAll`. */
    transaction(work) {
        const tried = this.#made;
        try {
            return this.#storage.transactionSync(() => {
                this.#make();
                return work();
            });
        }
        catch (error) {
            this.#made = false;
            if (!tried || !/no such table/i.test(String(error?.message)))
                throw error;
            return this.transaction(work);
        }
    }
    #make() {
        if (this.#made)
            return;
        const { sessions, entries, pieces, artifacts } = this.#names;
        this.#all(`create table if not exists ${sessions} (number integer primary key, id text not null unique)`);
        this.#all(`create table if not exists ${entries} (
      place integer primary key, session integer not null, id text not null, text text not null, more integer not null)`);
        this.#all(`create unique index if not exists ${this.#prefix}_ids on ${entries} (session, id)`);
        this.#all(`create table if not exists ${pieces} (
      place integer not null, piece integer not null, text text not null, primary key (place, piece)) without rowid`);
        this.#all(`create table if not exists ${artifacts} (
      session integer not null, id text not null, piece integer not null, text text not null,
      primary key (session, id, piece)) without rowid`);
        this.#made = true;
    }
    #all(query, ...bindings) {
        return this.#storage.sql.exec(query, ...bindings).toArray();
    }
    /** The number of a session, or undefined. */
    numberOf(sessionId) {
        return this.#all(`select number from ${this.#names.sessions} where id = ?`, escaped(sessionId))[0]?.number;
    }
    /** Gives a session a number. */
    begin(sessionId) {
        const { sessions } = this.#names;
        return this.#all(`insert into ${sessions} (id) values (?) returning number`, escaped(sessionId))[0]?.number;
    }
    /** All sessions that have entries, with their heads. */
    sessions() {
        const rows = this.#all(`select number, id from ${this.#names.sessions}`);
        return rows.map(({ number, id }) => ({ id: unescaped(id), head: this.headOf(number) })).filter(({ head }) => head > 0);
    }
    /** How many entries a session has: one row is read. */
    headOf(session) {
        const query = `select place from ${this.#names.entries} where place >= ? and place < ? order by place desc limit 1`;
        const [last] = this.#all(query, session * SPAN, (session + 1) * SPAN);
        return last ? last.place - session * SPAN + 1 : 0;
    }
    /** The id at a position. */
    idAt(session, position) {
        if (position >= SPAN)
            return undefined;
        const [row] = this.#all(`select id from ${this.#names.entries} where place = ?`, session * SPAN + position);
        return row && unescaped(row.id);
    }
    /** Whether the session has an entry with this id: a look into the index. */
    hasId(session, id) {
        return this.#all(`select 1 from ${this.#names.entries} where session = ? and id = ?`, session, escaped(id)).length > 0;
    }
    /** Writes entries from a position on. */
    add(session, position, lines) {
        const { entries, pieces } = this.#names;
        for (const [index, { id, text }] of lines.entries()) {
            const place = session * SPAN + position + index;
            const [first = "", ...more] = cut(text);
            this.#all(`insert into ${entries} values (?, ?, ?, ?, ?)`, place, session, escaped(id), first, more.length);
            for (const [at, piece] of more.entries())
                this.#all(`insert into ${pieces} values (?, ?, ?)`, place, at, piece);
        }
    }
    /** The texts of the entries from one position to before another. */
    lines(session, from, to) {
        const { entries, pieces } = this.#names;
        const query = `select place, text, more from ${entries} where place >= ? and place < ? order by place`;
        return this.#all(query, session * SPAN + from, session * SPAN + to).map(({ place, text, more }) => {
            if (more === 0)
                return text;
            const rest = this.#all(`select text from ${pieces} where place = ? order by piece`, place);
            return `${text}${rest.map((row) => row.text).join("")}`;
        });
    }
    /** Removes a session with all that belongs to it. */
    remove(session) {
        const { sessions, entries, pieces, artifacts } = this.#names;
        const [from, to] = [session * SPAN, (session + 1) * SPAN];
        this.#all(`delete from ${pieces} where place >= ? and place < ?`, from, to);
        this.#all(`delete from ${entries} where place >= ? and place < ?`, from, to);
        this.#all(`delete from ${artifacts} where session = ?`, session);
        this.#all(`delete from ${sessions} where number = ?`, session);
    }
    /** Whether there is an artifact with this id. */
    hasArtifact(session, id) {
        const query = `select 1 from ${this.#names.artifacts} where session = ? and id = ? and piece = 0`;
        return this.#all(query, session, escaped(id)).length > 0;
    }
    /** Writes an artifact that is not there yet. */
    addArtifact(session, id, data) {
        // As JSON text: the database's strings are UTF-8 and cannot hold a lone surrogate.
        for (const [piece, text] of cut(escaped(data)).entries()) {
            this.#all(`insert into ${this.#names.artifacts} values (?, ?, ?, ?)`, session, escaped(id), piece, text);
        }
    }
    /** The data of an artifact, or null. */
    artifact(session, id) {
        const query = `select text from ${this.#names.artifacts} where session = ? and id = ? order by piece`;
        const rows = this.#all(query, session, escaped(id));
        return rows.length === 0 ? null : unescaped(rows.map((row) => row.text).join(""));
    }
}
/** Any string as well-formed text without NUL, each a text of its own. */
function escaped(text) {
    return JSON.stringify(text).slice(1, -1);
}
function unescaped(text) {
    return JSON.parse(`"${text}"`);
}
/** Cuts well-formed text into pieces that are well-formed themselves. At least one. */
function cut(text) {
    const pieces = [];
    let from = 0;
    do {
        let to = Math.min(text.length, from + PIECE);
        // Not between the two halves of a pair.
        if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1]))
            to--;
        pieces.push(text.slice(from, to));
        from = to;
    } while (from < text.length);
    return pieces;
}
