//! Bounds on the min-entropy leakage, in bits.

use super::chart::{Chart, Figure, Mark, Series};
use super::epsilon::{alpha, bits, hundredths, short};
use crate::{Certified, Options, certify, exact};
use dp_verify::model::Kind;
use dp_verify::number::Logarithm;
use dp_verify::report::{Report, Statement, Verdict};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use rayon::prelude::*;

/// The product prior (3/10, 27/100, 23/100, 1/5)^5 of ElSalamouny et al., Example 3.
const PRIOR: &str = r#"{"product": [["0.3", "0.27", "0.23", "0.2"]]}"#;

/// Five individuals with one of four values each: the bound of Example 3's prior, what Proposition 6 gives where it is
/// not regular (which is no bound), and the bound for every prior.
pub(super) fn bounds() -> Result<Figure, String> {
    let epsilons = hundredths(30, 100, 2);
    let alphas = epsilons.iter().map(alpha).collect::<Result<Vec<_>, _>>()?;
    let reports = alphas.par_iter().map(report).collect::<Result<Vec<Report>, String>>()?;
    let bound = |report: &Report, prior: &str| -> Result<Option<String>, String> {
        let found = about(report, Kind::LeakageBound, prior)?;
        let bits = found.values.iter().find(|(name, _)| *name == "bits").and_then(|(_, bits)| bits.decimal());
        bits.map(Some).ok_or_else(|| format!("no digits of the leakage bound of the prior {prior}"))
    };
    // Σy = 1/(1+3α) for each individual, for any signs of y; over max π = 3/10.
    let formula = |alpha: &Rational| {
        let three = Rational::from(3);
        bits(&(Rational::from(10) / (&three * (Rational::ONE + &three * alpha))).pow(5u64))
    };
    let printed =
        alphas.iter().zip(&reports).map(|(alpha, report)| match about(report, Kind::Regular, "one")?.verdict {
            Verdict::Fails => formula(alpha).map(Some),
            // From there on it is the bound itself.
            Verdict::Holds => Ok(None),
            Verdict::Undecided => Err(format!("whether the prior is regular is undecided at α = {alpha}")),
        });
    let of = |prior: &str| reports.iter().map(|report| bound(report, prior)).collect::<Result<Vec<_>, String>>();
    let half = Rational::from_unsigneds(1u32, 2);
    let regular_from = Logarithm::MinusLn(exact::fraction(&half)).decimal().ok_or("no digits of ln 2")?;
    Chart {
        title: "Leakage of five individuals with four values",
        y: "min-entropy leakage, bits",
        epsilons: epsilons.iter().map(short).collect(),
        series: vec![
            Series { key: "every_prior", name: "every prior (Theorem 2)", dashed: false, values: of("every")? },
            Series {
                key: "this_prior",
                name: "the prior of Example 3: least Σy, yΦ ≥ π",
                dashed: false,
                values: of("one")?,
            },
            Series {
                key: "sum_of_y",
                name: "Σy of yΦ = π: no bound, as y < 0",
                dashed: true,
                values: printed.collect::<Result<_, _>>()?,
            },
        ],
        marks: vec![
            Mark { epsilon: "0.48".into(), name: "printed: regular from 0.48".into(), dashed: true },
            Mark { epsilon: regular_from, name: "true: from ln 2".into(), dashed: false },
        ],
    }
    .figure(&alphas)
}

/// What the report says of a claim about a prior.
fn about<'r>(report: &'r Report, kind: Kind, prior: &str) -> Result<&'r Statement, String> {
    let found = report.statements.iter().find(|s| s.claim.kind == kind && s.claim.prior.as_deref() == Some(prior));
    found.ok_or_else(|| format!("nothing is found of {} for the prior {prior}", kind.name()))
}

fn report(alpha: &Rational) -> Result<Report, String> {
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}},
            "query": {{"graph": "hamming", "values": 4, "individuals": 5}},
            "priors": {{"one": {PRIOR}, "every": "uniform"}}}}"#
    );
    let options = Options { only: vec![Kind::Regular, Kind::LeakageBound], ..Options::default() };
    let Certified { report, .. } = certify(file.as_bytes(), &options).map_err(|e| e.to_string())?;
    Ok(report)
}

/// B(u, v, ε) = u·log₂(vE/(v−1+E)) for u = 100 individuals with v = 2, 10, 100 values.
pub(super) fn growth() -> Result<Figure, String> {
    let epsilons = hundredths(0, 1000, 20);
    let alphas = epsilons.iter().map(alpha).collect::<Result<Vec<_>, _>>()?;
    let bound = |v: u32| {
        let v = Rational::from(v);
        let of = |alpha: &Rational| bits(&(&v / (Rational::ONE + (&v - Rational::ONE) * alpha)).pow(100u64));
        alphas.iter().map(|alpha| of(alpha).map(Some)).collect::<Result<Vec<_>, String>>()
    };
    let series = |key, name, v| Ok::<_, String>(Series { key, name, dashed: false, values: bound(v)? });
    Chart {
        title: "Leakage bound of 100 individuals with v values",
        y: "min-entropy leakage, bits",
        epsilons: epsilons.iter().map(short).collect(),
        series: vec![series("v_100", "v = 100", 100)?, series("v_10", "v = 10", 10)?, series("v_2", "v = 2", 2)?],
        marks: vec![],
    }
    .figure(&alphas)
}
