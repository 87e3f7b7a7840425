//! What is known of a program's law, in words.

use dp_algebra::digits_of;
use dp_file::alpha::{Bounds, Ground, Point, Quotient};
use dp_file::law::Law;
use dp_file::model::Mechanism;
use dp_file::number::Rational;
use dp_file::text::{count, printable, shorten, shorten_to};
use num_traits::ToPrimitive;

/// The longest assumption that is told whole.
const LONGEST: usize = 400;

/// A law in words: of which program it is, how far it was looked at, and what is taken for granted.
///
/// `missing` is what is missing of each row.
pub fn law(law: &Law, missing: &[Quotient], mechanism: &Mechanism, ground: &Ground) -> String {
    let head = &law.head;
    let runs = head.runs.to_usize().map_or_else(String::new, |runs| count(runs, "run"));
    let mut text = format!("law of {}\n", printable(&shorten(&head.program.join(" "))));
    for (name, hash) in &head.files {
        text += &format!("  {}: SHA-256 {}\n", printable(&shorten(name)), printable(hash));
    }
    text += &format!(
        "  {runs}, {}, {}; the program was run on scripted choices, and not read\n",
        count(law.answers.len(), "answer"),
        count(law.outputs.len(), "output")
    );
    text += &format!("  {}\n", of_missing(law, missing, mechanism, ground));
    for assumed in assumed(law, mechanism) {
        text += &format!("  taken for granted: {assumed}\n");
    }
    text
}

/// What is taken for granted of a law.
fn assumed(law: &Law, mechanism: &Mechanism) -> Vec<String> {
    let keys = law.answers.iter().fold(0usize, |all, answer| all.saturating_add(answer.keys.len()));
    let of_keys = (keys > 0).then(|| {
        format!(
            "after `at KEY` a run depends on the answer and the key alone ({} of all answers)",
            if keys == 1 { "1 key".to_owned() } else { format!("{keys} keys") }
        )
    });
    let function = "a run is a function of its answer and its choices".to_owned();
    let others = law.head.assumes.iter().map(|text| printable(&shorten_to(text, LONGEST)));
    let outputs = mechanism.incomplete().filter(|of| !of.further);
    let outputs = outputs.map(|_| "no other output is possible than those of the table".to_owned());
    std::iter::once(function).chain(of_keys).chain(others).chain(outputs).collect()
}

fn of_missing(law: &Law, missing: &[Quotient], mechanism: &Mechanism, ground: &Ground) -> String {
    let all = law.answers.iter().zip(missing).filter(|(_, x)| !x.numerator.is_zero());
    let mut worst: Option<(String, String, f64)> = None;
    for (answer, x) in all {
        let (text, size) = decimal(mechanism, x, &ground.bounds);
        if worst.as_ref().is_none_or(|(_, _, most)| size > *most) {
            worst = Some((answer.name.clone(), text, size));
        }
    }
    match worst {
        None => "nothing is missing: every path was run, and every row sums to 1".to_owned(),
        Some((answer, text, _)) => format!(
            "most is missing at the answer {}: {text}, the probability of all that was not looked at",
            printable(&shorten(&answer))
        ),
    }
}

/// A number for people, and about how large it is; over an interval an expression.
fn decimal(mechanism: &Mechanism, x: &Quotient, bounds: &Bounds) -> (String, f64) {
    let zero = Point::Rational(Rational::new(0.into(), 1.into()));
    let point = mechanism.field.as_ref().map_or(&zero, |field| &field.point);
    match bounds.run(|| digits_of(point, x)) {
        Ok(digits) if point.is_single() => {
            let size = digits.parse().unwrap_or(0.0);
            (digits, size)
        }
        _ => (shorten(&mechanism.written(x)), 0.0),
    }
}
