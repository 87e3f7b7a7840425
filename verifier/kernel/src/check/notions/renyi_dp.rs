//! `renyi-dp`: D_k(x_i ‖ x_h) = ln(Σ_o x_io^k/x_ho^(k−1))/(k−1) ≤ `bound` for all neighbours i, h, in both orders, k ≥
//! 2 whole (Mironov, Rényi differential privacy).
//!
//! Computed: `argument` is the largest of the sums over all pairs, infinite where x_ho = 0 < x_io for one of them, an
//! output that neither has adding nothing. As ln rises, the claim is argument ≤ e^((k−1)·bound), or 1/argument ≥
//! e^-((k−1)·bound), which is compared exactly. By Jensen's inequality argument ≥ 1, with equality iff all neighbours
//! have the same row. A sum whose enclosure lies below that of another is not the largest, and is not written out.

use crate::case::Case;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason, Value};
use dp_number::meter::{charge, steps};
use dp_number::{At, Bracket, Fraction, Limit, Number, logarithm};
use num_bigint::BigInt;
use num_traits::Signed;

/// What a pair and an output of it take beside the words of numbers.
const ON_PAIR: u64 = 1_024;
const ON_OUTPUT: u64 = 512;

pub(crate) fn check(case: &Case, order: usize, bound: &Fraction) -> Result<Found, Failure> {
    ensure(order >= 2 && case.sign(&bound.denominator)?.is_gt(), || Why::DoesNotFit)?;
    let (mut most, mut known): (Option<([usize; 2], Fraction)>, _) = (None, BigInt::ZERO);
    for i in 0..case.nodes() {
        for h in case.graph.neighbours(i) {
            known = enclosed(case, [i, h], order)?.map_or(BigInt::ZERO, |sum| sum.low).max(known);
        }
    }
    for i in 0..case.nodes() {
        for h in case.graph.neighbours(i) {
            if enclosed(case, [i, h], order)?.is_some_and(|sum| sum.high < known) {
                continue;
            }
            charge(ON_PAIR.saturating_add(steps(ON_OUTPUT, case.outputs() as u64, 1)))?;
            let argument = match of_uses(case, [i, h], order)? {
                Ok(argument) => argument,
                Err((part, output)) => {
                    let reason = Reason::Diverge { pair: [i, h], output: Some(output) };
                    let found = Found::new(Verdict::Fails).value(Name::Argument, Value::Infinite);
                    let found = found.value(Name::Divergence, Value::Infinite).because(reason);
                    return Ok(found.because(case.is_composed().then_some(Reason::InPart(part))));
                }
            };
            let larger = match &most {
                Some((_, known)) => *known != argument && case.compare(&argument, known)?.is_gt(),
                None => true,
            };
            if larger {
                most = Some(([i, h], argument));
            }
        }
    }
    let (pair, argument) = most.map_or((None, Fraction::ONE), |(pair, argument)| (Some(pair), argument.lowest()));
    let (inverse, times) = (argument.inverse(), Fraction::from(Number::from(order.saturating_sub(1))));
    let Some(against) = logarithm::minus_ln(case.at, &inverse, &(bound * &times))? else {
        return refused(Why::Open(vec![Name::Divergence]));
    };
    let found = Found::new(Verdict::of(against.is_le())).number(Name::Argument, argument);
    let found = found.value(Name::Divergence, Value::Divergence(inverse, order.saturating_sub(1)));
    Ok(found.because(pair.map(|pair| Reason::Diverge { pair, output: None })))
}

/// The sum for all uses: over all tuples of outputs it is the product of the sums. A part, and an output of it, for
/// which it is infinite.
fn of_uses(case: &Case, pair: [usize; 2], order: usize) -> Result<Result<Fraction, (usize, usize)>, Failure> {
    let mut all = Fraction::ONE;
    for (k, (part, times)) in case.uses().into_iter().enumerate() {
        match argument(&part, pair, order)? {
            Ok(argument) if times == 1 => all = &all * &argument,
            Ok(argument) => all = &all * &argument.lowest().power(times),
            Err(output) => return Ok(Err((k, output))),
        }
    }
    Ok(Ok(all))
}

/// Encloses the sum for one use over 2^At::PLACES at an irrational t, where it is long to write out; `None` elsewhere,
/// and where it may be infinite. It is Σ_o x_io·(x_io/x_ho)^(k−1).
fn enclosed(case: &Case, pair: [usize; 2], k: usize) -> Result<Option<Bracket>, Failure> {
    if k > At::HIGH || case.is_composed() {
        return Ok(None);
    }
    let rows = case.pair(pair)?;
    let degrees: usize = rows[1].numerators.iter().map(Number::degree).fold(0, usize::saturating_add);
    if degrees.saturating_mul(k) < At::HIGH {
        return Ok(None);
    }
    let all = rows.into_iter().flat_map(|row| [&row.denominator].into_iter().chain(&row.numerators));
    let Some(all) = case.at.enclosed(all, At::PLACES)? else { return Ok(None) };
    let (x, y) = all.split_at(all.len() / 2);
    let (Some((d, x)), Some((e, y))) = (x.split_first(), y.split_first()) else { return Ok(None) };
    let mut sum = Bracket::exactly(0, d.bits);
    // An output that the first row does not have adds nothing.
    for (x, y) in x.iter().zip(y).filter(|(x, _)| x.high.is_positive()) {
        let (Some(x), Some(ratio)) = (x.over(d), x.times(e).over(&y.times(d))) else { return Ok(None) };
        sum.add(&(1..k).fold(x, |term, _| term.times(&ratio)));
    }
    Ok(Some(sum.coarser(At::PLACES)))
}

/// Σ_o x_io^k/x_ho^(k−1); an output for which it is infinite. With x_io = n_o/D and x_ho = m_o/E, and L a common
/// multiple of the m_o > 0, that is Σ n_o^k·(L/m_o)^(k−1)·E^(k−1) / (L^(k−1)·D^k). Cost: a few powers for each output.
fn argument(case: &Case, pair: [usize; 2], k: usize) -> Result<Result<Fraction, usize>, Failure> {
    let [x, y] = case.pair(pair)?;
    let mut both = Vec::new();
    for o in case.support(x)? {
        if !case.sign(&y[o])?.is_gt() {
            return Ok(Err(o));
        }
        both.push(o);
    }
    let common = both.iter().fold(Number::ONE, |common, &o| common.common_multiple(&y[o]));
    let (mut sum, less) = (Number::ZERO, k.saturating_sub(1));
    for &o in &both {
        // It is a multiple of each.
        let scale = common.over(&y[o]).ok_or(Limit::Steps)?;
        sum += &(&x[o].power(k) * &scale.power(less));
    }
    let (over, under) = (y.denominator.power(less), &common.power(less) * &x.denominator.power(k));
    Ok(Ok(Fraction::new(&sum * &over, under)))
}
