//! What makes an output worthless.

use epitome::prune::PruneReason;
use serde_json::{Value, json};

use super::Log;

/// Two calls, one behind the other: whether the second makes the first worthless.
fn second_stales(tool: &str, first: Value, second: Value) -> bool {
    let mut log = Log::default();
    let id = log.run(tool, first);
    log.run(tool, second);
    match log.stale().as_slice() {
        [] => false,
        [stale] => *stale == id,
        more => panic!("{more:?}"),
    }
}

fn reads(earlier: &str, later: &str) -> bool {
    second_stales("read", json!({"path": earlier}), json!({"path": later}))
}

#[test]
fn only_one_range_with_both_ends_covers_and_is_covered() {
    for (earlier, later, covered) in [
        ("f.ts:50-60", "f.ts:1-500", true),
        ("f.ts:50+11", "f.ts:1-500", true),
        ("f.ts:L50-L60", "f.ts:1-60", true),
        ("f.ts:l50-60", "f.ts:50-61", true),
        ("f.ts:50-60", "f.ts:1+60", true),
        ("f.ts:50-60", "f.ts:1+59", false),
        ("f.ts:50-60", "f.ts:51-500", false),
        ("f.ts:50-60", "f.ts:1-59", false),
        ("f.ts:1-500", "f.ts:50-60", false),
        ("f.ts:50-60", "g.ts:1-500", false),
        ("f.ts:50-60", "f.ts", false),
        ("f.ts:50-60", "f.ts:1-", false),
        ("f.ts:50-60", "f.ts:raw", false),
        ("f.ts:50-60", "f.ts:1-500:raw", false),
        ("f.ts:50-60", "f.ts:raw:1-500", false),
        ("f.ts:50-60", "f.ts:1-500:conflicts", false),
        ("f.ts:50-60", "f.ts:conflicts", false),
        ("f.ts:50-60", "f.ts:1-100,200-300", false),
        ("f.ts:50-55,58-60", "f.ts:1-500", false),
        ("f.ts:50-", "f.ts:1-500", false),
        ("f.ts:50", "f.ts:1-500", false),
        ("f.ts:301-450", "f.ts:1", false),
        ("f.ts", "f.ts:1-500", false),
        ("f.ts:50-60:raw", "f.ts:1-500", false),
        ("f.ts:60-50", "f.ts:1-500", false),
        ("f.ts:50+0", "f.ts:1-500", false),
        // The same target, whatever it selects.
        ("f.ts", "f.ts", true),
        ("f.ts:50-", "f.ts:50-", true),
        ("f.ts:raw", "f.ts:raw", true),
        ("f.ts:1-5,9-12", "f.ts:1-5,9-12", true),
        ("f.ts:50-60", "f.ts:50-60", true),
        ("https://example.org/a", "https://example.org/a", true),
    ] {
        assert_eq!(reads(earlier, later), covered, "{earlier} <- {later}");
    }
}

#[test]
fn lines_beside_the_path_are_a_range_too() {
    let range = |first: Value, second: Value| second_stales("Read", first, second);
    let at = |offset: u32, limit: u32| json!({"file_path": "/a.ts", "offset": offset, "limit": limit});
    assert!(range(at(50, 10), at(40, 100)));
    assert!(!range(at(50, 10), at(55, 100)));
    assert!(!range(at(50, 10), json!({"file_path": "/a.ts"})), "as far as the tool goes");
    assert!(!range(at(50, 10), json!({"file_path": "/a.ts", "offset": 1})));
    assert!(!range(json!({"file_path": "/a.ts"}), at(50, 10)), "an excerpt is not the whole");
    assert!(!range(at(50, 10), json!({"file_path": "/a.ts", "offset": 1, "limit": 100, "pages": "1"})));
    let lines = |from: u32, to: u32| json!({"path": "a.ts", "start_line": from, "end_line": to});
    assert!(range(lines(5, 6), lines(1, 6)));
    assert!(!range(lines(5, 6), lines(6, 9)));
    let view = |ends: Value| json!({"command": "view", "path": "a.ts", "view_range": ends});
    let edit = |first: Value, second: Value| {
        let mut log = Log::default();
        let _ = log.run("str_replace_based_edit_tool", first);
        log.run("str_replace_based_edit_tool", second);
        log.stale().len() == 1
    };
    assert!(edit(view(json!([5, 6])), view(json!([1, 9]))));
    assert!(!edit(view(json!([5, 6])), view(json!([1, -1]))));
    assert!(!second_stales("read", json!({"path": "a.ts:5-6"}), json!({"path": "a.ts", "offset": 1, "limit": 100})));
}

#[test]
fn another_tool_covers_nothing() {
    let mut log = Log::default();
    log.run("read", json!({"path": "a.ts"}));
    log.run("read_file", json!({"path": "a.ts"}));
    assert_eq!(log.stale(), Vec::<String>::new());
}

#[test]
fn searches_repeat_only_with_all_that_they_say() {
    let search = |first: Value, second: Value| second_stales("search", first, second);
    let foo = json!({"pattern": "foo", "paths": ["a@b"]});
    assert!(search(foo.clone(), foo.clone()));
    assert!(!search(json!({"pattern": "foo@a", "paths": ["b"]}), foo.clone()));
    for other in [
        json!({"pattern": "foo", "paths": ["a", "b"]}),
        json!({"pattern": "foo", "paths": ["a@b"], "skip": 20}),
        json!({"pattern": "foo", "paths": ["a@b"], "i": true}),
        json!({"pattern": "foo", "paths": ["a@b"], "gitignore": false}),
        json!({"pattern": "foo", "paths": ["a@b"], "glob": "*.rs"}),
        json!({"pattern": "foo"}),
    ] {
        assert!(!search(other.clone(), foo.clone()), "{other}");
        assert!(!search(foo.clone(), other.clone()), "{other}");
        assert!(search(other.clone(), other.clone()), "{other}");
    }
    let usual = json!({"skip": 0, "i": false, "gitignore": true, "paths": ["a@b"], "pattern": "foo"});
    assert!(search(usual, foo.clone()), "what is said by default, in any order");
    assert!(!search(json!({"pattern": "x", "paths": ["a", "b"]}), json!({"pattern": "x", "paths": ["b", "a"]})));
    // Of a tool that looks in one path, two searches are not one.
    let grep = |pattern: &str| json!({"pattern": pattern, "path": "src"});
    assert!(!second_stales("Grep", grep("a"), grep("b")));
    assert!(second_stales("Grep", grep("a"), grep("a")));
}

#[test]
fn unknown_tools_repeat_with_the_same_arguments_where_those_say_what_it_is_about() {
    let mcp = |first: Value, second: Value| second_stales("mcp__db__query", first, second);
    assert!(mcp(json!({"path": "a.db", "sql": "select 1"}), json!({"sql": "select 1", "path": "a.db"})));
    assert!(!mcp(json!({"path": "a.db", "sql": "select 1"}), json!({"path": "a.db", "sql": "select 2"})));
    assert!(!mcp(json!({"sql": "select 1"}), json!({"sql": "select 1"})), "nothing says that it shows a state");
    assert!(mcp(json!({"path": "a", "description": "one"}), json!({"path": "a", "description": "again"})));
    let long = |end: &str| json!({"path": "a.db", "sql": "x".repeat(3_000) + end});
    assert!(!mcp(long("1"), long("2")), "what is not held whole is not compared");
}

#[test]
fn commands_that_show_a_state_repeat() {
    let bash = |first: &str, second: &str| second_stales("bash", json!({"command": first}), json!({"command": second}));
    for command in [
        "npm test",
        "bun run build",
        "pnpm run test:unit",
        "yarn build --prod",
        "git status",
        "git  status ",
        "cargo build",
        "cargo test -p core",
        "make build",
        "just build",
        "npm test 2>&1",
        "go test ./...",
        "pytest -q",
    ] {
        assert!(bash(command, command), "{command}");
    }
    for command in [
        "ls",
        "npm install",
        "npm run deploy",
        "git push",
        "git statusx",
        "make",
        "make deploy",
        "npm test; rm x",
        "npm test && ls",
        "npm test | tail",
        "npm test &",
        "sudo npm test",
        "npm testing",
        "cargo buildx",
        "npm test\nrm x",
        "npm test $(rm x)",
    ] {
        assert!(!bash(command, command), "{command}");
    }
    assert!(bash("npm   test", " npm test "));
    assert!(!bash("npm test a", "npm test b"));
    let at = |cwd: &str| json!({"command": "npm test", "cwd": cwd});
    assert!(second_stales("bash", at("/a"), at("/a")));
    assert!(!second_stales("bash", at("/a"), at("/b")));
    assert!(second_stales(
        "bash",
        json!({"command": "npm test", "timeout": 5}),
        json!({"command": "npm test", "description": "again"})
    ));
    let background = json!({"command": "npm test", "run_in_background": true});
    assert!(!second_stales("Bash", background.clone(), background));
    let words = json!({"command": ["bash", "-lc", "git status"], "workdir": "/a"});
    assert!(second_stales("shell", words.clone(), words));
}

#[test]
fn a_changed_file_makes_reads_of_it_worthless_and_no_others() {
    for (tool, change) in [
        ("edit", json!({"path": "src/a.ts"})),
        ("write", json!({"path": "src/a.ts", "content": "x".repeat(9_000)})),
        ("Edit", json!({"file_path": "./src/a.ts"})),
        ("multi_edit", json!({"edits": [{"path": "b"}, {"path": "src/a.ts"}]})),
        ("apply_patch", json!({"input": "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch"})),
        ("apply_patch", json!({"input": "*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch"})),
        ("edit", json!({"input": "*** Begin Patch\n*** Update File: x\n*** Move to: src/a.ts\n*** End Patch"})),
        ("str_replace_based_edit_tool", json!({"command": "str_replace", "path": "src/a.ts"})),
        ("mcp__fs__move_file", json!({"source": "src/a.ts", "destination": "b"})),
    ] {
        let mut log = Log::default();
        let whole = log.run("read", json!({"path": "src/a.ts"}));
        let lines = log.run("read", json!({"path": "src/a.ts:5-9"}));
        log.run("read", json!({"path": "src/b.ts"}));
        log.run(tool, change.clone());
        assert_eq!(log.reasons(), [(whole, PruneReason::Changed), (lines, PruneReason::Changed)], "{tool} {change}");
    }
}

#[test]
fn a_copy_leaves_its_source_as_it_was() {
    let mut log = Log::default();
    log.run("read", json!({"path": "a.ts"}));
    let target = log.run("read", json!({"path": "b.ts"}));
    log.run("copy_file", json!({"source": "a.ts", "destination": "b.ts"}));
    assert_eq!(log.stale(), [target]);
}

#[test]
fn a_read_after_the_change_and_one_of_many_files_stay() {
    let mut log = Log::default();
    let both = log.run("read_files", json!({"paths": ["a.ts", "b.ts"]}));
    log.run("edit", json!({"path": "a.ts"}));
    log.run("read", json!({"path": "a.ts:1-9"}));
    assert_eq!(log.stale(), Vec::<String>::new(), "the other file is as it was shown");
    log.run("write", json!({"path": "b.ts"}));
    assert_eq!(log.stale(), [both]);
}

#[test]
fn what_failed_makes_nothing_worthless_and_is_not_made_so() {
    let failed = json!({"isError": true});
    let mut log = Log::default();
    log.run("read", json!({"path": "a.ts"}));
    log.run_with("read", json!({"path": "a.ts"}), failed.clone());
    log.run_with("edit", json!({"path": "a.ts"}), failed.clone());
    assert_eq!(log.stale(), Vec::<String>::new());
    let mut log = Log::default();
    log.run_with("read", json!({"path": "a.ts"}), failed.clone());
    log.run("read", json!({"path": "a.ts"}));
    assert_eq!(log.stale(), Vec::<String>::new());
    // A change that was applied, and told beside a failure.
    for (tool, details) in [
        ("resolve", json!({"applied": true, "files": ["a.ts"]})),
        ("ast_edit", json!({"sourceResultDetails": {"applied": true, "files": [{"path": "a.ts"}]}})),
    ] {
        let mut log = Log::default();
        let read = log.run("read", json!({"path": "a.ts"}));
        log.run_with(tool, json!({"action": "apply"}), json!({"isError": true, "details": details}));
        assert_eq!(log.stale(), [read], "{tool}");
    }
    let mut log = Log::default();
    log.run("read", json!({"path": "a.ts"}));
    log.run_with("ast_edit", json!({"path": "a.ts"}), json!({"details": {"applied": false}}));
    log.run_with("bash", json!({"command": "x"}), json!({"details": {"applied": true, "files": ["a.ts"]}}));
    assert_eq!(log.stale(), Vec::<String>::new(), "only proposed; no tool that changes files");
}

#[test]
fn of_a_patch_only_the_files_count_that_were_changed() {
    let patch = "*** Begin Patch\n*** Update File: a.ts\n*** Move to: moved.ts\n*** Update File: b.ts\n*** Add File: c.ts\n\
        *** Delete File: d.ts\n*** End Patch";
    let mut log = Log::default();
    let ids: Vec<String> = ["a.ts", "moved.ts", "b.ts", "c.ts", "d.ts"]
        .iter()
        .map(|path| log.run("read", json!({"path": path})))
        .collect();
    let rows = json!([{"path": "moved.ts", "isError": false}, {"path": "b.ts", "isError": true}, {"path": "c.ts", "diff": "+x"},
        {"path": "d.ts"}]);
    log.run_with("apply_patch", json!({"input": patch}), json!({"details": {"perFileResults": rows}}));
    assert_eq!(log.stale(), [ids[0].clone(), ids[1].clone(), ids[3].clone()]);
    log.entries.last_mut().unwrap()["message"]["details"] = json!({});
    assert_eq!(log.stale(), ids);
    log.entries.last_mut().unwrap()["message"]["details"] = json!({"perFileResults": []});
    assert_eq!(log.stale(), Vec::<String>::new());
}

#[test]
fn a_file_is_known_by_the_path_that_was_resolved() {
    let mut log = Log::default();
    let read = log.run_with("read", json!({"path": "a.ts:1-5"}), json!({"details": {"resolvedPath": "/repo/a.ts"}}));
    log.run("edit", json!({"path": "/repo/a.ts"}));
    assert_eq!(log.stale(), [read]);
}

#[test]
fn a_shell_proves_no_change() {
    let mut log = Log::default();
    log.run("read", json!({"path": "a.ts"}));
    log.run("bash", json!({"command": "echo x > a.ts"}));
    assert_eq!(log.stale(), Vec::<String>::new());
}

#[test]
fn what_was_pruned_covers_nothing() {
    let mut log = Log::default();
    log.run("read", json!({"path": "a.ts"}));
    log.call("read", json!({"path": "a.ts"}));
    log.answer_with("read", "[Output truncated - 2000 tokens]", json!({"prunedAt": 1}));
    assert_eq!(log.stale(), Vec::<String>::new());
}

#[test]
fn calls_and_results_pair_by_occurrence() {
    // The same id twice, as some servers give it.
    let mut log = Log::default();
    let first = log.run("read", json!({"path": "a.ts"}));
    log.entries.push(json!(null));
    log.entries.pop();
    log.run("read", json!({"path": "b.ts"}));
    log.run("edit", json!({"path": "a.ts"}));
    for entry in &mut log.entries {
        let message = &mut entry["message"];
        match message["role"].as_str() {
            Some("assistant") => message["content"][0]["id"] = json!("same"),
            _ => message["toolCallId"] = json!("same"),
        }
    }
    assert_eq!(log.stale(), [first]);
    // A result without its call repeats nothing.
    let mut log = Log::default();
    log.run("read", json!({"path": "a.ts"}));
    log.message(json!({"role": "toolResult", "toolCallId": "lost", "toolName": "read", "content": "x ".repeat(4_000)}));
    assert_eq!(log.stale(), Vec::<String>::new());
}

#[test]
fn ten_thousand_ranges_of_one_file() {
    let mut log = Log::default();
    for at in 0..10_000_u32 {
        log.call("read", json!({"path": format!("f.ts:{}-{}", 10_001 - at, 10_001 + at)}));
        log.answer_with(
            "read",
            "a text that is longer than the notice that stands in its place, by some words",
            json!({}),
        );
    }
    assert_eq!(log.stale().len(), 9_999);
}

#[test]
fn a_later_read_that_shows_nothing_anew_covers_nothing() {
    for text in [
        "File unchanged since last read. The content from the earlier Read tool_result is still current.",
        "[a.ts: Unchanged since the read above]",
        "The file has not changed since it was read.",
    ] {
        for later in [
            json!({"file_path": "a.ts", "offset": 5, "limit": 5}),
            json!({"file_path": "a.ts", "offset": 1, "limit": 50}),
        ] {
            let mut log = Log::default();
            let read = log.run("Read", json!({"file_path": "a.ts", "offset": 5, "limit": 5}));
            log.call("Read", later.clone());
            log.answer_with("Read", text, json!({}));
            assert_eq!(log.stale(), Vec::<String>::new(), "{text}: what it points to stays");
            // Of two that show the lines the newer one is meant.
            log.run("Read", later);
            assert_eq!(log.stale()[0], read);
        }
    }
    let mut log = Log::default();
    let read = log.run("read", json!({"path": "a.ts"}));
    log.call("read", json!({"path": "a.ts"}));
    log.answer_with("read", &"unchanged ".repeat(200), json!({}));
    assert_eq!(log.stale(), [read], "a long one shows the file");
}

#[test]
fn what_is_only_tried_changes_nothing() {
    for flag in ["dryRun", "dry_run"] {
        let mut log = Log::default();
        let read = log.run("read", json!({"path": "a.ts"}));
        let edit = |dry: bool| json!({"path": "a.ts", "edits": [{"oldText": "a", "newText": "b"}], flag: dry});
        log.run("mcp__filesystem__edit_file", edit(true));
        assert_eq!(log.stale(), Vec::<String>::new());
        log.run("mcp__filesystem__edit_file", edit(false));
        assert_eq!(log.stale(), [read]);
    }
}

#[test]
fn a_read_of_more_than_files_that_are_known_stays() {
    for other in ["https://example.org/a", "src/**", "lib/?.ts"] {
        let mut log = Log::default();
        log.run("read_many_files", json!({"paths": ["a.ts", other]}));
        log.run("edit", json!({"path": "a.ts"}));
        assert_eq!(log.stale(), Vec::<String>::new(), "{other}");
    }
    let mut log = Log::default();
    let twice = log.run("read_files", json!({"paths": ["a.ts:1-5", "a.ts:8-9"]}));
    log.run("edit", json!({"path": "a.ts"}));
    assert_eq!(log.stale(), [twice]);
    // So many files are not noted.
    let files = |count: usize| (0..count).map(|at| format!("{at}.ts")).collect::<Vec<_>>();
    let mut log = Log::default();
    log.run("read_files", json!({"paths": files(150)}));
    for path in files(100) {
        log.run("edit", json!({"path": path}));
    }
    assert_eq!(log.stale(), Vec::<String>::new());
}
