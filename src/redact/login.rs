//! Secrets that are known by where they stand: in URLs, in headers, behind options of commands.

use super::finder::{Found, Word, first_of, from, part};
use super::forms::turns;
use super::value::{PLAIN, is_code, looks_random, value};
use crate::seek;

/// Where a secret begins behind a word, how long it is, and what it is.
type Place = (usize, usize, &'static str);

/// The secret behind a word that leads to one.
pub(super) fn find(word: &Word<'_>) -> Option<Found<'static>> {
    let name = word.word();
    let (at, length, kind) = match word.next_byte() {
        b':' if word.rest().starts_with("://") => {
            let (at, length, kind) = in_url(name, from(word.near(), 3))?;
            (at + 3, length, kind)
        }
        // The last letters of what `in_header` looks for.
        b' ' | b'\t' | b':' | b'"' | b'\'' | b'\\' if seek::ends_with(name, "rRcnNeE") => {
            in_header(from(name, word.escape()), word.near())?
        }
        _ => return None,
    };
    Some(Found { start: word.end + at, end: word.end + at + length, kind })
}

fn until<'t>(text: &'t str, ends: &str) -> &'t str {
    seek::until(text, &|letter| letter.is_whitespace() || seek::is_of(letter, ends))
}

/// The password in `user:password@host`, or what opens a webhook.
fn in_url(scheme: &str, rest: &str) -> Option<Place> {
    const HOOKS: &str =
        "hooks.slack.com/services/|discord.com/api/webhooks/|discordapp.com/api/webhooks/|api.telegram.org/bot";
    if let Some(hook) = first_of(HOOKS, &|hook| rest.starts_with(hook)) {
        let path = value(from(rest, hook.len()), PLAIN);
        return (path.len() > 20 && !seek::starts_with(path, "$<[")).then_some((hook.len(), path.len(), "token"));
    }
    let is_web = seek::find(scheme, "http").is_some();
    let login = |ends: &str| seek::split_last(until(rest, ends), "@").map(|(login, _)| login);
    // A slash in a password should be escaped, but who writes it into a variable does not know.
    let login = login("/?#\"'`<>").or_else(|| if is_web { None } else { login("\"'`<>,") })?;
    let (user, password) = seek::split(login, ":")?;
    let is_escape = |rest: &str| rest.len() > 1 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    let is_variable = match password.strip_prefix('%') {
        Some(rest) => !is_escape(rest),
        None => password.is_empty() || seek::starts_with(password, "${<[*"),
    };
    let kind = if is_web { "password" } else { "connection-string" };
    (!is_variable && !seek::has(user, "/@")).then_some((user.len() + 1, password.len(), kind))
}

/// What a header says that a client is.
fn in_header(word: &str, rest: &str) -> Option<Place> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    let skip = |text: &str, set: &str| text.len() - seek::trim_start(text, set).len();
    if is("bearer") || is("basic") || is("token") {
        let at = skip(rest, " \t");
        let value = value(from(rest, at), PLAIN);
        let is_drawn = turns(value) > 1 || (looks_random(value) && !is("token"));
        let is_token = at > 0 && value.len() > 11 && is_drawn && !is_code(value, false);
        return is_token.then_some((at, value.len(), "token"));
    }
    let is_set = is("set-cookie");
    if !is_set && !is("cookie") {
        return None;
    }
    let sign = skip(rest, "\\\"' ");
    if !from(rest, sign).starts_with(':') {
        return None;
    }
    let at = sign + 1 + skip(from(rest, sign + 1), "\\\"' ");
    let header = seek::until(from(rest, at), &|letter| seek::is_of(letter, "\r\n\"'`\\"));
    let (name, cookie) = seek::split(header, "=")?;
    let (start, cookie) = if is_set { (name.len() + 1, until(cookie, ";")) } else { (0, header.trim_end()) };
    (cookie.len() > 5 && !seek::starts_with(cookie, "[$") && !seek::has(cookie, "({")).then_some((
        at + start,
        cookie.len(),
        "cookie",
    ))
}

/// How the value of an option holds a password.
#[derive(PartialEq)]
enum Holds {
    /// As it is.
    Whole,
    /// Only where it stands in one word with the option; apart it is something else, unless it looks like a password.
    Attached,
    /// Behind a user and a colon.
    Login,
}

/// Options of one letter, which mean a password only to some commands.
const OPTIONS: [(&str, &str, Holds); 6] = [
    ("-p", "sshpass|docker login|podman login|mongo|az login|oc login", Holds::Whole),
    ("-p", "mysql|mariadb|7z ", Holds::Attached),
    ("-P", "zip ", Holds::Whole),
    ("-a", "redis-cli", Holds::Whole),
    ("-w", "ldap", Holds::Whole),
    ("-u", "curl|http", Holds::Login),
];

/// The password behind an option of a command.
pub(super) fn option(word: &Word<'_>) -> Option<Found<'static>> {
    let text = word.word();
    let is_user = text == "--user" || text == "--proxy-user";
    if !text.starts_with('-') || (!is_user && text.starts_with("--")) {
        return None;
    }
    let before = word.before();
    // A command is no longer than that.
    let line = from(before, before.floor_char_boundary(before.len().saturating_sub(200)));
    let line = seek::behind_last(line, "\n");
    let row = OPTIONS.iter().find(|(option, commands, holds)| {
        let named = if is_user { *holds == Holds::Login } else { text.starts_with(option) };
        named && seek::has_any(line, commands)
    })?;
    let attached = !is_user && text.len() > 2;
    let start = if attached { word.start + 2 } else { word.end };
    let tail = from(word.text, start);
    let gap = tail.len() - seek::trim_start(tail, " \\\"'=").len();
    let quote = part(tail, 0, gap).chars().next_back();
    let tail = from(tail, gap);
    let whole = match quote.filter(|quote| seek::is_of(*quote, "\"'")) {
        Some(quote) => seek::until(tail, &|letter| letter == quote || letter.is_whitespace() || letter == '\\'),
        None => until(tail, "\"'`;|<>\\"),
    };
    let user = match row.2 {
        Holds::Login => seek::split(whole, ":")?.0.len() + 1,
        _ => 0,
    };
    let password = from(whole, user);
    let apart = row.2 == Holds::Attached && !attached && !(looks_random(password) && password.len() > 5);
    let is_secret = (attached || gap > 0) && password.len() > 2 && !apart && !is_code(password, false);
    let start = start + gap + user;
    is_secret.then(|| Found { start, end: start + password.len(), kind: "password" })
}
