//! Several mechanisms about the same node, each used so often: all uses together, with what they release by themselves.
//!
//! X[i, (o_1, o_2, …)] = Π M[i, o] over all uses, never written out. X is a mechanism iff all parts are. `dp`, `group-privacy`: the
//! outputs of X are all tuples, so that its least ratio for a pair of nodes is the product of the parts'. `renyi-dp`: the sum over
//! all tuples is the product of the parts' (there). `approximate-dp`: see `uses`. `utility` and
//! the leakages: of X with the outputs of one type put together, whose columns are proportional, and on which max_w Σ_i π_i g(w, i)
//! x_io is additive. FORMAT.md, *Composition*.
//!
//! An adversary who names a pair of neighbours before each use: `adaptive`.

use super::{adaptive, dp, group_privacy, of_table, refuted, renyi_dp, types, uses};
use crate::case::{Case, neighbours};
use crate::failure::{Failure, Why, ensure, refused};
use crate::list::first;
use crate::problem::Part as Use;
use crate::problem::{Claim, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::{Fraction, Number, Vector, width};

/// The parts of X; of a single table, that.
pub(super) fn parts<'a>(case: &Case<'a>) -> Vec<(Case<'a>, usize)> {
    if case.problem.parts.is_empty() {
        return vec![(*case, 1)];
    }
    let of = |part: &'a Use| (Case { rows: &part.rows, ..*case }, part.times);
    case.problem.parts.iter().map(of).collect()
}

/// A claim about X as a composition.
pub(super) fn check(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    for (k, (part, _)) in parts(case).iter().enumerate() {
        ensure(!part.rows.is_empty(), || Why::DoesNotFit)?;
        if let Some(refuted) = refuted(part, claim, witness)? {
            return Ok(refuted.because(Reason::InPart(k)));
        }
    }
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    match claim {
        Claim::Stochastic => Ok(Found::new(Verdict::Holds)),
        Claim::Dp => by_least_ratio(case, least(case, &neighbours(case.graph)?)?, case.alpha),
        Claim::GroupPrivacy { distance, nearer } => {
            let pairs = group_privacy::pairs(case, (*distance, *nearer))?;
            let alpha = if pairs.is_empty() { Fraction::ONE } else { case.alpha.power(*distance) };
            by_least_ratio(case, least(case, &pairs)?, &alpha)
        }
        Claim::RenyiDp { order, bound } => renyi_dp::check(case, *order, bound),
        Claim::ApproximateDp => uses::approximate_dp(case),
        Claim::AdaptiveDp => adaptive::dp(case),
        Claim::AdaptiveApproximateDp => adaptive::approximate_dp(case),
        Claim::Utility(_) | Claim::Leakage(_) | Claim::GLeakage(_) | Claim::Capacity | Claim::GCapacity => {
            let rows = by_type(case)?;
            of_table(&Case { rows: &rows, ..*case }, claim, witness)
        }
        _ => refused(Why::Composed),
    }
}

/// Over these ordered pairs: the least ratio of X below 1, a pair (i, h) with an output of each part, and Π (x_io/x_ho)^k; 1 where
/// none is below. Cost: a pass over all outputs of the parts, and a product of powers, for each.
pub(super) fn least(case: &Case, pairs: &[[usize; 2]]) -> Result<(Option<Reason>, Fraction), Failure> {
    let (parts, mut reason, mut least) = (parts(case), None, Fraction::ONE);
    for &pair in pairs {
        let own = parts.iter().map(|(part, _)| least_of(part, pair)).collect::<Result<Option<Vec<_>>, _>>()?;
        // Where the row of h is 0 X has no output at it, and nothing is asked.
        let Some(own) = own else { continue };
        let powers = own.iter().zip(&parts).map(|((_, ratio), (_, k))| ratio.power(*k));
        let ratio = powers.fold(Fraction::ONE, |all, ratio| &all * &ratio);
        if case.compare(&ratio, &least)?.is_lt() {
            let outputs = own.into_iter().map(|(output, _)| output).collect();
            reason = Some(Reason::RatioOfUses { pairs: vec![pair], outputs, ratio: ratio.clone() });
            least = ratio;
        }
    }
    Ok((reason, least.lowest()))
}

/// The least x_io/x_ho of one table, and where.
pub(super) fn least_of(case: &Case, pair: [usize; 2]) -> Result<Option<(usize, Fraction)>, Failure> {
    let [x, y] = case.pair(pair)?;
    let below =
        |o: &usize, known: &usize| Ok(case.at.order_products([&x[*o], &y[*known]], [&x[*known], &y[*o]])?.is_lt());
    let least = first(case.support(y)?.into_iter().map(Ok), below)?;
    Ok(least.map(|o| (o, (&x.entry(o) / &y.entry(o)).lowest())))
}

/// `dp` and its like, by the least ratio against α or a power of it.
pub(super) fn by_least_ratio(
    case: &Case,
    (reason, least): (Option<Reason>, Fraction),
    alpha: &Fraction,
) -> Result<Found, Failure> {
    let verdict = Verdict::of(case.compare(alpha, &least)?.is_le());
    let found = dp::with_privacy(case, Found::new(verdict), least)?;
    Ok(found.because(reason))
}

/// X with the outputs of one type put together: its rows, over the parts' denominators.
fn by_type(case: &Case) -> Result<Vec<Vector>, Failure> {
    let mut all = vec![vec![Number::ONE; case.nodes()]];
    let mut over = vec![Number::ONE; case.nodes()];
    for part in &case.problem.parts {
        let outputs = width(&part.rows);
        let columns = (0..outputs).map(|o| part.rows.iter().map(|row| row[o].clone()).collect());
        let types: Vec<Vec<Number>> = match part.times {
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
        over.iter_mut().zip(&part.rows).for_each(|(over, row)| *over = &*over * &row.denominator.power(part.times));
    }
    let mut rows: Vec<_> = over.into_iter().map(|denominator| Vector { denominator, numerators: Vec::new() }).collect();
    for column in all {
        rows.iter_mut().zip(column).for_each(|(row, x)| row.numerators.push(x));
    }
    Ok(rows)
}
