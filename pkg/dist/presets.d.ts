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
export declare const presets: {
    /**
     * By the number of messages: above 80, or near the window's end. From 2,000 to 15,000 tokens of the newest stay. The
     * summarizer reads old tool outputs as notices but for the newest 5, texts and outputs up to 2,000 characters, arguments up
     * to 500, and writes nine sections. Without an acceptable summary the messages stay as they are. After three compactions
     * without a word of the user it stops. The context itself is never pruned.
     */
    readonly masking: {
        readonly prune: {
            readonly enabled: false;
        };
        readonly compaction: {
            readonly maxMessages: 80;
            readonly minPreserve: 2000;
            readonly maxPreserve: 15000;
            readonly maskObservations: true;
            readonly preserveRecentOutputs: 5;
            readonly maxTextChars: 2000;
            readonly maxToolArgsChars: 500;
            readonly maxToolOutputChars: 2000;
            readonly template: "nine-sections";
            readonly fallback: "none";
            readonly maxWithoutUser: 3;
        };
    };
    /**
     * Above 60,000 tokens, in whatever window is larger than that: summaries come sooner, and each is cheaper. A smaller one has
     * its own threshold. First old outputs of every tool but `skill` give their place to notices, down to the newest 15,000
     * tokens of them; where that is not enough, a summary is made, and the newest 20,000 tokens stay. Where no summarizer
     * answers, the model-free summary stands in.
     */
    readonly tiered: {
        readonly prune: {
            readonly enabled: true;
            readonly protectTokens: 15000;
            readonly minimumSavings: 5000;
            readonly protectRecentTurns: 1;
            readonly protectedTools: readonly ["skill"];
        };
        readonly compaction: {
            readonly thresholdTokens: 60000;
            readonly maxPreserve: 20000;
            readonly template: "goal-progress";
            readonly fallback: "extractive";
            readonly maxWithoutUser: 3;
        };
    };
    /**
     * By the window: above it less 15 %, 16,384 tokens or the longest reply, whichever is most. 20,000 tokens stay, in large
     * windows 30 %. Before a summary is asked for, old tool outputs give their place to notices, where that is enough. The
     * summarizer reads outputs unmasked, writes goal, constraints, progress, decisions and next steps, and a sentence or two for a
     * list of sessions. The rest are the defaults, written out; of identical outputs, each stays.
     */
    readonly tree: {
        readonly prune: {
            readonly enabled: true;
            readonly protectTokens: 40000;
            readonly minimumSavings: 20000;
            readonly protectRecentTurns: 2;
            readonly singleTurn: false;
            readonly protectedTools: readonly ["skill", "read"];
            readonly staleOverridableTools: readonly ["read"];
            readonly duplicates: false;
        };
        readonly compaction: {
            readonly enabled: true;
            readonly strategy: "context-full";
            readonly reserveTokens: 16384;
            readonly keepRecentTokens: 20000;
            readonly thresholdPercent: -1;
            readonly thresholdTokens: -1;
            readonly autoContinue: true;
            readonly idleEnabled: false;
            readonly maskObservations: false;
            readonly template: "goal-progress";
            readonly shortSummary: true;
            readonly remoteEnabled: true;
        };
        readonly branchSummary: {
            readonly enabled: false;
            readonly reserveTokens: 16384;
        };
        readonly contextPromotion: {
            readonly enabled: false;
        };
        readonly retry: {
            readonly enabled: true;
            readonly maxRetries: 3;
            readonly baseDelayMs: 2000;
            readonly maxDelayMs: 300000;
        };
    };
};
