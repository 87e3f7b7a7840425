//! Clamped noise: staircases, and discrete Laplace noise.

use super::{
    OTHERS, attempt, certified, least_ratio, made, matrix, number, parsed, query, rational_alpha, stairs_of, sum,
    value, whole,
};
use dp_certify::construct::{Kind, Wishes};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

/// e(m) of staircase noise by going down its stairs, which begin at r, Δ + r, 2Δ + r, …
fn level(sensitivity: usize, width: usize, m: usize) -> u64 {
    (1..=m).filter(|x| x % sensitivity == width % sensitivity).count() as u64
}

/// Noise with probability proportional to α^e(|m|), clamped to 0..n-1: the ends by the symmetry of the noise.
fn clamped(nodes: usize, alpha: &Rational, period: usize, level: impl Fn(usize) -> u64) -> Vec<Vec<Rational>> {
    let one = number("1");
    let weight = |m: usize| alpha.pow(level(m));
    let half: Rational = (0..period).map(weight).sum::<Rational>() / (&one - alpha);
    let total = half * number("2") - &one;
    let probability = |m: usize| weight(m) / &total;
    // P(|noise| < m) leaves as much on either side.
    let at_least = |m: usize| match m {
        0 => (&one + probability(0)) / number("2"),
        _ => (&one + probability(0) - (0..m).map(probability).sum::<Rational>() * number("2")) / number("2"),
    };
    let entry = |i: usize, j: usize| {
        if j == 0 || j + 1 == nodes { at_least(i.abs_diff(j)) } else { probability(i.abs_diff(j)) }
    };
    (0..nodes).map(|i| (0..nodes).map(|j| entry(i, j)).collect()).collect()
}

#[test]
fn staircases_are_clamped_noise() {
    for alpha in ["1/2", "2/7", "9/10"].map(number) {
        for (individuals, sensitivity) in [(5, 1), (3, 2), (2, 3), (3, 4), (1, 6)] {
            for width in 1..=sensitivity {
                let query = query(&rational_alpha(&alpha), &sum(individuals, sensitivity), "");
                let text = made(Kind::Staircase, &stairs_of(width), &query);
                let (delta, r) = (sensitivity as usize, width as usize);
                let rows = matrix(&text);
                let nodes = (individuals * sensitivity) as usize + 1;
                assert_eq!(rows, clamped(nodes, &alpha, delta, |m| level(delta, r, m)), "{query}, {width}");
                assert_eq!(least_ratio(&rows, |i, h| i.abs_diff(h) <= delta), alpha);
                assert_eq!(value(&certified(&text), "dp", "alpha_max"), alpha);
            }
        }
    }
    // At α = 1 only the ends are left; on a line the stairs are single steps, those of the truncated geometric one.
    let text = made(Kind::Staircase, &stairs_of(2), &query(r#"{"alpha": 1}"#, &sum(2, 3), ""));
    assert!(matrix(&text).iter().all(|row| row[0] == number("1/2") && row[6] == number("1/2")));
    certified(&text);
    for graph in [r#"{"graph": "line", "nodes": 1}"#, r#"{"graph": "line", "nodes": 5}"#] {
        let query = query(r#"{"alpha": "1/3"}"#, graph, "");
        let [stairs, geometric] =
            [Kind::Staircase, Kind::TruncatedGeometric].map(|kind| made(kind, &Wishes::default(), &query));
        assert_eq!(matrix(&stairs), matrix(&geometric));
    }
}

#[test]
fn stairs_have_the_width_of_the_least_noise() {
    for alpha in ["99/100", "9/10", "1/2", "1/10", "1/100"].map(number) {
        let rest = number("1") - &alpha;
        for sensitivity in 1..=9_usize {
            // Σ_k α^k (kΔ + m) w(m), over a period of m.
            let noise = |width: usize| {
                let weight = |m: usize| (&alpha).pow(level(sensitivity, width, m));
                let far = whole(sensitivity) * &alpha / (&rest * &rest);
                let distance: Rational = (0..sensitivity).map(|m| weight(m) * (whole(m) / &rest + &far)).sum();
                let total: Rational = (0..sensitivity).map(weight).sum::<Rational>() / &rest;
                distance * number("2") / (total * number("2") - number("1"))
            };
            let best = (1..=sensitivity).min_by_key(|&width| noise(width)).unwrap();
            let query = query(&rational_alpha(&alpha), &sum(1, u32::try_from(sensitivity).unwrap()), "");
            let name = parsed(&made(Kind::Staircase, &Wishes::default(), &query))["name"].clone();
            assert!(
                name.as_str()
                    .unwrap()
                    .contains(&format!("with stairs of {sensitivity}, the middle one |m| < {best}, ")),
                "{name}"
            );
        }
    }
    let said = attempt(Kind::Staircase, &Wishes::default(), &query(OTHERS[3], &sum(1, 5), "")).unwrap_err();
    assert!(
        said.contains("$.query: the width of the middle stair with the least expected noise is not the same"),
        "{said}"
    );
}

#[test]
fn discrete_laplace_is_the_truncated_geometric_mechanism() {
    assert_eq!(Kind::named("discrete-laplace"), Some(Kind::TruncatedGeometric));
    for alpha in ["1/2", "2/7"].map(number) {
        let text = made(
            Kind::named("discrete-laplace").unwrap(),
            &Wishes::default(),
            &query(&rational_alpha(&alpha), r#"{"graph": "line", "nodes": 6}"#, ""),
        );
        assert_eq!(matrix(&text), clamped(6, &alpha, 1, |m| m as u64));
        assert_eq!(value(&certified(&text), "dp", "alpha_max"), alpha);
    }
}
