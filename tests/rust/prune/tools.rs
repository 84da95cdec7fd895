//! Tools by their names, of the agents in use and of the host.

use serde_json::{Value, json};

use super::{Log, all, config};

fn is_pruned(tool: &str, arguments: Value) -> bool {
    let mut log = Log::default();
    log.run(tool, arguments);
    log.pruned(&all()).len() == 1
}

#[test]
fn readers_and_skills_of_all_agents_stay() {
    for (tool, arguments) in [
        ("read", json!({"path": "a"})),
        ("read", json!({"id": 1})),
        ("Read", json!({"file_path": "/a", "limit": 5})),
        ("read_file", json!({"absolute_path": "/a"})),
        ("read_many_files", json!({"paths": ["a", "b"]})),
        ("NotebookRead", json!({"notebook_path": "/a.ipynb"})),
        ("view", json!({"filePath": "/a"})),
        ("mcp__filesystem__read_text_file", json!({"path": "/a"})),
        ("str_replace_based_edit_tool", json!({"command": "view", "path": "/a"})),
        ("filesystem_read_text_file", json!({"path": "/a"})),
        ("filesystem-read_file", json!({"path": "/a"})),
        ("read_many_files", json!({"include": ["a", "b"]})),
        ("read_many_files", json!({"paths": ["src/**/*.ts"]})),
        ("skill", json!({"name": "x"})),
        ("Skill", json!({"command": "x"})),
        ("activate_skill", json!({"name": "x"})),
    ] {
        assert!(!is_pruned(tool, arguments.clone()), "{tool} {arguments}");
    }
}

#[test]
fn any_other_tool_is_prunable() {
    for (tool, arguments) in [
        ("bash", json!({"command": "cat a"})),
        ("shell", json!({"command": ["cat", "a"]})),
        ("Grep", json!({"pattern": "x", "path": "read"})),
        ("run_shell_command", json!({"command": "ls"})),
        ("apply_patch", json!({"input": "x"})),
        ("WebFetch", json!({"url": "https://example.org"})),
        ("mcp__github__get_issue", json!({"number": 1})),
        ("mcp__notes__read", json!({"page": 7})),
        ("str_replace_based_edit_tool", json!({"command": "create", "path": "/a", "file_text": "x"})),
        ("something_new", json!({})),
        ("notes_read", json!({"path": "/a"})),
        ("web-read_page", json!({"path": "/a"})),
        ("drive_read_file", json!({"fileId": "1"})),
        ("mcp__web__read", json!({"path": "https://example.org/?q=*"})),
        ("Grep", json!({"pattern": "x", "include": ["*.ts"]})),
    ] {
        assert!(is_pruned(tool, arguments.clone()), "{tool} {arguments}");
    }
}

#[test]
fn the_host_names_its_own_tools() {
    let tools = json!({
        "fetch_source": {"kind": "read", "path": "uri"},
        "put_source": {"kind": "edit", "path": "uri"},
        "ask_shell": {"kind": "bash", "command": "line"},
        "lookup": {"kind": "search", "pattern": "what"},
        "view": "other",
    });
    let given = |protect: u32| config(json!({"protectTokens": protect, "minimumSavings": 0, "tools": tools}));
    let mut log = Log::default();
    let read = log.run("mcp__code__fetch_source", json!({"uri": "a.rs"}));
    let other = log.run("fetch_source", json!({"uri": "b.rs"}));
    let command = log.run("ask_shell", json!({"line": "npm test"}));
    log.run("ask_shell", json!({"line": "npm test"}));
    let search = log.run("lookup", json!({"what": "x"}));
    log.run("lookup", json!({"what": "x"}));
    let view = log.run("view", json!({"path": "c.rs"}));
    // Also where its arguments are too long to be held whole.
    log.run("put_source", json!({"text": "y".repeat(9_000), "uri": "a.rs"}));
    assert_eq!(log.pruned(&given(10_000_000)), [read.clone(), command, search]);
    let pruned = log.pruned(&given(0));
    assert!(pruned.contains(&read) && pruned.contains(&view) && !pruned.contains(&other), "{pruned:?}");
}

#[test]
fn protection_is_by_name_or_by_kind() {
    let mut log = Log::default();
    let edit = log.run("Edit", json!({"file_path": "a"}));
    let write = log.run("write", json!({"path": "b"}));
    let grep = log.run("grep", json!({"pattern": "x"}));
    let only =
        |tools: Value| log.pruned(&config(json!({"protectTokens": 0, "minimumSavings": 0, "protectedTools": tools})));
    assert_eq!(only(json!(["edit"])), std::slice::from_ref(&grep));
    assert_eq!(only(json!(["Write"])), [edit.clone(), grep.clone()]);
    assert_eq!(only(json!(["search"])), [edit.clone(), write.clone()]);
    assert_eq!(only(json!([])), [edit, write, grep]);
}

#[test]
fn servers_write_their_names_in_many_ways() {
    for edit in [
        "mcp__fs__edit_file",
        "fs__edit_file",
        "fs_edit_file",
        "my_fs-edit_file",
        "fs.edit_file",
        "fs:edit_file",
        "fs/edit_file",
    ] {
        let mut log = Log::default();
        let read = log.run("fs_read_file", json!({"path": "a.ts"}));
        let many = log.run("read_many_files", json!({"include": ["a.ts"]}));
        log.run("read_many_files", json!({"include": ["a.ts", "*.md"]}));
        log.run(edit, json!({"path": "a.ts"}));
        assert_eq!(log.stale(), [read, many], "{edit}");
    }
    for edit in
        ["replace_symbol_body", "insert_before_symbol", "insert_after_symbol", "replace_regex", "create_text_file"]
    {
        let mut log = Log::default();
        let read = log.run("mcp__serena__read_file", json!({"relative_path": "a.ts"}));
        log.run(&format!("mcp__serena__{edit}"), json!({"relative_path": "a.ts", "body": "x"}));
        assert_eq!(log.stale(), [read], "{edit}");
    }
}
