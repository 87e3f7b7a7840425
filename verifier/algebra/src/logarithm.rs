//! Logarithms of rationals, enclosed between rationals as narrowly as a question needs.

use crate::decimal::decimal;
use crate::enclosure::Enclosure;
use dp_number::meter::{total, words};
use dp_number::{Rational, fraction};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::sync::OnceLock;

/// The bits of precision past which a comparison is given up: about 2^-4096 apart.
const MOST_BITS: u64 = 1 << 12;

/// log₂ x or −ln x of a rational x > 0.
///
/// log₂ x is rational only for x = 2^k, k an integer (x^q = 2^p with x rational forces it), and ln x only
/// for x = 1 (Hermite–Lindemann). All other values are irrational, so that no rounding is ever a tie and
/// every comparison with a rational is settled by a narrow enough enclosure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Logarithm {
    /// log₂ x: bits.
    Log2(Rational),
    /// −ln x: the ε of α = x.
    MinusLn(Rational),
}

impl Logarithm {
    fn argument(&self) -> &Rational {
        match self {
            Logarithm::Log2(x) | Logarithm::MinusLn(x) => x,
        }
    }

    /// The value where it is rational.
    pub fn exact(&self) -> Option<Rational> {
        let x = self.argument();
        let power = |n: &BigInt| -> Option<BigInt> {
            let k = n.bits().checked_sub(1)?;
            (n.trailing_zeros() == Some(k)).then(|| k.into())
        };
        match self {
            _ if x.is_one() => Some(Rational::zero()),
            Logarithm::MinusLn(_) => None,
            Logarithm::Log2(x) if x.denom().is_one() => power(x.numer()).map(Rational::from),
            Logarithm::Log2(x) if x.numer().is_one() => power(x.denom()).map(|k| Rational::from(-k)),
            Logarithm::Log2(_) => None,
        }
    }

    /// An enclosure computed with `precision` bits after the point.
    ///
    /// ln x = e·ln 2 + 2·artanh((m−1)/(m+1)) where x = m·2^e and 2/3 ≤ m ≤ 4/3; ln 2 = 2·artanh(1/3).
    /// Every operation is rounded down for the lower end and up for the upper.
    pub fn enclosure(&self, precision: u64) -> Enclosure {
        let one = BigInt::one() << precision;
        let (low, high) = natural(self.argument(), precision);
        let (low, high) = match self {
            Logarithm::MinusLn(_) => (-high, -low),
            Logarithm::Log2(_) => {
                // A short ln x has as few digits to lose, and needs a short ln 2.
                let short = precision.saturating_sub(self.agreed()).saturating_add(64);
                let two = artanh_of_a_third(short);
                let two: [BigInt; 2] = [two.0 * 2, two.1 * 2];
                let divisor = |end: &BigInt, for_low: bool| {
                    if end.is_negative() == for_low { &two[0] } else { &two[1] }
                };
                let (low_by, high_by) = (divisor(&low, true), divisor(&high, false));
                ((low << short).div_floor(low_by), (high << short).div_ceil(high_by))
            }
        };
        Enclosure { low: fraction(low, one.clone()), high: fraction(high, one) }
    }

    /// Twelve significant digits, correctly rounded; `None` past the precision limit.
    pub fn decimal(&self) -> Option<String> {
        if let Some(exact) = self.exact() {
            return Some(decimal(&exact));
        }
        self.refine(|e| {
            let text = decimal(&e.low);
            (text == decimal(&e.high)).then_some(text)
        })
    }

    /// The leading bits after the point that x and 1 have in common.
    fn agreed(&self) -> u64 {
        let x = self.argument();
        x.denom().bits().saturating_sub((x.numer() - x.denom()).bits())
    }

    /// About the word operations that twelve digits of the value take. It is hardly nearer to a short decimal than its
    /// argument is long.
    pub fn cost(&self) -> u64 {
        let x = self.argument();
        cost(self.agreed(), dp_number::bits(x).clamp(128, MOST_BITS))
    }

    /// About the word operations of [`Self::enclosure`] with that many bits after the point.
    pub fn cost_of(&self, precision: u64) -> u64 {
        let agreed = self.agreed().min(precision);
        cost(agreed, precision.saturating_sub(agreed))
    }

    /// Asks the question of ever narrower enclosures until it has an answer.
    pub fn refine<T>(&self, question: impl Fn(&Enclosure) -> Option<T>) -> Option<T> {
        // ln x is about x - 1 near 1, so that it shows only past the bits by which they agree. The series
        // has the fewer terms the more these are.
        let agreed = self.agreed();
        let mut precision = 64u64;
        loop {
            if let Some(answer) = question(&self.enclosure(agreed.saturating_add(precision))) {
                return Some(answer);
            }
            if precision >= MOST_BITS {
                return None;
            }
            precision = precision.saturating_mul(2);
        }
    }
}

/// What a product or a quotient takes beside its words.
const ON_SHORT: u64 = 24;

/// About the word operations of an enclosure: a series whose every term gives three bits, or two times as many as the
/// argument has in common with 1, and the series of ln 2, a product and a quotient a term and end.
fn cost(agreed: u64, precision: u64) -> u64 {
    let series = |terms: u64, bits: u64| {
        let words = words(bits).saturating_add(1);
        let each = words.saturating_mul(words).saturating_add(ON_SHORT);
        terms.saturating_add(2).saturating_mul(8).saturating_mul(each)
    };
    let bits = agreed.saturating_add(precision);
    let terms = bits.checked_div(total([agreed, agreed, 3])).unwrap_or(bits);
    series(terms, bits).saturating_add(series(precision / 3, precision))
}

/// ln x between two integers over 2^w.
fn natural(x: &Rational, w: u64) -> (BigInt, BigInt) {
    let (mut n, mut d) = (x.numer().clone(), x.denom().clone());
    // Scale to 2/3 ≤ n/d ≤ 4/3.
    let mut e = BigInt::from(n.bits()) - BigInt::from(d.bits());
    if e.is_negative() {
        n <<= bits_of(&-&e)
    } else {
        d <<= bits_of(&e)
    }
    if &n * 3u8 > &d * 4u8 {
        d <<= 1u8;
        e += 1;
    } else if &n * 3u8 < &d * 2u8 {
        n <<= 1u8;
        e -= 1;
    }
    let (low, high) = artanh(&(&n - &d).abs(), &(&n + &d), w);
    let (low, high) = if n < d { (-high, -low) } else { (low, high) };
    if e.is_zero() {
        return (low * 2, high * 2);
    }
    let two = artanh_of_a_third(w);
    let (two_low, two_high) = if e.is_negative() { (two.1, two.0) } else { two };
    ((low + &e * two_low) * 2, (high + &e * two_high) * 2)
}

/// artanh(1/3), half of ln 2, between two integers over 2^w: most are rounded from one that is kept.
fn artanh_of_a_third(w: u64) -> (BigInt, BigInt) {
    const KEPT: u64 = 320;
    static THIRD: OnceLock<(BigInt, BigInt)> = OnceLock::new();
    let third = |w| artanh(&BigInt::one(), &BigInt::from(3), w);
    let Some(less) = KEPT.checked_sub(w) else { return third(w) };
    let (low, high) = THIRD.get_or_init(|| third(KEPT));
    (low >> less, (high >> less) + 1)
}

fn bits_of(e: &BigInt) -> u64 {
    e.iter_u64_digits().next().unwrap_or(0)
}

/// artanh(t) = t + t³/3 + t⁵/5 + … between two integers over 2^w, for 0 ≤ t = n/d ≤ 1/3.
///
/// The upper sum stops at a power ≤ 2^-w; what is left is below that power / (1 − t²) ≤ 9/8 of it.
fn artanh(n: &BigInt, d: &BigInt, w: u64) -> (BigInt, BigInt) {
    let one = BigInt::one() << w;
    let below_one = &one - 1u8;
    let (mut low, mut high) = (BigInt::zero(), BigInt::zero());

    let t = (n * &one).div_floor(d);
    let square: BigInt = (&t * &t) >> w;
    let mut power = t;
    for k in (1u32..).step_by(2) {
        if !power.is_positive() {
            break;
        }
        low += &power / k;
        power = (power * &square) >> w;
    }

    // Up: x/k by (x − 1)/k, which is rounded down, and 1.
    let t = (n * &one).div_ceil(d);
    let square: BigInt = (&t * &t + &below_one) >> w;
    let mut power = t;
    for k in (1u32..).step_by(2) {
        if power <= BigInt::one() {
            break;
        }
        high += (&power - 1u8) / k + 1u8;
        power = (power * &square + &below_one) >> w;
    }
    (low, high + power * 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn r(n: i64, d: i64) -> Rational {
        Rational::new(n.into(), d.into())
    }

    #[test]
    fn known_decimals() {
        assert_eq!(Logarithm::Log2(r(8, 3)).decimal().as_deref(), Some("1.41503749928"));
        assert_eq!(Logarithm::Log2(r(3, 8)).decimal().as_deref(), Some("-1.41503749928"));
        assert_eq!(Logarithm::MinusLn(r(1, 2)).decimal().as_deref(), Some("0.693147180560"));
        assert_eq!(Logarithm::MinusLn(r(1, 32)).decimal().as_deref(), Some("3.46573590280"));
        assert_eq!(Logarithm::MinusLn(r(1, 1)).decimal().as_deref(), Some("0"));
        assert_eq!(Logarithm::Log2(r(1_024, 1)).decimal().as_deref(), Some("10.0000000000"));
        assert_eq!(Logarithm::Log2(r(1, 8)).exact(), Some(r(-3, 1)));
        assert_eq!(Logarithm::Log2(r(3, 1)).exact(), None);
    }

    #[test]
    fn enclosures_are_narrow_and_nested() {
        for (n, d) in [(1, 3), (2, 3), (4, 3), (5, 3), (7, 2), (1, 1_000_003), (999_999, 1_000_000), (1 << 40, 3)] {
            let log = Logarithm::Log2(r(n, d));
            let (wide, narrow) = (log.enclosure(64), log.enclosure(256));
            assert!(wide.low <= narrow.low && narrow.high <= wide.high && narrow.low < narrow.high, "{n}/{d}");
            assert!(&wide.high - &wide.low < r(1, 1 << 50), "{n}/{d}");
        }
    }

    /// Of ln 2 that is kept, and that is not, with a place more or less.
    #[test]
    fn enclosures_at_the_end_of_what_is_kept() {
        let narrow = artanh(&BigInt::one(), &BigInt::from(3), 400);
        for w in [1, 64, 319, 320, 321] {
            let (low, high) = artanh_of_a_third(w);
            assert!(low << (400 - w) <= narrow.0 && narrow.1 <= &high << (400 - w), "{w}");
            assert!(artanh_of_a_third(w).1 - artanh_of_a_third(w).0 < BigInt::from(w + 4), "{w}");
        }
    }

    #[test]
    fn comparison_matches_powers() {
        // log2 3 against p/q: 3^q against 2^p.
        for (p, q) in [(3i64, 2u32), (8, 5), (19, 12), (84, 53), (1054, 665)] {
            let powers = num_traits::Pow::pow(&BigInt::from(3), q).cmp(&(BigInt::one() << p));
            let other = r(p, i64::from(q));
            let order = |e: &Enclosure| (e.low > other || e.high < other).then(|| e.low.cmp(&other));
            assert_eq!(Logarithm::Log2(r(3, 1)).refine(order), Some(powers));
        }
    }
}
