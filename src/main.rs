//! `certify`: decides the claims of mechanism files, writes their certificates, and constructs mechanisms.

mod command;

fn main() -> std::process::ExitCode {
    command::run()
}
