//! The cut that needs no model.

use epitome::emergency::{emergency_prune, lead_of};
use epitome::message::{Record, Role};
use proptest::prelude::*;

use super::histories::{agent, call, histories, record, result, text, user};
use super::support::broken;

/// A message that costs so many tokens.
fn sized(record: Record, tokens: u32) -> Record {
    Record { tokens, ..record }
}

fn system() -> Record {
    sized(record(Role::System, vec![text("Be careful.")]), 5)
}

fn calling(id: &str) -> Record {
    sized(record(Role::Assistant, vec![call(id, "read", "{}")]), 10)
}

fn answer(id: &str) -> Record {
    sized(record(Role::Tool, vec![result(id, "done", false)]), 10)
}

#[test]
fn keeps_the_lead_and_the_newest_turns_that_fit() {
    let turn = |said: &str| [sized(user(said), 10), calling(said), answer(said), sized(agent("ok"), 10)];
    let mut records = vec![system()];
    for said in ["a", "b", "c"] {
        records.extend(turn(said));
    }
    assert_eq!(lead_of(&records), 1);
    assert_eq!(emergency_prune(&records, 1, 200).places, (0..13).collect::<Vec<_>>(), "all fits");
    assert_eq!(emergency_prune(&records, 1, 124).places, [0, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(emergency_prune(&records, 1, 85).places, [0, 5, 6, 7, 8, 9, 10, 11, 12], "exactly");
    assert_eq!(emergency_prune(&records, 1, 84).places, [0, 9, 10, 11, 12]);
    assert_eq!(emergency_prune(&records, 1, 0).places, [0, 9, 10, 11, 12], "never fewer than the newest turn");
}

#[test]
fn without_a_turn_nothing_goes() {
    let records = [system(), sized(agent("hello"), 500), calling("a"), answer("a")];
    assert_eq!(emergency_prune(&records, 1, 10).places, [0, 1, 2, 3]);
    assert_eq!(emergency_prune(&[], 0, 10).places, Vec::<usize>::new());
    assert_eq!(emergency_prune(&records, 9, 10).places, [0, 1, 2, 3], "a lead longer than the history");
}

#[test]
fn a_call_that_is_answered_in_a_later_turn_is_not_parted() {
    // The user goes on while a call waits for an answer.
    let records = [
        sized(user("transfer"), 10),
        calling("ask"),
        sized(user("meanwhile"), 10),
        sized(agent("4"), 10),
        sized(user("and now"), 10),
        answer("ask"),
        sized(user("newest"), 10),
    ];
    assert_eq!(emergency_prune(&records, 0, 45).places, [6]);
    assert_eq!(
        emergency_prune(&records[..6], 0, 25).places,
        [0, 1, 2, 3, 4, 5],
        "every later turn begins between the two"
    );
}

#[test]
fn a_call_that_was_given_up_binds_nothing() {
    let records = [sized(user("old"), 50), calling("lost"), sized(user("new"), 10), sized(agent("ok"), 10)];
    assert_eq!(emergency_prune(&records, 0, 30).places, [2, 3]);
}

proptest! {
    #[test]
    fn a_valid_history_stays_one(records in histories(), budget in 0..20_000_u32) {
        let lead = lead_of(&records);
        let kept = emergency_prune(&records, lead, budget).places;
        let left: Vec<Record> = kept.iter().map(|at| records[*at].clone()).collect();
        prop_assert_eq!(broken("pi", &left), Vec::<String>::new());
        // One range goes, directly behind the lead, and it ends where a turn begins.
        let gone = records.len() - kept.len();
        let expected: Vec<usize> = (0..lead).chain(lead + gone..records.len()).collect();
        prop_assert_eq!(&kept, &expected);
        let newest = records.iter().rposition(|record| record.starts_turn).unwrap();
        prop_assert!(kept.contains(&newest));
        let tokens = |list: &[usize]| list.iter().map(|at| records[*at].tokens).sum::<u32>();
        prop_assert!(tokens(&kept) <= budget || lead + gone == newest);
        // No turn more would have fitted.
        if gone > 0 {
            let before = (lead..lead + gone).rev().find(|at| records[*at].starts_turn);
            let more: Vec<usize> = (0..lead).chain(before.unwrap_or(lead)..records.len()).collect();
            prop_assert!(tokens(&more) > budget);
        }
    }
}
