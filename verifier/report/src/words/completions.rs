//! What is so of every completion of a table of which mass is missing, in sentences: none is about the table by itself.

use super::Words;
use super::ratio::beside_allowed;
use super::value::value;
use dp_file::number::exact_or_decimal;
use dp_kernel::Completion::{self, Between, NoClash, NotWhole, Some as SomeOnly};
use dp_kernel::{Fraction, Value, Verdict};

/// The most nodes that a sentence names.
const MOST_NODES: usize = 8;

/// What is said where all completions are private.
pub(super) fn all_private(words: &Words) -> String {
    let is_further = words.file.incomplete().is_some_and(|table| table.further);
    let why = if is_further {
        "whatever belongs to the missing mass, no input with a neighbour misses any, and the entries keep to ε"
    } else {
        "however the missing mass is spread over these outputs"
    };
    format!("every completion of the table is ε-private: {why}")
}

/// Why no completion is private, by one output of two neighbours.
pub(super) fn too_few(
    [h, i]: [usize; 2],
    output: usize,
    [other, mine]: &[Fraction; 2],
    ratio: &Fraction,
    words: &Words,
) -> String {
    let seen = format!(
        "no completion of the table is ε-private: output {}: {} {} has at least {}, its neighbour {} at most {}, including all its missing mass",
        words.output(output),
        words.thing(),
        words.node(i),
        words.brief(mine),
        words.node(h),
        words.brief(other)
    );
    match beside_allowed(ratio, &dp_file::number::Rational::from(dp_file::number::BigInt::from(1)), words) {
        Some(told) => format!("{seen}: {told}"),
        None => seen,
    }
}

/// Why no completion is private, by several nodes together.
pub(super) fn clash(nodes: &[usize], words: &Words) -> String {
    let mut names: Vec<String> = nodes.iter().take(MOST_NODES).map(|&i| words.node(i)).collect();
    if nodes.len() > MOST_NODES {
        names.push(format!("{} more", nodes.len().saturating_sub(MOST_NODES)));
    }
    let thing = words.thing();
    format!(
        "no completion of the table is ε-private: what ε asks of {thing}s {} together is more than any way to spread what \
         is missing has: a Farkas vector adds the inequalities to a contradiction",
        names.join(", ")
    )
}

/// The pair and the set that need the most δ in the worst completion, or the most in every one.
pub(super) fn event(
    [i, h]: [usize; 2],
    (set, is_empty): (&str, bool),
    [mine, other]: &[Fraction; 2],
    delta: &Fraction,
    verdict: Verdict,
    words: &Words,
) -> String {
    let (thing, one, next) = (words.thing(), words.node(i), words.node(h));
    let [mine, other, delta] = [words.brief(mine), words.brief(other), words.shown(delta)];
    let declared = exact_or_decimal(&words.delta());
    let is_further = words.file.incomplete().is_some_and(|table| table.further);
    let at = match (is_empty, is_further) {
        (true, true) => "one further output".into(),
        (true, false) => "one output".into(),
        (false, true) => format!("{set} and one further output"),
        (false, false) => set.to_owned(),
    };
    match verdict {
        Verdict::Holds => format!(
            "every completion of the table is (ε, δ)-private: most may be asked by {at}, if {thing} {one} has all that it \
             misses there: it has {mine} then, its neighbour {next} at least {other}: δ is at most {delta}"
        ),
        Verdict::Fails => format!(
            "no completion of the table is (ε, δ)-private: {set}: {thing} {one} has at least {mine}, its neighbour {next} at most \
             {other}, including all its missing mass: every completion needs δ = {delta} or more, and {declared} is declared"
        ),
    }
}

pub(super) fn completion(why: &Completion, words: &Words) -> String {
    // The numbers are those of one part of an interval, and the sentence is about all of it.
    let is_symbolic = words.file.field.as_ref().is_some_and(|field| field.is_symbolic());
    match why {
        SomeOnly(_) | Between(_) if is_symbolic => {
            "what is known of the table does not decide it: at some α of the interval some completions may be private \
             and some are not"
                .into()
        }
        SomeOnly([any, all]) => {
            let from = match epsilon(all, words) {
                None => "; for no ε are all private".to_owned(),
                Some(most) => format!("; from ε = {most} on all are"),
            };
            let below = match epsilon(any, words) {
                None => "; for no ε is any".to_owned(),
                Some(least) if least == "0" => String::new(),
                Some(least) => format!("; below ε = {least} none is"),
            };
            format!(
                "what is known of the table does not decide it: some completions may be private and some are not{below}{from}"
            )
        }
        Between([least, most]) => {
            let each = match least.numerator.is_zero() {
                true => String::new(),
                false => format!("; each needs δ = {} or more", words.shown(least)),
            };
            let enough = words.shown(most);
            format!(
                "what is known of the table does not decide it: some completions may be (ε, δ)-private and some not{each}; \
                 δ = {enough} is enough for all"
            )
        }
        NoClash => "the multipliers do not add up to a contradiction".into(),
        NotWhole => "the claim needs a whole table, and mass is missing of this one".into(),
    }
}

/// −ln of a ratio; `None` of 0.
fn epsilon(ratio: &Fraction, words: &Words) -> Option<String> {
    if ratio.numerator.is_zero() {
        return None;
    }
    let found = value(&Value::MinusLn(ratio.clone()), words).ok().flatten();
    Some(found.map_or_else(|| format!("-ln({})", words.shown(ratio)), |value| value.in_text()))
}
