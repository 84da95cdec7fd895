var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  idOf: () => idOf,
  keyOf: () => keyOf,
  statementsFor: () => statementsFor
});
module.exports = __toCommonJS(stdin_exports);
const keyOf = (id) => JSON.stringify(id).slice(1, -1);
const idOf = (key) => JSON.parse(`"${key}"`);
function statementsFor(prefix) {
  const [entries, artifacts] = [`${prefix}entries`, `${prefix}artifacts`];
  const head = `coalesce((SELECT max(position) + 1 FROM ${entries} WHERE session = ?), 0)`;
  const ofSession = (table) => `FROM ${table} WHERE session = ?`;
  const withIds = `${ofSession(entries)} AND id IN (SELECT value FROM json_each(?))`;
  return {
    /** How many of the two tables there are. */
    tables: {
      sql: "SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table' AND name IN (?, ?)",
      args: [entries, artifacts]
    },
    makeTables: [
      {
        sql: `CREATE TABLE IF NOT EXISTS ${entries} (session TEXT NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, entry TEXT NOT NULL, stored_at INTEGER NOT NULL, PRIMARY KEY (session, position), UNIQUE (session, id))`,
        args: []
      },
      {
        sql: `CREATE TABLE IF NOT EXISTS ${artifacts} (session TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (session, id))`,
        args: []
      }
    ],
    /** Stores the lines if the log ends at `expected` and has none of the ids: by itself whole or not at all. */
    append: (session, expected, keys, lines, now) => ({
      sql: `INSERT INTO ${entries} (session, position, id, entry, stored_at)
        SELECT ?, ? + key, json_extract(value, '$[0]'), json_extract(value, '$[1]'), ? FROM json_each(?)
        WHERE ${head} = ? AND NOT EXISTS (SELECT 1 ${withIds})`,
      args: [
        session,
        expected,
        now,
        JSON.stringify(keys.map((key, index) => [key, lines[index]])),
        session,
        expected,
        session,
        JSON.stringify(keys)
      ]
    }),
    /** The head, and where each of these ids is stored, at one moment: `head` and `found`, JSON of [position, key]. */
    look: (session, keys) => ({
      sql: `SELECT ${head} AS head, (SELECT json_group_array(json_array(position, id)) ${withIds}) AS found`,
      args: [session, session, JSON.stringify(keys)]
    }),
    /**
     * The head, in a row of its own at position -1, and the lines of a stretch, all at one moment. The stretch is a range of
     * the index, since positions have no gaps.
     */
    read: (session, after, end) => ({
      sql: `SELECT -1 AS position, ${head} AS value
        UNION ALL SELECT position, entry AS value ${ofSession(entries)} AND position >= ? AND position < ?
        ORDER BY position`,
      args: [session, session, after, end]
    }),
    /** Every session with its newest entry, going from one to the next by the index, past all that lies between. */
    list: () => ({
      sql: `WITH RECURSIVE sessions (session) AS (
          SELECT min(session) FROM ${entries}
          UNION ALL SELECT (SELECT min(session) FROM ${entries} WHERE session > sessions.session) FROM sessions
          WHERE sessions.session IS NOT NULL)
        SELECT newest.session AS session, newest.position + 1 AS head, newest.stored_at AS stored_at FROM sessions
        JOIN ${entries} AS newest ON newest.session = sessions.session
          AND newest.position = (SELECT max(position) FROM ${entries} WHERE session = sessions.session)`,
      args: []
    }),
    delete: (session) => [
      { sql: `DELETE ${ofSession(artifacts)}`, args: [session] },
      { sql: `DELETE ${ofSession(entries)}`, args: [session] }
    ],
    putArtifact: (session, id, data) => ({
      sql: `INSERT INTO ${artifacts} (session, id, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
      args: [session, keyOf(id), JSON.stringify(data)]
    }),
    getArtifact: (session, id) => ({
      sql: `SELECT data ${ofSession(artifacts)} AND id = ?`,
      args: [session, keyOf(id)]
    })
  };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  idOf,
  keyOf,
  statementsFor
});
