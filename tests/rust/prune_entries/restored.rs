//! Restored messages: what prunes had changed of them is as it was, and so is all that hangs on it.

use epitome::prune::{prune, prune_arguments};

use super::super::prune::all;
use super::*;

fn restore(story: &mut Story, ids: &[&str]) {
    story.prune(ids.iter().map(|id| json!({"entryId": id, "restore": true})).collect::<Vec<_>>().into());
}

/// What is shown, without where it stands in the log.
fn seen(session: &Session) -> Vec<(String, bool, bool, bool, u32)> {
    let id = |at| session.entry(at).unwrap().id.clone();
    let items = session.context().items().iter();
    items.map(|item| (id(item.at), item.unbound, item.joins, item.edited, item.tokens)).collect()
}

fn of_pruned(session: &Session) -> Vec<&str> {
    session.pruned().into_iter().map(|at| session.entry(at).unwrap().id.as_str()).collect()
}

#[test]
fn what_was_changed_is_as_it_was_and_costs_what_it_did() {
    let mut story =
        Story::new(&[User("go"), Reply("yes", &["a"]), Answer("a", 1_000), Reply("on", &["b"]), Answer("b", 500)]);
    let (before, shown) = (story.session.context().estimate(), story.shown());
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "one"}, {"entryId": "m4", "part": 0, "text": "two"}]));
    assert_eq!(of_pruned(&story.session), ["m2", "m4"]);
    let generation = story.session.context().generation();
    restore(&mut story, &["m4"]);
    assert_eq!(story.shown(), "m0 m1 m2[0:one] m3 m4");
    assert!(story.session.context().generation() > generation);
    assert_eq!(of_pruned(&story.session), ["m2"]);
    restore(&mut story, &["m2"]);
    assert_eq!((story.shown(), story.session.context().estimate()), (shown.clone(), before));
    assert_eq!(of_pruned(&story.session), Vec::<&str>::new());
    // What is as it was already, is not there, or is not understood, changes nothing.
    let generation = story.session.context().generation();
    restore(&mut story, &["m0", "m2", "m5", "nobody"]);
    story.prune(json!([{"entryId": "m2", "restore": "yes"}, {"restore": true}, {"entryId": 5, "restore": true}]));
    assert_eq!((story.shown(), story.session.context().generation()), (shown, generation));
    // Edits count in their order, in one prune as well.
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "x"}, {"entryId": "m2", "restore": true},
        {"entryId": "m4", "restore": true}, {"entryId": "m4", "part": 0, "text": "y"}]));
    assert_eq!(story.shown(), "m0 m1 m2 m3 m4[0:y]");
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "again"}]));
    assert_eq!(story.shown(), "m0 m1 m2[0:again] m3 m4[0:y]");
    assert_eq!(sum(&story.session), story.session.context().estimate());
}

#[test]
fn arguments_and_the_texts_beside_images_count_as_they_are_shown() {
    let mut story = Story::new(&[User("go")]);
    let arguments = json!({"path": "/a", "content": "abcd".repeat(1_000)});
    let call = json!({"type": "toolCall", "id": "a", "name": "edit", "arguments": arguments});
    story.add(json!({"type": "message", "message": {"role": "assistant", "content": [call]}}));
    let image = json!({"type": "image", "data": "aGk=", "mimeType": "image/png"});
    story.add(json!({"type": "message", "message": {"role": "toolResult", "toolCallId": "a", "toolName": "edit",
        "content": [{"type": "text", "text": "abcd".repeat(600)}, image]}}));
    let before: Vec<u32> = story.session.context().items().iter().map(|item| item.tokens).collect();
    assert_eq!(before[2], 1_800);
    let object = r#"{"pruned":true}"#;
    story.prune(json!([{"entryId": "m1", "part": 0, "text": object},
        {"entryId": "m2", "part": 0, "text": "12345678", "keepsMedia": true}]));
    let tokens: Vec<u32> = story.session.context().items().iter().map(|item| item.tokens).collect();
    // The tool's name is four characters long.
    assert_eq!(tokens, [1, (4_u32 + object.len() as u32).div_ceil(4), 1_202]);
    let record = story.session.shown(2).unwrap();
    let result = record.record().unwrap().results().next().unwrap();
    assert_eq!((result.tokens, result.media, result.images), (1_202, 1_200, 1));
    // No text but an object's can be arguments: what stood for them stands there still.
    story.prune(json!([{"entryId": "m1", "part": 0, "text": "gone"}]));
    assert_eq!(story.shown(), format!("m0 m1[0:{object}] m2[0:12345678]"));
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "all"}]));
    assert_eq!(story.session.context().items()[2].tokens, 1);
    restore(&mut story, &["m1", "m2"]);
    let tokens: Vec<u32> = story.session.context().items().iter().map(|item| item.tokens).collect();
    assert_eq!(tokens, before);
}

#[test]
fn a_message_that_had_left_has_its_place_back() {
    let mut story = Story::new(&[User("go"), Failed("cut off", &["a"]), Custom("a note"), User("again")]);
    story.say(&Failed("no", &["b"]));
    story.say(&Custom("another"));
    let (shown, held) = (story.shown(), story.session.context().held().to_vec());
    assert_eq!((shown.as_str(), held.len()), ("m0 m1 m2 m3 m4", 1));
    story.prune(json!([{"entryId": "m1", "drop": true}, {"entryId": "m4", "drop": true}]));
    assert_eq!(story.shown(), "m0 m2 m3 m5");
    assert_eq!(of_pruned(&story.session), ["m1", "m4"]);
    restore(&mut story, &["m4"]);
    // Its call is open again: what is the host's waits for the answer.
    assert_eq!((story.shown().as_str(), story.session.context().held().len()), ("m0 m2 m3 m4", 1));
    restore(&mut story, &["m1"]);
    assert_eq!((story.shown(), story.session.context().held()), (shown, held.as_slice()));
    story.say(&Answer("b", 1));
    assert_eq!(story.shown(), "m0 m1 m2 m3 m4 m9 m5");
    assert_eq!(sum(&story.session), story.session.context().estimate());
}

#[test]
fn only_what_the_path_says_counts() {
    let mut story = Story::new(&[User("go"), Reply("yes", &["a"]), Answer("a", 1_000)]);
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "short"}]));
    story.say(&User("on"));
    // A restore on a branch that was left.
    restore(&mut story, &["m2"]);
    story.say(&User("left"));
    assert_eq!(story.shown(), "m0 m1 m2 m4 m6");
    append(&mut story.session, &[json!({"type": "leaf", "id": "l", "parentId": "m6", "targetId": "m4"})]).unwrap();
    assert_eq!(story.shown(), "m0 m1 m2[0:short] m4");
    assert_eq!(of_pruned(&story.session), ["m2"]);
    assert!(!story.session.context().is_restored(story.session.find("m2").unwrap()));
    // And a prune there.
    append(&mut story.session, &[json!({"type": "leaf", "id": "k", "parentId": "m4", "targetId": "m2"})]).unwrap();
    restore(&mut story, &["m2"]);
    assert_eq!(story.shown(), "m0 m1 m2");
    append(&mut story.session, &[json!({"type": "leaf", "id": "j", "parentId": "m7", "targetId": "m6"})]).unwrap();
    assert_eq!(story.shown(), "m0 m1 m2 m4 m6");
    let again = story.again(None);
    assert_eq!(seen(&again), seen(&story.session));
}

#[test]
fn what_was_folded_away_stays_so() {
    let long = "old ".repeat(1_500);
    let mut story = Story::new(&[User("so"), Reply("ok", &["x"]), Answer("x", 300), Reply(&long, &[]), User("go")]);
    for said in [Reply("yes", &["a"]), Answer("a", 900), Reply("done", &[]), Failed("no", &[])] {
        story.say(&said);
    }
    story.prune(json!([{"entryId": "m6", "part": 0, "text": "short"}, {"entryId": "m8", "drop": true},
        {"entryId": "m2", "part": 0, "text": "folded"}]));
    story.say(&User("next"));
    story.compact();
    assert_eq!(story.shown(), "S m4 m5 m6[0:short] m7 m10");
    assert_eq!(of_pruned(&story.session), ["m6", "m8"]);
    let generation = story.session.context().generation();
    restore(&mut story, &["m2"]);
    assert_eq!(story.shown(), "S m4 m5 m6[0:short] m7 m10");
    assert_eq!(generation, story.session.context().generation());
    // What it has kept comes back, as it was before the compaction.
    restore(&mut story, &["m6", "m8"]);
    assert_eq!(story.shown(), "S m4 m5 m6 m7 m8 m10");
    assert_eq!(seen(&story.again(None)), seen(&story.session));
    // The next one is made of that.
    story.say(&Reply("all done", &[]));
    story.say(&User("more"));
    story.compact();
    assert_eq!(seen(&story.again(None)), seen(&story.session));
    assert_eq!(sum(&story.session), story.session.context().estimate());
}

#[test]
fn reasoning_comes_back_where_all_before_it_is_as_it_was() {
    let talk = [User("go"), Thought("look", &["a"]), Answer("a", 500), Thought("so", &[]), User("on")];
    let mut story = Story::new(&talk);
    let before = seen(&story.session);
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "x"}]));
    assert_eq!(story.shown(), "m0 m1 m2[0:x] m3- m4");
    restore(&mut story, &["m2"]);
    assert_eq!(seen(&story.session), before);
    // What the model thought while the output was shortened was thought about other words.
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "y"}]));
    story.say(&Thought("well", &[]));
    story.say(&User("and"));
    assert_eq!(story.shown(), "m0 m1 m2[0:y] m3- m4 m8 m9");
    restore(&mut story, &["m2"]);
    assert_eq!(story.shown(), "m0 m1 m2 m3 m4 m8- m9");
    // Another change before it, and its end.
    story.say(&Thought("hm", &[]));
    story.say(&User("last"));
    story.prune(json!([{"entryId": "m1", "part": 2, "text": "{\"pruned\":1}"}]));
    assert_eq!(story.shown(), "m0 m1 m2 m3 m4 m8- m9 m11 m12");
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "z"}]));
    assert_eq!(story.shown(), "m0 m1 m2[0:z] m3- m4 m8- m9 m11- m12");
    restore(&mut story, &["m2"]);
    assert_eq!(story.shown(), "m0 m1 m2 m3 m4 m8- m9 m11 m12");
    assert_eq!(seen(&story.again(None)), seen(&story.session));
}

#[test]
fn a_message_of_reasoning_alone_comes_back() {
    let mut story = Story::new(&[User("go"), Reply("yes", &["a"]), Answer("a", 500)]);
    let thought = json!({"role": "assistant", "api": "anthropic-messages",
        "content": [{"type": "thinking", "thinking": "Hm.", "thinkingSignature": "c2ln"}]});
    story.add(json!({"type": "message", "message": thought}));
    story.say(&User("on"));
    let before = seen(&story.session);
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "x"}]));
    assert_eq!(story.shown(), "m0 m1 m2[0:x] m4");
    restore(&mut story, &["m2"]);
    assert_eq!(seen(&story.session), before);
}

#[test]
fn the_size_is_what_it_was_with_a_providers_count_as_well() {
    let used = |tokens: u32| {
        json!({"type": "message", "message": {"role": "assistant", "stopReason": "stop",
        "content": [{"type": "text", "text": "12345678"}], "usage": {"input": tokens, "output": 0, "totalTokens": tokens}}})
    };
    let mut story = Story::new(&[User("go"), Reply("", &["a"]), Answer("a", 1_000)]);
    story.add(used(1_608));
    assert_eq!(story.session.context().tokens(), 1_608);
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "12345678"}]));
    assert_eq!(story.session.context().tokens(), 11);
    restore(&mut story, &["m2"]);
    assert_eq!(story.session.context().tokens(), 1_608);
    // What came behind all that was changed is counted as before.
    story.say(&Failed("no", &[]));
    story.add(used(1_700));
    story.say(&Failed("no", &[]));
    story.prune(json!([{"entryId": "m8", "drop": true}]));
    restore(&mut story, &["m8"]);
    assert_eq!(story.session.context().usage_tokens(), Some(1_700));
}

#[test]
fn a_count_is_true_again_once_all_that_it_covers_is_as_it_was() {
    // The provider counts as no line of ours can tell.
    let used = |tokens: u32| {
        json!({"type": "message", "message": {"role": "assistant", "stopReason": "stop",
        "content": [{"type": "text", "text": "12345678"}], "usage": {"input": tokens, "output": 0, "totalTokens": tokens}}})
    };
    let mut story = Story::new(&[User("go"), Reply("", &["a", "b"]), Answer("a", 100), Answer("b", 100)]);
    story.add(used(9_000));
    story.say(&User("more"));
    let before = story.session.context().tokens();
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "x"}, {"entryId": "m3", "part": 0, "text": "y"}]));
    assert_eq!(story.session.context().usage_tokens(), None);
    restore(&mut story, &["m2"]);
    assert_eq!(story.session.context().usage_tokens(), None);
    // A count of what was seen then is not one of what is seen later.
    story.add(used(8_000));
    assert_eq!(story.session.context().usage_tokens(), Some(8_000));
    restore(&mut story, &["m3"]);
    assert_eq!(story.session.context().usage_tokens(), Some(9_000));
    assert_eq!(story.session.context().tokens(), before + 2);
    assert_eq!(story.again(None).context().tokens(), before + 2);
    // Of what is no longer true, nothing is revived: another model, another word for what stands beside.
    for forget in
        [|story: &mut Story| story.session.forget_model(), |story: &mut Story| story.session.set_overhead(Some(5))]
    {
        story.prune(json!([{"entryId": "m2", "part": 0, "text": "x"}]));
        forget(&mut story);
        restore(&mut story, &["m2"]);
        assert_eq!(story.session.context().usage_tokens(), None);
        story.add(used(9_500));
    }
}

#[test]
fn what_was_restored_is_not_pruned_again() {
    let mut story = Story::new(&[Reply("go", &[])]);
    for id in ["a", "b"] {
        let arguments = json!({"path": "/a", "content": "abcd".repeat(1_000)});
        let call = json!({"type": "toolCall", "id": id, "name": "write", "arguments": arguments});
        story.add(json!({"type": "message", "message": {"role": "assistant", "content": [call]}}));
        story.say(&Answer(id, 1_000));
    }
    let planned = |session: &Session| {
        let both = [prune(session, &all(), 0), prune_arguments(session, &all())];
        both.map(|plan| plan.edits.into_iter().map(|edit| edit.entry_id).collect::<Vec<_>>())
    };
    assert_eq!(planned(&story.session), [vec!["m2", "m4"], vec!["m1"]]);
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "x"}, {"entryId": "m1", "part": 0, "text": "{}"}]));
    restore(&mut story, &["m1", "m2"]);
    assert_eq!(planned(&story.session), [vec!["m4"], vec![]]);
    assert!(story.session.context().is_restored(story.session.find("m2").unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// Whatever was pruned, in whatever order: once all is restored, one by one in any order or at once, the context is that of a
    /// session in which nothing was ever pruned.
    #[test]
    fn all_restored_is_the_original(
        turns in turns(6),
        edits in prop::collection::vec(prop::collection::vec((0_usize..1_000, 0_u32..3, 0..4), 1..6), 1..6),
        (at_once, order) in (any::<bool>(), any::<prop::sample::Index>()),
        (thinks, later, counts) in (any::<bool>(), 0_usize..6, prop::collection::vec(1_u32..60_000, 0..3)),
    ) {
        let mut story = Story::new(&[]);
        let mut plain = Story::new(&[]);
        let all = entries("pi", &turns);
        let (first, rest) = all.split_at(all.len().saturating_sub(later));
        for entry in first {
            story.add(entry.clone());
            plain.add(entry.clone());
        }
        if thinks {
            for said in [Thought("hm", &["z"]), Answer("z", 40), Thought("done", &[]), User("on")] {
                story.say(&said);
                plain.say(&said);
            }
        }
        for (at, tokens) in counts.into_iter().enumerate() {
            let reply = json!({"role": "assistant", "stopReason": "stop", "usage": {"input": tokens, "output": 3},
                "content": [{"type": "text", "text": "Going on."}]});
            for said in [json!({"role": "user", "content": "go on ".repeat(at * 800)}), reply] {
                story.add(json!({"type": "message", "message": said}));
                plain.add(json!({"type": "message", "message": said}));
            }
        }
        let (before, tokens) = (story.session.context().estimate(), story.session.context().tokens());
        prop_assert_eq!(seen(&story.session), seen(&plain.session));
        let count = story.count;
        let mut pruned = 0;
        for batch in &edits {
            let edit = |(which, part, kind): &(usize, u32, i32)| {
                let id = format!("m{}", which % count.max(1));
                match kind {
                    0 => json!({"entryId": id, "drop": true}),
                    1 => json!({"entryId": id, "part": part, "text": json!({"pruned": which}).to_string()}),
                    kind => json!({"entryId": id, "part": part, "text": format!("notice {which}"), "keepsMedia": *kind == 2}),
                }
            };
            story.prune(batch.iter().map(edit).collect::<Vec<_>>().into());
            pruned += 1;
        }
        let mut left: Vec<String> = of_pruned(&story.session).into_iter().map(Into::into).collect();
        if at_once {
            restore(&mut story, &left.iter().map(String::as_str).collect::<Vec<_>>());
        } else {
            while !left.is_empty() {
                let id = left.remove(order.index(left.len()));
                restore(&mut story, &[&id]);
                prop_assert_eq!(of_pruned(&story.session), left.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
        prop_assert_eq!(seen(&story.session), seen(&plain.session));
        prop_assert_eq!((story.session.context().estimate(), story.session.context().tokens()), (before, tokens));
        prop_assert_eq!(story.session.context().has_open_calls(), plain.session.context().has_open_calls());
        // What is appended behind it is as it would have been.
        story.count = count + 100;
        plain.count = count + 100;
        prop_assert!(pruned < 100);
        for entry in rest {
            story.add(entry.clone());
            plain.add(entry.clone());
        }
        prop_assert_eq!(seen(&story.session), seen(&plain.session));
        prop_assert_eq!(story.session.context().tokens(), plain.session.context().tokens());
        prop_assert_eq!(seen(&story.again(None)), seen(&plain.session));
    }
}
