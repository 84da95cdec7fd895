/** Addresses: which session is meant, and what is asked of it. */
import type { Action } from "../http.js";
/** What an address asks for. */
export interface Route {
    id: string;
    action: Action;
    methods: readonly string[];
}
export declare const pathOf: (request: Request) => string;
/** Reads addresses below a base. */
export declare function routes(basePath?: string): (path: string) => Route;
