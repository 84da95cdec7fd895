// The user wants to understand how a message reaches the core. Nothing is changed.
import { bash, find, grep, read, rows } from "../lib/narrator.mjs";

export default async function tape(s) {
  s.model("anthropic", "claude-sonnet-4-5");
  s.thinking("medium");
  s.name("taking the repository over");
  s.user(
    "Morning! I'm taking this repository over from a colleague and have never seen the inside. Please get an overview first, then explain to me how one message gets from JavaScript into the Rust core: which bytes cross, what is copied, what is borrowed, and whether the writer in js/engine/tape.ts and the reader in src/tape.rs really agree with each other. Only read for now, change nothing.",
    { away: 2 },
  );
  const [log] = await s.act({
    think: "Start wide: history, tree, manifest. Then the crate's front page, then the two tape files side by side.",
    say: "I'll start with the history and the layout, then go to the two tape files.",
    calls: [
      bash("git log --oneline && git status --short", { shows: ["The face to JavaScript"] }),
      bash("ls && ls src js tests xtask"),
      read("Cargo.toml"),
    ],
  });
  const commits = log.text.split("\n").length;
  const [, sizes] = await s.act({
    think: `${commits} commits, clean tree. The crate is cdylib + rlib with serde as its only host dependency; everything wasm sits behind a target cfg. The front page of lib.rs should give me the words they use.`,
    say: 'A clean tree, and a manifest that keeps all wasm crates behind `cfg(target_arch = "wasm32")`. Now the crate\'s front page, and what is big.',
    calls: [read("src/lib.rs"), bash("wc -l src/*.rs src/*/*.rs src/*/*/*.rs | sort -n | tail -25")],
  });
  const total = /(\d+) total/.exec(sizes.text)[1];
  await s.act({
    think: "Value ─► View ─► Record ─► Entry ─► Session ─► Context. The tape is what makes the Value. Reader and writer together.",
    say: `${total} lines of Rust in all, and a clear one-way flow in lib.rs. The tape is the first arrow of it. Both sides at once:`,
    calls: [read("src/tape.rs"), read("js/engine/tape.ts")],
  });
  await s.act({
    think:
      "The Tag enum counts 0..10 in the order of the table in tape.rs: Null, False, True, Number, Text, Array, Object, Bytes, Url, Date, Other. Keys are written by #text without a tag, and read by text() without one. Good. Next: what a Value looks like, and who calls tape::read and stage.",
    say: "The tag numbers match one by one. Next: what a `Value` is, and who is at both ends.",
    calls: [
      read("src/value.rs"),
      grep("tape::|with_tape|staging", { path: "src" }, { shows: ["with_tape"] }),
      grep("stage\\(", { path: "js" }, { shows: ["tape.ts"] }),
    ],
  });
  await s.act({
    think:
      "with_tape takes a closure, so it presumably holds the staging buffer borrowed while that runs, and a Value cannot outlive the call. Let me see convert.rs in full, and the Log that uses it.",
    calls: [read("src/wasm/convert.rs"), read("src/wasm/log.rs"), read("js/session/session.ts")],
  });
  await s.act({
    think:
      "propose() reads, verifies and holds; commit() appends. Texts are borrowed while the lens looks at them, then Record::new copies a bounded piece of each. Who does that copy? message.rs, Quote::new.",
    say: "`propose` reads the tape and checks; `commit` appends. What survives the call is a `Record`, so the copying must happen there.",
    calls: [read("src/message.rs"), read("src/text.rs")],
  });
  const [inRust, inScript] = await s.act({
    think: "Depth limits: that is where a writer and a reader drift apart first.",
    say: "Now the part where two sides like these usually drift apart: the depth limit.",
    calls: [
      grep("MAX_DEPTH", { path: "src" }, { shows: ["tape.rs", "json.rs"] }),
      grep("MAX_DEPTH", { path: "js" }, { shows: ["tape.ts"] }),
    ],
  });
  const places = rows(inRust.text).length + rows(inScript.text).length;
  await s.act({
    think:
      "Writer: `depth >= MAX_DEPTH` in #object only, so containers are refused from depth 200 on, scalars never are. Deepest thing that can be written: a container at depth 199 holding a scalar at depth 200. Reader: `depth > MAX_DEPTH` for any value, so depth 200 is still read. They meet exactly, with nothing to spare. Look at both places again to be sure that I read the comparison signs right.",
    say: `${places} mentions. The comparison signs differ (\`>=\` there, \`>\` here), so let me look at exactly these lines again.`,
    calls: [
      s.near("src/tape.rs", "fn value(&mut self", 1, 7),
      s.near("js/engine/tape.ts", "#object(value: object", 1, 6),
      s.near("src/json.rs", "fn value(&mut self", 1, 5),
    ],
  });
  await s.act({
    think:
      "Good, they meet. Two more facts to check by running rather than by believing: what TextEncoder does to a lone surrogate, and how large the pieces are that encodeInto may leave over.",
    say: "They meet exactly: a container is refused from depth 200 on, so the deepest thing on a tape is a scalar at depth 200, which the reader just accepts. Two facts I'd rather measure than believe:",
    calls: [
      bash(
        `node -e 'const e = new TextEncoder(); console.log(e.encode("a\\ud83d b"), e.encodeInto("\\u00e9".repeat(5), new Uint8Array(4)))'`,
        {
          shows: ["239, 191, 189", "read: 2"],
        },
      ),
      bash(
        `node -e 'class Cat {}; console.log([new Map([[1, 2]]), new Cat(), new Set()].map((v) => [v.constructor.name, Object.keys(v).length]))'`,
      ),
      bash("cargo test --lib tape", { shows: ["test result: ok"] }),
      read("src/json.rs"),
    ],
  });
  await s.act({
    think: "Which tests hold the two sides together? In Rust only tape.rs's own. In JS?",
    say: "And what holds the two sides together in the tests?",
    calls: [
      find("*.test.mjs", "tests/js"),
      grep("MAX_DEPTH|levels deep|tape", { path: "tests/js" }),
      grep("depth|nested", { path: "js", glob: "*.ts" }),
    ],
  });
  const edge = s.line("src/tape.rs", "if depth > MAX_DEPTH");
  const guard = s.line("js/engine/tape.ts", "if (depth >= MAX_DEPTH)");
  const answer = s.tell({
    think: "Write it down compactly, with the places. Mention the one thing I find odd: read() ignores bytes behind the value.",
    say: `Here is the way of one message.

**What crosses.** \`stage(value)\` walks the host's value once and writes tagged bytes into a buffer inside the wasm memory: one tag byte, then fixed-size little-endian numbers, then texts as length + UTF-8. Keys have no tag, only length and bytes. JS never makes a JSON string, and the generated glue never sees a large \`&str\`.

**What is copied.** Each text exactly once, by \`TextEncoder.encodeInto\` (up to 24 ASCII units by a plain loop, because a call into the encoder costs more than that). The length is written as 0 first and patched when it is known. What JSON would drop (\`undefined\`, functions, symbols in objects) is dropped; in arrays it becomes null. Bytes, URLs and dates cross as a kind and a size; the object itself stays in JS. A \`Map\` has no own keys, so it crosses as tag 10 with its class name.

**What is borrowed.** \`tape::read\` gives a \`Value<'_>\` whose texts are \`Cow::Borrowed\` from the staging buffer. \`with_tape\` holds the buffer borrowed for one closure, so nothing of it can outlive the call. What stays is the \`Record\`: \`Quote::new\` copies head and tail of each text, 12,000 + 4,000 units for the user's words, 2,000 + 1,000 for others, 1,000 + 500 for arguments. A buffer above 4 MiB is given back afterwards.

**Do they agree?** Yes.
- Tags 0 to 10 stand in the same order on both sides.
- A lone surrogate becomes U+FFFD in the copy only (measured: 239, 191, 189).
- Depth: the writer refuses a *container* at depth 200 (\`js/engine/tape.ts:${guard}\`), the reader refuses *anything* beyond 200 (\`src/tape.rs:${edge}\`). They meet exactly, with no slack, and the same 200 stands a third time in json.rs. No test holds the three together.

One thing I noticed by the way: \`tape::read\` reads one value from the start and ignores whatever follows it. \`with_tape\` passes exactly \`length\` bytes, so today it does no harm, but a writer that counts wrongly would not be noticed. I changed nothing.`,
  });
  s.label("tape explained", answer);
  s.user(
    "That's exactly what I needed, thank you. One thing I don't see yet: what happens on the Rust side if a count lies, say an array that claims four billion items?",
    {
      away: 210,
    },
  );
  await s.act({
    think:
      "Vec::with_capacity(count.min(self.bytes.len() - self.at)): the reservation is bounded by the bytes that are left. An item needs at least one byte, so the bound is right. But an element of the Vec is a Value, larger than one byte: how large? Let me look and count.",
    say: "The reservation is capped. Let me look at the cap itself, and at how large an item is.",
    calls: [s.near("src/tape.rs", "A damaged count must not reserve", 3, 20), s.near("src/value.rs", "pub enum Value", 3, 24)],
  });
  s.tell({
    think:
      "A Value is about 32 bytes. So a lying count in a tape of n bytes reserves at most 32 n bytes, then the first missing item ends it with TapeError. Object pairs: key Cow 24 + Value 32.",
    say: 'It fails early and cheaply. `Vec::with_capacity` gets `count.min(bytes left)`, and since every item takes at least its tag byte, a tape of *n* bytes can never reserve more than *n* items: some dozens of bytes each, so a lying 1 MB tape may reserve some dozens of MB for a moment, not four billion items. The loop then runs into the end of the bytes: `take(1)` gives a `TapeError` with the offset, `with_tape` turns that into an `internal` error ("the staging buffer is damaged at byte …"), and nothing was appended, because `propose` only stores what it could read to the end. `refuses_damaged_tapes_without_harm` holds the case `[5, 255, 255, 255, 255]`.',
  });
}
