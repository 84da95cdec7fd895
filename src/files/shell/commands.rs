//! The commands whose files are certain. One line of the table in [`read`] per kind; add commands there.

use super::lexer::Word;
use super::operands::{Operands, Options, takes_next};
use super::{FileAccess, KEYWORDS};
use crate::gather::Gather;
use crate::seek;

/// What a simple command does with files.
#[derive(Debug)]
pub(super) enum Command<'a> {
    /// It uses these files.
    Files(Vec<(&'a Word, FileAccess)>),
    /// It writes these into a directory, under their own names.
    Into {
        /// The directory.
        directory: &'a Word,
        /// What is written there.
        sources: Vec<&'a Word>,
        /// Whether the sources are gone from where they were.
        moves: bool,
    },
    /// It moves to another directory.
    ChangeDirectory(Option<&'a Word>),
    /// It runs a script that stands in a word.
    Script(&'a Word),
    /// It applies a patch, from its words or from a here-document.
    Patch(&'a [Word]),
    /// Nothing that the table knows.
    Unknown,
}

/// Commands that run another: the options that take a value, and how many operands come before the command.
const WRAPPERS: &[(&str, Options, usize)] = &[
    ("sudo", Options::short("ughpCDRT"), 0),
    ("env", Options::short("uCS"), 0),
    ("nohup", Options::NONE, 0),
    ("command", Options::NONE, 0),
    ("exec", Options::short("a"), 0),
    ("nice", Options::short("n"), 0),
    ("timeout", Options::short("ks"), 1),
    ("stdbuf", Options::short("ioe"), 0),
];

/// The name and arguments of a simple command, behind keywords, assignments and wrappers.
pub(super) fn of_words(words: &[Word]) -> Option<(&str, &[Word])> {
    let mut words = words;
    loop {
        let (first, rest) = words.split_first()?;
        if seek::is_one_of(&first.text, KEYWORDS) || is_assignment(&first.text) {
            words = rest;
            continue;
        }
        let name = Some(&first.text).filter(|_| first.literal).map(|text| seek::behind_last(text, "/"))?;
        let Some((_, taking, operands)) = WRAPPERS.iter().find(|(wrapper, ..)| *wrapper == name) else {
            return Some((name, rest));
        };
        let mut skipped = *operands;
        words = rest;
        while let Some((word, rest)) = words.split_first() {
            if word.text.starts_with('-') {
                let taken = usize::from(takes_next(&word.text, *taking));
                words = rest.get(taken..).unwrap_or_default();
            } else if is_assignment(&word.text) {
                words = rest;
            } else if skipped > 0 {
                skipped -= 1;
                words = rest;
            } else {
                break;
            }
        }
    }
}

fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        let name = name.strip_suffix('+').unwrap_or(name);
        name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    })
}

/// What a command does.
pub(super) fn read<'a>(name: &str, words: &'a [Word]) -> Command<'a> {
    match name {
        "cat" | "tac" => all(words, Options::NONE, FileAccess::Read),
        "less" | "more" => all(words, Options::NONE, FileAccess::Read),
        "nl" => all(words, Options::short("bdfhilnsvw"), FileAccess::Read),
        "bat" | "batcat" => {
            let long = "language|highlight-line|line-range|theme|style|tabs|wrap|color|paging";
            all(words, Options { short: "lHrm", long }, FileAccess::Read)
        }
        "head" | "tail" => all(words, Options { short: "ncs", long: "lines|bytes|pid" }, FileAccess::Read),
        "grep" | "egrep" | "fgrep" | "rg" => grep(name, words),
        "sed" => sed(words),
        "awk" | "gawk" | "mawk" => awk(words),
        "perl" => perl(words),
        "tee" => all(words, Options::NONE, FileAccess::Modified),
        "touch" => all(words, Options { short: "drt", long: "date|reference|time" }, FileAccess::Modified),
        "rm" | "unlink" => remove(words),
        "mv" | "cp" => transfer(words, name == "mv"),
        "git" => git(words),
        "cd" | "chdir" => Command::ChangeDirectory(Operands::read(words, Options::NONE).rest.first().copied()),
        "pushd" | "popd" => Command::ChangeDirectory(None),
        "bash" | "sh" | "zsh" | "dash" | "ksh" => script(words),
        "apply_patch" | "applypatch" => Command::Patch(words),
        _ => Command::Unknown,
    }
}

/// Each operand is a file.
fn all(words: &[Word], taking: Options, access: FileAccess) -> Command<'_> {
    let operands = Operands::read(words, taking);
    // `tail +5` and `less +G` begin where they are told.
    files(operands.rest.into_iter().filter(|word| !word.text.starts_with('+')), access)
}

fn files<'a>(words: impl Iterator<Item = &'a Word>, access: FileAccess) -> Command<'a> {
    Command::Files(words.map(|word| (word, access)).gather())
}

/// The first operand is a pattern. What is searched in folders, or only listed or counted, was not read.
fn grep<'a>(name: &str, words: &'a [Word]) -> Command<'a> {
    let long = "regexp|file|context|after-context|before-context|max-count|glob|type|include";
    let options = Options { short: if name == "rg" { "efmABCgtTjM" } else { "efmABCdD" }, long };
    let operands = Operands::read(words, options);
    let lists = "lLcq".chars().any(|letter| operands.has(letter));
    let recursive = name != "rg" && (operands.has('r') || operands.has('R') || operands.has_long("recursive"));
    if lists || recursive || !operands.are_certain() {
        return Command::Unknown;
    }
    let given = operands.has('e') || operands.has('f') || operands.has_long("regexp") || operands.has_long("file");
    let searched = operands.rest.into_iter().skip(usize::from(!given));
    // rg walks folders unasked: only a name with an extension is surely a file.
    files(searched.filter(|word| name != "rg" || has_extension(&word.text)), FileAccess::Read)
}

/// The first operand is a script, unless `-e` or `-f` give it. With `-i` the files are changed.
fn sed(words: &[Word]) -> Command<'_> {
    let operands = Operands::read(words, Options { short: "efl", long: "expression|file|line-length" });
    if !operands.are_certain() {
        return Command::Unknown;
    }
    let mut rest = operands.rest.as_slice();
    let in_place = operands.has('i') || operands.has_long("in-place");
    if operands.options.contains(&"-i") {
        // BSD's `-i` takes the backup's suffix as the next word, which is often empty.
        let suffix = rest.first().is_some_and(|word| {
            word.text.is_empty() || (word.text.starts_with('.') && !seek::is_of('/', &word.text) && rest.len() > 2)
        });
        rest = rest.get(usize::from(suffix)..).unwrap_or_default();
    }
    let given = operands.has_long("expression")
        || operands.has_long("file")
        || operands
            .options
            .iter()
            .any(|option| option.starts_with("-e") || option.starts_with("-f") || ends_in_e(option));
    let rest = rest.iter().skip(usize::from(!given)).copied();
    files(rest, if in_place { FileAccess::Modified } else { FileAccess::Read })
}

/// `-ne`, `-Ee`: a cluster whose last letter takes the script.
fn ends_in_e(option: &str) -> bool {
    !option.starts_with("--") && option.ends_with('e')
}

/// The first operand is a program; assignments may stand among the files.
fn awk(words: &[Word]) -> Command<'_> {
    let operands = Operands::read(words, Options::short("Fvf"));
    if !operands.are_certain() {
        return Command::Unknown;
    }
    let given = operands.has('f');
    let rest = operands.rest.into_iter().skip(usize::from(!given));
    files(rest.filter(|word| !is_assignment(&word.text)), FileAccess::Read)
}

/// `perl -pi -e '…' files` changes files; another call of perl may do anything.
fn perl(words: &[Word]) -> Command<'_> {
    let operands = Operands::read(words, Options::short("eEMmIF"));
    let in_place = operands.options.iter().any(|option| {
        let letters = seek::trim_start(option, "-").chars().take_while(|letter| !seek::is_of(*letter, "eEMmIF"));
        letters.take_while(|letter| *letter != '.').any(|letter| letter == 'i')
    });
    let given = operands.options.iter().any(|option| option.ends_with(['e', 'E']));
    if in_place && given { files(operands.rest.into_iter(), FileAccess::Modified) } else { Command::Unknown }
}

/// What is removed with `-r` is a folder more often than a file.
fn remove(words: &[Word]) -> Command<'_> {
    let operands = Operands::read(words, Options::NONE);
    if operands.has('r') || operands.has('R') || operands.has_long("recursive") || operands.has_long("cached") {
        return Command::Unknown;
    }
    files(operands.rest.into_iter(), FileAccess::Modified)
}

/// The last operand is the target: a file, or a folder that takes the sources under their own names.
fn transfer(words: &[Word], moves: bool) -> Command<'_> {
    let operands = Operands::read(words, Options { short: "tS", long: "target-directory|suffix" });
    let folders = "rRat".chars().any(|letter| operands.has(letter))
        || operands.has_long("recursive")
        || operands.has_long("archive")
        || operands.has_long("target-directory");
    let mut rest = operands.rest;
    let (Some(target), false) = (rest.pop(), folders || rest.is_empty()) else { return Command::Unknown };
    if !target.literal || rest.iter().any(|word| !word.single && rest.len() == 1) {
        return Command::Unknown;
    }
    if rest.len() > 1 || target.text.ends_with('/') || matches!(target.text.as_str(), "." | "..") {
        return Command::Into { directory: target, sources: rest, moves };
    }
    // `cp a.txt backup` may write a file or into a folder; an extension that both have, or neither, tells.
    let source = rest.first().is_some_and(|source| source.literal && has_extension(&source.text));
    if source && !has_extension(&target.text) {
        return Command::Unknown;
    }
    let gone = rest.into_iter().filter(|_| moves);
    files(gone.chain([target]), FileAccess::Modified)
}

fn git(words: &[Word]) -> Command<'_> {
    match words.split_first() {
        Some((verb, rest)) if verb.literal => match verb.text.as_str() {
            "mv" => transfer(rest, true),
            "rm" => remove(rest),
            _ => Command::Unknown,
        },
        _ => Command::Unknown,
    }
}

/// `bash -c '…'`, `sh -lc '…'`.
fn script(words: &[Word]) -> Command<'_> {
    let flag = words.iter().position(|word| word.text.starts_with('-') && word.text.ends_with('c'));
    let script = flag.and_then(|at| words.get(at + 1)).filter(|word| word.literal);
    script.map_or(Command::Unknown, Command::Script)
}

/// Whether a name says that it is a file.
pub(super) fn has_extension(path: &str) -> bool {
    let name = seek::behind_last(path, "/");
    name.starts_with('.') || seek::is_of('.', seek::trim_end(name, "."))
}
