//! The one asynchronous loop: polls a compaction and hands its requests to the host.

use std::cell::RefCell;
use std::rc::Rc;

use futures_util::stream::{FuturesUnordered, StreamExt};
use js_sys::{Function, Promise};
use tsify::Ts;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::AbortSignal;

use super::convert::{fail, from_js, to_js};
use crate::compaction::{Answer, Compaction, Output, PreparedIds};
use crate::error::{Error, ErrorKind};

/// A compaction under way. The session may be used meanwhile: no borrow is held over an await.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Run {
    machine: Rc<RefCell<Compaction>>,
}

impl Run {
    pub(super) fn new(machine: Compaction) -> Self {
        Self { machine: Rc::new(RefCell::new(machine)) }
    }
}

#[wasm_bindgen]
impl Run {
    /// What was prepared.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn preparation(&self) -> Result<Ts<PreparedIds>, JsValue> {
        to_js(&PreparedIds::from(self.machine.borrow().preparation()))
    }

    /// The model-free summary of what a request that is under way asks for.
    pub fn extract(&self, id: u32) -> Option<String> {
        self.machine.borrow().extract(id)
    }

    /// Runs to the end. `ask` gets each request and answers with a promise of an `Answer`; it rejects only when the
    /// run was aborted, and the run then ends with that reason.
    #[wasm_bindgen(unchecked_return_type = "Promise<Verdict>")]
    pub fn drive(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(request: SummaryRequest) => Promise<Answer>")] ask: Function,
        signal: AbortSignal,
    ) -> Promise {
        let machine = Rc::clone(&self.machine);
        future_to_promise(async move { drive(&machine, &ask, &signal).await })
    }
}

async fn drive(machine: &RefCell<Compaction>, ask: &Function, signal: &AbortSignal) -> Result<JsValue, JsValue> {
    let mut in_flight = FuturesUnordered::new();
    loop {
        let output = machine.borrow_mut().poll_output();
        match output {
            Output::Summarize(request) => {
                if signal.aborted() {
                    return Err(signal.reason());
                }
                let promise: Promise = ask.call1(&JsValue::UNDEFINED, &to_js(&request)?.into())?.dyn_into()?;
                in_flight.push(async move { (request.id, JsFuture::from(promise).await) });
            }
            Output::Wait => {
                let Some((id, answer)) = in_flight.next().await else {
                    return Err(fail(&Error::new(ErrorKind::Internal, "", "the compaction waits for nothing")));
                };
                let answer: Answer = from_js(answer?, "answer")?;
                machine.borrow_mut().handle_answer(id, answer);
            }
            Output::Done(verdict) => return Ok(to_js(&verdict)?.into()),
        }
    }
}
