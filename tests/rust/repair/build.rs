//! Random histories as each format writes them.

use proptest::prelude::*;
use serde_json::{Value, json};

/// A step of the model: whether it thinks, whether it speaks, how many calls it makes, and in which order they are answered.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    thinks: bool,
    says: bool,
    calls: usize,
    reversed: bool,
}

/// For each turn, whether the user's words come as a list of parts, and the model's steps.
pub(crate) type Turns = Vec<(bool, Vec<Step>)>;

pub(crate) fn turns() -> impl Strategy<Value = Turns> {
    let step = (any::<bool>(), any::<bool>(), 0..4_usize, any::<bool>())
        .prop_map(|(thinks, says, calls, reversed)| Step { thinks, says, calls, reversed });
    prop::collection::vec((any::<bool>(), prop::collection::vec(step, 0..4)), 1..5)
}

/// What a step says, and the ids of its calls.
pub(crate) struct Said {
    thinks: bool,
    text: Option<String>,
    calls: Vec<String>,
    answers: Vec<String>,
}

/// How a format writes the message of the user, and the messages of a step.
pub(crate) type Write = (fn(&str, bool) -> Value, fn(&Said) -> Vec<Value>);

/// The formats. A further one needs its line here.
pub(crate) const FORMATS: &[(&str, Write)] = &[
    ("pi", (user, pi)),
    ("openai-chat", (user, openai_chat)),
    ("openai-responses", (user_item, openai_responses)),
    ("anthropic", (user, anthropic)),
    ("gemini", (content, gemini)),
    ("gemini", (content, gemini_without_ids)),
    ("ai-sdk", (user, ai_sdk)),
    ("ai-sdk-ui", (page, ai_sdk_ui)),
    ("langchain", (human, langchain)),
    ("langchain", (human_json, langchain_json)),
];

/// Whether results that were moved can be told from others of the same tool.
pub(crate) fn has_ids(format: usize) -> bool {
    format != 5
}

/// The name of a format and a history in it.
pub(crate) fn build(format: usize, turns: &Turns) -> (&'static str, Vec<Value>) {
    let (name, (user, step)) = FORMATS[format];
    let mut out = match name {
        "pi" => vec![json!({"role": "developer", "content": "You are careful."})],
        "anthropic" | "gemini" | "langchain" | "ai-sdk-ui" => vec![],
        _ => vec![json!({"role": "system", "content": "You are careful."})],
    };
    let mut count = 0;
    for (turn, (in_parts, steps)) in turns.iter().enumerate() {
        out.push(user(&format!("request {turn}"), *in_parts));
        for (at, one) in steps.iter().enumerate() {
            let calls: Vec<String> = (0..one.calls).map(|offset| format!("c{}", count + offset)).collect();
            count += one.calls;
            let mut answers = calls.clone();
            if one.reversed && name != "gemini" {
                answers.reverse();
            }
            let text = (one.says || one.calls == 0).then(|| format!("reply {turn} {at}"));
            // With Claude, an open loop that thinks begins with it.
            let thinks = one.thinks && (name != "anthropic" || steps[0].thinks);
            out.extend(step(&Said { thinks, text, calls, answers }));
            // A turn ends with the first step that calls nothing.
            if one.calls == 0 {
                break;
            }
        }
    }
    (name, out)
}

fn user(said: &str, in_parts: bool) -> Value {
    let content = if in_parts { json!([{"type": "text", "text": said}]) } else { json!(said) };
    json!({"role": "user", "content": content})
}

fn pi(said: &Said) -> Vec<Value> {
    let mut blocks = Vec::new();
    if said.thinks {
        blocks.push(json!({"type": "thinking", "thinking": "hm", "thinkingSignature": "s"}));
    }
    blocks.extend(said.text.iter().map(|text| json!({"type": "text", "text": text})));
    let call = |id| json!({"type": "toolCall", "id": id, "name": "read", "arguments": {"path": id}});
    blocks.extend(said.calls.iter().map(call));
    let mut out = vec![json!({"role": "assistant", "api": "anthropic-messages", "content": blocks})];
    for id in &said.answers {
        out.push(json!({"role": "toolResult", "toolCallId": id, "toolName": "read", "isError": false,
            "content": [{"type": "text", "text": format!("output {id}")}]}));
    }
    out
}

fn openai_chat(said: &Said) -> Vec<Value> {
    let mut message = json!({"role": "assistant", "content": said.text});
    if said.thinks {
        message["reasoning_content"] = "hm".into();
    }
    let function = |id| json!({"name": "read", "arguments": format!("{{\"path\":\"{id}\"}}")});
    let calls: Vec<Value> =
        said.calls.iter().map(|id| json!({"id": id, "type": "function", "function": function(id)})).collect();
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    let answer = |id: &String| json!({"role": "tool", "tool_call_id": id, "content": format!("output {id}")});
    std::iter::once(message).chain(said.answers.iter().map(answer)).collect()
}

fn user_item(said: &str, in_parts: bool) -> Value {
    let content = if in_parts { json!([{"type": "input_text", "text": said}]) } else { json!(said) };
    json!({"type": "message", "role": "user", "content": content})
}

fn openai_responses(said: &Said) -> Vec<Value> {
    let mut out = Vec::new();
    if said.thinks {
        out.push(json!({"type": "reasoning", "summary": [], "encrypted_content": "x"}));
    }
    let text = |text| json!({"type": "output_text", "text": text, "annotations": []});
    out.extend(said.text.iter().map(|said| json!({"type": "message", "role": "assistant", "content": [text(said)]})));
    let call = |id: &String| {
        json!({"type": "function_call", "call_id": id, "name": "read",
        "arguments": format!("{{\"path\":\"{id}\"}}")})
    };
    out.extend(said.calls.iter().map(call));
    let answer = |id: &String| json!({"type": "function_call_output", "call_id": id, "output": format!("output {id}")});
    out.extend(said.answers.iter().map(answer));
    out
}

fn anthropic(said: &Said) -> Vec<Value> {
    let mut blocks = Vec::new();
    if said.thinks {
        blocks.push(json!({"type": "thinking", "thinking": "hm", "signature": "s"}));
    }
    blocks.extend(said.text.iter().map(|text| json!({"type": "text", "text": text})));
    blocks.extend(
        said.calls.iter().map(|id| json!({"type": "tool_use", "id": id, "name": "read", "input": {"path": id}})),
    );
    let mut out = vec![json!({"role": "assistant", "content": blocks})];
    let answer = |id: &String| {
        json!({"type": "tool_result", "tool_use_id": id,
        "content": [{"type": "text", "text": format!("output {id}")}]})
    };
    let answers: Vec<Value> = said.answers.iter().map(answer).collect();
    if !answers.is_empty() {
        out.push(json!({"role": "user", "content": answers}));
    }
    out
}

fn content(said: &str, _in_parts: bool) -> Value {
    json!({"role": "user", "parts": [{"text": said}]})
}

fn gemini(said: &Said) -> Vec<Value> {
    let mut parts = Vec::new();
    if said.thinks {
        parts.push(json!({"text": "hm", "thought": true}));
    }
    parts.extend(said.text.iter().map(|text| json!({"text": text})));
    for (at, id) in said.calls.iter().enumerate() {
        let mut part = json!({"functionCall": {"name": "read", "args": {"path": id}, "id": id}});
        if at == 0 {
            part["thoughtSignature"] = "s".into();
        }
        parts.push(part);
    }
    let mut out = vec![json!({"role": "model", "parts": parts})];
    let answer = |id: &String| {
        json!({"functionResponse": {"name": "read", "id": id,
        "response": {"output": format!("output {id}")}}})
    };
    let answers: Vec<Value> = said.answers.iter().map(answer).collect();
    if !answers.is_empty() {
        out.push(json!({"role": "user", "parts": answers}));
    }
    out
}

fn ai_sdk(said: &Said) -> Vec<Value> {
    let mut parts = Vec::new();
    if said.thinks {
        parts.push(json!({"type": "reasoning", "text": "hm", "providerOptions": {"anthropic": {"signature": "s"}}}));
    }
    parts.extend(said.text.iter().map(|text| json!({"type": "text", "text": text})));
    let call = |id| json!({"type": "tool-call", "toolCallId": id, "toolName": "read", "input": {"path": id}});
    parts.extend(said.calls.iter().map(call));
    let mut out = vec![json!({"role": "assistant", "content": parts})];
    let answer = |id: &String| {
        json!({"type": "tool-result", "toolCallId": id, "toolName": "read",
        "output": {"type": "text", "value": format!("output {id}")}})
    };
    let answers: Vec<Value> = said.answers.iter().map(answer).collect();
    if !answers.is_empty() {
        out.push(json!({"role": "tool", "content": answers}));
    }
    out
}

fn gemini_without_ids(said: &Said) -> Vec<Value> {
    let mut out = gemini(said);
    for part in out.iter_mut().filter_map(|message| message["parts"].as_array_mut()).flatten() {
        for key in ["functionCall", "functionResponse"] {
            if let Some(data) = part.get_mut(key).and_then(Value::as_object_mut) {
                data.remove("id");
            }
        }
    }
    out
}

fn page(said: &str, _in_parts: bool) -> Value {
    json!({"id": format!("u {said}"), "role": "user", "parts": [{"type": "text", "text": said}]})
}

fn ai_sdk_ui(said: &Said) -> Vec<Value> {
    let mut parts = vec![json!({"type": "step-start"})];
    if said.thinks {
        parts.push(json!({"type": "reasoning", "text": "hm", "state": "done"}));
    }
    parts.extend(said.text.iter().map(|text| json!({"type": "text", "text": text, "state": "done"})));
    let call = |id: &String| {
        json!({"type": "tool-read", "toolCallId": id, "state": "output-available",
        "input": {"path": id}, "output": format!("output {id}")})
    };
    parts.extend(said.calls.iter().map(call));
    vec![json!({"id": format!("m {:?}", said.text), "role": "assistant", "parts": parts})]
}

/// The two forms of a message.
fn stored(kind: &str, data: Value) -> Value {
    json!({"type": kind, "data": data})
}

fn constructed(class: &str, data: Value) -> Value {
    json!({"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", class], "kwargs": data})
}

fn human(said: &str, in_parts: bool) -> Value {
    stored("human", json!({"content": user(said, in_parts)["content"]}))
}

fn human_json(said: &str, in_parts: bool) -> Value {
    constructed("HumanMessage", json!({"content": user(said, in_parts)["content"]}))
}

fn langchain(said: &Said) -> Vec<Value> {
    langchain_data(said).into_iter().map(|(kind, _, data)| stored(kind, data)).collect()
}

fn langchain_json(said: &Said) -> Vec<Value> {
    langchain_data(said).into_iter().map(|(_, class, data)| constructed(class, data)).collect()
}

fn langchain_data(said: &Said) -> Vec<(&'static str, &'static str, Value)> {
    let mut blocks = Vec::new();
    if said.thinks {
        blocks.push(json!({"type": "thinking", "thinking": "hm", "signature": "s"}));
    }
    blocks.extend(said.text.iter().map(|text| json!({"type": "text", "text": text})));
    let mut calls = Vec::new();
    for id in &said.calls {
        blocks.push(json!({"type": "tool_use", "id": id, "name": "read", "input": {"path": id}}));
        calls.push(json!({"id": id, "name": "read", "args": {"path": id}, "type": "tool_call"}));
    }
    let mut out = vec![("ai", "AIMessage", json!({"content": blocks, "tool_calls": calls}))];
    for id in &said.answers {
        let data = json!({"content": format!("output {id}"), "tool_call_id": id, "name": "read"});
        out.push(("tool", "ToolMessage", data));
    }
    out
}
