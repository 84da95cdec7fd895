/** `epitome tree`: a session's tree, its branches beside the path on which the session stands. */
import type { Options } from "./args.js";
import { type Host } from "./host.js";
export declare function tree(options: Options, host: Host): Promise<number>;
