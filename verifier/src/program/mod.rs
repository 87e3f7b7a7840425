//! `verify MECHANISM.json CERTIFICATE.json`: re-checks every statement of a certificate.

mod arguments;
pub mod called;
mod ending;
mod jsonl;
mod law;
mod pairs;
mod single;

use crate::report::{Answer, BY_HOLDS, Style, asks_for_json, error_of_several};
use crate::{Verification, file, problem, verify_problem};
use arguments::{Asked, Task};
pub use arguments::{Call, HELP};
use dp_file::error::Error;
use dp_file::file::Unusable;
use dp_file::files::Disk;
use dp_file::text::count;
pub use ending::Ended;
use ending::{complain, declined, overall, print, print_by, shown};
use pairs::Pair;
use single::unusable;
pub use single::{checked, ended};
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Runs the command line of this process, or the one that was [`called::with`]: the exit status.
pub fn run() -> u8 {
    let arguments: Vec<OsString> = called::arguments().into_iter().skip(1).collect();
    let json = asks_for_json(&arguments);
    let (task, call) = match arguments::parse(arguments) {
        Ok(Asked::Help) => return print(HELP, 0),
        Ok(Asked::Version) => return print(concat!("verify ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        Ok(Asked::Check(task, call)) => (task, call),
        Err(message) => {
            let call = Call { json, ..Call::default() };
            return unusable(&message.into(), &call).print();
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
        Err(why) => unusable(&why, &call).print(),
    }
}

/// Prints the problem of a mechanism file.
fn elaborate(file: &Path, call: &Call) -> Result<u8, Unusable> {
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
fn check(files: &[PathBuf], call: &Call) -> Result<u8, Unusable> {
    let listed = pairs::pairs(files, &call.limits)?;
    let of_disk = |pair: &Pair| checked(&Disk, [&pair.mechanism, &pair.certificate], &call.limits, &|_, _| ());
    if let ([pair], false) = (&listed.pairs[..], listed.is_list) {
        return Ok(ended(&of_disk(pair), call, style()).print());
    }
    if !call.quiet {
        listed.notices.iter().for_each(|notice| complain(notice));
    }
    let results: Vec<Result<Verification, Unusable>> = listed.pairs.iter().map(of_disk).collect();
    // A limit is a result, and stands with the others.
    let wrong = results.iter().filter_map(|result| result.as_ref().err()).filter(|why| !why.over_limit);
    wrong.for_each(|why| complain(&why.message));
    let status = overall(results.iter().map(|result| status(result, call)));
    Ok(print(&many(&listed.pairs, &results, call), status))
}

/// Checks a certificate against a problem.
fn check_problem(problem: &Path, certificate: &Path, call: &Call) -> Result<u8, Unusable> {
    let bytes = file::read(problem, &call.limits)?;
    let meter = problem::meter(&call.limits);
    let elaborated = problem::read(&bytes, &call.limits, &meter).map_err(|e| Unusable::at(problem, e))?;
    let bytes = file::read(certificate, &call.limits)?;
    // What has no place in the certificate is wrong with the problem.
    let of = |e: &Error| if e.line == 0 { problem } else { certificate };
    let verification = verify_problem(&elaborated, &bytes, &call.limits).map_err(|e| Unusable::at(of(&e), e))?;
    Ok(ended(&Ok(verification), call, style()).print())
}

/// Whether standard output shows colours.
fn style() -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stdout().is_terminal() && !plain { Style::Colour } else { Style::Plain }
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
                let why = v.refusals.first().filter(|_| v.answer() == Answer::Refused);
                let why = why.map_or_else(String::new, |refusal| format!("; {refusal}"));
                let holds = if call.holds && v.fails_by_holds() { format!("; {BY_HOLDS}") } else { String::new() };
                format!(
                    "{path}: {word}: {proved} proved; {} ({}){why}{holds}\n",
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
