//! Random small mechanisms whose entries are functions of α: what is said of every α of an interval is what is said of
//! the same file at single numbers of it, rational, algebraic and transcendental, values included.

use crate::random::cases;
use dp_certify::{Options, certify};
use dp_verify::algebra;
use dp_verify::alpha::Point;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::number::Rational;
use dp_verify::report::{Pieces, Range, Report, Statement, Value, Verdict};
use dp_verify::verify;
use proptest::prelude::*;
use std::cmp::Ordering;

/// A file but for its α; all numbers are expressions in `a`.
#[derive(Debug, Clone)]
struct Instance {
    nodes: usize,
    edges: Vec<[usize; 2]>,
    rows: Vec<Vec<String>>,
    prior: Vec<String>,
    gain: Option<Vec<Vec<String>>>,
}

/// Numbers ≥ 0 that sum to 1 for every α of (0, 1): `Σ w_k·a^e_k` over its sum.
fn distribution(size: usize) -> impl Strategy<Value = Vec<String>> {
    let term = (0u32..5, prop::sample::select(vec![0u32, 0, 0, 1, 1, 2, 3]));
    prop::collection::vec(term, size).prop_filter_map("all zero", |terms| {
        let term = |&(w, e): &(u32, u32)| if e == 0 { w.to_string() } else { format!("{w}*a^{e}") };
        let total: Vec<String> = terms.iter().map(term).collect();
        let over = total.join("+");
        terms.iter().any(|&(w, _)| w > 0).then(|| terms.iter().map(|t| format!("({})/({over})", term(t))).collect())
    })
}

/// Row i of the truncated geometric matrix on `size` outputs.
fn geometric(i: usize, size: usize) -> Vec<String> {
    let entry = |o: usize| match o {
        _ if size == 1 => "1".into(),
        _ if o == 0 || o + 1 == size => format!("a^{}/(1+a)", i.min(size - 1).abs_diff(o)),
        _ => format!("(1-a)/(1+a)*a^{}", i.min(size - 1).abs_diff(o)),
    };
    (0..size).map(entry).collect()
}

/// p·x + (1−p)·y.
fn mixture(p: &str, x: &[String], y: &[String]) -> Vec<String> {
    x.iter().zip(y).map(|(x, y)| format!("({p})*({x})+(1-({p}))*({y})")).collect()
}

/// A matrix of rows that are free, or mixtures of the geometric ones with one row, which often are private.
fn table(nodes: usize, outputs: usize) -> impl Strategy<Value = Vec<Vec<String>>> {
    let share = prop::sample::select(vec!["1", "1", "1/2", "2/3", "a", "1-a", "a^2", "(1-a)/2"]);
    let free = prop::collection::vec(distribution(outputs), nodes);
    (free, share, distribution(outputs), 0..3u8).prop_map(move |(rows, p, one, kind)| match kind {
        0 => rows,
        1 => (0..nodes).map(|i| mixture(p, &geometric(i, outputs), &one)).collect(),
        // (1−a)·x + a·y has entries of a ratio of at least a where all x are the same.
        _ => rows.iter().map(|row| mixture("1-a", row, &one)).collect(),
    })
}

fn gain(nodes: usize) -> impl Strategy<Value = Vec<Vec<String>>> {
    let entry = prop::sample::select(vec!["0", "1", "1/2", "-1", "a", "1-a", "-a", "2*a", "1/(1+a)", "a^2-1/4"]);
    prop::collection::vec(prop::collection::vec(entry.prop_map(String::from), nodes), 1..4)
}

fn instance(nodes: std::ops::Range<usize>) -> impl Strategy<Value = Instance> {
    (nodes, 1usize..5).prop_flat_map(|(nodes, outputs)| {
        let pairs: Vec<[usize; 2]> = (0..nodes).flat_map(|i| (i + 1..nodes).map(move |j| [i, j])).collect();
        let count = pairs.len();
        let edges = prop::sample::subsequence(pairs, 0..=count);
        let gain = prop::option::of(gain(nodes));
        (edges, table(nodes, outputs), distribution(nodes), gain).prop_map(move |(edges, rows, prior, gain)| Instance {
            nodes,
            edges,
            rows,
            prior,
            gain,
        })
    })
}

fn list(entries: &[String]) -> String {
    format!("[{}]", entries.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", "))
}

fn matrix(rows: &[Vec<String>]) -> String {
    format!("[{}]", rows.iter().map(|row| list(row)).collect::<Vec<_>>().join(", "))
}

impl Instance {
    fn file(&self, privacy: &str, claims: &[String]) -> String {
        let gain = self.gain.as_ref().map_or_else(String::new, |gain| format!(r#""gain": {}, "#, matrix(gain)));
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"nodes": {}, "edges": {:?}}},
               "mechanism": {{"matrix": {}}}, "priors": {{"p": {}, "flat": "uniform", "corner": {{"corner": 0}}}},
               {gain}"claims": [{}]}}"#,
            self.nodes,
            self.edges,
            matrix(&self.rows),
            list(&self.prior),
            claims.join(", ")
        )
    }

    /// What is decided, accepted by the verifier.
    fn decide(&self, privacy: &str, claims: &[String]) -> Report {
        let file = self.file(privacy, claims);
        let certified = certify(file.as_bytes(), &Options::default()).unwrap_or_else(|e| panic!("{e}\n{file}"));
        let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
        let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
        assert!(again.accepted() || certified.report.status() == 3, "{:?}\n{file}", again.refusals);
        certified.report
    }
}

fn rational(text: &str) -> Option<Rational> {
    let (n, d) = text.split_once('/').unwrap_or((text, "1"));
    Some(Rational::new(n.parse().ok()?, d.parse().ok()?))
}

fn at(alpha: &Rational) -> String {
    format!(r#"{{"alpha": "{alpha}"}}"#)
}

/// Whether a number lies in a range of a report.
fn contains(range: &Range, alpha: &Rational) -> bool {
    let alpha = Point::Rational(alpha.clone());
    let above = match algebra::order(&range.low, &alpha).expect("numbers") {
        Ordering::Less => true,
        Ordering::Equal => range.with_low,
        Ordering::Greater => false,
    };
    let below = match algebra::order(&alpha, &range.high).expect("numbers") {
        Ordering::Less => true,
        Ordering::Equal => range.with_high,
        Ordering::Greater => false,
    };
    above && below
}

/// Whether a number lies in a set as an explanation writes it; `None` where an end of it is irrational.
fn is_in(set: &str, alpha: &Rational) -> Option<bool> {
    let mut inside = false;
    for range in set.split(" ∪ ") {
        if let Some(point) = range.strip_prefix('{') {
            inside |= rational(point.trim_end_matches('}'))? == *alpha;
            continue;
        }
        let (low, high) = range[1..range.len() - 1].split_once(", ")?;
        let (low, high) = (rational(low)?, rational(high)?);
        inside |= low < *alpha && *alpha < high;
        inside |= low == *alpha && range.starts_with('[') || high == *alpha && range.ends_with(']');
    }
    Some(inside)
}

/// What a statement over an interval says of one α; `None` where that is not seen from its text.
fn verdict_at(statement: &Statement, alpha: &Rational) -> Option<Verdict> {
    match (statement.verdict, statement.explanation.first().map(String::as_str)) {
        (Verdict::Fails, Some("it holds at no value of α in the interval")) => Some(Verdict::Fails),
        (Verdict::Fails, Some(text)) => is_in(text.strip_prefix("it holds exactly for α in ")?, alpha).map(Verdict::of),
        (Verdict::Undecided, _) | (Verdict::Fails, None) => None,
        (Verdict::Holds, _) => Some(Verdict::Holds),
    }
}

/// The expression of a value at one α; `None` where it has none there.
fn expression_at(value: &Value, alpha: &Rational) -> Option<String> {
    match value {
        Value::Pieces(Pieces(pieces)) => {
            let mut here = pieces.iter().filter(|(range, _, _)| contains(range, alpha));
            let (_, value, _) = here.next()?;
            assert!(here.next().is_none(), "two pieces at {alpha}");
            value.exact(usize::MAX)
        }
        Value::Flag(flag) => Some(flag.to_string()),
        Value::Text(_) => None,
        value => value.exact(usize::MAX),
    }
}

/// The claim that a statement comes to the same at this α, as a file declares it.
fn claim_at(statement: &Statement, alpha: &Rational) -> Option<String> {
    let verdict = verdict_at(statement, alpha)?;
    let mut expect = vec![format!(r#""verdict": "{}""#, verdict.name())];
    for (name, value) in &statement.values {
        if let Some(text) = expression_at(value, alpha) {
            let quoted = if matches!(value, Value::Flag(_)) { text } else { format!("\"{text}\"") };
            expect.push(format!(r#""{name}": {{"equals": {quoted}}}"#));
        }
    }
    let mut prior = statement.claim.prior.as_ref().map_or_else(String::new, |p| format!(r#""prior": "{p}", "#));
    if !statement.claim.priors.is_empty() {
        prior = format!(r#""priors": {:?}, "#, statement.claim.priors);
    }
    prior += &statement.claim.from.as_ref().map_or_else(String::new, |from| format!(r#""from": "{from}", "#));
    Some(format!(r#"{{"claim": "{}", {prior}"expect": {{{}}}}}"#, statement.claim.kind.name(), expect.join(", ")))
}

/// Declares of each of these numbers what is said of all of the interval.
fn agree(instance: &Instance, between: [&str; 2], within: &[Rational], claims: &[String]) -> usize {
    let symbolic = format!(r#"{{"alpha": "symbolic", "between": ["{}", "{}"]}}"#, between[0], between[1]);
    let report = instance.decide(&symbolic, claims);
    let mut seen = 0;
    for alpha in within {
        let same: Vec<String> = report.statements.iter().filter_map(|s| claim_at(s, alpha)).collect();
        let there = instance.decide(&at(alpha), &same);
        for statement in there.statements.iter().filter(|s| s.declared && s.expected != Some(true)) {
            let known = statement.expected.is_none() && ["stochastic", "dp"].contains(&statement.claim.kind.name());
            let over = report.statements.iter().find(|s| s.claim == statement.claim);
            assert!(
                known && over.is_none_or(|s| verdict_at(s, alpha).is_none()),
                "at {alpha}: {statement:?}\nover {between:?}: {over:?}\n{}",
                instance.file(&symbolic, &[])
            );
        }
        seen += same.len();
    }
    // The α that a refutation names.
    for statement in &report.statements {
        let named = statement.explanation.get(1).and_then(|text| text.strip_prefix("and fails at α = "));
        let alpha = named.and_then(|text| rational(text.split(',').next()?));
        if let (Verdict::Fails, Some(alpha)) = (statement.verdict, alpha) {
            let there = instance.decide(&at(&alpha), claims);
            let same = there.statements.iter().find(|s| s.claim == statement.claim).expect("the same claim");
            assert_eq!(same.verdict, Verdict::Fails, "{} at {alpha}", statement.claim);
        }
    }
    seen
}

fn alpha_in(between: [&str; 2]) -> impl Strategy<Value = Rational> + use<> {
    let [low, high] = between.map(|end| rational(end).expect("a rational"));
    prop::sample::select(vec![2i64, 3, 4, 5, 60, 1009]).prop_flat_map(move |m| {
        let (low, high) = (low.clone(), high.clone());
        (1..m).prop_map(move |k| &low + (&high - &low) * Rational::new(k.into(), m.into()))
    })
}

const INTERVALS: [[&str; 2]; 5] = [["0", "1"], ["0", "1"], ["0", "1/2"], ["1/3", "9/10"], ["1/2", "1"]];

/// An interval and three numbers of it.
fn places() -> impl Strategy<Value = ([&'static str; 2], Vec<Rational>)> {
    prop::sample::select(INTERVALS.to_vec())
        .prop_flat_map(|between| (Just(between), prop::collection::vec(alpha_in(between), 3)))
}

/// Irrational numbers as a file writes them, and rationals 10^-30 below and above.
fn irrational() -> impl Strategy<Value = (&'static str, [Rational; 2])> {
    let of = vec![
        (r#"{"epsilon": "1/10"}"#, "0.904837418035959573164249059446"),
        (r#"{"epsilon": "1/2"}"#, "0.606530659712633423603799534991"),
        (r#"{"epsilon": 1}"#, "0.367879441171442321595523770161"),
        (r#"{"epsilon": 3}"#, "0.049787068367863942979342415650"),
        (r#"{"epsilon": "1/2*ln(2)"}"#, "0.707106781186547524400844362104"),
        (r#"{"epsilon": "1/3*ln(3)"}"#, "0.693361274350634704843352274785"),
        (r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#, "0.618033988749894848204586834365"),
    ];
    prop::sample::select(of).prop_map(|(privacy, digits)| {
        let ten = "1000000000000000000000000000000";
        let low = rational(&format!("{}/{ten}", digits[2..].trim_start_matches('0'))).expect("a rational");
        let high = &low + rational(&format!("1/{ten}")).expect("a rational");
        (privacy, [low, high])
    })
}

/// At a number between two others where both have the same verdict, it has this verdict too; all claims are closed, so
/// that only a single algebraic number between two at which a claim fails may be one at which it holds. Decimals of
/// values that are the same at both are the same between them.
fn lies_between(instance: &Instance, privacy: &str, sides: &[Rational; 2], claims: &[String]) -> usize {
    let here = instance.decide(privacy, claims);
    let [low, high] = sides.each_ref().map(|alpha| instance.decide(&at(alpha), claims));
    let mut seen = 0;
    for statement in here.statements.iter().filter(|s| s.verdict != Verdict::Undecided) {
        let beside = [&low, &high].map(|report| report.statements.iter().find(|s| s.claim == statement.claim));
        let [Some(low), Some(high)] = beside else { panic!("{} is not decided beside", statement.claim) };
        let single = privacy.contains("ln(") || privacy.contains("root_of");
        if low.verdict != high.verdict || single && low.verdict == Verdict::Fails && statement.verdict == Verdict::Holds
        {
            continue;
        }
        assert_eq!(statement.verdict, low.verdict, "{} of {}", statement.claim, instance.file(privacy, &[]));
        seen += 1;
        for (name, value) in &statement.values {
            let decimal = |s: &Statement| s.values.iter().find(|(known, _)| known == name).map(|(_, v)| v.decimal());
            if let (Some(Some(below)), Some(Some(above))) = (decimal(low), decimal(high))
                && below == above
            {
                assert_eq!(
                    value.decimal(),
                    Some(below),
                    "{name} of {} of {}",
                    statement.claim,
                    instance.file(privacy, &[])
                );
            }
        }
    }
    seen
}

/// Claims of optimality about an instance.
fn optimality() -> Vec<String> {
    [
        r#"{"claim": "optimal", "prior": "p"}"#,
        r#"{"claim": "optimal", "prior": "flat"}"#,
        r#"{"claim": "jointly-optimal", "priors": ["p", "flat"]}"#,
        r#""universally-optimal""#,
        r#"{"claim": "derivable", "from": "uniform"}"#,
    ]
    .map(String::from)
    .to_vec()
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn optima_on_an_interval_are_those_at_its_numbers(instance in instance(2..4), places in places()) {
        let (between, within) = places;
        agree(&instance, between, &within, &optimality());
    }

    #[test]
    fn optima_at_an_irrational_number_are_those_beside_it(instance in instance(2..5), place in irrational()) {
        let (privacy, sides) = place;
        prop_assert!(lies_between(&instance, privacy, &sides, &optimality()) >= 12);
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_holds_on_an_interval_is_what_holds_at_its_numbers(instance in instance(2..6), places in places()) {
        let (between, within) = places;
        // Of 16 statements at each number, those whose set has rational ends.
        prop_assert!(agree(&instance, between, &within, &[]) >= 3 * 10);
    }

    #[test]
    fn what_holds_on_both_sides_of_an_irrational_number_holds_there(instance in instance(2..6), place in irrational()) {
        let (privacy, sides) = place;
        prop_assert!(lies_between(&instance, privacy, &sides, &[]) >= 12);
    }
}
