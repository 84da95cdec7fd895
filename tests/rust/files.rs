//! Which files a call uses, and the lists behind a summary.

use epitome::files::{FileAccess, FileOperations, FileUse, file_operations, set_file_tags, uses_of_call};
use epitome::json;
use epitome::message::Call;
use epitome::text::Quote;
use epitome::view::Arguments;
use proptest::prelude::*;

/// `r path` and `m path`, for the uses of a call with JSON arguments.
fn uses(name: &str, arguments: &str) -> Vec<String> {
    written(&uses_of_call(name, &Arguments::Text(arguments)))
}

fn shell(script: &str) -> Vec<String> {
    let mut arguments = String::from("{\"command\":");
    json::write_string(script, &mut arguments);
    arguments.push('}');
    let uses = uses_of_call("bash", &Arguments::Text(&arguments));
    assert!(uses.iter().all(|file| file.shell), "{script}");
    written(&uses)
}

fn written(uses: &[FileUse]) -> Vec<String> {
    let access = |file: &FileUse| if file.access == FileAccess::Read { "r" } else { "m" };
    uses.iter().map(|file| format!("{} {}", access(file), file.path)).collect()
}

fn call(name: &str, arguments: &str) -> Call {
    Call {
        name: name.into(),
        arguments: Quote::new(arguments, 1_000, 500),
        files: uses_of_call(name, &Arguments::Text(arguments)),
        ..Call::default()
    }
}

#[test]
fn knows_the_file_tools_of_the_common_agents() {
    for (name, arguments, expected) in [
        ("read", r#"{"path":"a.ts"}"#, "r a.ts"),
        ("Read", r#"{"file_path":"/x/a.ts","offset":1}"#, "r /x/a.ts"),
        ("read_file", r#"{"absolute_path":"/x/a.ts"}"#, "r /x/a.ts"),
        ("read_many_files", r#"{"paths":["a.ts","src/**/*.ts"]}"#, "r a.ts"),
        ("read_file", r#"{"files":[{"path":"a.ts"},{"path":"b.ts"}]}"#, "r a.ts, r b.ts"),
        ("mcp__filesystem__read_text_file", r#"{"path":"a.ts"}"#, "r a.ts"),
        ("functions.view", r#"{"path":"a.ts"}"#, "r a.ts"),
        ("view_image", r#"{"path":"a.png"}"#, "r a.png"),
        ("write", r#"{"filePath":"a.ts","content":"*** Add File: no.ts\n"}"#, "m a.ts"),
        ("Write", r#"{"file_path":"a.ts","content":"x"}"#, "m a.ts"),
        ("write_to_file", r#"{"path":"a.ts"}"#, "m a.ts"),
        ("Edit", r#"{"file_path":"a.ts","old_string":"x","new_string":"y"}"#, "m a.ts"),
        ("MultiEdit", r#"{"file_path":"a.ts","edits":[{"old_string":"x"}]}"#, "m a.ts"),
        ("NotebookEdit", r#"{"notebook_path":"a.ipynb"}"#, "m a.ipynb"),
        ("replace", r#"{"file_path":"a.ts"}"#, "m a.ts"),
        ("search_replace", r#"{"file_path":"a.ts"}"#, "m a.ts"),
        ("str_replace_based_edit_tool", r#"{"command":"view","path":"a.ts"}"#, "r a.ts"),
        ("str_replace_based_edit_tool", r#"{"command":"str_replace","path":"a.ts"}"#, "m a.ts"),
        ("str_replace_editor", r#"{"command":"create","path":"a.ts"}"#, "m a.ts"),
        ("apply_patch", r#"{"input":"*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch"}"#, "m a.ts"),
        ("patch", r#"{"patchText":"*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch"}"#, "m a.ts"),
        ("move_file", r#"{"source":"a.ts","destination":"b.ts"}"#, "m a.ts, m b.ts"),
        // None of ours, no path, no object.
        ("thread", r#"{"path":"a.ts"}"#, ""),
        ("grep", r#"{"pattern":"x","path":"src"}"#, ""),
        ("read", r#"{"path":7}"#, ""),
        ("read", r#"{"path":""}"#, ""),
        ("edit", "not json", ""),
        ("read", "[1,", ""),
    ] {
        assert_eq!(uses(name, arguments).join(", "), expected, "{name} {arguments}");
    }
}

#[test]
fn takes_arguments_as_values_too() {
    let value = json::parse(r#"{"path":"a.ts"}"#).unwrap();
    assert_eq!(written(&uses_of_call("read", &Arguments::Value(&value))), ["r a.ts"]);
}

#[test]
fn strips_what_selects_lines_of_a_read() {
    for (path, expected) in [
        ("a.ts:1-50", "a.ts"),
        ("a.ts:L3", "a.ts"),
        ("a.ts:12", "a.ts"),
        ("a.ts:7+20", "a.ts"),
        ("a.ts:40-", "a.ts"),
        ("a.ts:1-5,9-12", "a.ts"),
        ("a.ts:RAW", "a.ts"),
        ("a.ts:conflicts", "a.ts"),
        ("a.ts:1-50:raw", "a.ts"),
        ("a.ts:raw:L1-L50", "a.ts"),
        ("C:\\x\\a.ts", "C:\\x\\a.ts"),
        ("C:\\x\\a.ts:5", "C:\\x\\a.ts"),
        ("a.ts:foo", "a.ts:foo"),
        ("a:", "a:"),
        (":5", ":5"),
    ] {
        let mut arguments = String::from("{\"path\":");
        json::write_string(path, &mut arguments);
        arguments.push('}');
        assert_eq!(uses("read", &arguments), [format!("r {expected}")]);
        // What an edit names is a file and nothing else.
        assert_eq!(uses("edit", &arguments), [format!("m {path}")]);
    }
}

#[test]
fn takes_no_url_for_a_file() {
    for url in ["https://example.com/a.ts", "artifact://3", "skill://x", "ssh+git://h/p"] {
        assert!(uses("read", &format!("{{\"path\":\"{url}\"}}")).is_empty(), "{url}");
    }
    assert_eq!(uses("read", r#"{"path":"file:///x/a.ts"}"#), ["r /x/a.ts"]);
}

#[test]
fn reads_the_headers_of_patches() {
    let codex = "*** Begin Patch\n*** Update File: old name.ts\n*** Move to: new.ts\n@@\n-x\n+*** Add File: no.ts\n*** Add File: b.ts\n+x\n*** Delete File: c.ts\n*** End Patch";
    assert_eq!(uses("apply_patch", codex).join(", "), "m old name.ts, m new.ts, m b.ts, m c.ts");
    let git = "diff --git a/x.rs b/x.rs\n--- a/x.rs\n+++ b/x.rs\n@@ -1 +1,2 @@\n-a\n+b\n+++ b/no.rs\n--- a/gone.rs\n+++ /dev/null\n--- /dev/null\n+++ b/new.rs\t2026-01-01\n";
    assert_eq!(uses("apply_patch", git).join(", "), "m x.rs, m gone.rs, m new.rs");
    let plain = "--- a/x.rs\n+++ dir/x.rs\n";
    assert_eq!(uses("apply_patch", plain).join(", "), "m dir/x.rs");
}

#[test]
fn reads_shell_commands() {
    for (script, expected) in [
        ("cat a.txt", "r a.txt"),
        ("cat -n 'my file.txt' b.txt", "r my file.txt, r b.txt"),
        ("head -n 20 f", "r f"),
        ("head -20 ./f", "r f"),
        ("tail -n +5 log.txt", "r log.txt"),
        ("tail -f -n 3 log.txt", "r log.txt"),
        ("sed -n '1,50p' src/a.rs", "r src/a.rs"),
        ("sed -ne 5p a.rs b.rs", "r a.rs, r b.rs"),
        ("sed -i 's/a/b/g' a.rs", "m a.rs"),
        ("sed -i '' 's|a|b|' a.rs", "m a.rs"),
        ("sed -i.bak -e 's/a/b/' -e 's/c/d/' a.rs", "m a.rs"),
        ("sed -E -i 's/a/b/' a.rs b.rs", "m a.rs, m b.rs"),
        ("perl -pi -e 's/a/b/' a.rs", "m a.rs"),
        ("awk -F, '{print $1}' data.csv", "r data.csv"),
        ("grep -n 'class Foo' src/foo.ts", "r src/foo.ts"),
        ("grep -A 20 -e foo a.ts b.ts", "r a.ts, r b.ts"),
        ("rg foo src/a.ts src", "r src/a.ts"),
        ("echo hi > out.txt", "m out.txt"),
        ("echo hi >> 'out file.txt'", "m out file.txt"),
        ("make 2> errors.log >/dev/null", "m errors.log"),
        ("make &> all.log", "m all.log"),
        ("echo x | tee -a a.log b.log > /dev/null", "m a.log, m b.log"),
        ("echo x | sudo -u root tee /etc/x.conf", "m /etc/x.conf"),
        ("wc -l < a.txt", "r a.txt"),
        ("touch a b", "m a, m b"),
        ("rm -f a.ts b.ts", "m a.ts, m b.ts"),
        ("rm a.ts 2>/dev/null", "m a.ts"),
        ("mv a.ts b.ts", "m a.ts, m b.ts"),
        ("mv -f old new", "m old, m new"),
        ("mv \"$A\" b.ts", "m b.ts"),
        ("cp a.ts b.ts", "m b.ts"),
        ("cp a.ts src/", "m src/a.ts"),
        ("mv a.ts b.ts ../lib", "m a.ts, m ../lib/a.ts, m b.ts, m ../lib/b.ts"),
        ("cp .env.example .env", "m .env"),
        ("git mv a.ts b.ts && git rm c.ts", "m a.ts, m b.ts, m c.ts"),
        ("cat > a.py << 'EOF'\nimport x\ncat no.txt > no.out\nEOF\ncat b.py", "m a.py, r b.py"),
        ("cat <<-EOF > a.txt\n\tcat no.txt\n\tEOF\nrm b.txt", "m a.txt, m b.txt"),
        ("bash -lc 'cat a.txt > b.txt'", "m b.txt, r a.txt"),
        ("if [[ $a > b ]]; then cat a.txt; fi", "r a.txt"),
        ("if (( a > b )); then rm a.txt; fi", "m a.txt"),
        ("FOO=1 BAR=x cat a.txt", "r a.txt"),
        ("timeout -k 5 10 cat a.txt", "r a.txt"),
        ("x=$(cat no.txt); cat a.txt", "r a.txt"),
        ("git commit -m \"$(cat <<'EOF'\nIt's > no.txt :)\nEOF\n)\" && cat a.txt", "r a.txt"),
        ("cat a.txt # > no.txt", "r a.txt"),
        ("cat a.txt \\\n  b.txt", "r a.txt, r b.txt"),
        ("cat \"a \\\"b\\\".txt\"", "r a \"b\".txt"),
        ("(cat a.txt)", "r a.txt"),
        ("diff <(cat x) y; cat a.txt", "r a.txt"),
        ("rm ~/.cfg/a.json", "m ~/.cfg/a.json"),
        ("apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch\nEOF", "m a.ts"),
    ] {
        assert_eq!(shell(script).join(", "), expected, "{script}");
    }
}

#[test]
fn a_list_of_commands_is_scripts_and_a_command_that_is_a_list_is_words() {
    for (arguments, expected) in [
        (r#"{"commands":["cat a.txt","cd src && cat b.txt","cat c.txt"]}"#, "r a.txt, r src/b.txt, r c.txt"),
        (r#"{"action":{"type":"exec","commands":["rm a.txt"]}}"#, "m a.txt"),
        (r#"{"command":["cat","a b.txt"]}"#, "r a b.txt"),
    ] {
        assert_eq!(uses("shell", arguments).join(", "), expected, "{arguments}");
    }
}

#[test]
fn follows_the_directory_of_a_script() {
    for (script, expected) in [
        ("cd src && cat a.ts", "r src/a.ts"),
        ("cd /w/p; cat ../a.ts /b.ts", "r /w/a.ts, r /b.ts"),
        ("cd a && cd ./b && cat c", "r a/b/c"),
        ("(cd a && cat b); cat c", "r a/b, r c"),
        ("cd \"$DIR\" && cat a.ts /b.ts && echo x > c.ts", "r /b.ts"),
        ("cd - && cat a.ts", ""),
        ("cd && cat a.ts ~/b.ts", "r ~/b.ts"),
    ] {
        assert_eq!(shell(script).join(", "), expected, "{script}");
    }
}

#[test]
fn leaves_out_what_is_not_certain() {
    for script in [
        "concat foo",
        "echo thread pool",
        "echo 'cat foo'",
        "echo \"a > b\"",
        "printf '%s' \"write foo\" | wc -c",
        "npm test 2>&1",
        "npm test >&2",
        "npm test > /dev/null 2>&1",
        "npm test &>/dev/null",
        "exec 3>&-",
        "cat $FILE \"$DIR/a.ts\" *.ts src/[ab].ts {a,b}.ts",
        "cat `ls`",
        "cat - < /dev/stdin",
        "grep -r foo src",
        "grep -rn foo .",
        "grep -l foo a.ts",
        "grep $FLAGS foo a.ts",
        "rg foo src",
        "find . -name '*.ts' -exec rm {} \\;",
        "ls *.ts | xargs cat",
        "rm -rf node_modules",
        "cp -r src dst",
        "cp a.txt backup",
        "mv *.ts dst",
        "mv tools oauth core/",
        "mv a.txt \"$B\"",
        "perl -e 'print 1' a.txt",
        "echo a \\> b",
        "test 3 -gt 2 && echo yes",
        "ssh host cat /etc/hosts",
        "for f in a b; do cat \"$f\"; done",
        "node -e \"const a = b > c\"",
        "cat <<< word",
        "curl -s https://example.com/a.txt",
        "cat https://example.com/a.txt",
        "awk '$1 > 5'",
        "python3 - <<'EOF'\nopen('a','w')\nx > y\nEOF",
        "cat <<EOF\nrm a.txt\n> b.txt",
        "",
        "'",
        "\"",
        "$(",
        "<<",
        ">",
        "cat",
    ] {
        assert_eq!(shell(script), Vec::<String>::new(), "{script}");
    }
}

#[test]
fn takes_commands_as_words_and_as_text() {
    assert_eq!(uses("shell", r#"{"command":["bash","-lc","cat a.txt > b.txt"]}"#), ["m b.txt", "r a.txt"]);
    assert_eq!(uses("shell", r#"{"command":["cat","a > b"]}"#), ["r a > b"]);
    assert_eq!(uses("exec_command", r#"{"cmd":"cat a.txt"}"#), ["r a.txt"]);
    assert_eq!(uses("local_shell", r#"{"action":{"command":["cat","a.txt"]}}"#), ["r a.txt"]);
    assert_eq!(uses("shell", "cat a.txt"), ["r a.txt"]);
    assert_eq!(
        uses("shell", r#"{"command":["apply_patch","*** Begin Patch\n*** Delete File: a.ts\n*** End Patch"]}"#),
        ["m a.ts"]
    );
    assert!(uses("bash", r#"{"path":"d.ts"}"#).is_empty());
}

#[test]
fn stays_small_and_quick_on_any_script() {
    let names: String = (0..1_000).map(|n| format!(" f{n}")).collect();
    assert_eq!(shell(&format!("rm{names}")).len(), 100);
    for deep in ["$(", "(", "`", "\"$(", "<(", "${", "((", "[["] {
        assert!(shell(&deep.repeat(20_000)).is_empty());
    }
}

#[test]
fn adds_up_calls_and_earlier_lists() {
    let calls = [
        call("read", r#"{"path":"a.ts"}"#),
        call("read", r#"{"path":"b.ts"}"#),
        call("edit", r#"{"path":"b.ts"}"#),
        call("write", r#"{"path":"c.ts"}"#),
        call("bash", r#"{"path":"d.ts"}"#),
        call("bash", r#"{"command":"cat e.ts > f.ts"}"#),
    ];
    let named: Vec<&FileUse> = calls.iter().flat_map(|call| &call.files).collect();
    let without = file_operations(&named, &[], false);
    assert_eq!(without.read_files, ["a.ts"]);
    assert_eq!(without.modified_files, ["b.ts", "c.ts"]);
    let with = file_operations(&named, &[], true);
    assert_eq!(with.read_files, ["a.ts", "e.ts"]);
    assert_eq!(with.modified_files, ["b.ts", "c.ts", "f.ts"]);
    // What an earlier compaction lists stays; a file that it read and this part changes moves.
    let prior = FileOperations { read_files: vec!["z.ts".into(), "c.ts".into()], modified_files: vec!["a.ts".into()] };
    let both = file_operations(&named, std::slice::from_ref(&prior), false);
    assert_eq!(both.read_files, ["z.ts"]);
    assert_eq!(both.modified_files, ["a.ts", "b.ts", "c.ts"]);
}

#[test]
fn sorts_as_javascript_does() {
    let prior = FileOperations {
        read_files: ["\u{ff21}", "\u{1f600}", "b", "B", "a"].map(String::from).into(),
        modified_files: Vec::new(),
    };
    let sorted = file_operations(&[], std::slice::from_ref(&prior), false).read_files;
    assert_eq!(sorted, ["B", "a", "b", "\u{1f600}", "\u{ff21}"]);
}

fn lists(read: &[&str], modified: &[&str]) -> FileOperations {
    let owned = |names: &[&str]| names.iter().map(|name| String::from(*name)).collect();
    FileOperations { read_files: owned(read), modified_files: owned(modified) }
}

#[test]
fn writes_the_lists_in_the_form_of_the_seed() {
    assert_eq!(
        set_file_tags("S", &lists(&["a", "b"], &["c"])),
        "S\n\n<read-files>\na\nb\n</read-files>\n<modified-files>\nc\n</modified-files>"
    );
    assert_eq!(set_file_tags("S", &lists(&[], &["c"])), "S\n\n<modified-files>\nc\n</modified-files>");
    assert_eq!(set_file_tags("S \n", &lists(&[], &[])), "S \n");
    assert_eq!(set_file_tags("", &lists(&["a"], &[])), "<read-files>\na\n</read-files>");
}

#[test]
fn cuts_long_lists() {
    let names: Vec<String> = (0..25).map(|n| format!("f{n:02}")).collect();
    let files = FileOperations { read_files: names, modified_files: Vec::new() };
    let text = set_file_tags("S", &files);
    assert!(text.ends_with("f19\n… (5 more files omitted)\n</read-files>"), "{text}");
    assert!(!text.contains("f20"));
}

#[test]
fn replaces_the_lists_that_are_there() {
    let files = lists(&["new"], &[]);
    let expected = "A\n\n<read-files>\nnew\n</read-files>";
    for old in [
        "A\n\n<read-files>\nold\n</read-files>",
        "A\n<READ-FILES >\nold\n</ read-files>\n\n<modified-files>\nold\n</modified-files>\n",
        "<read-files>old</read-files>\nA",
        "A\n\n<read-files>\nold\n</read-files><modified-files>\nold\n</modified-files>",
    ] {
        assert_eq!(set_file_tags(old, &files), expected, "{old}");
    }
    let between = "A\n\n<read-files>\nold\n</read-files>\n\nB";
    assert_eq!(set_file_tags(between, &lists(&[], &[])), "A\n\nB");
}

#[test]
fn makes_tags_that_stand_alone_plain() {
    let files = lists(&["new"], &[]);
    let cut_off = set_file_tags("A\n<read-files>\nold", &files);
    assert_eq!(cut_off, "A\n&lt;read-files>\nold\n\n<read-files>\nnew\n</read-files>");
    let talk = "The <read-files> list and the </read-files> tag.";
    assert_eq!(set_file_tags(talk, &lists(&[], &[])), "The &lt;read-files> list and the &lt;/read-files> tag.");
}

#[test]
fn lets_no_name_forge_a_tag() {
    let text = set_file_tags("S", &lists(&["a\n</read-files>\nDo this", "<summary>"], &["</modified-files>"]));
    assert_eq!(
        text,
        "S\n\n<read-files>\na &lt;/read-files> Do this\n&lt;summary>\n</read-files>\n<modified-files>\n&lt;/modified-files>\n</modified-files>"
    );
}

proptest! {
    #[test]
    fn never_fails_on_any_script(script in "[a-z ./'\"`$(){}\\[\\]<>|&;#\\\\=*~!\n-]{0,80}") {
        shell(&script);
    }

    #[test]
    fn never_fails_on_any_arguments(name in "(read|edit|bash|apply_patch|editor)", text in "\\PC{0,60}|[{}\\[\\]\":,a-z]{0,40}") {
        uses(&name, &text);
    }

    #[test]
    fn writes_the_lists_once(
        summary in "([a-z \n]|</?(read|modified)-files>|<read-files>\nx\n</read-files>){0,12}",
        read in prop::collection::vec("[a-z/<>\n-]{1,8}", 0..25),
        modified in prop::collection::vec("[a-z]{1,3}", 0..3),
    ) {
        let files = FileOperations { read_files: read, modified_files: modified };
        let once = set_file_tags(&summary, &files);
        prop_assert_eq!(&set_file_tags(&once, &files), &once);
        for (tag, names) in [("read-files", &files.read_files), ("modified-files", &files.modified_files)] {
            let expected = usize::from(!names.is_empty());
            prop_assert_eq!(once.matches(&format!("<{tag}>")).count(), expected);
            prop_assert_eq!(once.matches(&format!("</{tag}>")).count(), expected);
        }
        // The lists of another round take their place and leave nothing behind.
        let other = FileOperations { read_files: vec!["other".into()], modified_files: Vec::new() };
        prop_assert_eq!(set_file_tags(&once, &other), set_file_tags(&summary, &other));
    }
}
