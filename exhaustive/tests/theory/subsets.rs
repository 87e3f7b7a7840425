//! Example 2 of Holohan, Leith and Mason: the subsets that Theorem 2 asks to be checked, of the exponential mechanism
//! with the l1 norm on {0, 1, 2}², k = 1.

use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

fn ratio(p: i32, q: i32) -> Rational {
    Rational::from(p) / Rational::from(q)
}

/// The polynomial in t, from the constant up, which is positive iff x is in S for one value changed from i to j.
///
/// In the exponential mechanism with the l1 norm on {0, 1, 2}, k = 1 and t = 1/e, value i is answered by x with
/// probability t^|i-x|/c_i, c_0 = c_2 = 1+t+t², c_1 = 1+2t; so it is t^|i-x|·c_j - t^|j-x|·c_i.
fn difference(i: usize, j: usize, x: usize) -> [i32; 5] {
    let mut polynomial = [0; 5];
    for (sign, power, other) in [(1, i.abs_diff(x), j), (-1, j.abs_diff(x), i)] {
        let constant: &[i32] = if other == 1 { &[1, 2] } else { &[1, 1, 1] };
        constant.iter().enumerate().for_each(|(k, c)| polynomial[k + power] += sign * c);
    }
    polynomial
}

/// Whether a polynomial is positive at 1/e, which lies between 36/100 and 37/100; `None` where that does not show.
/// At the transcendental 1/e it is 0 only if it is the zero polynomial.
fn is_positive(polynomial: [i32; 5]) -> Option<bool> {
    let at = |up: i32, down: i32| -> Rational {
        let term = |(k, &c): (usize, &i32)| Rational::from(c) * ratio(if c > 0 { up } else { down }, 100).pow(k as u64);
        polynomial.iter().enumerate().map(term).sum()
    };
    match (at(36, 37), at(37, 36)) {
        _ if polynomial == [0; 5] => Some(false),
        (low, _) if low > 0u32 => Some(true),
        (_, high) if high < 0u32 => Some(false),
        _ => None,
    }
}

/// For each ordered pair of neighbours of {0, 1, 2}² the non-empty subsets of S that Example 2 asks to be checked;
/// `None` where a sign does not show.
fn subset_checks() -> Option<Vec<usize>> {
    let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|(i, j)| i != j);
    let mut checks = Vec::new();
    for (i, j) in pairs {
        let inside = (0..3).map(|x| is_positive(difference(i, j, x))).collect::<Option<Vec<bool>>>()?;
        // The changed value stands in one of two places, beside each of three values, and so does x.
        let size = 3 * inside.into_iter().filter(|&inside| inside).count();
        checks.extend([(1 << size) - 1; 6]);
    }
    Some(checks)
}

/// 924, and not 1,092 as printed.
#[test]
fn the_subsets_of_example_2() {
    let checks = subset_checks().expect("every sign shows");
    let of = |size: usize| checks.iter().filter(|&&checks| checks == size).count();
    assert_eq!((checks.len(), of(7), of(63), checks.iter().sum::<usize>()), (36, 24, 12, 924));
}
