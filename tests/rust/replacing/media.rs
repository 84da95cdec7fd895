//! Texts that stand for the texts of outputs alone: images and files keep their places.

use epitome::format::{lens, replace};
use epitome::json;
use epitome::patch::Op;
use epitome::view::Piece;
use proptest::prelude::*;

use super::{TEXT, check, each, free, replaced, shapes};

/// Format, message, the message with the texts of all outputs replaced by `$`.
const CASES: &[(&str, &str, &str)] = &[
    (
        "openai-chat",
        r#"{"role":"tool","tool_call_id":"c","content":[{"type":"image_url","image_url":{"url":"u"}},{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}},{"type":"file","file":{"file_id":"f"}}]}"#,
        r#"{"role":"tool","tool_call_id":"c","content":[{"type":"image_url","image_url":{"url":"u"}},{"type":"text","text":"$","cache_control":{"type":"ephemeral"}},{"type":"file","file":{"file_id":"f"}}]}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"a"},{"type":"input_image","detail":"auto","image_url":"u"},{"type":"input_text","text":"b"},{"type":"input_file","file_id":"f"}]}"#,
        r#"{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"$"},{"type":"input_image","detail":"auto","image_url":"u"},{"type":"input_file","file_id":"f"}]}"#,
    ),
    // What is cached up to an image stays cached up to there; a mark on a text that goes moves to the one that stays.
    (
        "anthropic",
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"},"cache_control":{"type":"ephemeral"}}]},{"type":"tool_result","tool_use_id":"u","content":[{"type":"image","source":{"type":"url","url":"u"}},{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"x"}],"cache_control":{"type":"ephemeral"}},{"type":"text","text":"a"}]}]}"#,
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"$"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"},"cache_control":{"type":"ephemeral"}}]},{"type":"tool_result","tool_use_id":"u","content":[{"type":"image","source":{"type":"url","url":"u"}},{"type":"text","text":"$","cache_control":{"type":"ephemeral"}}]}]}"#,
    ),
    // Documents of text are text, those of pages are not.
    (
        "anthropic",
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"x"}},{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AAAA"}}]}]}"#,
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"$"},{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AAAA"}}]}]}"#,
    ),
    (
        "gemini",
        r#"{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"a"},"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}},{"fileData":{"mimeType":"application/pdf","fileUri":"u"}}]}},{"functionResponse":{"name":"f","response":{"error":"a"}}}]}"#,
        r#"{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"$"},"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}},{"fileData":{"mimeType":"application/pdf","fileUri":"u"}}]}},{"functionResponse":{"name":"f","response":{"error":"$"}}}]}"#,
    ),
    (
        "ai-sdk",
        r#"{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"content","value":[{"type":"image-data","mediaType":"image/png","data":"AAAA"},{"type":"text","text":"a"},{"type":"file-data","mediaType":"application/pdf","data":"AAAA"},{"type":"text","text":"b"}]}},{"type":"tool-result","toolCallId":"b","toolName":"f","output":{"type":"text","value":"a"}},{"type":"tool-result","toolCallId":"c","toolName":"f","result":"a","experimental_content":[{"type":"text","text":"a"},{"type":"image","data":"AAAA"}]}]}"#,
        r#"{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"content","value":[{"type":"image-data","mediaType":"image/png","data":"AAAA"},{"type":"text","text":"$"},{"type":"file-data","mediaType":"application/pdf","data":"AAAA"}]}},{"type":"tool-result","toolCallId":"b","toolName":"f","output":{"type":"text","value":"$"}},{"type":"tool-result","toolCallId":"c","toolName":"f","result":"$","experimental_content":[{"type":"text","text":"$"},{"type":"image","data":"AAAA"}]}]}"#,
    ),
    (
        "ai-sdk-ui",
        r#"{"id":"m","role":"assistant","parts":[{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"output-available","input":{},"output":{"content":[{"type":"text","text":"a"},{"type":"image","data":"AAAA","mimeType":"image/png"}],"structuredContent":{"a":1},"isError":true}},{"type":"tool-f","toolCallId":"c","state":"output-available","input":{},"output":"a"}]}"#,
        r#"{"id":"m","role":"assistant","parts":[{"type":"dynamic-tool","toolName":"g","toolCallId":"b","state":"output-available","input":{},"output":{"content":[{"type":"text","text":"$"},{"type":"image","data":"AAAA","mimeType":"image/png"}],"isError":true}},{"type":"tool-f","toolCallId":"c","state":"output-available","input":{},"output":"$"}]}"#,
    ),
    (
        "langchain",
        r#"{"type":"tool","data":{"content":[{"type":"image_url","image_url":"u"},{"type":"text","text":"a"},"b"],"content_blocks":[{"type":"text","text":"a"},{"type":"image","url":"u"},{"type":"text","text":"b"}],"tool_call_id":"c"}}"#,
        r#"{"type":"tool","data":{"content":[{"type":"image_url","image_url":"u"},{"type":"text","text":"$"}],"content_blocks":[{"type":"text","text":"$"},{"type":"image","url":"u"}],"tool_call_id":"c"}}"#,
    ),
    (
        "langchain",
        r#"{"type":"human","data":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"url","url":"u"}}]}]}}"#,
        r#"{"type":"human","data":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"$"},{"type":"image","source":{"type":"url","url":"u"}}]}]}}"#,
    ),
    (
        "pi",
        r#"{"role":"toolResult","toolCallId":"c","toolName":"f","content":[{"type":"text","text":"a"},{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"b"}],"isError":true}"#,
        r#"{"role":"toolResult","toolCallId":"c","toolName":"f","content":[{"type":"text","text":"$"},{"type":"image","data":"AAAA","mimeType":"image/png"}],"isError":true}"#,
    ),
];

#[test]
fn images_and_files_keep_their_places() {
    for (format, before, after) in CASES {
        let message = json::parse(before).unwrap();
        let edits = each(&free(format, &message), TEXT, true);
        let expected = json::to_text(&json::parse(&after.replace('$', TEXT)).unwrap());
        assert_eq!(json::to_text(&replaced(format, &message, &edits)), expected, "{format}");
        for edit in &edits {
            check(format, &message, &[*edit]);
        }
        check(format, &message, &edits);
    }
}

#[test]
fn an_output_without_text_keeps_what_it_has() {
    for (format, message) in [
        (
            "openai-responses",
            r#"{"type":"function_call_output","call_id":"c","output":[{"type":"input_image","detail":"auto","image_url":"u"}]}"#,
        ),
        (
            "anthropic",
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{"type":"url","url":"u"}}]}]}"#,
        ),
        (
            "ai-sdk",
            r#"{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"something-new","x":1}}]}"#,
        ),
        (
            "langchain",
            r#"{"type":"tool","data":{"content_blocks":[{"type":"image","data":"AAAA"}],"tool_call_id":"c"}}"#,
        ),
        (
            "pi",
            r#"{"role":"toolResult","toolCallId":"c","content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}"#,
        ),
    ] {
        let message = json::parse(message).unwrap();
        assert_eq!(free(format, &message), [0], "{format}");
        assert_eq!(replace(lens(format).unwrap(), &message, &each(&[0], TEXT, true)), Ok(Vec::<Op>::new()), "{format}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Any text, in any shape that there is: what is no text of an output is there as it was.
    #[test]
    fn only_texts_give_way(case in 0..shapes::CASES.len() + CASES.len(), text in "[ -~\\n\u{0}é漢🙂]{1,40}", chosen in any::<u8>()) {
        prop_assume!(!text.trim().is_empty());
        let (format, message, _) = shapes::CASES.iter().chain(CASES).nth(case).unwrap();
        let message = json::parse(message).unwrap();
        let view = lens(format).unwrap().view(&message).unwrap();
        let says = |part: &usize| match &view.parts[*part].piece {
            Piece::Result(result) => result.texts.iter().any(|text| !text.is_empty()),
            _ => true,
        };
        let parts: Vec<usize> =
            free(format, &message).into_iter().filter(says).filter(|part| chosen >> (part % 8) & 1 == 1).collect();
        check(format, &message, &each(&parts, &text, true));
    }
}
