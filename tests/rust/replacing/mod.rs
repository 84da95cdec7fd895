//! Texts in the place of outputs, images and files, objects in the place of arguments: every shape of every format.

mod arguments;
mod media;
mod shapes;

use epitome::format::{StandIn, can_replace, lens, replace};
use epitome::json;
use epitome::patch::{self, Op};
use epitome::shorten;
use epitome::validity::{Situation, validate_messages};
use epitome::value::Value;
use epitome::view::{Arguments, CallView, Part, Piece};
use proptest::prelude::*;

use super::repair::build::{FORMATS, build, turns};
use shapes::{CASES, FIXED};

const TEXT: &str = "[… 12 tokens left out …]";

/// A message with texts in the place of parts.
fn replaced<'a>(format: &str, message: &Value<'a>, edits: &[StandIn<'_>]) -> Value<'a> {
    let ops = replace(lens(format).unwrap(), message, edits).unwrap();
    let mut out = message.clone();
    for op in &ops {
        assert!(patch::apply(&mut out, op), "{format}: {op:?} of {ops:?} leads nowhere in {}", json::to_text(message));
    }
    out
}

/// The parts of a message whose place a text can take.
fn free(format: &str, message: &Value<'_>) -> Vec<usize> {
    let lens = lens(format).unwrap();
    let count = lens.view(message).unwrap().parts.len();
    (0..count).filter(|part| can_replace(lens, message, *part)).collect()
}

/// A text for each of these parts.
fn each<'e>(parts: &[usize], text: &'e str, keeps_media: bool) -> Vec<StandIn<'e>> {
    parts.iter().map(|part| StandIn { part: *part, text, keeps_media }).collect()
}

/// What a part must be once its place was taken; of a call, the arguments are those that are found (`now`).
fn expected<'a>(part: &Part<'a>, edit: &StandIn<'a>, now: &Part<'a>) -> Part<'a> {
    let piece = match (&part.piece, &now.piece) {
        (Piece::Call(call), Piece::Call(new)) => {
            let object = json::parse(edit.text).unwrap();
            let is_text = match (&call.arguments, &new.arguments) {
                (Arguments::Text(_), Arguments::Text(_)) => true,
                (Arguments::Value(Value::String(_)), Arguments::Value(Value::String(_))) => true,
                (Arguments::Value(_), Arguments::Value(_)) => false,
                kinds => panic!("{kinds:?}"),
            };
            match (is_text, &new.arguments) {
                (true, Arguments::Text(text)) => assert_eq!(*text, edit.text),
                (true, Arguments::Value(text)) => assert_eq!(text.as_str(), Some(edit.text)),
                (false, arguments) => assert_eq!(arguments.text(), json::to_text(&object)),
            }
            Piece::Call(CallView { arguments: new.arguments.clone(), ..call.clone() })
        }
        (Piece::Result(result), _) => {
            let mut result = result.clone();
            result.texts = vec![edit.text.into()];
            if !edit.keeps_media {
                (result.images, result.other) = (0, 0);
            }
            Piece::Result(result)
        }
        _ => Piece::Text(edit.text.into()),
    };
    Part { place: part.place, piece }
}

/// Replaces parts, and sees to it that the message is the same but for these.
fn check(format: &str, message: &Value<'_>, edits: &[StandIn<'_>]) {
    let lens = lens(format).unwrap();
    let before = lens.view(message).unwrap();
    let after = replaced(format, message, edits);
    let view = lens.view(&after).unwrap_or_else(|error| panic!("{format}: {error} in {}", json::to_text(&after)));
    let mut wanted = before.clone();
    for edit in edits {
        wanted.parts[edit.part] = expected(&before.parts[edit.part], edit, &view.parts[edit.part]);
    }
    assert_eq!(wanted, view, "{format}: {}", json::to_text(&after));
}

#[test]
fn every_shape_becomes_what_its_format_takes() {
    for (format, before, after) in CASES {
        let message = json::parse(before).unwrap();
        let parts = free(format, &message);
        assert!(!parts.is_empty(), "{format}: nothing to replace in {before}");
        let edits = each(&parts, TEXT, false);
        let expected = after.replace("$", TEXT);
        let expected = json::to_text(&json::parse(&expected).unwrap());
        assert_eq!(json::to_text(&replaced(format, &message, &edits)), expected, "{format}");
        for edit in &edits {
            check(format, &message, &[*edit]);
        }
        check(format, &message, &edits);
        // Of two texts for one part the later one counts.
        let twice = [each(&parts, "before", true), edits.clone()].concat();
        assert_eq!(json::to_text(&replaced(format, &message, &twice)), expected, "{format}");
    }
}

#[test]
fn what_is_not_the_hosts_to_change_stays() {
    for (format, message) in FIXED {
        let message = json::parse(message).unwrap();
        let lens = lens(format).unwrap();
        assert_eq!(free(format, &message), Vec::<usize>::new(), "{format}: {}", json::to_text(&message));
        let parts = lens.view(&message).unwrap().parts.len();
        assert!(parts > 0);
        let parts: Vec<usize> = (0..parts + 3).collect();
        for (text, keeps_media) in [(TEXT, false), (TEXT, true), ("{}", false)] {
            assert_eq!(replace(lens, &message, &each(&parts, text, keeps_media)), Ok(Vec::<Op>::new()));
        }
    }
}

#[test]
fn a_message_that_cannot_be_read_is_named() {
    for format in ["pi", "openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "ai-sdk-ui", "langchain"] {
        let message = json::parse(r#"{"role":7}"#).unwrap();
        let error = replace(lens(format).unwrap(), &message, &each(&[0], TEXT, false)).unwrap_err();
        assert_eq!(error.kind().code(), "invalid-message", "{format}");
        assert!(!can_replace(lens(format).unwrap(), &Value::Null, 0));
    }
}

#[test]
fn an_image_beside_results_does_not_become_somebodys_words() {
    let message = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"},
        {"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}]}"#;
    let message = json::parse(message).unwrap();
    let view = lens("anthropic").unwrap().view(&message).unwrap();
    let text = shorten::stand_in(&message, &view.parts[1], 0);
    check("anthropic", &message, &each(&[1], &text, false));
    assert!(!view.starts_turn);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Any text, in any of the shapes, in part of its places.
    #[test]
    fn any_text_is_read_back(case in 0..CASES.len(), text in "[ -~\\n\u{0}é漢🙂]{1,40}", chosen in any::<u8>()) {
        prop_assume!(!text.trim().is_empty());
        let (format, message, _) = CASES[case];
        let message = json::parse(message).unwrap();
        let parts = free(format, &message);
        let chosen: Vec<usize> = parts.into_iter().filter(|part| chosen >> (*part % 8) & 1 == 1).collect();
        check(format, &message, &each(&chosen, &text, false));
    }

    /// A valid history stays one, whichever of its outputs, media and arguments were replaced.
    #[test]
    fn a_valid_history_stays_one(format in 0..FORMATS.len(), turns in turns(), seed in any::<u64>()) {
        let (name, history) = build(format, &turns);
        let texts: Vec<String> = history.iter().map(ToString::to_string).collect();
        let mut messages: Vec<Value<'_>> = texts.iter().map(|text| json::parse(text).unwrap()).collect();
        for (at, message) in messages.iter_mut().enumerate() {
            let parts = free(name, message);
            let chosen: Vec<usize> =
                parts.into_iter().filter(|part| seed >> ((at * 3 + *part) % 64) & 1 == 1).collect();
            let mut edits = each(&chosen, TEXT, seed & 1 == 1);
            let view = lens(name).unwrap().view(message).unwrap();
            for edit in &mut edits {
                if matches!(view.parts[edit.part].piece, Piece::Call(_)) {
                    edit.text = r#"{"pruned":true,"paths":["a \"b\""]}"#;
                }
            }
            check(name, message, &edits);
            *message = replaced(name, message, &edits);
        }
        let found = validate_messages(lens(name).unwrap(), &Value::Array(messages), Situation::default()).unwrap();
        prop_assert_eq!(found, vec![]);
    }
}
