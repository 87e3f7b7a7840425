//! Heads of fair coins, added to the answer.

use super::formula::Rows;
use super::shifted::{Asked, Noise};
use dp_verify::alpha::{Polynomial, Polynomials as _, Quotient, Quotients as _};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::{BigInt, Rational, Sign};

/// P(z) = C(N, z − i)/2^N: the answer i and the number of heads of N coins.
pub(super) struct Coins<'a> {
    file: &'a Mechanism,
    limits: &'a Limits,
    nodes: usize,
    shift: usize,
    alpha: Quotient,
    delta: Rational,
}

impl<'a> Coins<'a> {
    pub(super) fn new(asked: &Asked<'a>, delta: &Rational) -> Result<Self, String> {
        let field = asked.file.field.as_ref().map(|field| field.alpha.clone());
        let alpha = field.or_else(|| asked.file.privacy.alpha.rational().map(Quotient::constant));
        Ok(Self {
            file: asked.file,
            limits: asked.limits,
            nodes: asked.nodes,
            shift: asked.shift as usize,
            alpha: alpha.ok_or("α is irrational, and there is no t")?,
            delta: delta.clone(),
        })
    }

    /// The sign of α·x − y.
    fn sign(&self, x: &BigInt, y: &BigInt) -> Result<Sign, String> {
        let steps = Budget::new(self.limits.steps);
        let ground = self.file.ground(self.limits, &steps);
        let product = |p: &Polynomial, c: &BigInt| p.scaled(c, &ground.bounds);
        let both = || Ok(&product(&self.alpha.numerator, x)? - &product(&self.alpha.denominator, y)?);
        both().and_then(|difference| ground.sign(&difference)).map_err(|why| why.to_string())
    }
}

/// C(N, k) for k = 0, …, N.
fn coefficients(coins: usize) -> impl Iterator<Item = BigInt> {
    let next = move |(k, c): &(usize, BigInt)| (*k < coins).then(|| (k + 1, c * (coins - k) / (k + 1)));
    std::iter::successors(Some((0, BigInt::from(1))), next).map(|(_, c)| c)
}

impl Noise for Coins<'_> {
    /// The digits of all C(N, k) are about N²/5 a row.
    fn most(&self) -> usize {
        let rows = self.limits.bytes / self.nodes.max(1);
        let of_digits = rows.saturating_mul(5).isqrt();
        let of_zeros = (rows / super::formula::BYTES_OF_ENTRY).saturating_sub(self.nodes);
        of_digits.min(of_zeros).min(self.limits.exponent)
    }

    /// Where a set S of outputs has more than δ over, {k : α·C(N, k) > C(N, k − Δ)} has, which are the k up to some K,
    /// as C(N, k)/C(N, k − Δ) falls: Σ_{k≤K} C(N, k) − e^ε·Σ_{k≤K−Δ} C(N, k) ≤ δ·2^N is to be so.
    fn is_enough(&self, coins: usize) -> Result<bool, String> {
        if coins < self.shift {
            return Ok(false);
        }
        let steps = (coins as u64 / 64 + 1).saturating_mul(coins as u64).saturating_mul(4);
        crate::effort::spend(steps);
        let all: Vec<BigInt> = coefficients(coins).collect();
        // α·C(N, N) > C(N, N − Δ) is not so, and at k < Δ there is nothing on the right.
        let (mut low, mut high) = (self.shift - 1, coins);
        while high - low > 1 {
            let k = low + (high - low) / 2;
            let is_in = self.sign(&all[k], &all[k - self.shift])? == Sign::Plus;
            if is_in { low = k } else { high = k }
        }
        let sum = |k: usize| all.iter().take(k).sum::<BigInt>();
        let (over, under) = (sum(low + 1), sum((low + 1).saturating_sub(self.shift)));
        let whole = BigInt::from(1) << coins;
        let left = over * self.delta.denom() - self.delta.numer() * whole;
        Ok(self.sign(&left, &(under * self.delta.denom()))? != Sign::Plus)
    }

    fn rows(&self, coins: usize) -> (Rows, Option<Vec<String>>) {
        let entries: Vec<String> = coefficients(coins).map(|c| format!("{c}/2^{coins}")).collect();
        let nodes = self.nodes;
        let row = move |i: usize| {
            let zeros = |n: usize| std::iter::repeat_n("0".to_owned(), n);
            zeros(i).chain(entries.iter().cloned()).chain(zeros(nodes - 1 - i)).collect()
        };
        (Box::new((0..nodes).map(row)), None)
    }

    fn title(&self, coins: usize) -> String {
        match coins {
            1 => "binomial noise of 1 coin".to_owned(),
            n => format!("binomial noise of {n} coins"),
        }
    }
}
