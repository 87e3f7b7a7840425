//! `verify MECHANISM.json CERTIFICATE.json`: re-checks every statement of a certificate.

mod arguments;
mod ending;
mod jsonl;
mod law;
mod pairs;

use crate::report::{BY_HOLDS, Style, asks_for_json, error_of_several, error_to_json};
use crate::{Verification, file, problem, verify, verify_problem};
pub use arguments::HELP;
use arguments::{Asked, Call, Task};
use dp_file::error::Error;
use dp_file::file::Unusable;
use dp_file::text::count;
use ending::{complain, declined, overall, print, print_by, refuse, shown};
use pairs::Pair;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let json = asks_for_json(&arguments);
    let (task, call) = match arguments::parse(arguments) {
        Ok(Asked::Help) => return print(HELP, 0),
        Ok(Asked::Version) => return print(concat!("verify ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        Ok(Asked::Check(task, call)) => (task, call),
        Err(message) => {
            let call = Call { json, ..Call::default() };
            return unusable_input(&call, &message.into());
        }
    };
    let status = match &task {
        Task::Lines(file) => jsonl::run(file.as_deref(), &call),
        Task::Elaborate(file) => elaborate(file, &call),
        Task::Problem { problem, certificate } => check_problem(problem, certificate, &call),
        Task::Law { law, mechanism } => law::run(law, mechanism, &call),
        Task::Pairs(files) => check(files, &call),
    };
    if call.used {
        let _ = write!(std::io::stderr(), "{}", call.limits.used(&call.limits));
    }
    match status {
        Ok(status) => status,
        Err(unusable) if unusable.over_limit => decline(&call, &unusable),
        Err(unusable) => unusable_input(&call, &unusable),
    }
}

/// What is wrong with a file: in words on standard error, and with `--format json` by its parts on standard output.
fn unusable_input(call: &Call, why: &Unusable) -> ExitCode {
    if call.json && !call.quiet {
        print(&(error_to_json(why) + "\n"), 2);
    }
    refuse(&why.message)
}

/// A limit that was met before anything was checked.
fn decline(call: &Call, why: &Unusable) -> ExitCode {
    let text = match (call.quiet, call.json) {
        (true, _) => String::new(),
        (_, true) => declined(why).to_string() + "\n",
        _ => format!("DECLINED\n{}\n", why.message),
    };
    print(&text, 3)
}

/// Prints the problem of a mechanism file.
fn elaborate(file: &Path, call: &Call) -> Result<ExitCode, Unusable> {
    let mechanism = file::mechanism(file, &call.limits)?;
    let meter = problem::meter(&call.limits);
    let elaborated = problem::by_itself(&mechanism, &call.limits, &meter);
    let elaborated = elaborated.map_err(|e| Unusable::at(file, e))?;
    drop(mechanism);
    let most = call.limits.steps;
    if problem::steps_to_write(&elaborated) > most as u64 {
        let message = format!("numbers whose digits take over {most} steps (--limit steps=N)");
        return Err(Unusable::at(file, Error::over_limit("$".into(), 0, message)));
    }
    Ok(print_by(|out| if call.quiet { Ok(()) } else { problem::write_to(&elaborated, out) }, 0))
}

/// Checks a certificate, or several, each with its file.
fn check(files: &[PathBuf], call: &Call) -> Result<ExitCode, Unusable> {
    let listed = pairs::pairs(files, &call.limits)?;
    if let ([pair], false) = (&listed.pairs[..], listed.is_list) {
        let verification = checked(pair, call)?;
        return Ok(print(&alone(&verification, call), verification.status(call.holds)));
    }
    if !call.quiet {
        listed.notices.iter().for_each(|notice| complain(notice));
    }
    let results: Vec<Result<Verification, Unusable>> = listed.pairs.iter().map(|pair| checked(pair, call)).collect();
    // A limit is a result, and stands with the others.
    let wrong = results.iter().filter_map(|result| result.as_ref().err()).filter(|why| !why.over_limit);
    wrong.for_each(|why| complain(&why.message));
    let status = overall(results.iter().map(|result| status(result, call)));
    Ok(print(&many(&listed.pairs, &results, call), status))
}

fn checked(pair: &Pair, call: &Call) -> Result<Verification, Unusable> {
    let mechanism =
        file::mechanism(&pair.mechanism, &call.limits).map_err(|e| pairs::turned_round(e, pair, &call.limits))?;
    let bytes = file::read(&pair.certificate, &call.limits)?;
    // What has no place in the certificate is wrong with the file.
    let of = |e: &Error| if e.line == 0 { &pair.mechanism } else { &pair.certificate };
    verify(&mechanism, &bytes, &call.limits).map_err(|e| Unusable::at(of(&e), e))
}

/// Checks a certificate against a problem.
fn check_problem(problem: &Path, certificate: &Path, call: &Call) -> Result<ExitCode, Unusable> {
    let bytes = file::read(problem, &call.limits)?;
    let meter = problem::meter(&call.limits);
    let elaborated = problem::read(&bytes, &call.limits, &meter).map_err(|e| Unusable::at(problem, e))?;
    let bytes = file::read(certificate, &call.limits)?;
    // What has no place in the certificate is wrong with the problem.
    let of = |e: &Error| if e.line == 0 { problem } else { certificate };
    let verification = verify_problem(&elaborated, &bytes, &call.limits).map_err(|e| Unusable::at(of(&e), e))?;
    Ok(print(&alone(&verification, call), verification.status(call.holds)))
}

/// What is printed of a single certificate.
fn alone(verification: &Verification, call: &Call) -> String {
    match (call.quiet, call.json) {
        (true, _) => String::new(),
        (_, true) => verification.to_json(call.exact) + "\n",
        _ => {
            let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let style = if std::io::stdout().is_terminal() && !plain { Style::Colour } else { Style::Plain };
            verification.told(style, call.holds)
        }
    }
}

/// What is printed of several: a line each, or an array, with what is wrong with a pair that could not be checked.
fn many(pairs: &[Pair], results: &[Result<Verification, Unusable>], call: &Call) -> String {
    let json = |(pair, result): (&Pair, &Result<Verification, Unusable>)| {
        let file = pair.mechanism.to_string_lossy().into_owned();
        match result {
            Ok(verification) => verification.to_json_of(&file, call.exact),
            Err(why) if why.over_limit => {
                let mut declined = declined(why);
                if let Some(fields) = declined.as_object_mut() {
                    fields.insert("file".into(), file.into());
                }
                declined.to_string()
            }
            Err(why) => error_of_several(why, &file),
        }
    };
    let line = |(pair, result): (&Pair, &Result<Verification, Unusable>)| {
        let path = shown(&pair.mechanism);
        match result {
            Ok(v) => {
                let (word, proved, report) = (v.word(), count(v.proved(), "statement"), &v.report);
                let holds = if call.holds && v.fails_by_holds() { format!("; {BY_HOLDS}") } else { String::new() };
                format!(
                    "{path}: {word}: {proved} proved; {} ({}){holds}\n",
                    report.summary_with_names(),
                    report.subject()
                )
            }
            Err(why) if why.over_limit => format!("{path}: DECLINED: {}\n", why.message),
            Err(_) => format!("{path}: error\n"),
        }
    };
    match (call.quiet, call.json) {
        (true, _) => String::new(),
        (_, true) => format!("[\n{}\n]\n", pairs.iter().zip(results).map(json).collect::<Vec<_>>().join(",\n")),
        _ => pairs.iter().zip(results).map(line).collect(),
    }
}

fn status(result: &Result<Verification, Unusable>, call: &Call) -> u8 {
    match result {
        Ok(verification) => verification.status(call.holds),
        Err(why) if why.over_limit => 3,
        Err(_) => 2,
    }
}
