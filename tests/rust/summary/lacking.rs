//! What a summary is told to lack.

use super::good::GOOD;
use epitome::summary::{Expected, Flaw, RequestKind, accept, flaws};
use proptest::prelude::*;

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).into()).collect()
}

fn codes(text: &str, expected: &Expected<'_>) -> Vec<&'static str> {
    flaws(text, expected).iter().map(Flaw::code).collect()
}

const NINE: [&str; 2] = ["Primary Request and Intent", "Current Work"];

#[test]
fn good_summaries_have_none() {
    for headings in [&NINE, &["Goal", "Progress"]] {
        for good in GOOD {
            let text = accept(good.text, false, RequestKind::History);
            assert_eq!(text.as_deref(), Ok(good.text));
            let (headings, names) = (owned(headings), owned(good.names));
            let request = Some(good.request);
            let expected =
                Expected { headings: &headings, request, names: &names, user_text: good.request, max_tokens: 4_000 };
            assert_eq!(flaws(good.text, &expected), [], "{}", good.text);
        }
    }
}

#[test]
fn tells_the_sections_that_are_missing() {
    let headings = owned(&NINE);
    let expected = Expected { headings: &headings, ..Expected::default() };
    for (text, missing) in [
        ("The user talked about the weather, and then about the sea. All of it was answered.", &NINE[..]),
        ("## Primary Request and Intent\nPaint the fence.\n\n## Key Technical Concepts\npaint", &NINE[1..]),
        ("## Files\n- a.ts\n\n## Where it stands now, work in hand\nreading", &NINE[..1]),
        ("- read the current file\n- then went on with the work in a.ts\n- asked for what the user wants.", &NINE[..]),
    ] {
        let found = flaws(text, &expected);
        let [Flaw::MissingSections(titles)] = found.as_slice() else { panic!("{text}: {found:?}") };
        assert_eq!(titles, missing, "{text}");
        assert!(found.iter().all(|flaw| missing.iter().all(|title| flaw.complaint().contains(title))));
    }
    // A host's own headings, in their own words but in any form.
    let headings = owned(&["## Open Questions of the Client", "## Risks"]);
    let expected = Expected { headings: &headings, ..Expected::default() };
    assert_eq!(codes("**OPEN QUESTIONS (CLIENT)**\nnone\n\n2. risks:\nnone", &expected), [""; 0]);
    assert_eq!(codes("## Goal\nrisk it\n\n## Progress\nmuch", &expected), ["missing-sections"]);
}

#[test]
fn tells_that_the_newest_request_is_missing() {
    let text = "## Goal\nBuild the parser of `src/parser.rs`.\n\n## Current Work\nThe lexer reads CRLF now.";
    for (request, missing) in [
        ("Deploy yesterday's container image onto the staging cluster", true),
        ("What about CRLF in the lexer?", false),
        ("Change src/parser.rs once more: shorten everything, rename variables, drop comments", false),
        ("yes", false),
        ("go on, please", false),
        ("请把登录页面部署到测试服务器", false),
        ("", false),
    ] {
        let expected = Expected { request: Some(request), ..Expected::default() };
        assert_eq!(codes(text, &expected) == ["missing-request"], missing, "{request}");
    }
    let text = "## Goal\n修复登录页面的错误。\n\n## Current Work\n正在运行测试。";
    for (request, missing) in [("请把数据库迁移到新的云主机", true), ("登录页面还有错误", false)] {
        let expected = Expected { request: Some(request), ..Expected::default() };
        assert_eq!(codes(text, &expected) == ["missing-request"], missing, "{request}");
    }
    // Of a long request with a log behind it, a few words are enough.
    let long = format!("The tests fail, why? {}", (0..900).map(|at| format!("word{at}x ")).collect::<String>());
    let expected = Expected { request: Some(&long), ..Expected::default() };
    assert_eq!(codes("The user asks why tests fail: word1x word2x, word3x and word4x, word5x.", &expected), [""; 0]);
}

#[test]
fn tells_that_exact_names_are_missing() {
    let names = owned(&["src/parser.rs", "lex_line", "E0308", "docs/plan.md", "TokenKind", "cargo-fuzz-x", "ENOENT"]);
    let expected = Expected { names: &names, ..Expected::default() };
    let found = flaws("We worked on the parser and mended what was wrong with it.", &expected);
    let [flaw @ Flaw::MissingNames(lost)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(lost, &names);
    assert!(flaw.complaint().contains("src/parser.rs, lex_line"));
    // The last part of a path names it.
    assert_eq!(codes("We worked on `parser.rs` and mended it.", &expected), [""; 0]);
    // Of few names a good summary may need none.
    assert_eq!(codes("We talked.", &Expected { names: &names[..5], ..Expected::default() }), [""; 0]);
}

#[test]
fn tells_that_the_language_is_another() {
    let english = "## Goal\nThe user wants the login page mended.\n\n## Current Work\nRunning the tests of `login.ts`.";
    for (user, wrong) in [
        ("请修复登录页面的错误，不要改动数据库", true),
        ("ログインページの誤りを直してください", true),
        ("로그인 오류를 고쳐 주세요", true),
        ("Исправь ошибку входа", true),
        ("أصلح خطأ تسجيل الدخول", true),
        ("תקן את שגיאת הכניסה", true),
        ("लॉगिन की गलती ठीक करो", true),
        ("Bitte repariere die Anmeldung", false),
        ("fix the 登录 page", false),
        ("", false),
    ] {
        let expected = Expected { user_text: user, ..Expected::default() };
        assert_eq!(codes(english, &expected) == ["wrong-language"], wrong, "{user}");
    }
}

#[test]
fn tells_that_it_is_too_long() {
    let text = "word ".repeat(100);
    assert_eq!(codes(&text, &Expected { max_tokens: 124, ..Expected::default() }), ["too-long"]);
    assert_eq!(codes(&text, &Expected { max_tokens: 125, ..Expected::default() }), [""; 0]);
    assert!(Flaw::TooLong(124).complaint().contains("at most 124."));
}

proptest! {
    #[test]
    fn any_text_can_be_examined(text in "(\\PC|\n|# |\\*\\*|: ){0,200}", request in "\\PC{0,80}", names in prop::collection::vec("\\PC{0,9}", 0..9)) {
        let headings = owned(&["Goal", "## Ü", ""]);
        let expected = Expected { headings: &headings, request: Some(&request), names: &names, user_text: &request, max_tokens: 9 };
        for flaw in flaws(&text, &expected) {
            prop_assert!(!flaw.complaint().is_empty() && !flaw.code().is_empty());
        }
        // A summary that quotes the request has it.
        let expected = Expected { request: Some(&request), ..Expected::default() };
        prop_assert_eq!(codes(&[&text, "\n", &request].concat(), &expected), [""; 0]);
    }
}
