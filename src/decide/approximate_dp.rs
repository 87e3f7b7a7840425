//! `approximate-dp`: Σ_o max(0, x_io − λ x_ho) ≤ δ for both orders of every edge. The witness is a pair that needs the
//! most δ, `delta_min`, and the set of outputs on which it does.

use super::case::{Case, Reason, Row};
use crate::certificate::Decided;
use crate::exact;
use dp_verify::number::Logarithm;
use dp_verify::report::Verdict;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Reciprocal;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// What a pair (i, h) needs on S = {o: x_io > λ x_ho}.
struct Split {
    outputs: Vec<usize>,
    /// x_i(S) and x_h(S).
    masses: [Rational; 2],
}

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let rows = case.rows()?;
    case.expect_passes()?;
    let lambda = case.alpha()?.reciprocal();
    let delta = case.mechanism.privacy.delta.as_ref().map_or(Rational::ZERO, exact::rational);
    let (mut most, mut place) = (Rational::ZERO, None);
    for pair in pairs(case) {
        let split = split(rows, pair, &lambda);
        let needed = split.needed(&lambda);
        if needed > most {
            (most, place) = (needed, Some((pair, split.outputs)));
        }
    }
    let decided = Decided::new(Verdict::of(most <= delta)).rational("delta_min", &most);
    let decided = match least_lambda(case, rows, &delta) {
        None => decided.rational("alpha_max", &Rational::ZERO).value("epsilon_min", "inf"),
        Some(lambda) => {
            let alpha_max = lambda.reciprocal();
            let epsilon = Logarithm::MinusLn(exact::fraction(&alpha_max));
            decided.rational("alpha_max", &alpha_max).logarithm("epsilon_min", &epsilon)
        }
    };
    Ok(match place {
        Some((pair, outputs)) => decided.witness("pair", pair.to_vec()).witness("outputs", outputs),
        None => decided,
    })
}

/// The pairs of neighbours, each in both orders.
fn pairs<'a>(case: &'a Case) -> impl Iterator<Item = [usize; 2]> + 'a {
    (0..case.nodes()).flat_map(|i| case.graph().neighbours(i).into_iter().map(move |h| [i, h]))
}

/// The least λ ≥ 1 at which δ is enough for every pair, or `None` where none is.
///
/// A set with x_i(S) − λ x_h(S) > δ asks for λ ≥ (x_i(S) − δ)/x_h(S), which is tried next: S only shrinks, so each pair
/// takes at most one pass more than it has outputs, and as a rule one or two.
fn least_lambda(case: &Case, rows: &[Row], delta: &Rational) -> Option<Rational> {
    let mut lambda = Rational::ONE;
    for pair in pairs(case) {
        loop {
            let split = split(rows, pair, &lambda);
            if split.needed(&lambda) <= *delta {
                break;
            }
            let [x, y] = split.masses;
            if y == 0u32 {
                return None;
            }
            lambda = (x - delta) / y;
        }
    }
    Some(lambda)
}

/// Cost: two products for each output.
fn split(rows: &[Row], [i, h]: [usize; 2], lambda: &Rational) -> Split {
    let (x, y) = (&rows[i], &rows[h]);
    let (n, d) = (Integer::from(lambda.numerator_ref()), Integer::from(lambda.denominator_ref()));
    let (mine, other) = if x.denominator == y.denominator { (d, n) } else { (d * &y.denominator, n * &x.denominator) };
    let (mut outputs, mut masses) = (Vec::new(), [Integer::ZERO, Integer::ZERO]);
    for (o, (x, y)) in x.numerators.iter().zip(&y.numerators).enumerate() {
        if *x > 0 && x * &mine > y * &other {
            outputs.push(o);
            masses[0] += x;
            masses[1] += y;
        }
    }
    let [a, b] = masses;
    let masses = [Rational::from_integers_ref(&a, &x.denominator), Rational::from_integers_ref(&b, &y.denominator)];
    Split { outputs, masses }
}

impl Split {
    fn needed(&self, lambda: &Rational) -> Rational {
        &self.masses[0] - lambda * &self.masses[1]
    }
}
