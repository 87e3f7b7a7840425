//! Sets of outputs that tell two rows apart: what (ε, δ)-privacy asks of them, and the least λ at which δ is enough.

use super::alpha_max;
use crate::case::Case;
use crate::failure::Failure;
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason};
use dp_number::{Fraction, Number, Vector};

/// The set S of outputs that one λ takes for a pair (i, h) of rows: x_i(S), x_h(S) and x_i(S) − λ·x_h(S).
pub(crate) struct Event {
    /// Of one use; those of many are not listed.
    pub(crate) outputs: Vec<usize>,
    pub(crate) masses: [Fraction; 2],
    pub(crate) delta: Fraction,
}

impl Event {
    /// The empty set, which needs nothing.
    pub(crate) const EMPTY: Self =
        Self { outputs: Vec::new(), masses: [Fraction::ZERO, Fraction::ZERO], delta: Fraction::ZERO };
}

/// Pairs of neighbours, one or one for each part, and what is seen best at them, if anything needs a δ.
pub(crate) type Most = Option<(Vec<[usize; 2]>, Event)>;

/// S = {o: x_io > λ x_ho} with what it needs. Cost: two products and a comparison for each output.
pub(crate) fn event(case: &Case, [x, y]: [&Vector; 2], lambda: &Fraction) -> Result<Event, Failure> {
    // x_io/D_i > n/d · x_ho/D_h, over D_i·D_h·d.
    let (mut mine, mut other) = (lambda.denominator.clone(), lambda.numerator.clone());
    if x.denominator != y.denominator {
        (mine, other) = (&mine * &y.denominator, &other * &x.denominator);
    }
    let mut outputs = Vec::new();
    for (o, (x, y)) in x.numerators.iter().zip(&y.numerators).enumerate() {
        if !x.is_zero() && case.at.order_products([x, &mine], [y, &other])?.is_gt() {
            outputs.push(o);
        }
    }
    let masses = [x, y].map(|row| row.sum_of(outputs.iter().copied()));
    let delta = &(&masses[0].numerator * &mine) - &(&masses[1].numerator * &other);
    Ok(Event { outputs, delta: Fraction::new(delta, &mine * &x.denominator), masses })
}

/// The file's δ, 0 where it has none.
pub(crate) fn declared(case: &Case) -> Fraction {
    case.problem.delta.clone().unwrap_or(Fraction::ZERO)
}

/// Whether `alpha_max` is told: over an interval not where a table is in t and δ > 0, as it has parts without end near
/// 0.
pub(crate) fn tells_alpha_max(case: &Case) -> bool {
    let on_interval = case.problem.point.as_ref().is_some_and(|t| !t.is_single());
    let are_rational = || case.uses().iter().all(|(part, _)| part.rows.iter().all(Vector::is_rational));
    let delta = declared(case);
    !on_interval || delta.numerator.is_zero() || delta.is_rational() && are_rational()
}

/// Takes an event that needs more than what is known.
pub(crate) fn take(case: &Case, most: &mut Most, pairs: Vec<[usize; 2]>, event: Event) -> Result<(), Failure> {
    let known = most.as_ref().map_or(&Fraction::ZERO, |(_, known)| &known.delta);
    if *known != event.delta && case.compare(&event.delta, known)?.is_gt() {
        *most = Some((pairs, event));
    }
    Ok(())
}

pub(crate) fn delta_min(most: &Most) -> Fraction {
    most.as_ref().map_or(Fraction::ZERO, |(_, event)| event.delta.clone())
}

/// The verdict by the most that is needed.
pub(crate) fn by_most_delta(case: &Case, most: Most, alpha_max: Option<Fraction>) -> Result<Found, Failure> {
    let delta_min = delta_min(&most).lowest();
    let verdict = Verdict::of(case.compare(&delta_min, &declared(case))?.is_le());
    let mut found = Found::new(verdict).number(Name::DeltaMin, delta_min);
    if let Some(alpha_max) = alpha_max {
        found = alpha_max::of_number(case, found, alpha_max)?;
    }
    let reason = most.map(|(pairs, Event { outputs, masses, delta })| {
        let (masses, delta) = (masses.map(Fraction::lowest), delta.lowest());
        match (&pairs[..], outputs.is_empty()) {
            (&[pair], false) => Reason::Event { pair, outputs, masses, delta },
            _ => Reason::EventOfUses { pairs, masses, delta },
        }
    });
    Ok(found.because(reason))
}

/// 1/λ, 0 where no λ is enough.
pub(crate) fn inverse(lambda: Option<Fraction>) -> Fraction {
    lambda.map_or(Fraction::ZERO, |lambda| lambda.inverse())
}

/// The least λ from `from` on at which δ is enough, `None` where none is.
///
/// A λ at which a set S with these masses needs more asks for λ ≥ (x(S) − δ)/y(S), see `approximate_dp`. Where `from`
/// is not enough the last power of 2 that is not is where these steps begin, as they are short far away from the end.
pub(crate) fn least_lambda(
    case: &Case,
    delta: &Fraction,
    from: Fraction,
    masses: &dyn Fn(&Fraction) -> Result<[Fraction; 2], Failure>,
) -> Result<Option<Fraction>, Failure> {
    let needed = |lambda: &Fraction| {
        let masses = masses(lambda)?;
        let asked = beyond(&masses, delta);
        // The set that asked for this λ is enough: long products would only show that.
        let is_more = asked != *lambda
            && case
                .at
                .order_products([&asked.numerator, &lambda.denominator], [&asked.denominator, &lambda.numerator])?
                .is_gt();
        Ok::<_, Failure>(is_more.then_some(masses))
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
        (low, high) = (high, high.saturating_mul(2));
    }
    while high.saturating_sub(low) > 1 {
        let middle = usize::midpoint(low, high);
        if needed(&two(middle))?.is_some() { low = middle } else { high = middle }
    }
    let start = two(low);
    let mut lambda = if case.compare(&start, &from)?.is_gt() { start } else { from };
    while let Some(masses) = needed(&lambda)? {
        if never(&masses)? {
            return Ok(None);
        }
        lambda = beyond(&masses, delta);
    }
    Ok(Some(lambda))
}

/// (x(S) − δ)/y(S); y(S) may be 0.
fn beyond([x, y]: &[Fraction; 2], delta: &Fraction) -> Fraction {
    let (mut more, mut other) = (&x.numerator * &delta.denominator, &y.numerator * &delta.denominator);
    more = &more - &(&delta.numerator * &x.denominator);
    if x.denominator != y.denominator {
        (more, other) = (&more * &y.denominator, &other * &x.denominator);
    }
    Fraction::new(more, other).lowest()
}
