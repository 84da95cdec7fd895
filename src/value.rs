//! A JSON-like value as the core sees it: borrowed where it can be, and able to stand for what JSON cannot carry.
//!
//! Messages reach the core as a [`Value`], decoded from the staging buffer ([`crate::tape`]) or read from JSON text
//! ([`crate::json`]). Format lenses look at values; nothing else in the pipeline does.

use crate::gather::Gather;
use std::borrow::Cow;

/// One value of a host's message.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value<'a> {
    /// `null`, and what JavaScript calls `undefined`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any JavaScript number.
    Number(f64),
    /// Text; a lone surrogate of the original is U+FFFD here.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Self>),
    /// An object, its keys in the host's order.
    Object(Vec<(Cow<'a, str>, Self)>),
    /// A host object that is not JSON.
    Host(Host<'a>),
}

/// A host object that JSON cannot carry. The core learns what it is and how large; the object itself stays outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Host<'a> {
    /// Raw bytes (`Uint8Array`, `ArrayBuffer`, `Buffer`, …).
    Bytes {
        /// Their number.
        length: u32,
    },
    /// A `URL`, as its text.
    Url(Cow<'a, str>),
    /// A `Date`, as its ISO text.
    Date(Cow<'a, str>),
    /// Any other class instance, function or symbol, by the name of its class.
    Other(Cow<'a, str>),
}

impl<'a> Value<'a> {
    /// Text as a value.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::String(text.into())
    }

    /// An object from its pairs.
    pub fn object<const N: usize>(pairs: [(&'a str, Self); N]) -> Self {
        Self::Object(pairs.into_iter().map(|(key, value)| (Cow::Borrowed(key), value)).gather())
    }

    /// The value of a key, where this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(pairs) => pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a key, where it is a string.
    pub fn get_str(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Self::as_str)
    }

    /// The value of a key, where it is there and not `null`.
    pub fn given(&self, key: &str) -> Option<&Self> {
        self.get(key).filter(|value| !value.is_null())
    }

    /// The text of a key; empty where it is no string.
    pub fn text_of(&self, key: &str) -> &str {
        self.get_str(key).unwrap_or_default()
    }

    /// Whether a key has text, and more than none.
    pub fn has_text(&self, key: &str) -> bool {
        !self.text_of(key).is_empty()
    }

    /// Whether a key has this very text.
    pub fn says(&self, key: &str, text: &str) -> bool {
        self.get_str(key) == Some(text)
    }

    /// Whether a key is `true`.
    pub fn has_flag(&self, key: &str) -> bool {
        self.get(key).is_some_and(Self::is_true)
    }

    /// The items of a key; none where it is no array.
    pub fn items(&self, key: &str) -> &[Self] {
        self.get(key).and_then(Self::as_array).unwrap_or_default()
    }

    /// The number of a key, where it is a number.
    pub fn get_number(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(Self::as_number)
    }

    /// The text, where this is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, where this is one.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The items, where this is an array.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Whether this is `true`.
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Bool(true))
    }

    /// Whether this is `null` or missing.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// What this is, in a word, for error messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
            Self::Host(_) => "a host object",
        }
    }

    /// A copy that borrows nothing.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(flag) => Value::Bool(flag),
            Self::Number(number) => Value::Number(number),
            Self::String(text) => Value::String(Cow::Owned(text.into_owned())),
            Self::Array(items) => Value::Array(items.into_iter().map(Value::into_owned).gather()),
            Self::Object(pairs) => Value::Object(
                pairs.into_iter().map(|(key, value)| (Cow::Owned(key.into_owned()), value.into_owned())).gather(),
            ),
            Self::Host(host) => Value::Host(match host {
                Host::Bytes { length } => Host::Bytes { length },
                Host::Url(text) => Host::Url(Cow::Owned(text.into_owned())),
                Host::Date(text) => Host::Date(Cow::Owned(text.into_owned())),
                Host::Other(name) => Host::Other(Cow::Owned(name.into_owned())),
            }),
        }
    }
}
