/** The tables of the Postgres store, and every statement that it runs. */
import { EpitomeError } from "../../errors.js";
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
/**
 * The SQL that makes the tables, for a migration tool; `postgres(client, { createTables: false })` then leaves that to it.
 * Running it again changes nothing.
 *
 * @throws EpitomeError `invalid-option` for a name that is not made of letters, digits and `_`.
 */
export function postgresTables(names = {}) {
    return `${statements(names).create.join(";\n\n")};\n`;
}
/** @internal */
export function statements({ schema, prefix = "epitome_" }) {
    for (const [option, value] of Object.entries({ schema, prefix })) {
        if (value === undefined || (typeof value === "string" && NAME.test(value)))
            continue;
        const message = `${option} must be a name of at most 40 letters, digits and "_": it becomes part of SQL.`;
        throw new EpitomeError("invalid-option", message, { details: { path: option } });
    }
    const table = (name) => `${schema === undefined ? "" : `"${schema}".`}"${prefix}${name}"`;
    const [sessions, entries, artifacts] = [table("sessions"), table("entries"), table("artifacts")];
    const store = (session) => `WITH session AS (
  ${session}
), stored AS (
  INSERT INTO ${entries} (session, position, id, data)
  SELECT session.number, $2::bigint + item.place - 1, item.id, item.data
  FROM session, ROWS FROM (json_array_elements_text($4::text::json), json_array_elements_text($5::text::json))
    WITH ORDINALITY AS item (id, data, place)
  RETURNING 1
)
SELECT count(*)::int AS stored FROM stored`;
    return {
        present: `SELECT ${[sessions, entries, artifacts].map((name) => `to_regclass('${name}') IS NOT NULL`).join(" AND ")} AS present`,
        // COLLATE "C": ids are compared as bytes, which is fastest, and which no update of the system's collations can harm.
        create: [
            `CREATE TABLE IF NOT EXISTS ${sessions} (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text COLLATE "C" NOT NULL UNIQUE,
  id text NOT NULL,
  head bigint NOT NULL,
  modified timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70)`,
            `CREATE TABLE IF NOT EXISTS ${entries} (
  session bigint NOT NULL REFERENCES ${sessions} (number) ON DELETE CASCADE,
  position bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (session, position),
  UNIQUE (session, id)
)`,
            `CREATE TABLE IF NOT EXISTS ${artifacts} (
  session text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (session, id)
)`,
        ],
        // Both lock the session's row, so writers go one after the other, and whoever comes second finds another head.
        begin: store(`INSERT INTO ${sessions} (key, id, head) VALUES ($1::text, $6::text, $2::bigint + $3::bigint)
  ON CONFLICT (key) DO NOTHING RETURNING number`),
        extend: store(`UPDATE ${sessions} SET head = head + $3::bigint, modified = now()
  WHERE key = $1::text AND head = $2::bigint RETURNING number`),
        look: `SELECT session.head,
  (SELECT json_agg(entry.id ORDER BY entry.position)::text FROM ${entries} AS entry
    WHERE entry.session = session.number AND entry.position >= $2::bigint AND entry.position < $2::bigint + $3::bigint) AS stretch,
  (SELECT json_agg(entry.id)::text FROM ${entries} AS entry
    WHERE entry.session = session.number AND entry.id = ANY (ARRAY(SELECT json_array_elements_text($4::text::json)))) AS taken
FROM ${sessions} AS session WHERE session.key = $1::text`,
        // The sum leaves out what would make the answer too large, without fetching it: lengths are known without the data.
        read: `SELECT session.number, session.head, stretch.data
FROM ${sessions} AS session LEFT JOIN LATERAL (
  SELECT * FROM (
    SELECT position, data, sum(octet_length(data)) OVER (ORDER BY position) - octet_length(data) AS before
    FROM ${entries} AS entry
    WHERE entry.session = session.number AND position >= $2::bigint AND position < $2::bigint + $3::bigint
  ) AS sized WHERE before < $4::bigint
) AS stretch ON true
WHERE session.key = $1::text ORDER BY stretch.position`,
        list: `SELECT key, id, head, floor(extract(epoch FROM modified) * 1000)::bigint AS modified
FROM ${sessions} WHERE key > $1::text ORDER BY key LIMIT $2::bigint`,
        delete: `WITH gone AS (DELETE FROM ${artifacts} WHERE session = $1::text) DELETE FROM ${sessions} WHERE key = $1::text`,
        putArtifact: `INSERT INTO ${artifacts} (session, id, data) VALUES ($1::text, $2::text, $3::text) ON CONFLICT DO NOTHING`,
        getArtifact: `SELECT data FROM ${artifacts} WHERE session = $1::text AND id = $2::text`,
    };
}
