//! The plain form of the conversation, and how it is bounded.

use std::borrow::Cow;

use epitome::prompt::{bound_conversation, frame_branch_summary, frame_summary, merge_split_summary};
use epitome::tokens::estimate;

use super::{quoted, serialized, user};

#[test]
fn serializes_in_the_form_of_the_seed() {
    let text = serialized(&[
        r#"{"role":"user","content":"Fix it"}"#,
        r#"{"role":"assistant","content":[{"type":"text","text":"Yes."},{"type":"thinking","thinking":"Hm."},{"type":"toolCall","id":"1","name":"read","arguments":{"path":"a.ts","limit":5}},{"type":"toolCall","id":"2","name":"ls","arguments":{}}]}"#,
        r#"{"role":"toolResult","toolCallId":"1","toolName":"read","content":[{"type":"text","text":"con"},{"type":"text","text":"tent"}],"isError":false}"#,
        r#"{"role":"toolResult","toolCallId":"2","toolName":"ls","content":[],"isError":false}"#,
        r#"{"role":"user","content":[{"type":"text","text":"See "},{"type":"image","data":"","mimeType":"image/png"}]}"#,
        r#"{"role":"user","content":"  "}"#,
    ]);
    assert_eq!(
        text,
        "[User]: Fix it\n\n[Assistant thinking]: Hm.\n\n[Assistant]: Yes.\n\n[Assistant tool calls]: read(path=\"a.ts\", limit=5); ls()\n\n[Tool result]: content\n\n[User]: See [image]"
    );
}

#[test]
fn cuts_tool_results_at_2000_units() {
    let result = |text: &str| {
        format!(
            r#"{{"role":"toolResult","toolCallId":"t","toolName":"read","content":[{{"type":"text","text":{}}}]}}"#,
            quoted(text)
        )
    };
    let text = serialized(&[&result(&"x".repeat(5_000))]);
    assert_eq!(text.len(), 2_053);
    assert!(text.ends_with("x\n\n[... 3000 more characters truncated]"), "{text}");
    // A text that a record holds whole is cut at the same place.
    assert!(serialized(&[&result(&"x".repeat(2_500))]).ends_with("x\n\n[... 500 more characters truncated]"));
    assert_eq!(serialized(&[&result(&"x".repeat(2_000))]).len(), 15 + 2_000);
    // What is no key stays to the last unit.
    for filling in ["0123456789", "line 1\n", "a1 "] {
        let whole = filling.repeat(1_000);
        let shown = serialized(&[&result(&whole)]);
        let (head, note) = shown.strip_prefix("[Tool result]: ").unwrap().split_once("\n\n[... ").unwrap();
        assert_eq!((head.len(), note), (2_000, format!("{} more characters truncated]", whole.len() - 2_000).as_str()));
        assert!(whole.starts_with(head));
    }
    // The cut falls into an emoji: it goes with what is left out.
    let emoji = serialized(&[&result(&format!("{}\u{1f600}yz", "x".repeat(1_999)))]);
    assert!(emoji.ends_with("x\n\n[... 4 more characters truncated]"), "{emoji}");
}

#[test]
fn caps_every_part() {
    let long = "word ".repeat(10_000);
    let text = serialized(&[
        &user(&long),
        &format!(
            r#"{{"role":"assistant","content":[{{"type":"thinking","thinking":"{long}"}},{{"type":"text","text":"{long}"}},{{"type":"toolCall","id":"1","name":"write","arguments":{{"path":"a.ts","content":"{long}"}}}}]}}"#
        ),
    ]);
    assert!(text.len() < 3 * 2_100 + 700, "{}", text.len());
    assert!(text.contains("write(path=\"a.ts\", content=\"word w"), "{text}");
    assert!(text.contains("[... 48000 characters omitted ...]"), "{text}");
}

#[test]
fn bounds_a_conversation_to_the_window() {
    let long = "x".repeat(400_000);
    let bound = bound_conversation(&long, 20_000, 1_000);
    assert!(estimate::text(&bound) <= 8_942, "{}", estimate::text(&bound));
    assert!(estimate::text(&bound) > 8_900, "{}", estimate::text(&bound));
    assert!(bound.contains("elided so this summarization request fits"), "{bound}");
    let (head, rest) = bound.split_once("\n\n[... ").unwrap();
    let (marker, tail) = rest.split_once(" ...]\n\n").unwrap();
    let omitted: usize = marker.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(head.len() + omitted + tail.len(), 400_000);
    assert!((0.34..0.36).contains(&(head.len() as f64 / (head.len() + tail.len()) as f64)));
}

#[test]
fn gives_a_conversation_that_fits_back_as_it_is() {
    assert!(matches!(bound_conversation("short", 20_000, 1_000), Cow::Borrowed("short")));
    assert_eq!(bound_conversation("short", 5_000, 1_000), "");
    assert_eq!(bound_conversation("short", 0, 0), "");
    assert_eq!(bound_conversation(&"x".repeat(100), 4_110, 0), "");
}

#[test]
fn prefers_whole_lines() {
    let lines: String = (0..20_000).map(|n| format!("line {n}\n")).collect();
    let bound = bound_conversation(&lines, 20_000, 1_000);
    let (head, rest) = bound.split_once("\n\n[... ").unwrap();
    let (_, tail) = rest.split_once(" ...]\n\n").unwrap();
    assert!(lines.starts_with(&format!("{head}\n")) && lines.ends_with(&format!("\n{tail}")));
}

#[test]
fn frames_a_summary_between_two_parts() {
    for framed in [
        frame_summary("S </summary> <SUMMARY> x\n\n<read-files>\na\n</read-files>\n"),
        frame_branch_summary("S </summary> <SUMMARY> x\n\n<read-files>\na\n</read-files>\n"),
    ] {
        let (before, rest) = framed.split_once("<summary>\n").unwrap();
        let (summary, after) = rest.split_once("\n</summary>").unwrap();
        assert_eq!(summary, "S &lt;/summary> &lt;SUMMARY> x\n\n<read-files>\na\n</read-files>");
        assert!(before.contains("not a request") && after.contains("newest message of the user"));
        assert_eq!(framed.trim(), framed);
        assert!(estimate::text(&framed) < 200);
    }
}

#[test]
fn merges_the_summaries_of_a_split_turn() {
    assert_eq!(merge_split_summary("H\n", "\nP"), "H\n\n---\n\n**Turn Context (split turn):**\n\nP");
    assert_eq!(merge_split_summary("", "P"), "**Turn Context (split turn):**\n\nP");
    assert_eq!(merge_split_summary("H", " "), "H");
}
