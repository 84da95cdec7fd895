//! Where a compaction cuts, what it asks, and what it makes of the answers.

use epitome::budget::Limits;
use epitome::compaction::{Candidate, Compaction, Failure, Options, Output, Sizing, Verdict, prepare};
use epitome::cut::{Grid, find_cut_point, find_preserve_boundary, legal_cuts};
use epitome::settings::CompactionSettings;
use epitome::summary::RequestKind;
use serde_json::{Value, json};

use super::support::{broken, commit, ids, run, session, settings, visible};

fn log(messages: &[Value]) -> Vec<Value> {
    let entry = |(at, message): (usize, &Value)| {
        let parent = at.checked_sub(1).map(|before| format!("m{before}"));
        json!({"type": "message", "id": format!("m{at}"), "parentId": parent, "timestamp": "", "message": message})
    };
    messages.iter().enumerate().map(entry).collect()
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

fn says(text: &str) -> Value {
    json!({"role": "assistant", "content": [{"type": "text", "text": text}], "stopReason": "stop"})
}

fn calls(ids: &[&str]) -> Value {
    let blocks: Vec<_> =
        ids.iter().map(|id| json!({"type": "toolCall", "id": id, "name": "bash", "arguments": {}})).collect();
    json!({"role": "assistant", "content": blocks, "stopReason": "toolUse"})
}

fn answers(id: &str, text: &str) -> Value {
    json!({"role": "toolResult", "toolCallId": id, "toolName": "bash", "content": [{"type": "text", "text": text}]})
}

fn legal(messages: &[Value]) -> Vec<usize> {
    let session = session("pi", &log(messages));
    legal_cuts(session.entries(), Grid::default())
        .into_iter()
        .enumerate()
        .filter(|(_, legal)| *legal)
        .map(|(at, _)| at)
        .collect()
}

#[test]
fn no_cut_parts_a_call_from_its_result() {
    let plain = [user("go"), calls(&["x"]), answers("x", "X"), user("next")];
    assert_eq!(legal(&plain), [0, 1, 3]);
    // One batch of calls over two messages, as some hosts store it.
    let spread = [user("go"), calls(&["x"]), calls(&["y"]), answers("x", "X"), answers("y", "Y"), user("next")];
    assert_eq!(legal(&spread), [0, 1, 5]);
    // The same id again in a later turn is another pair.
    let again = [user("go"), calls(&["x"]), answers("x", "X"), user("go"), calls(&["x"]), answers("x", "X")];
    assert_eq!(legal(&again), [0, 1, 3, 4]);
}

#[test]
fn calls_in_flight_bind_what_follows_and_abandoned_ones_nothing() {
    let in_flight = [user("go"), calls(&["a"]), answers("a", "A"), calls(&["b", "c"]), answers("b", "B")];
    assert_eq!(legal(&in_flight), [0, 1, 3]);
    let abandoned = [user("go"), calls(&["a"]), user("stop that"), says("yes")];
    assert_eq!(legal(&abandoned), [0, 1, 2, 3]);
}

#[test]
fn the_cut_keeps_the_newest_and_never_an_oversized_old_message() {
    let big = "a".repeat(4_000);
    let session = session("pi", &log(&[user(&big), says(&big), user("c"), says("d")]));
    let cut = find_cut_point(session.entries(), 0, 4, 100, Grid::default());
    assert_eq!((cut.first_kept_entry_index, cut.is_split_turn), (2, false));
    let cut = find_cut_point(session.entries(), 0, 4, 50_000, Grid::default());
    assert_eq!((cut.first_kept_entry_index, cut.turn_start_index), (0, -1));
}

#[test]
fn a_newest_group_larger_than_the_budget_stays_whole() {
    let huge = "x".repeat(120_000);
    let session = session("pi", &log(&[user("a"), says("b"), user("c"), calls(&["x"]), answers("x", &huge)]));
    let cut = find_cut_point(session.entries(), 0, 5, 20_000, Grid::default());
    assert_eq!((cut.first_kept_entry_index, cut.turn_start_index, cut.is_split_turn), (3, 2, true));
}

#[test]
fn metadata_before_a_clean_cut_stays_with_it_and_parts_no_turn() {
    let mut entries = log(&[user(&"a".repeat(400)), says(&"b".repeat(400)), user("c"), says("d")]);
    entries.insert(2, json!({"type": "model_change", "id": "mc", "parentId": "m1", "modelId": "x"}));
    entries[3]["parentId"] = json!("mc");
    let session = session("pi", &entries);
    let cut = find_cut_point(session.entries(), 0, 5, 2, Grid::default());
    assert_eq!((cut.first_kept_entry_index, cut.is_split_turn), (2, false));
}

#[test]
fn the_preserve_zone_of_seed_000_keeps_pairs_and_at_least_the_newest_group() {
    let huge = "x".repeat(120_000);
    let giant = session("pi", &log(&[user("a"), calls(&["x"]), answers("x", &huge)]));
    assert_eq!(find_preserve_boundary(giant.entries(), 15_000, Grid::default()), 1);
    let small = session("pi", &log(&[user("a"), says("b")]));
    assert_eq!(find_preserve_boundary(small.entries(), 2_000, Grid::default()), 0);
}

#[test]
fn a_parted_turn_gets_two_summaries_and_keeps_its_request() {
    let mut messages = vec![user("old"), says(&"a".repeat(900)), user("the request")];
    for at in 0..6 {
        messages.extend([calls(&[&format!("c{at}")]), answers(&format!("c{at}"), &"r".repeat(800))]);
    }
    let session = session("pi", &log(&messages));
    let mut kinds = Vec::new();
    let verdict = run(&session, &settings(300), 1, |request| {
        kinds.push(request.kind);
        Ok(if request.kind == RequestKind::History { "the history".into() } else { "the turn so far".into() })
    });
    let Some(Verdict::Draft(draft)) = verdict else { panic!("{verdict:?}") };
    kinds.sort_by_key(|kind| *kind as u8);
    assert_eq!(kinds, [RequestKind::History, RequestKind::TurnPrefix]);
    assert_eq!(draft.kept_entry_ids, ["m2"]);
    let joined = "the history\n\n---\n\n**Turn Context (split turn):**\n\nthe turn so far";
    assert!(draft.summary.starts_with(joined), "{}", draft.summary);
    let mut after = session;
    commit(&mut after, &draft);
    let seen: Vec<&str> = after.visible().map(|(entry, _)| entry.id.as_str()).collect();
    assert_eq!(seen.get(1), Some(&"m2"));
}

#[test]
fn what_one_compaction_kept_the_next_one_summarizes() {
    let text = "t".repeat(400);
    let mut session = session("pi", &log(&[user(&text), says(&text), user(&text), says(&text)]));
    let Some(Verdict::Draft(draft)) = run(&session, &settings(150), 1, |_| Ok("first".into())) else { panic!() };
    commit(&mut session, &draft);
    let more: Vec<Value> = [user(&text), says(&text)]
        .iter()
        .enumerate()
        .map(|(at, message)| {
            let parent = if at == 0 { "c4" } else { "n0" };
            json!({"type": "message", "id": format!("n{at}"), "parentId": parent, "timestamp": "", "message": message})
        })
        .collect();
    super::support::append(&mut session, &more).unwrap();
    let compaction = CompactionSettings { keep_recent_tokens: 150, ..CompactionSettings::default() };
    let prepared = prepare(&session, &compaction, Sizing::default()).unwrap();
    assert_eq!(ids(&prepared.history), ["m2", "m3"]);
    assert_eq!(prepared.previous_summary.as_deref(), Some("first"));
}

#[test]
fn nothing_is_prepared_where_nothing_came_since_the_last_compaction() {
    let mut session = session("pi", &log(&[user(&"a".repeat(900)), says("b"), user("c"), says("d")]));
    let Some(Verdict::Draft(draft)) = run(&session, &settings(1), 1, |_| Ok("S".into())) else { panic!() };
    commit(&mut session, &draft);
    assert!(prepare(&session, &CompactionSettings::default(), Sizing::default()).is_none());
}

fn long() -> epitome::session::Session {
    session("pi", &log(&[user(&"a".repeat(4_000)), says(&"b".repeat(4_000)), user("c"), says("d")]))
}

#[test]
fn a_failed_summarizer_is_tried_again_then_the_next_one_is_asked() {
    let mut asked = Vec::new();
    let verdict = run(&long(), &settings(10), 2, |request| {
        asked.push((request.candidate, request.attempt, request.delay_ms));
        if request.candidate == 0 {
            return Err(Failure { reason: "summarizer-http".into(), retryable: true, ..Failure::default() });
        }
        Ok("done".into())
    });
    assert_eq!(asked, [(0, 0, 0), (0, 1, 2_000), (0, 2, 4_000), (0, 3, 8_000), (1, 0, 0)]);
    let Some(Verdict::Draft(draft)) = verdict else { panic!() };
    assert_eq!(draft.failures.len(), 4);
    assert!(!draft.degraded);
}

#[test]
fn nobody_waits_longer_than_the_limit_nor_long_while_another_can_be_asked() {
    for (candidates, retry_after_ms, expected) in [
        // Longer than `maxDelayMs`: the same summarizer is not asked again.
        (1, 900_000, vec![(0, 0)]),
        (1, 290_000, vec![(0, 0), (0, 290_000), (0, 290_000), (0, 290_000)]),
        (2, 31_000, vec![(0, 0), (1, 0), (1, 31_000), (1, 31_000), (1, 31_000)]),
        (2, 30_000, vec![(0, 0), (0, 30_000), (0, 30_000), (0, 30_000), (1, 0), (1, 30_000), (1, 30_000), (1, 30_000)]),
    ] {
        let mut waits = Vec::new();
        run(&long(), &settings(10), candidates, |request| {
            waits.push((request.candidate, request.delay_ms));
            Err(Failure { reason: "x".into(), retryable: true, retry_after_ms, ..Failure::default() })
        });
        assert_eq!(waits, expected, "{retry_after_ms}");
    }
}

#[test]
fn refusals_say_why() {
    for (text, reason) in [("", "blank-summary"), (" \n\u{200b}", "blank-summary")] {
        let Some(Verdict::Refused(refused)) = run(&long(), &settings(10), 1, |_| Ok(text.into())) else { panic!() };
        assert_eq!(refused.reason, reason);
    }
    let Some(Verdict::Refused(refused)) = run(&long(), &settings(10), 1, |_| Ok("word ".repeat(9_000))) else {
        panic!()
    };
    assert_eq!(refused.reason, "not-smaller");
    let Some(Verdict::Refused(refused)) = run(&long(), &settings(10), 0, |_| Ok("x".into())) else { panic!() };
    assert_eq!(refused.reason, "no-summarizer");
}

#[test]
fn a_pinned_part_keeps_what_it_cannot_be_parted_from() {
    for pinned in [1, 2, 3] {
        let mut entries = log(&[user("go"), calls(&["a", "b"]), answers("a", "A"), answers("b", "B"), says("done")]);
        let more = [user(&"x".repeat(4_000)), says("y"), user("z"), says("w")];
        for (at, message) in more.iter().enumerate() {
            entries.push(json!({"type": "message", "id": format!("n{at}"), "timestamp": "", "message": message,
                "parentId": if at == 0 { "m4".into() } else { format!("n{}", at - 1) }}));
        }
        entries[pinned]["pinned"] = json!(true);
        let mut session = session("pi", &entries);
        let Some(Verdict::Draft(draft)) = run(&session, &settings(1), 1, |_| Ok("S".into())) else { panic!() };
        assert_eq!(draft.kept_entry_ids, ["m1", "m2", "m3", "n2"], "{pinned}");
        commit(&mut session, &draft);
        assert_eq!(broken("pi", &visible(&session)), Vec::<String>::new());
    }
}

#[test]
fn what_the_provider_counts_beside_the_messages_is_not_forgotten_by_a_compaction() {
    let mut reply = says(&"b".repeat(4_000));
    reply["usage"] = json!({"totalTokens": 6_000});
    let mut session = session("pi", &log(&[user(&"a".repeat(8_000)), reply, user("c"), says("d")]));
    let before = session.context().tokens();
    let Some(Verdict::Draft(draft)) = run(&session, &settings(10), 1, |_| Ok("S".into())) else { panic!() };
    assert_eq!(draft.tokens_before, before);
    commit(&mut session, &draft);
    assert_eq!(session.context().tokens(), draft.tokens_after);
    assert!(session.context().tokens() > session.context().estimate());
}

#[test]
fn the_newest_request_stays_whatever_the_host_adds_behind_it() {
    let mut entries =
        log(&[user("old"), says(&"b".repeat(9_000)), user("NEWEST REQUEST 4711"), calls(&["a"]), answers("a", "A")]);
    let reminder = json!({"type": "custom_message", "id": "r", "parentId": "m4", "timestamp": "", "customType": "reminder",
        "content": "the todo list"});
    entries.push(reminder);
    for at in 0..20 {
        let parent = if at == 0 { "r".into() } else { format!("k{}", at - 1) };
        entries.push(json!({"type": "message", "id": format!("k{at}"), "parentId": parent, "timestamp": "",
            "message": says(&"w".repeat(400))}));
    }
    let mut session = session("pi", &entries);
    let Some(Verdict::Draft(draft)) = run(&session, &settings(300), 1, |_| Ok("S".repeat(90))) else { panic!() };
    assert!(draft.kept_entry_ids.contains(&"m2".into()), "{:?}", draft.kept_entry_ids);
    commit(&mut session, &draft);
    assert!(session.visible().any(|(entry, _)| entry.id == "m2"));
}

#[test]
fn no_later_cut_falls_among_what_an_earlier_compaction_kept_by_itself() {
    let mut entries = log(&[user("old"), says(&"b".repeat(900)), user("REQ"), says(&"PINNED ".repeat(300))]);
    entries[3]["pinned"] = json!(true);
    for at in 0..40 {
        let parent = if at == 0 { "m3".into() } else { format!("k{}", at - 1) };
        entries.push(json!({"type": "message", "id": format!("k{at}"), "parentId": parent, "timestamp": "",
            "message": says(&"w".repeat(400))}));
    }
    let mut session = session("pi", &entries);
    let Some(Verdict::Draft(draft)) = run(&session, &settings(500), 1, |_| Ok("S".repeat(90))) else { panic!() };
    commit(&mut session, &draft);
    let more = json!({"type": "message", "id": "z", "parentId": session.leaf().unwrap().id, "timestamp": "", "message": says("one more")});
    super::support::append(&mut session, &[more]).unwrap();
    let before = session.context().estimate();
    if let Some(Verdict::Draft(draft)) = run(&session, &settings(500), 1, |_| Ok("S".repeat(90))) {
        commit(&mut session, &draft);
    }
    assert!(session.context().estimate() <= before, "{} then {}", before, session.context().estimate());
}

#[test]
fn a_call_that_waits_for_a_person_is_carried_until_it_is_answered() {
    let messages = [
        user("transfer"),
        calls(&["ask1"]),
        user("meanwhile, what is 2+2"),
        says(&"4".repeat(9_000)),
        user("and 3+3"),
        says("6"),
    ];
    let mut session = session(
        "pi",
        &log(&messages)
            .into_iter()
            .map(|mut entry| {
                if entry["message"]["stopReason"] == "toolUse" {
                    entry["message"]["stopReason"] = json!("stop");
                }
                entry
            })
            .collect::<Vec<_>>(),
    );
    let Some(Verdict::Draft(draft)) = run(&session, &settings(5), 1, |_| Ok("S".repeat(90))) else { panic!() };
    commit(&mut session, &draft);
    assert!(session.visible().any(|(entry, _)| entry.id == "m1"));
}

#[test]
fn a_sentence_is_no_summary_of_thousands_of_tokens() {
    let session = session("pi", &log(&[user(&"a".repeat(40_000)), says("b"), user("c"), says("d")]));
    for (text, reason) in [
        ("I will wrap it in <summary>tags</summary> later.", "not-a-summary"),
        ("## Goal\n(none)\n\n## Progress\n- (none)\n\n## Next Steps\n1. Await the first request", "hollow-summary"),
        ("ok", "hollow-summary"),
    ] {
        let Some(Verdict::Refused(refused)) = run(&session, &settings(10), 1, |_| Ok(text.into())) else {
            panic!("{text}")
        };
        assert_eq!(refused.reason, reason, "{text}");
    }
}

#[test]
fn a_small_window_gets_a_prompt_with_the_conversation_or_none() {
    let turns: Vec<Value> = (0..30).flat_map(|at| [user(&format!("SECRET{at}")), says(&"w".repeat(600))]).collect();
    let session = session("pi", &log(&turns));
    for window in [500, 1_000, 2_000, 4_000, 8_000] {
        let settings = epitome::settings::Settings::default();
        let limits = Limits { window: Some(window), ..Limits::default() };
        let Some(preparation) = prepare(&session, &settings.compaction, Sizing { limits, ..Sizing::default() }) else {
            continue;
        };
        let options =
            Options { settings, limits, candidates: vec![Candidate::default()], fallback: true, ..Options::default() };
        let mut machine = Compaction::new(preparation, options);
        while let Output::Summarize(request) = machine.poll_output() {
            assert!(request.prompt.contains("SECRET"), "{window}");
            assert!(epitome::tokens::estimate::text(&request.prompt) + request.max_tokens <= window, "{window}");
        }
    }
}
