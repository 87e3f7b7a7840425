//! `shannon-capacity`: the most that I(π; X) is for any prior, by one prior.

use crate::fixtures::COIN;
use crate::harness::{Fate, STOCHASTIC, Trial, hold};
use dp_kernel::{Approximation, Name, Why};

/// The capacity is log₂(5/4) = 0.321928094887362347870319429489…, at the prior 3/5, 2/5 and no other.
const Z: &str = r#"[[1, 0], ["1/2", "1/2"]]"#;
const BEST: &str = r#"{"prior": {"denominator": "5", "numerators": ["3", "2"]}}"#;
const UNIFORM: &str = r#"{"prior": {"denominator": "2", "numerators": ["1", "1"]}}"#;

fn dp(verdict: &str) -> String {
    format!(r#"{{"claim": "dp", "verdict": "{verdict}"}}"#)
}

fn said(verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "shannon-capacity", "verdict": "{verdict}", "witness": {witness}}}"#)
}

fn text(privacy: &str, mechanism: &str, query: &str, expect: &str) -> String {
    let claims = format!(r#""claims": [{{"claim": "shannon-capacity"{expect}}}]"#);
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {query}, "mechanism": {mechanism}, {claims}}}"#
    )
}

const LINE: &str = r#"{"graph": "line", "nodes": 2}"#;

fn table(rows: &str) -> String {
    text(r#"{"alpha": "1/9"}"#, &format!(r#"{{"matrix": {rows}}}"#), LINE, "")
}

fn prior(numerators: &str, denominator: &str) -> String {
    format!(r#"{{"prior": {{"denominator": "{denominator}", "numerators": {numerators}}}}}"#)
}

#[test]
fn a_prior_that_is_optimal_and_others() {
    let trial = |name, verdict: &str, witness: &str, fate| {
        Trial::new(name, &table(Z), &[STOCHASTIC, &dp("fails"), &said(verdict, witness)], fate)
    };
    const HOLDS: &[&str] = &["shannon-capacity: holds; bits = 0.321928094887"];
    // 3/5 + 10^-15, and + 10^-25.
    let (far, near) = (
        prior(r#"["600000000000001", "399999999999999"]"#, "1000000000000000"),
        prior(r#"["6000000000000000000000001", "3999999999999999999999999"]"#, "10000000000000000000000000"),
    );
    hold(&[
        trial("the best prior", "holds", BEST, Fate::Proves(HOLDS)),
        trial("one that is near", "holds", &near, Fate::Proves(HOLDS)),
        trial(
            "one that is less near",
            "holds",
            &far,
            Fate::Refused(&["0.321928094887 bits", "no prior more than 0.321928094887"]),
        ),
        trial(
            "the uniform prior",
            "holds",
            UNIFORM,
            Fate::Refused(&["the prior has 0.311278124459 bits", "no prior more than 0.415037499279"]),
        ),
        trial(
            "a node alone",
            "holds",
            &prior(r#"["1", "0"]"#, "1"),
            Fate::Unproved(Approximation::Unreached(1).into()),
        ),
        trial(
            "the other node alone",
            "holds",
            &prior(r#"["0", "1"]"#, "1"),
            Fate::Refused(&["the prior has 0 bits", "no prior more than 1.00000000000"]),
        ),
        trial("said to fail", "fails", BEST, Fate::Unproved(Why::OtherVerdict)),
        trial("too much", "holds", &prior(r#"["3", "3"]"#, "5"), Fate::Unproved(Why::NoDistribution)),
        trial("a negative weight", "holds", &prior(r#"["6", "-1"]"#, "5"), Fate::Unproved(Why::NoDistribution)),
        trial(
            "a negative denominator",
            "holds",
            &prior(r#"["-3", "-2"]"#, "-5"),
            Fate::Unproved(Why::Denominator("prior")),
        ),
        trial(
            "three nodes",
            "holds",
            &prior(r#"["3", "1", "1"]"#, "5"),
            Fate::Unproved(Why::Length { part: "prior", found: 3, expected: 2 }),
        ),
        trial("none", "holds", "{}", Fate::Unproved(Why::WrongWitness)),
        trial("a row", "holds", r#"{"row": 0}"#, Fate::Refused(&["row"])),
        trial("a number of a witness", "holds", r#"{"bits": "1"}"#, Fate::Refused(&["bits"])),
    ]);
}

/// What is expected is compared with both ends of the enclosure, which is as close as its prior.
#[test]
fn expectations_of_the_bits() {
    let of = |name, bound: &str, fate| {
        let expect = format!(r#", "expect": {{"bits": {bound}}}"#);
        let text = text(r#"{"alpha": "1/9"}"#, &format!(r#"{{"matrix": {Z}}}"#), LINE, &expect);
        Trial::new(name, &text, &[STOCHASTIC, &dp("fails"), &said("holds", BEST)], fate)
    };
    hold(&[
        of("at most", r#"{"at_most": "0.321928094887362347870319429490"}"#, Fate::Proves(&["stochastic: holds"])),
        of("at least", r#"{"at_least": "0.321928094887362347870319429489"}"#, Fate::Proves(&["stochastic: holds"])),
        of(
            "between the ends",
            r#"{"at_most": "0.3219280948873623478703194294893901758648313930245806120547563958159347766"}"#,
            Fate::Unproved(Why::Open(vec![Name::Bits])),
        ),
    ]);
}

/// Ratios that are powers of two have logarithms that are known: a number, which may be the same as another.
#[test]
fn what_is_known_exactly() {
    let of = |name, rows: &str, equals: &str, witness: &str, fate| {
        let expect = format!(r#", "expect": {{"bits": {{"equals": "{equals}"}}}}"#);
        let text = text(r#"{"alpha": "1/2"}"#, &format!(r#"{{"matrix": {rows}}}"#), LINE, &expect);
        let private = dp(if rows.contains('0') { "fails" } else { "holds" });
        Trial::new(name, &text, &[STOCHASTIC, &private, &said("holds", witness)], fate)
    };
    let (erased, equal) = (r#"[["2/3", 0, "1/3"], [0, "2/3", "1/3"]]"#, r#"[["1/3", "2/3"], ["1/3", "2/3"]]"#);
    hold(&[
        of("no noise", "[[1, 0], [0, 1]]", "1", UNIFORM, Fate::Proves(&["shannon-capacity: holds; bits = 1"])),
        of("a third is erased", erased, "2/3", UNIFORM, Fate::Proves(&["shannon-capacity: holds; bits = 2/3"])),
        of("equal rows", equal, "0", UNIFORM, Fate::Proves(&["shannon-capacity: holds; bits = 0"])),
        of("equal rows by any prior", equal, "0", BEST, Fate::Proves(&["shannon-capacity: holds; bits = 0"])),
        of("a third is erased, by another prior", erased, "2/3", BEST, Fate::Refused(&["the prior has 0.64"])),
    ]);
}

#[test]
fn at_a_power_of_e_and_over_an_interval() {
    let rows = r#"{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}"#;
    let of = |name, privacy: &str, mechanism: &str, fate| {
        let text = text(privacy, mechanism, LINE, "");
        Trial::new(name, &text, &[STOCHASTIC, &dp("holds"), &said("holds", UNIFORM)], fate)
    };
    let (all, coin) = (r#"{"alpha": "symbolic", "between": ["0", "1/4"]}"#, format!(r#"{{"matrix": {COIN}}}"#));
    const AT_E: &[&str] = &["shannon-capacity: holds; bits = 0.160058462017"];
    const COINS: &[&str] = &["shannon-capacity: holds; bits = 0.188721875541"];
    hold(&[
        of("at e^-1", r#"{"epsilon": "1"}"#, rows, Fate::Proves(AT_E)),
        of("of all α", all, rows, Fate::Unproved(Why::NotEnclosed)),
        of("the same table of all α", all, &coin, Fate::Proves(COINS)),
    ]);
}

/// Of a product that is not written out the prior is one on its parent's rows; of all uses one on the nodes; and of
/// randomised response there is none.
#[test]
fn products_uses_and_responses() {
    let coins = format!(r#"{{"product": {{"matrix": {COIN}}}, "individuals": 40}}"#);
    let uses = format!(r#"{{"compose": [{{"times": 2, "matrix": {COIN}}}]}}"#);
    let response = r#"{"family": "randomised-response"}"#;
    let (hamming, complete) =
        (r#"{"graph": "hamming", "values": 2, "individuals": 40}"#, r#"{"graph": "complete", "nodes": 3000}"#);
    let of = |name, mechanism: &str, query: &str, private: &str, witness: &str, fate| {
        let text = text(r#"{"alpha": "1/3"}"#, mechanism, query, "");
        Trial::new(name, &text, &[STOCHASTIC, &dp(private), &said("holds", witness)], fate)
    };
    const PRODUCT: &[&str] = &["shannon-capacity: holds; bits = 7.54887502163"];
    const USES: &[&str] = &["shannon-capacity: holds; bits = 0.331877754007"];
    const RESPONSE: &[&str] = &["shannon-capacity: holds; bits = 0.000622430325567"];
    hold(&[
        of("a product", &coins, hamming, "holds", UNIFORM, Fate::Proves(PRODUCT)),
        of("a product by another", &coins, hamming, "holds", BEST, Fate::Refused(&["the prior has 0.1"])),
        of("two uses", &uses, LINE, "fails", UNIFORM, Fate::Proves(USES)),
        of("two uses by none", &uses, LINE, "fails", "{}", Fate::Unproved(Why::WrongWitness)),
        of("a response", response, complete, "holds", "{}", Fate::Proves(RESPONSE)),
        of("a response by a prior", response, complete, "holds", UNIFORM, Fate::Unproved(Why::WrongWitness)),
    ]);
}
