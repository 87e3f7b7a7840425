//! Tables of which mass is missing, against all extreme completions, and against all corners of the private ones.

#![allow(clippy::float_arithmetic, reason = "an oracle that is as close as its bounds")]

use super::*;
use crate::fixtures::{LINE_2, LINE_3};
use crate::random::instances;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;

type Table = Vec<Vec<Rational>>;

/// The same numbers each time, below a bound.
fn draw(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from((*state >> 33) % below as u64).expect("a number")
}

fn quotient(n: usize, d: usize) -> Rational {
    Rational::from_unsigneds(n, d)
}

/// A table on a line of nodes, and whether further outputs are possible.
#[derive(Debug)]
struct Case {
    rows: Table,
    further: bool,
}

impl Case {
    /// In 24ths, most of each row's mass being there.
    fn random(state: &mut u64) -> Self {
        let (n, m, further) = [(2, 2, true), (2, 2, false), (2, 3, false), (3, 2, false)][draw(state, 4)];
        let whole = draw(state, 5) == 0;
        let row = |state: &mut u64| {
            let most = [24, 20, 12][draw(state, 3)];
            let mut left = most;
            let mut row: Vec<usize> = (1..m)
                .map(|_| {
                    let x = draw(state, left + 1);
                    left -= x;
                    x
                })
                .collect();
            row.push(if whole { 24 - row.iter().sum::<usize>() } else { draw(state, left + 1) });
            row.into_iter().map(|x| quotient(x, 24)).collect()
        };
        Self { rows: (0..n).map(|_| row(state)).collect(), further }
    }

    fn missing(&self) -> Vec<Rational> {
        self.rows.iter().map(|row| Rational::ONE - row.iter().sum::<Rational>()).collect()
    }

    /// Neighbours in both orders.
    fn pairs(&self) -> Vec<[usize; 2]> {
        (1..self.rows.len()).flat_map(|h| [[h - 1, h], [h, h - 1]]).collect()
    }

    /// All completions that have what each row lacks at one output: at those of the table, at one further for all, and
    /// at one of its own.
    fn extremes(&self) -> Vec<Table> {
        let (n, m) = (self.rows.len(), self.rows[0].len());
        let columns = m + if self.further { 1 + n } else { 0 };
        let missing = self.missing();
        (0..columns.pow(u32::try_from(n).expect("few")))
            .map(|mut code| {
                let complete = |(i, row): (usize, &Vec<Rational>)| {
                    let mut row: Vec<Rational> = row.iter().cloned().chain(vec![Rational::ZERO; columns - m]).collect();
                    row[code % columns] += &missing[i];
                    code /= columns;
                    row
                };
                self.rows.iter().enumerate().map(complete).collect()
            })
            .collect()
    }

    fn is_private(&self, table: &Table, alpha: &Rational) -> bool {
        self.pairs().iter().all(|&[i, h]| table[i].iter().zip(&table[h]).all(|(x, y)| alpha * x <= *y))
    }

    /// Σ_o max(0, y_io − y_ho/α), the largest.
    fn delta(&self, table: &Table, alpha: &Rational) -> Rational {
        let over = |x: &Rational, y: &Rational| (x - y / alpha).max(Rational::ZERO);
        let of = |[i, h]: [usize; 2]| table[i].iter().zip(&table[h]).map(|(x, y)| over(x, y)).sum::<Rational>();
        self.pairs().into_iter().map(of).max().unwrap_or(Rational::ZERO)
    }

    /// Whether some completion is private: then one is that is a corner of all private ones, at which as many of the
    /// inequalities are equations as there are unknowns beside those that the sums give. Further outputs are one
    /// column.
    fn has_a_private_one(&self, alpha: &Rational) -> bool {
        let (n, m) = (self.rows.len(), self.rows[0].len());
        let (columns, missing) = (m + usize::from(self.further), self.missing());
        let free = n * (columns - 1);
        // z_io as a constant and coefficients of the free unknowns: the last column has what the others leave.
        let z = |i: usize, o: usize| {
            let mut form = vec![Rational::ZERO; free + 1];
            if o + 1 < columns {
                form[1 + i * (columns - 1) + o] = Rational::ONE;
            } else {
                form[0] = missing[i].clone();
                (0..columns - 1).for_each(|k| form[1 + i * (columns - 1) + k] = Rational::from(-1));
            }
            form
        };
        let plus = |x: Vec<Rational>, times: &Rational, y: &[Rational]| -> Vec<Rational> {
            x.into_iter().zip(y).map(|(x, y)| x + times * y).collect()
        };
        // Each is to be ≥ 0.
        let mut forms: Table = (0..n).flat_map(|i| (0..columns).map(move |o| (i, o))).map(|(i, o)| z(i, o)).collect();
        for [i, h] in self.pairs() {
            for o in 0..columns {
                let entry = |i: usize| self.rows[i].get(o).cloned().unwrap_or(Rational::ZERO);
                let mut form = plus(z(h, o), &-alpha, &z(i, o));
                form[0] += entry(h) - alpha * entry(i);
                forms.push(form);
            }
        }
        let mut chosen: Vec<usize> = (0..free).collect();
        loop {
            let equations: Table = chosen.iter().map(|&k| forms[k].clone()).collect();
            if let Some(at) = solved(equations)
                && forms.iter().all(|form| {
                    form[0].clone() + form[1..].iter().zip(&at).map(|(c, x)| c * x).sum::<Rational>() >= 0u32
                })
            {
                return true;
            }
            // The next choice of as many.
            let Some(k) = (0..free).rev().find(|&k| chosen[k] < forms.len() - free + k) else { return false };
            chosen[k] += 1;
            for later in k + 1..free {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
    }

    fn file(&self, privacy: &str) -> String {
        let list = |row: &[Rational]| row.iter().map(|x| format!(r#""{x}""#)).collect::<Vec<_>>().join(", ");
        let rows: Vec<String> = self.rows.iter().map(|row| format!("[{}]", list(row))).collect();
        let query = if self.rows.len() == 2 { LINE_2 } else { LINE_3 };
        let further = if self.further { "" } else { r#", "further_outputs": false"# };
        let (rows, missing) = (rows.join(", "), list(&self.missing()));
        format!(
            r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": [{rows}], "missing": [{missing}]{further}}}"#
        )
    }
}

/// The one solution of equations a_0 + Σ a_k·x_k = 0, as many as unknowns.
fn solved(mut rows: Table) -> Option<Vec<Rational>> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).find(|&r| rows[r][k + 1] != 0u32)?;
        rows.swap(k, pivot);
        let scale = rows[k][k + 1].clone();
        rows[k].iter_mut().for_each(|x| *x /= &scale);
        let own = rows[k].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            let times = row[k + 1].clone();
            if r != k && times != 0u32 {
                row.iter_mut().zip(&own).for_each(|(x, y)| *x -= &times * y);
            }
        }
    }
    Some(rows.iter().map(|row| -row[0].clone()).collect())
}

fn number(statement: &Statement, name: &str) -> f64 {
    let (_, value) = statement.values.iter().find(|(known, _)| *known == name).expect("the value");
    match Value::decimal(value).expect("a number").as_str() {
        "inf" => f64::INFINITY,
        text => text.parse().expect("a number"),
    }
}

fn float(x: &Rational) -> f64 {
    f64::rounding_from(x, RoundingMode::Nearest).0
}

/// What is so of all completions at one α: all private, none, or some.
fn expected(case: &Case, alpha: &Rational) -> Verdict {
    let all = case.extremes().iter().all(|table| case.is_private(table, alpha));
    match case.has_a_private_one(alpha) {
        true if all => Verdict::Holds,
        true => Verdict::Undecided,
        false => Verdict::Fails,
    }
}

#[test]
fn all_extreme_completions_and_all_corners() {
    let mut found = [0, 0, 0];
    for instance in instances(500) {
        let state = &mut (instance * 7 + 3);
        let case = Case::random(state);
        let alpha = quotient(1 + draw(state, 9), 10);
        let delta = quotient(draw(state, 20), 20);
        let report = decide(&case.file(&format!(r#"{{"alpha": "{alpha}"}}"#)));
        let dp = statement(&report, Kind::Dp);
        assert_eq!(dp.verdict, expected(&case, &alpha), "{instance}: {case:?} at {alpha}");
        found[dp.verdict as usize] += 1;
        if dp.verdict != Verdict::Undecided {
            let [low, high] = ["epsilon_at_least", "epsilon_at_most"].map(|name| number(dp, name));
            // A little below the one none is private, a little above the other all are.
            let at = |epsilon: f64| Rational::try_from((-epsilon).exp()).expect("a number").min(Rational::ONE);
            if low > 1e-6 && low.is_finite() {
                assert_eq!(expected(&case, &at(low - 1e-6)), Verdict::Fails, "{instance}: below {low}");
            }
            if high.is_finite() {
                assert_eq!(expected(&case, &at(high + 1e-6)), Verdict::Holds, "{instance}: above {high}");
                if high > 1e-6 {
                    assert_ne!(expected(&case, &at(high - 1e-6)), Verdict::Holds, "{instance}: below {high}");
                }
            }
        }
        let needed: Vec<Rational> = case.extremes().iter().map(|table| case.delta(table, &alpha)).collect();
        let (least, most) = (needed.iter().min().expect("one"), needed.iter().max().expect("one"));
        let report = decide(&case.file(&format!(r#"{{"alpha": "{alpha}", "delta": "{delta}"}}"#)));
        let approximate = statement(&report, Kind::ApproximateDp);
        match approximate.verdict {
            Verdict::Holds => assert!(*most <= delta, "{instance}: {case:?} needs {most}, and {delta} is declared"),
            Verdict::Fails => assert!(*least > delta, "{instance}: {case:?} needs {least}, and {delta} is declared"),
            Verdict::Undecided => continue,
        }
        let [low, high] = ["delta_at_least", "delta_at_most"].map(|name| number(approximate, name));
        assert!(low <= float(least) + 1e-9 && float(most) <= high + 1e-9, "{instance}: {case:?}, {low} to {high}");
        if case.further {
            assert!((high - float(most)).abs() < 1e-9, "{instance}: {case:?}: {high} is attained, {most}");
        }
    }
    assert!(found.iter().all(|count| *count > 5), "{found:?}");
}

/// Where two rationals around e^-ε have one verdict, so has that number; over an interval what holds at its upper end
/// holds below it, and what fails at its lower end fails above it.
#[test]
fn at_irrational_numbers_and_over_intervals() {
    for instance in instances(200) {
        let state = &mut (instance * 11 + 5);
        let case = Case::random(state);
        let epsilon = 1 + draw(state, 20);
        let alpha = (-(epsilon as f64) / 10.0).exp();
        let near = [alpha - 1e-9, alpha + 1e-9].map(|x| expected(&case, &Rational::try_from(x).expect("a number")));
        let report = decide(&case.file(&format!(r#"{{"epsilon": "{epsilon}/10"}}"#)));
        if near[0] == near[1] {
            assert_eq!(statement(&report, Kind::Dp).verdict, near[0], "{instance}: {case:?} at {epsilon}/10");
        }
        let [low, high] = [1 + draw(state, 4), 6 + draw(state, 5)].map(|x| quotient(x, 10));
        let found = decide(&case.file(&format!(r#"{{"alpha": "symbolic", "between": ["{low}", "{high}"]}}"#)));
        let found = statement(&found, Kind::Dp).verdict;
        match (expected(&case, &low), expected(&case, &high)) {
            (_, Verdict::Holds) => assert_eq!(found, Verdict::Holds, "{instance}: {case:?} from {low} to {high}"),
            (Verdict::Fails, _) => assert_eq!(found, Verdict::Fails, "{instance}: {case:?} from {low} to {high}"),
            _ => assert_ne!(found, Verdict::Holds, "{instance}: {case:?} from {low} to {high}"),
        }
    }
}

#[test]
fn what_a_report_says_is_about_every_completion() {
    let of = |mechanism: &str| decide(&format!(r#"{HALF}, "query": {LINE_2}, "mechanism": {{{mechanism}}}"#));
    let fails = of(r#""matrix": [["3/4", "1/8"], ["1/8", "3/4"]], "missing": ["1/8", "1/8"]"#);
    let text = fails.to_text(dp_verify::report::Style::Plain).split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "missing: at most 1/8 of a row's mass is missing, of 2 of 2 rows; further outputs are possible.",
        "Verdicts on privacy are about every completion of the table",
        "FAILS dp, of every completion epsilon_at_least = 1.09861228867 epsilon_at_most = inf no completion of the table is",
        "output 0: answer 0 has at least 0.75, its neighbour 1 at most 0.25, including all its missing mass: ratio 3, allowed 2",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let open = of(r#""matrix": [["1/2", "1/4"], ["1/4", "1/2"]], "missing": ["1/4", "1/4"], "further_outputs": false"#);
    let text = open.to_text(dp_verify::report::Style::Plain).split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "ASSUMED: no output is possible but those of the table",
        "some completions may be private and some are not",
        "from ε = 1.09861228867 on all are",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let json = fails.to_json(true);
    // The one that has less first, and its entry, as of a whole table.
    let claim: Vec<usize> =
        statement(&fails, Kind::Dp).evidence.pair.iter().flatten().map(|place| place.index).collect();
    assert_eq!(claim, [1, 0], "{json}");
    assert!(json.contains(r#""further_outputs": true"#) && json.contains(r#""at_most": "1/8""#), "{json}");
}
