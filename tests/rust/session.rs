//! The log: what it takes, what it refuses, and what the model sees of it.

use epitome::error::ErrorKind;
use epitome::session::Session;
use epitome::tree::FindingKind;
use serde_json::{Value, json};

use super::support::{append, session};

fn user(id: &str, parent: Option<&str>, text: &str) -> Value {
    json!({"type": "message", "id": id, "parentId": parent, "timestamp": "", "message": {"role": "user", "content": text}})
}

fn reply(id: &str, parent: &str, usage: u32) -> Value {
    json!({"type": "message", "id": id, "parentId": parent, "timestamp": "", "message":
        {"role": "assistant", "content": [{"type": "text", "text": "ok"}], "stopReason": "stop", "usage": {"totalTokens": usage}}})
}

fn compaction(id: &str, parent: &str, kept: &str) -> Value {
    json!({"type": "compaction", "id": id, "parentId": parent, "timestamp": "", "summary": "S", "firstKeptEntryId": kept,
        "tokensBefore": 9})
}

fn seen(session: &Session) -> Vec<&str> {
    session.visible().map(|(entry, _)| entry.id.as_str()).collect()
}

#[test]
fn the_latest_compaction_stands_before_what_it_kept() {
    let log = [
        user("a", None, "1"),
        reply("b", "a", 0),
        user("c", Some("b"), "2"),
        compaction("s", "c", "c"),
        user("d", Some("s"), "3"),
    ];
    assert_eq!(seen(&session("pi", &log)), ["s", "c", "d"]);
}

#[test]
fn a_kept_entry_that_is_not_on_the_path_keeps_nothing_before_the_compaction() {
    let log = [user("a", None, "1"), user("b", Some("a"), "2"), compaction("s", "b", "zz"), user("d", Some("s"), "3")];
    assert_eq!(seen(&session("pi", &log)), ["s", "d"]);
}

#[test]
fn another_branch_is_not_seen() {
    let log =
        [user("a", None, "1"), user("b", Some("a"), "2"), compaction("s", "b", "b"), user("c", Some("a"), "other")];
    assert_eq!(seen(&session("pi", &log)), ["a", "c"]);
}

#[test]
fn a_leaf_entry_moves_the_session_back() {
    let mut session = session("pi", &[user("a", None, "1"), user("b", Some("a"), "2")]);
    append(&mut session, &[json!({"type": "leaf", "id": "l", "parentId": "b", "targetId": "a"})]).unwrap();
    assert_eq!(seen(&session), ["a"]);
    append(&mut session, &[user("c", Some("a"), "3")]).unwrap();
    assert_eq!(seen(&session), ["a", "c"]);
}

#[test]
fn what_the_core_does_not_know_is_kept_and_never_seen() {
    let log = [
        user("a", None, "1"),
        json!({"type": "mode_change", "id": "m", "parentId": "a", "mode": "x"}),
        user("b", Some("m"), "2"),
    ];
    let session = session("pi", &log);
    assert_eq!(seen(&session), ["a", "b"]);
    assert_eq!(session.path().len(), 3);
}

#[test]
fn a_missing_parent_is_told_and_loses_nothing() {
    let session = session("pi", &[user("a", None, "1"), user("b", Some("gone"), "2")]);
    assert_eq!(seen(&session), ["a", "b"]);
    let found = &session.tree().findings()[0];
    assert_eq!((found.kind, &*found.entry_id, &*found.other_id), (FindingKind::BrokenParent, "b", "gone"));
}

#[test]
fn a_bad_batch_changes_nothing() {
    let mut session = session("pi", &[user("a", None, "1")]);
    for (batch, kind) in [
        (vec![user("b", Some("a"), "2"), user("b", Some("a"), "3")], ErrorKind::DuplicateEntry),
        (vec![user("a", None, "2")], ErrorKind::DuplicateEntry),
        (
            vec![user("b", Some("a"), "2"), json!({"type": "leaf", "id": "l", "targetId": "zz"})],
            ErrorKind::UnknownEntry,
        ),
        (vec![user("b", Some("a"), "2"), json!({"type": "message", "id": "c"})], ErrorKind::InvalidEntry),
        (
            vec![json!({"type": "message", "id": "", "message": {"role": "user", "content": "x"}})],
            ErrorKind::InvalidEntry,
        ),
        (
            vec![json!({"type": "message", "id": "c", "message": {"role": "wizard", "content": "x"}})],
            ErrorKind::InvalidMessage,
        ),
        (vec![json!({"type": "compaction", "id": "c", "summary": "s"})], ErrorKind::InvalidEntry),
    ] {
        assert_eq!(append(&mut session, &batch).unwrap_err().kind(), kind);
        assert_eq!((session.entries().len(), seen(&session)), (1, vec!["a"]));
    }
}

#[test]
fn the_anchor_is_the_newest_usage_that_is_still_true() {
    let mut session = session("pi", &[user("a", None, "12345678"), reply("b", "a", 1_000)]);
    assert_eq!(session.context().tokens(), 1_000);
    append(&mut session, &[user("c", Some("b"), "12345678")]).unwrap();
    assert_eq!((session.context().tokens(), session.context().trailing_tokens()), (1_002, 2));
    // Nothing reported, or a failed reply, is no anchor.
    append(&mut session, &[reply("d", "c", 0)]).unwrap();
    assert_eq!(session.context().usage_tokens(), Some(1_000));
    let mut failed = reply("e", "d", 5);
    failed["message"]["stopReason"] = json!("error");
    append(&mut session, &[failed]).unwrap();
    assert_eq!(session.context().usage_tokens(), Some(1_000));
    // What was counted before a compaction is stale, also where the reply itself was kept.
    append(&mut session, &[compaction("s", "e", "b")]).unwrap();
    assert_eq!(session.context().usage_tokens(), None);
    append(&mut session, &[user("f", Some("s"), "x"), reply("g", "f", 300)]).unwrap();
    assert_eq!(session.context().tokens(), 300);
}

#[test]
fn compactions_are_counted_until_the_user_speaks() {
    let mut session =
        session("pi", &[user("a", None, "1"), reply("b", "a", 0), compaction("s", "b", "b"), reply("c", "s", 0)]);
    append(&mut session, &[compaction("t", "c", "c")]).unwrap();
    assert_eq!((session.context().compactions(), session.context().compactions_since_user()), (2, 2));
    append(&mut session, &[user("d", Some("t"), "2")]).unwrap();
    assert_eq!((session.context().compactions(), session.context().compactions_since_user()), (2, 0));
}
