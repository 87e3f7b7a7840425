use super::*;
use num_traits::Zero;

fn bound(digits: i64, places: u32) -> Bound {
    Bound { digits, places }
}

fn rational(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// P(Bin(n, p) ≤ a) by its terms.
fn tail(n: u64, a: u64, p: &Rational) -> Rational {
    let (q, mut binomial, mut sum) =
        (&Rational::from(BigInt::one()) - p, BigInt::one(), Rational::from(BigInt::zero()));
    for k in 0..=a {
        let powers = (0..k).map(|_| p).chain((k..n).map(|_| &q)).fold(Rational::from(BigInt::one()), |x, y| &x * y);
        sum = &sum + &(&powers * &Rational::from(binomial.clone()));
        binomial = binomial * (n - k) / (k + 1);
    }
    sum
}

#[test]
fn the_grid_falls_one_number_at_a_time() {
    let half = bound(1 << 39, 40);
    assert_eq!(half.value(), rational(1, 2));
    let mut all =
        vec![bound(-(1 << 39), 42), bound(-((1 << 40) - 1), 42), bound(-(1 << 39), 41), bound(-((1 << 40) - 1), 41)];
    all.extend([half, bound((1 << 40) - 1, 41), bound(1 << 39, 41), bound((1 << 40) - 1, 42)]);
    assert!(all.iter().all(|x| x.is_of_grid()));
    // 3/4 + 2^-43, and the two around 3/4; the two around 1/2.
    for (x, below) in
        [(all[0], bound(-((1 << 39) + 1), 42)), (all[1], all[2]), (all[3], half), (half, all[5]), (all[6], all[7])]
    {
        assert_eq!(x.below(), below);
    }
    for pair in all.windows(2) {
        assert!(compare(&pair[0], &pair[1]) && pair[0].rank() > pair[1].rank(), "{pair:?}");
    }
    for wrong in [
        bound(0, 41),
        bound(1, 41),
        bound(1 << 40, 41),
        bound((1 << 39) + 1, 40),
        bound(-(1 << 39), 40),
        bound(1 << 39, 257),
    ] {
        assert!(!wrong.is_of_grid());
    }
}

fn compare(x: &Bound, y: &Bound) -> bool {
    (&x.value() - &y.value()).is_positive()
}

/// The least number of the grid at which the tail is at most the level, by bisection of the exact sums.
fn least(n: u64, a: u64, level: &Rational) -> Bound {
    let at_most = |x: Bound| !(&tail(n, a, &x.value()) - level).is_positive();
    let (mut low, mut high) = (bound(1 << 39, 100), bound(-(1 << 39), 100));
    // By the halves of the binades, then by digits.
    let step = |x: Bound| {
        if x.digits > 0 && x.places > 41 {
            bound(1 << 39, x.places - 1)
        } else {
            bound(-(1 << 39), if x.digits > 0 { 42 } else { x.places + 1 })
        }
    };
    while step(low).rank() < high.rank() && !at_most(step(low)) {
        low = step(low);
    }
    high = if step(low).rank() < high.rank() { step(low) } else { high };
    while high.below() != low {
        let middle = Rational::new(
            (low.value().numer() * high.value().denom()) + high.value().numer() * low.value().denom(),
            high.value().denom() * low.value().denom() * 2,
        );
        let middle = nearest(&middle, low, high);
        if at_most(middle) { high = middle } else { low = middle }
    }
    high
}

/// A number of the grid strictly between two that are not neighbours.
fn nearest(x: &Rational, low: Bound, high: Bound) -> Bound {
    let mut places = 40;
    let one = Rational::from(BigInt::one());
    let is_below = !(x - &rational(1, 2)).is_positive();
    let part = if is_below { x.clone() } else { &one - x };
    while part.numer() << places < part.denom() << 39 {
        places += 1;
    }
    let digits = i64::try_from((part.numer() << places) / part.denom()).expect("40 digits");
    let found = if is_below { bound(digits, places) } else { bound(-digits, places) };
    match found {
        x if x == low || !x.is_of_grid() => high.below(),
        x if x.rank() >= high.rank() => high.below(),
        x => x,
    }
}

#[test]
fn a_bound_is_the_least_of_the_grid() {
    for level in [rational(1, 4_000), rational(1, 12), rational(2, 5)] {
        for n in 1..=6 {
            for a in 0..n {
                let tally = Tally { count: a, runs: n, level: &level };
                let bound = least(n, a, &level);
                assert_eq!((tally.reaches(bound), tally.is_reached_by(bound)), (Ok(()), Ok(())), "{a} of {n}");
                let above = Err(Sampling::AboveBound { count: a, runs: n }.into());
                let below = Err(Sampling::BelowBound { count: a, runs: n }.into());
                assert_eq!(tally.is_reached_by(bound.below()), below);
                // The one above has `bound` below it.
                let next = [Bound { digits: bound.digits + 1, ..bound }].into_iter().find(|x| x.is_of_grid());
                assert!(next.is_none_or(|next| tally.reaches(next) == above));
            }
        }
    }
    let tally = Tally { count: 0, runs: 1, level: &rational(1, 4) };
    assert_eq!(tally.reaches(bound(1, 1)), Err(Sampling::NoBound.into()));
    // 3/4 exactly.
    let three_quarters = bound(-(1 << 39), 41);
    assert_eq!((tally.reaches(three_quarters), tally.is_reached_by(three_quarters)), (Ok(()), Ok(())));
}
