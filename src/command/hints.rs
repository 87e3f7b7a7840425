//! What to call next of a table whose rows do not sum to 1, or of which a finding is left out: whole calls, which can
//! be pasted.

use super::again;
use crate::decide::leaves_out_rounding;
use crate::exact;
use crate::import::Bound;
use dp_verify::model::{Alpha, Claim, Formula, Gain, Kind, Mechanism};
use dp_verify::report::{Because, FaultyRow, Hint, Report, Statement, Value, Verdict};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Abs, Pow};
use malachite::base::num::conversion::traits::{FromSciString, RoundingFrom};
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;

/// A table that was certified, and how it was read.
pub(super) struct About<'a> {
    pub(super) mechanism: &'a Mechanism,
    pub(super) report: &'a Report,
    /// How many decimals its numbers have, where that is few.
    pub(super) places: Option<usize>,
    /// Whether its columns sum to 1.
    pub(super) on_its_side: bool,
    /// Whether its numbers are whole, as counts are.
    pub(super) of_counts: bool,
    /// Whether rows were divided by their sums, and whether the numbers were said to be rounded.
    pub(super) normalised: bool,
    pub(super) rounded: bool,
    /// Whether files were written, which the next call writes over.
    pub(super) written: bool,
}

/// What floats are good for, where a table has more digits than people write.
const FLOATS: usize = 15;

/// What is left out where nobody asks for it.
const CLAIM: [&str; 2] = ["--claim", "dp-within-rounding"];

/// All that may be done.
pub(super) fn of(about: &About) -> Vec<Hint> {
    let mut hints = Vec::new();
    if about.on_its_side && !about.normalised && !about.of_counts {
        let words = "Each column sums to 1, and the rows do not: if the table is on its side, write a row for each answer, with \
                     the probabilities of its outputs.";
        return vec![Hint { words: words.to_owned(), call: None }];
    }
    if let Some(off) = farthest(about.report).filter(|_| !about.normalised) {
        hints.extend(about.rounding(&off));
        hints.extend(about.normalising(&off));
        if hints.is_empty() && !about.rounded {
            let words = "The sums are farther from 1 than rounding explains: check whether a row or column is missing or holds something other than probabilities, or a number is mistyped.";
            hints.push(Hint { words: words.to_owned(), call: None });
        }
    }
    hints.extend(about.left_out());
    hints.extend(about.by_a_hair());
    hints
}

/// The hints as lines for a terminal; a call has a line of its own.
pub(super) fn in_words(hints: &[Hint]) -> String {
    let line = |hint: &Hint| match &hint.call {
        Some(call) => format!("{}\n  {call}", hint.words),
        None => hint.words.clone(),
    };
    hints.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// How far the sum of a row is from 1 at most; `None` where all sums are 1, or a negative entry is the fault.
fn farthest(report: &Report) -> Option<Rational> {
    let faulty = |s: &&Statement| s.claim.kind == Kind::Stochastic && s.verdict == Verdict::Fails;
    let rows = &report.statements.iter().find(faulty)?.evidence.rows;
    let off = |row: &FaultyRow| match (&row.output, &row.sum) {
        (None, Some(Value::Rational(sum))) => Some((exact::rational(sum) - Rational::from(1u32)).abs()),
        _ => None,
    };
    let offs = rows.iter().map(off).collect::<Option<Vec<_>>>()?;
    offs.into_iter().max()
}

/// The flag that divides rows whose sums are so far from 1 by them.
fn normalise(off: &Rational) -> String {
    Bound::needed(off).map_or_else(|| "--normalise".to_owned(), |bound| format!("--normalise={bound}"))
}

/// k/10^places.
fn decimal(k: u64, places: usize) -> Rational {
    Rational::from(k) / Rational::from(10u32).pow(places as u64)
}

/// The same as it is written.
fn written(k: u64, places: usize) -> String {
    let digits = format!("{k:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{whole}.{fraction}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl About<'_> {
    fn hint(&self, words: String, flags: &[&str]) -> Hint {
        let mut flags = flags.to_vec();
        flags.extend(self.written.then_some("--force"));
        Hint { words, call: Some(again::with(&flags)) }
    }

    fn width(&self) -> u64 {
        self.mechanism.channel().map_or(0, |channel| channel.width as u64)
    }

    /// That numbers were rounded, where that explains the sums.
    fn rounding(&self, off: &Rational) -> Option<Hint> {
        let places = self.places.unwrap_or(FLOATS);
        let half = decimal(5, places + 1);
        let explains = *off <= half * Rational::from(self.width());
        if self.rounded || self.of_counts || !explains {
            return None;
        }
        let unit = written(5, places + 1);
        let mut flags = vec!["--rounding", &*unit];
        let mut left_out = String::new();
        if self.asks_for_rounding() {
            flags.extend(CLAIM);
            left_out = format!(
                " (`dp-within-rounding`, whether a private table rounds to this one, is left out {} unless it is claimed)",
                self.why_left_out()
            );
        }
        let words = format!("If the numbers were rounded, each within {unit} of the true one{left_out}, call");
        Some(self.hint(words, &flags))
    }

    /// That rows are divided by their sums, and what is claimed of the result.
    fn normalising(&self, off: &Rational) -> Vec<Hint> {
        if self.of_counts {
            let counts = "If the numbers are counts, to divide each row by its sum, call".to_owned();
            let weights = "If they are weights, which are exact and no sample, call".to_owned();
            let mut hints: Vec<Hint> = self.counting().into_iter().collect();
            hints.extend([self.hint(counts, &["--normalise=any"]), self.hint(weights, &["--normalise=weights"])]);
            return hints;
        }
        if *off > decimal(1, 1) {
            return Vec::new();
        }
        let normalise = normalise(off);
        let optimal = |s: &&Statement| {
            let exactly = s.claim.kind == Kind::Optimal && s.claim.within.is_none();
            s.declared && exactly && s.verdict == Verdict::Fails && s.because == Because::NoMechanism
        };
        let claimed =
            self.report.statements.iter().any(|s| optimal(&s)) && again::names("--claim", Kind::Optimal.name());
        let within = self.within().filter(|_| claimed);
        if let Some(within) = within {
            let words = "Numbers of few digits are hardly ever exactly optimal: to divide each row by its exact sum, and to claim that it is optimal up to one unit of the last digit in each output, call";
            return vec![self.hint(words.to_owned(), &[&normalise, "--within", &within])];
        }
        if self.rounded {
            return Vec::new();
        }
        vec![self.hint("To divide each row by its exact sum, call".to_owned(), &[&normalise])]
    }

    /// That counts of runs are judged as such, where nothing is claimed that is about a table.
    fn counting(&self) -> Option<Hint> {
        let implied = |kind| matches!(kind, Kind::Stochastic | Kind::Dp | Kind::ApproximateDp);
        let claims = self.mechanism.claims.iter().all(|claimed| implied(claimed.claim.kind));
        let of_table =
            self.mechanism.privacy.rho.is_some() || self.rounded || !claims || !self.mechanism.priors.is_empty();
        let words = "If the numbers are counts of independent runs, to decide what they show of the mechanism itself, with a \
                     confidence fixed beforehand, call";
        (!of_table).then(|| self.hint(words.to_owned(), &["--counts", "--confidence", "0.999"]))
    }

    /// A unit of the last place for each output, times what a right guess is worth at most; `None` where that is as
    /// much as the utility may be, or the table has many digits.
    fn within(&self) -> Option<String> {
        let places = self.places?;
        let n = self.mechanism.query.graph.nodes() as u64;
        let worth = match &self.mechanism.gain {
            Gain::Binary | Gain::Formula(Formula::BinaryLoss) => 1,
            Gain::Formula(Formula::Distance(most)) => *most,
            Gain::Formula(Formula::Absolute) => n.saturating_sub(1),
            Gain::Formula(Formula::Squared) => n.saturating_sub(1).saturating_pow(2),
            Gain::Table { .. } => return None,
        };
        let small = decimal(self.width(), places) < decimal(5, 1);
        (small && worth > 0).then(|| written(self.width().saturating_mul(worth), places))
    }

    /// That the declared ε is missed by no more than floating-point numbers miss it, and the ε that is kept.
    fn by_a_hair(&self) -> Option<Hint> {
        let delta = self.mechanism.privacy.delta.is_some();
        let kind = if delta { Kind::ApproximateDp } else { Kind::Dp };
        let broken = self.report.claims().find(|s| s.claim == Claim::plain(kind) && s.verdict == Verdict::Fails)?;
        let by = self.report.beside(broken, "epsilon_min")?;
        let least = broken.values.iter().find(|(name, _)| *name == "epsilon_min")?.1.decimal()?;
        // Ten places above it.
        let ten: Rational = Rational::from(10u32).pow(10u64);
        let places = Rational::from_sci_string(&least)? * &ten;
        let epsilon = (Integer::rounding_from(places, RoundingMode::Floor).0 + Integer::from(1)).to_string();
        let epsilon = written(epsilon.parse().ok()?, 10);
        let mut flags = vec!["--epsilon", &*epsilon];
        let optimal = |s: &Statement| s.claim.kind == Kind::Optimal && s.verdict == Verdict::Fails;
        if self.report.claims().any(optimal) && again::names("--claim", Kind::Optimal.name()) {
            flags.extend(["--within", "1e-9"]);
        }
        // Both at once: otherwise the next call fails too.
        let off = farthest(self.report).filter(|_| !self.normalised && !self.rounded);
        let normalise = off.as_ref().map(normalise);
        let divided = normalise.is_some();
        flags.extend(normalise.as_deref());
        let words = format!(
            "The least ε is {by}: the declared one is missed by no more than floating-point numbers miss it. To {}claim one that \
             is a little larger, call",
            if divided { "divide each row by its exact sum, and to " } else { "" }
        );
        Some(self.hint(words, &flags))
    }

    /// That `dp-within-rounding` can be asked for.
    fn left_out(&self) -> Option<Hint> {
        if !self.rounded || !self.asks_for_rounding() {
            return None;
        }
        let words = format!(
            "Whether a private table rounds to this one is `dp-within-rounding`, which is left out {} unless it is claimed; to \
             claim it, call",
            self.why_left_out()
        );
        Some(self.hint(words, &CLAIM))
    }

    /// Whether `dp-within-rounding` is decided only where it is claimed, and is not.
    fn asks_for_rounding(&self) -> bool {
        let is_it = |s: &Statement| s.claim.kind == Kind::DpWithinRounding;
        // With a δ it is not what was promised.
        let delta = self.mechanism.privacy.delta.as_ref().is_some_and(|delta| delta.is_positive());
        let other = delta || self.mechanism.privacy.rho.is_some();
        !other && leaves_out_rounding(self.mechanism) && !self.report.statements.iter().any(is_it)
    }

    fn why_left_out(&self) -> &'static str {
        match &self.mechanism.privacy.alpha {
            Alpha::Rational(_) => "of large tables",
            Alpha::Symbolic { .. } => "on an interval of α",
            _ => "at an irrational α",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_written_out() {
        for (k, places, text) in [(5, 4, "0.0005"), (6, 3, "0.006"), (120, 2, "1.2"), (30, 1, "3"), (5, 1, "0.5")] {
            assert_eq!(written(k, places), text);
        }
        assert_eq!(decimal(5, 1), Rational::from_unsigneds(1u32, 2));
    }
}
