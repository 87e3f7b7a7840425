//! Files that are written whole or not at all, and never over an input.

use super::terminal::{print, shown};
use dp_verify::file::explain;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A file itself, whatever path leads to it: device and inode.
#[cfg(unix)]
type Identity = (u64, u64);
/// A file itself, whatever path leads to it: its canonical path.
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok()
}

/// Refuses pairs of an input and its output where an output is any of the inputs (by whatever path or link),
/// can't be written whole, or is the output of two inputs. The folder of a single output must be there; that
/// of several may still be made.
///
/// # Errors
/// A sentence that names the files.
pub(super) fn check(pairs: &[(PathBuf, PathBuf)]) -> Result<(), String> {
    check_apart(pairs)?;
    if let [(_, output)] = pairs { expect_folder(output) } else { Ok(()) }
}

/// The same where the folder of a single output may still be made too.
///
/// # Errors
/// A sentence that names the files.
pub(super) fn check_apart(pairs: &[(PathBuf, PathBuf)]) -> Result<(), String> {
    let inputs: HashMap<Identity, &PathBuf> =
        pairs.iter().filter_map(|(input, _)| Some((identity(input)?, input))).collect();
    let mut outputs: HashMap<(PathBuf, OsString), &PathBuf> = HashMap::new();
    for (input, output) in pairs {
        if let Some(other) = identity(output).and_then(|file| inputs.get(&file)) {
            return Err(format!("{}: this would overwrite the input {}", shown(output), shown(other)));
        }
        writable(output)?;
        let folder = fs::canonicalize(folder(output)).unwrap_or_else(|_| folder(output).to_owned());
        let name = output.file_name().unwrap_or_default().to_owned();
        if let Some(other) = outputs.insert((folder, name), input) {
            return Err(match other == input {
                true => format!("{}: two outputs would be written here", shown(output)),
                false => format!("{}: {} and {} would both be written here", shown(output), shown(other), shown(input)),
            });
        }
    }
    Ok(())
}

/// Refuses an output that is an input too, which is read beside the one that is named.
///
/// # Errors
/// A sentence that names the files.
pub(super) fn spare(input: &Path, output: &Path) -> Result<(), String> {
    if identity(output).is_some_and(|file| identity(input) == Some(file)) {
        return Err(format!("{}: this would overwrite the input {}", shown(output), shown(input)));
    }
    Ok(())
}

/// What to do about a file that is in the way of one certificate.
pub(super) const BY_FORCE: &str = "--force overwrites it, -o names another file";

/// So much of a file is looked at for its format.
const START: u64 = 4_096;

/// Refuses a certificate in the place of a file that is none. What is empty, or is named like a certificate and says of
/// itself nothing else, such as one that is torn, is nobody's.
///
/// # Errors
/// A sentence that names the file, and what to do.
pub(super) fn spare_all_but_certificates(output: &Path, what_to_do: &str) -> Result<(), String> {
    if !output.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    let read = fs::File::open(output).and_then(|file| file.take(START).read_to_end(&mut start));
    let text: String = String::from_utf8_lossy(&start).chars().filter(|c| !c.is_whitespace()).collect();
    let says = |format: &str| text.contains(&format!("\"format\":\"{format}"));
    let named = output.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".cert.json"));
    let nobodys = read.is_ok() && (start.is_empty() || named && !says("dp-"));
    if nobodys || says("dp-certificate/") {
        return Ok(());
    }
    Err(format!("{}: this would overwrite a file that is not a certificate: {what_to_do}", shown(output)))
}

/// Refuses an output into a folder that is not there.
pub(super) fn expect_folder(output: &Path) -> Result<(), String> {
    if folder(output).is_dir() {
        Ok(())
    } else {
        let folder = shown(folder(output));
        Err(format!("{}: there is no folder {folder}: mkdir -p '{folder}' makes it", shown(output)))
    }
}

/// Prints a text, or writes it to a file and says so.
pub(super) fn deliver(to: Option<&Path>, text: &str, what: &str, quiet: bool) -> Result<(), String> {
    let Some(path) = to else { return print(text) };
    write(path, text)?;
    if quiet { Ok(()) } else { print(&format!("{what}: {}\n", shown(path))) }
}

/// How a file can be written.
enum Way {
    /// Beside its place, then moved there.
    Whole,
    /// Straight into a device or pipe, which keeps nothing.
    Straight,
}

/// A link is refused: what it leads to is not the named file, and a stranger may have laid it.
fn writable(path: &Path) -> Result<Way, String> {
    let refused = |why: &str| Err(format!("{}: {why}", shown(path)));
    match fs::symlink_metadata(path) {
        Ok(file) if file.is_dir() => refused("this is a folder, expected a file to write"),
        Ok(file) if file.is_symlink() => refused("this is a symbolic link, expected the name of a file itself"),
        Ok(file) if file.is_file() => Ok(Way::Whole),
        Ok(_) => Ok(Way::Straight),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(Way::Whole),
        Err(e) => refused(&explain(&e)),
    }
}

/// The folder that a file lies in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// Writes the file whole, with the permissions of any new file, or leaves what was there.
///
/// # Errors
/// A sentence that names the file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    write_by(path, &|out| out.write_all(text.as_bytes()))
}

/// As [`write()`], what is written piece by piece.
///
/// # Errors
/// A sentence that names the file.
pub(super) fn write_by(path: &Path, fill: Fill) -> Result<(), String> {
    if let Way::Straight = writable(path)? {
        let file = OpenOptions::new().write(true).open(path);
        return file.and_then(|f| filled(f, fill)).map_err(|e| format!("{}: {}", shown(path), explain(&e)));
    }
    move_to(prepare(path, fill)?, path)
}

/// Writes a file's bytes.
type Fill<'a> = &'a dyn Fn(&mut dyn Write) -> std::io::Result<()>;

fn filled(file: impl Write, fill: Fill) -> std::io::Result<()> {
    let mut out = BufWriter::new(file);
    fill(&mut out).and_then(|()| out.flush())
}

/// As [`write_all`], into a folder and folders in it, which are made where they are not there, and taken away where it
/// fails.
///
/// # Errors
/// A sentence that names a file or folder.
pub(super) fn write_all_into(folder: &Path, files: &[(PathBuf, &str)]) -> Result<(), String> {
    let files: Vec<(PathBuf, &str)> = files.iter().map(|(place, text)| (folder.join(place), *text)).collect();
    for (path, _) in &files {
        let inner = path.ancestors().skip(1).take_while(|above| above.starts_with(folder));
        if let Some(other) = inner.filter(|above| above.exists()).find(|above| !above.is_dir()) {
            return Err(format!("{}: not a folder, and files are to be written in it", shown(other)));
        }
        writable(path)?;
    }
    let mut made = Vec::new();
    let written =
        files.iter().try_for_each(|(path, _)| make(self::folder(path), &mut made)).and_then(|()| write_all(&files));
    if written.is_err() {
        // Those in others first; one that has something in it is not taken away.
        made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    written
}

/// Makes a folder with those it lies in, and says which were not there.
fn make(folder: &Path, made: &mut Vec<PathBuf>) -> Result<(), String> {
    let missing = folder.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists());
    let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    made.extend(missing.into_iter().rev());
    fs::create_dir_all(folder).map_err(|e| format!("{}: {}", shown(folder), explain(&e)))
}

/// Writes all of these files whole, or none of them: each is written beside its place before the first is moved there,
/// and where a move fails, new files that were moved before it are taken away again.
///
/// # Errors
/// A sentence that names a file.
pub(super) fn write_all(files: &[(PathBuf, &str)]) -> Result<(), String> {
    let mut ready = Vec::new();
    for (path, text) in files {
        if let Way::Straight = writable(path)? {
            return Err(format!("{}: this is a device or pipe, expected a file to write", shown(path)));
        }
        ready.push((path, path.exists(), prepare(path, &|out| out.write_all(text.as_bytes()))?));
    }
    let mut moved: Vec<&Path> = Vec::new();
    for (path, replaces, file) in ready {
        if let Err(message) = move_to(file, path) {
            moved.iter().for_each(|path| drop(fs::remove_file(path)));
            return Err(message);
        }
        if !replaces {
            moved.push(path);
        }
    }
    Ok(())
}

/// The bytes in a temporary file beside its place.
fn prepare(path: &Path, fill: Fill) -> Result<tempfile::TempPath, String> {
    let failed = |e: std::io::Error| format!("{}: {}", shown(path), explain(&e));
    // The error of a temporary file names that file, which is gone: its kind is what matters.
    let file = temporary(folder(path)).map_err(|e| format!("{}: {}", shown(path), e.kind()))?;
    filled(&file, fill).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    Ok(file.into_temp_path())
}

fn move_to(file: tempfile::TempPath, path: &Path) -> Result<(), String> {
    file.persist(path).map_err(|e| format!("{}: {}", shown(path), explain(&e.error)))
}

/// A file in a folder that goes away unless it is kept.
pub(super) fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".certify-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the umask takes.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(write_all(&[(at("a"), "1"), (at("no/b"), "2")]).is_err());
        fs::create_dir(at("c")).unwrap();
        assert!(write_all(&[(at("a"), "1"), (at("c"), "2")]).is_err());
        assert!(!at("a").exists());
        write_all(&[(at("a"), "1"), (at("b"), "2")]).unwrap();
        write_all(&[(at("a"), "3"), (at("b"), "4")]).unwrap();
        assert_eq!(["a", "b"].map(|name| fs::read_to_string(at(name)).unwrap()), ["3", "4"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
