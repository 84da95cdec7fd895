/** The body of a request: JSON or nothing, and no more of it than is allowed. */
/** What a summary should look at most, if the body says so. */
export declare function focusIn(request: Request, maxBytes: number): Promise<string | undefined>;
