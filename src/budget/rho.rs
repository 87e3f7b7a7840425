//! What ρ-zCDP alone says of repeated use: ρ's add up (Bun, Steinke, Concentrated differential privacy, 2016), and
//! their sum implies (ε, δ)-privacy by the formula that the kernel encloses (see its `delta_of_rho`).
//!
//! No mechanism file states the answer: it is one about every mechanism of that ρ.

use super::known::{all, number, steps};
use super::{Asked, between, over_limit};
use dp_kernel::{Failure, Meter, Why, delta_of_rho};
use dp_verify::file::Unusable;
use dp_verify::limits::Limits;
use dp_verify::number::{self, BigInt, Rational, compare, decimal, fraction};
use serde_json::{Value as Json, json};

/// Several uses of any mechanism of this ρ.
#[derive(Debug, Clone)]
pub struct UseOfRho {
    /// ρ, as it is written.
    pub rho: String,
    /// How often, at least once.
    pub times: usize,
}

/// What their ρ's imply together.
#[derive(Debug)]
pub struct ByRho {
    /// Their sum.
    pub rho: Rational,
    /// The least ε, or δ, of the formula: twelve digits, rounded up; `inf` where no ε is enough.
    pub value: String,
    /// What the formula's own is no less than: one of the last digit less, or 0 where it can't be told from that.
    pub at_least: String,
    /// The same after the first uses, in their order; the last one is all of them.
    pub curve: Vec<(usize, String)>,
}

impl UseOfRho {
    /// Of `1/2`, `2.63`, `1/2x30`: ρ > 0, and how often if it is not once.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let example = "as in 1/2, 2.63, 1/100x30: ρ, and how often";
        let (rho, times) = match text.rsplit_once(['x', '×']) {
            Some((rho, times)) => (rho, times.trim().parse().ok().filter(|k| *k > 0)),
            None => (text, Some(1)),
        };
        let times = times.ok_or_else(|| format!("found \"{text}\", expected uses of ρ {example}"))?;
        let known = Self { rho: rho.trim().to_owned(), times };
        known
            .known(&Limits::default())
            .map_err(|why| format!("found \"{text}\", expected uses of ρ {example}: {why}"))?;
        Ok(known)
    }

    fn known(&self, limits: &Limits) -> Result<(Rational, usize), String> {
        let rho = number(&self.rho, limits, number::rational)?;
        if rho.is_positive() { Ok((rho, self.times)) } else { Err("ρ is not above 0".to_owned()) }
    }
}

impl ByRho {
    /// As `dp-budget/1`.
    pub fn to_json(&self, uses: &[UseOfRho], asked: &Asked) -> Json {
        let end = match &*self.value {
            "inf" => json!({ "decimal": "inf" }),
            value => json!({ "decimal": value, "at_least": self.at_least, "at_most": value }),
        };
        let of_use = |of: &UseOfRho| json!({ "rho": of.rho, "times": of.times });
        let of_point = |(uses, value): &(usize, String)| json!({ "uses": uses, asked.sought(): value, "basic": null, "advanced": null });
        json!({
            "format": "dp-budget/1", "version": env!("CARGO_PKG_VERSION"), "rho": self.rho.to_string(),
            "uses": uses.iter().map(of_use).collect::<Vec<_>>(), "asked": asked.given(), asked.sought(): end,
            "lower": null, "curve": self.curve.iter().map(of_point).collect::<Vec<_>>(),
        })
    }
}

/// One of the last digit less, if so much is needed.
fn below(value: &str, is_needed: impl Fn(&Rational) -> Result<bool, Failure>) -> Result<String, Failure> {
    let less = between(value).0.unwrap_or_else(|| "0".to_owned());
    Ok(if is_needed(&read(&less))? { less } else { "0".to_owned() })
}

/// What ρ's imply together, and with a curve what those of the first uses do.
///
/// Cost: some hundred enclosures for each ε, and one for each δ.
///
/// # Errors
/// What is wrong with a number, or a limit; a sentence.
pub fn by_rho(uses: &[UseOfRho], asked: &Asked, with_curve: bool, limits: &Limits) -> Result<ByRho, Unusable> {
    let known = uses.iter().map(|of| of.known(limits)).collect::<Result<Vec<_>, _>>()?;
    let given = asked.rational(limits)?;
    let times: Vec<usize> = known.iter().map(|(_, times)| *times).collect();
    let value = |most: usize| {
        let (mut left, mut sum) = (most, whole(0));
        for (rho, times) in &known {
            let first = left.min(*times);
            left -= first;
            sum = &sum + &(rho * &whole(first));
        }
        let meter = Meter::new(limits.steps as u64, limits.exponent as u64, limits.bits as u64, limits.memory as u64);
        let found = meter.run(|| match asked {
            Asked::Epsilon(_) => {
                let [low, high] = delta(&sum, &given)?;
                let value = upwards(&high);
                Ok([below(&value, |less| Ok(compare(less, &low).is_le()))?, value])
            }
            Asked::Delta(_) => {
                let value = least_epsilon(&sum, &given)?;
                let is_needed = |less: &Rational| Ok(compare(&delta(&sum, less)?[0], &given).is_gt());
                Ok([if value == "inf" { String::new() } else { below(&value, is_needed)? }, value])
            }
        });
        Ok::<_, Unusable>((sum, found.map_err(|why| unanswered(&why))?))
    };
    let (sum, [at_least, last]) = value(all(&times))?;
    let mut curve = Vec::new();
    for n in if with_curve { steps(&times) } else { Vec::new() } {
        let [_, own] = if n == all(&times) { [String::new(), last.clone()] } else { value(n)?.1 };
        curve.push((n, own));
    }
    Ok(ByRho { rho: sum, value: last, at_least, curve })
}

/// The δ of the formula at an ε is between these.
fn delta(rho: &Rational, epsilon: &Rational) -> Result<[Rational; 2], Failure> {
    let [low, high] = delta_of_rho(rho, epsilon)?;
    let rational = |x: dp_kernel::Fraction| Ok::<_, Failure>(x.rational()?.unwrap_or_else(|| whole(1)));
    Ok([rational(low)?, rational(high)?])
}

/// The least ε at which the formula's δ is no more than this one: twelve digits, rounded up. That δ falls as ε rises.
fn least_epsilon(rho: &Rational, most: &Rational) -> Result<String, Failure> {
    let is_enough = |epsilon: &Rational| Ok::<_, Failure>(compare(&delta(rho, epsilon)?[1], most).is_le());
    if !most.is_positive() {
        return Ok("inf".to_owned());
    }
    if is_enough(&whole(0))? {
        return Ok("0".to_owned());
    }
    let two = whole(2);
    // From below, where ρ is small: the ε of it may be far under 1.
    let mut high = whole(1);
    while is_enough(&(&high / &two))? {
        high = &high / &two;
    }
    while !is_enough(&high)? {
        high = &high * &two;
    }
    let mut low = &high / &two;
    // A part in 2^-50 of it, which is less than a unit of the twelfth digit.
    for _ in 0..50 {
        let middle = &(&low + &high) / &two;
        if is_enough(&middle)? { high = middle } else { low = middle }
    }
    Ok(upwards(&high))
}

/// Twelve digits, rounded up.
fn upwards(x: &Rational) -> String {
    let text = decimal(x);
    if compare(&read(&text), x).is_lt() { between(&text).1 } else { text }
}

/// The number that twelve digits say.
fn read(text: &str) -> Rational {
    let (digits, power) =
        text.split_once('e').map_or((text, 0), |(digits, power)| (digits, power.parse().unwrap_or(0)));
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let n: BigInt = digits.replace('.', "").parse().unwrap_or_default();
    let power: i64 = power - i64::try_from(places).unwrap_or(0);
    let ten = BigInt::from(10).pow(u32::try_from(power.unsigned_abs()).unwrap_or(0));
    if power < 0 { fraction(n, ten) } else { Rational::from(n * ten) }
}

fn whole(n: usize) -> Rational {
    Rational::from(BigInt::from(n))
}

fn unanswered(why: &Failure) -> Unusable {
    match why {
        Failure::Unproved(why) if **why == Why::FarRho => over_limit("a ρ, ε or δ of over 4096 bits".to_owned()),
        _ => over_limit("what these ρ imply takes more steps than are left (--limit steps=N)".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_rounded_up() {
        let of = |n: i64, d: i64| upwards(&fraction(n.into(), d.into()));
        assert_eq!(of(1, 3), "0.333333333334");
        assert_eq!(of(1, 2), "0.500000000000");
        assert_eq!(of(2, 3), "0.666666666667");
        assert_eq!(of(2_000_001, 3_000_000_000_000), "6.66667000000e-7");
        assert_eq!(below("0.333333333334", |_| Ok(true)), Ok("0.333333333333".to_owned()));
        assert_eq!(below("0.333333333334", |_| Ok(false)), Ok("0".to_owned()));
    }
}
