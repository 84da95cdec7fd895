//! What stands behind the model's text in a summary.

use epitome::files::FileOperations;
use epitome::settings::RedactionSettings;
use epitome::summary::additions::{Additions, Room, carried_over, strip, with_state};
use epitome::tokens::estimate;

use super::extractive::entries;
use super::histories::user;

const ROOM: Room = Room { total: 4_000, requests: 1_000, carried: 300 };

fn gather(prior: Option<&str>, said: &[&str], kept: &[String]) -> Additions {
    let records = said.iter().map(|text| user(text)).collect();
    Additions::gather(prior, &entries(records), kept, &RedactionSettings::default())
}

#[test]
fn stands_in_sections_behind_the_text() {
    let mut additions = gather(None, &["build a parser", "use Rust,\nno regex", "go on"], &["2".into()]);
    additions.context = vec!["The ticket is ABC-12.\nIt is urgent.".into()];
    additions.state = vec!["Active goal: ship (status: active)".into()];
    additions.files = FileOperations { read_files: vec!["a.md".into()], modified_files: vec!["src/lex.rs".into()] };
    let summary = additions.attach("## Goal\nA parser.\n", Some("## Errors\nE0382 in src/lex.rs"), ROOM);
    let expected = "## Goal\nA parser.\n\n\
        <user-requests>\nWord for word, the newest first:\n2.\n~~~\nuse Rust,\nno regex\n~~~\n1. build a parser\n</user-requests>\n\
        <carried-over>\nSaid before, and not in the text above:\n- E0382 in src/lex.rs\n</carried-over>\n\
        <additional-context>\n- The ticket is ABC-12.\n  It is urgent.\n</additional-context>\n\
        <session-state>\nActive goal: ship (status: active)\n</session-state>\n\n\
        <read-files>\na.md\n</read-files>\n<modified-files>\nsrc/lex.rs\n</modified-files>";
    assert_eq!(summary, expected);
    assert_eq!(strip(&summary), "## Goal\nA parser.");
    assert_eq!(with_state(&summary, &additions.state, &RedactionSettings::default()), summary);
    let without = with_state(&summary, &[], &RedactionSettings::default());
    assert_eq!(
        without,
        expected
            .replace("<session-state>\nActive goal: ship (status: active)\n</session-state>\n", "")
            .replace("</additional-context>\n\n\n", "</additional-context>\n\n")
    );
    // The request that stayed word for word comes again with the next round, and keeps its number.
    let next = gather(Some(&summary), &["go on", "now the tests"], &[]);
    let summary = next.attach("## Goal\nA parser with tests.", None, ROOM);
    let requests = "4. now the tests\n3. go on\n2.\n~~~\nuse Rust,\nno regex\n~~~\n1. build a parser\n</user-requests>";
    assert!(summary.contains(requests), "{summary}");
    assert!(estimate::text(&summary) < 100);
}

#[test]
fn carries_what_the_model_dropped() {
    let prior = "## Errors\n- E0382 in src/lex.rs: cloned\n- plain words\n## Files\n- src/parse.rs is done\n\n<carried-over>\n- ABC-12 is old\n</carried-over>";
    assert_eq!(carried_over(prior, "All of parse.rs is done.", 500), ["E0382 in src/lex.rs: cloned"]);
    assert!(carried_over(prior, "All of parse.rs is done.", 3).is_empty());
    assert!(carried_over(prior, "E0382 and parse.rs", 500).is_empty());
}
