//! The verifier's numbers as the certifier's and back: num-bigint and malachite integers, limb by limb.

use crate::linear::Vector;
use dp_kernel::Number;
use dp_verify::number::{BigInt, Fractions, Rational as Fraction, Sign};
use malachite::rational::Rational;
use malachite::{Integer, Natural};

/// The same integer.
pub fn integer(x: &BigInt) -> Integer {
    let magnitude = Natural::from_owned_limbs_asc(x.magnitude().to_u64_digits());
    Integer::from_sign_and_abs(x.sign() != Sign::Minus, magnitude)
}

/// The same integer, of a number in which t does not occur; of another the coefficient of its highest power.
pub fn whole(x: &Number) -> Integer {
    match x.word() {
        Some(word) => word.into(),
        None => integer(&x.leading()),
    }
}

/// The same rational.
pub fn rational(x: &Fraction) -> Rational {
    Rational::from_integers(integer(x.numer()), integer(x.denom()))
}

/// The same rational, back.
pub fn fraction(x: &Rational) -> Fraction {
    let magnitude = |n: &Natural| n.to_limbs_asc().into_iter().flat_map(halves).collect();
    let sign = if *x < 0u32 { Sign::Minus } else { Sign::Plus };
    let numerator = BigInt::new(sign, magnitude(x.numerator_ref()));
    // malachite keeps its rationals in lowest terms.
    Fraction::new_raw(numerator, BigInt::new(Sign::Plus, magnitude(x.denominator_ref())))
}

/// The same integer, back.
pub fn bigint(x: &Integer) -> BigInt {
    let sign = if *x < 0u32 { Sign::Minus } else { Sign::Plus };
    BigInt::new(sign, x.unsigned_abs_ref().to_limbs_asc().into_iter().flat_map(halves).collect())
}

/// The same vector, back.
pub fn fractions(x: &Vector) -> Fractions {
    x.for_witness()
}

/// A number of a witness.
pub fn number(x: &Integer) -> Number {
    i64::try_from(x).map_or_else(|_| bigint(x).into(), |word| i128::from(word).into())
}

/// A rational of a witness.
pub fn kernel_fraction(x: &Fraction) -> dp_kernel::Fraction {
    dp_kernel::Fraction::new(x.numer().clone().into(), x.denom().clone().into())
}

/// Vectors that a witness may have.
pub trait ForWitness {
    /// The same vector as the kernel has it.
    fn for_witness(&self) -> dp_kernel::Vector;
}

impl ForWitness for Vector {
    fn for_witness(&self) -> dp_kernel::Vector {
        let numerators = self.numerators().iter().map(number).collect();
        dp_kernel::Vector { denominator: number(self.denominator()), numerators }
    }
}

impl ForWitness for [Rational] {
    fn for_witness(&self) -> dp_kernel::Vector {
        Vector::from_rationals(self).for_witness()
    }
}

impl ForWitness for Fractions {
    fn for_witness(&self) -> dp_kernel::Vector {
        self.clone()
    }
}

/// A 64-bit limb as two of 32 bits, the low one first.
fn halves(limb: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = limb.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// The same vector.
pub fn vector(x: &Fractions) -> Option<Vector> {
    Vector::new(whole(&x.denominator), x.numerators.iter().map(whole).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_went() {
        for text in
            ["0", "1", "-1", "4294967296/3", "-18446744073709551617/7", "340282366920938463463374607431768211455"]
        {
            let (n, d) = text.split_once('/').unwrap_or((text, "1"));
            let x = Fraction::new(n.parse().unwrap(), d.parse().unwrap());
            assert_eq!(fraction(&rational(&x)), x);
            assert_eq!(rational(&x).to_string(), x.to_string());
        }
    }
}
