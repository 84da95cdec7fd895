//! Exact words.

use epitome::summary::identifiers::{names, scan};
use proptest::prelude::*;

#[test]
fn finds_identifiers() {
    let found = |text: &str| {
        let mut list = Vec::new();
        scan(text, &mut |word, _| list.push(word.to_owned()));
        list.join(" ")
    };
    for (text, expected) in [
        ("see src/a.ts:12:5, ./b.js and C:\\Users\\x\\y.cs", "src/a.ts ./b.js C:\\Users\\x\\y.cs"),
        ("this.settings.setMode(x), Http::get and a.b", "settings.setMode setMode Http::get"),
        ("error TS2345 in max_len: ENOENT, ABC-12, #451", "TS2345 max_len ENOENT ABC-12 #451"),
        ("at 3f78685 v1.2.3 8080 1,234 12 3.5", "3f78685 v1.2.3 8080 1,234"),
        ("use `parse` with --no-run; see https://x.io/a?b=c.", "parse --no-run https://x.io/a?b=c"),
        ("{\\n\"newText\\n\": \u{1b}[31mfooBar\u{1b}[0m", "newText fooBar"),
        ("修改src/main.rs文件, и функция_два", "src/main.rs функция_два"),
        ("read-only // </div> and/or 1/2 the end.", "and/or"),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
    assert_eq!(names("rn fooBar, src/a.rs fooBar 1234 bazQ", 100), "fooBar src/a.rs ");
    assert_eq!(names(" fooBar bazQux ", 12), "fooBar ");
}

proptest! {
    #[test]
    fn finds_only_words_of_the_text(text in "(\\PC|\n|/|\\.|::|_|[a-zA-Z0-9]){0,200}") {
        scan(&text, &mut |word, _| assert!(!word.is_empty() && text.contains(word)));
        prop_assert!(names(&text, 50).len() <= 50);
    }
}
