/** What faults are made of. Each is put before a right store: `disk` is the memory store behind all handles. */

import { EpitomeError } from "../../../../pkg/dist/errors.js";

export const tick = () => new Promise((resolve) => setImmediate(resolve));
export const failed = (code, message = "no") => new EpitomeError(code, message);
export const idsOf = (entries) => entries.map(({ id }) => id);
export const copy = (value) => JSON.parse(JSON.stringify(value));
export const wellFormed = (text) => text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
export const deep = (value, change) => {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((part) => deep(part, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part, change)]));
};
/** Calls a method as it is, on the entries changed. */
export const onEntries =
  (change) =>
  ({ disk }) => ({
    append: (id, head, entries, o) =>
      disk.append(id, head, Array.isArray(entries) ? entries.map((entry) => (entry?.id ? change(entry) : entry)) : entries, o),
  });
export const onReads =
  (change) =>
  ({ disk }) => ({
    read: (id, after, o) => {
      const found = disk.read(id, after, o);
      return { ...found, entries: change(found.entries) };
    },
  });
export const onArtifacts = (change) => (made) => ({ artifacts: (id) => ({ ...made.disk.artifacts(id), ...change(made, id) }) });
/** What an append would do to a log that does not check ids: stored under names of their own, read under the given ones. */
export const hidden = "~hidden~";
export const unhide = (disk) => (id, after, o) => {
  const { entries, head } = disk.read(id, after, o);
  return { entries: entries.map((entry) => ({ ...entry, id: entry.id.split(hidden)[0] })), head };
};
export const hide = (entries, at) => entries.map((entry, index) => ({ ...entry, id: `${entry.id}${hidden}${at + index}` }));
