//! Linear systems whose entries are polynomials in one variable t, solved by rational functions.
//!
//! M(t)x = b(t) is solved at points modulo primes below 2^60. The values of a combination of the unknowns
//! give their common denominator D (Cauchy interpolation), and D·x_i are polynomials, found by plain
//! interpolation. More primes follow until the coefficients are seen as fractions (Chinese remainders),
//! and then M·N = D·b is checked in integers: no solution leaves this module without that.
//!
//! Points and primes are as many as the *solution* asks for, not the determinant: on a line
//! x = (1, 1−t, ..., 1−t, 1)/(1+t) however long it is, and 8 points modulo one prime show it. For Φ of a graph
//! and an integer right-hand side, det Φ(0) = 1, so D(0) = 1 and all coefficients are integers.
//!
//! Growth of Φz = 1 without symmetry: random distances up to 4 between n nodes give degrees of 3n and coefficients
//! of 2n bits (n = 60: 181 and 147, 3 primes); random trees with some more edges give degrees of 2n to 4n and
//! coefficients of n to 2n bits (n = 100: 371 and 132). No connected graph of six nodes comes above degree 9
//! or 4 bits, in the whole inverse. The time grows like n⁴: about 1 ms for 10 nodes, 15 ms for 30, a second for 100.

mod answer;
mod image;
mod lift;
mod polynomial;
mod prime_field;
mod system;
#[cfg(test)]
mod tests;

pub use answer::{Functions, Poly, Refusal};

use self::answer::Budget;
use self::image::{Outcome, images};
use self::lift::Lift;
use self::prime_field::PrimeField;
use self::system::System;
use crate::timing::Part;
use malachite::Integer;

/// How many primes may find the determinant zero before it is taken to be.
const PRIMES: usize = 3;

/// One in so many more primes are taken before the next candidate.
const SHARE: usize = 8;

/// How many points are tried at first.
const POINTS: usize = 8;

/// The x with M(t)x = b(t), for a square matrix whose entries are Σ count·t^exponent.
///
/// What [`solve_functions`] does for one right-hand side.
///
/// # Errors
///
/// See there.
pub fn solve_function(matrix: &[Vec<Vec<(u64, u32)>>], right: &[Poly], effort: u64) -> Result<Functions, Refusal> {
    let found = solve_functions(matrix, &[right.to_vec()], effort)?;
    found.into_iter().next().ok_or(Refusal::TooMuch(effort))
}

/// The x with M(t)x = b(t) for each of several right-hand sides b, which share the eliminations.
///
/// M is m×m, given row by row; an entry is a list of pairs (count, exponent) that stands for Σ count·t^exponent.
/// M(t)·N = D·b has been seen to hold as an identity of polynomials, and M is not singular.
/// The effort is a bound on multiplications of words, a few nanoseconds each; the same call always takes the same.
///
/// Cost with r right-hand sides, where N_i and D have degrees up to n and d and coefficients of 60k bits: k + 1
/// primes, or up to twice as many if D does not begin with 1, and for each K = n + d + 3 points,
/// K·(m³/3 + r·m²) + r·m·K²/2 multiplications of words. The check needs space for the highest power of t in M·N.
///
/// # Errors
///
/// If the shapes do not fit, the determinant is zero for every t, or it would take more than the effort.
pub fn solve_functions(
    matrix: &[Vec<Vec<(u64, u32)>>],
    right: &[Vec<Poly>],
    effort: u64,
) -> Result<Vec<Functions>, Refusal> {
    solve_within(matrix, right, &mut Budget::new(effort), prime_field::primes())
}

/// The same, with an effort that several calls share: what is `left` of it is less afterwards.
///
/// # Errors
///
/// As [`solve_functions`].
pub fn solve_functions_sharing(
    matrix: &[Vec<Vec<(u64, u32)>>],
    right: &[Vec<Poly>],
    left: &mut u64,
) -> Result<Vec<Functions>, Refusal> {
    let mut budget = Budget::new(*left);
    let solved = solve_within(matrix, right, &mut budget, prime_field::primes());
    *left = budget.left;
    solved
}

/// The same for a matrix of polynomials, of any signs.
///
/// # Errors
///
/// As [`solve_functions`].
pub fn solve_polynomials(matrix: &[Vec<Poly>], right: &[Vec<Poly>], effort: u64) -> Result<Vec<Functions>, Refusal> {
    let terms = |f: &Poly| f.iter().cloned().zip(0..).filter(|(c, _)| *c != 0u32).collect();
    let row = |row: &Vec<Poly>| row.iter().map(terms).collect();
    let matrix: Vec<Vec<Vec<(Integer, u32)>>> = matrix.iter().map(row).collect();
    solve_within(&matrix, right, &mut Budget::new(effort), prime_field::primes())
}

/// The solution that the images so far show, if it is one.
fn exact(system: &System, side: usize, lift: &Lift, budget: &mut Budget) -> Result<Option<Functions>, Refusal> {
    let Some(candidate) = lift.candidate(system.size(), budget)? else {
        return Ok(None);
    };
    budget.spend(system.steps_to_check(&candidate, side))?;
    Ok(system.holds(&candidate, side).then(|| system.in_t(candidate)))
}

/// As [`solve_functions`], with these primes: odd, different and below 2^60.
fn solve_within<C: Clone>(
    matrix: &[Vec<Vec<(C, u32)>>],
    right: &[Vec<Poly>],
    budget: &mut Budget,
    primes: impl Iterator<Item = u64>,
) -> Result<Vec<Functions>, Refusal>
where
    Integer: From<C>,
{
    let part = Part::begin("rational functions");
    let system = System::new(matrix, right)?;
    let effort = budget.limit;
    let mut lifts: Vec<Option<Lift>> = right.iter().map(|_| None).collect();
    let mut found: Vec<Option<Functions>> = right.iter().map(|_| None).collect();
    let (mut used, mut singular, mut next) = (0, 0, 1);
    for prime in primes {
        let open: Vec<usize> = (0..found.len()).filter(|&side| found[side].is_none()).collect();
        if open.is_empty() {
            break;
        }
        let field = PrimeField::new(prime);
        let guess = open.iter().filter_map(|&side| lifts[side].as_ref()).map(|lift| lift.shape().points()).max();
        let images = match images(&system, &open, field, guess.unwrap_or(POINTS), budget)? {
            Outcome::Images(images) => images,
            Outcome::Singular if used == 0 && singular + 1 == PRIMES => return Err(Refusal::Singular),
            Outcome::Singular => {
                singular += 1;
                continue;
            }
            Outcome::TooSmall => continue,
        };
        used += 1;
        for (side, image) in open.into_iter().zip(images) {
            budget.spend(lifts[side].as_ref().map_or(0, Lift::steps_to_extend))?;
            let lift = Lift::with(lifts[side].take(), &field, image);
            // A candidate costs as much as many primes where there are many.
            if used >= next {
                found[side] = exact(&system, side, &lift, budget)?;
            }
            lifts[side] = Some(lift);
        }
        if used >= next {
            next = used + 1 + used / SHARE;
        }
    }
    let unknowns = system.size();
    let points = lifts.iter().flatten().map(|lift| lift.shape().points()).max().unwrap_or(0);
    part.end(format_args!("{unknowns} unknowns, {points} points, {used} primes"));
    let all: Option<Vec<Functions>> = found.into_iter().collect();
    all.ok_or(Refusal::TooMuch(effort))
}
