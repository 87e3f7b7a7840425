//! A table X as a channel: its entries and their logarithms, enclosed between integers over 2^bits, at one t, and
//! Shannon's measures of it in nats. See `mutual_information` and `shannon_capacity`.
//!
//! With q = πX, I(π; X) = Σ_i π_i·D(x_i ‖ q) = Σ_i π_i Σ_o x_io ln x_io − Σ_o q_o ln q_o, where 0 ln 0 = 0 and D is the
//! divergence of Kullback and Leibler, D(x_i ‖ q) = Σ_o x_io ln x_io − Σ_o x_io ln q_o.

use super::privacy_loss::enclosed;
use crate::case::Case;
use crate::failure::{Approximation, Failure, ensure};
use dp_number::meter::{charge, pass, room, steps, words};
use dp_number::{Bracket, Limit, Number, Vector, logarithm};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// X between integers over 2^bits, those of ln 2: an entry is exactly 0 if and only if it is enclosed as 0.
pub(super) struct Channel {
    pub(super) two: Bracket,
    pub(super) rows: Vec<Vec<Bracket>>,
    /// Σ_o x_io ln x_io.
    own: Vec<Bracket>,
}

impl Channel {
    /// `None` where numbers can't be enclosed. Cost: a logarithm for each entry.
    pub(super) fn of(case: &Case, bits: u64) -> Result<Option<Self>, Failure> {
        let two = logarithm::ln_two(bits)?;
        room(steps(case.rows.len() as u64, case.outputs() as u64, 2), words(bits))?;
        let (mut rows, mut own) = (Vec::new(), Vec::new());
        for row in case.rows {
            let Some(row) = entries(case, row, bits)? else { return Ok(None) };
            own.push(entropy(&row, &two)?);
            rows.push(row);
        }
        Ok(Some(Self { two, rows, own }))
    }

    pub(super) fn bits(&self) -> u64 {
        self.two.bits
    }

    /// q = πX.
    pub(super) fn output(&self, prior: &[Bracket]) -> Vec<Bracket> {
        let zero = Bracket::exactly(0, self.bits());
        let mut q = vec![zero; self.rows.first().map_or(0, Vec::len)];
        for (weight, row) in prior.iter().zip(&self.rows).filter(|(weight, _)| !weight.high.is_zero()) {
            for (q, x) in q.iter_mut().zip(row).filter(|(_, x)| !x.high.is_zero()) {
                q.add(&weight.times(x));
            }
        }
        q
    }

    /// I(π; X), q being πX.
    pub(super) fn information(&self, prior: &[Bracket], q: &[Bracket]) -> Result<Bracket, Limit> {
        let mut sum = entropy(q, &self.two)?.scaled(&(-1).into());
        prior.iter().zip(&self.own).for_each(|(weight, own)| sum.add(&weight.times(own)));
        Ok(sum)
    }

    /// D(x_i ‖ q) for each i; `None` where so many bits are too few to see that q_o > 0.
    ///
    /// # Errors
    /// An output that some row has, and q has not.
    pub(super) fn divergences(&self, q: &[Bracket]) -> Result<Option<Vec<Bracket>>, Failure> {
        let mut all = self.own.clone();
        for (output, q) in q.iter().enumerate() {
            let column: Vec<Option<&Bracket>> = self.rows.iter().map(|row| row.get(output)).collect();
            if column.iter().flatten().all(|x| x.high.is_zero()) {
                continue;
            }
            if !q.low.is_positive() {
                ensure(!q.high.is_zero(), || Approximation::Unreached(output))?;
                return Ok(None);
            }
            let ln = ln(q, &self.two)?.scaled(&(-1).into());
            all.iter_mut().zip(column).for_each(|(sum, x)| x.into_iter().for_each(|x| sum.add(&x.times(&ln))));
        }
        Ok(Some(all))
    }
}

/// The entries of a distribution; `None` where they can't be enclosed.
pub(super) fn entries(case: &Case, row: &Vector, bits: u64) -> Result<Option<Vec<Bracket>>, Failure> {
    let all = || row.numerators.iter().chain([&row.denominator]);
    // Integers as they are.
    let places = match all().all(Number::is_integer) {
        true => 0,
        false => all().map(Number::bits).fold(bits, u64::max).saturating_add(64),
    };
    let Some(d) = enclosed(case, &row.denominator, places)?.filter(|d| d.low.is_positive()) else { return Ok(None) };
    let mut entries = Vec::new();
    for n in &row.numerators {
        if !case.sign(n)?.is_gt() {
            entries.push(Bracket::exactly(0, bits));
            continue;
        }
        let Some(n) = enclosed(case, n, places)? else { return Ok(None) };
        let (least, most) = (n.low.max(BigInt::ZERO), n.high.max(BigInt::one()));
        let low = Bracket::around(&least, &least, &d.high, bits).low;
        // No probability is over 1.
        let high = Bracket::around(&most, &most, &d.low, bits).high.min(BigInt::one() << bits);
        entries.push(Bracket { low, high, bits });
    }
    Ok(Some(entries))
}

/// Σ x ln x over numbers from 0 to 1.
pub(super) fn entropy(all: &[Bracket], two: &Bracket) -> Result<Bracket, Limit> {
    let mut sum = Bracket::exactly(0, two.bits);
    for x in all.iter().filter(|x| !x.high.is_zero()) {
        sum.add(&x_ln_x(x, two)?);
    }
    Ok(sum)
}

/// x ln x for 0 ≤ x ≤ 1, which is no more than 0, no less than −1, and falls up to x = 1/e.
pub(super) fn x_ln_x(x: &Bracket, two: &Bracket) -> Result<Bracket, Limit> {
    if x.low.is_positive() {
        return Ok(x.times(&ln(x, two)?));
    }
    let most = Bracket { low: x.high.clone(), ..x.clone() };
    let is_small = &x.high << 2 <= BigInt::one() << x.bits;
    let low = if is_small { most.times(&ln(&most, two)?).low } else { -(BigInt::one() << x.bits) };
    Ok(Bracket { low, high: BigInt::ZERO, bits: x.bits })
}

/// ln x, x > 0 over the places of ln 2.
fn ln(x: &Bracket, two: &Bracket) -> Result<Bracket, Limit> {
    let (bits, width) = (two.bits, &x.high - &x.low);
    let mut sum = logarithm::ln(&x.low, bits, two)?;
    charge(steps(8, pass(bits), pass(bits)))?;
    // ln(x + w) ≤ ln x + w/x.
    sum.high += ((width << bits) / &x.low) + 1;
    sum.add(&two.scaled(&-BigInt::from(bits)));
    Ok(sum)
}
