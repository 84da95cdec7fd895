/** Stores that are wrong when several write and read. */

import { memory } from "../../../../pkg/dist/stores/memory.js";
import { copy, tick } from "./faults.mjs";

export const writers = {
  "waits between comparing and writing": {
    caught: {
      "writers: of appends at once one wins, and every loser learns the true head": /of 6 appends at once at 0, 6 answered \{ ok: true \}/,
      "writers: who loses, reads on and tries again loses nothing": /.*/,
    },
    make: ({ disk }) => ({
      async append(id, head, entries, o) {
        const given = Array.isArray(entries) ? copy(entries) : entries;
        const real = disk.read(id, 0).head;
        if (head !== real) return disk.append(id, head, given, o);
        await tick();
        const now = disk.read(id, 0).head;
        return now === head || !Array.isArray(given)
          ? disk.append(id, head, given, o)
          : { ...disk.append(id, now, given, o), head: head + given.length };
      },
    }),
  },
  "keeps only the writers of one process apart": {
    caught: { "writers: the same through two handles": /of 6 appends at once at \d+, 2 answered \{ ok: true \}/ },
    make({ disk }) {
      let turn = Promise.resolve();
      return {
        append(id, head, entries, o) {
          const given = Array.isArray(entries) ? entries.slice() : entries;
          const run = turn.then(async () => {
            const real = disk.read(id, 0).head;
            await tick();
            const now = disk.read(id, 0).head;
            return now === real || head !== real || !Array.isArray(given)
              ? disk.append(id, head, given, o)
              : { ...disk.append(id, now, given, o), head: head + given.length };
          });
          turn = run.catch(() => {});
          return run;
        },
      };
    },
  },
  "takes a position that is taken for a conflict, whoever took it": {
    caught: { "writers: the same append sent twice at once is stored once, and both succeed": /found \{"ok":false,"head":4\}/ },
    make: ({ disk, shared }) => ({
      async append(id, head, entries, o) {
        if (!Array.isArray(entries)) return disk.append(id, head, entries, o);
        const given = copy(entries);
        const busy = shared.busy?.has(id);
        shared.busy ??= new Set();
        shared.busy.add(id);
        try {
          await tick();
          if (busy && disk.read(id, 0).head !== head) return { ok: false, head: disk.read(id, 0).head };
          return disk.append(id, head, given, o);
        } finally {
          shared.busy.delete(id);
        }
      },
    }),
  },
  "remembers what it has read": {
    caught: {
      "writers: a handle sees at once what another has stored": /the ids that the store opened a second time reads/,
      "delete: a handle that knew the old session notices": /.*/,
    },
    make({ disk }) {
      const read = new Map();
      return {
        append(id, ...args) {
          read.delete(id);
          return disk.append(id, ...args);
        },
        read(id, after, o) {
          const key = JSON.stringify([after, o?.limit]);
          const known = read.get(id) ?? read.set(id, new Map()).get(id);
          if (!known.has(key)) known.set(key, JSON.stringify(disk.read(id, after, o)));
          o?.signal?.throwIfAborted();
          return JSON.parse(known.get(key));
        },
      };
    },
  },
  "forgets on reopening": {
    caught: {
      "writers: what is stored is there for a handle that is opened later": /expected \["a","b","c"\], found \[\]/,
      "artifacts: kept for any handle, and null where there is none": /what was put: get gives null instead of "some data"/,
    },
    make: () => memory(),
  },
  "writes the entries of a batch one after the other": {
    caught: { "writers: a read sees whole batches, never a part of one": /gave the head \d+: a part of a batch/ },
    make: ({ disk }) => ({
      async append(id, head, entries, o) {
        if (!Array.isArray(entries) || disk.read(id, 0).head !== head) return disk.append(id, head, entries, o);
        const given = copy(entries);
        if (given.some((entry) => disk.read(id, 0).entries.some((stored) => stored.id === entry.id)))
          return disk.append(id, head, given, o);
        for (const [at, entry] of given.entries()) {
          disk.append(id, head + at, [entry], o);
          if (at % 2 === 1) await tick();
        }
        return { ok: true, head: head + given.length };
      },
    }),
  },
  "reads the head before the entries": {
    caught: { "writers: a read sees whole batches, never a part of one": /during appends, with the head/ },
    make: ({ disk }) => ({
      async append(...args) {
        await null;
        return disk.append(...args);
      },
      async read(id, after, o) {
        const { head } = disk.read(id, after, o);
        await tick();
        await tick();
        return { ...disk.read(id, after, o), head };
      },
    }),
  },
};
