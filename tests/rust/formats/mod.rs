//! What each wire format's lens sees, writes and demands.

mod ai_sdk;
mod anthropic;
mod gemini;
mod show;
mod shown;
