//! Column generation in floating point: rays for a basis that exact numbers then judge.
//!
//! The master program is max Σ f_k y_k over y ≥ 0 with Σ y_k c_k = b, where column k is a ray c_k of some guess's cone
//! and f_k its gain. Its prices λ are tried on each guess's cone, and the rays found to pay more are added.
//! b = 1 + a little noise, so that no two columns leave at the same time.

#![allow(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "what floats propose is checked exactly"
)]

use crate::effort::{here, spend, steps};
use malachite::Integer;
use rayon::prelude::*;

use super::approximate::{Wide, approximate};
use super::flow::{Routed, route};
use super::pricing::Cone;
use super::ray_simplex::{Choice, ConeProgram, Proposal};
use crate::linear::Vector;

/// What a ray must pay more than it costs, beside gains of at most 1.
const PAYS: f64 = 1e-12;

/// Exchanges for each node, after which that was too little to be told from rounding.
const STALLED: usize = 30;

/// How often exact prices take the place of rounded ones.
const REFINEMENTS: usize = 12;

/// The least entry of a column that leaves.
const PIVOT: f64 = 1e-9;

/// Below this a sum of floats may have lost its last bits, and its inverse may be no float.
const SMALLEST: f64 = 1e-280;

/// The size of the noise on b.
const NOISE: f64 = 1e-6;

/// Exchanges between two inversions of the basis.
const UPDATES: usize = 50;

/// Columns near the optimum, after at most this many exchanges.
///
/// Where rounded prices end, exact ones are found for the basis, and what columns pay beyond them is scaled to 1 and
/// made large in its turn (iterative refinement: Gleixner, Steffy, Wolter 2016). So it does not matter that what a ray
/// pays may lie far below a float's precision beside its gain.
pub(super) fn propose(program: &ConeProgram, noise: &[u32], exchanges: usize) -> Proposal {
    let mut rays = FloatRays::new(program, noise);
    let mut left = exchanges;
    let mut rounds = 1;
    rays.optimise(&mut left);
    while left > 0 && rays.price() > 0 {
        let before = left;
        rays.optimise(&mut left);
        rounds += 1;
        // What pays by its rounded price and does not enter would be found again and again.
        if left == before {
            break;
        }
    }
    log::debug!("{rounds} rounds, {} exchanges, {} columns", exchanges - left, rays.columns.len());
    for _ in 0..REFINEMENTS {
        let before = left;
        if left == 0 || !rays.refine(program) {
            break;
        }
        rays.optimise(&mut left);
        log::debug!("refined: {} exchanges, {} columns", exchanges - left, rays.columns.len());
        if left == before {
            break;
        }
    }
    Proposal { basis: rays.choices(), potentials: rays.potentials, prices: rays.optimal }
}

struct Column {
    choice: Choice,
    /// The ray, its entries adding up to 1.
    ray: Vec<f64>,
    gain: f64,
}

struct FloatRays<'a> {
    cone: &'a Cone,
    /// Scaled to at most 1, row by row.
    gains: Vec<Vec<f64>>,
    columns: Vec<Column>,
    basis: Vec<usize>,
    /// The inverse of the basis, row by row, and how many exchanges it is old.
    inverse: Vec<Vec<f64>>,
    age: usize,
    b: Vec<f64>,
    y: Vec<f64>,
    potentials: Vec<Vec<u32>>,
    /// What a column must pay to enter.
    least_pay: f64,
    /// The basis's exact prices, once no ray pays at them.
    optimal: Option<Vector>,
}

impl<'a> FloatRays<'a> {
    fn new(program: &'a ConeProgram, noise: &[u32]) -> Self {
        let largest = program.gains.iter().flatten().map(|g| g.unsigned_abs_ref()).max();
        let largest = largest.filter(|g| **g != 0).map_or(Integer::from(1), Integer::from);
        let row = |gains: &Vec<Integer>| gains.iter().map(|g| approximate(g, &largest)).collect();
        let n = program.cone.nodes();
        let mut this = Self {
            cone: &program.cone,
            gains: program.gains.iter().map(row).collect(),
            columns: Vec::new(),
            basis: (0..n).collect(),
            inverse: Vec::new(),
            age: 0,
            b: noise.iter().map(|&x| 1.0 + NOISE * f64::from(x) / f64::from(1 << 20)).collect(),
            y: Vec::new(),
            potentials: vec![vec![0; n]; program.gains.len()],
            least_pay: PAYS,
            optimal: None,
        };
        for (guess, potentials) in program.first() {
            this.push(guess, potentials);
        }
        this.invert();
        this
    }

    fn push(&mut self, guess: usize, potentials: Vec<u32>) {
        let mut ray = self.cone.approximate_ray(&potentials);
        let sum: f64 = ray.iter().sum();
        ray.iter_mut().for_each(|c| *c /= sum);
        let gain = dot(&self.gains[guess], &ray);
        self.columns.push(Column { choice: (guess, potentials), ray, gain });
    }

    fn choices(&self) -> Vec<Choice> {
        self.basis.iter().map(|&k| self.columns[k].choice.clone()).collect()
    }

    /// λ = f_B B^-1.
    fn prices(&self) -> Vec<f64> {
        let mut prices = vec![0.0; self.b.len()];
        for (&k, row) in self.basis.iter().zip(&self.inverse) {
            let gain = self.columns[k].gain;
            prices.iter_mut().zip(row).for_each(|(price, x)| *price += gain * x);
        }
        prices
    }

    /// Exchanges until no column of those at hand pays, by turns among the columns that paid most at the last look.
    fn optimise(&mut self, left: &mut usize) {
        let mut patience = STALLED * self.b.len();
        loop {
            let n = self.b.len();
            spend(of_floats(n, steps(n, n + self.columns.len(), 1)));
            let prices = self.prices();
            let all = (0..self.columns.len()).map(|k| (k, self.pays(&prices, k)));
            let mut paying: Vec<(usize, f64)> = all.filter(|(_, pays)| *pays > self.least_pay).collect();
            paying.sort_by(|a, b| b.1.total_cmp(&a.1));
            paying.truncate(self.b.len().max(20));
            if paying.is_empty() {
                return;
            }
            loop {
                spend(of_floats(n, steps(n, 3 * n + paying.len(), 1)));
                let prices = self.prices();
                let pays = paying.iter().map(|&(k, _)| (k, self.pays(&prices, k)));
                let best = pays.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|best| best.1 > self.least_pay);
                let Some((entering, _)) = best else { break };
                if *left == 0 || !self.exchange(entering) {
                    return;
                }
                *left -= 1;
                patience -= 1;
                if patience == 0 {
                    self.least_pay *= 10.0;
                    self.invert();
                    return;
                }
            }
        }
    }

    /// What a column gains beyond its price.
    fn pays(&self, prices: &[f64], k: usize) -> f64 {
        self.columns[k].gain - dot(prices, &self.columns[k].ray)
    }

    /// Puts a column into the basis; whether there was one to leave it.
    fn exchange(&mut self, entering: usize) -> bool {
        let ray = &self.columns[entering].ray;
        let d: Vec<f64> = self.inverse.iter().map(|row| dot(row, ray)).collect();
        let ratio = |k: usize| self.y[k].max(0.0) / d[k];
        let candidates = (0..d.len()).filter(|&k| d[k] > PIVOT);
        let Some(leaving) = candidates.min_by(|&k, &l| ratio(k).total_cmp(&ratio(l))) else { return false };
        let step = ratio(leaving);
        let pivot: Vec<f64> = self.inverse[leaving].iter().map(|x| x / d[leaving]).collect();
        for (k, row) in self.inverse.iter_mut().enumerate() {
            let factor = d[k];
            if k != leaving && factor != 0.0 {
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
            self.y[k] -= factor * step;
        }
        self.inverse[leaving] = pivot;
        self.y[leaving] = step;
        self.basis[leaving] = entering;
        self.age += 1;
        if self.age >= UPDATES {
            self.invert();
        }
        true
    }

    /// B^-1 by Gauss–Jordan elimination with exchanges of rows; kept as it is if B is nearly singular.
    fn invert(&mut self) {
        let n = self.b.len();
        spend(of_floats(n, steps(n, n, 2 * n)));
        let row = |i: usize| {
            let left = self.basis.iter().map(|&k| self.columns[k].ray[i]);
            left.chain((0..n).map(|j| if i == j { 1.0 } else { 0.0 })).collect::<Vec<f64>>()
        };
        let mut rows: Vec<Vec<f64>> = (0..n).map(row).collect();
        self.age = 0;
        for k in 0..n {
            let Some(found) = (k..n).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs())) else { return };
            rows.swap(k, found);
            if rows[k][k].abs() < 1e-300 {
                return;
            }
            let scale = 1.0 / rows[k][k];
            rows[k][k..].iter_mut().for_each(|x| *x *= scale);
            let pivot = rows[k].clone();
            for (i, row) in rows.iter_mut().enumerate() {
                let factor = row[k];
                if i != k && factor != 0.0 {
                    row[k..].iter_mut().zip(&pivot[k..]).for_each(|(x, p)| *x -= factor * p);
                }
            }
        }
        self.inverse = rows.into_iter().map(|row| row[n..].to_vec()).collect();
        self.y = self.inverse.iter().map(|row| dot(row, &self.b)).collect();
    }

    /// Adds each guess's ray that pays most beside its size, if one pays; how many there were.
    fn price(&mut self) -> usize {
        let prices = self.prices();
        let (cone, gains) = (self.cone, &self.gains);
        let meter = here();
        let found: Vec<(Vec<u32>, f64)> = self
            .potentials
            .par_iter()
            .enumerate()
            .map(|(w, start)| {
                let r: Vec<f64> = prices.iter().zip(&gains[w]).map(|(price, gain)| price - gain).collect();
                meter.run(|| least(cone, &r, start.clone()))
            })
            .collect();
        let before = self.columns.len();
        for (guess, (potentials, value)) in found.into_iter().enumerate() {
            if value < -self.least_pay {
                self.push(guess, potentials.clone());
            }
            self.potentials[guess] = potentials;
        }
        self.columns.len() - before
    }

    /// Finds exact prices for the basis and rays that pay beyond them, and makes what columns pay beyond them the
    /// gains; whether any pays.
    fn refine(&mut self, program: &ConeProgram) -> bool {
        let Some(prices) = program.prices_of(&self.choices()) else { return false };
        let found = program.priced(&prices, &self.potentials);
        let paying = found.iter().filter(|least| least.value < 0);
        let pays = paying.map(|least| Wide::of(&-&least.value, &(&least.size * prices.denominator())));
        let Some(most) = pays.reduce(|x, y| if x < y { y } else { x }) else {
            self.potentials = found.into_iter().map(|least| least.potentials).collect();
            self.optimal = Some(prices);
            return false;
        };
        for (guess, least) in found.into_iter().enumerate() {
            if least.value < 0 {
                self.push(guess, least.potentials.clone());
            }
            self.potentials[guess] = least.potentials;
        }
        let pays = |column: &Column| program.pays(&prices, &column.choice).over(most);
        let gains: Vec<f64> = self.columns.par_iter().map(pays).collect();
        self.columns.iter_mut().zip(gains).for_each(|(column, gain)| column.gain = gain);
        self.least_pay = PAYS;
        self.invert();
        true
    }
}

/// As [`Cone::least`] with s = 1, in floating point: where it gets to, and the value there.
fn least(cone: &Cone, r: &[f64], mut potentials: Vec<u32>) -> (Vec<u32>, f64) {
    let value_at = |ray: &[f64]| dot(r, ray) / ray.iter().sum::<f64>();
    let mut ray = cone.approximate_ray(&potentials);
    let mut value = value_at(&ray);
    loop {
        let demand = whole(r.iter().zip(&ray).map(|(r, c)| (r - value) * c).collect());
        let Routed::Cut(set) = route(&cone.arcs, &cone.open(&potentials), demand) else { break };
        let mut next = potentials.clone();
        cone.raise(&mut next, &set);
        let next_ray = cone.approximate_ray(&next);
        let next_value = value_at(&next_ray);
        if next_value >= value {
            break;
        }
        (potentials, ray, value) = (next, next_ray, next_value);
    }
    (potentials, value)
}

/// The numbers as multiples of a small unit, which add up to 0; all 0 where they are too small to be told from it.
fn whole(numbers: Vec<f64>) -> Vec<i128> {
    let size: f64 = numbers.iter().map(|x| x.abs()).sum();
    let unit = if size > SMALLEST { 60f64.exp2() / size } else { 0.0 };
    let mut whole: Vec<i128> = numbers.iter().map(|x| (x * unit).round() as i128).collect();
    let sum: i128 = whole.iter().sum();
    if let Some(largest) = whole.iter_mut().max_by_key(|x| x.abs()) {
        *largest -= sum;
    }
    whole
}

/// So many rows fit memory close by.
const CLOSE: usize = 1 << 9;

/// What so many products of floats take, of a matrix of n rows: some are done at once where it lies close by.
fn of_floats(n: usize, products: u64) -> u64 {
    if n <= CLOSE { products / 2 } else { products }
}

/// Σ u_i v_i, in four sums that are added up at the end.
fn dot(u: &[f64], v: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (left, right) = (u.chunks_exact(4), v.chunks_exact(4));
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in left.zip(right) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum::<f64>() + rest
}
