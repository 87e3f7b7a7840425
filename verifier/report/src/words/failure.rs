//! Why a statement is not proved, in a sentence.

use super::part::{length, number};
use super::reason::{differ, outputs, rounding};
use super::rows::{negative, no_distribution};
use super::{Words, name};
use crate::Value;
use dp_file::alpha::Field;
use dp_file::limits::Limits;
use dp_file::model::{Kind, no_powers};
use dp_file::number::decimal;
use dp_kernel::Family;
use dp_kernel::{Failure, Flaw, Fraction, Limit, Name, Part, Verdict, Why};
use num_traits::One;

/// How the refusal begins of a statement that is proved, but without a value that the file expects something of.
const LEFT_OUT: &str = "a value that the file has an expectation of is left out, or could not be compared with it";

/// The largest modulus of a proof.
const LARGEST: u64 = 1 << 28;

/// The fewest binary places of an enclosed solution.
const PLACES: u64 = 192;

/// The most nodes for which the priors that decide are listed.
const NODES: usize = 64;

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
        Limit::Nodes => format!("the priors that decide are listed for up to {NODES} nodes"),
    }
}

/// What is wrong with what a certificate offers.
fn unproved(why: &Why, said: Verdict, words: &Words) -> String {
    let (node, output) = (|i: &usize| words.node(*i), |o: &usize| words.output(*o));
    let shown = |x: &Fraction| words.shown(x);
    match why {
        Why::Number { part, node, found, wanted } => number(part, *node, found, wanted, words),
        Why::Length { part, found, expected } => length(part, *found, *expected, words.kind()),
        Why::Index { part, found, count } => {
            format!("`{}` names {found}, the last is {}", part, count.saturating_sub(1))
        }
        Why::Denominator(part) => format!("the denominator of `{}` is not positive", part),
        Why::WrongWitness => "the witness is not one of this claim and verdict".into(),
        Why::OtherVerdict => other_verdict(said),
        Why::DoesNotFit => "the file lacks what the claim speaks of, or the witness does not fit it".into(),
        Why::IllFormed(flaw) => ill_formed(*flaw).into(),
        Why::Lengths => "the claim is none about a graph whose edges have these lengths".into(),
        Why::FineLengths => format!("the claim takes {}", no_powers(words.graph().unit())),
        Why::Repeated => "stated a second time".into(),
        Why::NoMechanism { row, fault } => no_distribution(*row, fault, words),
        Why::IsDistribution(row) => format!("row {} is ≥ 0 and sums to exactly 1", node(row)),
        Why::Rounded { row, sum } => {
            let (row, sum) = (node(row), shown(sum));
            format!(
                "this can't be asked of a rounded table: printed row {row} sums to {sum}, and what sets of outputs had before \
                 rounding is not known. What can be asked is `dp-within-rounding`, whether an ε-private table (δ = 0) rounds to \
                 this one; or this claim of the numbers before rounding"
            )
        }
        Why::OtherNoDistribution(row) if words.kind() == Kind::TradeOff => {
            format!("row {row} of the other mechanism is no distribution, and only those have trade-off functions")
        }
        Why::OtherNoDistribution(row) => format!("row {} of the other mechanism is no distribution", node(row)),
        Why::OtherNotPrivate => "the other mechanism is not ε-private".into(),
        Why::OtherShape => "the other mechanism has no outputs, or rows of different lengths".into(),
        Why::NoDistribution => "`prior` is no distribution".into(),
        Why::NotNegative { row, output: o } => {
            format!("the entry of row {}, output {} is not negative", node(row), output(o))
        }
        Why::NegativeEntry { row, output, entry } => negative(*row, *output, entry, words),
        Why::NotAdjacent([i, h]) => format!("{} and {} are not adjacent", node(i), node(h)),
        Why::NotSoFar([i, h]) => format!("{} and {} are not at the distance of the claim", node(i), node(h)),
        Why::NotLeastRatio { pair: [i, h], output: o, alpha_max } => {
            let (i, h, o, least) = (node(i), node(h), output(o), shown(alpha_max));
            if words.graph().has_lengths() {
                return format!(
                    "the ratio of {i} to {h} at output {o} is, at their distance, not as small as {least} elsewhere"
                );
            }
            format!("the ratio of {i} to {h} at output {o} is not alpha_max = {least}")
        }
        Why::NotMostDelta { pair: [i, h], outputs: set, delta_min } => {
            let (set, most) = (outputs(set, words), shown(delta_min));
            format!("{} against {} on {set} does not need delta_min = {most}", node(i), node(h))
        }
        Why::NotRising => "`outputs` names one output or more, rising".into(),
        Why::NotPrivate if words.kind() == Kind::UniversallyOptimal => {
            "X is not ε-private, which has no witness".into()
        }
        Why::NotPrivate => "X is not ε-private".into(),
        Why::BoundOfNothing => "X is not ε-private, and a bound without `better` says nothing of it".into(),
        Why::NotTight { row, column, found } => {
            format!("XR at ({}, {}) is {}, not α^d times XR at the diagonal", node(row), node(column), shown(found))
        }
        Why::IsTight(utility) => {
            format!("the utility at the prior of the row sums is {}, the most there is", shown(utility))
        }
        Why::SameSolution => "`second` is the same solution as `z`".into(),
        Why::Modulus => format!("a modulus is from 2 to {LARGEST}"),
        Why::NoPivot { modulus, at, banded: true } => {
            format!("modulo {modulus} the banded matrix has no invertible pivot in row {at}")
        }
        Why::NoPivot { modulus, at, banded: false } => {
            format!("modulo {modulus} there is no invertible pivot for column {at}")
        }
        Why::Structure => structure(words),
        Why::NotUnit { column, node: i } => {
            format!("Φ times column {column} of `inverse` is not the unit vector at {}", node(i))
        }
        Why::NegativeAtRoot { guess, root } => {
            format!("λ less the gains of guess {guess} is negative for a column that is 1 at {}", node(root))
        }
        Why::Uncovered { guess, node: i } => {
            format!("λ less the gains of guess {guess} is less than its multipliers allow at {}", node(i))
        }
        Why::NoForest if words.kind() == Kind::UniversallyOptimal => {
            "the witness lacks `bounds`, which only a forest does without".into()
        }
        Why::NoForest => "the witness lacks `multipliers`, which only a forest does without".into(),
        Why::NotBinary => "`y` is a bound for the binary gain and one prior".into(),
        Why::NegativeMultiplier => "a multiplier is negative".into(),
        Why::NotReached { prior, reached, bound, of_x } => not_reached(*prior, reached, bound, *of_x, words),
        Why::NoMore { at_prior: true, ours, other } => {
            format!("for the prior X has the utility {}, the other mechanism {}", shown(ours), shown(other))
        }
        Why::NoMore { at_prior: false, ours, other } => {
            format!("the other mechanism has the utility {}, X has {}", shown(other), shown(ours))
        }
        Why::SolutionAlone => "`solution` is there without `optimum`".into(),
        Why::SharedOutput => "at α = 1 two components of the graph share an output of X".into(),
        Why::NoProductPrior => match words.graph().family() {
            Family::Hamming { .. } => "a witness by factors needs a product prior".into(),
            _ => "a witness by factors needs a Hamming graph".into(),
        },
        Why::NegativeGarbling(row) => format!("row {row} of `remap` has a negative entry"),
        Why::GarblingSum(row) => format!("row {row} of `remap` does not sum to 1"),
        Why::NotGarbled { row, output: o, found } => {
            format!("Y·R at row {}, output {} is {}, X differs", node(row), output(o), shown(found))
        }
        Why::NegativeRefutation { of_y, of_x } => {
            format!("the refutation is negative for output {of_y} of Y and output {}", output(of_x))
        }
        Why::NotSeparated => "the refutation does not separate X".into(),
        Why::TooFar { row, output: o } => {
            let within = rounding(words);
            format!("row {}, output {} of the table is more than {within} off", node(row), output(o))
        }
        Why::NotBelow { row, output: o, entry } => {
            let (entry, within) = (shown(entry), rounding(words));
            format!("row {}, output {}: {entry} is within {within} of a number ≥ 0", node(row), output(o))
        }
        Why::NoContradiction => "the multipliers add the constraints to no contradiction".into(),
        Why::DifferentAnswers([i, h]) => format!("{} and {} have different answers", node(i), node(h)),
        Why::EqualRows { pair: [i, h], output: o } => {
            format!("the rows of {} and {} are equal at output {}", node(i), node(h), output(o))
        }
        Why::RowsDiffer { pair, output } => rows_differ(*pair, *output, words),
        Why::NotEnclosable => {
            "an enclosed solution is one at the file's own α, one irrational number, and of a rational prior".into()
        }
        Why::TooLarge(part) => too_large(part),
        Why::UnlikeCells([i, h]) => format!("{} and {} are in one cell and do not see the same", node(i), node(h)),
        Why::CellOrder => "`cells` are not numbered in the order of their first nodes".into(),
        Why::FewBits(bits) => format!("`bits` is {bits}, expected at least {PLACES}"),
        Why::NoContraction(row) => format!("row {row} of I − RQ has a sum over 1/2"),
        Why::NotPositive { node, found, error } => not_positive(*node, found, error, words),
        Why::NoRoot => "the polynomial has no root or several roots in the interval, or shows neither".into(),
        Why::CutOrder => {
            "an open interval needs low < high, and cuts need brackets that rise and do not overlap".into()
        }
        Why::PartVerdict { part, said } => format!("part {part} is said to be `{}`, and is not", word(*said)),
        Why::NotAtOne => "`at` refutes a claim that has no values, and nothing else".into(),
        Why::HoldsThere => "the claim holds at that number".into(),
        Why::NoThreshold => no_threshold(said),
        Why::Open(values) => format!("{LEFT_OUT}: {}", open(values)),
        Why::NotWrittenOut => {
            format!("`{}` is not decided for a closed form that is not written out", words.kind().name())
        }
        Why::LargeProduct => {
            format!("`{}` is not decided for a product too large to be written out", words.kind().name())
        }
        Why::Between([least, most]) => format!(
            "there are too many ways to choose: the least δ lies between {} and {}, and so does the declared one",
            words.brief(least),
            words.brief(most)
        ),
        Why::NotBuilt => "this verifier was built without the notions that the statement takes".into(),
        Why::Composed => format!("`{}` is not decided of a composition", words.kind().name()),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
    }
}

fn other_verdict(said: Verdict) -> String {
    let found = match said {
        Verdict::Holds => Verdict::Fails,
        Verdict::Fails => Verdict::Holds,
    };
    format!("said to be `{}`, found to be `{}`", word(said), word(found))
}

fn open(values: &[Name]) -> String {
    values.iter().map(|&of| format!("`{}`", name(of))).collect::<Vec<_>>().join(", ")
}

/// Φ is not known to be invertible by its graph: because α = 1, or the graph is another.
fn structure(words: &Words) -> String {
    if words.alpha().rational().is_some_and(One::is_one) {
        return "invertibility by structure needs α < 1".into();
    }
    let hamming = "the structure `hamming` needs a Hamming or complete graph, and α < 1";
    format!("{hamming}, the structure `sum` needs the graph of a sum query or a line")
}

/// A bound that is more than what reaches it.
fn not_reached(prior: Option<usize>, reached: &Fraction, bound: &Fraction, of_x: bool, words: &Words) -> String {
    let (reached, bound) = (words.shown(reached), words.shown(bound));
    match prior {
        Some(k) => {
            format!("for prior {k} of those that decide X has the utility {reached}, the bound is {bound}")
        }
        None if of_x => format!("X has the utility {reached}, the bound is {bound}"),
        None if words.kind() == Kind::Optimal => "the other mechanism does not reach the bound".into(),
        None => format!("the mechanism reaches {reached}, the bound is {bound}, expected the same"),
    }
}

/// Two databases of one answer whose rows differ, with what the file has there.
fn rows_differ(pair: [usize; 2], output: usize, words: &Words) -> String {
    let entry = |i| words.entry(i, output).map_or_else(|| "a number".into(), |x| words.shown(&x));
    differ(pair, output, &pair.map(entry), words)
}

fn too_large(part: Part) -> String {
    match part {
        "x" => "an entry of `x` is not below 2, and the solution is at most 1".into(),
        "inverse" => "an entry of `inverse` is not below 2^56".into(),
        _ => "an entry of Q is too large".into(),
    }
}

/// An entry of an enclosed solution that may be 0.
fn not_positive(node: usize, found: &Fraction, error: &Fraction, words: &Words) -> String {
    let digits = |x: &Fraction| match words.number(x) {
        Ok(Value::Rational(x)) => decimal(&x),
        _ => "a number".into(),
    };
    let (found, error) = (digits(found), digits(error));
    format!("`x` at {} is {found} up to {error}, which does not prove it > 0", words.node(node))
}

fn no_threshold(said: Verdict) -> String {
    match said {
        Verdict::Fails => "the claim states a set, which is always decided: it can't fail".into(),
        Verdict::Holds => "Φ is near the identity for small α, and no part says that a mechanism exists there".into(),
    }
}

/// What is not so of a problem. No file leads to it: what reads files tells where.
fn ill_formed(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::Graph => "the graph is none: nodes of another number, or neighbours of which one does not have the other",
        Flaw::Alpha => "α does not lie between 0 and 1",
        Flaw::AlphaPoint => "α by itself is not the α of the problem",
        Flaw::Delta => "δ does not lie between 0 and 1",
        Flaw::Rounding => "the rounding is negative, or of no table",
        Flaw::Prior(_) => "a prior is no distribution, or not the product of those of the individuals",
        Flaw::Product => "the product is not that of its parent",
        Flaw::Uses => "a composition without parts, or a part without outputs or uses",
        Flaw::Response => "randomised response on a graph where it is none",
        Flaw::Gain => "a gain without guesses, or by distances that are infinite",
        Flaw::Answers => "not an answer for each database",
        Flaw::Within => "\"within\" is negative",
    }
}
