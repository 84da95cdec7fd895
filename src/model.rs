//! The model that a context is for, as far as its limits decide anything.

use serde::Serialize;

use crate::error::{Error, ErrorKind};
use crate::nearest;
use crate::value::Value;

/// The model that the context is for. Limits are in tokens; 0, a negative number, NaN, infinity and `null` mean unknown.
/// Other keys than these are the host's own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Model {
    /// The whole window: what goes in and what comes out. Unknown: nothing is compacted for its sake.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number | null | undefined"))]
    pub context_window: Option<u32>,
    /// The longest reply. Where it is missing, `maxTokens` is read, as pi's models call it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number | null | undefined"))]
    pub max_output: Option<u32>,
    /// The largest prompt, where the provider has a limit of its own for it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "number | null | undefined"))]
    pub input_limit: Option<u32>,
    /// Who serves it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string | null | undefined"))]
    pub provider: String,
    /// Its name there.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string | null | undefined"))]
    pub id: String,
    /// Which tokenizer it has. Nothing goes by it yet.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string | null | undefined"))]
    pub tokenizer: String,
}

/// The limits by their keys, with what other catalogues call them, in small letters and without separators.
const LIMITS: [(&str, &[&str]); 3] = [
    ("contextWindow", &["contextwindow", "contextlength", "contextsize"]),
    ("maxOutput", &["maxoutput", "maxoutputtokens", "maxtokens", "outputlimit"]),
    ("inputLimit", &["inputlimit", "maxinput", "maxinputtokens"]),
];

/// What else people call a window, where it is a number.
const WINDOWS: [&str; 5] = ["window", "context", "contexttokens", "maxcontext", "maxcontexttokens"];

impl Model {
    /// Reads what a host gave; `place` is where. Nothing at all is a model of which nothing is known.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for a value of another type, and for a limit under another name, where the right
    /// one is missing: it would be unknown without anybody's notice.
    pub fn read(value: &Value<'_>, place: &str) -> Result<Self, Error> {
        let invalid = |path: String, message: String| Error::new(ErrorKind::InvalidOption, path, message);
        let pairs = match value {
            Value::Null => return Ok(Self::default()),
            Value::Object(pairs) => pairs,
            other => {
                let message = ["must be an object, such as { contextWindow: 128000 }, this is ", other.kind()].concat();
                return Err(invalid(place.into(), message));
            }
        };
        let at = |key: &str| [place, ".", key].concat();
        let tokens = |key: &str| match value.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Number(tokens)) => Ok(known(*tokens)),
            Some(other) => Err(invalid(at(key), ["must be a number of tokens, this is ", other.kind()].concat())),
        };
        let text = |key: &str| match value.get(key) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.to_string()),
            Some(other) => Err(invalid(at(key), ["must be a string, this is ", other.kind()].concat())),
        };
        for (right, names) in LIMITS {
            let is_other = |key: &str, value: &Value<'_>| {
                let folded = nearest::fold(key);
                let is_window = right == "contextWindow" && WINDOWS.contains(&folded.as_str());
                key != right
                    && key != "maxTokens"
                    && (names.contains(&folded.as_str()) || is_window && value.as_number().is_some())
            };
            if value.get(right).is_none()
                && let Some((key, _)) = pairs.iter().find(|(key, value)| is_other(key, value))
            {
                return Err(invalid(at(key), ["is not read: call it ", right].concat()));
            }
        }
        let max_output = if value.given("maxOutput").is_some() { "maxOutput" } else { "maxTokens" };
        Ok(Self {
            context_window: tokens("contextWindow")?,
            max_output: tokens(max_output)?,
            input_limit: tokens("inputLimit")?,
            provider: text("provider")?,
            id: text("id")?,
            tokenizer: text("tokenizer")?,
        })
    }
}

fn known(tokens: f64) -> Option<u32> {
    (tokens >= 1.0 && tokens.is_finite()).then_some(tokens as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn read(text: &str) -> Result<Model, Error> {
        Model::read(&parse(text).unwrap(), "model")
    }

    #[test]
    fn what_is_no_limit_is_unknown() {
        for tokens in [0.0, -1.0, 0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let value = Value::object([("contextWindow", Value::Number(tokens)), ("inputLimit", Value::Null)]);
            assert_eq!(Model::read(&value, "model").unwrap(), Model::default(), "{tokens}");
        }
        assert_eq!(read("null").unwrap(), Model::default());
        assert_eq!(read(r#"{"contextWindow":1000.7}"#).unwrap().context_window, Some(1_000));
        assert_eq!(read(r#"{"contextWindow":1e300}"#).unwrap().context_window, Some(u32::MAX));
    }

    #[test]
    fn a_model_of_pis_is_read_as_it_is() {
        let model = r#"{"id":"m","name":"M","api":"x","provider":"p","input":["text"],"cost":{"input":1},"contextWindow":200000,"maxTokens":64000}"#;
        let read_model = read(model).unwrap();
        assert_eq!((read_model.context_window, read_model.max_output), (Some(200_000), Some(64_000)));
        assert_eq!((read_model.provider.as_str(), read_model.id.as_str()), ("p", "m"));
        assert_eq!(read(r#"{"maxOutput":8000,"maxTokens":64000}"#).unwrap().max_output, Some(8_000));
    }

    #[test]
    fn another_type_or_another_name_is_named() {
        for (given, place, says) in [
            (r#"{"contextWindow":"20000"}"#, "model.contextWindow", "must be a number of tokens, this is a string"),
            (r#"{"contextWindow":{}}"#, "model.contextWindow", "must be a number of tokens, this is an object"),
            (r#"{"maxOutput":[1]}"#, "model.maxOutput", "must be a number of tokens, this is an array"),
            (r#"{"maxTokens":true}"#, "model.maxTokens", "must be a number of tokens, this is a boolean"),
            (r#"{"id":7}"#, "model.id", "must be a string, this is a number"),
            (r#"{"contextwindow":1}"#, "model.contextwindow", "is not read: call it contextWindow"),
            (r#"{"context_window":1}"#, "model.context_window", "is not read: call it contextWindow"),
            (r#"{"context_length":1}"#, "model.context_length", "is not read: call it contextWindow"),
            (r#"{"window":1}"#, "model.window", "is not read: call it contextWindow"),
            (r#"{"id":"m","context":1}"#, "model.context", "is not read: call it contextWindow"),
            (r#"{"context_tokens":1}"#, "model.context_tokens", "is not read: call it contextWindow"),
            (r#"{"maxContext":1}"#, "model.maxContext", "is not read: call it contextWindow"),
            (r#"{"max_context_tokens":1}"#, "model.max_context_tokens", "is not read: call it contextWindow"),
            (r#"{"contextWindow":1,"max_tokens":1}"#, "model.max_tokens", "is not read: call it maxOutput"),
            (r#"{"maxOutputTokens":1}"#, "model.maxOutputTokens", "is not read: call it maxOutput"),
            (r#"{"max_input_tokens":1}"#, "model.max_input_tokens", "is not read: call it inputLimit"),
            ("[]", "model", "must be an object, such as { contextWindow: 128000 }, this is an array"),
            ("7", "model", "must be an object, such as { contextWindow: 128000 }, this is a number"),
        ] {
            let error = read(given).unwrap_err();
            assert_eq!((error.kind(), error.path(), error.message()), (ErrorKind::InvalidOption, place, says));
        }
        // The host's own key beside ours, and what is no limit at all.
        assert_eq!(read(r#"{"contextWindow":5,"context_length":9,"window":7}"#).unwrap().context_window, Some(5));
        assert_eq!(read(r#"{"context":{"tenant":"a"},"window":"main"}"#).unwrap().context_window, None);
    }
}
