//! The lines of a session's log, as the core keeps them.
//!
//! An entry is an object with `type`, `id`, `parentId`, `timestamp`; the shapes are those of pi's session files, so
//! that such a file loads as it is. Types that the core does not know are kept in their place and never shown to a
//! model.

use std::rc::Rc;

use crate::error::{Error, ErrorKind};
use crate::files::{FileOperations, FileUse};
use crate::format::Lens;
use crate::gather::Gather;
use crate::message::{Record, RecordPart, Role, is_synthetic};
use crate::remote::Remote;
use crate::text::Quote;
use crate::tokens::meter::Calibration;
use crate::tokens::{estimate, usage};
use crate::value::Value;

/// The type of the custom message with which a session begins that goes on from another one.
const HANDOFF: &str = "handoff";

/// One line of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Unique in the session.
    pub id: String,
    /// The entry before it on its branch.
    pub parent: Parent,
    /// When it was written, ISO 8601, as the host stamped it.
    pub timestamp: String,
    /// Whether the host asked to keep this message verbatim in every context (`pinned: true` on the entry).
    pub pinned: bool,
    /// Whether it comes from another session, of which what stood around it has stayed there, and then whether its reasoning
    /// has lost what it is bound to (`carried: true` on the entry; `"loop"`: it belongs to a loop of calls that was not ended).
    pub carried: Option<bool>,
    /// What it says.
    pub body: Body,
}

/// What an entry says of the one before it on its branch (`parentId`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parent {
    /// There is none: `null`.
    Root,
    /// Its id.
    Entry(String),
    /// Nothing: the field is missing, or neither a string nor `null`.
    Unsaid,
}

/// What an entry says.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A message of the conversation.
    Message(Record),
    /// Everything before `first_kept_entry_id` stands in the summary.
    Compaction(Compaction),
    /// What was learned on a branch that was left.
    BranchSummary(BranchSummary),
    /// Text of the host that the model sees as a user's.
    CustomMessage {
        /// The host's name for it.
        custom_type: String,
        /// What the model sees.
        record: Record,
        /// Files of the session that this one goes on from, where it is the document of that.
        files: Option<FileOperations>,
    },
    /// Outputs were shortened, media taken out, or messages left the context; or some of that was undone.
    Prune(Prune),
    /// The session stands at another entry.
    Leaf {
        /// That entry; `None` is before the first.
        target_id: Option<String>,
    },
    /// Anything else: kept, never shown to a model.
    Other {
        /// Its type.
        entry_type: String,
    },
}

/// A compaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Compaction {
    /// The summary, file tags included.
    pub summary: String,
    /// The first entry that stays verbatim.
    pub first_kept_entry_id: String,
    /// Entries before it that stay verbatim too: pinned messages and the request of a split turn.
    pub kept_entry_ids: Vec<String>,
    /// Tokens of the context before.
    pub tokens_before: u32,
    /// Files so far, where the entry has them and no extension wrote it.
    pub files: Option<FileOperations>,
    /// The estimate of the summary, in tokens.
    pub tokens: u32,
    /// How the provider counted, where that was known (`details.usageRatio`, `details.overheadTokens`).
    pub calibration: Option<Calibration>,
    /// What a provider had told of its limit by then, in tokens, and of which model (`details.learnedLimit`).
    pub learned_limit: Option<(u32, String)>,
    /// Whether the context stayed over its trigger all the same.
    pub is_stuck: bool,
    /// The how-many-th compaction of its path it is, where it says so (`details.resume`): a log of which only the end is
    /// held does not show it.
    pub number: u32,
    /// The same since the newest user message.
    pub since_user: u32,
    /// How many entries at its path's start are the host's instructions, where it says so.
    pub lead: Option<u32>,
    /// The provider's own compaction beside the summary, where there is one that the session's format can show.
    pub remote: Option<Remote>,
}

/// A branch summary.
#[derive(Debug, Clone, PartialEq)]
pub struct BranchSummary {
    /// The summary.
    pub summary: String,
    /// The leaf that was left.
    pub from_id: String,
    /// Files of the branch, where the entry has them and no extension wrote it.
    pub files: Option<FileOperations>,
    /// The estimate of the summary, in tokens.
    pub tokens: u32,
}

/// A prune: what the model no longer sees of earlier messages. The messages themselves stay as they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Prune {
    /// What has changed, one after the other. What names no message, or no part of it that can be changed, changes
    /// nothing.
    pub edits: Vec<Edit>,
    /// How the provider counted before it, where it says so, as a compaction does.
    pub calibration: Option<Calibration>,
    /// What a provider had told of its limit by then, as in a compaction.
    pub learned_limit: Option<(u32, String)>,
}

/// What a prune changes of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The message's entry.
    pub entry_id: String,
    /// What becomes of it.
    pub change: Change,
}

/// What becomes of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It leaves the context.
    Drop,
    /// It is shown as it is, whatever edits before this one say.
    Restore,
    /// A text stands for a part of it.
    StandIn {
        /// Which, as its format's lens sees them.
        part: u32,
        /// The text.
        text: String,
        /// Whether it stands for the texts of an output alone.
        keeps_media: bool,
    },
}

impl Entry {
    /// Reads an entry of the log; its message through the format's lens.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidEntry`] or [`ErrorKind::InvalidMessage`], with the place inside the entry.
    pub fn read(value: &Value<'_>, lens: &dyn Lens) -> Result<Self, Error> {
        if !matches!(value, Value::Object(_)) {
            return Err(invalid("", format!("an entry is an object, this is {}", value.kind())));
        }
        let entry_type = required(value, "type")?;
        let id = required(value, "id")?;
        if id.is_empty() {
            return Err(invalid("id", "an entry needs an id that is not empty".into()));
        }
        let body = match entry_type.as_str() {
            "message" => Body::Message(read_message(value, lens)?),
            "compaction" => Body::Compaction(read_compaction(value, lens)?),
            "branch_summary" => {
                let summary = required(value, "summary")?;
                Body::BranchSummary(BranchSummary {
                    tokens: estimate::text(&summary),
                    summary,
                    from_id: value.get_str("fromId").unwrap_or_default().into(),
                    files: read_files(value),
                })
            }
            "custom_message" => Body::CustomMessage {
                custom_type: value.get_str("customType").unwrap_or_default().into(),
                record: read_custom(value)?,
                files: read_files(value).filter(|_| value.get_str("customType") == Some(HANDOFF)),
            },
            "prune" => Body::Prune(read_prune(value)),
            "leaf" => Body::Leaf { target_id: value.get_str("targetId").map(Into::into) },
            _ => Body::Other { entry_type },
        };
        Ok(Self {
            id,
            parent: match value.get("parentId") {
                Some(Value::Null) => Parent::Root,
                Some(Value::String(id)) => Parent::Entry(id.clone().into_owned()),
                _ => Parent::Unsaid,
            },
            timestamp: value.get_str("timestamp").unwrap_or_default().into(),
            pinned: value.get("pinned").is_some_and(Value::is_true),
            carried: value.get("carried").map(Value::is_true),
            body,
        })
    }

    /// The message that the model sees of this entry, where it sees one as such.
    pub fn record(&self) -> Option<&Record> {
        match &self.body {
            Body::Message(record) | Body::CustomMessage { record, .. } => Some(record),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub(crate) fn record_mut(&mut self) -> Option<&mut Record> {
        match &mut self.body {
            Body::Message(record) | Body::CustomMessage { record, .. } => Some(record),
            _ => None,
        }
    }

    /// The message of the conversation that this entry is, where it is one.
    pub fn message(&self) -> Option<&Record> {
        match &self.body {
            Body::Message(record) => Some(record),
            _ => None,
        }
    }

    /// The files that this entry lists for what it stands for.
    pub fn files(&self) -> Option<&FileOperations> {
        match &self.body {
            Body::Compaction(compaction) => compaction.files.as_ref(),
            Body::BranchSummary(branch) => branch.files.as_ref(),
            Body::CustomMessage { files, .. } => files.as_ref(),
            _ => None,
        }
    }

    /// Whether a summary may tell of this entry: the model sees it, and the host does not keep it from the model.
    pub fn is_told(&self) -> bool {
        self.is_visible() && self.record().is_none_or(|record| !record.is_excluded)
    }

    /// Tokens of what the model sees of this entry when it is on the path; 0 for what it never sees.
    pub fn tokens(&self) -> u32 {
        match &self.body {
            Body::Message(record) | Body::CustomMessage { record, .. } => record.tokens,
            Body::Compaction(compaction) => compaction.tokens,
            Body::BranchSummary(branch) => branch.tokens,
            Body::Prune(_) | Body::Leaf { .. } | Body::Other { .. } => 0,
        }
    }

    /// Whether a turn begins here: a message of the user, a custom message, a branch summary.
    pub fn starts_turn(&self) -> bool {
        match &self.body {
            Body::Message(record) => record.starts_turn,
            Body::CustomMessage { .. } | Body::BranchSummary(_) => true,
            _ => false,
        }
    }

    /// Whether it only says something of the log or of other entries.
    pub fn is_metadata(&self) -> bool {
        matches!(self.body, Body::Prune(_) | Body::Leaf { .. } | Body::Other { .. })
    }

    /// Whether the model sees this entry in its place (a compaction stands at the front instead).
    pub fn is_visible(&self) -> bool {
        match &self.body {
            Body::Message(_) | Body::CustomMessage { .. } => true,
            Body::BranchSummary(branch) => !branch.summary.trim().is_empty(),
            _ => false,
        }
    }
}

/// The files that the messages among some entries read or change.
pub(crate) fn files_used(entries: &[Rc<Entry>]) -> Vec<&FileUse> {
    let mut files = Vec::new();
    for record in entries.iter().filter_map(|entry| entry.record()) {
        record.add_files(&mut files);
    }
    files
}

fn invalid(path: &str, message: String) -> Error {
    Error::new(ErrorKind::InvalidEntry, path, message)
}

fn required(value: &Value<'_>, key: &str) -> Result<String, Error> {
    match value.get(key) {
        Some(Value::String(text)) => Ok(text.clone().into_owned()),
        Some(other) => Err(invalid(key, format!("must be a string, this is {}", other.kind()))),
        None => Err(invalid(key, "is missing".into())),
    }
}

fn read_message(value: &Value<'_>, lens: &dyn Lens) -> Result<Record, Error> {
    let message = value.get("message").ok_or_else(|| invalid("message", "is missing".into()))?;
    let view = lens.view(message).map_err(|error| error.within("message"))?;
    let mut record = Record::new(&view);
    record.starts_turn &= !is_synthetic(message);
    record.compacted_by = value.text_of("compactedBy").into();
    // Usage that the host gave beside a message whose format has no place for it.
    if let Some(reported) = value.get("usage").filter(|reported| !reported.is_null()) {
        record.usage = Some(usage::read(reported));
    }
    Ok(record)
}

fn read_compaction(value: &Value<'_>, lens: &dyn Lens) -> Result<Compaction, Error> {
    let summary = required(value, "summary")?;
    let details = value.get("details").unwrap_or(&Value::Null);
    let kept = details.get("keptEntryIds").and_then(Value::as_array);
    let resume = details.get("resume").unwrap_or(&Value::Null);
    let count = |key| resume.get_number(key).unwrap_or(0.0) as u32;
    Ok(Compaction {
        tokens: estimate::text(&summary),
        summary,
        first_kept_entry_id: required(value, "firstKeptEntryId")?,
        kept_entry_ids: kept.unwrap_or_default().iter().filter_map(Value::as_str).map(Into::into).gather(),
        tokens_before: value.get_number("tokensBefore").unwrap_or(0.0) as u32,
        calibration: Calibration::read(value),
        files: read_files(value),
        learned_limit: read_limit(value),
        is_stuck: details.get("stuck").is_some_and(Value::is_true),
        number: count("compactions"),
        since_user: count("compactionsSinceUser"),
        lead: resume.get("lead").and_then(Value::as_array).map(|lead| lead.len() as u32),
        remote: Remote::read(value, lens),
    })
}

/// Reads a prune. A stored log is never refused for one: an edit that is not understood is left out.
fn read_prune(value: &Value<'_>) -> Prune {
    let edit = |edit: &Value<'_>| {
        let place = edit.get_number("part").filter(|part| *part >= 0.0 && *part == f64::from(*part as u32));
        let change = if edit.has_flag("drop") {
            Change::Drop
        } else if edit.has_flag("restore") {
            Change::Restore
        } else {
            let (part, text) = (place? as u32, edit.get_str("text")?.into());
            Change::StandIn { part, text, keeps_media: edit.has_flag("keepsMedia") }
        };
        Some(Edit { entry_id: edit.get_str("entryId")?.into(), change })
    };
    let edits = value.items("edits").iter().filter_map(edit).gather();
    Prune { edits, calibration: Calibration::read(value), learned_limit: read_limit(value) }
}

/// What a provider had told of its limit, and of which model, in an entry's `details`.
fn read_limit(value: &Value<'_>) -> Option<(u32, String)> {
    let limit = value.get("details")?.get("learnedLimit")?;
    let tokens = limit.get_number("tokens").filter(|tokens| *tokens >= 1.0)?;
    Some((tokens as u32, limit.get_str("model").unwrap_or_default().into()))
}

/// The file lists of an entry's `details`; those that an extension wrote are not ours to carry on, but where a session
/// of ours has taken its summary, and added them up itself.
fn read_files(value: &Value<'_>) -> Option<FileOperations> {
    let foreign = ["fromExtension", "fromHook"].iter().any(|key| value.get(key).is_some_and(Value::is_true));
    let ours = |details: &&Value<'_>| !foreign || details.get("resume").is_some();
    value.get("details").filter(ours).map(FileOperations::read)
}

fn read_custom(value: &Value<'_>) -> Result<Record, Error> {
    let mut parts = Vec::new();
    let mut quarters = 0;
    let mut add = |text: Option<&str>| {
        quarters += text.map_or(estimate::IMAGE_QUARTERS, estimate::quarters);
        parts.push(text.map_or(RecordPart::Image, |text| RecordPart::Text(Quote::new(text, 12_000, 4_000))));
    };
    match value.get("content") {
        Some(Value::String(text)) => add(Some(text)),
        Some(Value::Array(blocks)) => {
            for (index, block) in blocks.iter().enumerate() {
                match block.get_str("type") {
                    Some("text") => add(Some(block.text_of("text"))),
                    Some("image") => add(None),
                    _ => return Err(invalid(&format!("content[{index}]"), "must be a text or an image".into())),
                }
            }
        }
        Some(other) => return Err(invalid("content", format!("must be text or blocks, this is {}", other.kind()))),
        None => return Err(invalid("content", "is missing".into())),
    }
    Ok(Record { starts_turn: true, tokens: estimate::round(quarters), parts, ..Record::empty(Role::User) })
}
