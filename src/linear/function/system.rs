//! M(t)x = b(t): its values modulo a prime, and whether a solution holds exactly.

use crate::effort::{products, steps};
use crate::interrupt::checkpoint;
use std::collections::BTreeSet;

use malachite::base::num::arithmetic::traits::Gcd;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

use super::answer::{Functions, Poly, Refusal};
use super::polynomial::evaluate;
use super::prime_field::PrimeField;

/// The system in s = t^g, where g divides every exponent.
pub(super) struct System {
    stride: u32,
    /// Each entry's coefficients, with the place of their exponents.
    rows: Vec<Vec<Vec<(Integer, usize)>>>,
    /// The exponents that occur, in order.
    exponents: Vec<u32>,
    /// The right-hand sides, a polynomial for each row.
    right: Vec<Vec<Poly>>,
}

impl System {
    pub(super) fn new<C: Clone>(matrix: &[Vec<Vec<(C, u32)>>], right: &[Vec<Poly>]) -> Result<Self, Refusal>
    where
        Integer: From<C>,
    {
        let size = matrix.len();
        if let Some((row, found)) = matrix.iter().map(Vec::len).enumerate().find(|&(_, length)| length != size) {
            return Err(Refusal::NotSquare { row, found, expected: size });
        }
        if let Some((side, found)) = right.iter().map(Vec::len).enumerate().find(|&(_, length)| length != size) {
            return Err(Refusal::RightHandSide { side, found, expected: size });
        }
        let occurring: BTreeSet<u32> = matrix.iter().flatten().flatten().map(|(_, exponent)| *exponent).collect();
        let of_side = right.iter().flatten().flat_map(|b| (0u32..).zip(b)).filter(|(_, c)| **c != 0).map(|(k, _)| k);
        let stride = occurring.iter().copied().chain(of_side).fold(0, |g: u32, exponent| g.gcd(exponent)).max(1);
        let exponents: Vec<u32> = occurring.into_iter().map(|e| e / stride).collect();
        let place = |(count, exponent): &(C, u32)| {
            (Integer::from(count.clone()), exponents.binary_search(&(exponent / stride)).unwrap_or_else(|place| place))
        };
        let row = |row: &Vec<Vec<(C, u32)>>| row.iter().map(|entry| entry.iter().map(place).collect()).collect();
        let short = |b: &Poly| trimmed(b.iter().step_by(stride as usize).cloned().collect());
        Ok(Self {
            rows: matrix.iter().map(row).collect(),
            right: right.iter().map(|side| side.iter().map(short).collect()).collect(),
            stride,
            exponents,
        })
    }

    /// m.
    pub(super) fn size(&self) -> usize {
        self.rows.len()
    }

    /// How many terms the matrix has.
    pub(super) fn terms(&self) -> usize {
        self.rows.iter().flatten().map(Vec::len).sum()
    }

    /// How many coefficients these right-hand sides have.
    pub(super) fn coefficients(&self, sides: &[usize]) -> usize {
        sides.iter().flat_map(|&side| &self.right[side]).map(Vec::len).sum()
    }

    /// The words of those, and of the matrix's.
    pub(super) fn coefficient_words(&self, sides: &[usize]) -> u64 {
        let words = |c: &Integer| c.significant_bits() / 64 + 1;
        let matrix = self.rows.iter().flatten().flatten().map(|(c, _)| words(c));
        matrix.chain(sides.iter().flat_map(|&side| &self.right[side]).flatten().map(words)).sum()
    }

    /// The system modulo a prime, with these right-hand sides only.
    pub(super) fn modulo(&self, field: PrimeField, sides: &[usize]) -> Residues<'_> {
        let residue = |(count, place): &(Integer, usize)| (field.of_integer(count), *place);
        let entry = |entry: &Vec<(Integer, usize)>| entry.iter().map(residue).collect();
        let residues = |b: &Poly| b.iter().map(|coefficient| field.of_integer(coefficient)).collect();
        Residues {
            field,
            rows: self.rows.iter().map(|row| row.iter().map(entry).collect()).collect(),
            exponents: &self.exponents,
            right: sides.iter().map(|&side| self.right[side].iter().map(residues).collect()).collect(),
        }
    }

    /// Word operations of [`System::holds`].
    pub(super) fn steps_to_check(&self, x: &Functions, side: usize) -> u64 {
        let words = self.words(x, side);
        steps(self.terms(), words, 4).saturating_add(products(self.size(), words))
    }

    /// In words, an upper bound for the longest polynomial that [`System::holds`] adds up.
    fn words(&self, x: &Functions, side: usize) -> usize {
        let longest = x.numerators.iter().map(Vec::len).max().unwrap_or(0);
        let left = longest.saturating_add(self.exponents.last().map_or(0, |&exponent| exponent as usize));
        let right = self.right[side].iter().map(Vec::len).max().unwrap_or(0) + x.denominator.len();
        left.max(right).saturating_mul(self.limbs(x, side))
    }

    /// Whether M·N = D·b, exactly, where the solution is in s.
    ///
    /// Both sides are compared at a power of two above twice the modulus of every coefficient that either can
    /// have (Kronecker), where integers determine the polynomials. Cost: an addition as long as [`System::words`] for
    /// each term of M, and a product of integers for each row.
    pub(super) fn holds(&self, x: &Functions, side: usize) -> bool {
        if x.numerators.len() != self.size() {
            return false;
        }
        let limbs = self.limbs(x, side);
        let numerators: Vec<Integer> = x.numerators.iter().map(|n| packed(n, limbs)).collect();
        let denominator = packed(&x.denominator, limbs);
        self.rows.iter().zip(&self.right[side]).all(|(row, b)| {
            let mut left = Integer::ZERO;
            for (entry, numerator) in row.iter().zip(&numerators) {
                for (count, place) in entry {
                    let shift = u64::from(self.exponents[*place]) * limbs as u64 * 64;
                    left += (numerator << shift) * count;
                }
            }
            left == &denominator * packed(b, limbs)
        })
    }

    /// The words that hold each coefficient of M·N and D·b, with its sign.
    fn limbs(&self, x: &Functions, side: usize) -> usize {
        let bits = |polys: &[Poly]| polys.iter().flatten().map(SignificantBits::significant_bits).max().unwrap_or(0);
        let counts = |row: &Vec<Vec<(Integer, usize)>>| row.iter().flatten().map(|(c, _)| c.unsigned_abs_ref()).sum();
        let heaviest: Natural = self.rows.iter().map(counts).max().unwrap_or_default();
        let left = bits(&x.numerators) + heaviest.significant_bits();
        let length = x.denominator.len().significant_bits();
        let right = bits(std::slice::from_ref(&x.denominator)) + bits(&self.right[side]) + length;
        usize::try_from((left.max(right) + 2).div_ceil(64)).unwrap_or(usize::MAX)
    }

    /// The solution in t = s^(1/g).
    pub(super) fn in_t(&self, x: Functions) -> Functions {
        let spread = |f: Poly| {
            let mut spread =
                vec![Integer::ZERO; (f.len() * self.stride as usize + 1).saturating_sub(self.stride as usize)];
            f.into_iter().zip(spread.iter_mut().step_by(self.stride as usize)).for_each(|(c, place)| *place = c);
            trimmed(spread)
        };
        Functions { denominator: spread(x.denominator), numerators: x.numerators.into_iter().map(spread).collect() }
    }
}

/// Without zeros at the end.
pub(super) fn trimmed(mut f: Poly) -> Poly {
    let length = f.iter().rposition(|coefficient| *coefficient != 0).map_or(0, |last| last + 1);
    f.truncate(length);
    f
}

/// f at 2^(64·limbs), where every coefficient is shorter.
fn packed(f: &[Integer], limbs: usize) -> Integer {
    let part = |positive: bool| {
        let mut words = vec![0; f.len() * limbs];
        for (coefficient, place) in f.iter().zip(words.chunks_mut(limbs)) {
            if (*coefficient >= 0) == positive {
                let magnitude = coefficient.unsigned_abs_ref().limbs();
                place.iter_mut().zip(magnitude).for_each(|(word, limb)| *word = limb);
            }
        }
        Integer::from(Natural::from_owned_limbs_asc(words))
    };
    part(true) - part(false)
}

/// The system modulo a prime.
pub(super) struct Residues<'a> {
    pub(super) field: PrimeField,
    rows: Vec<Vec<Vec<(u64, usize)>>>,
    exponents: &'a [u32],
    right: Vec<Vec<Vec<u64>>>,
}

impl Residues<'_> {
    /// m.
    pub(super) fn size(&self) -> usize {
        self.rows.len()
    }

    /// The solutions at a point, one for each right-hand side; `None` where M is singular.
    ///
    /// Cost for m unknowns and r right-hand sides: m³/3 + r·m² multiplications of words.
    pub(super) fn solve_at(&self, point: u64) -> Option<Vec<Vec<u64>>> {
        let field = &self.field;
        let mut powers = Vec::with_capacity(self.exponents.len());
        let (mut power, mut last) = (field.one(), 0);
        for &exponent in self.exponents {
            power = field.multiply(power, field.power(point, u64::from(exponent - last)));
            powers.push(power);
            last = exponent;
        }
        let term = |sum, &(count, place): &(u64, usize)| field.add(sum, field.multiply(count, powers[place]));
        let row = |(i, row): (usize, &Vec<Vec<(u64, usize)>>)| {
            let entries = row.iter().map(|entry| entry.iter().fold(0, term));
            entries.chain(self.right.iter().map(|side| evaluate(field, &side[i], point))).collect()
        };
        eliminate(field, self.rows.iter().enumerate().map(row).collect(), self.right.len())
    }
}

/// The solutions of a square system of full rank, whose right-hand sides are the last columns.
///
/// Crout's elimination: every entry is a sum of products that are reduced together.
fn eliminate(field: &PrimeField, mut rows: Vec<Vec<u64>>, sides: usize) -> Option<Vec<Vec<u64>>> {
    let size = rows.len();
    // Each column of the upper triangle, with ones on its diagonal, down to the row reached.
    let mut upper: Vec<Vec<u64>> = vec![Vec::with_capacity(size); size + sides];
    for k in 0..size {
        checkpoint();
        for row in &mut rows[k..] {
            row[k] = field.subtract(row[k], field.dot(&row[..k], &upper[k]));
        }
        let found = (k..size).find(|&i| rows[i][k] != 0)?;
        rows.swap(k, found);
        let (lower, rest) = rows[k].split_at_mut(k);
        let scale = field.reciprocal(rest[0]);
        for (entry, column) in rest.iter_mut().zip(&mut upper[k..]).skip(1) {
            *entry = field.multiply(field.subtract(*entry, field.dot(lower, column)), scale);
            column.push(*entry);
        }
    }
    let solve = |side: &Vec<u64>| {
        let mut x = side.clone();
        for k in (0..size).rev() {
            x[k] = field.subtract(x[k], field.dot(&rows[k][k + 1..size], &x[k + 1..]));
        }
        x
    };
    Some(upper[size..].iter().map(solve).collect())
}
