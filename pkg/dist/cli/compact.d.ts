/** `epitome compact`: compacts a conversation, says what became of it, and writes the outcome where that is wanted. */
import type { Options } from "./args.js";
import { type Host } from "./host.js";
export declare function compact(options: Options, host: Host): Promise<number>;
