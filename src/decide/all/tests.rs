use super::*;
use std::collections::BTreeMap;
use std::iter;

/// A ring with a prior, and nothing claimed.
const RING: &str = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "cycle", "nodes": 9},
    "priors": {"p": ["1/45", "2/45", "3/45", "4/45", "5/45", "6/45", "7/45", "8/45", "9/45"]}}"#;

/// What is decided of the claims and of what is found beside them within that search, each at once and in this order;
/// and what is left for the check.
fn in_turn(mechanism: &Mechanism, search: usize, order: &[usize]) -> (String, u64) {
    let options = Options { limits: Limits { search, ..Limits::default() }, ..Options::default() };
    let case = Case::new(mechanism, &options);
    let _ = apart(u64::MAX, || case.is_faultless());
    let claims = claims(mechanism, &case);
    let meters = Claims::new(claims.len(), search as u64 / 4 * 3, &options.underway);
    let work = Work { case: &case, meters: &meters, options: &options };
    let decided: BTreeMap<usize, Statement> = order.iter().map(|&k| (k, work.decide(claims[k].clone(), k))).collect();
    let mut statements: Vec<Statement> = decided.into_values().collect();
    work.end_what_is_over(&mut statements, &|k| k);
    (format!("{statements:#?}"), meters.all() - meters.aside())
}

fn claims(mechanism: &Mechanism, case: &Case) -> Vec<Claim> {
    let declared: Vec<Claim> = mechanism.claims.iter().map(|declared| declared.claim.clone()).collect();
    let found = findings(case, &[]).into_iter().filter(|claim| !declared.contains(claim)).collect::<Vec<_>>();
    declared.into_iter().chain(found).collect()
}

/// As threads may come to do them: the other way round, and each before all others.
fn other_orders(count: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = move |k| iter::once(k).chain((0..count).filter(move |&other| other != k)).collect();
    iter::once((0..count).rev().collect()).chain((1..count).map(first))
}

fn assert_same_in_all_orders(text: &str, searches: impl Iterator<Item = usize>) {
    let mechanism = Mechanism::read(text.as_bytes(), &Limits::default()).expect("a mechanism file");
    let options = Options::default();
    let count = claims(&mechanism, &Case::new(&mechanism, &options)).len();
    for search in searches {
        let in_order = in_turn(&mechanism, search, &(0..count).collect::<Vec<_>>());
        for order in other_orders(count) {
            assert_eq!(in_turn(&mechanism, search, &order), in_order, "{text} within {search} in the order {order:?}");
        }
    }
}

/// Close limits, by some of which each claim has almost enough.
#[test]
fn what_is_decided_does_not_depend_on_the_order_of_threads() {
    assert_same_in_all_orders(RING, (4_000..40_000).step_by(250));
}

/// What claims share or look at: symmetry, e^-r and what encloses it, parts of an interval, the rays of a gain.
#[test]
fn nor_does_it_of_other_numbers() {
    let texts = [
        include_str!("../../../examples/petersen.json"),
        include_str!("../../../examples/noise-at-root-of-three.json"),
        include_str!("../../../examples/randomised-response-epsilon-1.json"),
        include_str!("../../../examples/ring-of-four-at-every-alpha.json"),
        include_str!("../../../examples/worst-priors-for-near-guesses.json"),
    ];
    let searches = || iter::successors(Some(1 << 10), |search| Some(search + search / 3)).take(40);
    for text in texts {
        assert_same_in_all_orders(text, searches());
    }
}
