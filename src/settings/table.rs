//! How settings are declared and read: a table of fields, each with its default, its meaning, and what it may be.

use std::borrow::Cow;

use serde::Serialize;

use super::unknown;
use crate::error::{Error, ErrorKind};
use crate::number;
use crate::value::Value;

/// One row of the settings table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The concern that the setting belongs to.
    pub group: &'static str,
    /// The field's name in Rust (its public name is the same in camel case).
    pub field: &'static str,
    /// The default, as Rust writes it.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

macro_rules! group {
    ($(#[doc = $about:literal])+ $name:ident $group:literal { $($(#[doc = $doc:literal])+ $field:ident: $kind:ty = $default:expr,)+ }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[doc = $doc])+ #[cfg_attr(target_arch = "wasm32", tsify(optional))] pub $field: $kind,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $name {
            /// The rows of this group.
            pub const ROWS: &'static [Row] = &[$(Row {
                group: $group,
                field: stringify!($field),
                default: stringify!($default),
                meaning: concat!($($doc,)+),
            },)+];

            /// The fields, apart from the rows, so that no program carries their texts.
            pub(super) const FIELDS: &'static [&'static str] = &[$(stringify!($field),)+];

            /// Reads what a host gave; what it left out has its default. `place` is where the host gave it.
            ///
            /// # Errors
            /// [`InvalidSettings`](crate::error::ErrorKind::InvalidSettings) for an unknown key or a value that the setting cannot have.
            pub fn read(value: &Value<'_>, place: &str) -> Result<Self, Error> {
                let mut settings = Self::default();
                fill(&mut settings, value, place)?;
                Ok(settings)
            }
        }

        impl Group for $name {
            fn fields(&self) -> &'static [&'static str] {
                Self::FIELDS
            }

            fn set(&mut self, field: &str, value: &Value<'_>) -> Result<(), String> {
                match field {
                    $(stringify!($field) => self.$field = Setting::read(value)?,)+
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

pub(super) use group;

/// A group of settings, as the reader sees it.
pub(crate) trait Group {
    /// The fields' names in Rust.
    fn fields(&self) -> &'static [&'static str];

    /// Sets one of them, or says what it must be.
    fn set(&mut self, field: &str, value: &Value<'_>) -> Result<(), String>;
}

/// Takes over what a host gave.
pub(crate) fn fill(group: &mut dyn Group, value: &Value<'_>, place: &str) -> Result<(), Error> {
    for (key, value) in pairs(value, place)? {
        let Some(field) = group.fields().iter().find(|field| camel(field) == *key) else {
            return Err(unknown(place, key, group.fields()));
        };
        group.set(field, value).map_err(|message| invalid(&format!("{place}.{key}"), message))?;
    }
    Ok(())
}

/// A value that a setting can have.
pub(super) trait Setting: Sized {
    /// Reads it, or says what it must be.
    fn read(value: &Value<'_>) -> Result<Self, String>;
}

impl Setting for bool {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        match value {
            Value::Bool(flag) => Ok(*flag),
            other => Err(must("be true or false", other)),
        }
    }
}

impl Setting for f64 {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        value.as_number().ok_or_else(|| must("be a number", value))
    }
}

impl Setting for u32 {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        let number = f64::read(value)?;
        if f64::from(number as Self) == number {
            return Ok(number as Self);
        }
        let mut message = String::from("must be a whole number of at least 0, this is ");
        number::write(number, &mut message);
        Err(message)
    }
}

/// A share of something, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct Share(pub(crate) f64);

impl Share {
    /// So much of these tokens, rounded up.
    pub fn of(self, tokens: u32) -> u32 {
        (f64::from(tokens) * self.0).ceil() as u32
    }

    /// So much of one.
    pub fn of_one(self) -> f64 {
        self.0
    }
}

impl Setting for Share {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        let share = f64::read(value)?;
        if (0.0..=1.0).contains(&share) {
            return Ok(Self(share));
        }
        let mut message = String::from("must be a share from 0 to 1, this is ");
        number::write(share, &mut message);
        Err(message)
    }
}

pub(super) fn must(what: &str, value: &Value<'_>) -> String {
    format!("must {what}, this is {}", value.kind())
}

impl<T: Setting> Setting for Option<T> {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        if value.is_null() { Ok(None) } else { T::read(value).map(Some) }
    }
}

macro_rules! words {
    ($name:ident { $($word:literal = $variant:ident),+ }) => {
        impl Setting for $name {
            fn read(value: &Value<'_>) -> Result<Self, String> {
                match value.as_str() {
                    $(Some($word) => Ok(Self::$variant),)+
                    _ => Err(concat!("must be one of", $(" \"", $word, "\"",)+).into()),
                }
            }
        }
    };
}

pub(super) use words;

/// A field's public name: `keep_recent_tokens` is `keepRecentTokens`.
pub fn camel(field: &str) -> String {
    let mut name = String::new();
    for (at, word) in field.split('_').enumerate() {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if at > 0 => name.push(first.to_ascii_uppercase()),
            Some(first) => name.push(first),
            None => {}
        }
        name.push_str(letters.as_str());
    }
    name
}

/// The keys and values of an object; none for nothing at all.
pub(crate) fn pairs<'v, 'a>(value: &'v Value<'a>, place: &str) -> Result<&'v [(Cow<'a, str>, Value<'a>)], Error> {
    match value {
        Value::Null => Ok(&[]),
        Value::Object(pairs) => Ok(pairs),
        other => Err(invalid(place, must("be an object", other))),
    }
}

pub(crate) fn invalid(place: &str, message: String) -> Error {
    Error::new(ErrorKind::InvalidSettings, place, message)
}
