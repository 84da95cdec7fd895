//! JSON text, read into a [`Value`] and written exactly as `JSON.stringify` writes it.
//!
//! Tool arguments are often JSON inside a string, so the core reads JSON itself; a general library would weigh more
//! than the rest of the crate. A number is a JavaScript number, a key given twice keeps both places (the first wins).

use std::borrow::Cow;

use crate::number;
use crate::value::{Host, Value};

/// Deeper nesting is refused rather than risking the stack.
const MAX_DEPTH: u32 = 200;

/// Why a text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonError {
    /// Where, in bytes from the start.
    pub offset: usize,
    /// What was wrong there.
    pub reason: &'static str,
}

/// Reads one JSON value; white space around it is allowed, anything else after it is not.
///
/// # Errors
/// A [`JsonError`] with the place of the first fault.
pub fn parse(text: &str) -> Result<Value<'_>, JsonError> {
    let mut reader = Reader { text, at: 0 };
    reader.skip_space();
    let value = reader.value(0)?;
    reader.skip_space();
    if reader.at < text.len() { Err(reader.fail("text after the end")) } else { Ok(value) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail(&self, reason: &'static str) -> JsonError {
        JsonError { offset: self.at, reason }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Result<Value<'a>, JsonError> {
        if self.slice(self.at, self.at + word.len()) == word {
            self.at += word.len();
            Ok(value)
        } else {
            Err(self.fail("not a JSON word"))
        }
    }

    fn value(&mut self, depth: u32) -> Result<Value<'a>, JsonError> {
        if depth > MAX_DEPTH {
            return Err(self.fail("nested too deep"));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Value::String),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => Err(self.fail("no JSON value starts like this")),
            None => Err(self.fail("the text ends too early")),
        }
    }

    fn number(&mut self) -> Result<Value<'a>, JsonError> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        match number::read(self.slice(start, self.at)) {
            Some(number) => Ok(Value::Number(number)),
            None => Err(JsonError { offset: start, reason: "not a number" }),
        }
    }

    fn array(&mut self, depth: u32) -> Result<Value<'a>, JsonError> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::Array(items));
        }
        loop {
            self.skip_space();
            items.push(self.value(depth + 1)?);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Value::Array(items));
                }
                _ => return Err(self.fail("expected , or ]")),
            }
        }
    }

    fn object(&mut self, depth: u32) -> Result<Value<'a>, JsonError> {
        let mut pairs = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(pairs));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(self.fail("expected a key"));
            }
            let key = self.string()?;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.fail("expected :"));
            }
            self.at += 1;
            self.skip_space();
            let value = self.value(depth + 1)?;
            pairs.push((key, value));
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Value::Object(pairs));
                }
                _ => return Err(self.fail("expected , or }")),
            }
        }
    }

    fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        self.at += 1;
        let start = self.at;
        let mut owned: Option<String> = None;
        let mut run = start;
        loop {
            match self.peek() {
                None => return Err(self.fail("the string has no end")),
                Some(b'"') => {
                    let tail = self.slice(run, self.at);
                    self.at += 1;
                    return Ok(match owned {
                        Some(mut text) => {
                            text.push_str(tail);
                            Cow::Owned(text)
                        }
                        None => Cow::Borrowed(tail),
                    });
                }
                Some(b'\\') => {
                    let piece = self.slice(run, self.at);
                    let text = owned.get_or_insert_default();
                    text.push_str(piece);
                    self.at += 1;
                    let unescaped = self.escape()?;
                    owned.get_or_insert_default().push(unescaped);
                    run = self.at;
                }
                Some(0..=0x1f) => return Err(self.fail("a raw control character in a string")),
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let Some(letter) = self.peek() else { return Err(self.fail("the string has no end")) };
        self.at += 1;
        Ok(match letter {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.hex()?;
                if (0xd800..0xdc00).contains(&high) && self.slice(self.at, self.at + 2) == "\\u" {
                    let back = self.at;
                    self.at += 2;
                    let low = self.hex()?;
                    if (0xdc00..0xe000).contains(&low) {
                        let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                        return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    self.at = back;
                }
                char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.fail("an unknown escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, JsonError> {
        let digits = self.slice(self.at, self.at + 4);
        if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(self.fail("expected four hexadecimal digits"));
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).map_err(|_| self.fail("expected four hexadecimal digits"))
    }
}

/// Writes a value as `JSON.stringify` does, without spaces. A host object becomes what its `toJSON` gives, or `{}`.
pub fn to_text(value: &Value<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value<'_>, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => number::write(*number, out),
        Value::String(text) => write_string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(pairs) => {
            out.push('{');
            for (index, (key, item)) in pairs.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                write(item, out);
            }
            out.push('}');
        }
        Value::Host(Host::Url(text) | Host::Date(text)) => write_string(text, out),
        Value::Host(_) => out.push_str("{}"),
    }
}

/// A text in quotes, for error messages.
pub fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_string(text, &mut out);
    out
}

/// Writes a string with its quotes and the escapes of `JSON.stringify`.
pub fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => {
                let digit = |value: u32| char::from_digit(value, 16).unwrap_or('0');
                out.push_str("\\u00");
                out.push(digit(u32::from(letter) >> 4));
                out.push(digit(u32::from(letter) & 15));
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_what_json_stringify_writes() {
        for text in [
            r#"{"a":[1,-2.5,true,false,null],"b":"x\ny\"z\\","c":{}}"#,
            r#"["",0,1e+21,1e-7,123456789012345680000,0.000001]"#,
            "\"\\u0001\u{1f600}\"",
        ] {
            assert_eq!(to_text(&parse(text).unwrap()), text);
        }
    }

    #[test]
    fn joins_surrogate_pairs_and_replaces_lone_ones() {
        assert_eq!(parse(r#""\ud83d\ude00""#).unwrap(), Value::text("\u{1f600}"));
        assert_eq!(parse(r#""a\ud83d b""#).unwrap(), Value::text("a\u{fffd} b"));
        assert_eq!(parse(r#""\ud83d\u0041""#).unwrap(), Value::text("\u{fffd}A"));
    }

    #[test]
    fn names_the_place_of_a_fault() {
        for (text, offset) in
            [("", 0), ("[1,]", 3), ("{\"a\" 1}", 5), ("\"abc", 4), ("1 2", 2), ("nul", 0), ("[01x]", 3)]
        {
            assert_eq!(parse(text).unwrap_err().offset, offset, "{text}");
        }
        let deep = "[".repeat(300);
        assert_eq!(parse(&deep).unwrap_err().reason, "nested too deep");
    }
}
