/**
 * Stores that are wrong in one thing each, and the case of the conformance kit that has to find it.
 *
 * Each is a right store with one fault put before it. `make` gets the storage, which all handles share, and gives a handle;
 * it is called once for each handle. `caught` names the cases that must fail, with what their message must say.
 */

import { memory } from "../../../pkg/dist/stores/memory.js";
import { appends } from "./broken/appends.mjs";
import { artifacts } from "./broken/artifacts.mjs";
import { reads } from "./broken/reads.mjs";
import { sessions } from "./broken/sessions.mjs";
import { values } from "./broken/values.mjs";
import { writers } from "./broken/writers.mjs";

export const BROKEN = { ...appends, ...writers, ...reads, ...values, ...sessions, ...artifacts };

/** Opens a subject with this fault; without one it is right. */
export function subject(make = () => ({})) {
  const [disk, shared] = [memory(), {}];
  const open = () => ({ ...disk, ...make({ disk, shared }) });
  return { store: open(), reopen: open };
}
