//! Where files are read from: the disk, or others that are held in memory by their paths.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::{Component, Path, PathBuf};

/// What files are read from.
pub trait Files {
    /// Opens a file.
    ///
    /// # Errors
    /// There is none of that path, or it can't be read.
    fn open(&self, path: &Path) -> Result<Box<dyn Read + '_>>;

    /// Whether what is there is no file, or one of no bytes.
    fn is_void(&self, path: &Path) -> bool;

    /// The names in a folder, in no order, at most so many; `None` where it can't be read.
    fn names(&self, folder: &Path, most: usize) -> Option<Vec<String>>;
}

/// The disk.
#[derive(Debug, Clone, Copy)]
pub struct Disk;

impl Files for Disk {
    fn open(&self, path: &Path) -> Result<Box<dyn Read + '_>> {
        Ok(Box::new(File::open(path)?))
    }

    fn is_void(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|found| !found.is_file() || found.len() == 0)
    }

    fn names(&self, folder: &Path, most: usize) -> Option<Vec<String>> {
        let entries = fs::read_dir(folder).ok()?.take(most).flatten();
        Some(entries.filter_map(|entry| entry.file_name().into_string().ok()).collect())
    }
}

/// Files in memory. Who hands over some of a folder may not know where they lay: one that stands nowhere else is found
/// by its name alone.
#[derive(Debug, Clone, Default)]
pub struct Held(BTreeMap<PathBuf, Vec<u8>>);

impl Held {
    /// Keeps a file, in the place of another one of this path.
    pub fn put(&mut self, path: &Path, bytes: Vec<u8>) {
        self.0.insert(plainly(path), bytes);
    }

    /// The file of a path, or the only one of that name.
    pub fn get(&self, path: &Path) -> Option<&[u8]> {
        let path = plainly(path);
        let of_name = || {
            let mut alike = self.0.iter().filter(|(held, _)| held.file_name() == path.file_name());
            alike.next().filter(|_| alike.next().is_none()).map(|(_, bytes)| bytes)
        };
        self.0.get(&path).or_else(of_name).map(Vec::as_slice)
    }
}

/// A path without steps that lead nowhere.
fn plainly(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

impl Files for Held {
    fn open(&self, path: &Path) -> Result<Box<dyn Read + '_>> {
        let bytes = self.get(path).ok_or_else(|| Error::new(ErrorKind::NotFound, "No such file or directory"))?;
        Ok(Box::new(bytes))
    }

    fn is_void(&self, path: &Path) -> bool {
        self.get(path).is_some_and(<[u8]>::is_empty)
    }

    fn names(&self, folder: &Path, most: usize) -> Option<Vec<String>> {
        let folder = plainly(folder);
        let inside = self.0.keys().filter(|path| path.parent().is_some_and(|parent| parent == folder));
        Some(inside.filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).take(most).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(paths: &[&str]) -> Held {
        let mut held = Held::default();
        paths.iter().for_each(|path| held.put(Path::new(path), path.as_bytes().to_vec()));
        held
    }

    fn found<'a>(held: &'a Held, path: &str) -> Option<&'a str> {
        held.get(Path::new(path)).map(|bytes| std::str::from_utf8(bytes).unwrap())
    }

    #[test]
    fn a_file_is_found_by_its_path() {
        let held = held(&["m.json", "a/x.json", "b/x.json"]);
        assert_eq!(found(&held, "./m.json"), Some("m.json"));
        assert_eq!(found(&held, "b/../a/./x.json"), Some("a/x.json"));
        assert_eq!(found(&held, "b/x.json"), Some("b/x.json"));
        assert_eq!(found(&held, "none.json"), None);
    }

    #[test]
    fn a_name_by_itself_is_enough_where_no_other_file_has_it() {
        let held = held(&["m.json", "a/x.json", "b/x.json"]);
        assert_eq!(found(&held, "../there/m.json"), Some("m.json"));
        assert_eq!(found(&held, "c/x.json"), None);
    }

    #[test]
    fn names_are_those_of_one_folder() {
        let held = held(&["m.json", "a/x.json", "a/y.json"]);
        assert_eq!(held.names(Path::new("a"), 9), Some(vec!["x.json".into(), "y.json".into()]));
        assert_eq!(held.names(Path::new("a"), 1), Some(vec!["x.json".into()]));
        assert_eq!(held.names(Path::new("."), 9), Some(vec!["m.json".into()]));
    }
}
