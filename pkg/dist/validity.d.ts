/** Whether a provider accepts a history, and what to send where it does not. Nothing given is changed. */
import type { MessagesOptions } from "./stateless.js";
import type { Repair, Violation } from "./wasm/epitome.js";
/** What `validate` takes. */
export interface ValidateOptions extends MessagesOptions {
    /** The last calls may have no result yet: their tools are at work. Default: false. */
    inFlight?: boolean | undefined;
    /** The messages are about to be sent as they are, so that rules about the last one hold. Default: false. */
    request?: boolean | undefined;
    /** The server wants the roles of user and model to alternate (Mistral, many chat templates, some gateways). Default: false. */
    strictAlternation?: boolean | undefined;
}
/** What `repair` takes. */
export interface RepairOptions extends ValidateOptions {
    /**
     * The index of the first message that is not as the model saw it. From there on Claude's signed reasoning is no longer
     * accepted, and is left out, save in a tool loop that is still open at the end. Default: no message was changed.
     */
    editedAt?: number | undefined;
}
/** A history that a provider accepts. */
export interface RepairResult<T = unknown> {
    /** The messages to send. Those without a fault are the given objects themselves. */
    messages: T[];
    /** What was wrong and what was done about it, in the order in which it was done; empty for a valid history. */
    repairs: Repair[];
}
/**
 * Every rule of the format that these messages break, in their order; empty for a history that the provider accepts. A
 * fault may be named twice, by the rule that all formats share (`C2`) and by the format's own (`O2`).
 */
export declare function validate(messages: readonly unknown[], options?: ValidateOptions): Violation[];
/**
 * Makes of messages that a provider would refuse such that it accepts: a projection to send, while the originals stay what
 * they are. A valid history comes back as it is.
 *
 * In this order: what cannot be read is left out; ids are given and made unique; arguments become JSON; results are moved to
 * their calls, surplus ones left out, missing ones written as interrupted; blank texts and bound reasoning are left out; who
 * speaks first, last and twice in a row is mended where the format or the options want it. What user and model
 * have said stays, wherever it can be read.
 */
export declare function repair<T>(messages: readonly T[], options?: RepairOptions): RepairResult<T>;
