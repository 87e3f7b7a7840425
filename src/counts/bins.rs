//! Outputs that are numbers, cut into half-open bins.

use super::decimal::{compare, number};
use crate::table::Number;
use dp_verify::text::named;
use std::cmp::Ordering;

/// Cut points c₁ < … < cₖ and the bins between them: (-inf, c₁), [c₁, c₂), …, [cₖ, inf). Every number is in one
/// of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bins {
    cuts: Vec<Number<'static>>,
    names: Vec<String>,
}

impl Bins {
    /// By cut points, decimals or fractions as they are written, each larger than the one before.
    ///
    /// # Errors
    /// No cut point; what is no number; cut points that do not rise.
    pub fn read<T: AsRef<str>>(cuts: &[T]) -> Result<Self, String> {
        let texts: Vec<&str> = cuts.iter().map(|cut| cut.as_ref().trim()).collect();
        let cuts = texts.iter().map(|text| Ok(number(text)?.into_owned())).collect::<Result<Vec<_>, String>>()?;
        if let Some(i) = cuts.windows(2).position(|two| compare(&two[0], &two[1]) != Ordering::Less) {
            let (before, found) = (named(texts[i]), named(texts[i + 1]));
            return Err(format!("found {found} after {before}, expected cut points that rise"));
        }
        let (Some(first), Some(last)) = (texts.first(), texts.last()) else {
            return Err("found no cut points, expected numbers between commas, such as -1,0,1".to_owned());
        };
        let between = texts.windows(2).map(|two| format!("[{}, {})", two[0], two[1]));
        let mut names = vec![format!("(-inf, {first})")];
        names.extend(between.chain([format!("[{last}, inf)")]));
        Ok(Self { cuts, names })
    }

    /// The names of the bins, from the lowest: `(-inf, -1)`, `[-1, 0)`, `[0, inf)`.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Which bin an output is in, counted from 0.
    pub(super) fn place(&self, output: &str) -> Result<usize, String> {
        let output = number(output)?;
        Ok(self.cuts.partition_point(|cut| compare(cut, &output) != Ordering::Greater))
    }
}
