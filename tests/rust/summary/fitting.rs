//! Summaries that are too long are made to fit.

use epitome::summary::fit;
use epitome::tokens::estimate;
use proptest::prelude::*;

fn lines(count: usize) -> String {
    (0..count).map(|at| format!("- item {at} of the list\n")).collect()
}

#[test]
fn the_longest_section_loses_its_middle() {
    let text = format!("# Title\n\n## Goal\nShip it.\n\n## Files\n{}\n## Next\n1. Run the tests.", lines(200));
    let short = fit(&text, 200);
    assert!(estimate::text(&short) <= 200 && estimate::text(&short) > 150);
    for kept in [
        "# Title\n\n## Goal\nShip it.\n\n## Files\n- item 0 of",
        "- item 199 of the list\n\n## Next\n1. Run the tests.",
    ] {
        assert!(short.contains(kept), "{short}");
    }
    let lost = short.split_once("\n[... ").unwrap().1.split_once(" lines left out ...]\n").unwrap().0;
    assert_eq!(lost.parse::<usize>().unwrap() + short.matches("- item").count(), 200);
    assert_eq!(fit(&text, 100_000), text);
}

#[test]
fn sections_are_cut_alike() {
    let text = format!("## A\n{}## B\n{}## C\nshort", lines(100), lines(60));
    let short = fit(&text, 300);
    let (a, rest) = short.split_once("## B\n").unwrap();
    assert!(a.matches("- item").count().abs_diff(rest.matches("- item").count()) < 3, "{short}");
    assert!(short.ends_with("## C\nshort") && short.matches("lines left out").count() == 2);
}

#[test]
fn a_paragraph_keeps_its_ends() {
    let text = format!("## Goal\n{}\n\n## Current Work\nReading.", "All of it was said. ".repeat(500));
    let short = fit(&text, 200);
    assert!(short.starts_with("## Goal\nAll of it was said. "), "{short}");
    assert!(short.contains("characters left out") && short.ends_with("## Current Work\nReading."));
    let wide = fit(&"長い文章です。".repeat(300), 100);
    assert!(wide.starts_with("長い文章です。") && estimate::text(&wide) <= 100);
}

#[test]
fn code_is_no_heading_and_stays_in_its_fence() {
    let code = format!("```sh\n# a comment\n{}# the end\n```", "make test\n".repeat(300));
    let text = format!("## Files\nThe script:\n{code}\n\n## Next\n1. Run it.");
    let short = fit(&text, 120);
    assert_eq!(short.matches("```").count() % 2, 0, "{short}");
    assert!(short.ends_with("\n\n## Next\n1. Run it."), "{short}");
    // A fence that nothing closes hides no heading.
    let open = format!("## Files\n```sh\n{}\n## Next\n1. Run it.", "make test\n".repeat(300));
    assert!(fit(&open, 120).contains("## Next\n1. Run it."));
}

#[test]
fn bold_titles_are_headings() {
    let text = format!("**Goal**\nShip.\n\n**2. Files:**\n{}\n3. **Next**:\nRun.", lines(100));
    let short = fit(&text, 100);
    assert!(
        short.contains("**2. Files:**") && short.contains("**Goal**\nShip.") && short.ends_with("3. **Next**:\nRun.")
    );
}

#[test]
fn headings_alone_may_be_all_that_fits() {
    let text: String = (0..10).map(|at| format!("## Heading {at}\n{}", lines(20))).collect();
    let headings: Vec<String> = (0..10).map(|at| format!("## Heading {at}")).collect();
    let short = fit(&text, 60);
    assert_eq!(short, format!("{}\n[... 200 lines left out ...]", headings.join("\n")));
    assert!(fit(&text, 10).starts_with("## Heading 0\n- item 0"));
    assert_eq!(fit(&text, 0), "");
}

proptest! {
    #[test]
    fn never_costs_more_and_keeps_the_headings(
        sections in prop::collection::vec(("## [a-z]{1,8}", prop::collection::vec("(\\PC{0,60}|```|[a-z ]{200,400})", 0..30)), 0..8),
        budget in 0_u32..900,
    ) {
        let text = sections.iter().map(|(title, lines)| format!("{title}\n{}\n", lines.join("\n").replace('#', "+"))).collect::<String>();
        let short = fit(&text, budget);
        prop_assert!(estimate::text(&short) <= budget, "{}", short);
        prop_assert_eq!(fit(&short, budget), short.as_str());
        if estimate::text(&text) <= budget {
            prop_assert_eq!(&short, &text);
        }
        let open = sections.iter().any(|(_, lines)| lines.iter().any(|line| line.trim_start().starts_with("```")));
        if !open && budget > 16 + sections.len() as u32 * 16 {
            let titles: Vec<&str> = short.lines().filter(|line| line.starts_with('#')).collect();
            prop_assert_eq!(titles, sections.iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>());
        }
    }
}
