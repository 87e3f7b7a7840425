//! Lists whose places are looked up without a panic: a check that looks at one that is not there proves nothing.

use crate::meter::{Limit, missing};

/// Entries of a list, or [`Limit::Place`].
pub trait List<T> {
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
