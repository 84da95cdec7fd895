//! Where a format lets a path be parted, and what the model sees behind a compaction: bound reasoning, neighbours of the same
//! role, text of the host between a call and its result.

use epitome::compaction::Verdict;
use epitome::cut::{Grid, legal_cuts};
use epitome::format::lens;
use epitome::session::Session;
use epitome::settings::{BoundThinking, CompactionSettings, Settings};
use serde_json::{Value, json};

use super::support::{append, commit, run};

fn log(messages: &[Value]) -> Vec<Value> {
    let mut entries = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        let parent = at.checked_sub(1).map(|before| format!("m{before}"));
        let custom = message.get("custom").is_some();
        let kind = if custom { "custom_message" } else { "message" };
        let mut entry = json!({"type": kind, "id": format!("m{at}"), "parentId": parent, "timestamp": "",
            "message": message, "customType": "note", "content": message["custom"]});
        entry["pinned"] = (message["pin"] == json!(true)).into();
        entries.push(entry);
    }
    entries
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

/// A message of Claude's in pi's shape: signed reasoning, text, calls.
fn claude(text: &str, calls: &[&str]) -> Value {
    let mut blocks = vec![json!({"type": "thinking", "thinking": "Let me think.", "thinkingSignature": "c2ln"})];
    if !text.is_empty() {
        blocks.push(json!({"type": "text", "text": text}));
    }
    for id in calls {
        blocks.push(json!({"type": "toolCall", "id": id, "name": "bash", "arguments": {"command": "ls"}}));
    }
    json!({"role": "assistant", "api": "anthropic-messages", "content": blocks})
}

fn answer(id: &str) -> Value {
    json!({"role": "toolResult", "toolCallId": id, "toolName": "bash", "content": "a.ts b.ts"})
}

fn settings(keep_recent_tokens: u32) -> Settings {
    let compaction = CompactionSettings { keep_recent_tokens, ..CompactionSettings::default() };
    Settings { compaction, ..Settings::default() }
}

fn session(format: &str, settings: &Settings, messages: &[Value]) -> Session {
    let mut session = Session::with_settings(lens(format).unwrap(), &settings.compaction);
    append(&mut session, &log(messages)).unwrap();
    session
}

/// Compacts, and checks that the context has the size that was announced.
fn compact(session: &mut Session, settings: &Settings) {
    let Some(Verdict::Draft(draft)) = run(session, settings, 1, |_| Ok("A summary.".into())) else {
        panic!("nothing was compacted")
    };
    commit(session, &draft);
    assert_eq!(session.context().tokens(), draft.tokens_after);
}

/// The context: ids, with `S` for the summary, `-` behind what lost its reasoning, `+` before what joins.
fn shown(session: &Session) -> String {
    let mut shown = Vec::new();
    for item in session.context().items() {
        let id = if item.is_summary { "S" } else { session.entry(item.at).unwrap().id.as_str() };
        shown.push(format!("{}{id}{}", if item.joins { "+" } else { "" }, if item.unbound { "-" } else { "" }));
    }
    shown.join(" ")
}

fn legal(format: &str, grid: Grid, messages: &[Value]) -> Vec<usize> {
    let session = session(format, &Settings::default(), messages);
    let legal = legal_cuts(session.entries(), grid);
    (0..legal.len()).filter(|at| legal[*at]).collect()
}

#[test]
fn reasoning_that_depends_on_what_changed_goes_but_in_an_open_loop() {
    let long = user(&"old ".repeat(2_000));
    let talk = [long, claude("yes", &[]), user("next"), claude("so", &[]), user("go"), claude("", &["a"]), answer("a")];
    let cases = [
        (BoundThinking::Auto, 7, "S m1- m2 m3- m4 m5 m6"),
        (BoundThinking::Strip, 7, "S m1- m2 m3- m4 m5- m6"),
        (BoundThinking::Keep, 7, "S m1 m2 m3 m4 m5 m6"),
        // The model has ended its turn: nothing asks for the reasoning any more.
        (BoundThinking::Auto, 4, "S m1- m2 m3-"),
    ];
    for (bound_thinking, messages, expected) in cases {
        let mut settings = settings(100);
        settings.compaction.bound_thinking = bound_thinking;
        let mut session = session("pi", &settings, &talk[..messages]);
        compact(&mut session, &settings);
        assert_eq!(shown(&session), expected, "{bound_thinking:?}");
        // What comes later stands on what the model saw: it stays, and so does all before it.
        let mut later = log(&[claude("done", &[]), user("thanks"), claude("bye", &[])]);
        for (at, entry) in later.iter_mut().enumerate() {
            entry["id"] = format!("n{at}").into();
            entry["parentId"] =
                at.checked_sub(1).map_or_else(|| session.leaf().unwrap().id.clone(), |at| format!("n{at}")).into();
        }
        append(&mut session, &later).unwrap();
        assert_eq!(shown(&session), format!("{expected} n0 n1 n2"));
    }
}

#[test]
fn a_message_of_bound_reasoning_alone_is_left_out() {
    let long = user(&"old ".repeat(2_000));
    let settings = settings(100);
    let mut session = session("pi", &settings, &[long, claude("yes", &[]), user("next"), claude("", &[]), user("x")]);
    compact(&mut session, &settings);
    assert_eq!(shown(&session), "S m1- m2 m4");
}

#[test]
fn an_open_loop_with_reasoning_stays_whole_unless_it_is_all_that_there_is() {
    let grid = Grid { whole_loops: true, ..Grid::default() };
    let looping =
        [user("a"), claude("b", &[]), user("go"), claude("", &["x"]), answer("x"), claude("", &["y"]), answer("y")];
    assert_eq!(legal("pi", grid, &looping), [0, 1, 2]);
    assert_eq!(legal("pi", Grid::default(), &looping), [0, 1, 2, 3, 5]);
    // Without reasoning there is nothing that binds it.
    let plain: Vec<Value> = looping
        .iter()
        .cloned()
        .map(|mut message| {
            message["api"] = "openai-completions".into();
            message
        })
        .collect();
    assert_eq!(legal("pi", grid, &plain), [0, 1, 2, 3, 5]);

    let mut loops = vec![user("go")];
    for at in 0..40 {
        let id = format!("c{at}");
        loops.extend([claude(&"thought ".repeat(40), &[&id]), answer(&id)]);
    }
    let settings = settings(300);
    let mut session = session("pi", &settings, &loops);
    compact(&mut session, &settings);
    assert!(shown(&session).starts_with("S m0 m7"), "{}", shown(&session));
}

#[test]
fn neighbours_that_a_compaction_made_become_one_message_where_roles_alternate() {
    let text = |role: &str, text: &str| json!({"role": role, "content": text});
    let mut pinned = text("user", "always answer in French");
    pinned["pin"] = json!(true);
    let old = text("user", &"old ".repeat(2_000));
    let talk =
        [pinned, text("assistant", "oui"), old, text("assistant", "b"), text("user", "c"), text("assistant", "d")];
    let mut settings = settings(1);
    for (strict, expected) in [(false, "S m0 m4 m5"), (true, "S +m0 +m4 m5")] {
        settings.compaction.strict_alternation = strict;
        let mut session = session("openai-chat", &settings, &talk);
        compact(&mut session, &settings);
        assert_eq!(shown(&session), expected);
    }
}

#[test]
fn what_the_host_puts_side_by_side_stays_two_messages() {
    let mut settings = settings(10);
    settings.compaction.strict_alternation = true;
    let session = session("openai-chat", &settings, &[user("a"), user("b"), json!({"custom": "c"}), user("d")]);
    assert_eq!(shown(&session), "m0 m1 +m2 +m3");
}

#[test]
fn text_of_the_host_waits_until_the_calls_before_it_are_answered() {
    let note = || json!({"custom": "remember"});
    let settings = Settings::default();
    let open = [user("go"), claude("", &["a", "b"]), note(), answer("a")];
    let mut waiting = session("pi", &settings, &open);
    assert_eq!(shown(&waiting), "m0 m1 m3");
    let mut more = log(&[open[0].clone(), open[1].clone(), note(), open[3].clone(), answer("b"), claude("ok", &[])]);
    more.drain(..4);
    append(&mut waiting, &more).unwrap();
    assert_eq!(shown(&waiting), "m0 m1 m3 m4 m2 m5");
    // The session may have moved to where they were made: they are answered anew, or given up.
    let summary = json!({"type": "branch_summary", "id": "b", "parentId": "m1", "timestamp": "", "fromId": "m9", "summary": "learned"});
    for (next, seen) in [(answer("a"), "m0 m1 n b"), (user("stop"), "m0 m1 b n")] {
        let mut left = session("pi", &settings, &[user("go"), claude("", &["a"])]);
        append(&mut left, std::slice::from_ref(&summary)).unwrap();
        assert_eq!(shown(&left), "m0 m1");
        append(&mut left, &[json!({"type": "message", "id": "n", "parentId": "b", "timestamp": "", "message": next})])
            .unwrap();
        assert_eq!(shown(&left), seen);
    }
    // Once the user speaks, the calls are given up.
    let given_up = session("pi", &settings, &[user("go"), claude("", &["a"]), note(), user("stop")]);
    assert_eq!(shown(&given_up), "m0 m1 m2 m3");
}

#[test]
fn no_cut_falls_inside_a_response_of_the_provider() {
    let part = |response: &str, call: &str| {
        let mut message = claude("", &[call]);
        message["responseId"] = response.into();
        message["api"] = "openai-responses".into();
        message
    };
    let grid = Grid::default();
    let spread = [user("go"), part("r1", "x"), answer("x"), part("r1", "y"), answer("y"), part("r2", "z"), answer("z")];
    assert_eq!(legal("pi", grid, &spread), [0, 1, 5]);
    // An id that comes back in another turn is another response's.
    let turns = [user("go"), part("r1", "x"), answer("x"), user("go"), part("r1", "y"), answer("y"), user("end")];
    assert_eq!(legal("pi", grid, &turns), [0, 1, 3, 4, 6]);
    let items = [user("go"), claude("a", &[]), claude("b", &[]), user("end")];
    assert_eq!(legal("pi", Grid { one_response: true, ..grid }, &items), [0, 1, 3]);
}

#[test]
fn what_the_provider_runs_binds_nothing_beyond_its_result() {
    let searched = json!({"role": "assistant", "content": [
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []},
        {"type": "text", "text": "found"},
    ]});
    let paused = json!({"role": "assistant", "content": [
        {"type": "server_tool_use", "id": "s2", "name": "web_search", "input": {"query": "y"}},
    ]});
    let talk = [user("go"), searched, user("more"), paused, user("end")];
    assert_eq!(legal("anthropic", Grid::default(), &talk), [0, 1, 2, 3, 4]);
}

#[test]
fn a_request_that_holds_results_stays_with_their_calls() {
    let call = json!({"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "bash", "input": {}}]});
    let both = json!({"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "a", "content": "done"}, {"type": "text", "text": "and now this"},
    ]});
    let mut talk =
        vec![user(&"old ".repeat(2_000)), json!({"role": "assistant", "content": "yes"}), user("go"), call, both];
    for at in 0..4 {
        let id = format!("b{at}");
        talk.push(
            json!({"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "bash", "input": {}}]}),
        );
        let done = json!({"type": "tool_result", "tool_use_id": id, "content": "ok ".repeat(200)});
        talk.push(json!({"role": "user", "content": [done]}));
    }
    let settings = settings(100);
    let mut session = session("anthropic", &settings, &talk);
    compact(&mut session, &settings);
    assert_eq!(shown(&session), "S m3 m4 m11 m12");
}

#[test]
fn the_provider_s_own_compaction_stands_first_and_is_never_cut() {
    let item = |role: &str, text: &str| json!({"type": "message", "role": role, "content": text});
    let barrier = json!({"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAAA=="});
    let tools = json!({"type": "additional_tools", "role": "developer", "tools": []});
    let old = item("user", &"old ".repeat(2_000));
    let talk = [
        item("user", "before"),
        barrier,
        json!({"type": "web_search_call", "id": "ws_1", "status": "completed"}),
        old,
        tools,
        item("assistant", "a"),
        item("user", "b"),
        item("assistant", "c"),
    ];
    assert_eq!(legal("openai-responses", Grid::default(), &talk)[0], 1);
    let settings = settings(2);
    let mut session = session("openai-responses", &settings, &talk);
    compact(&mut session, &settings);
    assert_eq!(shown(&session), "m1 S m4 m6 m7");
}

#[test]
fn what_is_written_takes_the_form_of_the_messages_beside_it() {
    let dict = json!({"type": "human", "data": {"content": "hi"}});
    let constructor = json!({"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"],
        "kwargs": {"content": "hi"}});
    for (message, form) in [(dict, 0), (constructor, 1)] {
        assert_eq!(session("langchain", &Settings::default(), &[message]).form(), form);
    }
}

#[test]
fn words_of_the_user_beside_results_leave_the_loop_open() {
    let thought = json!({"type": "thinking", "thinking": "hm", "signature": "c2ln"});
    let call =
        json!({"role": "assistant", "content": [thought, {"type": "tool_use", "id": "a", "name": "b", "input": {}}]});
    let both = json!({"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "a", "content": "done"}, {"type": "text", "text": "and now this"},
    ]});
    let settings = settings(1);
    let talk = [user(&"old ".repeat(2_000)), json!({"role": "assistant", "content": "yes"}), user("go"), call, both];
    let mut session = session("anthropic", &settings, &talk);
    compact(&mut session, &settings);
    assert_eq!(shown(&session), "S +m2 m3 m4");
}

#[test]
fn what_is_called_beside_the_provider_s_compaction_is_answered_before_our_summary() {
    let barrier = json!({"role": "assistant", "content": [
        {"type": "compaction", "content": "So far."}, {"type": "tool_use", "id": "t", "name": "f", "input": {}},
    ]});
    let result = json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]});
    let says = |text: &str| json!({"role": "assistant", "content": text});
    let old = user(&"old ".repeat(2_000));
    let settings = settings(1);
    let talk = [user("x"), barrier, result, says("done"), old, says("a"), user("b"), says("c")];
    let mut session = session("anthropic", &settings, &talk);
    compact(&mut session, &settings);
    assert_eq!(shown(&session), "m1 m2 S +m6 m7");
}

#[test]
fn kept_contents_of_the_model_stand_as_one_where_a_call_must_follow_the_user() {
    let model = |part: Value| json!({"role": "model", "parts": [part]});
    let says = |role: &str, text: &str| json!({"role": role, "parts": [{"text": text}]});
    let mut plan = says("model", "the plan");
    plan["pin"] = json!(true);
    let mut call = model(json!({"functionCall": {"name": "ls", "args": {}}}));
    call["pin"] = json!(true);
    let result = json!({"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": {}}}]});
    let old = says("user", &"old ".repeat(2_000));
    let settings = settings(1);
    let talk = [
        says("user", "a"),
        plan,
        says("user", "b"),
        call,
        result,
        says("model", "c"),
        old,
        says("model", "d"),
        says("user", "e"),
        says("model", "f"),
    ];
    let mut session = session("gemini", &settings, &talk);
    compact(&mut session, &settings);
    assert_eq!(shown(&session), "S m1 +m3 m4 m8 m9");
}

#[test]
fn a_pinned_message_stays_itself_and_what_was_shown_stays_as_it_was() {
    let mut pinned = user("always in French");
    pinned["pin"] = json!(true);
    let says = |text: &str| json!({"role": "assistant", "content": text});
    let old = user(&"old ".repeat(2_000));
    let settings = settings(1);
    let mut kept = session("anthropic", &settings, &[pinned, says("oui"), old, says("a"), user("b"), says("c")]);
    compact(&mut kept, &settings);
    assert_eq!(shown(&kept), "S m0 +m4 m5");
    let noted = session("anthropic", &settings, &[json!({"custom": "note"}), user("real")]);
    assert_eq!(shown(&noted), "m0 m1");
}
