//! Which replies are taken as summaries.

mod fitting;
mod good;
mod lacking;
mod real;

use epitome::summary::{Expected, Refusal, RequestKind, accept, fit, flaws, is_echo};
use epitome::tokens::estimate;
use proptest::prelude::*;

const TITLES: [&str; 9] = [
    "Primary Request and Intent",
    "Key Technical Concepts",
    "Files and Code Sections",
    "Errors and fixes",
    "Problem Solving",
    "All user messages",
    "Pending Tasks",
    "Current Work",
    "Optional Next Step",
];

#[test]
fn takes_summaries_without_their_wrapping() {
    let history = RequestKind::History;
    for (reply, taken) in [
        ("The user asked X; done: Y", "The user asked X; done: Y"),
        ("\u{feff} \n## Goal\nShip it.\n", "## Goal\nShip it."),
        ("```markdown\n## Goal\nShip it.\n```", "## Goal\nShip it."),
        ("<summary>\n## Goal\nShip it.\n</summary>", "## Goal\nShip it."),
        ("<think>What now?</think>\n<summary>Ship it.", "Ship it."),
        ("<analysis>…</analysis>\n<summary>\n```\nShip it.\n```\n</summary>", "Ship it."),
        ("## Work\nIt says <summary></summary> and stops.", "## Work\nIt says <summary></summary> and stops."),
        (
            "```sh\nnpm test\n```\nfails, then\n```sh\nnpm run fix\n```",
            "```sh\nnpm test\n```\nfails, then\n```sh\nnpm run fix\n```",
        ),
        ("Error: the build failed in a.ts; mended by b.", "Error: the build failed in a.ts; mended by b."),
        ("- 4711", "- 4711"),
        ("## Files\nnone\n## Pending\n2. fix a.ts", "## Files\nnone\n## Pending\n2. fix a.ts"),
        ("總結：使用者要求修正。", "總結：使用者要求修正。"),
        // Thoughts in their forms.
        ("The user wants X. I list it.\n</think>\n\n## Goal\nShip it.", "## Goal\nShip it."),
        ("# Draft\nlist it</thinking>\n# Goal\nShip it.", "# Goal\nShip it."),
        ("<Thinking mode=\"on\">hm</Thinking>Ship it.", "Ship it."),
        ("<analysis>it never ends\n<summary>\nShip it.\n</summary>", "Ship it."),
        // Chatter before and behind.
        ("Sure!\n\nHere is the summary of our conversation:\n\n---\n\n## Goal\nShip it.", "## Goal\nShip it."),
        ("Hier ist die Zusammenfassung:\n```md\n## Ziel\nFertig werden.\n```", "## Ziel\nFertig werden."),
        ("以下是对话摘要：\n\n## 目标\n完成。", "## 目标\n完成。"),
        ("## Goal\nShip it.\n\n---\n\nLet me know if you want more detail on any section!", "## Goal\nShip it."),
        ("## Goal\nShip it.\n\nI hope this helps. Do you have any questions?", "## Goal\nShip it."),
        (
            "Done thinking.\n<summary>\n## Goal\nShip it, soon, today.\n</summary>\nBye.",
            "## Goal\nShip it, soon, today.",
        ),
        ("{\"summary\": \"## Goal\\nShip it.\"}", "## Goal\nShip it."),
        ("## Goal\nShip it.\n\n<read-files>\na.ts\n</read-files>", "## Goal\nShip it."),
    ] {
        assert_eq!(accept(reply, false, history).as_deref(), Ok(taken), "{reply}");
    }
    // What only looks like a wrapping.
    for whole in [
        "## Goal\nKeep `</think>` out of answers.\n\nIt is written `</think>\n` by some.",
        "The page shows:\n```\nthoughts\n</think>\n```\nand stops.",
        "## Goal\nDeploy.\n\nLet me know if I should deploy now (the user was asked).",
        "## Open question\nLet me know if you have any questions about the key.",
        "I have changed these documents:\n- a.md\n- b.md, the notes",
        "Here is what the user wants: a clock.\nIt ticks.",
        "## Goal\n如果您重启服务器，需要新的密钥。\n\n如果您重启服务器，需要新的密钥。",
        "We built `{\"name\": \"x\", \"arguments\": {}}` by hand.",
        "{\"goal\": \"ship it\", \"progress\": [\"lexer done\"], \"next\": \"error texts\"}",
        "Errors in the rate limit of `client.ts` were mended; the API key is in .env.",
        "Unfortunately, the build fails: `E0308` in src/a.rs. Open: mend it.",
        "User: wanted a clock.\nAssistant: built it in clock.ts.",
        "- the user asked for X\n- done: Y",
    ] {
        assert_eq!(accept(whole, false, history).as_deref(), Ok(whole));
    }
    let good = "## Primary request\nThe user asked to look at files one by one, newest: Request 29.\n## Files\n\
        src/part28.ts\n## Pending\nnone\n## Current work\nreading src/part29.ts";
    assert_eq!(accept(good, false, history).as_deref(), Ok(good));
    assert_eq!(accept("# Title\nDid X.\nDid Y.", false, RequestKind::Short).as_deref(), Ok("Did X. Did Y."));
}

#[test]
fn refuses_what_would_lose_the_history() {
    let template = TITLES.map(|title| format!("## {title}\nNone\n")).join("\n");
    let prompt = include_str!("../../../src/prompts/compaction.md");
    let echoed = prompt.split_once("in this order.").unwrap().1;
    let echoed = echoed.split_once("## Primary").unwrap().1;
    let echoed = format!("## Primary{echoed}");
    for (reply, refusal) in [
        ("", Refusal::Blank),
        (" \n\t", Refusal::Blank),
        ("\u{200b}\u{feff}\u{2060}", Refusal::Blank),
        ("---\n...", Refusal::Blank),
        ("<summary>\n</summary>", Refusal::Blank),
        ("<think>all my thoughts</think>", Refusal::Blank),
        ("<think>it never ends", Refusal::CutOff),
        ("<summary>Work on a.ts </summ", Refusal::CutOff),
        (template.as_str(), Refusal::Hollow),
        (echoed.as_str(), Refusal::Hollow),
        ("1. Primary Request and Intent: none\n2. Pending Tasks: N/A\n- [what comes next]", Refusal::Hollow),
        ("None.", Refusal::Hollow),
        ("I'm sorry, but I can't help with that.", Refusal::NotASummary),
        ("I can\u{2019}t summarize this.", Refusal::NotASummary),
        ("Prompt is too long", Refusal::NotASummary),
        ("{\"type\":\"error\",\"error\":{\"message\":\"Overloaded\"}}", Refusal::NotASummary),
        ("503 Service Unavailable", Refusal::NotASummary),
        ("HTTP 429: rate limit reached for this key", Refusal::NotASummary),
        ("{\"error\": {\"message\": \"The model is overloaded\", \"code\": 529}}", Refusal::NotASummary),
        ("Error: fetch failed\n    at call (client.js:1:1)", Refusal::NotASummary),
        ("<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>", Refusal::NotASummary),
        ("There is no conversation to summarize. Please provide the transcript.", Refusal::NotASummary),
        ("Let me read the files first, then I will write the summary.", Refusal::NotASummary),
        ("I will wrap it in <summary>tags</summary> later.", Refusal::NotASummary),
        ("Lo siento, pero no puedo ayudar con eso.", Refusal::NotASummary),
        ("Es tut mir leid, das kann ich nicht.", Refusal::NotASummary),
        ("Désolé, je ne peux pas répondre.", Refusal::NotASummary),
        ("Извините, я не могу помочь с этим.", Refusal::NotASummary),
        ("很抱歉，我无法完成这个请求。", Refusal::NotASummary),
        ("申し訳ありませんが、お手伝いできません。", Refusal::NotASummary),
        ("죄송하지만 도와드릴 수 없습니다.", Refusal::NotASummary),
        ("<reasoning>only thoughts</reasoning>\n", Refusal::Blank),
        ("thoughts alone, without their opening\n</think>", Refusal::Blank),
        ("<read-files>\na.ts\n</read-files>", Refusal::Blank),
        ("{\"name\": \"read\", \"arguments\": {\"path\": \"a.ts\"}}", Refusal::ToolCall),
        ("```json\n[{\"type\": \"tool_use\", \"name\": \"read\", \"input\": {}}]\n```", Refusal::ToolCall),
        ("{\"tool_calls\": [{\"function\": {\"name\": \"read\"}}]}", Refusal::ToolCall),
        ("Let me look first.\n<tool_call>\n{\"name\": \"read\"}\n</tool_call>", Refusal::ToolCall),
        ("<function_calls>\n<invoke name=\"read\">", Refusal::ToolCall),
        ("[tool_call: read({\"path\":\"a.ts\"})]", Refusal::ToolCall),
        ("<｜tool▁calls▁begin｜>read", Refusal::ToolCall),
        ("<|tool_calls_section_begin|>read", Refusal::ToolCall),
        ("<user>\nhello\n</user>\n<assistant>\nhi there\n</assistant>", Refusal::Echo),
        ("[User]: hello\n\n[Assistant]: hi\n\n[Tool result]: ok", Refusal::Echo),
    ] {
        assert_eq!(accept(reply, false, RequestKind::History), Err(refusal), "{reply}");
    }
    assert_eq!(accept("## Goal\nShip it.", true, RequestKind::History), Err(Refusal::CutOff));
    assert_eq!(Refusal::Blank.code(), "blank-summary");
    assert_eq!(Refusal::CutOff.to_string(), "the summary was cut off at the output limit");
}

#[test]
fn every_refusal_has_a_code_and_a_complaint() {
    let all =
        [Refusal::Blank, Refusal::CutOff, Refusal::Hollow, Refusal::NotASummary, Refusal::ToolCall, Refusal::Echo];
    let codes: Vec<&str> = all.iter().map(|refusal| refusal.code()).collect();
    assert_eq!(codes, ["blank-summary", "cut-off-summary", "hollow-summary", "not-a-summary", "tool-call", "echo"]);
    assert!(all.iter().all(|refusal| refusal.complaint().ends_with('.') && !refusal.to_string().is_empty()));
}

#[test]
fn an_echo_is_told_from_a_quotation() {
    let lines: Vec<String> =
        (0..40).map(|at| format!("Line {at} of what the assistant said about the clock.")).collect();
    let said = lines.join("\n");
    let asked = "Midnight must be shown as 00:00, and noon as 12:00, everywhere.\n".repeat(20);
    let prompt = format!(
        "<task>\nWrite.\n</task>\n<conversation>\n<prior-summary>\n## Goal\nBuild it.\n</prior-summary>\n\
        <user>\n{asked}</user>\n<assistant>\n{said}\n</assistant>\n</conversation>"
    );
    assert!(is_echo(&said, &prompt));
    assert!(is_echo(&format!("## Goal\n- {}\nand so on", lines.join("\n- ")), &prompt));
    assert!(is_echo(&prompt, &prompt));
    // The user's own words, a few lines, and what the summary before said.
    assert!(!is_echo(&format!("## All user messages\n{asked}"), &prompt));
    assert!(!is_echo(&format!("## Goal\n{}\nThe clock is mended.", lines[..5].join("\n")), &prompt));
    let update = prompt.replace("Build it.", &said);
    assert!(!is_echo(&said, &update));
    assert!(!is_echo("", ""));
}

#[test]
fn hostile_replies_cost_no_more_than_their_length() {
    let start = std::time::Instant::now();
    for part in [
        "```\n",
        "<think></think>",
        "</think>\n",
        "<summary>",
        "\n\nI hope this helps",
        "{\"a\":",
        "# \n",
        "[",
        "<read-files>\n",
        "**a**\n",
        "\u{200b}",
        "aaaa ",
        "1. - > ",
    ] {
        let text = part.repeat(100_000 / part.len());
        let _ = accept(&text, false, RequestKind::History);
        let _ = is_echo(&text, &text);
        let headings = ["Goal".to_owned()];
        let expected = Expected {
            headings: &headings,
            request: Some(&text),
            user_text: &text,
            max_tokens: 9,
            ..Expected::default()
        };
        let _ = flaws(&text, &expected);
        assert!(estimate::text(&fit(&text, 500)) <= 500);
    }
    // Unoptimized, on a busy machine; what grew with the square would take hours.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

proptest! {
    #[test]
    fn what_is_taken_is_taken_again_as_it_is(reply in "(\\PC|\n|\n\n|```|<summary>|</summary>|<think>|</think>|# |Sure!|Here is the summary:|Let me know if you have any questions|\\{\"summary\":\"x\"\\}|<read-files>|</read-files>|---|<\\|message\\|>|[a-z ]{9}){0,24}", short: bool) {
        let kind = if short { RequestKind::Short } else { RequestKind::History };
        if let Ok(text) = accept(&reply, false, kind) {
            prop_assert!(!text.trim().is_empty());
            prop_assert_eq!(accept(&text, false, kind), Ok(text));
        }
    }
}
