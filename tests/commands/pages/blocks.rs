//! The fenced blocks of a page.

/// A fenced block.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// The line of its opening fence, from 1.
    pub(super) line: usize,
    pub(super) language: String,
    pub(super) text: String,
    pub(super) mark: Option<Mark>,
}

/// What the line before a block says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mark {
    /// It is never run, for a reason.
    NotRun(String),
    /// It is run once somebody has built what it calls.
    NotYet(String),
    /// What it has is refused.
    Refused,
}

fn mark(line: &str, place: &str) -> Option<Mark> {
    if line == "Refused:" {
        return Some(Mark::Refused);
    }
    let comment = line.strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    match comment.split_once(':') {
        Some(("not run", why)) => Some(Mark::NotRun(why.trim().to_owned())),
        Some(("not yet", who)) => Some(Mark::NotYet(who.trim().to_owned())),
        _ => panic!("{place}: what does {comment:?} say of a block?"),
    }
}

/// All blocks of a page, in order.
pub(super) fn blocks(page: &str, text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        let place = format!("{page}:{}", i + 1);
        assert!(!lines[i].starts_with(' ') || !lines[i].trim_start().starts_with("```"), "{place}: an indented block");
        let Some(language) = lines[i].strip_prefix("```") else {
            i += 1;
            continue;
        };
        let length = lines[i + 1..].iter().position(|line| *line == "```");
        let length = length.unwrap_or_else(|| panic!("{place}: the block has no end"));
        let inside = lines[i + 1..i + 1 + length].iter().map(|line| format!("{line}\n")).collect();
        let mark = i.checked_sub(1).and_then(|before| mark(lines[before], &place));
        found.push(Block { line: i + 1, language: language.to_owned(), text: inside, mark });
        i += length + 2;
    }
    found
}
