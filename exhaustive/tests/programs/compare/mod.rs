//! Two builds of the programs beside each other: exit statuses, verdicts and values of every file must be the same, and
//! where one takes longer it is printed. Ignored by default, since it needs an older build:
//!
//! ```text
//! COMPARE_BEFORE=old/target/release COMPARE_AFTER=target/release COMPARE_FILES=examples:suite COMPARE_RANDOM=3000 \
//!     cargo test --release --manifest-path exhaustive/Cargo.toml compare -- --ignored --nocapture
//! ```
//!
//! where `suite` is what `certify theorems --all -o suite` wrote. `COMPARE_SEED` (1) numbers the first random file, and
//! files that differ are kept in `COMPARE_KEEP`, a folder of the system's temporary one unless named. Each random file
//! that has values is tried a second time with all of them expected exactly.

mod places;
mod random_files;

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program that runs longer is stopped, and has no status.
const PATIENCE: Duration = Duration::from_secs(120);

/// Times below this many hundredths of a second say nothing.
const NOISE: u64 = 20;

/// What a program said of a file.
#[derive(Debug, Clone)]
struct Answer {
    status: Option<i32>,
    printed: Value,
    /// User time, in hundredths of a second.
    took: u64,
}

/// A build: `certify` and `verify`.
struct Build {
    folder: PathBuf,
    scratch: PathBuf,
}

impl Build {
    fn named(variable: &str, scratch: &Path) -> Self {
        let folder = env::var_os(variable).unwrap_or_else(|| panic!("{variable}: a folder with certify and verify"));
        Self { folder: folder.into(), scratch: scratch.to_owned() }
    }

    fn run(&self, program: &str, files: [&Path; 2], flags: &[&str]) -> Answer {
        let out = self.scratch.join("out.json");
        let before = children_time();
        let mut command = Command::new(self.folder.join(program));
        command.arg(files[0]);
        if program == "certify" {
            command.arg("-o");
        }
        command.arg(files[1]).args(["--format", "json"]).args(flags);
        let stdout = File::create(&out).expect("a file");
        let mut child = command.stdout(stdout).stderr(Stdio::null()).spawn().expect("the program");
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        let status = loop {
            if let Some(status) = child.try_wait().expect("its status") {
                break status.code();
            }
            if start.elapsed() > PATIENCE {
                child.kill().expect("stopped");
                child.wait().expect("stopped");
                break None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        };
        let printed = fs::read(&out).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or(Value::Null);
        Answer { status, printed, took: children_time() - before }
    }

    /// What both programs say, and the certificate's length.
    fn judge(&self, file: &Path) -> Judged {
        let certificate = self.scratch.join("written.cert.json");
        let _ = fs::remove_file(&certificate);
        let certify = self.run("certify", [file, &certificate], &["--exact"]);
        let bytes = fs::metadata(&certificate).map_or(0, |about| about.len());
        let verify = (bytes > 0).then(|| self.run("verify", [file, &certificate], &[]));
        Judged { certify, verify, bytes }
    }
}

struct Judged {
    certify: Answer,
    verify: Option<Answer>,
    bytes: u64,
}

/// User time of all children that ended, in hundredths of a second; 0 where the system does not tell.
fn children_time() -> u64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    after_name.split_whitespace().nth(13).and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}

/// Verdict, values and expectation of each statement, by its claim with its parameters.
fn statements(report: &Value) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    for statement in report["statements"].as_array().into_iter().flatten() {
        let (mut claim, mut said) = (Map::new(), Map::new());
        for (key, value) in statement.as_object().into_iter().flatten() {
            match key.as_str() {
                "claim" | "prior" | "priors" | "outputs" | "from" => claim.insert(key.clone(), value.clone()),
                "declared" | "verdict" | "expected" | "values" => said.insert(key.clone(), by_digits(value)),
                // Sentences, and what only one of the programs says.
                _ => None,
            };
        }
        found.insert(Value::Object(claim).to_string(), Value::Object(said));
    }
    found
}

/// A value with numbers of intervals by their digits.
fn by_digits(value: &Value) -> Value {
    match value {
        Value::String(text) => places::by_digits(text).into(),
        Value::Array(items) => items.iter().map(by_digits).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), by_digits(value))).collect(),
        other => other.clone(),
    }
}

/// The first thing in which two reports differ.
fn difference(before: &Value, after: &Value) -> Option<String> {
    let (old, new) = (statements(before), statements(after));
    for (claim, said) in &old {
        match new.get(claim) {
            None => return Some(format!("{claim} is not there any more")),
            Some(now) if now != said => return Some(format!("{claim}\n    before {said}\n    after  {now}")),
            Some(_) => {}
        }
    }
    new.keys().find(|claim| !old.contains_key(*claim)).map(|claim| format!("{claim} is new"))
}

/// What is wrong with a file, if anything.
fn complaint(before: &Judged, after: &Judged) -> Option<String> {
    let status = after.certify.status;
    if status != before.certify.status {
        return Some(format!("certify ends with {status:?}, before with {:?}", before.certify.status));
    }
    if let Some(what) = difference(&before.certify.printed, &after.certify.printed) {
        return Some(format!("certify: {what}"));
    }
    let Some(verify) = &after.verify else {
        return before.verify.is_some().then(|| "no certificate is written".to_owned());
    };
    let is_open = |said: &Value| said["declared"] == true && said["verdict"] == "undecided";
    let expected = if statements(&after.certify.printed).values().any(is_open) { 3 } else { 0 };
    if verify.status != Some(expected) {
        return Some(format!("verify ends with {:?}", verify.status));
    }
    // `verify` prints no long value; all others are those of `certify`.
    let shown = without_long(&after.certify.printed, &verify.printed);
    difference(&shown, &verify.printed).map(|what| format!("verify beside certify: {what}"))
}

/// The report with the exact values left out that the other one leaves out.
fn without_long(report: &Value, other: &Value) -> Value {
    match (report, other) {
        (Value::Object(fields), Value::Object(others)) => {
            let kept = fields.iter().filter(|(key, _)| key.as_str() != "exact" || others.contains_key(*key));
            let none = Value::Null;
            kept.map(|(key, value)| (key.clone(), without_long(value, others.get(key).unwrap_or(&none)))).collect()
        }
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            items.iter().zip(others).map(|(item, other)| without_long(item, other)).collect()
        }
        _ => report.clone(),
    }
}

/// The comparison's tally.
#[derive(Default)]
struct Tally {
    files: usize,
    statuses: BTreeMap<Option<i32>, usize>,
    verdicts: BTreeMap<String, usize>,
    took: [[u64; 2]; 2],
    bytes: [u64; 2],
    complaints: Vec<String>,
    slower: Vec<String>,
}

impl Tally {
    fn count(&mut self, name: &str, before: &Judged, after: &Judged) -> bool {
        self.files += 1;
        *self.statuses.entry(before.certify.status).or_default() += 1;
        for (claim, said) in statements(&before.certify.printed) {
            let claim: Value = serde_json::from_str(&claim).expect("a claim");
            let of = |part: &Value| part.as_str().unwrap_or_default().to_owned();
            *self.verdicts.entry(format!("{} {}", of(&claim["claim"]), of(&said["verdict"]))).or_default() += 1;
        }
        let time = |answer: Option<&Answer>| answer.map_or(0, |answer| answer.took);
        let both = |judged: &Judged| [judged.certify.took, time(judged.verify.as_ref())];
        let (old, new) = (both(before), both(after));
        for (k, program) in ["certify", "verify"].into_iter().enumerate() {
            self.took[k][0] += old[k];
            self.took[k][1] += new[k];
            if new[k] > NOISE && 2 * new[k] > 3 * old[k] {
                self.slower.push(format!("{name}: {program} {}0 ms, before {}0 ms", new[k], old[k]));
            }
        }
        self.bytes[0] += before.bytes;
        self.bytes[1] += after.bytes;
        let complaint = complaint(before, after);
        if let Some(what) = &complaint {
            println!("{name}: {what}");
            self.complaints.push(format!("{name}: {what}"));
        }
        complaint.is_some()
    }

    fn print(&self) {
        println!("{} files; exit statuses {:?}", self.files, self.statuses);
        for (verdict, count) in &self.verdicts {
            println!("  {count:6} {verdict}");
        }
        self.slower.iter().for_each(|line| println!("slower: {line}"));
        for (k, program) in ["certify", "verify"].into_iter().enumerate() {
            println!("{program}: {}0 ms before, {}0 ms after", self.took[k][0], self.took[k][1]);
        }
        println!("certificates: {} bytes before, {} after", self.bytes[0], self.bytes[1]);
        println!("{} differ", self.complaints.len());
    }
}

/// The mechanism files of a folder and those in it.
fn mechanism_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(mechanism_files(&path));
        } else if path.extension().is_some_and(|end| end == "json")
            && !path.to_string_lossy().ends_with(".cert.json")
            && fs::read_to_string(&path).is_ok_and(|text| text.contains("dp-mechanism/1"))
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The file with every value of its declared claims expected: exact ones to be equal, decimals to within their last
/// digit.
fn expecting(file: &Value, report: &Value) -> Option<Value> {
    let mut claims = Vec::new();
    for statement in report["statements"].as_array()?.iter().filter(|s| s["verdict"] != "undecided") {
        let mut claim = Map::new();
        for key in ["claim", "prior", "priors", "outputs", "from"] {
            claim.extend(statement.get(key).map(|value| (key.to_owned(), value.clone())));
        }
        let mut expect = Map::new();
        expect.insert("verdict".into(), statement["verdict"].clone());
        for (name, value) in statement["values"].as_object().into_iter().flatten() {
            let exact = value.get("exact").filter(|exact| exact.as_str().is_none_or(|text| text.len() < 300));
            let wanted = exact.map(|exact| json!({ "equals": exact })).or_else(|| {
                let digits = value["decimal"].as_str().filter(|text| text.contains('.'))?;
                Some(json!({ "at_least": format!("{digits}*(1-10^-11)"), "at_most": format!("{digits}*(1+10^-11)") }))
            });
            expect.extend(wanted.map(|wanted| (name.clone(), wanted)));
        }
        claim.insert("expect".into(), expect.into());
        claims.push(Value::Object(claim));
    }
    let mut file = file.clone();
    file["claims"] = claims.into();
    Some(file)
}

#[test]
#[ignore = "needs an older build: COMPARE_BEFORE, COMPARE_AFTER"]
fn an_older_build_says_the_same_of_every_file() {
    let keep = env::var_os("COMPARE_KEEP").map_or_else(|| env::temp_dir().join("dp-compare"), PathBuf::from);
    let scratch = keep.join("scratch");
    fs::create_dir_all(&scratch).expect("a folder");
    let builds = ["COMPARE_BEFORE", "COMPARE_AFTER"].map(|variable| Build::named(variable, &scratch));
    let mut tally = Tally::default();
    let mut compare = |path: &Path, name: &str| {
        let [before, after] = [0, 1].map(|k| builds[k].judge(path));
        (tally.count(name, &before, &after), before)
    };
    for folder in env::var("COMPARE_FILES").unwrap_or_default().split(':').filter(|folder| !folder.is_empty()) {
        for path in mechanism_files(Path::new(folder)) {
            compare(&path, &path.to_string_lossy());
        }
    }
    let number =
        |variable: &str, default: u64| env::var(variable).map_or(default, |text| text.parse().expect(variable));
    let first = number("COMPARE_SEED", 1);
    for seed in first..first + number("COMPARE_RANDOM", 0) {
        let file = random_files::file(seed);
        let path = scratch.join("random.json");
        fs::write(&path, file.to_string()).expect("written");
        let (differs, before) = compare(&path, &format!("random {seed}"));
        if differs {
            fs::copy(&path, keep.join(format!("random-{seed}.json"))).expect("kept");
        }
        let Some(expecting) = expecting(&file, &before.certify.printed) else { continue };
        fs::write(&path, expecting.to_string()).expect("written");
        if compare(&path, &format!("random {seed}, its values expected")).0 {
            fs::copy(&path, keep.join(format!("random-{seed}-expected.json"))).expect("kept");
        }
    }
    tally.print();
    assert!(tally.files > 0 && tally.complaints.is_empty(), "{} differ", tally.complaints.len());
}
