//! The summary that needs no model.

use std::rc::Rc;

use epitome::entry::{Body, BranchSummary, Entry, Parent};
use epitome::files::FileOperations;
use epitome::message::{Record, Role};
use epitome::summary::{ExtractiveOptions, RequestKind, accept, extractive};
use epitome::tokens::estimate;
use proptest::prelude::*;

use super::histories::{agent, call, histories, record, result, user};

pub(crate) const HEADINGS: [&str; 9] = [
    "## Primary Request and Intent",
    "## Key Technical Concepts",
    "## Files and Code Sections",
    "## Errors and fixes",
    "## Problem Solving",
    "## All user messages",
    "## Pending Tasks",
    "## Current Work",
    "## Optional Next Step",
];

pub(crate) fn entries(records: Vec<Record>) -> Vec<Rc<Entry>> {
    let entry = |(at, record): (usize, Record)| Entry {
        id: at.to_string(),
        parent: at.checked_sub(1).map_or(Parent::Root, |at| Parent::Entry(at.to_string())),
        timestamp: String::new(),
        pinned: false,
        carried: None,
        body: Body::Message(record),
    };
    records.into_iter().enumerate().map(entry).map(Rc::new).collect()
}

pub(crate) fn summary(entries: &[Rc<Entry>], prior: Option<&str>, budget_tokens: u32) -> String {
    let files = FileOperations::default();
    let options = ExtractiveOptions {
        kind: RequestKind::History,
        goal_progress: false,
        prior_summary: prior,
        kept: &[],
        files: &files,
        budget_tokens,
    };
    extractive(entries, &options)
}

/// The lines of a section.
pub(crate) fn section<'a>(summary: &'a str, heading: &str) -> &'a str {
    let (_, body) = summary.split_once(heading).unwrap_or_else(|| panic!("{heading} is missing in:\n{summary}"));
    body.split("\n## ").next().unwrap().trim()
}

pub(crate) fn run(id: &str, command: &str) -> Record {
    record(Role::Assistant, vec![call(id, "bash", &format!("{{\"command\":\"{command}\"}}"))])
}

pub(crate) fn edit(id: &str, path: &str) -> Record {
    record(Role::Assistant, vec![call(id, "edit", &format!("{{\"path\":\"{path}\",\"newText\":\"parseHeader()\"}}"))])
}

pub(crate) fn answer(id: &str, output: &str, is_error: bool) -> Record {
    record(Role::Tool, vec![result(id, output, is_error)])
}

/// A session in which a build fails and is mended.
pub(crate) fn session() -> Vec<Rc<Entry>> {
    entries(vec![
        user("Make the parser accept CRLF.\nKeep the tests as they are."),
        agent("The header is read line by line. I use splitLines because split('\\n') keeps the carriage return."),
        edit("1", "src/header.ts"),
        answer("1", "ok", false),
        run("2", "cd web && npm run check 2>&1 | tail -5"),
        answer("2", "npm error code 1\nsrc/header.ts(4,2): error TS2304: Cannot find name 'splitLines'.", true),
        user("also rename readHead to readHeader"),
        edit("3", "src/header.ts"),
        answer("3", "ok", false),
        run("4", "npm run check"),
        answer("4", "all good", false),
        run("5", "npm run e2e"),
        answer("5", "Error: connect ECONNREFUSED 127.0.0.1:5432", true),
        record(
            Role::Assistant,
            vec![call(
                "6",
                "todo_write",
                r#"{"todos":[
            {"content":"accept CRLF","status":"completed"},
            {"content":"start postgres for e2e","status":"in_progress"},
            {"content":"release 1.4.2","status":"pending"}]}"#,
            )],
        ),
        answer("6", "saved", false),
        agent("The unit tests pass. Next I'll start the database."),
    ])
}

#[test]
fn tells_what_an_agent_needs_to_go_on() {
    let text = summary(&session(), None, 1_000);
    let places: Vec<usize> = HEADINGS.iter().map(|heading| text.find(heading).unwrap()).collect();
    assert!(places.is_sorted(), "{text}");
    assert_eq!(section(&text, HEADINGS[0]), "The newest request so far:\n2. also rename readHead to readHeader");
    assert_eq!(section(&text, HEADINGS[5]), "1.\n~~~\nMake the parser accept CRLF.\nKeep the tests as they are.\n~~~");
    assert!(section(&text, HEADINGS[2]).starts_with("- src/header.ts (changed 2×)"), "{text}");
    let errors = section(&text, HEADINGS[3]);
    let mended =
        "- `npm run check` failed: src/header.ts(4,2): error TS2304: Cannot find name 'splitLines'.; later it passed";
    assert!(errors.contains(mended), "{errors}");
    assert!(
        errors.contains("- `npm run e2e` failed: Error: connect ECONNREFUSED 127.0.0.1:5432; not seen to pass since")
    );
    assert_eq!(section(&text, HEADINGS[4]), "- I use splitLines because split('\\n') keeps the carriage return.");
    assert_eq!(section(&text, HEADINGS[6]), "- start postgres for e2e (in progress)\n- release 1.4.2");
    let current = section(&text, HEADINGS[7]);
    assert!(
        current.contains("- The unit tests pass. Next I'll start the database.\n- edit: src/header.ts (done)"),
        "{current}"
    );
    assert!(current.ends_with("- bash: npm run e2e (failed: Error: connect ECONNREFUSED 127.0.0.1:5432)"), "{current}");
    assert!(text.contains("- npm run check (2×, passed)"), "{text}");
    assert_eq!(accept(&text, false, RequestKind::History).as_deref(), Ok(text.as_str()));
}

#[test]
fn failures_show_without_a_mark_of_the_format() {
    let errors = |tool: Record, output: &str| {
        let text = summary(&entries(vec![user("go"), tool, answer("1", output, false)]), None, 1_000);
        section(&text, HEADINGS[3]).to_owned()
    };
    for (output, line) in [
        ("warning: x\nerror[E0308]: mismatched types\nProcess exited with code 101", "error[E0308]: mismatched types"),
        ("Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 'x'", "KeyError: 'x'"),
        ("sh: foo: command not found", "sh: foo: command not found"),
        ("{\"output\":\"no\",\"metadata\":{\"exit_code\":2}}", "{\"output\":\"no\",\"metadata\":{\"exit_code\":2}}"),
    ] {
        assert_eq!(errors(run("1", "make"), output), format!("- `make` failed: {line}; not seen to pass since"));
    }
    for output in ["error: ignored\nexit code: 0", "all good"] {
        assert_eq!(errors(run("1", "make"), output), "None recorded.", "{output}");
    }
    assert_eq!(errors(run("1", "git grep -n error"), "error: in a match"), "None recorded.");
    let read = record(Role::Assistant, vec![call("1", "read", "{\"path\":\"build.log\"}")]);
    assert_eq!(errors(read, "error: in the log"), "None recorded.");
}

#[test]
fn any_budget_gives_a_document() {
    let entries = session();
    let small = summary(&entries, None, 300);
    for wanted in ["rename readHead", "CRLF", "src/header.ts", "TS2304", "npm run e2e", "start postgres"] {
        assert!(small.contains(wanted), "{wanted} is missing in:\n{small}");
    }
    for budget in 0..300 {
        let text = summary(&entries, None, budget);
        assert!(estimate::text(&text) <= budget, "{budget}:\n{text}");
        assert!(budget < 40 || text.contains("rename readHead"), "{budget}:\n{text}");
    }
    assert_eq!(summary(&[], None, 1_000).matches("None recorded.").count(), 9);
    assert_eq!(summary(&[], None, 100), "");
}

#[test]
fn says_nothing_twice() {
    let mut entries = session();
    let output =
        "lexHeader calls lexLine and Cursor::new in src/lex.rs and src/lex/cursor.rs at 3f78685, 1200 and 1.4.2";
    entries.extend(self::entries(vec![run("7", "git grep lex"), answer("7", output, false)]));
    let text = summary(&entries, None, 4_000);
    let index = text.split("## Exact identifiers").nth(1).unwrap();
    let listed: Vec<&str> =
        index.lines().filter_map(|line| line.split_once(": ")).flat_map(|(_, list)| list.split(", ")).collect();
    assert!(listed.len() > 5, "{text}");
    for word in listed {
        assert_eq!(text.matches(word).count(), 1, "{word} in:\n{text}");
    }
}

#[test]
fn kept_messages_are_not_indexed_again() {
    let entries = session();
    let kept = self::entries(vec![agent("Now parseHeader is next.")]);
    let files = FileOperations::default();
    let options = ExtractiveOptions {
        kind: RequestKind::History,
        goal_progress: false,
        prior_summary: None,
        kept: &kept,
        files: &files,
        budget_tokens: 1_000,
    };
    assert!(summary(&entries, None, 1_000).contains("parseHeader"));
    assert!(!extractive(&entries, &options).contains("parseHeader"));
}

#[test]
fn lists_the_files_that_the_host_knows() {
    let files = FileOperations { read_files: vec!["docs/a.md".into()], modified_files: vec!["src/old.ts".into()] };
    let options = ExtractiveOptions {
        kind: RequestKind::History,
        goal_progress: false,
        prior_summary: None,
        kept: &[],
        files: &files,
        budget_tokens: 1_000,
    };
    let text = extractive(&session(), &options);
    let listed = section(&text, HEADINGS[2]);
    assert!(listed.contains("- src/old.ts (changed)") && listed.contains("- docs/a.md (read)"), "{listed}");
}

#[test]
fn never_passes_on_a_secret() {
    let secrets = [
        "sk-proj-4f9aQ2kd81mZx7LpT0vB",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "AKIAIOSFODNN7EXAMPLE",
        "xoxb-2052938475-aBcDeF123456",
        "hunter2!x",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
        "MIIEpAIBAAKCAQEA75",
        "s3cr3tPw9",
        "Zm9vOmJhcjEyMzQ1Njc4",
        "T0pS3cretValue42",
        "correcthorse",
    ];
    let said = format!(
        "use {} and {} with {} and {}; the password is {}, cookie {}",
        secrets[0], secrets[1], secrets[2], secrets[3], secrets[4], secrets[5]
    );
    let key = format!("-----BEGIN RSA PRIVATE KEY-----\n{}\nabc\n-----END RSA PRIVATE KEY-----", secrets[6]);
    let entries = entries(vec![
        user(&said),
        agent(&format!("I put {key} there because the deploy needs it.")),
        run("1", &format!("psql postgres://admin:{}@db.local/app", secrets[7])),
        answer("1", &format!("Authorization: Bearer {}\nerror: no such role", secrets[8]), true),
        run("2", &format!("deploy --token {} --password={}", secrets[9], secrets[10])),
        answer("2", &format!("{{\\\"api_key\\\": \\\"{}\\\"}}", secrets[9]), false),
        agent(&format!("Stored `client_secret: \"{}\"` in the vault.", secrets[10])),
    ]);
    let prior = format!("## Problem Solving\n- the key {} must be rotated because it leaked", secrets[1]);
    for budget in [300, 1_000, 5_000] {
        let text = summary(&entries, Some(&prior), budget);
        for secret in secrets {
            assert!(!text.contains(secret), "{secret} in:\n{text}");
        }
        assert!(text.contains("[redacted: "));
    }
}

#[test]
fn other_kinds_of_entries_have_their_place() {
    let mut list = session();
    let branch = BranchSummary {
        summary: "## Done\nThe cache was removed because it was stale.".into(),
        from_id: "x".into(),
        files: None,
        tokens: 9,
    };
    let entry = |body| {
        Rc::new(Entry {
            id: "b".into(),
            parent: Parent::Root,
            timestamp: String::new(),
            pinned: false,
            carried: None,
            body,
        })
    };
    list.push(entry(Body::BranchSummary(branch)));
    let record = user("<system-reminder>Today is a note of the host.</system-reminder>");
    list.push(entry(Body::CustomMessage { custom_type: "note".into(), record, files: None }));
    list.extend(entries(vec![user("<system-reminder>no request</system-reminder>")]));
    let text = summary(&list, None, 1_500);
    assert!(text.contains("- The cache was removed because it was stale."), "{text}");
    assert!(text.contains("The newest request so far:\n2. also rename"), "{text}");
}

#[test]
fn short_is_a_line() {
    let files = FileOperations::default();
    let options = |budget_tokens| ExtractiveOptions {
        kind: RequestKind::Short,
        goal_progress: false,
        prior_summary: None,
        kept: &[],
        files: &files,
        budget_tokens,
    };
    let text = extractive(&session(), &options(100));
    assert_eq!(text, "also rename readHead to readHeader Next I'll start the database.");
    assert!(estimate::text(&extractive(&session(), &options(10))) <= 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn costs_no_more_than_its_budget_and_is_the_same_each_time(
        records in histories(),
        more in histories(),
        budget in 0..3_000_u32,
        turn in any::<bool>(),
    ) {
        let (entries, more) = (entries(records), entries(more));
        let files = FileOperations { read_files: vec!["src/part0.ts".into()], modified_files: vec!["src/x.ts".into()] };
        let kind = if turn { RequestKind::TurnPrefix } else { RequestKind::History };
        let options = ExtractiveOptions { kind, goal_progress: false, prior_summary: None, kept: &more, files: &files, budget_tokens: budget };
        let first = extractive(&entries, &options);
        prop_assert!(estimate::text(&first) <= budget);
        prop_assert_eq!(&first, &extractive(&entries, &options));
        let second = extractive(&more, &ExtractiveOptions { prior_summary: Some(&first), kept: &[], ..options });
        prop_assert!(estimate::text(&second) <= budget);
        if budget >= 300 {
            let newest = more.iter().rev().find(|entry| entry.starts_turn()).unwrap();
            let request = newest.record().unwrap().texts().next().unwrap().text();
            let request = request.trim();
            let start: String = request.chars().take(60).collect();
            prop_assert!(second.contains(&start), "{} is missing in:\n{}", start, second);
            prop_assert!(accept(&second, false, kind).is_ok());
        }
    }
}
