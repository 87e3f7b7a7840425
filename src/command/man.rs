//! `certify man -o FOLDER`: the manual pages of both programs.

use super::output;
use super::terminal::print;
use clap::{Arg, ArgAction, Command};
use clap_mangen::Man;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Example:
  certify man -o ~/.local/share/man/man1

Exit status: 0 written, 2 the call is wrong.";

/// Writes the manual pages of both programs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// The folder for certify.1, a page for each command, and verify.1
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(call: &Call, certify: Command) -> Result<u8, String> {
    let pages = pages(certify)?;
    let files: Vec<(PathBuf, &str)> = pages.iter().map(|(name, text)| (name.into(), &**text)).collect();
    output::write_all_into(&call.output, &files)?;
    let lines: String = pages.iter().map(|(name, _)| format!("{name}\n")).collect();
    if call.quiet { Ok(0) } else { print(&lines).map(|()| 0) }
}

/// Each page with its name.
fn pages(mut certify: Command) -> Result<Vec<(String, String)>, String> {
    certify.build();
    let commands: Vec<Command> =
        certify.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect();
    let mut pages = vec![page("certify", certify)?];
    for command in commands {
        pages.push(page(&format!("certify-{}", command.get_name()), command.clone())?);
    }
    pages.push(page("verify", verify())?);
    Ok(pages)
}

fn page(name: &str, command: Command) -> Result<(String, String), String> {
    let mut text = Vec::new();
    Man::new(command).title(name).render(&mut text).map_err(|e| e.to_string())?;
    Ok((format!("{name}.1"), String::from_utf8_lossy(&text).into_owned()))
}

/// The command line of `verify`, which reads its own without clap; a test holds this to its help.
pub(super) fn verify() -> Command {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("verify")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Re-checks every statement of a certificate against the mechanism file it is about")
        .override_usage(
            "verify MECHANISM.json CERTIFICATE.json... [OPTIONS]\n       verify FOLDER [FOLDER-OF-CERTIFICATES] [OPTIONS]",
        )
        .arg(Arg::new("files").num_args(1..).required(true).help("Mechanism files, each with its certificate, or a folder"))
        .arg(
            Arg::new("format")
                .long("format")
                .value_parser(["text", "json"])
                .help("How to print the result (default: text)"),
        )
        .arg(flag("holds", "Exit with 1 also if a claim of the file fails"))
        .arg(flag("elaborate", "Print what the file says in integers, dp-problem/1"))
        .arg(flag("problem", "Check against a problem instead of a mechanism file"))
        .arg(flag("jsonl", "Read lines that carry a mechanism file and its certificate, as certify prints them"))
        .arg(flag("law", "Compute the table of a program's law, dp-law/1, again, and compare it with the mechanism file's"))
        .arg(flag("exact", "Print exact values in JSON however long they are"))
        .arg(Arg::new("limit").long("limit").value_name("NAME=N").help(
            "Raise or lower a limit: bytes, depth, digits, exponent, bits, memory, steps, nodes (and search, which is certify's alone)",
        ))
        .arg(flag("limits", "Print on standard error the most that was used of each limit"))
        .arg(flag("quiet", "Print nothing; the exit status has the verdict").short('q'))
        .after_help(
            "Exit status: 0 accepted, 1 refused (with --holds: or a claim fails), 2 a file is unreadable or malformed or \
             the call is wrong, 3 declined: a limit was reached, or a claim of the file is left undecided.",
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_has_the_flags_that_its_help_has() {
        let command = verify();
        let named = command.get_arguments().filter_map(|argument| argument.get_long()).map(|name| format!("--{name}"));
        let mut named: Vec<String> = named.chain(["--help", "--version"].map(str::to_owned)).collect();
        let words = dp_verify::program::HELP.split([' ', ',', '\n', '(', ')']).filter(|word| word.starts_with("--"));
        let mut told: Vec<String> = words.map(|word| word.trim_end_matches(':').to_owned()).collect();
        [&mut named, &mut told].into_iter().for_each(|list| list.sort());
        told.dedup();
        assert_eq!(named, told);
    }
}
