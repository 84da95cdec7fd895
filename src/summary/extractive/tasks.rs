//! Open tasks, as the agent's task tool last had them.

use super::calls;
use crate::gather::Gather;
use crate::json;
use crate::message::Call;
use crate::seek;
use crate::value::Value;

/// Whether a tool keeps a list of tasks, by its name.
pub(super) fn is_task_tool(name: &str) -> bool {
    seek::has_any(&seek::lowered(name), "todo|plan|task")
}

/// The tasks that a call leaves open; `None` where it sets no list of tasks.
pub(super) fn open_tasks(call: &Call) -> Option<Vec<String>> {
    if !is_task_tool(&call.name) {
        return None;
    }
    if let Some(value) = calls::whole(&call.arguments) {
        return list(&value).map(open);
    }
    // Of a long list only the start is held: the tasks that are whole are read.
    let end = call.arguments.head.rfind('}')?;
    let repaired = format!("{}]}}", call.arguments.head.get(..=end)?);
    list(&json::parse(&repaired).ok()?).map(open)
}

fn list<'a>(arguments: &'a Value<'a>) -> Option<&'a [Value<'a>]> {
    ["todos", "plan", "tasks", "items", "newTodos"].iter().find_map(|key| arguments.get(key)).and_then(Value::as_array)
}

fn open(items: &[Value<'_>]) -> Vec<String> {
    items
        .iter()
        .filter(|item| !matches!(item.get_str("status"), Some("completed" | "done" | "cancelled" | "canceled")))
        .filter_map(|item| {
            let text = ["content", "step", "text", "title", "subject"].iter().find_map(|key| item.get_str(key));
            let text = text.or_else(|| item.as_str())?;
            let doing = matches!(item.get_str("status"), Some("in_progress" | "in-progress" | "active"));
            Some(format!("{}{}", calls::one_line(text, 240), if doing { " (in progress)" } else { "" }))
        })
        .gather()
}
