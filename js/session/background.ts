/** A summary that is written while the conversation goes on, and held until the session comes to a safe point. */

import { orAborted } from "../waiting.js";
import type { Fold } from "./fold.js";
import type { Outcome } from "./types.js";

export interface Background {
  /** Whether there is nothing to wait for any more: the summary is written, or there is none. */
  isReady: boolean;
  /** Lets the summary be committed, and gives what became of it. After an abort it ends as `cancelled`. */
  end(): Promise<Outcome>;
  abort(reason: unknown): void;
}

/** Goes on with what `begin` has begun under the signal that it is given; undefined where there is nothing to do. */
export function inBackground(caller: AbortSignal | undefined, begin: (signal: AbortSignal) => Fold | undefined): Background | undefined {
  const controller = new AbortController();
  const { signal } = controller;
  const fold = begin(signal);
  if (!fold) return undefined;
  const stop = () => controller.abort(caller!.reason);
  caller?.addEventListener("abort", stop, { once: true });
  let release!: () => void;
  const safe = new Promise<void>((resolve) => {
    release = resolve;
  });
  const self: Background = {
    isReady: false,
    end() {
      release();
      return outcome;
    },
    abort: (reason) => controller.abort(reason),
  };
  const ready = () => {
    self.isReady = true;
  };
  const outcome = fold(() => {
    ready();
    return orAborted(() => safe, signal);
  });
  const over = () => {
    ready();
    caller?.removeEventListener("abort", stop);
  };
  // What is thrown is told by `end`.
  outcome.then(over, over);
  return self;
}
