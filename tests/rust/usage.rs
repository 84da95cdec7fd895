//! What providers report, shape by shape; and which of it is still true of the context.

use epitome::json;
use epitome::message::Record;
use epitome::session::Session;
use epitome::tokens::usage;
use epitome::value::Value as Wire;
use serde_json::{Value, json};

use super::support::{append, read_stored, session};

/// Prompt, reply, and the context after it.
fn read(reported: &Value) -> (u32, u32, u32) {
    let text = reported.to_string();
    let wire: Wire<'_> = json::parse(&text).unwrap();
    assert_eq!(usage::is_known(&wire), !text.contains("\"foo\""), "{text}");
    let read = usage::read(&wire);
    (read.prompt(), read.output as u32, read.context())
}

#[test]
fn every_providers_shape_is_read() {
    let table = [
        (
            "pi",
            json!({"input": 10, "output": 5, "cacheRead": 90, "cacheWrite": 20, "totalTokens": 125, "cost": {}}),
            (120, 5, 125),
        ),
        (
            "pi, of a provider whose total leaves the cache out",
            json!({"input": 10, "output": 5, "cacheRead": 90, "cacheWrite": 20, "totalTokens": 15}),
            (120, 5, 125),
        ),
        ("only a total", json!({"totalTokens": 100}), (100, 0, 100)),
        (
            "Anthropic",
            json!({"input_tokens": 10, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 90,
            "cache_creation": {"ephemeral_5m_input_tokens": 20, "ephemeral_1h_input_tokens": 0},
            "output_tokens": 5, "service_tier": "standard"}),
            (120, 5, 125),
        ),
        (
            "Anthropic, all of it cached",
            json!({"input_tokens": 0, "cache_read_input_tokens": 90, "output_tokens": 5}),
            (90, 5, 95),
        ),
        (
            "Anthropic with nulls",
            json!({"input_tokens": 10, "cache_creation_input_tokens": null,
            "cache_read_input_tokens": null, "output_tokens": 5}),
            (10, 5, 15),
        ),
        (
            "Anthropic after its own compaction",
            json!({"input_tokens": 23_000, "output_tokens": 1_000, "iterations": [
            {"type": "compaction", "input_tokens": 180_000, "output_tokens": 3_500},
            {"type": "message", "input_tokens": 22_000, "cache_read_input_tokens": 1_000, "output_tokens": 1_000}]}),
            (23_000, 1_000, 24_000),
        ),
        (
            "Anthropic after its own tools, of which the newest call counts",
            json!({"input_tokens": 3_000, "output_tokens": 70,
            "iterations": [{"type": "message", "input_tokens": 1_000, "output_tokens": 20},
                {"type": "message", "input_tokens": 2_000, "output_tokens": 50}]}),
            (2_000, 50, 2_050),
        ),
        (
            "Anthropic, paused after the compaction",
            json!({"input_tokens": 0, "output_tokens": 0,
            "iterations": [{"type": "compaction", "input_tokens": 180_000, "output_tokens": 3_500}]}),
            (0, 0, 0),
        ),
        ("Anthropic's last event of a stream", json!({"output_tokens": 50}), (0, 50, 50)),
        (
            "Bedrock Converse",
            json!({"inputTokens": 10, "outputTokens": 5, "totalTokens": 15,
            "cacheReadInputTokens": 90, "cacheWriteInputTokens": 20}),
            (120, 5, 125),
        ),
        (
            "OpenAI chat",
            json!({"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150,
            "prompt_tokens_details": {"cached_tokens": 80, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 40}}),
            (100, 50, 150),
        ),
        (
            "OpenAI Responses",
            json!({"input_tokens": 100, "input_tokens_details": {"cached_tokens": 80}, "output_tokens": 50,
            "output_tokens_details": {"reasoning_tokens": 50}, "total_tokens": 150}),
            (100, 50, 150),
        ),
        (
            "Google",
            json!({"promptTokenCount": 100, "cachedContentTokenCount": 80, "candidatesTokenCount": 10,
            "thoughtsTokenCount": 40, "totalTokenCount": 150}),
            (100, 50, 150),
        ),
        (
            "Google with its own tools",
            json!({"promptTokenCount": 100, "cachedContentTokenCount": 20,
            "toolUsePromptTokenCount": 30, "candidatesTokenCount": 10, "totalTokenCount": 140}),
            (130, 10, 140),
        ),
        (
            "Google in Python's names, all thoughts",
            json!({"prompt_token_count": 100, "thoughts_token_count": 40,
            "total_token_count": 140}),
            (100, 40, 140),
        ),
        (
            "Google's live reply",
            json!({"promptTokenCount": 100, "responseTokenCount": 10, "totalTokenCount": 110}),
            (100, 10, 110),
        ),
        (
            "Mistral",
            json!({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110, "num_cached_tokens": 64}),
            (100, 10, 110),
        ),
        (
            "Mistral, another name",
            json!({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110,
            "prompt_token_details": {"cached_tokens": 64}}),
            (100, 10, 110),
        ),
        (
            "Mistral's client",
            json!({"promptTokens": 100, "completionTokens": 10, "totalTokens": 110,
            "promptTokensDetails": {"cachedTokens": 64}}),
            (100, 10, 110),
        ),
        (
            "DeepSeek",
            json!({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110,
            "prompt_cache_hit_tokens": 64, "prompt_cache_miss_tokens": 36}),
            (100, 10, 110),
        ),
        (
            "DeepSeek by halves",
            json!({"completion_tokens": 10, "prompt_cache_hit_tokens": 64, "prompt_cache_miss_tokens": 36}),
            (100, 10, 110),
        ),
        (
            "xAI, with reasoning beside the completion",
            json!({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 150,
            "prompt_tokens_details": {"cached_tokens": 60}, "completion_tokens_details": {"reasoning_tokens": 40}}),
            (100, 50, 150),
        ),
        (
            "xAI without a total",
            json!({"prompt_tokens": 100, "completion_tokens": 10,
            "completion_tokens_details": {"reasoning_tokens": 40}}),
            (100, 50, 150),
        ),
        (
            "xAI, with more cached than asked",
            json!({"prompt_tokens": 100, "completion_tokens": 10,
            "prompt_tokens_details": {"cached_tokens": 400}}),
            (500, 10, 510),
        ),
        (
            "the same with a total that tells",
            json!({"prompt_tokens": 500, "completion_tokens": 10, "total_tokens": 910,
            "prompt_tokens_details": {"cached_tokens": 400}}),
            (900, 10, 910),
        ),
        (
            "Groq",
            json!({"queue_time": 0.01, "prompt_tokens": 100, "prompt_time": 0.02, "completion_tokens": 10,
            "completion_time": 0.3, "total_tokens": 110, "total_time": 0.33}),
            (100, 10, 110),
        ),
        (
            "Groq's stream",
            json!({"id": "req_1", "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}}),
            (100, 10, 110),
        ),
        (
            "OpenRouter",
            json!({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110, "cost": 0.01, "is_byok": false,
            "prompt_tokens_details": {"cached_tokens": 60, "cache_write_tokens": 30}}),
            (100, 10, 110),
        ),
        (
            "a proxy that lists Anthropic's names beside",
            json!({"prompt_tokens": 120, "completion_tokens": 5, "total_tokens": 125,
            "cache_creation_input_tokens": 20, "cache_read_input_tokens": 90}),
            (120, 5, 125),
        ),
        ("AI SDK 4", json!({"promptTokens": 100, "completionTokens": 10, "totalTokens": 110}), (100, 10, 110)),
        (
            "AI SDK 5",
            json!({"inputTokens": 100, "outputTokens": 10, "totalTokens": 110, "reasoningTokens": 5,
            "cachedInputTokens": 60}),
            (100, 10, 110),
        ),
        (
            "AI SDK 5, of a provider that counts the cache apart",
            json!({"inputTokens": 100, "outputTokens": 10, "totalTokens": 110,
            "cachedInputTokens": 600}),
            (700, 10, 710),
        ),
        (
            "AI SDK 6",
            json!({"inputTokens": 100, "inputTokenDetails": {"noCacheTokens": 10, "cacheReadTokens": 60, "cacheWriteTokens": 30},
            "outputTokens": 10, "outputTokenDetails": {"textTokens": 6, "reasoningTokens": 4}, "totalTokens": 110}),
            (100, 10, 110),
        ),
        (
            "AI SDK's providers",
            json!({"inputTokens": {"total": 100, "noCache": 10, "cacheRead": 60, "cacheWrite": 30},
            "outputTokens": {"total": 10, "text": 6, "reasoning": 4}}),
            (100, 10, 110),
        ),
        (
            "LangChain",
            json!({"input_tokens": 100, "output_tokens": 10, "total_tokens": 110,
            "input_token_details": {"cache_read": 60, "cache_creation": 30}, "output_token_details": {"reasoning": 4}}),
            (100, 10, 110),
        ),
        (
            "LangChain in JavaScript, formerly",
            json!({"tokenUsage": {"promptTokens": 100, "completionTokens": 10, "totalTokens": 110}}),
            (100, 10, 110),
        ),
        (
            "Ollama",
            json!({"model": "m", "prompt_eval_count": 100, "eval_count": 10, "eval_duration": 12_345}),
            (100, 10, 110),
        ),
        (
            "Cohere",
            json!({"billed_units": {"input_tokens": 20}, "tokens": {"input_tokens": 100, "output_tokens": 10}}),
            (100, 10, 110),
        ),
        (
            "a whole answer of Google's",
            json!({"usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 10}}),
            (100, 10, 110),
        ),
        // What is no count is none.
        ("zeros", json!({"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0}), (0, 0, 0)),
        ("negative", json!({"prompt_tokens": -100, "completion_tokens": 10}), (0, 10, 10)),
        ("texts", json!({"foo": 1, "prompt_tokens": "100", "total_tokens": "110"}), (0, 0, 0)),
        ("no number", json!({"foo": 1, "prompt_tokens": null, "completion_tokens": {}, "total_tokens": []}), (0, 0, 0)),
        ("unknown", json!({"foo": 1}), (0, 0, 0)),
        ("too large", json!({"prompt_tokens": 1e300}), (u32::MAX, 0, u32::MAX)),
    ];
    for (what, reported, expected) in table {
        assert_eq!(read(&reported), expected, "{what}: {reported}");
    }
    for other in [json!({"foo": null}), json!(["foo"]), json!("foo")] {
        assert_eq!(read(&other), (0, 0, 0));
    }
}

/// The entries `m0`, `m1`, …: text of the user, or what is given.
fn log(messages: &[Value]) -> Vec<Value> {
    let entry = |(at, message): (usize, &Value)| {
        let parent = at.checked_sub(1).map(|before| format!("m{before}"));
        let kind = message.get("type").and_then(Value::as_str).unwrap_or("message");
        let mut entry =
            json!({"type": kind, "id": format!("m{at}"), "parentId": parent, "timestamp": "", "message": message});
        if let Some(fields) = message.as_object().filter(|_| kind != "message") {
            entry.as_object_mut().unwrap().extend(fields.clone());
        }
        entry
    };
    messages.iter().enumerate().map(entry).collect()
}

fn user(tokens: usize) -> Value {
    json!({"role": "user", "content": "abcd".repeat(tokens)})
}

fn reply(text: &str, usage: Value) -> Value {
    json!({"role": "assistant", "content": [{"type": "text", "text": text}], "stopReason": "stop", "usage": usage})
}

fn prompt(tokens: u32) -> Value {
    json!({"input": tokens, "output": 0})
}

fn size(messages: &[Value]) -> (Option<u32>, u32) {
    let session = session("pi", &log(messages));
    (session.context().usage_tokens(), session.context().tokens())
}

#[test]
fn the_newest_count_that_is_still_true_is_the_anchor() {
    let fails = |how: &str, tokens: u32| {
        let mut reply = reply("no", prompt(tokens));
        reply["stopReason"] = how.into();
        reply
    };
    // Zeros, of whatever reply, and failed ones: the one before stays, with what came after.
    let long = user(100_000);
    assert_eq!(size(&[long.clone(), fails("error", 0)]), (None, 100_001));
    assert_eq!(size(&[long.clone(), reply("ok", prompt(0))]), (None, 100_001));
    assert_eq!(
        size(&[user(10), reply("good", prompt(50)), user(10), fails("error", 0), fails("aborted", 9)]),
        (Some(50), 62)
    );
    let many: Vec<Value> =
        [user(10), reply("good", prompt(50))].into_iter().chain((0..9).map(|_| fails("error", 0))).collect();
    assert_eq!(size(&many), (Some(50), 59));
    // What has no prompt is a part of something.
    assert_eq!(
        size(&[user(10), reply("good", prompt(50)), user(10), reply("part", json!({"output_tokens": 7}))]),
        (Some(50), 61)
    );
    // A reply that counts without the cache looks small, and is not.
    assert_eq!(
        size(&[
            user(10),
            reply("ok", json!({"input_tokens": 4, "cache_read_input_tokens": 9_000, "output_tokens": 1}))
        ]),
        (Some(9_005), 9_005)
    );
    // What a user's message says of usage is nothing.
    let mut said = user(10);
    said["usage"] = prompt(5_000);
    assert_eq!(size(&[said]), (None, 10));
}

#[test]
fn a_count_of_what_was_folded_away_is_stale_wherever_its_message_stands() {
    let fold = json!({"type": "compaction", "summary": "So far.", "firstKeptEntryId": "m2"});
    let before = [user(50_000), reply("ok", prompt(60_000)), user(10), reply("kept", prompt(190_000))];
    let mut messages: Vec<Value> = before.to_vec();
    messages.push(fold);
    let (anchor, tokens) = size(&messages);
    assert_eq!(anchor, None);
    assert!(tokens < 200, "{tokens}");
    // Until there is a fresh one.
    messages.push(user(10));
    assert_eq!(size(&messages).0, None);
    messages.push(reply("fresh", prompt(900)));
    assert_eq!(size(&messages), (Some(900), 900));
}

#[test]
fn a_response_of_several_messages_is_counted_once() {
    let part = |text: &str, usage: Value| {
        let mut part = reply(text, usage);
        part["responseId"] = "msg_1".into();
        part
    };
    let used = json!({"input": 10, "cacheRead": 90, "output": 5});
    let records = |messages: &[Value]| -> Vec<Record> {
        read_stored(&log(messages)).iter().filter_map(|entry| entry.message().cloned()).collect()
    };
    // Each with the same usage, or one of them alone.
    for parts in [
        [part("text", used.clone()), part("call", used.clone()), part("call", used.clone())],
        [part("text", used.clone()), part("call", Value::Null), part("call", Value::Null)],
        [part("text", Value::Null), part("call", Value::Null), part("call", used.clone())],
    ] {
        let mut messages = vec![user(10)];
        messages.extend(parts);
        assert_eq!(size(&messages), (Some(105), 105));
        messages.push(user(10));
        assert_eq!(size(&messages), (Some(105), 115));
        assert_eq!(usage::context_tokens(&records(&messages)).tokens, 115);
    }
    // Another response's are its own.
    let mut other = part("other", Value::Null);
    other["responseId"] = "msg_2".into();
    assert_eq!(size(&[user(10), part("text", used), other]), (Some(105), 107));
}

#[test]
fn a_server_that_leaves_out_what_does_not_fit_is_found_out() {
    let talk = |prompts: &[u32]| {
        let mut messages = Vec::new();
        for tokens in prompts {
            messages.extend([user(2_000), reply("well", prompt(*tokens))]);
        }
        session("pi", &log(&messages))
    };
    let found = |session: &Session| (session.context().usage_tokens(), session.context().truncated_at());
    assert_eq!(found(&talk(&[2_010, 4_011, 6_012])), (Some(6_012), None));
    let short = talk(&[2_010, 4_011, 6_012, 8_013, 2_048]);
    assert_eq!(found(&short), (Some(8_013), Some(2_048)));
    assert_eq!(short.context().tokens(), 8_013 + 2_001);
    assert_eq!(short.context().accepted(), 8_013);
    // It stays so, until a count is believed, or the context becomes another one.
    assert_eq!(found(&talk(&[4_000, 8_000, 2_048, 2_048])), (Some(8_000), Some(2_048)));
    assert_eq!(found(&talk(&[4_000, 8_000, 2_048, 9_000])), (Some(9_000), None));
    let mut folded = talk(&[4_000, 8_000, 2_048]);
    let fold = json!({"type": "compaction", "id": "c", "parentId": "m5", "timestamp": "", "summary": "So far.", "firstKeptEntryId": "m4"});
    append(&mut folded, &[fold]).unwrap();
    assert_eq!(found(&folded), (None, None));
    // Other tokenizers count less, but not so much less.
    assert_eq!(found(&talk(&[4_000, 8_000, 5_400])), (Some(5_400), None));
    // What counts only what was not in its cache tells nothing of a window.
    assert_eq!(found(&talk(&[4_000, 8_000, 210])), (Some(8_000), None));
    // Of small contexts nothing is told.
    let small = session("pi", &log(&[user(100), reply("well", prompt(1_900)), user(10), reply("well", prompt(300))]));
    assert_eq!(found(&small), (Some(300), None));
    // After the model, or what it is sent, was changed, there is nothing to compare with.
    let (low, id) = (reply("well", prompt(2_048)), "x");
    for change in [Session::forget_model as fn(&mut Session), |session| session.set_overhead(Some(10))] {
        let mut session = talk(&[4_000, 8_000]);
        change(&mut session);
        let entry = json!({"type": "message", "id": id, "parentId": "m3", "timestamp": "", "message": low});
        append(&mut session, &[entry]).unwrap();
        assert_eq!(found(&session), (Some(2_048), None));
    }
}

/// A talk of which each step is: what the user says, in tokens, and what the provider counts for the prompt.
fn steps(steps: &[(usize, u32)]) -> Session {
    let messages: Vec<Value> = steps
        .iter()
        .enumerate()
        .flat_map(|(at, (size, tokens))| [user(*size), reply("well", json!({"input": tokens, "output": at + 1}))])
        .collect();
    session("pi", &log(&messages))
}

fn found(session: &Session) -> (u32, Option<u32>) {
    (session.context().prompt(), session.context().truncated_at())
}

#[test]
fn a_count_that_stands_still_though_much_was_added_is_found_out() {
    // Clamped to the window: the first may have another cause, and counts. The second does not, nor does the first then.
    let clamped = [(3_000, 3_010), (2_000, 4_096), (1_000, 4_096), (1_000, 4_096)];
    assert_eq!(found(&steps(&clamped[..3])), (4_096, None));
    let cut = steps(&clamped);
    assert_eq!(found(&cut), (4_096, Some(4_096)));
    assert_eq!(cut.context().accepted(), 4_096);
    assert!(cut.context().tokens() > 6_000, "{}", cut.context().tokens());
    assert_eq!(cut.context().meter().line(), steps(&clamped[..2]).context().meter().line());
    // Nearly flat: a server leaves out whole messages.
    let ragged = [(3_000, 3_010), (900, 3_900), (600, 4_010), (600, 3_600), (600, 4_000), (5, 4_006), (700, 3_500)];
    assert_eq!(found(&steps(&ragged[..3])), (3_900 + 110, None));
    for end in 4..=ragged.len() {
        let session = steps(&ragged[..end]);
        assert_eq!(found(&session), (3_900, Some(ragged[end - 1].1)), "{end}");
        assert!(session.context().tokens() > 4_900, "{end}");
    }
    // It is over when the server reads more than ever, or all of it.
    let more = |last: (usize, u32)| steps(&[&clamped[..], &[last]].concat());
    assert_eq!(found(&more((1_000, 8_000))), (8_000, None));
    assert_eq!(found(&more((1_000, 4_097))), (4_096, Some(4_097)));
    // What is added little by little is judged once it is enough.
    let little: Vec<(usize, u32)> = (0..12).map(|_| (100, 8_192)).collect();
    assert_eq!(found(&steps(&[&[(8_000, 8_192)], &little[..]].concat())).1, Some(8_192));
    assert_eq!(found(&steps(&[&[(8_000, 8_192)], &little[..9]].concat())).1, None);
    // Results of tools count like what the user says.
    let output = json!({"role": "toolResult", "toolCallId": "c", "toolName": "f", "isError": false,
        "content": [{"type": "text", "text": "abcd".repeat(800)}]});
    let call = |at: u32| {
        json!({"role": "assistant", "stopReason": "toolUse", "usage": {"input": 8_192, "output": at},
        "content": [{"type": "toolCall", "id": "c", "name": "f", "arguments": {}}]})
    };
    let loops = [user(8_000), call(1), output.clone(), call(2), output.clone(), call(3)];
    assert_eq!(found(&session("pi", &log(&loops))), (8_192, Some(8_192)));
}

#[test]
fn a_count_that_stands_still_for_another_reason_is_true() {
    let quiet = |steps_of: &[(usize, u32)]| assert_eq!(found(&steps(steps_of)).1, None, "{steps_of:?}");
    // The provider has cleared old outputs of tools: once, or now and then.
    quiet(&[(30_000, 30_000), (20_000, 50_000), (5_000, 40_000), (5_000, 45_000), (5_000, 50_000), (5_000, 42_000)]);
    quiet(&[(9_000, 9_000), (2_000, 9_100), (2_000, 11_000), (2_000, 11_050), (2_000, 13_000), (2_000, 13_000)]);
    // It counts only what was not in its cache.
    quiet(&[(3_000, 3_100), (3_000, 3_100), (3_000, 3_100), (3_000, 3_100), (3_000, 3_100)]);
    quiet(&[(600, 650), (600, 650), (600, 650), (600, 650)]);
    // A tokenizer that counts half as much; little was added; nothing was added.
    quiet(&[(9_000, 4_500), (1_000, 5_000), (1_000, 5_500), (1_000, 6_000)]);
    quiet(&[(9_000, 9_000), (100, 9_001), (100, 9_002), (100, 9_003)]);
    quiet(&[(9_000, 9_000), (0, 9_000), (0, 9_000), (0, 9_000)]);
    // What the model says and thinks is not always sent again; images cost what each provider likes.
    let long = |tokens: u32| reply(&"abcd".repeat(3_000), json!({"input": 9_000 + tokens, "output": tokens}));
    let image = json!({"role": "user", "content": [{"type": "image", "data": "aGk=", "mimeType": "image/png"}]});
    for said in [user(10), image] {
        let mut messages = vec![user(9_000)];
        for at in 1..6 {
            messages.extend([long(at), said.clone()]);
        }
        assert_eq!(found(&session("pi", &log(&messages))).1, None);
    }
    // One response in several messages reports once, wherever the results stand.
    let part = |id: &str, call: u32| {
        let id_of_call = format!("{id}{call}");
        [
            json!({"role": "assistant", "responseId": id, "stopReason": "toolUse", "usage": {"input": 9_000, "output": 7},
                "content": [{"type": "toolCall", "id": id_of_call, "name": "f", "arguments": {}}]}),
            json!({"role": "toolResult", "toolCallId": id_of_call, "toolName": "f", "isError": false,
                "content": [{"type": "text", "text": "abcd".repeat(800)}]}),
        ]
    };
    let messages: Vec<Value> = [user(9_000)].into_iter().chain((0..4).flat_map(|call| part("r", call))).collect();
    let session = session("pi", &log(&messages));
    assert_eq!(found(&session), (9_000, None));
    // What came between was not in it.
    assert!(session.context().tokens() >= 9_007 + 4 * 800, "{}", session.context().tokens());
}

#[test]
fn a_count_is_not_held_against_one_of_another_context() {
    let still = [(8_000, 8_192), (1_000, 8_192), (1_000, 8_192)];
    assert_eq!(found(&steps(&still)), (8_192, Some(8_192)));
    let next = |session: &mut Session, id: &str, message: Value| {
        let parent = session.leaf().unwrap().id.clone();
        append(
            session,
            &[json!({"type": "message", "id": id, "parentId": parent, "timestamp": "", "message": message})],
        )
        .unwrap();
    };
    let prune = |session: &mut Session| {
        let edits = json!([{"entryId": "m2", "drop": true}]);
        let parent = session.leaf().unwrap().id.clone();
        append(session, &[json!({"type": "prune", "id": "p", "parentId": parent, "timestamp": "", "edits": edits})])
            .unwrap();
    };
    let fold = |session: &mut Session| {
        let parent = session.leaf().unwrap().id.clone();
        append(session, &[json!({"type": "compaction", "id": "f", "parentId": parent, "timestamp": "", "summary": "So far.", "firstKeptEntryId": "m2"})]).unwrap();
    };
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Session));
    let changes: [Change<'_>; 4] = [
        ("model", &Session::forget_model),
        ("overhead", &|session| session.set_overhead(Some(10))),
        ("prune", &prune),
        ("compaction", &fold),
    ];
    for (what, change) in changes {
        // Before the first that stands still, or between the two.
        for steps_before in [1, 2] {
            let mut session = steps(&still[..2]);
            if steps_before == 1 {
                next(&mut session, "a", user(1_000));
                next(&mut session, "b", reply("x", prompt(10_200)));
            }
            change(&mut session);
            assert_eq!(session.context().prompt(), 0, "{what}");
            next(&mut session, "u", user(1_000));
            next(&mut session, "r", reply("x", prompt(8_192)));
            assert_eq!(found(&session), (8_192, None), "{what}");
        }
    }
}

#[test]
fn a_provider_that_compacts_by_itself_cuts_nothing() {
    let says = |text: Value, tokens: u32| {
        json!({"role": "assistant", "content": [text], "stop_reason": "end_turn",
        "usage": {"input_tokens": tokens, "output_tokens": 10}})
    };
    let text = || json!({"type": "text", "text": "well"});
    let compacted = || json!({"type": "compaction", "content": "So far."});
    for reported in [0, 22_000] {
        let messages = [
            user(90_000),
            says(text(), 90_000),
            user(9_000),
            says(compacted(), reported),
            user(9_000),
            says(text(), 31_100),
        ];
        let session = session("anthropic", &log(&messages));
        assert_eq!((found(&session), session.context().usage_tokens()), ((31_100, None), Some(31_110)), "{reported}");
        // What stands before it weighs nothing in what is predicted.
        let line = session.context().calibration().unwrap().line();
        assert!(line.predict(9_020).abs_diff(31_110) < 60, "{line:?}");
    }
}

#[test]
fn the_largest_prompt_that_was_taken_is_known_for_the_model() {
    let mut session =
        session("pi", &log(&[user(3_000), reply("a", prompt(9_000)), user(10), reply("b", prompt(8_000))]));
    assert_eq!(session.context().accepted(), 9_000);
    session.forget_model();
    assert_eq!(session.context().accepted(), 0);
    // A look at the same messages again tells nothing of the new model.
    session.look_from("m1").unwrap();
    assert_eq!(session.context().accepted(), 0);
    session.look_from("m3").unwrap();
    let entry =
        json!({"type": "message", "id": "m4", "parentId": "m3", "timestamp": "", "message": reply("c", prompt(8_500))});
    append(&mut session, &[entry]).unwrap();
    assert_eq!(session.context().accepted(), 8_500);
    let fold = json!({"type": "compaction", "id": "c", "parentId": "m4", "timestamp": "", "summary": "So far.", "firstKeptEntryId": "m4"});
    append(&mut session, &[fold]).unwrap();
    assert_eq!(session.context().accepted(), 8_500);
}
