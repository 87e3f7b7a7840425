//! Sums of terms against sums of fractions.

use super::{Walk, Whole};
use crate::Rational;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// The sums of all terms above `split` and of all others, over the first; p = u/v, m ≤ (n+1)·p.
fn sums([n, m, split]: [u64; 3], [u, v]: [u64; 2]) -> [Rational; 2] {
    let (mut sums, mut term) = ([Rational::zero(), Rational::zero()], Rational::one());
    for k in (0..=m).rev() {
        sums[usize::from(k <= split)] += &term;
        term *= &Rational::new(BigInt::from(k * (v - u)), BigInt::from((n - k + 1) * u));
    }
    sums
}

fn lie_between<T: Whole>(at: [u64; 3], [u, v]: [u64; 2], [places, depth]: [u64; 2]) {
    let q = [BigUint::from(v - u), BigUint::from(u)];
    let mut walk = Walk::<T>::new(at, [&q[0], &q[1]], places).unwrap();
    walk.count();
    walk.reach(depth).unwrap();
    for (sum, [low, high]) in sums(at, [u, v]).into_iter().zip(walk.ends()) {
        let [low, high] = [low, high].map(|end| Rational::new(end.into(), BigInt::one() << places));
        assert!(low <= sum && sum <= high, "{at:?}, {u}/{v}: {sum} is not from {low} to {high}");
    }
}

#[test]
fn sums_lie_between_their_ends() {
    for n in 1..=18_u64 {
        for (v, u) in [2, 3, 7, 40].into_iter().flat_map(|v| (1..v).map(move |u| (v, u))) {
            let mode = (n + 1) * u / v;
            for m in mode.saturating_sub(2)..=mode {
                for split in [0, m / 2, m.saturating_sub(1), m] {
                    let depth = 1 + (n + u + m) % 6;
                    lie_between::<u128>([n, m, split], [u, v], [6 + (n + u) % 5, depth]);
                    lie_between::<BigUint>([n, m, split], [u, v], [6 + (n + split) % 60, depth]);
                }
            }
        }
    }
}
