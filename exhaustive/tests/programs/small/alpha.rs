//! α of every kind.

use super::random::{Random, almost_one, tiny};
use serde_json::{Value, json};

/// The declared privacy: its text, what kind of α that is, and whether α is rational.
pub(crate) struct Privacy {
    pub(crate) text: Value,
    pub(crate) kind: &'static str,
    pub(crate) rational: bool,
    pub(crate) symbolic: bool,
}

pub(crate) fn privacy(random: &mut Random, seed: u64) -> Privacy {
    let k = random.between(1, 40);
    let k = random.one_of(&[7, 12, 20, 30, 40, k]);
    let (kind, mut text) = match seed % 10 {
        0 | 1 => ("rational", json!({ "alpha": random.fraction() })),
        2 => ("1 - 10^-k", json!({ "alpha": almost_one(k) })),
        3 => ("10^-k", json!({ "alpha": tiny(k) })),
        4 => {
            let text = match random.between(0, 5) {
                0 => json!({ "alpha": random.one_of(&["1", "1/2", "2/3", "1/3", "9/10"]) }),
                1 => json!({ "epsilon": random.one_of(&["ln(2)", "2*ln(3/2)", "ln(3)", "ln(7/5)"]) }),
                2 => json!({ "alpha": format!("1-{}", tiny(k)) }),
                _ => json!({ "alpha": random.fraction() }),
            };
            ("rational", text)
        }
        5 | 6 => ("e^-r", json!({ "epsilon": exponent(random, k) })),
        7 | 8 => ("algebraic", algebraic(random)),
        _ => {
            let between = match random.between(0, 7) {
                0..=2 => json!(["0", "1"]),
                3 => json!(["0", "1/2"]),
                4 => json!(["1/3", "2/3"]),
                5 => json!([almost_one(k), "1"]),
                6 => json!(["0", tiny(k)]),
                _ => {
                    let low = random.fraction();
                    json!([low.clone(), format!("{low}+(1-{low})/1000")])
                }
            };
            ("symbolic", json!({ "alpha": "symbolic", "between": between }))
        }
    };
    if random.once_in(6) {
        text["delta"] = random.one_of(&["0", "1/100", "1/10", "0.4"]).into();
    }
    Privacy { text, kind, rational: seed % 10 < 5, symbolic: kind == "symbolic" }
}

/// ε as a rational.
fn exponent(random: &mut Random, k: usize) -> String {
    match random.between(0, 6) {
        0 => random.one_of(&["0.8", "1", "1/10", "2.5", "1/3", "0.968133484697"]).to_owned(),
        1 => tiny(k),
        2 => random.between(10, 100).to_string(),
        3 => {
            let digits = random.length();
            format!("0.{}", random.whole(digits))
        }
        4 => format!("{}.{}", random.between(0, 3), random.whole(40)),
        _ => random.fraction(),
    }
}

fn algebraic(random: &mut Random) -> Value {
    let between = |low: &str, high: &str| json!([low, high]);
    let (coefficients, between) = match random.between(0, 7) {
        0 => (json!(["-1", "1", "1"]), between("0", "1")),
        1 => (json!(["-1", "0", "2"]), between("0", "1")),
        // √2/2 once more, with a factor that is none of its own.
        2 => (json!(["1", "-4", "2"]), between("0", "1")),
        3 => return json!({ "epsilon": random.one_of(&["1/2*ln(2)", "1/3*ln(5)", "ln(3)/2", "3/4*ln(7/3)"]) }),
        4 => (json!(["3", "-1", "-6", "2"]), between("0", "1")),
        _ => {
            // One change of sign: one positive root, and below 1 where the sum is positive.
            let (degree, digits) = (random.between(2, 4), random.length());
            let mut rising: Vec<String> = (0..degree).map(|_| random.whole(digits)).collect();
            rising[degree - 1].push('9');
            let constant = format!("-{}", random.whole(digits));
            let all: Vec<String> = std::iter::once(constant).chain(rising).collect();
            (json!(all), between("0", "1"))
        }
    };
    json!({ "alpha": { "root_of": coefficients, "between": between } })
}
