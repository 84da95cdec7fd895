//! A provider's own compaction in the log: when it is shown, to whom, and what it weighs.

use epitome::entry::{Body, Compaction, Entry};
use epitome::format::lens;
use epitome::json;
use epitome::remote::{Remote, tokens};
use epitome::session::Session;
use epitome::settings::CompactionSettings;
use epitome::tokens::estimate;
use epitome::value::Value as Wire;
use serde_json::{Value, json};

use super::support::append;

const OPENAI: &str = "openai-responses";
const ANTHROPIC: &str = "anthropic";

fn said(role: &str, text: &str) -> Value {
    json!({"role": role, "content": text})
}

fn block(content: &str) -> Value {
    json!({"role": "assistant", "content": [{"type": "compaction", "content": content, "signature": "s"}]})
}

fn item(id: &str) -> Value {
    json!({"type": "compaction", "id": id, "encrypted_content": "gAAAA".repeat(40)})
}

fn entry(id: &str, parent: &str, fields: Value) -> Value {
    let mut entry = json!({"id": id, "parentId": if parent.is_empty() { Value::Null } else { parent.into() },
        "timestamp": "2026-01-01T00:00:00.000Z"});
    entry.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    entry
}

fn message(id: &str, parent: &str, message: Value) -> Value {
    entry(id, parent, json!({"type": "message", "message": message}))
}

fn compaction(id: &str, parent: &str, first_kept: &str, preserve: Value) -> Value {
    entry(
        id,
        parent,
        json!({"type": "compaction", "summary": "The text.", "firstKeptEntryId": first_kept,
        "tokensBefore": 5_000, "preserveData": preserve}),
    )
}

fn own(format: &str, items: Value, more: Value) -> Value {
    let key = if format == OPENAI { "openaiRemoteCompaction" } else { "anthropicRemoteCompaction" };
    let mut data = json!({"provider": "p", "format": format, "replacementHistory": items});
    data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({key: data})
}

fn read(format: &str, preserve: Value) -> Option<Remote> {
    let text = compaction("c", "", "m", preserve).to_string();
    let value = json::parse(&text).unwrap();
    let Body::Compaction(Compaction { remote, .. }) = Entry::read(&value, lens(format).unwrap()).unwrap().body else {
        panic!("no compaction")
    };
    remote
}

fn weight(format: &str, items: Value, reported: f64) -> Option<u32> {
    let text = items.to_string();
    let items: Wire<'_> = json::parse(&text).unwrap();
    tokens(&items, reported, lens(format).unwrap())
}

/// The context: ids, `!` where the provider's items stand, `-` behind what is shown without what only another can read.
fn shown(session: &Session) -> String {
    let mut shown = Vec::new();
    for item in session.context().items() {
        let id = session.entry(item.at).unwrap().id.as_str();
        let marks = (if item.remote { "!" } else { "" }, if item.unbound { "-" } else { "" });
        assert!(!(item.remote && item.joins));
        shown.push([marks.0, id, marks.1].concat());
    }
    shown.join(" ")
}

fn session(format: &str, provider: &str, entries: &[Value]) -> Session {
    let mut session = Session::new(lens(format).unwrap());
    session.set_provider(provider);
    append(&mut session, entries).unwrap();
    session
}

/// Four messages, and a compaction that keeps the last two.
fn log(format: &str, preserve: Value) -> Vec<Value> {
    let _ = format;
    vec![
        message("m0", "", said("user", &"old ".repeat(500))),
        message("m1", "m0", said("assistant", "yes")),
        message("m2", "m1", said("user", "go")),
        message("m3", "m2", said("assistant", "done")),
        compaction("c", "m3", "m2", preserve),
    ]
}

#[test]
fn is_read_where_the_provider_would_take_it() {
    let kept = json!([said("user", "hi"), item("a")]);
    let found = read(OPENAI, own(OPENAI, kept.clone(), json!({"tokens": 90}))).unwrap();
    assert_eq!(found.provider, "p");
    assert_eq!((found.tokens, found.inline), (90 + estimate::text("hi"), false));
    let inline = read(ANTHROPIC, own(ANTHROPIC, json!(null), json!({"inline": true}))).unwrap();
    assert_eq!((inline.tokens, inline.inline), (0, true));
    let none = [
        json!({}),
        json!(null),
        own(OPENAI, json!([]), json!({})),
        own(OPENAI, json!(null), json!({})),
        own(OPENAI, json!([said("user", "hi")]), json!({})),
        own(OPENAI, json!([{"type": "compaction", "id": "a"}]), json!({})),
        own(OPENAI, json!([{"type": "x"}, 3]), json!({})),
        // Another format's, and that of a program that does not say which it is.
        own(OPENAI, kept.clone(), json!({"format": "pi"})),
        own(ANTHROPIC, json!([block("x")]), json!({})),
        json!({"openaiRemoteCompaction": {"provider": "p", "replacementHistory": kept}}),
    ];
    for preserve in none {
        assert_eq!(read(OPENAI, preserve.clone()), None, "{preserve}");
    }
    assert_eq!(read("pi", own(OPENAI, json!([item("a")]), json!({}))), None);
}

#[test]
fn weighs_what_the_provider_counted_else_what_it_holds() {
    let text = "what was said so far";
    assert_eq!(weight(ANTHROPIC, json!([block(text)]), 0.0), Some(estimate::text(text)));
    assert_eq!(weight(ANTHROPIC, json!([block(text)]), 900.0), Some(900));
    let two = weight(OPENAI, json!([item("a"), item("b")]), 0.0).unwrap();
    assert_eq!(Some(two), weight(OPENAI, json!([item("a")]), 0.0).map(|one| one * 2));
    for wrong in [json!([]), json!({}), json!([block("")]), json!([said("user", "x")])] {
        assert_eq!(weight(ANTHROPIC, wrong, 0.0), None);
    }
}

#[test]
fn stands_in_the_summary_s_place_for_its_provider_alone() {
    let preserve = own(OPENAI, json!([said("user", "hi"), item("a")]), json!({"tokens": 700}));
    let mut session = session(OPENAI, "p", &log(OPENAI, preserve));
    assert_eq!(shown(&session), "!c m2 m3");
    let own = session.context().estimate();
    let generation = session.context().generation();
    session.set_provider("q");
    assert_eq!(shown(&session), "c m2 m3");
    assert!(session.context().generation() > generation && session.context().estimate() + 600 < own);
    session.set_provider("");
    assert_eq!((shown(&session).as_str(), session.context().estimate()), ("!c m2 m3", own));
    // Nothing changes, and nothing is shown anew.
    let generation = session.context().generation();
    session.set_provider("p");
    assert_eq!(session.context().generation(), generation);
    // A compaction behind it without items of its own ends it.
    append(&mut session, &[compaction("d", "c", "m3", json!({}))]).unwrap();
    assert_eq!(shown(&session), "d m3");
}

#[test]
fn is_never_smaller_than_the_text_beside_it() {
    let preserve = own(ANTHROPIC, json!([block("x")]), json!({}));
    let mut session = session(ANTHROPIC, "p", &log(ANTHROPIC, preserve));
    let own = session.context().estimate();
    session.set_provider("q");
    assert_eq!(session.context().estimate(), own);
}

#[test]
fn a_server_that_wants_turns_gets_the_text() {
    let settings = CompactionSettings { strict_alternation: true, ..CompactionSettings::default() };
    let mut session = Session::with_settings(lens(ANTHROPIC).unwrap(), &settings);
    append(&mut session, &log(ANTHROPIC, own(ANTHROPIC, json!([block("x")]), json!({})))).unwrap();
    assert_eq!(shown(&session), "c m2 m3");
}

#[test]
fn in_a_reply_it_is_where_the_context_begins() {
    let usage = json!({"input_tokens": 300, "output_tokens": 50});
    let mut entries = log(ANTHROPIC, json!({}))[..3].to_vec();
    entries.push(message(
        "m3",
        "m2",
        json!({"role": "assistant", "usage": usage, "content": [
        {"type": "compaction", "content": "So far."}, {"type": "text", "text": "Now."}]}),
    ));
    entries[3]["compactedBy"] = json!("p");
    let mut inline = compaction("c", "m3", "m3", own(ANTHROPIC, json!(null), json!({"inline": true})));
    inline["details"] = json!({"keptEntryIds": ["m2"]});
    entries.push(inline);
    let mut session = session(ANTHROPIC, "p", &entries);
    assert_eq!(shown(&session), "!c m2 m3");
    // What the provider has counted there is true: the items themselves cost nothing more.
    assert_eq!((session.context().usage_tokens(), session.context().tokens()), (Some(350), 350));
    session.set_provider("q");
    assert_eq!(shown(&session), "c m2 m3-");
    assert_eq!(session.context().usage_tokens(), None);
    session.set_provider("p");
    assert_eq!(shown(&session), "!c m2 m3");
    // Of OpenAI's items, the one that only it can read goes as a whole.
    let mut entries = log(OPENAI, json!({}))[..3].to_vec();
    entries.push(message("m3", "m2", item("x")));
    entries[3]["compactedBy"] = json!("p");
    entries.push(message("m4", "m3", said("assistant", "Now.")));
    entries.push(compaction("c", "m4", "m3", own(OPENAI, json!(null), json!({"inline": true}))));
    let mut session = self::session(OPENAI, "p", &entries);
    assert_eq!(shown(&session), "!c m3 m4");
    session.set_provider("q");
    assert_eq!(shown(&session), "c m4");
}

#[test]
fn a_count_as_large_as_before_a_compaction_in_the_reply_is_not_believed() {
    let usage = json!({"input_tokens": 5_000, "output_tokens": 50});
    let mut entries = log(OPENAI, json!({}))[..3].to_vec();
    entries.push(message("m3", "m2", item("x")));
    entries[3]["compactedBy"] = json!("p");
    let mut reply = message("m4", "m3", said("assistant", "Now."));
    reply["usage"] = usage;
    entries.push(reply);
    entries.push(compaction("c", "m4", "m3", own(OPENAI, json!(null), json!({"inline": true}))));
    let session = session(OPENAI, "p", &entries);
    assert_eq!(session.context().usage_tokens(), None);
    assert!(session.context().tokens() < 500);
}

#[test]
fn what_the_provider_has_cleared_by_itself_says_nothing_of_how_it_counts() {
    let reply = |tokens: u32, cleared: bool| {
        let edits =
            if cleared { json!([{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 2}]) } else { json!([]) };
        json!({"role": "assistant", "content": "well", "usage": {"input_tokens": tokens, "output_tokens": 10},
            "context_management": {"applied_edits": edits}})
    };
    let long = || said("user", &"word ".repeat(8_000));
    for (cleared, cut) in [(true, None), (false, Some(4_000))] {
        let messages = [long(), reply(8_000, false), long(), reply(16_000, false), long(), reply(4_000, cleared)];
        let mut entries: Vec<Value> = Vec::new();
        for (at, one) in messages.into_iter().enumerate() {
            let parent = at.checked_sub(1).map_or(String::new(), |before| format!("m{before}"));
            entries.push(message(&format!("m{at}"), &parent, one));
        }
        let session = session(ANTHROPIC, "", &entries);
        assert_eq!(session.context().truncated_at(), cut, "{cleared}");
        if cleared {
            assert_eq!(session.context().usage_tokens(), Some(4_010));
        }
    }
}
