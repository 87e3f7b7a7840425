//! The cone of one guess: C = {c ≥ 0 : α c_i ≤ c_h along each arc i→h}, on a connected graph.
//!
//! Where edges have lengths ℓ, it is α^ℓ for α along each arc, and below p grows by at most ℓ, and by ℓ along open
//! arcs.
//!
//! For α < 1 every ray that spans an edge of C is c_i = α^p_i with whole numbers p that differ by at most 1 along
//! edges, since the constraints tight at it connect the graph. Whether r·c ≥ 0 on C is decided by steps between such
//! potentials p. At p, let v = r·c / s·c with s ≥ 0, and let an arc be open if p grows by 1 along it, so that its
//! constraint is tight. Flows y on open arcs with
//!
//!   (r_i − v s_i) c_i = Σ_{h→i} y_hi − Σ_{i→h} y_ih
//!
//! are multipliers μ_ih = y_ih / c_h with r_i − v s_i = Σ_{h→i} μ_hi − α Σ_{i→h} μ_ih, so v is the least value of
//! r·c / s·c on C. If there is no such flow, some set of nodes that no open arc leaves has Σ (r_i − v s_i) c_i < 0,
//! and p − 1 on this set is a potential of smaller v, or p less what the arcs that leave the set are from being open.
//! No step stands still, however many constraints are tight.

use crate::effort::spend;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{AddMulAssign, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

use super::approximate::approximate;
use super::flow::{Arcs, Routed, route};

/// The cone of a connected graph at rational α, 0 < α ≤ 1.
#[derive(Clone, Debug)]
pub(super) struct Cone {
    pub(super) arcs: Arcs,
    /// The length of each arc; none where all are 1.
    lengths: Vec<u32>,
    /// a^k and b^k, for k up to the number of nodes and α = a/b.
    above: Vec<Integer>,
    below: Vec<Integer>,
    /// α^k.
    powers: Vec<f64>,
    constant: bool,
}

/// Potentials p at which r·c / s·c is least on the cone, with the proof.
#[derive(Clone, Debug)]
pub(super) struct Least {
    pub(super) potentials: Vec<u32>,
    /// c, whole numbers without a common factor.
    pub(super) ray: Vec<Integer>,
    /// r·c.
    pub(super) value: Integer,
    /// s·c > 0.
    pub(super) size: Integer,
    /// The arcs that carry some, by their place, and s·c times the flow on each.
    pub(super) flow: Vec<(usize, Integer)>,
}

impl Cone {
    /// Of these lengths of its arcs, none where all are 1.
    pub(super) fn new(arcs: Arcs, lengths: Vec<u32>, alpha: &Rational) -> Self {
        let table = |base: &Integer| {
            let next = |power: &Integer| Some(power * base);
            std::iter::successors(Some(Integer::ONE), next).take(arcs.nodes() + 1).collect::<Vec<_>>()
        };
        let above = table(&Integer::from(alpha.numerator_ref()));
        let below = table(&Integer::from(alpha.denominator_ref()));
        let powers = above.iter().zip(&below).map(|(a, b)| approximate(a, b)).collect();
        Self { arcs, lengths, above, below, powers, constant: *alpha == 1 }
    }

    pub(super) fn nodes(&self) -> usize {
        self.arcs.nodes()
    }

    /// Whether α = 1, so that the cone holds the constants only.
    pub(super) fn is_constant(&self) -> bool {
        self.constant
    }

    /// (a, b) with α = a/b.
    pub(super) fn ratio(&self) -> (&Integer, &Integer) {
        (&self.above[1], &self.below[1])
    }

    /// The length of an arc by its place.
    pub(super) fn length(&self, arc: usize) -> u32 {
        self.lengths.get(arc).copied().unwrap_or(1)
    }

    /// α^p_i for each node, as whole numbers without a common factor, if the least potential is 0.
    pub(super) fn ray(&self, potentials: &[u32]) -> Vec<Integer> {
        let top = potentials.iter().max().map_or(0, |&p| p as usize);
        if !self.lengths.is_empty() {
            let (a, b) = self.ratio();
            let power = |p: u32| a.pow(p.into()) * b.pow(top as u64 - u64::from(p));
            return potentials.iter().map(|&p| power(p)).collect();
        }
        let levels: Vec<Integer> = (0..=top).map(|k| &self.above[k] * &self.below[top - k]).collect();
        potentials.iter().map(|&p| levels[p as usize].clone()).collect()
    }

    /// α^p_i.
    pub(super) fn approximate_ray(&self, potentials: &[u32]) -> Vec<f64> {
        let alpha = self.powers[1];
        let power = |p: u32| self.powers.get(p as usize).copied().unwrap_or_else(|| alpha.powf(f64::from(p)));
        potentials.iter().map(|&p| power(p)).collect()
    }

    /// Which arcs are tight.
    pub(super) fn open(&self, potentials: &[u32]) -> Vec<bool> {
        let tight = |(arc, &(i, h)): (usize, &(usize, usize))| {
            self.constant || potentials[h] == potentials[i] + self.length(arc)
        };
        self.arcs.ends.iter().enumerate().map(tight).collect()
    }

    /// p − k on the set, moved so that the least potential is 0: with lengths the largest k that the arcs which leave
    /// it allow, else 1.
    pub(super) fn raise(&self, potentials: &mut [u32], set: &[bool]) {
        let leaves = |(_, (i, h)): &(usize, &(usize, usize))| set[*i] && !set[*h];
        let slack =
            |(arc, &(i, h)): (usize, &(usize, usize))| (potentials[i] + self.length(arc)).saturating_sub(potentials[h]);
        let most = self.arcs.ends.iter().enumerate().filter(|_| !self.lengths.is_empty()).filter(leaves).map(slack);
        let step = most.min().unwrap_or(1).max(1);
        potentials.iter_mut().zip(set).filter(|(_, inside)| !**inside).for_each(|(p, _)| *p += step);
        let least = potentials.iter().min().copied().unwrap_or(0);
        potentials.iter_mut().for_each(|p| *p -= least);
    }

    /// About how many word operations it takes to make a ray and its products with r.
    fn steps_of_products(&self, r: &[Integer], ray: &[Integer]) -> u64 {
        let words = |x: &[Integer]| x.iter().map(|x| x.significant_bits() / 64 + 1).max().unwrap_or(1);
        let (r, ray) = (words(r), words(ray));
        let each = ray.saturating_mul(ray.saturating_add(r).saturating_mul(2)).saturating_add(16);
        (self.nodes() as u64).saturating_mul(each)
    }

    /// The least value of r·c / s·c on the cone, from any potentials; s ≥ 0 is not 0.
    ///
    /// Cost: a flow for each step; from potentials that are nearly right there are few.
    pub(super) fn least(&self, r: &[Integer], s: &[Integer], mut potentials: Vec<u32>) -> Least {
        loop {
            let ray = self.ray(&potentials);
            spend(self.steps_of_products(r, &ray));
            let (value, size) = (product(r, &ray), product(s, &ray));
            let demand =
                |i: usize| if s[i] == 0 { &r[i] * &size * &ray[i] } else { (&r[i] * &size - &s[i] * &value) * &ray[i] };
            let demand = (0..self.nodes()).map(demand).collect();
            match route(&self.arcs, &self.open(&potentials), demand) {
                Routed::Flow(flow) => {
                    let flow = flow.into_iter().enumerate().filter(|(_, y)| *y != 0).collect();
                    return Least { potentials, ray, value, size, flow };
                }
                Routed::Cut(set) => self.raise(&mut potentials, &set),
            }
        }
    }
}

/// Σ u_i v_i, for vectors of the same length.
pub(super) fn product(u: &[Integer], v: &[Integer]) -> Integer {
    debug_assert_eq!(u.len(), v.len());
    let mut sum = Integer::ZERO;
    u.iter().zip(v).filter(|(u, _)| **u != 0).for_each(|(u, v)| sum.add_mul_assign(u, v));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{Random, random_connected, rational};

    /// Every potential with values below n, by trying all.
    fn potentials(arcs: &Arcs) -> Vec<Vec<u32>> {
        let n = u32::try_from(arcs.nodes()).unwrap();
        let all = (0..n.pow(n)).map(|code| (0..n).map(|k| code / n.pow(k) % n).collect());
        let gentle = |p: &Vec<u32>| arcs.ends.iter().all(|&(i, h)| p[h] <= p[i] + 1);
        all.filter(|p: &Vec<u32>| p.contains(&0)).filter(gentle).collect()
    }

    #[test]
    fn the_least_value_is_that_of_all_potentials() {
        for seed in 0..60 {
            let mut random = Random(seed);
            let n = 1 + random.below(4);
            let edges = random_connected(seed, n, 2);
            let mut lists = vec![Vec::new(); n];
            edges.iter().for_each(|&(i, h)| lists[i].push(h));
            edges.iter().for_each(|&(i, h)| lists[h].push(i));
            let cone = Cone::new(Arcs::new(&lists), Vec::new(), &rational(2, 3));
            let r: Vec<Integer> = (0..n).map(|_| Integer::from(random.below(41)) - Integer::from(20)).collect();
            let s: Vec<Integer> = (0..n).map(|i| Integer::from(random.below(3) + usize::from(i == 0))).collect();
            let found = cone.least(&r, &s, vec![0; n]);
            let value = |p: &Vec<u32>| {
                let ray = cone.ray(p);
                Rational::from_integers(product(&r, &ray), product(&s, &ray))
            };
            let least = potentials(&cone.arcs).iter().map(value).min().unwrap();
            assert_eq!(Rational::from_integers(found.value, found.size), least);
        }
    }
}
