//! What is protected: the newest outputs, the newest turns, some tools, what is pinned; and when nothing is worth it.

use epitome::error::ErrorKind;
use epitome::json as json_text;
use epitome::prune::{PruneReason, prune, read_config};
use epitome::settings::PruneConfig;
use serde_json::json;

use super::super::support::session;
use super::{Log, all, config};

#[test]
fn the_defaults_are_the_seeds() {
    let config = PruneConfig::default();
    assert_eq!((config.protect_tokens, config.minimum_savings, config.protect_recent_turns), (40_000, 20_000, 2.0));
    let given = self::config(json!({"protectedTools": ["skill", "read"], "staleOverridableTools": ["read"]}));
    // Pointers in the place of repeated outputs are no seed's, nor runs on one prompt: the pure function does so only where it is
    // told.
    assert_eq!(given, PruneConfig { duplicates: false, single_turn: false, ..PruneConfig::default() });
    assert!(!config.images);
}

#[test]
fn the_newest_outputs_are_protected_by_their_tokens() {
    let mut log = Log::default();
    let ids: Vec<String> = (0..6).map(|n| log.run("bash", json!({"command": format!("run {n}")}))).collect();
    let tokens = |tokens: u32| config(json!({"protectTokens": tokens, "minimumSavings": 0}));
    assert_eq!(log.pruned(&tokens(0)), ids);
    assert_eq!(log.pruned(&tokens(1)), ids[..5]);
    assert_eq!(log.pruned(&tokens(2_000)), ids[..5], "the newest fills it");
    assert_eq!(log.pruned(&tokens(2_001)), ids[..4], "the one that passes it is protected, too");
    assert_eq!(log.pruned(&tokens(1_000_000)), Vec::<String>::new());
    let plan = log.plan(&all());
    assert_eq!(plan.tokens_saved, plan.edits.iter().map(|edit| edit.tokens_saved).sum::<u32>());
    assert!(
        plan.edits.iter().all(|edit| edit.reason == PruneReason::Old && edit.complete && edit.original_tokens == 2_000)
    );
}

#[test]
fn a_small_saving_is_none() {
    let mut log = Log::default();
    (0..3).for_each(|n| _ = log.run("bash", json!({"command": format!("run {n}")})));
    let saved = log.plan(&all()).tokens_saved;
    let minimum = |minimum: u32| config(json!({"protectTokens": 0, "minimumSavings": minimum}));
    assert_eq!(log.plan(&minimum(saved)).tokens_saved, saved);
    assert_eq!(log.plan(&minimum(saved + 1)).edits, []);
    assert_eq!(log.plan(&minimum(saved + 1)).tokens_saved, 0);
}

#[test]
fn the_newest_turns_stay_whole_even_what_is_worthless_in_them() {
    let mut log = Log::default();
    log.user("one");
    let old = log.run("read", json!({"path": "a.ts"}));
    log.user("two");
    log.run("bash", json!({"command": "x"}));
    log.run("read", json!({"path": "a.ts"}));
    // Text of the host is no turn of the user.
    log.entry(json!({"type": "custom_message", "customType": "note", "content": "mind this", "display": true}));
    log.message(json!({"role": "hookMessage", "customType": "hook", "content": "a hook"}));
    log.message(json!({"role": "pythonExecution", "code": "1", "output": "1"}));
    log.message(json!({"role": "bashExecution", "command": "ls", "output": "a"}));
    log.run("read", json!({"path": "a.ts"}));
    assert_eq!(log.pruned(&all()), std::slice::from_ref(&old));
    let turns = |turns: i32| config(json!({"protectTokens": 0, "minimumSavings": 0, "protectRecentTurns": turns}));
    assert_eq!(log.pruned(&turns(1)), [old.clone(), "e5".into(), "e7".into()]);
    assert_eq!(log.pruned(&turns(0)), log.pruned(&turns(-1)));
    assert_eq!(log.pruned(&turns(0)).len(), 3, "the last read is protected as a read");
    assert_eq!(log.pruned(&turns(3)), Vec::<String>::new());
}

#[test]
fn a_run_on_one_prompt_is_pruned_where_the_host_says_so() {
    let mut log = Log::default();
    log.user("do it all night");
    let ids: Vec<String> = (0..5).map(|n| log.run("bash", json!({"command": format!("run {n}")}))).collect();
    assert_eq!(log.pruned(&all()), Vec::<String>::new());
    let single = json!({"protectTokens": 3_000, "minimumSavings": 0, "singleTurn": true});
    assert_eq!(log.pruned(&config(single.clone())), ids[..3]);
    log.user("and now?");
    assert_eq!(
        log.pruned(&config(single.clone())),
        ids[..3],
        "two turns are as many as would be protected, and all there are"
    );
    log.user("go on");
    let last = log.run("bash", json!({"command": "last"}));
    assert_eq!(log.pruned(&config(single)), ids[..4], "once there is an older turn, the newest stay");
    assert!(!log.pruned(&all()).contains(&last));
}

#[test]
fn what_was_summarized_away_is_neither_counted_nor_touched() {
    let mut log = Log::default();
    log.user("one");
    (0..3).for_each(|n| _ = log.run("bash", json!({"command": format!("old {n}")})));
    let kept = log.user("two");
    let live = log.run("bash", json!({"command": "live"}));
    log.entry(json!({"type": "compaction", "summary": "S", "firstKeptEntryId": kept, "tokensBefore": 9}));
    log.user("three");
    log.user("four");
    let plan = log.plan(&all());
    assert_eq!(plan.edits.iter().map(|edit| edit.entry_id.clone()).collect::<Vec<_>>(), [live]);
    assert!(plan.tokens_saved < 2_000);
    // The protected tokens are those that the model sees, and turns count that are no longer seen.
    log.entries.truncate(log.entries.len() - 1);
    assert_eq!(log.pruned(&all()), Vec::<String>::new());
}

#[test]
fn another_branch_is_not_touched() {
    let mut log = Log::default();
    let start = log.user("start");
    let left = log.run("bash", json!({"command": "left"}));
    let right = log.entries.len();
    log.run("bash", json!({"command": "right"}));
    log.entries[right]["parentId"] = json!(start);
    let config = config(json!({"protectTokens": 0, "minimumSavings": 0, "protectRecentTurns": 0}));
    let pruned = log.pruned(&config);
    assert!(!pruned.contains(&left) && pruned.len() == 1, "{pruned:?}");
}

#[test]
fn what_was_pruned_already_counts_and_stays() {
    let mut log = Log::default();
    let first = log.run("bash", json!({"command": "a"}));
    log.call("bash", json!({"command": "b"}));
    let notice = "[Output truncated - 400 tokens; exit=1; error=boom]";
    log.answer_with("bash", notice, json!({"prunedAt": 12_345}));
    log.run("bash", json!({"command": "c"}));
    let tokens = |tokens: u32| config(json!({"protectTokens": tokens, "minimumSavings": 0}));
    assert_eq!(log.pruned(&tokens(2_013)), std::slice::from_ref(&first));
    assert_eq!(log.pruned(&tokens(2_014)), Vec::<String>::new());
    // Formats without such a field tell it by the notice itself.
    log.entries[3]["message"].as_object_mut().unwrap().remove("prunedAt");
    assert_eq!(log.pruned(&tokens(0)), [first, "e5".into()]);
}

#[test]
fn a_long_output_that_looks_like_a_notice_is_none() {
    let mut log = Log::default();
    log.call("bash", json!({"command": "a"}));
    log.answer_with("bash", &format!("[Output truncated - 4 tokens; {}]", "x".repeat(9_000)), json!({}));
    log.call("bash", json!({"command": "b"}));
    log.answer_with("bash", &format!("[Output truncated - 4 tokens]\n{}", "x".repeat(9_000)), json!({}));
    assert_eq!(log.pruned(&all()).len(), 2);
}

#[test]
fn instructions_and_what_is_pinned_stay() {
    let mut log = Log::default();
    log.run("skill", json!({"name": "pdf"}));
    log.run("Skill", json!({"command": "pdf"}));
    log.run("skill", json!({"name": "pdf"}));
    log.run("read", json!({"path": "a.ts"}));
    let pinned = log.run("bash", json!({"command": "x"}));
    log.entries.last_mut().unwrap()["pinned"] = json!(true);
    assert_eq!(log.pruned(&all()), Vec::<String>::new());
    let none = config(json!({"protectTokens": 0, "minimumSavings": 0, "protectedTools": []}));
    assert_eq!(log.pruned(&none).len(), 4);
    assert!(!log.pruned(&none).contains(&pinned));
}

#[test]
fn an_image_is_not_destroyed_and_its_text_is_no_whole_copy() {
    let mut log = Log::default();
    let image = json!({"type": "image", "data": "AAAA", "mimeType": "image/png"});
    let text = json!({"type": "text", "text": "x ".repeat(4_000)});
    log.call("screenshot", json!({}));
    log.answer_with("screenshot", "", json!({"content": [image]}));
    log.call("browse", json!({}));
    let both = log.answer_with("browse", "", json!({"content": [text, image]}));
    let plan = prune(&session("pi", &log.entries), &all(), 64);
    let [edit] = plan.edits.as_slice() else { panic!("{plan:?}") };
    assert_eq!((edit.entry_id.as_str(), edit.complete, edit.original_tokens), (both.as_str(), false, 3_200));
    assert!(edit.tokens_saved < 2_000, "the image is still there: {edit:?}");
    // A host that can show the original again lets them go.
    let plan = log.plan(&config(json!({"protectTokens": 0, "minimumSavings": 0, "images": true})));
    let notices: Vec<&str> = plan.edits.iter().map(|edit| edit.notice.as_str()).collect();
    assert_eq!(notices, ["[Output truncated - 1200 tokens; images=1]", "[Output truncated - 3200 tokens; images=1]"]);
}

#[test]
fn a_setting_that_cannot_be_names_its_place() {
    for (given, place) in [
        (json!({"protectToken": 1}), "config.protectToken"),
        (json!({"protectTokens": -1}), "config.protectTokens"),
        (json!({"protectedTools": "read"}), "config.protectedTools"),
        (json!({"protectedTools": [1]}), "config.protectedTools"),
        (json!({"tools": ["read"]}), "config.tools"),
        (json!({"tools": {"mine": "reader"}}), "config.tools"),
        (json!({"tools": {"mine": {"kind": "read", "paths": "x"}}}), "config.tools"),
        (json!([]), "config"),
    ] {
        let error = read_config(&json_text::parse(&given.to_string()).unwrap()).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidSettings, place), "{error}");
        let names_tool = given["tools"].is_object().then(|| error.to_string().contains("\"mine\""));
        assert_ne!(names_tool, Some(false), "{error}");
    }
}

#[test]
fn a_hundred_thousand_entries() {
    let mut log = Log::default();
    for n in 0..25_000 {
        if n % 10 == 0 {
            log.user("go on");
        }
        log.call("read", json!({"path": format!("f{}.ts:{}-{}", n % 50, n % 997 + 1, n % 997 + 20)}));
        log.answer_with(
            "read",
            "some text of a file, not much of it, but more than what stands in its place",
            json!({}),
        );
        log.call("edit", json!({"path": format!("f{}.ts", n % 700), "new": "y"}));
        log.answer_with("edit", "ok", json!({}));
    }
    assert!(log.entries.len() > 100_000);
    let plan = log.plan(&config(json!({"minimumSavings": 0})));
    assert!(plan.edits.len() > 20_000, "{}", plan.edits.len());
}

#[test]
fn what_a_prune_of_the_session_left_is_what_counts() {
    let mut log = Log::default();
    let (first, second) = (log.run("bash", json!({"command": "a"})), log.run("bash", json!({"command": "b"})));
    let third = log.run("bash", json!({"command": "c"}));
    let notice = "[Output truncated - 2000 tokens; exit=0; tail=x]";
    log.entry(json!({"type": "prune", "reason": "threshold", "edits": [
        {"entryId": first, "part": 0, "text": notice},
        {"entryId": second, "part": 0, "text": format!("the start … {} … the end", "y".repeat(400))}]}));
    let plan = log.plan(&all());
    let [edit, newest] = plan.edits.as_slice() else { panic!("{plan:?}") };
    assert_eq!((edit.entry_id.as_str(), newest.entry_id.as_str()), (second.as_str(), third.as_str()));
    // A notice tells of the whole, and saves what was left.
    assert!(
        edit.notice.starts_with("[Output truncated - 2000 tokens; exit=0; tail=x x") && edit.original_tokens == 2_000
    );
    assert!(edit.tokens_saved < 106);
}
