/** The last ids of a session file, where their lines end, and the marks that its index has not got yet. */
/** What is in memory of a log: all of it, or its end. */
export class LogWindow {
    #first = 0;
    #ids = [];
    /** Where the line before each entry's own ends, and its number; one more than there are ids. */
    #ends = [0];
    #lines = [0];
    #known = new Map();
    #marks = [];
    #marked = 0;
    /** Forgets everything, and goes on from a place. */
    begin({ position, offset, line }) {
        this.#first = position;
        this.#ids = [];
        this.#ends = [offset];
        this.#lines = [line];
        this.#known.clear();
        this.#marks = [];
        this.#marked = offset;
    }
    /** The first position that is known. */
    get first() {
        return this.#first;
    }
    /** How many entries the log has. */
    get head() {
        return this.#first + this.#ids.length;
    }
    at(position) {
        return this.#ids[position - this.#first];
    }
    /** Whether the id is among those known. */
    has(id) {
        return this.#known.has(id);
    }
    idsFrom(position) {
        return this.#ids.slice(position - this.#first);
    }
    /** Adds an entry whose line, of this number, ends here; and a mark, when the last one is that many bytes away. */
    add(id, end, line, markEvery) {
        this.#known.set(id, this.head);
        this.#ids.push(id);
        this.#ends.push(end);
        this.#lines.push(line);
        if (end - this.#marked < markEvery)
            return;
        this.#marks.push({ position: this.head, offset: end, line });
        this.#marked = end;
    }
    /** The place before an entry, if it is known. */
    markAt(position) {
        const offset = this.#ends[position - this.#first];
        return offset === undefined ? undefined : { position, offset, line: this.#lines[position - this.#first] };
    }
    /** The nearest place that is known at or before a position. */
    markBefore(position) {
        const known = this.markAt(position);
        for (let index = this.#marks.length - 1; !known && index >= 0; index--) {
            const mark = this.#marks[index];
            if (mark.position <= position)
                return mark;
        }
        return known;
    }
    /** The marks that the index has not got. */
    get marks() {
        return this.#marks;
    }
    /** Gives these marks away. */
    takeMarks() {
        const marks = this.#marks;
        this.#marks = [];
        return marks;
    }
    /** Forgets the marks that the index has. */
    forgetMarks(position) {
        if (this.#marks.length > 0)
            this.#marks = this.#marks.filter((mark) => mark.position > position);
    }
    /** Forgets the oldest ids, when there are many more than `size`: those that the index has, or, when it lags far behind, others too. */
    trim(covered, size) {
        if (this.#ids.length <= 2 * size)
            return;
        const least = this.#ids.length > 16 * size ? this.head - size : Math.min(this.head - size, covered);
        const count = least - this.#first;
        if (count < size)
            return;
        for (let index = 0; index < count; index++) {
            const id = this.#ids[index];
            if (this.#known.get(id) === this.#first + index)
                this.#known.delete(id);
        }
        this.#ids = this.#ids.slice(count);
        this.#ends = this.#ends.slice(count);
        this.#lines = this.#lines.slice(count);
        this.#first = least;
    }
}
