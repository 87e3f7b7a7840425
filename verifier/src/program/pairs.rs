//! Which certificate is about which file.

use super::ending::shown;
use dp_file::file::{self, Unusable};
use dp_file::files::Files;
use dp_file::folder;
use dp_file::limits::Limits;
use std::path::{Path, PathBuf};

/// A mechanism file and its certificate.
pub(super) struct Pair {
    pub(super) mechanism: PathBuf,
    pub(super) certificate: PathBuf,
}

/// All pairs of a call.
pub(super) struct Pairs {
    pub(super) pairs: Vec<Pair>,
    /// Whether a line each is printed, however many there are: a folder was named.
    pub(super) is_list: bool,
    /// What was passed over in a folder.
    pub(super) notices: Vec<String>,
}

/// The pairs that the paths of a call mean: one file and its certificate after the other, or a folder, and perhaps
/// another one with the certificates.
pub(super) fn pairs(paths: &[PathBuf], limits: &Limits) -> Result<Pairs, Unusable> {
    match paths {
        [folder] if folder.is_dir() => of_folder(folder, folder, limits),
        [folder, certificates] if folder.is_dir() && certificates.is_dir() => of_folder(folder, certificates, limits),
        _ if paths.iter().any(|path| path.is_dir()) => {
            if let Some(gone) = paths.iter().find(|path| !path.exists()) {
                return Err(format!("{}: no such file or folder", shown(gone)).into());
            }
            let expected = "expected a folder alone, a folder and one of certificates, or files only";
            let folders: Vec<String> = paths.iter().filter(|path| path.is_dir()).map(|path| shown(path)).collect();
            Err(format!("found folders beside files ({}), {expected}", folders.join(", ")).into())
        }
        [file] => Err(alone(file).into()),
        _ => {
            let (pairs, []) = paths.as_chunks() else {
                let n = paths.len();
                let words = "expected two files, MECHANISM.json and CERTIFICATE.json";
                return Err(format!("{words}, found {n} (or several such pairs; see verify --help)").into());
            };
            let pair = |[mechanism, certificate]: &[PathBuf; 2]| Pair {
                mechanism: mechanism.clone(),
                certificate: certificate.clone(),
            };
            Ok(Pairs { pairs: pairs.iter().map(pair).collect(), is_list: false, notices: Vec::new() })
        }
    }
}

/// What to do about a single file.
fn alone(file: &Path) -> String {
    let expected = "expected two files, MECHANISM.json and CERTIFICATE.json, found 1 (see verify --help)";
    let beside = folder::certificate_name(file).map(|name| file.with_file_name(name)).filter(|path| path.is_file());
    let hint = beside.map(|path| format!("; did you mean verify {} {}?", shown(file), shown(&path)));
    expected.to_owned() + &hint.unwrap_or_default()
}

fn of_folder(folder: &Path, certificates: &Path, limits: &Limits) -> Result<Pairs, Unusable> {
    let mut listed = folder::mechanisms(folder, limits)?;
    let certificate = |path: &Path| certificates.join(folder::certificate_name(path).unwrap_or_default());
    let pairs: Vec<Pair> =
        listed.files.into_iter().map(|path| Pair { certificate: certificate(&path), mechanism: path }).collect();
    let is_of_none =
        |path: &Path| folder::is_certificate(path, limits) && pairs.iter().all(|of| of.certificate != path);
    let found = std::fs::read_dir(certificates).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut of_none: Vec<PathBuf> = found.filter(|path| is_of_none(path)).collect();
    of_none.sort();
    let without = |path: PathBuf| format!("{}: not checked: there is no mechanism file of this name", shown(&path));
    listed.skipped.extend(of_none.into_iter().map(without));
    Ok(Pairs { pairs, is_list: true, notices: listed.skipped })
}

/// The error with the call that was meant, where the two files stand the other way round.
pub(super) fn turned_round(
    mut wrong: Unusable,
    files: &dyn Files,
    [mechanism, certificate]: [&Path; 2],
    limits: &Limits,
) -> Unusable {
    let at_format = wrong.error.as_ref().is_some_and(|error| error.path == "$.format");
    let is_mechanism = |path: &Path| {
        let bytes = file::read_from(files, path, limits).ok();
        bytes.and_then(|bytes| folder::format(&bytes, limits)).is_some_and(|format| format == "dp-mechanism/1")
    };
    if at_format && is_mechanism(certificate) {
        let (first, second) = (shown(certificate), shown(mechanism));
        let hint = format!("did you mean verify {first} {second}?");
        wrong.message += &format!("; {hint}");
        if let Some(error) = &mut wrong.error {
            error.hint = Some(hint.into());
        }
    }
    wrong
}
