//! Secrets in what is quoted: keys, tokens, passwords and private keys are replaced, the words around them stay.

use std::borrow::Cow;

use crate::settings::RedactionSettings;
use crate::summary::secrets;

impl RedactionSettings {
    /// A text without its secrets; as it is where redaction is off.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.enabled { secrets::redact(text) } else { Cow::Borrowed(text) }
    }
}
