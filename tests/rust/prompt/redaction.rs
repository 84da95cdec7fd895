//! No secret goes to a summarizer, whole or in part.

use epitome::files::FileOperations;
use epitome::prompt::{PromptOptions, serialize_conversation, short_prompt, summary_prompt};
use epitome::settings::{CompactionSettings, RedactionSettings};
use epitome::summary::RequestKind;

use super::{Ask, chat_result, entries, quoted, read, user};

const KEY: &str = "sk-proj-4f9aQ2kd81mZx7LpT0vB3nRw";

/// How keys of its kind begin: no secret by itself.
const FORM: &str = "sk-proj-";

/// A message with the key in every part, with its failed and its masked result.
fn messages() -> Vec<String> {
    let text = quoted(&format!("The key is {KEY} here."));
    let call = format!(
        r#"{{"role":"assistant","content":{text},"reasoning_content":{text},"tool_calls":[{{"id":"c1","type":"function","function":{{"name":"bash","arguments":{}}}}}]}}"#,
        quoted(&format!(r#"{{"command":"curl -H 'x: {KEY}' a.b"}}"#))
    );
    let output = format!("Error: no access with {KEY}\n{}", "line\n".repeat(100));
    vec![user(&format!("Take {KEY}.")), call, chat_result("c1", &output)]
}

fn prompts(redaction: RedactionSettings) -> Vec<String> {
    let fact = format!("key {KEY}");
    let files = FileOperations { read_files: vec![format!("https://a.b/?{KEY}")], modified_files: Vec::new() };
    let messages = messages();
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let mut all = entries("openai-chat", &messages);
    all.push(read("pi", &format!(r#"{{"type":"branch_summary","id":"b","summary":"{fact}","fromId":"z"}}"#)));
    let state = [fact.clone()];
    let mut prompts = Vec::new();
    for preserve_recent_outputs in [0, 5] {
        let settings = CompactionSettings { preserve_recent_outputs, ..CompactionSettings::default() };
        let ask = Ask {
            prior: Some(&fact),
            instructions: Some(&fact),
            context: vec![fact.clone()],
            files: files.clone(),
            settings,
            redaction: redaction.clone(),
            ..Ask::default()
        };
        let options = PromptOptions { kept: &all, state: &state, complaint: Some(&fact), ..ask.options() };
        prompts.push(summary_prompt(RequestKind::History, &all, &options));
        prompts.push(short_prompt(&fact, &options));
        prompts.push(serialize_conversation(&all, &ask.settings, &ask.redaction));
    }
    prompts
}

#[test]
fn no_part_of_a_prompt_holds_a_key() {
    for prompt in prompts(RedactionSettings::default()) {
        assert!(!prompt.contains(KEY.strip_prefix(FORM).unwrap()) && prompt.contains("[redacted"), "{prompt}");
    }
    for prompt in prompts(RedactionSettings { enabled: false, ..RedactionSettings::default() }) {
        assert!(prompt.contains(KEY) && !prompt.contains("[redacted"), "{prompt}");
    }
}

/// Whether a text holds eight letters of the key with four of its own.
fn has_part(text: &str) -> bool {
    let parts = KEY.as_bytes().windows(8).skip(FORM.len() - 4);
    parts.map(|part| str::from_utf8(part).unwrap()).any(|part| text.contains(part))
}

/// Words, and a blank at the end.
fn fill(length: usize) -> String {
    epitome::text::head(&"word ".repeat(length / 5 + 1), length - 1).to_owned() + " "
}

#[test]
fn no_cut_leaves_half_a_key() {
    // A record keeps 12,000 units of a user's text at its start and 4,000 at its end, and 2,000 and 1,000 of an output.
    let ask = Ask {
        settings: CompactionSettings {
            max_text_chars: 100_000,
            max_tool_output_chars: 100_000,
            ..Ask::default().settings
        },
        ..Ask::default()
    };
    for (kept_head, kept_tail, is_user) in [(12_000, 4_000, true), (2_000, 1_000, false)] {
        for shift in (0..=KEY.len() + 1).step_by(3) {
            let head = fill(kept_head - shift);
            let tail = fill(kept_tail - (KEY.len() + 1 - shift));
            let text = format!("{head}{KEY} {} {KEY} {tail}", fill(9_000));
            let message = if is_user { user(&text) } else { chat_result("c", &text) };
            let entries = entries("openai-chat", &[&message]);
            let plain = serialize_conversation(&entries, &ask.settings, &ask.redaction);
            for prompt in [ask.of(&entries), plain] {
                assert!(prompt.contains("characters omitted"));
                assert!(!has_part(&prompt), "{shift}");
            }
        }
    }
}

#[test]
fn the_caps_of_a_prompt_cut_no_key() {
    for shift in 0..=KEY.len() + 1 {
        let text = format!("{}{KEY} {}", fill(1_340 - shift), fill(2_500));
        let prompt = Ask::default().of(&entries("openai-chat", &[&user(&text), &user("Go on.")]));
        assert!(!has_part(&prompt), "{shift}");
    }
}
