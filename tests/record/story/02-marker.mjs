// The user wants a setting for the marker that stands in a quoted text's gap; the agent is stopped half-way.
import { bash, edit, grep, read } from "../lib/narrator.mjs";

export default async function marker(s) {
  s.user(
    'Good. Now something small to build. Long tool outputs stand in the summary prompt as head, `[... 12345 characters omitted ...]`, tail. I\'d like a setting for that marker: `compaction.omissionMarker`, either "long" (today\'s words, the default) or "short" (`[…12345…]`). Find every place that writes it before you touch anything.',
    { away: 340 },
  );
  const [found] = await s.act({
    think: "Find the writers of the marker first: the exact words, and their relatives (truncated, elided).",
    say: "First all places that write such a marker, whatever its words.",
    calls: [
      grep("characters omitted", {}, { shows: ["src/text.rs", "src/prompt/cap.rs"] }),
      grep("more characters|characters of \\{|elided|truncated\\]", { path: "src" }),
      grep("both_ends\\(|inline\\(|head_only\\(", { path: "src" }, { shows: ["cap.rs"] }),
    ],
  });
  const inSource = rowsIn(found.text, "src/");
  await s.act({
    think: `The exact words stand ${inSource} times under src: in text.rs (Quote::text) and in cap.rs (shorten). head_only and bound.rs use other words, so they are not meant. Read the files around them.`,
    say: `The exact words are written ${inSource} times in src: \`Quote::text\` in text.rs, and \`shorten\` in prompt/cap.rs, each with its own format string. The two relatives (\`more characters truncated\`, \`elided so this …\`) say other things.`,
    calls: [read("src/prompt/cap.rs"), read("src/settings.rs"), s.near("src/text.rs", "pub struct Quote", 4, 48)],
  });
  await s.act({
    think:
      "Settings go through the group! macro: each row needs a type that is Clone, PartialEq, Serialize, and Setting, the private trait that reads a host's value; words! writes that for enums. cap.rs has no access to the settings: the limits are passed in. So the marker has to be threaded through both_ends and inline. See the callers.",
    say: "`cap.rs` gets its limits as plain numbers, so a marker setting has to come in the same way. The callers:",
    calls: [read("src/prompt/serialize.rs"), read("src/prompt/transcript.rs")],
  });
  await s.act({
    think:
      "Plan: enum OmissionMarker in text.rs beside Quote, with a method that writes the marker; a row in settings; then the parameter. Start with the enum.",
    say: "Plan: (1) an enum `OmissionMarker` in text.rs that writes the marker, (2) a row in `CompactionSettings`, (3) the parameter through `cap.rs` and its callers. The enum first.",
    calls: [
      edit("src/text.rs", [
        "/// A bounded copy of a text: whole where it is short, else its head and tail and how much lies between.\n",
        `/// How a gap in a quoted text is marked.
#[derive(Debug, Clone, Copy)]
pub enum OmissionMarker {
    Long,
    Short,
}

impl OmissionMarker {
    pub fn mark(self, units: usize) -> String {
        match self {
            Self::Long => format!("[... {units} characters omitted ...]"),
            Self::Short => format!("[…{units}…]"),
        }
    }
}

/// A bounded copy of a text: whole where it is short, else its head and tail and how much lies between.
`,
      ]),
      bash("cargo check", { shows: ["missing documentation"] }),
    ],
  });
  await s.act({
    think:
      "It builds, with three warnings: missing_docs is on. I'll add the docs together with the derives that the settings need. First see what the settings row asks for.",
    say: "Builds; the crate wants docs on public items, which I owe anyway. Now the settings row. I'll let the compiler tell me which traits it needs:",
    calls: [
      edit(
        "src/settings.rs",
        ["use crate::value::Value;\n", "use crate::text::OmissionMarker;\nuse crate::value::Value;\n"],
        [
          "        summary_role: SummaryRole = SummaryRole::User,\n",
          `        summary_role: SummaryRole = SummaryRole::User,
        /// How a gap in a quoted text is marked in the summary prompt: \`"long"\` or \`"short"\`.
        omission_marker: OmissionMarker = OmissionMarker::Long,
`,
        ],
      ),
      bash("cargo check 2>&1 | grep -E '^error' -A 14", { shows: ["E0277", "OmissionMarker: "] }),
    ],
  });
  await s.act({
    think:
      "As expected: Serialize and Setting (E0277), and equality (E0369). Same derives as SummaryRole has, and a words! line for Setting.",
    say: "E0277 for `Serialize` and `Setting`, E0369 for `==`: the same derives as `SummaryRole`, and one `words!` line. The docs in the same edit.",
    calls: [
      edit("src/text.rs", [
        `/// How a gap in a quoted text is marked.
#[derive(Debug, Clone, Copy)]
pub enum OmissionMarker {
    Long,
    Short,
}

impl OmissionMarker {
    pub fn mark`,
        `/// How a gap in a quoted text is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OmissionMarker {
    /// In words.
    #[default]
    Long,
    /// As a bare number.
    Short,
}

impl OmissionMarker {
    /// What stands for so many UTF-16 units.
    pub fn mark`,
      ]),
      edit("src/settings.rs", ["words!(SummaryRole {", 'words!(OmissionMarker { "long" = Long, "short" = Short });\nwords!(SummaryRole {']),
      bash("cargo check", { shows: ["Finished"] }),
    ],
  });
  const [, errors] = await s.act({
    think: "Green. Now thread it: shorten, both_ends and inline take a marker. The compiler will list the callers.",
    say: "Green. Now the parameter, from the inside out; the compiler will name every caller.",
    calls: [
      edit(
        "src/prompt/cap.rs",
        [
          'pub(super) fn both_ends(quote: &Quote, limit: usize) -> String {\n    shorten(quote, limit, "\\n")',
          'pub(super) fn both_ends(quote: &Quote, limit: usize, marker: OmissionMarker) -> String {\n    shorten(quote, limit, "\\n", marker)',
        ],
        [
          'pub(super) fn inline(quote: &Quote, limit: usize) -> String {\n    shorten(quote, limit, " ")',
          'pub(super) fn inline(quote: &Quote, limit: usize, marker: OmissionMarker) -> String {\n    shorten(quote, limit, " ", marker)',
        ],
        [
          "fn shorten(quote: &Quote, limit: usize, gap: &str) -> String {",
          "fn shorten(quote: &Quote, limit: usize, gap: &str, marker: OmissionMarker) -> String {",
        ],
        ["use crate::text::{self, Quote};", "use crate::text::{self, OmissionMarker, Quote};"],
      ),
      bash("cargo check 2>&1 | grep -E '^error' -A 6", { shows: ["E0061", "takes 3 arguments but 2"] }),
    ],
  });
  const callers = errors.text.match(/E0061/g).length;
  s.aborted({
    think: `${callers} callers, in serialize.rs, transcript.rs and in cap.rs itself (head_only falls back to both_ends). All of them have the settings at hand except head_only, so head_only needs the parameter too`,
    say: `${callers} calls miss the argument. \`head_only\` has no settings at hand, so it needs the parameter as well, and with it its own callers. I'll go through serialize.rs`,
    calls: [
      edit("src/prompt/serialize.rs", [
        "cap::both_ends(quote, text_limit)),\n            RecordPart::Thinking(quote) if",
        "cap::both_ends(quote, text_limit, settings.omission_marker)),\n            RecordPart::Thinking(quote) if",
      ]),
    ],
  });
}

function rowsIn(text, folder) {
  return text.split("\n").filter((line) => line.startsWith(folder)).length;
}
