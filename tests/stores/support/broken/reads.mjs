/** Stores that are wrong in what they read, and in the arguments that they take. */

import { onReads, tick } from "./faults.mjs";

export const reads = {
  "gives one entry more than the limit": {
    caught: {
      "read: any position with any limit": /read after 0 with the limit 1 of a log of 12: expected \["e-0"\], found \["e-0","e-1"\]/,
    },
    make: ({ disk }) => ({ read: (id, after, o) => disk.read(id, after, o?.limit > 0 ? { ...o, limit: o.limit + 1 } : o) }),
  },
  "tells the end of the stretch as the head": {
    caught: { "read: any position with any limit": /with the limit 1 of a log of 12 gave the head 1/ },
    make: ({ disk }) => ({
      read(id, after, o) {
        const found = disk.read(id, after, o);
        return { ...found, head: Math.min(found.head, after + found.entries.length) };
      },
    }),
  },
  "throws past the end": {
    caught: { "read: past the end, however far": /read\("s", 4\) of the store failed: RangeError/ },
    make: ({ disk }) => ({
      read(id, after, o) {
        if (after > disk.read(id, 0).head) throw new RangeError("past the end");
        return disk.read(id, after, o);
      },
    }),
  },
  "has positions of 32 bits": {
    caught: { "read: past the end, however far": /read after 4294967296 of a log of 3/ },
    make: ({ disk }) => ({ read: (id, after, o) => disk.read(id, Number.isSafeInteger(after) && after >= 0 ? after >>> 0 : after, o) }),
  },
  "gives a hundred entries at the most": {
    caught: { "read: a long log in stretches, from its end and from its beginning": /read after 863 with the limit 137/ },
    make: ({ disk }) => ({
      read: (id, after, o) =>
        disk.read(id, after, { ...o, limit: Math.min(o?.limit ?? Number.MAX_SAFE_INTEGER, o?.limit ? 100 : Number.MAX_SAFE_INTEGER) }),
    }),
  },
  "keeps the objects that it is given": {
    caught: { "read: later changes of what was given or read reach nobody": /Copy what append is given/ },
    make({ disk, shared }) {
      shared.given ??= new Map();
      return {
        append(id, head, entries, o) {
          const answer = disk.append(id, head, entries, o);
          for (const entry of entries) shared.given.set(entry.id, entry);
          return answer;
        },
        ...onReads((entries) => entries.map((entry) => shared.given.get(entry.id) ?? entry))({ disk }),
      };
    },
  },
  "gives the same objects to every reader": {
    caught: { "read: later changes of what was given or read reach nobody": /Give each read objects of its own/ },
    make({ disk, shared }) {
      shared.read ??= new Map();
      return onReads((entries) => entries.map((entry) => shared.read.get(entry.id) ?? shared.read.set(entry.id, entry).get(entry.id)))({
        disk,
      });
    },
  },
  "turns entries into text after a wait": {
    caught: { "read: an entry that the caller changes while the store is writing": /found \["changed"\]/ },
    make: ({ disk }) => ({
      async append(...args) {
        await tick();
        return disk.append(...args);
      },
    }),
  },
  "makes the best of odd arguments": {
    caught: { "arguments: what cannot be meant is refused": /append\("", 0, …\) answered \{"ok":true,"head":1\} instead of throwing/ },
    make: ({ disk }) => ({
      append: (id, head, entries, o) => disk.append(String(id || "none"), Math.max(0, Math.trunc(Number(head) || 0)), entries, o),
    }),
  },
  "reads at odd positions": {
    caught: { "arguments: what cannot be meant is refused": /read\("s", 0\.5\) answered/ },
    make: ({ disk }) => ({ read: (id, after, o) => disk.read(id, Math.max(0, Math.trunc(Number(after) || 0)), o) }),
  },
};
