//! Which replies are taken as summaries.

use epitome::summary::{Refusal, RequestKind, accept};
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
        ("It says <summary></summary> and stops.", "It says <summary></summary> and stops."),
        (
            "```sh\nnpm test\n```\nfails, then\n```sh\nnpm run fix\n```",
            "```sh\nnpm test\n```\nfails, then\n```sh\nnpm run fix\n```",
        ),
        ("Error: the build failed in a.ts; mended by b.", "Error: the build failed in a.ts; mended by b."),
        ("- 4711", "- 4711"),
        ("## Files\nnone\n## Pending\n2. fix a.ts", "## Files\nnone\n## Pending\n2. fix a.ts"),
        ("總結：使用者要求修正。", "總結：使用者要求修正。"),
    ] {
        assert_eq!(accept(reply, false, history).as_deref(), Ok(taken), "{reply}");
    }
    let good = "## Primary request\nThe user asked to look at files one by one, newest: Request 29.\n## Files\n\
        src/part28.ts\n## Pending\nnone\n## Current work\nreading src/part29.ts";
    assert_eq!(accept(good, false, history).as_deref(), Ok(good));
    assert_eq!(accept("# Title\nDid X.\nDid Y.", false, RequestKind::Short).as_deref(), Ok("Did X. Did Y."));
}

#[test]
fn refuses_what_would_lose_the_history() {
    let template = TITLES.map(|title| format!("## {title}\nNone\n")).join("\n");
    let prompt = include_str!("../../src/prompts/compaction.md");
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
    ] {
        assert_eq!(accept(reply, false, RequestKind::History), Err(refusal), "{reply}");
    }
    assert_eq!(accept("## Goal\nShip it.", true, RequestKind::History), Err(Refusal::CutOff));
    assert_eq!(Refusal::Blank.code(), "blank-summary");
    assert_eq!(Refusal::CutOff.to_string(), "the summary was cut off at the output limit");
}

proptest! {
    #[test]
    fn accepting_never_panics(reply in "(\\PC|\n|```|<summary>|</summary>|<think>|# ){0,200}") {
        let _ = accept(&reply, false, RequestKind::History);
    }
}
