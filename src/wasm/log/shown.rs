//! What the model sees, as JavaScript puts it together: places in the log, and what is written of messages.

use wasm_bindgen::prelude::*;

use super::Log;
use crate::entry::Body;
use crate::format::{self, Text};
use crate::gather::Gather;
use crate::json;
use crate::message::Role;
use crate::patch;
use crate::prompt;
use crate::remote;
use crate::seek;
use crate::settings::SummaryRole;
use crate::shorten;
use crate::summary::additions;
use crate::time::epoch_ms;
use crate::value::Value;
use crate::view::Piece;
use crate::wasm::convert::{self, lines, with_tape};

/// Marks in [`Log::context`] what is not simply the entry's message: a summary is written by [`Log::render`], the others by
/// [`Log::write`]: without bound reasoning, joined with the message before, as prunes have edited it.
const SUMMARY: u32 = 1 << 31;
const UNBOUND: u32 = 1 << 30;
const JOINS: u32 = 1 << 29;
const EDITED: u32 = 1 << 28;
const REMOTE: u32 = 1 << 27;

#[wasm_bindgen]
impl Log {
    /// What the model sees, as places in the log; the highest bits say what is to be done with it (1 << 31: a summary, 1 <<
    /// 30: without bound reasoning, 1 << 29: makes one message with the one before, 1 << 28: with edits, 1 << 27: the provider's own
    /// items). The first number is
    /// the generation: while it stays, the list only grows, and `have` items that the host knows are left out.
    pub fn context(&self, generation: u32, have: u32) -> Vec<u32> {
        let context = self.upkeep.session().context();
        let skip = if generation == context.generation() { have as usize } else { 0 };
        let mut out = vec![context.generation()];
        for item in context.items().iter().skip(skip) {
            let flag = |set: bool, bit: u32| if set { bit } else { 0 };
            let shown = flag(item.is_summary, SUMMARY) | flag(item.unbound, UNBOUND);
            let shown = shown | flag(item.remote, REMOTE);
            out.push(item.at | shown | flag(item.joins, JOINS) | flag(item.edited, EDITED));
        }
        out
    }

    /// The place of the newest prune that changed parts of the message at a place: until there is another one, the message is
    /// shown as it was.
    #[wasm_bindgen(js_name = editedBy)]
    pub fn edited_by(&self, at: u32) -> Option<u32> {
        self.upkeep.session().edited_by(at)
    }

    /// The places of the messages that prunes have changed, or taken out, and that the model would see otherwise.
    pub fn pruned(&self) -> Vec<u32> {
        self.upkeep.session().pruned()
    }

    /// What is written of the message on the tape. As text: `text`, all that is said in it and that tools answered, or what the tool answered of its part `part`; `shorten`,
    /// what is to stand in the place of its part `part` in so many `tokens`: an output's head and tail, or what an image or a file
    /// was; `digest`, the same of an output's texts alone, with what they say as a whole and the
    /// `reference` by which it can be read; `handoff`, the document on the tape as another session begins with it. As a wire message in JSON: `custom`, that of a `custom_message` entry. As a JSON Patch: `edit`, what prunes have made
    /// of the message at the place `at`; `unbind`, without its bound reasoning; `join`, one message of the two in an array, with
    /// no edits where something of them would be lost, so that they stay two.
    ///
    /// # Errors
    /// A message that cannot be read, by its place.
    pub fn write(
        &self,
        #[wasm_bindgen(
            unchecked_param_type = "'text' | 'shorten' | 'digest' | 'handoff' | 'custom' | 'state' | 'edit' | 'unbind' | 'join'"
        )]
        what: &str,
        length: u32,
    ) -> Result<String, JsValue> {
        let session = self.upkeep.session();
        let lens = session.lens();
        with_tape(length, |message, options| {
            let number = |key: &str| options.get_number(key).unwrap_or(0.0) as u32;
            let ops = match what {
                "text" if options.get("part").is_some() => {
                    let view = lens.view(message)?;
                    return Ok(match view.parts.get(number("part") as usize).map(|part| &part.piece) {
                        Some(Piece::Result(result)) => seek::join(&result.texts, ""),
                        _ => String::new(),
                    });
                }
                "text" => return Ok(lens.view(message)?.text()),
                "handoff" => return Ok(prompt::frame_handoff(message.as_str().unwrap_or_default())),
                "shorten" => {
                    let view = lens.view(message)?;
                    let text = |part| shorten::stand_in(message, part, number("tokens"));
                    return Ok(view.parts.get(number("part") as usize).map(text).unwrap_or_default());
                }
                "digest" => {
                    let view = lens.view(message)?;
                    let part = view.parts.get(number("part") as usize).map(|part| &part.piece);
                    let Some(Piece::Result(result)) = part else { return Ok(String::new()) };
                    let reference = options.get_str("reference").filter(|_| self.upkeep.settings().prune.spill);
                    return Ok(shorten::texts(result, number("tokens"), reference.unwrap_or_default()));
                }
                "state" => {
                    let lines = lines(options.get("lines"));
                    let redaction = &self.upkeep.settings().redaction;
                    return Ok(additions::with_state(message.as_str().unwrap_or_default(), &lines, redaction));
                }
                "custom" => {
                    let time = epoch_ms(message.text_of("timestamp"));
                    let id = message.text_of("id");
                    let stamp = Text { text: "", role: SummaryRole::User, time, id, form: session.form() };
                    let content = message.get("content").unwrap_or(&Value::Null);
                    return Ok(json::to_text(&lens.custom_message(content, &stamp)));
                }
                "edit" => format::replace(lens, message, &session.texts(number("at")))?,
                "unbind" => format::unbind(lens, message)?,
                _ if format::can_merge(lens, message) => format::merge(lens, message),
                _ => Vec::new(),
            };
            Ok(patch::to_text(&ops))
        })
    }

    /// The index of the newest message of the model in the array on the tape; the last one's where there is none.
    ///
    /// # Errors
    /// A message that cannot be read, by its place.
    #[wasm_bindgen(js_name = newestReply)]
    pub fn newest_reply(&self, length: u32) -> Result<u32, JsValue> {
        let lens = self.upkeep.session().lens();
        with_tape(length, |messages, _| {
            let records = convert::records(messages, lens)?;
            let reply = records.iter().rposition(|record| record.role == Role::Assistant);
            Ok(reply.unwrap_or(records.len().saturating_sub(1)) as u32)
        })
    }

    /// The wire message, as JSON, of a compaction or a branch summary.
    pub fn render(&self, at: u32) -> Option<String> {
        let entry = self.upkeep.session().entry(at)?;
        let (text, role) = match &entry.body {
            Body::Compaction(compaction) => {
                (prompt::frame_summary(&compaction.summary), self.upkeep.settings().compaction.summary_role)
            }
            Body::BranchSummary(branch) => (prompt::frame_branch_summary(&branch.summary), SummaryRole::User),
            _ => return None,
        };
        let form = self.upkeep.session().form();
        let text = Text { text: &text, role, time: epoch_ms(&entry.timestamp), id: &entry.id, form };
        Some(json::to_text(&self.upkeep.session().lens().text_message(&text)))
    }

    /// The estimate of the items on the tape (an array), which a provider has given in the place of a summary, in tokens; `tokens`
    /// is what it counted as its output. Undefined where it would not take them back.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn remote(&self, length: u32) -> Result<Option<u32>, JsValue> {
        let session = self.upkeep.session();
        with_tape(length, |items, options| {
            let reported = options.get_number("tokens").unwrap_or(0.0);
            Ok(remote::tokens(items, reported, session.lens()))
        })
    }

    /// Estimates, in tokens, of the items of the context, in order.
    #[wasm_bindgen(js_name = contextTokens)]
    pub fn context_tokens(&self) -> Vec<u32> {
        self.upkeep.session().context().items().iter().map(|item| item.tokens).gather()
    }
}
