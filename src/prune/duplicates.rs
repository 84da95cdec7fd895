//! Outputs that stand in the context twice: what the same call gave again.

use super::survey::{Output, Survey};
use super::target::identity;
use crate::names::NameMap;
use crate::settings::PruneConfig;
use crate::text;

/// What a pointer takes in tokens, at least: shorter outputs stay.
const POINTER: u32 = 25;

/// The newest outputs that stay, by call and content.
#[derive(Debug, Default)]
pub(super) struct Newest {
    /// Numbers in [`Survey::outputs`].
    kept: NameMap<usize>,
}

/// Call and content of an output; empty where it has no duplicates: what is no text is not compared.
pub(super) fn key(survey: &Survey<'_>, output: &Output<'_>, config: &PruneConfig) -> String {
    let is_text = output.result.media == 0 && output.result.tokens > POINTER;
    let Some(asked) = survey.call_of(output).filter(|_| config.duplicates && is_text) else { return String::new() };
    let said = &output.result.text;
    let content = if said.is_whole() { text::fingerprint(&said.head) } else { said.fingerprint };
    [&identity(asked.call), "\0", &content.to_string()].concat()
}

impl Newest {
    /// Whether a newer output is the same, and stays.
    pub(super) fn has(&self, survey: &Survey<'_>, output: &Output<'_>, key: &str) -> bool {
        let newer = self.kept.get(key).and_then(|number| survey.outputs.get(*number));
        let same = |newer: &Output<'_>| newer.result.text == output.result.text && newer.failed == output.failed;
        newer.is_some_and(same)
    }

    /// Takes note of an output that stays.
    pub(super) fn keep(&mut self, key: &str, number: usize) {
        if !key.is_empty() && self.kept.get(key).is_none() {
            self.kept.set(key, number);
        }
    }
}
