//! Words of a shell script: quotes, escapes, and expansions, which are passed over.

use super::lexer::{Lexer, Word};

/// Deeper nesting of substitutions ends the scan.
const MAX_DEPTH: u32 = 24;

impl Lexer<'_> {
    /// The word that begins here.
    pub(super) fn scan_word(&mut self) -> Word {
        let mut word = Word { text: String::new(), literal: true, single: true };
        while let Some(letter) = self.peek() {
            match letter {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => break,
                '\\' => {
                    self.bump();
                    word.text.extend(self.bump().filter(|escaped| *escaped != '\n'));
                }
                '\'' => {
                    self.bump();
                    let quoted = self.rest().split('\'').next().unwrap_or_default();
                    word.text.push_str(quoted);
                    self.at += quoted.len();
                    self.bump();
                }
                '"' => self.double_quoted(&mut word),
                '$' if self.eat("$'") => {
                    word.literal = false;
                    self.skip_to('\'');
                }
                '$' if self.rest().starts_with("$\"") => {
                    self.bump();
                    self.double_quoted(&mut word);
                }
                '$' | '`' => word.single &= !self.expansion(&mut word),
                _ => {
                    if matches!(letter, '*' | '?' | '[' | '{') {
                        word.literal = false;
                        word.single = false;
                    }
                    word.text.extend(self.bump());
                }
            }
        }
        word
    }

    fn double_quoted(&mut self, word: &mut Word) {
        self.bump();
        while let Some(letter) = self.peek() {
            match letter {
                '"' => {
                    self.bump();
                    return;
                }
                '\\' => {
                    self.bump();
                    match self.bump() {
                        Some('\n') | None => {}
                        Some(escaped) => {
                            if !matches!(escaped, '$' | '`' | '"' | '\\') {
                                word.text.push('\\');
                            }
                            word.text.push(escaped);
                        }
                    }
                }
                '$' | '`' => {
                    self.expansion(word);
                }
                _ => word.text.extend(self.bump()),
            }
        }
    }

    /// Passes over an expansion, or takes a `$` that is none. Says whether it was one.
    fn expansion(&mut self, word: &mut Word) -> bool {
        if self.eat("`") {
            self.skip_to('`');
        } else if self.eat("$((") {
            self.skip_arithmetic();
        } else if self.eat("$(") {
            self.skip_nested();
        } else if self.eat("${") {
            self.skip_braces();
        } else {
            self.bump();
            let name =
                self.rest().chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').count();
            if name > 0 {
                self.at += name;
            } else if matches!(self.peek(), Some('?' | '@' | '*' | '#' | '$' | '!' | '-')) {
                self.bump();
            } else {
                word.text.push('$');
                return false;
            }
        }
        word.literal = false;
        true
    }

    fn skip_to(&mut self, end: char) {
        while let Some(letter) = self.bump() {
            if letter == '\\' {
                self.bump();
            } else if letter == end {
                return;
            }
        }
    }

    fn skip_braces(&mut self) {
        let mut open = 1_u32;
        while let Some(letter) = self.bump() {
            match letter {
                '\\' => {
                    self.bump();
                }
                '{' => open += 1,
                '}' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    pub(super) fn skip_arithmetic(&mut self) {
        let mut open = 2_u32;
        while let Some(letter) = self.bump() {
            match letter {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    /// Passes over the commands of a substitution, with the quotes and here-documents in them.
    pub(super) fn skip_nested(&mut self) {
        if self.depth >= MAX_DEPTH {
            self.at = self.text.len();
            return;
        }
        self.depth += 1;
        let tokens = std::mem::take(&mut self.tokens);
        let open_heredocs = std::mem::take(&mut self.open_heredocs);
        let in_test = std::mem::take(&mut self.in_test);
        self.list(true);
        self.tokens = tokens;
        self.open_heredocs = open_heredocs;
        self.in_test = in_test;
        self.depth -= 1;
    }
}
