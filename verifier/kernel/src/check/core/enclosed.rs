//! `tight-constraints-exist` and `regular` at an irrational α: is there an x > 0 with Φx = b, for b = 1 or b = π?
//!
//! The nodes fall into cells on which b is constant, such that every node of a cell sees the same number of nodes of
//! each cell at each distance. With Q_KC = Σ_{j in C} α^d(k,j) for a node k of K, a solution of Qx = b gives one of Φx
//! = b that is constant on the cells. Let R be any matrix with ‖I − RQ‖ ≤ 1/2 in the norm of the largest row sum. Then
//! Q is invertible, and for any x', with r = b − Qx', x − x' = (RQ)^-1·Rr, so that |x_K − x'_K| ≤ ‖R‖·‖r‖/(1 − 1/2) for
//! all K (the Neumann series; Rump, Verification methods, Acta Numerica 19 (2010), section 10). So x > 0 if all x'_K
//! are larger than that. All of Q is enclosed between integers over 2^B, from an enclosure of α, where the witness says
//! what B is: r is a few units of 2^-B, so that any x > 0 shows for some B. The inverse may stay as coarse as it is.
//!
//! `sum` is Σx for every solution x ≥ 0: Q is invertible, so some z has Φz = 1, and Σx = x·Φz = b·z.

use crate::case::{Case, length};
use crate::failure::{Approximation, Failure, Flaw, ensure, refused};
use crate::graph::place;
use crate::problem::is_alpha;
use crate::similarity::{Run, View};
use crate::witness::Enclosed;
use dp_number::list::List;
use dp_number::meter::longest;
use dp_number::meter::{charge, missing, room, steps, words};
use dp_number::{Bracket, Fraction, Limit, Number, Point, Vector};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The least binary places of powers of α, of x' and of its residual.
const LEAST: u64 = 192;

/// The binary places of Q where it is multiplied by R.
const COARSE: u64 = 48;

/// The binary places of R's entries, which lie below 2^56 in units of these.
const INVERSE: u64 = 40;

/// Checks that the solution x of Φx = b that is described is > 0, and encloses Σx.
pub(crate) fn positive(case: &Case, b: &Vector, witness: &Enclosed) -> Result<[Fraction; 2], Failure> {
    let fine = witness.bits;
    let Some(alpha) = alpha(case)? else { return refused(Approximation::NotEnclosable) };
    if fine > longest() {
        return Err(Failure::Limit(Limit::Bits));
    }
    ensure(fine >= LEAST, || Approximation::FewBits(fine))?;
    let view = View { cells: witness.cells.clone(), count: witness.x.len() };
    length("x", view.count, witness.cells.iter().max().map_or(0, |&last| last.saturating_add(1)))?;
    let cells = cells(case, b, &view, fine)?;
    let m = cells.len();
    length("inverse", witness.inverse.len(), m)?;
    witness.inverse.iter().try_for_each(|row| length("inverse", row.len(), m))?;
    let narrow = witness.inverse.iter().flatten().all(|x| x.unsigned_abs() < 1 << 56);
    ensure(narrow, || Approximation::TooLarge("inverse"))?;
    // Φx = b ≤ 1 with x ≥ 0 and a diagonal of 1 makes x ≤ 1, so that nothing longer need be multiplied.
    let integer = |x: &Number| x.integer().filter(|n| n.bits() <= fine.saturating_add(1)).map(|n| n.into_owned());
    let x: Option<Vec<BigInt>> = witness.x.iter().map(integer).collect();
    let Some(x) = x else { return refused(Approximation::TooLarge("x")) };
    // R·Q in words.
    charge(steps(m as u64, m as u64, m as u64).saturating_mul(2))?;
    let q = quotient(case, alpha, (&view, &cells), fine)?;
    let norm = contracts(&q, &witness.inverse, fine)?;
    let of_b: Vec<Bracket> = cells.iter().map(|cell| cell.of_b.clone()).collect();
    // 2·‖R‖·‖r‖ over 2^B, rounded up.
    let error = ((BigInt::from(2) * norm * residual(&q, &x, &of_b, fine)) >> INVERSE) + 1;
    let over = |x: BigInt| Fraction::new(x.into(), (BigInt::one() << fine).into());
    if let Some((found, cell)) = x.iter().zip(&cells).find(|(x, _)| **x <= error) {
        let (found, error) = (over(found.clone()), over(error));
        return refused(Approximation::NotPositive { node: cell.first, found, error });
    }
    let sum: BigInt = x.iter().zip(&cells).map(|(x, cell)| x * cell.size).sum();
    let slack = error * case.nodes();
    Ok([over(&sum - &slack), over(sum + slack)])
}

/// The problem's own irrational α, and no other number: not one that `threshold` or a part of an interval asks of, nor
/// a t beside which α is rational.
fn alpha<'a>(case: &Case<'a>) -> Result<Option<&'a Point>, Failure> {
    let (problem, alpha) = (case.problem, case.alpha);
    if case.at.point() != problem.point.as_ref() || *alpha != problem.alpha {
        return Ok(None);
    }
    let is_t = alpha.numerator.power_of_t() == Some(1) && alpha.denominator == Number::ONE;
    let of_t = problem.point.as_ref().filter(|_| is_t);
    // Whether it is α may have been left open.
    let own = problem.alpha_point.as_ref();
    let is_so = own.filter(|_| problem.is_open()).map_or(Ok(true), |own| is_alpha(case.at, alpha, own))?;
    ensure(is_so, || Flaw::AlphaPoint)?;
    Ok(own.or(of_t).filter(|alpha| alpha.is_single()))
}

/// Nodes that see the same and have the same entry of b: the first of them, how many they are, what they see, and b
/// between integers over 2^B.
struct Cell {
    first: usize,
    size: usize,
    seen: Vec<Run>,
    of_b: Bracket,
}

/// The cells of a partition that is checked to be equitable. Cost: n² log n.
fn cells(case: &Case, b: &Vector, view: &View, bits: u64) -> Result<Vec<Cell>, Failure> {
    length("cells", view.cells.len(), case.nodes())?;
    let Some(denominator) = b.denominator.integer() else { return refused(Approximation::NotEnclosable) };
    charge(view.steps(case.graph))?;
    let (mut cells, mut kept): (Vec<Cell>, u64) = (Vec::new(), 0);
    for (i, &own) in view.cells.iter().enumerate() {
        let seen = view.runs(&case.graph.distances_from(i));
        if let Some(cell) = cells.get_mut(own) {
            let alike = seen == cell.seen && b[i] == b[cell.first];
            ensure(alike, || Approximation::UnlikeCells([i, cell.first]))?;
            cell.size = cell.size.saturating_add(1);
            continue;
        }
        ensure(own == cells.len(), || Approximation::CellOrder)?;
        kept = kept.saturating_add(seen.len() as u64);
        room(kept, 0)?;
        let Some(entry) = b[i].integer() else { return refused(Approximation::NotEnclosable) };
        let of_b = Bracket::around(&entry, &entry, &denominator, bits);
        cells.push(Cell { first: i, size: 1, seen, of_b });
    }
    Ok(cells)
}

type Matrix = Vec<Vec<Bracket>>;

/// Q between integers over 2^B. Cost: m² long numbers, and as many sums as cells are seen at a distance.
fn quotient(case: &Case, alpha: &Point, (view, cells): (&View, &[Cell]), bits: u64) -> Result<Matrix, Failure> {
    let (m, words, diameter) = (cells.len(), words(bits), place(case.graph.diameter()));
    let powers = (diameter as u64).saturating_add(1);
    let numbers = (m as u64).saturating_pow(2).saturating_add(powers);
    room(numbers, steps(2, words.saturating_add(2), 1))?;
    let seen = cells.iter().map(|cell| cell.seen.len() as u64).sum::<u64>();
    charge(steps(4, seen.saturating_add(numbers), words))?;
    // Powers of α rounded outwards, 32 places finer than they are needed.
    let fine = bits.saturating_add(32);
    let (alpha, mut power) = (alpha.bracket(fine)?, Bracket::exactly(1, fine));
    let mut powers = Vec::with_capacity(diameter.saturating_add(1));
    for _ in 0..diameter {
        let next = power.times(&alpha);
        powers.push(std::mem::replace(&mut power, next).coarser(bits));
    }
    powers.push(power.coarser(bits));
    let row = |cell: &Cell| {
        let mut row = vec![Bracket::exactly(0, bits); m];
        for &(seen, count) in &cell.seen {
            let (apart, cell) = view.placed(seen).ok_or_else(missing)?;
            row.at_mut(cell)?.add(&powers.at(apart)?.scaled(&count.into()));
        }
        Ok(row)
    };
    cells.iter().map(row).collect()
}

/// Checks ‖I − RQ‖ ≤ 1/2 and gives ‖R‖ in units of 2^-40.
///
/// Q is rounded to 2^-48 for the products, of m³ words; what that hides is added to each row's sum.
fn contracts(q: &[Vec<Bracket>], inverse: &[Vec<i64>], fine: u64) -> Result<BigInt, Failure> {
    let m = q.len();
    // Q rounded down to 2^-48, which is at most `coarse` units from the truth.
    let down = |x: &Bracket| (&x.low >> fine.saturating_sub(COARSE)).to_i64().filter(|x| *x < 1 << 60);
    let rounded: Option<Vec<Vec<i64>>> = q.iter().map(|row| row.iter().map(down).collect()).collect();
    let Some(rounded) = rounded else { return refused(Approximation::TooLarge("cells")) };
    let widest = q.iter().flatten().map(|x| &x.high - &x.low).max().unwrap_or_default();
    let coarse = (widest >> fine.saturating_sub(COARSE)) + 2;
    let (one, mut norm) = (BigInt::one() << (INVERSE + COARSE), BigInt::zero());
    for (k, row) in inverse.iter().enumerate() {
        let mut products = vec![0i128; m];
        for (&r, q) in row.iter().zip(&rounded) {
            for (product, &q) in products.iter_mut().zip(q) {
                // Below 2^116 each.
                let sum = product.checked_add(i128::from(r).wrapping_mul(q.into()));
                *product = sum.map_or_else(|| refused(Approximation::TooLarge("inverse")), Ok)?;
            }
        }
        let size: BigInt = row.iter().map(|r| BigInt::from(r.unsigned_abs())).sum();
        let mut products: Vec<BigInt> = products.into_iter().map(BigInt::from).collect();
        *products.at_mut(k)? -= &one;
        let sum: BigInt = products.iter().map(Signed::abs).sum();
        // What rounding Q has hidden, in each of the m columns.
        let hidden = &size * &coarse * m;
        ensure((sum + hidden) * 2 <= one, || Approximation::NoContraction(k))?;
        norm = norm.max(size);
    }
    Ok(norm)
}

/// ‖b − Qx'‖ at most, over 2^B, for x' over 2^B.
fn residual(q: &[Vec<Bracket>], x: &[BigInt], b: &[Bracket], fine: u64) -> BigInt {
    let row = |(row, b): (&Vec<Bracket>, &Bracket)| {
        let mut sum = Bracket::exactly(0, fine);
        row.iter().zip(x).for_each(|(q, x)| sum.add(&q.scaled(x)));
        let worst = ((&b.high << fine) - sum.low).abs().max((sum.high - (&b.low << fine)).abs());
        (worst >> fine) + 1
    };
    q.iter().zip(b).map(row).max().unwrap_or_default()
}
