//! `verify`: the verifier's program, which is all in its own crate.

fn main() -> std::process::ExitCode {
    dp_verify::program::run().into()
}
