//! Objects in the place of calls' arguments.

use epitome::format::{can_replace, lens, replace};
use epitome::json;
use epitome::patch::Op;

use super::{check, each, free, replaced};

const OBJECT: &str = r#"{"pruned":true,"paths":["a \"b\""]}"#;

/// Format, message, the message with the arguments of all its calls replaced: `"$"` is the object's text, `"@"` the object.
const CASES: &[(&str, &str, &str)] = &[
    (
        "openai-chat",
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"b","type":"function","function":{"name":"f","arguments":{"x":1}}},{"id":"c","type":"custom","custom":{"name":"g","input":"free"}},{"id":"d","type":"function","function":{"name":"f","arguments":"no JSON"}}]}"#,
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"$"}},{"id":"b","type":"function","function":{"name":"f","arguments":"@"}},{"id":"c","type":"custom","custom":{"name":"g","input":"$"}},{"id":"d","type":"function","function":{"name":"f","arguments":"$"}}]}"#,
    ),
    (
        "openai-chat",
        r#"{"role":"assistant","content":"so","function_call":{"name":"f","arguments":"{}"}}"#,
        r#"{"role":"assistant","content":"so","function_call":{"name":"f","arguments":"$"}}"#,
    ),
    // Reasoning that a server has sealed stands beside the call, not over it.
    (
        "openai-chat",
        r#"{"role":"assistant","content":null,"reasoning_details":[{"type":"reasoning.text","text":"hm","signature":"s"},{"type":"reasoning.encrypted","id":"other","data":"x"}],"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
        r#"{"role":"assistant","content":null,"reasoning_details":[{"type":"reasoning.text","text":"hm","signature":"s"},{"type":"reasoning.encrypted","id":"other","data":"x"}],"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"$"}}]}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"x\":1}","status":"completed","caller":{"type":"direct"}}"#,
        r#"{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"$","status":"completed","caller":{"type":"direct"}}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"function_call","call_id":"c","name":"f","arguments":{"x":1}}"#,
        r#"{"type":"function_call","call_id":"c","name":"f","arguments":"@"}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"custom_tool_call","call_id":"c","name":"apply_patch","input":"*** Begin Patch"}"#,
        r#"{"type":"custom_tool_call","call_id":"c","name":"apply_patch","input":"$"}"#,
    ),
    (
        "anthropic",
        r#"{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"so"},{"type":"tool_use","id":"t","name":"f","input":{"x":[1]},"cache_control":{"type":"ephemeral"}},{"type":"tool_use","id":"u","name":"f","input":{"y":1},"caller":{"type":"direct"}}]}"#,
        r#"{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"so"},{"type":"tool_use","id":"t","name":"f","input":"@","cache_control":{"type":"ephemeral"}},{"type":"tool_use","id":"u","name":"f","input":"@","caller":{"type":"direct"}}]}"#,
    ),
    (
        "gemini",
        r#"{"role":"model","parts":[{"text":"so","thoughtSignature":"s"},{"functionCall":{"id":"c","name":"f","args":{"x":1}}},{"functionCall":{"name":"f","args":{"thoughtSignature":"mine"}}}]}"#,
        r#"{"role":"model","parts":[{"text":"so","thoughtSignature":"s"},{"functionCall":{"id":"c","name":"f","args":"@"}},{"functionCall":{"name":"f","args":"@"}}]}"#,
    ),
    (
        "ai-sdk",
        r#"{"role":"assistant","content":[{"type":"tool-call","toolCallId":"a","toolName":"f","input":{"x":1},"providerOptions":{"openai":{"itemId":"fc"},"anthropic":{"caller":{"type":"direct"}}}},{"type":"tool-call","toolCallId":"b","toolName":"f","args":{"x":1}},{"type":"tool-call","toolCallId":"c","toolName":"g","input":"free"}]}"#,
        r#"{"role":"assistant","content":[{"type":"tool-call","toolCallId":"a","toolName":"f","input":"@","providerOptions":{"openai":{"itemId":"fc"},"anthropic":{"caller":{"type":"direct"}}}},{"type":"tool-call","toolCallId":"b","toolName":"f","args":"@"},{"type":"tool-call","toolCallId":"c","toolName":"g","input":"$"}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","parts":[{"type":"tool-f","toolCallId":"a","state":"input-available","input":{"x":1}},{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"input-available","input":"free"},{"type":"tool-f","toolCallId":"c","state":"input-available","rawInput":"{\"x"}]}"#,
        r#"{"id":"m","role":"assistant","parts":[{"type":"tool-f","toolCallId":"a","state":"input-available","input":"@"},{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"input-available","input":"$"},{"type":"tool-f","toolCallId":"c","state":"input-available","rawInput":"$"}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","content":{"format":2,"parts":[{"type":"tool-invocation","toolInvocation":{"state":"call","toolCallId":"a","toolName":"f","args":{"x":1}}}]}}"#,
        r#"{"id":"m","role":"assistant","content":{"format":2,"parts":[{"type":"tool-invocation","toolInvocation":{"state":"call","toolCallId":"a","toolName":"f","args":"@"}}]}}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","content":"","toolInvocations":[{"state":"call","toolCallId":"a","toolName":"f","args":{"x":1}}]}"#,
        r#"{"id":"m","role":"assistant","content":"","toolInvocations":[{"state":"call","toolCallId":"a","toolName":"f","args":"@"}]}"#,
    ),
    // A call that is kept in several places changes in all of them.
    (
        "langchain",
        r#"{"type":"ai","data":{"content":[{"type":"text","text":"so"},{"type":"tool_use","id":"a","name":"f","input":{"x":1}},{"type":"tool_use","id":"b","name":"f","input":"{\"x\":1}"}],"tool_calls":[{"id":"a","name":"f","args":{"x":1},"type":"tool_call"},{"id":"b","name":"f","args":{"x":1}}],"tool_call_chunks":[{"id":"a","name":"f","args":"{\"x\":1}","index":0}],"additional_kwargs":{"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}]},"response_metadata":{}}}"#,
        r#"{"type":"ai","data":{"content":[{"type":"text","text":"so"},{"type":"tool_use","id":"a","name":"f","input":"@"},{"type":"tool_use","id":"b","name":"f","input":"$"}],"tool_calls":[{"id":"a","name":"f","args":"@","type":"tool_call"},{"id":"b","name":"f","args":"@"}],"tool_call_chunks":[{"id":"a","name":"f","args":"$","index":0}],"additional_kwargs":{"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"$"}}]},"response_metadata":{}}}"#,
    ),
    (
        "langchain",
        r#"{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"","additional_kwargs":{"function_call":{"name":"f","arguments":"{\"x\":1}"}}}}"#,
        r#"{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"","additional_kwargs":{"function_call":{"name":"f","arguments":"$"}}}}"#,
    ),
    (
        "langchain",
        r#"{"type":"ai","data":{"content":[{"type":"functionCall","functionCall":{"name":"f","args":{"x":1}}}],"tool_calls":[{"id":"z","name":"f","args":{"x":1}}]}}"#,
        r#"{"type":"ai","data":{"content":[{"type":"functionCall","functionCall":{"name":"f","args":"@"}}],"tool_calls":[{"id":"z","name":"f","args":"@"}]}}"#,
    ),
    (
        "pi",
        r#"{"role":"assistant","api":"anthropic-messages","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"s"},{"type":"toolCall","id":"c","name":"f","arguments":{"x":1}}]}"#,
        r#"{"role":"assistant","api":"anthropic-messages","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"s"},{"type":"toolCall","id":"c","name":"f","arguments":"@"}]}"#,
    ),
];

/// Messages whose calls stay: signed ones, those of the provider and of its programs, shapes that its API wants, calls
/// without arguments.
const FIXED: &[(&str, &str)] = &[
    (
        "openai-chat",
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"},"extra_content":{"google":{"thought_signature":"s"}}}]}"#,
    ),
    (
        "openai-chat",
        r#"{"role":"assistant","content":null,"reasoning_details":[{"type":"reasoning.encrypted","id":"a","data":"x","format":"google-gemini-v1"}],"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}]}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"function_call","call_id":"c","name":"f","arguments":"{\"x\":1}","caller":{"type":"program","caller_id":"p"}}"#,
    ),
    ("openai-responses", r#"{"type":"local_shell_call","call_id":"c","action":{"type":"exec","command":["ls"]}}"#),
    ("openai-responses", r#"{"type":"shell_call","call_id":"c","action":{"commands":["ls"]}}"#),
    (
        "openai-responses",
        r#"{"type":"apply_patch_call","call_id":"c","operation":{"type":"create_file","path":"a","diff":"+x"}}"#,
    ),
    ("openai-responses", r#"{"type":"computer_call","call_id":"c","actions":[{"type":"wait"}]}"#),
    ("openai-responses", r#"{"type":"tool_search_call","call_id":"c","execution":"client","arguments":{"query":"x"}}"#),
    ("openai-responses", r#"{"type":"mcp_call","id":"c","name":"f","arguments":"{\"x\":1}"}"#),
    ("openai-responses", r#"{"type":"mcp_approval_request","id":"c","name":"f","arguments":"{\"x\":1}"}"#),
    (
        "anthropic",
        r#"{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"x"}},{"type":"tool_use","id":"t","name":"f","input":{"x":1},"caller":{"type":"code_execution_20250825","tool_id":"s"}},{"type":"tool_use","id":"u","name":"f","input":{}}]}"#,
    ),
    (
        "gemini",
        r#"{"role":"model","parts":[{"functionCall":{"name":"f","args":{"x":1}},"thoughtSignature":"s"},{"functionCall":{"name":"g"}},{"executableCode":{"code":"1"}},{"toolCall":{"toolType":"T","args":{"x":1}}}]}"#,
    ),
    (
        "ai-sdk",
        r#"{"role":"assistant","content":[{"type":"tool-call","toolCallId":"a","toolName":"f","input":{"x":1},"providerOptions":{"google":{"thoughtSignature":"s"}}},{"type":"tool-call","toolCallId":"b","toolName":"f","input":{"x":1},"providerExecuted":true},{"type":"tool-call","toolCallId":"c","toolName":"f","input":{"x":1},"providerOptions":{"anthropic":{"caller":{"type":"code_execution_20250825","toolId":"s"}}}},{"type":"tool-call","toolCallId":"d","toolName":"f","input":{"x":1},"providerOptions":{"openrouter":{"reasoning_details":[{"type":"reasoning.encrypted","id":"d","data":"x"}]}}},{"type":"tool-call","toolCallId":"e","toolName":"f"}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","parts":[{"type":"tool-f","toolCallId":"a","state":"input-available","input":{"x":1},"callProviderMetadata":{"vertex":{"thoughtSignature":"s"}}},{"type":"tool-f","toolCallId":"b","state":"input-available","input":{"x":1},"providerExecuted":true},{"type":"tool-f","toolCallId":"c","state":"approval-requested","input":{"x":1},"approval":{"id":"p","signature":"s"}},{"type":"tool-f","toolCallId":"d","state":"input-streaming"}]}"#,
    ),
    (
        "langchain",
        r#"{"type":"ai","data":{"content":"","tool_calls":[{"id":"a","name":"f","args":{"x":1}}],"additional_kwargs":{"__gemini_function_call_thought_signatures__":{"a":"s"}}}}"#,
    ),
    (
        "langchain",
        r#"{"type":"ai","data":{"content":[{"type":"functionCall","functionCall":{"name":"f","args":{"x":1}},"thoughtSignature":"s"}],"tool_calls":[{"id":"a","name":"f","args":{"x":1}}]}}"#,
    ),
    (
        "langchain",
        r#"{"type":"ai","data":{"content":[{"type":"server_tool_use","id":"a","name":"web_search","input":{"query":"x"}}]}}"#,
    ),
    (
        "pi",
        r#"{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","arguments":{"x":1},"thoughtSignature":"s"}]}"#,
    ),
];

#[test]
fn arguments_become_an_object_or_its_text() {
    for (format, before, after) in CASES {
        let message = json::parse(before).unwrap();
        let parts = free(format, &message);
        let edits = each(&parts, OBJECT, false);
        let mut text = String::new();
        json::write_string(OBJECT, &mut text);
        let expected = after.replace("\"$\"", &text).replace("\"@\"", OBJECT);
        let expected = json::to_text(&json::parse(&expected).unwrap());
        assert_eq!(json::to_text(&replaced(format, &message, &edits)), expected, "{format}");
        for edit in &edits {
            check(format, &message, &[*edit]);
        }
        // Nothing but an object can be the arguments of every tool.
        for other in ["", "[… 12 tokens left out …]", "[]", "7", "null", "\"x\"", "{\"x\":"] {
            assert_eq!(replace(lens(format).unwrap(), &message, &each(&parts, other, false)), Ok(Vec::<Op>::new()));
        }
    }
}

#[test]
fn what_is_signed_or_the_providers_keeps_its_arguments() {
    for (format, message) in FIXED {
        let message = json::parse(message).unwrap();
        let lens = lens(format).unwrap();
        let parts: Vec<usize> = (0..lens.view(&message).unwrap().parts.len()).collect();
        assert!(lens.view(&message).unwrap().calls().next().is_some(), "{format}: no call");
        assert!(!parts.iter().any(|part| can_replace(lens, &message, *part)), "{format}: {}", json::to_text(&message));
        assert_eq!(replace(lens, &message, &each(&parts, OBJECT, false)), Ok(Vec::<Op>::new()), "{format}");
    }
}
