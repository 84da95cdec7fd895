/** The summarizer that the options ask for. Keys come from the environment alone, so that no shell history holds one. */
import { EpitomeError } from "../errors.js";
import { anthropic } from "../summarizers/anthropic.js";
import { endpoint } from "../summarizers/endpoint.js";
import { extractive } from "../summarizers/extractive.js";
import { gemini } from "../summarizers/gemini.js";
import { openai } from "../summarizers/openai.js";
import { usageError } from "./failure.js";
/** Which options go with which summarizer. */
const TAKES = {
    extractive: [],
    openai: ["model", "base-url"],
    anthropic: ["model", "base-url"],
    gemini: ["model", "base-url"],
    endpoint: ["url"],
};
/** Makes the summarizer. Everything that is missing shows here, before anything is read or sent. */
export function chooseSummarizer(options, env) {
    const name = options.text("summarizer") ?? "extractive";
    const wrong = (message) => usageError(message, options.command);
    const takes = Object.hasOwn(TAKES, name) ? TAKES[name] : undefined;
    if (!takes)
        throw wrong(`There is no summarizer "${name.slice(0, 80)}"; there are ${Object.keys(TAKES).join(", ")}.`);
    for (const flag of ["model", "base-url", "url"]) {
        if (!options.has(flag) || takes.includes(flag))
            continue;
        const fitting = Object.keys(TAKES).filter((candidate) => TAKES[candidate].includes(flag));
        throw wrong(`--${flag} goes with --summarizer ${fitting.join(" or ")}.`);
    }
    const needed = (flag) => {
        const value = options.text(flag);
        if (value === undefined)
            throw wrong(`--summarizer ${name} needs --${flag}.`);
        return value;
    };
    const baseURL = options.text("base-url");
    const keyOf = (variable) => {
        const key = env[variable]?.trim();
        // A server of one's own may want no key.
        if (!key && baseURL === undefined)
            throw wrong(`--summarizer ${name} needs a key: set ${variable} in the environment.`);
        return key || undefined;
    };
    try {
        switch (name) {
            case "openai":
                return openai({ model: needed("model"), apiKey: keyOf("OPENAI_API_KEY"), baseURL, stream: true });
            case "anthropic":
                return anthropic({ model: needed("model"), apiKey: keyOf("ANTHROPIC_API_KEY"), baseURL, stream: true });
            case "gemini":
                return gemini({ model: needed("model"), apiKey: keyOf("GEMINI_API_KEY"), baseURL, stream: true });
            case "endpoint":
                return endpoint({ url: needed("url") });
            default:
                return extractive();
        }
    }
    catch (error) {
        if (!EpitomeError.isInstance(error) || error.code !== "invalid-option")
            throw error;
        throw wrong(error.message.replace(/^baseURL/, "--base-url").replace(/^url/, "--url"));
    }
}
