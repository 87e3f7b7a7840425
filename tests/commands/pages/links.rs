//! Links within the repository: the file is there, and so is the heading.

use super::{pages, root, text};
use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

/// A page without its blocks and without comments, line by line.
fn prose(text: &str) -> Vec<&str> {
    let (mut fenced, mut comment) = (false, false);
    let mut lines = Vec::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        comment |= line.starts_with("<!--");
        if !fenced && !fence && !comment {
            lines.push(line);
        }
        comment &= !line.ends_with("-->");
        fenced ^= fence;
    }
    lines
}

/// What stands in backquotes is no link.
fn without_code(paragraph: &str) -> String {
    paragraph.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// What the links of a paragraph lead to. The text of a link may have code in it.
fn targets(paragraph: &str) -> Vec<String> {
    let text = without_code(paragraph);
    let ends = text.match_indices("](").map(|(i, _)| &text[i + 2..]);
    ends.map(|rest| rest.split_once(')').map_or(rest, |(target, _)| target).to_owned()).collect()
}

/// The anchors of a page's headings, as forges and mdBook name them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let headings = prose(text).into_iter().filter_map(|line| {
        let title = line.trim_start_matches('#');
        (title.len() < line.len()).then(|| title.strip_prefix(' ')).flatten()
    });
    let name = |title: &str| -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        title.trim().to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let mut anchors = BTreeSet::new();
    for name in headings.map(name) {
        let before = seen.entry(name.clone()).or_default();
        anchors.insert(if *before == 0 { name } else { format!("{name}-{before}") });
        *before += 1;
    }
    anchors
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            assert!(normal.pop(), "{} leads out of the repository", path.display());
        } else {
            normal.push(part);
        }
    }
    normal
}

fn broken(page: &str) -> Vec<String> {
    let folder = Path::new(page).parent().unwrap();
    let mut broken = Vec::new();
    for target in prose(&text(page)).join("\n").split("\n\n").flat_map(targets) {
        let (path, anchor) = target.split_once('#').map_or((&*target, None), |(path, anchor)| (path, Some(anchor)));
        if path.contains("://") || path.starts_with("mailto:") {
            continue;
        }
        let to = if path.is_empty() { PathBuf::from(page) } else { normal(&folder.join(path)) };
        let there = root().join(&to).exists();
        let heading = |anchor: &str| anchors(&text(to.to_str().unwrap())).contains(anchor);
        if !there || !anchor.is_none_or(heading) {
            broken.push(format!("{page}: {target}"));
        }
    }
    broken
}

#[test]
fn every_link_leads_somewhere() {
    let others = ["ARCHITECTURE.md", "TRUST.md", "FINDINGS.md", "certificates/FORMAT.md", "certificates/INDEX.md"];
    let more = ["examples/README.md", "tests/independent/README.md", "proofs/README.md"];
    let all = pages().into_iter().chain(others.into_iter().chain(more).map(str::to_owned));
    let broken: Vec<String> = all.flat_map(|page| broken(&page)).collect();
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn what_is_a_link_and_what_is_an_anchor() {
    assert_eq!(targets("a [`b`](c.md#d), `[e](f)` and [g](h)"), ["c.md#d", "h"]);
    let found = anchors("# A `b`, c\n\n```sh\n# no\n```\n## α = 1\n## α = 1\n");
    assert_eq!(Vec::from_iter(found), ["a-b-c", "α--1", "α--1-1"]);
    assert_eq!(normal(Path::new("docs/src/../../a.md")), Path::new("a.md"));
}
