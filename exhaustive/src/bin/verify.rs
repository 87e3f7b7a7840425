//! `verify`, as these tests call it.

fn main() -> std::process::ExitCode {
    dp_verify::program::run().into()
}
