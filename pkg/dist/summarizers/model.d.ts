/** What the summarizers that ask a model have in common: their options, the room for an answer, and how a call goes. */
import type { LiveRequest, Summarizer, SummaryReply, SummaryRequest, Usage } from "../types.js";
import { Exchange, type HttpOptions, type Key } from "./http.js";
/** The limits of whom a summarizer asks. A session keeps its requests within them. */
export interface LimitOptions {
    /** How many tokens the model takes, prompt and answer together. Default: the window of the session's own model. */
    contextWindow?: number | undefined;
    /** How many tokens the model can answer at the most, its reasoning included. Default: what the session's own model can. */
    maxOutput?: number | undefined;
}
/** What all summarizers that ask a model can be given. */
export interface ModelOptions extends HttpOptions, LimitOptions {
    /** The key, or a function that gives it. Without one the request carries none: a proxy adds it, or `headers` do. */
    apiKey?: Key | undefined;
    /** The model's id. */
    model: string;
    /** How many tokens the model may spend on reasoning. They come on top of those of the summary, within `maxOutput`. */
    reasoningTokens?: number | undefined;
    /** More fields of the request body. They win over those that the summarizer sets itself. Whether it streams, `stream` alone says. */
    extraBody?: Record<string, unknown> | undefined;
    /** Whether to ask for a stream: progress is visible, and no proxy times out on a long answer. Default: false. */
    stream?: boolean | undefined;
}
/** A request as the conversation's next turn, and what its tools are for: nothing, or where a server refuses that, whatever the model likes. */
export type Live = Omit<LiveRequest, "toolChoice"> & {
    toolChoice: "none" | "auto";
};
/** How one provider is spoken to. */
export interface Protocol {
    provider: string;
    /** The format of a session whose conversation can be sent as it is. */
    format: LiveRequest["format"];
    /** Its name in OpenTelemetry's conventions, where that is another. */
    system?: string;
    url: URL;
    /** Sends the request: with the conversation as it is, where that is given, else with the one that quotes it. */
    send(exchange: Exchange, request: SummaryRequest, maxTokens: number, live?: Live): Promise<void>;
    /** Reads an answer that came whole. */
    read(exchange: Exchange, body: Record<string, unknown>): SummaryReply;
    /** Reads an answer that comes as a stream. */
    stream(exchange: Exchange): AsyncGenerator<string, Partial<SummaryReply>>;
}
/** Checks the options; `own` names those that a provider has beside those that all have. Gives back the model's id. */
export declare function checkModelOptions(of: string, options: ModelOptions, own: object): string;
/** How many tokens a model that reasons unasked is given for it. */
export declare function unasked({ maxOutput }: LimitOptions): number;
/** Makes the summarizer. `reasoning` is how many tokens on top of the summary's the model may need for its reasoning. */
export declare function asking(protocol: Protocol, options: ModelOptions, reasoning: number): Summarizer;
/** Why an answer that is no text is none. */
export declare const TOOL_CALL = "tool call instead of text";
/** Gives a summarizer its name, and the limits that a session is to heed: those of the model less what it needs for its reasoning. */
export declare function named(ask: Summarizer, name: string, limits: LimitOptions, reasoning?: number): Summarizer;
/** The end of an answer: whole, or cut off. One that was cut off before its first word says why no summary can come of it. */
export declare function ended(exchange: Exchange, text: string, usage: Usage | undefined, isCutOff: boolean): Partial<SummaryReply>;
/** The data of an event of a stream. Undefined if it is broken: only the last one is, in practice, when the connection was cut. */
export declare function parseEvent(data: string): unknown;
/** The counts of a usage, by name. What is no count is 0. */
export declare function counts(given: unknown): (name: string, within?: string) => number;
