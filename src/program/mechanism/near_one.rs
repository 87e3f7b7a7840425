//! A basis to start from at an α so close to 1 that floats see all rays alike: one that is optimal further from 1.
//!
//! Between 1 and some α below it one basis is optimal, since what columns pay are polynomials in 1 − α there if gains
//! are. So the program is solved where 1 − α is 2^-16, by floats first, and then exactly at 2^-32, 2^-64 and so on,
//! each from the basis of the one before, at which there is little to do as a rule. Numbers are short there, where at α
//! itself each exchange is long.

use malachite::Integer;
use malachite::base::num::basic::traits::One;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

use super::float_rays::propose;
use super::problem::Effort;
use super::ray_simplex::{ConeProgram, Proposal};

/// Floats see rays apart where 1 − α is no less than a unit in this binary place.
const SEEN: u64 = 24;

/// The first binary place.
const FIRST: u64 = 16;

/// Where a program is to be solved first, further and further from where floats see rays apart; nowhere if they do so
/// at α.
pub fn before(alpha: &Rational) -> Vec<Rational> {
    let (a, b) = (Integer::from(alpha.numerator_ref()), Integer::from(alpha.denominator_ref()));
    let bits = b.significant_bits().saturating_sub((&b - &a).significant_bits());
    if bits <= SEEN || a >= b {
        return Vec::new();
    }
    // The last one is to be shorter than α itself.
    let places = std::iter::successors(Some(FIRST), |place| Some(2 * place)).take_while(|place| 3 * place < 2 * bits);
    let below = |place: u64| {
        let scale = Integer::ONE << place;
        Rational::from_integers(&scale - Integer::ONE, scale)
    };
    places.map(below).collect()
}

/// Columns near the optimum, by floats, from the programs at those α where there are any.
pub(super) fn proposal(program: &ConeProgram, before: &[&ConeProgram], noise: &[u32], effort: Effort) -> Proposal {
    let Some(first) = before.first() else { return propose(program, noise, effort.guided) };
    let mut found = propose(first, noise, effort.guided);
    for program in before {
        let Ok(solved) = program.solve(found.clone(), noise, effort.exact) else { break };
        log::debug!("{} exchanges further from 1", solved.exchanges);
        found = Proposal { basis: solved.basis, potentials: solved.potentials, prices: None };
    }
    found
}
