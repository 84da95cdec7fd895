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
  columnOf: () => columnOf,
  connect: () => connect
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../../errors.js");
var import_failure = require("./failure.js");
const BRIEF_MS = 20;
function connect(db) {
  const has = (name) => typeof db?.[name] === "function";
  if (has("commit") && has("rollback"))
    throw unsuitable("Give the client itself: a transaction ends, and a session goes on after it.");
  if (has("execute") && has("batch") && has("executeMultiple"))
    return clientConnection(db);
  if (has("prepare") && has("exec") && !has("batch"))
    return syncConnection(db);
  throw unsuitable("Give a Database of better-sqlite3 or libsql, a DatabaseSync of node:sqlite, or a client of @libsql/client.");
}
function syncConnection(db) {
  const prepared = /* @__PURE__ */ new Map();
  const prepare = (sql) => {
    const statement = prepared.get(sql) ?? prepareOn(db, sql);
    prepared.set(sql, statement);
    return statement;
  };
  const isClosed = () => db.open === false || db.isOpen === false;
  const isInTransaction = () => db.inTransaction === true || db.isTransaction === true;
  return {
    obstacle: () => isClosed() ? "closed" : isInTransaction() ? "transaction" : void 0,
    rows: ({ sql, args }) => briefly(db, () => {
      const read = () => prepare(sql).all(...args);
      if (isInTransaction())
        return read();
      try {
        db.exec("BEGIN; SELECT 1 FROM sqlite_master LIMIT 1");
      } catch (error) {
        rollBack(db);
        if ((0, import_failure.isHostAtWork)(error))
          return read();
        throw error;
      }
      return committed(db, read);
    }),
    change: (statements) => briefly(db, () => {
      db.exec("BEGIN IMMEDIATE");
      return committed(db, () => {
        let changes = 0;
        for (const { sql, args } of statements)
          changes = Number(prepare(sql).run(...args).changes);
        return changes;
      });
    })
  };
}
function prepareOn(db, sql) {
  const statement = db.prepare(sql);
  if (typeof statement?.all === "function")
    return statement;
  throw unsuitable("This database answers by promise; give one that answers at once, or a client of @libsql/client.");
}
function committed(db, work) {
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}
function rollBack(db) {
  try {
    db.exec("ROLLBACK");
  } catch {
  }
}
function briefly(db, work) {
  const before = Number(columnOf(prepareOn(db, "PRAGMA busy_timeout").all()[0], "timeout", 0));
  const set = (ms) => {
    if (before !== BRIEF_MS && Number.isSafeInteger(before))
      db.prepare(`PRAGMA busy_timeout = ${ms}`).all();
  };
  set(BRIEF_MS);
  try {
    return work();
  } finally {
    set(before);
  }
}
function clientConnection(client) {
  return {
    obstacle: () => client.closed === true ? "closed" : void 0,
    rows: async (statement) => (await client.execute(statement)).rows,
    change: async (statements) => {
      if (client.protocol !== "file")
        return (await client.batch(statements, "write")).at(-1)?.rowsAffected;
      await client.executeMultiple(["BEGIN IMMEDIATE", ...statements.map(inFull), "COMMIT"].join(";\n"));
      return void 0;
    }
  };
}
function inFull({ sql, args }) {
  const literals = args.map((value) => typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);
  return sql.split("?").reduce((text, part, index) => text + literals[index - 1] + part);
}
function columnOf(row, name, place) {
  return Array.isArray(row) ? row[place] : row?.[name];
}
function unsuitable(message) {
  return new import_errors.EpitomeError("invalid-option", message);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  columnOf,
  connect
});
