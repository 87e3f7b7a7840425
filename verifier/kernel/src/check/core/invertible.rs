//! Proofs that columns of Φ are linearly independent.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "residues below 2^28, of which no sum has more than 128 products, and places in lists that are there"
)]

use crate::case::{Case, length};
use crate::failure::{Failure, Tightness, ensure, refused};
use crate::graph::{Family, place};
use crate::witness::Invertible;
use dp_number::list::List;
use dp_number::meter::{charge, missing};
use dp_number::{Limit, Number, Vector};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use std::collections::VecDeque;

/// The largest modulus: sums of 128 products of residues then stay below 2^64.
const LARGEST: u64 = 1 << 28;

/// How many products of residues are added up before a sum is reduced.
const DELAY: usize = 128;

/// That Φ is invertible.
///
/// On a Hamming graph Φ is the u-fold tensor power of (1−α)I + αJ, whose eigenvalues 1−α and 1+(v−1)α are positive for
/// α < 1; a complete graph is the case u = 1.
pub(crate) fn check(case: &Case, proof: &Invertible) -> Result<(), Failure> {
    let below_one = || Ok::<_, Failure>(case.order(&case.alpha.numerator, &case.alpha.denominator)?.is_lt());
    match (proof, case.graph.family()) {
        (Invertible::Modulus(m), _) => independent(case, &(0..case.nodes()).collect::<Vec<_>>(), *m),
        (Invertible::Hamming, Family::Hamming { .. } | Family::Complete) if below_one()? => Ok(()),
        (Invertible::Sum(m), Family::Line) if below_one()? => banded(case, 1, *m),
        (Invertible::Sum(m), Family::Sum { most }) if below_one()? => banded(case, *most, *m),
        (Invertible::Inverse(columns), _) => inverse_of(case, columns),
        _ => refused(Tightness::Structure),
    }
}

/// That Φ times each column of a matrix is a unit vector.
fn inverse_of(case: &Case, columns: &[Vector]) -> Result<(), Failure> {
    let phi = case.similarity()?;
    length("inverse", columns.len(), case.nodes())?;
    for (column, vector) in columns.iter().enumerate() {
        case.fits("inverse", vector, case.nodes())?;
        let Vector { denominator, numerators } = phi.times(vector)?;
        for (node, x) in numerators.iter().enumerate() {
            let wanted = if node == column { &denominator } else { &Number::ZERO };
            ensure(case.order(x, wanted)?.is_eq(), || Tightness::NotUnit { column, node })?;
        }
    }
    Ok(())
}

/// That a number may be a modulus, and that residues of Φ make sense.
fn modulus(case: &Case, m: u64) -> Result<(), Failure> {
    ensure(case.alpha.is_rational() && (2..=LARGEST).contains(&m), || Tightness::Modulus)
}

/// That the given columns of Φ are linearly independent, by elimination modulo m on the integer
/// matrix q^D·Φ in which every pivot is invertible modulo m.
///
/// Why it proves it: the pivots' product is, up to sign and modulo m, a minor of those columns; it is
/// invertible modulo m, so that the minor is not 0. The number m need not be prime.
/// Cost: about n·k²/2 word operations for k columns, n³/3 for all.
pub(crate) fn independent(case: &Case, columns: &[usize], m: u64) -> Result<(), Failure> {
    modulus(case, m)?;
    let (n, k) = (case.nodes() as u64, columns.len() as u64);
    charge(n.saturating_mul(k).saturating_mul(k) / 2)?;
    let residues = case.similarity()?.residues(m);
    // A distance past the last power is infinite: α^∞ = 0.
    let reduced = |d: u64| residues.get(place(d)).copied().unwrap_or(0);
    // The rows of Φ in the order of the pivots: entry i of a column is its entry at the node order[i].
    let mut order: Vec<usize> = (0..case.nodes()).collect();
    // Column k after elimination, from its pivot on, divided by it: 1, ...
    let mut done: Vec<Vec<u32>> = Vec::new();
    for &column in columns {
        let distances = case.graph.distances_from(column);
        let residue = |&i: &usize| Ok::<_, Failure>(reduced(*distances.at(i)?));
        let mut x = order.iter().map(residue).collect::<Result<Vec<_>, _>>()?;
        for (pair, pivots) in done.chunks(2).enumerate() {
            let x = x.get_mut(2 * pair..).ok_or_else(missing)?;
            subtract(x, pivots, m)?;
            if 2 * pair % DELAY == DELAY - 2 {
                x.iter_mut().for_each(|x| *x %= m);
            }
        }
        let k = done.len();
        x.iter_mut().for_each(|x| *x %= m);
        let Some((found, inverse)) = x.iter().enumerate().skip(k).find_map(|(i, x)| Some((i, inverse(*x, m)?))) else {
            return refused(Tightness::NoPivot { modulus: m, at: column, banded: false });
        };
        order.swap(k, found);
        x.swap(k, found);
        done.iter_mut().enumerate().for_each(|(j, pivot)| pivot.swap(k - j, found - j));
        done.push(x.iter().skip(k).map(|x| word(x * inverse % m)).collect());
    }
    Ok(())
}

/// Takes those multiples of one or two pivot columns (or of a row) out of x for which its first entries vanish modulo
/// m; these are not looked at again. Two at once halve the way through memory.
///
/// Entries of x below m + (DELAY-1)·m² become at most m² larger with each: below 2^64 for m ≤ 2^28.
fn subtract(x: &mut [u64], pivots: &[Vec<u32>], m: u64) -> Result<(), Limit> {
    let factor = |x: u64| word((m - x % m) % m);
    match (pivots, x) {
        ([first, second], [a, b, rest @ ..]) => {
            let ([_, lead, first @ ..], [_, second @ ..]) = (&**first, &**second) else { return Err(missing()) };
            let f = factor(*a);
            let g = factor(*b + u64::from(f) * u64::from(*lead));
            add(rest, [first, second], f, g);
        }
        ([only], x) => {
            let f = factor(*x.first().ok_or_else(missing)?);
            add(x, [only, only], f, 0);
        }
        _ => return Err(missing()),
    }
    Ok(())
}

/// x += f·y + g·z. A function by itself, in which both factors are seen to be halves of words: the machine multiplies
/// several such at once.
#[inline(never)]
fn add(x: &mut [u64], [y, z]: [&[u32]; 2], f: u32, g: u32) {
    for ((x, &y), &z) in x.iter_mut().zip(y).zip(z) {
        let products = u64::from(f).wrapping_mul(y.into()).wrapping_add(u64::from(g).wrapping_mul(z.into()));
        *x = x.wrapping_add(products);
    }
}

/// A residue below 2^28 as a word.
fn word(x: u64) -> u32 {
    #[expect(clippy::expect_used, reason = "another residue would be a wrong one")]
    u32::try_from(x).expect("below the modulus")
}

/// That Φ is invertible for d(i, j) = ⌈|i−j|/v⌉ and α < 1.
///
/// Let R_i be the rows of Φ and S_i = (1+α²)R_i − αR_{i−v} − αR_{i+v}; at the ends, where only one of the two
/// other rows exists, S_i = R_i − αR_{i±v}; S_i = R_i where none does. On each class of nodes modulo v these
/// operations are 1−α² times the inverse of the similarity matrix of a line (or the identity), so that they are
/// invertible. For j ≥ i+v the distances from i−v, i, i+v to j are d+1, d, d−1 and S_ij = (1+α²)α^d − α·α^(d+1) −
/// α·α^(d−1) = 0, at the ends too; likewise for j ≤ i−v. So the matrix S, of entries for |i−j| < v only, is
/// invertible iff Φ is; and it is if elimination of q⁴·S modulo m, without exchanges, finds n invertible pivots.
/// Cost: n·v² word operations.
fn banded(case: &Case, v: usize, m: u64) -> Result<(), Failure> {
    modulus(case, m)?;
    let n = case.nodes();
    charge((n as u64).saturating_mul((v as u64).saturating_mul(v as u64)))?;
    let (p, q) = (case.alpha.numerator.residue(m), case.alpha.denominator.residue(m));
    let (pp, pq, qq) = (p * p % m, p * q % m, q * q % m);
    // q²·α^d for the distances that occur, up to 2, and q²·S_ij from q²·Φ.
    let entry = |i: usize, j: usize| {
        let phi = |h: usize| match h.abs_diff(j).div_ceil(v) {
            0 => qq,
            1 => pq,
            _ => pp,
        };
        let (below, above) = (i.checked_sub(v), Some(i + v).filter(|&h| h < n));
        let own = if below.is_some() && above.is_some() { (qq + pp) % m } else { qq };
        let others = below.into_iter().chain(above).map(|h| (m - pq) % m * phi(h) % m);
        (own * phi(i) + others.sum::<u64>()) % m
    };
    // Row i from column i−(v−1) on, for the v−1 rows that the next one is eliminated with.
    let mut above: VecDeque<Vec<u32>> = VecDeque::new();
    for i in 0..n {
        let first = (i + 1).saturating_sub(v);
        let last = n.min(i + v);
        let mut row: Vec<u64> = (first..last).map(|j| entry(i, j)).collect();
        // Row k, from its pivot on, divided by it.
        for (done, (k, pivot)) in (i - above.len()..i).zip(&above).enumerate() {
            let rest = row.get_mut(k - first..).ok_or_else(missing)?;
            subtract(rest, std::slice::from_ref(pivot), m)?;
            if done % DELAY == DELAY - 1 {
                rest.iter_mut().for_each(|x| *x %= m);
            }
        }
        let row = row.get_mut(i - first..).ok_or_else(missing)?;
        row.iter_mut().for_each(|x| *x %= m);
        let Some(inverse) = row.first().and_then(|x| inverse(*x, m)) else {
            return refused(Tightness::NoPivot { modulus: m, at: i, banded: true });
        };
        above.push_back(row.iter().map(|x| word(x * inverse % m)).collect());
        if above.len() == v {
            above.pop_front();
        }
    }
    Ok(())
}

/// The inverse of x modulo m, if gcd(x, m) = 1.
fn inverse(x: u64, m: u64) -> Option<u64> {
    let e = i128::from(x).extended_gcd(&i128::from(m));
    e.gcd.is_one().then(|| e.x.mod_floor(&i128::from(m)).to_u64()).flatten()
}
