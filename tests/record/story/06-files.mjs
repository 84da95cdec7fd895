// A command that the file lists do not know yet; the obvious line in the table is wrong.
import { bash, edit, find, grep, read } from "../lib/narrator.mjs";

export default async function files(s) {
  s.user(
    "Good catch with the third test. Now something I saw in a summary yesterday: the agent had emptied a log with `truncate -s 0 build.log`, and the list of modified files didn't have it. Where does that list come from, and which commands does it know? If truncate is simply missing, add it, with a test beside the others.",
    { away: 190 },
  );
  await s.act({
    think: "File operations: src/files. Start with mod.rs, then the shell part, where commands are known.",
    say: "The lists are made in `src/files/`. From the outside in:",
    calls: [
      find("*.rs", "src/files", { shows: ["shell/commands.rs"] }),
      read("src/files/mod.rs"),
      read("src/files/shell/mod.rs"),
      grep("truncate", { path: "src/files/shell" }, { shows: ["No matches found"] }),
    ],
  });
  await s.act({
    think:
      "uses_of_call reads the arguments when the message is appended; shell scripts go through a lexer, then a table of commands. truncate isn't mentioned. Read the table and how operands are read; the lexer too, since I want to know what `literal` and `single` mean.",
    say: "`truncate` isn't known at all. A script goes through a lexer, then each simple command is looked up in a table. The table, and the two things it stands on:",
    calls: [read("src/files/shell/commands.rs"), read("src/files/shell/operands.rs"), read("src/files/shell/lexer.rs")],
  });
  await s.act({
    think:
      "Table entries: name => how operands count. `all(words, options-that-take-a-value, access)`. Tests: tests/rust/files.rs, a table of scripts and expected uses. See how they are written.",
    say: "One line per kind of command, as the comment at the top asks for. The tests are a table as well:",
    calls: [
      s.near("tests/rust/files.rs", '("touch a b", "m a, m b")', 45, 75),
      bash("cargo test --test epitome files 2>&1 | tail -30", { shows: ["test result: ok"] }),
    ],
  });
  await s.act({
    think:
      "Test first: the script from the report, the long form, and one with a reference file. Then the line in the table, like cat's: each operand is a file.",
    say: "The cases first: the one from your report, the long form, and a reference file, which is only looked at. Then the line, like `tee`: each operand is a file that is changed.",
    calls: [
      edit("tests/rust/files.rs", [
        '        ("touch a b", "m a, m b"),\n',
        `        ("touch a b", "m a, m b"),
        ("truncate -s 0 build.log", "m build.log"),
        ("truncate --size=0 build.log test.log", "m build.log, m test.log"),
        ("truncate --size 10M -c a.img", "m a.img"),
        ("truncate -r old.img new.img", "m new.img"),
`,
      ]),
      edit("src/files/shell/commands.rs", [
        '        "rm" | "unlink" => remove(words),\n',
        '        "truncate" => all(words, Options::NONE, FileAccess::Modified),\n        "rm" | "unlink" => remove(words),\n',
      ]),
      bash("cargo test --test epitome files 2>&1 | tail -45", {
        shows: ["FAILED", 'left: "m 0, m build.log"', 'right: "m build.log"'],
      }),
    ],
  });
  await s.act({
    think:
      "left: 'm 0, m build.log': the size 0 counts as a file, because I said that no option takes a value. That's what Options is for: s and r take the next word, size and reference in the long form. A file named 0 in the list of modified files would have been worse than a missing one.",
    say: "The size `0` became a file: I told the table that no option takes a value. A wrong name in that list is worse than a missing one, so this is exactly what the test is for. `-s` and `-r` take the next word, `--size` and `--reference` too:",
    calls: [
      edit("src/files/shell/commands.rs", [
        '        "truncate" => all(words, Options::NONE, FileAccess::Modified),\n',
        '        "truncate" => all(words, Options { short: "sr", long: &["size", "reference"] }, FileAccess::Modified),\n',
      ]),
      bash("cargo test --test epitome files 2>&1 | tail -30", { shows: ["test result: ok"] }),
    ],
  });
  await s.act({
    think:
      "Now real life: my own session uses commands; which of them leave traces? `cargo fmt` changes files without naming them: unknown, rightly. `sed -i` is known, `cat >>` with here-document too. What about the wrappers, `nice truncate`? WRAPPERS handles nice.",
    say: "Green. Two things that the table should give for free, wrappers and directories, without a line of their own; I try them in a throw-away test:",
    calls: [
      bash(
        `cat >> src/files/shell/commands.rs <<'EOF'

#[cfg(test)]
mod probe {
    #[test]
    fn prints() {
        for script in ["nice -n 5 truncate -s 0 a.log", "cd build && truncate -s0 a.log", "truncate -s 0 *.log", "truncate -s 0 \\"$LOG\\""] {
            let uses = super::super::uses_of_script(script);
            println!("{script}: {:?}", uses.iter().map(|file| file.path.as_str()).collect::<Vec<_>>());
        }
    }
}
EOF
cargo test --lib probe -- --nocapture; git diff --stat`,
        {
          shows: ['nice -n 5 truncate -s 0 a.log: ["a.log"]', 'cd build && truncate -s0 a.log: ["build/a.log"]', "*.log: []", '"$LOG": []'],
        },
      ),
    ],
  });
  await s.act({
    think:
      "All as it should be: the wrapper is skipped, the directory followed, globs and variables left out. Remove the probe: everything from '#[cfg(test)]' at the end. Careful not to throw away my real change.",
    say: "As it should be: the wrapper is skipped, the directory followed, globs and variables are left out. The probe goes, the real line stays:",
    calls: [
      bash("perl -0pi -e 's/\\n#\\[cfg\\(test\\)\\]\\nmod probe \\{.*\\z//s' src/files/shell/commands.rs && cargo fmt && git diff", {
        shows: ['+        "truncate" =>', "--size=0"],
      }),
      bash("cargo clippy --lib -- -D warnings && cargo test --test epitome files 2>&1 | tail -4", { shows: ["test result: ok"] }),
      bash("git commit -qam 'File lists: truncate changes files' && git log --oneline -1"),
    ],
  });
  s.tell({
    say: "`truncate` was simply not in the table (`src/files/shell/commands.rs`, `read`); it is now, with four cases in `tests/rust/files.rs`. My first line took the size `0` for a file, the test caught it: `-s`, `-r`, `--size` and `--reference` take a value.\n\nWhere the lists come from: when a message is appended, `uses_of_call` reads each call's files off its arguments; a compaction adds them up and writes them behind the summary, so no model has to remember them. Shell commands count only where the name is beyond doubt. Reading: cat, tac, less, more, nl, bat, head, tail, grep, rg, sed, awk. Changing: `>`, tee, touch, truncate, rm, mv, cp, sed -i, perl -pi, git mv, git rm, patches. What a command does without naming it (`cargo fmt`, `make`) is not in any list.",
  });
}
