//! Whether an ε-private mechanism lies near a table that was printed rounded.
//!
//! Wanted is M with |m_io − x_io| ≤ r, m_io ≥ 0, Σ_o m_io = 1 and α·m_io ≤ m_ho along each arc i→h. For λ_i of any sign
//! and μ_ih,o ≥ 0 let ν_io = Σ_{h→i} μ_hi,o − α·Σ_{i→h} μ_ih,o and w = λ − ν: then every M has
//! Σλ = Σ λ_i·m_io ≥ Σ w_io·m_io ≥ Σ w_io·(l_io or u_io), l = max(0, x − r) where w > 0 and u = x + r where w < 0. If
//! the last sum is larger than the first there is no M (Farkas), and if there is none such λ and μ exist.
//!
//! Floats walk to a point that is well inside, or to multipliers that add up to a contradiction; both are robust, and
//! are rounded to short exact numbers. What lies between, a set of M without an interior, is for the exact simplex.

mod exact;
mod interior;
mod printed;

use crate::effort::spend;
use crate::graph::components;
use interior::{Interior, Step};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor, Pow};
use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
pub use printed::{NotFound, Printed, Within};

/// The most doubles that a step keeps, and the most products that it makes.
const MOST_DOUBLES: usize = 1 << 24;
const MOST_PRODUCTS: u64 = 1 << 32;

/// The binary places of multipliers that are tried, beside the largest of them.
const PLACES: [u64; 5] = [6, 10, 16, 26, 40];

/// Looks for either, and returns the first of them that `accepts` takes.
///
/// Cost: tens of steps of the interior-point method, m·n³ products each; where the answer hangs on equality, exchanges
/// of an exact tableau with an entry for each pair of a constraint and a variable.
///
/// # Errors
/// If nothing that was found is accepted.
pub fn within(printed: &Printed, accepts: &dyn Fn(&Within) -> bool) -> Result<Within, NotFound> {
    let found = |within: Within| Some(within).filter(|within| accepts(within));
    if let Some(within) = printed.negative().or_else(|| printed.at_once()).and_then(found) {
        return Ok(within);
    }
    if let Some(within) = found(Within::Table(printed.rows.clone())) {
        return Ok(within);
    }
    let (n, m) = (printed.rows.len(), printed.width());
    let doubles = n.saturating_mul(n).saturating_mul(m);
    if doubles > MOST_DOUBLES || (doubles as u64).saturating_mul(n as u64) > MOST_PRODUCTS {
        return Err(NotFound::TooLarge);
    }
    if printed.rounding == 0u32 {
        return Err(NotFound::TooNarrow);
    }
    let mut interior = Interior::new(printed);
    loop {
        spend(0);
        let step = interior.improve();
        let candidates: Vec<Within> = match step {
            Step::Inside => printed.tables(&interior),
            Step::Outside => {
                PLACES.iter().filter_map(|&places| printed.refutation(&interior.multipliers(), places)).collect()
            }
            Step::Between => Vec::new(),
            Step::End => break,
        };
        if let Some(within) = candidates.into_iter().find_map(found) {
            return Ok(within);
        }
    }
    let equal = printed.equal_rows().map(Within::Table).and_then(found);
    equal.or_else(|| exact::within(printed).and_then(found)).ok_or(NotFound::TooNarrow)
}

/// Every arc i→h.
pub(super) fn arcs(neighbours: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let of = |(i, list): (usize, &Vec<usize>)| list.iter().map(move |&h| (i, h)).collect::<Vec<_>>();
    neighbours.iter().enumerate().flat_map(of).collect()
}

impl Printed<'_> {
    pub(super) fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// What an arc asks for: α to the power of its length.
    fn factor(&self, arc: (usize, usize)) -> Rational {
        match crate::graph::length(self.neighbours, self.lengths, arc) {
            1 => self.alpha.clone(),
            length => (&self.alpha).pow(u64::from(length)),
        }
    }

    fn arcs(&self) -> Vec<(usize, usize)> {
        arcs(self.neighbours)
    }

    /// l_io.
    pub(super) fn low(&self, i: usize, o: usize) -> Rational {
        (&self.rows[i][o] - &self.rounding).max(Rational::ZERO)
    }

    /// u_io.
    pub(super) fn high(&self, i: usize, o: usize) -> Rational {
        &self.rows[i][o] + &self.rounding
    }

    /// An entry below −r.
    pub(super) fn negative(&self) -> Option<Within> {
        let below = |row: &Vec<Rational>| row.iter().position(|x| x + &self.rounding < 0u32);
        self.rows.iter().enumerate().find_map(|(row, x)| Some(Within::Negative { row, output: below(x)? }))
    }

    /// A row whose entries can't sum to 1.
    pub(super) fn no_row(&self) -> Option<Within> {
        let (n, m) = (self.rows.len(), self.width());
        for i in 0..n {
            let least: Rational = (0..m).map(|o| self.low(i, o)).sum();
            let most: Rational = (0..m).map(|o| self.high(i, o)).sum();
            if least > 1u32 || most < 1u32 {
                let mut lambda = vec![Rational::ZERO; n];
                lambda[i] = if least > 1u32 { Rational::ONE } else { Rational::NEGATIVE_ONE };
                return Some(Within::Refuted { lambda, multipliers: vec![Vec::new(); m] });
            }
        }
        None
    }

    /// The same, or two neighbouring entries that are too far apart.
    fn at_once(&self) -> Option<Within> {
        if let Some(refuted) = self.no_row() {
            return Some(refuted);
        }
        let (n, m) = (self.rows.len(), self.width());
        for (i, h) in self.arcs() {
            let factor = self.factor((i, h));
            for o in 0..m {
                if &factor * self.low(i, o) > self.high(h, o) {
                    let mut multipliers = vec![Vec::new(); m];
                    multipliers[o].push(((i, h), Rational::ONE));
                    return Some(Within::Refuted { lambda: vec![Rational::ZERO; n], multipliers });
                }
            }
        }
        None
    }

    /// The same row for all nodes that are connected, which is private at every α: next to 1, where floats see no
    /// interior, it is often all there is.
    fn equal_rows(&self) -> Option<Vec<Vec<Rational>>> {
        let mut rows = vec![Vec::new(); self.rows.len()];
        for nodes in components(self.rows.len(), self.arcs()) {
            let low = |o| nodes.iter().map(|&i| self.low(i, o)).max();
            let high = |o| nodes.iter().map(|&i| self.high(i, o)).min();
            let low = (0..self.width()).map(low).collect::<Option<Vec<_>>>()?;
            let room: Vec<Rational> =
                (0..self.width()).zip(&low).map(|(o, low)| Some(high(o)? - low)).collect::<Option<_>>()?;
            let (lacking, all) = (Rational::ONE - low.iter().sum::<Rational>(), room.iter().sum::<Rational>());
            if room.iter().any(|x| *x < 0u32) || lacking < 0u32 || lacking > all {
                return None;
            }
            let share = if all == 0u32 { Rational::ZERO } else { lacking / all };
            let row: Vec<Rational> = low.iter().zip(&room).map(|(low, room)| low + room * &share).collect();
            nodes.into_iter().for_each(|i| rows[i].clone_from(&row));
        }
        Some(rows)
    }

    /// Tables of decimals near the point, coarse ones first.
    fn tables(&self, interior: &Interior) -> Vec<Within> {
        // 10^-k below r; then so fine that a unit is below the distance to every constraint.
        let digits = |x: &Rational| {
            let ceiling: Integer = x.clone().ceiling();
            ceiling.to_string().len() as u64
        };
        let inverse = Rational::ONE / &self.rounding;
        let first = digits(&inverse);
        let fine = digits(&(inverse * Rational::from(interior.fineness())));
        let mut places: Vec<u64> = (first..=fine).take(3).collect();
        places.push(fine + 1);
        places.dedup();
        places.into_iter().filter_map(|places| self.table(interior, places)).map(Within::Table).collect()
    }

    /// The point in units of 10^-places: rounded down, and what is then lacking to 1 given to those that lost most.
    fn table(&self, interior: &Interior, places: u64) -> Option<Vec<Vec<Rational>>> {
        let whole = Natural::from(10u32).pow(places);
        let unit = Rational::from_naturals(Natural::ONE, whole.clone());
        let row = |i: usize| {
            let exact: Vec<Rational> =
                (0..self.width()).map(|o| (&self.rows[i][o] + &self.rounding * interior.point(i, o)) / &unit).collect();
            let mut units: Vec<Integer> = exact.iter().map(|x| x.clone().floor()).collect();
            let lacking = Integer::from(&whole) - units.iter().sum::<Integer>();
            let lacking = usize::try_from(&lacking).ok().filter(|&k| k <= units.len())?;
            let lost: Vec<Rational> = exact.iter().zip(&units).map(|(x, unit)| x - Rational::from(unit)).collect();
            let mut order: Vec<usize> = (0..units.len()).collect();
            order.sort_by(|&a, &b| lost[b].cmp(&lost[a]));
            order[..lacking].iter().for_each(|&o| units[o] += Integer::ONE);
            Some(units.into_iter().map(|x| Rational::from(x) * &unit).collect())
        };
        (0..self.rows.len()).map(row).collect()
    }

    /// The best λ for these μ, an entry for each output and arc, rounded to so many binary places below the largest.
    fn refutation(&self, mu: &[Vec<((usize, usize), f64)>], places: u64) -> Option<Within> {
        let largest = mu.iter().flatten().map(|(_, mu)| *mu).max_by(f64::total_cmp)?;
        let unit = Rational::try_from(largest).ok().filter(|unit| *unit > 0u32)? >> places;
        let round = |mu: f64| {
            let exact = Rational::try_from(mu).ok()? / &unit;
            Some(Rational::from(Integer::rounding_from(exact, RoundingMode::Nearest).0))
        };
        let mut multipliers = Vec::with_capacity(mu.len());
        for column in mu {
            let rounded = column.iter().map(|(arc, mu)| Some((*arc, round(*mu)?))).collect::<Option<Vec<_>>>()?;
            multipliers.push(rounded.into_iter().filter(|(_, mu)| *mu > 0u32).collect());
        }
        let (lambda, excess) = self.best_lambda(&multipliers);
        (excess > 0u32).then_some(Within::Refuted { lambda, multipliers })
    }

    /// For each node the λ_i that makes Σ_o w_io·(l_io or u_io) − λ_i largest, and the sum of these.
    ///
    /// That function of λ_i is concave and piecewise linear, with a corner at each ν_io, where w_io changes sign: it
    /// rises as long as Σ u over the outputs with w < 0 and Σ l over the others are more than 1 together.
    pub(super) fn best_lambda(&self, multipliers: &[Vec<((usize, usize), Rational)>]) -> (Vec<Rational>, Rational) {
        let (n, m) = (self.rows.len(), self.width());
        let mut nu = vec![vec![Rational::ZERO; m]; n];
        for (o, column) in multipliers.iter().enumerate() {
            for ((i, h), mu) in column {
                nu[*h][o] += mu;
                nu[*i][o] -= self.factor((*i, *h)) * mu;
            }
        }
        let mut excess = Rational::ZERO;
        let mut best = |(i, nu): (usize, &Vec<Rational>)| {
            let mut order: Vec<usize> = (0..m).collect();
            order.sort_by(|&a, &b| nu[a].cmp(&nu[b]));
            let mut slope = (0..m).map(|o| self.high(i, o)).sum::<Rational>() - Rational::ONE;
            let mut lambda = Rational::ZERO;
            for o in order {
                lambda.clone_from(&nu[o]);
                slope -= self.high(i, o) - self.low(i, o);
                if slope <= 0u32 {
                    break;
                }
            }
            for (o, nu) in nu.iter().enumerate() {
                let w = &lambda - nu;
                if w != 0u32 {
                    excess += if w > 0u32 { w * self.low(i, o) } else { w * self.high(i, o) };
                }
            }
            excess -= &lambda;
            lambda
        };
        let lambda = nu.iter().enumerate().map(&mut best).collect();
        (lambda, excess)
    }
}

#[cfg(test)]
mod tests;
