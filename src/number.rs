//! Numbers as JavaScript reads and writes them, to the last digit.
//!
//! The standard library does the same with large tables and several algorithms each way, which would be a tenth of
//! the whole core. Decimals are rare in what the core handles, so that exact arithmetic on long integers is fast
//! enough here.

use crate::seek;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// Digits that can still decide how a number rounds; what follows them only tells whether it is more.
const MOST_DIGITS: usize = 800;

/// Writes a number as JavaScript's `String(number)`, and `null` for what JSON has no word for.
pub fn write(number: f64, out: &mut String) {
    if !number.is_finite() {
        return out.push_str("null");
    }
    // Whole numbers that a double holds exactly, minus zero included.
    if number.abs() < 9_007_199_254_740_992.0 && number == (number as i64) as f64 {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}", number as i64);
        return;
    }
    if number < 0.0 {
        out.push('-');
    }
    let (digits, point) = shortest(number.abs());
    let count = digits.len() as i32;
    let (whole, fraction) = digits.split_at_checked(point.max(0).min(count) as usize).unwrap_or((&digits, ""));
    if (-5..=21).contains(&point) {
        out.push_str(if whole.is_empty() { "0" } else { whole });
        out.extend((count..point).map(|_| '0'));
        if !fraction.is_empty() {
            out.push('.');
            out.extend((point..0).map(|_| '0'));
            out.push_str(fraction);
        }
    } else {
        let (first, rest) = digits.split_at_checked(1).unwrap_or((&digits, ""));
        let _ = write!(out, "{first}{}{rest}e{:+}", if rest.is_empty() { "" } else { "." }, point - 1);
    }
}

/// Reads a decimal number (`-12`, `0.5`, `1e-7`), correctly rounded; nothing where the text is none.
pub fn read(text: &str) -> Option<f64> {
    let size = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match size.split_once(['e', 'E']) {
        // An exponent of many digits is beyond every double.
        Some((mantissa, exponent)) => (mantissa, whole(exponent)?),
        None => (size, 0),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = String::new();
    for piece in [integer, fraction] {
        if !piece.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        digits.push_str(piece);
    }
    if digits.is_empty() {
        return None;
    }
    let number = nearest(seek::trim_start(&digits, "0"), exponent - fraction.len() as i64);
    Some(if size.len() < text.len() { -number } else { number })
}

fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.bytes().fold(0, |sum: i64, digit| (sum * 10 + i64::from(digit - b'0')).min(1 << 40));
    Some(if text.starts_with('-') { -size } else { size })
}

/// The double nearest to an integer times a power of ten; halfway, the one with the even mantissa.
fn nearest(digits: &str, exponent: i64) -> f64 {
    let magnitude = digits.len() as i64 + exponent;
    if digits.is_empty() || magnitude < -330 {
        return 0.0;
    }
    if magnitude > 310 {
        return f64::INFINITY;
    }
    let (kept, dropped) = digits.split_at_checked(MOST_DIGITS).unwrap_or((digits, ""));
    let mut number = Long::default();
    for digit in kept.bytes() {
        number.scale(10, u32::from(digit - b'0'));
    }
    if dropped.bytes().any(|digit| digit != b'0') {
        number.scale(10, 1);
    }
    let exponent = magnitude - (kept.len() + usize::from(!dropped.is_empty())) as i64;
    let mut unit = Long(vec![1]);
    let scaled = if exponent < 0 { &mut unit } else { &mut number };
    for _ in 0..exponent.unsigned_abs() {
        scaled.scale(10, 0);
    }
    // As a power of two times a number from 1 up to 2.
    let mut power = number.bits() - unit.bits();
    if power < 0 {
        number.shift(-power)
    } else {
        unit.shift(power)
    }
    if number.order(&unit) == Ordering::Less {
        number.shift(1);
        power -= 1;
    }
    if power > 1023 {
        return f64::INFINITY;
    }
    // Doubles below 2⁻¹⁰²² have fewer bits.
    let bits = 53.min(power + 1075);
    let mut mantissa = 0_u64;
    for _ in 0..bits {
        mantissa <<= 1;
        if number.order(&unit) != Ordering::Less {
            number.subtract(&unit);
            mantissa |= 1;
        }
        number.shift(1);
    }
    match number.order(&unit) {
        Ordering::Greater if bits >= 0 => mantissa += 1,
        Ordering::Equal if bits >= 0 => mantissa += mantissa & 1,
        _ => {}
    }
    // A mantissa that was rounded up to the next power of two raises the exponent by the carry.
    let exponent = (power + 1022).max(0) as u64;
    f64::from_bits(if power < -1022 { mantissa } else { (exponent << 52) + mantissa })
}

/// The shortest digits that read back as this number, and where their point stands: `0.` digits times ten to that.
/// Steele and White's method: the digits end where they have left every other double behind.
fn shortest(number: f64) -> (String, i32) {
    let bits = number.to_bits();
    let (field, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = if field == 0 { (fraction, -1074) } else { (fraction | (1 << 52), field - 1075) };
    let even = mantissa % 2 == 0;
    // The number is `rest / unit`; half the gaps to its neighbours are `above / unit` and `below / unit`. Below a power
    // of two the gap is half as wide.
    let narrow = i32::from(fraction == 0 && field > 1);
    let mut rest = Long(vec![mantissa as u32, (mantissa >> 32) as u32]);
    let (mut unit, mut above, mut below) = (Long(vec![1]), Long(vec![1]), Long(vec![1]));
    rest.shift(1 + narrow + exponent.max(0));
    unit.shift(1 + narrow + (-exponent).max(0));
    above.shift(narrow + exponent.max(0));
    below.shift(exponent.max(0));
    let reaches = |rest: &Long, above: &Long, unit: &Long| {
        let mut sum = rest.clone();
        sum.add(above);
        sum.order(unit) == Ordering::Greater || (even && sum.order(unit) == Ordering::Equal)
    };
    let mut point = 0;
    while reaches(&rest, &above, &unit) {
        unit.scale(10, 0);
        point += 1;
    }
    let mut digits = String::new();
    let mut leading = true;
    loop {
        for long in [&mut rest, &mut above, &mut below] {
            long.scale(10, 0);
        }
        if leading && !reaches(&rest, &above, &unit) {
            point -= 1;
            continue;
        }
        leading = false;
        let mut digit = b'0';
        while rest.order(&unit) != Ordering::Less {
            rest.subtract(&unit);
            digit += 1;
        }
        let low = match rest.order(&below) {
            Ordering::Less => true,
            Ordering::Equal => even,
            Ordering::Greater => false,
        };
        let high = reaches(&rest, &above, &unit);
        if low || high {
            rest.shift(1);
            // Both neighbours are left behind: the nearer digit.
            let up = high && (!low || rest.order(&unit) != Ordering::Less);
            digits.push(char::from(digit + u8::from(up)));
            return (digits, point);
        }
        digits.push(char::from(digit));
    }
}

/// A natural number of any length, its lowest 32 bits first, without zeros at its end.
#[derive(Clone, Default)]
struct Long(Vec<u32>);

impl Long {
    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn bits(&self) -> i32 {
        self.0.last().map_or(0, |top| self.0.len() as i32 * 32 - top.leading_zeros() as i32)
    }

    /// Multiplies, then adds.
    fn scale(&mut self, factor: u32, plus: u32) {
        let mut carry = u64::from(plus);
        for word in &mut self.0 {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
        self.0.push(carry as u32);
        self.trim();
    }

    /// Multiplies by a power of two.
    fn shift(&mut self, bits: i32) {
        let mut words = vec![0; bits as usize / 32];
        words.append(&mut self.0);
        self.0 = words;
        self.scale(1 << (bits % 32), 0);
    }

    fn add(&mut self, other: &Self) {
        self.combine(other, 1);
    }

    /// `other` is not larger.
    fn subtract(&mut self, other: &Self) {
        self.combine(other, -1);
    }

    fn combine(&mut self, other: &Self, sign: i64) {
        self.0.resize(self.0.len().max(other.0.len()) + 1, 0);
        let mut carry = 0_i64;
        for (at, word) in self.0.iter_mut().enumerate() {
            carry += i64::from(*word) + sign * i64::from(other.0.get(at).copied().unwrap_or(0));
            *word = carry as u32;
            carry >>= 32;
        }
        self.trim();
    }

    fn order(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(number: f64) -> String {
        let mut out = String::new();
        write(number, &mut out);
        out
    }

    #[test]
    fn writes_what_javascript_writes() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-1.5, "-1.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (2_f64.powi(-1022), "2.2250738585072014e-308"),
            (9.5e-7, "9.5e-7"),
            (100.25, "100.25"),
            (f64::NAN, "null"),
        ] {
            assert_eq!(text(number), expected);
        }
    }

    #[test]
    fn reads_the_hard_cases() {
        for sample in [
            "2.2250738585072011e-308",
            "4.9406564584124654e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "9007199254740993",
            "9007199254740992.999999999999999999",
            "0.000000000000000000000000000000000000000000001e45",
            "1e400",
            "1e-400",
            "0e99999999999999999999",
            "6.02E+23",
        ] {
            assert_eq!(read(sample), Some(sample.parse().unwrap()), "{sample}");
        }
        let long = format!("1{}1", "0".repeat(900));
        assert_eq!(read(&format!("0.{long}")), Some(0.1));
        assert_eq!(read(&format!("9007199254740993.{}1", "0".repeat(900))), Some(9_007_199_254_740_994.0));
        for sample in ["", "-", ".", "e5", "1e", "1e+", "1-2", "--1", "1.2.3", "0x1", "1e5e5"] {
            assert_eq!(read(sample), None, "{sample}");
        }
    }

    proptest! {
        #[test]
        fn every_double_is_read_back_and_written_shortest(bits: u64) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            prop_assert_eq!(read(&text(number)), Some(number));
            // The standard library's shortest digits are the yardstick.
            let digits = |text: &str| {
                let mantissa: String = text.split('e').next().unwrap().chars().filter(char::is_ascii_digit).collect();
                mantissa.trim_matches('0').to_owned()
            };
            prop_assert_eq!(digits(&text(number)), digits(&format!("{number:e}")));
        }

        /// About the largest double: at it, above it by less than rounding takes away, and beyond.
        #[test]
        fn what_is_beyond_every_double_is_infinite(first in 1_u64..400_000, more in "[0-9]{0,30}", exponent in 300..312) {
            let text = format!("{first}{more}e{}", exponent - more.len() as i32 - 3);
            prop_assert_eq!(read(&text), text.parse().ok());
        }

        #[test]
        fn decimals_are_read_correctly_rounded(text in "-?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][-+]?[0-9]{1,3})?") {
            prop_assert_eq!(read(&text), text.parse().ok());
        }
    }
}
