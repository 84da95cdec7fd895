//! The one test harness of the core.

#[cfg(test)]
mod rust {
    mod additions;
    mod asking;
    mod budget;
    mod carried;
    mod compaction;
    mod documents;
    mod emergency;
    mod everywhere;
    mod extractive;
    mod files;
    mod formats;
    mod forms;
    mod glance;
    mod golden;
    mod golden_entries;
    mod histories;
    mod identifiers;
    mod injection;
    mod mask;
    mod meter;
    mod projection;
    mod promises;
    mod prompt;
    mod prune;
    mod prune_entries;
    mod recall;
    mod redaction;
    mod remote;
    mod repair;
    mod replacing;
    mod rounds;
    mod session;
    mod shorten;
    mod summary;
    mod support;
    mod tree;
    mod upkeep_prune;
    mod usage;
    mod validity;
    mod whole;
}
