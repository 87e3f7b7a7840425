//! Questions for whoever offers the mechanism, by what the report has.

use super::Page;
use super::odds::MONTH;
use super::privacy::{declared, has_delta, neighbours};
use super::standing::{Standing, State};
use super::text::{enough, fraction, name, number};

/// What no file shows.
const DRAWS: &str = "What shows that the program draws with exactly these probabilities?";

/// How many there are; where the promise fails one more, on the program.
const ASKED: usize = 3;

/// The first that apply.
pub(super) fn questions(page: &Page, standing: &Standing) -> Vec<String> {
    let report = page.report;
    let counted = report.counted.is_some();
    let needs = standing.epsilon().as_deref().and_then(number).map(enough);
    let (promise, one) = (declared(page), neighbours(page).1);
    let mut asked = Vec::new();
    match standing.state {
        State::NoTable => {
            asked.push("Which numbers are meant? Those here are no probabilities that add up to 1.".to_owned());
        }
        State::Never => {
            asked.push(format!(
                "You promise {promise}. Which table keeps that? None that rounds to these numbers does."
            ));
        }
        State::Hopeless if report.promised.is_none() && report.noise.is_none() => {
            let output = page.broken.as_ref().and_then(|broken| broken.outputs.first());
            let output =
                output.map_or_else(|| "an output".into(), |&o| format!("output {}", name(&page.pictured().output(o))));
            asked.push(format!("Why can {output} come out under one {one}, and never under a neighbouring one?"));
        }
        State::Broken if !counted && report.promised.is_none() => asked.push(match needs {
            Some(needs) => {
                format!("You promise {promise}. Why does it take ε = {needs}, and which of the two is in use?")
            }
            None => format!("You promise {promise}. Which table keeps that?"),
        }),
        State::Broken | State::Open if counted => {
            asked.push("Who made the runs, of which version, and were they written down as they came?".to_owned());
        }
        State::Open if report.rounding.is_none() => {
            asked.push("How do you know that the promise is kept? It is not decided here.".to_owned())
        }
        _ => {}
    }
    if report.rounding.is_some() {
        asked.push("What are the numbers before rounding?".to_owned());
    }
    if report.promised.is_some() {
        asked.push("What shows that each part keeps its own promise?".to_owned());
    }
    if report.lacking.is_some() {
        asked.push("Where is the probability that is missing here, and which other outputs are possible?".to_owned());
    }
    if page.is_noise() {
        asked.push("Is the noise drawn in whole numbers and without end, or in floating point, or cut off?".to_owned());
    }
    if let Some(delta) = report.privacy.delta.as_ref().filter(|_| has_delta(page)) {
        asked.push(format!(
            "What may happen in the cases that δ = {} leaves without protection, and to how many people?",
            fraction(delta)
        ));
    }
    asked.push(if page.uses() > 1 {
        "Is that all that is ever released about the same people?".to_owned()
    } else {
        format!(
            "How many outputs about the same person are released, and who keeps count? {MONTH} give away more than one."
        )
    });
    if !counted {
        asked.push(DRAWS.to_owned());
    }
    asked.push("Do two neighbours differ in all that you hold about a person, or in one report of it?".to_owned());
    asked.push("What else do you hold or publish about the same people?".to_owned());
    asked.truncate(ASKED);
    // Who mends the table is to ask about the program too.
    let fails = matches!(standing.state, State::Broken | State::Hopeless | State::NoTable | State::Never);
    if fails && !counted && report.promised.is_none() && !asked.iter().any(|question| question == DRAWS) {
        asked.push(DRAWS.to_owned());
    }
    asked
}
