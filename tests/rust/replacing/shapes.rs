//! Messages with something to replace, and what becomes of each; `$` is the text.

/// Format, message, the message with all replaced.
pub(super) const CASES: &[(&str, &str, &str)] = &[
    // Chat Completions.
    (
        "openai-chat",
        r#"{"role":"tool","tool_call_id":"c","name":"read","content":"long"}"#,
        r#"{"role":"tool","tool_call_id":"c","name":"read","content":"$"}"#,
    ),
    (
        "openai-chat",
        r#"{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}"#,
        r#"{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"$","cache_control":{"type":"ephemeral"}}]}"#,
    ),
    (
        "openai-chat",
        r#"{"role":"function","name":"f","content":"x"}"#,
        r#"{"role":"function","name":"f","content":"$"}"#,
    ),
    (
        "openai-chat",
        r#"{"role":"user","content":[{"type":"text","text":"see"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}},{"type":"file","file":{"file_data":"data:application/pdf;base64,AAAA","filename":"a.pdf"}},{"type":"input_audio","input_audio":{"data":"AAAA","format":"wav"},"cache_control":{"type":"ephemeral"}}]}"#,
        r#"{"role":"user","content":[{"type":"text","text":"see"},{"type":"text","text":"$"},{"type":"text","text":"$"},{"type":"text","text":"$","cache_control":{"type":"ephemeral"}}]}"#,
    ),
    // Responses.
    (
        "openai-responses",
        r#"{"type":"function_call_output","id":"fco","call_id":"c","output":"long","status":"completed"}"#,
        r#"{"type":"function_call_output","id":"fco","call_id":"c","output":"$","status":"completed"}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"custom_tool_call_output","call_id":"c","output":[{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,AAAA"},{"type":"input_text","text":"a"},{"type":"input_file","file_data":"AAAA","filename":"a"}]}"#,
        r#"{"type":"custom_tool_call_output","call_id":"c","output":[{"type":"input_text","text":"$"}]}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"function_call_output","call_id":"c","output":[{"type":"input_image","detail":"auto","image_url":"u"}]}"#,
        r#"{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"$"}]}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"local_shell_call_output","id":"c","output":"{}","status":"failed"}"#,
        r#"{"type":"local_shell_call_output","id":"c","output":"$","status":"failed"}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"shell_call_output","call_id":"c","max_output_length":9,"output":[{"stdout":"a","stderr":"b","outcome":{"type":"exit","exit_code":1}},{"stdout":"c","stderr":"","outcome":{"type":"timeout"}}]}"#,
        r#"{"type":"shell_call_output","call_id":"c","max_output_length":9,"output":[{"stdout":"$","stderr":"","outcome":{"type":"exit","exit_code":1}},{"stdout":"","stderr":"","outcome":{"type":"timeout"}}]}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"apply_patch_call_output","call_id":"c","status":"completed"}"#,
        r#"{"type":"apply_patch_call_output","call_id":"c","status":"completed","output":"$"}"#,
    ),
    (
        "openai-responses",
        r#"{"role":"user","content":[{"type":"input_image","detail":"auto","file_id":"f"},{"type":"input_text","text":"see"},{"type":"input_file","file_id":"f"}]}"#,
        r#"{"role":"user","content":[{"type":"input_text","text":"$"},{"type":"input_text","text":"see"},{"type":"input_text","text":"$"}]}"#,
    ),
    // Anthropic.
    (
        "anthropic",
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"long","is_error":true,"cache_control":{"type":"ephemeral"}},{"type":"tool_result","tool_use_id":"u"}]}"#,
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"$","is_error":true,"cache_control":{"type":"ephemeral"}},{"type":"tool_result","tool_use_id":"u","content":"$"}]}"#,
    ),
    (
        "anthropic",
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"},"cache_control":{"type":"ephemeral"}},{"type":"document","source":{"type":"url","url":"u"}}]},{"type":"text","text":"and?"}]}"#,
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"$","cache_control":{"type":"ephemeral"}}]},{"type":"text","text":"and?"}]}"#,
    ),
    (
        "anthropic",
        r#"{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f"}},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"x"},"title":"t","cache_control":{"type":"ephemeral"}},{"type":"text","text":"see"}]}"#,
        r#"{"role":"user","content":[{"type":"text","text":"$"},{"type":"text","text":"$","cache_control":{"type":"ephemeral"}},{"type":"text","text":"see"}]}"#,
    ),
    // Gemini.
    (
        "gemini",
        r#"{"role":"user","parts":[{"functionResponse":{"id":"c","name":"f","response":{"output":"long","more":1},"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]}},{"functionResponse":{"name":"g","response":{"error":"no"},"scheduling":"SILENT"}},{"functionResponse":{"name":"h"}}]}"#,
        r#"{"role":"user","parts":[{"functionResponse":{"id":"c","name":"f","response":{"output":"$"}}},{"functionResponse":{"name":"g","response":{"error":"$"},"scheduling":"SILENT"}},{"functionResponse":{"name":"h","response":{"output":"$"}}}]}"#,
    ),
    (
        "gemini",
        r#"{"role":"user","parts":[{"text":"see"},{"inlineData":{"mimeType":"image/png","data":"AAAA"}},{"fileData":{"mimeType":"video/mp4","fileUri":"u"},"videoMetadata":{"fps":1}}]}"#,
        r#"{"role":"user","parts":[{"text":"see"},{"text":"$"},{"text":"$"}]}"#,
    ),
    // ModelMessages.
    (
        "ai-sdk",
        r#"{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"text","value":"x"},"providerOptions":{"anthropic":{"cacheControl":{"type":"ephemeral"}}}},{"type":"tool-result","toolCallId":"b","toolName":"f","output":{"type":"json","value":{"a":1},"providerOptions":{"p":{}}}},{"type":"tool-result","toolCallId":"c","toolName":"f","output":{"type":"error-json","value":[1]}},{"type":"tool-result","toolCallId":"d","toolName":"f","output":{"type":"error-text","value":"no"}},{"type":"tool-result","toolCallId":"e","toolName":"f","output":{"type":"execution-denied"}}]}"#,
        r#"{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"text","value":"$"},"providerOptions":{"anthropic":{"cacheControl":{"type":"ephemeral"}}}},{"type":"tool-result","toolCallId":"b","toolName":"f","output":{"type":"text","value":"$","providerOptions":{"p":{}}}},{"type":"tool-result","toolCallId":"c","toolName":"f","output":{"type":"error-text","value":"$"}},{"type":"tool-result","toolCallId":"d","toolName":"f","output":{"type":"error-text","value":"$"}},{"type":"tool-result","toolCallId":"e","toolName":"f","output":{"type":"execution-denied","reason":"$"}}]}"#,
    ),
    (
        "ai-sdk",
        r#"{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"content","value":[{"type":"text","text":"a"},{"type":"image-data","mediaType":"image/png","data":"AAAA","providerOptions":{"anthropic":{"cacheControl":{"type":"ephemeral"}}}}]}},{"type":"tool-result","toolCallId":"b","toolName":"f","output":{"type":"content","value":[{"type":"media","mediaType":"application/pdf","data":"AAAA"}]}},{"type":"tool-result","toolCallId":"c","toolName":"f","result":{"x":1},"isError":true,"experimental_content":[{"type":"text","text":"x"}]},{"type":"tool-result","toolCallId":"d","toolName":"f","result":"x"}]}"#,
        r#"{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"content","value":[{"type":"text","text":"$","providerOptions":{"anthropic":{"cacheControl":{"type":"ephemeral"}}}}]}},{"type":"tool-result","toolCallId":"b","toolName":"f","output":{"type":"content","value":[{"type":"text","text":"$"}]}},{"type":"tool-result","toolCallId":"c","toolName":"f","result":"$","isError":true},{"type":"tool-result","toolCallId":"d","toolName":"f","result":"$"}]}"#,
    ),
    (
        "ai-sdk",
        r#"{"role":"user","content":[{"type":"image","image":"AAAA"},{"type":"file","mediaType":"application/pdf","data":"AAAA","filename":"a.pdf","providerOptions":{"anthropic":{"cacheControl":{"type":"ephemeral"}}}},{"type":"text","text":"see"}]}"#,
        r#"{"role":"user","content":[{"type":"text","text":"$"},{"type":"text","text":"$","providerOptions":{"anthropic":{"cacheControl":{"type":"ephemeral"}}}},{"type":"text","text":"see"}]}"#,
    ),
    // UIMessages.
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-f","toolCallId":"a","state":"output-available","input":{},"output":{"rows":[1]}},{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"output-error","input":{},"errorText":"no"},{"type":"tool-f","toolCallId":"c","state":"output-denied","input":{},"approval":{"id":"p","approved":false}},{"type":"text","text":"ok"}]}"#,
        r#"{"id":"m","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-f","toolCallId":"a","state":"output-available","input":{},"output":"$"},{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"output-error","input":{},"errorText":"$"},{"type":"tool-f","toolCallId":"c","state":"output-denied","input":{},"approval":{"id":"p","approved":false,"reason":"$"}},{"type":"text","text":"ok"}]}"#,
    ),
    // What an MCP server gave keeps its shape: the SDK's own conversion looks for `content`, and fails on a text.
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","parts":[{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"output-available","input":{},"output":{"content":[{"type":"text","text":"a"},{"type":"image","data":"AAAA","mimeType":"image/png"}],"structuredContent":{"a":1},"isError":true}},{"type":"dynamic-tool","toolName":"g","toolCallId":"c","state":"output-available","input":{},"output":{"content":[]}}]}"#,
        r#"{"id":"m","role":"assistant","parts":[{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"output-available","input":{},"output":{"content":[{"type":"text","text":"$"}],"isError":true}},{"type":"dynamic-tool","toolName":"g","toolCallId":"c","state":"output-available","input":{},"output":{"content":[{"type":"text","text":"$"}]}}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","content":"","toolInvocations":[{"state":"result","toolCallId":"a","toolName":"f","args":{},"result":[1,2]}]}"#,
        r#"{"id":"m","role":"assistant","content":"","toolInvocations":[{"state":"result","toolCallId":"a","toolName":"f","args":{},"result":"$"}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","content":{"format":2,"parts":[{"type":"tool-invocation","toolInvocation":{"state":"result","toolCallId":"a","toolName":"f","args":{},"result":{"a":1}}}]}}"#,
        r#"{"id":"m","role":"assistant","content":{"format":2,"parts":[{"type":"tool-invocation","toolInvocation":{"state":"result","toolCallId":"a","toolName":"f","args":{},"result":"$"}}]}}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"user","parts":[{"type":"file","mediaType":"image/png","url":"data:image/png;base64,AAAA"},{"type":"text","text":"see"},{"type":"file","mediaType":"application/pdf","url":"https://example.com/a.pdf","providerMetadata":{"p":{"x":1}}}]}"#,
        r#"{"id":"m","role":"user","parts":[{"type":"text","text":"$"},{"type":"text","text":"see"},{"type":"text","text":"$","providerMetadata":{"p":{"x":1}}}]}"#,
    ),
    // LangChain.
    (
        "langchain",
        r#"{"type":"tool","data":{"content":"long","tool_call_id":"c","name":"f","status":"error","artifact":{"x":1}}}"#,
        r#"{"type":"tool","data":{"content":"$","tool_call_id":"c","name":"f","status":"error","artifact":{"x":1}}}"#,
    ),
    (
        "langchain",
        r#"{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":[{"type":"text","text":"a"},{"type":"image_url","image_url":"data:image/png;base64,AAAA"}],"content_blocks":[{"type":"text","text":"a"},{"type":"image","data":"AAAA"}],"tool_call_id":"c"}}"#,
        r#"{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":[{"type":"text","text":"$"}],"content_blocks":[{"type":"text","text":"$"}],"tool_call_id":"c"}}"#,
    ),
    (
        "langchain",
        r#"{"type":"tool","data":{"content_blocks":[{"type":"image","data":"AAAA"}],"tool_call_id":"c"}}"#,
        r#"{"type":"tool","data":{"content_blocks":[{"type":"text","text":"$"}],"tool_call_id":"c"}}"#,
    ),
    (
        "langchain",
        r#"{"type":"tool","data":{"tool_call_id":"c"}}"#,
        r#"{"type":"tool","data":{"tool_call_id":"c","content":"$"}}"#,
    ),
    (
        "langchain",
        r#"{"type":"function","data":{"content":"x","name":"f"}}"#,
        r#"{"type":"function","data":{"content":"$","name":"f"}}"#,
    ),
    (
        "langchain",
        r#"{"type":"human","data":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"is_error":true},{"type":"image_url","image_url":{"url":"u"}},{"type":"text","text":"see"},{"type":"file","mimeType":"application/pdf","data":"AAAA"}]}}"#,
        r#"{"type":"human","data":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"$"}],"is_error":true},{"type":"text","text":"$"},{"type":"text","text":"see"},{"type":"text","text":"$"}]}}"#,
    ),
    (
        "langchain",
        r#"{"type":"human","data":{"content":[{"type":"image","data":"AAAA"}],"content_blocks":[{"type":"image","data":"AAAA"}]}}"#,
        r#"{"type":"human","data":{"content":[{"type":"text","text":"$"}],"content_blocks":[{"type":"text","text":"$"}]}}"#,
    ),
    // pi.
    (
        "pi",
        r#"{"role":"toolResult","toolCallId":"c","toolName":"f","content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"a"}],"isError":true,"details":{"x":1},"timestamp":1}"#,
        r#"{"role":"toolResult","toolCallId":"c","toolName":"f","content":[{"type":"text","text":"$"}],"isError":true,"details":{"x":1},"timestamp":1}"#,
    ),
    (
        "pi",
        r#"{"role":"toolResult","toolCallId":"c","toolName":"f","content":"a","isError":false}"#,
        r#"{"role":"toolResult","toolCallId":"c","toolName":"f","content":"$","isError":false}"#,
    ),
    (
        "pi",
        r#"{"role":"user","content":[{"type":"text","text":"see"},{"type":"image","data":"AAAA","mimeType":"image/png"}],"timestamp":1}"#,
        r#"{"role":"user","content":[{"type":"text","text":"see"},{"type":"text","text":"$"}],"timestamp":1}"#,
    ),
];

/// Messages in which nothing may be replaced: what the provider's own tools gave, what the model made, what has one shape
/// only, and what is no output or medium at all.
pub(super) const FIXED: &[(&str, &str)] = &[
    ("openai-chat", r#"{"role":"assistant","content":"hi","audio":{"id":"a"}}"#),
    ("openai-chat", r#"{"role":"user","content":"hi"}"#),
    (
        "openai-responses",
        r#"{"type":"computer_call_output","call_id":"c","output":{"type":"computer_screenshot","image_url":"u"}}"#,
    ),
    ("openai-responses", r#"{"type":"tool_search_output","call_id":"c","execution":"client","tools":[{"name":"f"}]}"#),
    (
        "openai-responses",
        r#"{"type":"code_interpreter_call","id":"c","code":"1","outputs":[{"type":"logs","logs":"x"}]}"#,
    ),
    ("openai-responses", r#"{"type":"mcp_call","id":"c","name":"f","arguments":"{}","output":"x"}"#),
    ("openai-responses", r#"{"type":"program_output","call_id":"c","result":"x"}"#),
    ("openai-responses", r#"{"type":"shell_call_output","call_id":"c","output":[]}"#),
    ("openai-responses", r#"{"type":"reasoning","summary":[],"encrypted_content":"x"}"#),
    (
        "anthropic",
        r#"{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s","content":[{"type":"web_search_result","title":"t","url":"u","encrypted_content":"e"}]}]}"#,
    ),
    (
        "anthropic",
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"tool_reference","tool_name":"f"}]}]}"#,
    ),
    (
        "gemini",
        r#"{"role":"model","parts":[{"executableCode":{"code":"1"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}},{"inlineData":{"mimeType":"image/png","data":"AAAA"},"thoughtSignature":"s"}]}"#,
    ),
    (
        "ai-sdk",
        r#"{"role":"assistant","content":[{"type":"tool-call","toolCallId":"a","toolName":"f","input":{},"providerExecuted":true},{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"json","value":[1]}},{"type":"file","mediaType":"image/png","data":"AAAA"}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","parts":[{"type":"tool-f","toolCallId":"a","state":"output-available","input":{},"output":1,"providerExecuted":true},{"type":"tool-f","toolCallId":"b","state":"input-available","input":{}},{"type":"file","mediaType":"image/png","url":"u"}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"user","content":"see","experimental_attachments":[{"contentType":"image/png","url":"u"}]}"#,
    ),
    (
        "langchain",
        r#"{"type":"ai","data":{"content":[{"type":"server_tool_call_result","toolCallId":"a","output":"x"},{"type":"image","data":"AAAA"}]}}"#,
    ),
    (
        "langchain",
        r#"{"type":"tool","data":{"content":[{"type":"tool_reference","tool_name":"f"}],"tool_call_id":"c"}}"#,
    ),
    ("pi", r#"{"role":"bashExecution","command":"ls","output":"x"}"#),
];
