/** What `inspect` finds out about a conversation, as plain data: the JSON document is this, and the text is made of it. */
import { type PruneNote } from "../prunes.js";
import type { Session } from "../session/session.js";
import type { Check, Violation } from "../wasm/epitome.js";
import type { Loaded } from "./load.js";
import { type Kind } from "./message.js";
import { type Damage } from "./open.js";
/** A place in a conversation: the entry, and its line where the file has lines. */
export interface Place {
    entryId: string;
    line?: number;
}
export interface Findings {
    file: string;
    format: string;
    /** The file's own form: a session file and its version, a JSON array, or an object around one. */
    form: "session" | "array" | "object";
    version?: number;
    session?: {
        id: string;
        timestamp?: string;
        cwd?: string;
    };
    entries: {
        total: number;
        onPath: number;
        types: Record<string, number>;
    };
    /** On the path, whether the model still sees them or not. */
    messages: {
        total: number;
        roles: Record<string, number>;
        turns: number;
    };
    /** What the model sees now. */
    context: Pick<Check, "messages" | "tokens" | "usageTokens" | "trailingTokens" | "source"> & {
        estimate: number;
        /** What prunes hide of it: how many messages are shown shortened, and by how many tokens. */
        hidden: {
            messages: number;
            tokens: number;
        };
    };
    budget: {
        contextWindow: number | null;
        threshold: number | null;
        action: Check["action"];
        reason: Check["reason"];
    };
    largest: (Place & {
        kind: Kind;
        role: string;
        tool?: string;
        tokens: number;
        text: string;
    })[];
    tools: {
        name: string;
        outputs: number;
        tokens: number;
        failed: number;
    }[];
    prunes: (Place & PruneNote)[];
    compactions: (Place & {
        timestamp: string;
        tokensBefore: number;
        summaryTokens: number;
        firstKeptEntryId: string;
    })[];
    branches: {
        leaves: number;
        forks: number;
        offPath: number;
    };
    damage: Damage[];
    violations: {
        count: number;
        first: (Violation & Partial<Place>)[];
    };
}
/** Looks at a session. */
export declare function findings(loaded: Loaded, session: Session): Promise<Findings>;
