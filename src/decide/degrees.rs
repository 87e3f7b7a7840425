//! Which degrees a divisor of a polynomial may have, by its factors modulo primes.

use crate::effort::{spend, steps};
use crate::exact;
use dp_verify::alpha::Polynomial;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::ModPowerOf2;
use malachite::base::num::conversion::traits::WrappingFrom;

/// The primes that are tried: with few digits 1, for powers, and short, for sums of as many products as there are.
const PRIMES: [u64; 12] = [4099, 4111, 4127, 4129, 4133, 4139, 4153, 4157, 4159, 4177, 4201, 4211];

/// The highest degree of a polynomial that is looked at.
const MOST: usize = 255;

/// The degrees up to `highest` that a divisor with whole coefficients may have, as bits: sums of degrees of factors
/// modulo each prime that does not divide the leading coefficient, and modulo which the polynomial has no square
/// divisor.
///
/// Cost: about 28·highest·deg² products of words for each prime.
pub(super) fn of_divisors(p: &Polynomial, highest: usize) -> u64 {
    let (degree, all) = (p.degree(), (2u64 << highest) - 1);
    if degree > MOST {
        return all;
    }
    let whole: Vec<Integer> = p.coefficients().iter().map(exact::integer).collect();
    let mut possible = all;
    for prime in PRIMES {
        spend(steps(28 * highest, degree, degree));
        let field = Field(prime);
        let f: Vec<u64> = whole.iter().map(|c| field.rest(c)).collect();
        let Some(factors) = field.degrees(f, degree, highest) else { continue };
        let sums = factors.iter().fold(1u64, |sums, degree| (sums | sums << degree) & all);
        possible &= sums;
        // All of them that are lower than the polynomial's own are ruled out.
        if possible & ((1u64 << degree.min(63)) - 1) == 1 {
            break;
        }
    }
    possible
}

/// Whole numbers modulo a prime below 2^13; polynomials from the constant up, without zeros at the end.
struct Field(u64);

impl Field {
    fn rest(&self, x: &Integer) -> u64 {
        let rest = x.unsigned_abs_ref() % malachite::Natural::from(self.0);
        let rest = u64::wrapping_from(&rest.mod_power_of_2(64));
        if *x < 0 && rest > 0 { self.0 - rest } else { rest }
    }

    fn inverse(&self, x: u64) -> u64 {
        let (mut power, mut base, mut exponent) = (1, x, self.0 - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power * base % self.0;
            }
            base = base * base % self.0;
            exponent >>= 1;
        }
        power
    }

    /// The degrees up to `highest` of f's irreducible factors (von zur Gathen, Gerhard, Modern Computer Algebra,
    /// Algorithm 14.3); `None` where its degree is lower here, or it has a square divisor.
    fn degrees(&self, f: Vec<u64>, degree: usize, highest: usize) -> Option<Vec<usize>> {
        let mut f = trimmed(f);
        if f.len() != degree + 1 {
            return None;
        }
        let derivative = f.iter().zip(0..).skip(1).map(|(c, k)| c * k % self.0).collect();
        if self.gcd(f.clone(), trimmed(derivative)).len() != 1 {
            return None;
        }
        let mut found = Vec::new();
        let mut power = self.remainder(vec![0, 1], &f);
        let mut d = 1;
        while 2 * d < f.len() && d <= highest {
            power = self.power(&power, self.0, &f);
            let mut apart = power.clone();
            apart.resize(apart.len().max(2), 0);
            apart[1] = (apart[1] + self.0 - 1) % self.0;
            let shared = self.gcd(f.clone(), trimmed(apart));
            found.extend(std::iter::repeat_n(d, (shared.len() - 1) / d));
            if shared.len() > 1 {
                f = self.quotient(f, &shared);
                power = self.remainder(power, &f);
            }
            d += 1;
        }
        // What is left is irreducible, or has factors of higher degrees only.
        if (2..=highest + 1).contains(&f.len()) {
            found.push(f.len() - 1);
        }
        Some(found)
    }

    /// f without its multiple of g ≠ 0, and that multiple's factor. The coefficients of f may be sums of as many
    /// products as there are coefficients, for they are reduced in the end.
    fn divided(&self, mut f: Vec<u64>, g: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let lead = self.inverse(g.last().copied().unwrap_or(1));
        let mut quotient = vec![0; (f.len() + 1).saturating_sub(g.len())];
        for k in (0..quotient.len()).rev() {
            let factor = f[k + g.len() - 1] % self.0 * lead % self.0;
            quotient[k] = factor;
            for (x, c) in f[k..].iter_mut().zip(g) {
                *x += (self.0 - factor) * c;
            }
        }
        (quotient, trimmed(f.into_iter().map(|x| x % self.0).collect()))
    }

    fn remainder(&self, f: Vec<u64>, g: &[u64]) -> Vec<u64> {
        self.divided(f, g).1
    }

    fn quotient(&self, f: Vec<u64>, g: &[u64]) -> Vec<u64> {
        self.divided(f, g).0
    }

    fn gcd(&self, mut f: Vec<u64>, mut g: Vec<u64>) -> Vec<u64> {
        while !g.is_empty() {
            let rest = self.remainder(f, &g);
            (f, g) = (g, rest);
        }
        f
    }

    /// x·y modulo f.
    fn product(&self, x: &[u64], y: &[u64], f: &[u64]) -> Vec<u64> {
        let mut product = vec![0; (x.len() + y.len()).saturating_sub(1)];
        for (i, x) in x.iter().enumerate() {
            for (sum, y) in product[i..].iter_mut().zip(y) {
                *sum += x * y;
            }
        }
        self.remainder(product, f)
    }

    /// x^k modulo f.
    fn power(&self, x: &[u64], mut k: u64, f: &[u64]) -> Vec<u64> {
        let (mut power, mut base) = (self.remainder(vec![1], f), x.to_vec());
        while k > 0 {
            if k & 1 == 1 {
                power = self.product(&power, &base, f);
            }
            k >>= 1;
            if k > 0 {
                base = self.product(&base, &base, f);
            }
        }
        power
    }
}

fn trimmed(mut f: Vec<u64>) -> Vec<u64> {
    while f.last() == Some(&0) {
        f.pop();
    }
    f
}

#[cfg(test)]
mod tests {
    use super::*;
    use dp_verify::alpha::Bounds;
    use dp_verify::alpha::Polynomials as _;
    use dp_verify::limits::{Budget, Limits};
    use dp_verify::number::BigInt;

    fn of(c: &[i64]) -> Polynomial {
        Polynomial::polynomial(c.iter().map(|&c| BigInt::from(c)).collect())
    }

    #[test]
    fn what_has_no_divisor_is_seen() {
        let irreducible: [&[i64]; 4] =
            [&[-2, 0, 1], &[1, -2, -1, 1], &[-1, -1, 0, 0, 0, 1], &[7, 3, 0, 5, 11, 3, 1, 2]];
        for c in irreducible {
            assert_eq!(of_divisors(&of(c), 8), 1 | 1 << (c.len() - 1), "{c:?}");
        }
        // Of a high degree, x^70 + 2x − 2 (Eisenstein).
        let mut high = vec![0; 71];
        (high[0], high[1], high[70]) = (-2, 2, 1);
        assert_eq!(of_divisors(&of(&high), 8), 1);
        // x⁴+1 has divisors modulo every prime.
        assert_eq!(of_divisors(&of(&[1, 0, 0, 0, 1]), 8) & 0b10101, 0b10101);
    }

    #[test]
    fn no_divisor_is_overlooked() {
        let limits = Limits::default();
        let steps = Budget::new(limits.steps);
        let bounds = Bounds::new(&limits, &steps);
        let parts = [of(&[-1, 4, 1]), of(&[3, 1, 4, 1, 5]), of(&[2, 1]), of(&[-7, 0, 0, 2]), of(&[1, 1])];
        for left in &parts {
            for right in parts.iter().filter(|right| *right != left) {
                let degrees = of_divisors(&left.times(right, &bounds).expect("short"), 8);
                for degree in [left.degree(), right.degree()] {
                    assert_eq!(degrees >> degree & 1, 1, "{left:?} {right:?}");
                }
            }
        }
    }
}
