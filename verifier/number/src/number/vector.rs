//! Vectors of fractions.

use super::{Fraction, Number};
use crate::meter::{Limit, missing, room};
use std::ops::Index;

/// A vector over one positive denominator. It need not be in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Vector {
    pub denominator: Number,
    pub numerators: Vec<Number>,
}

/// The numerator of entry i, for checks: where there is none a meter that runs remembers that, and no result is had of
/// it.
impl Index<usize> for Vector {
    type Output = Number;

    fn index(&self, i: usize) -> &Number {
        const NONE: &Number = &Number::ZERO;
        self.numerators.get(i).unwrap_or_else(|| {
            missing();
            NONE
        })
    }
}

impl Vector {
    /// n entries 1.
    pub fn ones(n: usize) -> Self {
        Self { denominator: Number::ONE, numerators: vec![Number::ONE; n] }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.numerators.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numerators.is_empty()
    }

    /// Entry i.
    pub fn entry(&self, i: usize) -> Fraction {
        Fraction::new(self[i].clone(), self.denominator.clone())
    }

    /// Whether t does not occur.
    pub fn is_rational(&self) -> bool {
        self.denominator.is_integer() && self.numerators.iter().all(Number::is_integer)
    }

    /// The vector, where t does not occur.
    pub fn rational(&self) -> Option<&Self> {
        self.is_rational().then_some(self)
    }

    /// Σ_i x_i.
    pub fn sum(&self) -> Fraction {
        self.sum_of(0..self.len())
    }

    /// The sum of these entries.
    pub fn sum_of(&self, places: impl IntoIterator<Item = usize>) -> Fraction {
        let mut sum = Number::ZERO;
        places.into_iter().for_each(|i| sum += &self[i]);
        Fraction::new(sum, self.denominator.clone())
    }

    /// Σ_i x_i·y_i of two vectors of one length; of others there is none, as of an entry that is not there.
    pub fn dot(&self, other: &Self) -> Fraction {
        if self.len() != other.len() {
            missing();
        }
        let products = self.numerators.iter().zip(&other.numerators).map(|(x, y)| x * y);
        Fraction::new(products.sum(), &self.denominator * &other.denominator)
    }

    /// The words of the longest numerator, or of the denominator.
    pub fn words(&self) -> u64 {
        self.numerators.iter().chain([&self.denominator]).map(Number::words).max().unwrap_or(1)
    }
}

/// The entries of each row of a table.
pub fn width(rows: &[Vector]) -> usize {
    rows.first().map_or(0, Vector::len)
}

/// The same up to a factor > 0, by smaller numbers where they are integers.
pub fn shorter(x: Vec<Number>) -> Vec<Number> {
    let Some(common) = Number::common_divisor(&x).map(Number::from) else { return x };
    x.iter().map(|x| x.over(&common).unwrap_or(Number::ZERO)).collect()
}

/// A common denominator of all rows, > 0 at t, and the factor of each row's numerators over it.
pub fn common_denominator(rows: &[Vector]) -> Result<(Number, Vec<Number>), Limit> {
    let mut common = Number::ONE;
    for row in rows {
        common = common.common_multiple(&row.denominator);
        room(rows.len() as u64, common.words())?;
    }
    // The common multiple is one of each.
    let factors = rows.iter().map(|row| common.over(&row.denominator).ok_or(Limit::Steps)).collect::<Result<_, _>>()?;
    Ok((common, factors))
}
