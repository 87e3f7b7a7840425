//! `oblivious`, and the mechanism that an oblivious one induces on the answers.

use super::*;
use dp_certify::induced::induced;

/// A query by its answers on {0..v-1}^u, and a row for each database.
fn file(privacy: &str, [values, individuals]: [usize; 2], answers: &[String], rows: &[String], rest: &str) -> String {
    format!(
        r#""privacy": {privacy}, "query": {{"databases": {{"values": {values}, "individuals": {individuals}}},
        "answers": [{}]}}, "mechanism": {{"matrix": [{}]}}{rest}"#,
        answers.join(", "),
        rows.join(", ")
    )
}

fn on_answers(fields: &str) -> Result<String, dp_verify::error::Error> {
    induced(format!("{{\"format\": \"dp-mechanism/1\", {fields}}}").as_bytes(), &Limits::default())
}

fn of(report: &Report, kind: Kind) -> &Statement {
    report.statements.iter().find(|s| s.claim.kind == kind).expect("decided")
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n).unwrap()
    }
}

/// 003, Proposition 6.2: an oblivious mechanism is private on databases iff the induced one is on the answers.
#[test]
fn privacy_on_databases_is_privacy_on_the_answers() {
    let (mut dice, mut seen) = (Dice(7), [0; 4]);
    for round in 0..80 {
        let size: [usize; 2] = [[2, 2], [2, 3], [3, 2]][dice.below(3)];
        let databases = size[0].pow(u32::try_from(size[1]).unwrap());
        let places: Vec<usize> = (0..databases).map(|_| dice.below(4)).collect();
        if (0..4).filter(|place| places.contains(place)).count() == databases {
            continue;
        }
        let rows: Vec<String> = (0..4)
            .map(|_| {
                let weights: Vec<usize> = (0..3).map(|o| usize::from(o == 0) + dice.below(3) + dice.below(2)).collect();
                let sum: usize = weights.iter().sum();
                format!("[{}]", weights.iter().map(|w| format!("\"{w}/{sum}\"")).collect::<Vec<_>>().join(", "))
            })
            .collect();
        let answers: Vec<String> = places.iter().map(|place| format!("\"answer {place}\"")).collect();
        let mut all: Vec<String> = places.iter().map(|&place| rows[place].clone()).collect();
        let changed = dice.below(4) == 0;
        if changed {
            all[0] = r#"["1/7", "2/7", "4/7"]"#.to_owned();
        }
        let alone = places.iter().filter(|&&place| place == places[0]).count() == 1;
        let privacy = [r#"{"alpha": "1/3"}"#, r#"{"alpha": "1/2", "delta": "1/4"}"#][dice.below(2)];
        let fields = file(privacy, size, &answers, &all, r#", "claims": ["approximate-dp"]"#);
        let report = decide(&fields);
        assert_eq!(report.nodes.number(), Some(databases as u64));
        let oblivious = !changed || alone;
        assert_eq!(of(&report, Kind::Oblivious).verdict, Verdict::of(oblivious), "round {round}: {fields}");
        if !oblivious {
            let refused = on_answers(&fields).unwrap_err();
            assert_eq!(refused.path, "$.mechanism");
            assert!(refused.message.starts_with("the mechanism is not oblivious: databases (0"), "{refused}");
            seen[0] += 1;
            continue;
        }
        let text = on_answers(&fields).unwrap();
        let answers =
            decide(text.trim().trim_start_matches("{\n  \"format\": \"dp-mechanism/1\",").trim_end_matches('}'));
        assert!(answers.nodes.number() < report.nodes.number());
        let kind = if privacy.contains("delta") { Kind::ApproximateDp } else { Kind::Dp };
        let [one, two] = [&report, &answers].map(|report| of(report, kind));
        assert_eq!((one.verdict, &one.values), (two.verdict, &two.values), "round {round}: {fields}");
        assert_eq!(of(&report, Kind::Capacity).values, of(&answers, Kind::Capacity).values, "round {round}");
        seen[1 + usize::from(one.verdict == Verdict::Holds)] += 1;
        seen[3] += usize::from(changed);
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

fn two(privacy: &str, last: &str) -> String {
    let answers = ["0", "1", "1.0", "2"].map(str::to_owned);
    let rows = [r#"["1-a", "a"]"#, r#"["a", "1-a"]"#, last, r#"["1/2", "1/2"]"#].map(str::to_owned);
    file(privacy, [2, 2], &answers, &rows, "")
}

#[test]
fn at_irrational_alphas() {
    let (e, interval) = (r#"{"epsilon": "1"}"#, r#"{"alpha": "symbolic", "between": ["1/4", "3/4"]}"#);
    for privacy in [e, interval] {
        for (last, verdict) in [(r#"["a*(1+a)/(a+1)", "1-a"]"#, Verdict::Holds), (r#"["1/3", "2/3"]"#, Verdict::Fails)]
        {
            let report = decide(&two(privacy, last));
            assert_eq!(of(&report, Kind::Oblivious).verdict, verdict, "{privacy}, {last}");
            assert_eq!(on_answers(&two(privacy, last)).is_ok(), verdict == Verdict::Holds);
        }
    }
    let rational = two(r#"{"alpha": "1/3"}"#, r#"["1/3", "2/3"]"#);
    assert_eq!(of(&decide(&rational), Kind::Oblivious).verdict, Verdict::Holds);
}

#[test]
fn the_induced_file_keeps_what_is_written() {
    let fields = two(r#"{"alpha": "1/3"}"#, r#"["1/3", "2/3"]"#).replacen(
        r#""mechanism": {"#,
        r#""note": "0.10", "priors": {"p": {"product": [[1, 0]]}}, "mechanism": {"outputs": ["no", "yes"], "#,
        1,
    );
    let text =
        on_answers(&format!(r#""name": "counts", {fields}, "gain": "distance", "claims": ["oblivious"]"#)).unwrap();
    for kept in [r#""name": "induced on the answers: counts""#, r#"["a", "1-a"]"#, r#""outputs": ["no", "yes"]"#] {
        assert!(text.contains(kept), "{text}");
    }
    assert!(!text.contains("0.10"), "what is said of databases: {text}");
    assert!(!text.contains("priors") && !text.contains("gain") && !text.contains("claims"), "{text}");
    let read = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!((read.query.graph.nodes(), read.query.answers.is_none()), (3, true));
}

#[test]
fn other_files_are_refused() {
    for fields in [
        r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 1}, "mechanism": {"matrix": [[1]]}"#,
        r#""privacy": {"alpha": "1/2"}, "query": {"databases": {"values": 2, "individuals": 1}, "answers": [0, 0]}"#,
        // One row for the only answer.
        r#""privacy": {"alpha": "1/2"}, "query": {"databases": {"values": 2, "individuals": 1}, "answers": [0, 0]},
            "mechanism": {"matrix": [[1]]}"#,
        // Every database has an answer of its own.
        r#""privacy": {"alpha": "1/2"}, "query": {"databases": {"values": 2, "individuals": 1}, "answers": [0, 1]},
            "mechanism": {"matrix": [[1], [1]]}"#,
    ] {
        assert!(on_answers(fields).unwrap_err().message.contains("a matrix with a row for each database"), "{fields}");
        let claimed = format!("{{\"format\": \"dp-mechanism/1\", {fields}, \"claims\": [\"oblivious\"]}}");
        let error = certify(claimed.as_bytes(), &Options::default()).unwrap_err();
        assert!(error.message.contains("the claim `oblivious` needs"), "{error}");
    }
}
