//! The one error of the core: a code for programs, a place, and a sentence for people.

use std::fmt;

/// What kind of fault it is. The text form (`code()`) is part of the public face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A message that the format's lens cannot read.
    InvalidMessage,
    /// A log entry without the fields that its type needs.
    InvalidEntry,
    /// A setting that is unknown or out of range.
    InvalidSettings,
    /// An option of a function that has a value it cannot have.
    InvalidOption,
    /// A format name that no lens has.
    UnknownFormat,
    /// An entry id that the session does not hold.
    UnknownEntry,
    /// An entry id that the session holds already.
    DuplicateEntry,
    /// The driver broke the contract of a machine; a fault of ours.
    Internal,
}

impl ErrorKind {
    /// The stable text form, as it stands in `EpitomeError.code`.
    pub fn code(self) -> &'static str {
        match self {
            Self::InvalidMessage => "invalid-message",
            Self::InvalidEntry => "invalid-entry",
            Self::InvalidSettings => "invalid-settings",
            Self::InvalidOption => "invalid-option",
            Self::UnknownFormat => "unknown-format",
            Self::UnknownEntry => "unknown-entry",
            Self::DuplicateEntry => "duplicate-entry",
            Self::Internal => "internal",
        }
    }
}

/// Broken input, with its place. Nothing was changed when one is returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<Fault>);

/// What an error says. It stands behind a pointer, since every `?` on its way moves it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    kind: ErrorKind,
    path: String,
    message: String,
}

impl Error {
    /// An error at a place (`entries[17].message.content[2]`; empty where there is none).
    pub fn new(kind: ErrorKind, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Box::new(Fault { kind, path: path.into(), message: message.into() }))
    }

    /// What kind of fault it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The place in the input, empty where there is none.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What is wrong there, in a sentence.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The same error, its place seen from further out.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        let path = &mut self.0.path;
        let dot = if path.is_empty() || path.starts_with('[') || outer.is_empty() { "" } else { "." };
        *path = [outer, dot, path].concat();
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { path, message, .. } = &*self.0;
        if path.is_empty() { out.write_str(message) } else { write!(out, "{path}: {message}") }
    }
}

impl std::error::Error for Error {}
