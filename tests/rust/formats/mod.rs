//! What each wire format's lens sees, writes and demands.

mod ai_sdk;
mod gemini;
mod langchain;
mod shown;
//! The lenses, format by format.

mod ai_sdk_ui;
mod anthropic;
mod gemini;
mod openai_responses;
mod show;
mod shown;
