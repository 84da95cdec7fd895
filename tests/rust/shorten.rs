//! Outputs in less room, and what stands for media.

use epitome::format::lens;
use epitome::json;
use epitome::shorten::{is_stand_in, notice_tokens, output, stand_in, texts};
use epitome::tokens::estimate;
use epitome::view::{Piece, ResultView};
use proptest::prelude::*;

fn result(text: &str, images: u32, other: u64) -> ResultView<'_> {
    ResultView { texts: vec![text.into()], images, other, ..ResultView::default() }
}

#[test]
fn head_and_tail_stay_with_a_notice_between() {
    let lines: Vec<String> = (0..5_000).map(|line| format!("line {line}\n")).collect();
    let text = lines.concat();
    let short = output(&result(&text, 0, 0), 60);
    let expected = "line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9\nline 10\nline 11\n\
        line 12\nline 13\nline 14\nline 15\nline 16\nline 17\n[… 12,174 tokens left out …]\n\
        line 4994\nline 4995\nline 4996\nline 4997\nline 4998\nline 4999\n";
    assert_eq!(short, expected);
    assert_eq!(output(&result(&text, 0, 0), 0), "[… 12,223 tokens left out …]");
    assert_eq!(output(&result("short", 0, 0), 0), "short", "a notice would be longer");
    assert_eq!(output(&result(&text, 0, 0), 99_999), text);
    // What was left out before is counted.
    let again = output(&result(&short, 0, 0), 0);
    assert_eq!(again, "[… 12,230 tokens left out …]");
}

#[test]
fn media_in_an_output_are_counted_and_named() {
    assert_eq!(output(&result("a chart", 1, 0), 900), "a chart\n[… 1,200 tokens left out, with 1 image …]");
    assert_eq!(output(&result("", 2, 0), 900), "[… 2,400 tokens left out, with 2 images …]");
    assert_eq!(output(&result("a page", 0, 10_000), 900), "a page\n[… 2,500 tokens left out …]");
}

#[test]
fn texts_alone_are_shown_with_what_they_say_in_all() {
    let line = "a line of words\n".repeat(400);
    let all = [&line, "\u{1b}[31mERROR: 漢字 is missing\u{7}\n", &line, "12 matches in 3 files\n", &line].concat();
    let short = texts(&result(&all, 2, 99), 200, "");
    let notice = "tokens left out; error=ERROR: 漢字 is missing; matches=12; files=3 …]\n";
    assert!(short.contains(notice), "{short}");
    assert!((150..=200).contains(&estimate::text(&short)), "{short}");
    // Of what it says no more than the room allows.
    let errors = "error: 漢字 ".repeat(4_000);
    for room in 0..300 {
        let short = texts(&result(&errors, 0, 0), room, "artifact://an-id~0");
        assert!(estimate::text(&short) <= room.max(notice_tokens(0)), "{room}: {short}");
    }
    assert_eq!(texts(&result("short", 1, 0), 5, "artifact://an-id~0"), "short");
    let short = texts(&result(&line, 0, 0), 200, "artifact://an-id~0");
    assert!(short.contains(" tokens left out; full output: artifact://an-id~0 …]"), "{short}");
    assert!(!texts(&result(&line, 0, 0), 20, "artifact://an-id~0").contains("artifact"));
}

#[test]
fn media_have_a_word_for_what_they_were() {
    for (format, message, words) in [
        ("pi", r#"{"role":"user","content":[{"type":"image","data":"A","mimeType":"image/png"}]}"#, "[image left out]"),
        ("openai-chat", r#"{"role":"user","content":[{"type":"file","file":{"file_id":"f"}}]}"#, "[file left out]"),
        (
            "gemini",
            r#"{"role":"user","parts":[{"inlineData":{"mimeType":"application/pdf","data":"A"}}]}"#,
            "[file left out: application/pdf]",
        ),
        (
            "ai-sdk",
            r#"{"role":"user","content":[{"type":"file","mediaType":"audio/wav","data":"A"}]}"#,
            "[file left out: audio/wav]",
        ),
        (
            "anthropic",
            r#"{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"A"}}]}"#,
            "[file left out: application/pdf]",
        ),
        ("pi", r#"{"role":"user","content":"said"}"#, ""),
    ] {
        let message = json::parse(message).unwrap();
        let view = lens(format).unwrap().view(&message).unwrap();
        let text = stand_in(&message, &view.parts[0], 0);
        assert_eq!(text, words);
        assert_eq!(is_stand_in(&text), !words.is_empty());
    }
    assert!(!is_stand_in("[image left out"));
    assert!(!is_stand_in("what was in the [image left out]"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// It fits, or it is the notice alone; it is never larger; and it is made of the output's own ends.
    #[test]
    fn an_output_is_shortened_to_what_fits(
        text in "([ -~]{0,30}[\\n\u{0}é漢🙂]){0,60}",
        images in 0..3_u32,
        other in prop_oneof![Just(0_u64), 40_u64..9_000],
        most in 0..400_u32,
    ) {
        let view = result(&text, images, other);
        let whole = estimate::round(estimate::piece(&Piece::Result(view.clone())));
        let short = output(&view, most);
        let tokens = estimate::text(&short);
        prop_assert!(tokens <= most.max(notice_tokens(images)).min(whole), "{} of {} at {}: {:?}", tokens, whole, most, short);
        prop_assert_eq!(&output(&view, most), &short);
        if short == text {
            return Ok(());
        }
        let (head, rest) = short.split_once("[… ").unwrap();
        let tail = rest.split_once(" …]").unwrap().1;
        let tail = tail.strip_prefix('\n').unwrap_or(tail);
        prop_assert!(text.starts_with(head.strip_suffix('\n').unwrap_or_default()) && text.ends_with(tail));
        // Once more, it is the same.
        prop_assert_eq!(output(&result(&short, 0, 0), most.max(tokens)), short);
    }
}
