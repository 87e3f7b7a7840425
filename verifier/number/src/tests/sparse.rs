//! Polynomials by their terms beside those by all coefficients, and sums of powers of e and of a second number.

use super::*;

/// A polynomial by its terms, its powers so many times as high.
fn sparse(p: &Number, times: u128) -> Number {
    Number::sparse((0u128..).zip(p.coefficients().iter()).map(|(e, c)| (e * times, c.clone())).collect())
}

#[test]
fn sparse_polynomials_are_the_others_at_far_powers() {
    let mut random = Lehmer(11);
    // e^-1/8 and e^-1/(8·far): a polynomial in the one is one in a far power of the other.
    let far = 1_000_000_007u128;
    let near = Point::exponential(&fraction(1, 8)).expect("a rate");
    let small = Point::exponential(&Fraction::new(int(1), BigInt::from(8 * far).into())).expect("a rate");
    for _ in 0..300 {
        let mut one = || {
            let terms = random.below(6);
            (0..terms).map(|_| random.below(19) - 9).collect::<Vec<_>>()
        };
        let (p, q) = (number(&one()), number(&one()));
        for times in [1, far] {
            let (x, y) = (sparse(&p, times), sparse(&q, times));
            assert_eq!(x.is_integer(), p.is_integer());
            assert_eq!(&x + &y, sparse(&(&p + &q), times));
            assert_eq!(&x - &y, sparse(&(&p - &q), times));
            assert_eq!(&x * &y, sparse(&(&p * &q), times));
            assert_eq!(x.power(3), sparse(&p.power(3), times));
            assert!((&x - &x).is_zero());
            let mut sum = x.clone();
            sum.add_times(&y, -3);
            assert_eq!(sum, &x - &(&y * &int(3)));
            if !q.is_zero() {
                assert_eq!((&x * &y).over(&y), Some(x.clone()));
                assert_eq!(x.over(&y), p.over(&q).map(|quotient| sparse(&quotient, times)));
            }
            let point = if times == 1 { &near } else { &small };
            assert_eq!(point.sign(&x), near.sign(&p));
            assert_eq!(point.sign(&(&x * &y)), near.sign(&(&p * &q)));
            // With a power that is no multiple of the others each is enclosed by itself.
            let odd = &(&x * &sparse(&number(&[0, 1]), 8 * far)) + &sparse(&number(&[0, 1]), 3);
            let known =
                Number::sparse(vec![(3, 1.into()), (8 * far, p.coefficients().first().cloned().unwrap_or_default())]);
            if p.is_integer() {
                assert_eq!(odd, known);
            }
            assert_eq!(point.sign(&odd).expect("a sign"), sign_of_two(point, &x, far));
        }
        // A sum with a dense polynomial is sparse, and equal to that of its terms; an integer is no polynomial of
        // either kind.
        if p.is_integer() {
            continue;
        }
        assert_eq!(&sparse(&p, far) + &q, &sparse(&p, far) + &sparse(&q, 1));
        assert_eq!(&sparse(&p, far) * &q, &sparse(&p, far) * &sparse(&q, 1));
    }
}

/// The sign of x·t^(8·far) + t^3, by the enclosure of x·t^(8·far−3) against −1 at many bits.
fn sign_of_two(point: &Point, x: &Number, far: u128) -> Ordering {
    let Point::Exponential(t) = point else { panic!("a power of e") };
    let shifted = x * &Number::sparse(vec![(8 * far - 3, 1.into())]);
    let terms = shifted.terms().map_or(Vec::new(), <[_]>::to_vec);
    let value = t.evaluate(&terms, 900).expect("no limit");
    let one = BigInt::one() << 900;
    assert!(value.low > -&one || value.high < -&one);
    order(&(&value.low + &one))
}

/// Polynomials in t = e^(-1/8) and u = √2/2, against pairs of polynomials in t, x + y·u with 2u² = 1.
#[test]
fn sums_of_two_numbers_are_those_of_pairs() {
    let mut random = Lehmer(12);
    let t = Point::exponential(&fraction(1, 8)).expect("a rate");
    let root = |polynomial: &[i64]| {
        let between = [fraction(1, 2), fraction(1, 1)];
        Point::root(&Root::Of { polynomial: number(polynomial), between }).expect("a root")
    };
    let both = t.clone().beside(root(&[-1, 0, 2])).expect("both");
    assert!(root(&[-1, 0, 2]).beside(t.clone()).is_err() && t.clone().beside(t.clone()).is_err());
    // The same u by a polynomial that another divides: what vanishes is not seen until it is named.
    let long = t.clone().beside(root(&[-1, 0, 2, -2, 0, 4])).expect("both");
    let u = Number::sparse(vec![(Monomial { u: 1, t: 0 }, 1.into())]);
    let mut signs = [0; 3];
    for _ in 0..300 {
        let mut one = || {
            let terms = random.below(4);
            sparse(&number(&(0..terms).map(|_| random.below(9) - 4).collect::<Vec<_>>()), 1)
        };
        let [x, y, z, w] = [one(), one(), one(), one()];
        let [p, q] = [&x + &(&y * &u), &z + &(&w * &u)];
        assert_eq!(&p + &q, &(&x + &z) + &(&(&y + &w) * &u));
        let product = &(&(&x * &z) + &(&(&(&x * &w) + &(&y * &z)) * &u)) + &(&(&y * &w) * &(&u * &u));
        assert_eq!(&p * &q, product);
        if !q.is_zero() {
            assert_eq!(product.over(&q), Some(p.clone()));
        }
        // x + y·u < 0 iff it is so of both, or the one with the larger square is negative.
        let [of_x, of_y] = [&x, &y].map(|x| t.sign(x).expect("a sign"));
        let squares = &(&int(2) * &(&x * &x)) - &(&y * &y);
        let larger = if t.sign(&squares).expect("a sign").is_gt() { of_x } else { of_y };
        let expected = if of_x == of_y || of_y.is_eq() {
            of_x
        } else if of_x.is_eq() {
            of_y
        } else {
            larger
        };
        assert_eq!(both.sign(&p).expect("a sign"), expected, "{x:?} {y:?}");
        signs[usize::from(expected.is_ge()) + usize::from(expected.is_gt())] += 1;
        // 2u² = 1 in the place of some: equal, and not written so.
        let other = &(&x * &(&int(2) * &(&u * &u))) + &(&y * &u);
        let apart = &p - &other;
        assert_eq!(both.sign(&apart).expect("a sign"), Ordering::Equal);
        if random.below(30) == 0 {
            assert_eq!(long.sign(&apart).is_ok(), apart.is_zero());
        }
        let near = &(&apart * &int(i64::MAX)) + &Number::sparse(vec![(Monomial { u: 3, t: 1 << 9 }, 1.into())]);
        assert_eq!(both.sign(&near).expect("a sign"), Ordering::Greater);
    }
    assert!(signs.iter().all(|count| *count > 5), "{signs:?}");
    // A u where t is all that there is has no sign, and no coefficients.
    let meter = || Meter::new(1 << 30, 100, 1 << 20, 1 << 26);
    for (point, obstacle) in
        [(t, Obstacle::NoPoint), (root(&[-1, 0, 2]), Limit::Degree.into()), (rational(1, 2), Limit::Degree.into())]
    {
        assert_eq!(meter().run(|| point.sign(&(&u - &int(1)))), Err(obstacle));
    }
    let high = Number::sparse(vec![(Monomial { u: 60, t: 0 }, 1.into())]);
    assert_eq!(meter().run(|| Ok::<_, Obstacle>(&high * &high)), Err(Limit::Degree.into()));
    let top = Number::sparse(vec![(Monomial { u: u32::MAX, t: 0 }, 1.into())]);
    let wide = Meter::new(1 << 30, u64::MAX, 1 << 20, 1 << 26);
    assert_eq!(wide.run(|| Ok::<_, Obstacle>(&top * &top)), Err(Limit::Degree.into()));
}

#[test]
fn far_powers_of_e_meet_limits_and_not_zero() {
    let t = Point::exponential(&fraction(1, 8)).expect("a rate");
    let term = |c: i64, e: u128| Number::sparse(vec![(e, c.into())]);
    // c·t^e + … with different e is 0 only where all c are: here by 10^-13 and less.
    let near = |c: i64| &(&term(1_000_000_000_000, 8) - &int(c)) + &term(0, 5);
    assert_eq!(t.sign(&near(367_879_441_171)).expect("a sign"), Ordering::Greater);
    assert_eq!(t.sign(&near(367_879_441_172)).expect("a sign"), Ordering::Less);
    // Powers below every precision.
    let tiny = &term(-1, 1 << 60) + &term(3, (1 << 60) + 1);
    assert_eq!(t.sign(&tiny).expect("a sign"), Ordering::Greater);
    assert_eq!(t.sign(&(&int(1) - &term(1, u128::MAX))).expect("a sign"), Ordering::Greater);
    let meter = || Meter::new(1 << 30, 100, 1 << 20, 1 << 26);
    let product = meter().run(|| Ok::<_, Obstacle>(&term(1, u128::MAX) * &(&term(1, 2) + &term(1, 1))));
    assert_eq!(product, Err(Limit::Degree.into()));
    // One power of 10^12 is no limit, and as a dense one it is.
    assert!(meter().run(|| Ok::<_, Obstacle>(&term(1, 1 << 40) * &term(1, 1 << 40))).is_ok());
    let far = meter().run(|| Ok::<_, Obstacle>(term(1, 1 << 40).power(usize::MAX)));
    assert_eq!(far, Err(Limit::Degree.into()));
    let dense = meter().run(|| rational(1, 2).sign(&(&term(1, 1 << 40) - &int(1))));
    assert_eq!(dense, Err(Limit::Degree.into()));
    // Long quotients are none.
    assert_eq!((&int(1) - &term(1, 1 << 40)).over(&(&int(1) - &term(1, 1))), None);
    let many: Vec<(u128, BigInt)> = (0..4000u128).map(|e| (e * e, 1.into())).collect();
    let many = Number::sparse(many);
    let memory = Meter::new(1 << 40, 100, 1 << 20, 1 << 20).run(|| Ok::<_, Obstacle>(&many * &many));
    assert_eq!(memory, Err(Limit::Memory.into()));
    let steps = Meter::new(1 << 20, 100, 1 << 20, 1 << 40).run(|| Ok::<_, Obstacle>(&many * &many));
    assert_eq!(steps, Err(Limit::Steps.into()));
}
