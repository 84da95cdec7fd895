//! Between JavaScript's values and the core's.

use std::cell::{Cell, RefCell};

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::entry::Entry;
use crate::error::{Error, ErrorKind};
use crate::format::Lens;
use crate::gather::Gather;
use crate::message::Record;
use crate::tape;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::View;

thread_local! {
    static STAGING: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Random words that are not yet used: one call of the runtime serves many ids.
    static WORDS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The memory's size in pages when it was last looked at.
    static PAGES: Cell<usize> = const { Cell::new(0) };
}

/// A random word.
pub(super) fn random() -> Result<u32, JsError> {
    WORDS.with_borrow_mut(|words| {
        if words.len() < 4 {
            let mut fresh = [0; 256];
            getrandom::fill(&mut fresh).map_err(|error| JsError::new(&format!("no randomness here: {error}")))?;
            words.extend(fresh);
        }
        let word = words.split_off(words.len() - 4);
        Ok(word.into_iter().fold(0, |word, byte| word << 8 | u32::from(byte)))
    })
}

/// Grows the memory in large steps. The allocator asks for one page at a time, and each growth costs the runtime a
/// millisecond and many a collection of garbage.
fn grow_ahead() {
    const PAGE: usize = 1 << 16;
    const LEAST: usize = 16 * PAGE;
    let pages = core::arch::wasm32::memory_size::<0>();
    if PAGES.replace(pages) < pages {
        drop(std::hint::black_box(Vec::<u8>::with_capacity(LEAST.max(pages * PAGE / 8))));
        PAGES.set(core::arch::wasm32::memory_size::<0>());
    }
}

/// A larger buffer is given back after use: one huge message must not hold its memory for ever.
const KEEP_CAPACITY: usize = 4 << 20;

pub(super) fn staging(capacity: u32) -> u32 {
    STAGING.with_borrow_mut(|bytes| {
        if bytes.len() < capacity as usize {
            bytes.resize(capacity as usize, 0);
        }
        bytes.as_ptr() as u32
    })
}

/// Reads the call in the first `length` bytes of the buffer, an array of its data and its options, and works on both.
pub(super) fn with_tape<T>(
    length: u32,
    work: impl FnOnce(&Value<'_>, &Value<'_>) -> Result<T, Error>,
) -> Result<T, JsValue> {
    let mut work = Some(work);
    let mut done = None;
    read_tape(length, &mut |data, options| {
        if let Some(work) = work.take() {
            done = Some(work(data, options)?);
        }
        Ok(())
    })?;
    done.ok_or_else(|| fail(&Error::new(ErrorKind::Internal, "", "the staging buffer was not read")))
}

/// A list of texts; none where it is none.
pub(super) fn lines(list: Option<&Value<'_>>) -> Vec<String> {
    let list = list.and_then(Value::as_array).unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(String::from).gather()
}

/// The part that is the same for every caller, compiled once.
fn read_tape(length: u32, work: &mut dyn FnMut(&Value<'_>, &Value<'_>) -> Result<(), Error>) -> Result<(), JsValue> {
    STAGING.with_borrow_mut(|bytes| {
        let tape = bytes.get(..length as usize).unwrap_or_default();
        let read = tape::read(tape).map_err(|error| {
            Error::new(ErrorKind::Internal, "", format!("the staging buffer is damaged at byte {}", error.offset))
        });
        let result = read.and_then(|call| {
            let part = |at| call.as_array().and_then(|parts| parts.get(at)).unwrap_or(&Value::Null);
            work(part(0), part(1))
        });
        if bytes.len() > KEEP_CAPACITY {
            *bytes = Vec::new();
        }
        grow_ahead();
        result.map_err(|error| fail(&error))
    })
}

/// A core error as a plain object; the host makes its own error class of it.
pub(super) fn fail(error: &Error) -> JsValue {
    to_js(&Fault { code: error.kind().code(), path: error.path(), message: error.message() })
}

/// What the host makes its own error class of.
#[derive(Serialize)]
struct Fault<'a> {
    code: &'static str,
    path: &'a str,
    message: &'a str,
}

/// A value of ours as a plain object; what is missing is `null`.
pub(super) fn to_js(value: &impl Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    // No type of ours has anything that the serializer refuses.
    value.serialize(&serializer).unwrap_or_else(JsValue::from)
}

/// The same, typed.
pub(super) fn to_ts<T: Tsify + Serialize>(value: &T) -> Ts<T> {
    Ts::new_unchecked(to_js(value))
}

/// The messages of a tape as records.
pub(super) fn records(value: &Value<'_>, lens: &dyn Lens) -> Result<Vec<Record>, Error> {
    viewed(value, lens, Record::new)
}

/// The tokens of the messages of a tape.
pub(super) fn sizes(value: &Value<'_>, lens: &dyn Lens) -> Result<Vec<u32>, Error> {
    viewed(value, lens, estimate::message)
}

fn viewed<T>(value: &Value<'_>, lens: &dyn Lens, make: fn(&View<'_>) -> T) -> Result<Vec<T>, Error> {
    let Some(messages) = value.as_array() else {
        let message = format!("must be an array, this is {}", value.kind());
        return Err(Error::new(ErrorKind::InvalidMessage, "messages", message));
    };
    let read = |(at, message)| {
        lens.view(message).map(|view| make(&view)).map_err(|error| error.within(&format!("messages[{at}]")))
    };
    messages.iter().enumerate().map(read).collect()
}

/// The entries of a tape.
pub(super) fn read_entries(value: &Value<'_>, lens: &dyn Lens) -> Result<Vec<Entry>, Error> {
    let Some(items) = value.as_array() else {
        return Err(Error::new(
            ErrorKind::InvalidEntry,
            "entries",
            format!("must be an array, this is {}", value.kind()),
        ));
    };
    let read = |(at, item)| Entry::read(item, lens).map_err(|error: Error| error.within(&format!("entries[{at}]")));
    items.iter().enumerate().map(read).collect()
}
