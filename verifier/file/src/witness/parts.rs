//! The parts of a witness by their names.

use super::reading::{Reading, Unread, unproved};
use super::vector::{index, vector};
use crate::error::Error;
use crate::json::{View, shorten};
use dp_kernel::Vector;

/// The parts of a witness; absent and empty are the same.
pub(super) struct Parts<'a> {
    pub(super) view: Option<&'a View<'a>>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(view: Option<&'a View<'a>>) -> Result<Self, Error> {
        if let Some(view) = view {
            view.is_object("a witness: an object")?;
        }
        Ok(Self { view })
    }

    /// Refuses parts that the witness of this verdict does not have.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Unread> {
        let unknown = match self.view {
            Some(view) => view.object("a witness: an object")?.map(|(key, _)| key).find(|key| !known.contains(key)),
            None => None,
        };
        match unknown {
            Some(key) => {
                unproved(format!("the witness has a part `{}` that does not belong to this verdict", shorten(key)))
            }
            None => Ok(()),
        }
    }

    /// A part, if it is there.
    pub(super) fn part(&self, name: &str) -> Option<View<'_>> {
        self.view.and_then(|view| view.field(name))
    }

    pub(super) fn required(&self, name: &str) -> Result<View<'_>, Unread> {
        self.part(name).ok_or_else(|| Unread::Unproved(format!("the witness lacks `{name}`")))
    }

    pub(super) fn vector(&self, name: &str, reading: &Reading) -> Result<Vector, Unread> {
        vector(&self.required(name)?, name, reading)
    }

    pub(super) fn index(&self, name: &str) -> Result<usize, Unread> {
        Ok(index(&self.required(name)?)?)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.view.is_none_or(|view| view.object("").is_ok_and(|parts| parts.len() == 0))
    }
}
