/** The picture: the context before and after a compaction, as two bars on one scale, then the summary and what follows it. */
import { type Compacted } from "./result.js";
import { type Style } from "./style.js";
/** Draws the result, as lines. */
export declare function picture(result: Compacted, style: Style): string[];
