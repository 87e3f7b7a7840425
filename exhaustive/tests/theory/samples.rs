//! Counts of runs: with which probability the bounds hold, summed over all samples, in fractions.

use dp_certify::{Options, certify};
use dp_kernel::{Bound, Events, lower_tail};
use dp_verify::number::{BigInt, Rational};
use dp_verify::report::Verdict;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::collections::HashMap;

fn ratio(n: u64, d: u64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// The numbers of the grid from 2^-61 to 1 − 2^-61, rising.
fn of_grid(place: u64) -> Bound {
    let (half, all) = (1u64 << 39, 1i64 << 40);
    let (binade, k) = (place / half, (place % half) as i64);
    match binade {
        0..60 => Bound { digits: (1 << 39) + k, places: 100 - binade as u32 },
        60 if k == 0 => Bound { digits: 1 << 39, places: 40 },
        _ => {
            let (binade, k) = if k == 0 { (binade - 1, half as i64) } else { (binade, k) };
            Bound { digits: k - all, places: 41 + (binade - 60) as u32 }
        }
    }
}

/// Ū, by bisection of the grid with exact sums; none where all runs are in the event.
fn upper(a: u64, n: u64, level: &Rational) -> Option<Rational> {
    if a == n {
        return None;
    }
    let reaches = |place: u64| {
        let order = lower_tail(n, a, &of_grid(place).value(), level).expect("within the limits").expect("it shows");
        order != Ordering::Greater
    };
    let (mut low, mut high) = (0u64, 119u64 << 39);
    assert!(!reaches(low) && reaches(high));
    while low + 1 < high {
        let middle = u64::midpoint(low, high);
        if reaches(middle) { high = middle } else { low = middle }
    }
    assert_eq!(of_grid(high).below(), of_grid(low), "neighbours of the grid");
    Some(of_grid(high).value())
}

/// All ways to write n as a sum of so many numbers from 0 up.
fn sums(n: u64, parts: usize) -> Vec<Vec<u64>> {
    if parts == 1 {
        return vec![vec![n]];
    }
    (0..=n)
        .flat_map(|first| sums(n - first, parts - 1).into_iter().map(move |rest| [vec![first], rest].concat()))
        .collect()
}

fn factorial(n: u64) -> BigInt {
    (1..=n).fold(BigInt::one(), |product, k| product * k)
}

/// The largest probability, over laws whose probabilities are multiples of 1/d, that some bound of a row fails, at
/// that level for each event.
fn worst(n: u64, outputs: usize, d: u64, events: &Events, level: &Rational) -> Rational {
    let bounds: HashMap<u64, Option<Rational>> = (0..=n).map(|a| (a, upper(a, n, level))).collect();
    let samples: Vec<(Vec<u64>, Vec<u64>, BigInt)> = sums(n, outputs)
        .into_iter()
        .map(|row| {
            let ways = row.iter().fold(factorial(n), |ways, k| ways / factorial(*k));
            let (tallies, _) = events.tallies(&row);
            (row, tallies, ways)
        })
        .collect();
    let mut worst = BigInt::zero();
    for law in sums(d, outputs) {
        let (masses, _) = events.tallies(&law);
        // The counts up to this one have a bound below the event's probability.
        let fails: Vec<Option<u64>> = masses
            .iter()
            .map(|mass| {
                let p = ratio(*mass, d);
                (0..=n).rev().find(|a| bounds[a].as_ref().is_some_and(|bound| (&p - bound).is_positive()))
            })
            .collect();
        let powers: Vec<Vec<BigInt>> =
            law.iter().map(|p| (0..=n).map(|k| BigInt::from(*p).pow(k as u32)).collect()).collect();
        let is_wrong =
            |tallies: &[u64]| tallies.iter().zip(&fails).any(|(a, most)| most.is_some_and(|most| *a <= most));
        let wrong = samples.iter().filter(|(_, tallies, _)| is_wrong(tallies));
        let of = |(row, _, ways): &(Vec<u64>, Vec<u64>, BigInt)| {
            row.iter().zip(&powers).fold(ways.clone(), |product, (k, powers)| product * &powers[*k as usize])
        };
        worst = worst.max(wrong.map(of).sum());
    }
    Rational::new(worst, BigInt::from(d).pow(n as u32))
}

/// The rows, the grids and the events that are tried: (runs, outputs, denominator).
const CASES: [(u64, usize, u64); 16] = [
    (1, 2, 30),
    (2, 2, 30),
    (3, 2, 12),
    (7, 2, 30),
    (12, 2, 12),
    (20, 2, 30),
    (33, 2, 30),
    (40, 2, 12),
    (40, 2, 30),
    (4, 3, 12),
    (9, 3, 12),
    (20, 3, 12),
    (10, 3, 30),
    (40, 3, 12),
    (5, 4, 12),
    (12, 4, 12),
];

#[test]
fn all_bounds_of_a_row_hold_with_their_part_of_the_confidence() {
    let answers = 2;
    let mut too_often = 0;
    for confidence in [ratio(1, 2), ratio(9, 10), ratio(99, 100)] {
        let left = &(&ratio(1, 1) - &confidence) / &ratio(answers, 1);
        for (n, outputs, d) in CASES {
            for events in [Events::Outputs, Events::AtLeast, Events::All, Events::Listed(vec![vec![0]])] {
                let count = 2 * events.half(outputs) as u64;
                let found = worst(n, outputs, d, &events, &(&left / &ratio(count, 1)));
                assert!(!(&found - &left).is_positive(), "{n} runs, {outputs} outputs, {events:?}: {found}");
                // Not divided by the events it would be wrong more often.
                let undivided = worst(n, outputs, d, &events, &left);
                too_often += usize::from((&undivided - &left).is_positive());
            }
        }
    }
    assert!(too_often > 40, "{too_often}");
}

/// With two answers and two outputs, of all laws on the boundary of ε = ln 2 with multiples of 1/30.
#[test]
fn a_private_law_is_refuted_at_most_as_often_as_is_said() {
    let mut refuted = 0;
    for confidence in ["1/2", "9/10"] {
        for n in [1u64, 2, 3, 5, 8, 12] {
            let fails = |a: u64, b: u64| {
                let file = format!(
                    r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "complete", "nodes": 2}},
                        "mechanism": {{"counts": [[{a}, {}], [{b}, {}]], "confidence": "{confidence}"}}}}"#,
                    n - a,
                    n - b
                );
                let report = certify(file.as_bytes(), &Options::default()).expect("a mechanism file").report;
                report.statements[0].verdict == Verdict::Fails
            };
            let wrong: Vec<(u64, u64)> =
                (0..=n).flat_map(|a| (0..=n).map(move |b| (a, b))).filter(|(a, b)| fails(*a, *b)).collect();
            refuted += wrong.len();
            let binomial = |k: u64, p: u64| {
                let ways = factorial(n) / factorial(k) / factorial(n - k);
                ways * BigInt::from(p).pow(k as u32) * BigInt::from(30 - p).pow((n - k) as u32)
            };
            for p in 1..=15 {
                // Twice as probable, or its complement half as probable.
                for q in
                    [Some(2 * p), (p % 2 == 0).then(|| 30 - (30 - p) / 2)].into_iter().flatten().filter(|q| *q <= 30)
                {
                    let probability: BigInt = wrong.iter().map(|(a, b)| binomial(*a, p) * binomial(*b, q)).sum();
                    let found = Rational::new(probability, BigInt::from(30).pow(2 * n as u32));
                    let most = if confidence == "1/2" { ratio(1, 2) } else { ratio(1, 10) };
                    assert!(!(&found - &most).is_positive(), "{n} runs, {p} and {q} of 30: {found}");
                }
            }
        }
    }
    assert!(refuted > 40, "{refuted}");
}
