//! Secrets are replaced, and nothing else is.

mod harmless;
mod places;
mod secrets;
mod settings;

use epitome::redact::redact;

use self::harmless::HARMLESS;
use self::secrets::SECRETS;

/// A row of the table: the text, the secret in it, and the text as it must be.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) secret: String,
    pub(crate) clean: String,
}

pub(crate) fn rows() -> Vec<Row> {
    let plain = |text: &str| text.replace('~', "");
    let row = |(kind, text): &(&str, &str)| {
        let (before, rest) = text.split_once('⟦').unwrap();
        let (secret, behind) = rest.split_once('⟧').unwrap();
        let (before, secret, behind) = (plain(before), plain(secret), plain(behind));
        let clean = format!("{before}[redacted: {kind}]{behind}");
        Row { text: format!("{before}{secret}{behind}"), secret, clean }
    };
    SECRETS.iter().map(row).collect()
}

#[test]
fn replaces_secrets_and_leaves_the_text_around_them() {
    let wrong: Vec<String> = rows()
        .iter()
        .filter(|row| redact(&row.text) != row.clean)
        .map(|row| format!("{}\n  => {}", row.clean, redact(&row.text)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), SECRETS.len(), wrong.join("\n"));
}

#[test]
fn changes_nothing_the_second_time() {
    for row in rows() {
        assert_eq!(redact(&row.clean), row.clean);
    }
}

#[test]
fn leaves_what_only_looks_like_a_secret() {
    let wrong: Vec<String> = HARMLESS
        .iter()
        .filter(|text| redact(text) != **text)
        .map(|text| format!("{text}\n  => {}", redact(text)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), HARMLESS.len(), wrong.join("\n"));
}

#[test]
fn a_private_key_whose_beginning_is_cut_off() {
    let end = ["-----END PRIVATE", " KEY-----"].concat();
    let body = "MIIEvQIBADANBgkqhkiG9w0B\nAQEF==";
    for (text, clean) in [
        (format!("gkqhkiG9\n{body}\n{end}\nok"), "[redacted: private-key]\nok"),
        (format!("it said:\n{body}\n{end}\nok"), "it said:\n[redacted: private-key]\nok"),
        (format!("AQEF==\n{end}"), "[redacted: private-key]"),
    ] {
        assert_eq!(redact(&text), clean);
    }
    let spoken = format!("a key is what stands before {end}");
    assert_eq!(redact(&spoken), spoken);
}
