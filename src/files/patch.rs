//! The files that a patch names: Codex's `*** Update File:` form, and unified diffs.

/// The paths in the headers of a patch, in order; each with whether it is the new name of the one before it.
pub(super) fn paths(text: &str) -> Vec<(&str, bool)> {
    let mut paths = Vec::new();
    let mut old: Option<&str> = None;
    for line in text.lines() {
        let line = line.trim_end();
        if let Some(header) = codex_header(line) {
            paths.push(header);
        } else if let Some(path) = line.strip_prefix("rename from ") {
            paths.push((path, false));
        } else if let Some(path) = line.strip_prefix("rename to ") {
            paths.push((path, true));
        }
        // An added line may begin with `++ `: only a `--- ` line directly before makes it a header.
        if let (Some(old), Some(new)) = (old, line.strip_prefix("+++ ")) {
            paths.extend(changed(old, new).map(|path| (path, false)));
        }
        old = line.strip_prefix("--- ");
    }
    paths
}

/// In this form every content line begins with a space, `+` or `-`, so that a header is always one.
fn codex_header(line: &str) -> Option<(&str, bool)> {
    let header = line.strip_prefix("*** ")?;
    let renames = header.strip_prefix("Move to:");
    let path = renames
        .or_else(|| ["Add File:", "Update File:", "Delete File:"].iter().find_map(|kind| header.strip_prefix(kind)))?;
    Some((path.trim(), renames.is_some()))
}

/// The file of a unified diff's two header lines; of a deletion the old one.
fn changed<'a>(old: &'a str, new: &'a str) -> Option<&'a str> {
    let (old, new) = (without_time(old), without_time(new));
    let nothing = |path: &str| path == "/dev/null";
    // git writes `a/` and `b/` before the names; without both they are directories.
    let git = (old.starts_with("a/") || nothing(old)) && (new.starts_with("b/") || nothing(new));
    let (path, prefix) = if nothing(new) { (old, "a/") } else { (new, "b/") };
    let path = if git { path.strip_prefix(prefix).unwrap_or(path) } else { path };
    (!nothing(path)).then_some(path)
}

fn without_time(header: &str) -> &str {
    header.split('\t').next().unwrap_or(header).trim()
}
