//! The sweep, by the program as users run it; where `SMALL_FILES` says how many, by a clock too.

use super::files::{self, File, OF_SOME};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a file may take where α is rational, and at all others.
const RATIONAL: Duration = Duration::from_secs(5);
const OTHER: Duration = Duration::from_secs(20);

/// What runs longer is stopped.
const PATIENCE: Duration = Duration::from_secs(120);

/// As many files as are tried where nobody says how many: after those that the library decides.
const FEW: u64 = 150;

struct Answer {
    status: Option<i32>,
    printed: Value,
    took: Duration,
    complaint: String,
}

/// Runs the program on a file, its output beside it.
fn run(certify: &Path, arguments: &[&str], scratch: &Path) -> Answer {
    let (out, err) = (scratch.join("out.json"), scratch.join("err.txt"));
    let mut command = Command::new(certify);
    command.args(arguments).stdin(Stdio::null());
    command.stdout(fs::File::create(&out).expect("a file")).stderr(fs::File::create(&err).expect("a file"));
    let (start, before) = (Instant::now(), time_of_children());
    let mut child = command.spawn().expect("the program");
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
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    // On a machine that has other things to do it stands in line: then what it worked counts.
    let took = start.elapsed().min(time_of_children().saturating_sub(before).max(Duration::from_millis(10)));
    let printed = fs::read(&out).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or(Value::Null);
    Answer { status, printed, took, complaint: fs::read_to_string(&err).unwrap_or_default() }
}

/// User and system time of all children that ended; as long as can be where the system does not tell.
fn time_of_children() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let ticks: Vec<u64> = after_name.split_whitespace().skip(13).take(2).filter_map(|x| x.parse().ok()).collect();
    if ticks.len() == 2 { Duration::from_millis(10 * ticks.iter().sum::<u64>()) } else { Duration::MAX }
}

/// What is counted of a claim at one kind of α.
#[derive(Default)]
struct Row {
    statements: usize,
    verdicts: [usize; 2],
    undecided: usize,
}

#[derive(Default)]
struct Tally {
    rows: BTreeMap<(String, &'static str), Row>,
    files: BTreeMap<&'static str, (usize, Duration, u64)>,
    undecided: Vec<String>,
    slow: Vec<String>,
    bad: Vec<String>,
}

impl Tally {
    /// Whether the file is to be kept.
    fn count(&mut self, seed: u64, file: &File, answer: &Answer) -> bool {
        let of_kind = self.files.entry(file.kind).or_default();
        of_kind.0 += 1;
        if answer.took > of_kind.1 {
            (of_kind.1, of_kind.2) = (answer.took, seed);
        }
        let mut keep = false;
        let mut note = |list: &mut Vec<String>, what: String| {
            println!("{seed} ({}): {what}", file.kind);
            list.push(format!("{seed} ({}): {what}", file.kind));
            keep = true;
        };
        if answer.took > if file.rational { RATIONAL } else { OTHER } {
            note(&mut self.slow, format!("took {:.1} s", answer.took.as_secs_f64()));
        } else if answer.status.is_none() {
            note(&mut self.slow, format!("stopped after {} s", PATIENCE.as_secs()));
        }
        if !matches!(answer.status, Some(0 | 1 | 3)) && answer.status.is_some() {
            note(&mut self.bad, format!("status {:?}: {}", answer.status, answer.complaint.trim()));
        }
        for statement in answer.printed["statements"].as_array().into_iter().flatten() {
            let claim = statement["claim"].as_str().unwrap_or_default().to_owned();
            let row = self.rows.entry((claim.clone(), file.kind)).or_default();
            row.statements += 1;
            match statement["verdict"].as_str() {
                Some("holds") => row.verdicts[0] += 1,
                Some("fails") => row.verdicts[1] += 1,
                _ if statement["reason"].as_str().is_some_and(|why| why.contains(OF_SOME)) => row.undecided += 1,
                _ => {
                    row.undecided += 1;
                    note(&mut self.undecided, format!("{claim}: {}", statement["reason"]));
                }
            }
        }
        keep
    }

    fn print(&self) {
        println!("{:28} {:10} {:>6} {:>6} {:>6} {:>9}", "claim", "α", "all", "holds", "fails", "undecided");
        for ((claim, kind), row) in &self.rows {
            let [holds, fails] = row.verdicts;
            println!("{claim:28} {kind:10} {:6} {holds:6} {fails:6} {:9}", row.statements, row.undecided);
        }
        for (kind, (files, took, seed)) in &self.files {
            println!("{files} files at {kind}, the slowest ({seed}) in {:.2} s", took.as_secs_f64());
        }
        for (what, list) in [("undecided", &self.undecided), ("over time", &self.slow), ("refused", &self.bad)] {
            println!("{} {what}", list.len());
        }
    }
}

fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).map_or(default, |text| text.parse().expect(variable))
}

#[test]
fn of_thousands_of_small_files_none_is_undecided() {
    let folder = |variable: &str, default: PathBuf| env::var_os(variable).map_or(default, PathBuf::from);
    let certify = folder("SMALL_CERTIFY", cargo_bin("certify"));
    let keep = folder("SMALL_KEEP", env::temp_dir().join("dp-small"));
    let scratch = keep.join("scratch");
    fs::create_dir_all(&scratch).expect("a folder");
    let [query, made, file, certificate] =
        ["query.json", "made.json", "file.json", "file.cert.json"].map(|name| scratch.join(name));
    let [query, made, file, certificate] = [&query, &made, &file, &certificate].map(|path| path.to_string_lossy());
    let (mut constructed, mut not_made) = (0, 0);
    let mut tally = Tally::default();
    let first = number("SMALL_FROM", 1);
    for seed in first..first + number("SMALL_FILES", FEW) {
        let counts = std::cell::Cell::new((0, 0));
        let construct = |kind: &str, prior: Option<&str>, of: &Value| {
            fs::write(&*query, of.to_string()).expect("written");
            let _ = fs::remove_file(&*made);
            let mut arguments = vec!["construct", kind, &query, "-o", &made];
            arguments.extend(prior.iter().flat_map(|prior| ["--prior", prior]));
            let answer = run(&certify, &arguments, &scratch);
            let text = fs::read_to_string(&*made).ok().filter(|_| answer.status == Some(0));
            let (some, none) = counts.get();
            counts.set(if text.is_some() { (some + 1, none) } else { (some, none + 1) });
            serde_json::from_str(&text?).ok()
        };
        let random = files::file(seed, files::WHOLE, &construct);
        (constructed, not_made) = (constructed + counts.get().0, not_made + counts.get().1);
        fs::write(&*file, random.text.to_string()).expect("written");
        let answer = run(&certify, &[&file, "-o", &certificate, "--format", "json"], &scratch);
        if tally.count(seed, &random, &answer) {
            fs::copy(&*file, keep.join(format!("{seed}.json"))).expect("kept");
        }
    }
    println!("{constructed} tables constructed, {not_made} not");
    tally.print();
    assert!(tally.undecided.is_empty() && tally.bad.is_empty());
    assert!(tally.slow.is_empty() || env::var_os("SMALL_FILES").is_none());
}
