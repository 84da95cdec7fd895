/** The tables, and every statement of the store. All values go in and come out as text and numbers that any client has. */
/**
 * The text that stands for an id in the tables: the inside of its JSON string, which for most ids is the id itself. Clients
 * would lose a lone surrogate, and some of them what follows a NUL.
 */
export const keyOf = (id) => JSON.stringify(id).slice(1, -1);
/** The id that `keyOf` made the text of. */
export const idOf = (key) => JSON.parse(`"${key}"`);
/** The statements, for tables whose names begin with `prefix`. */
export function statementsFor(prefix) {
    const [entries, artifacts] = [`${prefix}entries`, `${prefix}artifacts`];
    const head = `coalesce((SELECT max(position) + 1 FROM ${entries} WHERE session = ?), 0)`;
    const ofSession = (table) => `FROM ${table} WHERE session = ?`;
    const withIds = `${ofSession(entries)} AND id IN (SELECT value FROM json_each(?))`;
    return {
        /** How many of the two tables there are. */
        tables: {
            sql: "SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table' AND name IN (?, ?)",
            args: [entries, artifacts],
        },
        makeTables: [
            {
                sql: `CREATE TABLE IF NOT EXISTS ${entries} (session TEXT NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, entry TEXT NOT NULL, stored_at INTEGER NOT NULL, PRIMARY KEY (session, position), UNIQUE (session, id))`,
                args: [],
            },
            {
                sql: `CREATE TABLE IF NOT EXISTS ${artifacts} (session TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (session, id))`,
                args: [],
            },
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
                JSON.stringify(keys),
            ],
        }),
        /** The head, and where each of these ids is stored, at one moment: `head` and `found`, JSON of [position, key]. */
        look: (session, keys) => ({
            sql: `SELECT ${head} AS head, (SELECT json_group_array(json_array(position, id)) ${withIds}) AS found`,
            args: [session, session, JSON.stringify(keys)],
        }),
        /**
         * The head, in a row of its own at position -1, and the lines of a stretch, all at one moment. The stretch is a range of
         * the index, since positions have no gaps.
         */
        read: (session, after, end) => ({
            sql: `SELECT -1 AS position, ${head} AS value
        UNION ALL SELECT position, entry AS value ${ofSession(entries)} AND position >= ? AND position < ?
        ORDER BY position`,
            args: [session, session, after, end],
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
            args: [],
        }),
        delete: (session) => [
            { sql: `DELETE ${ofSession(artifacts)}`, args: [session] },
            { sql: `DELETE ${ofSession(entries)}`, args: [session] },
        ],
        putArtifact: (session, id, data) => ({
            sql: `INSERT INTO ${artifacts} (session, id, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
            args: [session, keyOf(id), JSON.stringify(data)],
        }),
        getArtifact: (session, id) => ({
            sql: `SELECT data ${ofSession(artifacts)} AND id = ?`,
            args: [session, keyOf(id)],
        }),
    };
}
