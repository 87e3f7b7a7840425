//! VIPR 1.0 (Cheung, Gleixner and Steffy 2017): the program, an optimal mechanism as its solution, and one derivation,
//!
//!   Σ_i Σ_w c_w(i) x_iw = Σ_i λ_i Σ_w x_iw − Σ t_iw x_iw − Σ μ_ihw (x_hw − α x_iw) ≤ Σ_i λ_i:
//!
//! the equations of the nodes times λ, the bounds times −t ≤ 0, the privacy constraints q·x_hw − p·x_iw ≥ 0 times
//! −μ/q ≤ 0. The solution reaches that bound. All numbers are fractions in lowest terms, the objective is the utility
//! itself.

use super::comment;
use super::program::Program;
use crate::program::mechanism::Optimum;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use std::io::{self, Write};

/// Writes the program.
///
/// Cost: a pass over the nodes and arcs for each guess.
pub(super) fn problem(program: &Program, out: &mut dyn Write) -> io::Result<()> {
    let (n, m) = (program.nodes(), program.guesses());
    comment::write('%', &program.title, out)?;
    comment::write('%', &["b_i_w: x_i_w is at least 0.".into()], out)?;
    writeln!(out, "VER 1.0\nVAR {}", n * m)?;
    for i in 0..n {
        let names: Vec<String> = (0..m).map(|w| format!("x_{i}_{w}")).collect();
        writeln!(out, "{}", names.join(" "))?;
    }
    writeln!(out, "INT 0\nOBJ max")?;
    let gains = |(w, i): (usize, usize)| (i * m + w, program.gains[w].entry(i));
    let places = (0..m).flat_map(|w| (0..n).map(move |i| (w, i)));
    sparse(places.map(gains), out)?;
    constraints(program, out)
}

/// Writes what is to be proved, the solution and the derivation.
pub(super) fn proof(program: &Program, optimum: &Optimum, out: &mut dyn Write) -> io::Result<()> {
    let (value, m) = (&optimum.value, program.guesses());
    writeln!(out, "RTP range {value} {value}\nSOL 1\nmechanism")?;
    let entries = optimum.mechanism.iter().enumerate();
    sparse(entries.flat_map(|(i, row)| (0..m).map(move |w| (i * m + w, row.entry(w)))), out)?;
    writeln!(out, "DER 1\nutility L {value} OBJ {{ lin")?;
    sparse(combination(program, optimum).into_iter(), out)?;
    writeln!(out, "}} -1")
}

/// The bounds, one for each variable and in their order, the equations, and the privacy constraints by guess and arc.
fn constraints(program: &Program, out: &mut dyn Write) -> io::Result<()> {
    let (n, m) = (program.nodes(), program.guesses());
    let arcs: usize = program.neighbours.iter().map(Vec::len).sum();
    writeln!(out, "CON {} {}", n * m + n + m * arcs, n * m)?;
    for i in 0..n {
        for w in 0..m {
            writeln!(out, "b_{i}_{w} G 0 1 {} 1", i * m + w)?;
        }
    }
    for i in 0..n {
        write!(out, "r_{i} E 1 {m}")?;
        (0..m).try_for_each(|w| write!(out, " {} 1", i * m + w))?;
        writeln!(out)?;
    }
    for w in 0..m {
        for (i, h) in program.arcs() {
            let (p, q) = program.ratio((i, h));
            writeln!(out, "p_{i}_{h}_{w} G 0 2 {} {q} {} -{p}", h * m + w, i * m + w)?;
        }
    }
    Ok(())
}

/// The multipliers of the constraints by their places among them.
fn combination(program: &Program, optimum: &Optimum) -> Vec<(usize, Rational)> {
    let (n, m) = (program.nodes(), program.guesses());
    let dual = &optimum.dual;
    // The places of each node's first arc, and the number of all arcs.
    let first: Vec<usize> = std::iter::once(0)
        .chain(program.neighbours.iter().scan(0, |sum, list| {
            *sum += list.len();
            Some(*sum)
        }))
        .collect();
    let mut terms: Vec<(usize, Rational)> = (0..n).map(|i| (n * m + i, dual.lambda.entry(i))).collect();
    for (w, multipliers) in dual.multipliers.iter().enumerate() {
        terms.extend(multipliers.nodes.iter().map(|(i, t)| (i * m + w, -t)));
        terms.extend(multipliers.arcs.iter().filter_map(|((i, h), mu)| {
            let place = program.neighbours[*i].binary_search(h).ok()?;
            let denominator = Rational::from(program.ratio((*i, *h)).1);
            Some((n * m + n + w * first[n] + first[*i] + place, -(mu / &denominator)))
        }));
    }
    terms
}

/// The number of terms that are not 0, and these, each a place and a number.
fn sparse(terms: impl Iterator<Item = (usize, Rational)>, out: &mut dyn Write) -> io::Result<()> {
    let terms: Vec<(usize, Rational)> = terms.filter(|(_, value)| *value != Rational::ZERO).collect();
    write!(out, "{}", terms.len())?;
    terms.iter().try_for_each(|(place, value)| write!(out, " {place} {value}"))?;
    writeln!(out)
}
