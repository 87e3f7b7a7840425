//! A table of which mass is missing, and what a completion may have at most.

use crate::case::{Case, neighbours};
use crate::failure::{Failure, Flaw, ensure};
use crate::problem::{Incomplete, is_incomplete};
use dp_number::meter::room;
use dp_number::{Fraction, Vector};

/// X with what it lacks.
pub(super) struct Table<'a> {
    /// About X.
    pub(super) case: Case<'a>,
    /// m_i, over the denominator of row i.
    pub(super) missing: Vec<Fraction>,
    /// Whether further outputs are possible.
    pub(super) further: bool,
    /// All pairs of neighbours, in both orders.
    pub(super) pairs: Vec<[usize; 2]>,
}

impl<'a> Table<'a> {
    /// That of a problem, whose rows are looked at again where that was left open.
    pub(super) fn new(case: &Case<'a>, of: &'a Incomplete) -> Result<Self, Failure> {
        for row in of.rows.iter().filter(|_| case.problem.is_open()) {
            ensure(is_incomplete(case.at, row)?, || Flaw::Missing)?;
        }
        Ok(Self {
            case: Case { rows: &of.rows, ..*case },
            missing: of.rows.iter().map(Incomplete::missing).collect(),
            further: of.further,
            pairs: neighbours(case.graph)?,
        })
    }

    /// x_io + m_i: the most that a completion has at any one output.
    pub(super) fn most(&self) -> Result<Vec<Vector>, Failure> {
        let rows = self.case.rows;
        let longest = rows.iter().map(Vector::words).max().unwrap_or(1);
        room((rows.len() as u64).saturating_mul(self.case.outputs() as u64), longest)?;
        let of = |(row, m): (&Vector, &Fraction)| Vector {
            denominator: row.denominator.clone(),
            numerators: row.numerators.iter().map(|x| x + &m.numerator).collect(),
        };
        Ok(rows.iter().zip(&self.missing).map(of).collect())
    }
}
