//! Several mechanisms about the same node, each used so often: all uses together, with what they release by themselves.
//!
//! X[i, (o_1, o_2, …)] = Π M[i, o] over all uses, never written out. X is a mechanism iff all parts are. `dp`, `group-privacy`: the
//! outputs of X are all tuples, so that its least ratio for a pair of nodes is the product of the parts'. `renyi-dp`: the sum over
//! all tuples is the product of the parts' (there). `approximate-dp`: by classes of outputs of one ratio (`classes`). `utility` and
//! the leakages: of X with the outputs of one type put together, whose columns are proportional, and on which max_w Σ_i π_i g(w, i)
//! x_io is additive. FORMAT.md, *Composition*.
//!
//! An adversary who names a pair of neighbours before each use: `adaptive`.

use super::classes::{Classes, Event, Uses};
use super::types;
use super::*;
use crate::problem::Part as Use;
use std::collections::HashSet;

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
        let of_rows = claim.needs_distributions() || *claim == Claim::Stochastic;
        let refuted = if of_rows { stochastic::refute(part, witness)? } else { dp::refuted(part, witness)? };
        if let Some(refuted) = refuted {
            return Ok(refuted.because(Reason::InPart(k)));
        }
    }
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    match claim {
        Claim::Stochastic => Ok(Found::new(Verdict::Holds)),
        Claim::Dp => decided(case, least(case, &neighbours(case.graph)?)?, case.alpha),
        Claim::GroupPrivacy { distance, nearer } => {
            let pairs = group_privacy::pairs(case, (*distance, *nearer))?;
            let alpha = if pairs.is_empty() { Fraction::ONE } else { case.alpha.power(*distance) };
            decided(case, least(case, &pairs)?, &alpha)
        }
        Claim::RenyiDp { order, bound } => renyi_dp::check(case, *order, bound),
        Claim::ApproximateDp => approximate_dp(case),
        Claim::AdaptiveDp => adaptive::dp(case),
        Claim::AdaptiveApproximateDp => adaptive::approximate_dp(case),
        Claim::Utility(_) | Claim::Leakage(_) | Claim::GLeakage(_) | Claim::Capacity | Claim::GCapacity => {
            let rows = by_type(case)?;
            of_table(&Case { rows: &rows, ..*case }, claim, witness)
        }
        _ => refused(Why::Composed),
    }
}

/// The least ratio of X below 1: a pair (i, h), an output of each part, and Π (x_io/x_ho)^k.
type Least = Option<([usize; 2], Vec<usize>, Fraction)>;

/// Over these ordered pairs. Cost: a pass over all outputs of the parts, and a product of powers, for each.
fn least(case: &Case, pairs: &[[usize; 2]]) -> Result<Least, Failure> {
    let parts = parts(case);
    let mut found: Least = None;
    for &pair in pairs {
        let own = parts.iter().map(|(part, _)| least_of(part, pair)).collect::<Result<Option<Vec<_>>, _>>()?;
        // Where the row of h is 0 X has no output at it, and nothing is asked.
        let Some(own) = own else { continue };
        let powers = own.iter().zip(&parts).map(|((_, ratio), (_, k))| ratio.power(*k));
        let ratio = powers.fold(Fraction::ONE, |all, ratio| &all * &ratio);
        let most = found.as_ref().map_or(&Fraction::ONE, |(_, _, ratio)| ratio);
        if case.compare(&ratio, most)?.is_lt() {
            found = Some((pair, own.into_iter().map(|(output, _)| output).collect(), ratio));
        }
    }
    Ok(found)
}

/// The least x_io/x_ho of one table, and where.
pub(super) fn least_of(case: &Case, [i, h]: [usize; 2]) -> Result<Option<(usize, Fraction)>, Failure> {
    let (x, y) = (&case.rows[i], &case.rows[h]);
    let mut least: Option<usize> = None;
    for o in case.support(y)? {
        let lower = match least {
            Some(known) => {
                let [a, b] = [&x.numerators[o], &y.numerators[o]];
                case.order_products([a, &y.numerators[known]], [&x.numerators[known], b])?.is_lt()
            }
            None => true,
        };
        least = if lower { Some(o) } else { least };
    }
    Ok(least.map(|o| (o, (&x.entry(o) / &y.entry(o)).lowest())))
}

/// `dp` and its like, by the least ratio against α or a power of it.
fn decided(case: &Case, least: Least, alpha: &Fraction) -> Result<Found, Failure> {
    let most = least.as_ref().map_or(Fraction::ONE, |(_, _, ratio)| ratio.clone()).lowest();
    let verdict = Verdict::of(case.compare(alpha, &most)?.is_le());
    let found = dp::with_privacy(case, Found::new(verdict), most)?;
    Ok(match least {
        Some((pair, outputs, ratio)) => found.because(Reason::RatioOfUses { pairs: vec![pair], outputs, ratio }),
        None => found,
    })
}

/// The pair that needs the most δ at λ = 1/α, if one needs any, the same for all uses. Pair by pair; those whose parts have the same
/// classes are one, with what else is asked of it.
pub(super) fn most_delta(
    case: &Case,
    pairs: &[[usize; 2]],
    other: &mut dyn FnMut(&Uses) -> Result<(), Failure>,
) -> Result<Option<([usize; 2], Event)>, Failure> {
    let (parts, lambda) = (parts(case), case.alpha.inverse());
    let mut known: HashSet<Vec<Classes>> = HashSet::new();
    let mut most: Option<([usize; 2], Event)> = None;
    for &[i, h] in pairs {
        let classes = parts.iter().map(|(part, _)| Classes::of(case, [&part.rows[i], &part.rows[h]]));
        let classes = classes.collect::<Result<Vec<_>, _>>()?;
        if known.contains(&classes) {
            continue;
        }
        let uses: Vec<_> = classes.iter().zip(&parts).map(|(classes, (_, k))| (classes, *k)).collect();
        let uses = Uses::new(case, &uses)?;
        let event = uses.event(case, [&Fraction::ONE, &lambda])?;
        if larger(case, &event.excess, most.as_ref().map_or(&Fraction::ZERO, |(_, most)| &most.excess))? {
            most = Some(([i, h], event));
        }
        other(&uses)?;
        known.insert(classes);
    }
    Ok(most)
}

fn approximate_dp(case: &Case) -> Result<Found, Failure> {
    let declared = case.problem.delta.as_ref().unwrap_or(&Fraction::ZERO);
    let (pairs, mut enough) = (neighbours(case.graph)?, Some(Fraction::ONE));
    let most = most_delta(case, &pairs, &mut |uses| {
        if !declared.numerator.is_zero()
            && let Some(from) = enough.take()
        {
            enough = least_lambda(case, declared, from, &|lambda| uses.event(case, [&Fraction::ONE, lambda]))?;
        }
        Ok(())
    })?;
    let most = most.map(|(pair, event)| (vec![pair], event));
    if declared.numerator.is_zero() {
        let ratio = least(case, &pairs)?.map_or(Fraction::ONE, |(_, _, ratio)| ratio.lowest());
        return with_delta(case, most, ratio);
    }
    with_delta(case, most, inverse(enough))
}

pub(super) fn larger(case: &Case, x: &Fraction, y: &Fraction) -> Result<bool, Failure> {
    Ok(case.compare(x, y)?.is_gt())
}

/// 1/λ, 0 where no λ is enough.
pub(super) fn inverse(lambda: Option<Fraction>) -> Fraction {
    lambda.map_or(Fraction::ZERO, |lambda| lambda.inverse())
}

/// The verdict by the most that any pair needs.
pub(super) fn with_delta(
    case: &Case,
    most: Option<(Vec<[usize; 2]>, Event)>,
    alpha_max: Fraction,
) -> Result<Found, Failure> {
    let declared = case.problem.delta.as_ref().unwrap_or(&Fraction::ZERO);
    let lowest = |event: Event| Event { masses: event.masses.map(Fraction::lowest), excess: event.excess.lowest() };
    let most = most.map(|(pairs, event)| (pairs, lowest(event)));
    let delta_min = most.as_ref().map_or(Fraction::ZERO, |(_, event)| event.excess.clone());
    let verdict = Verdict::of(case.compare(&delta_min, declared)?.is_le());
    let found = dp::with_privacy(case, Found::new(verdict).number(Name::DeltaMin, delta_min), alpha_max)?;
    Ok(match most {
        Some((pairs, Event { masses, excess })) => found.because(Reason::EventOfUses { pairs, masses, delta: excess }),
        None => found,
    })
}

/// The least λ from `from` on at which δ is enough, `None` where none is.
///
/// A λ at which an event needs more asks for λ ≥ (x(S) − δ)/y(S), as in `approximate_dp`. Where `from` is not enough the last power
/// of 2 that is not is where these steps begin, as they are short far away from the end.
pub(super) fn least_lambda(
    case: &Case,
    delta: &Fraction,
    from: Fraction,
    event: &dyn Fn(&Fraction) -> Result<Event, Failure>,
) -> Result<Option<Fraction>, Failure> {
    let needed = |lambda: &Fraction| {
        let event = event(lambda)?;
        Ok::<_, Failure>(larger(case, &event.excess, delta)?.then_some(event.masses))
    };
    let never = |masses: &[Fraction; 2]| Ok::<_, Failure>(case.sign(&masses[1].numerator)?.is_eq());
    if needed(&from)?.is_none() {
        return Ok(Some(from));
    }
    let two = |e: usize| Fraction::from(Number::from(2_usize).power(e));
    let (mut low, mut high) = (0, 1);
    while let Some(masses) = needed(&two(high))? {
        if never(&masses)? {
            return Ok(None);
        }
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if needed(&two(middle))?.is_some() { low = middle } else { high = middle }
    }
    let start = two(low);
    let mut lambda = if larger(case, &start, &from)? { start } else { from };
    while let Some(masses) = needed(&lambda)? {
        if never(&masses)? {
            return Ok(None);
        }
        lambda = (&(&masses[0] - delta) / &masses[1]).lowest();
    }
    Ok(Some(lambda))
}

/// X with the outputs of one type put together: its rows, over the parts' denominators.
fn by_type(case: &Case) -> Result<Vec<Vector>, Failure> {
    let mut all = vec![vec![Number::ONE; case.nodes()]];
    let mut over = vec![Number::ONE; case.nodes()];
    for part in &case.problem.parts {
        let column = |o: usize| part.rows.iter().map(|row| row.numerators[o].clone()).collect();
        let types: Vec<Vec<Number>> = match part.rows[0].len() {
            // Those of two outputs are told apart by how often the second came.
            2 => {
                let single = [0_u8, 1].map(|o| (vec![i64::from(o)], column(usize::from(o))));
                types::power(&single.into(), part.times)?.into_values().collect()
            }
            m => {
                let single: Vec<_> = (0..m).map(|o| (Vec::new(), column(o))).collect();
                types::of_uses(&single, part.times)?.into_iter().map(|(_, column)| column).collect()
            }
        };
        let longest = all.iter().chain(&types).flatten().map(Number::words).max().unwrap_or(1);
        room(((all.len() * types.len()) as u64).saturating_mul(case.nodes() as u64), longest)?;
        let product = |some: &[Number], others: &[Number]| some.iter().zip(others).map(|(x, y)| x * y).collect();
        all = all.iter().flat_map(|some| types.iter().map(|others| product(some, others))).collect();
        over.iter_mut().zip(&part.rows).for_each(|(over, row)| *over = &*over * &row.denominator.power(part.times));
    }
    let row = |(i, denominator): (usize, Number)| {
        let numerators = all.iter().map(|column| column[i].clone()).collect();
        Vector { denominator, numerators }
    };
    Ok(over.into_iter().enumerate().map(row).collect())
}
