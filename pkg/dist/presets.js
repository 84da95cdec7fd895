/** Settings that make a session behave as other systems do. */
/**
 * Settings of three systems that are known to work, each to be given as `settings`, or to start from:
 *
 * ```js
 * openSession({ id, settings: presets.masking });
 * openSession({ id, settings: { compaction: { ...presets.masking.compaction, maxMessages: 200 } } });
 * ```
 *
 * They set when is compacted, how much stays, and what the summarizer reads. The rest is as everywhere in this package: a cut
 * never parts a call from its result, a summary comes as the user's message, and one that gains nothing is refused.
 */
export const presets = {
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
            minPreserve: 2_000,
            maxPreserve: 15_000,
            maskObservations: true,
            preserveRecentOutputs: 5,
            maxTextChars: 2_000,
            maxToolArgsChars: 500,
            maxToolOutputChars: 2_000,
            template: "nine-sections",
            fallback: "none",
            maxWithoutUser: 3,
        },
    },
    /**
     * Above 60,000 tokens, in whatever window is larger than that: summaries come sooner, and each is cheaper. A smaller one has
     * its own threshold. First old outputs of every tool but `skill` give their place to notices, down to the newest 15,000
     * tokens of them; where that is not enough, a summary is made, and the newest 20,000 tokens stay. Where no summarizer
     * answers, the model-free summary stands in.
     */
    tiered: {
        prune: { enabled: true, protectTokens: 15_000, minimumSavings: 5_000, protectRecentTurns: 1, protectedTools: ["skill"] },
        compaction: {
            thresholdTokens: 60_000,
            maxPreserve: 20_000,
            template: "goal-progress",
            fallback: "extractive",
            maxWithoutUser: 3,
        },
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
            protectTokens: 40_000,
            minimumSavings: 20_000,
            protectRecentTurns: 2,
            singleTurn: false,
            protectedTools: ["skill", "read"],
            staleOverridableTools: ["read"],
            duplicates: false,
        },
        compaction: {
            enabled: true,
            strategy: "context-full",
            reserveTokens: 16_384,
            keepRecentTokens: 20_000,
            thresholdPercent: -1,
            thresholdTokens: -1,
            autoContinue: true,
            idleEnabled: false,
            maskObservations: false,
            template: "goal-progress",
            shortSummary: true,
            remoteEnabled: true,
        },
        branchSummary: { enabled: false, reserveTokens: 16_384 },
        contextPromotion: { enabled: false },
        retry: { enabled: true, maxRetries: 3, baseDelayMs: 2_000, maxDelayMs: 300_000 },
    },
};
