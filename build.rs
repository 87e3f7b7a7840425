//! Lists the hand-written mechanism files of the theorem suite, `certificates/<paper>/<statement>/NAME.json`, so that
//! the program carries them along.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PAPERS: [&str; 5] = ["000", "001", "002", "003", "004"];

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let (root, out) = (variable("CARGO_MANIFEST_DIR")?.join("certificates"), variable("OUT_DIR")?);
    let mut list = String::from("[\n");
    for paper in PAPERS {
        let folder = root.join(paper);
        println!("cargo::rerun-if-changed={}", folder.display());
        for statement in sorted(&folder)? {
            for file in sorted(&statement)? {
                let place = file.strip_prefix(&root).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
                let Some(name) = place.strip_suffix(".json").filter(|name| !name.ends_with(".cert")) else { continue };
                let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string());
            }
        }
    }
    fs::write(out.join("theorem_files.rs"), list + "]\n")
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
