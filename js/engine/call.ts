/** Calls into the core: its refusals become this package's errors. */

import { EpitomeError } from "../errors.js";

/** Runs `work`; what the core throws (`{ code, path, message }`) is thrown as an `EpitomeError`. `origin` is put before the place. */
export function guarded<T>(work: () => T, origin?: (path: string) => string): T {
  try {
    return work();
  } catch (thrown) {
    throw asEpitomeError(thrown, origin);
  }
}

/** What the core threw, as an error of this package; anything else as it is. */
export function asEpitomeError(thrown: unknown, origin?: (path: string) => string): unknown {
  if (!isCoreError(thrown)) return thrown;
  const path = origin && thrown.path ? origin(thrown.path) : thrown.path;
  const text = thrown.message.startsWith(`${thrown.path}: `) ? thrown.message.slice(thrown.path.length + 2) : thrown.message;
  return new EpitomeError(thrown.code, path ? `${path}: ${text}` : text, { details: path ? { path } : {} });
}

function isCoreError(thrown: unknown): thrown is { code: string; path: string; message: string } {
  return typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "code" in thrown && "path" in thrown;
}
