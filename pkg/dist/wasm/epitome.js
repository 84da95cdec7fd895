/* @ts-self-types="./epitome.d.ts" */

/**
 * A session's log in the core.
 */
export class Log {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        LogFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.a(ptr, 0);
    }
    /**
     * Takes over the entries of a tape (an array) as a store has them: nothing is refused but what cannot be read;
     * [`Log::findings`] tells what had to be decided.
     *
     * # Errors
     * The entry that cannot be read, by its place.
     * @param {number} length
     */
    adopt(length) {
        const ret = wasm.d(this.__wbg_ptr, length);
        if (ret[1]) {
            throw takeObject(ret[0]);
        }
    }
    /**
     * Begins a compaction; nothing where there is none to make, and then [`Log::is`] `stuck` tells whether it would not have
     * been enough, or for a document that a call has no result yet. `mode`: 0 when it is due, 1 as the host asks for it (then it falls back on the model-free summary only where
     * the settings say so), 2 when a provider has refused the context or would, 3 without a model, 6 when the provider has
     * compacted by itself in the reply `firstKept`; or no compaction: 4 the
     * summary of the branch that is left when the session moves, 5 a document for another session. The tape has
     * `candidates` (`contextWindow` and `maxOutput` of each summarizer), the `pending` tokens that are about to be sent,
     * `instructions`, `firstKept`, the first entry that is to stay, where the host says so, and `target`, the entry that the
     * session moves to, where there is one.
     *
     * # Errors
     * None that a caller can cause.
     * @param {number} mode
     * @param {number} length
     * @returns {Run | undefined}
     */
    beginCompaction(mode, length) {
        const ret = wasm.e(this.__wbg_ptr, mode, length);
        if (ret[2]) {
            throw takeObject(ret[1]);
        }
        return ret[0] === 0 ? undefined : Run.__wrap(ret[0]);
    }
    /**
     * The longest time that a move waits for its summary, in milliseconds.
     * @returns {number}
     */
    get branchTimeoutMs() {
        const ret = wasm.f(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * The branches, as triples: the last entry's place, that of the entry of the path where it begins (-1 where there
     * is none), how many entries lie between.
     * @returns {Int32Array}
     */
    branches() {
        const ret = wasm.g(this.__wbg_ptr);
        var v1 = getArrayI32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * How the provider counts, as a prune notes it: how much for each token of our estimate, and how much beside the messages
     * (NaN where that is a part of the ratio), and what the host said of that (NaN where nothing). Empty where nothing is known.
     * @returns {Float64Array}
     */
    calibration() {
        const ret = wasm.h(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Sizes the context with `messages` of `tokens` that are about to be sent. `overflow`: a provider has refused it; `idle`: for
     * so many milliseconds nothing has happened.
     * @param {number} messages
     * @param {number} tokens
     * @param {boolean} overflow
     * @param {number | null} [idle]
     * @returns {Check}
     */
    check(messages, tokens, overflow, idle) {
        const ret = wasm.i(this.__wbg_ptr, messages, tokens, overflow, !isLikeNone(idle), isLikeNone(idle) ? 0 : idle);
        return takeObject(ret);
    }
    /**
     * Forgets the entries, to be given them anew.
     */
    clear() {
        wasm.j(this.__wbg_ptr);
    }
    /**
     * Appends the entries that [`Log::propose`] read.
     *
     * # Errors
     * None that a caller can cause.
     */
    commit() {
        const ret = wasm.k(this.__wbg_ptr);
        if (ret[1]) {
            throw takeObject(ret[0]);
        }
    }
    /**
     * The deepest entry that lies on the paths of both.
     * @param {number | null} [one]
     * @param {number | null} [other]
     * @returns {number | undefined}
     */
    commonAncestor(one, other) {
        const ret = wasm.l(this.__wbg_ptr, isLikeNone(one) ? Number.MAX_SAFE_INTEGER : (one) >>> 0, isLikeNone(other) ? Number.MAX_SAFE_INTEGER : (other) >>> 0);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * Estimates, in tokens, of the items of the context, in order.
     * @returns {Uint32Array}
     */
    contextTokens() {
        const ret = wasm.n(this.__wbg_ptr);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The model's window, where it is known.
     * @returns {number | undefined}
     */
    get contextWindow() {
        const ret = wasm.o(this.__wbg_ptr);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * What the model sees, as places in the log; the highest bits say what is to be done with it (1 << 31: a summary, 1 <<
     * 30: without bound reasoning, 1 << 29: makes one message with the one before, 1 << 28: with edits, 1 << 27: the provider's own
     * items). The first number is
     * the generation: while it stays, the list only grows, and `have` items that the host knows are left out.
     * @param {number} generation
     * @param {number} have
     * @returns {Uint32Array}
     */
    context(generation, have) {
        const ret = wasm.m(this.__wbg_ptr, generation, have);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The place of the newest prune that changed parts of the message at a place: until there is another one, the message is
     * shown as it was.
     * @param {number} at
     * @returns {number | undefined}
     */
    editedBy(at) {
        const ret = wasm.p(this.__wbg_ptr, at);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * What had to be decided because the log does not say it, from the `skip`th on, as triples: what, the entry's id,
     * the id that it names.
     * @param {number} skip
     * @returns {string[]}
     */
    findings(skip) {
        const ret = wasm.q(this.__wbg_ptr, skip);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Whether an entry is on the path.
     * @param {string} id
     * @returns {boolean}
     */
    isOnPath(id) {
        const ptr0 = passStringToWasm0(id, wasm.cm, wasm.cn);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.s(this.__wbg_ptr, ptr0, len0);
        return ret !== 0;
    }
    /**
     * Whether something is so: `stuck` (the last compaction was not begun because it would not have been enough; the last handoff because a call has no result yet),
     * `tried` (often enough since the user spoke last), `enabled`, `handoff`, `auto-continue`, `without-fallback`, `summarizes` (settings; the last one: branches that are left), `calling` (the model sees calls of tools), `waiting` (the model has yet to answer), `cut-off` (its newest
     * reply reached the output limit).
     * @param {'stuck' | 'tried' | 'enabled' | 'handoff' | 'auto-continue' | 'without-fallback' | 'summarizes' | 'calling' | 'waiting' | 'cut-off'} what
     * @returns {boolean}
     */
    is(what) {
        const ptr0 = passStringToWasm0(what, wasm.cm, wasm.cn);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.r(this.__wbg_ptr, ptr0, len0);
        return ret !== 0;
    }
    /**
     * How many entries at the path's start are the host's instructions, which every compaction keeps.
     * @returns {number}
     */
    lead() {
        const ret = wasm.t(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * The place of the leaf.
     * @returns {number | undefined}
     */
    leaf() {
        const ret = wasm.u(this.__wbg_ptr);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * Takes note of a refusal: how many tokens the provider counted, and allows (0: it did not say); `pending` tokens were sent
     * with the context. `told`: it has said that this is too much, else the host says so.
     * @param {boolean} told
     * @param {number} observed
     * @param {number} maximum
     * @param {number} pending
     */
    learn(told, observed, maximum, pending) {
        wasm.v(this.__wbg_ptr, told, observed, maximum, pending);
    }
    /**
     * What a provider's refusal has told of its limit, in tokens.
     * @returns {number | undefined}
     */
    learned() {
        const ret = wasm.w(this.__wbg_ptr);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * How many entries the log has.
     * @returns {number}
     */
    get length() {
        const ret = wasm.x(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * The model, as the host said.
     * @returns {Model}
     */
    model() {
        const ret = wasm.y(this.__wbg_ptr);
        return takeObject(ret);
    }
    /**
     * An entry id that the log does not hold: 8 hexadecimal characters, as in pi's session files.
     *
     * # Errors
     * Where the runtime gives no randomness (a worker's global scope).
     * @returns {string}
     */
    newEntryId() {
        let deferred2_0;
        let deferred2_1;
        try {
            const ret = wasm.ba(this.__wbg_ptr);
            var ptr1 = ret[0];
            var len1 = ret[1];
            if (ret[3]) {
                ptr1 = 0; len1 = 0;
                throw takeObject(ret[2]);
            }
            deferred2_0 = ptr1;
            deferred2_1 = len1;
            return getStringFromWasm0(ptr1, len1);
        } finally {
            wasm.co(deferred2_0, deferred2_1, 1);
        }
    }
    /**
     * An empty log in a wire format. The tape's options are `model` and `settings`.
     *
     * # Errors
     * An unknown format, or settings that cannot be read.
     * @param {string} format
     * @param {number} length
     */
    constructor(format, length) {
        const val2 = +length;
        const ptr0 = passStringToWasm0(format, wasm.cm, wasm.cn);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.z(ptr0, len0, val2);
        if (ret[2]) {
            throw takeObject(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        LogFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * The place of the newest message on the path, where no compaction has come after it.
     * @returns {number | undefined}
     */
    newestMessage() {
        const ret = wasm.bb(this.__wbg_ptr);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * The index of the newest message of the model in the array on the tape; the last one's where there is none.
     *
     * # Errors
     * A message that cannot be read, by its place.
     * @param {number} length
     * @returns {number}
     */
    newestReply(length) {
        const ret = wasm.bc(this.__wbg_ptr, length);
        if (ret[2]) {
            throw takeObject(ret[1]);
        }
        return ret[0] >>> 0;
    }
    /**
     * Counts a compaction that was tried and refused.
     */
    noteFailure() {
        wasm.bd(this.__wbg_ptr);
    }
    /**
     * Takes note that what can be folded away is not enough.
     */
    noteStuck() {
        wasm.be(this.__wbg_ptr);
    }
    /**
     * Says that the log was given anew as it is stored.
     */
    opened() {
        wasm.bf(this.__wbg_ptr);
    }
    /**
     * The outputs among these entries that are to be shown short from the start, in fours: the place in the tape, the part of the
     * message, the tokens of its texts, and those that they are to have. Without those that a prune among the entries shortens.
     * @returns {Uint32Array}
     */
    oversized() {
        const ret = wasm.bg(this.__wbg_ptr);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The place of the entry before another one on its branch.
     * @param {number} at
     * @returns {number | undefined}
     */
    parentOf(at) {
        const ret = wasm.bh(this.__wbg_ptr, at);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * Places in the log, root to leaf.
     * @returns {Uint32Array}
     */
    path() {
        const ret = wasm.bi(this.__wbg_ptr);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The place of an entry in the log.
     * @param {string} id
     * @returns {number | undefined}
     */
    placeOf(id) {
        const ptr0 = passStringToWasm0(id, wasm.cm, wasm.cn);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.bj(this.__wbg_ptr, ptr0, len0);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * Plans the prune that is due, of the context with `messages` of `tokens` that are about to be sent; `now` is the time in ms
     * since 1970.
     * @param {'threshold' | 'idle' | 'overflow' | 'emergency'} occasion
     * @param {number} messages
     * @param {number} tokens
     * @param {number} now
     * @returns {PrunePlan}
     */
    planPrune(occasion, messages, tokens, now) {
        const val2 = +messages;
        const val3 = +tokens;
        const val4 = +now;
        const ptr0 = passStringToWasm0(occasion, wasm.cm, wasm.cn);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.bk(this.__wbg_ptr, ptr0, len0, val2, val3, val4);
        return takeObject(ret);
    }
    /**
     * Reads the entries of a tape (an array) and holds them until [`Log::commit`]: all of them are right, or none is
     * held. A host calls this before it stores them, so that nothing is stored that cannot be read. The answer names the
     * messages that are summaries of this log's own, which a host's page has sent back, in pairs: the place in the tape, the
     * compaction's place in the log.
     *
     * # Errors
     * The entry that cannot be read, by its place.
     * @param {number} length
     * @returns {Uint32Array}
     */
    propose(length) {
        const ret = wasm.bl(this.__wbg_ptr, length);
        if (ret[3]) {
            throw takeObject(ret[2]);
        }
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The places of the messages that prunes have changed, or taken out, and that the model would see otherwise.
     * @returns {Uint32Array}
     */
    pruned() {
        const ret = wasm.bm(this.__wbg_ptr);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * What can be shortened so that the context fits, in fours: a place in the log, a part of its message, the tokens that it is
     * to have, what that saves at least. `what`: 0 outputs of tools that are far too large, 1 all outputs, 2 images and files, 3 all images and files, of
     * the user's newest request only where there are no others.
     * @param {number} what
     * @param {number} pending
     * @returns {Uint32Array}
     */
    relief(what, pending) {
        const ret = wasm.bn(this.__wbg_ptr, what, pending);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.co(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The estimate of the items on the tape (an array), which a provider has given in the place of a summary, in tokens; `tokens`
     * is what it counted as its output. Undefined where it would not take them back.
     *
     * # Errors
     * None that a caller can cause.
     * @param {number} length
     * @returns {number | undefined}
     */
    remote(length) {
        const ret = wasm.bo(this.__wbg_ptr, length);
        if (ret[2]) {
            throw takeObject(ret[1]);
        }
        return ret[0] === Number.MAX_SAFE_INTEGER ? undefined : ret[0];
    }
    /**
     * The wire message, as JSON, of a compaction or a branch summary.
     * @param {number} at
     * @returns {string | undefined}
     */
    render(at) {
        const ret = wasm.bp(this.__wbg_ptr, at);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.co(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Whether the message of an entry is the model's and may show that the window is full: 0 no, 1 yes, 2 yes, and it says
     * nothing but that it failed. An answer that ended as it should, with a count below the window, shows nothing.
     * @param {number} at
     * @returns {number}
     */
    reply(at) {
        const ret = wasm.bq(this.__wbg_ptr, at);
        return ret;
    }
    /**
     * Replaces the larger models that the host could go on with by those on the tape (an array).
     *
     * # Errors
     * A model that cannot be read, by its place.
     * @param {number} length
     */
    setLargerModels(length) {
        const ret = wasm.br(this.__wbg_ptr, length);
        if (ret[1]) {
            throw takeObject(ret[0]);
        }
    }
    /**
     * Replaces the model by the tape's data.
     *
     * # Errors
     * What is no model, by its place.
     * @param {number} length
     */
    setModel(length) {
        const ret = wasm.bs(this.__wbg_ptr, length);
        if (ret[1]) {
            throw takeObject(ret[0]);
        }
    }
    /**
     * Says what every request carries beside the messages: the tape's `system`, `tools`, `tokens`.
     *
     * # Errors
     * None that a caller can cause.
     * @param {number} length
     */
    setOverhead(length) {
        const ret = wasm.bt(this.__wbg_ptr, length);
        if (ret[1]) {
            throw takeObject(ret[0]);
        }
    }
    /**
     * The tokens of messages that are about to be sent: an array on the tape.
     *
     * # Errors
     * A message that cannot be read, by its place.
     * @param {number} length
     * @returns {number}
     */
    sizeOf(length) {
        const ret = wasm.bu(this.__wbg_ptr, length);
        if (ret[2]) {
            throw takeObject(ret[1]);
        }
        return ret[0] >>> 0;
    }
    /**
     * Whether a turn begins with this entry: a message of the user, not one that has results beside its words, or a custom message.
     * @param {number} at
     * @returns {boolean}
     */
    startsTurn(at) {
        const ret = wasm.bv(this.__wbg_ptr, at);
        return ret !== 0;
    }
    /**
     * The longest time for one call of a summarizer, in milliseconds.
     * @returns {number}
     */
    get timeoutMs() {
        const ret = wasm.bw(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * The longest time for all calls of summarizers together, in milliseconds.
     * @returns {number}
     */
    get totalTimeoutMs() {
        const ret = wasm.bx(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * What does not fit, in numbers, with `pending` tokens that are about to be sent.
     * @param {number} pending
     * @returns {Unfit}
     */
    unfit(pending) {
        const ret = wasm.by(this.__wbg_ptr, pending);
        return takeObject(ret);
    }
    /**
     * What is written of the message on the tape. As text: `text`, all that is said in it and that tools answered, or what the tool answered of its part `part`; `shorten`,
     * what is to stand in the place of its part `part` in so many `tokens`: an output's head and tail, or what an image or a file
     * was; `digest`, the same of an output's texts alone, with what they say as a whole and the
     * `reference` by which it can be read; `handoff`, the document on the tape as another session begins with it. As a wire message in JSON: `custom`, that of a `custom_message` entry. As a JSON Patch: `edit`, what prunes have made
     * of the message at the place `at`; `unbind`, without its bound reasoning; `join`, one message of the two in an array, with
     * no edits where something of them would be lost, so that they stay two.
     *
     * # Errors
     * A message that cannot be read, by its place.
     * @param {'text' | 'shorten' | 'digest' | 'handoff' | 'custom' | 'state' | 'edit' | 'unbind' | 'join'} what
     * @param {number} length
     * @returns {string}
     */
    write(what, length) {
        let deferred4_0;
        let deferred4_1;
        try {
            const val2 = +length;
            const ptr0 = passStringToWasm0(what, wasm.cm, wasm.cn);
            const len0 = WASM_VECTOR_LEN;
            const ret = wasm.bz(this.__wbg_ptr, ptr0, len0, val2);
            var ptr3 = ret[0];
            var len3 = ret[1];
            if (ret[3]) {
                ptr3 = 0; len3 = 0;
                throw takeObject(ret[2]);
            }
            deferred4_0 = ptr3;
            deferred4_1 = len3;
            return getStringFromWasm0(ptr3, len3);
        } finally {
            wasm.co(deferred4_0, deferred4_1, 1);
        }
    }
}
if (Symbol.dispose) Log.prototype[Symbol.dispose] = Log.prototype.free;

/**
 * A compaction under way. The session may be used meanwhile: no borrow is held over an await.
 */
export class Run {
    static __wrap(ptr) {
        const obj = Object.create(Run.prototype);
        obj.__wbg_ptr = ptr;
        RunFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        RunFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.b(ptr, 0);
    }
    /**
     * Takes over what the host says of the run before it begins: the tape's `prompt` (a task of its own), `context` and `state`
     * (lists of lines).
     *
     * # Errors
     * None that a caller can cause.
     * @param {number} length
     */
    customize(length) {
        const ret = wasm.cb(this.__wbg_ptr, length);
        if (ret[1]) {
            throw takeObject(ret[0]);
        }
    }
    /**
     * Runs to the end. `ask` gets each request and answers with a promise of an `Answer`; it rejects only when the
     * run was aborted, and the run then ends with that reason.
     * @param {(request: SummaryRequest) => Promise<Answer>} ask
     * @param {AbortSignal} signal
     * @returns {Promise<Verdict>}
     */
    drive(ask, signal) {
        const ret = wasm.cc(this.__wbg_ptr, addHeapObject(ask), addHeapObject(signal));
        return takeObject(ret);
    }
    /**
     * The model-free summary of what a request that is under way asks for.
     * @param {number} id
     * @returns {string | undefined}
     */
    extract(id) {
        const ret = wasm.cd(this.__wbg_ptr, id);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.co(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * The prompt of the document that a request under way asks for, for a model that has the conversation above it.
     * @param {number} id
     * @returns {string | undefined}
     */
    live(id) {
        const ret = wasm.ce(this.__wbg_ptr, id);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.co(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * What was prepared.
     * @returns {PreparedIds}
     */
    preparation() {
        const ret = wasm.cf(this.__wbg_ptr);
        return takeObject(ret);
    }
    /**
     * What the context will measure with a provider's items, of so many tokens by our estimate, in the place of the `summary` that it
     * has beside them. Undefined where they free too little.
     * @param {number} items
     * @param {string} summary
     * @returns {number | undefined}
     */
    sizeWithItems(items, summary) {
        const val2 = +items;
        const ptr0 = passStringToWasm0(summary, wasm.cm, wasm.cn);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.cg(this.__wbg_ptr, val2, ptr0, len0);
        return ret === Number.MAX_SAFE_INTEGER ? undefined : ret;
    }
    /**
     * Takes a summary that the host has written: the tape's `summary` and `shortSummary`. No summarizer is asked then.
     *
     * # Errors
     * None that a caller can cause.
     * @param {number} length
     */
    supply(length) {
        const ret = wasm.ch(this.__wbg_ptr, length);
        if (ret[1]) {
            throw takeObject(ret[0]);
        }
    }
}
if (Symbol.dispose) Run.prototype[Symbol.dispose] = Run.prototype.free;

/**
 * The version of the core.
 * @returns {string}
 */
export function coreVersion() {
    let deferred1_0;
    let deferred1_1;
    try {
        const ret = wasm.c();
        deferred1_0 = ret[0];
        deferred1_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.co(deferred1_0, deferred1_1, 1);
    }
}

/**
 * Calls a pure function by its name.
 *
 * # Errors
 * Data or options that cannot be read, by their place.
 * @param {keyof Pure} name
 * @param {number} length
 * @returns {unknown}
 */
export function pure(name, length) {
    const val2 = +length;
    const ptr0 = passStringToWasm0(name, wasm.cm, wasm.cn);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.ca(ptr0, len0, val2);
    if (ret[2]) {
        throw takeObject(ret[1]);
    }
    return takeObject(ret[0]);
}

/**
 * Makes room for `capacity` bytes of tape and returns where the buffer starts. What it held stays.
 * @param {number} capacity
 * @returns {number}
 */
export function staging(capacity) {
    const ret = wasm.ci(capacity);
    return ret >>> 0;
}

/**
 * The memory that the staging buffer lies in. Ask again after every call into the core: growing replaces it.
 * @returns {WebAssembly.Memory}
 */
export function stagingMemory() {
    const ret = wasm.cj();
    return takeObject(ret);
}
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        y: function(arg0, arg1) {
            const ret = Error(getStringFromWasm0(arg0, arg1));
            return addHeapObject(ret);
        },
        x: function(arg0) {
            const ret = !getObject(arg0);
            return ret;
        },
        bc: function(arg0) {
            const ret = typeof(getObject(arg0)) === 'function';
            return ret;
        },
        z: function(arg0) {
            const val = getObject(arg0);
            const ret = typeof(val) === 'object' && val !== null;
            return ret;
        },
        bd: function(arg0) {
            const ret = getObject(arg0) === undefined;
            return ret;
        },
        be: function() {
            const ret = wasm.memory;
            return addHeapObject(ret);
        },
        ba: function(arg0, arg1) {
            const obj = getObject(arg1);
            const ret = typeof(obj) === 'number' ? obj : undefined;
            getDataViewMemory0().setFloat64((arg0 >>> 0) + 8 * 1, isLikeNone(ret) ? 0 : ret, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, !isLikeNone(ret), true);
        },
        bb: function(arg0, arg1) {
            const obj = getObject(arg1);
            const ret = typeof(obj) === 'string' ? obj : undefined;
            var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.cm, wasm.cn);
            var len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        w: function(arg0, arg1) {
            throw new Error(getStringFromWasm0(arg0, arg1));
        },
        bf: function(arg0) {
            getObject(arg0)._wbg_cb_unref();
        },
        i: function(arg0) {
            const ret = getObject(arg0).aborted;
            return ret;
        },
        c: function() { return handleError(function (arg0, arg1, arg2) {
            const ret = getObject(arg0).call(getObject(arg1), getObject(arg2));
            return addHeapObject(ret);
        }, arguments); },
        g: function() { return handleError(function (arg0, arg1) {
            globalThis.crypto.getRandomValues(getArrayU8FromWasm0(arg0, arg1));
        }, arguments); },
        t: function() { return handleError(function (arg0, arg1) {
            const ret = Reflect.get(getObject(arg0), getObject(arg1));
            return addHeapObject(ret);
        }, arguments); },
        d: function(arg0) {
            let result;
            try {
                result = getObject(arg0) instanceof Promise;
            } catch (_) {
                result = false;
            }
            const ret = result;
            return ret;
        },
        m: function() {
            const ret = new Array();
            return addHeapObject(ret);
        },
        n: function() {
            const ret = new Object();
            return addHeapObject(ret);
        },
        f: function(arg0, arg1) {
            try {
                var state0 = {a: arg0, b: arg1};
                var cb0 = (arg0, arg1) => {
                    const a = state0.a;
                    state0.a = 0;
                    try {
                        return wasm_bindgen__convert__closures_____invoke__hb98d63cc49481475(a, state0.b, arg0, arg1);
                    } finally {
                        state0.a = a;
                    }
                };
                const ret = new Promise(cb0);
                return addHeapObject(ret);
            } finally {
                state0.a = 0;
            }
        },
        v: function(arg0) {
            const ret = getObject(arg0).queueMicrotask;
            return addHeapObject(ret);
        },
        u: function(arg0) {
            queueMicrotask(getObject(arg0));
        },
        h: function(arg0) {
            const ret = getObject(arg0).reason;
            return addHeapObject(ret);
        },
        s: function(arg0) {
            const ret = Promise.resolve(getObject(arg0));
            return addHeapObject(ret);
        },
        b: function(arg0, arg1, arg2) {
            getObject(arg0)[arg1 >>> 0] = takeObject(arg2);
        },
        j: function(arg0, arg1, arg2) {
            getObject(arg0)[takeObject(arg1)] = takeObject(arg2);
        },
        o: function() {
            const ret = typeof globalThis === 'undefined' ? undefined : globalThis;
            return isLikeNone(ret) ? 0 : addHeapObject(ret);
        },
        q: function() {
            const ret = typeof global === 'undefined' ? undefined : global;
            return isLikeNone(ret) ? 0 : addHeapObject(ret);
        },
        p: function() {
            const ret = typeof self === 'undefined' ? undefined : self;
            return isLikeNone(ret) ? 0 : addHeapObject(ret);
        },
        r: function() {
            const ret = typeof window === 'undefined' ? undefined : window;
            return isLikeNone(ret) ? 0 : addHeapObject(ret);
        },
        e: function(arg0, arg1, arg2) {
            const ret = getObject(arg0).then(getObject(arg1), getObject(arg2));
            return addHeapObject(ret);
        },
        l: function(arg0, arg1) {
            const ret = getObject(arg0).then(getObject(arg1));
            return addHeapObject(ret);
        },
        bg: function(arg0, arg1) {
            // Cast intrinsic for `Closure(Closure { owned: true, function: Function { arguments: [Externref], shim_idx: 446, ret: Result(Unit), inner_ret: Some(Result(Unit)) }, mutable: true }) -> Externref`.
            const ret = makeMutClosure(arg0, arg1, wasm_bindgen__convert__closures_____invoke__h60702a48838d1764);
            return addHeapObject(ret);
        },
        bh: function(arg0) {
            // Cast intrinsic for `F64 -> Externref`.
            const ret = arg0;
            return addHeapObject(ret);
        },
        bi: function(arg0, arg1) {
            // Cast intrinsic for `Ref(String) -> Externref`.
            const ret = getStringFromWasm0(arg0, arg1);
            return addHeapObject(ret);
        },
        bj: function(arg0) {
            // Cast intrinsic for `U64 -> Externref`.
            const ret = BigInt.asUintN(64, arg0);
            return addHeapObject(ret);
        },
        k: function(arg0) {
            const ret = getObject(arg0);
            return addHeapObject(ret);
        },
        a: function(arg0) {
            takeObject(arg0);
        },
    };
    return {
        __proto__: null,
        "./epitome_bg.js": import0,
    };
}

function wasm_bindgen__convert__closures_____invoke__h60702a48838d1764(arg0, arg1, arg2) {
    const ret = wasm.ck(arg0, arg1, addHeapObject(arg2));
    if (ret[1]) {
        throw takeObject(ret[0]);
    }
}

function wasm_bindgen__convert__closures_____invoke__hb98d63cc49481475(arg0, arg1, arg2, arg3) {
    wasm.cl(arg0, arg1, addHeapObject(arg2), addHeapObject(arg3));
}

const LogFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.a(ptr, 1));
const RunFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.b(ptr, 1));

function addHeapObject(obj) {
    if (heap_next === heap.length) heap.push(heap.length + 1);
    const idx = heap_next;
    heap_next = heap[idx];

    heap[idx] = obj;
    return idx;
}

const CLOSURE_DTORS = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(state => wasm.cq(state.a, state.b));

function dropObject(idx) {
    if (idx < 1028) return;
    heap[idx] = heap_next;
    heap_next = idx;
}

function getArrayF64FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getFloat64ArrayMemory0().subarray(ptr / 8, ptr / 8 + len);
}

function getArrayI32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getInt32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayJsValueFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    const mem = getDataViewMemory0();
    const result = [];
    for (let i = ptr; i < ptr + 4 * len; i += 4) {
        result.push(takeObject(mem.getUint32(i, true)));
    }
    return result;
}

function getArrayU32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayU8FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}

let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

let cachedFloat64ArrayMemory0 = null;
function getFloat64ArrayMemory0() {
    if (cachedFloat64ArrayMemory0 === null || cachedFloat64ArrayMemory0.byteLength === 0) {
        cachedFloat64ArrayMemory0 = new Float64Array(wasm.memory.buffer);
    }
    return cachedFloat64ArrayMemory0;
}

let cachedInt32ArrayMemory0 = null;
function getInt32ArrayMemory0() {
    if (cachedInt32ArrayMemory0 === null || cachedInt32ArrayMemory0.byteLength === 0) {
        cachedInt32ArrayMemory0 = new Int32Array(wasm.memory.buffer);
    }
    return cachedInt32ArrayMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint32ArrayMemory0 = null;
function getUint32ArrayMemory0() {
    if (cachedUint32ArrayMemory0 === null || cachedUint32ArrayMemory0.byteLength === 0) {
        cachedUint32ArrayMemory0 = new Uint32Array(wasm.memory.buffer);
    }
    return cachedUint32ArrayMemory0;
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function getObject(idx) { return heap[idx]; }

function handleError(f, args) {
    try {
        return f.apply(this, args);
    } catch (e) {
        wasm.cp(addHeapObject(e));
    }
}

let heap = new Array(1024).fill(undefined);
heap.push(undefined, null, true, false);

let heap_next = heap.length;

function isLikeNone(x) {
    return x === undefined || x === null;
}

function makeMutClosure(arg0, arg1, f) {
    const state = { a: arg0, b: arg1, cnt: 1 };
    const real = (...args) => {

        // First up with a closure we increment the internal reference
        // count. This ensures that the Rust closure environment won't
        // be deallocated while we're invoking it.
        state.cnt++;
        const a = state.a;
        state.a = 0;
        try {
            return f(a, state.b, ...args);
        } finally {
            state.a = a;
            real._wbg_cb_unref();
        }
    };
    real._wbg_cb_unref = () => {
        if (--state.cnt === 0) {
            wasm.cq(state.a, state.b);
            state.a = 0;
            CLOSURE_DTORS.unregister(state);
        }
    };
    CLOSURE_DTORS.register(real, state, state);
    return real;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeObject(idx) {
    const ret = getObject(idx);
    dropObject(idx);
    return ret;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
function __wbg_finalize_init(instance, module) {
    wasmInstance = instance;
    wasm = instance.exports;
    wasmModule = module;
    cachedDataViewMemory0 = null;
    cachedFloat64ArrayMemory0 = null;
    cachedInt32ArrayMemory0 = null;
    cachedUint32ArrayMemory0 = null;
    cachedUint8ArrayMemory0 = null;
    return wasm;
}

export function initFromModule(module) {
    if (wasm !== undefined) return;
    __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module);
}
