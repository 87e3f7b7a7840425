//! Claims about counts of runs, against all vertices of the laws inside the bounds.

#![allow(clippy::float_arithmetic, reason = "an oracle that is as close as its bounds")]

use super::*;
use crate::fixtures::ONE_HALF;
use crate::random::instances;

/// P(Bin(n, p) ≤ a), term by term.
fn tail(n: u32, a: u32, p: f64) -> f64 {
    let mut choose = 1.0;
    let mut sum = 0.0;
    for k in 0..=a {
        sum += choose * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32);
        choose *= f64::from(n - k) / f64::from(k + 1);
    }
    sum
}

/// The upper bound of Clopper and Pearson, by bisection.
fn upper(n: u32, a: u32, level: f64) -> f64 {
    if a == n {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if tail(n, a, middle) > level { low = middle } else { high = middle }
    }
    high
}

/// All choices of one from each list.
fn choices(lists: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let Some((first, rest)) = lists.split_first() else { return vec![Vec::new()] };
    let rest = choices(rest);
    first.iter().flat_map(|x| rest.iter().map(move |rest| [&[*x], &rest[..]].concat())).collect()
}

/// The laws among which all vertices are of those inside the bounds.
fn laws(row: &[u32], level: f64, at_least: bool) -> Vec<Vec<f64>> {
    let (m, n) = (row.len(), row.iter().sum());
    let ends = |count: u32| [1.0 - upper(n, n - count, level), upper(n, count, level)];
    if at_least {
        // The probabilities of each output and above, each at an end of its own or of another one.
        let own: Vec<[f64; 2]> = (1..m).map(|o| ends(row[o..].iter().sum())).collect();
        let all = |[low, high]: &[f64; 2]| {
            own.iter().flatten().copied().filter(|x| (low..=high).contains(&x)).collect::<Vec<_>>()
        };
        let above = choices(&own.iter().map(all).collect::<Vec<_>>());
        let above = above.into_iter().map(|above| [&[1.0], &above[..], &[0.0]].concat());
        let laws = above.map(|above| above.windows(2).map(|pair| pair[0] - pair[1]).collect::<Vec<_>>());
        return laws.filter(|law| law.iter().all(|x| *x >= 0.0)).collect();
    }
    let own: Vec<[f64; 2]> = row.iter().map(|count| ends(*count)).collect();
    // All but one at their ends, and that one has the rest.
    let of_one = |free: usize| {
        let lists: Vec<Vec<f64>> =
            own.iter().enumerate().map(|(o, ends)| if o == free { vec![0.0] } else { ends.to_vec() }).collect();
        let [low, high] = own[free];
        choices(&lists).into_iter().filter_map(move |mut law| {
            law[free] = 1.0 - law.iter().sum::<f64>();
            (low - 1e-12..=high + 1e-12).contains(&law[free]).then_some(law)
        })
    };
    (0..row.len()).flat_map(of_one).collect()
}

fn number(statement: &Statement, name: &str) -> f64 {
    let (_, value) = statement.values.iter().find(|(known, _)| *known == name).expect("the value");
    Value::decimal(value).expect("a number").parse().expect("a number")
}

/// The same numbers each time, below a bound.
fn draw(state: &mut u64, below: u32) -> u32 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    u32::try_from((*state >> 33) % u64::from(below)).expect("a number")
}

#[test]
fn laws_inside_the_bounds() {
    for instance in instances(600) {
        let state = &mut (instance * 7 + 1);
        let (m, at_least) = (2 + draw(state, 3) as usize, draw(state, 2) == 1);
        let most = [4, 30, 200][draw(state, 3) as usize];
        let rows: [Vec<u32>; 2] = [(); 2].map(|()| (0..m).map(|_| draw(state, most)).collect());
        let events = if at_least {
            2 * (m - 1)
        } else if m == 2 {
            2
        } else {
            2 * m
        };
        let level = 0.1 / (2.0 * events as f64);
        let inside = rows.each_ref().map(|row| laws(row, level, at_least));
        let by = |p: &[f64], lambda: f64, q: &[f64]| -> f64 {
            p.iter().zip(q).map(|(p, q)| (p - lambda * q).max(0.0)).sum()
        };
        let largest = |lambda: f64, i: usize, h: usize| {
            let pairs = inside[i].iter().flat_map(|p| inside[h].iter().map(move |q| (p, q)));
            pairs.map(|(p, q)| by(p, lambda, q)).fold(0.0, f64::max)
        };
        let delta = largest(2.0, 0, 1).max(largest(2.0, 1, 0));
        let uniform = vec![1.0 / m as f64; m];
        let distance = inside.iter().flatten().map(|p| by(p, 1.0, &uniform)).fold(0.0, f64::max);
        let (little, half) = ((delta - 1e-4).max(0.0), draw(state, 2) == 1);
        let at_most = if half { delta + 1e-4 } else { little };
        let kind = if at_least { "at-least" } else { "outputs" };
        let same = vec![format!(r#""1/{m}""#); m].join(", ");
        let fields = format!(
            r#""privacy": {ONE_HALF}, {PAIR}, "mechanism": {{"counts": {rows:?}, "confidence": "9/10", "events": "{kind}"}},
            "claims": [{{"claim": "private-by-sample", "at_most": "{at_most:.9}"}}, {{"claim": "sampled-from", "from": "y.json"}}]"#
        );
        let other = format!(r#""privacy": {ONE_HALF}, {PAIR}, "mechanism": {{"matrix": [[{same}], [{same}]]}}"#);
        let report = trade_off::beside(&fields, &other);
        let [private, drawn] = [Kind::PrivateBySample, Kind::SampledFrom].map(|kind| statement(&report, kind));
        assert!((number(private, "delta_at_most") - delta).abs() < 1e-6, "{instance}: {private:?}, {delta}");
        assert!((number(drawn, "distance_at_most") - distance).abs() < 1e-6, "{instance}: {drawn:?}, {distance}");
        let expected = if half || delta <= little { Verdict::Holds } else { Verdict::Fails };
        assert_eq!(private.verdict, expected, "{instance}: {delta} and {at_most}");
        // A row that is inside is among the laws, or between some: no closer to one of them than to itself.
        let is_outside = rows.iter().any(|row| {
            let n: u32 = row.iter().sum();
            let sums = |count: u32, sets: usize| {
                let x = sets as f64 / m as f64;
                x > upper(n, count, level) || x < 1.0 - upper(n, n - count, level)
            };
            (0..m).any(|o| if at_least { o > 0 && sums(row[o..].iter().sum(), m - o) } else { sums(row[o], 1) })
        });
        assert_eq!(drawn.verdict, if is_outside { Verdict::Fails } else { Verdict::Holds }, "{instance}");
    }
}
