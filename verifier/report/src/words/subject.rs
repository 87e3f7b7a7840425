//! The priors and the gain of what words are about, by what they are.

use super::Words;
use crate::gain::{Table, Told};
use crate::prior::Weights;
use dp_file::alpha::Fractions;
use dp_file::model;
use dp_kernel::Fraction;

impl Words<'_> {
    /// What the priors are called.
    pub(crate) fn prior_names(&self) -> Vec<&str> {
        self.file.priors.iter().map(|(name, _)| &**name).collect()
    }

    /// The weights of a prior on all nodes; `None` where only those of each individual are there.
    pub(crate) fn weights(&self, place: usize) -> Option<Weights<'_>> {
        let (_, prior) = self.file.priors.get(place)?;
        prior.each.is_empty().then(|| weights(&prior.weights))
    }

    /// The weights of each individual, or of one for all of them, where a prior is a product of such.
    pub(crate) fn weights_of_each(&self, place: usize) -> Vec<Weights<'_>> {
        match self.file.priors.get(place) {
            Some((_, model::Prior { factors: Some(factors), .. })) => match &factors[..] {
                [first, rest @ ..] if rest.iter().all(|factor| factor == first) => vec![weights(first)],
                all => all.iter().map(weights).collect(),
            },
            Some((_, prior)) => prior.each.iter().map(|one| weights(&one.weights)).collect(),
            None => Vec::new(),
        }
    }

    /// What a guess is worth.
    pub(crate) fn gain(&self) -> Told<'_> {
        match &self.file.gain {
            model::Gain::Binary => Told::Binary,
            model::Gain::Formula(formula) => Told::Formula(*formula),
            model::Gain::Table { rows, loss } => Told::Table(Table {
                guesses: rows.len(),
                answers: self.graph().nodes(),
                is_loss: *loss,
                is_constant: is_constant(rows.iter().map(|row| weights(row))),
                entry: Box::new(|guess, answer| signed((weights(rows.get(guess)?).weight)(answer)?, *loss)),
            }),
        }
    }
}

/// Whether all rows are the same in all entries: a reader writes equal numbers alike.
fn is_constant<'a>(mut rows: impl Iterator<Item = Weights<'a>>) -> bool {
    let Some(first) = rows.next() else { return false };
    let start = (first.weight)(0);
    first.are_same && start.is_some() && rows.all(|row| row.are_same && (row.weight)(0) == start)
}

/// A gain, or the loss that it was written as, where it is rational.
fn signed(gain: Fraction, is_loss: bool) -> Option<Fraction> {
    if !is_loss {
        return Some(gain);
    }
    Some(Fraction { numerator: -&gain.numerator, denominator: gain.denominator })
}

fn weights(x: &Fractions) -> Weights<'_> {
    let mut above = x.numerators.iter().enumerate().filter(|(_, n)| !n.is_zero()).map(|(i, _)| i);
    let support = [above.next(), above.next()];
    Weights {
        count: x.len(),
        are_same: x.numerators.iter().all(|n| x.numerators.first() == Some(n)),
        support,
        weight: Box::new(move |i| Some(Fraction::new(x.numerators.get(i)?.clone(), x.denominator.clone()))),
    }
}
