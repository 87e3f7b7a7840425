//! The solution modulo one prime: from values at points to fractions of polynomials.

use crate::effort::spend;
use std::cmp::Reverse;

use rayon::prelude::*;

use super::answer::{Budget, Refusal};
use super::polynomial::{Grid, SPARE, evaluate};
use super::prime_field::PrimeField;
use super::system::{Residues, System};

/// How many runs of points may meet a singular matrix before it is taken to be singular.
const RUNS: u64 = 2;

/// Numbers without a pattern: the first points, and the base of the weights of the combination.
const START: u64 = 0xBF58_476D_1CE4_E5B9;
const WEIGHT: u64 = 0x9E37_79B9_7F4A_7C15;

/// What a multiplication modulo a prime counts as in the search, beside what it is by itself.
const ON_RESIDUES: u64 = 2;

/// What is the same modulo all primes but finitely many, and smaller modulo those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    /// How many coefficients D has, and the longest N_i.
    pub(super) denominator: usize,
    pub(super) numerators: usize,
    /// Where D has its first coefficient other than 0.
    pub(super) lowest: Reverse<usize>,
}

impl Shape {
    /// How many points show it.
    pub(super) fn points(self) -> usize {
        (self.denominator + self.numerators + SPARE).saturating_sub(2)
    }
}

/// One solution modulo a prime.
pub(super) struct Image {
    pub(super) shape: Shape,
    /// D, whose first coefficient other than 0 is 1, and the N_i, all as long as the longest; plain words.
    pub(super) coefficients: Vec<u64>,
}

/// What one prime shows.
pub(super) enum Outcome {
    /// The images of all right-hand sides.
    Images(Vec<Image>),
    /// The determinant seems to be zero.
    Singular,
    /// There are not enough points modulo the prime.
    TooSmall,
}

/// The solutions modulo a prime, for these right-hand sides, from as many points as it takes; `guess` to begin with.
///
/// Cost for m unknowns, K points and r right-hand sides, in multiplications of words: K·(m³/3 + r·m²)
/// for the values, and r·(3 + m/2)·K² for their interpolation.
pub(super) fn images(
    system: &System,
    sides: &[usize],
    field: PrimeField,
    guess: usize,
    budget: &mut Budget,
) -> Result<Outcome, Refusal> {
    budget.spend(system.coefficient_words(sides).saturating_mul(4))?;
    let residues = system.modulo(field, sides);
    let mut start = field.of(START);
    for _ in 0..RUNS {
        let mut found: Vec<Option<Image>> = sides.iter().map(|_| None).collect();
        let mut values: Vec<Vec<Vec<u64>>> = Vec::new();
        let mut length = guess;
        loop {
            if field.prime() <= length as u64 {
                return Ok(Outcome::TooSmall);
            }
            let cost = cost(system, sides, length - values.len(), length);
            budget.spend(cost)?;
            spend(cost.saturating_mul(ON_RESIDUES));
            let grid = Grid::new(&field, start, length);
            let more: Option<Vec<_>> =
                grid.points[values.len()..].par_iter().map(|&point| residues.solve_at(point)).collect();
            let Some(more) = more else {
                break;
            };
            values.extend(more);
            let attempt = |(side, found): (usize, &mut Option<Image>)| {
                if found.is_none() {
                    *found = image(&residues, &grid, side, &values);
                }
                found.is_some()
            };
            // All of them are tried.
            let done = found.par_iter_mut().enumerate().map(attempt).filter(|&found| found).count();
            if done == sides.len() {
                return Ok(Outcome::Images(found.into_iter().flatten().collect()));
            }
            length += length / 2;
        }
        start = field.multiply(start, start);
    }
    Ok(Outcome::Singular)
}

/// Word operations for so many new points of so many.
fn cost(system: &System, sides: &[usize], new: usize, all: usize) -> u64 {
    let [size, sides_count, new, all] = [system.size(), sides.len(), new, all].map(|n| n as u64);
    let terms = (system.terms() + system.coefficients(sides)) as u64;
    let point = (size.saturating_pow(3) / 3).saturating_add(sides_count * size.saturating_pow(2)).saturating_add(terms);
    let fractions = all.saturating_pow(2).saturating_mul(sides_count * (3 + size / 2));
    new.saturating_mul(point).saturating_add(fractions)
}

/// The image of one solution from its values at all points of the grid, if these suffice.
///
/// D is the denominator of a combination of all unknowns, N_i = D·x_i.
fn image(residues: &Residues, grid: &Grid, side: usize, values: &[Vec<Vec<u64>>]) -> Option<Image> {
    let field = &residues.field;
    let weight = field.of(WEIGHT);
    let combined = |point: &Vec<Vec<u64>>| evaluate(field, &point[side], weight);
    let combination = grid.interpolate(field, values.iter().map(combined).collect());
    let (numerator, mut denominator) = grid.fraction(field, combination)?;
    let lowest = denominator.iter().position(|&coefficient| coefficient != 0)?;
    let scale = field.reciprocal(denominator[lowest]);
    denominator.iter_mut().for_each(|coefficient| *coefficient = field.multiply(*coefficient, scale));

    let shape = Shape { denominator: denominator.len(), numerators: numerator.len(), lowest: Reverse(lowest) };
    let at_points: Vec<u64> =
        grid.points[..shape.numerators].iter().map(|&point| evaluate(field, &denominator, point)).collect();
    let of_unknown = |unknown: usize| {
        let products = at_points.iter().zip(values).map(|(&d, point)| field.multiply(d, point[side][unknown]));
        let mut numerator = grid.interpolate(field, products.collect());
        numerator.resize(shape.numerators, 0);
        numerator
    };
    let numerators: Vec<Vec<u64>> = (0..residues.size()).into_par_iter().with_min_len(4).map(of_unknown).collect();
    let coefficients = denominator.into_iter().chain(numerators.into_iter().flatten());
    Some(Image { shape, coefficients: coefficients.map(|coefficient| field.word(coefficient)).collect() })
}
