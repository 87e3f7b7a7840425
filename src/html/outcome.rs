//! What a claim comes to in a sentence: a heading, and what is so where it holds and where it fails.

use super::text::{cut, value};
use dp_verify::model::{Claim, Kind, TableOf};
use dp_verify::report::{Because, Report, Statement, Value, Verdict, printable};

/// What sentences on privacy are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// A table, or all uses of some.
    Table,
    /// Every table that completes one of which mass is missing.
    Completions,
    /// All mechanisms that keep promises.
    Promises,
    /// Noise without a table.
    Noise,
}

impl About {
    /// That of a report.
    pub(super) fn of(report: &Report) -> Self {
        match (&report.lacking, &report.promised) {
            _ if is_noise(report) => Self::Noise,
            (Some(_), _) => Self::Completions,
            (None, Some(_)) => Self::Promises,
            (None, None) => Self::Table,
        }
    }
}

/// Whether X is noise on whole numbers, with no table of its own.
pub(super) fn is_noise(report: &Report) -> bool {
    report.noise.is_some() || report.noises.iter().any(|noise| noise.of == TableOf::Table)
}

/// A claim's outcome for who has read no paper.
pub(super) struct Says {
    /// A heading.
    pub(super) title: &'static str,
    /// What is so where it holds.
    pub(super) holds: &'static str,
    /// What is so where it fails.
    pub(super) fails: &'static str,
}

/// What is so where a claim fails: the reason that the report has, and no other.
///
/// `beside` says that a δ is declared, of which these claims know nothing.
pub(super) fn fails(statement: &Statement, beside: bool, of: About) -> String {
    let says = says(&statement.claim, of);
    match statement.because {
        Because::NoMechanism if statement.claim.kind == Kind::Stochastic => says.fails.into(),
        Because::NoMechanism => {
            format!(
                "“{}” can't hold of this table, which is no mechanism: its rows are not all probability distributions.",
                says.title
            )
        }
        Because::NotPrivate => {
            if statement.claim.delta.is_some() {
                return format!(
                    "“{}” fails because the table is not private with the δ that this claim names.",
                    says.title
                );
            }
            let delta = if beside { " with δ = 0, which this claim requires whatever δ is declared" } else { "" };
            format!("“{}” fails because the table is not ε-differentially private{delta}.", says.title)
        }
        Because::Several => format!("“{}” does not hold on all of the interval of α.", says.title),
        Because::Own | Because::Outdone | Because::Vacuous => of_noise(says.fails, of),
    }
}

/// Of noise there is no table to speak of.
fn of_noise(sentence: &str, of: About) -> String {
    if of == About::Noise {
        sentence.replace("The table", "The noise").replace("this table", "this noise")
    } else {
        sentence.into()
    }
}

/// What is so where it holds; of what is computed the number.
pub(super) fn holds(statement: &Statement, beside: bool, of: About) -> String {
    if statement.claim.kind.states_values() {
        let number = statement.values.first().map_or_else(String::new, |(_, number)| format!(": {}", value(number)));
        return format!("{}{number}.", says(&statement.claim, of).title);
    }
    if statement.because == Because::Vacuous {
        return "No two answers are at the claim's distance: it holds of none, and so says nothing of any.".into();
    }
    let said = of_noise(says(&statement.claim, of).holds, of);
    let kind = statement.claim.kind;
    // What `dp` says is that alone.
    let about = if beside && statement.claim.is_pure() && kind != Kind::Dp && statement.verdict == Verdict::Holds {
        " Privacy is meant with δ = 0 here."
    } else {
        ""
    };
    format!("{said}{about}")
}

/// What a claim comes to.
pub(super) fn says(claim: &Claim, about: About) -> Says {
    let of = |title, holds, fails| Says { title, holds, fails };
    // What holds of a number is the number.
    let value = |title| Says { title, holds: "", fails: "The table is no mechanism, and so has no such number." };
    match claim.kind {
        Kind::Stochastic if about == About::Noise => of(
            "Probabilities",
            "Whatever the answer, the probabilities of all outputs are above 0 and sum to 1.",
            "Not all that is put out has probabilities that sum to 1.",
        ),
        Kind::Stochastic => of(
            "Rows are probabilities",
            "Every row of the table is a probability distribution.",
            "Not every row of the table is a probability distribution.",
        ),
        Kind::StochasticWithinRounding => of(
            "Rows are probabilities before rounding",
            "Some table whose rows are probability distributions rounds to these numbers.",
            "No table whose rows are probability distributions rounds to these numbers.",
        ),
        Kind::Dp if claim.adaptive => of(
            "Privacy against whoever may change to others",
            "All uses together are ε-differentially private, even if other neighbours are named after each answer.",
            "All uses together are not ε-differentially private if other neighbours may be named after each answer.",
        ),
        Kind::ApproximateDp if claim.adaptive => of(
            "Privacy up to δ against whoever may change to others",
            "All uses together are (ε, δ)-differentially private, even if other neighbours are named after each answer.",
            "All uses together are not (ε, δ)-differentially private if other neighbours may be named after each answer.",
        ),
        Kind::Dp if about == About::Completions => of(
            "Privacy of every completion",
            "Every table that completes this one is ε-differentially private.",
            "With δ = 0 no table that completes this one is ε-differentially private.",
        ),
        Kind::ApproximateDp if about == About::Completions => of(
            "Privacy up to δ of every completion",
            "Every table that completes this one is (ε, δ)-differentially private as declared.",
            "No table that completes this one is (ε, δ)-differentially private as declared.",
        ),
        Kind::Dp if about == About::Promises => of(
            "Privacy of all that keep the promises",
            "Whoever keeps the promises, all uses together are ε-differentially private.",
            "The promises do not imply that all uses together are ε-differentially private with δ = 0.",
        ),
        Kind::ApproximateDp if about == About::Promises => of(
            "Privacy up to δ of all that keep the promises",
            "Whoever keeps the promises, all uses together are (ε, δ)-differentially private as declared.",
            "The promises do not imply that all uses together are (ε, δ)-differentially private as declared.",
        ),
        Kind::Dp if about == About::Noise => of(
            "Privacy",
            "The noise is ε-differentially private.",
            "With δ = 0 the noise is not ε-differentially private.",
        ),
        Kind::ApproximateDp if about == About::Noise => of(
            "Privacy up to δ",
            "The noise is (ε, δ)-differentially private as declared.",
            "The noise is not (ε, δ)-differentially private as declared.",
        ),
        Kind::Dp => of(
            "Privacy",
            "The table is ε-differentially private.",
            "With δ = 0 the table is not ε-differentially private.",
        ),
        Kind::ApproximateDp => of(
            "Privacy up to δ",
            "The table is (ε, δ)-differentially private as declared.",
            "The table is not (ε, δ)-differentially private as declared.",
        ),
        Kind::GroupPrivacy if matches!(claim.distance, Some((_, true))) => of(
            "Privacy of groups",
            "Answers at this distance or nearer are told apart by no more than so many times the declared ε.",
            "Some answers at this distance or nearer are told apart by more than so many times the declared ε.",
        ),
        Kind::GroupPrivacy => of(
            "Privacy of groups",
            "Answers at this distance are told apart by no more than so many times the declared ε.",
            "Some answers at this distance are told apart by more than so many times the declared ε.",
        ),
        Kind::RenyiDp => of(
            "Rényi privacy",
            "The Rényi divergence of neighbours is at most the claimed bound.",
            "The Rényi divergence of some neighbours is larger than the claimed bound.",
        ),
        Kind::BoundedRange => of(
            "Range of the privacy loss",
            "The privacy losses of neighbours at any two outputs differ by no more than the claimed ε.",
            "The privacy losses of some neighbours at two outputs differ by more than the claimed ε.",
        ),
        Kind::Zcdp => of(
            "Concentrated privacy",
            "The Rényi divergence of neighbours is at most the claimed ρ times its order, for every order over 1.",
            "The Rényi divergence of some neighbours is larger than the claimed ρ times its order, for some order over 1.",
        ),
        Kind::TradeOff if claim.pair.is_some() => of(
            "Neighbours are no easier to tell apart",
            "By no test are neighbours told apart better than the two answers of the other mechanism that are named.",
            "Some test tells neighbours apart better than any does the two answers of the other mechanism that are named.",
        ),
        Kind::TradeOff => of(
            "Neighbours are no easier to tell apart",
            "By no test are neighbours told apart better than by tests of the other mechanism that is named, mixed as one likes.",
            "Some test tells neighbours apart better than any mixture of tests of the other mechanism that is named.",
        ),
        Kind::NotRefuted => of(
            "The runs against what is declared",
            "These runs do not refute the declared privacy. That proves no privacy: more runs, or other events, may refute it.",
            "With the stated confidence, whatever the sampler's law is, it does not have the declared privacy.",
        ),
        Kind::PrivateBySample => of(
            "Privacy that the runs prove",
            "With the stated confidence the sampler is (ε, δ)-differentially private on these outputs, with the δ that is claimed or less.",
            "The runs do not prove it: some laws that they leave open need a larger δ. That refutes nobody; more runs may prove it.",
        ),
        Kind::SampledFrom => of(
            "The runs against a table",
            "These runs may have been drawn from that table. That does not prove it: more runs may tell them apart.",
            "With the stated confidence these runs were not drawn from that table.",
        ),
        Kind::DpWithinRounding => of(
            "Privacy before rounding",
            "Some private table rounds to these numbers. Nobody here knows whether it is the true one.",
            "No private table rounds to these numbers.",
        ),
        Kind::ApproximateDpWithinRounding => of(
            "Privacy up to δ before rounding",
            "Some table that is (ε, δ)-differentially private as declared rounds to these numbers. Nobody here knows whether it is the true one.",
            "No table that is (ε, δ)-differentially private as declared rounds to these numbers.",
        ),
        Kind::TightConstraintsExist => of(
            "A tight-constraints mechanism exists",
            "For this neighbour relation and ε some mechanism uses up all of its privacy: each output belongs to one answer, and its probability falls by exactly e^-ε with each step away from there.",
            "For this neighbour relation and ε no mechanism uses up all of its privacy: there is none with tight constraints.",
        ),
        Kind::TightConstraints => of(
            "The table has tight constraints",
            "The table uses up all of its privacy: it is a tight-constraints mechanism.",
            "The table does not use up all of its privacy: it is no tight-constraints mechanism.",
        ),
        Kind::Regular => of("The prior is regular", "The prior is regular.", "The prior is not regular."),
        Kind::Optimal if claim.delta.is_some() && claim.within.is_some() => of(
            "Nearly optimal for a prior, up to a δ of its own",
            "The table is optimal up to what the claim allows: no table that is private up to the claim's δ does better by more.",
            "The table is not optimal up to what the claim allows: another table that is private up to the claim's δ does better by more.",
        ),
        Kind::Optimal if claim.delta.is_some() => of(
            "Optimal for a prior, up to a δ of its own",
            "The table is optimal: no table that is private for this neighbour relation up to the claim's δ does better.",
            "The table is not optimal: another table that is private up to the claim's δ does better.",
        ),
        Kind::Optimal if claim.within.is_some() => of(
            "Nearly optimal for a prior",
            "The table is optimal up to what the claim allows: no private table for this neighbour relation does better by more.",
            "The table is not optimal up to what the claim allows: another private table does better by more.",
        ),
        Kind::Optimal => of(
            "Optimal for a prior",
            "The table is optimal: no private table for this neighbour relation does better.",
            "The table is not optimal: another private table does better.",
        ),
        Kind::UniversallyOptimal => of(
            "Optimal for every prior, by the binary gain",
            "By the binary gain the table is optimal whatever the prior.",
            "By the binary gain the table is not optimal for every prior: for some prior another private table does better.",
        ),
        Kind::JointlyOptimal => of(
            "One mechanism for several users",
            "One private table is best for all of these priors at once.",
            "No one private table is best for all of these priors at once.",
        ),
        Kind::Derivable => of(
            "Derivable from another mechanism",
            "The table can be derived from the outputs of the other mechanism.",
            "The table can't be derived from the outputs of the other mechanism.",
        ),
        Kind::Oblivious => of(
            "Nothing but the answer",
            "The table depends on the answer alone.",
            "The table tells databases with the same answer apart.",
        ),
        Kind::Utility => value("Utility"),
        Kind::UtilityBound => value("A bound on utility"),
        Kind::Leakage => value("Min-entropy leakage for a prior"),
        Kind::GLeakage => value("Leakage by the file's gain"),
        Kind::GCapacity => value("Leakage by the file's gain, whatever the prior"),
        Kind::Capacity => value("Min-entropy leakage for the worst prior"),
        Kind::MutualInformation => value("Mutual information for a prior"),
        Kind::ShannonCapacity => value("Shannon capacity"),
        Kind::LeakageBound => value("A bound on min-entropy leakage"),
        Kind::IndividualLeakage => value("Min-entropy leakage about one individual"),
        Kind::Threshold => value("Where a tight-constraints mechanism exists"),
        Kind::ExpectedError => value("Expected error"),
    }
}

/// A value of a statement.
pub(super) fn value_of<'a>(statement: &'a Statement, name: &str) -> Option<&'a Value> {
    statement.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// What the file expects of what did not come out so, and what was found.
pub(super) fn unmet(statement: &Statement) -> String {
    statement
        .expected_and_found()
        .map_or_else(String::new, |told| format!(" {}.", capitalised(&cut(&printable(&told), 300))))
}

/// The same of a claim with an ε or neighbours of its own, which the file does not declare.
pub(super) fn undeclared(sentence: &str) -> String {
    sentence
        .replace(" as declared", "")
        .replace("the declared privacy", "this privacy")
        .replace("the declared ε", "this ε")
}

/// The same within a sentence.
pub(super) fn small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The first sentences of a reason.
pub(super) fn reason(statement: &Statement) -> Option<String> {
    let told: Vec<String> =
        statement.explanation.iter().take(2).map(|sentence| cut(&printable(sentence), 300)).collect();
    (!told.is_empty()).then(|| told.join("; "))
}
