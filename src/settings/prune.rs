//! What is pruned, and when: the policy's numbers, and the host's own tools.

use std::borrow::Cow;

use serde::Serialize;

use super::table::{Group, Row, Setting, Share, fill, group, must, words};
use crate::error::Error;
use crate::files::{self, Kind};
use crate::value::Value;

group! {
    /// What is pruned, and when.
    PruneConfig "prune" {
        /// Whether `maintain()` may prune: without a model's call, old tool outputs give their place to notices, where that is
        /// enough. It says nothing of compaction, nor `compaction.enabled` of it.
        enabled: bool = true,
        /// The newest tool outputs of so many tokens stay: what a model is at work with. An output that a later call made
        /// worthless goes all the same.
        protect_tokens: u32 = 40_000,
        /// Nothing is pruned where all of it together would save fewer tokens: each batch costs the provider's cache of all that
        /// stands behind it.
        minimum_savings: u32 = 20_000,
        /// The newest user turns that stay whole; `0` is off. Only messages of the person count, and commands that the person ran.
        protect_recent_turns: f64 = 2.0,
        /// Whether a path without a turn older than `protectRecentTurns` is pruned, too: a run of hours on one prompt, which is
        /// what most agents do, and which would else never be pruned. `protectTokens` protects what it is at work with. Off, the
        /// oldest turn protects all behind it.
        single_turn: bool = true,
        /// Tools whose outputs stay, by name; `read`, `edit`, `bash`, `search` and `skill` stand for every known tool of that
        /// kind. Instructions hold from there on, and what was read is what is worked on.
        protected_tools: ToolNames = ToolNames("skill|read|".into()),
        /// Those of them whose outputs go once a later call made them worthless.
        stale_overridable_tools: ToolNames = ToolNames("read|".into()),
        /// Whether a notice stands for the images of an output, too. Off, it stands for its text, and the images stay: only a host
        /// that keeps the originals can show them again.
        images: bool = false,
        /// Further tools by name, or known ones otherwise: what each is, and which of its arguments say what it is about.
        tools: Tools = Tools::default(),
        /// Whether a call's arguments go with the same batch, once the files that they wrote were written again: nobody reads a
        /// text that is no longer in its file.
        arguments: bool = true,
        /// Whether of identical outputs of the same call only the newest stays: the others point to it, so that nothing is lost.
        duplicates: bool = true,
        /// Whether a copy of what goes is kept with the artifacts, and its notice names it (`artifact://…`): a tool of the model's
        /// that reads them saves it the same call again. The entry itself stays in any case.
        spill: bool = true,
        /// A single output larger than this share of the window is shown by its head and tail from the start; `0` is off. With a
        /// quarter of the window, one call more would leave no room to work.
        max_output_share: Share = Share(0.25),
        /// How long after the model's last reply the provider's cache counts as cold, in milliseconds; `0` is never. Providers
        /// keep a prompt for five minutes to an hour, so that after an hour a batch costs nothing: `minimumSavings` does not
        /// count then, and idle maintenance prunes below the threshold, too.
        cache_ttl_ms: u32 = 3_600_000,
        /// When a batch is due: `"threshold"`, when the context is over its threshold, so that the cache is left alone as long as
        /// there is room; `"cost"`, as soon as a batch saves more than rewriting the cache costs.
        batch: Batch = Batch::Threshold,
        /// For `"cost"`: what a token read from the cache costs, as a share of the price of one that is not cached.
        cache_read_price: Share = Share(0.1),
        /// For `"cost"`: what a token written to the cache costs; 1 is one that is not cached. Anthropic takes 1.25, others 1.
        cache_write_price: f64 = 1.25,
    }
}

/// When a batch is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Batch {
    /// When the context is over its threshold.
    #[default]
    Threshold,
    /// As soon as it saves more than rewriting the cache costs.
    Cost,
}

words!(Batch { "threshold" = Threshold, "cost" = Cost });

/// Names of tools, as they are compared, with `|` behind each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct ToolNames(pub(crate) String);

impl Setting for ToolNames {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        let mut names = Self::default();
        let Value::Array(items) = value else { return Err(must("be a list of tools", value)) };
        for item in items {
            let Value::String(name) = item else { return Err(must("be a list of tools, by name", item)) };
            names.0.push_str(&files::key(name));
            names.0.push('|');
        }
        Ok(names)
    }
}

/// The host's own tools.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Tools(Vec<Rule>);

/// What a tool of the host is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
struct Rule {
    /// Its name, as it is compared.
    name: String,
    /// Its kind, an index of [`KINDS`].
    kind: usize,
    /// The argument that holds the path, the command, what is looked for; empty: the usual ones.
    arguments: [String; 3],
}

/// Kinds of tools, as hosts write them.
const KINDS: [(&str, Kind); 6] = [
    ("read", Kind::Read),
    ("edit", Kind::Modify),
    ("bash", Kind::Shell),
    ("search", Kind::Search),
    ("skill", Kind::Skill),
    ("other", Kind::Other),
];

impl Setting for Tools {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        const WANTED: &str = "be an object: for each tool \"read\", \"edit\", \"bash\", \"search\", \"skill\" or \"other\", or \
            { kind, path?, command?, pattern? }";
        let Value::Object(pairs) = value else { return Err(must(WANTED, value)) };
        let mut tools = Self::default();
        for (name, value) in pairs {
            let mut rule = Rule { name: files::key(name), kind: KINDS.len(), ..Rule::default() };
            let [path, command, pattern] = &mut rule.arguments;
            let whole = [(Cow::Borrowed("kind"), value.clone())];
            let fields = if let Value::Object(fields) = value { fields.as_slice() } else { &whole };
            for (field, value) in fields {
                let text = value.as_str().unwrap_or_default();
                let slot = match field.as_ref() {
                    "kind" => {
                        rule.kind = KINDS.iter().position(|(word, _)| *word == text).unwrap_or(KINDS.len());
                        continue;
                    }
                    "path" => &mut *path,
                    "command" => &mut *command,
                    "pattern" => &mut *pattern,
                    _ => return Err(of_tool(name, &must(WANTED, value))),
                };
                *slot = files::argument_key(text);
            }
            if rule.kind == KINDS.len() {
                return Err(of_tool(name, &must(WANTED, value)));
            }
            tools.0.push(rule);
        }
        Ok(tools)
    }
}

/// The fault of one tool's rule.
fn of_tool(name: &str, message: &str) -> String {
    [message, ", for the tool \"", name, "\""].concat()
}

impl Tools {
    /// What the host says of the tool with one of these names: its kind, and the arguments that hold the path, the command,
    /// what is looked for; empty for the usual ones.
    pub(crate) fn find(&self, names: [&str; 2]) -> Option<(Kind, &[String; 3])> {
        let rule = self.0.iter().find(|rule| names.contains(&rule.name.as_str()))?;
        KINDS.get(rule.kind).map(|(_, kind)| (*kind, &rule.arguments))
    }
}

/// The word for a kind; none for other tools.
pub(crate) fn word_of(kind: Kind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind && kind != Kind::Other).map_or("", |(word, _)| word)
}
