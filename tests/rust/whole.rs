//! Summaries that take the place of nothing: of a branch that is left, and for a session that goes on elsewhere.

use epitome::branch;
use epitome::budget::Limits;
use epitome::compaction::{
    Answer, Candidate, Compaction, Draft, Options, Output, Preparation, Sizing, SummaryRequest, Verdict, has_open_call,
    prepare, prepare_branch, prepare_handoff,
};
use epitome::entry::Body;
use epitome::files::FileOperations;
use epitome::session::Session;
use epitome::settings::{BranchSummarySettings, Settings, Template};
use epitome::summary::RequestKind;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

use super::support::{append, commit, ids, session_of_stored};

const BRANCH: &str =
    "## What Was Tried\nThe parser was rewritten in src/new.rs.\n\n## What Was Learned\nThe lexer is slow.";
const DOCUMENT: &str = "## Goal\nFinish the parser of src/new.rs.\n\n## Progress\nIt reads empty lines now.";

fn entry(id: &str, parent: Option<&str>, message: Value) -> Value {
    json!({"type": "message", "id": id, "parentId": parent, "timestamp": "", "message": message})
}

fn user(id: &str, parent: Option<&str>, text: &str) -> Value {
    entry(id, parent, json!({"role": "user", "content": text}))
}

fn says(id: &str, parent: &str, text: &str) -> Value {
    entry(
        id,
        Some(parent),
        json!({"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": text}]}),
    )
}

fn calls(id: &str, parent: &str, tool: &str, path: &str) -> Value {
    let call = json!({"type": "toolCall", "id": format!("call-{id}"), "name": tool, "arguments": {"path": path}});
    entry(id, Some(parent), json!({"role": "assistant", "stopReason": "toolUse", "content": [call]}))
}

fn answers(id: &str, of: &str, text: &str) -> Value {
    entry(
        id,
        Some(of),
        json!({"role": "toolResult", "toolCallId": format!("call-{of}"), "toolName": "read",
        "content": [{"type": "text", "text": text}], "isError": false}),
    )
}

fn summary(id: &str, parent: Option<&str>, from: &str, files: Option<&[&str]>) -> Value {
    json!({"type": "branch_summary", "id": id, "parentId": parent, "timestamp": "", "fromId": from,
        "summary": format!("What was learned on {from}."),
        "details": files.map(|files| json!({"readFiles": [], "modifiedFiles": files}))})
}

fn compaction(id: &str, parent: &str, first_kept: &str) -> Value {
    json!({"type": "compaction", "id": id, "parentId": parent, "timestamp": "", "firstKeptEntryId": first_kept,
        "summary": format!("What came before {first_kept}."), "tokensBefore": 9_000,
        "details": {"readFiles": ["folded.rs"], "modifiedFiles": []}})
}

/// What is left of a session in pi's format that moves to an entry.
fn left(session: &Session, target: Option<&str>) -> Option<Preparation> {
    let target = target.map(|id| session.place_of(id).expect("the target is in the log"));
    prepare_branch(session, &BranchSummarySettings::default(), &Limits::default(), target)
}

fn quoted(session: &Session, target: Option<&str>) -> Vec<String> {
    left(session, target).map_or_else(Vec::new, |left| ids(&left.history).into_iter().map(String::from).collect())
}

/// Runs to the end with a summarizer that says the same to every request.
fn run(preparation: Preparation, options: Options, text: &str) -> (Verdict, Vec<SummaryRequest>, Vec<Option<String>>) {
    let mut machine = Compaction::new(preparation, options);
    let (mut asked, mut live) = (Vec::new(), Vec::new());
    loop {
        match machine.poll_output() {
            Output::Summarize(request) => asked.push(request),
            Output::Wait => {
                let id = asked.last().expect("a machine that waits has asked").id;
                live.push(machine.live(id));
                machine.handle_answer(id, Answer { text: text.into(), ..Answer::default() });
            }
            Output::Done(verdict) => return (verdict, asked, live),
        }
    }
}

fn one() -> Options {
    Options { candidates: vec![Candidate::default()], ..Options::default() }
}

fn draft(preparation: Preparation, text: &str) -> (Draft, SummaryRequest) {
    let (verdict, mut asked, _) = run(preparation, one(), text);
    match verdict {
        Verdict::Draft(draft) => (draft, asked.remove(0)),
        Verdict::Refused(refused) => panic!("{refused:?}"),
    }
}

/// A ─ B ─ C ─ D, and E ─ F behind A; the session stands at D.
fn fork() -> Session {
    session_of_stored(&[
        user("A", None, "Write a parser."),
        user("E", Some("A"), "In Rust."),
        says("F", "E", "Yes."),
        user("B", Some("A"), "In C."),
        calls("C", "B", "write", "src/parse.c"),
        answers("D", "C", "written"),
    ])
}

#[test]
fn a_branch_is_what_lies_between_the_leaf_and_where_the_paths_part() {
    let session = fork();
    assert_eq!(quoted(&session, Some("F")), ["B", "C", "D"]);
    assert_eq!(quoted(&session, Some("E")), ["B", "C", "D"]);
    assert_eq!(quoted(&session, Some("A")), ["B", "C", "D"]);
    assert_eq!(quoted(&session, Some("C")), ["D"]);
    assert_eq!(quoted(&session, None), ["A", "B", "C", "D"]);
    // Standing there already, and going forward, leaves nothing.
    assert_eq!(left(&session, Some("D")).map(|left| left.leaf_id), None);
    let mut back = fork();
    back.look_from("B").unwrap();
    assert!(left(&back, Some("D")).is_none());
    assert!(left(&session_of_stored(&[]), None).is_none());
}

#[test]
fn a_branch_summary_is_the_models_text_and_the_files_and_nothing_else() {
    let (draft, request) = draft(left(&fork(), Some("F")).unwrap(), BRANCH);
    assert_eq!(request.kind, RequestKind::Branch);
    assert!(request.prompt.contains("## What Was Tried") && request.prompt.contains("In C."));
    assert!(!request.prompt.contains("In Rust."));
    let expected = format!("{BRANCH}\n\n<modified-files>\nsrc/parse.c\n</modified-files>");
    assert_eq!(draft.summary, expected);
    assert_eq!((draft.leaf_id.as_str(), draft.first_kept_entry_id.as_str()), ("D", ""));
    assert_eq!(draft.messages_summarized, 3);
}

#[test]
fn without_any_model_the_branch_is_told_all_the_same_where_that_is_allowed() {
    let nobody = Options { fallback: true, ..Options::default() };
    let (verdict, asked, _) = run(left(&fork(), Some("F")).unwrap(), nobody, "");
    let Verdict::Draft(draft) = verdict else { panic!("{verdict:?}") };
    assert!(asked.is_empty() && draft.degraded);
    assert!(draft.summary.contains("In C.") && draft.summary.contains("src/parse.c"));
    let (verdict, ..) = run(left(&fork(), Some("F")).unwrap(), Options::default(), "");
    assert!(matches!(verdict, Verdict::Refused(_)));
}

#[test]
fn a_branch_that_holds_a_compaction_is_told_of_by_its_summary_and_what_came_after() {
    // A ─ B1 B2 [B3 B4 (compaction keeps B3)] B5; the session goes back to A.
    let entries = |first_kept: &str| {
        session_of_stored(&[
            user("A", None, "Write a parser."),
            calls("B1", "A", "edit", "early.rs"),
            answers("B2", "B1", "done"),
            user("B3", Some("B2"), "Now the lexer."),
            says("B4", "B3", "It is there."),
            compaction("K", "B4", first_kept),
            user("B5", Some("K"), "Go on."),
        ])
    };
    let session = entries("B3");
    assert_eq!(quoted(&session, Some("A")), ["B3", "B4", "B5"]);
    let prepared = left(&session, Some("A")).unwrap();
    assert_eq!(prepared.previous_summary.as_deref(), Some("What came before B3."));
    // The files of what it folded away, and those that it says itself.
    assert_eq!(prepared.files.modified_files, ["early.rs"]);
    assert_eq!(prepared.files.read_files, ["folded.rs"]);
    let (_, request) = draft(prepared, BRANCH);
    assert!(request.prompt.contains("<prior-summary>\nWhat came before B3.\n</prior-summary>"));
    assert!(!request.prompt.contains("early.rs)"), "what was folded away is not quoted again");
    // What it keeps may begin before the branch, and it may name nothing.
    assert_eq!(quoted(&entries("A"), Some("B2")), ["B3", "B4", "B5"]);
    assert_eq!(quoted(&entries("gone"), Some("A")), ["B5"]);
    // Only what came behind it is left, or the compaction alone, whose messages all stay.
    assert_eq!(quoted(&session, Some("K")), ["B5"]);
    let mut alone = entries("B3");
    alone.look_from("K").unwrap();
    assert!(left(&alone, Some("B4")).is_none());
    // It alone tells of what was there.
    let mut folded = entries("gone");
    folded.look_from("K").unwrap();
    let prepared = left(&folded, Some("A")).unwrap();
    assert_eq!((prepared.history.len(), prepared.previous_summary.is_some()), (0, true));
    let (draft, _) = draft(prepared, BRANCH);
    assert!(draft.summary.contains("early.rs") && draft.summary.contains("folded.rs"));
}

#[test]
fn branch_summaries_are_material_but_where_the_session_returns_to_their_branch() {
    // A ─ B (left) ─ back at A: S1 (from B) ─ C (left) ─ back at S1: S2 (from C) ─ D
    let session = session_of_stored(&[
        user("A", None, "Write a parser."),
        calls("B", "A", "edit", "b.rs"),
        summary("S1", Some("A"), "B", Some(&["b.rs"])),
        user("C", Some("S1"), "In C."),
        summary("S2", Some("S1"), "C", Some(&["c.rs"])),
        user("D", Some("S2"), "In D."),
    ]);
    assert_eq!(quoted(&session, Some("A")), ["S1", "S2", "D"]);
    assert_eq!(quoted(&session, Some("B")), ["S2", "D"], "the model sees B itself");
    assert_eq!(quoted(&session, Some("C")), ["D"]);
    let files = |target| left(&session, target).unwrap().files.modified_files;
    assert_eq!(files(Some("A")), ["b.rs", "c.rs"]);
    assert_eq!(files(Some("B")), ["b.rs", "c.rs"]);
    let (_, request) = draft(left(&session, Some("A")).unwrap(), BRANCH);
    assert!(request.prompt.contains("What was learned on C."));
    // Other programs write the target where we write the leaf that was left: the original is not there.
    let theirs = session_of_stored(&[
        user("A", None, "Write a parser."),
        summary("S", Some("A"), "A", None),
        user("C", Some("S"), "In C."),
    ]);
    assert_eq!(quoted(&theirs, Some("A")), ["S", "C"]);
}

#[test]
fn a_branch_summary_is_left_out_where_the_last_message_it_is_of_is_in_sight() {
    let failed = || {
        let mut failed = says("X", "C", "half an ans");
        failed["message"]["stopReason"] = json!("aborted");
        failed
    };
    let prune = json!({"type": "prune", "id": "X", "parentId": "C", "timestamp": "", "edits": []});
    let label = json!({"type": "label", "id": "X", "parentId": "C", "timestamp": "", "targetId": "B", "label": "x"});
    let custom = json!({"type": "custom", "id": "X", "parentId": "C", "timestamp": "", "customType": "mine"});
    // A ─ B ─ C ─ X (left) ─ back at A: S (from X) ─ F
    for behind in [label, custom, prune, failed(), compaction("X", "C", "C"), ran("X", "C", "ls", true)] {
        let kind = behind.to_string();
        let session = session_of_stored(&[
            user("A", None, "Write a parser."),
            user("B", Some("A"), "In C."),
            says("C", "B", "Yes."),
            behind,
            summary("S", Some("A"), "X", None),
            user("F", Some("S"), "In Rust."),
        ]);
        assert_eq!(quoted(&session, Some("C")), ["F"], "{kind}");
        assert_eq!(quoted(&session, Some("X")), ["F"], "{kind}");
        assert_eq!(quoted(&session, Some("B")), ["S", "F"], "{kind}: what C said is not in sight");
        assert_eq!(quoted(&session, Some("A")), ["S", "F"], "{kind}");
    }
}

#[test]
fn the_newest_entries_fill_the_budget_and_the_files_are_those_of_all() {
    let long = "word ".repeat(2_000);
    let mut entries = vec![user("A", None, "Write a parser."), calls("B0", "A", "write", "first.rs")];
    for at in 1..40 {
        entries.push(says(&format!("B{at}"), &format!("B{}", at - 1), &format!("{at} {long}")));
    }
    let session = session_of_stored(&entries);
    let limits = Limits { window: Some(40_000), ..Limits::default() };
    let settings = BranchSummarySettings::default();
    let prepared = prepare_branch(&session, &settings, &limits, Some(0)).unwrap();
    // 40,000 - 16,384, at about 2,500 each.
    assert_eq!(prepared.history.len(), 9);
    assert_eq!(prepared.history.last().unwrap().id, "B39");
    assert!(prepared.tokens_before <= 40_000 - 16_384);
    assert_eq!(prepared.files.modified_files, ["first.rs"]);
    // One that is larger than the budget by itself is taken all the same: its prompt shows its ends.
    let small = Limits { window: Some(4_000), ..Limits::default() };
    assert_eq!(ids(&prepare_branch(&session, &settings, &small, Some(0)).unwrap().history), ["B39"]);
}

#[test]
fn what_failed_was_dropped_or_is_only_said_of_the_log_is_left_out() {
    let mut failed = says("B", "A", "half an ans");
    failed["message"]["stopReason"] = json!("error");
    let session = session_of_stored(&[
        user("A", None, "Write a parser."),
        failed.clone(),
        says("C", "B", "An answer."),
        json!({"type": "prune", "id": "P", "parentId": "C", "timestamp": "", "edits": [{"entryId": "C", "drop": true}]}),
        json!({"type": "model_change", "id": "M", "parentId": "P", "timestamp": ""}),
        user("D", Some("M"), "And?"),
    ]);
    assert_eq!(quoted(&session, Some("A")), ["D"]);
    let metadata = session_of_stored(&[
        user("A", None, "Write a parser."),
        failed,
        json!({"type": "label", "id": "L", "parentId": "B", "timestamp": "", "targetId": "A", "label": "here"}),
    ]);
    assert!(left(&metadata, Some("A")).is_none());
}

/// A command that the user ran; `excluded`: the model is not to see it.
fn ran(id: &str, parent: &str, command: &str, excluded: bool) -> Value {
    let mut message = json!({"role": "bashExecution", "command": command, "output": format!("output of {command}"),
        "exitCode": 0, "cancelled": false, "truncated": false, "timestamp": 1});
    if excluded {
        message["excludeFromContext"] = json!(true);
    }
    entry(id, Some(parent), message)
}

#[test]
fn what_the_host_keeps_from_the_model_is_told_nowhere() {
    let session = session_of_stored(&[
        entry("sys", None, json!({"role": "developer", "content": "You are careful."})),
        user("A", Some("sys"), "Write a parser."),
        says("B", "A", &"It is there. ".repeat(40)),
        ran("X1", "B", "cat hidden.txt", true),
        user("C", Some("X1"), "Now the lexer."),
        says("D", "C", &"It is slow. ".repeat(40)),
        ran("X2", "D", "cat hidden.txt", true),
        says("E", "X2", "I go on."),
        ran("X3", "E", "cat hidden.txt", true),
    ]);
    let compacted = |keep: u32| {
        let mut settings = Settings::default();
        settings.compaction.keep_recent_tokens = keep;
        prepare(&session, &settings.compaction, Sizing::default()).unwrap()
    };
    let all = [
        left(&session, Some("sys")).unwrap(),
        prepare_handoff(&session).unwrap(),
        compacted(1),
        compacted(40),
        compacted(150),
    ];
    let told = |of: &Preparation| ids(&of.history).into_iter().chain(ids(&of.turn_prefix)).map(String::from).collect();
    let parts: Vec<Vec<String>> = all.iter().map(told).collect();
    assert_eq!(
        parts,
        [
            vec!["A", "B", "C", "D", "E"],
            vec!["A", "B", "C", "D", "E"],
            vec!["A", "B", "C", "D", "E"],
            vec!["A", "B", "C", "D"],
            vec!["A", "B"],
        ]
    );
    // The newest request is the user's, and is in no handoff's way.
    assert_eq!((&all[1].request_ids, &all[1].kept_entry_ids), (&vec!["C".to_owned()], &vec![]));
    for preparation in all {
        assert!(!preparation.kept_entry_ids.iter().any(|id| id.starts_with('X')), "{:?}", preparation.kept_entry_ids);
        assert!(preparation.files.read_files.is_empty());
        let nobody = Options { fallback: true, ..Options::default() };
        let (verdict, ..) = run(preparation.clone(), nobody, "");
        assert!(!format!("{verdict:?}").contains("hidden"), "{verdict:?}");
        let (verdict, asked, _) = run(preparation, one(), BRANCH);
        assert!(!format!("{verdict:?}{asked:?}").contains("hidden"), "{verdict:?} {asked:?}");
    }
    // It counts as ever, and nothing else is left out.
    let excluded = session.entries().last().unwrap();
    assert_eq!(excluded.tokens(), 10);
    let entries = session.entries().to_vec();
    assert_eq!(branch::prepare_branch(&entries, u32::MAX).entry_ids, ["sys", "A", "B", "C", "D", "E"]);
    let shown = session_of_stored(&[user("A", None, "Go."), ran("B", "A", "cat a.txt", false), says("C", "B", "Yes.")]);
    assert_eq!(ids(&prepare_handoff(&shown).unwrap().history), ["A", "B", "C"]);
    let alone = session_of_stored(&[user("A", None, "Go."), ran("B", "A", "cat a.txt", true)]);
    assert!(left(&alone, Some("A")).is_none() && prepare_handoff(&alone).is_none());
}

#[test]
fn what_the_users_own_commands_read_and_change_is_listed() {
    let session = session_of_stored(&[
        user("A", None, "Write a parser."),
        ran("B", "A", "cat a.rs && mv b.rs c.rs", false),
        ran("X", "B", "cat x.rs > y.rs", true),
        says("C", "X", "Yes."),
    ]);
    let mut settings = Settings::default();
    settings.compaction.keep_recent_tokens = 1;
    let compacted = prepare(&session, &settings.compaction, Sizing::default()).unwrap();
    for of in [left(&session, Some("A")).unwrap(), prepare_handoff(&session).unwrap(), compacted] {
        assert_eq!(
            (of.files.read_files, of.files.modified_files),
            (vec!["a.rs".into()], vec!["b.rs".into(), "c.rs".into()])
        );
    }
    // Seed 002 counts the tools for files alone.
    assert_eq!(branch::prepare_branch(session.entries(), u32::MAX).file_operations, FileOperations::default());
}

#[test]
fn no_name_of_a_file_gives_a_secret_away() {
    let key = |last: &str| format!("dump-sk-ant-api03-{}{last}.txt", "a1B2c3D4".repeat(12));
    let session = session_of_stored(&[
        user("A", None, "Write a parser."),
        calls("B", "A", "write", &key("x")),
        answers("C", "B", "written"),
        calls("D", "C", "read", &key("y")),
        answers("E", "D", "read"),
        calls("F", "E", "read", "plain.rs"),
        answers("G", "F", "read"),
    ]);
    for of in [left(&session, Some("A")).unwrap(), prepare_handoff(&session).unwrap()] {
        let (draft, request) = draft(of, BRANCH);
        let files = &draft.file_operations;
        assert_eq!((files.read_files.len(), files.modified_files.len()), (1, 1), "{files:?}");
        assert!(files.modified_files[0].starts_with("dump-") && files.read_files[0] == "plain.rs", "{files:?}");
        assert!(!format!("{draft:?}{request:?}").contains("a1B2c3D4"));
    }
}

/// A session with instructions, a compaction, a pinned call and the newest request.
fn long_session() -> Session {
    let mut pinned = calls("P1", "K", "read", "pinned.rs");
    pinned["pinned"] = json!(true);
    session_of_stored(&[
        entry("sys", None, json!({"role": "developer", "content": "You are careful."})),
        user("A", Some("sys"), "Write a parser."),
        calls("B", "A", "edit", "a.rs"),
        answers("C", "B", "done"),
        compaction("K", "C", "B"),
        pinned,
        answers("P2", "P1", "it says so"),
        user("D", Some("P2"), "Now the lexer, as RFC 8259 says."),
        says("E", "D", "It is there."),
    ])
}

#[test]
fn a_handoff_is_of_all_that_the_model_sees() {
    let prepared = prepare_handoff(&long_session()).unwrap();
    assert_eq!(ids(&prepared.history), ["B", "C", "P1", "P2", "D", "E"]);
    assert_eq!(prepared.previous_summary.as_deref(), Some("What came before B."));
    let files = prepared.files.clone();
    assert_eq!(
        (files.read_files, files.modified_files),
        (vec!["folded.rs".into(), "pinned.rs".into()], vec!["a.rs".into()])
    );
    let (verdict, asked, live) = run(prepared, one(), DOCUMENT);
    let Verdict::Draft(draft) = verdict else { panic!("{verdict:?}") };
    // The quoted prompt holds the conversation, the live one only what is asked for.
    assert_eq!(asked[0].kind, RequestKind::Handoff);
    assert!(asked[0].prompt.contains("<conversation>") && asked[0].prompt.contains("What came before B."));
    let live = live[0].as_deref().unwrap();
    assert!(!live.contains("<conversation>") && !live.contains("What came before B."));
    assert!(live.contains("## Progress") && live.contains("a.rs"));
    // The document: the text, the request word for word, and all files.
    assert!(draft.summary.starts_with(DOCUMENT));
    assert!(draft.summary.contains("Now the lexer, as RFC 8259 says."));
    assert!(draft.summary.contains("a.rs") && draft.summary.contains("folded.rs"));
    // What the other session begins with: the pinned call with its result.
    assert_eq!(draft.kept_entry_ids, ["P1", "P2"]);
    assert_eq!((draft.leaf_id.as_str(), draft.first_kept_entry_id.as_str()), ("E", ""));
}

#[test]
fn a_request_that_the_document_cannot_quote_goes_along_as_a_message() {
    let with = |content: Value| {
        let session = session_of_stored(&[
            user("A", None, "Write a parser."),
            says("B", "A", "Yes."),
            entry("C", Some("B"), json!({"role": "user", "content": content})),
        ]);
        let prepared = prepare_handoff(&session).unwrap();
        assert_eq!(prepared.request_ids, ["C"]);
        draft(prepared, DOCUMENT).0
    };
    let short = with(json!("The lexer\nin two lines"));
    assert!(short.kept_entry_ids.is_empty() && short.summary.contains("The lexer\nin two lines"));
    assert_eq!(with(json!(format!("The lexer. {}", "word ".repeat(6_000)))).kept_entry_ids, ["C"]);
    let image =
        json!([{"type": "text", "text": "This one."}, {"type": "image", "data": "AAAA", "mimeType": "image/png"}]);
    assert_eq!(with(image).kept_entry_ids, ["C"]);
    // Where the document holds it redacted, or the other session shows it escaped, that is not what was said.
    for said in [
        "Fix the <summary> tag: </handoff-context> must stay",
        "Push with ghp_0123456789abcdefghijklmnopqrstuvwxyzABCD",
        "It says <system-reminder>",
    ] {
        assert_eq!(with(json!(said)).kept_entry_ids, ["C"], "{said}");
    }
    assert!(with(json!("  Is 3 < 4 & <b>5</b>?\n")).kept_entry_ids.is_empty());
}

#[test]
fn of_less_than_two_messages_there_is_no_handoff() {
    assert!(prepare_handoff(&session_of_stored(&[])).is_none());
    let sys = entry("sys", None, json!({"role": "developer", "content": "You are careful."}));
    assert!(prepare_handoff(&session_of_stored(&[sys.clone(), user("A", Some("sys"), "Hello")])).is_none());
    assert!(
        prepare_handoff(&session_of_stored(&[sys, user("A", Some("sys"), "Hello"), says("B", "A", "Yes")])).is_some()
    );
}

#[test]
fn no_call_without_its_result_goes_along() {
    let mut open = calls("C", "B", "read", "a.rs");
    open["pinned"] = json!(true);
    let session = session_of_stored(&[user("A", None, "Write a parser."), says("B", "A", "Yes."), open]);
    assert_eq!(prepare_handoff(&session).unwrap().kept_entry_ids, Vec::<String>::new());
}

#[test]
fn what_belongs_to_a_call_without_a_result_stays_behind_with_it() {
    let pinned = |mut entry: Value| {
        entry["pinned"] = json!(true);
        entry
    };
    let call =
        |id: &str| json!({"type": "toolCall", "id": format!("call-{id}"), "name": "read", "arguments": {"path": id}});
    let both = json!({"role": "assistant", "stopReason": "toolUse", "content": [call("B"), call("X")]});
    let session = session_of_stored(&[
        user("A", None, "Write a parser."),
        entry("B", Some("A"), both),
        pinned(answers("R", "B", "it says so")),
        pinned(user("U", Some("R"), "Mind the lexer.")),
        says("E", "U", "Yes."),
    ]);
    assert!(!has_open_call(&session), "the user has spoken since");
    assert_eq!(prepare_handoff(&session).unwrap().kept_entry_ids, ["U"]);
    // Those of a reply that was cut off wait for nothing, but stand without results all the same.
    let mut aborted = pinned(calls("B", "A", "read", "a.rs"));
    aborted["message"]["stopReason"] = json!("aborted");
    let session = session_of_stored(&[user("A", None, "Read."), aborted]);
    assert!(!has_open_call(&session));
    assert_eq!(prepare_handoff(&session).unwrap().kept_entry_ids, Vec::<String>::new());
    assert!(has_open_call(&session_of_stored(&[user("A", None, "Read."), calls("B", "A", "read", "a.rs")])));
}

/// What a random walk in the tree does next.
#[derive(Debug, Clone)]
enum Step {
    /// Says so many words, and calls a tool that reads or changes a file of its own.
    Work {
        words: usize,
        writes: bool,
    },
    Compact,
    /// Moves to an entry, by its place, or before the first.
    Move(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (1_usize..400, any::<bool>()).prop_map(|(words, writes)| Step::Work { words, writes }),
        1 => Just(Step::Compact),
        2 => (0_usize..200).prop_map(Step::Move),
    ];
    prop::collection::vec(step, 1..60)
}

/// The files that are told of on the path to where the session stands: by calls, and by summaries.
fn told(session: &Session) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    for entry in session.path_entries() {
        let files = match &entry.body {
            Body::BranchSummary(branch) => branch.files.clone(),
            Body::Compaction(compaction) => compaction.files.clone(),
            _ => None,
        };
        let files = files.unwrap_or_default();
        told.extend(files.read_files.into_iter().chain(files.modified_files));
        let calls = entry.record().into_iter().flat_map(|record| record.calls());
        told.extend(calls.flat_map(|call| &call.files).map(|file| file.path.clone()));
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Wherever a session moves with a summary, all that it knew of files it still knows; what the summary is made of lies on
    /// the branch, in its order; and it stands where it was to stand.
    #[test]
    fn every_abandoned_file_operation_is_accounted_for(steps in steps(), window in 2_000_u32..60_000) {
        let mut session = session_of_stored(&[]);
        let limits = Limits { window: Some(window), ..Limits::default() };
        for (at, step) in steps.iter().enumerate() {
            let leaf = session.leaf().map(|entry| entry.id.clone());
            match step {
                Step::Work { words, writes } => {
                    let tool = if *writes { "write" } else { "read" };
                    let (call, path) = (format!("w{at}"), format!("src/{at}.rs"));
                    let mut call_entry = calls(&call, "", tool, &path);
                    call_entry["parentId"] = json!(leaf);
                    append(&mut session, &[call_entry, answers(&format!("r{at}"), &call, &"word ".repeat(*words))]).unwrap();
                }
                Step::Compact => {
                    let Some(verdict) = run_compaction(&session) else { continue };
                    commit(&mut session, &verdict);
                }
                Step::Move(to) => {
                    let count = session.entries().len();
                    let target = Some(to % (count + 1)).filter(|to| *to < count).map(|to| to as u32);
                    let known = told(&session);
                    let left = branch::leave(&session, target, window / 2);
                    let on_branch = branch_of(&session, target);
                    let places: Vec<Option<usize>> = left.iter().flat_map(|left| &left.entries)
                        .map(|entry| on_branch.iter().position(|id| *id == entry.id)).collect();
                    prop_assert!(places.iter().all(Option::is_some) && places.is_sorted());
                    let parent = target.and_then(|at| session.entry(at)).map(|entry| entry.id.clone());
                    let prepared = prepare_branch(&session, &BranchSummarySettings::default(), &limits, target);
                    prop_assert_eq!(prepared.is_some(), left.is_some());
                    let Some(prepared) = prepared else { continue };
                    let nobody = Options { fallback: true, limits, ..Options::default() };
                    let Verdict::Draft(draft) = run(prepared, nobody, "").0 else { panic!("it falls back") };
                    let files = json!({"readFiles": draft.file_operations.read_files,
                        "modifiedFiles": draft.file_operations.modified_files});
                    append(&mut session, &[json!({"type": "branch_summary", "id": format!("s{at}"), "parentId": parent,
                        "timestamp": "", "fromId": draft.leaf_id, "summary": draft.summary, "details": files})]).unwrap();
                    let now = told(&session);
                    prop_assert!(now.is_superset(&known), "lost: {:?}", known.difference(&now).collect::<Vec<_>>());
                    let called = |file: &&String| on_branch.iter().any(|id| **file == format!("src/{}.rs", id.trim_start_matches('w')));
                    for file in known.iter().filter(called) {
                        prop_assert!(draft.summary.contains(file.as_str()), "{file} is not in the summary");
                    }
                }
            }
        }
    }
}

/// The ids of the entries that a move leaves, found in another way.
fn branch_of(session: &Session, target: Option<u32>) -> Vec<String> {
    let keeps: Vec<u32> = session.tree().up(target).collect();
    session.path().iter().filter(|at| !keeps.contains(at)).map(|at| session.entry(*at).unwrap().id.clone()).collect()
}

fn run_compaction(session: &Session) -> Option<Draft> {
    let mut settings = Settings::default();
    settings.compaction.keep_recent_tokens = 200;
    let preparation = prepare(session, &settings.compaction, Sizing::default())?;
    match run(preparation, Options { settings, fallback: true, ..Options::default() }, "").0 {
        Verdict::Draft(draft) => Some(draft),
        Verdict::Refused(_) => None,
    }
}

#[test]
fn without_a_model_each_has_the_headings_of_what_it_is_for() {
    let start = |preparation: Preparation, template: Template| {
        let mut options = Options { fallback: true, ..Options::default() };
        options.settings.compaction.template = template;
        let Verdict::Draft(draft) = run(preparation, options, "").0 else { panic!("it falls back") };
        draft.summary.lines().next().unwrap_or_default().to_owned()
    };
    let session = fork();
    let left = || left(&session, Some("F")).expect("three entries are left");
    assert_eq!(start(left(), Template::NineSections), "## What Was Tried");
    assert_eq!(start(left(), Template::GoalProgress), "## What Was Tried");
    let mut long = vec![user("0", None, "Count.")];
    for at in 0..40 {
        let (id, before) = ((at + 1).to_string(), at.to_string());
        long.push(says(&id, &before, &"one two three ".repeat(100)));
    }
    let mut settings = Settings::default().compaction;
    settings.keep_recent_tokens = 500;
    let mut session = session_of_stored(&long);
    append(&mut session, &[user("next", Some("40"), "And on."), says("last", "next", &"four ".repeat(900))]).unwrap();
    let folded = || prepare(&session, &settings, Sizing::default()).expect("there is much to fold");
    assert_eq!(start(folded(), Template::NineSections), "## Primary Request and Intent");
    assert_eq!(start(folded(), Template::GoalProgress), "## Goal");
    assert_eq!(start(folded(), Template::Own("Write what matters.".into())), "## Primary Request and Intent");
}
