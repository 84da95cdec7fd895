//! The one formula: when a context is too large, what would be refused, and how much of it may stay.
//!
//! What the defaults make of a window (a test holds the table against the code; the README has it, too):
//!
//! | window | left free | compacted above | refused above | kept |
//! |---|---|---|---|---|
//! | 1,000 | 150 | 850 | 960 | 425 |
//! | 8,192 | 1,228 | 6,964 | 7,865 | 3,482 |
//! | 16,384 | 2,457 | 13,927 | 15,729 | 9,831 |
//! | 32,768 | 16,384 | 16,384 | 31,458 | 8,192 |
//! | 65,536 | 16,384 | 49,152 | 62,915 | 20,000 |
//! | 65,536, replies up to 32,000 | 32,000 | 33,536 | 41,536 | 17,152 |
//! | 128,000 | 19,200 | 108,800 | 122,880 | 38,400 |
//! | 131,072, replies up to 131,072 | 19,660 | 111,412 | 116,327 | 39,321 |
//! | 200,000 | 30,000 | 170,000 | 192,000 | 60,000 |
//! | 200,000, replies up to 64,000 | 64,000 | 136,000 | 152,000 | 60,000 |
//! | 400,000, replies up to 128,000 | 128,000 | 272,000 | 304,000 | 120,000 |
//! | the same, prompts up to 272,000 | 144,384 | 255,616 | 272,000 | 120,000 |
//! | 1,000,000 | 150,000 | 850,000 | 960,000 | 300,000 |
//! | 10,000,000 | 1,500,000 | 8,500,000 | 9,600,000 | 3,000,000 |
//!
//! And of settings, in a window of 100,000: `thresholdPercent: 90` is 90,000. `thresholdTokens: 500000` is left out of
//! account in a session, which is 83,616; [`resolve_threshold`] makes 99,999 of it.

use crate::model::Model;
use crate::settings::CompactionSettings;

/// The limits of a model in tokens, as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// What goes in and what comes out, together.
    pub window: Option<u32>,
    /// What goes in, where that has a limit of its own.
    pub input: Option<u32>,
    /// The longest reply.
    pub output: Option<u32>,
}

impl Limits {
    /// The limits of a model; `learned` is what a provider named as its limit when it refused a prompt.
    ///
    /// No refusal says whether it means the window or the prompt, but no prompt above it is accepted. It is the window, if
    /// the declared one has more room beside it than the longest reply takes; else it is the room that a reply leaves.
    pub fn of(model: &Model, learned: Option<u32>) -> Self {
        let output = model.max_output;
        let beside = |prompt: u32| prompt.saturating_add(output.unwrap_or(0));
        let mut window = model.context_window.or(model.input_limit.map(beside));
        let mut input = model.input_limit;
        if let Some(told) = learned.filter(|told| *told > 0) {
            input = Some(input.map_or(told, |input| input.min(told)));
            if window.is_none_or(|window| beside(told) < window) {
                window = Some(told);
            }
        }
        if let Some(window) = window {
            input = input.map(|input| input.min(window));
        }
        Self { window, input, output }
    }
}

/// Tokens above which a context is compacted in a window without any other limit; 0 for a window of 0. `max_output` is
/// the longest reply that must still fit, 0 where the reserve covers it.
pub fn resolve_threshold(window: u32, settings: &CompactionSettings, max_output: u32) -> u32 {
    let tokens = set_tokens(settings).map(|tokens| tokens.min(window.saturating_sub(1)));
    resolve(window, settings, max_output, tokens)
}

/// The threshold of a window, where `tokens` is what counts of a number that the host has set.
fn resolve(window: u32, settings: &CompactionSettings, max_output: u32, tokens: Option<u32>) -> u32 {
    tokens
        .or_else(|| set_share(settings, window))
        .unwrap_or_else(|| window.saturating_sub(reserve(window, settings, max_output)))
}

/// The threshold that the host has set as a number.
fn set_tokens(settings: &CompactionSettings) -> Option<u32> {
    is_set(settings.threshold_tokens).then_some((settings.threshold_tokens as u32).max(1))
}

/// The same, where it is below the limit that there is without it: a number for large windows says nothing of a small one.
fn usable_tokens(limits: &Limits, settings: &CompactionSettings) -> Option<u32> {
    set_tokens(settings).filter(|tokens| limit_with(limits, settings, None).is_none_or(|most| *tokens < most))
}

/// The threshold that the host has set as a share of the window.
fn set_share(settings: &CompactionSettings, window: u32) -> Option<u32> {
    let percent = settings.threshold_percent.clamp(1.0, 99.0);
    is_set(settings.threshold_percent).then_some((f64::from(window) * percent / 100.0) as u32)
}

fn is_set(number: f64) -> bool {
    number.is_finite() && number > 0.0
}

/// Tokens that stay free: 15 % of the window, or the reserve, or the longest reply, whichever is most.
///
/// A reserve, or a reply, of more than 52 % of the window counts for less: what stays to use is as much as in the window
/// of which it is 52 %, but not more than 85 %. So there is always something left to use, and never less than in a smaller
/// window.
pub fn reserve(window: u32, settings: &CompactionSettings, max_output: u32) -> u32 {
    let bounded = |wanted: u32| wanted.min(window.saturating_sub(share(wanted, 48, 52)));
    bounded(settings.reserve_tokens).max(bounded(max_output)).max(share(window, 15, 100))
}

/// Tokens above which a provider is expected to refuse a prompt: the largest prompt that it takes, and the window less the
/// room for a reply. `None` where nothing is known.
///
/// That room is the longest reply, or 4 % of the window where it is unknown, but at most three quarters of what the
/// threshold leaves free. A threshold that the host has set nearer to the window's end is its word that its replies are
/// short.
pub fn limit(limits: &Limits, settings: &CompactionSettings) -> Option<u32> {
    limit_with(limits, settings, usable_tokens(limits, settings))
}

/// The limit beside a threshold of `tokens`, where the host has set one that counts.
fn limit_with(limits: &Limits, settings: &CompactionSettings, tokens: Option<u32>) -> Option<u32> {
    let window = limits.window?;
    let output = limits.output.unwrap_or(0);
    let free = window.saturating_sub(resolve(window, settings, output, tokens));
    let reply = output.max(share(window, 4, 100)).min(share(free, 3, 4));
    Some((window - reply).min(limits.input.unwrap_or(window)))
}

/// Tokens above which a context is compacted (strictly), always below the [`limit`]. `None` where the window is unknown and
/// the host has set no number. A number that is not below the limit is left out of account.
///
/// Where the prompt has a limit of its own, no room for a reply is taken from it: only what the prompt may grow by, which is
/// the reserve, from 1 to 15 %.
pub fn threshold(limits: &Limits, settings: &CompactionSettings) -> Option<u32> {
    let Some(window) = limits.window else { return set_tokens(settings) };
    let input = limits.input.unwrap_or(window);
    let by_rule = || {
        let free = window - reserve(window, settings, limits.output.unwrap_or(0));
        let growth = settings.reserve_tokens.max(share(input, 1, 100)).min(share(input, 15, 100));
        if limits.input.is_some() { free.min(input - growth) } else { free }
    };
    let tokens = usable_tokens(limits, settings);
    let threshold = tokens.or_else(|| set_share(settings, input)).unwrap_or_else(by_rule);
    Some(threshold.min(limit(limits, settings)?.saturating_sub(1)).max(1))
}

/// Whether a context of this size is over the threshold (strictly). An unknown window (0) never is.
pub fn should_compact(tokens: u32, window: u32, settings: &CompactionSettings) -> bool {
    settings.is_enabled() && window > 0 && tokens > resolve_threshold(window, settings, 0)
}

/// From this window on, more is kept than the setting says.
const LARGE: u32 = 66_000;
/// A summary's room beside what is kept, where half of the threshold has it.
const SUMMARY: u32 = 4_096;

/// Tokens of the newest messages that stay verbatim: the setting, widened to 30 % of a large window, from `minPreserve` to
/// `maxPreserve`, but never more than what the threshold leaves beside the reserve and a summary, or half of it; divided by
/// how much the provider counts beyond our estimate. `history` is the estimate of all that there is.
pub fn keep_recent(settings: &CompactionSettings, limits: &Limits, usage_ratio: Option<f64>, history: u32) -> u32 {
    let mut most = u32::MAX;
    let mut wide = 0;
    if let Some(threshold) = threshold(limits, settings) {
        let half = threshold / 2;
        // Without a window there is nothing that a reserve could be taken from.
        let free = limits.window.map_or(half, |window| reserve(window, settings, 0).max(SUMMARY.min(half)));
        most = threshold.saturating_sub(free).max(half).max(1);
        wide = limits.window.filter(|window| *window >= LARGE).map_or(0, |window| share(window, 30, 100));
    }
    let narrow = settings.keep_recent_tokens.max(1).min(most);
    let widened = narrow.max(wide).min(most);
    // Where all of the history fits into what would be kept, nothing would be left to fold away.
    let keep = if widened > history { narrow } else { widened };
    let highest = if settings.max_preserve > 0 { settings.max_preserve.min(most) } else { most };
    let keep = keep.max(settings.min_preserve).min(highest);
    let ratio =
        usage_ratio.filter(|ratio| ratio.is_finite() && *ratio > 0.0).map_or(1.0, |ratio| ratio.clamp(0.5, 2.0));
    ((f64::from(keep) / ratio).round() as u32).max(1)
}

/// A share of some tokens, rounded down.
fn share(tokens: u32, part: u32, whole: u32) -> u32 {
    (u64::from(tokens) * u64::from(part) / u64::from(whole)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl FnOnce(&mut CompactionSettings)) -> CompactionSettings {
        let mut settings = CompactionSettings::default();
        change(&mut settings);
        settings
    }

    /// Limits of window, input and output; 0 is unknown.
    fn limits(window: u32, input: u32, output: u32) -> Limits {
        let known = |tokens: u32| (tokens > 0).then_some(tokens);
        let model = Model {
            context_window: known(window),
            input_limit: known(input),
            max_output: known(output),
            ..Model::default()
        };
        Limits::of(&model, None)
    }

    fn both(limits: Limits, settings: &CompactionSettings) -> (u32, u32) {
        (threshold(&limits, settings).unwrap(), limit(&limits, settings).unwrap())
    }

    #[test]
    fn the_rule_of_the_seed() {
        let defaults = CompactionSettings::default();
        for (window, output, threshold) in [
            (1_000_000, 0, 850_000),
            (200_000, 0, 170_000),
            (128_000, 0, 108_800),
            (32_000, 0, 15_616),
            (8_192, 0, 6_964),
            (400_000, 128_000, 272_000),
            (128_000, 128_000, 108_800),
            (1_000, 0, 850),
            (1, 0, 1),
            (0, 0, 0),
        ] {
            assert_eq!(resolve_threshold(window, &defaults, output), threshold, "{window} {output}");
        }
        assert_eq!(resolve_threshold(100_000, &with(|s| s.threshold_percent = 90.0), 0), 90_000);
        assert_eq!(resolve_threshold(100_000, &with(|s| s.threshold_percent = 500.0), 0), 99_000);
        assert_eq!(resolve_threshold(100_000, &with(|s| s.threshold_tokens = 500_000.0), 0), 99_999);
        assert_eq!(resolve_threshold(100_000, &with(|s| s.threshold_tokens = f64::NAN), 0), 83_616);
        assert_eq!(resolve_threshold(0, &with(|s| s.threshold_tokens = 10.0), 0), 0);
    }

    #[test]
    fn a_larger_window_never_has_less_to_use() {
        let defaults = CompactionSettings::default();
        // Where a reserve of 16,384 begins to count, and where it counts in full.
        assert_eq!(resolve_threshold(17_792, &defaults, 0), 15_123);
        assert_eq!(resolve_threshold(20_000, &defaults, 0), 15_123);
        assert_eq!(resolve_threshold(31_508, &defaults, 0), 15_124);
    }

    #[test]
    fn the_trigger_is_strict_and_an_unknown_window_never_triggers() {
        let defaults = CompactionSettings::default();
        assert!(!should_compact(170_000, 200_000, &defaults));
        assert!(should_compact(170_001, 200_000, &defaults));
        assert!(!should_compact(u32::MAX, 0, &defaults));
        assert!(!should_compact(u32::MAX, 200_000, &with(|s| s.enabled = false)));
        assert_eq!((threshold(&Limits::default(), &defaults), limit(&Limits::default(), &defaults)), (None, None));
        let tokens = with(|s| s.threshold_tokens = 60_000.0);
        assert_eq!((threshold(&Limits::default(), &tokens), limit(&Limits::default(), &tokens)), (Some(60_000), None));
        assert_eq!(threshold(&Limits::default(), &with(|s| s.threshold_percent = 50.0)), None);
    }

    #[test]
    fn what_the_host_sets_holds_below_the_limit() {
        // The threshold's nearness to the end says that replies are short.
        assert_eq!(both(limits(200_000, 0, 0), &with(|s| s.threshold_percent = 90.0)), (180_000, 192_000));
        assert_eq!(both(limits(200_000, 0, 64_000), &with(|s| s.threshold_percent = 90.0)), (180_000, 185_000));
        assert_eq!(both(limits(200_000, 0, 64_000), &with(|s| s.threshold_tokens = 60_000.0)), (60_000, 136_000));
        // A limit of its own stays what it is.
        assert_eq!(both(limits(400_000, 272_000, 0), &with(|s| s.threshold_percent = 90.0)), (244_800, 272_000));
    }

    #[test]
    fn a_number_that_is_not_below_the_limit_is_left_out_of_account() {
        let defaults = CompactionSettings::default();
        for of in [limits(32_000, 0, 0), limits(60_000, 0, 0), limits(400_000, 50_000, 0), limits(100_000, 0, 64_000)] {
            let (threshold, most) = both(of, &defaults);
            for tokens in [most, most + 1, 10_000_000] {
                assert_eq!(both(of, &with(|s| s.threshold_tokens = f64::from(tokens))), (threshold, most), "{of:?}");
            }
            let below = with(|s| s.threshold_tokens = f64::from(most - 1));
            assert_eq!(both(of, &below).0, most - 1, "{of:?}");
            // A share counts in its place.
            let share = with(|s| s.threshold_percent = 50.0);
            let beyond = CompactionSettings { threshold_tokens: 10_000_000.0, ..share.clone() };
            assert_eq!(both(of, &beyond), both(of, &share), "{of:?}");
        }
    }

    #[test]
    fn limits_of_window_prompt_and_reply_are_not_the_same() {
        let defaults = CompactionSettings::default();
        // One reserve, not two: the prompt's own limit has no room for a reply in it.
        assert_eq!(both(limits(400_000, 272_000, 128_000), &defaults), (255_616, 272_000));
        assert_eq!(both(limits(1_050_000, 922_000, 128_000), &defaults), (892_500, 922_000));
        assert_eq!(both(limits(1_000_000, 64_000, 0), &defaults), (54_400, 64_000));
        assert_eq!(both(limits(400_000, 272_000, 0), &with(|s| s.reserve_tokens = 0)), (269_280, 272_000));
        // A window that nobody told is what goes in and what comes out.
        assert_eq!(limits(0, 272_000, 128_000), limits(400_000, 272_000, 128_000));
        // A prompt cannot be larger than the window.
        assert_eq!(limits(200_000, 1_000_000, 0).input, Some(200_000));
    }

    #[test]
    fn a_provider_s_word_counts_from_then_on() {
        let defaults = CompactionSettings::default();
        let model = |window, output| Model { context_window: window, max_output: output, ..Model::default() };
        // Declared a million, refused at 200,000: the window is meant.
        let learned = Limits::of(&model(Some(1_000_000), Some(8_000)), Some(200_000));
        assert_eq!((learned.window, both(learned, &defaults)), (Some(200_000), (170_000, 192_000)));
        // The declared window had no room beside it but the reply's: the prompt is meant.
        let learned = Limits::of(&model(Some(400_000), Some(128_000)), Some(272_000));
        assert_eq!((learned.window, both(learned, &defaults)), (Some(400_000), (255_616, 272_000)));
        // More than was declared changes nothing; no number is no number.
        assert_eq!(Limits::of(&model(Some(128_000), None), Some(200_000)).window, Some(128_000));
        assert_eq!(Limits::of(&model(Some(128_000), None), Some(0)), Limits::of(&model(Some(128_000), None), None));
        assert_eq!(Limits::of(&model(None, None), Some(8_192)).window, Some(8_192));
    }

    #[test]
    fn what_is_kept_adapts_to_window_and_ratio() {
        let defaults = CompactionSettings::default();
        let keep = |settings: &CompactionSettings, window, ratio, history| {
            keep_recent(settings, &limits(window, 0, 0), ratio, history)
        };
        assert_eq!(keep(&defaults, 0, None, 0), 20_000);
        assert_eq!(keep(&defaults, 0, Some(2.0), 0), 10_000);
        assert_eq!(keep(&defaults, 200_000, None, 180_000), 60_000);
        assert_eq!(keep(&defaults, 200_000, None, 30_000), 20_000);
        assert_eq!(keep(&with(|s| s.keep_recent_tokens = 500_000), 200_000, None, 900_000), 140_000);
        assert_eq!(keep(&defaults, 32_768, None, 30_000), 8_192);
        // A small window has room left for a summary, and a history over its threshold something to give up.
        assert_eq!(keep(&defaults, 8_000, None, 8_420), 3_400);
        assert_eq!(keep(&with(|s| s.keep_recent_tokens = 100), 0, Some(9.0), 0), 50);
        assert_eq!(keep(&with(|s| s.threshold_tokens = 30_000.0), 0, None, 90_000), 15_000);
        // The host's own bounds.
        let bounded = with(|s| (s.min_preserve, s.max_preserve) = (2_000, 15_000));
        assert_eq!(keep(&bounded, 200_000, None, 180_000), 15_000);
        assert_eq!(keep(&bounded, 2_000, None, 180_000), 850);
        assert_eq!(keep(&CompactionSettings { keep_recent_tokens: 5, ..bounded }, 0, None, 9_000), 2_000);
    }
}
