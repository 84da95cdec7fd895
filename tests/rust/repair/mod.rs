//! Histories that a provider refuses, made into such that it accepts.

pub(crate) mod build;
mod faults;
mod formats;
mod random;

use epitome::format::lens;
use epitome::json;
use epitome::patch;
use epitome::repair::{Repair, RepairOptions, repair};
use epitome::validity::Situation;
use serde_json::Value;

/// The messages as their patch leaves them, and the repairs.
pub(super) fn repaired(
    format: &str,
    messages: &[Value],
    situation: Situation,
    options: RepairOptions,
) -> (Vec<Value>, Vec<Repair>) {
    let text = serde_json::to_string(messages).unwrap();
    let mut document = json::parse(&text).unwrap();
    let found = repair(lens(format).unwrap(), &document, situation, options).unwrap();
    assert_eq!(found.ops.is_empty(), found.repairs.is_empty(), "{found:?}");
    for op in &found.ops {
        assert!(patch::apply(&mut document, op), "{op:?}\n{:?}", found.ops);
    }
    (serde_json::from_str(&json::to_text(&document)).unwrap(), found.repairs)
}
