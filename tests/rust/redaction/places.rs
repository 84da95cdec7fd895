//! Secrets in all the places where sessions have them.

use epitome::redact::{redact, without_torn_key};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::{Row, rows};

/// Text in which secrets are found: prose, code, other scripts, what looks like the half of something.
fn text() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "the",
        "token",
        "password",
        "=",
        ": ",
        "\"",
        "'",
        "\n",
        " ",
        "{",
        "}",
        "<",
        ">",
        "&",
        "\\n",
        "\\",
        "/",
        "@",
        "://",
        "https",
        "Bearer",
        "sk-",
        "ghp_",
        "eyJ",
        "-----BEGIN",
        "-----END",
        " PRIVATE KEY-----",
        "[redacted: ",
        "]",
        "-p",
        "curl -u ",
        "Cookie",
        "é",
        "密码",
        "\u{200b}",
        "a1b2c3d4e5f6",
        "Zm9vYmF6cXV4MTIzNDU2",
        "value",
        "is ",
        ",",
        "$",
        "(",
        "AKIA",
        "authorization",
        "🦀",
        "\r\n",
        "x",
        "9",
    ];
    prop::collection::vec(prop_oneof![4 => select(WORDS).prop_map(String::from), 1 => "\\PC{1,6}"], 0..60)
        .prop_map(|words| words.concat())
}

/// Text in which nothing leads to a secret or closes a quote.
fn prose() -> impl Strategy<Value = String> {
    prop::collection::vec(
        select(&["it", "was", "done.", "src/a.rs", "é", "密", "\n", "12", "(see", "below)"][..]),
        0..20,
    )
    .prop_map(|words| words.join(" "))
}

fn row() -> impl Strategy<Value = Row> {
    (0..rows().len()).prop_map(|at| rows().remove(at))
}

/// The longest part of a secret that a text still has, in bytes.
fn left_of(secret: &str, text: &str) -> usize {
    let ends = |start: usize| (start + 1..=secret.len()).filter(move |end| secret.is_char_boundary(*end));
    let starts = (0..secret.len()).filter(|start| secret.is_char_boundary(*start));
    starts
        .flat_map(|start| ends(start).map(move |end| (start, end)))
        .filter(|(start, end)| secret.get(*start..*end).is_some_and(|part| text.contains(part)))
        .map(|(start, end)| end - start)
        .max()
        .unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn takes_any_text_and_changes_nothing_the_second_time(text in text()) {
        let once = redact(&text).into_owned();
        prop_assert_eq!(redact(&once), once.as_str());
    }

    #[test]
    fn finds_a_secret_at_any_place(row in row(), before in text(), behind in text()) {
        let text = format!("{before}\n\n{}\n\n{behind}", row.text);
        let clean = redact(&text);
        prop_assert!(!clean.contains(&row.secret), "{}", clean);
    }

    #[test]
    fn leaves_the_text_around_a_secret(row in row(), before in prose(), behind in prose()) {
        let text = format!("{before}\n\n{}\n\n{behind}", row.text);
        prop_assert_eq!(redact(&text), format!("{before}\n\n{}\n\n{behind}", row.clean));
    }

    #[test]
    fn finds_a_secret_in_json_yaml_and_shell(row in row(), before in prose(), behind in prose()) {
        let said = format!("{before}\n\n{}\n\n{behind}", row.text);
        let json = json!({ "role": "user", "content": [{ "type": "text", "text": said }], "at": 1 }).to_string();
        let nested = json!({ "arguments": json }).to_string();
        let yaml = format!("run: |\n  {}\nnext: 1", said.replace('\n', "\n  "));
        let shell = format!("cat > .env <<'EOF'\n{said}\nEOF\n");
        // A line of a secret that is escaped has other letters.
        let lines: Vec<&str> = row.secret.lines().filter(|line| line.len() > 4 && !line.starts_with("---")).collect();
        for text in [json, nested, yaml, shell] {
            let clean = redact(&text);
            prop_assert_eq!(redact(&clean), clean.as_ref());
            for line in &lines {
                prop_assert!(!clean.contains(line), "{} in {}", line, clean);
            }
        }
    }

    #[test]
    fn a_cut_through_a_key_leaves_no_half_of_it(row in row(), at in 0.0..1.0f64, before in prose(), behind in prose()) {
        let text = format!("{before}\n{}\n{behind}", row.text);
        let start = before.len() + 1 + row.text.find(&row.secret).unwrap();
        let mut cut = start + (row.secret.len() as f64 * at) as usize;
        while !text.is_char_boundary(cut) {
            cut += 1;
        }
        let (head, tail) = text.split_at(cut);
        let head = redact(head).into_owned();
        let tail = redact(tail).into_owned();
        let (head, tail) = (without_torn_key(&head, false), without_torn_key(&tail, true));
        // Half a word of small letters may stay: nothing says that it is one.
        let is_key = row.secret.len() > 15 && !row.secret.contains([' ', ';', '\n', '\\']);
        if is_key {
            prop_assert!(left_of(&row.secret, head) < 16, "{}", head);
            prop_assert!(left_of(&row.secret, tail) < 16, "{}", tail);
        }
    }
}
