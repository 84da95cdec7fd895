//! The one test harness of the core.

#[cfg(test)]
mod rust {
    mod compaction;
    mod documents;
    mod emergency;
    mod everywhere;
    mod files;
    mod histories;
    mod promises;
    mod prompt;
    mod recall;
    mod session;
    mod summary;
    mod support;
    mod validity;
}
