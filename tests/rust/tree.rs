//! Logs of every kind: the tree that is made of them, what is told of it, and that nothing is lost.

use epitome::session::Session;
use epitome::tree::FindingKind;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::session_of_stored;

fn message(id: &str, parent: Value) -> Value {
    json!({"type": "message", "id": id, "parentId": parent, "timestamp": "", "message": {"role": "user", "content": id}})
}

fn path(session: &Session) -> Vec<&str> {
    session.path_entries().map(|entry| entry.id.as_str()).collect()
}

fn told(session: &Session) -> Vec<(FindingKind, &str, &str)> {
    session.tree().findings().iter().map(|found| (found.kind, &*found.entry_id, &*found.other_id)).collect()
}

#[test]
fn a_cycle_is_read_in_the_order_of_the_log() {
    let session = session_of_stored(&[message("a", json!("c")), message("b", json!("a")), message("c", json!("b"))]);
    assert_eq!(path(&session), ["a", "b", "c"]);
    assert_eq!(told(&session), [(FindingKind::BrokenParent, "a", "c")]);
    let own = session_of_stored(&[message("a", json!(null)), message("b", json!("b"))]);
    assert_eq!(path(&own), ["a", "b"]);
    assert_eq!(told(&own), [(FindingKind::BrokenParent, "b", "b")]);
}

#[test]
fn without_a_parent_field_an_entry_follows_the_one_before_it() {
    let mut bare = message("b", json!(7));
    let other = message("a", json!(null));
    let with_number = session_of_stored(&[other.clone(), bare.clone()]);
    bare.as_object_mut().unwrap().remove("parentId");
    let without = session_of_stored(&[other, bare]);
    for session in [with_number, without] {
        assert_eq!(path(&session), ["a", "b"]);
        assert_eq!(told(&session), [(FindingKind::MissingParent, "b", "")]);
    }
}

#[test]
fn of_a_repeated_id_both_are_kept_and_the_later_one_is_meant() {
    // Written twice: the message is on the path once.
    let twice =
        [message("a", json!(null)), message("b", json!("a")), message("b", json!("a")), message("c", json!("b"))];
    let session = session_of_stored(&twice);
    assert_eq!((path(&session), session.path().to_vec()), (vec!["a", "b", "c"], vec![0, 2, 3]));
    assert_eq!(told(&session), [(FindingKind::DuplicateId, "b", "b")]);
    // Two entries with one id by chance, one after the other.
    let chance =
        [message("a", json!(null)), message("b", json!("a")), message("a", json!("b")), message("c", json!("a"))];
    assert_eq!(session_of_stored(&chance).path(), [0, 1, 2, 3]);
}

#[test]
fn a_compaction_that_names_nothing_of_its_path_is_told() {
    let compaction = |kept: &str| json!({"type": "compaction", "id": "s", "parentId": "b", "timestamp": "", "summary": "S", "firstKeptEntryId": kept});
    let log =
        |kept| vec![message("a", json!(null)), message("x", json!("a")), message("b", json!("a")), compaction(kept)];
    for kept in ["x", "gone"] {
        assert_eq!(told(&session_of_stored(&log(kept))), [(FindingKind::KeptOffPath, "s", kept)]);
    }
    for kept in ["a", "b", "s"] {
        assert_eq!(told(&session_of_stored(&log(kept))), []);
    }
}

#[test]
fn a_leaf_entry_without_a_target_leaves_the_session_where_it_stood() {
    let leaf = json!({"type": "leaf", "id": "l", "parentId": "a", "targetId": "gone", "timestamp": ""});
    let session = session_of_stored(&[message("a", json!(null)), message("b", json!("a")), leaf]);
    assert_eq!(path(&session), ["a", "b"]);
    assert_eq!(told(&session), [(FindingKind::UnknownTarget, "l", "gone")]);
}

#[test]
fn branches_are_told_by_their_tip_and_where_they_begin() {
    let leaf = json!({"type": "leaf", "id": "l", "parentId": "b", "targetId": "b", "timestamp": ""});
    let session = session_of_stored(&[
        message("a", json!(null)),
        message("b", json!("a")),
        message("c", json!("b")),
        message("d", json!("c")),
        message("e", json!("a")),
        message("r", json!(null)),
        leaf,
    ]);
    let labelled = session_of_stored(&[
        message("a", json!(null)),
        message("b", json!("a")),
        json!({"type": "label", "id": "l", "parentId": "b", "targetId": "b", "label": "x"}),
        json!({"type": "label", "id": "m", "parentId": "l", "targetId": "b", "label": "y"}),
        message("c", json!("m")),
        json!({"type": "label", "id": "n", "parentId": "c", "targetId": "c", "label": "z"}),
    ]);
    let tree = labelled.tree();
    let found: Vec<_> = tree.branches(&[0, 1]).iter().map(|one| (one.tip, one.fork, one.entries)).collect();
    assert_eq!(found, [(4, Some(1), 1)]);
    let tree = session.tree();
    let found: Vec<_> = tree.branches(session.path()).iter().map(|one| (one.tip, one.fork, one.entries)).collect();
    assert_eq!(found, [(3, Some(1), 2), (4, Some(0), 1), (5, None, 1)]);
    assert_eq!(tree.common_ancestor(Some(3), Some(4)), Some(0));
    assert_eq!(tree.common_ancestor(Some(3), Some(1)), Some(1));
    assert_eq!((tree.common_ancestor(Some(3), Some(5)), tree.common_ancestor(None, Some(1))), (None, None));
}

/// An entry with any parent, known or not, earlier or later, and an id that may be taken.
fn any_entry() -> impl Strategy<Value = Value> {
    let id = (0..12_u8).prop_map(|id| format!("e{id}"));
    let name = prop_oneof![8 => id.clone().prop_map(Value::from), 1 => Just(Value::Null), 1 => Just(json!(3))];
    (id, name.clone(), name, 0..6_u8).prop_map(|(id, parent, other, kind)| {
        let mut entry = message(&id, parent);
        let fields = entry.as_object_mut().unwrap();
        if kind == 0 {
            fields.insert("type".into(), "leaf".into());
            fields.insert("targetId".into(), other);
        } else if kind == 1 {
            fields.insert("type".into(), "compaction".into());
            fields.insert("summary".into(), "S".into());
            fields.insert("firstKeptEntryId".into(), other.as_str().unwrap_or("x").into());
        }
        entry
    })
}

proptest! {
    /// Whatever a log says, it can be read, each of its entries can be reached, and what is odd is told.
    #[test]
    fn any_log_is_a_tree(log in proptest::collection::vec(any_entry(), 0..40)) {
        let mut session = session_of_stored(&log);
        let tree = session.tree();
        prop_assert_eq!(tree.entries().len(), log.len());
        for at in 0..log.len() as u32 {
            let up: Vec<u32> = tree.up(Some(at)).collect();
            prop_assert!(up.windows(2).all(|pair| pair[1] < pair[0]));
            // Its parent is the one it names, or that it is not is told.
            let entry = tree.entry(at).unwrap();
            let named = log[at as usize]["parentId"].as_str();
            let parent = tree.parent(at).map(|parent| tree.entry(parent).unwrap().id.as_str());
            let odd = tree.findings().iter().any(|found| {
                found.entry_id == entry.id && matches!(found.kind, FindingKind::BrokenParent | FindingKind::MissingParent)
            });
            prop_assert!(parent == named || odd || at == 0, "{parent:?} {named:?}");
        }
        // In one go or entry by entry: the same place, the same context.
        let mut slow = session_of_stored(&[]);
        for entry in &log {
            slow.load(super::support::read_stored(std::slice::from_ref(entry)));
        }
        prop_assert_eq!(session.path(), slow.path());
        prop_assert_eq!(session.context().items(), slow.context().items());
        prop_assert_eq!(session.context().compactions(), slow.context().compactions());
        prop_assert_eq!(session.tree().findings(), slow.tree().findings());
        // Every message of the path is seen, or a compaction of the path stands for it.
        let seen: Vec<u32> = session.context().items().iter().map(|item| item.at).collect();
        let folded = session.context().compactions() > 0;
        for at in session.path() {
            let is_message = session.entry(*at).unwrap().message().is_some();
            prop_assert!(!is_message || folded || seen.contains(at));
        }
        session.clear();
        session.load(super::support::read_stored(&log));
        prop_assert_eq!(session.path(), slow.path());
    }
}
