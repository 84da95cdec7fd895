//! A compaction under way: the host polls it, asks its summarizers, and answers.

use std::cell::RefCell;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::convert::{to_ts, with_tape};
use super::objects::to_js;
use crate::compaction::{Answer, Compaction, Output, PreparedIds};

/// A compaction under way. The session may be used meanwhile: no borrow is held over a call.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Run {
    machine: RefCell<Compaction>,
}

impl Run {
    pub(super) fn new(machine: Compaction) -> Self {
        Self { machine: RefCell::new(machine) }
    }
}

#[wasm_bindgen]
impl Run {
    /// What was prepared.
    pub fn preparation(&self) -> Ts<PreparedIds> {
        to_ts(&PreparedIds::from(self.machine.borrow().preparation()))
    }

    /// The model-free summary of what a request that is under way asks for.
    pub fn extract(&self, id: u32) -> Option<String> {
        self.machine.borrow().extract(id)
    }

    /// What to do next: ask a summarizer, nothing before an answer comes (`undefined`), or end.
    #[wasm_bindgen(unchecked_return_type = "SummaryRequest | Verdict | undefined")]
    pub fn poll(&self) -> JsValue {
        match self.machine.borrow_mut().poll_output() {
            Output::Summarize(request) => to_js(&request),
            Output::Wait => JsValue::UNDEFINED,
            Output::Done(verdict) => to_js(&verdict),
        }
    }

    /// Takes the answer to a request: the tape's data, an `Answer`.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn answer(&self, id: u32, length: u32) -> Result<(), JsValue> {
        let answer = with_tape(length, |answer, _| Ok(Answer::read(answer)))?;
        self.machine.borrow_mut().handle_answer(id, answer);
        Ok(())
    }
}
