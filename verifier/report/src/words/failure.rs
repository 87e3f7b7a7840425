//! Why a statement is not proved, in a sentence.

mod counterexample;
mod enclosed;
mod optimum;
mod origin;
mod sampling;
mod session;
mod tight_constraints;

use super::{Words, completions, part, rows::no_distribution};
use dp_file::alpha::Field;
use dp_file::limits::Limits;
use dp_file::model::{Kind, no_powers};
use dp_file::problem::value::name;
use dp_kernel::{Failure, Family, Flaw, Limit, Name, Verdict, Why};

/// How the refusal begins of a statement that is proved, but without a value that the file expects something of.
const LEFT_OUT: &str = "a value that the file has an expectation of is left out, or could not be compared with it";

/// Why a statement, that the claim is as `said`, is not proved.
pub fn failure(failure: &Failure, said: Verdict, words: &Words) -> String {
    match failure {
        Failure::Limit(Limit::Nodes) if words.kind() == Kind::GCapacity => {
            "extreme priors are listed for up to 128 nodes and guesses together".into()
        }
        Failure::Limit(limit) => over_limit(*limit, words.limits),
        Failure::Changes(_) => "a sign changes on the interval of α".into(),
        Failure::Unknown(_) => {
            "the sign of a polynomial does not show at t: that it is 0 there takes a factor of t's polynomial to show"
                .into()
        }
        Failure::Unproved(why) => match Field::unit_interval(&words.bounds) {
            // Numbers are functions of α in (0, 1), whatever the file's own.
            Ok(unit) if words.kind() == Kind::Threshold => unproved(why, said, &words.at(&unit)),
            _ => unproved(why, said, &words.through_parent().unwrap_or(*words)),
        },
    }
}

fn over_limit(limit: Limit, limits: &Limits) -> String {
    match limit {
        Limit::Steps => "it takes more steps than are left (--limit steps=N)".into(),
        Limit::Degree => format!("a polynomial of degree over {} (--limit exponent=N)", limits.exponent),
        Limit::Bits => format!("numbers of over {} bits (--limit bits=N)", limits.bits),
        // Half of the memory is for numbers.
        Limit::Memory => format!("numbers that fill over {} bytes (--limit memory=N)", limits.memory / 2),
        Limit::Parts => format!("the parts of the interval take over {} bytes (--limit memory=N)", limits.memory),
        Limit::Place => "a place that is not there was looked up: a mistake in the kernel, to be reported".into(),
        Limit::Nodes => "the priors that decide are listed for up to 64 nodes".into(),
    }
}

/// What is wrong with what a certificate offers.
fn unproved(why: &Why, said: Verdict, words: &Words) -> String {
    let (node, claim) = (|i: &usize| words.node(*i), words.kind().name());
    match why {
        Why::Number { part, node, found, wanted } => part::number(part, *node, found, wanted, words),
        Why::Length { part, found, expected } => part::length(part, *found, *expected, words.kind()),
        Why::Index { part, found, count } => format!("`{part}` names {found}, the last is {}", count.saturating_sub(1)),
        Why::Denominator(part) => format!("the denominator of `{}` is not positive", part),
        Why::WrongWitness => "the witness is not one of this claim and verdict".into(),
        Why::OtherVerdict if said == Verdict::Holds => "said to be `holds`, found to be `fails`".into(),
        Why::OtherVerdict => "said to be `fails`, found to be `holds`".into(),
        Why::DoesNotFit => "the file lacks what the claim speaks of, or the witness does not fit it".into(),
        Why::NoAlpha => format!("`{claim}` is about the declared ε, and the file declares ρ"),
        Why::FarRho => "ρ or ε has over 4096 bits: what ρ implies is not enclosed".into(),
        Why::Flaw(flaw) => flawed(*flaw).into(),
        Why::Arcs => "the claim needs neighbours in both orders, or a table by itself".into(),
        Why::Lengths => "the claim is none about a graph whose edges have these lengths".into(),
        Why::FineLengths => format!("the claim takes {}", no_powers(words.graph().unit())),
        Why::Repeated => "stated a second time".into(),
        Why::NoMechanism { row, fault } => no_distribution(*row, fault, words),
        Why::IsDistribution(row) => format!("row {} is ≥ 0 and sums to exactly 1", node(row)),
        Why::Rounded { row, sum } => {
            let (row, sum) = (node(row), words.shown(sum));
            format!(
                "this can't be asked of a rounded table: printed row {row} sums to {sum}, and what sets of outputs had before \
                 rounding is not known. What can be asked is `approximate-dp-within-rounding`, whether some (ε, δ)-private table \
                 rounds to this one; or this claim of the numbers before rounding"
            )
        }
        Why::OtherNoDistribution(row) if words.kind() == Kind::TradeOff => {
            format!("row {row} of the other mechanism is not a distribution, and only those have trade-off functions")
        }
        Why::OtherNoDistribution(row) => format!("row {} of the other mechanism is not a distribution", node(row)),
        Why::OtherNotPrivate => "the other mechanism is not ε-private".into(),
        Why::OtherNeedsMore { needed, delta } => {
            let (needed, delta) = (words.shown(needed), words.shown(delta));
            format!("the other mechanism is not (ε, δ)-private: it needs δ = {needed}, allowed is {delta}")
        }
        Why::OtherShape => "the other mechanism has no outputs, or rows of different lengths".into(),
        Why::NoDistribution => "`prior` is not a distribution".into(),
        Why::NotPrivate if words.kind() == Kind::UniversallyOptimal => {
            "X is not ε-private, which has no witness".into()
        }
        Why::NotPrivate => "X is not ε-private".into(),
        Why::NoProductPrior => match words.graph().family() {
            Family::Hamming { .. } => "a witness by factors needs a product prior".into(),
            _ => "a witness by factors needs a Hamming graph".into(),
        },
        Why::Approximation(why) => enclosed::approximation(why, words),
        Why::Completion(why) => completions::completion(why, words),
        Why::Counterexample(why) => counterexample::counterexample(why, words),
        Why::Optimality(why) => optimum::optimality(why, words),
        Why::Origin(why) => origin::origin(why, words),
        Why::Subdivision(why) => session::subdivision(why, said),
        Why::Sampling(why) => sampling::sampling(why, words),
        Why::Counted => "the claim is about a table, and there are counts of runs".into(),
        Why::Untabled => format!("`{claim}` needs a table, and discrete Gaussian noise has none"),
        Why::Tightness(why) => tight_constraints::tightness(why, words),
        Why::Open(values) => format!("{LEFT_OUT}: {}", open(values)),
        Why::NotWrittenOut => format!("`{claim}` is not decided for a closed form that is not written out"),
        Why::LargeProduct => format!("`{claim}` is not decided for a product too large to be written out"),
        Why::Between([least, most]) => format!(
            "there are too many ways to choose: the least δ lies between {} and {}, and so does the declared one",
            words.brief(least),
            words.brief(most)
        ),
        Why::NotEnclosed if words.kind().states_values() => format!(
            "the value of `{claim}` does not show: it can only be enclosed, and not closely enough. The table varies over an \
             interval of α, or its numbers are too small for that"
        ),
        Why::NotEnclosed if words.file.gaussian().is_some() => format!(
            "whether `{claim}` holds can't be told: the least δ was enclosed to 16,384 binary places, and the declared one lies inside; \
             or α is not a single number that can be enclosed so closely"
        ),
        Why::NotEnclosed => format!(
            "whether `{claim}` holds does not show: its value can only be enclosed, and not closely enough. The bound lies within \
             70 digits of it, or the table varies over an interval of α"
        ),
        Why::NotBuilt => "this verifier was built without the notions that the statement takes".into(),
        Why::Composed => format!("`{claim}` is not decided of a composition"),
        Why::Promised => format!("`{claim}` needs the tables of all parts, and of some only a promise is known"),
    }
}

fn open(values: &[Name]) -> String {
    values.iter().map(|&of| format!("`{}`", name(of))).collect::<Vec<_>>().join(", ")
}

/// What is not so of a problem. No file leads to it: what reads files tells where.
fn flawed(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::Graph => "the graph is none: nodes of another number, or neighbours of which one does not have the other",
        Flaw::Alpha => "α does not lie between 0 and 1",
        Flaw::AlphaPoint => "α by itself is not the α of the problem",
        Flaw::Delta => "δ does not lie between 0 and 1",
        Flaw::Rounding => "the rounding is negative, or of no table",
        Flaw::Prior(_) => "a prior is not a distribution, or not the product of those of the individuals",
        Flaw::Product => "the product is not that of its parent",
        Flaw::Uses => "a composition without parts, or a part without outputs or uses",
        Flaw::Response => "randomised response on a graph where it is none",
        Flaw::Gain => "a gain without guesses, or by distances that are infinite",
        Flaw::Answers => "not an answer for each database",
        Flaw::Counts => "the counts of runs, their confidence or their events are none",
        Flaw::Promise => {
            "a promise of a part has an α that is not above 0 and at most 1, or a δ that is not from 0 to below 1"
        }
        Flaw::Missing => "an entry of a table of which mass is missing is negative, or a row sums to more than 1",
        Flaw::Gaussian => "σ² of discrete Gaussian noise is not above 0, or the nodes are no whole numbers",
        Flaw::Within => "\"within\" is negative",
        Flaw::DeltaOfClaim => "\"delta\" of a claim does not lie between 0 and 1",
        Flaw::Rho => "a ρ that is not above 0, or beside it an α, a δ or a claim that is about them",
        Flaw::AtMost => "\"at_most\", \"epsilon\" or \"rho\" of a claim is negative",
    }
}
