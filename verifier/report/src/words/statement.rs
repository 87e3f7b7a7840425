//! A proved statement as it is reported.

use super::because::because;
use super::evidence::gap;
use super::over::{Part, Told, at_one_number, summary, threshold};
use super::vacuous::is_vacuous;
use super::{Words, reasons, values};
use crate::{Because, Neighbours, Statement, Verdict};
use dp_file::alpha::Symbol;
use dp_file::json::shorten;
use dp_file::model::{Kind, Terms};
use dp_file::number::short;
use dp_kernel::{Name, Proved};

/// A verdict as it is reported.
fn verdict(verdict: dp_kernel::Verdict) -> Verdict {
    match verdict {
        dp_kernel::Verdict::Holds => Verdict::Holds,
        dp_kernel::Verdict::Fails => Verdict::Fails,
    }
}

/// What has been proved of the claim that `words` are about.
///
/// # Errors
/// A sentence on what it takes to tell it that is more than the limits leave.
pub fn statement(proved: &Proved, words: &Words) -> Result<Statement, String> {
    let parts: Vec<Part> = proved.found.iter().map(Part::from).collect();
    let Told { values, mut explanation, evidence, gap, holds_on, because } = told(&parts, words)?;
    explanation.extend(words.claim.on.iter().flat_map(|terms| on_terms(terms, words)));
    Ok(Statement {
        claim: words.claim.clone(),
        declared: proved.declared,
        verdict: verdict(proved.verdict),
        values,
        expected: proved.expected,
        expects: Vec::new(),
        reason: None,
        explanation,
        because,
        gap,
        evidence,
        holds_on,
        checked: true,
    })
}

/// What the claim is about where that is not what the file is about.
fn on_terms(terms: &Terms, words: &Words) -> Vec<String> {
    let neighbours = || Neighbours::of(words.file).in_words();
    let graph = terms.graph.as_ref().map(|_| format!("neighbours of this claim: {}", neighbours()));
    let own = words.field.is_some_and(|field| field.symbol == Symbol::C);
    let letter = if own { ", and c is e^-ε" } else { "" };
    let epsilon = terms.epsilon.as_ref().map(|epsilon| format!("ε of this claim: {}{letter}", shorten(epsilon)));
    let of_file = (words.kind() == Kind::ApproximateDp).then(|| format!("δ as in the file: {}", short(&words.delta())));
    let delta = terms.delta.as_ref().map(|delta| format!("δ of this claim: {}", short(delta))).or(of_file);
    graph.into_iter().chain(epsilon).chain(delta).collect()
}

/// Values and explanation of what was found: at one number, over an interval, or of all α of (0, 1).
pub(super) fn told(parts: &[Part], words: &Words) -> Result<Told, String> {
    let symbolic = words.field.filter(|field| field.is_symbolic());
    let has_set = || parts.iter().flat_map(|part| part.values).any(|(name, _)| *name == Name::Set);
    let mut told = match (symbolic, parts) {
        _ if words.kind() == Kind::Threshold && !has_set() => threshold(parts, words),
        (Some(field), [part]) if part.single().is_some() => {
            at_one_number(part, field, words).map_err(|why| why.to_string())
        }
        (Some(field), parts) if words.kind() != Kind::Threshold => summary(parts, field, words),
        (_, [part]) => {
            let values = values(part.values, words).map_err(|why| why.to_string())?;
            let told = Told { values, explanation: reasons(part.reasons, part.verdict, words), ..Told::default() };
            Ok(told.resting_on(part, None, words))
        }
        _ => Err("internal: several parts of what is one number".into()),
    }?;
    told.because = match parts.iter().any(|part| part.verdict == dp_kernel::Verdict::Fails) {
        false if words.kind() == Kind::GroupPrivacy && is_vacuous(words) => Because::Vacuous,
        _ => because(parts),
    };
    // What the least over no pair is says nothing.
    if told.because == Because::Vacuous {
        told.values = Vec::new();
    }
    // One part's reasons say nothing of what is so on all of an interval.
    if let [part] = parts {
        told.gap = gap(verdict(part.verdict), &told.values, part.reasons, words);
    }
    Ok(told)
}
