//! What a provider says of a message or a part: `providerOptions` in ModelMessages, `providerMetadata` in UIMessages. Each
//! is an object with an object of facts for each provider, by its name; hosts may name providers as they like.

use crate::format::is_claude_detail;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Bond, Matter, Piece};

/// What reasoning depends on. Claude's is signed or sealed, whichever provider carries it: Anthropic itself, Bedrock
/// (`redactedContent` there, too), Vertex, or OpenRouter in its list of details.
pub(in crate::format) fn bond(options: Option<&Value<'_>>) -> Bond {
    let sealed = |facts: &Value<'_>| {
        let has = |key: &&str| facts.get_str(key).is_some_and(|text| !text.is_empty());
        let details = facts.get("reasoning_details").and_then(Value::as_array).unwrap_or_default();
        ["signature", "redactedData", "redactedContent"].iter().any(has) || details.iter().any(is_claude_detail)
    };
    if any(options, sealed) { Bond::Prefix } else { Bond::Free }
}

/// Text; where the provider marked it as the summary of its own compaction, a barrier.
pub(in crate::format) fn text<'a>(text: &'a str, options: Option<&Value<'_>>) -> Piece<'a> {
    if is_compaction(options) {
        return Piece::Opaque { matter: Matter::Barrier, price: estimate::quarters(text) };
    }
    Piece::Text(text.into())
}

/// A part of a kind that only its provider knows (`openai.compaction`, `anthropic.fallback`).
pub(in crate::format) fn custom<'a>(part: &Value<'_>, options: Option<&Value<'_>>) -> Piece<'a> {
    let compaction = part.get_str("kind").is_some_and(|kind| kind.ends_with(".compaction")) || is_compaction(options);
    let matter = if compaction { Matter::Barrier } else { Matter::Plain };
    Piece::Opaque { matter, price: estimate::opaque(part) }
}

/// What changes the tools or the configuration from here on: facts of a system message, or new tools behind a result.
pub(in crate::format) fn state<'a>(options: Option<&Value<'_>>, of_system: bool) -> Option<Piece<'a>> {
    let keys: &[&str] = if of_system {
        &["additionalTools", "toolChanges", "reasoningEffortUpdate", "textFormatUpdate", "effort"]
    } else {
        &["additionalTools"]
    };
    let changes = |facts: &Value<'_>| keys.iter().any(|key| facts.get(key).is_some_and(|fact| !fact.is_null()));
    let options = options.filter(|options| any(Some(options), changes))?;
    Some(Piece::Opaque { matter: Matter::State, price: estimate::opaque(options) })
}

fn is_compaction(options: Option<&Value<'_>>) -> bool {
    any(options, |facts| facts.get_str("type") == Some("compaction"))
}

/// Whether it holds for what any provider says.
fn any(options: Option<&Value<'_>>, holds: impl Fn(&Value<'_>) -> bool) -> bool {
    match options {
        Some(Value::Object(providers)) => providers.iter().any(|(_, facts)| holds(facts)),
        _ => false,
    }
}
