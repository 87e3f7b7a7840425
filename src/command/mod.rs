//! The command line of `certify`: what is asked, and where the answers go.

mod again;
mod bracket;
mod budget;
mod call;
mod certify;
mod completions;
mod construct;
mod counting;
mod declared;
mod ending;
mod explain;
mod export;
mod figure;
mod flags;
mod hints;
mod html;
mod import;
mod induced;
mod init;
mod inputs;
mod junit;
mod law;
mod limits;
mod lines;
mod made;
mod man;
mod merge;
mod output;
mod pattern;
mod profile;
mod progress;
mod reading;
mod repair;
mod resume;
mod sampled;
mod spelled;
mod table;
mod terminal;
mod theorems;
mod told;
mod trade_off;
mod watch;

use clap::builder::Styles;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use dp_verify::file::Unusable;
use dp_verify::program::called;
use dp_verify::report::{asks_for, asks_for_json, error_to_json, printable};
use limits::tell_limits;
use std::path::Path;
use terminal::{UNDECIDED, WRONG, complain, guarded, print};

const STATUS: &str = "\
Exit status:
  0  every claim of the file holds, as expected
  1  a claim is refuted, and the certificate proves that
  2  the input or the call is wrong, and nothing is written
  3  a claim is undecided; the report says which and why
For several files or a folder: 2 if one has 2, otherwise 1 if one has 1, otherwise the highest.
Each is decided by itself: one that is wrong is named on standard error and gets no certificate,
and all others are decided and get theirs. Only if the call itself is wrong is nothing written.
With --bracket: 0 if the pair was found and proved, 3 if none was found.

Example:
  certify table.csv --graph complete --epsilon 1
  certify examples/alvim-table2-m1.json
  verify examples/alvim-table2-m1.json examples/alvim-table2-m1.cert.json
  certify mechanisms -o certificates
  verify mechanisms certificates --holds
  certify mechanisms -o certificates --format junit > junit.xml
  certify examples/alvim-table2-m1.json --limit steps=1000000
  certify examples/sum-query-epsilon-0.8.json --bracket 30 -o bracket

If a file has the name of a command, write it with its folder: certify ./construct";

/// Decides the claims of mechanism files with exact arithmetic, and writes a certificate of each verdict.
#[derive(Debug, Parser)]
#[command(
    name = "certify",
    version,
    styles = Styles::plain(),
    after_help = STATUS,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
struct Arguments {
    #[command(flatten)]
    certify: call::Call,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Budget(budget::Call),
    Completions(completions::Call),
    Construct(construct::Call),
    Explain(explain::Call),
    Export(export::Call),
    Figure(figure::Call),
    Html(html::Call),
    Import(import::Call),
    Induced(induced::Call),
    Init(Box<init::Call>),
    Law(Box<law::Call>),
    Man(man::Call),
    Merge(merge::Call),
    Pattern(pattern::Call),
    Profile(profile::Call),
    Repair(repair::Call),
    Theorems(theorems::Call),
    TradeOff(trade_off::Call),
}

/// Runs the command line of this process, or the one that was [`called::with`]: the exit status.
pub fn run() -> u8 {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        // An internal error becomes one line of this program's own.
        std::panic::set_hook(Box::new(|_| {}));
    }
    let arguments =
        match Arguments::try_parse_from(spelled::british(called::arguments().into_iter(), &Arguments::command())) {
            Ok(arguments) => arguments,
            Err(error) => return refuse(&error),
        };
    let status = guarded(|| asked(&arguments));
    tell_limits();
    status.map_err(Unusable::from).flatten().unwrap_or_else(|why| {
        complain(&why.message);
        if tells_json(&arguments) {
            // What can't be printed has been complained of.
            let _ = print(&(error_to_json(&why) + "\n"));
        }
        if arguments.command.is_none() && arguments.certify.tells_junit() {
            let _ = print(&junit::of_call(&why));
        }
        WRONG
    })
}

/// Does what is asked.
fn asked(arguments: &Arguments) -> Result<u8, Unusable> {
    let status = match &arguments.command {
        Some(Command::Budget(call)) => return budget::run(call),
        Some(Command::Completions(call)) => completions::run(call, &mut Arguments::command()),
        Some(Command::Construct(call)) => construct::run(call),
        Some(Command::Explain(call)) => explain::run(call),
        Some(Command::Export(call)) => export::run(call),
        Some(Command::Figure(call)) => figure::run(call),
        Some(Command::Html(call)) => html::run(call),
        Some(Command::Import(call)) => return import::run(call),
        Some(Command::Induced(call)) => induced::run(call),
        Some(Command::Init(call)) => init::run(call),
        Some(Command::Law(call)) => return law::run(call),
        Some(Command::Man(call)) => man::run(call, Arguments::command()),
        Some(Command::Merge(call)) => return merge::run(call),
        Some(Command::Pattern(call)) => return pattern::run(call),
        Some(Command::Profile(call)) => return profile::run(call),
        Some(Command::Repair(call)) => return repair::run(call),
        Some(Command::Theorems(call)) => return theorems::run(call),
        Some(Command::TradeOff(call)) => return trade_off::run(call),
        None => {
            let call = &arguments.certify;
            if call.verbose {
                certify::tell_routes();
            }
            return certify_files(call);
        }
    };
    Ok(status?)
}

/// Certifies what is named, each kind of input in its own way.
fn certify_files(call: &call::Call) -> Result<u8, Unusable> {
    let several = call.lines.jsonl || call.files.len() > 1 || call.files.iter().any(|file| file.is_dir());
    call.raised.watched(if several { rayon::current_num_threads() } else { 1 }, UNDECIDED);
    if let Some(places) = call.bracket {
        return bracket::run(call, places);
    }
    if call.lines.jsonl {
        return lines::run(call);
    }
    inputs::expect_files(&call.files, &commands())?;
    if table::concerns(call) { table::run(call) } else { certify::run(call) }
}

/// Whether what is wrong is told on standard output too, by its parts.
fn tells_json(arguments: &Arguments) -> bool {
    match &arguments.command {
        Some(Command::Budget(call)) => call.tells_json(),
        Some(Command::Import(call)) => call.tells_json(),
        Some(Command::Pattern(call)) => call.tells_json(),
        Some(Command::Profile(call)) => call.tells_json(),
        Some(Command::Repair(call)) => call.tells_json(),
        Some(Command::Theorems(call)) => call.tells_json(),
        Some(Command::TradeOff(call)) => call.tells_json(),
        Some(_) => false,
        None => arguments.certify.tells_json(),
    }
}

/// Help and version on standard output; anything else that clap says is a wrong call.
fn refuse(error: &clap::Error) -> u8 {
    let text = error.render().ansi().to_string();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match print(&text) {
            Ok(()) => 0,
            Err(message) => {
                complain(&message);
                WRONG
            }
        };
    }
    // Flags of a command that is mistyped are unknown too: the command is what to mend.
    let first = called::arguments().into_iter().nth(1);
    if let Some(message) = first.and_then(|first| inputs::mistyped(Path::new(&first), &commands())) {
        return refuse_call(&message);
    }
    let text = safe(&spelled::with_hint(&text, error, &Arguments::command()));
    refuse_call(text.strip_prefix("error: ").unwrap_or(&text))
}

/// A call that can't be read, in words and, where that is asked for, as JSON.
fn refuse_call(message: &str) -> u8 {
    complain(message);
    let arguments = called::arguments();
    if asks_for_json(&arguments) {
        let _ = print(&(error_to_json(&message.into()) + "\n"));
    }
    let is_command = arguments.get(1).is_some_and(|first| commands().iter().any(|command| *first == **command));
    if !is_command && asks_for("junit", &arguments) {
        let _ = print(&junit::of_call(&message.into()));
    }
    WRONG
}

/// A message of several lines without what a terminal might obey: arguments come from strangers too, and
/// only the lines are clap's.
fn safe(message: &str) -> String {
    let mut message = message.trim_end().to_owned();
    for argument in called::arguments().into_iter().map(|argument| argument.to_string_lossy().into_owned()) {
        let value = argument.split_once('=').map_or("", |(_, value)| value);
        for part in [&*argument, value].into_iter().filter(|part| part.contains('\n')) {
            message = message.replace(part, &printable(part));
        }
    }
    message.lines().map(printable).collect::<Vec<_>>().join("\n")
}

/// The names of all commands.
fn commands() -> Vec<String> {
    let names = Arguments::command().get_subcommands().map(|command| command.get_name().to_owned()).collect::<Vec<_>>();
    names.into_iter().chain(["help".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_line_with_its_message() {
        let line = guarded(|| panic!("row {} is\nmissing", 3)).err();
        assert_eq!(line.as_deref(), Some("internal error, please report: row 3 is\\u{a}missing"));
        assert_eq!(guarded(|| 5), Ok(5));
    }
}
