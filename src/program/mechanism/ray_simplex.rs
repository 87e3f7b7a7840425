//! The exact simplex method on columns that are rays, one program a component.
//!
//! The program of a connected graph, in the rays c of all guesses' cones: make Σ f_k y_k large over y ≥ 0 with
//! Σ y_k c_k = 1. A basis has n columns and prices λ with λ·c_k = f_k; a guess w whose cone holds a c with
//! (λ − c_w)·c < 0 sends it into the basis, and if there is none, λ is an optimal dual.
//! The right-hand side is 1 + εδ with a formal ε > 0 and noise δ, so that no two columns leave at once.

use crate::effort::{here, join, spend};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::NegAssign;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use rayon::prelude::*;
use std::cmp::Ordering;

use super::approximate::Wide;
use super::pricing::{Cone, Least, product};
use crate::linear::{Square, Vector};

/// A guess and the potentials of a ray.
pub(super) type Choice = (usize, Vec<u32>);

/// Where floating point ends.
#[derive(Clone)]
pub(super) struct Proposal {
    /// As many columns as there are nodes.
    pub(super) basis: Vec<Choice>,
    /// The last potentials of each guess: good starts for others.
    pub(super) potentials: Vec<Vec<u32>>,
    /// The basis's exact prices, where no ray pays at them.
    pub(super) prices: Option<Vector>,
}

/// The most word operations of one search with exact numbers: about a minute's.
const MOST_WORK: u64 = 1 << 36;

/// The program of one component.
pub(super) struct ConeProgram {
    pub(super) cone: Cone,
    /// A row for each guess, over the common denominator.
    pub(super) gains: Vec<Vec<Integer>>,
    pub(super) denominator: Integer,
}

/// An optimal basis.
pub(super) struct Solved {
    /// In units of the gains' denominator.
    pub(super) lambda: Vector,
    /// The columns used: guess, ray and its weight.
    pub(super) used: Vec<(usize, Vec<Integer>, Rational)>,
    /// For each guess the potentials at which (λ − c_w)·c is least.
    pub(super) potentials: Vec<Vec<u32>>,
    /// The basis: guess and potentials of each column.
    pub(super) basis: Vec<Choice>,
    /// How many exchanges it took.
    pub(super) exchanges: usize,
}

/// Why there is no optimal basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsolved {
    /// The columns to start from are dependent.
    Singular,
    /// The exchanges or the work are used up.
    Exchanges,
}

#[derive(Clone)]
struct Column {
    /// `None` for the negative of a ray that had a negative weight, to be driven out.
    guess: Option<usize>,
    potentials: Vec<u32>,
    ray: Vec<Integer>,
    /// c_w·ray, in units of the gains' denominator.
    gain: Integer,
}

impl Column {
    /// Whether (c_w − λ)·c > 0, exactly, and (c_w − λ)·c / Σc, rounded.
    fn pays(&self, lambda: &Vector) -> (bool, Wide) {
        let pays = &self.gain * lambda.denominator() - product(lambda.numerators(), &self.ray);
        let size = self.ray.iter().fold(Integer::ZERO, |sum, c| sum + c);
        (pays > 0, Wide::of(&pays, &(size * lambda.denominator())))
    }
}

impl ConeProgram {
    /// Columns with a positive solution: the first guess with 1 at one node and α elsewhere, for each node.
    pub(super) fn first(&self) -> Vec<Choice> {
        let n = self.cone.nodes();
        (0..n).map(|k| (0, (0..n).map(|i| u32::from(i != k && n > 1)).collect())).collect()
    }

    fn column(&self, guess: usize, potentials: &[u32]) -> Column {
        let ray = self.cone.ray(potentials);
        Column { guess: Some(guess), potentials: potentials.to_vec(), gain: product(&self.gains[guess], &ray), ray }
    }

    /// λ − c_w times λ's denominator, where λ is in units of the gains' denominator.
    pub(super) fn surplus(&self, lambda: &Vector, guess: usize) -> Vec<Integer> {
        let pairs = lambda.numerators().iter().zip(&self.gains[guess]);
        pairs.map(|(price, gain)| price - gain * lambda.denominator()).collect()
    }

    /// λ with λ·c = c_w·c for as many chosen rays as there are nodes, in units of the gains' denominator; `None` if
    /// these are dependent.
    pub(super) fn prices_of(&self, choices: &[Choice]) -> Option<Vector> {
        let columns: Vec<Column> = choices.iter().map(|(w, p)| self.column(*w, p)).collect();
        let gains: Vec<Integer> = columns.iter().map(|column| column.gain.clone()).collect();
        Some(Square::new(columns.into_iter().map(|column| column.ray).collect())?.solve(&gains))
    }

    /// (c_w − λ)·c / Σc for a chosen ray, rounded.
    pub(super) fn pays(&self, lambda: &Vector, choice: &Choice) -> Wide {
        self.column(choice.0, &choice.1).pays(lambda).1
    }

    /// The least (λ − c_w)·c / Σc of each guess.
    pub(super) fn priced(&self, lambda: &Vector, potentials: &[Vec<u32>]) -> Vec<Least> {
        let ones = vec![Integer::ONE; self.cone.nodes()];
        let meter = here();
        let least = |(w, start): (usize, &Vec<u32>)| {
            meter.run(|| self.cone.least(&self.surplus(lambda, w), &ones, start.clone()))
        };
        potentials.par_iter().enumerate().map(least).collect()
    }

    /// Exchanges from the proposed columns to an optimum, at most as many as allowed, and of at most [`MOST_WORK`].
    pub(super) fn solve(&self, start: Proposal, noise: &[u32], allowed: usize) -> Result<Solved, Unsolved> {
        let columns = start.basis.iter().map(|(w, p)| self.column(*w, p)).collect();
        let noise = noise.iter().map(|&x| Integer::from(x)).collect();
        let mut search =
            Search { program: self, columns, noise, pool: Vec::new(), potentials: start.potentials, work: 0 };
        let mut weighed = search.make_feasible()?;
        if let (Some(weighed), Some(prices)) = (&weighed, &start.prices) {
            return Ok(search.solved(prices, &weighed.weights, 0));
        }
        for exchanges in 0..allowed {
            if search.work > MOST_WORK {
                break;
            }
            if let Some(solved) = search.step(weighed.take(), exchanges)? {
                return Ok(solved);
            }
        }
        Err(Unsolved::Exchanges)
    }
}

/// A basis, and its weights at the right-hand side 1.
struct Weighed {
    square: Square,
    weights: Vector,
}

struct Search<'a> {
    program: &'a ConeProgram,
    columns: Vec<Column>,
    noise: Vec<Integer>,
    /// Rays found at earlier prices.
    pool: Vec<Column>,
    potentials: Vec<Vec<u32>>,
    /// Word operations so far, roughly.
    work: u64,
}

impl Search<'_> {
    /// Counts an exchange at prices of so many bits: four liftings, each digit a product of the basis with a word, and
    /// a product of prices and ray for each column of the pool and a few for each guess.
    fn count(&mut self, bits: u64) {
        let n = self.columns.len() as u64;
        let words = |bits: u64| bits / 64 + 1;
        let ray = self.columns.iter().flat_map(|column| &column.ray).map(|c| words(c.significant_bits())).max();
        let (ray, price, digits) = (ray.unwrap_or(1), words(bits), bits / 14 + 1);
        let products = (self.pool.len() + 8 * self.potentials.len()) as u64;
        let exchange = 4 * digits * (n * n * ray + digits) + products * n * price * ray;
        self.work = self.work.saturating_add(exchange);
        // The liftings count themselves.
        spend(products * n * price * ray);
    }

    fn square(&self) -> Result<Square, Unsolved> {
        let row = |i: usize| self.columns.iter().map(|column| column.ray[i].clone()).collect();
        Square::new((0..self.columns.len()).map(row).collect()).ok_or(Unsolved::Singular)
    }

    /// The weights at the right-hand side 1.
    fn weights(&self, square: &Square) -> Vector {
        square.solve(&vec![Integer::ONE; self.columns.len()])
    }

    /// Turns columns of negative weight round; they stay in the basis until others have replaced them. The weights,
    /// where there are none.
    fn make_feasible(&mut self) -> Result<Option<Weighed>, Unsolved> {
        let square = self.square()?;
        let weights = self.weights(&square);
        // Those of ε tell where a weight is 0.
        let fine = weights.numerators().contains(&Integer::ZERO).then(|| square.solve(&self.noise));
        let mut turned = false;
        for (k, column) in self.columns.iter_mut().enumerate() {
            let below = |x: &Vector| x.numerators()[k] < 0;
            if below(&weights) || weights.numerators()[k] == 0 && fine.as_ref().is_some_and(below) {
                column.guess = None;
                column.ray.iter_mut().for_each(NegAssign::neg_assign);
                turned = true;
            }
        }
        Ok((!turned).then_some(Weighed { square, weights }))
    }

    /// One exchange, or the optimum.
    fn step(&mut self, weighed: Option<Weighed>, exchanges: usize) -> Result<Option<Solved>, Unsolved> {
        let (square, weights) = match weighed {
            Some(Weighed { square, weights }) => (square, Some(weights)),
            None => (self.square()?, None),
        };
        let driving_out = self.columns.iter().any(|column| column.guess.is_none());
        let gain = |column: &Column| match (driving_out, column.guess) {
            (true, Some(_)) => Integer::ZERO,
            (true, None) => -Integer::ONE,
            (false, _) => column.gain.clone(),
        };
        let gains: Vec<Integer> = self.columns.iter().map(gain).collect();
        let prices = || square.transposed().solve(&gains);
        let (lambda, y) = join(prices, || weights.unwrap_or_else(|| self.weights(&square)));
        self.count(lambda.bits().max(y.bits()));
        let entering = if driving_out {
            self.ray_against(&lambda)
        } else {
            let entering = self.best_of_pool(&lambda);
            entering.or_else(|| {
                self.fill_pool(&lambda);
                self.best_of_pool(&lambda)
            })
        };
        let Some(entering) = entering else {
            return if driving_out { Err(Unsolved::Singular) } else { Ok(Some(self.solved(&lambda, &y, exchanges))) };
        };
        // A ray of a cone of nonnegative vectors has a positive weight in some column, since 1 bounds them all.
        let leaving = self.leaving(&square, &y, &entering).ok_or(Unsolved::Singular)?;
        self.columns[leaving] = entering;
        Ok(None)
    }

    /// The column with the least y_k / d_k, where d are the weights of what enters; of several such the one with the
    /// least of ε.
    fn leaving(&self, square: &Square, y: &Vector, entering: &Column) -> Option<usize> {
        let d = square.solve(&entering.ray);
        let d = d.numerators();
        let least = |x: &Vector, candidates: &[usize]| -> Vec<usize> {
            let order = |k: usize, l: usize| (&x.numerators()[k] * &d[l]).cmp(&(&x.numerators()[l] * &d[k]));
            let least = candidates.iter().copied().min_by(|&k, &l| order(k, l));
            let is_least = |&k: &usize| least.is_some_and(|least| order(k, least).is_eq());
            candidates.iter().copied().filter(is_least).collect()
        };
        let positive: Vec<usize> = (0..d.len()).filter(|&k| d[k] > 0).collect();
        match least(y, &positive)[..] {
            [one] => Some(one),
            ref several => least(&square.solve(&self.noise), several).first().copied(),
        }
    }

    /// The ray c with the least λ·c / Σc, where λ are the prices of driving columns out; `None` if it is not below 0.
    fn ray_against(&mut self, lambda: &Vector) -> Option<Column> {
        let n = lambda.len();
        let found = self.program.cone.least(lambda.numerators(), &vec![Integer::ONE; n], vec![0; n]);
        let guesses = 0..self.program.gains.len();
        let best = guesses.max_by_key(|&w| product(&self.program.gains[w], &found.ray))?;
        (found.value < 0).then(|| self.program.column(best, &found.potentials))
    }

    /// The ray of the pool that pays most beside its size.
    fn best_of_pool(&mut self, lambda: &Vector) -> Option<Column> {
        let pays: Vec<(bool, Wide)> = self.pool.par_iter().map(|column| column.pays(lambda)).collect();
        let paying = pays.iter().enumerate().filter(|(_, (pays, _))| *pays);
        let (best, _) = paying.max_by(|(_, (_, a)), (_, (_, b))| a.partial_cmp(b).unwrap_or(Ordering::Equal))?;
        Some(self.pool.swap_remove(best))
    }

    fn fill_pool(&mut self, lambda: &Vector) {
        let found = self.program.priced(lambda, &self.potentials);
        self.potentials.clear();
        for (guess, least) in found.into_iter().enumerate() {
            if least.value < 0 {
                self.pool.push(self.program.column(guess, &least.potentials));
            }
            self.potentials.push(least.potentials);
        }
    }

    fn solved(&mut self, lambda: &Vector, y: &Vector, exchanges: usize) -> Solved {
        let choice = |column: &Column| Some((column.guess?, column.potentials.clone()));
        let basis = self.columns.iter().filter_map(choice).collect();
        let columns = self.columns.drain(..).enumerate();
        let used = columns.filter_map(|(k, column)| Some((column.guess?, column.ray, y.entry(k))));
        Solved {
            lambda: lambda.clone(),
            used: used.filter(|(_, _, weight)| *weight > 0).collect(),
            potentials: std::mem::take(&mut self.potentials),
            basis,
            exchanges,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::components::components;
    use super::super::problem::Program;
    use super::*;
    use crate::linear::oracle::rational;

    /// (1, 1, 1) = −1/2·(4, 2, 1) + (2, 1, 1) + 1/2·(2, 2, 1).
    #[test]
    fn columns_of_negative_weight_are_driven_out() {
        let neighbours = vec![vec![1], vec![0, 2], vec![1]];
        let gains = (0..3).map(|k| Vector::unit(3, k)).collect();
        let program = Program { neighbours: &neighbours, lengths: &[], alpha: rational(1, 2), gains };
        let first = &components(&program)[0].program;
        let solve = |basis: Vec<Choice>| {
            let start = Proposal { basis, potentials: vec![vec![0; 3]; 3], prices: None };
            first.solve(start, &[5, 3, 8], 100).unwrap()
        };
        let found = solve(vec![(0, vec![0, 1, 2]), (0, vec![0, 1, 1]), (1, vec![0, 0, 1])]);
        assert!(found.exchanges > 0);
        assert_eq!(found.lambda.total(), rational(5, 3));
        let weights: Vector = found.used.iter().fold(Vector::integral(vec![Integer::ZERO; 3]), |sum, (_, ray, y)| {
            sum.add_multiple(y, &Vector::integral(ray.clone())).unwrap()
        });
        assert_eq!(weights, Vector::ones(3));
        assert_eq!(solve(first.first()).lambda.total(), rational(5, 3));
    }

    #[test]
    fn dependent_columns_are_no_start() {
        let neighbours = vec![vec![1], vec![0]];
        let program =
            Program { neighbours: &neighbours, lengths: &[], alpha: rational(1, 2), gains: vec![Vector::ones(2)] };
        let first = &components(&program)[0].program;
        let start = Proposal { basis: vec![(0, vec![0, 1]); 2], potentials: vec![vec![0; 2]], prices: None };
        assert_eq!(first.solve(start, &[1, 2], 9).err(), Some(Unsolved::Singular));
    }
}
