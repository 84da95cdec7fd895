//! The calibration: how a provider counts is found from its counts, and what is predicted from it.

use epitome::compaction::{Draft, Verdict};
use epitome::entry::Entry;
use epitome::session::Session;
use epitome::tokens::meter::{Line, Meter};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{append, commit, run, session, settings};

fn user(tokens: usize) -> Value {
    json!({"role": "user", "content": "abcd".repeat(tokens)})
}

fn reply(tokens: u32) -> Value {
    json!({"role": "assistant", "content": [{"type": "text", "text": "abcd"}], "stopReason": "stop",
        "usage": {"input": tokens, "output": 0}})
}

/// Appends messages behind the leaf.
fn say(session: &mut Session, messages: &[Value]) {
    for message in messages {
        let parent = session.leaf().map(|leaf| leaf.id.clone());
        let id = format!("m{}", session.entries().len());
        append(
            session,
            &[json!({"type": "message", "id": id, "parentId": parent, "timestamp": "", "message": message})],
        )
        .unwrap();
    }
}

/// A talk with a provider that counts `overhead` and `slope` for each token of our estimate.
fn talk(session: &mut Session, (overhead, slope): (u32, f64), sizes: &[usize]) {
    for size in sizes {
        say(session, &[user(*size)]);
        let counted = overhead + (slope * f64::from(session.context().estimate())) as u32;
        say(session, &[reply(counted)]);
    }
}

fn compact(session: &mut Session) -> Draft {
    let summary = "Point after point was settled. ".repeat(60);
    let mut settings = settings(100);
    settings.compaction.request_tokens = 0;
    let verdict = run(session, &settings, 1, |_| Ok(summary.clone())).unwrap();
    let Verdict::Draft(draft) = verdict else { panic!("{verdict:?}") };
    commit(session, &draft);
    assert_eq!(session.context().tokens(), draft.tokens_after);
    draft
}

fn again(session: &Session, overhead: Option<u32>) -> Session {
    let mut again = Session::with_settings(session.lens(), &settings(100).compaction);
    again.set_overhead(overhead);
    again.load(session.entries().iter().map(|entry| Entry::clone(entry)).collect());
    again
}

#[test]
fn without_counts_and_overhead_it_is_the_estimate() {
    let mut session = session("pi", &[]);
    say(&mut session, &[user(500)]);
    let context = session.context();
    assert_eq!((context.tokens(), context.trailing_tokens(), context.overhead_tokens()), (500, 500, 0));
    assert_eq!((context.predict(1_000), context.calibration(), context.line()), (1_000, None, Line::default()));
    assert_eq!((context.accepted(), context.truncated_at(), context.usage_ratio()), (0, None, None));
}

#[test]
fn a_declared_overhead_counts_until_the_provider_has_counted() {
    let mut session = session("pi", &[]);
    session.set_overhead(Some(43_000));
    say(&mut session, &[user(90_000)]);
    let context = session.context();
    assert_eq!((context.tokens(), context.trailing_tokens(), context.overhead_tokens()), (133_000, 90_000, 43_000));
    // Then it tells how much the messages cost.
    say(&mut session, &[reply(43_000 + 108_000)]);
    let context = session.context();
    assert_eq!((context.tokens(), context.overhead_tokens()), (151_000, 43_000));
    assert_eq!((context.line().slope, context.predict(1_000)), (1.2, 44_200));
    say(&mut session, &[user(1_000)]);
    assert_eq!(session.context().trailing_tokens(), 1_200);
    // More tools: at once, and for what is predicted.
    session.set_overhead(Some(53_000));
    assert_eq!((session.context().usage_tokens(), session.context().predict(1_000)), (Some(161_000), 54_200));
    session.set_overhead(Some(33_000));
    assert_eq!((session.context().usage_tokens(), session.context().predict(1_000)), (Some(141_000), 34_200));
}

#[test]
fn few_messages_do_not_tell_the_slope() {
    let mut session = session("pi", &[]);
    session.set_overhead(Some(5_000));
    say(&mut session, &[user(10), reply(5_200)]);
    assert_eq!((session.context().line().slope, session.context().overhead_tokens()), (1.0, 5_190));
}

#[test]
fn what_was_declared_too_small_or_too_large_does_not_bend_the_slope() {
    for (declared, overhead) in [(0, 100_000), (200_000, 100_000)] {
        let mut meter = Meter::default();
        meter.declare(Some(declared));
        meter.observe(10_000, overhead + 11_000);
        let line = meter.line().unwrap();
        assert!((0.5..=2.0).contains(&line.slope), "{line:?}");
        assert_eq!(line.predict(10_000), overhead + 11_000);
    }
}

#[test]
fn two_counts_tell_the_slope_from_the_overhead() {
    let mut session = session("pi", &[]);
    talk(&mut session, (100_000, 1.1), &[10_000]);
    // One alone does not: all of it is the ratio, as far as that can be.
    assert_eq!((session.context().line().slope, session.context().overhead_tokens()), (2.0, 90_998));
    // Nor do two that are almost the same.
    talk(&mut session, (100_000, 1.1), &[1_000]);
    assert_eq!(session.context().meter().line(), None);
    talk(&mut session, (100_000, 1.1), &[9_000]);
    let line = session.context().line();
    assert!((line.slope - 1.1).abs() < 0.001 && line.overhead.abs_diff(100_000) < 10, "{line:?}");
    // What came after the count is raised as it was seen, and not without bounds.
    let before = session.context().tokens();
    say(&mut session, &[user(1_000)]);
    assert!(session.context().tokens().abs_diff(before + 1_100) <= 1);
}

#[test]
fn the_fixed_part_does_not_shrink_with_the_messages() {
    let mut session = session("pi", &[]);
    talk(&mut session, (100_000, 1.0), &[10_000, 10_000, 10_000]);
    assert!(session.context().predict(3_000).abs_diff(103_000) < 10);
    // Not by a compaction,
    let draft = compact(&mut session);
    assert!(session.context().tokens() > 100_000);
    // nor when the session is opened anew.
    let mut other = again(&session, None);
    assert_eq!((other.context().tokens(), other.context().line()), (draft.tokens_after, session.context().line()));
    // A prune of what comes then goes on from there.
    for session in [&mut session, &mut other] {
        talk(session, (100_000, 1.0), &[8_000]);
        let before = session.context().tokens();
        let image = json!({"type": "image", "data": "aGk=", "mimeType": "image/png"});
        say(session, &[json!({"role": "user", "content": [image]}), reply(before + 1_200)]);
        let place = session.entries().len();
        let edits = json!([{"entryId": format!("m{}", place - 2), "part": 0, "text": "gone"}]);
        append(session, &[json!({"type": "prune", "id": "p", "parentId": session.leaf().unwrap().id, "timestamp": "", "edits": edits})]).unwrap();
        assert_eq!(session.context().usage_tokens(), None);
        assert!(session.context().tokens().abs_diff(before) < 10, "{before} {}", session.context().tokens());
    }
    assert_eq!(session.context().tokens(), other.context().tokens());
}

#[test]
fn an_older_compactions_ratio_is_what_it_was() {
    let fold = |ratio: f64, tokens: u32| {
        json!({"type": "compaction", "id": "c", "parentId": "m1", "timestamp": "", "summary": "So far.",
            "firstKeptEntryId": "m1", "tokensBefore": tokens, "details": {"usageRatio": ratio}})
    };
    for (ratio, expected) in [(1.5, 1.5), (2.0, 2.0), (0.7, 0.7), (0.1, 0.1)] {
        let mut session = session("pi", &[]);
        say(&mut session, &[user(9), user(9_000)]);
        append(&mut session, &[fold(ratio, 100_000)]).unwrap();
        let estimate = session.context().estimate();
        assert_eq!(session.context().tokens(), (f64::from(estimate) * expected) as u32);
        assert_eq!(session.context().overhead_tokens(), 0);
    }
    // More than a tokenizer can count is something else than messages.
    let mut session = session("pi", &[]);
    say(&mut session, &[user(9), user(9_000)]);
    append(&mut session, &[fold(10.0, 100_000)]).unwrap();
    assert_eq!((session.context().line().slope, session.context().overhead_tokens()), (2.0, 80_000));
    for bad in [json!(-1), json!(0), json!("2"), json!(null), json!(1e300)] {
        let mut session = super::support::session("pi", &[]);
        say(&mut session, &[user(9), user(9_000)]);
        let mut entry = fold(1.0, 100_000);
        entry["details"] = json!({"usageRatio": bad, "overheadTokens": bad});
        append(&mut session, &[entry]).unwrap();
        assert!(session.context().tokens() >= session.context().estimate(), "{bad}");
    }
}

#[test]
fn the_first_count_behind_a_compaction_shows_the_overhead() {
    // Nearly all of the room is the system prompt and the tools: a limit of 120,000, and 100,000 of it are taken.
    let mut session = session("pi", &[]);
    talk(&mut session, (100_000, 1.0), &[2_000, 4_000, 6_000, 5_000]);
    compact(&mut session);
    talk(&mut session, (100_000, 1.0), &[400]);
    let context = session.context();
    assert!(context.overhead_tokens().abs_diff(100_000) < 10, "{:?}", context.line());
    assert_eq!(again(&session, None).context().line(), context.line());
    // Where no two counts have told the slope, little is left that it could be wrong about.
    let mut session = super::support::session("pi", &[]);
    say(&mut session, &[user(20_000)]);
    talk(&mut session, (100_000, 1.0), &[10]);
    assert_eq!((session.context().meter().line(), session.context().overhead_tokens()), (None, 79_988));
    compact(&mut session);
    talk(&mut session, (100_000, 1.0), &[400]);
    assert!(session.context().overhead_tokens().abs_diff(100_000) < 2_000, "{:?}", session.context().line());
}

#[test]
fn counts_of_contexts_that_share_no_messages_tell_no_overhead() {
    // Code before the compaction, prose behind it; and the other way round.
    for (before, after) in [(1.6, 0.9), (0.9, 1.6)] {
        let mut session = session("pi", &[]);
        talk(&mut session, (0, before), &[10_000, 15_000, 20_000]);
        compact(&mut session);
        talk(&mut session, (0, after), &[6_000]);
        let (line, tokens) = (session.context().line(), session.context().tokens());
        let most = (f64::from(tokens) * (after - before) / after).max(0.0) as u32 + 10;
        assert!(line.overhead <= most, "{line:?} {tokens}");
        talk(&mut session, (0, after), &[15_000]);
        assert!(session.context().overhead_tokens() < 10, "{:?}", session.context().line());
    }
    // A prune and another model are no better.
    let mut meter = Meter::default();
    meter.observe(20_000, 32_000);
    meter.forget_counts();
    meter.observe(60_000, 61_000);
    assert_eq!(meter.line(), None);
    // Nor is a context that has become smaller.
    meter.observe(30_000, 50_000);
    assert_eq!(meter.line(), None);
}

#[test]
fn a_refusal_that_says_how_large_the_request_was_raises_the_line() {
    let mut session = session("pi", &[]);
    say(&mut session, &[user(50_000)]);
    session.learn(80_000, 10_000);
    let context = session.context();
    assert!(context.predict(60_000).abs_diff(80_000) <= 1 && context.tokens().abs_diff(66_666) <= 1);
    // It is never lowered,
    session.learn(40_000, 10_000);
    assert!(session.context().predict(60_000).abs_diff(80_000) <= 1);
    // what no tokenizer counts is the fixed part,
    session.learn(400_000, 10_000);
    assert_eq!((session.context().line().slope, session.context().overhead_tokens()), (2.0, 280_000));
    // and a count that is refuted by it is no anchor.
    let mut session = super::support::session("pi", &[]);
    say(&mut session, &[user(20_000), reply(20_100), user(20_000)]);
    assert_eq!(session.context().tokens(), 40_100);
    session.learn(70_000, 0);
    assert_eq!(session.context().tokens(), 70_000);
    // The next count is right again.
    say(&mut session, &[reply(70_000)]);
    assert_eq!(session.context().tokens(), 70_000);
}

#[test]
fn what_was_learned_is_noted_and_found_again() {
    let mut session = session("pi", &[]);
    session.set_overhead(Some(4_000));
    say(&mut session, &[user(20_000), reply(30_000), user(30_000)]);
    session.learn(150_000, 0);
    compact(&mut session);
    let other = again(&session, Some(4_000));
    assert_eq!(
        (other.context().tokens(), other.context().line()),
        (session.context().tokens(), session.context().line())
    );
    // A prune notes it as well.
    let mut session = super::support::session("pi", &[]);
    say(&mut session, &[user(20_000), user(10)]);
    session.learn(50_000, 0);
    let noted = session.context().calibration().unwrap();
    let details = json!({"usageRatio": noted.usage_ratio, "overheadTokens": noted.overhead_tokens, "declaredTokens": noted.declared_tokens});
    let leaf = session.leaf().unwrap().id.clone();
    let prune = json!({"type": "prune", "id": "p", "parentId": leaf, "timestamp": "", "tokensBefore": noted.tokens,
        "edits": [{"entryId": "m1", "drop": true}], "details": details});
    append(&mut session, &[prune]).unwrap();
    assert_eq!(session.context().line(), again(&session, None).context().line());
    assert!(session.context().tokens() > 49_000);
}

proptest! {
    /// A provider that counts along a line is found out by counts of a context that grows.
    #[test]
    fn a_line_is_found(
        overhead in 0_u32..200_000,
        slope in 0.5_f64..2.0,
        estimates in prop::collection::vec(0_u64..400_000, 2..12),
    ) {
        let mut meter = Meter::default();
        let mut estimates = estimates;
        estimates.sort_unstable();
        for estimate in &estimates {
            meter.observe(*estimate, (f64::from(overhead) + slope * *estimate as f64) as u32);
        }
        if estimates[estimates.len() - 1] - estimates[0] >= 100_000 {
            let line = meter.line().unwrap();
            prop_assert!((line.slope - slope).abs() < 0.01, "{line:?}");
            for estimate in [0, 10_000, 100_000] {
                let counted = f64::from(overhead) + slope * estimate as f64;
                prop_assert!((f64::from(line.predict(estimate)) - counted).abs() < 10.0 + counted * 0.02, "{line:?}");
            }
        }
    }

    /// What a provider counts for each message is not what we estimate, by up to a fifth; and still the size is known, and
    /// nothing is held to be fixed that is not.
    #[test]
    fn noise_is_no_overhead(
        fixed in prop_oneof![Just(0_u32), 0_u32..100_000],
        slope in 0.6_f64..2.0,
        sizes in prop::collection::vec(300_usize..4_000, 8..16),
        noise in prop::collection::vec(0.8_f64..1.2, 64),
        keep in 2_000_u32..12_000,
    ) {
        let mut session = session("pi", &[]);
        let counted = |session: &Session| {
            let items = session.context().items().iter();
            let messages: f64 = items.map(|item| noise[item.at as usize % 64] * f64::from(item.tokens)).sum();
            fixed + (slope * messages) as u32
        };
        let turn = |session: &mut Session, size: usize| {
            say(session, &[user(size)]);
            let tokens = counted(session);
            say(session, &[reply(tokens)]);
        };
        for size in &sizes {
            turn(&mut session, *size);
        }
        let before = session.context().tokens();
        let summary = "Point after point was settled. ".repeat(60);
        if let Some(Verdict::Draft(draft)) = run(&session, &settings(keep), 1, |_| Ok(summary.clone())) {
            commit(&mut session, &draft);
            prop_assert!(session.context().tokens() <= before);
        }
        turn(&mut session, sizes[0]);
        let context = session.context();
        let (is, said) = (f64::from(counted(&session)), f64::from(context.predict(context.estimate().into())));
        prop_assert!((said - is).abs() < 0.25 * is + 1_000.0, "{said} {is}");
        if fixed == 0 {
            prop_assert!(f64::from(context.overhead_tokens()) < 0.15 * is, "{:?} {is}", context.line());
        }
    }

    /// What a compaction leaves is what there was less what has gone, whatever was counted before.
    #[test]
    fn what_is_left_is_what_there_was_less_what_has_gone(
        declared in prop::option::of(0_u32..50_000),
        turns in prop::collection::vec((1_usize..5_000, 1_u32..60_000, 0_u32..9_000), 1..9),
        learned in prop::option::of(1_u32..200_000),
        last in 0_usize..5_000,
        share in 0.0_f64..1.0,
    ) {
        let mut session = session("pi", &[]);
        session.set_overhead(declared);
        for (size, tokens, output) in turns {
            let mut reply = reply(tokens);
            reply["usage"]["output"] = output.into();
            say(&mut session, &[user(size), reply]);
        }
        say(&mut session, &[user(last)]);
        if let Some(observed) = learned {
            session.learn(observed, 0);
        }
        let context = session.context();
        let (tokens, estimate) = (context.tokens(), context.estimate());
        let line = context.calibration().unwrap().line();
        prop_assert!(line.predict(estimate.into()).abs_diff(tokens) <= 1, "{line:?} {estimate} {tokens}");
        let smaller = (share * f64::from(estimate)) as u64;
        let gone = line.slope * (f64::from(estimate) - smaller as f64);
        prop_assert!((f64::from(tokens) - gone - f64::from(line.predict(smaller))).abs() <= 2.0, "{line:?}");
        prop_assert!(gone < 2.0 || line.predict(smaller) < tokens, "{line:?}");
        // So it is with a prune, noted or not.
        let leaf = session.leaf().unwrap().id.clone();
        let prune = json!({"type": "prune", "id": "p", "parentId": leaf, "timestamp": "",
            "edits": [{"entryId": "m0", "drop": true}]});
        append(&mut session, &[prune]).unwrap();
        let left = line.predict(session.context().estimate().into());
        prop_assert!(session.context().tokens().abs_diff(left) <= 1, "{line:?} {left} {}", session.context().tokens());
    }

    /// Whatever it is told, nothing overflows; a line meets the newest count as far as it can, and more messages never
    /// count less.
    #[test]
    fn whatever_it_is_told_it_predicts(
        steps in prop::collection::vec((any::<u8>(), any::<u64>(), any::<u32>()), 0..30),
        one in any::<u64>(),
        other in any::<u64>(),
    ) {
        let mut meter = Meter::default();
        for (kind, estimate, tokens) in steps {
            let estimate = estimate >> (kind / 4);
            let held = meter.line().unwrap_or_default();
            match kind % 4 {
                0 => meter.declare((tokens % 3 > 0).then_some(tokens)),
                1 => {
                    meter.learn(tokens, estimate, held);
                    let now = meter.line().unwrap_or(held);
                    prop_assert!(now.predict(estimate) >= held.predict(estimate).saturating_sub(1));
                }
                _ => {
                    meter.observe(estimate, tokens);
                    if let Some(line) = meter.line() {
                        prop_assert!(line.predict(estimate) >= tokens.saturating_sub(1 + tokens / 1_000_000));
                    }
                }
            }
            prop_assert!((1.0..=1.3).contains(&meter.inflation()));
            if let Some(line) = meter.line() {
                prop_assert!((0.5..=2.0).contains(&line.slope));
                prop_assert!(line.predict(one.min(other)) <= line.predict(one.max(other)));
            }
        }
    }
}
