//! Names of flags, values and commands as they were meant.

use super::again;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use dp_verify::program::called;
use dp_verify::spelling::{did_you_mean, plain};
use std::ffi::OsString;

/// The arguments, with flags as they are called here for what differs in American spelling, case or underlines only.
pub(super) fn british(arguments: impl Iterator<Item = OsString>, program: &Command) -> Vec<OsString> {
    let known = flags(program);
    let mut over = false;
    let spelled = |argument: OsString| {
        over |= argument == "--";
        let Some(text) = argument.to_str().filter(|text| !over && text.starts_with("--")) else { return argument };
        let (flag, value) = text.split_once('=').map_or((text, None), |(flag, value)| (flag, Some(value)));
        let meant = known.iter().find(|known| plain(known) == plain(flag)).filter(|known| *known != flag);
        match (meant, value) {
            (None, _) => argument,
            (Some(meant), None) => meant.into(),
            (Some(meant), Some(value)) => format!("{meant}={value}").into(),
        }
    };
    arguments.map(spelled).collect()
}

/// Every long flag of a program and its commands.
fn flags(program: &Command) -> Vec<String> {
    let all = program.get_subcommands().chain([program]);
    let long = all.flat_map(|command| command.get_arguments().filter_map(|argument| argument.get_long()));
    long.chain(["help", "version"]).map(|name| format!("--{name}")).collect()
}

/// What somebody looks for here who knows it from elsewhere, and what to say of it.
///
/// The second is a flag of the commands that it is said of, or nothing of all.
const FROM_ELSEWHERE: [(&[&str], &str, &str); 5] = [
    (&["--out", "--outdir", "--out-dir", "--output-dir", "--output-folder"], "output", "; did you mean -o FOLDER?"),
    (&["--times", "--uses", "--compose"], "use", ": how often is a part of --use; did you mean --use 1x30?"),
    (
        &["--strict", "--fail", "--exit-code"],
        "",
        ": a claim that fails ends with exit status 1 by itself, and one that is undecided with 3; leave it out",
    ),
    (
        &["--holds"],
        "",
        ": it is an option of verify, as in verify MECHANISM.json CERTIFICATE.json --holds; certify ends with 1 where a claim \
         fails without it",
    ),
    (
        &["-j", "--jobs", "--threads"],
        "",
        ": files are decided side by side on all processors; to take two, RAYON_NUM_THREADS=2 certify FOLDER",
    ),
];

/// What to say of a flag that is known from elsewhere, or is the name of a format.
fn from_elsewhere(flag: &str, command: &Command) -> Option<String> {
    let argument = |long| command.get_arguments().find(|argument| argument.get_long() == Some(long));
    let formats = argument("format").map(|format| format.get_possible_values()).unwrap_or_default();
    if let Some(format) = formats.iter().find(|format| flag.strip_prefix("--") == Some(format.get_name())) {
        return Some(format!("; did you mean --format {}?", format.get_name()));
    }
    let has = |of: &str| of.is_empty() || command.get_arguments().any(|argument| argument.get_long() == Some(of));
    let known = |&&(flags, of, _): &&(&[&str], &str, &str)| flags.contains(&flag) && has(of);
    FROM_ELSEWHERE.iter().find(known).map(|(.., words)| (*words).to_owned())
}

/// What clap misses, and what to say then.
const MISSING: [(&str, &[&str]); 2] =
    [("--confidence <C>", &["--confidence", "0.999"]), ("<--counts|--log>", &["--counts"])];

/// A call that works, where something is missing: the same with what is, or the example of the command's help.
fn instance(missing: &[String], command: &Command) -> Option<String> {
    let flags: Option<Vec<&[&str]>> = missing
        .iter()
        .map(|missing| MISSING.iter().find(|(name, _)| name == missing).map(|(_, flags)| *flags))
        .collect();
    let help = || {
        let help = command.get_after_help()?.to_string();
        Some(help.split_once("Example:\n")?.1.lines().next()?.trim().to_owned())
    };
    flags.filter(|flags| !flags.is_empty()).map(|flags| again::with(&flags.concat())).or_else(help)
}

/// What to do where a rounded table is used many times.
const ONE_USE: &str =
    "; decide one use with --rounding, and ask what many come to by certify budget --use 1x30 --delta 0";

/// What is expected where the standard library says why a text is no whole number.
fn of_whole_number(text: &str) -> String {
    let why = ["invalid digit found in string", "cannot parse integer from empty string"];
    why.iter().fold(text.to_owned(), |text, why| text.replace(why, "expected a whole number, such as 30"))
}

/// How a command is called as a whole: clap shows the flags that it was called with, or takes a mistake for.
const USAGE: &str = "Usage: certify [OPTIONS] <MECHANISM.json>...\n       certify <COMMAND>";

/// What clap says, with the nearest spelling at the end of its first line instead of its tips.
pub(super) fn with_hint(text: &str, error: &Error, program: &Command) -> String {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let known = |kind| match error.get(kind) {
        Some(ContextValue::Strings(all)) => all.clone(),
        Some(ContextValue::String(one)) => vec![one.clone()],
        _ => Vec::new(),
    };
    let missing = known(ContextKind::InvalidArg);
    let names = || program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let (word, known): (_, Vec<String>) = match error.kind() {
        ErrorKind::UnknownArgument => {
            let suggested = known(ContextKind::SuggestedArg);
            (said(ContextKind::InvalidArg), if suggested.is_empty() { flags(program) } else { suggested })
        }
        ErrorKind::InvalidValue => (said(ContextKind::InvalidValue), known(ContextKind::ValidValue)),
        ErrorKind::InvalidSubcommand => (said(ContextKind::InvalidSubcommand), names()),
        ErrorKind::ValueValidation => return of_whole_number(text),
        _ => (None, Vec::new()),
    };
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    let called = called::arguments().into_iter().nth(1).unwrap_or_default();
    let command = program.get_subcommands().find(|command| *command.get_name() == *called);
    let elsewhere =
        word.as_ref().filter(|_| is_unknown).and_then(|word| from_elsewhere(word, command.unwrap_or(program)));
    let is_empty = word.as_deref() == Some("") && called::arguments().iter().any(|argument| argument.is_empty());
    let hint = match word {
        _ if ["--rounding", "--times"].iter().all(|flag| text.contains(flag)) => ONE_USE.to_owned(),
        Some(_) if is_empty => " (a word of the call is empty: '')".to_owned(),
        word => elsewhere.unwrap_or_else(|| word.map(|word| did_you_mean(&word, &known)).unwrap_or_default()),
    };
    let (first, rest) = text.trim_end().split_once('\n').unwrap_or((text.trim_end(), ""));
    let rest: Vec<&str> = rest.lines().filter(|line| !line.trim_start().starts_with("tip: ")).collect();
    let rest: Vec<&str> = rest.into_iter().filter(|line| line.trim() != "certify <COMMAND>").collect();
    let usage = command.map_or_else(|| USAGE.to_owned(), usage);
    let rest = rest.into_iter().map(|line| if line.starts_with("Usage: ") { &*usage } else { line });
    let mut lines = vec![format!("{first}{hint}")];
    // Blank lines that stood around a tip become one.
    for line in rest {
        if !(line.is_empty() && lines.last().is_some_and(String::is_empty)) {
            lines.push(line.to_owned());
        }
    }
    if error.kind() == ErrorKind::MissingRequiredArgument {
        let instance = instance(&missing, command.unwrap_or(program));
        lines.extend(instance.map(|call| format!("for instance: {call}")));
    }
    lines.join("\n")
}

/// How a command is called.
fn usage(command: &Command) -> String {
    command.clone().bin_name(format!("certify {}", command.get_name())).render_usage().to_string()
}
