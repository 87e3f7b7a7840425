//! Several mechanisms about the same node, each used so often: all uses together, with what they release by themselves.
//!
//! X[i, (o_1, o_2, …)] = Π M[i, o] over all uses, never written out. X is a mechanism iff all parts are. `dp`,
//! `group-privacy`: the outputs of X are all tuples, so that its least ratio for a pair of nodes is the product of the
//! parts'; `bounded-range` too. `renyi-dp`, `zcdp`: the sums are products of the parts'. `approximate-dp`: see `uses`.
//! `utility` and the leakages: of X with the outputs of one type put together, whose columns are proportional, and on
//! which max_w Σ_i π_i g(w, i) x_io is additive. FORMAT.md, *Composition*.
//!
//! An adversary who names a pair of neighbours before each use: `adaptive`.

use super::least_ratio::{by_least_ratio, least};
use super::{adaptive, bounded_range, group_privacy, renyi_dp, types, uses, zcdp};
use crate::case::{Case, neighbours};
use crate::failure::{Failure, Why, refused};
use crate::problem::{Claim, Verdict};
use crate::proved::Found;
use dp_number::{Fraction, Number, Vector};

/// A claim that all uses decide together, of parts whose rows are what it asks for.
pub(crate) fn check(case: &Case, claim: &Claim) -> Result<Found, Failure> {
    match claim {
        Claim::Stochastic => Ok(Found::new(Verdict::Holds)),
        Claim::Dp => by_least_ratio(case, least(case, &neighbours(case.graph)?)?, case.alpha),
        Claim::GroupPrivacy { distance, nearer } => {
            let pairs = group_privacy::pairs(case, (*distance, *nearer))?;
            let alpha = if pairs.is_empty() { Fraction::ONE } else { case.alpha.power(*distance) };
            by_least_ratio(case, least(case, &pairs)?, &alpha)
        }
        Claim::RenyiDp { order, bound } => renyi_dp::check(case, *order, bound),
        Claim::BoundedRange(epsilon) => bounded_range::check(case, epsilon),
        Claim::Zcdp(rho, epsilon) => zcdp::check(case, rho, epsilon.as_ref()),
        Claim::ApproximateDp => uses::approximate_dp(case),
        Claim::AdaptiveDp => adaptive::dp(case),
        Claim::AdaptiveApproximateDp => adaptive::approximate_dp(case),
        _ => refused(Why::Composed),
    }
}

/// X with the outputs of one type put together: its rows, over the parts' denominators.
pub(crate) fn by_type(case: &Case) -> Result<Vec<Vector>, Failure> {
    let mut all = vec![vec![Number::ONE; case.nodes()]];
    let mut over = vec![Number::ONE; case.nodes()];
    for (part, times) in case.uses() {
        let columns = (0..part.outputs()).map(|o| part.rows.iter().map(|row| row[o].clone()).collect());
        let types: Vec<Vec<Number>> = match times {
            1 => columns.collect(),
            k => types::power(&types::by_output(columns.collect(), k)?, k)?.into_values().collect(),
        };
        let (mut more, mut longest) = (Vec::new(), 1);
        for (x, y) in all.iter().flat_map(|some| types.iter().map(move |others| (some, others))) {
            longest = x.iter().zip(y).map(|(x, y)| x.words_of_product(y)).fold(longest, u64::max);
            let kept = more.len().saturating_add(all.len()).saturating_add(types.len());
            types::room_for(kept, 0, case.nodes(), longest)?;
            more.push(x.iter().zip(y).map(|(x, y)| x * y).collect());
        }
        all = more;
        over.iter_mut().zip(part.rows).for_each(|(over, row)| *over = &*over * &row.denominator.power(times));
    }
    let mut rows: Vec<_> = over.into_iter().map(|denominator| Vector { denominator, numerators: Vec::new() }).collect();
    for column in all {
        rows.iter_mut().zip(column).for_each(|(row, x)| row.numerators.push(x));
    }
    Ok(rows)
}
