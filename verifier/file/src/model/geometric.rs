//! The two-sided geometric mechanism on all whole numbers, as a table.
//!
//! The answer i gets P(z) = (1−β)/(1+β)·β^|z−i|. Let T(c) = (1+β)·P(z ≥ c), for d = c − i
//!
//! > T(c) = β^d for d ≥ 0, and 1 + β − β^(1−d) for d ≤ 0,
//!
//! so that an output that stands for the whole numbers from c to below c' has the probability (T(c) − T(c'))/(1+β),
//! where T is 1 + β before all of them and 0 after. Every report but `modulo` has such outputs. The remainder r has
//!
//! > (β^s + β^(m−s)) / Σ_s (β^s + β^(m−s)), s = (r − i) mod m,
//!
//! as Σ_k β^(s+km) + Σ_k β^(m−s+km) is (β^s + β^(m−s))/(1 − β^m), and all of these sum to 1.

use super::each_use::{self, Whose};
use super::family::has_alpha;
use super::function::{rational, rational_over_common, refusal};
use super::noise::{GEOMETRIC, Told};
use super::reading::Reading;
use super::roots;
use crate::alpha::{Fractions, Polynomial, Polynomials as _, Quotient, Quotients as _};
use crate::error::Error;
use crate::json::View;
use crate::limits::total;
use crate::number::{Rational, bits, compare, fraction};
use dp_kernel::{Family, Graph};
use num_traits::One;
use std::collections::BTreeMap;

/// How far neighbours are apart: the k for which β = α^(1/k).
pub(super) fn sensitivity(graph: &Graph) -> usize {
    match graph.family() {
        Family::Sum { most } => *most,
        _ => 1,
    }
}

/// What an object with this family says: all of the mechanism, or a part of a composition. The table, the outputs'
/// names, and how the noise is told.
///
/// # Errors
/// Other keys, an α of 1 or one without a root among the file's numbers, numbers over a limit.
pub(super) fn read(view: &View, whose: Whose, graph: &Graph, reading: &Reading) -> Result<(Named, Told), Error> {
    if let Some(key) = ["outputs", "rounding", "noise"].into_iter().find_map(|key| view.field(key)) {
        return Err(key.found(
            "this key beside \"geometric\"",
            "\"family\" and perhaps \"report\": the numbers are exact, and the outputs have the names that the report gives them",
        ));
    }
    each_use::only(view, &[&["family", "report"], whose.times()].concat(), whose)?;
    let report = Told::read(view, false)?;
    let alpha = match whose {
        Whose::File => {
            has_alpha(GEOMETRIC, view, reading)?;
            file_alpha(view, reading)?
        }
        Whose::Use => each_use::alpha(view, GEOMETRIC, reading)?,
    };
    expect_below_one(&alpha, view, reading)?;
    let beta = roots::of(&alpha, sensitivity(graph), view, reading)?;
    let n = i128::try_from(graph.nodes()).unwrap_or(i128::MAX);
    let place = view.field("report").unwrap_or(*view);
    let table = Table { n, beta: &beta, view: &place, reading };
    let named = match report {
        Told::Modulo(m) => table.modulo(m)?,
        Told::AtLeast(t) => table.between(&[t.into()], vec![format!("< {t}"), format!("≥ {t}")])?,
        Told::Clamp(low, high) => {
            table.expect_room(i128::from(high).saturating_sub(low.into()))?;
            let cuts: Vec<i128> = (i128::from(low)..high.into()).map(|z| z.saturating_add(1)).collect();
            table.between(&cuts, (low..=high).map(|z| z.to_string()).collect())?
        }
        Told::All => table.merged(1)?,
        Told::RoundTo(w) => table.merged(w.into())?,
    };
    Ok((named, report))
}

/// The file's own α.
fn file_alpha(view: &View, reading: &Reading) -> Result<Quotient, Error> {
    let of_field = reading.field.map(|field| field.declared().clone());
    let alpha = of_field.or_else(|| reading.base.as_ref().map(Quotient::constant));
    alpha.ok_or_else(|| view.error("α is irrational, and there is no t"))
}

/// That α < 1, at every α of an interval.
fn expect_below_one(alpha: &Quotient, view: &View, reading: &Reading) -> Result<(), Error> {
    let rest = &alpha.denominator - &alpha.numerator;
    let is_below = match (rational(alpha), reading.field) {
        (Some(alpha), _) => compare(&alpha, &Rational::one()).is_lt(),
        (None, None) => false,
        (None, Some(field)) => {
            let signs = reading.ground().bounds.run(|| dp_algebra::signs(&field.point, &rest));
            signs.map_err(|why| refusal(view, &why))?.is_positive()
        }
    };
    if is_below {
        return Ok(());
    }
    Err(view.instead(
        "α = 1, at which geometric noise on all whole numbers is not a distribution",
        "an α below 1 (ε above 0); without noise to add \"uniform\" is private at α = 1",
    ))
}

/// What a table is made of.
struct Table<'a> {
    /// The answers are 0..n−1.
    n: i128,
    beta: &'a Quotient,
    view: &'a View<'a>,
    reading: &'a Reading<'a>,
}

/// The rows, and the outputs' names.
pub(super) type Named = (Vec<Fractions>, Vec<String>);

/// An entry of a report takes this beside its digits.
const BYTES_OF_ENTRY: u64 = 64;

impl Table<'_> {
    /// That so many outputs may be made.
    fn expect_room(&self, outputs: i128) -> Result<(), Error> {
        let entries = u64::try_from(outputs.saturating_mul(self.n)).unwrap_or(u64::MAX);
        self.reading.charge_bytes(self.view, entries.saturating_mul(BYTES_OF_ENTRY))
    }

    /// Multiples of w, each the nearest one of w whole numbers, where all that are not above 0, and all that are not
    /// below n − 1, are one output each: their columns are proportional.
    fn merged(&self, w: i128) -> Result<Named, Error> {
        if self.n == 1 {
            return self.between(&[], vec!["any".to_owned()]);
        }
        // The multiple w·q stands for the whole numbers from w·q − ⌊w/2⌋ on.
        let half = w.div_euclid(2);
        let multiple = |q: i128| w.saturating_mul(q);
        let first = half.saturating_add(1).div_euclid(w).saturating_sub(1);
        // Rounded up.
        let last = self.n.saturating_add(half).saturating_add(w).saturating_sub(2).div_euclid(w);
        self.expect_room(last.saturating_sub(first))?;
        let cuts: Vec<i128> = (first..last).map(|q| multiple(q.saturating_add(1)).saturating_sub(half)).collect();
        let between = (first..last).skip(1).map(|q| multiple(q).to_string());
        let outputs =
            [format!("≤ {}", multiple(first))].into_iter().chain(between).chain([format!("≥ {}", multiple(last))]);
        self.between(&cuts, outputs.collect())
    }

    /// Outputs that stand for the whole numbers before the first cut, from each cut to below the next one, and from
    /// the last one on.
    ///
    /// With β = p/q and D the highest power of a row, T(c) is a sum of numbers p^e·q^(D−e), and the denominator
    /// q^(D−1)·(q+p): in lowest terms where β is rational, as one of the two outermost outputs has the numerator p^D.
    fn between(&self, cuts: &[i128], outputs: Vec<String>) -> Result<Named, Error> {
        self.expect_room(i128::try_from(cuts.len()).unwrap_or(i128::MAX))?;
        let exponent = |d: i128| if d < 0 { 1_i128.saturating_sub(d) } else { d };
        let farthest =
            |i: i128| cuts.first().into_iter().chain(cuts.last()).map(|c| exponent(c.saturating_sub(i))).max();
        let mut powers =
            Powers::new(self, [farthest(0), farthest(self.n.saturating_sub(1))].into_iter().flatten().max())?;
        let mut rows = Vec::new();
        for i in 0..self.n {
            let Some(most) = farthest(i).map(|most| most.max(1)) else {
                rows.push(Fractions::ones(1));
                continue;
            };
            let all = &powers.of(0, most)? + &powers.of(1, most)?;
            let mut numerators = Vec::with_capacity(outputs.len());
            let mut before = all.clone();
            for c in cuts {
                let d = c.saturating_sub(i);
                let power = powers.of(exponent(d), most)?;
                let tail = if d < 0 { &all - &power } else { power };
                numerators.push(self.kept(&before - &tail)?);
                before = tail;
            }
            numerators.push(self.kept(before)?);
            rows.push(Fractions { denominator: all, numerators });
        }
        Ok((rows, outputs))
    }

    /// The remainders from 0 to m − 1.
    fn modulo(&self, m: i64) -> Result<Named, Error> {
        let (n, m) = (self.n, i128::from(m));
        self.expect_room(m)?;
        let mut powers = Powers::new(self, Some(m))?;
        let of = |s: i128| self.kept(&powers.of(s, m)? + &powers.of(m.saturating_sub(s), m)?);
        let mut by_distance = (0..m).map(of).collect::<Result<Vec<_>, _>>()?;
        let mut denominator = Polynomial::ZERO;
        by_distance.iter().for_each(|x| denominator += x);
        if let Some(whole) = denominator.integer().map(|x| x.into_owned()) {
            let entries: Vec<Rational> =
                by_distance.iter().filter_map(|x| Some(fraction(x.integer()?.into_owned(), whole.clone()))).collect();
            let row = rational_over_common(&entries, self.view, self.reading)?;
            (by_distance, denominator) = (row.numerators, row.denominator);
        }
        let row = |i: i128| {
            let at = |r: i128| {
                let s = r.saturating_sub(i).rem_euclid(m);
                by_distance.get(usize::try_from(s).unwrap_or(usize::MAX)).cloned()
            };
            let numerators = (0..m).filter_map(at).map(|x| self.kept(x)).collect::<Result<_, _>>()?;
            Ok(Fractions { denominator: denominator.clone(), numerators })
        };
        Ok(((0..n).map(row).collect::<Result<_, Error>>()?, (0..m).map(|r| r.to_string()).collect()))
    }

    /// An entry, counted: it is there once more in the problem.
    fn kept(&self, x: Polynomial) -> Result<Polynomial, Error> {
        self.reading.charge_bytes(self.view, x.bytes().saturating_mul(2))?;
        Ok(x)
    }
}

/// β^e·q^D for β = p/q, as polynomials.
struct Powers<'a> {
    table: &'a Table<'a>,
    over: BTreeMap<i128, Polynomial>,
    under: BTreeMap<i128, Polynomial>,
}

impl<'a> Powers<'a> {
    /// Of exponents up to this one.
    fn new(table: &'a Table<'a>, most: Option<i128>) -> Result<Self, Error> {
        let (reading, most) = (table.reading, most.unwrap_or(0).max(1));
        let too_far = || {
            table.view.over_limit(format!("the power α^{most} has over {} bits (--limit bits=N)", reading.limits.bits))
        };
        let most = u64::try_from(most).map_err(|_| too_far())?;
        if let Some(beta) = rational(table.beta)
            && bits(&beta).saturating_mul(most) > reading.limits.bits as u64
        {
            return Err(too_far());
        }
        Ok(Self { table, over: BTreeMap::new(), under: BTreeMap::new() })
    }

    /// p^e·q^(D−e).
    fn of(&mut self, e: i128, most: i128) -> Result<Polynomial, Error> {
        let Table { beta, view, reading, .. } = *self.table;
        let ground = reading.ground();
        let raised = |known: &mut BTreeMap<i128, Polynomial>, base: &Polynomial, e: i128| {
            if let Some(power) = known.get(&e) {
                return Ok(power.clone());
            }
            let k = usize::try_from(e).unwrap_or(usize::MAX);
            let power = ground.power(base, k).map_err(|why| refusal(view, &why))?;
            reading.charge_bytes(view, total([power.bytes(), BYTES_OF_ENTRY]))?;
            known.insert(e, power.clone());
            Ok::<_, Error>(power)
        };
        let over = raised(&mut self.over, &beta.numerator, e)?;
        if beta.denominator == Polynomial::ONE {
            return Ok(over);
        }
        let under = raised(&mut self.under, &beta.denominator, most.saturating_sub(e))?;
        ground.product(&over, &under).map_err(|why| refusal(view, &why))
    }
}
