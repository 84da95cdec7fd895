/** The summarizer that the options ask for. Keys come from the environment alone, so that no shell history holds one. */
import type { Summarizer } from "../types.js";
import type { Options } from "./args.js";
/** Makes the summarizer. Everything that is missing shows here, before anything is read or sent. */
export declare function chooseSummarizer(options: Options, env: Readonly<Record<string, string | undefined>>): Summarizer;
