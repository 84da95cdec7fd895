//! Characters that stand for others: what a tag may be disguised with.
//!
//! A model reads `＜／ｃｏｎｖｅｒｓａｔｉｏｎ＞` or a Cyrillic `с` as the tag that it looks like, and does not see
//! zero-width characters at all. These tables hold what compatibility normalization would fold, and the look-alikes of
//! Latin letters in Greek and Cyrillic.

/// Whether this looks like `<`.
pub(super) fn is_angle(letter: char) -> bool {
    matches!(letter, '<' | '＜' | '﹤' | '‹' | '〈' | '⟨' | '\u{2329}' | '˂' | 'ᐸ' | '❮' | '❬' | '❰' | '⧼')
}

/// Whether this looks like `>`.
pub(super) fn is_closing_angle(letter: char) -> bool {
    matches!(letter, '>' | '＞' | '﹥' | '›' | '〉' | '⟩' | '\u{232a}' | '˃' | 'ᐳ' | '❯' | '❭' | '❱' | '⧽')
}

/// Whether this looks like `/`.
pub(super) fn is_slash(letter: char) -> bool {
    matches!(letter, '/' | '／' | '\\' | '＼' | '﹨' | '∕' | '⁄' | '⧸' | '╱' | '⟋' | '∖')
}

/// Whether this looks like `[`.
pub(super) fn is_bracket(letter: char) -> bool {
    matches!(letter, '[' | '［' | '⁅' | '〔' | '【' | '〚' | '⟦' | '❲')
}

/// Whether this looks like `]`.
pub(super) fn is_closing_bracket(letter: char) -> bool {
    matches!(letter, ']' | '］' | '⁆' | '〕' | '】' | '〛' | '⟧' | '❳')
}

/// Whether this looks like `:`.
pub(super) fn is_colon(letter: char) -> bool {
    matches!(letter, ':' | '：' | '﹕' | '︓' | '∶' | '꞉' | 'ː')
}

/// Whether a reader does not see this: controls, zero-width, bidi, fillers, variation selectors, combining marks.
pub(super) fn is_invisible(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace())
        || matches!(u32::from(letter),
            0xad | 0x300..=0x36f | 0x483..=0x489 | 0x61c | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f
            | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f
            | 0x20d0..=0x20ff | 0x2800 | 0x3164 | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f | 0xfeff | 0xffa0
            | 0xfff0..=0xfffb | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff)
}

/// The small ASCII letter or hyphen that a reader takes this for.
pub(super) fn plain(letter: char) -> Option<char> {
    match letter {
        'a'..='z' => return Some(letter),
        'A'..='Z' => return Some(letter.to_ascii_lowercase()),
        '-' => return Some('-'),
        _ if letter.is_ascii() => return None,
        _ => {}
    }
    match u32::from(letter) {
        code @ 0xff21..=0xff3a => nth(code - 0xff21),
        code @ 0xff41..=0xff5a => nth(code - 0xff41),
        // Mathematical letters: thirteen styles of capitals and small letters.
        code @ 0x1d400..=0x1d6a3 => nth((code - 0x1d400) % 26),
        code @ 0x24b6..=0x24e9 => nth((code - 0x24b6) % 26),
        // Squared, negative circled and negative squared capitals.
        code @ (0x1f130..=0x1f149 | 0x1f150..=0x1f169 | 0x1f170..=0x1f189) => nth((code - 0x1f130) % 32),
        0x1f1e6..=0x1f1ff => nth(u32::from(letter) - 0x1f1e6),
        _ => look_alike(letter),
    }
}

fn nth(place: u32) -> Option<char> {
    u8::try_from(place).ok().filter(|place| *place < 26).map(|place| char::from(b'a' + place))
}

fn look_alike(letter: char) -> Option<char> {
    Some(match letter {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '－' | '﹣' | '﹘' | '⁃' | '˗' | '➖' => '-',
        'а' | 'А' | 'α' | 'Α' | 'ª' | 'ᵃ' | 'ₐ' | 'ɑ' => 'a',
        'ᵇ' | 'В' | 'Β' | 'ℬ' => 'b',
        'с' | 'С' | 'ϲ' | 'Ϲ' | 'ᶜ' | 'ℂ' | 'ℭ' | 'ⅽ' | 'Ⅽ' | 'ᴄ' => 'c',
        'ԁ' | 'ᵈ' | 'ⅾ' | 'Ⅾ' | 'ⅆ' | 'ⅅ' => 'd',
        'е' | 'Е' | 'Ε' | 'ᵉ' | 'ₑ' | 'ℯ' | 'ℰ' | 'ⅇ' | '℮' => 'e',
        'ᶠ' | 'ℱ' | 'ƒ' => 'f',
        'ᵍ' | 'ℊ' | 'ɡ' => 'g',
        'һ' | 'Н' | 'Η' | 'ʰ' | 'ₕ' | 'ℎ' | 'ℋ' | 'ℌ' | 'ℍ' => 'h',
        'і' | 'І' | 'ι' | 'Ι' | 'ı' | 'ɪ' | 'ⁱ' | 'ᵢ' | 'ℐ' | 'ℑ' | 'ⅰ' | 'Ⅰ' | 'ⅈ' | 'ℹ' | '𝚤' => {
            'i'
        }
        'ј' | 'Ј' | 'ʲ' | 'ⱼ' | 'ⅉ' | '𝚥' => 'j',
        'К' | 'Κ' | 'κ' | 'к' | '\u{212a}' | 'ᵏ' | 'ₖ' => 'k',
        'ˡ' | 'ₗ' | 'ℓ' | 'ℒ' | 'ⅼ' | 'Ⅼ' | 'ӏ' | 'Ӏ' => 'l',
        'М' | 'Μ' | 'м' | 'ᵐ' | 'ₘ' | 'ℳ' | 'ⅿ' | 'Ⅿ' => 'm',
        'Ν' | 'ո' | 'ⁿ' | 'ₙ' | 'ℕ' => 'n',
        'о' | 'О' | 'ο' | 'Ο' | 'օ' | 'º' | 'ᵒ' | 'ₒ' | 'ℴ' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' | 'ᵖ' | 'ₚ' | 'ℙ' => 'p',
        'ℚ' => 'q',
        'г' | 'ʳ' | 'ᵣ' | 'ℛ' | 'ℜ' | 'ℝ' => 'r',
        'ѕ' | 'Ѕ' | 'ſ' | 'ˢ' | 'ₛ' | 'ꜱ' => 's',
        'Т' | 'Τ' | 'τ' | 'т' | 'ᵗ' | 'ₜ' => 't',
        'υ' | 'ս' | 'ᵘ' | 'ᵤ' => 'u',
        'ν' | 'ѵ' | 'ᵛ' | 'ᵥ' | 'ⅴ' | 'Ⅴ' => 'v',
        'ʷ' | 'ѡ' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' | 'ˣ' | 'ₓ' | 'ⅹ' | 'Ⅹ' => 'x',
        'у' | 'У' | 'γ' | 'Υ' | 'ү' | 'ʸ' => 'y',
        'ᶻ' | 'Ζ' | 'ℤ' | 'ℨ' => 'z',
        _ => return None,
    })
}
