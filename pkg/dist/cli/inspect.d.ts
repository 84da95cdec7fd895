/** `epitome inspect`: what a conversation holds, as text or as JSON. */
import type { Options } from "./args.js";
import { type Host } from "./host.js";
/** The window that is assumed unless another is named. */
export declare const DEFAULT_WINDOW = 200000;
export declare function inspect(options: Options, host: Host): Promise<number>;
