//! How sure the verdict is, what nobody looked at, and where else it holds.

use super::Page;
use dp_verify::number::decimal;
use dp_verify::report::Outcome;

pub(super) fn sure(page: &Page) -> String {
    let report = page.report;
    let open = match report.count(Outcome::Open) {
        0 => "",
        _ => " What is undecided is said to be so.",
    };
    match &report.counted {
        Some(runs) => format!(
            "It is about chance: with confidence {} all bounds hold at once, if the runs were independent. The arithmetic is exact.{open}",
            decimal_of(&runs.confidence)
        ),
        None if report.is_of_sample() => {
            format!("It is exact about the sample, and says nothing for certain of the mechanism behind it.{open}")
        }
        None => format!(
            "It is proved in exact arithmetic, and a second, smaller program has checked the proof. Nothing is estimated.{open}"
        ),
    }
}

pub(super) fn unseen(page: &Page) -> String {
    let report = page.report;
    let seen = match () {
        () if report.counted.is_some() => "counts of runs",
        () if report.promised.is_some() && page.mechanism.is_all_promised() => "what each part promises",
        () if report.promised.is_some() => "the numbers of some parts and what the others promise",
        () if page.is_noise() => "the law of the noise",
        () => "the numbers of one file",
    };
    format!("The program, its random numbers, the data, and whatever else is released. All that was looked at: {seen}.")
}

pub(super) fn elsewhere(page: &Page) -> String {
    let report = page.report;
    match () {
        () if report.promised.is_some() => "It is about all mechanisms that keep these promises, and about no others.",
        () if report.counted.is_some() => "No. Another version, other inputs or other outputs need runs of their own.",
        () if page.is_noise() => "No. Other noise, other neighbours or another ε is another question.",
        () => "No. Another table, other neighbours or another ε is another question.",
    }
    .into()
}

pub(super) fn decimal_of(x: &dp_verify::number::Rational) -> String {
    super::text::trimmed(&decimal(x))
}
