//! The one asynchronous loop: polls a compaction and hands its requests to the host.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

use js_sys::{Function, Promise, Reflect};
use tsify::Ts;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::AbortSignal;

use super::convert::{fail, lines, to_js, to_ts, with_tape};
use crate::compaction::{Answer, Compaction, Customized, Failure, Output, PreparedIds, Supplied};
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
    pub fn preparation(&self) -> Ts<PreparedIds> {
        to_ts(&PreparedIds::from(self.machine.borrow().preparation()))
    }

    /// Takes over what the host says of the run before it begins: the tape's `prompt` (a task of its own), `context` and `state`
    /// (lists of lines).
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn customize(&self, length: u32) -> Result<(), JsValue> {
        let customized = with_tape(length, |value, _| {
            let lines = |key| lines(value.get(key));
            let task = value.get_str("prompt").filter(|task| !task.trim().is_empty()).map(String::from);
            Ok(Customized { task, context: lines("context"), state: lines("state") })
        })?;
        self.machine.borrow_mut().customize(customized);
        Ok(())
    }

    /// Takes a summary that the host has written: the tape's `summary` and `shortSummary`. No summarizer is asked then.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn supply(&self, length: u32) -> Result<(), JsValue> {
        let supplied = with_tape(length, |value, _| {
            let summary = value.get_str("summary").unwrap_or_default().to_owned();
            Ok(Supplied { summary, short_summary: value.get_str("shortSummary").map(String::from) })
        })?;
        self.machine.borrow_mut().supply(supplied);
        Ok(())
    }

    /// The model-free summary of what a request that is under way asks for.
    pub fn extract(&self, id: u32) -> Option<String> {
        self.machine.borrow().extract(id)
    }

    /// The prompt of the document that a request under way asks for, for a model that has the conversation above it.
    pub fn live(&self, id: u32) -> Option<String> {
        self.machine.borrow().live(id)
    }

    /// What the context will measure with a provider's items, of so many tokens by our estimate, in the place of the `summary` that it
    /// has beside them. Undefined where they free too little.
    #[wasm_bindgen(js_name = sizeWithItems)]
    pub fn size_with_items(&self, items: u32, summary: &str) -> Option<u32> {
        self.machine.borrow().size_with_items(items, summary)
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
    let mut in_flight = Vec::new();
    loop {
        let output = machine.borrow_mut().poll_output();
        match output {
            Output::Summarize(request) => {
                if signal.aborted() {
                    return Err(signal.reason());
                }
                let promise: Promise = ask.call1(&JsValue::UNDEFINED, &to_js(&request))?.dyn_into()?;
                // Made at once, so that the promise has a listener even if nobody comes to wait for it.
                in_flight.push((request.id, JsFuture::from(promise)));
            }
            Output::Wait => {
                let (id, answer) = next(&mut in_flight).await?;
                let answer = read_answer(&answer);
                machine.borrow_mut().handle_answer(id, answer);
            }
            Output::Done(verdict) => return Ok(to_js(&verdict)),
        }
    }
}

/// Waits for the first answer that comes. They are few, so that each is simply asked whenever one of them wakes the run.
async fn next(in_flight: &mut Vec<(u32, JsFuture)>) -> Result<(u32, JsValue), JsValue> {
    if in_flight.is_empty() {
        return Err(fail(&Error::new(ErrorKind::Internal, "", "the compaction waits for nothing")));
    }
    poll_fn(|context| {
        for (at, (id, answer)) in in_flight.iter_mut().enumerate() {
            if let Poll::Ready(answer) = Pin::new(answer).poll(context) {
                let id = *id;
                in_flight.remove(at);
                return Poll::Ready(answer.map(|answer| (id, answer)));
            }
        }
        Poll::Pending
    })
    .await
}

/// An answer of the host, which makes it to its type. A deserializer would weigh more than all the rest of the face.
fn read_answer(answer: &JsValue) -> Answer {
    let get = |object: &JsValue, key: &str| Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED);
    let text = |object: &JsValue, key: &str| get(object, key).as_string().unwrap_or_default();
    let failure = get(answer, "failure");
    Answer {
        text: text(answer, "text"),
        cut_off: get(answer, "cutOff").is_truthy(),
        short_summary: get(answer, "shortSummary").as_string(),
        overflow: get(answer, "overflow").as_f64().map(|tokens| tokens as u32),
        failure: failure.is_object().then(|| Failure {
            reason: text(&failure, "reason"),
            message: text(&failure, "message"),
            retryable: get(&failure, "retryable").is_truthy(),
            retry_after_ms: get(&failure, "retryAfterMs").as_f64().unwrap_or(0.0) as u32,
            ..Failure::default()
        }),
    }
}
