// Documentation of the tape's bytes, with an example that is tested, and that is wrong at first.
import { bash, edit, find, read, write } from "../lib/narrator.mjs";

const PAGE = `# The tape

How a host's value crosses into the core. This page is for people who write a host in another language; the host for
JavaScript is \`js/engine/tape.ts\`, the reader is \`src/tape.rs\`.

A tape is one value. A value is one tag byte and what the tag asks for. All numbers are little endian; a *size* is an
unsigned number of 4 bytes.

| tag | value | what follows |
|---|---|---|
| 0 | null | nothing |
| 1 | false | nothing |
| 2 | true | nothing |
| 3 | number | 8 bytes, IEEE 754 |
| 4 | text | size in bytes, UTF-8 |
| 5 | array | count as a size, the items |
| 6 | object | count as a size, then for each pair: key (size in bytes, UTF-8), value |
| 7 | bytes | their number as a size; the bytes themselves stay with the host |
| 8 | URL | as text |
| 9 | date | as text, ISO 8601 |
| 10 | another object | as text: the name of its class |

Three rules are easy to miss:

1. **A key has no tag.** It is a size and UTF-8, nothing else.
2. **Depth is limited.** The outermost value has depth 0; nothing may lie deeper than 200. A writer should refuse a
   container at depth 200.
3. **A size counts bytes, not characters.** \`é\` has size 2.

## One message, byte by byte

\`{ "role": "user" }\`

| bytes | meaning |
|---|---|
| \`06\` | an object |
| \`01 00 00 00\` | of one pair |
| \`04 00 00 00\` \`72 6f 6c 65\` | key: 4 bytes, \`role\` |
| \`04\` | its value is text |
| \`04 00 00 00\` \`75 73 65 72\` | 4 bytes, \`user\` |

18 bytes in all. The documentation of \`tape::read\` holds the same example as a test.
`;

const EXAMPLE = (key) => `/// Reads one value from the start of the buffer.
///
/// \`\`\`
/// use epitome::tape;
/// // { "role": "user" }
/// let bytes = [6, 1, 0, 0, 0, ${key}4, 0, 0, 0, b'r', b'o', b'l', b'e', 4, 4, 0, 0, 0, b'u', b's', b'e', b'r'];
/// assert_eq!(tape::read(&bytes).unwrap().get_str("role"), Some("user"));
/// \`\`\`
///
/// # Errors
`;

export default async function docs(s) {
  s.user(
    "A colleague wants to write a host in Go and asks how the tape looks. Please write docs/tape.md for somebody who knows neither our Rust nor our TypeScript: the tags, the rules that are easy to miss, one small message byte by byte. And put that same example into the documentation of tape::read, as a test, so that it can never be wrong.",
    { away: 2_280 },
  );
  await s.act({
    think: "Read the reader again rather than write from memory; it is hours ago. And see whether there is a docs folder.",
    say: "I'll read the reader and its tests again instead of writing from memory.",
    calls: [read("src/tape.rs", 1, 62), read("src/tape.rs", s.line("src/tape.rs", "fn value(&mut self"), 46), find("*.md", ".")],
  });
  await s.act({
    think:
      "The example: { role: 'user' }. Object, one pair, key, text. Start with the doc test, since it decides whether I have understood the bytes.",
    say: "The tested example first: it decides whether I have understood the bytes.",
    calls: [
      edit("src/tape.rs", ["/// Reads one value from the start of the buffer.\n///\n/// # Errors\n", EXAMPLE("4, ")]),
      bash("cargo test --doc tape", { fails: true, shows: ["TapeError { offset: 9 }", "FAILED"] }),
    ],
  });
  await s.act({
    think:
      "offset 9: that is behind the key's size. I wrote a text tag (4) before the key, so the reader took 04 04 00 00 as the size: 1028 bytes, more than there are. Keys have no tag, I explained that myself this morning. Exactly the rule that should stand first in the page.",
    say: "`TapeError { offset: 9 }`: I put a text tag before the key, and the reader took `04 04 00 00` as its size, 1,028 bytes. Keys have no tag. I explained that myself this morning and still fell for it, so it will be rule number one on the page.",
    calls: [
      edit("src/tape.rs", ["[6, 1, 0, 0, 0, 4, 4, 0, 0, 0, b'r'", "[6, 1, 0, 0, 0, 4, 0, 0, 0, b'r'"]),
      bash("cargo test --doc tape", { shows: ["test result: ok"] }),
    ],
  });
  await s.act({
    think:
      "Now the page. Count the bytes: 1 + 4 + 4 + 4 + 1 + 4 + 4 = 22? Let me count properly with a small script instead: object 1, count 4, key size 4, key 4, tag 1, size 4, text 4 = 22.",
    say: "Green. Now the page:",
    calls: [
      write("docs/tape.md", PAGE),
      bash(
        `node -e '
const bytes = [6, 1,0,0,0, 4,0,0,0, ...Buffer.from("role"), 4, 4,0,0,0, ...Buffer.from("user")];
console.log(bytes.length, Buffer.from(bytes).toString("hex").match(/../g).join(" "));'`,
        { shows: ["22 06 01 00 00 00"] },
      ),
    ],
  });
  await s.act({
    think: "22, not 18. The page says 18. Fix it.",
    say: "The script counts 22 bytes, my page says 18. Corrected, and the depth rule checked against the two constants once more:",
    calls: [
      edit("docs/tape.md", ["18 bytes in all.", "22 bytes in all."]),
      bash("grep -n 'depth > MAX_DEPTH\\|depth >= MAX_DEPTH\\|MAX_DEPTH: u32 = \\|MAX_DEPTH = ' src/tape.rs js/engine/tape.ts", {
        shows: ["200"],
      }),
      read("docs/tape.md"),
    ],
  });
  await s.act({
    calls: [
      bash("cargo fmt && cargo clippy --lib -- -D warnings && cargo test --lib tape", { shows: ["test result: ok"] }),
      bash("git add docs && git commit -qam 'The tape, described for other hosts' && git show --stat HEAD | tail -4"),
    ],
  });
  const done = s.tell({
    say: '`docs/tape.md` describes the eleven tags, three rules that are easy to miss, and `{ "role": "user" }` byte by byte (22 bytes). The same bytes stand as a doc test at `tape::read`.\n\nThe test paid for itself at once: my first example had a tag before the key. That is why "a key has no tag" is now the first rule.',
  });
  s.label("docs/tape.md", done);
}
