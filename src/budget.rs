//! The one formula: when a context is too large, and how much of it may stay.
//!
//! | window | settings | threshold |
//! |---|---|---|
//! | 1,000,000 | defaults | 850,000 (15 % free) |
//! | 200,000 | defaults | 170,000 |
//! | 128,000 | defaults | 108,800 |
//! | 32,000 | defaults | 15,616 (the reserve of 16,384 is more than 15 %) |
//! | 20,000 | defaults | 9,600 (the reserve is held to 52 %) |
//! | 8,192 | defaults | 6,964 (the reserve would leave nothing: 15 % instead) |
//! | 400,000 | a reply of up to 128,000 | 272,000 |
//! | 100,000 | `thresholdPercent: 90` | 90,000 |
//! | 100,000 | `thresholdTokens: 500000` | 99,999 |

use crate::settings::CompactionSettings;

/// Tokens above which the context is compacted; 0 for a window of 0. `max_output` is the longest reply that must
/// still fit, 0 where the reserve covers it.
pub fn resolve_threshold(window: u32, settings: &CompactionSettings, max_output: u32) -> u32 {
    let highest = window.saturating_sub(1);
    if settings.threshold_tokens.is_finite() && settings.threshold_tokens > 0.0 {
        return (settings.threshold_tokens as u32).max(1).min(highest);
    }
    if settings.threshold_percent.is_finite() && settings.threshold_percent > 0.0 {
        let percent = settings.threshold_percent.clamp(1.0, 99.0);
        return (f64::from(window) * percent / 100.0) as u32;
    }
    window - reserve(window, settings, max_output).min(window)
}

/// Tokens that stay free: 15 % of the window, or the reserve, or the longest reply, whichever is most, but
/// not more than 52 %. What would leave less than 15 % of the window to use is left out of account: no setting may make
/// every turn compact.
pub fn reserve(window: u32, settings: &CompactionSettings, max_output: u32) -> u32 {
    let share = (u64::from(window) * 15 / 100) as u32;
    let usable = |reserve: &u32| *reserve < window.saturating_sub(share);
    let most = (u64::from(window) * 52 / 100) as u32;
    [max_output, settings.reserve_tokens].into_iter().filter(usable).fold(share, u32::max).min(most.max(share))
}

/// Whether a context of this size is over the threshold (strictly). An unknown window (0) never is.
pub fn should_compact(tokens: u32, window: u32, settings: &CompactionSettings) -> bool {
    settings.enabled && window > 0 && tokens > resolve_threshold(window, settings, 0)
}

/// Tokens of the newest messages that stay verbatim: the setting, widened to 30 % of a large window, never more than
/// what the threshold leaves, divided by how much the provider counts beyond our estimate.
pub fn keep_recent(settings: &CompactionSettings, window: Option<u32>, usage_ratio: Option<f64>, history: u32) -> u32 {
    let configured = settings.keep_recent_tokens.max(1);
    let mut keep = configured;
    if window.is_none() && settings.threshold_tokens >= 1.0 {
        keep = configured.min((settings.threshold_tokens / 2.0) as u32).max(1);
    }
    if let Some(window) = window {
        let threshold = resolve_threshold(window, settings, 0);
        // At least half of the threshold, or a small window would keep next to nothing.
        let safe = threshold.saturating_sub(reserve(window, settings, 0)).max(threshold / 2).max(1);
        let narrow = configured.min(safe);
        let wide = (u64::from(window) * 30 / 100) as u32;
        let widened = if window >= 66_000 { safe.min(narrow.max(wide)) } else { narrow };
        keep = if widened > history { narrow } else { widened };
    }
    let ratio =
        usage_ratio.filter(|ratio| ratio.is_finite() && *ratio > 0.0).map_or(1.0, |ratio| ratio.clamp(0.5, 2.0));
    ((f64::from(keep) / ratio).round() as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl FnOnce(&mut CompactionSettings)) -> CompactionSettings {
        let mut settings = CompactionSettings::default();
        change(&mut settings);
        settings
    }

    #[test]
    fn the_worked_table() {
        let defaults = CompactionSettings::default();
        for (window, output, threshold) in [
            (1_000_000, 0, 850_000),
            (200_000, 0, 170_000),
            (128_000, 0, 108_800),
            (32_000, 0, 15_616),
            (8_192, 0, 6_964),
            (20_000, 0, 9_600),
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
    }

    #[test]
    fn the_trigger_is_strict_and_an_unknown_window_never_triggers() {
        let defaults = CompactionSettings::default();
        assert!(!should_compact(170_000, 200_000, &defaults));
        assert!(should_compact(170_001, 200_000, &defaults));
        assert!(!should_compact(u32::MAX, 0, &defaults));
        assert!(!should_compact(u32::MAX, 200_000, &with(|s| s.enabled = false)));
    }

    #[test]
    fn what_is_kept_adapts_to_window_and_ratio() {
        let defaults = CompactionSettings::default();
        assert_eq!(keep_recent(&defaults, None, None, 0), 20_000);
        assert_eq!(keep_recent(&defaults, None, Some(2.0), 0), 10_000);
        assert_eq!(keep_recent(&defaults, Some(200_000), None, 180_000), 60_000);
        assert_eq!(keep_recent(&defaults, Some(200_000), None, 30_000), 20_000);
        assert_eq!(keep_recent(&defaults, Some(32_768), None, 30_000), 8_192);
        // A history that is over a small window's threshold, yet under the configured budget, still has a part to give up.
        assert_eq!(keep_recent(&defaults, Some(8_000), None, 8_420), 5_600);
        assert_eq!(keep_recent(&with(|s| s.keep_recent_tokens = 100), None, Some(9.0), 0), 50);
    }
}
