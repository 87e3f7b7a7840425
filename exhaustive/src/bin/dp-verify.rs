//! `dp-verify`, as the verifier's own tests call it.

fn main() -> std::process::ExitCode {
    dp_verify::program::run().into()
}
