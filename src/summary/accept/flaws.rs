//! What a summary lacks though it is one: told to the model once, and lived with where that does not help.

use super::hollow::unmarked;
use super::script;
use crate::gather::Gather;
use crate::names::Names;
use crate::seek;
use crate::summary::identifiers;
use crate::tokens::estimate;

/// What a summary should have.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expected<'a> {
    /// The headings that it cannot do without.
    pub headings: &'a [String],
    /// The newest request of the user, where it does not stay verbatim beside the summary.
    pub request: Option<&'a str>,
    /// Exact names of what is summarized ([`sample`](super::sample)).
    pub names: &'a [String],
    /// What the user wrote, as far as it is at hand: it tells the language.
    pub user_text: &'a str,
    /// How large it may be; 0 is any size.
    pub max_tokens: u32,
}

/// What a summary lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// These sections.
    MissingSections(Vec<String>),
    /// What the user asked for last.
    MissingRequest,
    /// All but a few of the exact names; these, for example.
    MissingNames(Vec<String>),
    /// The user's language.
    WrongLanguage,
    /// Its limit: so many tokens.
    TooLong(u32),
}

impl Flaw {
    /// The stable text form.
    pub fn code(&self) -> &'static str {
        match self {
            Self::MissingSections(_) => "missing-sections",
            Self::MissingRequest => "missing-request",
            Self::MissingNames(_) => "missing-names",
            Self::WrongLanguage => "wrong-language",
            Self::TooLong(_) => "too-long",
        }
    }

    /// What a model is told that is to mend it.
    pub fn complaint(&self) -> String {
        let (start, list) = match self {
            Self::MissingSections(titles) => ("lacked these headings: ", seek::join(titles, "; ")),
            Self::MissingRequest => {
                ("did not say what the user asked for last, nor whether it has been answered", String::new())
            }
            Self::MissingNames(names) => ("lacked exact names of the transcript, such as ", seek::join(names, ", ")),
            Self::WrongLanguage => ("was not in the user's language, as all but the headings must be", String::new()),
            Self::TooLong(tokens) => ("had more tokens than allowed: at most ", tokens.to_string()),
        };
        ["Your last answer ", start, &list, "."].concat()
    }
}

/// So many missing names are told.
const TOLD: usize = 12;

/// What an accepted text lacks of what is expected. Lenient: a good summary in other words has no flaw.
pub fn flaws(text: &str, expected: &Expected<'_>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let titles = titles(text);
    let missing = expected.headings.iter().filter(|heading| !has_title(&titles, heading)).cloned().gather();
    if !missing.is_empty() {
        flaws.push(Flaw::MissingSections(missing));
    }
    let lower = seek::lowered(text);
    if expected.request.is_some_and(|request| !tells(&lower, request)) {
        flaws.push(Flaw::MissingRequest);
    }
    let (mut kept, mut lost) = (0, Vec::new());
    for name in expected.names {
        if holds(&lower, name) {
            kept += 1;
        } else if lost.len() < TOLD {
            lost.push(name.clone());
        }
    }
    if expected.names.len() > 5 && kept < (expected.names.len() / 5).max(1) {
        flaws.push(Flaw::MissingNames(lost));
    }
    if script::is_foreign(expected.user_text, text) {
        flaws.push(Flaw::WrongLanguage);
    }
    if expected.max_tokens > 0 && estimate::text(text) > expected.max_tokens {
        flaws.push(Flaw::TooLong(expected.max_tokens));
    }
    flaws
}

/// Whether a text holds a name; a path counts by its last part.
fn holds(lower: &str, name: &str) -> bool {
    let name = seek::lowered(seek::trim_end(name, "/"));
    seek::find(lower, seek::behind_last(&name, "/")).is_some()
}

/// What may be a heading, a line each: Markdown's, bold and numbered ones, short lines, what stands before a colon.
fn titles(text: &str) -> String {
    let mut titles = String::new();
    for line in text.lines().map(str::trim) {
        let bare = seek::trim_by(unmarked(line), &|letter| !letter.is_alphanumeric());
        let title = seek::until(bare, &|letter| seek::is_of(letter, ":\u{ff1a}*\u{2014}"));
        let is_short =
            bare.len() < 40 && !seek::ends_with(line, ".!?\u{3002}") && !seek::starts_with(line, "-\u{2022}>");
        if line.starts_with('#') || (title.len() < bare.len().min(60)) || is_short {
            titles.push_str(&[" ", &seek::lowered(if line.starts_with('#') { bare } else { title }), " \n"].concat());
        }
    }
    titles
}

/// What headings are called that tell what the user wants, and how far the work is.
const WISH: &str = "request|intent|goal|objective|purpose|mission| task | ask |user want|asked for|ziel|auftrag|\
    anfrage|aufgabe|objetivo|pedido|objectif|demande|obiettivo|\u{446}\u{435}\u{43b}\u{44c}|\
    \u{437}\u{430}\u{43f}\u{440}\u{43e}\u{441}|\u{437}\u{430}\u{434}\u{430}\u{447}|\u{76ee}\u{6807}|\u{76ee}\u{6a19}|\
    \u{76ee}\u{7684}|\u{8bf7}\u{6c42}|\u{9700}\u{6c42}|\u{8981}\u{6c42}|\u{4f9d}\u{983c}|\u{baa9}\u{d45c}|\
    \u{c694}\u{ccad}";
const WORK: &str = "current|progress|next step|pending| work|remaining|status|state|to do|todo|to-do|open |done|\
    complete|stand |fortschritt|aktuell|n\u{e4}chste|offen|progreso|actual|estado|pr\u{f3}xim|andamento|avancement|\
    progr\u{e8}s|en cours|prochain|stato|lavoro|\u{442}\u{435}\u{43a}\u{443}\u{449}|\
    \u{43f}\u{440}\u{43e}\u{433}\u{440}\u{435}\u{441}\u{441}|\u{441}\u{43e}\u{441}\u{442}\u{43e}\u{44f}\u{43d}|\
    \u{441}\u{43b}\u{435}\u{434}\u{443}\u{44e}\u{449}|\u{5f53}\u{524d}|\u{76ee}\u{524d}|\u{73fe}\u{5728}|\
    \u{8fdb}\u{5c55}|\u{8fdb}\u{5ea6}|\u{9032}|\u{4f5c}\u{696d}|\u{72b6}|\u{4e0b}\u{4e00}\u{6b65}|\u{6b21}\u{306e}|\
    \u{5b8c}|\u{d604}\u{c7ac}|\u{c9c4}\u{d589}|\u{c791}\u{c5c5}";

/// Whether one of the titles is a heading, in its own words or in others.
fn has_title(titles: &str, heading: &str) -> bool {
    let heading = seek::lowered(seek::trim_by(unmarked(heading), &|letter| !letter.is_alphanumeric()));
    if seek::find(titles, &heading).is_some() {
        return true;
    }
    match heading.as_str() {
        "primary request and intent" | "goal" | "original request" => seek::has_any(titles, WISH),
        "current work" | "progress" => seek::has_any(titles, WORK),
        // Of a heading of the host's, the longest word.
        _ => {
            let words = heading.split(|letter: char| !letter.is_alphanumeric());
            seek::find(titles, words.max_by_key(|word| word.len()).unwrap_or_default()).is_some()
        }
    }
}

/// Words that are in any request.
const COMMON: &str = "pleas|could|would|shoul|there|this|that|with|what|where|which|when|want|need|make|also|just|\
    have|your|then|from|like|some|more|them|conti|again|look|nicht|bitte|auch|para|pour";

/// A request of fewer words says too little to be looked for ("looks good, go on").
const FEW: usize = 4;

/// So many words of a request tell it.
const ENOUGH: usize = 6;

/// Whether a text tells of a request: by one of its exact names, or by a third of its words.
fn tells(lower: &str, request: &str) -> bool {
    if script::is_foreign(request, lower) || script::is_foreign(lower, request) {
        // In another language words tell nothing.
        return true;
    }
    let mut named = false;
    identifiers::scan(request, &mut |word, _| named |= holds(lower, word));
    if named {
        return true;
    }
    let mut stems = Names::default();
    script::stems(&seek::lowered(request), &mut |stem| {
        if stems.len() < 100 && !seek::is_one_of(stem, COMMON) {
            stems.add(stem);
        }
    });
    let said = (0..stems.len()).filter(|number| seek::find(lower, stems.name(*number)).is_some()).count();
    stems.len() < FEW || said >= (stems.len() / 3).min(ENOUGH)
}
