//! What is asked for has more of the search and of the steps than what is found beside it; and what `verify` accepts of
//! a certificate by the usual steps it accepts whatever else was found.

use dp_certify::{Limits, Options, Underway, certify, patient};
use dp_verify::model::Mechanism;
use dp_verify::report::Verdict;
use dp_verify::verify;

/// A ring, a prior, a claim and what is found beside it.
const RING: &str = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "cycle", "nodes": 9},
    "mechanism": {"family": "uniform"}, "priors": {"p": ["1/45", "2/45", "3/45", "4/45", "5/45", "6/45", "7/45", "8/45", "9/45"]},
    "claims": [{"claim": "optimal", "prior": "p", "expect": {"verdict": "fails"}}]}"#;

/// The same without a mechanism, and nothing claimed.
const QUERY: &str = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "cycle", "nodes": 9},
    "priors": {"p": ["1/45", "2/45", "3/45", "4/45", "5/45", "6/45", "7/45", "8/45", "9/45"]}}"#;

/// Those limits, and so many times as much of `search` and `steps` for what is asked for.
fn options(limits: Limits, times: usize) -> Options {
    let asked = Limits { search: limits.search * times, steps: limits.steps * times, ..limits };
    Options { limits, asked: (times > 1).then_some(asked), ..Options::default() }
}

/// The verdicts of the file's claims and of its findings.
fn verdicts(file: &str, options: &Options) -> [Vec<Verdict>; 2] {
    let report = certify(file.as_bytes(), options).expect("a mechanism file").report;
    let (declared, found): (Vec<_>, Vec<_>) = report.statements.into_iter().partition(|s| s.declared);
    [declared, found].map(|list| list.into_iter().map(|s| s.verdict).collect())
}

#[test]
fn what_is_asked_for_is_decided_where_the_usual_search_leaves_it_open() {
    let of = |search: usize| Limits { search, ..Limits::default() };
    let open = |verdicts: &[Verdict]| verdicts.contains(&Verdict::Undecided);
    let all = |times| (10..24).map(move |k| verdicts(RING, &options(of(1 << k), times)));
    let mut patiently = 0;
    for ([usual, _], [asked, _]) in all(1).zip(all(32)) {
        patiently += usize::from(open(&usual) && !open(&asked));
        // What is decided by the usual search is decided the same.
        assert!(usual.iter().zip(&asked).all(|(usual, asked)| *usual == Verdict::Undecided || usual == asked));
    }
    assert!(patiently >= 3, "{patiently}");
    // What is not asked for has no more than it had; named by `only` it has.
    let found = |options: &Options| verdicts(QUERY, options)[1].clone();
    let mut patiently = 0;
    for k in 4..24 {
        let of_all = |times| found(&options(of(1 << k), times));
        assert_eq!(of_all(2), of_all(32), "2^{k}");
        let only = |times| found(&Options { only: vec![dp_certify::Kind::UtilityBound], ..options(of(1 << k), times) });
        patiently += usize::from(open(&only(1)) && !open(&only(32)));
    }
    assert!(patiently >= 3, "{patiently}");
}

/// Findings never make a certificate one that `verify` declines, and the steps that are told are enough.
#[test]
fn findings_take_what_the_claims_leave_of_the_usual_steps() {
    let texts = [
        include_str!("../../examples/alvim-table2-m1.json"),
        include_str!("../../examples/petersen.json"),
        include_str!("../../examples/k33.json"),
        include_str!("../../examples/ring-of-four-at-every-alpha.json"),
        RING,
    ];
    let (mut accepted, mut more) = (0, 0);
    for text in texts {
        for k in 12..26 {
            let limits = Limits { steps: 1 << k, ..Limits::default() };
            let Ok(mechanism) = Mechanism::read(text.as_bytes(), &limits) else { continue };
            let certified = |times| certify(text.as_bytes(), &options(limits, times)).expect("a mechanism file");
            let status = |certificate: &str, limits: &Limits| {
                // A certificate that is not read is declined.
                verify(&mechanism, certificate.as_bytes(), limits).map_or(3, |verification| verification.status(false))
            };
            let (usual, patiently) = (certified(1), certified(32));
            let by_default = status(&patiently.certificate, &limits);
            if status(&usual.certificate, &limits) == 0 {
                accepted += 1;
                assert_eq!(by_default, 0, "{text} within 2^{k} steps");
            }
            if by_default != 0 && patiently.report.status() != 3 {
                more += 1;
                let steps = usize::try_from(patiently.steps).expect("steps");
                assert!(steps > limits.steps);
                assert_eq!(
                    status(&patiently.certificate, &Limits { steps, ..limits }),
                    0,
                    "{text} within {steps} steps"
                );
            }
        }
    }
    assert!(accepted >= 10 && more >= 3, "{accepted}, {more}");
}

#[test]
fn work_that_is_ended_leaves_a_certificate_of_what_is_decided() {
    let options = Options { underway: Underway::default(), ..Options::default() };
    options.underway.end();
    let certified = certify(RING.as_bytes(), &options).expect("a mechanism file");
    assert_eq!(certified.report.status(), 3);
    let reasons: Vec<_> = certified.report.statements.iter().map(|s| s.reason.clone().unwrap_or_default()).collect();
    assert!(reasons.iter().all(|reason| reason.starts_with("interrupted")), "{reasons:?}");
    let mechanism = Mechanism::read(RING.as_bytes(), &Limits::default()).expect("a mechanism file");
    let verification = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("a certificate");
    assert_eq!(verification.status(false), 3);
}

#[test]
fn whoever_waits_has_more_of_the_limits_that_are_not_set() {
    let usual = Limits::default();
    let asked = patient(&usual);
    assert_eq!((asked.search, asked.steps), (32 * usual.search, 32 * usual.steps));
    assert_eq!(Limits { search: usual.search, steps: usual.steps, ..asked }, usual);
    let set = Limits { search: 5, ..usual };
    assert_eq!((patient(&set).search, patient(&set).steps), (5, 32 * usual.steps));
}
