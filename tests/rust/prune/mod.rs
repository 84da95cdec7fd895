//! What is pruned, why, and what stands in its place.

mod arguments;
mod duplicates;
mod formats;
mod notices;
mod policy;
mod properties;
mod stale;
mod tools;

use epitome::json;
use epitome::prune::{PruneReason, Pruning, prune, prune_arguments, read_config};
use epitome::settings::PruneConfig;
use serde_json::{Value, json};

use super::support::session;

/// A session in pi's format, built line by line.
#[derive(Debug, Default, Clone)]
pub(super) struct Log {
    pub(super) entries: Vec<Value>,
    calls: usize,
}

impl Log {
    /// Appends an entry; its id is `e` and its place.
    pub(super) fn entry(&mut self, mut entry: Value) -> String {
        let at = self.entries.len();
        let id = format!("e{at}");
        entry["id"] = json!(id);
        entry["parentId"] = json!(at.checked_sub(1).map(|before| format!("e{before}")));
        entry["timestamp"] = json!("2026-01-01T00:00:00.000Z");
        self.entries.push(entry);
        id
    }

    pub(super) fn message(&mut self, message: Value) -> String {
        self.entry(json!({"type": "message", "message": message}))
    }

    pub(super) fn user(&mut self, text: &str) -> String {
        self.message(json!({"role": "user", "content": text}))
    }

    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> String {
        self.calls += 1;
        let call = json!({"type": "toolCall", "id": format!("c{}", self.calls), "name": tool, "arguments": arguments});
        self.message(json!({"role": "assistant", "content": [call], "stopReason": "toolUse"}))
    }

    /// The answer to the newest call, with more fields.
    pub(super) fn answer_with(&mut self, tool: &str, text: &str, more: Value) -> String {
        let mut message = json!({"role": "toolResult", "toolCallId": format!("c{}", self.calls), "toolName": tool,
            "content": [{"type": "text", "text": text}], "isError": false});
        for (key, value) in more.as_object().unwrap() {
            message[key] = value.clone();
        }
        self.message(message)
    }

    /// A call and its answer of 2,000 tokens; the id of the answer.
    pub(super) fn run(&mut self, tool: &str, arguments: Value) -> String {
        self.run_with(tool, arguments, json!({}))
    }

    pub(super) fn run_with(&mut self, tool: &str, arguments: Value, more: Value) -> String {
        self.call(tool, arguments);
        self.answer_with(tool, &"x ".repeat(4_000), more)
    }

    pub(super) fn plan(&self, config: &PruneConfig) -> Pruning {
        prune(&session("pi", &self.entries), config, 0)
    }

    /// The entries whose outputs go.
    pub(super) fn pruned(&self, config: &PruneConfig) -> Vec<String> {
        self.plan(config).edits.into_iter().map(|edit| edit.entry_id).collect()
    }

    /// The entries whose outputs go although all are recent: a later call made them worthless.
    pub(super) fn stale(&self) -> Vec<String> {
        self.pruned(&config(json!({"protectTokens": 10_000_000, "minimumSavings": 0})))
    }

    pub(super) fn reasons(&self) -> Vec<(String, PruneReason)> {
        let config = config(json!({"protectTokens": 10_000_000, "minimumSavings": 0}));
        self.plan(&config).edits.into_iter().map(|edit| (edit.entry_id, edit.reason)).collect()
    }

    pub(super) fn arguments(&self, config: &PruneConfig) -> Pruning {
        prune_arguments(&session("pi", &self.entries), config)
    }
}

pub(super) fn config(given: Value) -> PruneConfig {
    read_config(&json::parse(&given.to_string()).unwrap()).unwrap()
}

/// All that is not protected for its tool goes.
pub(super) fn all() -> PruneConfig {
    config(json!({"protectTokens": 0, "minimumSavings": 0}))
}
