//! `mutual-information`: I(π; X), Shannon's, in bits (A mathematical theory of communication, 1948).
//!
//! Where each x_io/q_o of a row is a power of two, 2^k_o, its D(x_i ‖ q) is Σ_o x_io·k_o bits exactly: so 0 shows, and
//! what a noiseless channel has.
//!
//! Of a product it is the sum of the individuals' own for a product prior. Of randomised response, by its structure:
//! q_o = π_o·a + (1 − π_o)·b.

use super::information::{Channel, entries, entropy, x_ln_x};
use crate::case::Case;
use crate::failure::{Failure, Why, refused};
use crate::problem::{Name, Response, Verdict};
use crate::proved::{Found, Value};
use dp_number::list::List;
use dp_number::meter::{charge, pass, steps};
use dp_number::{Bracket, Fraction, Number, Vector, common_denominator, logarithm};
use num_bigint::BigInt;
use num_traits::{One, Signed};

/// Numbers are enclosed with so many bits. The next is tried where that does not show enough.
pub(super) const PRECISIONS: [u64; 4] = [128, 384, 1_536, 6_144];

/// The enclosure may be as wide as its 2^-CLOSE part.
const CLOSE: u64 = 68;

/// The bits of an end of an enclosure, and those by which two numbers look like one.
const LONG: u64 = 256;
const ALIKE: u64 = 40;

/// A number of bits: one that is known, or the two between which it is.
#[derive(Clone)]
pub(super) struct Measure {
    pub(super) ends: [Fraction; 2],
    pub(super) is_exact: bool,
}

impl Measure {
    pub(super) fn exactly(x: Fraction) -> Self {
        Self { ends: [x.clone(), x], is_exact: true }
    }

    /// A number of nats in bits, of no more digits than are of use.
    pub(super) fn of(nats: &Bracket, two: &Bracket) -> Option<Self> {
        let Bracket { low, high, bits } = nats.over(two)?;
        let spare = high.bits().saturating_sub(LONG).min(bits);
        let end = |n: BigInt| over(n, bits.saturating_sub(spare));
        Some(Self { ends: [end(low >> spare), end((high >> spare) + 1)], is_exact: false })
    }

    /// Whether the ends are as close as that.
    fn is_close(&self, case: &Case) -> Result<bool, Failure> {
        let [low, high] = &self.ends;
        Ok(self.is_exact || is_near(case, low, high, CLOSE)?)
    }

    pub(super) fn stated(self, copies: usize) -> Found {
        let times = Fraction::from(Number::from(copies));
        let [low, high] = self.ends.map(|end| (&end * &times).lowest());
        let value = if self.is_exact { Value::Number(low) } else { Value::Enclosed([low, high]) };
        Found::new(Verdict::Holds).value(Name::Bits, value)
    }
}

/// n/2^bits.
fn over(n: BigInt, bits: u64) -> Fraction {
    Fraction::new(n.into(), (BigInt::one() << bits).into()).lowest()
}

/// Whether high ≤ (1 + 2^-places)·low.
pub(super) fn is_near(case: &Case, low: &Fraction, high: &Fraction, places: u64) -> Result<bool, Failure> {
    let wide = &(high - low) * &Number::from(BigInt::one() << places).into();
    Ok(case.compare(&wide, low)?.is_le())
}

/// `mutual-information`; of so many copies of a product's parent, or of one for each of several priors.
pub(crate) fn check(case: &Case, priors: &[Vector], copies: usize) -> Result<Found, Failure> {
    let mut all = Measure::exactly(Fraction::ZERO);
    for prior in priors {
        let own = information(case, prior)?;
        all.is_exact &= own.is_exact;
        all.ends.iter_mut().zip(&own.ends).for_each(|(sum, end)| *sum = &*sum + end);
    }
    Ok(all.stated(copies))
}

fn information(case: &Case, prior: &Vector) -> Result<Measure, Failure> {
    for bits in PRECISIONS {
        if let Some(seen) = Seen::of(case, prior, bits)?
            && seen.information.is_close(case)?
        {
            return Ok(seen.information);
        }
    }
    refused(Why::NotEnclosed)
}

/// A prior at one precision: q = πX, I(π; X), and D(x_i ‖ q) of each row of which it is known.
pub(super) struct Seen {
    pub(super) channel: Channel,
    pub(super) q: Vec<Bracket>,
    pub(super) exact: Vec<Option<Fraction>>,
    pub(super) information: Measure,
}

impl Seen {
    /// `None` where numbers can't be enclosed.
    pub(super) fn of(case: &Case, prior: &Vector, bits: u64) -> Result<Option<Self>, Failure> {
        let (channel, weights) = (Channel::of(case, bits)?, entries(case, prior, bits)?);
        let (Some(channel), Some(weights)) = (channel, weights) else { return Ok(None) };
        let q = channel.output(&weights);
        let exact = exact(case, prior, &channel.rows, &q)?;
        let mut sum = Some(Fraction::ZERO);
        for i in case.support(prior)? {
            let own = exact.at(i)?.as_ref().map(|own| &prior.entry(i) * own);
            sum = sum.zip(own).map(|(sum, own)| &sum + &own);
        }
        let information = match sum {
            Some(sum) => Some(Measure::exactly(sum.lowest())),
            None => Measure::of(&channel.information(&weights, &q)?, &channel.two),
        };
        Ok(information.map(|information| Self { channel, q, exact, information }))
    }
}

/// D(x_i ‖ πX) in bits of each row whose ratios x_io/q_o are all powers of two.
fn exact(case: &Case, prior: &Vector, rows: &[Vec<Bracket>], q: &[Bracket]) -> Result<Vec<Option<Fraction>>, Failure> {
    let powers = |row: &Vec<Bracket>| row.iter().zip(q).map(|(x, q)| power(x, q)).collect::<Option<Vec<_>>>();
    let powers: Vec<Option<Vec<[u64; 2]>>> = rows.iter().map(powers).collect();
    if powers.iter().all(Option::is_none) {
        return Ok(vec![None; rows.len()]);
    }
    let (_, factors) = common_denominator(case.rows)?;
    let mut sums = vec![Number::ZERO; q.len()];
    for i in case.support(prior)? {
        let weight = &prior[i] * factors.at(i)?;
        sums.iter_mut().zip(&case.row(i)?.numerators).for_each(|(sum, x)| *sum += &(&weight * x));
    }
    let two = |k: u64| Number::from(BigInt::one() << k);
    let mut all = Vec::new();
    for ((row, factor), powers) in case.rows.iter().zip(&factors).zip(powers) {
        let mut sum = powers.as_ref().map(|_| Number::ZERO);
        let factor = factor * &prior.denominator;
        for (o, [up, down]) in powers.into_iter().flatten().enumerate() {
            let x = &row[o];
            let order = case.at.order_products([&(x * &factor), &two(down)], [sums.at(o)?, &two(up)])?;
            let own = &(x * &Number::from(i128::from(up))) - &(x * &Number::from(i128::from(down)));
            let is_zero = case.sign(x)?.is_eq();
            sum = sum.filter(|_| is_zero || order.is_eq()).map(|sum| if is_zero { sum } else { &sum + &own });
        }
        all.push(sum.map(|sum| Fraction::new(sum, row.denominator.clone())));
    }
    Ok(all)
}

/// k, as what is above and what is below 0, where x looks like 2^k·q.
fn power(x: &Bracket, q: &Bracket) -> Option<[u64; 2]> {
    if x.high.bits() == 0 {
        return Some([0; 2]);
    }
    let [x, q] = [x, q].map(|of| &of.low + &of.high);
    // Of a power of two both ends may be a little below it.
    let [long, own] = [&x, &q].map(|of| (of + (of >> (ALIKE / 2))).bits());
    let [up, down] = [long.saturating_sub(own), own.saturating_sub(long)];
    let (x, q) = (x << down, q << up);
    ((&x - q).abs() << ALIKE <= x).then_some([up, down])
}

/// Both claims of randomised response on so many answers, at this prior; of the capacity the uniform one.
///
/// q_o = π_o·a + (1 − π_o)·b. Cost: a logarithm for each run of equal weights.
pub(crate) fn of_response(case: &Case, response: &Response, prior: &Vector) -> Result<Found, Failure> {
    let row = response.rows.at(0)?;
    let (is_blind, is_clear) = (case.order(&row[0], &row[1])?.is_eq(), case.sign(&row[1])?.is_eq());
    if is_blind || case.support(prior)?.len() == 1 {
        return Ok(Measure::exactly(Fraction::ZERO).stated(1));
    }
    let n = Number::from(prior.len());
    if is_clear && prior.numerators.iter().all(|weight| *weight == prior[0]) {
        return Ok(Found::new(Verdict::Holds).value(Name::Bits, Value::Log2(n.into())));
    }
    for bits in PRECISIONS {
        let two = logarithm::ln_two(bits)?;
        let (own, weights) = (entries(case, row, bits)?, entries(case, prior, bits)?);
        let (Some(own), Some(weights)) = (own, weights) else { continue };
        let [a, b, ..] = &own[..] else { return refused(Why::DoesNotFit) };
        let mut sum = entropy(std::slice::from_ref(b), &two)?.scaled(&prior.len().saturating_sub(1).into());
        sum.add(&entropy(std::slice::from_ref(a), &two)?);
        let (mut last, one): (Option<(&Bracket, Bracket)>, _) = (None, BigInt::one() << bits);
        for weight in &weights {
            charge(steps(8, pass(bits), pass(bits)))?;
            let added = match last {
                Some((known, added)) if known == weight => added,
                _ => {
                    let mut q = Bracket { low: &one - &weight.high, high: &one - &weight.low, bits }.times(b);
                    q.add(&weight.times(a));
                    x_ln_x(&Bracket { high: q.high.min(one.clone()), ..q }, &two)?.scaled(&(-1).into())
                }
            };
            sum.add(&added);
            last = Some((weight, added));
        }
        if let Some(found) = Measure::of(&sum, &two)
            && found.is_close(case)?
        {
            return Ok(found.stated(1));
        }
    }
    refused(Why::NotEnclosed)
}
