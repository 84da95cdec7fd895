//! Edits of a host's objects as JSON Patch (RFC 6902): the host applies them copy-on-write, so that what is not named in one
//! stays the same object.

use crate::gather::Gather;
use crate::json;
use crate::seek;
use crate::value::Value;

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
    /// The same operation inside a larger document.
    #[must_use]
    pub fn within(self, prefix: &str) -> Self {
        let join = |path: String| format!("{prefix}{path}");
        match self {
            Self::Add { path, value } => Self::Add { path: join(path), value },
            Self::Remove { path } => Self::Remove { path: join(path) },
            Self::Replace { path, value } => Self::Replace { path: join(path), value },
            Self::Move { from, path } => Self::Move { from: join(from), path: join(path) },
        }
    }

    /// The same operation on an array of which this one's document is the part that begins at an index.
    #[must_use]
    pub fn at_items_from(self, from: usize) -> Self {
        let shift = |path: String| {
            let (_, rest) = path.split_at(path.len().min(1));
            let (index, rest) = rest.split_once('/').map_or((rest, None), |(index, rest)| (index, Some(rest)));
            let mut shifted = format!("/{}", index.parse().unwrap_or(0) + from);
            if let Some(rest) = rest {
                shifted.push('/');
                shifted.push_str(rest);
            }
            shifted
        };
        match self {
            Self::Add { path, value } => Self::Add { path: shift(path), value },
            Self::Remove { path } => Self::Remove { path: shift(path) },
            Self::Replace { path, value } => Self::Replace { path: shift(path), value },
            Self::Move { from, path } => Self::Move { from: shift(from), path: shift(path) },
        }
    }

    /// The operation as JSON.
    fn to_value(&self) -> Value<'static> {
        let (op, path, rest) = match self {
            Self::Add { path, value } => ("add", path, ("value", value.clone())),
            Self::Remove { path } => ("remove", path, ("", Value::Null)),
            Self::Replace { path, value } => ("replace", path, ("value", value.clone())),
            Self::Move { from, path } => ("move", path, ("from", Value::text(from.clone()))),
        };
        let mut pairs = vec![("op".into(), Value::text(op)), ("path".into(), Value::text(path.clone()))];
        if !rest.0.is_empty() {
            pairs.push((rest.0.into(), rest.1));
        }
        Value::Object(pairs)
    }
}

/// A patch as the JSON that crosses to the host.
pub fn to_text(ops: &[Op]) -> String {
    json::to_text(&Value::Array(ops.iter().map(Op::to_value).gather()))
}

/// Applies an operation. Where its path leads nowhere, nothing happens and the answer is false.
pub fn apply<'a>(document: &mut Value<'a>, op: &Op) -> bool {
    match op {
        Op::Add { path, value } => add(document, path, value.clone()),
        Op::Remove { path } => take(document, path).is_some(),
        Op::Replace { path, value } => match find(document, path) {
            Some(slot) => {
                *slot = value.clone();
                true
            }
            None => false,
        },
        Op::Move { from, path } => match take(document, from) {
            Some(value) => add(document, path, value),
            None => false,
        },
    }
}

/// The steps of a pointer.
fn steps(path: &str) -> impl Iterator<Item = String> {
    path.split('/').skip(1).map(|step| seek::replace(&seek::replace(step, "~1", "/"), "~0", "~"))
}

fn find<'v, 'a>(document: &'v mut Value<'a>, path: &str) -> Option<&'v mut Value<'a>> {
    let mut at = document;
    for step in steps(path) {
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
    let last = steps(path.get(cut..)?).next()?;
    Some((find(document, path.get(..cut)?)?, last))
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
