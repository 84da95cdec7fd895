//! What stands in the place of an output.

use epitome::digest::{Digest, clean, is_notice};
use epitome::prune::prune;
use epitome::text::units;
use serde_json::{Value, json};

use super::super::support::session;
use super::{Log, all};

/// The notice for an output of a tool.
fn notice(tool: &str, arguments: Value, text: &str, more: Value) -> String {
    let mut log = Log::default();
    log.call(tool, arguments);
    log.answer_with(tool, text, more);
    let plan = log.plan(&all());
    assert_eq!(plan.edits.len(), 1, "{text}");
    plan.edits[0].notice.clone()
}

fn bash(text: &str, more: Value) -> String {
    notice("bash", json!({"command": "run"}), text, more)
}

fn padded(middle: &str) -> String {
    format!("{}\n{middle}\n{}", "line one two\n".repeat(300), "line three\n".repeat(300))
}

#[test]
fn a_command_keeps_its_exit_code_its_error_and_its_last_line() {
    let failed = json!({"isError": true, "details": {"exitCode": 2}});
    assert_eq!(
        bash(&padded("src/a.ts(3,1): error TS2304: no name"), failed),
        "[Output truncated - 1810 tokens; exit=2; error=src/a.ts(3,1): error TS2304: no name; tail=line three]"
    );
    assert!(bash(&padded(""), json!({})).contains("; exit=0; tail=line three]"));
    assert!(bash(&padded(""), json!({"isError": true})).contains("; exit=1; tail=line three]"));
    let told = format!("{}Command exited with code 127", padded(""));
    assert!(bash(&told, json!({"isError": true})).contains("exit=127; "), "{}", bash(&told, json!({"isError": true})));
    for line in
        ["Build FAILED", "thread 'x' panicked at src/a.rs:1", "java.lang.NullPointerException: x", "an Error happened"]
    {
        assert!(bash(&padded(line), json!({})).contains(&format!("error={line}")), "{line}");
    }
    for line in ["0 errors", "no errors", "2 passed, 0 failed", "\"error\": null", "errors: 0"] {
        assert!(!bash(&padded(line), json!({})).contains("error="), "{line}");
    }
}

#[test]
fn an_error_far_inside_a_line_is_shown() {
    let long = format!("{}the error is here, {}", "word ".repeat(2_000), "more ".repeat(2_000));
    assert!(bash(&long, json!({})).contains("the error is here"));
}

#[test]
fn a_search_keeps_its_counts() {
    let search = |text: &str, more: Value| notice("grep", json!({"pattern": "x", "path": "src"}), text, more);
    assert!(search(&padded("Found 12 matches in 3 files"), json!({})).ends_with("; path=src; matches=12; files=3]"));
    assert!(
        search(&padded("{\"totalMatches\": 1204, \"filesWithMatches\": 7}"), json!({}))
            .ends_with("matches=1204; files=7]")
    );
    assert!(search(&padded("1,204 matches"), json!({})).ends_with("; path=src; matches=1204]"));
    assert!(search(&padded("1 match in 1 file"), json!({})).ends_with("matches=1; files=1]"));
    assert!(search(&padded("error: in a file that was found"), json!({})).ends_with("; path=src]"));
    let failed = search(&padded("regex error: open group"), json!({"isError": true}));
    assert!(failed.ends_with("; error=regex error: open group; path=src]"), "{failed}");
    let bare = notice("search", json!({"pattern": "x"}), &padded(""), json!({}));
    assert_eq!(bare, "[Output truncated - 1801 tokens; search digest unavailable]");
}

#[test]
fn other_tools_keep_their_error_and_nothing_else() {
    let edit = |text: &str, more: Value| notice("edit", json!({"path": "src/a.ts"}), text, more);
    assert_eq!(edit(&padded("an error"), json!({})), "[Output truncated - 1803 tokens]");
    let failed = json!({"isError": true});
    assert!(
        edit(&padded("Error: old text not found"), failed.clone())
            .ends_with("; error=Error: old text not found; path=src/a.ts]")
    );
    assert!(edit(&padded("nothing"), failed).ends_with("; summary=line one two; path=src/a.ts]"));
}

#[test]
fn a_notice_is_one_clean_short_line() {
    let nasty = "\u{1b}[31merror\u{1b}[0m: \u{1b}]0;title\u{7}a\u{0}b\tc\u{202e}d\u{200b}e \u{1f600}\u{9b}1mf";
    let notice_of = bash(&padded(nasty), json!({}));
    assert!(notice_of.contains("error=error: ab cde \u{1f600}f; "), "{notice_of}");
    assert!(!notice_of.contains(char::is_control));
    let long = format!("error {}", "\u{1f600}".repeat(1_000));
    let notice_of = bash(&padded(&format!("{long}\n{}", "é".repeat(3_000))), json!({"details": {"exitCode": 1}}));
    assert!(units(&notice_of) <= 256 + "[Output truncated - 9999 tokens; ]".len(), "{notice_of}");
    assert!(notice_of.contains('…') && !notice_of.contains('\u{fffd}'));
    // What a progress bar wrote over is not its last line.
    assert!(bash(&format!("{}1%\r50%\r100% done\r\n", "x\n".repeat(3_000)), json!({})).ends_with("tail=100% done]"));
}

#[test]
fn a_notice_is_never_longer_than_what_it_replaces() {
    let mut log = Log::default();
    for text in [
        "",
        "ok",
        "error",
        "Command failed with an error that is told in some words",
        "漢字の出力は一字が一つの単位になるので短いものでも多く数える",
    ] {
        log.call("bash", json!({"command": "x"}));
        log.answer_with("bash", text, json!({"isError": true}));
    }
    assert_eq!(log.plan(&all()).edits, []);
    // Fewer tokens, but more letters: no gain.
    log.call("other", json!({}));
    log.answer_with("other", &"漢".repeat(28), json!({}));
    assert_eq!(log.plan(&all()).edits, []);
    log.call("other", json!({}));
    log.answer_with("other", &"漢".repeat(31), json!({}));
    assert_eq!(log.plan(&all()).edits.len(), 1);
    // So beside an image, which stays.
    for (letters, edits) in [(28, 0), (31, 1)] {
        let mut log = Log::default();
        log.call("other", json!({}));
        let image = json!({"type": "image", "data": "AAAA", "mimeType": "image/png"});
        let content = json!([{"type": "text", "text": "漢".repeat(letters)}, image]);
        log.answer_with("other", "", json!({"content": content}));
        assert_eq!(log.plan(&all()).edits.len(), edits, "{letters}");
    }
}

#[test]
fn a_reference_is_reckoned_with_at_its_longest() {
    let mut log = Log::default();
    log.call("bash", json!({"command": "x"}));
    log.answer_with("bash", &"word and word\n".repeat(20), json!({}));
    let entries = session("pi", &log.entries);
    let plan = prune(&entries, &all(), 64);
    let edit = &plan.edits[0];
    assert_eq!(edit.notice, "[Output truncated - 70 tokens; exit=0; tail=word and word]");
    let length = |text: &str| units(text) as u32;
    let room = 4 * 70 - length(&edit.notice);
    assert_eq!((edit.original_tokens, edit.room, edit.tokens_saved), (70, room, room / 4));
    let longest = (room - length("; full output: ") - 64) / 4;
    let minimum = |tokens: u32| super::config(json!({"protectTokens": 0, "minimumSavings": tokens}));
    assert_eq!(prune(&entries, &minimum(longest), 64).edits.len(), 1);
    assert_eq!(prune(&entries, &minimum(longest + 1), 64).edits, [], "what is saved at least decides");
    assert_eq!(prune(&entries, &all(), 16_384).edits, []);
}

#[test]
fn knows_its_own_notices() {
    for text in [
        "[Output truncated - 400 tokens]",
        "[Output truncated - 400 tokens; exit=1; error=a [b] c]",
        "[Output truncated - 400 tokens; full output: artifact://7] exit=1",
        "[Output truncated - 400 tokens; full output: artifact://7]",
    ] {
        assert!(is_notice(text), "{text}");
    }
    for text in [
        "",
        "[Output truncated]",
        "[Output truncated - many tokens]",
        "[Output truncated - 4 tokens]\nmore",
        "[Output truncated - 4 tokens; x",
        "[Output truncated - 4 tokens; full output: ",
        "[Output truncated - 4 tokens; full output: artifact://7",
        "[Output truncated - 4 tokens; full output: artifact://7 and much more] exit=1",
        &format!("[Output truncated - 4 tokens; full output: {}", "x ".repeat(8_000)),
        &format!("[Output truncated - 4 tokens; full output: artifact://7] {}", "x ".repeat(8_000)),
    ] {
        assert!(!is_notice(text), "{text}");
    }
    assert_eq!(clean("abcdef", 4), "abc…");
    assert_eq!(clean("ab\u{1f600}\u{1f600}", 4), "ab…");
}

#[test]
fn one_long_word_is_read_once() {
    for word in ["error", "panic", "failed", "exception", "totalMatches", "filesWithMatches"] {
        let since = std::time::Instant::now();
        let digest = Digest::of(&(word.repeat(200_000) + ": 0"));
        assert!(since.elapsed().as_secs() < 20, "{word}: {:?}", since.elapsed());
        assert!(digest.error.encode_utf16().count() <= 240);
    }
    assert_eq!(Digest::of("\"errorCountOfAllThatWasRun\": 0\nall is well").error, "");
}
