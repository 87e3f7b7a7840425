//! What is so of some of a list, where each answer may fail.

use crate::failure::Failure;

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
