/** How many tokens a provider counted, from usage in any of the shapes in use. */
/** Tokens of one request. */
export interface Counted {
    /** All of the prompt, cached or not. */
    prompt: number;
    output: number;
}
/** Undefined where nothing of it is a count. */
export declare function counted(usage: unknown): Counted | undefined;
