//! A small mechanism, a claim about it, the verdict that is not so, and a witness in the right form: it is never
//! proved.
//!
//! What is so is the certifier's word, found with numbers and a search of its own; what it leaves undecided is passed
//! over.
#![no_main]

use arbitrary::Arbitrary;
use dp_certify::{Options, certify_mechanism};
use dp_verify::model::{Mechanism, sha256};
use dp_verify::report::Verdict;
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::{Value, json};

#[derive(Arbitrary, Debug)]
struct Input {
    alpha: u8,
    graph: u8,
    three: bool,
    rows: [[u8; 3]; 3],
    prior: [u8; 3],
    claim: u8,
    form: u8,
    numbers: [[i8; 4]; 8],
    places: [u8; 4],
}

const CLAIMS: [&str; 17] = [
    "stochastic",
    "dp",
    "approximate-dp",
    "tight-constraints-exist",
    "tight-constraints",
    "regular",
    "utility-bound",
    "leakage-bound",
    "optimal",
    "universally-optimal",
    "derivable",
    "dp-within-rounding",
    "approximate-dp-within-rounding",
    "group-privacy",
    "not-refuted",
    "private-by-sample",
    "sampled-from",
];

/// The parts that witnesses have, by claim and form.
const FORMS: [&str; 25] = [
    "",
    "row",
    "pair output",
    "row output",
    "pair outputs",
    "rows",
    "lambda multipliers",
    "rows lambda multipliers",
    "lambda",
    "y",
    "z",
    "z only",
    "w",
    "y v",
    "remap",
    "better",
    "better lambda",
    "prior better",
    "w nu",
    "bounds",
    "upper",
    "upper weights",
    "upper pair outputs laws",
    "upper weights pair outputs laws",
    "places mu",
];

fn vector(numbers: [i8; 4], n: usize) -> Value {
    let numerators: Vec<String> = numbers[..n].iter().map(|x| (x % 7).to_string()).collect();
    json!({ "denominator": (numbers[3].unsigned_abs() % 9 + 1).to_string(), "numerators": numerators })
}

/// A number of the grid, or nearly: k/2^e or 1 - k/2^e.
fn bound(numbers: [i8; 4]) -> Value {
    let k = (1_i64 << 39) + (i64::from(numbers[0].unsigned_abs()) << 32) + i64::from(numbers[1]);
    json!([if numbers[2] < 0 { -k } else { k }, 40 + i64::from(numbers[3].unsigned_abs() % 8)])
}

/// The bounds that the certifier found, if there are some: no others are all exact.
fn upper(certificate: &str, claim: &str) -> Option<Value> {
    let certificate: Value = serde_json::from_str(certificate).ok()?;
    let statements = certificate["statements"].as_array()?;
    statements.iter().find(|said| said["claim"] == claim)?["witness"].get("upper").cloned()
}

fn witness(input: &Input, n: usize) -> Value {
    let mut all = json!({});
    for (k, part) in FORMS[usize::from(input.form) % FORMS.len()].split(' ').filter(|part| !part.is_empty()).enumerate()
    {
        let numbers = &input.numbers[k..];
        let table = || Value::Array((0..n).map(|i| vector(numbers[i], n)).collect());
        let place = |k: usize| json!(usize::from(input.places[k]) % n);
        all[part] = match part {
            "row" | "output" => place(k),
            "pair" => json!([place(0), place(1)]),
            "outputs" => json!([place(2)]),
            "rows" | "better" | "multipliers" => table(),
            "remap" if CLAIMS[usize::from(input.claim) % CLAIMS.len()] == "derivable" => json!({
                "denominator": "6",
                "numerators": numbers.iter().take(n).flat_map(|row| row[..n].iter().map(|x| (x % 7).to_string())).collect::<Vec<_>>(),
            }),
            "remap" => json!((0..n).map(place).collect::<Vec<_>>()),
            "only" => json!(true),
            "upper" => json!(
                (0..n)
                    .map(|i| (0..usize::from(input.places[i]) % 7).map(|j| bound(input.numbers[(i + j) % 8])).collect())
                    .collect::<Vec<Vec<Value>>>()
            ),
            "weights" if CLAIMS[usize::from(input.claim) % CLAIMS.len()] == "sampled-from" => {
                json!((0..n).map(|i| u64::from(numbers[0][i].unsigned_abs()) << 32).collect::<Vec<_>>())
            }
            "weights" => {
                let [theta, phi] = [0, 1].map(|k: usize| u64::from(numbers[0][k].unsigned_abs()) << 32);
                json!([[place(0), place(1), theta, phi]])
            }
            "laws" => json!([vector(numbers[0], n), vector(numbers[1], n)]),
            "places" => json!((0..n).map(|k| [place(k), place(k + 1), place(k + 2)]).collect::<Vec<_>>()),
            "bounds" => json!([{ "y": vector(numbers[0], n) }, { "lambda": vector(numbers[1], n) }]),
            _ => vector(numbers[0], n),
        };
    }
    all
}

fn distribution(weights: &[u8]) -> Option<Value> {
    let sum: u32 = weights.iter().map(|x| u32::from(x % 8)).sum();
    (sum > 0).then(|| json!(weights.iter().map(|x| format!("{}/{sum}", x % 8)).collect::<Vec<_>>()))
}

fuzz_target!(|input: Input| -> Corpus {
    let n = if input.three { 3 } else { 2 };
    let rows: Option<Vec<Value>> = input.rows[..n].iter().map(|row| distribution(&row[..n])).collect();
    let (Some(rows), Some(prior)) = (rows, distribution(&input.prior[..n])) else { return Corpus::Reject };
    let name = CLAIMS[usize::from(input.claim) % CLAIMS.len()];
    let mut claim = json!({ "claim": name });
    match name {
        "regular" | "utility-bound" | "leakage-bound" | "optimal" => claim["prior"] = json!("p"),
        "derivable" => claim["from"] = json!("truncated-geometric"),
        "group-privacy" => claim["distance"] = json!(1),
        "private-by-sample" => claim["at_most"] = json!(["0", "1/10", "1/2", "1"][usize::from(input.places[2] % 4)]),
        "sampled-from" => claim["from"] = json!(if input.graph % 2 == 0 { "truncated-geometric" } else { "uniform" }),
        _ => {}
    }
    if name == "optimal" && input.places[2] % 2 == 0 {
        claim["delta"] = json!("1/10");
    }
    let alpha = ["1/2", "1/3", "2/3", "9/10"][usize::from(input.alpha % 4)];
    let graph = ["line", "complete"][usize::from(input.graph % 2)];
    let mut file = json!({
        "format": "dp-mechanism/1",
        "privacy": { "alpha": alpha },
        "query": { "graph": graph, "nodes": n },
        "mechanism": { "matrix": rows },
        "priors": { "p": prior },
        "claims": [claim],
    });
    match name {
        // Of noise without a table.
        "dp" | "approximate-dp" if input.prior[2] < 32 && graph == "line" => {
            let sigma2 = format!("{}/{}", 1 + input.rows[0][0] % 32, 1 + input.rows[0][1] % 8);
            file["mechanism"] = json!({ "family": "discrete-gaussian", "sigma2": sigma2 });
            file["privacy"]["delta"] = json!("1/10");
        }
        // Of every table that completes this one.
        "dp" | "approximate-dp" if input.prior[2] >= 128 => {
            let rows: Vec<Vec<String>> =
                input.rows[..n].iter().map(|row| row[..n].iter().map(|x| format!("{}/28", x % 8)).collect()).collect();
            let missing: Vec<String> = rows.iter().map(|row| format!("1-({})", row.join("+"))).collect();
            file["mechanism"] = json!({ "matrix": rows, "missing": missing, "further_outputs": input.form % 2 == 0 });
            if name == "approximate-dp" {
                file["privacy"]["delta"] = json!("1/10");
            }
        }
        "approximate-dp" => file["privacy"]["delta"] = json!("1/10"),
        "dp-within-rounding" => file["mechanism"]["rounding"] = json!("1/100"),
        "approximate-dp-within-rounding" => {
            file["mechanism"]["rounding"] = json!("1/100");
            file["privacy"]["delta"] = json!("1/10");
        }
        "not-refuted" | "private-by-sample" | "sampled-from" => {
            let counts: Vec<&[u8]> = input.rows[..n].iter().map(|row| &row[..n]).collect();
            let confidence = ["1/2", "9/10", "3/4", "999/1000"][usize::from(input.places[3] % 4)];
            let events = ["outputs", "at-least", "all"][usize::from(input.prior[2] % 3)];
            file["mechanism"] = json!({ "counts": counts, "confidence": confidence, "events": events });
        }
        _ => {}
    }
    let file = file.to_string().into_bytes();
    let limits = dp_fuzz::small();
    let Ok(mechanism) = Mechanism::read(&file, &limits) else { return Corpus::Reject };
    let options = Options { limits: limits.clone(), ..Options::default() };
    let certified = certify_mechanism(&mechanism, &options).expect("a certificate that is accepted");
    let Some(statement) = certified.report.statements.iter().find(|s| s.declared && s.claim.kind.name() == name) else {
        return Corpus::Reject;
    };
    let said = match statement.verdict {
        Verdict::Holds => "fails",
        Verdict::Fails => "holds",
        _ => return Corpus::Reject,
    };
    (claim["verdict"], claim["witness"]) = (json!(said), witness(&input, n));
    if claim["witness"].get("upper").is_some() && input.form >= 128 {
        claim["witness"]["upper"] = upper(&certified.certificate, name).unwrap_or_default();
    }
    let certificate =
        json!({ "format": "dp-certificate/2", "sha256": sha256(&file), "statements": [claim] }).to_string();
    if let Ok(verification) = dp_verify::verify(&mechanism, certificate.as_bytes(), &limits) {
        assert_eq!(dp_fuzz::proved(&verification).count(), 0, "{}\n{certificate}", String::from_utf8_lossy(&file));
    }
    Corpus::Keep
});
