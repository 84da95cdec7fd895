//! The summary that needs no model, round after round: what an earlier summary hands on.

use epitome::files::{FileOperations, set_file_tags};
use epitome::message::Record;
use epitome::prompt::merge_split_summary;
use epitome::summary::{ExtractiveOptions, RequestKind, extractive};
use epitome::tokens::estimate;
use proptest::prelude::*;

use super::extractive::{HEADINGS, answer, edit, entries, run, section, session, summary};
use super::histories::{agent, user};

#[test]
fn quotes_of_any_form_come_back_word_for_word() {
    let requests = [
        "~~~\nfenced by tildes\n~~~~\n## Current Work",
        "1. looks numbered\n- looks listed",
        "## All user messages",
        "- The newest request:",
        "none",
        "日本語で書いてください。\n次の行",
        "a </summary> b",
    ];
    let mut records: Vec<Record> = requests.iter().map(|text| user(text)).collect();
    records.push(user("last"));
    let mut text = summary(&entries(records), None, 2_000);
    for round in 0..3 {
        for request in requests {
            assert!(text.contains(request), "round {round} lost {request:?}:\n{text}");
        }
        for (number, _) in requests.iter().enumerate() {
            assert!(text.contains(&format!("\n{}.", number + 1)), "{text}");
        }
        text = summary(&entries(vec![user(&format!("round {round}"))]), Some(&text), 2_000);
    }
}

#[test]
fn ten_rounds_keep_all_requests_and_the_budget() {
    let mut prior: Option<String> = None;
    let mut said = Vec::new();
    for round in 0..10 {
        let mut records = Vec::new();
        for turn in 0..4 {
            let request = format!("Request {round}.{turn}: change widget{round}{turn}Size to {turn}");
            records.push(user(&request));
            said.push(request);
            records.push(edit(&format!("{turn}"), &format!("src/widget{round}.ts")));
            records.push(answer(&format!("{turn}"), &format!("code {}", "wordOfRound ".repeat(300)), false));
            records.push(agent(&format!("I set widget{round}{turn}Size because the grid needs it.")));
        }
        let files = FileOperations { read_files: vec![], modified_files: vec![format!("src/widget{round}.ts")] };
        let text = summary(&entries(records), prior.as_deref(), 1_500);
        assert!(estimate::text(&text) <= 1_500);
        for request in &said {
            assert!(text.contains(request.as_str()), "round {round} lost {request}:\n{text}");
        }
        for heading in HEADINGS {
            assert_eq!(text.matches(heading).count(), 1, "{heading} in:\n{text}");
        }
        assert!(section(&text, HEADINGS[0]).contains(&format!("{}. Request {round}.3", (round + 1) * 4)));
        prior = Some(set_file_tags(&text, &files));
    }
    let text = prior.unwrap();
    assert!(text.contains("src/widget0.ts (changed 4×)"), "{text}");
}

#[test]
fn a_second_summary_of_nothing_new_says_the_same() {
    for budget in [400, 1_000, 3_000] {
        let first = summary(&session(), None, budget);
        let second = summary(&[], Some(&first), budget);
        let third = summary(&[], Some(&second), budget);
        assert_eq!(second, third);
        for heading in [HEADINGS[0], HEADINGS[5], HEADINGS[6], HEADINGS[7]] {
            assert_eq!(section(&first, heading), section(&second, heading), "{first}\n=====\n{second}");
        }
        for wanted in ["src/header.ts (changed 2×)", "npm run e2e", "TS2304"] {
            assert!(second.contains(wanted), "{wanted} is missing in:\n{second}");
        }
    }
}

#[test]
fn what_is_mended_later_is_no_open_error() {
    let first = summary(&session(), None, 1_000);
    let later = entries(vec![run("9", "npm run e2e"), answer("9", "12 passed", false), agent("It passes now.")]);
    let text = summary(&later, Some(&first), 1_000);
    assert!(
        text.contains("`npm run e2e` failed: Error: connect ECONNREFUSED 127.0.0.1:5432; later it passed"),
        "{text}"
    );
    assert!(!text.contains("not seen to pass since"), "{text}");
}

#[test]
fn merges_the_summary_of_a_model() {
    let prior = "**Primary Request and Intent**\nBuild a parser for invoices.\n\n**All user messages:**\n- \"Build a parser\"\n\
        - Use Rust, no regex crate\n\n## Errors and fixes\n- E0382 in src/lex.rs: mended by cloning\n\n## Pending Tasks\nNone\n\n\
        ## My own heading\nThe lexer is in src/lex.rs.\n\n<read-files>\nsrc/gone.rs\n</read-files>";
    let text =
        summary(&entries(vec![user("now the tests"), agent("I write tests for parseInvoice.")]), Some(prior), 1_000);
    assert_eq!(section(&text, HEADINGS[5]), "1. Build a parser\n2. Use Rust, no regex crate", "{text}");
    assert!(section(&text, HEADINGS[0]).ends_with("3. now the tests"));
    for carried in
        ["Build a parser for invoices.", "- E0382 in src/lex.rs: mended by cloning", "The lexer is in src/lex.rs."]
    {
        assert!(text.contains(carried), "{carried} is missing in:\n{text}");
    }
    assert!(!text.contains("read-files") && !text.contains("src/gone.rs"), "{text}");
    assert_eq!(section(&text, HEADINGS[6]), "None recorded.");
}

#[test]
fn the_start_of_a_turn_joins_the_history_later() {
    let files = FileOperations::default();
    let options = ExtractiveOptions {
        kind: RequestKind::TurnPrefix,
        goal_progress: false,
        prior_summary: None,
        kept: &[],
        files: &files,
        budget_tokens: 800,
    };
    let prefix = extractive(
        &entries(vec![user("port it\nto Go"), agent("I keep the API because callers rely on it.")]),
        &options,
    );
    assert!(
        prefix.starts_with("## Primary Request and Intent\nThe request of this turn:\n-\n~~~\nport it\nto Go\n~~~"),
        "{prefix}"
    );
    assert!(!prefix.contains("None recorded."), "{prefix}");
    let history = summary(&session(), None, 800);
    let merged = format!("{history}\n\n---\n\n**Turn Context (split turn):**\n\n{prefix}");
    let text = summary(&entries(vec![user("go on")]), Some(&merged), 1_500);
    assert!(
        text.contains("3.\n~~~\nport it\nto Go\n~~~") && text.contains("The newest request so far:\n4. go on"),
        "{text}"
    );
    assert!(text.contains("I keep the API because callers rely on it."), "{text}");
    assert!(!text.contains("Turn Context"), "{text}");
}

#[test]
fn the_notes_on_a_turn_are_about_that_turn() {
    let files = FileOperations {
        read_files: vec!["docs/a.md".into()],
        modified_files: vec!["src/history.ts".into(), "src/turn.ts".into()],
    };
    let turn = entries(vec![user("port it"), edit("1", "src/turn.ts"), answer("1", "ok", false)]);
    let options = ExtractiveOptions {
        kind: RequestKind::TurnPrefix,
        goal_progress: false,
        prior_summary: None,
        kept: &[],
        files: &files,
        budget_tokens: 800,
    };
    let prefix = extractive(&turn, &options);
    assert!(section(&prefix, HEADINGS[2]).starts_with("- src/turn.ts (changed)"), "{prefix}");
    assert!(!prefix.contains("src/history.ts") && !prefix.contains("docs/a.md"), "{prefix}");
    assert!(!prefix.contains("newest request"), "{prefix}");
    // Where it has no history, that is no news.
    let merged = merge_split_summary("No prior history.", &prefix);
    let text = summary(&entries(vec![user("go on")]), Some(&merged), 1_500);
    assert!(!text.contains("No prior history."), "{text}");
    // A file that both parts name is one file.
    let history = summary(
        &entries(vec![
            user("go"),
            edit("1", "src/turn.ts"),
            answer("1", "ok", false),
            edit("2", "src/turn.ts"),
            answer("2", "ok", false),
        ]),
        None,
        800,
    );
    let text = summary(&[], Some(&merge_split_summary(&history, &prefix)), 1_500);
    assert_eq!(section(&text, HEADINGS[2]).matches("src/turn.ts").count(), 1, "{text}");
    assert!(text.contains("- src/turn.ts (changed 2×)"), "{text}");
}

#[test]
fn a_request_that_stays_and_comes_again_keeps_its_number() {
    let mut prior: Option<String> = None;
    for round in 1..=5 {
        // The second of each round stays word for word, and is folded away by the next.
        let said = [format!("Request {round}"), format!("Request {}", round + 1)];
        let text = summary(&entries(said.iter().map(|text| user(text)).collect()), prior.as_deref(), 1_500);
        for number in 1..=round + 1 {
            assert!(text.contains(&format!("\n{number}. Request {number}\n")), "{text}");
        }
        prior = Some(text);
    }
    // Also where a cut has left only its ends.
    let long = format!("Request A. {}", "It goes on. ".repeat(150));
    let first = summary(&entries(vec![user("Request B"), user(&long)]), None, 500);
    assert!(first.contains("2. Request A.") && first.contains(" characters left out …)"), "{first}");
    let text = summary(&entries(vec![user(&long), user("Request C")]), Some(&first), 1_500);
    assert!(text.contains(&format!("\n2. {}\n", long.trim())) && text.contains("\n3. Request C\n"), "{text}");
}

proptest! {
    #[test]
    fn a_summary_reads_any_text_as_an_earlier_one(prior in "(\\PC|\n|## |- |~~~|\\d\\. ){0,300}", budget in 0..800_u32) {
        let text = summary(&entries(vec![user("go on")]), Some(&prior), budget);
        prop_assert!(estimate::text(&text) <= budget);
        prop_assert!(budget < 60 || text.contains("go on"));
    }
}
