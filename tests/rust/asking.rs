//! Who is asked for a summary, how often and with what, and what is made of answers that are none.

use epitome::budget::Limits;
use epitome::compaction::{
    Answer, Candidate, Compaction, Customized, Draft, Failure, Options, Output, Sizing, SummaryRequest, Supplied,
    Verdict, prepare, prepare_at,
};
use epitome::session::Session;
use epitome::settings::{CompactionSettings, Settings, Template};
use epitome::summary::RequestKind;
use epitome::tokens::estimate;
use serde_json::{Value, json};

use super::support::{session, settings};

/// A summary with what one cannot lack.
const GOOD: &str = "## Primary Request and Intent\nBuild the parser of src/parse.rs as asked.\n\n## Current Work\nThe parser reads empty lines now; \
    the newest request is under way.";

fn text(of: &str, tokens: usize) -> String {
    format!("{of} {}", "words that say little; ".repeat(tokens / 5)).chars().take(tokens * 4).collect()
}

/// Turns of a request, a call with its result, and an answer, so many tokens each.
fn history(turns: usize, tokens: usize) -> Session {
    let mut messages = Vec::new();
    for at in 0..turns {
        let id = format!("call{at}");
        messages.push(json!({"role": "user", "content": format!("Request {at}: go on with the parser")}));
        messages.push(json!({"role": "assistant", "stopReason": "toolUse", "content": [
            {"type": "toolCall", "id": id, "name": "bash", "arguments": {"command": format!("make {at}")}}]}));
        messages.push(json!({"role": "toolResult", "toolCallId": id, "toolName": "bash",
            "content": [{"type": "text", "text": "ok"}]}));
        messages.push(json!({"role": "assistant", "stopReason": "stop",
            "content": [{"type": "text", "text": text(&format!("answer {at}"), tokens)}]}));
    }
    // A short turn at the end, so that no cut parts one.
    messages.push(json!({"role": "user", "content": "now the tests"}));
    messages.push(json!({"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": "yes"}]}));
    let entry = |(at, message): (usize, &Value)| {
        let parent = at.checked_sub(1).map(|before| format!("m{before}"));
        json!({"type": "message", "id": format!("m{at}"), "parentId": parent, "timestamp": "", "message": message})
    };
    session("pi", &messages.iter().enumerate().map(entry).collect::<Vec<_>>())
}

fn machine(session: &Session, options: Options) -> Compaction {
    let settings = options.settings.compaction.clone();
    let sizing = Sizing { limits: options.limits, ..Sizing::default() };
    Compaction::new(prepare(session, &settings, sizing).expect("there is something to fold away"), options)
}

fn options(candidates: usize) -> Options {
    Options { settings: settings(100), candidates: vec![Candidate::default(); candidates], ..Options::default() }
}

fn says(text: &str) -> Answer {
    Answer { text: text.into(), ..Answer::default() }
}

fn fails(reason: &str, retryable: bool) -> Answer {
    Answer { failure: Some(Failure { reason: reason.into(), retryable, ..Failure::default() }), ..Answer::default() }
}

/// Plays a run to its end; one request at a time.
fn play(mut machine: Compaction, mut answer: impl FnMut(&SummaryRequest) -> Answer) -> (Verdict, Vec<SummaryRequest>) {
    let mut asked = Vec::new();
    let mut waiting = Vec::new();
    loop {
        match machine.poll_output() {
            Output::Summarize(request) => waiting.push(request),
            Output::Wait => {
                let request = waiting.remove(0);
                let said = answer(&request);
                machine.handle_answer(request.id, said);
                asked.push(request);
            }
            Output::Done(verdict) => return (verdict, asked),
        }
    }
}

fn draft(verdict: Verdict) -> Draft {
    match verdict {
        Verdict::Draft(draft) => draft,
        Verdict::Refused(refused) => panic!("{refused:?}"),
    }
}

fn reason(verdict: Verdict) -> String {
    match verdict {
        Verdict::Refused(refused) => refused.reason,
        Verdict::Draft(draft) => panic!("{draft:?}"),
    }
}

#[test]
fn a_bad_answer_is_told_once_what_is_wrong_with_it_then_the_next_summarizer_is_asked() {
    for bad in ["", "I'm sorry, but I can't help with that.", "## Goal\n(none)\n\n## Progress\n- (none)"] {
        let (verdict, asked) = play(machine(&history(20, 400), options(2)), |request| {
            says(if request.candidate == 0 { bad } else { GOOD })
        });
        assert!(draft(verdict).flaws.is_empty());
        let whom: Vec<_> = asked.iter().map(|request| (request.candidate, request.attempt)).collect();
        assert_eq!(whom, [(0, 0), (0, 1), (1, 0)], "{bad}");
        let (first, second) = (asked[0].prompt.len(), asked[1].prompt.len());
        assert!(second > first, "the second try says what was wrong with the first");
        assert_eq!(asked[2].prompt.len(), first);
    }
}

#[test]
fn an_answer_that_lacks_sections_is_asked_for_them_and_taken_in_the_end_where_nobody_does_better() {
    let plain = "The parser of src/parse.rs is being built as the user asked; request 19 was to go on with the parser.";
    let (verdict, asked) = play(machine(&history(20, 400), options(1)), |_| says(plain));
    assert_eq!(asked.len(), 2);
    assert!(asked[1].prompt.contains("Primary Request and Intent"));
    let draft = draft(verdict);
    assert!(draft.summary.starts_with(plain));
    assert_eq!(draft.flaws, ["missing-sections"]);
    let (verdict, asked) =
        play(machine(&history(20, 400), options(1)), |request| says(if request.attempt == 0 { plain } else { GOOD }));
    assert_eq!(asked.len(), 2);
    assert!(matches!(verdict, Verdict::Draft(draft) if draft.flaws.is_empty() && draft.summary.starts_with(GOOD)));
    // Of little text no form is asked.
    let (verdict, asked) = play(machine(&history(4, 400), options(1)), |_| says(plain));
    assert_eq!(asked.len(), 1, "{verdict:?}");
}

#[test]
fn no_second_try_is_made_where_none_is_wanted() {
    for retry in [json!({"enabled": false}), json!({"maxRetries": 0})] {
        let mut options = options(1);
        let given = json!({"compaction": {"keepRecentTokens": 100}, "retry": retry}).to_string();
        options.settings = Settings::read(&epitome::json::parse(&given).unwrap()).unwrap();
        let (verdict, asked) = play(machine(&history(20, 400), options), |_| says(""));
        assert_eq!((reason(verdict).as_str(), asked.len()), ("blank-summary", 1));
    }
}

fn sized(window: u32, candidates: usize) -> Options {
    let limits = Limits { window: Some(window), ..Limits::default() };
    Options { limits, ..options(candidates) }
}

fn size(request: &SummaryRequest) -> u32 {
    estimate::text(&request.system) + estimate::text(&request.prompt) + request.max_tokens
}

fn conversation(request: &SummaryRequest) -> &str {
    let (_, rest) = request.prompt.split_once("<conversation>").unwrap();
    rest.split_once("</conversation>").unwrap().0
}

#[test]
fn what_is_too_long_for_one_request_is_folded_piece_by_piece() {
    let session = history(60, 500);
    let mut options = sized(200_000, 1);
    options.candidates[0] = Candidate { window: Some(16_000), output: Some(1_500) };
    let (verdict, asked) = play(machine(&session, options), |request| {
        says(&GOOD.replace("empty lines", &format!("empty lines, piece {}", request.chunk)))
    });
    let chunks: Vec<u32> = asked.iter().map(|request| request.chunk).collect();
    assert!(chunks.len() > 2 && chunks.iter().enumerate().all(|(at, chunk)| at == *chunk as usize), "{chunks:?}");
    for (at, request) in asked.iter().enumerate() {
        assert!(size(request) <= 16_000 && request.max_tokens <= 1_500, "{}", size(request));
        let before = format!("piece {}", at.wrapping_sub(1));
        assert_eq!(request.prompt.contains(&before), at > 0, "each piece carries on the summary of the one before it");
    }
    // Each message is quoted once, and none is left out.
    for at in 0..58 {
        let quotes = |request: &&SummaryRequest| conversation(request).contains(&format!("answer {at} "));
        let quoted = asked.iter().filter(quotes).count();
        assert_eq!(quoted, 1, "answer {at}");
    }
    let last = chunks.len() - 1;
    assert!(draft(verdict).summary.contains(&format!("piece {last}")));
}

#[test]
fn one_bad_piece_does_not_spoil_the_rest() {
    let mut options = sized(200_000, 1);
    options.candidates[0] = Candidate { window: Some(16_000), output: Some(1_500) };
    options.fallback = true;
    let (verdict, asked) =
        play(machine(&history(60, 500), options), |request| says(if request.chunk == 1 { "" } else { GOOD }));
    let tries: Vec<_> = asked.iter().map(|request| (request.chunk, request.attempt)).collect();
    assert_eq!(tries[..4], [(0, 0), (1, 0), (1, 1), (2, 0)]);
    // What no model wrote is in the next piece's request all the same.
    assert!(asked[3].prompt.contains("answer") && asked[3].prompt.contains("Request"));
    let draft = draft(verdict);
    assert!(draft.degraded && draft.summary.starts_with(GOOD));
}

#[test]
fn a_summarizer_that_finds_the_request_too_long_is_asked_with_less() {
    for (told, most) in [(8_000, 8_000), (0, u32::MAX)] {
        let session = history(60, 500);
        let mut sizes = Vec::new();
        let (verdict, _) = play(machine(&session, sized(60_000, 1)), |request| {
            sizes.push(size(request));
            if size(request) > 9_000 {
                let failure = Some(Failure { reason: "summarizer-http".into(), ..Failure::default() });
                return Answer { overflow: Some(told), failure, ..Answer::default() };
            }
            says(GOOD)
        });
        draft(verdict);
        assert!(sizes[1] < sizes[0] / 2, "{sizes:?}");
        assert!(sizes.iter().skip(1).all(|size| *size <= most), "{sizes:?}");
    }
    // One that never has enough is left.
    let (verdict, asked) = play(machine(&history(20, 400), options(2)), |request| {
        if request.candidate == 0 {
            return Answer { overflow: Some(0), ..fails("summarizer-http", false) };
        }
        says(GOOD)
    });
    draft(verdict);
    assert!(asked.len() <= 5);
}

#[test]
fn the_calls_of_one_compaction_are_limited() {
    for fallback in [false, true] {
        let mut options = options(3);
        options.settings.compaction.max_calls = 4;
        options.fallback = fallback;
        let (verdict, asked) = play(machine(&history(20, 400), options), |_| fails("summarizer-http", true));
        assert_eq!(asked.len(), 4);
        match verdict {
            Verdict::Refused(refused) => assert!(!fallback && refused.reason == "call-budget", "{refused:?}"),
            Verdict::Draft(draft) => assert!(fallback && draft.degraded),
        }
    }
    let (verdict, asked) = play(machine(&history(20, 400), options(3)), |_| fails("time-budget", false));
    assert_eq!((reason(verdict).as_str(), asked.len()), ("time-budget", 1));
}

#[test]
fn who_refuses_the_key_is_not_asked_for_the_other_part() {
    let session = history(1, 40);
    let mut entries: Vec<Value> = vec![];
    for at in 0..20 {
        let parent = if at == 0 { "m5".into() } else { format!("k{}", at - 1) };
        let message = json!({"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": text("step", 200)}]});
        entries.push(
            json!({"type": "message", "id": format!("k{at}"), "parentId": parent, "timestamp": "", "message": message}),
        );
    }
    entries[0]["message"] = json!({"role": "user", "content": "a long piece of work"});
    let mut session = session;
    super::support::append(&mut session, &entries).unwrap();
    let (verdict, asked) = play(machine(&session, options(2)), |request| {
        if request.candidate == 0 { fails("summarizer-auth", false) } else { says(GOOD) }
    });
    assert!(draft(verdict).is_split_turn);
    let kinds: Vec<_> = asked.iter().filter(|request| request.candidate == 1).map(|request| request.kind).collect();
    assert_eq!(kinds.len(), 2);
    // Both were asked side by side; a third part would not have asked it.
    assert!(asked.iter().filter(|request| request.candidate == 0).count() <= 2);
}

#[test]
fn a_short_summary_is_asked_for_where_it_is_wanted_and_taken_where_it_comes_along() {
    let mut wants = options(1);
    wants.settings.compaction.short_summary = true;
    let (verdict, asked) = play(machine(&history(20, 400), wants.clone()), |request| {
        says(if request.kind == RequestKind::Short { "The parser now reads empty lines." } else { GOOD })
    });
    assert_eq!(asked.len(), 2);
    assert!(asked[1].prompt.contains("The parser reads empty lines now"));
    assert_eq!(draft(verdict).short_summary.as_deref(), Some("The parser now reads empty lines."));
    let along = Answer { short_summary: Some("Along.".into()), ..says(GOOD) };
    let (verdict, asked) = play(machine(&history(20, 400), wants.clone()), |_| along.clone());
    assert_eq!((asked.len(), draft(verdict).short_summary.as_deref()), (1, Some("Along.")));
    // It is no reason to lose the summary.
    let (verdict, _) = play(machine(&history(20, 400), wants), |request| {
        if request.kind == RequestKind::Short { fails("summarizer-http", false) } else { says(GOOD) }
    });
    assert_eq!(draft(verdict).short_summary, None);
}

#[test]
fn the_host_may_give_the_task_the_context_or_the_whole_summary() {
    let mut run = machine(&history(20, 400), options(1));
    run.customize(Customized {
        task: Some("Summarize in three bullets.".into()),
        context: vec!["branch: main".into()],
        state: vec!["Open todos: write tests".into()],
    });
    let (verdict, asked) =
        play(run, |_| says("- the parser\n- reads\n- empty lines of src/parse.rs, Request 19: go on with the parser"));
    for part in ["Summarize in three bullets.", "answer 3", "branch: main", "Open todos: write tests"] {
        assert!(asked[0].prompt.contains(part), "{part}");
    }
    assert!(!asked[0].prompt.contains("## Primary Request"));
    let summary = draft(verdict).summary;
    assert!(summary.contains("branch: main") && summary.contains("Open todos: write tests"), "{summary}");

    let mut run = machine(&history(20, 400), options(1));
    run.customize(Customized { state: vec!["Open todos: write tests".into()], ..Customized::default() });
    run.supply(Supplied { summary: "Written by the host.".into(), short_summary: Some("Host.".into()) });
    let (verdict, asked) = play(run, |_| says(GOOD));
    assert!(asked.is_empty());
    let taken = draft(verdict);
    assert!(taken.summary.starts_with("Written by the host.") && taken.summary.contains("write tests"));
    let mut run = machine(&history(20, 400), options(1));
    run.supply(Supplied { summary: "word ".repeat(20_000), short_summary: None });
    assert_eq!(reason(play(run, |_| says(GOOD)).0), "not-smaller");
}

#[test]
fn the_settings_template_takes_the_place_of_the_task() {
    let mut own = options(1);
    own.settings.compaction.template = Template::Own("Write a log.\n## Log\nWhat happened.".into());
    let (verdict, asked) = play(machine(&history(20, 400), own), |request| {
        says(&GOOD.replace("Current Work", if request.attempt == 0 { "Current Work" } else { "Log" }))
    });
    assert!(asked[0].prompt.contains("Write a log."));
    assert_eq!(asked.len(), 2);
    assert!(asked[1].prompt.rfind("Log") > asked[0].prompt.rfind("Log"));
    assert!(draft(verdict).flaws.is_empty());
    let mut goal = options(1);
    goal.settings.compaction.template = Template::GoalProgress;
    let (_, asked) = play(machine(&history(20, 400), goal), |_| {
        says(
            "## Goal\nBuild the parser of src/parse.rs.\n## Progress\n- [x] empty lines; request 19: go on with the parser",
        )
    });
    assert_eq!(asked.len(), 1);
    assert!(asked[0].prompt.contains("## Next Steps"));
}

#[test]
fn a_host_may_say_from_where_on_it_keeps_but_never_between_a_call_and_its_result() {
    let session = history(20, 400);
    let compaction = CompactionSettings::default();
    let at = |id: &str| prepare_at(&session, &compaction, Sizing::default(), id).map(|found| found.first_kept_entry_id);
    assert_eq!(at("m40").as_deref(), Some("m40"));
    assert_eq!(at("m41").as_deref(), Some("m41"));
    assert_eq!(at("m42"), None);
    assert_eq!(at("nobody"), None);
}

#[test]
fn a_summary_that_is_too_long_is_fitted_rather_than_lost() {
    let long = format!("{GOOD}\n\n## Files\n{}", "- src/parse.rs: the parser of empty lines\n".repeat(600));
    let mut options = options(1);
    options.limits.output = Some(1_000);
    let (verdict, asked) = play(machine(&history(40, 400), options), |request| {
        assert!(request.max_tokens < estimate::text(&long));
        says(&long)
    });
    let draft = draft(verdict);
    assert!(draft.tokens_after < draft.tokens_before);
    if estimate::text(&draft.summary) < estimate::text(&long) {
        assert_eq!(draft.flaws, ["too-long"]);
        for heading in ["## Primary Request and Intent", "## Current Work", "## Files"] {
            assert!(draft.summary.contains(heading), "{heading}");
        }
    }
    assert!(asked.len() <= 2);
}

#[test]
fn the_model_free_summary_is_taken_as_it_is_also_from_a_summarizer() {
    // A talk in long sentences, which the model-free summary quotes word for word.
    let session = history(40, 400);
    let mut machine = machine(&session, options(1));
    loop {
        match machine.poll_output() {
            Output::Summarize(request) => {
                let text = machine.extract(request.id).unwrap();
                assert_eq!(request.attempt, 0);
                machine.handle_answer(request.id, says(&text));
            }
            Output::Wait => {}
            Output::Done(verdict) => {
                let draft = draft(verdict);
                assert!(draft.flaws.is_empty() && draft.failures.is_empty() && !draft.degraded);
                break;
            }
        }
    }
}

#[test]
fn what_more_calls_would_be_needed_for_is_told() {
    let asks = |calls: u32| {
        let mut options = sized(60_000, 1);
        options.candidates[0] = Candidate { window: Some(9_000), output: Some(800) };
        options.settings.compaction.max_calls = calls;
        let (verdict, asked) = play(machine(&history(120, 500), options), |_| says(GOOD));
        (draft(verdict).flaws.contains(&"elided".to_owned()), asked.len())
    };
    assert!(asks(8).0);
    let (elided, calls) = asks(400);
    assert!(!elided && calls > 8, "{calls}");
}

#[test]
fn no_secret_is_stored_beside_the_text_either() {
    let key = ["sk-", "proj-4f9aQ2kd81mZx7LpT0aa"].concat();
    let mut entries = vec![json!({"type": "message", "id": "m0", "parentId": null, "timestamp": "", "message":
        {"role": "assistant", "stopReason": "toolUse", "content": [{"type": "toolCall", "id": "c", "name": "write",
            "arguments": {"path": format!("/home/{key}/notes.md"), "content": "x"}}]}})];
    entries.push(json!({"type": "message", "id": "r0", "parentId": "m0", "timestamp": "", "message":
        {"role": "toolResult", "toolCallId": "c", "toolName": "write", "content": [{"type": "text", "text": "ok"}]}}));
    // A name apart from the word that makes it a secret: it lies where no record quotes.
    let password = ["hunter2secret", "LONGpw99"].concat();
    let long = format!("{} password = \"{password}\" {}", "it was so. ".repeat(400), "and so on. ".repeat(400));
    entries.push(json!({"type": "message", "id": "m1", "parentId": "r0", "timestamp": "", "message":
        {"role": "assistant", "stopReason": "stop", "content": [{"type": "text", "text": long}]}}));
    for (at, role) in ["user", "assistant"].iter().enumerate() {
        let message = json!({"role": role, "stopReason": "stop", "content": [{"type": "text", "text": "go on"}]});
        let parent = format!("m{}", at + 1);
        entries.push(json!({"type": "message", "id": format!("m{}", at + 2), "parentId": parent, "timestamp": "", "message": message}));
    }
    let session = session("pi", &entries);
    let answer = Answer { short_summary: Some(format!("With {key}.")), ..says(&format!("{GOOD} It used {key}.")) };
    let supplied = Supplied { summary: format!("Host's {key}."), short_summary: Some(key.clone()) };
    for (candidates, supplies) in [(1, false), (0, false), (1, true)] {
        let mut options = options(candidates);
        options.settings.compaction.keep_recent_tokens = 1;
        options.fallback = true;
        let mut run = machine(&session, options);
        if supplies {
            run.supply(supplied.clone());
        }
        let (verdict, asked) = play(run, |_| answer.clone());
        let draft = draft(verdict);
        let said = [draft.summary, draft.short_summary.unwrap_or_default()].concat();
        assert!(!said.contains(&key) && !said.contains(&password), "{said}");
        assert!(asked.iter().all(|request| !request.prompt.contains(&key) && !request.prompt.contains(&password)));
    }
}

#[test]
fn what_one_summarizer_could_not_read_is_not_said_of_the_next_one() {
    let mut options = sized(60_000, 2);
    options.candidates[0] = Candidate { window: Some(9_000), output: Some(800) };
    options.settings.compaction.max_calls = 12;
    let (verdict, _) =
        play(machine(&history(120, 500), options), |request| says(if request.candidate == 0 { "" } else { GOOD }));
    assert!(draft(verdict).flaws.is_empty());
}
