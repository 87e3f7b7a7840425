use super::*;
use crate::linear::oracle::rational;

/// The definition, inequality by inequality.
fn proves(printed: &Printed, within: &Within) -> bool {
    let (n, m) = (printed.rows.len(), printed.width());
    match within {
        Within::Table(rows) => {
            let near = |i: usize, o: usize| {
                let off = &rows[i][o] - &printed.rows[i][o];
                rows[i][o] >= 0u32 && off <= printed.rounding && -off <= printed.rounding
            };
            rows.len() == n
                && rows.iter().all(|row| row.len() == m && row.iter().sum::<Rational>() == 1u32)
                && (0..n).all(|i| (0..m).all(|o| near(i, o)))
                && printed.arcs().iter().all(|(i, h)| (0..m).all(|o| &printed.alpha * &rows[*i][o] <= rows[*h][o]))
        }
        Within::Negative { row, output } => &printed.rows[*row][*output] + &printed.rounding < 0u32,
        Within::Refuted { lambda, multipliers } => {
            let arcs = printed.arcs();
            let mut left = Rational::ZERO;
            for (i, lambda) in lambda.iter().enumerate().take(n) {
                for (o, column) in multipliers.iter().enumerate() {
                    let mut w = lambda.clone();
                    for ((from, to), mu) in column {
                        assert!(*mu >= 0u32 && arcs.contains(&(*from, *to)));
                        if *to == i {
                            w -= mu;
                        }
                        if *from == i {
                            w += &printed.alpha * mu;
                        }
                    }
                    let bound = if w > 0u32 { printed.low(i, o) } else { printed.high(i, o) };
                    left += w * bound;
                }
            }
            multipliers.len() == m && lambda.len() == n && left > lambda.iter().sum::<Rational>()
        }
    }
}

fn decided(printed: &Printed) -> Within {
    within(printed, &|found| proves(printed, found)).expect("a small table is decided")
}

fn holds(within: &Within) -> bool {
    matches!(within, Within::Table(_))
}

/// All edges of a graph on n nodes: a line, a cycle, a complete one, none.
fn graphs(n: usize) -> [Vec<Vec<usize>>; 4] {
    let by = |adjacent: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<usize>> {
        (0..n).map(|i| (0..n).filter(|&h| h != i && adjacent(i, h)).collect()).collect()
    };
    [
        by(&|i, h| i.abs_diff(h) == 1),
        by(&|i, h| i.abs_diff(h) == 1 || i.abs_diff(h) == n - 1),
        by(&|_, _| true),
        by(&|_, _| false),
    ]
}

/// Random numbers below a bound, the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % bound).unwrap_or(0)
    }
}

#[test]
fn floats_and_the_exact_simplex_agree_on_small_tables() {
    let mut random = Random(7);
    let mut count = [0; 2];
    for round in 0..400 {
        let (n, m) = (1 + round % 4, 1 + usize::try_from(random.below(4)).unwrap_or(0));
        let neighbours = &graphs(n)[round % 3 + usize::from(round % 40 == 0)];
        let alpha = [rational(1, 2), rational(9, 10), rational(1, 10), rational(1, 1), rational(99, 100)];
        let alpha = alpha[usize::try_from(random.below(5)).unwrap_or(0)].clone();
        // Rows near a distribution, printed with one or two decimals.
        let base: Vec<i64> = (0..m).map(|_| 1 + random.below(9)).collect();
        let row = |random: &mut Random| -> Vec<Rational> {
            let row: Vec<i64> = base.iter().map(|x| x * 3 + random.below(6)).collect();
            let sum: i64 = row.iter().sum();
            row.iter()
                .map(|x| Rational::from((rational(100 * x, sum) + rational(1, 2)).floor()) / rational(100, 1))
                .collect()
        };
        let rows: Vec<Vec<Rational>> = (0..n).map(|_| row(&mut random)).collect();
        let rounding = [rational(1, 200), rational(1, 50), rational(1, 20), rational(0, 1)];
        let rounding = rounding[usize::try_from(random.below(4)).unwrap_or(0)].clone();
        let printed = Printed { neighbours, lengths: &[], alpha, rows, rounding };
        let found = decided(&printed);
        let exact = exact::within(&printed).expect("small enough");
        assert!(proves(&printed, &exact), "{printed:?}\n{exact:?}");
        assert_eq!(holds(&found), holds(&exact), "{printed:?}");
        count[usize::from(holds(&found))] += 1;
    }
    assert!(count.iter().all(|&k| k > 50), "{count:?}");
}

#[test]
fn the_least_rounding_is_told_from_any_smaller_one() {
    // 7/10 − r ≤ 2·(3/10 + r) iff r ≥ 1/30.
    let neighbours = &graphs(2)[0];
    let rows = vec![vec![rational(7, 10), rational(3, 10)], vec![rational(3, 10), rational(7, 10)]];
    let with = |rounding: Rational| {
        decided(&Printed { neighbours, lengths: &[], alpha: rational(1, 2), rows: rows.clone(), rounding })
    };
    let tiny = |places: u64| Rational::ONE / Rational::from_naturals(Natural::from(10u32).pow(places), Natural::ONE);
    assert!(holds(&with(rational(1, 30))));
    for places in [3, 9, 15, 18, 40] {
        assert!(holds(&with(rational(1, 30) + tiny(places))), "10^-{places}");
        assert!(!holds(&with(rational(1, 30) - tiny(places))), "10^-{places}");
    }
}

#[test]
fn a_rounding_far_below_a_double_is_as_good_as_any() {
    let tiny = Rational::ONE / Rational::from_naturals(Natural::from(10u32).pow(60), Natural::ONE);
    let neighbours = &graphs(3)[0];
    let exact = [[(2, 3), (1, 6), (1, 6)], [(1, 3), (1, 3), (1, 3)], [(1, 6), (1, 6), (2, 3)]];
    let off = |k: Rational| {
        let row = |h: usize| {
            let row = exact[h].iter().map(|&(p, q)| rational(p, q));
            let mut row: Vec<Rational> = row.collect();
            if h == 0 {
                row[0] += &tiny * &k;
            }
            row
        };
        Printed {
            neighbours,
            lengths: &[],
            alpha: rational(1, 2),
            rows: (0..3).map(row).collect(),
            rounding: tiny.clone(),
        }
    };
    // m_00 ≥ 2/3 + (k − 1)·r. As m_10 ≤ 1/3 + r, m_11 + m_12 ≥ 2/3 − r, of which m_01 + m_02 is at least half: so
    // m_00 ≤ 2/3 + r/2.
    for (k, expected) in [(rational(1, 1), true), (rational(3, 2), true), (rational(1501, 1000), false)] {
        assert_eq!(holds(&decided(&off(k.clone()))), expected, "{k}");
    }
}

#[test]
fn what_no_single_row_or_pair_refutes_is_refuted_by_many() {
    // The ends of a line of n differ by more than the steps between them allow.
    for n in [4, 8, 16] {
        let row = |i: usize| {
            let x = rational(i64::try_from(i * 100 / (n - 1)).unwrap_or(0), 100);
            vec![x.clone(), Rational::ONE - x]
        };
        let neighbours = &graphs(n)[0];
        let printed = |rounding| Printed {
            neighbours,
            lengths: &[],
            alpha: rational(9, 10),
            rows: (0..n).map(row).collect(),
            rounding,
        };
        assert!(!holds(&decided(&printed(rational(1, 100)))), "{n}");
        assert!(holds(&decided(&printed(rational(1, 2)))), "{n}");
    }
}

#[test]
fn twenty_answers_are_decided() {
    // The truncated geometric mechanism with four decimals, at its own α and at a larger one.
    let (n, half) = (20, rational(1, 2));
    let ends = |o: usize| o == 0 || o == n - 1;
    let entry = |i: usize, o: usize| rational(if ends(o) { 2 } else { 1 }, 3 << i.abs_diff(o));
    let x: Vec<Vec<Rational>> = (0..n).map(|i| (0..n).map(|o| entry(i, o)).collect()).collect();
    let places = rational(10_000, 1);
    let round = |x: &Rational| Rational::from((x * &places + &half).floor()) / &places;
    let rows: Vec<Vec<Rational>> = x.iter().map(|row| row.iter().map(round).collect()).collect();
    let neighbours = &graphs(n)[0];
    for (alpha, expected) in [(half.clone(), true), (rational(501, 1000), false), (rational(55, 100), false)] {
        let printed = Printed { neighbours, lengths: &[], alpha, rows: rows.clone(), rounding: rational(1, 20_000) };
        assert_eq!(holds(&decided(&printed)), expected, "{}", printed.alpha);
    }
}

#[test]
fn next_to_one_a_row_for_all_serves_where_there_is_one() {
    for n in [2usize, 5] {
        for neighbours in &graphs(n) {
            let (n_i64, ten) = (i64::try_from(n).unwrap_or(1), Rational::from(10u32));
            let alpha = Rational::ONE - Rational::ONE / ten.pow(30u64);
            let entry =
                |i: usize, o: usize| rational(if i == o { 6 } else { 6 * n_i64 - 5 }, 1) / rational(6 * n_i64, 1);
            let rows: Vec<Vec<Rational>> = (0..n)
                .map(|i| {
                    let rest = (Rational::ONE - entry(i, i)) / rational(n_i64 - 1, 1);
                    (0..n).map(|o| if i == o { entry(i, i) } else { rest.clone() }).collect()
                })
                .collect();
            let printed =
                |rounding| Printed { neighbours, lengths: &[], alpha: alpha.clone(), rows: rows.clone(), rounding };
            let wide = printed(rational(1, 1));
            let equal = wide.equal_rows().map(Within::Table).expect("all rows are within");
            assert!(proves(&wide, &equal), "{equal:?}");
            let found = decided(&wide);
            assert!(proves(&wide, &found) && holds(&found), "{found:?}");
        }
    }
}
