//! What a summary without a model keeps of a real session: the identifiers that are written again later.
//!
//! The sessions are other people's and lie outside the project; where they are missing, the test says so. Run with
//! `--nocapture` to see the table.

use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

use epitome::entry::{Body, Entry, Parent};
use epitome::files::{FileOperations, file_operations};
use epitome::format::lens;
use epitome::json;
use epitome::message::{Record, Role};
use epitome::summary::{ExtractiveOptions, RequestKind, extractive};
use epitome::tokens::estimate;
use epitome::view::{Piece, View};

const SESSIONS: [&str; 2] = ["pi-before-compaction.jsonl", "pi-large-session.jsonl"];
const KEEP_TOKENS: u32 = 20_000;
const FUTURE_MESSAGES: usize = 60;
/// So many messages lie between two cuts that are tried.
const STEP: usize = 120;

struct Message {
    entry: Rc<Entry>,
    /// What the user said.
    said: String,
    /// Identifiers that the user or the agent wrote, in texts and arguments.
    written: BTreeSet<String>,
    /// Identifiers of all texts in full.
    all: BTreeSet<String>,
}

fn load(name: &str) -> Option<Vec<Message>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/sessions").join(name);
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: ../shared/sessions/{name} is not here");
        return None;
    };
    let lens = lens("pi").unwrap();
    let mut messages = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let value = json::parse(line).unwrap();
        let Some(message) = value.get("message") else { continue };
        let view = lens.view(message).unwrap();
        let entry = Entry {
            id: at.to_string(),
            parent: Parent::Root,
            timestamp: String::new(),
            pinned: false,
            carried: None,
            body: Body::Message(Record::new(&view)),
        };
        let (written, all) = texts(&view);
        let words = |texts: &[String]| texts.iter().flat_map(|text| identifiers(text)).collect();
        let message = Message {
            entry: Rc::new(entry),
            said: written.join("\n").trim().to_owned(),
            written: words(&written),
            all: words(&all),
        };
        messages.push(message);
    }
    Some(messages)
}

fn texts(view: &View<'_>) -> (Vec<String>, Vec<String>) {
    let mut written = Vec::new();
    let mut seen = Vec::new();
    for part in &view.parts {
        match &part.piece {
            Piece::Text(text) if matches!(view.role, Role::User | Role::Assistant) => written.push(text.to_string()),
            Piece::Call(call) => {
                let text = call.arguments.text().replace("\\n", "\n").replace("\\t", "\t").replace("\\\"", "\"");
                written.push(text);
            }
            Piece::Text(text) => seen.push(text.to_string()),
            Piece::Result(result) => seen.push(result.texts.concat()),
            _ => {}
        }
    }
    let all = written.iter().cloned().chain(seen).collect();
    (written, all)
}

/// The identifiers of a text, found in another way than the core's: paths, file names, names with a hump or an
/// underscore, codes, hashes, numbers of three digits and more.
fn identifiers(text: &str) -> BTreeSet<String> {
    let inside = |letter: char| letter.is_alphanumeric() || "_-./@~#".contains(letter);
    let words = text.split(|letter: char| !inside(letter));
    let mut found = BTreeSet::new();
    for word in words {
        let word = word.trim_matches(['.', '-', '@', '/', '#']).trim_start_matches("./").trim_start_matches("../");
        if word.len() < 3 || word.len() > 160 {
            continue;
        }
        if word.contains('/') {
            if word.split('/').filter(|part| part.chars().any(char::is_alphabetic)).count() > 1 {
                found.insert(word.to_owned());
            }
        } else if is_file(word) {
            found.insert(word.to_owned());
        } else {
            found.extend(word.split(['.', '-']).filter(|name| is_name(name)).map(str::to_owned));
        }
    }
    found
}

fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty() && ["ts", "tsx", "js", "json", "jsonl", "md", "rs", "py", "toml", "sh", "go"].contains(&end)
    })
}

fn is_name(word: &str) -> bool {
    let bytes = word.as_bytes();
    let pair = |test: fn(u8, u8) -> bool| bytes.windows(2).any(|two| test(two[0], two[1]));
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    (digits == bytes.len() && digits >= 3)
        || (bytes.len() >= 4
            && digits < bytes.len()
            && (pair(|a, b| a.is_ascii_lowercase() && b.is_ascii_uppercase())
                || word.trim_matches('_').contains('_')
                || (digits > 0 && bytes.iter().any(u8::is_ascii_uppercase))
                || (digits > 0 && bytes.len() >= 7 && bytes.iter().all(u8::is_ascii_hexdigit))))
}

struct Case {
    head: Vec<Rc<Entry>>,
    kept: Vec<Rc<Entry>>,
    tokens: u32,
    wanted: BTreeSet<String>,
    files: FileOperations,
    requests: Vec<String>,
}

fn case(messages: &[Message], point: usize) -> Case {
    let mut start = point;
    let mut tail_tokens = 0;
    while start > 0 && tail_tokens + messages[start - 1].entry.tokens() <= KEEP_TOKENS {
        start -= 1;
        tail_tokens += messages[start].entry.tokens();
    }
    while start < point && messages[start].entry.record().unwrap().role == Role::Tool {
        start += 1;
    }
    let collect = |part: &[Message], pick: fn(&Message) -> &BTreeSet<String>| -> BTreeSet<String> {
        part.iter().flat_map(pick).cloned().collect()
    };
    let (head, tail) = messages[..point].split_at(start);
    let future = &messages[point..(point + FUTURE_MESSAGES).min(messages.len())];
    let in_head = collect(head, |message| &message.all);
    let in_tail = collect(tail, |message| &message.all);
    let later = collect(future, |message| &message.written);
    let mut uses = Vec::new();
    head.iter().filter_map(|message| message.entry.record()).for_each(|record| record.add_files(&mut uses));
    Case {
        tokens: head.iter().map(|message| message.entry.tokens()).sum(),
        wanted: later.into_iter().filter(|word| in_head.contains(word) && !in_tail.contains(word)).collect(),
        files: file_operations(&uses, &[], true),
        requests: head
            .iter()
            .filter(|message| message.entry.starts_turn())
            .map(|message| message.said.clone())
            .collect(),
        kept: tail.iter().map(|message| message.entry.clone()).collect(),
        head: head.iter().map(|message| message.entry.clone()).collect(),
    }
}

/// The share of the wanted identifiers that a text holds.
fn recall(wanted: &BTreeSet<String>, text: &str) -> f64 {
    wanted.iter().filter(|word| text.contains(word.as_str())).count() as f64 / wanted.len() as f64
}

/// The newest texts that fit, of all messages or of the user's only.
fn newest(entries: &[Rc<Entry>], budget: u32, user_only: bool) -> String {
    let mut text = String::new();
    for entry in entries.iter().rev() {
        let record = entry.record().unwrap();
        if user_only && record.role != Role::User {
            continue;
        }
        let mut more: Vec<String> = record.texts().map(|quote| quote.text()).collect();
        more.extend(record.calls().map(|call| call.arguments.text()));
        more.extend(record.results().map(|result| result.text.text()));
        for piece in more {
            text.push_str(&piece);
            text.push('\n');
        }
        if estimate::text(&text) > budget {
            break;
        }
    }
    text.chars().take(budget as usize * 4).collect()
}

#[test]
fn identifiers_of_real_sessions_survive() {
    let mut sums = [[0.0; 4]; 3];
    let mut cases = 0.0;
    for name in SESSIONS {
        let Some(messages) = load(name) else { return };
        for point in (200..messages.len() - 40).step_by(STEP) {
            let case = case(&messages, point);
            if case.wanted.len() < 8 {
                continue;
            }
            cases += 1.0;
            for (row, percent) in [2, 5, 10].into_iter().enumerate() {
                let budget = case.tokens * percent / 100;
                let options = ExtractiveOptions {
                    kind: RequestKind::History,
                    goal_progress: false,
                    prior_summary: None,
                    kept: &case.kept,
                    files: &case.files,
                    budget_tokens: budget,
                };
                let text = extractive(&case.head, &options);
                assert!(estimate::text(&text) <= budget, "{} > {budget}", estimate::text(&text));
                let blind = extractive(&case.head, &ExtractiveOptions { kept: &[], ..options });
                let rates = [
                    recall(&case.wanted, &text),
                    recall(&case.wanted, &blind),
                    recall(&case.wanted, &newest(&case.head, budget, false)),
                    recall(&case.wanted, &newest(&case.head, budget, true)),
                ];
                for (sum, rate) in sums[row].iter_mut().zip(rates) {
                    *sum += rate;
                }
                if percent == 10 {
                    for request in case.requests.iter().rev().take(10) {
                        assert!(text.contains(request.as_str()), "{name} at {point} lost: {request}");
                    }
                }
            }
        }
    }
    println!("identifiers used again, {cases} cuts | extractive | tail unknown | newest messages | user messages");
    for (sum, percent) in sums.iter().zip([2, 5, 10]) {
        let [ours, blind, newest, user] = sum.map(|sum| 100.0 * sum / cases);
        println!("{percent:>3} % of the head's tokens | {ours:.0} % | {blind:.0} % | {newest:.0} % | {user:.0} %");
        let floor = match percent {
            2 => 50.0,
            5 => 78.0,
            _ => 85.0,
        };
        assert!(ours >= floor && ours > newest && ours > user, "{ours} of {floor} per cent at {percent} per cent");
    }
}
