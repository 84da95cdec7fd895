/** Whether two values say the same: they are one, or the same as JSON. What JSON cannot write is the same as itself only. */
export function isSame(one, other) {
    if (one === other)
        return true;
    try {
        return JSON.stringify(one) === JSON.stringify(other);
    }
    catch {
        return false;
    }
}
