//! Other mechanisms that a witness or a claim names: rows of its own, closed forms, and Φ·diag(z).

use super::source::{Source, one};
use super::{Case, Failure, Similarity, dp, stochastic, unproved, witness};
use crate::alpha::Ring;
use crate::graph::Family;
use crate::json::View;
use crate::number::{BigInt, Fractions};

/// The mechanism of a witness, a row for each node: {`rows`: vectors}, {`family`: "truncated-geometric"} on a line, or
/// {`tight`: z}, which stands for Φ·diag(z). It is checked to be stochastic and ε-private.
pub(super) fn read<R: Source>(case: &Case, view: &View) -> Result<Vec<Fractions<R>>, Failure> {
    let (n, ground) = (case.nodes(), &case.ground);
    view.only(&["rows", "family", "tight"])?;
    let rows = match (view.field("rows"), view.field("family"), view.field("tight")) {
        (Some(rows), None, None) => read_rows(case, &rows)?,
        (None, Some(family), None) => {
            match (family.string("\"truncated-geometric\"")?, case.mechanism.query.graph.family()) {
                ("truncated-geometric", Family::Line) => geometric(case)?,
                _ => return unproved("`family` is \"truncated-geometric\", on a line"),
            }
        }
        (None, None, Some(z)) => {
            let z: Fractions<R> = witness::vector(&z, "tight", n, case.limits, ground)?;
            tight(case, &case.similarity()?, &z)?
        }
        _ => return unproved("a mechanism has either `rows`, `family` or `tight`"),
    };
    if let Some(i) = stochastic::first_faulty(&rows, ground)? {
        return unproved(format!("row {} of the other mechanism is no distribution", case.node(i)));
    }
    match dp::is_private(case, &rows)? {
        true => Ok(rows),
        false => unproved("the other mechanism is not ε-private"),
    }
}

fn read_rows<R: Source>(case: &Case, rows: &View) -> Result<Vec<Fractions<R>>, Failure> {
    let list = rows.array("a row for each node")?;
    if list.len() != case.nodes() {
        return unproved(format!("the other mechanism has {} rows, expected {}", list.len(), case.nodes()));
    }
    let n = list.len() as u64;
    let mut width = None;
    let mut all: Vec<Fractions<R>> = Vec::with_capacity(list.len());
    for row in list {
        let m = *width.get_or_insert(witness::length(&row)?);
        let row = witness::vector(&row, "rows", m, case.limits, &case.ground)?;
        // Rows by cells are longer than they are written.
        case.ground.bounds.room(n.saturating_mul(m as u64), row.words())?;
        all.push(row);
    }
    match width {
        Some(m) if m > 0 => Ok(all),
        _ => unproved("the other mechanism has no outputs"),
    }
}

/// x_ij = α^|i−j|/(1+α) at the ends j = 0 and j = n−1, (1−α)/(1+α)·α^|i−j| between them; 1 for n = 1.
pub(super) fn geometric<R: Source>(case: &Case) -> Result<Vec<Fractions<R>>, Failure> {
    let (n, ground) = (case.nodes(), &case.ground);
    if n == 1 {
        return Ok(vec![Fractions::ones(1)]);
    }
    let (p, q) = case.alpha::<R>()?;
    let last = u32::try_from(n - 1).map_err(|_| Failure::Unproved("a line that is too long".into()))?;
    let (of_p, of_q) = (R::powers(&p, last, ground)?, R::powers(&q, last, ground)?);
    let words = of_q.last().map_or(1, Ring::words).saturating_add(2);
    case.ground.bounds.room((n * n) as u64, words)?;
    case.charge(((n * n) as u64).saturating_mul(words.saturating_mul(words)))?;
    // Over q^(n−1)·(p+q): α^d = p^d·q^(n−1−d), the ends' factor is q and the others' q − p.
    let mut inner = q.clone();
    inner.add(&p.negated());
    let mut sum = q.clone();
    sum.add(&p);
    let denominator = of_q[n - 1].times(&sum, ground)?;
    let power = |d: usize| of_p[d].times(&of_q[n - 1 - d], ground);
    let ends = (0..n).map(|d| power(d)?.times(&q, ground)).collect::<Result<Vec<_>, _>>()?;
    let inners = (0..n).map(|d| power(d)?.times(&inner, ground)).collect::<Result<Vec<_>, _>>()?;
    let entry = |i: usize, j: usize| if j == 0 || j == n - 1 { &ends[i.abs_diff(j)] } else { &inners[i.abs_diff(j)] };
    let row =
        |i| Fractions { denominator: denominator.clone(), numerators: (0..n).map(|j| entry(i, j).clone()).collect() };
    Ok((0..n).map(row).collect())
}

/// Rows proportional to those of Φ: randomised response on a complete graph, the exponential mechanism on a Hamming
/// graph.
pub(super) fn proportional<R: Source>(case: &Case) -> Result<Vec<Fractions<R>>, Failure> {
    let mut rows = tight(case, &case.similarity()?, &Fractions::ones(case.nodes()))?;
    rows.iter_mut().for_each(|row| row.denominator = row.sum());
    Ok(rows)
}

/// Φ·diag(z).
fn tight<R: Source>(case: &Case, phi: &Similarity<R>, z: &Fractions<R>) -> Result<Vec<Fractions<R>>, Failure> {
    let ground = &case.ground;
    let diameter = phi.graph().diameter();
    let Some((_, top)) = phi.power(diameter, ground)? else { return unproved("a graph without a diameter") };
    let words = top.words().saturating_add(z.words());
    let n = case.nodes() as u64;
    case.ground.bounds.room(n * n, words)?;
    case.charge(phi.graph().steps().saturating_add((n * n).saturating_mul(words.saturating_mul(words))))?;
    let denominator = z.denominator.times(&top, ground)?;
    let mut rows = Vec::with_capacity(case.nodes());
    for i in 0..case.nodes() {
        let mut numerators = Vec::with_capacity(z.len());
        for (d, x) in phi.graph().distances_from(i).into_iter().zip(&z.numerators) {
            numerators.push(match (phi.power(d, ground)?, phi.power(diameter.saturating_sub(d), ground)?) {
                // α^d = p^d·q^(D−d) over q^D.
                (Some((p, _)), Some((_, q))) => p.times(&q, ground)?.times(x, ground)?,
                _ => R::default(),
            });
        }
        rows.push(Fractions { denominator: denominator.clone(), numerators });
    }
    Ok(rows)
}

/// The uniform mechanism: n outputs, each as likely as any other.
pub(super) fn uniform<R: Source>(case: &Case) -> Result<Vec<Fractions<R>>, Failure> {
    let n = case.nodes();
    case.ground.bounds.room((n * n) as u64, 1)?;
    let row = Fractions { denominator: R::of(&BigInt::from(n)), numerators: vec![one(); n] };
    Ok(vec![row; n])
}
