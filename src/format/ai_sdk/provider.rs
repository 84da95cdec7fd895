//! What a provider says of a message or a part: `providerOptions` in ModelMessages, `providerMetadata` in UIMessages. Each
//! is an object with an object of facts for each provider, by its name; hosts may name providers as they like.

use crate::format::is_claude_detail;
use crate::format::read::Reader;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Bond, Matter};

/// What reasoning depends on. Claude's is signed or sealed, whichever provider carries it: Anthropic itself, Bedrock
/// (`redactedContent` there, too), Vertex, or OpenRouter in its list of details.
pub(in crate::format) fn bond(options: Option<&Value<'_>>) -> Bond {
    let sealed = |facts: &Value<'_>| {
        ["signature", "redactedData", "redactedContent"].iter().any(|key| facts.has_text(key))
            || facts.items("reasoning_details").iter().any(is_claude_detail)
    };
    if any(options, &sealed) { Bond::Prefix } else { Bond::Free }
}

/// Adds text; where the provider marked it as the summary of its own compaction, a barrier.
pub(in crate::format) fn text<'a>(reader: &mut Reader<'a>, text: &'a str, options: Option<&Value<'_>>) {
    if is_compaction(options) {
        reader.opaque(Matter::Barrier, estimate::quarters(text));
    } else {
        reader.say(text);
    }
}

/// Adds a part of a kind that only its provider knows (`openai.compaction`, `anthropic.fallback`).
pub(in crate::format) fn custom(reader: &mut Reader<'_>, part: &Value<'_>, options: Option<&Value<'_>>) {
    let is_barrier = part.text_of("kind").ends_with(".compaction") || is_compaction(options);
    reader.keep(if is_barrier { Matter::Barrier } else { Matter::Plain }, part);
}

/// Adds what changes the tools or the configuration from here on: facts of a system message, or new tools behind a result.
pub(in crate::format) fn state(reader: &mut Reader<'_>, options: Option<&Value<'_>>, of_system: bool) {
    const KEYS: [&str; 5] = ["additionalTools", "toolChanges", "reasoningEffortUpdate", "textFormatUpdate", "effort"];
    let count = if of_system { KEYS.len() } else { 1 };
    let changes = |facts: &Value<'_>| KEYS.iter().take(count).any(|key| facts.given(key).is_some());
    if let Some(options) = options.filter(|options| any(Some(options), &changes)) {
        reader.keep(Matter::State, options);
    }
}

fn is_compaction(options: Option<&Value<'_>>) -> bool {
    any(options, &|facts| facts.says("type", "compaction"))
}

/// Whether it holds for what any provider says.
fn any(options: Option<&Value<'_>>, holds: &dyn Fn(&Value<'_>) -> bool) -> bool {
    match options {
        Some(Value::Object(providers)) => providers.iter().any(|(_, facts)| holds(facts)),
        _ => false,
    }
}
