//! Polynomials and fractions of polynomials modulo a prime, from their values.
//!
//! A polynomial is the list of its coefficients, the constant one first, without zeros at the end.

use super::prime_field::PrimeField;

/// A fraction is believed if it uses so many values fewer than there are, and one.
pub(super) const SPARE: usize = 3;

/// Consecutive points a, a+1, ..., at most p of them.
pub(super) struct Grid {
    pub(super) points: Vec<u64>,
    /// 1/k!
    inverse_factorials: Vec<u64>,
}

impl Grid {
    pub(super) fn new(field: &PrimeField, start: u64, length: usize) -> Self {
        let numbers: Vec<u64> = (0..).take(length).map(|k| field.of(k)).collect();
        let factorial = numbers.iter().skip(1).fold(field.one(), |product, &k| field.multiply(product, k));
        let mut inverse_factorials = vec![field.reciprocal(factorial); length];
        for k in (1..length).rev() {
            inverse_factorials[k - 1] = field.multiply(inverse_factorials[k], numbers[k]);
        }
        Self { points: numbers.iter().map(|&k| field.add(start, k)).collect(), inverse_factorials }
    }

    /// The polynomial of degree below the number of values that has them at the first points.
    ///
    /// Newton: f(t) = Σ_k Δ^k f(a)/k! · (t−a)(t−a−1)...(t−a−k+1). Cost: half the square of the length.
    pub(super) fn interpolate(&self, field: &PrimeField, mut values: Vec<u64>) -> Vec<u64> {
        for k in 1..values.len() {
            for j in (k..values.len()).rev() {
                values[j] = field.subtract(values[j], values[j - 1]);
            }
        }
        let mut result = Vec::with_capacity(values.len());
        for (k, &difference) in values.iter().enumerate().rev() {
            times_linear(field, &mut result, self.points[k]);
            let newton = field.multiply(difference, self.inverse_factorials[k]);
            match result.first_mut() {
                Some(constant) => *constant = field.add(*constant, newton),
                None if newton != 0 => result.push(newton),
                None => {}
            }
        }
        result
    }

    /// N and D with N = D·f at all the points for the polynomial f, deg N + deg D + [`SPARE`] at most their
    /// number, and no point a zero of D: if there are any, they are unique up to a factor and coprime.
    ///
    /// Cauchy interpolation: the first row of Euclid's algorithm that is short enough (von zur Gathen,
    /// Gerhard, Modern Computer Algebra, 5.8). Cost: about 3 times the square of the length.
    pub(super) fn fraction(&self, field: &PrimeField, f: Vec<u64>) -> Option<(Vec<u64>, Vec<u64>)> {
        let mut before = vec![field.one()];
        self.points.iter().for_each(|&point| times_linear(field, &mut before, point));
        let mut now = f;
        let (mut cofactor_before, mut cofactor) = (Vec::new(), vec![field.one()]);
        while before.len() < now.len() + SPARE {
            subtract_quotient(field, &mut before, &now, &mut cofactor_before, &cofactor);
            (before, now) = (now, before);
            (cofactor_before, cofactor) = (cofactor, cofactor_before);
            if now.is_empty() {
                return None;
            }
        }
        self.points.iter().all(|&point| evaluate(field, &cofactor, point) != 0).then_some((now, cofactor))
    }
}

/// f(t)
pub(super) fn evaluate(field: &PrimeField, f: &[u64], t: u64) -> u64 {
    f.iter().rev().fold(0, |sum, &coefficient| field.add(field.multiply(sum, t), coefficient))
}

/// f *= t − root.
fn times_linear(field: &PrimeField, f: &mut Vec<u64>, root: u64) {
    let Some(&leading) = f.last() else {
        return;
    };
    f.push(leading);
    for k in (1..f.len() - 1).rev() {
        f[k] = field.subtract(f[k - 1], field.multiply(root, f[k]));
    }
    f[0] = field.subtract(0, field.multiply(root, f[0]));
}

/// dividend −= q·divisor and above −= q·below, where the dividend becomes the remainder.
fn subtract_quotient(
    field: &PrimeField,
    dividend: &mut Vec<u64>,
    divisor: &[u64],
    above: &mut Vec<u64>,
    below: &[u64],
) {
    let Some(&leading) = divisor.last() else {
        return;
    };
    let scale = field.reciprocal(leading);
    while dividend.len() >= divisor.len() {
        let shift = dividend.len() - divisor.len();
        let factor = field.multiply(dividend.last().copied().unwrap_or(0), scale);
        subtract_multiple(field, &mut dividend[shift..], factor, divisor);
        above.resize(above.len().max(shift + below.len()), 0);
        subtract_multiple(field, &mut above[shift..], factor, below);
        trim(dividend);
    }
    trim(above);
}

/// f −= factor·g, where f is no shorter.
fn subtract_multiple(field: &PrimeField, f: &mut [u64], factor: u64, g: &[u64]) {
    for (a, &b) in f.iter_mut().zip(g) {
        *a = field.subtract(*a, field.multiply(factor, b));
    }
}

fn trim(f: &mut Vec<u64>) {
    let length = f.iter().rposition(|&coefficient| coefficient != 0).map_or(0, |last| last + 1);
    f.truncate(length);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::function::prime_field::primes;

    fn field() -> PrimeField {
        PrimeField::new(primes().next().unwrap())
    }

    fn polynomial(field: &PrimeField, coefficients: &[u64]) -> Vec<u64> {
        coefficients.iter().map(|&c| field.of(c)).collect()
    }

    #[test]
    fn polynomials_come_back_from_their_values() {
        let field = field();
        let grid = Grid::new(&field, field.of(1_000_000_007), 9);
        for coefficients in [vec![], vec![7], vec![0, 0, 3], vec![1, 2, 3, 4, 5, 6, 7, 8, 9]] {
            let f = polynomial(&field, &coefficients);
            let values = grid.points.iter().map(|&point| evaluate(&field, &f, point)).collect();
            assert_eq!(grid.interpolate(&field, values), f);
        }
    }

    #[test]
    fn fractions_come_back_from_their_values() {
        let field = field();
        // (5 + 2t²)/(1 + 3t³) and 4/1 and (t)/(1 + t).
        for (numerator, denominator, needed) in
            [(vec![5, 0, 2], vec![1, 0, 0, 3], 8), (vec![4], vec![1], 3), (vec![0, 1], vec![1, 1], 5)]
        {
            let (n, d) = (polynomial(&field, &numerator), polynomial(&field, &denominator));
            for length in [needed - 1, needed, needed + 4] {
                let grid = Grid::new(&field, field.of(1 << 50), length);
                let value =
                    |&t: &u64| field.multiply(evaluate(&field, &n, t), field.reciprocal(evaluate(&field, &d, t)));
                let f = grid.interpolate(&field, grid.points.iter().map(value).collect());
                let found = grid.fraction(&field, f).map(|(mut top, mut bottom)| {
                    let scale = field.multiply(*d.last().unwrap(), field.reciprocal(*bottom.last().unwrap()));
                    top.iter_mut().chain(&mut bottom).for_each(|c| *c = field.multiply(*c, scale));
                    (top, bottom)
                });
                assert_eq!(found, (length >= needed).then(|| (n.clone(), d.clone())));
            }
        }
    }

    #[test]
    fn a_fraction_that_misses_one_point_is_none() {
        let field = field();
        let grid = Grid::new(&field, field.of(1 << 50), 5);
        let mut values = vec![field.of(4); 5];
        values[2] = field.of(5);
        // 4(t−a−2)/(t−a−2) has few enough coefficients.
        let f = grid.interpolate(&field, values);
        assert_eq!(grid.fraction(&field, f), None);
    }

    #[test]
    fn zero_is_a_fraction() {
        let field = field();
        let grid = Grid::new(&field, field.of(9), 3);
        assert_eq!(grid.fraction(&field, Vec::new()), Some((Vec::new(), vec![field.one()])));
    }
}
