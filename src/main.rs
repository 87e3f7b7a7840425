//! `certify`: decides the claims of mechanism files, writes their certificates, constructs mechanisms, and
//! prints which constraints of a mechanism are tight.

mod command;

fn main() -> std::process::ExitCode {
    command::run()
}
