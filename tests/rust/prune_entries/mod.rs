//! Prunes in the log: what they change of the context, of its size, and of what is behind them.

mod restored;

use epitome::compaction::Verdict;
use epitome::format::lens;
use epitome::session::Session;
use epitome::settings::{BoundThinking, CompactionSettings, Settings, Share};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{append, commit, entries, run, settings, turns};

/// What a message is said to hold: a text, a call of `bash` by its id, or the answer to one.
enum Says<'a> {
    User(&'a str),
    Reply(&'a str, &'a [&'a str]),
    Thought(&'a str, &'a [&'a str]),
    Failed(&'a str, &'a [&'a str]),
    Answer(&'a str, usize),
    Custom(&'a str),
}

use Says::{Answer, Custom, Failed, Reply, Thought, User};

/// A log whose entries are `m0`, `m1`, …, each behind the one before.
struct Story {
    session: Session,
    settings: Settings,
    count: usize,
}

impl Story {
    fn new(said: &[Says<'_>]) -> Self {
        Self::with(settings(100), said)
    }

    fn with(settings: Settings, said: &[Says<'_>]) -> Self {
        let session = Session::with_settings(lens("pi").unwrap(), &settings.compaction);
        let mut story = Self { session, settings, count: 0 };
        said.iter().for_each(|said| story.say(said));
        story
    }

    fn add(&mut self, mut entry: Value) {
        entry["id"] = format!("m{}", self.count).into();
        entry["parentId"] = self.session.leaf().map(|leaf| leaf.id.clone()).into();
        entry["timestamp"] = "".into();
        self.count += 1;
        append(&mut self.session, &[entry]).unwrap();
    }

    fn say(&mut self, said: &Says<'_>) {
        let blocks = |text: &str, calls: &[&str]| {
            let mut blocks = vec![json!({"type": "text", "text": text})];
            for id in calls {
                blocks.push(json!({"type": "toolCall", "id": id, "name": "bash", "arguments": {}}));
            }
            blocks
        };
        let message = match said {
            User(text) => json!({"role": "user", "content": text}),
            Reply(text, calls) => json!({"role": "assistant", "content": blocks(text, calls)}),
            Failed(text, calls) => {
                json!({"role": "assistant", "content": blocks(text, calls), "stopReason": "error"})
            }
            Thought(text, calls) => {
                let mut content = vec![json!({"type": "thinking", "thinking": "Hm, hm.", "thinkingSignature": "c2ln"})];
                content.extend(blocks(text, calls));
                json!({"role": "assistant", "api": "anthropic-messages", "content": content})
            }
            Answer(id, tokens) => json!({"role": "toolResult", "toolCallId": id, "toolName": "bash",
                "content": [{"type": "text", "text": "abcd".repeat(*tokens)}]}),
            Custom(text) => return self.add(json!({"type": "custom_message", "customType": "note", "content": text})),
        };
        self.add(json!({"type": "message", "message": message}));
    }

    fn prune(&mut self, edits: Value) {
        self.add(json!({"type": "prune", "reason": "test", "edits": edits}));
    }

    fn compact(&mut self) {
        let mut settings = self.settings.clone();
        // These contexts are tiny: a summary is nearly as large as what it stands for.
        settings.compaction.min_reduction = Share::default();
        let Some(Verdict::Draft(draft)) = run(&self.session, &settings, 1, |_| Ok("A summary.".into())) else {
            panic!("nothing was compacted")
        };
        commit(&mut self.session, &draft);
        assert_eq!(self.session.context().tokens(), draft.tokens_after, "as announced");
    }

    /// The context: ids, with `S` for the summary, `-` behind what lost its reasoning, `*` behind what was edited, and the
    /// texts that stand in it.
    fn shown(&self) -> String {
        let mut shown = Vec::new();
        for item in self.session.context().items() {
            let id = if item.is_summary { "S" } else { self.session.entry(item.at).unwrap().id.as_str() };
            let texts: Vec<String> =
                self.session.texts(item.at).iter().map(|edit| format!("[{}:{}]", edit.part, edit.text)).collect();
            let flag = |set: bool, mark: &'static str| if set { mark } else { "" };
            assert_eq!(item.edited, !texts.is_empty());
            shown.push(format!("{id}{}{}", flag(item.unbound, "-"), texts.concat()));
        }
        shown.join(" ")
    }

    /// The session as it is when its log is read anew.
    fn again(&self, overhead: Option<u32>) -> Session {
        let mut again = Session::with_settings(self.session.lens(), &self.settings.compaction);
        again.set_overhead(overhead);
        again.load(self.session.entries().iter().map(|entry| entry.as_ref().clone()).collect());
        again
    }
}

fn sum(session: &Session) -> u32 {
    session.context().items().iter().map(|item| item.tokens).sum()
}

#[test]
fn a_text_stands_for_an_output_and_costs_what_it_is() {
    let mut story = Story::new(&[User("go"), Reply("yes", &["a"]), Answer("a", 1_000), Reply("done", &[])]);
    let (before, generation) = (story.session.context().estimate(), story.session.context().generation());
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "[a notice of 8]"}]));
    assert_eq!(story.shown(), "m0 m1 m2[0:[a notice of 8]] m3");
    assert_eq!(story.session.context().estimate(), before - 1_000 + 4);
    assert_eq!(sum(&story.session), story.session.context().estimate());
    assert!(story.session.context().generation() > generation);
    // What is appended comes behind it, and the list only grows.
    let generation = story.session.context().generation();
    story.say(&User("thanks"));
    assert_eq!(story.session.context().generation(), generation);
    // A later edit of the same part counts.
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "gone"}]));
    assert_eq!(story.shown(), "m0 m1 m2[0:gone] m3 m5");
    assert_eq!(story.session.context().estimate(), before - 1_000 + 1 + 2);
}

#[test]
fn media_become_text() {
    let mut story = Story::new(&[]);
    let image = json!({"type": "image", "data": "aGk=", "mimeType": "image/png"});
    story.add(
        json!({"type": "message", "message": {"role": "user", "content": [image, {"type": "text", "text": "see"}]}}),
    );
    story.add(
        json!({"type": "custom_message", "customType": "note", "content": [{"type": "text", "text": "look"}, image]}),
    );
    assert_eq!(story.session.context().estimate(), 2 * 1_201);
    story.prune(json!([{"entryId": "m0", "part": 0, "text": "an image"}, {"entryId": "m1", "part": 1, "text": "another image"}]));
    assert_eq!(story.shown(), "m0[0:an image] m1[1:another image]");
    assert_eq!(story.session.context().estimate(), 1 + 2 + 1 + 4);
}

#[test]
fn what_is_not_understood_changes_nothing() {
    let mut story = Story::new(&[User("go"), Reply("yes", &["a"]), Answer("a", 1_000)]);
    let before = story.session.context().clone();
    for edits in [
        json!(null),
        json!("all"),
        json!({"entryId": "m2"}),
        json!([null, 7, [], {}, {"entryId": 2, "drop": true}, {"entryId": "m2"}, {"entryId": "m2", "part": 0}]),
        json!([{"entryId": "m2", "part": -1, "text": "x"}, {"entryId": "m2", "part": 0.5, "text": "x"}]),
        json!([{"entryId": "m2", "part": "0", "text": "x"}, {"entryId": "m2", "part": 1e300, "text": "x"}]),
        json!([{"entryId": "m2", "part": 1, "text": "x"}, {"entryId": "m0", "part": 0, "text": "x"}]),
        json!([{"entryId": "m1", "part": 0, "text": "x"}, {"entryId": "m1", "part": 1, "text": "x"}]),
        json!([{"entryId": "nobody", "drop": true}, {"entryId": "m9", "part": 0, "text": "x"}]),
        json!([{"entryId": "m2", "part": 0, "text": 5}, {"entryId": "m2", "drop": "yes"}]),
    ] {
        story.prune(edits);
        assert_eq!(story.shown(), "m0 m1 m2");
        assert_eq!(story.session.context().estimate(), before.estimate());
        assert_eq!(story.session.context().generation(), before.generation());
    }
    // Another program's entry of that name.
    story.add(json!({"type": "prune", "prunedAt": 5}));
    assert_eq!(story.shown(), "m0 m1 m2");
}

#[test]
fn a_dropped_message_leaves_with_its_calls() {
    let mut story = Story::new(&[User("go"), Failed("cut off", &["a"]), Custom("a note")]);
    assert_eq!((story.shown().as_str(), story.session.context().held().len()), ("m0 m1", 1));
    story.prune(json!([{"entryId": "m1", "drop": true}]));
    // Nothing is called any more: what waited for the answer is shown.
    assert_eq!((story.shown().as_str(), story.session.context().held().len()), ("m0 m2", 0));
    assert_eq!(story.session.context().estimate(), 1 + 2);
    // What waits can be dropped, too, and what has left stays away.
    story.say(&Reply("now", &["b"]));
    story.say(&Custom("another"));
    story.prune(json!([{"entryId": "m5", "drop": true}, {"entryId": "m1", "part": 0, "text": "x"}]));
    story.say(&Answer("b", 1));
    assert_eq!((story.shown().as_str(), story.session.context().held().len()), ("m0 m2 m4 m7", 0));
}

#[test]
fn only_prunes_of_the_path_count() {
    let mut story = Story::new(&[User("go"), Reply("yes", &["a"]), Answer("a", 1_000)]);
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "short"}]));
    story.say(&User("left"));
    append(&mut story.session, &[json!({"type": "leaf", "id": "l", "parentId": "m4", "targetId": "m2"})]).unwrap();
    assert_eq!(story.shown(), "m0 m1 m2");
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "otherwise"}]));
    assert_eq!(story.shown(), "m0 m1 m2[0:otherwise]");
    append(&mut story.session, &[json!({"type": "leaf", "id": "k", "parentId": "m5", "targetId": "m4"})]).unwrap();
    assert_eq!(story.shown(), "m0 m1 m2[0:short] m4");
}

#[test]
fn a_compaction_carries_on_what_was_pruned_before_it() {
    let long = "old ".repeat(3_000);
    let mut story = Story::new(&[User(&long), Reply("ok", &[]), User("go"), Reply("yes", &["a"]), Answer("a", 5_000)]);
    story.say(&Reply("done", &[]));
    story.say(&Failed("no", &[]));
    story.prune(json!([{"entryId": "m4", "part": 0, "text": "short"}, {"entryId": "m6", "drop": true}]));
    story.say(&User("next"));
    story.compact();
    // The pruned output is small enough to stay.
    assert_eq!(story.shown(), "S m1 m2 m3 m4[0:short] m5 m8");
    // Behind the compaction, what it kept is pruned as well.
    story.say(&Reply("on it", &["b"]));
    story.say(&Answer("b", 800));
    story.prune(
        json!([{"entryId": "m10", "part": 0, "text": "less"}, {"entryId": "m4", "part": 0, "text": "even less"}]),
    );
    assert_eq!(story.shown(), "S m1 m2 m3 m4[0:even less] m5 m8 m9 m10[0:less]");
    assert_eq!(sum(&story.session), story.session.context().estimate());
    story.say(&Reply("all done", &[]));
    story.say(&User(&long));
    story.compact();
    story.say(&User("and more"));
    story.compact();
    assert_eq!(sum(&story.session), story.session.context().estimate());
}

#[test]
fn a_prune_ends_the_anchor_that_counted_what_it_changed() {
    let used = |tokens: u32| {
        json!({"type": "message", "message": {"role": "assistant", "stopReason": "stop",
        "content": [{"type": "text", "text": "12345678"}], "usage": {"input": tokens, "output": 0, "totalTokens": tokens}}})
    };
    let mut story = Story::new(&[User("go"), Reply("", &["a"]), Answer("a", 1_000)]);
    story.add(used(1_608));
    let estimate = story.session.context().estimate();
    assert_eq!((estimate, story.session.context().usage_tokens()), (1_005, Some(1_608)));
    // What came after the anchor is no part of it.
    story.say(&Failed("no", &["b"]));
    story.prune(json!([{"entryId": "m4", "drop": true}]));
    assert_eq!((story.session.context().tokens(), story.session.context().usage_tokens()), (1_608, Some(1_608)));
    // How the provider counts is still known.
    story.prune(json!([{"entryId": "m2", "part": 0, "text": "12345678"}]));
    assert_eq!((story.session.context().usage_tokens(), story.session.context().estimate()), (None, 7));
    assert_eq!(story.session.context().tokens(), 11);
    story.add(used(50));
    assert_eq!(story.session.context().tokens(), 50);
}

#[test]
fn reasoning_that_depends_on_what_was_pruned_goes_but_in_an_open_loop() {
    let talk =
        [User("go"), Thought("look", &["a"]), Answer("a", 500), Thought("so", &[]), User("on"), Thought("", &["b"])];
    for (bound_thinking, prunes, expected) in [
        (BoundThinking::Auto, "m2", "m0 m1 m2[0:x] m3- m4 m5 m6"),
        (BoundThinking::Strip, "m2", "m0 m1 m2[0:x] m3- m4 m5- m6"),
        (BoundThinking::Keep, "m2", "m0 m1 m2[0:x] m3 m4 m5 m6"),
        (BoundThinking::Auto, "m6", "m0 m1 m2 m3 m4 m5 m6[0:x]"),
    ] {
        let mut settings = settings(100);
        settings.compaction.bound_thinking = bound_thinking;
        let mut story = Story::with(settings, &talk);
        story.say(&Answer("b", 500));
        story.prune(json!([{"entryId": prunes, "part": 0, "text": "x"}]));
        assert_eq!(story.shown(), expected, "{bound_thinking:?}");
        // What comes later stands on what the model saw.
        story.say(&Thought("well", &[]));
        assert_eq!(story.shown(), format!("{expected} m8"));
        assert_eq!(sum(&story.session), story.session.context().estimate());
    }
}

#[test]
fn neighbours_of_one_role_that_a_dropped_message_leaves_make_one() {
    let mut settings = settings(100);
    settings.compaction = CompactionSettings { strict_alternation: true, ..settings.compaction };
    let mut story = Story::with(settings, &[User("go"), Failed("no", &[]), User("again"), Reply("yes", &[])]);
    story.prune(json!([{"entryId": "m1", "drop": true}]));
    let joins: Vec<bool> = story.session.context().items().iter().map(|item| item.joins).collect();
    assert_eq!((story.shown().as_str(), joins), ("m0 m2 m3", vec![false, true, false]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever is pruned, in whatever order: a session that is opened anew is the same, and the numbers add up.
    #[test]
    fn a_session_opened_anew_is_the_same(
        turns in turns(8),
        steps in prop::collection::vec((0_usize..4, 0_usize..1_000, 0_u32..3, any::<bool>(), 0..4), 1..30),
        compactions in prop::collection::vec(0_usize..30, 0..4),
        (overhead, slope, declared) in (0_u32..50_000, 0.6_f64..2.5, prop::option::of(0_u32..50_000)),
    ) {
        let mut story = Story::new(&[]);
        story.session.set_overhead(declared);
        let mut rest = entries("pi", &turns).into_iter();
        for (step, (messages, which, part, drop, kind)) in steps.iter().enumerate() {
            for entry in rest.by_ref().take(*messages) {
                story.add(entry);
            }
            // Replies are counted now and then: rightly, not at all, or cut short.
            if step % 3 == 0 {
                let counted = [overhead + (slope * f64::from(story.session.context().estimate())) as u32, 0, 2_048];
                let usage = json!({"input": counted[(part + u32::from(*drop)) as usize % 3], "output": 3});
                story.add(json!({"type": "message", "message": {"role": "assistant", "stopReason": "stop", "usage": usage,
                    "content": [{"type": "text", "text": "Going on."}]}}));
            }
            let target = format!("m{}", which % story.count.max(1));
            // A call is not parted from its answer.
            let bare = story.session.find(&target).and_then(|entry| entry.record())
                .is_some_and(|record| record.calls().next().is_none() && record.results().next().is_none() && !record.starts_turn);
            let text = if *part == 1 { json!({"pruned": step}).to_string() } else { format!("notice {step}") };
            let edit = match kind {
                0 => json!({"entryId": target, "restore": true}),
                _ if *drop && bare => json!({"entryId": target, "drop": true}),
                _ => json!({"entryId": target, "part": part, "text": text, "keepsMedia": *kind == 1}),
            };
            // Of two edits the second one may be of the newest thing that is changed.
            let mut edits = vec![edit];
            if *kind == 3 && let Some(at) = story.session.pruned().last() {
                edits.push(json!({"entryId": story.session.entry(*at).unwrap().id, "restore": true}));
            }
            story.prune(edits.into());
            if compactions.contains(&step)
                && let Some(Verdict::Draft(draft)) = run(&story.session, &story.settings, 1, |_| Ok("A summary.".into()))
            {
                commit(&mut story.session, &draft);
                prop_assert_eq!(story.session.context().tokens(), draft.tokens_after);
            }
            prop_assert_eq!(sum(&story.session), story.session.context().estimate());
        }
        let again = story.again(declared);
        let (one, other) = (story.session.context(), again.context());
        prop_assert_eq!(one.items(), other.items());
        prop_assert_eq!(story.session.pruned(), again.pruned());
        prop_assert_eq!((one.tokens(), one.estimate(), one.held()), (other.tokens(), other.estimate(), other.held()));
        prop_assert_eq!((one.usage_tokens(), one.line(), one.truncated_at()), (other.usage_tokens(), other.line(), other.truncated_at()));
        for item in one.items() {
            prop_assert_eq!(story.session.texts(item.at), again.texts(item.at));
            prop_assert_eq!(story.session.edited_by(item.at), again.edited_by(item.at));
        }
    }
}
