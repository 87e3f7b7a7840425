//! Proofs that columns of Φ are linearly independent.

use super::{Case, Failure, Similarity, unproved, witness};
use crate::graph::Family;
use crate::json::View;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// Checks a proof that Φ is invertible: `{"structure": "hamming"}` or `{"modulus": "…"}`.
///
/// The structure: on a Hamming graph Φ is the u-fold tensor power of (1-α)I + αJ, whose eigenvalues 1-α
/// and 1+(v-1)α are positive for α < 1; a complete graph is the case u = 1.
pub(super) fn invertible(case: &Case, phi: &Similarity, proof: &View) -> Result<(), Failure> {
    proof.only(&["modulus", "structure"])?;
    if let Some(structure) = proof.field("structure") {
        let applies =
            matches!(phi.graph().family(), Family::Hamming { .. } | Family::Complete) && !phi.alpha().is_one();
        return match structure.string("\"hamming\"")? {
            "hamming" if applies => Ok(()),
            "hamming" => unproved("invertibility by structure needs a Hamming or complete graph and α < 1"),
            _ => unproved("invertibility by a structure that is not known"),
        };
    }
    let columns: Vec<usize> = (0..phi.nodes()).collect();
    independent(case, phi, &columns, modulus(case, proof)?)
}

/// The `modulus` of a proof, from 2 to 2^32.
pub(super) fn modulus(case: &Case, proof: &View) -> Result<u64, Failure> {
    let modulus = crate::number::integer(&proof.required("modulus")?, case.limits)?;
    match modulus.to_u64() {
        Some(m) if (2..=1 << 32).contains(&m) => Ok(m),
        _ => unproved("a modulus is from 2 to 4294967296"),
    }
}

/// Checks that the given columns of Φ are linearly independent, by elimination modulo m on the integer
/// matrix q^D·Φ in which every pivot is invertible modulo m.
///
/// Why it proves it: the pivots' product is, up to sign and modulo m, a minor of those columns; it is
/// invertible modulo m, so that the minor is not 0. The number m need not be prime.
/// Cost: n·k² word operations for k columns.
pub(super) fn independent(case: &Case, phi: &Similarity, columns: &[usize], m: u64) -> Result<(), Failure> {
    let (n, k) = (phi.nodes() as u64, columns.len() as u64);
    case.charge(phi.graph().steps())?;
    case.charge(n.saturating_mul(k).saturating_mul(k))?;
    let residues: Vec<u64> = phi.scaled_powers().iter().map(|c| (c % m).to_u64().unwrap_or(0)).collect();
    // A distance past the last power is infinite: α^∞ = 0.
    let reduced = |d: u32| residues.get(d as usize).copied().unwrap_or(0);
    let mut rows: Vec<Vec<u64>> = (0..phi.nodes())
        .map(|i| {
            let distances = phi.graph().distances_from(i);
            columns.iter().map(|&j| reduced(distances[j])).collect()
        })
        .collect();
    for c in 0..columns.len() {
        let Some((r, inverse)) = (c..rows.len()).find_map(|r| Some((r, inverse(rows[r][c], m)?))) else {
            return unproved(format!("modulo {m} there is no invertible pivot for column {}", columns[c]));
        };
        rows.swap(c, r);
        let (done, rest) = rows.split_at_mut(c + 1);
        let pivot = &done[c];
        for row in rest.iter_mut().filter(|row| !row[c].is_zero()) {
            // row -= factor·pivot, with m - factor to stay in the naturals: below 2^64 throughout.
            let factor = m - row[c] * inverse % m;
            for (x, y) in row[c..].iter_mut().zip(&pivot[c..]) {
                *x = (*x + factor % m * y) % m;
            }
        }
    }
    Ok(())
}

/// The inverse of x modulo m, if gcd(x, m) = 1.
fn inverse(x: u64, m: u64) -> Option<u64> {
    let e = i128::from(x).extended_gcd(&i128::from(m));
    e.gcd.is_one().then(|| e.x.mod_floor(&i128::from(m)).to_u64()).flatten()
}

/// An optional proof of invertibility: `None` if the witness has none.
pub(super) fn optional(case: &Case, phi: &Similarity) -> Result<bool, Failure> {
    case.witness
        .part("invertible")
        .map(|proof| invertible(case, phi, &proof))
        .transpose()
        .map(|proved| proved.is_some())
}

/// A vector inside a part of a witness.
pub(super) fn part_vector(case: &Case, part: &View, name: &str) -> Result<crate::number::Fractions, Failure> {
    witness::vector(&part.required(name)?, name, case.nodes(), case.limits)
}
