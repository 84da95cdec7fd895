//! The one test harness of the core.

#[cfg(test)]
mod rust {
    mod compaction;
    mod documents;
    mod emergency;
    mod everywhere;
    mod extractive;
    mod files;
    mod formats;
    mod glance;
    mod histories;
    mod identifiers;
    mod projection;
    mod promises;
    mod prompt;
    mod recall;
    mod repair;
    mod rounds;
    mod session;
    mod summary;
    mod support;
    mod tree;
    mod validity;
}
