//! Lists whose places are looked up without a panic: a check that looks at one that is not there proves nothing. And what is so of
//! some or of all of a list, where each answer may fail.

use crate::failure::Failure;
use crate::meter::{Limit, missing};

/// Entries of a list, or [`Limit::Place`].
pub(crate) trait List<T> {
    /// Entry i.
    fn at(&self, i: usize) -> Result<&T, Limit>;
    /// Entry i, to be changed.
    fn at_mut(&mut self, i: usize) -> Result<&mut T, Limit>;
}

impl<T> List<T> for [T] {
    fn at(&self, i: usize) -> Result<&T, Limit> {
        self.get(i).ok_or_else(missing)
    }

    fn at_mut(&mut self, i: usize) -> Result<&mut T, Limit> {
        self.get_mut(i).ok_or_else(missing)
    }
}

/// Whether something is so of any of them. None is looked at after the first.
pub(crate) fn any<T>(
    all: impl IntoIterator<Item = T>,
    mut is_so: impl FnMut(T) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    for x in all {
        if is_so(x)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The first of those that none comes before.
pub(crate) fn first<T>(
    all: impl IntoIterator<Item = Result<T, Failure>>,
    comes_before: impl Fn(&T, &T) -> Result<bool, Failure>,
) -> Result<Option<T>, Failure> {
    let mut first: Option<T> = None;
    for x in all {
        let x = x?;
        if first.as_ref().map_or(Ok(true), |first| comes_before(&x, first))? {
            first = Some(x);
        }
    }
    Ok(first)
}
