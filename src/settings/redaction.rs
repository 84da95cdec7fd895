//! Which secrets are kept from summarizers and summaries.

use serde::Serialize;

use super::table::{Group, Row, Setting, fill, group, must};
use crate::error::Error;
use crate::value::Value;

group! {
    /// Which secrets are kept from summarizers and summaries.
    RedactionSettings "redaction" {
        /// Whether keys, tokens, passwords, private keys and connection strings give their place to a placeholder that says what
        /// stood there, in what a summarizer is sent and in what it answers. The messages themselves stay as they are.
        enabled: bool = true,
        /// Further names whose values are secret, like `"sessionCookie"`: `sessionCookie=…`, `"session_cookie": "…"`.
        names: SecretNames = SecretNames::default(),
        /// Further forms of secrets, by what their placeholder says: `{ "acme-key": "acme_*" }`. `*` stands for any letters, digits,
        /// `_`, `-` and `.`, `?` for one of them; the rest of a form is taken as it is written.
        forms: Forms = Forms::default(),
    }
}

/// Names whose values are secret.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct SecretNames(pub Vec<String>);

/// Forms of secrets: what their placeholder says, and the form.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Forms(pub Vec<(String, String)>);

impl Setting for SecretNames {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        let wanted = || must("be a list of names", value);
        let names = value.as_array().ok_or_else(wanted)?.iter().map(|name| name.as_str().map(String::from));
        let names: Option<Vec<String>> = names.collect();
        names.filter(|names| names.iter().all(|name| !name.trim().is_empty())).map(Self).ok_or_else(wanted)
    }
}

impl Setting for Forms {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        let wanted = || must("be an object: for each kind of secret its form", value);
        let Value::Object(pairs) = value else { return Err(wanted()) };
        let mut forms = Vec::new();
        for (kind, form) in pairs {
            // A form of wildcards alone would take every word.
            let form = form.as_str().filter(|form| form.bytes().filter(u8::is_ascii_alphanumeric).count() > 1);
            let form =
                form.ok_or_else(|| ["must give a text with two letters or digits for \"", kind, "\""].concat())?;
            forms.push((kind.clone().into_owned(), form.to_owned()));
        }
        Ok(Self(forms))
    }
}
