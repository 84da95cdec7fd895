//! What the README says of the settings is made from their source.

use std::path::Path;
use std::sync::Mutex;

use epitome::settings::{Settings, camel};

const START: &str =
    "<!-- settings: made from src/settings.rs; `EPITOME_BLESS=1 cargo test settings_table` writes it -->\n";
const END: &str = "<!-- /settings -->";

fn table() -> String {
    let mut out = String::from("| setting | default | meaning |\n|---|---|---|\n");
    for row in Settings::rows() {
        let default = row.default.replace('_', "").replace("None", "unset");
        // As a host writes it: `Fallback::Extractive` is "extractive".
        let default = default.replace("Tools::default()", "{}").replace("Forms::default()", "{}");
        let default = default.replace("SecretNames::default()", "[]").replace("NineSections", "nine-sections");
        let names = default.strip_prefix("ToolNames(\"").and_then(|rest| rest.strip_suffix("|\".into())"));
        let default = names.map_or(default.clone(), |names| format!("[\"{}\"]", names.replace('|', "\", \"")));
        let default = match default.split_once("::") {
            Some((_, variant)) => format!("\"{}\"", kebab(variant)),
            None => {
                let number = default.strip_prefix("Share(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&default);
                number.trim_end_matches(".0").replace("- ", "-")
            }
        };
        out.push_str(&format!("| `{}.{}` | `{default}` | {} |\n", row.group, camel(row.field), row.meaning.trim()));
    }
    out
}

/// One document is written at a time: tests run beside each other.
static WRITING: Mutex<()> = Mutex::new(());

/// Holds what stands between two marks of a file against what it should be; `EPITOME_BLESS` writes it.
pub(super) fn agree(file: &str, start: &str, end: &str, right: &str, test: &str) {
    let _one = WRITING.lock();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(start).expect("a mark where it starts");
    let (_, after) = rest.split_once(end).expect("a mark where it ends");
    let right = [before, start, right, end, after].concat();
    if std::env::var_os("EPITOME_BLESS").is_some() {
        std::fs::write(&path, &right).unwrap();
    } else {
        assert!(text == right, "{file}: run EPITOME_BLESS=1 cargo test {test}");
    }
}

#[test]
fn the_settings_table_of_the_readme_is_the_source() {
    agree("README.md", START, END, &table(), "settings_table");
}

/// `ContextFull` as it is written in settings: `context-full`.
fn kebab(variant: &str) -> String {
    let mut word = String::new();
    for (at, letter) in variant.chars().enumerate() {
        if letter.is_ascii_uppercase() && at > 0 {
            word.push('-');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}
