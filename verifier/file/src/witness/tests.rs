use super::{Reading, Unread, given, read, write};
use crate::file::mechanism;
use crate::json::{self, View};
use crate::limits::{Budget, Limits};
use crate::model::{Claim as Named, Mechanism, Verdict as Said};
use crate::problem::{Elaborated, elaborated, meter};
use dp_kernel::{Claim, Dual, Enclosed, Fraction, Invertible, Multipliers, Number, Optimum};
use dp_kernel::{Failure, Limit, Root, Unique, Vector, Verdict, Witness};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is needed to read witnesses about a file.
struct Ground {
    limits: Limits,
    steps: Budget,
    meter: dp_kernel::Meter,
    elaborated: Elaborated,
}

impl Ground {
    fn new(mechanism: &Mechanism, findings: &[Named]) -> Self {
        let limits = Limits::default();
        let meter = meter(&limits);
        let elaborated = elaborated(mechanism, findings, &limits, &meter).expect("a problem");
        Self { limits, steps: Budget::new(limits.steps), meter, elaborated }
    }

    fn of(text: &str) -> Self {
        Self::new(&Mechanism::read(text.as_bytes(), &Limits::default()).expect("a mechanism file"), &[])
    }

    fn read(&self, text: &str, claim: &Claim, said: Verdict) -> Result<Witness, Unread> {
        let node = json::read(text.as_bytes(), &self.limits).expect("JSON");
        self.view(Some(&View::root(&node)), claim, said)
    }

    fn view(&self, view: Option<&View>, claim: &Claim, said: Verdict) -> Result<Witness, Unread> {
        let Elaborated { problem, names, .. } = &self.elaborated;
        read(view, claim, said, &Reading::new(problem, names, &self.limits, &self.steps, &self.meter))
    }

    /// That a witness comes back as it was.
    fn returns(&self, witness: &Witness, claim: &Claim, said: Verdict) {
        let text = write(&witness.clone().into(), false, (None, false)).to_string();
        let text = if text == "null" { "{}".to_owned() } else { text };
        let back = self.read(&text, claim, said).unwrap_or_else(|e| panic!("{claim:?} {text}: {e:?}"));
        assert_eq!(&back, witness, "{claim:?} {text}");
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.to_string_lossy().ends_with(".cert.json") {
            found.push(path);
        }
    }
}

/// The mechanism file that a certificate lies beside, or for those of the examples the example.
fn of_certificate(certificate: &Path, root: &Path) -> PathBuf {
    let name = certificate.file_name().expect("a name").to_string_lossy().replace(".cert.json", ".json");
    if certificate.parent().is_some_and(|folder| folder.ends_with("certificates/examples")) {
        root.join("examples").join(name)
    } else {
        certificate.with_file_name(name)
    }
}

#[test]
fn every_certificate_s_witnesses_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (limits, mut certificates) = (Limits::default(), Vec::new());
    files(&root.join("certificates"), &mut certificates);
    assert!(certificates.len() > 100, "{} certificates", certificates.len());
    let mut witnesses = 0;
    for path in certificates {
        let mechanism = mechanism(of_certificate(&path, &root), &limits).expect("a mechanism file");
        let bytes = std::fs::read(&path).expect("a certificate");
        let node = json::read(&bytes, &limits).expect("JSON");
        let list = View::root(&node);
        let list = list.required("statements").expect("statements");
        let statements: Vec<_> = list.array("").expect("statements").collect();
        let (beside, steps) = (["verdict", "values", "witness", "reason"], Budget::new(limits.steps));
        let claims: Vec<Named> = statements
            .iter()
            .map(|s| Named::read(s, &mechanism, &beside, (&limits, &steps)).expect("a claim"))
            .collect();
        let ground = Ground::new(&mechanism, &claims);
        let given_text: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
        let given_text = given_text["statements"].as_array().expect("statements").clone();
        let texts: Vec<String> = given_text.iter().map(|s| s["witness"].to_string()).collect();
        for (statement, claim) in statements.iter().zip(&claims) {
            let said = statement.required("verdict").and_then(|v| v.string("")).map(Said::named);
            let said = match said.expect("a verdict") {
                Some(Said::Holds) => Verdict::Holds,
                Some(Said::Fails) => Verdict::Fails,
                _ => continue,
            };
            let place = ground.elaborated.places().claim(claim).expect("a place");
            let own = statement.field("witness");
            let Elaborated { problem, names, .. } = &ground.elaborated;
            let reading = Reading::new(problem, names, &ground.limits, &ground.steps, &ground.meter);
            let found = given(own.as_ref(), &place, said, &reading);
            let found = found.unwrap_or_else(|e| panic!("{} {claim}: {e:?}", path.display()));
            let hash = match place {
                Claim::Derivable(k) | Claim::TradeOff { from: k, .. } => names.others[k].sha256.clone(),
                _ => None,
            };
            // Where α is rational and other numbers are functions, some witnesses are about functions and some are not.
            let as_it_was = [true, false].into_iter().any(|of_t| {
                let written = write(&found, of_t, (hash.as_deref(), matches!(place, Claim::TradeOff { .. })));
                if written.is_null() { own.is_none() } else { texts.contains(&written.to_string()) }
            });
            assert!(as_it_was, "{} {claim}", path.display());
            witnesses += 1;
        }
    }
    assert!(witnesses > 500, "{witnesses} witnesses");
}

fn vector(numerators: &[i64]) -> Vector {
    Vector { denominator: 7_i128.into(), numerators: numerators.iter().map(|&n| i128::from(n).into()).collect() }
}

fn number(coefficients: &[i64]) -> Number {
    Number::polynomial(coefficients.iter().map(|&c| c.into()).collect())
}

fn fraction(n: i64, d: i64) -> Fraction {
    Fraction::new(i128::from(n).into(), i128::from(d).into())
}

/// A line of three with a table and a prior, on an interval of α or at one.
fn line(privacy: &str) -> Ground {
    Ground::of(&format!(
        r#"{{"format":"dp-mechanism/1","privacy":{privacy},"query":{{"graph":"line","nodes":3}},
            "mechanism":{{"family":"truncated-geometric","rounding":"1/100"}},"priors":{{"flat":"uniform","one":{{"point":0}}}},
            "claims":[{{"claim":"derivable","from":"uniform"}}]}}"#
    ))
}

const HALF: &str = r#"{"alpha":"1/2"}"#;
const ALL: &str = r#"{"alpha":"symbolic","between":[0,1]}"#;

#[test]
fn witnesses_without_vectors_come_back() {
    let (ground, v) = (line(HALF), Verdict::Fails);
    ground.returns(&Witness::None, &Claim::Stochastic, Verdict::Holds);
    for claim in [
        Claim::Stochastic,
        Claim::Optimal { prior: 0, within: None, delta: None },
        Claim::Derivable(0),
        Claim::ApproximateDp,
    ] {
        ground.returns(&Witness::Row(2), &claim, v);
    }
    for claim in [Claim::Dp, Claim::DpWithinRounding] {
        ground.returns(&Witness::Entry { row: 1, output: 2 }, &claim, v);
    }
    for claim in [Claim::Dp, Claim::Oblivious] {
        ground.returns(&Witness::Pair { pair: [1, 0], output: 2 }, &claim, v);
    }
    ground.returns(&Witness::Event { pair: [1, 0], outputs: vec![0, 2] }, &Claim::ApproximateDp, v);
    for claim in [Claim::TightConstraints, Claim::UniversallyOptimal] {
        ground.returns(&Witness::Remap(vec![0, 2, 1]), &claim, Verdict::Holds);
    }
}

#[test]
fn solutions_of_phi_come_back() {
    let (ground, x) = (line(HALF), || vector(&[1, -2, 3]));
    let proofs = [
        Invertible::Modulus(268_435_399),
        Invertible::Hamming,
        Invertible::Sum(1_009),
        Invertible::Inverse(vec![x(), x(), vector(&[0, 0, 1])]),
    ];
    let enclosed = |bits| Enclosed {
        bits,
        cells: vec![0, 1, 0],
        x: vec![Number::from(num_bigint::BigInt::from(3) << 200_u32), 5_i128.into()],
        inverse: vec![vec![1, -2], vec![1 << 55, 0]],
    };
    let exist = &Claim::TightConstraintsExist;
    for proof in proofs {
        let unique = Unique::Invertible(proof.clone());
        ground.returns(&Witness::Weighting { z: x(), unique }, exist, Verdict::Holds);
        ground.returns(&Witness::Separating { w: x(), solution: Some((x(), proof)) }, exist, Verdict::Fails);
    }
    for unique in [Unique::Open, Unique::Second(x()), Unique::Only { modulus: 97, w: x() }] {
        ground.returns(&Witness::Weighting { z: x(), unique: unique.clone() }, exist, Verdict::Holds);
        ground.returns(&Witness::Weighting { z: x(), unique }, &Claim::Threshold, Verdict::Holds);
    }
    for claim in [exist, &Claim::Regular(0)] {
        ground.returns(&Witness::Separating { w: x(), solution: None }, claim, Verdict::Fails);
        ground.returns(&Witness::Enclosed(enclosed(192)), claim, Verdict::Holds);
        ground.returns(&Witness::Enclosed(enclosed(500)), claim, Verdict::Holds);
    }
    ground.returns(&Witness::Representation { y: x(), v: x() }, &Claim::Regular(1), Verdict::Holds);
}

#[test]
fn mechanisms_and_bounds_come_back() {
    let (ground, x) = (line(HALF), || vector(&[1, -2, 3]));
    let none = Multipliers { edges: Vec::new(), mu: Vector { denominator: Number::ONE, numerators: Vec::new() } };
    let some = Multipliers { edges: vec![[0, 1], [2, 1]], mu: vector(&[4, 5]) };
    let duals = [
        Dual::Multipliers { lambda: x(), multipliers: vec![none.clone(), some.clone()] },
        Dual::Forest(x()),
        Dual::Covering(x()),
    ];
    for dual in duals {
        let optimum = || Optimum { rows: vec![x(); 3], dual: dual.clone() };
        ground.returns(
            &Witness::Bound(dual.clone()),
            &Claim::Optimal { prior: 0, within: None, delta: None },
            Verdict::Holds,
        );
        let better = Witness::Better { rows: vec![x(); 3], dual: Some(dual.clone()) };
        ground.returns(&better, &Claim::Optimal { prior: 0, within: None, delta: None }, Verdict::Fails);
        ground.returns(&Witness::Deciding(vec![dual.clone(); 2]), &Claim::UniversallyOptimal, Verdict::Holds);
        let joint = Witness::Joint { joint: optimum(), separate: vec![optimum(), optimum()] };
        ground.returns(&joint, &Claim::JointlyOptimal(vec![0, 1]), Verdict::Fails);
        let common = Witness::Common { rows: vec![x(); 3], bounds: vec![dual.clone(); 2] };
        ground.returns(&common, &Claim::JointlyOptimal(vec![0, 1]), Verdict::Holds);
        let best = |solution| Witness::Covering { y: x(), v: x(), optimum: Some(optimum()), solution };
        ground.returns(&best(Some((x(), x()))), &Claim::UtilityBound(0), Verdict::Holds);
        ground.returns(&best(None), &Claim::LeakageBound { prior: 0, outputs: Some(2) }, Verdict::Holds);
    }
    ground.returns(
        &Witness::Better { rows: vec![x(); 3], dual: None },
        &Claim::Optimal { prior: 0, within: None, delta: None },
        Verdict::Fails,
    );
    let against = Witness::Against { prior: x(), rows: vec![x(); 3] };
    ground.returns(&against, &Claim::UniversallyOptimal, Verdict::Fails);
    ground.returns(&Witness::Input(x()), &Claim::ShannonCapacity, Verdict::Holds);
    ground.returns(&Witness::Near(vec![x(); 3]), &Claim::DpWithinRounding, Verdict::Holds);
    let far = Witness::Far { lambda: x(), multipliers: vec![some, none] };
    ground.returns(&far, &Claim::DpWithinRounding, Verdict::Fails);
    ground.returns(&Witness::Garbling(x()), &Claim::Derivable(0), Verdict::Holds);
    ground.returns(&Witness::NoGarbling { w: x(), nu: x() }, &Claim::Derivable(0), Verdict::Fails);
}

#[test]
fn parts_come_back_and_share_what_they_have_in_common() {
    let ground = line(ALL);
    let z = |c: i64| Vector {
        denominator: number(&[1, 1]),
        numerators: vec![number(&[1, 0, c]), Number::ONE, Number::ZERO],
    };
    let one = Arc::new(Witness::Weighting { z: z(1), unique: Unique::Open });
    let other = Arc::new(Witness::Weighting { z: z(2), unique: Unique::Open });
    let root = Root::Of { polynomial: number(&[-1, 0, 2]), between: [fraction(1, 2), fraction(3, 4)] };
    let cuts = vec![Root::Rational(fraction(1, 3)), root.clone()];
    let all = [&one, &other, &one, &one, &other];
    let parts = Witness::Parts { cuts, parts: all.iter().map(|&w| (Verdict::Holds, Arc::clone(w))).collect() };
    ground.returns(&parts, &Claim::TightConstraintsExist, Verdict::Holds);
    let text = write(&parts.clone().into(), true, (None, false)).to_string();
    assert_eq!(text.matches("\"witness\"").count(), 2, "{text}");
    assert_eq!(text.matches("\"as\":0").count(), 2, "{text}");
    let Ok(Witness::Parts { parts, .. }) = ground.read(&text, &Claim::TightConstraintsExist, Verdict::Holds) else {
        panic!("no parts")
    };
    assert!(Arc::ptr_eq(&parts[0].1, &parts[3].1));
    let at = Witness::At { number: root, witness: Box::new(Witness::Row(1)) };
    ground.returns(&at, &Claim::UniversallyOptimal, Verdict::Fails);
    let at = Witness::At { number: Root::Rational(fraction(1, 3)), witness: Box::new(Witness::None) };
    ground.returns(&at, &Claim::TightConstraints, Verdict::Fails);
}

#[test]
fn a_part_is_as_an_earlier_one_only() {
    let ground = line(ALL);
    let parts = |second: &str| {
        let text = format!(r#"{{"cuts":["1/2"],"parts":[{{"verdict":"holds"}},{second},{{"verdict":"holds"}}]}}"#);
        ground.read(&text, &Claim::Stochastic, Verdict::Holds)
    };
    assert!(parts(r#"{"verdict":"holds","as":0}"#).is_ok());
    for wrong in [r#"{"verdict":"holds","as":1}"#, r#"{"verdict":"holds","as":2}"#, r#"{"verdict":"holds","as":-1}"#] {
        assert!(matches!(parts(wrong), Err(Unread::Malformed(_))), "{wrong}");
    }
    let both = parts(r#"{"verdict":"holds","as":0,"witness":{}}"#);
    assert!(matches!(both, Err(Unread::Malformed(_))));
}

#[test]
fn what_is_short_is_written_out() {
    let ground = line(HALF);
    let geometric = ground.elaborated.problem.mechanism.table().map(<[_]>::to_vec).expect("a table");
    let cross = |x: &Vector, y: &Vector| {
        let times = |n: &Number, d: &Number| n * d;
        x.len() == y.len()
            && x.numerators.iter().zip(&y.numerators).all(|(a, b)| times(a, &y.denominator) == times(b, &x.denominator))
    };
    let read = |better: &str| {
        let text = format!(r#"{{"prior":{{"denominator":"1","numerators":["1"]}},"better":{better}}}"#);
        match ground.read(&text, &Claim::UniversallyOptimal, Verdict::Fails) {
            Ok(Witness::Against { rows, .. }) => rows,
            other => panic!("{better}: {other:?}"),
        }
    };
    // On a line Φz = 1 for z = 1/(1+α) at the ends and (1−α)/(1+α) between them: the truncated geometric mechanism.
    let tight = r#"{"tight":{"denominator":"3","numerators":["2","1"],"cells":[0,1,0]}}"#;
    for short in [r#"{"family":"truncated-geometric"}"#, tight] {
        let rows = read(short);
        assert!(rows.iter().zip(&geometric).all(|(x, y)| cross(x, y)), "{rows:?}");
    }
}

#[test]
fn what_does_not_belong_is_refused() {
    let ground = line(HALF);
    let refused = |text: &str, claim: &Claim, said| match ground.read(text, claim, said) {
        Err(Unread::Unproved(why)) => why,
        other => panic!("{text}: {other:?}"),
    };
    let lacks = refused("{}", &Claim::TightConstraintsExist, Verdict::Holds);
    assert_eq!(lacks, "the witness lacks `z`");
    let foreign = refused(r#"{"row":0}"#, &Claim::Utility(0), Verdict::Holds);
    assert_eq!(foreign, "the witness has a part `row` that does not belong to this verdict");
    let z = r#""denominator":"1","numerators":["1"]"#;
    let twice = format!(r#"{{"z":{{{z}}},"invertible":{{"modulus":"7"}},"second":{{{z}}}}}"#);
    let twice = refused(&twice, &Claim::TightConstraintsExist, Verdict::Holds);
    assert_eq!(twice, "the witness proves `unique` in more than one way");
    // Parts are for intervals and thresholds.
    refused(r#"{"parts":[]}"#, &Claim::TightConstraintsExist, Verdict::Holds);
    let places = ground.read(r#"{"cuts":["1/2"],"parts":[]}"#, &Claim::Threshold, Verdict::Holds);
    assert!(matches!(places, Err(Unread::Unproved(_))));
}

#[test]
fn malformed_numbers_are_errors_with_a_place() {
    let ground = line(HALF);
    for number in [r#""01""#, r#""-0""#, r#""+1""#, r#""""#, "1", r#""1.5""#, r#"" 1""#, "null", r#"["1","x"]"#] {
        let text = format!(r#"{{"z":{{"denominator":"1","numerators":["1",{number}]}}}}"#);
        match ground.read(&text, &Claim::TightConstraintsExist, Verdict::Holds) {
            Err(Unread::Malformed(e)) => assert!(e.path.starts_with("$.z.numerators[1]"), "{number}: {e}"),
            other => panic!("{number}: {other:?}"),
        }
    }
    let digits = "123456789".repeat(30);
    for (text, expected) in
        [("-12", "-12"), ("0", "0"), ("999999999999999999", "999999999999999999"), (&digits, &digits)]
    {
        let text = format!(r#"{{"w":{{"denominator":"1","numerators":["{text}"]}}}}"#);
        match ground.read(&text, &Claim::Regular(0), Verdict::Fails) {
            Ok(Witness::Separating { w, .. }) => {
                assert_eq!(w.numerators[0].integer().map(|n| n.to_string()).as_deref(), Some(expected));
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn vectors_by_cells_are_counted_before_they_are_made() {
    let ground = line(HALF);
    let long = "7".repeat(100_000);
    let cells = vec!["0"; 40_000].join(",");
    let text = format!(r#"{{"w":{{"denominator":"1","numerators":["{long}"],"cells":[{cells}]}}}}"#);
    let found = ground.read(&text, &Claim::Regular(0), Verdict::Fails);
    assert!(matches!(found, Err(Unread::Failed(dp_kernel::Failure::Limit(dp_kernel::Limit::Memory)))));
}

#[test]
fn mechanisms_in_short_take_from_one_budget() {
    let text = r#"{ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" }, "query": { "graph": "complete", "nodes": 20 },
        "priors": { "p": "uniform", "q": { "point": 0 } } }"#;
    let mut ground = Ground::of(text);
    // Of 400 numbers of 40 bytes each.
    ground.limits.memory = 40_000;
    let cells = ["0"; 20].join(",");
    let z = format!(r#"{{"denominator":"1","numerators":["1"],"cells":[{cells}]}}"#);
    let optimum = format!(r#"{{"better":{{"tight":{z}}},"y":{z}}}"#);
    let claim = Claim::JointlyOptimal(vec![0, 1]);
    let read = |separate: &[&str]| {
        let text = format!(r#"{{"joint":{optimum},"separate":[{}]}}"#, separate.join(","));
        let node = json::read(text.as_bytes(), &Limits::default()).expect("JSON");
        ground.view(Some(&View::root(&node)), &claim, Verdict::Fails)
    };
    assert!(read(&[&optimum]).is_ok());
    assert!(matches!(read(&[&optimum, &optimum]), Err(Unread::Failed(Failure::Limit(Limit::Memory)))));
}
