//! `certify`, as these tests call it.

fn main() -> std::process::ExitCode {
    dp_certify::command::run().into()
}
