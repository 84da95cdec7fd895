//! What can be told of a format's rules in a table.

use super::Lens;
use crate::error::Error;
use crate::value::Value;
use crate::view::View;

/// The rules of a format, beyond those that all share. Rules are named as in `crate::validity`; an empty name means that the
/// format has no rule of its own beside the common one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rules {
    /// Where the results of calls stand.
    pub results: Results,
    /// A result without an open call of its id.
    pub orphan: &'static str,
    /// A call that nothing answers, or not where the results must stand.
    pub unanswered: &'static str,
    /// Another message between a call and its result, where the format tells that from a call without one.
    pub between: &'static str,
    /// Call ids are unique in the whole request.
    pub unique_ids: &'static str,
    /// Calls of the host's tools, and their results, must have an id.
    pub needs_ids: bool,
    /// Arguments given as text must parse as JSON.
    pub json_arguments: &'static str,
    /// A message of the model needs text or calls.
    pub assistant_content: &'static str,
    /// The first message, instructions aside, is the user's.
    pub user_first: &'static str,
    /// A request ends with a message of the user or with results.
    pub user_last: &'static str,
    /// A role that the format does not know.
    pub roles: &'static str,
    /// What a call or reasoning of the user, or a result of the model's, is called; empty where the format's own check tells.
    pub speaker: &'static str,
    /// A rule of the format's own that a message keeps once it is joined to the one before it, of the same role.
    pub joined: &'static str,
    /// Items of the model that follow each other belong to one response: no cut falls between them.
    pub one_response: bool,
    /// Neighbours of the same role are refused by some of the format's servers, so that a summary joins the user's message
    /// behind it.
    pub alternates: bool,
    /// Results do not say whether the tool failed: only their text may.
    pub hides_errors: bool,
    /// The provider does not read what stands before its own compaction: no pair need be whole there, and no message of the
    /// user need follow.
    pub covers: bool,
}

impl Rules {
    /// No rule.
    pub const NONE: Self = Self {
        results: Results::Anywhere,
        orphan: "",
        unanswered: "",
        between: "",
        unique_ids: "",
        needs_ids: false,
        json_arguments: "",
        assistant_content: "",
        user_first: "",
        user_last: "",
        roles: "",
        speaker: "shape",
        joined: "",
        one_response: false,
        alternates: false,
        hides_errors: false,
        covers: false,
    };
}

/// Where the results of a message's calls stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Results {
    /// Anywhere behind the call, in messages of their own.
    #[default]
    Anywhere,
    /// In messages of their own directly behind the message that calls, with nothing but other results between.
    Following,
    /// All in the one message directly behind, before anything else in it.
    Next,
    /// In the same part as the call.
    Inside,
}

/// A message of a history that is checked.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// Its index.
    pub at: usize,
    /// The wire message.
    pub message: &'a Value<'a>,
    /// What its lens sees.
    pub view: &'a View<'a>,
}

/// Looks at all messages that can be read, and gives back what is wrong with the others, each with its index.
pub(crate) fn seen<'v>(
    lens: &dyn Lens,
    messages: &mut dyn Iterator<Item = &'v Value<'v>>,
    look: &mut dyn FnMut(&[Seen<'_>]),
) -> Vec<(usize, Error)> {
    let mut views = Vec::new();
    let mut unreadable = Vec::new();
    for (at, message) in messages.enumerate() {
        match lens.view(message) {
            Ok(view) => views.push((at, message, view)),
            Err(error) => unreadable.push((at, error)),
        }
    }
    let mut history = Vec::with_capacity(views.len());
    for (at, message, view) in &views {
        history.push(Seen { at: *at, message, view });
    }
    look(&history);
    unreadable
}
