//! The material of a prompt: role blocks, masked outputs, caps, shares of the window.

use epitome::files::FileOperations;
use epitome::settings::CompactionSettings;
use epitome::tokens::estimate;

use super::{Ask, chat_call, chat_result, conversation, entries, quoted, read, user};

#[test]
fn stands_in_the_frame_of_the_seed() {
    let messages = [
        user("Fix the parser"),
        r#"{"role":"assistant","content":"Looking.","reasoning_content":"Where is it?","tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{\"path\":\"a.rs\"}"}}]}"#.to_owned(),
        chat_result("c1", "fn main() {}"),
        r#"{"role":"assistant","content":"Done."}"#.to_owned(),
        user("Thanks"),
    ];
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let ask = Ask {
        prior: Some("Earlier work."),
        instructions: Some("the parser"),
        context: vec!["Active goal: ship".into()],
        files: FileOperations { read_files: vec!["a.rs".into()], modified_files: vec!["b.rs".into()] },
        ..Ask::default()
    };
    let prompt = ask.of(&entries("openai-chat", &messages));
    let (task, rest) = prompt.split_once("</task>\n\n").unwrap();
    assert!(task.starts_with("<task>\n"));
    let headings: Vec<&str> = task.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(
        headings,
        [
            "Primary Request and Intent",
            "Key Technical Concepts",
            "Files and Code Sections",
            "Errors and fixes",
            "Problem Solving",
            "All user messages",
            "Pending Tasks",
            "Current Work",
            "Optional Next Step"
        ]
    );
    let expected = "<conversation>
<prior-summary>
Earlier work.
</prior-summary>

<user>
Fix the parser
</user>

<assistant>
[reasoning: Where is it?]
Looking.
[tool_call: read({\"path\":\"a.rs\"})]
[tool_result: read = fn main() {}]
</assistant>

<assistant>
Done.
</assistant>

<user>
Thanks
</user>
</conversation>

<read-files>
a.rs
</read-files>

<modified-files>
b.rs
</modified-files>

<additional-context>
- Active goal: ship
</additional-context>

Additional focus: the parser

";
    let closing = rest.strip_prefix(expected).unwrap_or_else(|| panic!("{rest}"));
    assert_eq!(closing.lines().count(), 1, "{closing}");
}

#[test]
fn leaves_out_what_is_empty() {
    let prompt = Ask { prior: Some(" "), instructions: Some(""), ..Ask::default() }.of(&entries("pi", &[&user("x")]));
    assert_eq!(conversation(&prompt), "<user>\nx\n</user>");
    for absent in ["prior-summary", "read-files", "modified-files", "additional-context", "Additional focus"] {
        assert!(!prompt.contains(absent), "{absent}");
    }
    assert!(Ask::default().of(&[]).contains("<conversation>\n\n</conversation>"));
}

#[test]
fn masks_all_but_the_newest_outputs() {
    let output = |n: usize| format!("{n} {}", "word ".repeat(400));
    let mut messages = vec![user("go")];
    for (n, (name, arguments)) in [
        ("read", r#"{"path":"src/a.rs"}"#),
        ("bash", r#"{"command":"cargo test --all\necho done"}"#),
        ("search", r#"{"query":"foo"}"#),
        ("read", r#"{"path":"src/b.rs"}"#),
    ]
    .iter()
    .enumerate()
    {
        messages.push(chat_call(&format!("c{n}"), name, arguments));
        messages.push(chat_result(
            &format!("c{n}"),
            &if n == 1 { format!("running\nerror[E0382]: moved\n{}", output(n)) } else { output(n) },
        ));
    }
    messages.push(chat_call("c9", "ls", "{}"));
    messages.push(chat_result("c9", "ok"));
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let settings = CompactionSettings { preserve_recent_outputs: 2, ..CompactionSettings::default() };
    let prompt = Ask { settings, ..Ask::default() }.of(&entries("openai-chat", &messages));
    let results: Vec<&str> = prompt.lines().filter(|line| line.starts_with("[tool_result:")).collect();
    assert_eq!(results[0], "[tool_result: read = [output masked: src/a.rs; 501 tokens]]");
    assert_eq!(
        results[1],
        "[tool_result: bash = [output masked: cargo test --all…; 508 tokens; failed: error[E0382]: moved]]"
    );
    assert_eq!(results[2], "[tool_result: search = [output masked: foo; 501 tokens]]");
    assert!(results[3].starts_with("[tool_result: read = 3 word"), "{}", results[3]);
    assert_eq!(results[4], "[tool_result: ls = ok]");
}

#[test]
fn masks_nothing_that_is_shorter_than_its_notice_and_names_failures() {
    let pi = [
        r#"{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"edit","arguments":{"path":"a.ts"}},{"type":"toolCall","id":"2","name":"ls","arguments":{}}]}"#.to_owned(),
        format!(r#"{{"role":"toolResult","toolCallId":"1","toolName":"edit","content":[{{"type":"text","text":{}}}],"isError":true}}"#, quoted(&format!("hm\nCould not find: denied\n{}", "z ".repeat(200)))),
        r#"{"role":"toolResult","toolCallId":"2","toolName":"ls","content":[{"type":"text","text":"a b"}],"isError":false}"#.to_owned(),
    ];
    let pi: Vec<&str> = pi.iter().map(String::as_str).collect();
    let settings = CompactionSettings { preserve_recent_outputs: 0, ..CompactionSettings::default() };
    let prompt = Ask { settings, ..Ask::default() }.of(&entries("pi", &pi));
    assert!(
        prompt.contains("[tool_result: edit (failed) = [output masked: a.ts; 107 tokens; failed: Could not find: denied]]\n[tool_result: ls = a b]"),
        "{prompt}"
    );
}

#[test]
fn shows_long_parts_at_both_ends() {
    let text = format!("START{}END", "m ".repeat(15_000));
    let prompt = Ask::default().of(&entries("pi", &[&user(&text), &user("And?")]));
    let shown = conversation(&prompt);
    assert!(shown.contains("START") && shown.contains("END\n</user>\n\n<user>\nAnd?"), "{shown}");
    assert!(shown.contains("\n[... 28008 characters omitted ...]\n"), "{shown}");
    // A larger cap shows what the record holds; so does the newest request.
    let settings = CompactionSettings { max_text_chars: 100_000, ..CompactionSettings::default() };
    for prompt in [
        Ask { settings, ..Ask::default() }.of(&entries("pi", &[&user(&text), &user("And?")])),
        Ask::default().of(&entries("pi", &[&user("Go."), &user(&text)])),
    ] {
        assert!(conversation(&prompt).contains("[... 14008 characters omitted ...]"));
    }
}

#[test]
fn labels_what_is_no_message_of_the_user() {
    let entries = [
        read(
            "pi",
            r#"{"type":"custom_message","id":"a","customType":"note","content":[{"type":"text","text":"hi"},{"type":"image"}]}"#,
        ),
        read("pi", r#"{"type":"branch_summary","id":"b","summary":"Tried X.","fromId":"z"}"#),
        read("pi", r#"{"type":"compaction","id":"c","summary":"OLD","firstKeptEntryId":"a","tokensBefore":1}"#),
        read("pi", r#"{"type":"label","id":"d"}"#),
        read("pi", r#"{"type":"message","id":"e","message":{"role":"developer","content":"Be brief."}}"#),
        read("pi", r#"{"type":"message","id":"f","message":{"role":"toolResult","toolCallId":"?","content":"lost"}}"#),
    ];
    let prompt = Ask::default().of(&entries);
    assert_eq!(
        conversation(&prompt),
        "<user>\n[custom message: note]\nhi\n[image]\n</user>\n\n<user>\n[branch summary: what happened on another course of the session]\nTried X.\n</user>\n\n<system>\nBe brief.\n</system>\n\n<assistant>\n[tool_result: tool = lost]\n</assistant>"
    );
}

#[test]
fn fits_the_window_with_whole_blocks() {
    let messages: Vec<String> = (0..400).map(|n| user(&format!("message {n} {}", "word ".repeat(100)))).collect();
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let ask = Ask { window: Some(20_000), ..Ask::default() };
    let prompt = ask.of(&entries("pi", &messages));
    let shown = conversation(&prompt);
    assert!(estimate::text(shown) <= 8_942 && estimate::text(shown) > 8_000, "{}", estimate::text(shown));
    assert_eq!(shown.matches("<user>").count(), shown.matches("</user>").count());
    assert!(shown.contains("message 0 ") && shown.contains("message 399 ") && !shown.contains("message 200 "));
    let (head, tail) =
        shown.split_once("characters of older conversation elided so this summarization request fits").unwrap();
    assert!((0.30..0.36).contains(&(head.len() as f64 / (head.len() + tail.len()) as f64)), "{}", head.len());
}

#[test]
fn fits_the_window_with_one_block_that_is_too_large() {
    let calls: Vec<String> = (0..60)
        .map(|n| {
            format!(r#"{{"type":"toolCall","id":"{n}","name":"bash","arguments":{{"command":"{}"}}}}"#, "c".repeat(490))
        })
        .collect();
    let message = format!(r#"{{"role":"assistant","content":[{}]}}"#, calls.join(","));
    let prompt = Ask { window: Some(10_000), ..Ask::default() }.of(&entries("pi", &[&message]));
    assert!(estimate::text(conversation(&prompt)) <= 3_401);
}

#[test]
fn cuts_the_prior_summary_only_where_it_would_not_fit() {
    let prior = format!("FIRST {} LAST", "p".repeat(20_000));
    let whole = Ask { prior: Some(&prior), window: Some(128_000), ..Ask::default() }.of(&[]);
    assert!(whole.contains(&prior));
    let cut = Ask { prior: Some(&prior), window: Some(16_000), ..Ask::default() }.of(&[]);
    assert!(cut.contains("FIRST") && cut.contains("LAST") && cut.contains("characters of the prior summary elided"));
    assert!(estimate::text(&cut) < 16_000 - 1_000);
}
