//! The one test harness of the core.
