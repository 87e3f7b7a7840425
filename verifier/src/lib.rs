//! x
/// r
pub type Rational = num_rational::Ratio<num_bigint::BigInt>;
/// t
pub fn t() -> Rational {
    Rational::new(1.into(), 3.into()) + Rational::from_integer(2.into())
}
