//! The promises of `design.md`, against random histories.

use epitome::compaction::{Failure, Verdict};
use epitome::context::Item;
use proptest::prelude::*;

use super::support::*;

const GOOD: &str = "## Current Work\nThe agent works on the newest request.";

fn newest_request(session: &epitome::session::Session) -> String {
    let newest = session.path_entries().rev().find(|entry| entry.record().is_some_and(|record| record.starts_turn));
    newest.expect("every history has a request").id.clone()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Valid in, valid out; never worse; the newest request and pinned messages survive; nothing is lost.
    #[test]
    fn compactions_in_a_row_keep_every_promise(
        format in prop::sample::select(vec!["pi", "openai-chat"]),
        turns in turns(12),
        more in turns(4),
        keep in 1_u32..4_000,
    ) {
        let first = entries(format, &turns);
        let mut session = session(format, &first);
        prop_assert_eq!(broken(format, &visible(&session)), Vec::<String>::new());
        let mut pinned: Vec<String> = Vec::new();
        for round in 0..3 {
            pinned.extend(session.entries().iter().filter(|entry| entry.pinned).map(|entry| entry.id.clone()));
            let before = session.context().estimate();
            let log = session.entries().len();
            if let Some(verdict) = run(&session, &settings(keep), 1, |_| Ok(GOOD.into())) {
                prop_assert_eq!(session.entries().len(), log);
                match verdict {
                    Verdict::Draft(draft) => {
                        prop_assert!(draft.tokens_after < draft.tokens_before);
                        commit(&mut session, &draft);
                        prop_assert!(session.context().estimate() < before);
                    }
                    Verdict::Refused(refused) => {
                        prop_assert!(["not-smaller", "no-progress"].contains(&refused.reason.as_str()), "{}", refused.reason);
                    }
                }
            }
            let seen: Vec<&str> = session.visible().map(|(entry, _)| entry.id.as_str()).collect();
            let newest = newest_request(&session);
            prop_assert!(seen.contains(&newest.as_str()), "{newest} is not in {seen:?}");
            for id in &pinned {
                prop_assert!(seen.contains(&id.as_str()), "{id} was pinned");
            }
            prop_assert_eq!(seen.first(), Some(&"e0"), "the host's instructions stay first");
            prop_assert_eq!(broken(format, &visible(&session)), Vec::<String>::new());
            // The conversation goes on: the same turns again under other ids.
            let mut next = entries(format, &more);
            next.remove(0);
            let base = session.entries().len();
            let text = serde_json::to_string(&next).unwrap().replace("\"call", &format!("\"r{round}call"));
            let mut next: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
            let mut parent = session.leaf().map(|entry| entry.id.clone());
            for (at, entry) in next.iter_mut().enumerate() {
                let id = format!("n{}", base + at);
                entry["id"] = id.clone().into();
                entry["parentId"] = parent.into();
                parent = Some(id);
            }
            append(&mut session, &next).unwrap();
        }
    }

    /// Between two compactions the context changes only by appending.
    #[test]
    fn prefixes_are_stable(turns in turns(10), keep in 1_u32..3_000) {
        let all = entries("openai-chat", &turns);
        let mut session = session("openai-chat", &[]);
        let mut seen: Vec<Item> = Vec::new();
        let mut generation = session.context().generation();
        for (at, entry) in all.iter().enumerate() {
            let mut entry = entry.clone();
            entry["parentId"] = session.leaf().map(|leaf| leaf.id.clone()).into();
            append(&mut session, &[entry]).unwrap();
            if session.context().generation() == generation {
                prop_assert!(session.context().items().starts_with(&seen));
            }
            if at % 9 == 8
                && let Some(Verdict::Draft(draft)) = run(&session, &settings(keep), 1, |_| Ok(GOOD.into()))
            {
                commit(&mut session, &draft);
            }
            generation = session.context().generation();
            seen = session.context().items().to_vec();
        }
    }

    /// Appending one by one, all at once, or in any batches gives the same session.
    #[test]
    fn batches_do_not_matter(turns in turns(6), split in 1_usize..20) {
        let all = entries("pi", &turns);
        let whole = session("pi", &all);
        let mut parts = session("pi", &[]);
        for batch in all.chunks(split) {
            append(&mut parts, batch).unwrap();
        }
        prop_assert_eq!(whole.context().items(), parts.context().items());
        prop_assert_eq!(whole.context().tokens(), parts.context().tokens());
        prop_assert_eq!(whole.path(), parts.path());
    }

    /// Whatever the summarizers do, the run ends, asks each at most four times, and a refusal changes nothing.
    #[test]
    fn every_run_ends(turns in turns(8), candidates in 0_u32..4, answers in prop::collection::vec(0_u8..6, 1..40)) {
        let session = session("openai-chat", &entries("openai-chat", &turns));
        let mut asked = 0;
        let mut script = answers.iter().cycle();
        let verdict = run(&session, &settings(50), candidates, |_| {
            asked += 1;
            let failure = |retryable| Failure { reason: "summarizer-failed".into(), message: "no".into(), retryable, ..Failure::default() };
            match script.next().unwrap() {
                0 => Err(failure(true)),
                1 => Err(failure(false)),
                2 => Ok(String::new()),
                3 => Ok(" \n".into()),
                4 => Ok("word ".repeat(80_000)),
                _ => Ok(GOOD.into()),
            }
        });
        prop_assert!(asked <= candidates * 4 * 2);
        if let Some(Verdict::Refused(refused)) = verdict {
            prop_assert!(!refused.reason.is_empty() && !refused.message.is_empty());
        }
    }
}
