/** Stores that lose or change something of an entry. */

import { copy, deep, failed, idsOf, onEntries, onReads, wellFormed } from "./faults.mjs";

export const values = {
  "loses lone surrogates": {
    caught: { "values: what JSON keeps is kept, every character of it": /the entries that the store reads/ },
    make: onReads((entries) => deep(entries, wellFormed)),
  },
  "sorts the keys of objects": {
    caught: { "values: what JSON keeps is kept, every character of it": /jsonb column/ },
    make: onReads((entries) =>
      JSON.parse(JSON.stringify(entries), (_, value) =>
        value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
      ),
    ),
  },
  "drops NUL": {
    caught: { "values: what JSON keeps is kept, every character of it": /What to do: Store the text of JSON.stringify/ },
    make: onReads((entries) => deep(entries, (text) => text.replaceAll("\u0000", ""))),
  },
  "makes a prototype of the key __proto__": {
    caught: { "values: what JSON keeps is kept, every character of it": /.*/ },
    make: onReads((entries) =>
      entries.map((entry) => {
        if (!entry.data) return entry;
        const data = {};
        for (const [key, value] of Object.entries(entry.data)) data[key] = value;
        return { ...entry, data };
      }),
    ),
  },
  "takes ids for the same in either case": {
    caught: { "values: ids are compared unit by unit": /failed: EpitomeError: .*binary collation/s },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const folded = Array.isArray(entries) ? entries.map((entry) => String(entry?.id).toLowerCase()) : [];
        if (new Set(folded).size < folded.length) throw failed("duplicate-entry");
        return disk.append(id, head, entries, o);
      },
    }),
  },
  "keeps ids as UTF-8": {
    caught: { "values: ids are compared unit by unit": /.*/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const answer = disk.append(id, head, [], o);
        const at =
          answer.ok || !Array.isArray(entries) || entries.length === 0
            ? []
            : idsOf(disk.read(id, head, { limit: entries.length }).entries).map(wellFormed);
        if (at.length > 0 && at.join() === idsOf(entries).map(wellFormed).join()) return { ok: true, head: head + entries.length };
        return disk.append(id, head, entries, o);
      },
    }),
  },
  "refuses rows above two megabytes": {
    caught: { "values: entries of some megabytes": /string or blob too big/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const answer = disk.append(id, head, [], o);
        if (answer.ok && Array.isArray(entries) && entries.some((entry) => entry?.message?.content?.length > 800_000))
          throw new Error("string or blob too big");
        return disk.append(id, head, entries, o);
      },
    }),
  },
  "cuts large values between the halves of a pair": {
    caught: { "values: entries of some megabytes": /the entries that the store.* reads/ },
    make: onReads((entries) =>
      entries.map((entry) => {
        const text = entry.message?.content;
        if (!(text?.length > 500_000)) return entry;
        return { ...entry, message: { ...entry.message, content: wellFormed(text.slice(0, 500_000)) + wellFormed(text.slice(500_000)) } };
      }),
    ),
  },
  "stores whatever JSON makes of an entry": {
    caught: {
      "values: what JSON would lose or change is refused with its place":
        /holds a function answered \{"ok":true,"head":2\} instead of throwing/,
    },
    make: onEntries((entry) => {
      try {
        return copy(entry);
      } catch {
        return entry;
      }
    }),
  },
  "does not say where the fault is": {
    caught: {
      "values: what JSON would lose or change is refused with its place": /named the place undefined instead of "entries\[1\]\.data\.a"/,
      "values: entries of a wrong kind are refused with their place": /named the place undefined instead of "entries"/,
    },
    make: ({ disk }) => ({
      append(...args) {
        try {
          return disk.append(...args);
        } catch (error) {
          throw error.code === "invalid-entry" ? failed("invalid-entry") : error;
        }
      },
    }),
  },
  "gives an entry without an id one": {
    caught: { "values: entries of a wrong kind are refused with their place": /the fault at entries\[1\]\.id answered/ },
    make: ({ disk }) => ({
      append: (id, head, entries, o) =>
        disk.append(
          id,
          head,
          Array.isArray(entries)
            ? entries.map((entry) => (Object.hasOwn(Object(entry), "id") ? { ...entry, id: String(entry.id || "made") } : entry))
            : entries,
          o,
        ),
    }),
  },
};
