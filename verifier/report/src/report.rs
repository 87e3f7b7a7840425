//! Everything that is said of one mechanism file.

use crate::part;
use crate::privacy::MOST_STEPS;
use crate::words::Words;
use crate::{Gain, Neighbours, Outcome, Part, Prior, Privacy, Statement};
use crate::{Lacking, Noise, Runs};
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Claim, Guesses, Kind, Mechanism, Noisy, Sample, Sampled, Size, Verdict};
use dp_file::number::{Rational, exact_or_decimal};
use dp_file::text::{count, printable};
use dp_kernel::Way;

/// So many claims are named on a line.
const MOST_NAMES: usize = 3;

/// Everything that is said of one mechanism file.
#[derive(Debug, Clone)]
pub struct Report {
    /// The mechanism file, by its path as it was given, where the report is one of several.
    pub file: Option<String>,
    /// What the file calls itself.
    pub name: Option<String>,
    /// SHA-256 of the file.
    pub sha256: String,
    /// n, the number of nodes.
    pub nodes: Size,
    /// m, the number of outputs, where there is a mechanism.
    pub outputs: Option<Size>,
    /// What it is composed of, if it is a composition.
    pub parts: Vec<Part>,
    /// Who is whose neighbour.
    pub graph: Neighbours,
    /// The declared privacy.
    pub privacy: Privacy,
    /// What `b` is in values, where there is one and it is irrational; a problem does not say it.
    pub constant: Option<dp_file::model::Constant>,
    /// What `b` is in words, where the file does not say it but its uses do: `e^(-1)`.
    pub implied: Option<String>,
    /// What guesses are worth.
    pub gain: Gain,
    /// The priors, in the file's order.
    pub priors: Vec<Prior>,
    /// What each entry of the table may be off, where the file says that they were printed rounded: verdicts are about
    /// the printed ones.
    pub rounding: Option<Rational>,
    /// How often the mechanism was run for each row, where the file says that its entries are frequencies; a problem
    /// does not say it of each.
    pub sample: Option<Sample>,
    /// Counts of runs, where there are such and no table.
    pub counted: Option<Runs>,
    /// What is missing of the table, where the file says so: verdicts are about all tables that complete it.
    pub lacking: Option<Lacking>,
    /// Noise on all whole numbers, where X is that.
    pub noise: Option<Noise>,
    /// What verdicts are about, where parts of a composition are known by their promises alone.
    pub promised: Option<String>,
    /// The tables that were counted: the own one, those of parts, and of files that parts and claims name.
    pub samples: Vec<Sampled>,
    /// The tables that stand for geometric noise on all whole numbers.
    pub noises: Vec<Noisy>,
    /// Declared claims first, in the file's order.
    pub statements: Vec<Statement>,
    /// What whoever made the file may do next. Nothing of it is proved, and `verify` has none.
    pub hints: Vec<Hint>,
}

/// What to do, and how.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Hint {
    /// When to do it, and what it does.
    pub words: String,
    /// The whole call, as a shell takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
}

impl Report {
    /// What there is of a mechanism, in words: `6 outputs`, `2 parts, used 32 times in all`.
    pub fn mechanism_in_words(&self) -> String {
        let uses = self.parts.iter().fold(0usize, |sum, part| sum.saturating_add(part.times));
        match (self.outputs, self.parts.len()) {
            (Some(outputs), _) => outputs.count("output"),
            (None, 0) => self.noise.as_ref().map_or_else(|| "no mechanism".into(), Noise::in_words),
            (None, 1) => match self.parts.iter().find_map(Part::in_words) {
                Some(what) => format!("{what}, used {}", times(uses)),
                None => format!("one mechanism used {}", times(uses)),
            },
            (None, parts) => format!("{parts} mechanisms used {} in all{}", times(uses), self.closed_forms_in_words()),
        }
    }

    /// `: randomised-response at ε = 1, 30 times; 1 other, once`.
    fn closed_forms_in_words(&self) -> String {
        let named = self.parts.iter().filter_map(|part| Some((part.in_words()?, part.times)));
        let told: Vec<String> = named.take(MOST_NAMES).map(|(what, k)| format!("{what}, {}", times(k))).collect();
        match self.parts.len().saturating_sub(told.len()) {
            _ if told.is_empty() => String::new(),
            0 => format!(": {}", told.join("; ")),
            1 => format!(": {}; and 1 other", told.join("; ")),
            others => format!(": {}; and {others} others", told.join("; ")),
        }
    }

    /// A report on `mechanism` without statements.
    pub fn new(mechanism: &Mechanism) -> Self {
        let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
        let steps = Budget::new(limits.steps);
        let claim = Claim::plain(Kind::Utility);
        let words = Words::new(mechanism, &claim, &limits, &steps);
        Self {
            file: None,
            name: mechanism.name.clone(),
            sha256: mechanism.sha256.clone(),
            nodes: mechanism.nodes(),
            outputs: mechanism.outputs(),
            parts: Part::of(mechanism, &words),
            graph: Neighbours::of(mechanism),
            privacy: Privacy::of(mechanism),
            constant: mechanism.constant.clone(),
            implied: mechanism.implied.clone(),
            gain: Gain::of(&words),
            priors: Prior::all(&words),
            rounding: mechanism.channel().and_then(|channel| channel.rounding.clone()),
            sample: mechanism.sample.clone(),
            counted: Runs::of(mechanism),
            lacking: Lacking::of(mechanism, &words),
            noise: Noise::of(mechanism),
            promised: part::promised(mechanism),
            samples: mechanism.samples(),
            noises: mechanism.noises(),
            statements: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// What is declared, in words: the privacy, and how far the entries may be from the true ones.
    pub fn declared_in_words(&self) -> String {
        let privacy = match &self.implied {
            Some(b) => format!("{}; b = {b}", self.privacy.in_words()),
            None => self.privacy.in_words(),
        };
        match &self.rounding {
            None => privacy,
            Some(within) => {
                format!("{privacy}; entries rounded, each within {} of the true one", exact_or_decimal(within))
            }
        }
    }

    /// By what a claim measures guesses, where that is more than its name says: `, min-entropy`; where the file's gain
    /// is not the binary one `, by the binary gain`, or `, by the loss "squared"`.
    pub fn measured(&self, claim: &Claim) -> String {
        match claim.kind.guesses() {
            Guesses::None => String::new(),
            Guesses::MinEntropy => ", min-entropy".into(),
            Guesses::Binary | Guesses::Files if self.gain.is_binary() => String::new(),
            Guesses::Binary => ", by the binary gain".into(),
            Guesses::Files => format!(", by {}", self.gain.in_short()),
        }
    }

    /// A claim with what it is about, where its name alone would not say so: by which gain, of (ε, 0), of printed
    /// numbers.
    pub fn label(&self, statement: &Statement) -> String {
        let mut label = format!("{}{}", statement.claim, self.measured(&statement.claim));
        if self.leaves_out_delta(statement) {
            label += ", of (ε, 0)";
        }
        if self.lacking.is_some() && statement.claim.kind.rule().missing == Way::Own {
            label += ", of every completion";
        }
        if self.is_of_promises(statement.claim.kind) {
            label += ", of all mechanisms that keep the promises";
        }
        if self.rounding.is_some() && statement.claim.kind.is_of_printed() {
            label += ", of the printed numbers";
        }
        label
    }

    /// That the table is of a sample, where the file says so: what its verdicts are about, and what not.
    pub fn sample_in_words(&self) -> Option<String> {
        let told: Vec<String> = self.samples.iter().map(Sampled::in_words).collect();
        let words = "every verdict is about the sample, and not about the mechanism behind it";
        (!told.is_empty()).then(|| format!("{}: {words}", told.join("; ")))
    }

    /// That tables stand for geometric noise on all whole numbers, where the file says so, and what verdicts are about.
    pub fn noise_in_words(&self) -> Option<String> {
        let told: Vec<String> = self.noises.iter().map(Noisy::in_words).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// Whether the table, or that of a part or of another file, is of a sample.
    pub fn is_of_sample(&self) -> bool {
        !self.samples.is_empty()
    }

    /// Whether a claim is about all mechanisms that keep promises: that it fails refutes none of them.
    pub fn is_of_promises(&self, kind: Kind) -> bool {
        self.promised.is_some() && kind != Kind::Stochastic && kind.rule().promises == Way::Own
    }

    /// The declared claims.
    pub fn claims(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(|s| s.declared)
    }

    /// That the file claims nothing, where that is so: then nothing of it can fail.
    pub fn claims_nothing(&self) -> Option<&'static str> {
        let words =
            "the file has no mechanism and no claims, so nothing of it can fail; `certify explain` lists the claims";
        self.claims().next().is_none().then_some(words)
    }

    /// Whether it speaks of (ε, 0), though a δ > 0 is declared.
    pub fn leaves_out_delta(&self, statement: &Statement) -> bool {
        self.privacy.delta.as_ref().is_some_and(Rational::is_positive) && statement.claim.is_pure()
    }

    /// The number of declared claims with that outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.claims().filter(|s| s.outcome() == outcome).count()
    }

    /// How many of the file's claims fail, as the file expects.
    pub fn as_expected(&self) -> usize {
        self.claims().filter(|s| s.verdict == Verdict::Fails && s.outcome() == Outcome::Met).count()
    }

    /// How many of the file's claims hold, those that only state a value apart.
    pub fn holding(&self) -> usize {
        self.count(Outcome::Met).saturating_sub(self.values()).saturating_sub(self.as_expected())
    }

    /// The exit status of `certify`: 1 if a claim is refuted, else 3 if one is open, else 0.
    pub fn status(&self) -> u8 {
        match () {
            () if self.count(Outcome::Refuted) > 0 => 1,
            () if self.count(Outcome::Open) > 0 => 3,
            () => 0,
        }
    }

    /// The verdict on all of the file's claims, as its exit status has it: they come out as the file says, one is
    /// refuted, or one is open.
    pub fn verdict(&self) -> Verdict {
        match self.status() {
            0 => Verdict::Holds,
            1 => Verdict::Fails,
            _ => Verdict::Undecided,
        }
    }

    /// What the verdicts are about, on one line: `line of 2: 0 – 1; neighbours are answers next to each other; α = 1/2,
    /// δ = 0`.
    pub fn subject(&self) -> String {
        let sample = if self.is_of_sample() { "; of a sample" } else { "" };
        let sample = if self.lacking.is_some() { "; of every completion of a table" } else { sample };
        format!("{}; {}{sample}", self.graph.in_words(), self.privacy.in_short())
    }

    /// The summary with the claims that are to be looked at: those that are refuted, else those that are undecided, the
    /// first few by name.
    pub fn summary_with_names(&self) -> String {
        let named = |outcome| -> Vec<String> {
            let told = |s: &Statement| match s.holds_against() {
                true => format!("{} (holds, NOT as expected)", self.label(s)),
                false => self.label(s),
            };
            self.claims().filter(|s| s.outcome() == outcome).map(|s| printable(&told(s))).collect()
        };
        let refuted = self.count(Outcome::Refuted) > 0;
        let names = named(if refuted { Outcome::Refuted } else { Outcome::Open });
        let more = names.len().saturating_sub(MOST_NAMES);
        let first = names.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
        let summary = self.summary();
        // What ends in other counts says once more whose names these are.
        let whose = match () {
            () if !summary.contains(';') => ": ",
            () if refuted => "; FAILS: ",
            () => "; undecided: ",
        };
        match (names.len(), more) {
            (0, _) => summary,
            (_, 0) => format!("{summary}{whose}{first}"),
            _ => format!("{summary}{whose}{first} and {more} more"),
        }
    }

    /// How many of the file's claims only state a value.
    pub fn values(&self) -> usize {
        self.claims().filter(|s| s.is_value()).count()
    }

    /// One line that counts the claims that hold and those that FAIL, and apart from them those that fail as expected,
    /// and values.
    pub fn summary(&self) -> String {
        let (refuted, open, values) = (self.count(Outcome::Refuted), self.count(Outcome::Open), self.values());
        let unproved = self.claims().filter(|s| s.is_unproved()).count();
        let undecided = open.saturating_sub(unproved);
        let mut line = match self.holding() {
            1 => "1 claim holds".to_owned(),
            holding => format!("{holding} claims hold"),
        };
        line += &match refuted {
            0 => ", 0 fail".to_owned(),
            1 => ", 1 FAILS".to_owned(),
            _ => format!(", {refuted} FAIL"),
        };
        for (many, what) in [(undecided, "undecided"), (unproved, "unproved")] {
            if many > 0 {
                line += &format!(", {many} {what}");
            }
        }
        line += &match self.as_expected() {
            0 => String::new(),
            1 => "; 1 fails as expected".to_owned(),
            failing => format!("; {failing} fail as expected"),
        };
        if values > 0 {
            line += &format!("; {}", count(values, "value"));
        }
        line
    }
}

/// `once`, `30 times`.
fn times(uses: usize) -> String {
    if uses == 1 { "once".into() } else { format!("{uses} times") }
}
