//! What each wire format's lens sees, writes and demands.

mod gemini;
mod shown;
//! The lenses, format by format.

mod anthropic;
mod show;
pub(super) mod ai_sdk;
