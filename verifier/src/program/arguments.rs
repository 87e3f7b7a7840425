//! The command line of `verify`.

use dp_file::limits::Limits;
use dp_file::spelling::did_you_mean;
use dp_file::text::printable;
use std::ffi::OsString;
use std::path::PathBuf;

/// What `verify --help` prints.
pub const HELP: &str = "\
Re-checks every statement of a certificate against the mechanism file it is about.

Usage: verify MECHANISM.json CERTIFICATE.json [OPTIONS]
       verify MECHANISM.json CERTIFICATE.json MECHANISM.json CERTIFICATE.json... [OPTIONS]
       verify FOLDER [FOLDER-OF-CERTIFICATES] [OPTIONS]
       verify --elaborate MECHANISM.json
       verify --problem PROBLEM.json CERTIFICATE.json [OPTIONS]
       verify --jsonl [LINES.jsonl] [OPTIONS]
       verify --law LAW.jsonl MECHANISM.json

Options:
  --format text|json   how to print the result (default: text)
  --holds              exit with 1 also if a claim of the file fails; nothing else changes:
                       without it, a proved refutation is accepted, exit status 0
  --elaborate          print what the file says in integers, dp-problem/1: that is all another
                       checker has to read
  --problem            check against a problem instead of a mechanism file
  --jsonl              read lines that carry a mechanism file and its certificate, as certify
                       prints them, from standard input or the file; print one result per line
  --law                compute a table from a program's law, dp-law/1, and compare it entry by entry
  --exact              print exact values in JSON however long they are
  --limit NAME=N       raise or lower a limit: bytes, depth, digits, exponent, bits, memory,
                       steps, nodes (and search, which is certify's alone)
  --limits             print on standard error the most that was used of each limit
  --quiet              print nothing but errors; the exit status has the verdict
  --help, --version

For several pairs or a folder (each NAME.json with NAME.cert.json), you get one line each, or as
JSON a list in which each report has the path of its `file`. One that can't be read doesn't stop
the others.

Exit status:
  0  accepted: every claim of the file is decided and every statement proved
  1  refused: a statement is missing or not proved (with --holds: or a claim fails)
  2  a file is unreadable or malformed, or the call is wrong
  3  declined: a limit was reached, or a claim of the file is left undecided
Of several: 2 if one has 2, otherwise 1 if one has 1, otherwise the highest.

Example:
  verify examples/alvim-table2-m1.json examples/alvim-table2-m1.cert.json --holds
  verify examples/field --holds
";

/// What is to be done, with which files.
pub(super) enum Task {
    /// To elaborate a mechanism file.
    Elaborate(PathBuf),
    /// To check a certificate against a problem.
    Problem { problem: PathBuf, certificate: PathBuf },
    /// To check lines that carry both files, from a file or standard input.
    Lines(Option<PathBuf>),
    /// To compute a law's table, and compare it with a mechanism file's.
    Law { law: PathBuf, mechanism: PathBuf },
    /// To check certificates against mechanism files, which are these pairs or stand in folders.
    Pairs(Vec<PathBuf>),
}

/// How it is to be done: the options of a call.
#[derive(Debug, Clone, Default)]
pub struct Call {
    /// `--format json`
    pub json: bool,
    /// `--holds`
    pub holds: bool,
    /// `--exact`
    pub exact: bool,
    /// `--quiet`
    pub quiet: bool,
    /// `--limits`
    pub used: bool,
    /// Those of `--limit`, and the usual ones.
    pub limits: Limits,
}

/// What is asked for.
pub(super) enum Asked {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// Certificates are to be checked, or a file elaborated.
    Check(Task, Call),
}

/// Every flag, for the nearest one.
const FLAGS: [&str; 13] = [
    "--format",
    "--holds",
    "--elaborate",
    "--problem",
    "--jsonl",
    "--law",
    "--exact",
    "--limit",
    "--limits",
    "--quiet",
    "--help",
    "--version",
    "-q",
];

pub(super) fn parse(arguments: Vec<OsString>) -> Result<Asked, String> {
    let asked =
        |flags: [&str; 2]| arguments.iter().take_while(|a| *a != "--").any(|a| flags.iter().any(|flag| a == flag));
    if asked(["--help", "-h"]) {
        return Ok(Asked::Help);
    }
    if asked(["--version", "-V"]) {
        return Ok(Asked::Version);
    }
    read(arguments).map(|(task, call)| Asked::Check(task, call))
}

fn read(arguments: Vec<OsString>) -> Result<(Task, Call), String> {
    let (mut files, mut call) = (Vec::new(), Call::default());
    let (mut elaborate, mut problem, mut jsonl, mut law) = (false, false, false, false);
    let mut rest = arguments.into_iter();
    while let Some(path) = rest.next() {
        // What is no UTF-8 can only be a path.
        let Some(argument) = path.to_str().map(str::to_owned) else {
            files.push(PathBuf::from(path));
            continue;
        };
        let (flag, inline) = match argument.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => (flag.to_owned(), Some(value.to_owned())),
            _ => (argument.clone(), None),
        };
        let next = || rest.next().map(|a| a.to_string_lossy().into_owned());
        let value = || inline.clone().or_else(next).ok_or_else(|| format!("{flag} needs a value"));
        match flag.as_str() {
            "--format" => match value()?.as_str() {
                "text" => call.json = false,
                "json" => call.json = true,
                other => {
                    let hint = did_you_mean(other, &["text", "json"]);
                    return Err(format!("--format is text or json, not {}{hint}", printable(other)));
                }
            },
            "--limit" => call.limits.set(&value()?).map_err(|why| format!("--limit: {why}"))?,
            "--limits" => call.used = true,
            "--holds" => call.holds = true,
            "--elaborate" => elaborate = true,
            "--problem" => problem = true,
            "--jsonl" => jsonl = true,
            "--law" => law = true,
            "--exact" => call.exact = true,
            "--quiet" | "-q" => call.quiet = true,
            "--" => files.extend(rest.by_ref().map(PathBuf::from)),
            unknown if unknown.len() > 1 && unknown.starts_with('-') => {
                let hint = did_you_mean(unknown, &FLAGS);
                return Err(format!("unknown option {} (see verify --help){hint}", printable(unknown)));
            }
            _ => files.push(path.into()),
        }
    }
    let task = match () {
        () if law => by_law(files, elaborate || problem || jsonl),
        () if jsonl => lines(files, elaborate || problem),
        () if elaborate => elaborated(files, problem),
        () if problem => by_problem(files),
        () if files.is_empty() => Err(expected_two(0)),
        () => Ok(Task::Pairs(files)),
    };
    Ok((task?, call))
}

fn lines(files: Vec<PathBuf>, has_other_form: bool) -> Result<Task, String> {
    let n = files.len();
    let mut files = files.into_iter();
    match (files.next(), files.next()) {
        _ if has_other_form => {
            Err("--jsonl reads mechanism files and certificates, and goes with no other form of them".into())
        }
        (file, None) => Ok(Task::Lines(file)),
        _ => Err(format!("--jsonl reads one file or standard input, found {n} files (see verify --help)")),
    }
}

fn elaborated(files: Vec<PathBuf>, problem: bool) -> Result<Task, String> {
    if problem {
        return Err("--elaborate makes a problem, and --problem takes one (see verify --help)".into());
    }
    let one = <[_; 1]>::try_from(files).map(|[file]| Task::Elaborate(file));
    one.map_err(|files| format!("expected one file, MECHANISM.json, found {} (see verify --help)", files.len()))
}

fn by_problem(files: Vec<PathBuf>) -> Result<Task, String> {
    let two = <[_; 2]>::try_from(files).map(|[problem, certificate]| Task::Problem { problem, certificate });
    two.map_err(|files| expected_two(files.len()))
}

fn by_law(files: Vec<PathBuf>, has_other_form: bool) -> Result<Task, String> {
    if has_other_form {
        return Err("--law takes a law and a mechanism file, and goes with no other form of them".into());
    }
    let two = <[_; 2]>::try_from(files).map(|[law, mechanism]| Task::Law { law, mechanism });
    let expected =
        |found| format!("--law takes two files, LAW.jsonl and MECHANISM.json, found {found} (see verify --help)");
    two.map_err(|files| expected(files.len()))
}

fn expected_two(found: usize) -> String {
    format!("expected two files, MECHANISM.json and CERTIFICATE.json, found {found} (see verify --help)")
}
