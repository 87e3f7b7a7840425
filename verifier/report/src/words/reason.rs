//! What decides a statement, in sentences.

use super::better::{beside, has_more, more_by, none_has_more, weights};
use super::compared::Compared;
use super::ratio::beside_allowed;
use super::rows::no_distributions;
use super::shifted::shifted;
use super::vacuous::{is_vacuous, vacuous};
use super::{Words, completions, sampled, theorem, uses};
use dp_file::model::Kind;
use dp_file::number::exact_or_decimal;
use dp_file::number::{short, significant};
use dp_file::text::count;
use dp_kernel::{Fraction, Reason, Theorem, Verdict};
use num_traits::{One, Zero};

/// The most outputs that a sentence names.
const OUTPUTS: usize = 12;

/// What is leaked about one individual of a product.
const OF_EACH: &str = "the same about each individual, whatever the others are";

/// The reasons of a verdict as sentences.
///
/// Of a product that is judged by its parent they are about that, its nodes and its outputs.
pub fn reasons(reasons: &[Reason], verdict: Verdict, words: &Words) -> Vec<String> {
    let Some(parent) = words.through_parent() else { return told(reasons, verdict, words) };
    let start = match reasons {
        [Reason::NoDistributions(_), ..] => "the product's parent: ",
        [Reason::Individual { .. }, ..] => return vec![OF_EACH.into()],
        [Reason::Worst(_), ..] => {
            return vec![format!("{} times that of one individual", words.individuals().unwrap_or(1))];
        }
        _ => "by any one individual, the others alike: ",
    };
    told(reasons, verdict, &parent).into_iter().map(|sentence| format!("{start}{sentence}")).collect()
}

/// A sentence or more for each reason; what needs none is told by the verdict and the file.
fn told(reasons: &[Reason], verdict: Verdict, words: &Words) -> Vec<String> {
    if let [rows @ .., Reason::InPart(part)] = reasons {
        let of_part = |sentence: String| format!("part {part}, counted from 0: {sentence}");
        return told(rows, verdict, words).into_iter().map(of_part).collect();
    }
    match (words.kind(), verdict, reasons) {
        (Kind::DpWithinRounding, Verdict::Holds, []) => {
            vec![format!("the certificate has a private table within {} of every entry", rounding(words))]
        }
        (Kind::DpWithinRounding, Verdict::Fails, []) => {
            let within = rounding(words);
            let no_table = format!("no private table is within {within} of every entry");
            vec![format!("{no_table}: a Farkas vector adds the constraints to a contradiction")]
        }
        (Kind::ApproximateDpWithinRounding, Verdict::Holds, []) => {
            vec![format!("the certificate has an (ε, δ)-private table within {} of every entry", rounding(words))]
        }
        (Kind::ApproximateDpWithinRounding, Verdict::Fails, []) => {
            let (within, delta) = (rounding(words), exact_or_decimal(&words.delta()));
            let no_table = format!("no table within {within} of every entry is (ε, δ)-private with δ = {delta}");
            vec![format!("{no_table}: multipliers add the constraints to a contradiction")]
        }
        (Kind::Oblivious, Verdict::Holds, []) => {
            words.answers().map(|all| format!("equal rows for each of {}", count(all, "answer"))).into_iter().collect()
        }
        (Kind::NotRefuted, Verdict::Holds, []) => vec![sampled::not_refuted(words)],
        (Kind::PrivateBySample, Verdict::Holds, []) => vec![sampled::proved(words)],
        (Kind::Dp, Verdict::Holds, []) if words.file.incomplete().is_some() => vec![completions::all_private(words)],
        (Kind::GroupPrivacy, Verdict::Holds, _) if is_vacuous(words) => vacuous(words).into_iter().collect(),
        (_, _, [Reason::NoDistributions(rows)]) => no_distributions(rows, words),
        _ => reasons.iter().filter_map(|of| reason(of, verdict, words)).collect(),
    }
}

/// One reason; `None` where there is nothing to be said.
fn reason(reason: &Reason, verdict: Verdict, words: &Words) -> Option<String> {
    let shown = |x: &Fraction| words.shown(x);
    Some(match reason {
        Reason::NoDistributions(rows) => return no_distributions(rows, words).into_iter().next(),
        Reason::Ratio { pair, output, entries, ratio } => of_ratio(*pair, *output, entries, ratio, words),
        Reason::Diverge { pair: [i, h], output } => {
            let (one, other) = (format!("{} {}", words.thing(), words.node(*i)), words.node(*h));
            match output {
                None => format!("it is largest from {one} to its neighbour {other}"),
                // Outputs of promises have no names.
                Some(_) if words.file.promises() > 0 => {
                    format!("an output is possible at {one}, and not at its neighbour {other}")
                }
                Some(o) => format!("output {} is possible at {one}, and not at its neighbour {other}", words.output(*o)),
            }
        }
        Reason::Range { pair, outputs, quotient } => of_range(*pair, outputs, quotient, words),
        Reason::Concentrated { pair: [i, h], order } => {
            let (thing, one, other) = (words.thing(), words.node(*i), words.node(*h));
            let most = format!("from {thing} {one} to its neighbour {other} the divergence over its order is largest");
            match order.rational() {
                Ok(Some(order)) if !order.is_one() => format!("{most} near the order {}", significant(&order, 6)),
                _ => format!("{most} where the order tends to 1"),
            }
        }
        Reason::ByRhoAlone { rho, epsilon } => {
            let (rho, epsilon) = (shown(rho), shown(epsilon));
            format!(
                "by ρ-zCDP alone: ρ = {rho} implies (ε, δ)-privacy at ε = {epsilon} for δ = `delta_at_most`, whatever the mechanism; \
                 this one's own least δ may be far less"
            )
        }
        Reason::EasierTold { pair: [i, h], lambda, ours, theirs } => {
            let (thing, one, other, lambda) = (words.thing(), words.node(*i), words.node(*h), shown(lambda));
            let (ours, theirs) = (shown(ours), shown(theirs));
            let seen = format!("{thing} {one} and its neighbour {other} are told apart better");
            format!("{seen}: Σ max(0, x_i − λ·x_h) at λ = {lambda} is {ours}, that of the other mechanism {theirs}")
        }
        Reason::MostGain { additive, multiplicative } => {
            let sum = format!("most is added for the prior {}", weights(additive, words));
            let factor = multiplicative.as_ref().filter(|prior| *prior != additive);
            match factor.map(|prior| weights(prior, words)) {
                Some(prior) => format!("{sum}; the factor is largest for {prior}"),
                None => sum,
            }
        }
        Reason::Event { pair, outputs, masses, delta } => event(*pair, outputs, masses, delta, verdict, words),
        Reason::Sampled { pair, outputs, counts, masses, delta } => {
            sampled::sampled((pair, &self::outputs(outputs, words)), counts, (masses, delta), verdict, words)
        }
        Reason::Inside { pair, outputs, counts, masses, delta } => {
            sampled::inside((pair, &self::outputs(outputs, words)), counts, (masses, delta), verdict, words)
        }
        Reason::FromTable { node, outputs, counts, masses } => {
            sampled::from_table((*node, &self::outputs(outputs, words)), *counts, masses, verdict, words)
        }
        Reason::OfCompletions { pair, outputs, masses, delta } => {
            completions::event(*pair, (&self::outputs(outputs, words), outputs.is_empty()), masses, delta, verdict, words)
        }
        Reason::Shifted { pair, below } => return shifted(*pair, below.as_ref(), verdict, words),
        Reason::TooFew { pair, output, entries, ratio } => completions::too_few(*pair, *output, entries, ratio, words),
        Reason::Clash(nodes) => completions::clash(nodes, words),
        Reason::RatioOfUses { pairs, outputs, ratio } => uses::of_ratio(pairs, outputs, ratio, verdict, words),
        Reason::EventOfUses { pairs, masses, delta } => uses::event(pairs, masses, delta, verdict, words),
        Reason::InPart(_) => return None,
        Reason::ManyWays => {
            "there are too many ways to choose for the least δ itself: it lies between that of one pair for all uses and that of \
             the upper envelopes of the parts' pairs"
                .into()
        }
        Reason::Separated { by, singular } => separated(by, *singular, words),
        Reason::LeastEntry { node, entry } => {
            format!("the only solution of Φz = 1 is {} at {}", shown(entry), words.node(*node))
        }
        Reason::NotPrivate => not_private(words),
        Reason::NotTight { reached, most } => format!(
            "at the prior proportional to the row sums of Φ the utility{} is {}, a tight-constraints mechanism would have {}",
            if words.is_binary() { "" } else { ", by the binary gain," },
            shown(reached),
            shown(most)
        ),
        Reason::HasMore { prior, ours, other } => has_more(prior.as_deref(), ours, other, words),
        Reason::NoneHasMore { ours, bound } => none_has_more(ours, bound, words),
        Reason::Apart { joint, separate } => match more_by(separate, joint, words) {
            by if by.is_empty() => return None,
            by => format!("the priors' own optima sum to more than any one mechanism has{by}"),
        },
        Reason::Components => "at α = 1 each output of X tells the component of the graph".into(),
        Reason::TightOnForest => "a tight-constraints mechanism on a forest is optimal for every prior, by the binary gain".into(),
        Reason::Deciding(n) => format!("X is optimal for the {} that decide", count(*n, "prior")),
        Reason::BoundBeside { bound, optimum } => format!("the bound is {}", beside(bound, optimum, words)),
        Reason::SolutionBeside { sum, optimum, negative } => {
            let sign = negative.map_or_else(String::new, |i| format!(", y < 0 at {}", words.node(i)));
            format!("Σy of yΦ = π is {}, {}{sign}", shown(sum), beside(sum, optimum, words))
        }
        Reason::Bounds(bounds) => return least_of(bounds, words),
        Reason::Individual { individual, others } => {
            format!("most about individual {individual} where the others are as in {}", words.node(*others))
        }
        Reason::Worst(i) => format!("the largest is that of input {}", words.node(*i)),
        Reason::BelowRounding { row, output, entry } => {
            let (node, output) = (words.node(*row), words.output(*output));
            format!("row {node}, output {output}: {} is below −{}", shown(entry), rounding(words))
        }
        Reason::NoRowNear { row, sums, rows } => no_row_near(*row, sums, *rows, &rounding(words), words),
        Reason::NoGarbling(by) => {
            format!("no remap of the other mechanism gives X: a Farkas vector separates it by {}", shown(by))
        }
        Reason::Differ { pair, output, entries } => differ(*pair, *output, &entries.each_ref().map(shown), words),
    })
}

/// What each entry of the table may be off.
pub(super) fn rounding(words: &Words) -> String {
    words.rounding().map_or_else(|| "the rounding".into(), |within| exact_or_decimal(&within))
}

/// X is not private, with δ = 0: what is declared may be another promise.
fn not_private(words: &Words) -> String {
    if let Some(delta) = &words.claim.delta {
        return format!("X is not (ε, δ)-private with δ = {}", short(delta));
    }
    if words.delta().is_zero() {
        return "X is not ε-private".into();
    }
    "X is not ε-private with δ = 0, which this claim requires whatever δ is declared".into()
}

/// `whatever is within 1/20 of row 1 sums to between 11/10 and 13/10, not to 1; it is the worst of 30 rows`.
fn no_row_near(row: usize, [least, most]: &[Fraction; 2], rows: usize, rounding: &str, words: &Words) -> String {
    let (node, least, most) = (words.node(row), words.shown(least), words.shown(most));
    let worst = if rows == 1 { String::new() } else { format!("; it is the worst of {}", count(rows, "row")) };
    format!("whatever is within {rounding} of row {node} sums to between {least} and {most}, not to 1{worst}")
}

/// `output 0: answer 0 has 2/3, its neighbour 5 has 1/48: ratio 32, allowed 2`.
fn of_ratio(
    [low, high]: [usize; 2],
    output: usize,
    [low_entry, high_entry]: &[Fraction; 2],
    ratio: &Fraction,
    words: &Words,
) -> String {
    let Compared { one, other, comma, apart } = Compared::of([low, high], words);
    let seen = format!(
        "output {}: {one} has {}, {other}{comma} has {}",
        words.output(output),
        words.brief(high_entry),
        words.brief(low_entry)
    );
    match beside_allowed(ratio, &apart, words) {
        Some(told) => format!("{seen}: {told}"),
        None => seen,
    }
}

/// `output 3`, `outputs 0, 1 and 5`.
pub(super) fn outputs(outputs: &[usize], words: &Words) -> String {
    let mut names: Vec<String> = outputs.iter().take(OUTPUTS).map(|&o| words.output(o)).collect();
    if outputs.len() > OUTPUTS {
        names.push(format!("{} more", outputs.len().saturating_sub(OUTPUTS)));
    }
    match &names[..] {
        [] => "no output".into(),
        [one] => format!("output {one}"),
        [rest @ .., last] => format!("outputs {} and {last}", rest.join(", ")),
    }
}

/// The pair and the set that need the most δ.
fn event(
    [i, h]: [usize; 2],
    set: &[usize],
    [mine, other]: &[Fraction; 2],
    delta: &Fraction,
    verdict: Verdict,
    words: &Words,
) -> String {
    let seen = format!(
        "{}: {} {} has {}, its neighbour {} has {}: δ is {}",
        outputs(set, words),
        words.thing(),
        words.node(i),
        words.brief(mine),
        words.node(h),
        words.brief(other),
        words.shown(delta)
    );
    match verdict {
        Verdict::Fails => format!("{seen}, more than {}", exact_or_decimal(&words.delta())),
        Verdict::Holds => seen,
    }
}

/// What w refutes.
fn separated(by: &Fraction, singular: bool, words: &Words) -> String {
    let found = words.shown(by);
    if words.kind() == Kind::Regular {
        return format!("some w has Φw ≥ 0 and π·w = {found} < 0, so that no y ≥ 0 has yΦ = π");
    }
    if singular {
        return format!("some w has wΦ = 0 and w·1 = {found}: Φ is singular, and no z at all has Φz = 1");
    }
    format!("some w has wΦ ≥ 0 and w·1 = {found} < 0, so that no z ≥ 0 has Φz = 1")
}

/// All bounds, where there are several.
fn least_of(bounds: &[(Theorem, Fraction)], words: &Words) -> Option<String> {
    let each = bounds.iter().map(|(of, x)| format!("{} {}", theorem(*of), words.shown(x)));
    let told: Vec<String> = each.collect();
    (told.len() > 1).then(|| format!("the least of: {}", told.join(", ")))
}

/// Two databases of one answer whose rows differ.
pub(super) fn differ([i, h]: [usize; 2], output: usize, [first, other]: &[String; 2], words: &Words) -> String {
    format!(
        "databases {} and {} have the answer {}; output {}: the first has {first}, the other {other}",
        words.node(i),
        words.node(h),
        words.answer(i).unwrap_or_default(),
        words.output(output)
    )
}

/// The outputs whose ratios for two neighbours differ most.
fn of_range([i, h]: [usize; 2], outputs: &[[usize; 2]], quotient: &Fraction, words: &Words) -> String {
    let (thing, one, other) = (words.thing(), words.node(i), words.node(h));
    let which = match outputs {
        [[low, high]] if words.file.promises() == 0 => {
            format!("outputs {} and {}", words.output(*low), words.output(*high))
        }
        _ => "two outcomes of all uses".to_owned(),
    };
    let quotient = words.shown(quotient);
    format!(
        "{which} have ratios at {thing} {one} and its neighbour {other} of which the one is {quotient} of the other"
    )
}
