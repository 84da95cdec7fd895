//! When a prune is due, that its plan says truly what the context will measure, and that it is never more than before.

use epitome::entry::Entry;
use epitome::format::lens;
use epitome::json;
use epitome::model::Model;
use epitome::session::Session;
use epitome::settings::Settings;
use epitome::upkeep::{Occasion, Overhead, PrunePlan, Trigger, Upkeep};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{Turn, entries, turns};

fn upkeep(settings: &Value, window: u32) -> Upkeep {
    let settings = Settings::read(&json::parse(&settings.to_string()).unwrap()).unwrap();
    let model = Model { context_window: Some(window), ..Model::default() };
    Upkeep::new(Session::new(lens("openai-chat").unwrap()), settings, model)
}

fn append(upkeep: &mut Upkeep, entries: &[Value]) {
    let lens = upkeep.session().lens();
    let read = |entry: &Value| Entry::read(&json::parse(&entry.to_string()).unwrap(), lens).unwrap();
    upkeep.append(entries.iter().map(read).collect()).unwrap();
}

/// The entry that a host writes of a plan, without copies.
fn entry(upkeep: &Upkeep, plan: &PrunePlan) -> Value {
    let mut edits = Vec::new();
    for edit in plan.outputs.iter().chain(&plan.arguments) {
        edits.push(
            json!({"entryId": edit.entry_id, "part": edit.part, "text": edit.notice, "keepsMedia": edit.keeps_media}),
        );
    }
    json!({"type": "prune", "id": "p", "parentId": upkeep.session().leaf().unwrap().id, "reason": "threshold",
        "timestamp": "2026-01-01T00:00:00.000Z", "edits": edits, "tokensBefore": upkeep.session().context().tokens()})
}

fn saved(plan: &PrunePlan) -> u32 {
    plan.outputs.iter().chain(&plan.arguments).map(|edit| edit.tokens_saved).sum()
}

const NOW: f64 = 1_767_225_600_000.0;
const DUE: Occasion = Occasion::Maintenance(Trigger::Threshold);

/// The prune setting and a compaction setting that leaves it room.
fn settings(prune: &Value) -> Value {
    json!({"prune": prune, "compaction": {"reserveTokens": 0}})
}

/// Entries of which the reply at a place reports what a provider counted: so much for each token, and so much beside.
fn counted(turns: &[Turn], at: usize, slope: f64, overhead: u32) -> Vec<Value> {
    let mut all = entries("openai-chat", turns);
    let replies: Vec<usize> = (0..all.len()).filter(|at| all[*at]["message"]["role"] == "assistant").collect();
    if let Some(at) = replies.get(at.min(replies.len().saturating_sub(1))).copied() {
        let mut so_far = upkeep(&json!({}), 1_000_000);
        append(&mut so_far, &all[..at]);
        let prompt = (f64::from(so_far.session().context().estimate()) * slope) as u32 + overhead;
        all[at]["usage"] = json!({"prompt_tokens": prompt, "completion_tokens": 10, "total_tokens": prompt + 10});
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_context_measures_what_was_foretold(
        turns in turns(8), at in 0..30_usize, slope in 0.7..2.2_f64, overhead in 0..3_000_u32, declared: bool,
        pending in 0..2_000_u32, protect in 0..2_000_u32,
    ) {
        let given = settings(&json!({"protectTokens": protect, "protectRecentTurns": 1, "singleTurn": true, "spill": false}));
        let mut upkeep = upkeep(&given, 1_000_000);
        if declared {
            upkeep.set_overhead(Overhead { system: overhead, ..Overhead::default() });
        }
        append(&mut upkeep, &counted(&turns, at, slope, overhead));
        let plan = upkeep.plan_prune(Occasion::Emergency, (0, pending), NOW);
        if !plan.outputs.is_empty() {
            let (before, saved) = (upkeep.session().context().clone(), saved(&plan));
            let first = plan.outputs.iter().filter_map(|edit| {
                let at = upkeep.session().place_of(&edit.entry_id)?;
                before.items().iter().position(|item| item.at == at)
            });
            let foretold = before.tokens_pruned(first.min().unwrap(), saved, pending);
            let entry = entry(&upkeep, &plan);
            append(&mut upkeep, &[entry]);
            let after = upkeep.session().context();
            prop_assert_eq!(after.estimate(), before.estimate() - saved);
            prop_assert!(after.tokens() <= before.tokens());
            prop_assert_eq!(after.tokens_with(pending), foretold);
        }
    }

    #[test]
    fn what_is_due_brings_the_context_under_its_trigger_and_saves_the_minimum(
        turns in turns(10), at in 0..30_usize, slope in 0.7..2.0_f64, overhead in 0..1_000_u32,
        pending in 0..500_u32, minimum in 0..2_000_u32, share in 0.3..1.1_f64, spill: bool,
    ) {
        let all = counted(&turns, at, slope, overhead);
        let prune = json!({"protectTokens": 200, "minimumSavings": minimum, "protectRecentTurns": 1, "spill": spill});
        let mut sized = upkeep(&settings(&prune), 1_000_000);
        append(&mut sized, &all);
        let trigger = (f64::from(sized.session().context().tokens_with(pending)) * share).max(10.0) as u32;
        let mut given = settings(&prune);
        given["compaction"]["thresholdTokens"] = json!(trigger);
        let mut upkeep = upkeep(&given, 1_000_000);
        append(&mut upkeep, &all);
        let is_over = |upkeep: &Upkeep| upkeep.session().context().tokens_with(pending) > trigger;
        let plan = upkeep.plan_prune(DUE, (1, pending), NOW);
        let every = sized.plan_prune(Occasion::Emergency, (1, pending), NOW);
        if plan.outputs.is_empty() {
            // Nothing more would have done.
            let entry = entry(&upkeep, &every);
            let was_over = is_over(&upkeep);
            append(&mut upkeep, &[entry]);
            // The longest reference is reckoned with: four characters are a token.
            let references = if spill { every.outputs.len() as u32 * 22 } else { 0 };
            let enough = !is_over(&upkeep) && saved(&every).saturating_sub(references) >= minimum;
            prop_assert!(!was_over || !enough || references > 0, "{} of {}", saved(&every), minimum);
        } else {
            prop_assert!(is_over(&upkeep));
            prop_assert!(saved(&plan) >= plan.least_savings && saved(&plan) >= minimum);
            prop_assert_eq!(&plan.outputs, &every.outputs);
            let entry = entry(&upkeep, &plan);
            append(&mut upkeep, &[entry]);
            prop_assert!(!is_over(&upkeep));
            prop_assert_eq!(upkeep.plan_prune(DUE, (1, pending), NOW), PrunePlan::default());
        }
    }
}

/// Turns of one command each, whose output has so many words.
fn commands(count: usize, words: usize) -> Vec<Value> {
    let turn = Turn { words: 1, steps: vec![(1, words), (0, 1)], pinned: false };
    entries("openai-chat", &vec![turn; count])
}

#[test]
fn what_the_provider_has_folded_itself_is_neither_counted_nor_pruned() {
    let folded = json!({"type": "compaction", "encrypted_content": "c2VjcmV0"});
    let call =
        |id: usize| json!({"type": "function_call", "call_id": format!("c{id}"), "name": "bash", "arguments": "{}"});
    let output = |id: usize| json!({"type": "function_call_output", "call_id": format!("c{id}"), "output": "words ".repeat(500)});
    let mut upkeep = {
        let settings = Settings::read(
            &json::parse(r#"{"prune":{"protectTokens":0,"protectRecentTurns":0,"duplicates":false}}"#).unwrap(),
        )
        .unwrap();
        Upkeep::new(Session::new(lens("openai-responses").unwrap()), settings, Model::default())
    };
    let items = [call(0), output(0), folded, call(1), output(1)];
    let all: Vec<Value> = items
        .into_iter()
        .enumerate()
        .map(|(at, message)| {
            json!({"type": "message", "id": format!("e{at}"), "parentId": at.checked_sub(1).map(|at| format!("e{at}")),
                "timestamp": "2026-01-01T00:00:00.000Z", "message": message})
        })
        .collect();
    append(&mut upkeep, &all);
    let plan = upkeep.plan_prune(Occasion::Emergency, (0, 0), NOW);
    assert_eq!(plan.outputs.iter().map(|edit| edit.entry_id.as_str()).collect::<Vec<_>>(), ["e4"]);
}

#[test]
fn nothing_is_due_below_the_trigger_without_a_window_or_where_pruning_is_off() {
    let all = commands(20, 200);
    let prune = json!({"protectTokens": 0, "minimumSavings": 0});
    for (window, prune, due) in [
        (4_000, prune.clone(), true),
        (100_000, prune, false),
        (4_000, json!({"protectTokens": 0, "minimumSavings": 0, "enabled": false}), false),
    ] {
        let mut upkeep = upkeep(&settings(&prune), window);
        append(&mut upkeep, &all);
        assert_eq!(!upkeep.plan_prune(DUE, (0, 0), NOW).outputs.is_empty(), due, "{window} {prune}");
    }
    let mut unknown = Upkeep::new(Session::new(lens("openai-chat").unwrap()), Settings::default(), Model::default());
    append(&mut unknown, &all);
    assert_eq!(unknown.plan_prune(DUE, (0, 0), NOW), PrunePlan::default());
}
