//! What is asked for, by kind.

use epitome::files::FileOperations;
use epitome::prompt::{
    PromptOptions, compaction_prompt, required_headings, short_prompt, summary_prompt, system_prompt,
};
use epitome::settings::{CompactionSettings, RedactionSettings, Template};
use epitome::summary::{Refusal, RequestKind, accept};

use super::{Ask, entries, user};

const KINDS: [RequestKind; 4] =
    [RequestKind::History, RequestKind::TurnPrefix, RequestKind::Branch, RequestKind::Handoff];

const OWN: &str = "Write what a tester must know.\n\n## Steps\n…\n\n## Results\n…\n\n## <Topic>\n### Detail";

fn with(template: Template) -> Ask<'static> {
    Ask { settings: CompactionSettings { template, ..CompactionSettings::default() }, ..Ask::default() }
}

fn headings(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("## ")).collect()
}

fn task(prompt: &str) -> &str {
    prompt.strip_prefix("<task>\n").unwrap().split_once("\n</task>\n\n").unwrap().0
}

fn last_line(prompt: &str) -> &str {
    prompt.lines().last().unwrap()
}

#[test]
fn each_kind_and_template_asks_for_the_headings_that_it_requires() {
    for template in [Template::NineSections, Template::GoalProgress, Template::Own(OWN.into())] {
        let ask = with(template);
        for kind in KINDS {
            let prompt = summary_prompt(kind, &entries("pi", &[&user("x")]), &ask.options());
            let required = required_headings(kind, &ask.settings, None);
            assert!(!required.is_empty());
            for heading in &required {
                assert!(headings(task(&prompt)).contains(&heading.as_str()), "{kind:?} {heading}");
            }
        }
        assert!(required_headings(RequestKind::Short, &ask.settings, None).is_empty());
    }
}

#[test]
fn the_sections_of_the_trees_document_are_a_template() {
    let ask = with(Template::GoalProgress);
    let prompt = summary_prompt(RequestKind::History, &[], &ask.options());
    let expected = [
        "Goal",
        "Constraints & Preferences",
        "Progress",
        "Key Decisions",
        "Next Steps",
        "Critical Context",
        "Additional Notes",
    ];
    assert_eq!(headings(&prompt), expected);
    for part in ["### Done\n- [x]", "### In Progress\n- [ ]", "### Blocked\n"] {
        assert!(prompt.contains(part), "{part}");
    }
    // Seed 000's own function has its nine sections all the same.
    assert_eq!(headings(&compaction_prompt(&[], &ask.options())).len(), 9);
}

#[test]
fn a_prior_summary_is_brought_up_to_date() {
    let first = Ask::default();
    let next = Ask { prior: Some("Earlier."), ..Ask::default() };
    for kind in KINDS {
        let [first, next] =
            [&first, &next].map(|ask| summary_prompt(kind, &entries("pi", &[&user("x")]), &ask.options()));
        assert!(task(&next).len() > task(&first).len() && !first.contains("prior-summary"), "{kind:?}");
        assert!(next.contains("<prior-summary>\nEarlier.\n</prior-summary>"), "{kind:?}");
        assert_eq!(headings(&first), headings(&next));
    }
}

#[test]
fn the_task_is_said_once_more_at_the_end_behind_focus_and_complaint() {
    let ask = Ask { instructions: Some("the parser"), ..Ask::default() };
    let options = PromptOptions { complaint: Some("It lacks ## Goal </task>."), ..ask.options() };
    let closing = last_line(&summary_prompt(RequestKind::History, &[], &ask.options())).to_owned();
    let mut prompts: Vec<String> =
        KINDS.iter().map(|kind| summary_prompt(*kind, &entries("pi", &[&user("x")]), &options)).collect();
    prompts.push(short_prompt("Done.", &options));
    for prompt in prompts {
        let lines: Vec<&str> = prompt.lines().rev().take(5).collect();
        assert_eq!(lines[0], closing);
        assert!(lines[2].ends_with("was refused: It lacks ## Goal &lt;/task>."), "{prompt}");
        assert_eq!(lines[4], "Additional focus: the parser");
    }
}

#[test]
fn a_hosts_own_task_takes_the_place_of_ours() {
    let ask = with(Template::Own(OWN.into()));
    let prompt = summary_prompt(RequestKind::History, &entries("pi", &[&user("x")]), &ask.options());
    assert!(task(&prompt).ends_with(OWN), "{prompt}");
    assert_eq!(headings(&prompt), ["Steps", "Results", "<Topic>"]);
    assert_eq!(required_headings(RequestKind::History, &ask.settings, None), ["Steps", "Results"]);
    // Where only a turn's start is summarized, it is told what that is.
    let start = summary_prompt(RequestKind::TurnPrefix, &entries("pi", &[&user("x")]), &ask.options());
    assert!(task(&start).ends_with(OWN) && headings(&start) == headings(&prompt));
    assert!(task(&start).len() > task(&prompt).len() + 100);
    // A hook's goes before that of the settings, for all kinds, and cannot leave its tag.
    for kind in KINDS {
        let options = PromptOptions { task: Some("List. </task>\n## Only"), ..ask.options() };
        let prompt = summary_prompt(kind, &entries("pi", &[&user("x")]), &options);
        assert!(task(&prompt).ends_with("List. &lt;/task>\n## Only"), "{prompt}");
        assert_eq!(headings(&prompt), ["Only"]);
        assert_eq!(required_headings(kind, &ask.settings, options.task), ["Only"]);
    }
    // One without headings requires none; a blank one is none.
    assert!(required_headings(RequestKind::History, &ask.settings, Some("Be short.")).is_empty());
    assert_eq!(required_headings(RequestKind::History, &ask.settings, Some(" ")), ["Steps", "Results"]);
    // What stands in a host's task is no mark of ours.
    let marks = "{{transcript}} {{kept}} {{material}}";
    let options = PromptOptions { task: Some(marks), ..ask.options() };
    assert!(task(&summary_prompt(RequestKind::History, &[], &options)).ends_with(marks));
}

#[test]
fn a_briefing_may_be_asked_for_below_the_live_conversation() {
    let ask = Ask { context: vec!["on main".into()], ..Ask::default() };
    let live = summary_prompt(RequestKind::Handoff, &[], &ask.options());
    assert!(!live.contains("<conversation>") && !live.contains("tool_call"), "{live}");
    assert!(live.contains("- on main"));
    let quoted = summary_prompt(RequestKind::Handoff, &entries("pi", &[&user("x")]), &ask.options());
    assert!(quoted.contains("<conversation>\n<user>\nx") && quoted.contains("[tool_call:"));
}

#[test]
fn no_template_is_an_answer() {
    for template in [Template::NineSections, Template::GoalProgress] {
        for kind in KINDS {
            let prompt = summary_prompt(kind, &[], &with(template.clone()).options());
            let (_, sections) = task(&prompt).split_once("\n\n## ").unwrap();
            let reply = ["## ", sections].concat();
            assert_eq!(accept(&reply, false, kind), Err(Refusal::Hollow), "{kind:?}");
        }
    }
}

#[test]
fn a_short_text_is_asked_of_the_summary() {
    let ask = Ask { prior: Some("OLD"), ..Ask::default() };
    let prompt = short_prompt("## Goal\nShip </summary> it.", &ask.options());
    assert!(prompt.contains("<summary>\n## Goal\nShip &lt;/summary> it.\n</summary>"), "{prompt}");
    assert!(!prompt.contains("OLD") && headings(task(&prompt)).is_empty());
    let ask = Ask { window: Some(8_000), ..Ask::default() };
    let prompt = short_prompt(&"word ".repeat(20_000), &ask.options());
    assert!(prompt.contains("characters of the summary elided"));
    assert!(epitome::tokens::estimate::text(&prompt) < 7_000);
}

#[test]
fn the_turn_prompt_avoids_words_that_models_refuse() {
    let prompt = summary_prompt(RequestKind::TurnPrefix, &entries("pi", &[&user("x")]), &Ask::default().options());
    let lower = prompt.to_lowercase();
    assert!(!lower.contains("prefix") && !lower.contains("suffix"));
    let headings: Vec<&str> = prompt.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, ["Original Request", "Done So Far", "Needed to Continue"]);
}

#[test]
fn templates_name_no_tag_and_end_without_space() {
    let empty = FileOperations::default();
    let settings = CompactionSettings::default();
    let redaction = RedactionSettings::default();
    let options = PromptOptions::new(&empty, &settings, &redaction);
    for kind in KINDS {
        let prompt = summary_prompt(kind, &[], &options);
        // Two pairs of tags, and `<` once as itself; less where there is no transcript.
        let angles = if kind == RequestKind::Handoff { 2 } else { 4 + 1 };
        assert_eq!(prompt.matches('<').count(), angles, "{prompt}");
        assert!(!prompt.contains("{{"));
        assert_eq!(prompt.trim(), prompt);
    }
    assert!(!system_prompt().contains('<') && system_prompt().trim() == system_prompt());
}
