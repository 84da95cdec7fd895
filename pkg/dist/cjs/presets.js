var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  presets: () => presets
});
module.exports = __toCommonJS(stdin_exports);
const presets = {
  /**
   * By the number of messages: above 80, or near the window's end. From 2,000 to 15,000 tokens of the newest stay. The
   * summarizer reads old tool outputs as notices but for the newest 5, texts and outputs up to 2,000 characters, arguments up
   * to 500, and writes nine sections. Without an acceptable summary the messages stay as they are. After three compactions
   * without a word of the user it stops. The context itself is never pruned.
   */
  masking: {
    prune: { enabled: false },
    compaction: {
      maxMessages: 80,
      minPreserve: 2e3,
      maxPreserve: 15e3,
      maskObservations: true,
      preserveRecentOutputs: 5,
      maxTextChars: 2e3,
      maxToolArgsChars: 500,
      maxToolOutputChars: 2e3,
      template: "nine-sections",
      fallback: "none",
      maxWithoutUser: 3
    }
  },
  /**
   * Above 60,000 tokens, in whatever window is larger than that: summaries come sooner, and each is cheaper. A smaller one has
   * its own threshold. First old outputs of every tool but `skill` give their place to notices, down to the newest 15,000
   * tokens of them; where that is not enough, a summary is made, and the newest 20,000 tokens stay. Where no summarizer
   * answers, the model-free summary stands in.
   */
  tiered: {
    prune: { enabled: true, protectTokens: 15e3, minimumSavings: 5e3, protectRecentTurns: 1, protectedTools: ["skill"] },
    compaction: {
      thresholdTokens: 6e4,
      maxPreserve: 2e4,
      template: "goal-progress",
      fallback: "extractive",
      maxWithoutUser: 3
    }
  },
  /**
   * By the window: above it less 15 %, 16,384 tokens or the longest reply, whichever is most. 20,000 tokens stay, in large
   * windows 30 %. Before a summary is asked for, old tool outputs give their place to notices, where that is enough. The
   * summarizer reads outputs unmasked, writes goal, constraints, progress, decisions and next steps, and a sentence or two for a
   * list of sessions. The rest are the defaults, written out; of identical outputs, each stays.
   */
  tree: {
    prune: {
      enabled: true,
      protectTokens: 4e4,
      minimumSavings: 2e4,
      protectRecentTurns: 2,
      singleTurn: false,
      protectedTools: ["skill", "read"],
      staleOverridableTools: ["read"],
      duplicates: false
    },
    compaction: {
      enabled: true,
      strategy: "context-full",
      reserveTokens: 16384,
      keepRecentTokens: 2e4,
      thresholdPercent: -1,
      thresholdTokens: -1,
      autoContinue: true,
      idleEnabled: false,
      maskObservations: false,
      template: "goal-progress",
      shortSummary: true,
      remoteEnabled: true
    },
    branchSummary: { enabled: false, reserveTokens: 16384 },
    contextPromotion: { enabled: false },
    retry: { enabled: true, maxRetries: 3, baseDelayMs: 2e3, maxDelayMs: 3e5 }
  }
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  presets
});
