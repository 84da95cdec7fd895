//! The staging buffer's format: how a host's value crosses into the core in one copy.
//!
//! The host walks a value once and writes it as tagged bytes (`js/engine/tape.ts` is the writer); texts go in by
//! `TextEncoder.encodeInto`. All numbers are little endian. The reader borrows its texts from the buffer.
//!
//! | tag | then |
//! |---|---|
//! | 0, 1, 2 | null, false, true |
//! | 3 | a number: 8 bytes, IEEE 754 |
//! | 4 | text: length in bytes (4 bytes), UTF-8 |
//! | 5 | array: count (4 bytes), the items |
//! | 6 | object: count (4 bytes), then per pair a key (length, UTF-8) and a value |
//! | 7 | bytes: their number (4 bytes); the bytes stay with the host |
//! | 8, 9, 10 | a URL, a date, another object: text as under 4 |

use std::borrow::Cow;

use crate::value::{Host, Value};

/// Deeper nesting is refused rather than risking the stack.
const MAX_DEPTH: u32 = 200;

/// A buffer that is not a tape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TapeError {
    /// Where, in bytes from the start.
    pub offset: usize,
}

/// Reads one value from the start of the buffer.
///
/// # Errors
/// [`TapeError`] where the bytes end early, name no known tag, or nest deeper than 200 levels.
pub fn read(bytes: &[u8]) -> Result<Value<'_>, TapeError> {
    Tape { bytes, at: 0 }.value(0)
}

struct Tape<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tape<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], TapeError> {
        let end = self.at.checked_add(count).ok_or(TapeError { offset: self.at })?;
        let piece = self.bytes.get(self.at..end).ok_or(TapeError { offset: self.at })?;
        self.at = end;
        Ok(piece)
    }

    fn size(&mut self) -> Result<usize, TapeError> {
        let mut word = [0; 4];
        word.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(word) as usize)
    }

    fn text(&mut self) -> Result<Cow<'a, str>, TapeError> {
        let length = self.size()?;
        let offset = self.at;
        std::str::from_utf8(self.take(length)?).map(Cow::Borrowed).map_err(|_| TapeError { offset })
    }

    fn value(&mut self, depth: u32) -> Result<Value<'a>, TapeError> {
        let offset = self.at;
        let tag = self.take(1)?.first().copied().unwrap_or(u8::MAX);
        if depth > MAX_DEPTH {
            return Err(TapeError { offset });
        }
        Ok(match tag {
            0 => Value::Null,
            1 => Value::Bool(false),
            2 => Value::Bool(true),
            3 => {
                let mut number = [0; 8];
                number.copy_from_slice(self.take(8)?);
                Value::Number(f64::from_le_bytes(number))
            }
            4 => Value::String(self.text()?),
            5 => {
                let count = self.size()?;
                // A damaged count must not reserve memory that the buffer cannot fill.
                let mut items = Vec::with_capacity(count.min(self.bytes.len() - self.at));
                for _ in 0..count {
                    items.push(self.value(depth + 1)?);
                }
                Value::Array(items)
            }
            6 => {
                let count = self.size()?;
                let mut pairs = Vec::with_capacity(count.min(self.bytes.len() - self.at));
                for _ in 0..count {
                    let key = self.text()?;
                    pairs.push((key, self.value(depth + 1)?));
                }
                Value::Object(pairs)
            }
            7 => Value::Host(Host::Bytes { length: u32::try_from(self.size()?).unwrap_or(u32::MAX) }),
            8 => Value::Host(Host::Url(self.text()?)),
            9 => Value::Host(Host::Date(self.text()?)),
            10 => Value::Host(Host::Other(self.text()?)),
            _ => return Err(TapeError { offset }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_tag() {
        let mut tape = vec![6, 3, 0, 0, 0];
        tape.extend([1, 0, 0, 0, b'a', 5, 2, 0, 0, 0, 0, 2]);
        tape.extend([1, 0, 0, 0, b'b', 4, 2, 0, 0, 0, 0xc3, 0xa9]);
        tape.extend([1, 0, 0, 0, b'c', 7, 9, 0, 0, 0]);
        let value = read(&tape).unwrap();
        assert_eq!(value.get("a"), Some(&Value::Array(vec![Value::Null, Value::Bool(true)])));
        assert_eq!(value.get_str("b"), Some("é"));
        assert_eq!(value.get("c"), Some(&Value::Host(Host::Bytes { length: 9 })));
    }

    #[test]
    fn refuses_damaged_tapes_without_harm() {
        for tape in [&[][..], &[4, 9, 0, 0, 0, 1], &[5, 255, 255, 255, 255], &[99], &[4, 1, 0, 0, 0, 0xff]] {
            assert!(read(tape).is_err(), "{tape:?}");
        }
    }
}
