//! Roots isolated by the signs of Bernstein coefficients.

use crate::gcd::derivative;
use dp_number::meter::{charge, pass, room, steps, total};
use dp_number::{Number, Obstacle, Rational, bits, compare, fraction, gcd, polynomial, sign_at, sum};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// A real root of a squarefree polynomial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Isolated {
    /// This rational.
    At(Rational),
    /// The only root between two rationals, low < high. (A rational may be among such roots too.)
    Between(Rational, Rational),
}

impl Isolated {
    /// A rational that is not more.
    pub fn low(&self) -> &Rational {
        match self {
            Isolated::At(x) | Isolated::Between(x, _) => x,
        }
    }

    /// A rational that is not less.
    pub fn high(&self) -> &Rational {
        match self {
            Isolated::At(x) | Isolated::Between(_, x) => x,
        }
    }
}

/// A polynomial on an interval as Σ b_i·C(n,i)·u^i·(1−u)^(n−i), u running from 0 to 1 over it; up to one positive
/// factor.
///
/// The basis is positive inside, so that b's of one sign, not all 0, give the polynomial that sign on the open
/// interval. By Descartes' rule, applied to x = u/(1−u), the sign changes among the b's are at least the number of
/// roots in the open interval, counted with multiplicity, and as even or odd as it: none means no root, one means
/// one. The first and the last b are the values at the ends. (Basu, Pollack and Roy, Algorithms in Real Algebraic
/// Geometry, chapter 10.)
pub(crate) struct Bernstein(Vec<BigInt>);

impl Bernstein {
    /// p on the interval from low to high, low < high.
    ///
    /// Cost: that of [`polynomial::bernstein`].
    pub(crate) fn new(p: &Number, low: &Rational, high: &Rational) -> Result<Self, Obstacle> {
        let wide = low.denom().bits().saturating_add(high.denom().bits());
        charge(steps(8, pass(wide), pass(total([wide, low.numer().bits(), high.numer().bits()]))))?;
        let common = low.denom() / gcd(low.denom(), high.denom()) * high.denom();
        let ends = [low, high].map(|x| x.numer() * (&common / x.denom()));
        let n = p.degree();
        let long = pass((n as u64).saturating_mul(2));
        charge(steps(n as u64, n as u64, long))?;
        let mut coefficients = polynomial::bernstein(&p.coefficients(), [&ends[0], &ends[1], &common])?;
        for (c, weight) in coefficients.iter_mut().zip(weights(n)) {
            *c *= weight;
        }
        Ok(Self(coefficients))
    }

    /// The sign on the open interval where the coefficients show it.
    pub(crate) fn sign(&self) -> Option<Ordering> {
        let (negative, positive) = (self.0.iter().any(Signed::is_negative), self.0.iter().any(Signed::is_positive));
        match (negative, positive) {
            (false, false) => Some(Ordering::Equal),
            (false, true) => Some(Ordering::Greater),
            (true, false) => Some(Ordering::Less),
            (true, true) => None,
        }
    }

    /// The sign changes, zeros left out.
    fn changes(&self) -> usize {
        let signs = self.0.iter().filter(|b| !b.is_zero()).map(Signed::is_negative);
        signs.clone().zip(signs.skip(1)).filter(|(sign, next)| sign != next).count()
    }

    /// On both halves of the interval (de Casteljau): deg²/2 sums. The numbers get deg bits longer.
    fn halves(self) -> Result<(Self, Self), Obstacle> {
        let n = self.0.len().saturating_sub(1) as u64;
        let long = self.0.iter().map(BigInt::bits).max().unwrap_or(0).saturating_add(n);
        charge(steps(n, (n / 2).saturating_add(2), pass(long).saturating_add(1)))?;
        let mut row = self.0;
        let (mut left, mut right) = (Vec::with_capacity(row.len()), Vec::with_capacity(row.len()));
        while let (Some(first), Some(last)) = (row.first(), row.last()) {
            // A row of sums of 2^j coefficients stands for their means: all are brought to 2^n.
            let places = row.len().saturating_sub(1);
            left.push(first << places);
            right.push(last << places);
            // The next row has the sums of neighbours, one less.
            row.iter_mut().reduce(|b, next| {
                *b += &*next;
                next
            });
            row.pop();
        }
        right.reverse();
        Ok((Self(left).shortened(), Self(right).shortened()))
    }

    /// Without the powers of 2 that all coefficients share, which every bisection adds to: a positive factor.
    fn shortened(mut self) -> Self {
        let spare = self.0.iter().filter_map(BigInt::trailing_zeros).min().unwrap_or(0);
        if spare > 0 {
            self.0.iter_mut().for_each(|b| *b >>= spare);
        }
        self
    }

    /// The words of the longest coefficient.
    fn words(&self) -> u64 {
        pass(self.0.iter().map(BigInt::bits).max().unwrap_or(0))
    }
}

/// L/C(n,i) for i = 0..=n, where L is the least common multiple of these binomial coefficients.
fn weights(n: usize) -> impl Iterator<Item = BigInt> {
    let mut multiple = BigInt::one();
    let terms = n.saturating_add(1);
    for k in 1..=terms {
        let shared = gcd(&multiple, &k.into());
        multiple *= BigInt::from(k) / shared;
    }
    multiple /= terms;
    let mut binomial = BigInt::one();
    (0..=n).rev().zip(1u64..).map(move |(left, next)| {
        let weight = &multiple / &binomial;
        binomial = &binomial * left / next;
        weight
    })
}

/// What is left to do, from left to right.
enum Task {
    /// An interval on which the signs change twice or more often.
    Search(Bernstein, Rational, Rational),
    Found(Isolated),
}

impl Task {
    /// What is to be done about an interval with these coefficients.
    fn of(b: Bernstein, low: Rational, high: Rational) -> Option<Self> {
        match b.changes() {
            0 => None,
            1 => Some(Task::Found(Isolated::Between(low, high))),
            _ => Some(Task::Search(b, low, high)),
        }
    }
}

/// The roots of a squarefree polynomial in the open interval, rising: each exactly, or in an open interval whose
/// only root it is. The intervals may touch.
///
/// Bisection ends where the sign changes are 0 or 1, which they are on intervals much shorter than the distance of
/// roots, complex ones too (Obreshkoff's two-circle theorem). Cost: deg²/2 sums for each bisection, of which roots
/// 2^-k apart take about k. Both halves together have no more changes than the whole (Schoenberg: variation
/// diminishes), and only those with two or more are kept: half of deg at a time.
pub(crate) fn isolate(squarefree: &Number, low: &Rational, high: &Rational) -> Result<Vec<Isolated>, Obstacle> {
    if compare(low, high).is_ge() || squarefree.is_zero() {
        return Err(Obstacle::Unfit(
            "roots are isolated of a polynomial that is not 0, in an interval with low < high",
        ));
    }
    let whole = Bernstein::new(squarefree, low, high)?;
    let mut tasks: Vec<Task> = Task::of(whole, low.clone(), high.clone()).into_iter().collect();
    let mut roots = Vec::new();
    while let Some(task) = tasks.pop() {
        let (b, low, high) = match task {
            Task::Found(root) => {
                roots.push(root);
                continue;
            }
            Task::Search(b, low, high) => (b, low, high),
        };
        // Both halves, the row that they are made from, and all that waits, none of which is longer.
        room((tasks.len() as u64).saturating_add(3).saturating_mul(b.0.len() as u64), b.words())?;
        let middle = middle(&low, &high)?;
        let (left, right) = b.halves()?;
        let hit = left.0.last().is_some_and(Zero::is_zero).then(|| Task::Found(Isolated::At(middle.clone())));
        tasks.extend(Task::of(right, middle.clone(), high));
        tasks.extend(hit);
        tasks.extend(Task::of(left, low, middle));
    }
    Ok(roots)
}

/// Narrows the interval of a root until it keeps away from the ends of the whole interval and from other roots, so
/// that the squarefree polynomial has opposite signs at its ends.
///
/// Just right of a simple root the polynomial has the sign of its derivative.
pub(crate) fn apart(
    squarefree: &Number,
    root: Isolated,
    low: &Rational,
    high: &Rational,
) -> Result<Isolated, Obstacle> {
    let Isolated::Between(mut l, mut h) = root else { return Ok(root) };
    let at_low = sign_at(squarefree, &l)?;
    let mut free_low = at_low != Ordering::Equal && compare(&l, low).is_ne();
    let mut free_high = sign_at(squarefree, &h)? != Ordering::Equal && compare(&h, high).is_ne();
    let left = if at_low == Ordering::Equal { sign_at(&derivative(squarefree), &l)? } else { at_low };
    while !(free_low && free_high) {
        let m = middle(&l, &h)?;
        match sign_at(squarefree, &m)? {
            Ordering::Equal => return Ok(Isolated::At(m)),
            sign if sign == left => (l, free_low) = (m, true),
            _ => (h, free_high) = (m, true),
        }
    }
    Ok(Isolated::Between(l, h))
}

/// (low + high)/2.
pub(crate) fn middle(low: &Rational, high: &Rational) -> Result<Rational, Obstacle> {
    let wide = pass(bits(low).saturating_add(bits(high)));
    charge(steps(8, wide, wide))?;
    let total = sum(low, high);
    Ok(fraction(total.numer().clone(), total.denom() * 2))
}
