//! What a summarizer is asked, and that nothing in a conversation can pose as a part of it.

mod chunk;
mod content;
mod golden;
mod lasting;
mod redaction;
mod serialize;
mod tasks;
mod transcript;

use std::rc::Rc;

use epitome::entry::Entry;
use epitome::files::FileOperations;
use epitome::format::lens;
use epitome::json;
use epitome::prompt::{PromptOptions, compaction_prompt, serialize_conversation};
use epitome::settings::{CompactionSettings, RedactionSettings};

/// Entries from the JSON of messages.
fn entries(format: &str, messages: &[&str]) -> Vec<Rc<Entry>> {
    let entry = |(at, message): (usize, &&str)| {
        let line = format!(r#"{{"type":"message","id":"e{at}","message":{message}}}"#);
        read(format, &line)
    };
    messages.iter().enumerate().map(entry).collect()
}

fn read(format: &str, line: &str) -> Rc<Entry> {
    Rc::new(Entry::read(&json::parse(line).unwrap(), lens(format).unwrap()).unwrap())
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    json::write_string(text, &mut out);
    out
}

fn user(text: &str) -> String {
    format!(r#"{{"role":"user","content":{}}}"#, quoted(text))
}

fn chat_call(id: &str, name: &str, arguments: &str) -> String {
    format!(
        r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"{id}","type":"function","function":{{"name":"{name}","arguments":{}}}}}]}}"#,
        quoted(arguments)
    )
}

fn chat_result(id: &str, text: &str) -> String {
    format!(r#"{{"role":"tool","tool_call_id":"{id}","content":{}}}"#, quoted(text))
}

fn serialized(messages: &[&str]) -> String {
    serialize_conversation(&entries("pi", messages), &CompactionSettings::default(), &RedactionSettings::default())
}

struct Ask<'a> {
    prior: Option<&'a str>,
    instructions: Option<&'a str>,
    context: Vec<String>,
    files: FileOperations,
    settings: CompactionSettings,
    redaction: RedactionSettings,
    window: Option<u32>,
}

impl Default for Ask<'_> {
    fn default() -> Self {
        let settings = CompactionSettings { mask_observations: false, ..CompactionSettings::default() };
        Self {
            prior: None,
            instructions: None,
            context: Vec::new(),
            files: FileOperations::default(),
            settings,
            redaction: RedactionSettings::default(),
            window: None,
        }
    }
}

impl Ask<'_> {
    fn options(&self) -> PromptOptions<'_> {
        PromptOptions {
            prior_summary: self.prior,
            instructions: self.instructions,
            context: &self.context,
            window: self.window,
            max_tokens: 1_000,
            ..PromptOptions::new(&self.files, &self.settings, &self.redaction)
        }
    }

    fn of(&self, entries: &[Rc<Entry>]) -> String {
        compaction_prompt(entries, &self.options())
    }
}

/// What stands between the conversation's tags.
fn conversation(prompt: &str) -> &str {
    let (_, rest) = prompt.split_once("<conversation>\n").unwrap();
    rest.split_once("\n</conversation>").unwrap().0
}
