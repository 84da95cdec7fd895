//! The files that a shell command reads or writes, where the command says so beyond doubt.
//!
//! The script is split as a shell splits it ([`lexer`]), then each simple command is looked up in a table
//! ([`commands`]). A name that depends on a variable, a glob, a directory that is not known or on standard input is
//! left out: a missing name costs little, a wrong one misleads.

mod commands;
mod lexer;
mod operands;
mod words;

use self::commands::Command;
use self::lexer::{Token, Word};
use super::{FileAccess, FileUse, path};
use crate::gather::Gather;
use crate::seek;

/// Words after which a command begins.
const KEYWORDS: &str = "if|then|elif|else|while|until|do|!|{|time";

/// A script may run a script: `bash -c '…'`.
const MAX_SCRIPTS: u32 = 4;

/// The files of a script.
pub(super) fn uses_of_script(script: &str) -> Vec<FileUse> {
    let mut scan = Scan::default();
    scan.script(script);
    scan.uses
}

/// The files of a command that is given as its words: `["bash", "-lc", "…"]`, `["cat", "a.txt"]`.
pub(super) fn uses_of_words(words: &[&str]) -> Vec<FileUse> {
    let word = |text: &&str| Word { text: String::from(*text), literal: true, single: true };
    let mut scan = Scan::default();
    scan.command(&words.iter().map(word).gather(), &[]);
    scan.uses
}

/// What was found so far, and the directory where the next command runs (`None`: not known).
struct Scan {
    directory: Option<String>,
    scripts: u32,
    uses: Vec<FileUse>,
}

impl Default for Scan {
    fn default() -> Self {
        Self { directory: Some(String::new()), scripts: 0, uses: Vec::new() }
    }
}

impl Scan {
    fn script(&mut self, script: &str) {
        if self.scripts >= MAX_SCRIPTS {
            return;
        }
        self.scripts += 1;
        let mut subshells = Vec::new();
        let mut words = Vec::new();
        let mut heredocs = Vec::new();
        for token in lexer::tokens(script) {
            match token {
                Token::Word(word) => words.push(word),
                Token::Heredoc(body) => heredocs.push(body),
                Token::ReadFrom(word) => self.file(&word, FileAccess::Read),
                Token::WriteTo(word) => self.file(&word, FileAccess::Modified),
                Token::End | Token::Open | Token::Close => {
                    self.command(&std::mem::take(&mut words), &std::mem::take(&mut heredocs));
                    match token {
                        Token::Open => subshells.push(self.directory.clone()),
                        Token::Close => self.directory = subshells.pop().unwrap_or_else(|| self.directory.clone()),
                        _ => {}
                    }
                }
            }
        }
        self.command(&words, &heredocs);
    }

    fn command(&mut self, words: &[Word], heredocs: &[String]) {
        let Some((name, arguments)) = commands::of_words(words) else { return };
        match commands::read(name, arguments) {
            Command::Files(files) => {
                for (word, access) in files {
                    self.file(word, access);
                }
            }
            Command::Into { directory, sources, moves } => {
                // A source without an extension is as likely a folder.
                for source in sources.iter().filter(|source| source.literal && commands::has_extension(&source.text)) {
                    if moves {
                        self.path(&source.text, FileAccess::Modified);
                    }
                    let name = seek::behind_last(seek::trim_end(&source.text, "/"), "/");
                    self.path(&format!("{}/{name}", seek::trim_end(&directory.text, "/")), FileAccess::Modified);
                }
            }
            Command::ChangeDirectory(target) => self.change_directory(target),
            Command::Script(script) => self.script(&script.text),
            Command::Patch(patch) => {
                let texts = patch.iter().map(|word| word.text.as_str()).chain(heredocs.iter().map(String::as_str));
                for (path, _) in texts.flat_map(super::patch::paths) {
                    self.path(path, FileAccess::Modified);
                }
            }
            Command::Unknown => {}
        }
    }

    fn change_directory(&mut self, target: Option<&Word>) {
        let target = target.filter(|word| word.literal && !matches!(word.text.as_str(), "" | "-"));
        self.directory = match (target, &self.directory) {
            (Some(word), _) if word.text.starts_with(['/', '~']) => Some(word.text.clone()),
            (Some(word), Some(directory)) => Some(path::join(directory, &word.text)),
            _ => None,
        };
    }

    fn file(&mut self, word: &Word, access: FileAccess) {
        if word.literal {
            self.path(&word.text, access);
        }
    }

    fn path(&mut self, word: &str, access: FileAccess) {
        let absolute = word.starts_with(['/', '~']);
        let Some(directory) = self.directory.as_deref().or(absolute.then_some("")) else { return };
        let Some(path) = path::of_word(word, directory) else { return };
        let file = FileUse { path, access, shell: true, renames: false };
        if self.uses.len() < super::MAX_USES && !self.uses.contains(&file) {
            self.uses.push(file);
        }
    }
}
