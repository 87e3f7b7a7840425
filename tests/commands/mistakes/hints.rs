//! Every hint that is printed has been run: on the file that it was printed for, as it says, and it does not end in
//! exit status 2.

use super::{GOOD, call, folder};
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// What somebody does, what is said, and what they do then.
///
/// `files` are there beside those of [`folder`]; or `written` stands in the good file in the place of `right`, and
/// `certify w.json` is called. `hint` is in what is printed. `then` is the call that it leads to, or several, each by
/// the hint of the one before; where it is left out, the calls that are printed. `input` is on standard input. `with`,
/// or `mended`, is what files have been made of by then.
struct Situation(Value);

impl Situation {
    fn all() -> Vec<Self> {
        include_str!("hints.jsonl").lines().map(|line| Self(serde_json::from_str(line).expect("JSON"))).collect()
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.0[key].as_str()
    }

    fn call(&self) -> &str {
        self.text("call").unwrap_or("certify w.json")
    }

    fn files(&self, key: &str, in_the_good_one: &str) -> BTreeMap<String, String> {
        match (self.text("right"), self.text(in_the_good_one)) {
            (Some(right), Some(other)) => {
                assert!(GOOD.contains(right), "{right}");
                [("w.json".to_owned(), GOOD.replacen(right, other, 1))].into()
            }
            _ => serde_json::from_value(self.0[key].clone()).unwrap_or_default(),
        }
    }

    /// The calls that the hint leads to, one after the other.
    fn then(&self, said: &str) -> Vec<String> {
        match &self.0["then"] {
            Value::String(call) => vec![call.clone()],
            Value::Array(calls) => calls.iter().map(|call| call.as_str().unwrap().to_owned()).collect(),
            _ if self.text("mended").is_some() => vec!["certify w.json".to_owned()],
            _ => printed(said),
        }
    }

    /// A call with its exit status and all that it prints; words may stand in single quotes.
    fn run(&self, folder: &Path, call: &str) -> (i32, String) {
        let words: Vec<&str> = call
            .split('\'')
            .enumerate()
            .flat_map(|(k, part)| if k % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let mut program = if words[0] == "verify" { cargo_bin_cmd!("verify") } else { cargo_bin_cmd!("certify") };
        let input = self.text("input").unwrap_or_default().to_owned();
        let output = program.current_dir(folder).args(&words[1..]).write_stdin(input).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout) + &text(output.stderr))
    }

    /// What the call prints, after the hints have been followed to an end that is no exit status 2.
    fn followed(&self) -> String {
        let folder = folder();
        let at = folder.path();
        stock(at);
        let write = |files: BTreeMap<String, String>| {
            files.into_iter().for_each(|(name, text)| fs::write(at.join(name), text).unwrap());
        };
        write(self.files("files", "written"));
        let (_, said) = self.run(at, self.call());
        let hint = self.text("hint").unwrap();
        assert!(flat(&said).contains(&flat(hint)), "{}\n{said}\n  expected\n{hint}", self.call());
        write(self.files("with", "mended"));
        let calls = self.then(&said);
        assert!(!calls.is_empty(), "{}: nothing to follow in\n{said}", self.call());
        let mut heard = format!("{} {said}", self.call());
        for (k, next) in calls.iter().enumerate() {
            let unheard = next.split([' ', '=']).find(|word| word.starts_with("--") && !heard.contains(word));
            assert_eq!(unheard, None, "{next} does not follow from\n{heard}");
            let (status, then) = self.run(at, next);
            let leads_on = self.0["then"].is_array() && k + 1 < calls.len();
            assert!(status != 2 || leads_on, "{}\n{said}\n{next}: exit status 2\n{then}", self.call());
            heard += &then;
        }
        said
    }
}

/// Files that situations are about, besides those of all mistakes.
fn stock(folder: &Path) {
    let two = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}}"#;
    fs::write(folder.join("two.json"), two).unwrap();
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }";
    let mut array = b"\x93NUMPY\x01\x00v\x00".to_vec();
    array.extend(format!("{header:<117}\n").bytes());
    [0.75, 0.25, 0.25, 0.75_f64].iter().for_each(|x| array.extend(x.to_le_bytes()));
    fs::write(folder.join("n.npy"), array).unwrap();
    let (status, problem, _) = call(folder, "verify --elaborate m.json");
    assert_eq!(status, 0);
    fs::write(folder.join("problem.json"), problem).unwrap();
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The whole calls in what is printed: on a line of their own, or at the end of a message.
fn printed(said: &str) -> Vec<String> {
    let own = said.lines().filter(|line| line.starts_with("  certify "));
    let last = said.lines().filter_map(|line| line.split("for instance: ").nth(1));
    own.chain(last).map(|line| line.trim().to_owned()).collect()
}

/// Each situation followed, once for the tests of this file: what its call prints, or why that leads nowhere.
static FOLLOWED: LazyLock<Vec<Result<String, String>>> = LazyLock::new(|| {
    let followed = |situation: &Situation| {
        let said = std::panic::catch_unwind(|| situation.followed());
        said.map_err(|why| why.downcast_ref::<String>().cloned().unwrap_or_default())
    };
    Situation::all().iter().map(followed).collect()
});

#[test]
fn every_hint_is_followed_to_its_end() {
    let failed: Vec<&str> = FOLLOWED.iter().filter_map(|said| said.as_ref().err().map(String::as_str)).collect();
    assert!(failed.is_empty(), "{} of them\n{}", failed.len(), failed.join("\n\n"));
}

/// Mistakes whose message has a hint have a situation here.
#[test]
fn hints_at_mistakes_are_among_them() {
    let all = Situation::all();
    let calls: Vec<&str> = all.iter().filter_map(|situation| situation.text("call")).collect();
    let written: Vec<&str> = all.iter().filter_map(|situation| situation.text("written")).collect();
    let is_hint = |told: &str| told.contains("did you mean") || told.contains("for instance: ");
    for line in include_str!("files.tsv").lines().filter(|line| is_hint(line)) {
        let text = line.split('\t').nth(1).unwrap().replace('⏎', "\n");
        assert!(written.contains(&&*text), "no situation for {text}");
    }
    for line in include_str!("calls.tsv").lines().filter(|line| is_hint(line)) {
        let call = line.split('\t').next().unwrap();
        assert!(calls.contains(&call) || OF_OTHER_FILES.contains(&call), "no situation for {call}");
    }
}

/// Calls of a table that does not fit the query beside it, whose hint is followed with one that does.
const OF_OTHER_FILES: [&str; 1] = ["certify import q.json t.csv"];

/// What a message has that says what to do.
const MARKS: [&str; 25] = [
    "did you mean",
    "ay --",
    "say NAME",
    "say with -o",
    "say {",
    "for instance",
    ", call",
    "`certify ",
    "`verify ",
    "expected --",
    "expected one of --",
    "unless --only",
    "another --",
    "--force overwrites",
    "--force writes",
    "--bracket gives",
    "allows more",
    "certify it with",
    "neighbours with --",
    "it is said: certify",
    "name it with --",
    "needs --template",
    "too, or say neither",
    "leave out",
    "Leave the line out",
];

/// Texts with such a mark that no situation reaches, and why.
const APART: [(&str, &str); 2] = [
    (
        "rational functions of this size are out of reach; --bracket gives two certified numbers around the least threshold",
        "no graph within the limits is known that reaches it",
    ),
    (
        "Say --thousands {name} or --decimal {name}",
        "neither reads the table: something else is wrong with it, and told then",
    ),
];

/// Each text of the programs that says what to do is printed in some situation: a new hint without one fails here.
#[test]
fn every_place_that_hints_is_reached() {
    let heard: String = FOLLOWED.iter().flatten().map(|said| flat(said)).collect();
    let mut missing = Vec::new();
    let apart = |text: &str| APART.iter().any(|(known, _)| *known == text);
    for (file, text) in texts() {
        let is_help = ["Exit status", "Example", "Besides FILE", "On a terminal", "Re-checks"];
        if !MARKS.iter().any(|mark| text.contains(mark))
            || is_help.iter().any(|start| text.starts_with(start))
            || apart(&text)
        {
            continue;
        }
        if !heard.contains(&longest(&text)) {
            missing.push(format!("{}: {text}", file.display()));
        }
    }
    assert!(missing.is_empty(), "without a situation:\n{}", missing.join("\n"));
    let all: Vec<String> = texts().into_iter().map(|(_, text)| text).collect();
    for (known, why) in APART {
        assert!(!why.is_empty() && all.iter().any(|text| text == known), "{known} is printed no more");
    }
}

/// The longest part of a text without what is put into it.
fn longest(text: &str) -> String {
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    let part = parts.max_by_key(|part| part.len()).unwrap_or_default();
    flat(&part.replace('\u{1}', "{").replace('\u{2}', "}"))
}

/// The string literals of the programs' sources, without tests, and what explains claims and makes pages.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![
        root.join("src"),
        root.join("verifier/src"),
        root.join("verifier/file/src"),
        root.join("verifier/report/src"),
    ];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !["tests", "explain", "html", "theorems"].contains(&&*name) {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                found.extend(literals(code).into_iter().map(|literal| (path.clone(), literal)));
            }
        }
    }
    found
}

/// The texts between double quotes in Rust, comments and characters passed over.
fn literals(code: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), code);
    while let Some(c) = rest.chars().next() {
        let raw =
            rest.strip_prefix("r#\"").map(|text| (text, "\"#")).or(rest.strip_prefix("r\"").map(|text| (text, "\"")));
        if let Some((text, end)) = raw {
            let (inside, after) = text.split_once(end).unwrap();
            found.push(inside.to_owned());
            rest = after;
        } else if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if let Some(text) = rest.strip_prefix("'\\") {
            rest = text.get(1..).and_then(|text| text.split_once('\'')).map_or("", |(_, after)| after);
        } else if c == '\'' && rest.chars().nth(2) == Some('\'') {
            rest = rest.splitn(3, '\'').nth(2).unwrap_or_default();
        } else if c == '"' {
            let mut text = String::new();
            let mut characters = rest[1..].chars();
            while let Some(c) = characters.next().filter(|c| *c != '"') {
                match c {
                    '\\' => match characters.next() {
                        // A line that goes on: its indentation is none of the text.
                        Some('\n') => characters = characters.as_str().trim_start().chars(),
                        Some('n') => text.push('\n'),
                        Some(other) => text.push(other),
                        None => {}
                    },
                    other => text.push(other),
                }
            }
            found.push(text);
            rest = characters.as_str();
        } else {
            rest = &rest[c.len_utf8()..];
        }
    }
    found
}

#[test]
fn literals_are_found_in_code() {
    let code = "// \"no\"\nlet x = '\"'; f(\"a \\\"b\\\" \\\n    c\", r#\"d \"e\"\"#, '\\n', \"g\");";
    assert_eq!(literals(code), ["a \"b\" c", "d \"e\"", "g"]);
    assert_eq!(longest("found {}: say --x {{\"a\": {n}}}, or"), ": say --x {\"a\":");
}

/// Limits that messages name are limits, and more of each is a call that works.
#[test]
fn limits_that_are_named_can_be_raised() {
    let named: Vec<String> =
        texts().into_iter().map(|(_, text)| text).filter(|text| text.contains("(--limit ")).collect();
    assert!(named.len() > 40, "{}", named.len());
    let folder = folder();
    for text in named {
        let inside = text.split("(--limit ").nth(1).unwrap().split(')').next().unwrap();
        for limit in inside.split(", ") {
            let limit = limit.strip_suffix("=N").unwrap_or_else(|| panic!("{text}"));
            let most = if limit == "depth" { 1_000 } else { 2_000_000_000 };
            let (status, _, stderr) = call(folder.path(), &format!("certify m.json --limit {limit}={most} -q"));
            assert_eq!(status, 0, "{text}: {stderr}");
        }
    }
}
