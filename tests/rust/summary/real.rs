//! Real sessions and what was written about them. They lie outside the project; where they are missing, the test says so.

use std::path::Path;
use std::rc::Rc;

use crate::rust::support::{read_stored, run, session_of_stored, settings};
use epitome::compaction::Failure;
use epitome::entry::{Body, Entry};
use epitome::files::FileOperations;
use epitome::summary::{
    Expected, ExtractiveOptions, RequestKind, accept, extractive, fit, flaws, is_echo, is_thin, sample,
};
use epitome::tokens::estimate;
use serde_json::{Value, json};

/// The entries of a session in the first version of its format, with the ids and parents that it lacks.
fn load(name: &str) -> Option<Vec<Value>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/sessions").join(name);
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: ../shared/sessions/{name} is not here");
        return None;
    };
    let entries = text.lines().enumerate().skip(1).map(|(at, line)| {
        let mut entry: Value = serde_json::from_str(line).unwrap();
        entry["id"] = format!("e{at}").into();
        entry["firstKeptEntryId"] = format!("e{}", entry["firstKeptEntryIndex"]).into();
        entry
    });
    Some(entries.collect())
}

fn records(entries: &[Value]) -> Vec<Rc<Entry>> {
    read_stored(entries).into_iter().map(Rc::new).collect()
}

const HEADINGS: [&str; 2] = ["Primary Request and Intent", "Current Work"];

/// What the user says in an entry.
fn words(entry: &Entry) -> Option<String> {
    let record = entry.record().filter(|record| record.starts_turn)?;
    Some(record.texts().map(|quote| quote.head.clone()).collect())
}

/// What a summarizer is asked for some entries behind a summary.
fn prompt(entries: &[Value], prior: Option<&str>) -> String {
    let mut log: Vec<Value> = entries.iter().filter(|entry| entry["type"] == "message").cloned().collect();
    if let Some(prior) = prior {
        let kept = log.first().unwrap()["id"].clone();
        log.insert(
            1,
            json!({"type": "compaction", "id": "c", "summary": prior, "firstKeptEntryId": kept, "tokensBefore": 9}),
        );
    }
    for at in 1..log.len() {
        log[at]["parentId"] = log[at - 1]["id"].clone();
    }
    log[0]["parentId"] = Value::Null;
    let mut asked = Vec::new();
    run(&session_of_stored(&log), &settings(1), 1, |request| {
        asked.push(request.prompt.clone());
        Err(Failure::default())
    });
    asked.into_iter().max_by_key(String::len).unwrap()
}

#[test]
fn summaries_of_real_sessions_have_no_flaw() {
    let Some(log) = load("pi-before-compaction.jsonl") else { return };
    let entries = records(&log);
    let headings = HEADINGS.map(str::to_owned);
    let mut prior: Option<String> = None;
    let mut start = 0;
    let mut seen = 0;
    for (at, entry) in entries.iter().enumerate() {
        let Body::Compaction(compaction) = &entry.body else { continue };
        seen += 1;
        let (folded, lines) = (&entries[start..at], &log[start..at]);
        let names = sample(folded, prior.as_deref(), 20);
        assert!(names.len() > 10, "{names:?}");
        let said: Vec<String> = folded.iter().filter_map(|entry| words(entry)).collect();
        let text = accept(&compaction.summary, false, RequestKind::History).unwrap();
        assert_eq!(text, compaction.summary);
        assert!(!is_thin(&text, 180_000));
        assert!(!is_echo(&text, &prompt(lines, prior.as_deref())));
        // An update may keep every line of the summary before it.
        assert!(!is_echo(&text, &prompt(lines, Some(&text))));
        let expected = Expected {
            headings: &headings,
            request: None,
            names: &names,
            user_text: &said.join("\n"),
            max_tokens: 8_000,
        };
        assert_eq!(flaws(&text, &expected), [], "{names:?}");
        let asked = said
            .iter()
            .rev()
            .take(12)
            .any(|request| flaws(&text, &Expected { request: Some(request), ..Expected::default() }).is_empty());
        assert!(asked);
        let short = fit(&text, 600);
        assert!(estimate::text(&short) <= 600 && estimate::text(&short) > 480, "{short}");
        for line in text.lines().filter(|line| line.starts_with("## ")) {
            assert!(short.lines().any(|kept| kept == line), "{line}");
        }
        prior = Some(text);
        start = at + 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn transcripts_given_back_are_known_and_extractive_summaries_are_none() {
    let names = ["pi-before-compaction.jsonl", "pi-large-session.jsonl"];
    for log in names.iter().filter_map(|name| load(name)) {
        for part in log.chunks_exact(100) {
            let prompt = prompt(part, None);
            let conversation =
                prompt.split_once("<conversation>\n").unwrap().1.split_once("\n</conversation>").unwrap().0;
            for echo in [prompt.as_str(), conversation, conversation.get(..conversation.len() / 2).unwrap_or_default()]
            {
                assert!(is_echo(echo, &prompt) || echo.len() < 2_000);
            }
            // The same without the marks of who speaks.
            let bare: Vec<&str> = conversation.lines().filter(|line| !line.starts_with(['<', '['])).collect();
            assert!(is_echo(&bare.join("\n"), &prompt) || bare.len() < 60, "{}", bare.len());
            let options = ExtractiveOptions {
                kind: RequestKind::History,
                goal_progress: false,
                prior_summary: None,
                kept: &[],
                files: &FileOperations::default(),
                budget_tokens: 4_000,
            };
            let records = records(part);
            let summary = extractive(&records, &options);
            let names = sample(&records, None, 20);
            let said: Vec<String> = records.iter().filter_map(|entry| words(entry)).collect();
            let request = said.last().map(String::as_str);
            let (headings, user_text) = (HEADINGS.map(str::to_owned), said.join("\n"));
            let expected =
                Expected { headings: &headings, request, names: &names, user_text: &user_text, max_tokens: 4_000 };
            assert_eq!(flaws(&summary, &expected), [], "{names:?}");
            assert_eq!(accept(&summary, false, RequestKind::History).as_deref(), Ok(summary.as_str()));
            assert!(!is_echo(&summary, &prompt), "{summary}");
        }
    }
}
