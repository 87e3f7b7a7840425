//! `dp-verify`: the program `verify` by itself, without what the certifier is built on.

fn main() -> std::process::ExitCode {
    dp_verify::program::run().into()
}
