//! The summary that needs no model, of a branch that is left and for a session that goes on elsewhere: in the headings
//! that a model is asked for.

use std::rc::Rc;

use epitome::entry::Entry;
use epitome::files::{FileAccess, FileOperations};
use epitome::message::{Record, Role};
use epitome::prompt::required_headings;
use epitome::settings::{CompactionSettings, Template};
use epitome::summary::{Expected, ExtractiveOptions, RequestKind, accept, extractive, flaws};
use epitome::tokens::estimate;
use proptest::prelude::*;

use super::extractive::{HEADINGS, answer, edit, entries, run, section, session, summary};
use super::golden::{Whose, compare};
use super::histories::{agent, call, histories, record, user};

const BRANCH: [&str; 4] = ["## What Was Tried", "## What Was Learned", "## Files Left Changed", "## Left Open"];
const GOAL: [&str; 9] = [
    "## Goal",
    "## Constraints & Preferences",
    "## Progress",
    "### Done",
    "### In Progress",
    "### Blocked",
    "## Key Decisions",
    "## Next Steps",
    "## Critical Context",
];

fn written(kind: RequestKind, entries: &[Rc<Entry>], prior: Option<&str>, budget_tokens: u32) -> String {
    let files = FileOperations { read_files: vec!["docs/a.md".into()], modified_files: vec!["src/old.ts".into()] };
    let options =
        ExtractiveOptions { kind, goal_progress: true, prior_summary: prior, kept: &[], files: &files, budget_tokens };
    extractive(entries, &options)
}

fn branch(entries: &[Rc<Entry>], prior: Option<&str>, budget_tokens: u32) -> String {
    written(RequestKind::Branch, entries, prior, budget_tokens)
}

/// Whether the large headings are these, in their order, but for those that are left out and the index.
fn has_order(text: &str, headings: &[&str]) -> bool {
    let found: Vec<&str> =
        text.lines().filter(|line| line.starts_with("## ") && !line.ends_with("identifiers")).collect();
    let places: Vec<Option<usize>> =
        found.iter().map(|heading| headings.iter().position(|known| known == heading)).collect();
    places.iter().all(Option::is_some) && places.is_sorted()
}

#[test]
fn golden_forms() {
    let mut left = session();
    left.extend(entries(vec![run("9", "npm run deploy")]));
    compare("summaries/branch", &branch(&left, None, 1_000), Whose::Ours);
    compare("summaries/goal-progress", &written(RequestKind::History, &left, None, 1_000), Whose::Ours);
    let before = summary(&session(), None, 1_000);
    let after = entries(vec![user("Try it without splitLines"), edit("1", "src/header.ts"), answer("1", "ok", false)]);
    compare("summaries/branch-with-compaction", &branch(&after, Some(&before), 1_000), Whose::Ours);
    compare("summaries/handoff", &written(RequestKind::Handoff, &after, Some(&before), 1_000), Whose::Ours);
}

#[test]
fn a_branch_tells_what_was_tried_and_what_is_left() {
    let mut left = session();
    left.extend(entries(vec![run("9", "npm run deploy")]));
    let text = branch(&left, None, 1_000);
    assert!(has_order(&text, &BRANCH), "{text}");
    let tried = section(&text, BRANCH[0]);
    assert!(tried.starts_with("The newest request so far:\n2. also rename readHead to readHeader"), "{tried}");
    for wanted in [
        "1.\n~~~\nMake the parser accept CRLF.\nKeep the tests as they are.\n~~~",
        "- bash: npm run check (failed: src/header.ts(4,2): error TS2304: Cannot find name 'splitLines'.)\n\
         - edit: src/header.ts (done)\n- bash: npm run check (done)",
        "- `npm run e2e` failed: Error: connect ECONNREFUSED 127.0.0.1:5432; not seen to pass since",
    ] {
        assert!(tried.contains(wanted), "{wanted} is missing in:\n{tried}");
    }
    assert!(section(&text, BRANCH[1]).contains("- I use splitLines because"), "{text}");
    let files = section(&text, BRANCH[2]);
    assert!(files.contains("- src/header.ts (changed 2×)") && files.contains("- src/old.ts (changed)"), "{files}");
    assert!(!files.contains("docs/a.md"), "what was only read is not left changed: {files}");
    assert_eq!(
        section(&text, BRANCH[3]),
        "- The newest request, \"also rename readHead to readHeader\", has no final reply.\n\
         - start postgres for e2e (in progress)\n- release 1.4.2\n- bash: npm run deploy (no result yet)"
    );
    for heading in HEADINGS {
        assert!(!text.contains(heading), "{heading} in:\n{text}");
    }
    assert!(!text.contains("Go on"), "{text}");
    assert_eq!(accept(&text, false, RequestKind::Branch).as_deref(), Ok(text.as_str()));
}

#[test]
fn a_branch_of_one_request_quotes_it() {
    let asked = entries(vec![user("Paint the fence\ngreen, not red")]);
    let text = branch(&asked, None, 1_000);
    assert!(section(&text, BRANCH[0]).contains("1.\n~~~\nPaint the fence\ngreen, not red\n~~~"), "{text}");
    assert!(section(&text, BRANCH[3]).contains("\"Paint the fence green, not red\", has no final reply."), "{text}");
    let told = branch(&entries(vec![user("Paint it"), agent("It is painted.")]), None, 1_000);
    assert!(section(&told, BRANCH[3]).contains("\"Paint it\", has a reply."), "{told}");
    // What the agent says before a call is no reply.
    let says =
        record(Role::Assistant, vec![super::histories::text("I look."), call("1", "bash", "{\"command\":\"ls\"}")]);
    let works = branch(&entries(vec![user("Paint it"), says, answer("1", "a", false)]), None, 1_000);
    assert!(section(&works, BRANCH[3]).contains("has no final reply"), "{works}");
}

#[test]
fn only_changes_that_went_well_count_as_left() {
    let tried = entries(vec![user("go"), edit("1", "src/a.ts"), answer("1", "no such text", true)]);
    let text = branch(&tried, None, 1_000);
    assert!(section(&text, BRANCH[2]).contains("- src/a.ts (no change seen to succeed)"), "{text}");
    assert!(text.contains("`edit src/a.ts` failed: no such text; not seen to pass since"), "{text}");
}

#[test]
fn files_without_room_are_counted() {
    let mut records = vec![user("go")];
    for number in 0..200 {
        let id = number.to_string();
        records.push(edit(&id, &format!("packages/module-{number}/src/index.ts")));
        records.push(answer(&id, "ok", false));
    }
    let text = branch(&entries(records), None, 800);
    let files = section(&text, BRANCH[2]);
    let listed = files.lines().filter(|line| line.starts_with("- ")).count();
    assert!(listed > 10 && files.ends_with(&format!("(… {} more files)", 201 - listed)), "{files}");
}

/// A model's summary in each set of headings.
const OF_MODELS: [&str; 2] = [
    "## Primary Request and Intent\nBuild a parser for invoices.\n\n## Key Technical Concepts\n- tokens of src/lex.rs\n\n\
     ## Errors and Fixes\n- E0382 in src/lex.rs: mended by cloning\n\n## All User Messages\n- Build a parser\n\n\
     ## Pending Tasks\n- write parseInvoice\n\n## Current Work\nThe lexer compiles.\n\n\
     ## Optional Next Step\nNow change the callers.",
    "## Goal\nBuild a parser for invoices.\n\n## Constraints & Preferences\n- no regex crate\n\n## Progress\n### Done\n\
     - [x] the lexer compiles\n### In Progress\n- [ ] parseInvoice is half done\n### Blocked\n- E0382 in src/lex.rs\n\n\
     ## Key Decisions\n- **A hand-written lexer**: it is faster\n\n## Next Steps\n1. Now change the callers\n\n\
     ## Critical Context\n- tokens of src/lex.rs",
];

#[test]
fn what_a_model_said_before_goes_where_it_belongs() {
    let since = entries(vec![user("now the tests"), agent("I write tests for parseInvoice.")]);
    let under = |text: &str, heading: &str, wanted: &str| {
        assert!(section(text, heading).contains(wanted), "{wanted} is not under {heading}:\n{text}");
    };
    let text = branch(&since, Some(OF_MODELS[0]), 1_000);
    under(&text, BRANCH[0], "- Build a parser for invoices.");
    under(&text, BRANCH[0], "1. Build a parser");
    under(&text, BRANCH[0], "- The lexer compiles.");
    under(&text, BRANCH[0], "- E0382 in src/lex.rs: mended by cloning");
    under(&text, BRANCH[1], "- tokens of src/lex.rs");
    under(&text, BRANCH[3], "- write parseInvoice");
    assert!(!text.contains("change the callers"), "a next step of a course that was left: {text}");
    let text = branch(&since, Some(OF_MODELS[1]), 1_000);
    under(&text, BRANCH[0], "- no regex crate");
    under(&text, BRANCH[0], "- [ ] parseInvoice is half done");
    under(&text, BRANCH[0], "- [x] the lexer compiles");
    under(&text, BRANCH[1], "- **A hand-written lexer**: it is faster");
    assert!(!text.contains("change the callers"), "{text}");
    let text = written(RequestKind::Handoff, &since, Some(OF_MODELS[1]), 1_000);
    under(&text, "## Constraints & Preferences", "- no regex crate");
    under(&text, "### Done", "- [x] the lexer compiles");
    under(&text, "## Critical Context", "- tokens of src/lex.rs");
    under(&text, "### Errors", "- E0382 in src/lex.rs");
    let text = branch(&since, Some("## What Was Tried\n- cargo fuzz\n\n## Left Open\n- the corpus"), 1_000);
    under(&text, BRANCH[0], "- cargo fuzz");
    under(&text, BRANCH[3], "- the corpus");
}

#[test]
fn forms_read_themselves_back() {
    for kind in [RequestKind::Branch, RequestKind::Handoff] {
        let first = written(kind, &session(), None, 2_000);
        let again = written(kind, &entries(vec![user("go on")]), Some(&first), 2_000);
        for line in first.lines().filter(|line| !line.starts_with("- The newest request")) {
            // What is done is done; what was to come next is what the newest request says.
            assert!(again.contains(line.trim_start_matches("2. ")), "{kind:?}: {line} is missing in:\n{again}");
        }
        let third = written(kind, &entries(vec![user("and on")]), Some(&again), 2_000);
        assert!(third.contains("The newest request so far:\n4. and on") && third.contains("\n3. go on"), "{third}");
        assert_eq!(third.matches("has no final reply").count(), usize::from(kind == RequestKind::Branch), "{third}");
    }
}

#[test]
fn goals_are_for_handoffs_and_for_histories_of_that_template() {
    for kind in [RequestKind::Handoff, RequestKind::History] {
        assert!(has_order(&written(kind, &session(), None, 1_000), &GOAL));
    }
    let turn = written(RequestKind::TurnPrefix, &session(), None, 1_000);
    assert!(turn.starts_with(HEADINGS[0]), "{turn}");
    let bare = written(RequestKind::Handoff, &[], None, 1_000);
    assert!(bare.starts_with("## Goal\nNone recorded.\n\n## Progress\nNone recorded."), "{bare}");
}

#[test]
fn no_form_lacks_what_a_model_is_held_to() {
    let settings = CompactionSettings { template: Template::GoalProgress, ..CompactionSettings::default() };
    for kind in [RequestKind::Branch, RequestKind::Handoff, RequestKind::History] {
        let headings = required_headings(kind, &settings, None);
        for entries in [session(), Vec::new()] {
            let text = written(kind, &entries, None, 1_000);
            assert_eq!(flaws(&text, &Expected { headings: &headings, ..Expected::default() }), [], "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_branch_and_any_handoff_has_its_form(
        records in histories(),
        before in histories(),
        budget in 0..3_000_u32,
        with_prior in any::<bool>(),
        hands_off in any::<bool>(),
    ) {
        let prior = with_prior.then(|| summary(&entries(before), None, 1_000));
        let records: Vec<Record> = records;
        let newest = records.iter().rev().find(|record| record.starts_turn).unwrap().texts().next().unwrap().text();
        let entries = entries(records);
        let (kind, headings) =
            if hands_off { (RequestKind::Handoff, &GOAL[..]) } else { (RequestKind::Branch, &BRANCH[..]) };
        let text = written(kind, &entries, prior.as_deref(), budget);
        prop_assert!(estimate::text(&text) <= budget);
        prop_assert_eq!(&text, &written(kind, &entries, prior.as_deref(), budget));
        prop_assert!(has_order(&text, headings), "{}", text);
        prop_assert!(!text.contains("Optional Next Step"));
        if budget < 300 {
            return Ok(());
        }
        let start: String = newest.trim().chars().take(60).collect();
        prop_assert!(text.contains(&start), "{} is missing in:\n{}", start, text);
        prop_assert!(accept(&text, false, kind).is_ok());
        if hands_off {
            return Ok(());
        }
        let changed = entries.iter().filter_map(|entry| entry.record()).flat_map(Record::calls)
            .flat_map(|call| &call.files).filter(|file| file.access == FileAccess::Modified);
        for file in changed.map(|file| file.path.as_str()).chain(["src/old.ts"]) {
            let listed = section(&text, BRANCH[2]);
            prop_assert!(listed.contains(&format!("- {file} (")) || listed.contains(" more files)"), "{}:\n{}", file, text);
        }
    }
}
