// A rename across files, led by the compiler.
import { bash, edit, grep, read } from "../lib/narrator.mjs";

const RENAME =
  "perl -pi -e 's/(?<![.\\w])((?:crate::)?(?:text::)?)units\\(/$1utf16_len(/g unless /fn units\\(&self/; s/\\bunits\\b(?=[,}])/utf16_len/g if /^use .*text::\\{/' $(grep -rlE '(^|[^.a-z_])units\\(' src)";

export default async function rename(s) {
  s.model("anthropic", "claude-sonnet-4-5");
  s.thinking("low");
  s.user(
    "The boring thing: `text::units` is a bad name, nobody knows which units. Rename the function to `text::utf16_len`, in all files. The method `Quote::units` keeps its name, it is used in too many places outside. Back on the smaller model for this.",
    { away: 130 },
  );
  const [uses] = await s.act({
    say: "All uses first, methods and functions apart.",
    calls: [
      grep("\\bunits\\b", { path: "src" }, { shows: ["text.rs", "prompt/"] }),
      grep("(?<![.\\w])units\\(|text::units", { path: "src" }, { shows: ["prompt/bound.rs"] }),
      grep("text::units|text::\\{.*units", { path: "tests" }),
    ],
  });
  const mentions = uses.text.split("\n").length;
  const [, errors] = await s.act({
    think: `${mentions} mentions of the word, many of them are prose, methods or local names. A blind sed would hit Quote::units and local variables. Rename the definition and let the compiler list the callers.`,
    say: `${mentions} lines hold the word, but many are prose, the method, or local variables named \`units\`. A blind replacement would hit those too. I rename the definition and let the compiler list the callers:`,
    calls: [
      edit("src/text.rs", ["pub fn units(text: &str) -> usize {", "pub fn utf16_len(text: &str) -> usize {"]),
      bash("cargo check 2>&1 | grep -E '^error|^ +-->'", { shows: ["cannot find function `units`", "src/text.rs", "src/prompt/bound.rs"] }),
    ],
  });
  const count = errors.text.match(/cannot find function/g).length;
  const files = new Set([...errors.text.matchAll(/--> (\S+?):/g)].map(([, file]) => file));
  const [, left] = await s.act({
    think: `${count} places in ${files.size} files, all E0425. Free calls only: not preceded by a dot or a letter, not the method's definition. perl with a look-behind does exactly that; \`let units = …\` has no parenthesis and stays.`,
    say: `${count} calls in ${files.size} files (${[...files].sort().join(", ")}). A replacement that takes only free calls: no dot or letter before, and not the line \`fn units(&self)\`.`,
    calls: [bash(RENAME), bash("cargo check"), bash("git diff --stat")],
  });
  await s.act({
    think: /error/.test(left.text)
      ? "Still errors."
      : "Green on the host. But the wasm folder and the tests are not part of that: check both, as learned before.",
    say: "Green on the host. As learned before, that proves nothing for `src/wasm/`, nor for tests:",
    calls: [
      bash("cargo check --lib --target wasm32-unknown-unknown", { shows: ["Finished"] }),
      bash("cargo test --lib 2>&1 | tail -30", { shows: ["test result: ok"] }),
      bash("cargo test --test epitome -- prompt files session 2>&1 | tail -70", { shows: ["test result: ok"] }),
      grep("\\bunits\\(", { path: "src" }, { shows: ["fn units(&self)"] }),
    ],
  });
  await s.act({
    say: "All green; what is left under that name is the method and its callers. The names grew by four letters, so the formatter:",
    calls: [bash("cargo fmt --check | head -40; cargo fmt && git diff --stat"), bash("git diff src/prompt", { shows: ["+", "utf16_len"] })],
  });
  await s.act({
    think:
      "Docs that speak of the function by name? `[`units`]` links in doc comments would break silently for cargo check. Search for the link form.",
    say: "One more trap: links in doc comments (`[`units`]`) break without an error.",
    calls: [
      grep("\\[`(crate::)?(text::)?units`\\]", { path: "src" }),
      read("src/text.rs", 1, 30),
      bash("git commit -qam 'text::units is text::utf16_len' && git log --oneline -1"),
    ],
  });
  s.tell({
    say: `Renamed: ${count} calls in ${files.size} files, no doc link affected, \`Quote::units\` untouched. Checked on the host, for wasm32 and with the unit tests; formatted and committed.`,
  });
}
