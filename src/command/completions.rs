//! `certify completions SHELL`: what a shell completes.

use super::man::verify;
use super::terminal::print;
use clap::Command;
use clap_complete::{Shell, generate};

const EXAMPLE: &str = "\
Example:
  certify completions bash > ~/.local/share/bash-completion/completions/certify
  certify completions bash --of verify > ~/.local/share/bash-completion/completions/verify

Exit status: 0 printed, 2 the call is wrong.";

/// Prints what a shell needs to complete the command line
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// The shell
    shell: Shell,
    /// The program
    #[arg(long, value_name = "PROGRAM", value_parser = ["certify", "verify"], default_value = "certify")]
    of: String,
}

pub(super) fn run(call: &Call, certify: &mut Command) -> Result<u8, String> {
    let mut text = Vec::new();
    match &*call.of {
        "verify" => generate(call.shell, &mut verify(), "verify", &mut text),
        _ => generate(call.shell, certify, "certify", &mut text),
    }
    print(&String::from_utf8_lossy(&text)).map(|()| 0)
}
