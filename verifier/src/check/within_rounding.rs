//! `dp-within-rounding`: some stochastic ε-private matrix M lies within `rounding` r of every entry of X.
//!
//! Holds: M itself, `rows`, of which everything is computed.
//!
//! Fails: `row` and `output` of an entry x_io < −r, as every M is ≥ 0. Or `lambda`, a number λ_i for each node, and
//! `multipliers`, for each output numbers μ ≥ 0 for some of the directed edges i → h. Let
//! ν_io = Σ_{h→i} μ_hi,o − α·Σ_{i→h} μ_ih,o and w = λ − ν, an entry for each node and output, and
//! l_io = max(0, x_io − r), u_io = x_io + r. If M were such a matrix,
//!
//! Σ_i λ_i = Σ_io λ_i·m_io = Σ_io w_io·m_io + Σ μ_ih,o·(m_ho − α·m_io) ≥ Σ_io w_io·m_io ≥ Σ_io w_io·(l_io or u_io),
//!
//! l_io where w_io > 0 and u_io where w_io < 0: the rows of M sum to 1, M is ε-private, and l ≤ M ≤ u. That the sum on
//! the right is larger than Σλ is what is checked. (Where no M exists and l ≤ u there are such λ and μ: Farkas.)

use super::source::Source;
use super::{Case, Failure, Proved, mechanism, optimum, unproved};
use crate::alpha::Polynomial;
use crate::number::{BigInt, Fractions, Rational, Sign, common_denominator};
use crate::report::{Verdict, count, exact_or_decimal};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_table() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let x = R::rows(case)?;
    let rounding = case.mechanism.channel.as_ref().and_then(|x| x.rounding.as_ref());
    let Some(r) = rounding else { return unproved("the mechanism has no \"rounding\"") };
    match case.said {
        Verdict::Holds => holds(case, &x, r),
        _ if case.witness.part("row").is_some() => negative(case, &x, r),
        _ => fails(case, &x, r),
    }
}

/// Every entry of M within r of X's.
fn holds<R: Source>(case: &Case, x: &[Fractions<R>], r: &Rational) -> Result<Proved, Failure> {
    case.witness.only(&["rows"])?;
    let Some(view) = case.witness.view() else { return unproved("the witness lacks `rows`") };
    let rows = mechanism::read::<R>(case, view)?;
    let ground = &case.ground;
    let (over_r, under_r) = (R::of(r.numer()), R::of(r.denom()));
    if rows.len() != x.len() {
        return unproved(format!("the table has {} rows, X has {}", rows.len(), x.len()));
    }
    for (i, (m, x)) in rows.iter().zip(x).enumerate() {
        if m.len() != x.len() {
            return unproved(format!("the table has {}, X has {}", count(m.len(), "output"), x.len()));
        }
        let words = m.words().saturating_add(x.words()).saturating_add(under_r.words());
        case.charge((m.len() as u64).saturating_mul(words.saturating_mul(words)))?;
        // r over the product of all three denominators, and the entries over the same.
        let most = over_r.times(&m.denominator, ground)?.times(&x.denominator, ground)?;
        let (of_m, of_x) = (under_r.times(&x.denominator, ground)?, under_r.times(&m.denominator, ground)?);
        for (o, (entry, printed)) in m.numerators.iter().zip(&x.numerators).enumerate() {
            let mut off = entry.times(&of_m, ground)?;
            off.add(&printed.times(&of_x, ground)?.negated());
            for off in [off.negated(), off] {
                if off.compare(&most, ground)?.is_gt() {
                    let (node, output, r) = (case.node(i), case.output(o), exact_or_decimal(r));
                    return unproved(format!("row {node}, output {output} of the table is more than {r} off"));
                }
            }
        }
    }
    let sentence = format!("the certificate has a private table within {} of every entry", exact_or_decimal(r));
    Ok(Proved::new(Verdict::Holds).because(sentence))
}

/// An entry of X below −r.
fn negative<R: Source>(case: &Case, x: &[Fractions<R>], r: &Rational) -> Result<Proved, Failure> {
    case.witness.only(&["row", "output"])?;
    let i = case.witness.index("row", x.len())?;
    let o = case.witness.index("output", x[i].len())?;
    let ground = &case.ground;
    let mut above = x[i].numerators[o].times(&R::of(r.denom()), ground)?;
    above.add(&x[i].denominator.times(&R::of(r.numer()), ground)?);
    let entry = R::shown(&x[i].numerators[o], &x[i].denominator, case);
    let said = format!("row {}, output {}: {entry}", case.node(i), case.output(o));
    match above.sign(ground)? {
        Sign::Minus => Ok(Proved::new(Verdict::Fails).because(format!("{said} is below −{}", exact_or_decimal(r)))),
        _ => unproved(format!("{said} is within {} of a number ≥ 0", exact_or_decimal(r))),
    }
}

fn fails<R: Source>(case: &Case, x: &[Fractions<R>], r: &Rational) -> Result<Proved, Failure> {
    case.witness.only(&["lambda", "multipliers"])?;
    let (n, ground) = (x.len(), &case.ground);
    let width = x.first().map_or(0, Fractions::len);
    let lambda: Fractions<R> = case.witness.vector("lambda", n, ground)?;
    let alpha = case.alpha::<R>()?;
    let list = case.witness.required("multipliers")?;
    let list = list.array("multipliers for each output")?;
    if list.len() != width {
        return unproved(format!("`multipliers` has {} entries, expected one for each of {width} outputs", list.len()));
    }
    case.charge(case.mechanism.query.graph.steps())?;
    let mut nu: Vec<Fractions<R>> = Vec::with_capacity(width);
    for item in list {
        let none = || Fractions { denominator: super::source::one(), numerators: vec![R::default(); n] };
        let drawn = optimum::drawn(case, n, &item, &alpha)?.unwrap_or_else(none);
        ground.bounds.room((n as u64).saturating_mul(width as u64), drawn.words())?;
        nu.push(drawn);
    }
    let (common, factors) = common_denominator(&nu, ground)?;
    let (over_x, factors_of_x) = common_denominator(x, ground)?;
    // Entries and r over the common denominator of X and that of r.
    let (over_r, under_r) = (R::of(r.numer()).times(&over_x, ground)?, R::of(r.denom()));
    let longest = |rows: &[Fractions<R>]| rows.iter().map(Fractions::words).max().unwrap_or(1);
    let words = (common.words() + longest(&nu) + lambda.words())
        .saturating_mul(over_x.words() + longest(x) + over_r.words() + under_r.words());
    case.charge((n as u64).saturating_mul(width as u64).saturating_mul(words))?;
    let mut total = R::default();
    for (i, (row, factor)) in x.iter().zip(&factors_of_x).enumerate() {
        let lambda_i = lambda.numerators[i].times(&common, ground)?;
        let factor = factor.times(&under_r, ground)?;
        for (o, entry) in row.numerators.iter().enumerate() {
            let drawn = nu[o].numerators[i].times(&factors[o], ground)?.times(&lambda.denominator, ground)?;
            let mut w = lambda_i.clone();
            w.add(&drawn.negated());
            let mut bound = entry.times(&factor, ground)?;
            match w.sign(ground)? {
                Sign::NoSign => continue,
                Sign::Minus => bound.add(&over_r),
                Sign::Plus => {
                    bound.add(&over_r.negated());
                    if bound.sign(ground)? == Sign::Minus {
                        continue;
                    }
                }
            }
            total.add(&w.times(&bound, ground)?);
        }
    }
    // Σ w·(l or u) over λ's, ν's, X's and r's denominators, Σλ over its own.
    let scale = common.times(&over_x, ground)?.times(&under_r, ground)?;
    total.add(&lambda.sum().times(&scale, ground)?.negated());
    match total.sign(ground)? {
        Sign::Plus => {
            let sentence = format!("no private table is within {} of every entry", exact_or_decimal(r));
            Ok(Proved::new(Verdict::Fails)
                .because(sentence + ": a Farkas vector adds the constraints to a contradiction"))
        }
        _ => unproved("the multipliers add the constraints to no contradiction"),
    }
}
