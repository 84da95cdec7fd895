// A bug report with a failing test; a wrong sign, a denied lint, and a caller that only the wasm build has.
import { bash, edit, grep, read } from "../lib/narrator.mjs";

const REPORT = `Bug report from a user who feeds the core from Python: the timestamps of his rendered summaries are off by his time zone, and fractions get lost. He sent a test that fails:

\`\`\`rust
#[test]
fn reads_zones_and_any_fraction() {
    assert_eq!(epoch_ms("2026-01-01T02:00:00+02:00"), 1_767_225_600_000.0);
    assert_eq!(epoch_ms("2025-12-31T18:30:00.5-05:30"), 1_767_225_600_500.0);
    assert_eq!(epoch_ms("2026-01-01T00:00:00.123456Z"), 1_767_225_600_123.0);
}
\`\`\`

Please reproduce it first, then repair it. I've switched you to the larger model for this.`;

const TEST = `
    #[test]
    fn reads_zones_and_any_fraction() {
        assert_eq!(epoch_ms("2026-01-01T02:00:00+02:00"), 1_767_225_600_000.0);
        assert_eq!(epoch_ms("2025-12-31T18:30:00.5-05:30"), 1_767_225_600_500.0);
        assert_eq!(epoch_ms("2026-01-01T00:00:00.123456Z"), 1_767_225_600_123.0);
    }
`;

const HELPERS = `/// The milliseconds of \`.5\`, \`.123\` or \`.123456\`, and what follows them.
fn fraction(text: &str) -> (i64, &str) {
    let Some(digits) = text.strip_prefix('.') else { return (0, text) };
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let (digits, rest) = digits.split_at(end);
    let ms = digits.bytes().chain(*b"000").take(3).fold(0, |ms, digit| ms * 10 + i64::from(digit - b'0'));
    (ms, rest)
}

/// Minutes east of Greenwich of \`Z\`, \`+02:00\` or \`-0530\`.
fn offset(zone: &str) -> i64 {
    let sign = match zone.bytes().next() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return 0,
    };
    let digits: Vec<i64> = zone.bytes().filter(u8::is_ascii_digit).map(|digit| i64::from(digit - b'0')).collect();
    sign * ((digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3])
}

#[cfg(test)]
`;

export default async function timestamps(s) {
  s.model("anthropic", "claude-opus-4-5");
  s.thinking("high");
  s.user(REPORT, { away: 1_560 });
  await s.act({
    think: "Reproduce first. The function and its tests, and who calls it.",
    say: "First the function, its tests and its callers.",
    calls: [
      read("src/time.rs"),
      grep("epoch_ms", { path: "src" }, { shows: ["wasm/log.rs", "time.rs"] }),
      grep("timestamp", { path: "js", glob: "*.ts" }),
    ],
  });
  await s.act({
    think:
      "read() takes year..second by position, then only looks for '.' plus exactly three characters. Anything after second 19 that is no fraction is ignored: so +02:00 is read as if it were Z. And '.5-05:30'.get(..3) is '5-0', which does not parse: 0 ms. The third case, .123456Z, should work already. Let me add the test as it was sent, and see which lines fail.",
    say: "I can see both faults: what follows the seconds is only searched for `.` and exactly three digits, so a zone is ignored and `.5` is lost. The third line of the test should pass already. Adding the test as it was sent:",
    calls: [
      edit("src/time.rs", [
        '        assert_eq!(epoch_ms("yesterday"), 0.0);\n    }\n',
        `        assert_eq!(epoch_ms("yesterday"), 0.0);\n    }\n${TEST}`,
      ]),
      bash("cargo test --lib time", { fails: true, shows: ["left: 1767232800000", "right: 1767225600000"] }),
    ],
  });
  await s.act({
    think:
      "Reproduced: left 1767232800000 is two hours more than right. Repair: fraction() gives milliseconds and the rest, offset() the minutes of the zone.",
    say: "Reproduced: `left: 1767232800000.0` is two hours too late, the `+02:00` was dropped. I'll read the fraction digit by digit and the zone after it.",
    calls: [
      edit(
        "src/time.rs",
        [
          "    let fraction = text.get(19..)?.strip_prefix('.').and_then(|rest| rest.get(..3)).and_then(|ms| ms.parse().ok());\n",
          "    let (fraction, zone) = fraction(text.get(19..)?);\n",
        ],
        [
          "    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + fraction.unwrap_or(0_i64))\n",
          "    Some((((days * 24 + hour) * 60 + minute + offset(zone)) * 60 + second) * 1000 + fraction)\n",
        ],
        ["#[cfg(test)]\n", HELPERS],
      ),
      bash("cargo test --lib time", { fails: true, shows: ["left: 1767240000000", "right: 1767225600000"] }),
    ],
  });
  await s.act({
    think:
      "1767240000000 − 1767225600000 = 14,400,000 ms = four hours. Before it was two hours too late, now four: I went in the wrong direction. 02:00 at +02:00 is 00:00 UTC, so the offset is subtracted.",
    say: "Now it is *four* hours too late: 02:00 at +02:00 is midnight UTC, so the offset has to be subtracted. My sign was wrong.",
    calls: [
      edit("src/time.rs", ["minute + offset(zone)", "minute - offset(zone)"]),
      bash("cargo test --lib time", { shows: ["reads_zones_and_any_fraction ... ok", "reads_what_to_iso_string_writes ... ok"] }),
    ],
  });
  await s.act({
    think:
      "Green. Clippy before I call it done: this crate denies the panic family, and I index a Vec. A zone like '+2' would panic. Let me see whether clippy says so.",
    say: "All three lines pass. Clippy, since this crate denies everything that may panic:",
    calls: [bash("cargo clippy --lib -- -D warnings", { fails: true, shows: ["indexing may panic", "clippy::indexing-slicing"] })],
  });
  await s.act({
    think:
      "Deserved: a zone of fewer than four digits would have panicked, from data that comes from outside. A slice pattern says what is allowed: two digits or four; anything else counts as UTC.",
    say: "And rightly: `+2` would have panicked, on input from outside. A slice pattern instead, which also allows the short `+02`:",
    calls: [
      edit("src/time.rs", [
        "    sign * ((digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3])\n",
        `    match digits.as_slice() {
        [a, b] => sign * (a * 10 + b) * 60,
        [a, b, c, d] => sign * ((a * 10 + b) * 60 + c * 10 + d),
        _ => 0,
    }
`,
      ]),
      edit("src/time.rs", [
        'epoch_ms("2026-01-01T00:00:00.123456Z"), 1_767_225_600_123.0);\n',
        `epoch_ms("2026-01-01T00:00:00.123456Z"), 1_767_225_600_123.0);
        assert_eq!(epoch_ms("2026-01-01T02:00:00+02"), 1_767_225_600_000.0);
        assert_eq!(epoch_ms("2026-01-01T00:00:00+2"), 1_767_225_600_000.0);
`,
      ]),
      bash("cargo clippy --lib -- -D warnings && cargo test --lib time", { shows: ["test result: ok"] }),
    ],
  });
  await s.act({
    say: "Both quiet. Formatting, then the commit.",
    calls: [
      bash("cargo fmt && git diff --stat"),
      bash("git commit -qam 'Timestamps: read zones and fractions of any length' && git log --oneline -2"),
    ],
  });
  s.tell({
    say: "Repaired. `epoch_ms` ignored everything behind the seconds except `.` and exactly three digits. Now it reads a fraction of any length (milliseconds are cut, not rounded) and a zone as `Z`, `+02`, `+02:00` or `-0530`. The sent test is in time.rs, with two more lines for a short and a broken zone.\n\nTwo missteps on the way, both caught by the tools: I added the offset where it has to be subtracted (the test showed four hours instead of two), and indexed a Vec that may be short (clippy: `indexing_slicing`).",
  });
  s.user(
    "Great. While we're there: that epoch_ms gives 0 for garbage has bitten me before, 1970 shows up in the UI and nobody knows why. Make it an Option and let the callers decide.",
    { away: 150 },
  );
  await s.act({
    think: "Signature: Option<f64>. read() is already an Option<i64>, so epoch_ms is read(..).map(as f64). Tests: Some(..) and None.",
    say: "`read` is an `Option` inside already, so this only moves the decision outward.",
    calls: [
      edit("src/time.rs", [
        "; 0 for anything that is not of this form.\npub fn epoch_ms(timestamp: &str) -> f64 {\n    read(timestamp).unwrap_or(0) as f64\n}",
        "; nothing for what is not of this form.\npub fn epoch_ms(timestamp: &str) -> Option<f64> {\n    read(timestamp).map(|ms| ms as f64)\n}",
      ]),
      bash("cargo check && cargo test --lib time 2>&1 | grep -E '^error' -A 8 | head -60", { shows: ["mismatched types", "E0308"] }),
    ],
  });
  await s.act({
    think:
      "cargo check is green although two callers in wasm/log.rs must break now: that folder is wasm32 only! Don't trust the host check here. First the tests, then the wasm target.",
    say: "The library itself builds on the host, only the tests complain. That must not calm anybody: both callers stand in `src/wasm/`, which exists on wasm32 alone. Tests first, then that target.",
    calls: [
      bash(
        'sed -i -E \'s/(assert_eq!\\(epoch_ms\\("[^"]+"\\), )([0-9_.]+)\\)/\\1Some(\\2))/; s/("yesterday"\\), )Some\\(0\\.0\\)/\\1None/\' src/time.rs && git diff src/time.rs',
        { shows: ['epoch_ms("yesterday"), None)', "Some(1_767_225_600_500.0)"] },
      ),
      bash("cargo test --lib time", { shows: ["test result: ok"] }),
      bash("cargo check --lib --target wasm32-unknown-unknown", { fails: true, shows: ["src/wasm/log.rs", "E0308"] }),
    ],
  });
  await s.act({
    think:
      "Two errors, as expected: both pass the time into a message of the lens, which wants f64. What do they want for an unreadable timestamp? The message's timestamp is in milliseconds and required by the pi format. Keep 0 there, but visibly.",
    say: "There they are. Both callers stamp a message whose format requires a number, so there the fallback stays, but now it is written where it is decided.",
    calls: [
      s.near("src/wasm/log.rs", "epoch_ms(&entry.timestamp)", 14, 32),
      edit(
        "src/wasm/log.rs",
        ["epoch_ms(&entry.timestamp)", "epoch_ms(&entry.timestamp).unwrap_or_default()"],
        [
          'epoch_ms(entry.get_str("timestamp").unwrap_or_default())',
          'epoch_ms(entry.get_str("timestamp").unwrap_or_default()).unwrap_or_default()',
        ],
      ),
      bash('cargo check --lib --target wasm32-unknown-unknown && cargo check && cargo fmt --check; echo "exit $?"', {
        shows: ["Finished"],
      }),
    ],
  });
  await s.act({
    think:
      "The formatter wants one line broken. And the second place that a host check does not see: the harness in tests/rust, a crate of its own.",
    say: "The formatter has a word on one line. And one more place that `cargo check` leaves out: the harness under tests/rust is a crate of its own.",
    calls: [
      bash("cargo fmt && git status --short"),
      bash("cargo test --test epitome session", { fails: true, shows: ["tests/rust/everywhere.rs", "E0308"] }),
    ],
  });
  const [, , log] = await s.act({
    think: "everywhere.rs plays the scenario natively, as the wasm face does, so it takes the same fallback.",
    say: "There it is: `everywhere.rs` renders summaries as the wasm face does, so it gets the same fallback.",
    calls: [
      bash(
        "sed -i 's/epoch_ms(&entry.timestamp)/epoch_ms(\\&entry.timestamp).unwrap_or_default()/' tests/rust/everywhere.rs && cargo fmt && git diff tests",
      ),
      bash("cargo test --test epitome session 2>&1 | tail -30 && cargo test --lib 2>&1 | tail -3", { shows: ["test result: ok"] }),
      bash("git commit -qam 'epoch_ms says when a text is no timestamp' && git log --oneline -1"),
    ],
  });
  const done = s.tell({
    say: `\`epoch_ms\` is \`Option<f64>\` now (\`${log.text.split(" ")[0]}\`); \`"yesterday"\` gives \`None\`. The two callers in \`src/wasm/log.rs\` keep 0, because a pi message must carry a number, but each says so itself with \`unwrap_or_default()\`.\n\nWorth remembering for this repository: a green \`cargo check\` says nothing about \`src/wasm/\` (only \`cargo check --lib --target wasm32-unknown-unknown\` found these two), nor about tests/rust, where a third caller stood.`,
  });
  s.label("timestamps repaired", done);
}
