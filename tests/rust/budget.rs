//! The formula: a table that the documents show, and what holds for any limits and settings.

use epitome::budget::{Limits, keep_recent, limit, resolve_threshold, threshold};
use epitome::model::Model;
use epitome::settings::CompactionSettings;
use proptest::prelude::*;

use super::documents::agree;

const START: &str = "<!-- windows: made from src/budget.rs; `EPITOME_BLESS=1 cargo test worked_table` writes it -->\n";
const END: &str = "<!-- /windows -->";

/// What a model is, in words, and its window, input limit and longest reply.
const MODELS: [(&str, u32, u32, u32); 14] = [
    ("1,000", 1_000, 0, 0),
    ("8,192", 8_192, 0, 0),
    ("16,384", 16_384, 0, 0),
    ("32,768", 32_768, 0, 0),
    ("65,536", 65_536, 0, 0),
    ("65,536, replies up to 32,000", 65_536, 0, 32_000),
    ("128,000", 128_000, 0, 0),
    ("131,072, replies up to 131,072", 131_072, 0, 131_072),
    ("200,000", 200_000, 0, 0),
    ("200,000, replies up to 64,000", 200_000, 0, 64_000),
    ("400,000, replies up to 128,000", 400_000, 0, 128_000),
    ("the same, prompts up to 272,000", 400_000, 272_000, 128_000),
    ("1,000,000", 1_000_000, 0, 0),
    ("10,000,000", 10_000_000, 0, 0),
];

fn model(window: u32, input: u32, output: u32) -> Model {
    let known = |tokens: u32| (tokens > 0).then_some(tokens);
    Model { context_window: known(window), input_limit: known(input), max_output: known(output), ..Model::default() }
}

fn grouped(tokens: u32) -> String {
    let digits = tokens.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| std::str::from_utf8(group).unwrap()).collect::<Vec<_>>().join(",")
}

fn table() -> String {
    let mut out =
        String::from("| window | left free | compacted above | refused above | kept |\n|---|---|---|---|---|\n");
    let settings = CompactionSettings::default();
    for (words, window, input, output) in MODELS {
        let limits = Limits::of(&model(window, input, output), None);
        let (threshold, limit) = (threshold(&limits, &settings).unwrap(), limit(&limits, &settings).unwrap());
        let kept = keep_recent(&settings, &limits, None, u32::MAX);
        let numbers = [window - threshold, threshold, limit, kept].map(grouped);
        out.push_str(&format!("| {words} | {} |\n", numbers.join(" | ")));
    }
    out
}

#[test]
fn the_worked_table_of_the_documents_is_what_the_code_says() {
    agree("README.md", START, END, &table(), "worked_table");
    let comment: String = table().lines().map(|line| format!("//! {line}\n")).collect();
    agree("src/budget.rs", "the README has it, too):\n//!\n", "//!\n//! And of settings", &comment, "worked_table");
}

/// What users of other programs reported: limits, overhead or use, and whether it is too much.
#[test]
fn reported_limits_leave_something_to_use() {
    let settings = CompactionSettings::default();
    for (source, (window, input, output), used, is_over) in [
        ("opencode#45368: no output limit told, a window of 16,384", (16_384, 0, 0), 10_000, false),
        ("the same, with replies as long as another program assumed", (16_384, 0, 32_000), 10_000, false),
        ("opencode#48828: 43,000 of overhead are over 33,536", (65_536, 0, 32_000), 43_000, true),
        ("OpenHands#9937: replies as long as the window", (131_072, 0, 131_072), 7_884, false),
        ("opencode#30805: the prompt's own limit, the reserve taken once", (400_000, 272_000, 128_000), 255_000, false),
        ("senpi#1422: a window of 1.05M, prompts of 922,000", (1_050_000, 922_000, 0), 892_501, true),
        ("the same, just below", (1_050_000, 922_000, 0), 892_500, false),
        ("omp#11479, pi#8864: an unknown window is not 0 and not 128,000", (0, 0, 0), 4_000_000, false),
    ] {
        let threshold = threshold(&Limits::of(&model(window, input, output), None), &settings);
        assert_eq!(threshold.is_some_and(|most| used > most), is_over, "{source}: {threshold:?}");
    }
}

fn settings() -> impl Strategy<Value = CompactionSettings> {
    let tokens = prop_oneof![Just(-1.0), Just(f64::NAN), Just(f64::INFINITY), 0.0..20_000_000.0];
    let percent = prop_oneof![Just(-1.0), Just(0.0), 0.1..150.0];
    let sizes = (0_u32..2_000_000, 0_u32..2_000_000, 0_u32..20_000, 0_u32..40_000);
    (tokens, percent, prop::bool::ANY, sizes).prop_map(|(tokens, percent, defaults, sizes)| {
        let (reserve_tokens, keep_recent_tokens, min_preserve, max_preserve) = sizes;
        let settings =
            CompactionSettings { threshold_tokens: tokens, threshold_percent: percent, ..Default::default() };
        if defaults {
            return CompactionSettings::default();
        }
        CompactionSettings { reserve_tokens, keep_recent_tokens, min_preserve, max_preserve, ..settings }
    })
}

/// A size, small ones as likely as large ones.
fn size() -> impl Strategy<Value = u32> {
    (10.0_f64..23.3).prop_map(|bits| (bits.exp2() as u32).clamp(1_000, 10_000_000))
}

fn unknown_or_size() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), size(), 1_u32..2_000]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_096, ..ProptestConfig::default() })]

    #[test]
    fn any_limits_and_settings_leave_something_to_use(
        window in size(),
        input in unknown_or_size(),
        output in unknown_or_size(),
        learned in prop::option::of(size()),
        settings in settings(),
        history in 0_u32..20_000_000,
        more in 0_u32..1_000_000,
    ) {
        let limits = Limits::of(&model(window, input, output), learned);
        let (at, most) = (threshold(&limits, &settings).unwrap(), limit(&limits, &settings).unwrap());
        let known = [Some(window), Some(input).filter(|input| *input > 0), learned];
        prop_assert!(1 <= at && (at < most || most <= 1), "{at} {most} {limits:?}");
        prop_assert!(known.into_iter().flatten().all(|known| most <= known), "{most} {limits:?}");
        if learned.is_none() && input == 0 {
            let without = CompactionSettings { threshold_tokens: -1.0, ..settings.clone() };
            let beyond = settings.threshold_tokens >= f64::from(limit(&limits, &without).unwrap());
            let counted = if beyond { &without } else { &settings };
            prop_assert_eq!(at, resolve_threshold(window, counted, output).max(1));
        }
        // Without numbers of the host's own, about half of what can be sent stays usable.
        let defaults = CompactionSettings::default();
        let prompt = limits.window.unwrap().min(limits.input.unwrap_or(u32::MAX));
        let usable = threshold(&limits, &defaults).unwrap();
        prop_assert!(u64::from(usable) * 100 >= u64::from(prompt) * 47, "{usable} {limits:?}");
        // What is kept leaves room for a summary.
        let keep = keep_recent(&settings, &limits, None, history);
        prop_assert!(1 <= keep && (at < 2 || keep + (at / 2).min(4_096) <= at), "{keep} {at}");
        prop_assert!(settings.max_preserve == 0 || keep <= settings.max_preserve);
        // A larger window has at least as much to use.
        let larger = Limits::of(&model(window + more, input, output), None);
        let same = Limits::of(&model(window, input, output), None);
        prop_assert!(threshold(&larger, &settings) >= threshold(&same, &settings), "{larger:?} {same:?}");
        prop_assert!(limit(&larger, &settings) >= limit(&same, &settings));
    }

    #[test]
    fn an_unknown_window_is_no_number(settings in settings(), output in unknown_or_size()) {
        let limits = Limits::of(&model(0, 0, output), None);
        let is_set = settings.threshold_tokens.is_finite() && settings.threshold_tokens > 0.0;
        prop_assert_eq!((threshold(&limits, &settings).is_some(), limit(&limits, &settings)), (is_set, None));
        let keep = keep_recent(&settings, &limits, None, 1_000);
        prop_assert!(keep >= 1 && (!is_set || keep <= threshold(&limits, &settings).unwrap().div_ceil(2)));
    }
}
