/** Stores that are wrong in what they append. */

import { hide, idsOf, unhide } from "./faults.mjs";

export const appends = {
  "throws for an unknown session": {
    caught: { "append: an unknown session is empty and begins at 0": /read\("s", 0\) of the store failed: Error: no such session/ },
    make: ({ disk }) => ({
      read(id, after, o) {
        const found = disk.read(id, after, o);
        if (found.head === 0) throw new Error("no such session");
        return found;
      },
    }),
  },
  "stores a batch backwards": {
    caught: { "append: entries are kept in the order in which they came": /expected \["z","m","a","k".*found \["z","k","a","m"/ },
    make: ({ disk }) => ({
      append: (id, head, entries, o) => disk.append(id, head, Array.isArray(entries) ? entries.toReversed() : entries, o),
    }),
  },
  "orders positions as text": {
    caught: { "append: entries are kept in the order in which they came": /"z","m","n-5"/ },
    make: ({ disk }) => ({
      read(id, after, o) {
        const found = disk.read(id, 0);
        const sorted = found.entries.map((entry, at) => [String(at), entry]).sort(([left], [right]) => (left < right ? -1 : 1));
        disk.read(id, after, o);
        return { entries: sorted.map(([, entry]) => entry).slice(after, after + (o?.limit ?? found.head)), head: found.head };
      },
    }),
  },
  "ignores the expected head": {
    caught: {
      "append: a writer who is behind or ahead is refused and told the head":
        /an append at 1 to a log of 2: expected \{"ok":false,"head":2\}/,
      "writers: of appends at once one wins, and every loser learns the true head": /6 answered \{ ok: true \}/,
    },
    make: ({ disk }) => ({
      append: (id, head, entries, o) => disk.append(id, head && disk.read(id, 0).head, entries, o),
    }),
  },
  "tells a loser the head that it expected": {
    caught: {
      "append: a writer who is behind or ahead is refused and told the head":
        /expected \{"ok":false,"head":2\}, found \{"ok":false,"head":0\}/,
      "writers: who loses, reads on and tries again loses nothing": /entries are never taken back/,
    },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const answer = disk.append(id, head, entries, o);
        return answer.ok ? answer : { ok: false, head };
      },
    }),
  },
  "answers nothing": {
    caught: { "append: entries are kept in the order in which they came": /answered undefined, which is neither/ },
    make: ({ disk }) => ({ append: (...args) => void disk.append(...args) }),
  },
  "does not know options.format": {
    caught: { "append: the options are accepted": /unknown option format/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        if (o?.format) throw new Error("unknown option format");
        return disk.append(id, head, entries, o);
      },
    }),
  },
  "keeps 999 entries of a batch": {
    caught: { "append: some thousand entries are stored whole": /of 4000 entries answered \{"ok":true,"head":1000\}/ },
    make: ({ disk }) => ({
      append: (id, head, entries, o) => disk.append(id, head, Array.isArray(entries) ? entries.slice(0, 999) : entries, o),
    }),
  },
  "keeps what comes before the entry that fails": {
    caught: { "append: a batch that fails at its end leaves nothing": /expected \["a","b"\], found \["a","b","n-0"\]/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const answers = disk.append(id, head, [], o);
        if (!answers.ok || !Array.isArray(entries)) return disk.append(id, head, entries, o);
        for (const [at, entry] of entries.entries()) disk.append(id, head + at, [entry], o);
        return { ok: true, head: head + entries.length };
      },
    }),
  },
  "answers a repetition with a conflict": {
    caught: {
      "append: a repetition answers the same and doubles nothing":
        /the last append again: expected \{"ok":true,"head":3\}, found \{"ok":false,"head":3\}/,
      "writers: the same append sent twice at once is stored once, and both succeed": /one of four equal appends at once/,
    },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const { ok, head: real } = disk.append(id, head, [], o);
        return ok ? disk.append(id, head, entries, o) : { ok, head: real };
      },
    }),
  },
  "stores a repetition again": {
    caught: { "append: a repetition answers the same and doubles nothing": /found \["a","b","c","b","c"\]/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const answer = disk.append(id, head, entries, o);
        const { head: real } = disk.read(id, 0);
        if (answer.ok && answer.head - entries.length !== real - entries.length) return answer;
        if (answer.ok && disk.read(`made ${id}`, 0).head >= real && entries.length > 0) {
          disk.append(id, real, hide(entries, real));
        }
        disk.append(`made ${id}`, disk.read(`made ${id}`, 0).head, hide(entries, disk.read(`made ${id}`, 0).head));
        return answer;
      },
      read: unhide(disk),
    }),
  },
  "takes any batch that begins alike for a repetition": {
    caught: { "append: what only looks like a repetition is a conflict": /of b, x to the log a, b, c, d, where one of the two ids is new/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        const answer = disk.append(id, head, entries, o);
        if (answer.ok || disk.read(id, head).entries[0]?.id !== entries[0]?.id || entries.length === 0) return answer;
        return { ok: true, head: head + entries.length };
      },
    }),
  },
  "knows only its own repetitions": {
    caught: { "append: a repetition is known by another handle too": /through a second handle: expected \{"ok":true,"head":3\}/ },
    make({ disk }) {
      const own = new Set();
      return {
        append(id, head, entries, o) {
          const { ok, head: real } = disk.append(id, head, [], o);
          const key = JSON.stringify([id, head, idsOf(entries)]);
          if (!ok && !own.has(key)) return { ok, head: real };
          const answer = disk.append(id, head, entries, o);
          own.add(key);
          return answer;
        },
      };
    },
  },
  "takes ids twice": {
    caught: { "append: an id that is taken is refused": /of b to the log a, b answered \{"ok":true,"head":3\} instead of throwing/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        try {
          return disk.append(id, head, entries, o);
        } catch (error) {
          if (error.code !== "duplicate-entry") throw error;
          return disk.append(id, head, hide(entries, head), o);
        }
      },
      read: unhide(disk),
    }),
  },
  "refuses a taken id with the database's error": {
    caught: {
      "append: an id that is taken is refused": /threw "?Error: UNIQUE.* instead of an EpitomeError with the code "duplicate-entry"/,
    },
    make: ({ disk }) => ({
      append(...args) {
        try {
          return disk.append(...args);
        } catch (error) {
          throw error.code === "duplicate-entry" ? new Error("UNIQUE constraint failed") : error;
        }
      },
    }),
  },
  "knows the newest ids only": {
    caught: { "append: an id is taken however far back it is, for another handle too": /the stored id a-0 through the store/ },
    make: ({ disk }) => ({
      append(id, head, entries, o) {
        try {
          return disk.append(id, head, entries, o);
        } catch (error) {
          const newest =
            error.code === "duplicate-entry" && Array.isArray(entries) ? idsOf(disk.read(id, Math.max(0, head - 100)).entries) : [];
          if (
            error.code !== "duplicate-entry" ||
            entries.some((entry) => newest.includes(entry.id)) ||
            new Set(idsOf(entries)).size < entries.length
          )
            throw error;
          return disk.append(id, head, hide(entries, head), o);
        }
      },
      read: unhide(disk),
    }),
  },
};
