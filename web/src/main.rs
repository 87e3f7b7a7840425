//! Writes `web/dist/verify.html`: the verifier compiled to WebAssembly, the page around it, and some examples, all in
//! one file that asks for nothing else.
//!
//! `cargo run --manifest-path web/Cargo.toml`; arguments are passed on to the `cargo build` of the verifier.

mod base64;
mod page;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// The most bytes of the page.
const MOST: usize = 3_500_000;

/// The stack of the verifier: what a program has on Linux.
const STACK: &str = "-Clink-arg=-zstack-size=8388608";

fn main() -> Result<(), Box<dyn Error>> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR"));
    let verifier = fs::read(built(web)?)?;
    let text = page::page(web, &verifier)?;
    if text.len() > MOST {
        return Err(format!("the page has {} bytes, at most {MOST}", text.len()).into());
    }
    let file = web.join("dist").join("verify.html");
    fs::create_dir_all(web.join("dist"))?;
    fs::write(&file, &text)?;
    println!(
        "{}: {} bytes, of which the verifier has {} before it is compressed",
        file.display(),
        text.len(),
        verifier.len()
    );
    Ok(())
}

/// Compiles the verifier; where it is.
fn built(web: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let root = web.parent().unwrap_or(web);
    // Messages of faults name places in sources: not where these lie on the machine that builds.
    let renamed = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    let mut flags = vec![STACK.to_owned(), renamed(root, ".")];
    flags.extend(home.map(|home| renamed(&home, "cargo")));
    let target = web.join("target").join("browser");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .args(["build", "--release", "--lib", "--locked", "--target", TARGET, "--manifest-path"])
        .arg(web.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .args(std::env::args_os().skip(1))
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .status()?;
    if !done.success() {
        return Err(format!("the verifier does not compile; is the target there? rustup target add {TARGET}").into());
    }
    Ok(target.join(TARGET).join("release").join("dp_web.wasm"))
}
