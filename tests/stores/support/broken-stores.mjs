/**
 * Stores that are wrong in one thing each, and the case of the conformance kit that has to find it.
 *
 * Each is a right store with one fault put before it. `make` gets the storage, which all handles share, and gives a handle;
 * it is called once for each handle. `caught` names the cases that must fail, with what their message must say.
 */

import { EpitomeError } from "../../../pkg/dist/errors.js";
import { memory } from "../../../pkg/dist/stores/memory.js";

const tick = () => new Promise((resolve) => setImmediate(resolve));
const failed = (code, message = "no") => new EpitomeError(code, message);
const idsOf = (entries) => entries.map(({ id }) => id);
const copy = (value) => JSON.parse(JSON.stringify(value));
const wellFormed = (text) => text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
const deep = (value, change) => {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((part) => deep(part, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part, change)]));
};
/** Calls a method as it is, on the entries changed. */
const onEntries =
  (change) =>
  ({ disk }) => ({
    append: (id, head, entries, o) =>
      disk.append(id, head, Array.isArray(entries) ? entries.map((entry) => (entry?.id ? change(entry) : entry)) : entries, o),
  });
const onReads =
  (change) =>
  ({ disk }) => ({
    read: (id, after, o) => {
      const found = disk.read(id, after, o);
      return { ...found, entries: change(found.entries) };
    },
  });
const onArtifacts = (change) => (made) => ({ artifacts: (id) => ({ ...made.disk.artifacts(id), ...change(made, id) }) });
/** What an append would do to a log that does not check ids: stored under names of their own, read under the given ones. */
const hidden = "~hidden~";
const unhide = (disk) => (id, after, o) => {
  const { entries, head } = disk.read(id, after, o);
  return { entries: entries.map((entry) => ({ ...entry, id: entry.id.split(hidden)[0] })), head };
};
const hide = (entries, at) => entries.map((entry, index) => ({ ...entry, id: `${entry.id}${hidden}${at + index}` }));

export const BROKEN = {
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
  "gives undefined for an unknown artifact": {
    caught: {
      "artifacts: kept for any handle, and null where there is none": /get\("a"\) answered undefined, which is neither a string nor null/,
    },
    make: onArtifacts(({ disk }, id) => ({ get: (name, o) => disk.artifacts(id).get(name, o) ?? undefined })),
  },
  "takes an empty artifact for none": {
    caught: {
      "artifacts: kept for any handle, and null where there is none": /an empty string that was put: get gives null instead of ""/,
    },
    make: onArtifacts(({ disk }, id) => ({ get: (name, o) => disk.artifacts(id).get(name, o) || null })),
  },
  "writes artifacts over": {
    caught: { "artifacts: the first data of an id stay": /found "second, and longer"|the data differ/ },
    make({ disk, shared }) {
      shared.artifacts ??= new Map();
      return {
        artifacts: (id) => ({
          put(name, data, o) {
            disk.artifacts(id).put(name, data, o);
            shared.artifacts.set(JSON.stringify([id, name]), data);
          },
          get: (name, o) => (disk.artifacts(id).get(name, o) === null ? null : (shared.artifacts.get(JSON.stringify([id, name])) ?? null)),
        }),
      };
    },
  },
  "has the same artifacts for all sessions": {
    caught: { "artifacts: each session has its own": /the same id in another session: get gives "of s" instead of null/ },
    make: ({ disk }) => ({ artifacts: (id) => disk.artifacts(id && "one") }),
  },
  "joins session and id to a key": {
    caught: { "artifacts: each session has its own": /an id that looks like the other session's key: get gives "1" instead of null/ },
    make: ({ disk }) => ({
      artifacts(id) {
        const all = disk.artifacts(id && "all");
        return { put: (name, data, o) => all.put(name && `${id}/${name}`, data, o), get: (name, o) => all.get(name && `${id}/${name}`, o) };
      },
    }),
  },
  "keeps artifacts as UTF-8": {
    caught: { "artifacts: any string, any id": /the data differ at unit/ },
    make: onArtifacts(({ disk }, id) => ({
      put: (name, data, o) => disk.artifacts(id).put(name, typeof data === "string" ? wellFormed(data) : data, o),
    })),
  },
  "cuts artifacts off": {
    caught: { "artifacts: many megabytes": /the data differ at unit 1000000 \(1000000 and 6400001 UTF-16 units\)/ },
    make: onArtifacts(({ disk }, id) => ({ put: (name, data, o) => disk.artifacts(id).put(name, data?.slice?.(0, 1_000_000) ?? data, o) })),
  },
  "leaves the artifacts of a deleted session": {
    caught: { "artifacts: they go with their session": /an artifact of the deleted session: get gives "of s" instead of null/ },
    make: ({ shared }) => {
      shared.beside ??= memory();
      return { artifacts: (id) => shared.beside.artifacts(id) };
    },
  },
  "makes text of any artifact": {
    caught: { "artifacts: what cannot be meant is refused": /put\("a", undefined\) answered undefined instead of throwing/ },
    make: onArtifacts(({ disk }, id) => ({ put: (name, data, o) => disk.artifacts(id).put(name, String(data), o) })),
  },
};

/** Opens a subject with this fault; without one it is right. */
export function subject(make = () => ({})) {
  const [disk, shared] = [memory(), {}];
  const open = () => ({ ...disk, ...make({ disk, shared }) });
  return { store: open(), reopen: open };
}
