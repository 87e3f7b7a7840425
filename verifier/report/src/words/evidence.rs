//! What a statement rests on, as fields: the places that its reasons name, and by how much two numbers differ.

use super::value::number;
use super::{Words, rows};
use crate::{Evidence, FaultyRow, Gap, Value};
use dp_file::alpha::{Quotient, Quotients as _};
use dp_file::model::{Kind, Verdict};
use dp_kernel::{Fault, Fraction, Reason};

/// What the reasons name, as fields.
pub(super) fn evidence(reasons: &[Reason], words: &Words) -> Evidence {
    use Reason as R;
    let parent = words.through_parent();
    let (of_one, words) = (parent.is_some(), parent.unwrap_or(*words));
    let (node, output) = (|i: usize| words.place_of_node(i), |o: usize| words.place_of_output(o));
    let number = |x: &Fraction| words.number(x).ok();
    // Where it is not that of neighbours, which is 1.
    let apart = |[i, h]: [usize; 2]| {
        let is_told = words.graph().has_lengths() || words.claim.distance.is_some();
        words.distance(i, h).filter(|_| is_told).map(|d| d.to_string())
    };
    // A ratio has the node with less first, and an arc the one with more.
    let lower_last = |[i, h]: [usize; 2]| if words.graph().is_directed() { [h, i] } else { [i, h] };
    let mut told = Evidence { rows: faulty_rows(reasons, &words), ..Evidence::default() };
    for reason in reasons {
        match reason {
            R::Ratio { pair, output: o, entries, .. }
            | R::TooFew { pair, output: o, entries, .. }
            | R::Differ { pair, output: o, entries } => {
                (told.pair, told.output) = (Some(pair.map(node)), Some(output(*o)));
                told.distance = apart(lower_last(*pair));
                told.entries = entries.iter().filter_map(number).collect();
            }
            R::Diverge { pair, output: o } => {
                // Outputs of promises have no names.
                (told.pair, told.output) = (Some(pair.map(node)), o.filter(|_| words.file.promises() == 0).map(output));
            }
            R::Range { pair, outputs, .. } => {
                told.pair = Some(pair.map(node));
                // By their numbers in each part of a composition.
                if let ([both], 0) = (&outputs[..], words.file.promises()) {
                    told.set = both.iter().map(|&o| output(o)).collect();
                }
            }
            R::Concentrated { pair, .. } | R::Shifted { pair, .. } => told.pair = Some(pair.map(node)),
            R::EasierTold { pair, ours, theirs, .. } => {
                told.pair = Some(pair.map(node));
                told.entries = [ours, theirs].into_iter().filter_map(number).collect();
            }
            R::Event { pair, outputs, masses, .. }
            | R::Sampled { pair, outputs, masses, .. }
            | R::Inside { pair, outputs, masses, .. }
            | R::OfCompletions { pair, outputs, masses, .. } => {
                told.pair = Some(pair.map(node));
                told.set = outputs.iter().map(|&o| output(o)).collect();
                told.entries = masses.iter().filter_map(number).collect();
            }
            R::FromTable { node: i, outputs, masses, .. } => {
                told.node = Some(node(*i));
                told.set = outputs.iter().map(|&o| output(o)).collect();
                told.entries = masses.iter().filter_map(number).collect();
            }
            R::RatioOfUses { pairs, .. } | R::EventOfUses { pairs, .. } => {
                if let [pair] = &pairs[..] {
                    told.pair = Some(pair.map(node));
                    let is_ratio = matches!(reason, R::RatioOfUses { .. });
                    told.distance = apart(if is_ratio { lower_last(*pair) } else { *pair });
                }
                if let R::EventOfUses { masses, .. } = reason {
                    told.entries = masses.iter().filter_map(number).collect();
                }
            }
            R::LeastEntry { node: i, entry } => {
                told.node = Some(node(*i));
                told.entries = number(entry).into_iter().collect();
            }
            R::HasMore { prior: Some(prior), .. } | R::MostGain { additive: prior, .. } => {
                let weight = |(i, weight): &(usize, Fraction)| Some((node(*i), number(weight)?));
                told.prior = prior.iter().filter(|(_, x)| !x.numerator.is_zero()).filter_map(weight).collect();
            }
            // Of the rows that are no distributions the worst.
            R::NoDistributions(all) if words.kind() == Kind::Stochastic => {
                told.node = rows::worst(all, &words).map(|(row, _)| node(*row));
            }
            R::InPart(part) => told.part = Some(*part),
            R::Individual { others, .. } => told.node = Some(node(*others)),
            R::Worst(i) | R::NoRowNear { row: i, .. } => told.node = Some(node(*i)),
            R::BelowRounding { row, output: o, entry } => {
                (told.node, told.output) = (Some(node(*row)), Some(output(*o)));
                told.entries = number(entry).into_iter().collect();
            }
            _ => {}
        }
    }
    if of_one && told != Evidence::default() {
        told.of = Some("parent");
    }
    told
}

/// The rows that are no distributions: of `stochastic` all of them, of other claims the worst.
fn faulty_rows(reasons: &[Reason], words: &Words) -> Vec<FaultyRow> {
    let row = |(row, (output, number)): &(usize, Fault)| {
        let (row, number) = (words.place_of_node(*row), words.number(number).ok());
        match output.map(|output| words.place_of_output(output)) {
            None => FaultyRow { row, output: None, entry: None, sum: number },
            output => FaultyRow { row, output, entry: number, sum: None },
        }
    };
    let faulty = reasons.iter().find_map(|reason| match reason {
        Reason::NoDistributions(rows) => Some(rows),
        _ => None,
    });
    let all = faulty.map_or(&[][..], |rows| rows);
    if words.kind() == Kind::Stochastic {
        return all.iter().map(row).collect();
    }
    rows::worst(all, words).map(row).into_iter().collect()
}

/// The difference of two numbers that the statement compares: 0 or less where it holds. Nothing where they are no
/// functions of one t, or where it takes more than the limits leave.
pub(super) fn gap(
    verdict: Verdict,
    values: &[(&'static str, Value)],
    reasons: &[Reason],
    words: &Words,
) -> Option<Gap> {
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).and_then(|(_, value)| value.quotient());
    let of_fraction = |x: &Fraction| Some(x.clone());
    let minus = |of, more: Option<Quotient>, less: Option<Quotient>| {
        let (more, less) = (more?, less?);
        let less = Quotient { numerator: -&less.numerator, ..less };
        let by = more.plus(&less, &words.bounds).ok()?;
        Some(Gap { of, by: number(&by, words).ok()? })
    };
    match words.kind() {
        Kind::Dp => minus("alpha - alpha_max", words.alpha_of_t(), value("alpha_max")),
        Kind::ApproximateDp | Kind::ApproximateDpWithinRounding => {
            minus("delta_min - delta", value("delta_min"), Some(Quotient::constant(&words.delta())))
        }
        Kind::Optimal => minus("optimum - utility", value("optimum"), value("utility")),
        Kind::JointlyOptimal => minus("separate - joint", value("separate"), value("joint")),
        Kind::UtilityBound => minus("bound - optimum", value("bound"), value("optimum")),
        Kind::LeakageBound => minus("multiplicative - maximum", value("multiplicative"), value("maximum")),
        Kind::ExpectedError => minus("error - bound", value("error"), value("bound")),
        Kind::UniversallyOptimal | Kind::TightConstraints if verdict == Verdict::Fails => {
            reasons.iter().find_map(|reason| match reason {
                Reason::HasMore { ours, other, .. } => {
                    minus("another mechanism's utility - utility", of_fraction(other), of_fraction(ours))
                }
                Reason::NotTight { reached, most } => {
                    minus("utility of tight constraints - utility", of_fraction(most), of_fraction(reached))
                }
                _ => None,
            })
        }
        _ => None,
    }
}
