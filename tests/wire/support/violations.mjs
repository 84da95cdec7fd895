/**
 * By interface: a request that keeps all rules, made anew at each call, and what breaks it: `[rule, what, change(body), options?]`.
 * A change works on the body in place, or gives another one.
 */

import * as anthropic from "./violations/anthropic.mjs";
import * as gemini from "./violations/gemini.mjs";
import * as openaiChat from "./violations/openai-chat.mjs";
import * as openaiResponses from "./violations/openai-responses.mjs";
import * as pi from "./violations/pi.mjs";

const all = { "openai-chat": openaiChat, "openai-responses": openaiResponses, anthropic, gemini, pi };
const each = (key) => Object.fromEntries(Object.entries(all).map(([api, module]) => [api, module[key]]));

export const bodies = each("body");
export const violations = each("violations");
