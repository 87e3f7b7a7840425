//! `verify MECHANISM.json CERTIFICATE.json`: re-checks every statement of a certificate.

use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::report::{Style, error_to_json, printable};
use dp_verify::{problem, verify, verify_problem};
use std::ffi::OsString;
use std::io::{BufWriter, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Re-checks every statement of a certificate against the mechanism file it is about.

Usage: verify MECHANISM.json CERTIFICATE.json [OPTIONS]
       verify --elaborate MECHANISM.json
       verify --problem PROBLEM.json CERTIFICATE.json [OPTIONS]

Options:
  --format text|json   how to print the result (default: text)
  --holds              exit with 1 also where a claim of the file fails
  --elaborate          print what the file says in integers, dp-problem/1: all that another
                       checker has to read
  --problem            check against a problem instead of a mechanism file
  --exact              print exact values in JSON however long they are
  --limit NAME=N       raise or lower a limit: bytes, depth, digits, exponent, bits, memory,
                       steps, nodes
  --quiet              print nothing; the exit status tells
  --help, --version

Exit status:
  0  accepted: every claim of the file is decided and every statement proved
  1  refused: a statement is missing or not proved (with --holds: or a claim fails)
  2  a file is unreadable or malformed, or the call is wrong
  3  declined: a limit was met, or a claim of the file is left undecided

Example:
  verify examples/alvim-table2-m1.json examples/alvim-table2-m1.cert.json --holds
";

/// What the command line asks for.
#[derive(Default)]
struct Call {
    files: Vec<PathBuf>,
    json: bool,
    holds: bool,
    elaborate: bool,
    problem: bool,
    exact: bool,
    quiet: bool,
    limits: Limits,
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let asked =
        |flags: [&str; 2]| arguments.iter().take_while(|a| *a != "--").any(|a| flags.iter().any(|flag| a == flag));
    if asked(["--help", "-h"]) {
        return print(HELP, 0);
    }
    if asked(["--version", "-V"]) {
        return print(concat!("verify ", env!("CARGO_PKG_VERSION"), "\n"), 0);
    }
    let call = match parse(arguments) {
        Ok(call) => call,
        Err(message) => return refuse(&message),
    };
    if call.elaborate {
        return match elaborate(&call) {
            Ok(status) => status,
            Err(unusable) if unusable.over_limit => decline(&call, &unusable),
            Err(unusable) => unusable_input(&call, &unusable),
        };
    }
    match run(&call) {
        Ok((text, status)) => print(&text, status),
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
        (_, true) => {
            serde_json::json!({ "format": "dp-report/1", "version": env!("CARGO_PKG_VERSION"),
            "result": "declined", "reason": why.message })
            .to_string()
                + "\n"
        }
        _ => format!("DECLINED\n{}\n", why.message),
    };
    print(&text, 3)
}

/// A message on standard error, and the exit status of what is no verdict.
fn refuse(message: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "verify: {message}");
    ExitCode::from(2)
}

/// Prints the result; a reader who closes the pipe early changes nothing about the status.
fn print(text: &str, status: u8) -> ExitCode {
    print_by(|out| out.write_all(text.as_bytes()), status)
}

/// Prints what something writes.
fn print_by(fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>, status: u8) -> ExitCode {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match fill(&mut out).and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => refuse(&format!("standard output: {}", file::explain(&e))),
        _ => ExitCode::from(status),
    }
}

fn parse(arguments: Vec<OsString>) -> Result<Call, String> {
    let mut call = Call::default();
    let mut rest = arguments.into_iter();
    while let Some(path) = rest.next() {
        // What is no UTF-8 can only be a path.
        let Some(argument) = path.to_str().map(str::to_owned) else {
            call.files.push(path.into());
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
                other => return Err(format!("--format is text or json, not {}", printable(other))),
            },
            "--limit" => call.limits.set(&value()?).map_err(|why| format!("--limit: {why}"))?,
            "--holds" => call.holds = true,
            "--elaborate" => call.elaborate = true,
            "--problem" => call.problem = true,
            "--exact" => call.exact = true,
            "--quiet" | "-q" => call.quiet = true,
            "--" => call.files.extend(rest.by_ref().map(PathBuf::from)),
            unknown if unknown.len() > 1 && unknown.starts_with('-') => {
                return Err(format!("unknown option {} (see verify --help)", printable(unknown)));
            }
            _ => call.files.push(path.into()),
        }
    }
    if call.elaborate {
        return match (call.files.len(), call.problem) {
            (1, false) => Ok(call),
            (_, true) => Err("--elaborate makes a problem, and --problem takes one (see verify --help)".into()),
            (n, _) => Err(format!("expected one file, MECHANISM.json, found {n} (see verify --help)")),
        };
    }
    match call.files.len() {
        2 => Ok(call),
        n => Err(format!("expected two files, MECHANISM.json and CERTIFICATE.json, found {n} (see verify --help)")),
    }
}

/// Prints the problem of a mechanism file.
fn elaborate(call: &Call) -> Result<ExitCode, Unusable> {
    let mechanism = file::mechanism(&call.files[0], &call.limits)?;
    let meter = problem::meter(&call.limits);
    let elaborated = problem::elaborated(&mechanism, &[], &call.limits, &meter);
    let elaborated = elaborated.map_err(|e| Unusable::at(&call.files[0], e))?;
    drop(mechanism);
    Ok(print_by(|out| if call.quiet { Ok(()) } else { problem::write_to(&elaborated, out) }, 0))
}

fn run(call: &Call) -> Result<(String, u8), Unusable> {
    let (mechanism_path, certificate_path) = (&call.files[0], &call.files[1]);
    if call.problem {
        let bytes = file::read(mechanism_path, &call.limits)?;
        let meter = problem::meter(&call.limits);
        let elaborated = problem::read(&bytes, &call.limits, &meter).map_err(|e| Unusable::at(mechanism_path, e))?;
        let bytes = file::read(certificate_path, &call.limits)?;
        let by = verify_problem(&elaborated, &bytes, &call.limits).map_err(|e| Unusable::at(certificate_path, e))?;
        let text = match (call.quiet, call.json) {
            (true, _) => String::new(),
            (_, true) => by.to_json() + "\n",
            _ => by.to_text(),
        };
        return Ok((text, by.status(call.holds)));
    }
    let mechanism = file::mechanism(mechanism_path, &call.limits)?;
    let bytes = file::read(certificate_path, &call.limits)?;
    let of = |e: &Error| if e.line == 0 { mechanism_path } else { certificate_path };
    let verification = verify(&mechanism, &bytes, &call.limits).map_err(|e| Unusable::at(of(&e), e))?;
    let status = verification.status(call.holds);
    let text = match (call.quiet, call.json) {
        (true, _) => String::new(),
        (_, true) => verification.to_json(call.exact) + "\n",
        _ => {
            let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let style = if std::io::stdout().is_terminal() && !plain { Style::Colour } else { Style::Plain };
            verification.to_text(style)
        }
    };
    Ok((text, status))
}
