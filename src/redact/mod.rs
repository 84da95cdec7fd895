//! Secrets in what is quoted: keys, tokens, passwords and private keys are replaced, the words around them stay.
//!
//! Found are the forms of known providers, credentials in URLs and headers, and values that a name like `password` or
//! `api_key` is given. What only looks random (hashes, ids) stays: it is often what a session is about.

mod finder;
mod forms;
mod login;
mod named;
mod pem;
mod torn;
mod value;

use std::borrow::Cow;

use crate::settings::RedactionSettings;

pub use self::torn::without_torn_key;

impl RedactionSettings {
    /// A text without its secrets; as it is where redaction is off. A second time changes nothing.
    ///
    /// ```
    /// use epitome::settings::RedactionSettings;
    /// let settings = RedactionSettings::default();
    /// assert_eq!(settings.redact("export API_KEY=sk-proj-4f9aQ2kd81mZx7LpT0"), "export API_KEY=[redacted: api-key]");
    /// assert_eq!(settings.redact("const token: string = next()"), "const token: string = next()");
    /// ```
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.enabled { finder::redact(text, self) } else { Cow::Borrowed(text) }
    }
}

/// A text without its secrets, where no settings are at hand.
pub fn redact(text: &str) -> Cow<'_, str> {
    finder::redact(text, &RedactionSettings::default())
}
