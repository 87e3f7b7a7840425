//! Rust as text: its words, which of them are tests, and how many lines there are. `tests/lines` compiles this file by
//! itself, as a program: it needs the standard library alone.

use std::collections::BTreeMap;
use std::fs;
use std::iter::Sum;
use std::ops::{Add, Range};
use std::path::{Path, PathBuf};

/// A word, a string in its quotes, or a mark; `::` is one.
pub struct Token {
    pub text: String,
    pub line: usize,
    pub in_tests: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Line {
    Blank,
    Comment,
    Code,
}

/// A file, read.
pub struct Source {
    pub path: PathBuf,
    pub tokens: Vec<Token>,
    lines: Vec<(Line, bool)>,
    /// The widest line that has a comment.
    pub widest: usize,
    /// With those of tests and the blank ones.
    pub length: usize,
    /// The files of its `mod NAME;`, and whether each is for tests only.
    pub modules: Vec<(String, PathBuf, bool)>,
}

/// How many lines there are.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Count {
    pub code: usize,
    pub comments: usize,
    pub blank: usize,
}

impl Count {
    /// What somebody reads: blank lines apart.
    pub fn read(self) -> usize {
        self.code + self.comments
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Count {
            code: self.code + other.code,
            comments: self.comments + other.comments,
            blank: self.blank + other.blank,
        }
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Count::default(), Add::add)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where the string that begins with this quote ends, behind `hashes` of a raw one.
fn end_of_string(text: &str, hashes: Option<usize>) -> usize {
    if let Some(hashes) = hashes {
        let end = format!("\"{}", "#".repeat(hashes));
        return text[1..].find(&end).map_or(text.len(), |at| 1 + at + end.len());
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Where a block comment ends, with those inside it.
fn end_of_block(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match () {
            () if text[at..].starts_with("/*") => (depth, at) = (depth + 1, at + 2),
            () if text[at..].starts_with("*/") => (depth, at) = (depth - 1, at + 2),
            () => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// How long the next piece is, and whether it is a comment. `text` begins with no white space.
fn piece(text: &str) -> (usize, bool) {
    if text.starts_with("//") {
        return (text.find('\n').unwrap_or(text.len()), true);
    }
    if text.starts_with("/*") {
        return (end_of_block(text), true);
    }
    let quote = text.trim_start_matches(['b', 'c']);
    let raw = quote.strip_prefix('r').map(|rest| rest.trim_start_matches('#')).filter(|rest| rest.starts_with('"'));
    if let Some(raw) = raw {
        let before = text.len() - raw.len();
        let hashes = text[..before].matches('#').count();
        return (before + end_of_string(raw, Some(hashes)), false);
    }
    if quote.starts_with('"') {
        return (text.len() - quote.len() + end_of_string(quote, None), false);
    }
    let mut chars = text.char_indices();
    let first = chars.next().map_or(' ', |(_, c)| c);
    if first == '\'' {
        // A character, or else a lifetime.
        let escaped = text[1..].starts_with('\\');
        let body = if escaped { 3 } else { 1 + text[1..].chars().next().map_or(0, char::len_utf8) };
        let closed = text.get(body..).and_then(|rest| rest.find('\'').filter(|&at| escaped || at == 0));
        let lifetime = 1 + text[1..].find(|c| !is_word(c)).unwrap_or(text.len() - 1);
        return (closed.map_or(lifetime, |at| body + at + 1), false);
    }
    if is_word(first) {
        return (chars.find(|&(_, c)| !is_word(c)).map_or(text.len(), |(at, _)| at), false);
    }
    (if text.starts_with("::") { 2 } else { first.len_utf8() }, false)
}

/// Behind the bracket that closes the one at `at`.
pub fn behind(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// Behind the item that begins at `at`: its `;`, or the body in braces.
fn behind_item(tokens: &[Token], at: usize) -> usize {
    let mut i = at;
    while let Some(token) = tokens.get(i) {
        match token.text.as_str() {
            ";" => return i + 1,
            "{" => return behind(tokens, i),
            "(" | "[" => i = behind(tokens, i),
            _ => i += 1,
        }
    }
    i
}

/// Whether the attribute that begins at `at` leaves its item to tests.
fn is_for_tests(tokens: &[Token], at: usize) -> bool {
    let words: Vec<&str> = tokens[at..behind(tokens, at + 1)].iter().map(|token| token.text.as_str()).collect();
    matches!(words[..], ["#", "[", "cfg", "(", "test", ")", "]"])
}

impl Source {
    /// Read from its file; `is_root`: the file of a target, so that its modules lie beside it.
    pub fn read(path: &Path, is_root: bool) -> Self {
        let mut source = Self::alone(path);
        source.modules = source.files_of_modules(is_root);
        source
    }

    /// Without looking for its modules.
    pub fn alone(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut lines = vec![(Line::Blank, false); text.lines().count()];
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        let (mut tokens, mut widest) = (Vec::new(), 0);
        let (mut at, mut line) = (0, 0);
        while at < text.len() {
            let rest = &text[at..];
            let space = rest.len() - rest.trim_start().len();
            if space > 0 {
                line += rest[..space].matches('\n').count();
                at += space;
                continue;
            }
            let (length, comment) = piece(rest);
            let last = line + rest[..length].matches('\n').count();
            for (kind, _) in &mut lines[line..=last] {
                *kind = if comment && *kind != Line::Code { Line::Comment } else { Line::Code };
            }
            if comment {
                widest = widths[line..=last].iter().copied().fold(widest, usize::max);
            } else {
                tokens.push(Token { text: rest[..length].to_owned(), line, in_tests: false });
            }
            (at, line) = (at + length, last);
        }
        let mut source =
            Source { path: path.to_owned(), tokens, length: lines.len(), lines, widest, modules: Vec::new() };
        source.mark_tests();
        source
    }

    fn mark_tests(&mut self) {
        let starts = (0..self.tokens.len().saturating_sub(1))
            .filter(|&at| self.tokens[at].text == "#" && self.tokens[at + 1].text == "[");
        let tests = starts.filter(|&at| is_for_tests(&self.tokens, at));
        let ranges: Vec<Range<usize>> = tests
            .map(|at| {
                let mut item = behind(&self.tokens, at + 1);
                while self.tokens.get(item).is_some_and(|token| token.text == "#") {
                    item = behind(&self.tokens, item + 1);
                }
                at..behind_item(&self.tokens, item)
            })
            .collect();
        for range in ranges {
            let (first, last) = (self.tokens[range.start].line, self.tokens[range.end - 1].line);
            self.lines[first..=last].iter_mut().for_each(|(_, in_tests)| *in_tests = true);
            self.tokens[range].iter_mut().for_each(|token| token.in_tests = true);
        }
    }

    /// By the attribute `path`, where that stands before.
    fn files_of_modules(&self, is_root: bool) -> Vec<(String, PathBuf, bool)> {
        let folder = self.path.parent().expect("a folder");
        let beside = is_root || self.path.ends_with("mod.rs");
        let below = if beside { folder.to_owned() } else { self.path.with_extension("") };
        let words: Vec<&str> = self.tokens.iter().map(|token| token.text.as_str()).collect();
        let mut found = Vec::new();
        for at in 0..words.len().saturating_sub(2) {
            let ["mod", name, ";"] = words[at..at + 3] else { continue };
            let start = words[..at].iter().rposition(|word| [";", "{", "}"].contains(word)).map_or(0, |i| i + 1);
            let path =
                words[start..at].windows(3).find(|it| it[..2] == ["path", "="]).map(|it| it[2].trim_matches('"'));
            let places = match path {
                Some(path) => vec![folder.join(path)],
                None => vec![below.join(format!("{name}.rs")), below.join(name).join("mod.rs")],
            };
            let place = places.iter().find(|place| place.is_file());
            let place = place.unwrap_or_else(|| panic!("{}: mod {name}: no file", self.path.display()));
            found.push((name.to_owned(), place.canonicalize().expect("a path"), self.tokens[at].in_tests));
        }
        found
    }

    /// How many lines it has, tests apart.
    pub fn count(&self) -> Count {
        let of = |kind| self.lines.iter().filter(|&&line| line == (kind, false)).count();
        Count { code: of(Line::Code), comments: of(Line::Comment), blank: of(Line::Blank) }
    }
}

/// The targets of a package that are no tests: the library and programs.
pub fn targets(package: &Path) -> Vec<PathBuf> {
    let mut found = vec![package.join("src/lib.rs"), package.join("src/main.rs")];
    found.extend(entries(&package.join("src/bin")));
    found.retain(|path| path.is_file());
    found
}

/// All files of a target but those of tests; the target's own is the first.
pub fn files(target: &Path) -> Vec<Source> {
    let mut found = vec![Source::read(&target.canonicalize().expect("a path"), true)];
    let mut at = 0;
    while at < found.len() {
        let below: Vec<Source> =
            found[at].modules.iter().filter(|it| !it.2).map(|(_, path, _)| Source::read(path, false)).collect();
        found.extend(below);
        at += 1;
    }
    found
}

/// What lies in a folder, by name.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

/// The folder and all below it, but not what is built and what is hidden.
pub fn folders(folder: &Path) -> Vec<PathBuf> {
    let built = |path: &Path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) || path.ends_with("target")
    };
    let below = entries(folder).into_iter().filter(|path| path.is_dir() && !built(path));
    [folder.to_owned()].into_iter().chain(below.flat_map(|path| folders(&path))).collect()
}

/// The folders with a `Cargo.toml`.
pub fn packages(root: &Path) -> Vec<PathBuf> {
    folders(root).into_iter().filter(|folder| folder.join("Cargo.toml").is_file()).collect()
}

/// How many lines each package has in each of its folders, those below with it, by the folder's path from the root.
pub fn rooms(root: &Path) -> BTreeMap<PathBuf, Count> {
    let mut found = BTreeMap::new();
    for target in packages(root).iter().flat_map(|package| targets(package)) {
        for file in files(&target) {
            let path = file.path.strip_prefix(root).expect("a path below the root");
            let above =
                path.ancestors().skip(1).take_while(|folder| folder.components().any(|part| part.as_os_str() == "src"));
            for folder in above {
                let room: &mut Count = found.entry(folder.to_owned()).or_default();
                *room = *room + file.count();
            }
        }
    }
    found
}

/// What has to be trusted: all of the verifier but what no verdict needs.
pub fn trusted(rooms: &BTreeMap<PathBuf, Count>) -> Count {
    let is_trusted = |room: &Path| room.starts_with("verifier") && !room.starts_with("verifier/algebra");
    let crates = rooms.iter().filter(|(room, _)| is_trusted(room) && room.ends_with("src"));
    crates.map(|(_, &count)| count).sum()
}

/// Prints the lines of each room of the verifier below the folder that is named.
#[cfg(not(test))]
fn main() {
    let root = std::env::args().nth(1).expect("a folder");
    let rooms = rooms(&Path::new(&root).canonicalize().expect("a folder"));
    println!("{:7} {:>7} {:>8} {:>6} {:>9}", "lines", "code", "comments", "blank", "commented");
    let line = |count: Count, name: &str| {
        let share = 100 * count.comments / count.read().max(1);
        println!("{:7} {:7} {:8} {:6} {share:7} %  {name}", count.read(), count.code, count.comments, count.blank);
    };
    for (room, &count) in rooms.iter().filter(|(room, _)| room.starts_with("verifier")) {
        line(count, &room.display().to_string());
    }
    line(trusted(&rooms), "all that is trusted");
}
