/** Whether two values say the same: they are one, or the same as JSON. What JSON cannot write is the same as itself only. */
export declare function isSame(one: unknown, other: unknown): boolean;
