//! The files that a patch names: Codex's `*** Update File:` form, and unified diffs.

/// The paths in the headers of a patch, in order.
pub(super) fn paths(text: &str) -> Vec<&str> {
    let mut paths = Vec::new();
    let mut old: Option<&str> = None;
    for line in text.lines() {
        let line = line.trim_end();
        if let Some(path) = codex_header(line) {
            paths.push(path);
        } else if let Some(path) = line.strip_prefix("rename from ").or_else(|| line.strip_prefix("rename to ")) {
            paths.push(path);
        }
        // An added line may begin with `++ `: only a `--- ` line directly before makes it a header.
        if let (Some(old), Some(new)) = (old, line.strip_prefix("+++ ")) {
            paths.extend(changed(old, new));
        }
        old = line.strip_prefix("--- ");
    }
    paths
}

/// In this form every content line begins with a space, `+` or `-`, so that a header is always one.
fn codex_header(line: &str) -> Option<&str> {
    let header = line.strip_prefix("*** ")?;
    let path =
        ["Add File:", "Update File:", "Delete File:", "Move to:"].iter().find_map(|kind| header.strip_prefix(kind))?;
    Some(path.trim())
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
