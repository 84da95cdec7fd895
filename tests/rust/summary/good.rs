//! Good summaries, of many forms and languages, as models write them: none may be refused or found fault with.

/// A summary, what the user asked for last, and some of what the user wrote.
pub(super) struct Good {
    pub(super) text: &'static str,
    pub(super) request: &'static str,
    pub(super) names: &'static [&'static str],
}

pub(super) const GOOD: &[Good] = &[
    Good {
        text: "## Primary Request and Intent\nThe user wants midnight shown as 00:00 in `src/clock.ts`, without a new \
               dependency.\n\n## Key Technical Concepts\n- TypeScript 5.4, vitest\n\n## Files and Code Sections\n- \
               `src/clock.ts`: `formatHour()` changed\n\n## Errors and fixes\n- `TS2345` in `formatHour`: mended by a \
               narrower type\n\n## Problem Solving\nNone\n\n## All user messages\n1. \"Midnight must be 00:00.\"\n2. \
               \"Now run the tests, please.\"\n\n## Pending Tasks\n- run the tests\n\n## Current Work\n`npm test` was \
               about to run. Newest request: \"Now run the tests, please.\" Not answered yet.\n\n## Optional Next \
               Step\nRun `npm test`.",
        request: "Now run the tests, please, and tell me which of them fail.",
        names: &["src/clock.ts", "formatHour", "TS2345", "test/clock.test.ts", "parseHour", "renderDial", "ENOENT"],
    },
    // Seed 002's sections, which carry the same under other names.
    Good {
        text: "## Goal\nShip the parser with CRLF support.\n\n## Constraints & Preferences\n- (none)\n\n## Progress\n### \
               Done\n- [x] `lexer.rs` reads \\r\\n\n### In Progress\n- [ ] fuzz test\n### Blocked\n- (none)\n\n## Key \
               Decisions\n- **One token for both**: simpler\n\n## Next Steps\n1. Finish `fuzz_lexer`\n\n## Critical \
               Context\n- branch `crlf`",
        request: "make the lexer read CRLF line ends and add a fuzz test for that",
        names: &["src/lexer.rs", "fuzz_lexer", "Cargo.toml", "parse_line", "TokenKind", "E0308"],
    },
    // Bold and numbered titles.
    Good {
        text: "**1. Primary Request and Intent:**\nMove the sessions to SQLite.\n\n**2. Key Technical Concepts:**\nWAL \
               mode\n\n**8. Current Work:**\nWriting `migrate.sql`.",
        request: "move the sessions to sqlite",
        names: &["migrate.sql", "store.ts", "openStore", "sqlite3", "SQLITE_BUSY", "WAL_MODE"],
    },
    Good {
        text: "1. Primary Request and Intent:\n   - The user asked to rename `Foo` to `Bar` everywhere.\n2. Files and \
               Code Sections:\n   - src/a.ts\n7. Pending Tasks:\n   - none",
        request: "Rename Foo to Bar everywhere",
        names: &["src/a.ts", "src/b.ts", "renameAll", "FooFactory", "BarFactory", "foo_bar"],
    },
    // Upper case, underlined titles.
    Good {
        text: "PRIMARY REQUEST AND INTENT\n==========================\nTranslate the site to Welsh.\n\nCURRENT WORK\n====\
               ========\nThe file cy.json is half done.",
        request: "Translate the site into Welsh, beginning with the menu",
        names: &[],
    },
    // Titles and text of the user's language.
    Good {
        text: "## Ziel\nDie Uhr soll um Mitternacht 00:00 zeigen.\n\n## Aktueller Stand\n`src/uhr.ts` ist geändert, die \
               Tests laufen noch nicht.\n\n## Nächste Schritte\n1. Tests reparieren",
        request: "Bitte repariere jetzt auch noch die Tests der Uhr",
        names: &["src/uhr.ts", "formatiere", "zeigeUhr", "npm_config", "TS2345", "uhr.test.ts"],
    },
    Good {
        text: "## Primary Request and Intent\n用户要求修复登录页面的错误，并且不要改动数据库。\n\n## Files and Code Sections\n- \
               src/login.vue：已修改 `handleSubmit`\n\n## Current Work\n正在运行测试，最新请求：修复登录页面。",
        request: "请修复登录页面的错误，不要改动数据库",
        names: &["src/login.vue", "handleSubmit", "src/api.js", "useSession", "ERR_NETWORK", "loginForm"],
    },
    Good {
        text: "## 目标\n让解析器支持 CRLF。\n\n## 进度\n- [x] lexer.rs 已完成\n\n## 下一步\n1. 增加测试",
        request: "让解析器支持 CRLF 换行，并增加测试",
        names: &[],
    },
    Good {
        text: "## Goal\n時計の真夜中の表示を 00:00 に直す。\n\n## Progress\n### Done\n- [x] `src/clock.ts` を修正した\n### In \
               Progress\n- [ ] テストの追加\n\n## Next Steps\n1. `npm test` を実行する",
        request: "時計の表示を直して、テストも追加してください",
        names: &["src/clock.ts", "formatHour", "clock.test.ts", "renderDial", "TS2345", "parseHour"],
    },
    Good {
        text: "## Primary Request and Intent\n사용자는 로그인 오류를 고치고 테스트를 추가해 달라고 했다.\n\n## Current \
               Work\n`login.ts`를 수정하는 중이다.",
        request: "로그인 오류를 고쳐 주세요. 테스트도 추가해 주세요.",
        names: &[],
    },
    Good {
        text: "## Goal\nНужно исправить ошибку входа в `auth.py`.\n\n## Progress\nОшибка найдена: неверный тип. Тесты ещё \
               не запускались.",
        request: "Исправь, пожалуйста, ошибку входа и запусти тесты",
        names: &["auth.py", "check_token", "test_auth.py", "TokenError", "EINVAL", "load_user"],
    },
    Good {
        text: "## Goal\nEl usuario quiere que el analizador acepte CRLF.\n\n## Progress\nHecho: `lexer.rs`. Pendiente: \
               las pruebas.",
        request: "ahora arregla las pruebas del analizador, por favor",
        names: &[],
    },
    Good {
        text: "## Objectif\nCorriger l'affichage de minuit.\n\n## Avancement\n- fait : `horloge.ts`\n- à faire : les \
               tests\n\n## Prochaines étapes\nLancer `npm test`.",
        request: "Corrige l'affichage de minuit puis lance les tests",
        names: &[],
    },
    // A table and a question that waits for the user.
    Good {
        text: "# Checkpoint: release 2.4\n\n## Goal\nRelease 2.4 of `tapedeck`.\n\n| step | state |\n|---|---|\n| build | \
               done |\n| tag | open |\n\n## Status\nThe user was asked: \"Shall I push the tag v2.4.0 now?\" No answer \
               yet.\n\nWould you like me to push the tag?",
        request: "prepare release 2.4 of tapedeck, but ask me before you push the tag",
        names: &["v2.4.0", "tapedeck", "CHANGELOG.md", "release.yml", "npm_token", "pushTag"],
    },
    // The work is about tools, transcripts and thoughts.
    Good {
        text: "## Goal\nThe parser must keep `<tool_call>` and `</think>` blocks apart.\n\n## Progress\n- `[tool_call: \
               name(args)]` is written by `writeBlock()`\n- the text `I'm sorry, I cannot` is a refusal\n\n```\n<tool_call>\
               {\"name\":\"x\"}</tool_call>\n</think>\n```\n\n## Next Steps\n1. test `<summary>` tags",
        request: "keep tool_call and think blocks apart in the parser",
        names: &["writeBlock", "parser.ts", "tool_call", "splitBlocks", "BlockKind", "think_tag"],
    },
    // Errors are what the work is about.
    Good {
        text: "## Goal\nStop `429 Too Many Requests` from the API.\n\n## Progress\nError: rate limit exceeded came from \
               `client.ts`; a queue was added.",
        request: "why do we get 429 too many requests from the API?",
        names: &[],
    },
    Good {
        text: "Rate limit handling was added to client.ts: goal was to survive 429 answers. Progress: the queue works, \
               Status: tests are open.\n\nGoal: no more 429\nProgress: queue done",
        request: "survive 429 answers",
        names: &[],
    },
    // English headings over text in other languages.
    Good {
        text: "## Goal\nO usuário quer que o relógio mostre 00:00.\n\n## Progress\nFeito: `relogio.ts`. Falta: os testes.",
        request: "agora corrija também os testes do relógio",
        names: &[],
    },
    Good {
        text: "## Goal\nيريد المستخدم إصلاح خطأ تسجيل الدخول في `login.ts`.\n\n## Progress\nتم العثور على الخطأ، والاختبارات لم تنجح بعد.",
        request: "أصلح خطأ تسجيل الدخول ثم شغّل الاختبارات",
        names: &["login.ts", "checkToken", "api/auth.ts", "useLogin", "E401", "ERR_AUTH"],
    },
    Good {
        text: "## Goal\nผู้ใช้ต้องการแก้ไขหน้าเข้าสู่ระบบ\n\n## Progress\nแก้ไข `login.ts` แล้ว ยังไม่ได้รันเทสต์",
        request: "ช่วยแก้ไขหน้าเข้าสู่ระบบให้หน่อย",
        names: &[],
    },
    Good {
        text: "## Goal\nलॉगिन पेज की गलती ठीक करनी है।\n\n## Progress\n`login.ts` बदल दिया गया है, परीक्षण बाकी हैं।",
        request: "लॉगिन पेज की गलती ठीक करो",
        names: &[],
    },
    Good {
        text: "## Goal\nNgười dùng muốn sửa lỗi đăng nhập trong `login.ts`.\n\n## Progress\nĐã sửa xong, chưa chạy kiểm thử.",
        request: "sửa lỗi đăng nhập giúp tôi rồi chạy kiểm thử",
        names: &[],
    },
    Good {
        text: "## Goal\nΟ χρήστης θέλει να διορθωθεί η σύνδεση.\n\n## Progress\nΤο `login.ts` άλλαξε, οι δοκιμές μένουν.",
        request: "διόρθωσε τη σύνδεση και τρέξε τις δοκιμές",
        names: &[],
    },
    // An English summary may quote what was asked in another language.
    Good {
        text: "## Goal\nMend the login. The user wrote: \"修复登录页面的错误，不要改动数据库\".\n\n## Progress\n`login.ts` 已修改，测试还没有运行。",
        request: "修复登录页面的错误，不要改动数据库",
        names: &[],
    },
    // The notes on the first part of a turn.
    Good {
        text: "## Original Request\n\"Port the tokenizer to Rust, keep the tests.\"\n\n## Done So Far\n- read `tok.py`\n\n## \
               Needed to Continue\n- `vocab.json` has 50,257 entries; work goes on in `src/tok.rs`",
        request: "Port the tokenizer to Rust, keep the tests.",
        names: &["tok.py", "vocab.json", "src/tok.rs", "bpe_merge", "test_tok.py", "TokenizerError"],
    },
    // One paragraph for each title, and no Markdown at all.
    Good {
        text: "Primary request: the user wants a Dockerfile for the worker, without root.\n\nKey concepts: distroless, \
               multi-stage.\n\nPending tasks: none.\n\nCurrent work: `docker build .` passes; the image has 41 MB.",
        request: "write a Dockerfile for the worker that does not need root",
        names: &["Dockerfile", "worker.ts", "node_modules", "npm_config", "docker-compose.yml", "HEALTHCHECK"],
    },
];
