/** Stores that are wrong about which sessions there are, and about signals. */

import { copy, failed, tick } from "./faults.mjs";

export const sessions = {
  "has one log for all sessions": {
    caught: { "sessions: their entries, positions and ids are separate": /.*/ },
    make: ({ disk }) => ({
      append: (id, ...args) => disk.append(id && "one", ...args),
      read: (id, ...args) => disk.read(id && "one", ...args),
    }),
  },
  "trims session ids": {
    caught: { "sessions: any string is an id": /"s "/ },
    make: ({ disk }) => ({
      append: (id, ...args) => disk.append(id?.trim?.() ?? id, ...args),
      read: (id, ...args) => disk.read(id?.trim?.() ?? id, ...args),
    }),
  },
  "takes a session id for a pattern when deleting": {
    caught: { "sessions: any string is an id": /Delete the session with exactly this id/ },
    make: ({ disk }) => ({
      delete(id, o) {
        disk.delete(id, o);
        if (!id.endsWith("%")) return;
        for (const { id: other } of disk.list()) if (other.startsWith(id.slice(0, -1))) disk.delete(other);
      },
    }),
  },
  "lists a session that was only read": {
    caught: { "list: names what is stored, and only that": /after a read and a refused append: expected \[\]/ },
    make({ disk, shared }) {
      shared.seen ??= new Set();
      return {
        read(id, ...args) {
          shared.seen.add(id);
          return disk.read(id, ...args);
        },
        list: (o) => [...new Set([...disk.list(o).map(({ id }) => id), ...shared.seen])].map((id) => ({ id })),
      };
    },
  },
  "lists the positions of the last entries as heads": {
    caught: { "list: names what is stored, and only that": /list gives the head 2 for a session of 3 entries/ },
    make: ({ disk }) => ({ list: (o) => disk.list(o).map(({ id, head }) => ({ id, head: head - 1 })) }),
  },
  "lists times that are no ISO 8601": {
    caught: { "list: names what is stored, and only that": /list gives 1234 as the time of the last write/ },
    make: ({ disk }) => ({ list: (o) => disk.list(o).map(({ id }) => ({ id, modified: 1234 })) }),
  },
  "only empties what it deletes, and keeps the ids": {
    caught: { "delete: the session is new afterwards": /.*/ },
    make({ disk, shared }) {
      shared.ids ??= new Map();
      return {
        append(id, head, entries, o) {
          const answer = disk.append(id, head, [], o);
          const taken = shared.ids.get(id) ?? shared.ids.set(id, new Set()).get(id);
          if (answer.ok && Array.isArray(entries) && entries.some((entry) => taken.has(entry?.id))) throw failed("duplicate-entry");
          const stored = disk.append(id, head, entries, o);
          for (const entry of entries) taken.add(entry.id);
          return stored;
        },
      };
    },
  },
  "fails to delete what is not there": {
    caught: { "delete: the session is new afterwards": /delete\("never there"\) of the store failed/ },
    make: ({ disk }) => ({
      delete(id, o) {
        if (disk.read(id, 0).head === 0) throw new Error("not found");
        disk.delete(id, o);
      },
    }),
  },
  "keeps an index in memory over a deletion": {
    caught: { "delete: a handle that knew the old session notices": /failed: EpitomeError|answered/ },
    make({ disk }) {
      const known = new Map();
      return {
        append(id, head, entries, o) {
          const taken = known.get(id);
          if (Array.isArray(entries) && disk.append(id, head, [], o).ok && entries.some((entry) => taken?.has(entry?.id)))
            throw failed("duplicate-entry");
          return disk.append(id, head, entries, o);
        },
        read(id, after, o) {
          const found = disk.read(id, after, o);
          const taken = known.get(id) ?? known.set(id, new Set()).get(id);
          for (const entry of found.entries) taken.add(entry.id);
          return found;
        },
        delete(id, o) {
          known.delete(id);
          disk.delete(id, o);
        },
      };
    },
  },
  "does not look at signals": {
    caught: { "signal: a call that is aborted already does nothing": /append with an aborted signal answered/ },
    make: ({ disk }) => ({
      append: (id, head, entries) => disk.append(id, head, entries),
      read: (id, after, o) => disk.read(id, after, { limit: o?.limit }),
    }),
  },
  "wraps the reason of an abort": {
    caught: { "signal: a call that is aborted already does nothing": /threw "?Error: aborted.* instead of the signal's reason itself/ },
    make: ({ disk }) => ({
      read(id, after, o) {
        if (o?.signal?.aborted) throw new Error("aborted");
        return disk.read(id, after, o);
      },
    }),
  },
  "stops in the middle when it is aborted": {
    caught: { "signal: an abort during a call leaves the log whole": /an aborted append of 3 entries has stored [12]\./ },
    make: ({ disk }) => ({
      async append(id, head, entries, o) {
        if (!Array.isArray(entries) || !o?.signal) return disk.append(id, head, entries, o);
        const given = copy(entries);
        for (const [at, entry] of given.entries()) {
          disk.append(id, head + at, [entry], o);
          await tick();
        }
        return { ok: true, head: head + given.length };
      },
    }),
  },
};
