/** How many tokens a provider counted, in usage of whatever shape: the core knows the shapes. */
/** Tokens of one request. */
export interface Counted {
    /** All of the prompt, cached or not. */
    prompt: number;
    output: number;
}
/** Undefined where nothing of it is a count; also before the core was started, where the host does that (`epitome/slim`). */
export declare function counted(usage: unknown): Counted | undefined;
