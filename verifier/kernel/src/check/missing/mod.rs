//! Tables of which mass is missing, and what is so of every mechanism that they may be part of.
//!
//! Row i of X sums to 1 − m_i with m_i ≥ 0. A *completion* is a table Y ≥ X whose rows sum to 1, on these outputs and,
//! where further outputs are possible, on any number of others, at which X counts as 0. A claim holds if it is so of all
//! completions, and fails if it is so of none; what is so of some, and not of others, is proved neither way. There is a
//! completion, as there is an output: no claim both holds and fails.

mod approximate_dp;
mod dp;

use crate::case::{Case, neighbours};
use crate::failure::{Completion, Failure, Flaw, Why, ensure, refused};
use crate::problem::{Claim, Incomplete};
use crate::proved::Found;
use crate::witness::Witness;
use dp_number::meter::room;
use dp_number::{Number, Vector};

/// X with what it lacks.
struct Table<'a> {
    /// About X.
    case: Case<'a>,
    /// m_i over the denominator of row i.
    missing: Vec<Number>,
    /// Whether further outputs are possible.
    further: bool,
    /// All pairs of neighbours, in both orders.
    pairs: Vec<[usize; 2]>,
}

/// A statement about all completions.
pub(crate) fn found(case: &Case, of: &Incomplete, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    ensure(!case.graph.has_lengths(), || Why::Lengths)?;
    for row in of.rows.iter().filter(|_| case.problem.is_open()) {
        ensure(Incomplete::is_one(case.at, row)?, || Flaw::Missing)?;
    }
    let table = Table {
        case: Case { rows: &of.rows, ..*case },
        missing: of.rows.iter().map(Incomplete::missing).collect(),
        further: of.further,
        pairs: neighbours(case.graph)?,
    };
    match claim {
        Claim::Dp => dp::check(&table, witness),
        Claim::ApproximateDp => approximate_dp::check(&table, witness),
        _ => refused(Completion::NotWhole),
    }
}

impl Table<'_> {
    /// x_io + m_i: the most that a completion has at any one output.
    fn most(&self) -> Result<Vec<Vector>, Failure> {
        let rows = self.case.rows;
        let longest = rows.iter().map(Vector::words).max().unwrap_or(1);
        room((rows.len() as u64).saturating_mul(self.case.outputs() as u64), longest)?;
        let of = |(row, m): (&Vector, &Number)| Vector {
            denominator: row.denominator.clone(),
            numerators: row.numerators.iter().map(|x| x + m).collect(),
        };
        Ok(rows.iter().zip(&self.missing).map(of).collect())
    }
}
