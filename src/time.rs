//! ISO 8601 timestamps as milliseconds. The core reads no clock; it only reads what the host stamped.

/// Milliseconds since 1970 of `2026-11-30T01:02:03.456Z`; 0 for anything that is not of this form.
pub fn epoch_ms(timestamp: &str) -> f64 {
    read(timestamp).unwrap_or(0) as f64
}

fn read(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let fraction = text.get(19..)?.strip_prefix('.').and_then(|rest| rest.get(..3)).and_then(|ms| ms.parse().ok());
    // Days since 1970 by the civil calendar: years start in March, so that the leap day ends them.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let days = era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + fraction.unwrap_or(0_i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_to_iso_string_writes() {
        assert_eq!(epoch_ms("1970-01-01T00:00:00.000Z"), 0.0);
        assert_eq!(epoch_ms("2026-01-01T00:00:00.000Z"), 1_767_225_600_000.0);
        assert_eq!(epoch_ms("2024-02-29T23:59:59.999Z"), 1_709_251_199_999.0);
        assert_eq!(epoch_ms("2025-11-20T23:33:50Z"), 1_763_681_630_000.0);
        assert_eq!(epoch_ms("yesterday"), 0.0);
    }
}
