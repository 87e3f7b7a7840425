//! The multipliers of a component's prices.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivRound, Pow};
use malachite::base::num::basic::traits::One;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;

use super::components::{Component, Short};
use super::pricing::Least;
use super::problem::Multipliers;
use crate::linear::Vector;

/// Prices of more bits are long.
const LONG: u64 = 1 << 10;

impl Component {
    /// Multipliers of few digits where exact ones are long and the guess has room; else exact ones.
    pub(super) fn shortest(&self, lambda: &Vector, guess: usize, least: &Least) -> Multipliers {
        let long = lambda.bits() > LONG && least.value > 0;
        let short = if long { self.short(lambda, guess, least, 0, lambda.bits() / 4) } else { None };
        short.map_or_else(|| self.multipliers(lambda, least), |arcs| self.left(lambda, guess, arcs))
    }

    /// Multipliers rounded down, for a guess whose λ − c_w is positive inside of the cone.
    ///
    /// With v > 0 the least (λ − c_w)·c / Σc, flows for λ − c_w − v leave v at each node, of which what is cut off of
    /// the multipliers of its arcs may take 2^-`spare`.
    pub(super) fn short(&self, lambda: &Vector, guess: usize, least: &Least, spare: u64, most: u64) -> Option<Short> {
        let cone = &self.program.cone;
        let surplus = self.program.surplus(lambda, guess);
        let even = cone.least(&surplus, &vec![Integer::ONE; self.nodes.len()], least.potentials.clone());
        if even.value <= 0 {
            return None;
        }
        let unit = lambda.denominator() * &self.program.denominator;
        let below = &even.size * &unit;
        // An arc takes no more than 2^-places from one end, and adds none at the other: 2^places·v ≥ arcs.
        let arcs = Integer::from(cone.arcs.ends.len());
        let places =
            ((&below * arcs).significant_bits() + 1 + spare).saturating_sub(even.value.significant_bits()).max(1);
        if places > most {
            return None;
        }
        let scale = Integer::ONE << places;
        let rounded = |(arc, y): &(usize, Integer)| {
            let (i, h) = cone.arcs.ends[*arc];
            let mu = (y << places).div_round(&below * &even.ray[h], RoundingMode::Floor).0;
            ((self.nodes[i], self.nodes[h]), Rational::from_integers(mu, scale.clone()))
        };
        Some(even.flow.iter().map(rounded).filter(|(_, mu)| *mu > 0).collect())
    }

    /// With t_i = λ_i − c_w(i) − Σ μ_hi + α Σ μ_ih at all nodes.
    fn left(&self, lambda: &Vector, guess: usize, arcs: Short) -> Multipliers {
        let unit = lambda.denominator() * &self.program.denominator;
        let surplus = self.program.surplus(lambda, guess).into_iter();
        let mut t: Vec<Rational> = surplus.map(|x| Rational::from_integers(x, unit.clone())).collect();
        let (a, b) = self.program.cone.ratio();
        let alpha = Rational::from_integers(a.clone(), b.clone());
        let place = |i: usize| self.nodes.binary_search(&i).unwrap_or(0);
        for ((i, h), mu) in &arcs {
            let (i, h) = (place(*i), place(*h));
            let arc = self.program.cone.arcs.ends.iter().position(|ends| *ends == (i, h)).unwrap_or(0);
            t[h] -= mu;
            t[i] += mu * (&alpha).pow(u64::from(self.program.cone.length(arc)));
        }
        Multipliers { nodes: self.nodes.iter().copied().zip(t).filter(|(_, t)| *t != 0).collect(), arcs }
    }

    /// t = v at the first node, and μ_ih = y_ih / c_h.
    pub(super) fn multipliers(&self, lambda: &Vector, least: &Least) -> Multipliers {
        let unit = lambda.denominator() * &self.program.denominator;
        let t = Rational::from_integers(least.value.clone(), &least.size * &unit);
        let nodes = if t > 0 { vec![(self.nodes[0], t)] } else { Vec::new() };
        let multiplier = |(arc, y): &(usize, Integer)| {
            let (i, h) = self.program.cone.arcs.ends[*arc];
            let below = &least.size * &unit * &least.ray[h];
            ((self.nodes[i], self.nodes[h]), Rational::from_integers(y.clone(), below))
        };
        Multipliers { nodes, arcs: least.flow.iter().map(multiplier).collect() }
    }
}
