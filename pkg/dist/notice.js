/** What a notice says of the copy of the output whose place it takes. */
const NAMES_COPY = /^artifact:\/\/[\w.~-]+$/;
/** How a notice begins that can name a copy; what matters of the output follows. */
const OPEN = /^(\[Output truncated - \d+ tokens)(?:; )?(.*)\]$/s;
/** Whether a reference has the form that notices name, and is not too long. */
export const isReference = (reference, longest) => typeof reference === "string" && NAMES_COPY.test(reference) && reference.length <= longest;
/** The edit with a notice that says where the full output is; as it was, where its notice is of another kind. */
export function withReference(edit, reference) {
    const [, start, digest] = OPEN.exec(edit.notice) ?? [];
    if (start === undefined)
        return edit;
    const notice = `${start}; full output: ${reference}]${digest && " "}${digest}`;
    // All that is more is ASCII: a quarter of a token each.
    return { ...edit, notice, tokensSaved: Math.floor((edit.room - (notice.length - edit.notice.length)) / 4) };
}
