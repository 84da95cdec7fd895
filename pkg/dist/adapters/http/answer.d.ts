/** Answers before they become a `Response`: JSON, with the headers that all of them have. */
export interface Answer {
    status: number;
    body: string | null;
    headers: Record<string, string>;
}
/** Data as a 200. */
export declare function answer(data: object, headers?: Record<string, string>): Answer;
/** What is wrong with a request, for its sender: a problem document with a stable code. */
export declare class Problem extends Error {
    #private;
    constructor(status: number, code: string, detail: string, headers?: Record<string, string>);
    answer(): Answer;
}
/** Makes the response. One of the host's own keeps what it says; only what it does not say is added. */
export declare function finish(given: Answer | Response, more: Record<string, string>, method: string): Response;
