//! What a host says of its own secrets.

use epitome::json;
use epitome::settings::{Forms, RedactionSettings};
use proptest::prelude::*;

fn settings(text: &str) -> RedactionSettings {
    RedactionSettings::read(&json::parse(text).unwrap(), "redaction").unwrap()
}

#[test]
fn off_is_off() {
    let text = "DB_PASSWORD=correcthorse";
    assert_eq!(settings(r#"{"enabled": false}"#).redact(text), text);
    assert_eq!(settings("{}").redact(text), "DB_PASSWORD=[redacted: password]");
}

#[test]
fn names_of_the_host() {
    let settings = settings(r#"{"names": ["sessionCookie", "pin"]}"#);
    for (text, clean) in [
        ("sessionCookie=abcdef", "sessionCookie=[redacted: secret]"),
        ("\"session_cookie\": \"abc\"", "\"session_cookie\": \"[redacted: secret]\""),
        ("MY_SESSION_COOKIE: abcdef", "MY_SESSION_COOKIE: [redacted: secret]"),
        ("pin=1234, userPin: '1234'", "pin=[redacted: secret], userPin: '[redacted: secret]'"),
        ("--pin 1234", "--pin [redacted: secret]"),
        ("spin=1234 and pin: $PIN", "spin=1234 and pin: $PIN"),
    ] {
        assert_eq!(settings.redact(text), clean);
        assert_eq!(settings.redact(clean), clean);
    }
}

#[test]
fn forms_of_the_host() {
    let settings = settings(
        r##"{"forms": {"acme-key": "acme_*", "seat": "SEAT-????-????", "pair": "ak:*:*-x", "odd": "#kx*#", "[odd]\nkind": "zz9*"}}"##,
    );
    for (text, clean) in [
        ("use acme_1a2b-3c.", "use [redacted: acme-key]."),
        ("\\nacme_1 old_acme_2", "\\n[redacted: acme-key] old_[redacted: acme-key]"),
        ("acmex_1 pacme_1", "acmex_1 pacme_1"),
        ("SEAT-AB12-CD34, SEAT-AB12-CD345", "[redacted: seat], SEAT-AB12-CD345"),
        ("ak:one:two-x ak:one two-x", "[redacted: pair] ak:one two-x"),
        ("a #kx.1# b", "a [redacted: odd] b"),
        ("zz9k", "[redacted: oddkind]"),
    ] {
        assert_eq!(settings.redact(text), clean);
        assert_eq!(settings.redact(clean), clean);
    }
}

#[test]
fn a_form_of_the_host_leaves_placeholders_alone() {
    let settings = settings(r#"{"forms": {"mine": "pass*", "all": "red?????"}, "names": ["redacted"]}"#);
    let once = settings.redact("password=s3cr3tPw9 passage").into_owned();
    assert_eq!(settings.redact(&once), once);
}

proptest! {
    #[test]
    fn any_form_takes_any_text(form in "[a*?.:#-]{0,8}ab[a*?.:#-]{0,8}", text in "[ab.:#-]{0,60}") {
        let forms = RedactionSettings { forms: Forms(vec![("k".into(), form)]), ..Default::default() };
        let once = forms.redact(&text).into_owned();
        prop_assert_eq!(forms.redact(&once), once.as_str());
    }
}

/// What grows with the square of a text shows here.
#[test]
fn long_texts_take_no_longer_than_their_length() {
    let settings = settings(r#"{"forms": {"k": "a*b*c?d"}, "names": ["pin"]}"#);
    let pieces = [
        "sk-",
        "eyJ1aaaaaaaaa-",
        "a-",
        "ab",
        "a1b2c3/",
        "A1b2C3d4E5f6G7h8I9j0/",
        "-----BEGIN PRIVATE KEY-----\n",
        "x-----BEGIN PRIVATE KEY----- a ",
        "-----END PRIVATE KEY-----",
        "MIIEvQIBADANBgkqhkiG9w0B\n-----BEGIN",
        "password=",
        "password: \"",
        "token ",
        "://a:",
        "x://a:b@",
        "-p ",
        "mysql -p ",
        "[redacted: ",
        "[redacted: password",
        "cookie: a=",
        "AKIA",
        "value ",
        "\\n",
        "Bearer ",
        "password\n ",
        "\u{1b}[32m",
        "密",
        "authorization: a ",
    ];
    for piece in pieces {
        let text = piece.repeat(60_000 / piece.len());
        settings.redact(&text);
        settings.redact(&format!("password=\"{text}"));
    }
}
