//! `approximate-dp`: P[X_i ∈ S] ≤ λ·P[X_h ∈ S] + δ for all i ~ h and all sets S of outputs, λ = 1/α = e^ε.
//!
//! Both verdicts are recomputed. For a pair (i, h) the set S = {o: x_io > λ x_ho} has the largest
//! x_i(S) − λ x_h(S) of all 2^m sets, as every output outside of it adds nothing and every one inside something:
//! δ_ih(λ) = Σ_o max(0, x_io − λ x_ho). `delta_min` is the largest of these over both orders of every pair of
//! neighbours. In one order the set may be empty while the other order needs it, so no order is left out.
//!
//! `alpha_max` is the largest α ≤ 1 at which the declared δ is enough: 1/λ for the least λ ≥ 1 with δ_ih(λ) ≤ δ for
//! all pairs. A set with x_i(S) − λ x_h(S) > δ asks for λ ≥ (x_i(S) − δ) / x_h(S), which is then tried in turn: each
//! λ that is tried is necessary, and the last one is sufficient. A set with x_h(S) = 0 and x_i(S) > δ has no such λ.

use super::source::{Source, compare, logarithm, one};
use super::{Case, Failure, Proved, dp, unproved, witness};
use crate::alpha::{Point, Polynomial, Ring};
use crate::number::{BigInt, Fractions, Logarithm, Rational, Sign};
use crate::report::{Value, Verdict};
use num_traits::Zero;

/// The most outputs that a sentence names.
const NAMED: usize = 12;

/// A number of the ring's field: a numerator over a denominator > 0.
type Fraction<R> = (R, R);

/// A pair (i, h) with the outputs that one λ takes into S.
struct Split<R> {
    outputs: Vec<usize>,
    /// The numerators of x_i(S) and x_h(S), over the denominators of the rows.
    masses: [R; 2],
    /// x_i(S) − λ x_h(S).
    delta: Fraction<R>,
}

/// The first pair that needs the most δ.
struct Extreme<R> {
    pair: [usize; 2],
    delta: Fraction<R>,
}

/// The table with its pairs, and the words of each row's numbers.
struct Table<'a, R: Ring> {
    case: &'a Case<'a>,
    rows: &'a [Fractions<R>],
    words: Vec<u64>,
    neighbours: Vec<Vec<usize>>,
}

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_table() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&["pair", "outputs"])?;
    let rows = R::rows(case)?;
    let table = Table::new(case, &rows)?;
    let (p, q) = case.alpha::<R>()?;
    let lambda = (q, p);
    let extreme = table.extreme(&lambda)?;
    let delta = extreme.as_ref().map_or_else(|| (R::default(), one()), |e| e.delta.clone());
    let delta_min = R::value(&delta.0, &delta.1, case)?;
    if case.said == Verdict::Fails && !case.computes || case.witness.view().is_some() {
        attains(&table, &lambda, &delta, &delta_min)?;
    }
    let declared = declared(case);
    let allowed = (R::of(declared.numer()), R::of(declared.denom()));
    let verdict = Verdict::of(compare(&delta, &allowed, &case.ground)?.is_le());
    let mut proved = Proved::new(verdict).value("delta_min", delta_min);
    if let Some(alpha_max) = alpha_max(case, &table)? {
        let epsilon = match &alpha_max {
            Value::Rational(x) if x.is_zero() => Some(Value::Infinite),
            alpha_max => logarithm(alpha_max, Logarithm::MinusLn, case),
        };
        proved = proved.value("alpha_max", alpha_max);
        proved = epsilon.into_iter().fold(proved, |proved, epsilon| proved.value("epsilon_min", epsilon));
    }
    Ok(match extreme {
        Some(extreme) => proved.because(explain(&table, &lambda, &extreme, verdict)?),
        None => proved,
    })
}

/// The declared δ: 0 where the file has none.
fn declared(case: &Case) -> Rational {
    case.mechanism.privacy.delta.clone().unwrap_or_else(Rational::zero)
}

/// The largest α ≤ 1 at which the declared δ is enough; `None` where it is a function on an interval, or where its
/// signs do not show.
fn alpha_max<R: Source>(case: &Case, table: &Table<R>) -> Result<Option<Value>, Failure> {
    let delta = declared(case);
    let whole = case.mechanism.field.as_ref();
    let on_interval = whole.is_some_and(|field| matches!(field.point, Point::Interval(_)));
    let rational = case.has_rational_table();
    if on_interval && !rational && !delta.is_zero() {
        return Ok(None);
    }
    let found = match rational {
        true => <BigInt as Source>::rows(case)
            .and_then(|rows| Table::new(case, &rows)?.alpha_max(&delta))
            .and_then(|(n, d)| BigInt::value(&n, &d, case)),
        false => table.alpha_max(&delta).and_then(|(n, d)| R::value(&n, &d, case)),
    };
    match found {
        // The verdict stands without it.
        Err(Failure::Unproved(_)) if case.field().is_some() => Ok(None),
        found => found.map(Some),
    }
}

impl<'a, R: Source> Table<'a, R> {
    fn new(case: &'a Case<'a>, rows: &'a [Fractions<R>]) -> Result<Self, Failure> {
        let graph = &case.mechanism.query.graph;
        case.charge(graph.steps())?;
        let mut neighbours = Vec::with_capacity(rows.len());
        let mut arcs = 0;
        for i in 0..rows.len() {
            let list = graph.neighbours(i);
            arcs += list.len() as u64;
            // A node takes eight bytes, a quarter of what is counted for a number.
            case.ground.bounds.room(arcs / 4, 0)?;
            neighbours.push(list);
        }
        Ok(Self { case, rows, words: rows.iter().map(Fractions::words).collect(), neighbours })
    }

    /// The pairs (i, h) of neighbours, each in both orders.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.neighbours.iter().enumerate().flat_map(|(i, list)| list.iter().map(move |&h| [i, h]))
    }

    /// S = {o: x_io > λ x_ho} with what it needs. Cost: two products and a comparison for each output.
    fn split(&self, [i, h]: [usize; 2], (n, d): &Fraction<R>) -> Result<Split<R>, Failure> {
        let (x, y, ground) = (&self.rows[i], &self.rows[h], &self.case.ground);
        let words = self.words[i].saturating_add(self.words[h]);
        let factor = words.saturating_add(n.words()).saturating_add(d.words());
        self.case.charge((x.len() as u64).saturating_mul(words.saturating_mul(factor).saturating_add(128)))?;
        // x_io/D_i > n/d · x_ho/D_h, over D_i·D_h·d.
        let (mine, other, denominator) = match x.denominator == y.denominator {
            true => (d.clone(), n.clone(), d.times(&x.denominator, ground)?),
            false => {
                let mine = d.times(&y.denominator, ground)?;
                let denominator = mine.times(&x.denominator, ground)?;
                (mine, n.times(&x.denominator, ground)?, denominator)
            }
        };
        let (zero, mut outputs, mut masses) = (R::default(), Vec::new(), [R::default(), R::default()]);
        for (o, (x, y)) in x.numerators.iter().zip(&y.numerators).enumerate() {
            if *x != zero && x.times(&mine, ground)?.compare(&y.times(&other, ground)?, ground)?.is_gt() {
                outputs.push(o);
                masses[0].add(x);
                masses[1].add(y);
            }
        }
        let mut delta = masses[0].times(&mine, ground)?;
        delta.add(&masses[1].times(&other, ground)?.negated());
        Ok(Split { outputs, masses, delta: (delta, denominator) })
    }

    /// The first pair that needs the most δ; `None` where none needs any.
    fn extreme(&self, lambda: &Fraction<R>) -> Result<Option<Extreme<R>>, Failure> {
        let mut extreme: Option<Extreme<R>> = None;
        for pair in self.pairs() {
            let Split { outputs, delta, .. } = self.split(pair, lambda)?;
            let ground = &self.case.ground;
            let larger = match &extreme {
                _ if outputs.is_empty() => false,
                None => true,
                Some(Extreme { delta: known, .. }) if *known == delta => false,
                Some(Extreme { delta: known, .. }) if known.1 == delta.1 => delta.0.compare(&known.0, ground)?.is_gt(),
                Some(Extreme { delta: known, .. }) => {
                    let words = |(n, d): &Fraction<R>| n.words().saturating_add(d.words());
                    self.case.charge(words(known).saturating_mul(words(&delta)))?;
                    compare(&delta, known, ground)?.is_gt()
                }
            };
            if larger {
                extreme = Some(Extreme { pair, delta });
            }
        }
        Ok(extreme)
    }

    /// The largest α ≤ 1 at which δ is enough, 0 where none is. For δ = 0 these are the ratios of `dp`.
    fn alpha_max(&self, delta: &Rational) -> Result<Fraction<R>, Failure> {
        if delta.is_zero() {
            return dp::least_ratio(self.case, self.rows);
        }
        let ground = &self.case.ground;
        let (over, under) = (R::of(delta.numer()), R::of(delta.denom()));
        let mut lambda: Fraction<R> = (one(), one());
        for pair in self.pairs() {
            loop {
                let Split { masses: [x, y], delta: needed, .. } = self.split(pair, &lambda)?;
                if compare(&needed, &(over.clone(), under.clone()), ground)?.is_le() {
                    break;
                }
                if y.sign(ground)? == Sign::NoSign {
                    return Ok((R::default(), one()));
                }
                // (x/D_i − δ) / (y/D_h) > λ, as x/D_i − λ·y/D_h > δ.
                let [mine, other] = pair.map(|i| &self.rows[i].denominator);
                let mut n = x.times(&under, ground)?;
                n.add(&over.times(mine, ground)?.negated());
                let d = y.times(&under, ground)?;
                lambda = match mine == other {
                    true => R::lowest(n, d, ground)?,
                    false => R::lowest(n.times(other, ground)?, d.times(mine, ground)?, ground)?,
                };
            }
        }
        Ok((lambda.1, lambda.0))
    }
}

/// The pair and the outputs that the witness names must be adjacent, and need `delta_min`.
fn attains<R: Source>(
    table: &Table<R>,
    lambda: &Fraction<R>,
    delta: &Fraction<R>,
    delta_min: &Value,
) -> Result<(), Failure> {
    let (case, rows) = (table.case, table.rows);
    let [i, h] = dp::pair(case, rows.len())?;
    let list = case.witness.required("outputs")?;
    let outputs = list.array("the outputs of a set, rising")?;
    let outputs = outputs.map(|o| witness::index(&o, "outputs", rows[i].len())).collect::<Result<Vec<_>, _>>()?;
    if outputs.is_empty() || outputs.windows(2).any(|two| two[0] >= two[1]) {
        return unproved("`outputs` names one output or more, rising");
    }
    let ground = &case.ground;
    let sum = |row: &Fractions<R>| {
        let mut sum = R::default();
        outputs.iter().for_each(|&o| sum.add(&row.numerators[o]));
        (sum, row.denominator.clone())
    };
    let (x, y) = (sum(&rows[i]), sum(&rows[h]));
    let most = (lambda.0.times(&y.0, ground)?.negated(), lambda.1.times(&y.1, ground)?);
    let needed = super::source::plus(&x, &most, ground)?;
    if compare(&needed, delta, ground)?.is_ne() {
        return unproved(format!(
            "{} against {} on {} does not need delta_min = {}",
            case.node(i),
            case.node(h),
            named(case, &outputs),
            delta_min.in_words()
        ));
    }
    Ok(())
}

/// `output 3`, `outputs 0, 1 and 5`.
fn named(case: &Case, outputs: &[usize]) -> String {
    let mut names: Vec<String> = outputs.iter().take(NAMED).map(|&o| case.output(o)).collect();
    if outputs.len() > NAMED {
        names.push(format!("{} more", outputs.len() - NAMED));
    }
    match &names[..] {
        [] => "no output".into(),
        [one] => format!("output {one}"),
        [rest @ .., last] => format!("outputs {} and {last}", rest.join(", ")),
    }
}

fn explain<R: Source>(
    table: &Table<R>,
    lambda: &Fraction<R>,
    extreme: &Extreme<R>,
    verdict: Verdict,
) -> Result<String, Failure> {
    let case = table.case;
    let [i, h] = extreme.pair;
    let Split { outputs, masses, delta } = table.split(extreme.pair, lambda)?;
    let shown = |k: usize, row: usize| match R::value(&masses[k], &table.rows[row].denominator, case) {
        Ok(Value::Rational(x)) => crate::report::brief(&x),
        Ok(value) => value.in_words(),
        Err(_) => "a number".into(),
    };
    let seen = format!(
        "{}: answer {} has {}, its neighbour {} has {}: δ is {}",
        named(case, &outputs),
        case.node(i),
        shown(0, i),
        case.node(h),
        shown(1, h),
        R::shown(&delta.0, &delta.1, case)
    );
    Ok(match verdict {
        Verdict::Fails => format!("{seen}, more than {}", crate::report::exact_or_decimal(&declared(case))),
        _ => seen,
    })
}
