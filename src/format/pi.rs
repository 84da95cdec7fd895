//! `pi`: the messages of pi's session files, of all its versions.

use std::borrow::Cow;

use super::read::{Reader, Shape, Shapes, id_of, is_text, needed, no_role, role_of, text_of};
use super::write::{fill, text_message};
use super::{Answer, Lens, Marks, Results, Rules, Templates, Text};
use crate::error::Error;
use crate::patch;
use crate::seek::{find, starts_with_any};
use crate::tokens::usage;
use crate::value::Value;
use crate::view::{Bond, CallView, Part, Piece, Place, ResultView, Role, Stop, View};

/// The lens.
#[derive(Debug)]
pub(super) struct Pi;

const RULES: Rules = Rules { results: Results::Following, needs_ids: true, ..Rules::NONE };

impl Lens for Pi {
    fn name(&self) -> &'static str {
        "pi"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        let mut reader = Reader::new(Role::User);
        match role {
            "user" | "custom" | "hookMessage" => {
                content(&mut reader, message)?;
                reader.view.is_host = role != "user";
            }
            "developer" => {
                reader = Reader::new(Role::Developer);
                content(&mut reader, message)?;
            }
            "system" => {
                reader = Reader::new(Role::System);
                content(&mut reader, message)?;
            }
            "assistant" => return assistant(message),
            "toolResult" => return tool_result(message),
            "bashExecution" => {
                execution(&mut reader, message, "command")?;
                reader.view.command = message.get_str("command");
            }
            "pythonExecution" => {
                execution(&mut reader, message, "code")?;
                reader.view.is_host = true;
            }
            "fileMention" => {
                reader.view.starts_turn = false;
                reader.at = Place::field("files");
                for file in message.items("files") {
                    for key in ["path", "content"] {
                        if let Some(text) = file.get_str(key) {
                            reader.say(text);
                        }
                    }
                }
            }
            "branchSummary" | "compactionSummary" => {
                reader.view.starts_turn = false;
                reader.at = Place::field("summary");
                reader.say(text_of(message, "summary")?);
            }
            _ => return Err(no_role(role, "pi", &["tool", "function"])),
        }
        Ok(reader.view)
    }

    fn marks(&self) -> Marks {
        (&["stopReason"], &["mimeType", "data", "url"])
    }

    fn templates(&self) -> &'static Templates {
        &Templates {
            message: r#"{"role":"$1","content":[{"type":"text","text":"$0"}],"timestamp":0}"#,
            text: Templates::TEXT,
            image: "",
            ids: [""; 2],
        }
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        let mut message = text_message(self.templates(), text);
        patch::add(&mut message, "/timestamp", Value::Number(text.time));
        message
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        const ANSWER: &str = r#"{"role":"toolResult","toolCallId":"$1","toolName":"$2","content":[{"type":"text","text":"$0"}],"isError":true}"#;
        Answer::Message(fill(ANSWER, &[text, call.id, call.name]))
    }

    fn is_text(&self, item: &Value<'_>) -> bool {
        is_text(item, block)
    }

    fn id_pointer(&self, _message: &Value<'_>, part: &Part<'_>) -> Option<String> {
        let key = if matches!(part.piece, Piece::Call(_)) { "id" } else { "toolCallId" };
        Some([&part.place.pointer(), "/", key].concat())
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }
}

/// The blocks of a message, and those that only the model's have.
const BLOCKS: &Shapes = &[("text", Shape::Text("text")), ("image", Shape::Image)];
const MODEL_BLOCKS: &Shapes = &[
    ("thinking", Shape::Thinking(&["thinking", "thinkingSignature"])),
    ("toolCall", Shape::Call(&["id", "name", "arguments"], false)),
    ("*", Shape::Read(block)),
];

fn block<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    reader.typed(block, BLOCKS)
}

fn model_block<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    reader.typed(block, MODEL_BLOCKS)
}

/// The content of a message: text, or blocks of text and images.
fn content<'a>(reader: &mut Reader<'a>, message: &'a Value<'a>) -> Result<(), Error> {
    let read = if reader.view.role == Role::Assistant { model_block } else { block };
    reader.content(needed(message.get("content"), "content")?, "content", "text or blocks", read)
}

fn assistant<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut reader = Reader::new(Role::Assistant);
    content(&mut reader, message)?;
    let mut view = reader.view;
    // Only Claude's signatures bind the reasoning to all that comes before it.
    if !is_claude(message) {
        for part in &mut view.parts {
            if let Piece::Thinking { bond, .. } = &mut part.piece {
                *bond = Bond::Free;
            }
        }
    }
    view.stop = match message.text_of("stopReason") {
        "stop" => Some(Stop::Stop),
        "length" => Some(Stop::Length),
        "toolUse" => Some(Stop::ToolUse),
        "error" => Some(Stop::Error),
        "aborted" => Some(Stop::Aborted),
        _ => None,
    };
    view.usage = message.get("usage").map(usage::read);
    view.response = message.get_str("responseId");
    Ok(view)
}

/// Whether the signatures in a message are Claude's.
fn is_claude(message: &Value<'_>) -> bool {
    let api = message.text_of("api");
    starts_with_any(api, "anthropic|bedrock") || find(message.text_of("model"), "claude").is_some()
}

fn tool_result<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let result = ResultView {
        id: id_of(message, "toolCallId")?,
        name: message.get_str("toolName"),
        is_error: message.has_flag("isError"),
        details: message.given("details"),
        is_pruned: message.given("prunedAt").is_some(),
        ..ResultView::default()
    };
    let mut reader = Reader::new(Role::Tool);
    content(&mut reader, message)?;
    reader.whole_result(result);
    Ok(reader.view)
}

/// A command that the user ran: its text and its output, as the user's words.
fn execution<'a>(reader: &mut Reader<'a>, message: &'a Value<'a>, key: &'static str) -> Result<(), Error> {
    let command = text_of(message, key)?;
    reader.view.is_excluded = message.has_flag("excludeFromContext");
    reader.at = Place::field(key);
    let text = match message.text_of("output") {
        "" => command.into(),
        output => Cow::Owned([command, "\n", output].concat()),
    };
    reader.add(Piece::Text(text));
    Ok(())
}
