//! Splits a shell script into words, operators and redirections, as a POSIX shell or bash would.
//!
//! Nothing is expanded. A word that holds an expansion is kept as a place only: its text is not certain. What stands
//! inside `$(…)` and backticks is passed over.

use crate::seek;

/// A piece of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A word.
    Word(Word),
    /// The end of a simple command: `;`, `&`, `&&`, `||`, `|`, a line's end.
    End,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `< file`
    ReadFrom(Word),
    /// `> file`, `>> file`, `>| file`, `&> file`, `>& file`, `<> file`
    WriteTo(Word),
    /// `<< word`, with the lines up to that word.
    Heredoc(String),
}

/// A word, its quotes removed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Word {
    /// Its text; meaningless where it is not literal.
    pub(super) text: String,
    /// Whether the text is what the shell will use: no expansion, no glob.
    pub(super) literal: bool,
    /// Whether it stays one word: an expansion without quotes may become none or many.
    pub(super) single: bool,
}

/// Splits a script.
pub(super) fn tokens(script: &str) -> Vec<Token> {
    let mut lexer =
        Lexer { text: script, at: 0, depth: 0, tokens: Vec::new(), open_heredocs: Vec::new(), in_test: false };
    lexer.list(false);
    lexer.tokens
}

/// A here-document whose lines come after this one.
pub(super) struct OpenHeredoc {
    token: usize,
    end: String,
    strips_tabs: bool,
}

/// The scan of a script.
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) depth: u32,
    pub(super) tokens: Vec<Token>,
    pub(super) open_heredocs: Vec<OpenHeredoc>,
    /// Inside `[[ … ]]`, where `<`, `>` and `(` are no redirections.
    pub(super) in_test: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// A list of commands, up to the end or, where `nested`, to the `)` that closes it.
    pub(super) fn list(&mut self, nested: bool) {
        let mut open = 0_u32;
        while let Some(letter) = self.peek() {
            match letter {
                '\n' => {
                    self.bump();
                    self.in_test = false;
                    self.push(Token::End);
                    self.read_heredocs();
                }
                ' ' | '\t' | '\r' => {
                    self.bump();
                }
                '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '<' | '>' | '(' | ')' | '&' | '|' if self.in_test => {
                    self.bump();
                }
                ';' => {
                    self.bump();
                    self.push(Token::End);
                }
                '&' if self.eat_any(&["&>>", "&>"]) => self.redirect(Token::WriteTo),
                '&' | '|' => {
                    self.bump();
                    self.push(Token::End);
                }
                '(' if self.rest().starts_with("((") && self.at_command() => {
                    self.at += 2;
                    self.skip_arithmetic();
                }
                '(' => {
                    self.bump();
                    open += 1;
                    self.push(Token::Open);
                }
                ')' => {
                    self.bump();
                    if nested && open == 0 {
                        return;
                    }
                    open = open.saturating_sub(1);
                    self.push(Token::Close);
                }
                '<' | '>' => self.angle(),
                _ => self.word(),
            }
        }
    }

    fn at_command(&self) -> bool {
        match self.tokens.last() {
            Some(Token::Word(word)) => seek::is_one_of(&word.text, super::KEYWORDS) || word.text == "for",
            _ => true,
        }
    }

    fn angle(&mut self) {
        if self.eat("<<<") {
            self.read_word();
        } else if self.eat("<<") {
            let strips_tabs = self.eat("-");
            let end = self.read_word().unwrap_or_default().text;
            self.open_heredocs.push(OpenHeredoc { token: self.tokens.len(), end, strips_tabs });
            self.push(Token::Heredoc(String::new()));
        } else if self.eat_any(&["<(", ">("]) {
            self.skip_nested();
            self.push(Token::Word(Word::default()));
        } else if self.eat("<&") {
            self.read_word();
        } else if self.eat(">&") {
            // A number or `-` names a descriptor, anything else a file.
            if let Some(word) = self.read_word()
                && word.text != "-"
                && !word.text.bytes().all(|byte| byte.is_ascii_digit())
            {
                self.push(Token::WriteTo(word));
            }
        } else if self.eat_any(&["<>", ">>", ">|", ">"]) {
            self.redirect(Token::WriteTo);
        } else {
            self.bump();
            self.redirect(Token::ReadFrom);
        }
    }

    fn redirect(&mut self, kind: fn(Word) -> Token) {
        if let Some(word) = self.read_word() {
            self.push(kind(word));
        }
    }

    /// The word of a redirection, on the same line.
    fn read_word(&mut self) -> Option<Word> {
        while self.eat_any(&[" ", "\t"]) {}
        let letter = self.peek()?;
        (!seek::is_of(letter, "\n;&|()<>")).then(|| self.scan_word())
    }

    fn word(&mut self) {
        let start = self.at;
        let mut word = self.scan_word();
        let raw = self.text.get(start..self.at).unwrap_or_default();
        if matches!(self.peek(), Some('<' | '>')) && raw.bytes().all(|byte| byte.is_ascii_digit()) {
            return; // The descriptor of the redirection that follows.
        }
        match raw {
            "[[" => self.in_test = self.at_command(),
            "]]" => self.in_test = false,
            _ => {}
        }
        word.literal |= matches!(raw, "[" | "{" | "[[");
        self.push(Token::Word(word));
    }

    fn read_heredocs(&mut self) {
        for heredoc in std::mem::take(&mut self.open_heredocs) {
            let mut body = String::new();
            while self.at < self.text.len() {
                let line = self.rest().split_inclusive('\n').next().unwrap_or_default();
                self.at += line.len();
                let line = if heredoc.strips_tabs { seek::trim_start(line, "\t") } else { line };
                if seek::trim_end(line, "\n\r") == heredoc.end {
                    break;
                }
                body.push_str(line);
            }
            if let Some(Token::Heredoc(text)) = self.tokens.get_mut(heredoc.token) {
                *text = body;
            }
        }
    }
}
