//! Random histories that a provider accepts, as records: turns of any length, parallel calls, failures, thinking.

use epitome::files::{FileAccess, FileUse};
use epitome::message::{Call, Record, RecordPart, Role, ToolResult};
use epitome::text::Quote;
use epitome::tokens::estimate;
use proptest::prelude::*;

pub(crate) fn text(text: &str) -> RecordPart {
    RecordPart::Text(Quote::new(text, 2_000, 1_000))
}

pub(crate) fn call(id: &str, name: &str, arguments: &str) -> RecordPart {
    let files = match arguments.split_once("\"path\":\"").and_then(|(_, rest)| rest.split_once('"')) {
        Some((path, _)) => {
            let access = if name == "read" { FileAccess::Read } else { FileAccess::Modified };
            vec![FileUse { path: path.into(), access, shell: false, renames: false }]
        }
        None => Vec::new(),
    };
    RecordPart::Call(Call {
        id: id.into(),
        name: name.into(),
        arguments: Quote::new(arguments, 1_000, 500),
        files,
        ..Call::default()
    })
}

pub(crate) fn result(id: &str, output: &str, is_error: bool) -> RecordPart {
    RecordPart::Result(ToolResult {
        id: id.into(),
        name: String::new(),
        is_error,
        text: Quote::new(output, 2_000, 1_000),
        tokens: estimate::text(output),
        ..ToolResult::default()
    })
}

/// A message; its tokens are those of what it says.
pub(crate) fn record(role: Role, parts: Vec<RecordPart>) -> Record {
    let units = |quote: &Quote| quote.units() as u32;
    let tokens = parts.iter().map(|part| match part {
        RecordPart::Text(quote) | RecordPart::Thinking(quote) => units(quote).div_ceil(4),
        RecordPart::Call(call) => units(&call.arguments).div_ceil(4),
        RecordPart::Result(result) => result.tokens,
        _ => 0,
    });
    Record { starts_turn: role == Role::User, tokens: tokens.sum(), parts, ..Record::empty(role) }
}

pub(crate) fn user(said: &str) -> Record {
    record(Role::User, vec![text(said)])
}

pub(crate) fn agent(said: &str) -> Record {
    record(Role::Assistant, vec![text(said)])
}

#[derive(Debug, Clone)]
struct Step {
    thinks: bool,
    says: bool,
    calls: usize,
    fails: bool,
    size: usize,
}

fn step() -> impl Strategy<Value = Step> {
    (any::<bool>(), any::<bool>(), 0..4_usize, any::<bool>(), 1..400_usize)
        .prop_map(|(thinks, says, calls, fails, size)| Step { thinks, says, calls, fails, size })
}

/// A valid history with an instruction before it, and no call left open.
pub(crate) fn histories() -> impl Strategy<Value = Vec<Record>> {
    let turn = (1..60_usize, prop::collection::vec(step(), 0..6));
    prop::collection::vec(turn, 1..8).prop_map(|turns| {
        let mut records = vec![record(Role::System, vec![text("You are a careful agent.")])];
        for (turn, (length, steps)) in turns.into_iter().enumerate() {
            records.push(user(&format!("Request {turn}: {}", "look at src/part.ts ".repeat(length))));
            for (index, step) in steps.iter().enumerate() {
                add(&mut records, step, index);
            }
        }
        records
    })
}

/// Ids come back in later turns, as some providers' do.
fn add(records: &mut Vec<Record>, step: &Step, index: usize) {
    let mut parts = Vec::new();
    if step.thinks {
        parts.push(RecordPart::Thinking(Quote::new("Where is it?", 100, 100)));
    }
    if step.says || step.calls == 0 {
        parts.push(text(&format!("I look at part {index}, because setMode{index} is called there.")));
    }
    for number in 0..step.calls {
        let (id, path) = (format!("call_{index}_{number}"), format!("src/part{number}.ts"));
        parts.push(call(&id, if number == 0 { "read" } else { "edit" }, &format!("{{\"path\":\"{path}\"}}")));
    }
    records.push(record(Role::Assistant, parts));
    for number in (0..step.calls).rev() {
        let output = format!("{}\nerror: E0{number}42 in value{index}", "code ".repeat(step.size));
        records.push(record(Role::Tool, vec![result(&format!("call_{index}_{number}"), &output, step.fails)]));
    }
}
