//! What the README says of the settings is made from their source.

use std::path::Path;

use epitome::settings::{Settings, camel};

const START: &str =
    "<!-- settings: made from src/settings.rs; `EPITOME_BLESS=1 cargo test settings_table` writes it -->\n";
const END: &str = "<!-- /settings -->";

fn table() -> String {
    let mut out = String::from("| setting | default | meaning |\n|---|---|---|\n");
    for row in Settings::rows() {
        let default = row.default.replace('_', "").replace("None", "unset");
        // `Fallback::Extractive` is "extractive" to a host.
        let default = match default.split_once("::") {
            Some((_, variant)) => format!("\"{}\"", variant.to_lowercase()),
            None => default.trim_end_matches(".0").replace("- ", "-"),
        };
        out.push_str(&format!("| `{}.{}` | `{default}` | {} |\n", row.group, camel(row.field), row.meaning.trim()));
    }
    out
}

#[test]
fn the_settings_table_of_the_readme_is_the_source() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(START).expect("the README marks where the table starts");
    let (_, after) = rest.split_once(END).expect("the README marks where the table ends");
    let right = format!("{before}{START}{}{END}{after}", table());
    if std::env::var_os("EPITOME_BLESS").is_some() {
        std::fs::write(&path, &right).unwrap();
    }
    assert!(
        readme == right || std::env::var_os("EPITOME_BLESS").is_some(),
        "run EPITOME_BLESS=1 cargo test settings_table"
    );
}
