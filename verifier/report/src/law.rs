//! What is known of a program's law, in words.

use dp_algebra::digits_of;
use dp_file::alpha::{Bounds, Ground, Point, Quotient};
use dp_file::law::{Law, Row};
use dp_file::model::Mechanism;
use dp_file::number::Rational;
use dp_file::text::{count, printable, shorten, shorten_to};
use num_traits::ToPrimitive;

/// The longest assumption that is told whole.
const LONGEST: usize = 400;

/// A law in words: of which program it is, how far it was looked at, and what is taken for granted.
///
/// `rows` are those that it was added up to.
pub fn law(law: &Law, rows: &[Row], mechanism: &Mechanism, ground: &Ground) -> String {
    let head = &law.head;
    let runs = head.runs.to_usize().map_or_else(String::new, |runs| count(runs, "run"));
    let mut text = format!("law of {}\n", printable(&shorten(&head.program.join(" "))));
    for (name, hash) in &head.files {
        text += &format!("  {}: SHA-256 {}\n", printable(&shorten(name)), printable(hash));
    }
    text += &format!(
        "  {runs}, {}, {}; the program was run on scripted choices, not read\n",
        count(law.answers.len(), "answer"),
        count(law.outputs.len(), "output")
    );
    text += &format!("  {}\n", of_missing(law, rows, mechanism, ground));
    for told in exceptions(law, rows, mechanism, ground) {
        text += &format!("  {told}\n");
    }
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

/// The largest of some numbers of a row each, with its answer.
fn most<'a>(
    law: &Law,
    of: impl Iterator<Item = Option<&'a Quotient>>,
    (mechanism, ground): (&Mechanism, &Ground),
) -> Option<(String, String)> {
    let mut most: Option<(String, String, f64)> = None;
    for (answer, x) in law.answers.iter().zip(of) {
        let Some(x) = x.filter(|x| !x.numerator.is_zero()) else { continue };
        let (text, size) = decimal(mechanism, x, &ground.bounds);
        if most.as_ref().is_none_or(|(_, _, most)| size > *most) {
            most = Some((printable(&shorten(&answer.name)), text, size));
        }
    }
    most.map(|(answer, text, _)| (answer, text))
}

fn of_missing(law: &Law, rows: &[Row], mechanism: &Mechanism, ground: &Ground) -> String {
    match most(law, rows.iter().map(|row| row.missing.as_ref()), (mechanism, ground)) {
        None => "nothing is missing: every path was run, and every row sums to 1".to_owned(),
        Some((answer, text)) => {
            format!("most is missing at the answer {answer}: {text}, the probability of all that was not looked at")
        }
    }
}

/// What an output is called that is an exception.
const RAISES: &str = "raises ";

/// The outputs that are exceptions.
fn exceptions(law: &Law, rows: &[Row], mechanism: &Mechanism, ground: &Ground) -> Vec<String> {
    let outputs = law.outputs.iter().enumerate().filter(|(_, name)| name.starts_with(RAISES));
    let told = |(o, name): (usize, &String)| {
        let (answer, text) = most(law, rows.iter().map(|row| row.outputs.get(&o)), (mechanism, ground))?;
        let name = printable(&shorten(name));
        Some(format!("an exception is an output: `{name}`, most often at the answer {answer}, with probability {text}"))
    };
    outputs.filter_map(told).collect()
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
