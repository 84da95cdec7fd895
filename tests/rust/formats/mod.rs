//! What each wire format's lens sees, writes and demands.

mod ai_sdk;
mod ai_sdk_ui;
mod anthropic;
mod gemini;
mod langchain;
mod openai_responses;
mod show;
mod shown;
