/** Small session files, made by hand: one for each thing that a tree can hold. */

const TIME = "2026-03-02T09:00:00.000Z";
const entry = (type, id, parentId, fields) => ({ type, id, ...(parentId !== undefined && { parentId }), timestamp: TIME, ...fields });
const said = (role, id, parentId, text) => entry("message", id, parentId, { message: { role, content: [{ type: "text", text }] } });
export const user = (id, parentId, text) => said("user", id, parentId, text);
export const assistant = (id, parentId, text) => said("assistant", id, parentId, text);
export const compaction = (id, parentId, firstKeptEntryId, tokensBefore) =>
  entry("compaction", id, parentId, { summary: "## Goal\nMend the clock.", firstKeptEntryId, tokensBefore });
export const summary = (id, parentId, fromId, text) => entry("branch_summary", id, parentId, { fromId, summary: text });
const move = (id, targetId) => entry("leaf", id, targetId, { targetId });
const label = (id, parentId, targetId, text) => entry("label", id, parentId, { targetId, label: text });

/** The text of a session file. */
export const fileOf = (entries, header = {}) =>
  [{ type: "session", version: 3, id: "tree", timestamp: TIME, ...header }, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");

/** Entries in a row, user and assistant by turns. */
function chain(from, count, parentId, text) {
  const made = [];
  for (let at = 0; at < count; at++) {
    const id = `${from}${at}`;
    made.push((at % 2 === 0 ? user : assistant)(id, parentId, `${text} ${at}`));
    parentId = id;
  }
  return made;
}

export const TREES = {
  "nested-branches": fileOf([
    user("a", null, "The clock shows 24:00 at midnight."),
    assistant("b", "a", "Shall I mend the formatter or the caller?"),
    user("c", "b", "The formatter."),
    ...chain("c", 6, "c", "formatter"),
    user("d", "b", "The caller, rather."),
    assistant("e", "d", "There are two callers."),
    user("f", "e", "The first."),
    assistant("g", "f", "Mended."),
    user("h", "e", "The second."),
    assistant("i", "h", "Mended, too."),
    user("j", "f", "No, leave the first."),
    user("k", "b", "Neither. Write a test first."),
    assistant("l", "k", "A test that fails is there."),
    user("m", "l", "Good."),
  ]),
  "branch-with-compaction": fileOf([
    ...chain("a", 4, null, "at first"),
    ...chain("b", 6, "a3", `${"a long way round ".repeat(20)}b`),
    compaction("cut", "b5", "b4", 48_200),
    ...chain("c", 4, "cut", "behind the cut"),
    summary("back", "a3", "c3", "The long way round was tried, and it led nowhere."),
    ...chain("d", 3, "back", "the short way"),
  ]),
  "returned-to": fileOf([
    ...chain("a", 3, null, "first way"),
    summary("s1", "a0", "a2", "The first way is half done."),
    ...chain("b", 3, "s1", "second way"),
    move("go", "a2"),
    summary("s2", "a2", "b2", "The second way is done."),
    label("name", "s2", "a2", "first way, again"),
    assistant("z", "name", "Back on the first way."),
  ]),
  siblings: fileOf([
    user("a", null, "Try each of these."),
    ...["one", "two", "three", "four"].flatMap((way, at) => chain(way, 2 + at, "a", `way ${way}`)),
    move("go", "one0"),
  ]),
  forest: fileOf([
    ...chain("a", 3, null, "a first beginning"),
    ...chain("b", 2, null, "a second beginning"),
    ...chain("c", 9, null, "a third beginning"),
    entry("leaf", "go", null, { targetId: null }),
  ]),
  "broken-parents": fileOf([
    user("a", null, "one"),
    assistant("b", "lost", "its parent is not there"),
    user("c", undefined, "it names none"),
    assistant("d", "e", "its parent comes later"),
    user("e", "b", "a branch of its own"),
    compaction("f", "e", "nobody", 100),
    summary("g", "f", "gone", "from a branch that is not there"),
  ]),
  handoff: fileOf(
    [
      entry("custom_message", "a", null, {
        customType: "handoff",
        display: true,
        content: "# Handoff\nThe clock is mended; the tests are not.",
        details: { parentSession: "before", parentLeafId: "z" },
      }),
      user("b", "a", "Go on with the tests."),
      ...chain("c", 30, "b", "test"),
      entry("prune", "p", "c29", {
        reason: "threshold",
        edits: [{ entryId: "c1", part: 0, text: "[…]", why: "old", tokensSaved: 1_200 }],
      }),
      entry("custom", "h", "p", { customType: "handoff", data: { sessionId: "after" } }),
      label("l", "h", "c15", "half way"),
    ],
    { parentSession: "before" },
  ),
  // What the entries say, and not the forms that they say it in.
  documents: fileOf(
    [
      entry("custom_message", "a", null, {
        customType: "handoff",
        display: true,
        content:
          "This session goes on from an earlier one.\n\n<handoff-context>\n# Briefing\n\n**Goal:**\n---\nThe clock is mended.\n\n<modified-files>\nsrc/clock.ts\n</modified-files>\n</handoff-context>\n\nGo on from where it leaves off.",
        details: { parentSession: "before" },
      }),
      entry("session_info", "name", "a", { name: "Clocks" }),
      ...chain("b", 40, "name", "test"),
      compaction("cut", "b39", "b9", 9_000),
      user("c", "cut", "Try the formatter."),
      summary(
        "s",
        "b38",
        "c",
        "## Primary Request and Intent\nNone recorded.\n\n<read-files>\nsrc/a.ts\n</read-files>\n## What Was Tried\n- The formatter: it was not to blame.\n",
      ),
      summary("t", "s", "b12", "## Nothing but headings\n\n<read-files>\nsrc/a.ts\n"),
    ],
    { parentSession: "before" },
  ),
  "text-of-others": fileOf([
    user("a", null, "\u001b[31mred\u001b[0m\u0007 \u202eback\u202c\r\nand a second line"),
    assistant("b\u001b[2J", "a", "午前0時 ".repeat(30)),
    label("l", "b\u001b[2J", "a", "\u001b]0;title\u0007name"),
    summary("s", "b\u001b[2J", "\u009b2J", "from\u0000nowhere"),
    entry("odd\u001b[1m", "o", "s", {}),
  ]),
};
