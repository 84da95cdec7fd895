//! Edits of a host's objects as JSON Patch (RFC 6902): the host applies them copy-on-write, so that what is not named in one
//! stays the same object.

use crate::json;
use crate::value::Value;
use crate::view::Place;

/// One operation. Paths are JSON pointers (RFC 6901).
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// Puts a value into an object or before an item of an array (`-` is its end).
    Add {
        /// Where.
        path: String,
        /// What.
        value: Value<'static>,
    },
    /// Takes a value away.
    Remove {
        /// Which.
        path: String,
    },
    /// Puts another value in the place of one.
    Replace {
        /// Which.
        path: String,
        /// By what.
        value: Value<'static>,
    },
    /// Takes a value away and puts it elsewhere: the host's own object, never a copy of ours.
    Move {
        /// Which.
        from: String,
        /// Where to, after it was taken away.
        path: String,
    },
}

impl Op {
    /// Its paths: where it does something, and where it takes that from.
    fn paths(&mut self) -> [Option<&mut String>; 2] {
        match self {
            Self::Add { path, .. } | Self::Remove { path } | Self::Replace { path, .. } => [Some(path), None],
            Self::Move { from, path } => [Some(path), Some(from)],
        }
    }

    /// The same operation inside a larger document.
    #[must_use]
    pub fn within(mut self, prefix: &str) -> Self {
        for path in self.paths().into_iter().flatten() {
            path.insert_str(0, prefix);
        }
        self
    }

    /// The same operation on an array of which this one's document is the part that begins at an index.
    #[must_use]
    pub fn at_items_from(mut self, from: usize) -> Self {
        for path in self.paths().into_iter().flatten() {
            let mut steps = path.get(1..).unwrap_or_default().splitn(2, '/');
            let index = steps.next().and_then(|index| index.parse().ok()).unwrap_or(0) + from;
            let mut shifted = Place { field: "", index: u32::try_from(index).ok() }.pointer();
            if let Some(rest) = steps.next() {
                shifted.push('/');
                shifted.push_str(rest);
            }
            *path = shifted;
        }
        self
    }

    /// Writes the operation as JSON.
    fn write(&self, out: &mut String) {
        let (op, path) = match self {
            Self::Add { path, .. } => ("add", path),
            Self::Remove { path } => ("remove", path),
            Self::Replace { path, .. } => ("replace", path),
            Self::Move { path, .. } => ("move", path),
        };
        out.push_str("{\"op\":\"");
        out.push_str(op);
        out.push_str("\",\"path\":");
        json::write_string(path, out);
        match self {
            Self::Add { value, .. } | Self::Replace { value, .. } => {
                out.push_str(",\"value\":");
                out.push_str(&json::to_text(value));
            }
            Self::Move { from, .. } => {
                out.push_str(",\"from\":");
                json::write_string(from, out);
            }
            Self::Remove { .. } => {}
        }
        out.push('}');
    }
}

/// A patch as the JSON that crosses to the host.
pub fn to_text(ops: &[Op]) -> String {
    let mut out = String::from("[");
    for (index, op) in ops.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        op.write(&mut out);
    }
    out.push(']');
    out
}

/// Applies an operation. Where its path leads nowhere, nothing happens and the answer is false.
pub fn apply<'a>(document: &mut Value<'a>, op: &Op) -> bool {
    match op {
        Op::Add { path, value } => add(document, path, value.clone()),
        Op::Remove { path } => take(document, path).is_some(),
        Op::Replace { path, value } => replace(document, path, value.clone()),
        Op::Move { from, path } => take(document, from).is_some_and(|value| add(document, path, value)),
    }
}

/// A step of a pointer without its escapes.
fn unescaped(step: &str) -> String {
    let mut key = String::with_capacity(step.len());
    let mut letters = step.chars().peekable();
    while let Some(letter) = letters.next() {
        let meant = match (letter, letters.peek()) {
            ('~', Some('0')) => '~',
            ('~', Some('1')) => '/',
            _ => {
                key.push(letter);
                continue;
            }
        };
        letters.next();
        key.push(meant);
    }
    key
}

fn find<'v, 'a>(document: &'v mut Value<'a>, path: &str) -> Option<&'v mut Value<'a>> {
    let mut at = document;
    for step in path.split('/').skip(1) {
        let step = unescaped(step);
        at = match at {
            Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?)?,
            Value::Object(pairs) => pairs.iter_mut().find(|(key, _)| *key == step).map(|(_, value)| value)?,
            _ => return None,
        };
    }
    Some(at)
}

/// The container of a path and the last step.
fn parent<'v, 'a>(document: &'v mut Value<'a>, path: &str) -> Option<(&'v mut Value<'a>, String)> {
    let cut = path.rfind('/')?;
    Some((find(document, path.get(..cut)?)?, unescaped(path.get(cut + 1..)?)))
}

/// Puts a value where a path says; false where that is nowhere.
pub fn add<'a>(document: &mut Value<'a>, path: &str, value: Value<'a>) -> bool {
    match parent(document, path) {
        Some((Value::Array(items), step)) => {
            let at = if step == "-" { Some(items.len()) } else { step.parse().ok() };
            match at.filter(|at| *at <= items.len()) {
                Some(at) => items.insert(at, value),
                None => return false,
            }
        }
        Some((Value::Object(pairs), key)) => match pairs.iter_mut().find(|(name, _)| *name == key) {
            Some((_, slot)) => *slot = value,
            None => pairs.push((key.into(), value)),
        },
        _ => return false,
    }
    true
}

/// Puts a value in the place of the one at a path; false where there is none.
pub fn replace<'a>(document: &mut Value<'a>, path: &str, value: Value<'a>) -> bool {
    match find(document, path) {
        Some(slot) => *slot = value,
        None => return false,
    }
    true
}

/// Takes away what stands at a path.
pub fn take<'a>(document: &mut Value<'a>, path: &str) -> Option<Value<'a>> {
    match parent(document, path)? {
        (Value::Array(items), step) => {
            let at = step.parse().ok().filter(|at: &usize| *at < items.len())?;
            Some(items.remove(at))
        }
        (Value::Object(pairs), key) => {
            let at = pairs.iter().position(|(name, _)| *name == key)?;
            Some(pairs.remove(at).1)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patched(document: &str, ops: &[Op]) -> String {
        let mut value = json::parse(document).unwrap();
        assert!(ops.iter().all(|op| apply(&mut value, op)), "{ops:?}");
        json::to_text(&value)
    }

    #[test]
    fn applies_each_operation() {
        let text = |text: &str| Value::text(text.to_owned());
        let add = |path: &str| Op::Add { path: path.into(), value: text("x") };
        for (document, op, expected) in [
            ("[1,2]", add("/1"), r#"[1,"x",2]"#),
            ("[1,2]", add("/-"), r#"[1,2,"x"]"#),
            (r#"{"a":1}"#, add("/b"), r#"{"a":1,"b":"x"}"#),
            (r#"{"a/b":{"~":1}}"#, add("/a~1b/~0"), r#"{"a/b":{"~":"x"}}"#),
            ("[[1],2]", Op::Remove { path: "/0/0".into() }, "[[],2]"),
            (r#"{"a":1,"b":2}"#, Op::Replace { path: "/a".into(), value: text("y") }, r#"{"a":"y","b":2}"#),
            (r#"{"a":{"b":1},"c":[]}"#, Op::Move { from: "/a/b".into(), path: "/c/0".into() }, r#"{"a":{},"c":[1]}"#),
        ] {
            assert_eq!(patched(document, &[op]), expected, "{document}");
        }
    }

    #[test]
    fn says_where_a_path_leads_nowhere() {
        for path in ["", "/5", "/x", "/0/0"] {
            let mut document = json::parse("[1]").unwrap();
            assert!(!apply(&mut document, &Op::Remove { path: path.into() }), "{path}");
            assert_eq!(json::to_text(&document), "[1]");
        }
    }
}
