//! Products of weights, each of which is there once: of a million paths most have the same weights in another order.

use crate::alpha::{Bounds, Obstacle, Quotient, Quotients as _};
use crate::limits::total;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A product of weights by its place among the [`Masses`].
pub(super) type Mass = u32;

/// About what a product takes beside its factors, and a step to one.
const BYTES: u64 = 128;
const BYTES_OF_STEP: u64 = 32;

/// The products that occur.
#[derive(Debug)]
pub(super) struct Masses {
    /// The weights of each by their places, rising, with their exponents.
    all: Vec<Box<[(u32, u32)]>>,
    place: HashMap<Box<[(u32, u32)]>, Mass>,
    /// A product times a weight.
    times: HashMap<(Mass, u32), Mass>,
    values: Vec<Option<Quotient>>,
    bytes: u64,
}

impl Masses {
    /// The product of no weights, which is 1.
    pub(super) const ONE: Mass = 0;

    pub(super) fn new() -> Self {
        Self {
            all: vec![Box::default()],
            place: HashMap::from([(Box::default(), 0)]),
            times: HashMap::new(),
            values: vec![Some(Quotient::ONE)],
            bytes: 0,
        }
    }

    /// A product times a weight.
    pub(super) fn times(&mut self, mass: Mass, weight: u32, bounds: &Bounds) -> Result<Mass, Obstacle> {
        if let Some(known) = self.times.get(&(mass, weight)) {
            return Ok(*known);
        }
        let mut factors = self.all.get(mass as usize).map_or_else(Vec::new, |of| of.to_vec());
        match factors.binary_search_by_key(&weight, |(of, _)| *of) {
            Ok(at) => factors.iter_mut().skip(at).take(1).for_each(|(_, e)| *e = e.saturating_add(1)),
            Err(at) => factors.insert(at, (weight, 1)),
        }
        bounds.charge((factors.len() as u64).saturating_mul(2))?;
        // Twice, as what it is and as what it is found by.
        let size = total([BYTES, (factors.len() as u64).saturating_mul(16)]);
        let next = u32::try_from(self.all.len()).map_err(|_| Obstacle::Steps)?;
        let place = match self.place.entry(factors.into_boxed_slice()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.bytes = total([self.bytes, size]);
                self.all.push(new.key().clone());
                self.values.push(None);
                *new.insert(next)
            }
        };
        self.bytes = total([self.bytes, BYTES_OF_STEP]);
        self.times.insert((mass, weight), place);
        Ok(place)
    }

    /// About what all of it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The weights of a product.
    pub(super) fn weights(&self, mass: Mass) -> impl Iterator<Item = u32> + '_ {
        self.all.get(mass as usize).into_iter().flatten().map(|(weight, _)| *weight)
    }

    /// Σ count·product.
    pub(super) fn sum(
        &mut self,
        terms: &[(Mass, u64)],
        weights: &[Quotient],
        bounds: &Bounds,
    ) -> Result<Quotient, Obstacle> {
        let mut sums = Vec::with_capacity(terms.len());
        for (mass, count) in terms {
            let of = Quotient::from(dp_number::Number::from(usize::try_from(*count).unwrap_or(usize::MAX)));
            let value = self.value(*mass, weights, bounds)?;
            sums.push(bounds.run(|| Ok(&of * value))?);
        }
        // In pairs, so that most sums are of short numbers.
        while sums.len() > 1 {
            let pair = |pair: &[Quotient]| match pair {
                [x, y] => bounds.run(|| Ok(x + y))?.reduced(bounds),
                _ => pair.first().cloned().ok_or(Obstacle::Unfit("a sum of nothing")),
            };
            sums = sums.chunks(2).map(pair).collect::<Result<_, _>>()?;
        }
        sums.pop().map_or(Ok(Quotient::ZERO), |sum| sum.reduced(bounds))
    }

    fn value(&mut self, mass: Mass, weights: &[Quotient], bounds: &Bounds) -> Result<&Quotient, Obstacle> {
        const NONE: Obstacle = Obstacle::Unfit("a product that is not there");
        let (factors, value) = match (self.all.get(mass as usize), self.values.get_mut(mass as usize)) {
            (Some(factors), Some(value)) => (factors, value),
            _ => return Err(NONE),
        };
        if value.is_none() {
            let mut product = Quotient::ONE;
            for (weight, exponent) in factors {
                let weight = weights.get(*weight as usize).ok_or(NONE)?;
                product = bounds.run(|| Ok(&product * &weight.power(*exponent as usize)))?;
            }
            let product = product.reduced(bounds)?;
            self.bytes = total([self.bytes, product.words().saturating_mul(8)]);
            *value = Some(product);
        }
        value.as_ref().ok_or(NONE)
    }
}
