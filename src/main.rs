//! `certify`: decides the claims of mechanism files, writes their certificates, constructs mechanisms, and
//! prints which constraints of a mechanism are tight.

fn main() -> std::process::ExitCode {
    dp_certify::command::run().into()
}
