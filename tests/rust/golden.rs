//! What was last looked at is kept as files in `tests/fixtures`. `EPITOME_BLESS=1` writes them anew.

use std::path::PathBuf;
use std::{env, fs};

use epitome::entry::Entry;
use epitome::format::lens;
use epitome::session::Session;
use epitome::{json, text};
use serde_json::Value;

/// Texts up to this size are kept in full; of a larger one its ends and its fingerprint.
const FULL_UNITS: usize = 12_000;
const END_UNITS: usize = 3_000;

/// Whose session a text is of: of those that are not ours, only size and fingerprint are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    Ours,
    Others,
}

pub(super) fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Holds a text against the one in `tests/fixtures`.
pub(super) fn compare(name: &str, found: &str, whose: Whose) {
    let size = format!("{} UTF-16 units, fingerprint {:016x}", text::units(found), text::fingerprint(found));
    let kept = if whose == Whose::Others {
        size
    } else if text::units(found) <= FULL_UNITS {
        found.to_owned()
    } else {
        let (head, tail) = (text::head(found, END_UNITS), text::tail(found, END_UNITS));
        format!("{head}\n\n=== {size} ===\n\n{tail}")
    };
    let path = root(&format!("tests/fixtures/{name}.txt"));
    if env::var_os("EPITOME_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, kept + "\n").unwrap();
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept + "\n", golden, "{name} has changed: if it is right, run EPITOME_BLESS=1 cargo test golden");
}

/// The session that this package is shown with.
pub(super) fn our_session() -> String {
    fs::read_to_string(root("tests/fixtures/sessions/epitome-build.jsonl")).unwrap()
}

/// Sessions of other people, on machines that have them beside this repository.
pub(super) fn real_sessions() -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for name in ["pi-before-compaction", "pi-large-session"] {
        match fs::read_to_string(root(&format!("../shared/sessions/{name}.jsonl"))) {
            Ok(log) => found.push((name, log)),
            Err(_) => println!("skipped: ../shared/sessions/{name}.jsonl is not here"),
        }
    }
    found
}

/// The entries of a pi session file, without its head.
pub(super) fn lines_of(log: &str) -> Vec<Value> {
    let known = log.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty());
    known.map(|(at, line)| with_ids(at, line)).collect()
}

pub(super) fn append(session: &mut Session, lines: &[Value]) {
    let read = |line: &Value| Entry::read(&json::parse(&line.to_string()).unwrap(), lens("pi").unwrap()).unwrap();
    session.append(lines.iter().map(read).collect::<Vec<Entry>>()).unwrap();
}

pub(super) fn session_of(lines: &[Value]) -> Session {
    let mut session = Session::new(lens("pi").unwrap());
    append(&mut session, lines);
    session
}

/// A line of the format's first version has no ids, and names others by their line.
fn with_ids(at: usize, line: &str) -> Value {
    let mut value: Value = serde_json::from_str(line).unwrap();
    if value.get("id").is_none() {
        value["id"] = at.to_string().into();
        value["parentId"] = if at > 1 { (at - 1).to_string().into() } else { Value::Null };
        if let Some(kept) = value.get("firstKeptEntryIndex").and_then(Value::as_u64) {
            value["firstKeptEntryId"] = kept.to_string().into();
        }
    }
    value
}
