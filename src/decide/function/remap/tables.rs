//! X and Y, and what is the same as for their values close by: the entries other than 0, and what is tight.

use super::equations::{Equation, evaluated, one, solved, zero};
use crate::decide::case::Reason;
use crate::decide::derivable;
use crate::decide::function::garbling::{found, refuted};
use crate::decide::function::near::{close, common, value};
use crate::decide::function::search::poly;
use crate::decide::function::simplex::{Feasible, feasible};
use crate::linear::{Vector, independent_columns};
use crate::program::{NoRemap, Remap, remap};
use crate::statement::Decided;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient, Quotients as _};
use dp_verify::number::{BigInt, Fractions, Rational};
use malachite::Integer;
use malachite::rational::Rational as Exact;

/// The most equations over the field of an algebraic t.
const MOST_EXACT: usize = 48;

pub(super) type Rows = Vec<Vec<Exact>>;

/// Both tables, each row times a common denominator that is positive at t.
pub(super) struct Tables {
    pub(super) x: Vec<Vec<Polynomial>>,
    pub(super) y: Vec<Vec<Polynomial>>,
    denominators: Vec<Polynomial>,
}

/// Their values at a rational t.
pub(super) struct Near<'a> {
    pub(super) x: Rows,
    pub(super) y: Rows,
    pub(super) t: &'a Rational,
}

impl Tables {
    pub(super) fn new(x: &[Fractions], y: &[Fractions], t: &Rational, bounds: &Bounds) -> Result<Self, Obstacle> {
        let mut tables = Self { x: Vec::new(), y: Vec::new(), denominators: Vec::new() };
        for (x, y) in x.iter().zip(y) {
            let (denominator, factors) = common(&[&x.denominator, &y.denominator], t, bounds)?;
            let scaled = |row: &Fractions, by: &Polynomial| -> Result<Vec<Polynomial>, Obstacle> {
                row.numerators.iter().map(|entry| entry.times(by, bounds)).collect()
            };
            tables.x.push(scaled(x, &factors[0])?);
            tables.y.push(scaled(y, &factors[1])?);
            tables.denominators.push(denominator);
        }
        Ok(tables)
    }

    /// m, and the outputs of Y.
    pub(super) fn widths(&self) -> (usize, usize) {
        (self.x.first().map_or(0, Vec::len), self.y.first().map_or(0, Vec::len))
    }

    /// Y as values at a place without a pattern, where its columns are as independent as they are as functions.
    pub(super) fn y_at_place(&self) -> Vec<Vec<Integer>> {
        self.y.iter().map(|row| row.iter().map(|y| evaluated(&poly(y))).collect()).collect()
    }

    pub(super) fn near<'a>(&self, t: &'a Rational, bounds: &Bounds) -> Result<Near<'a>, Obstacle> {
        let values = |rows: &[Vec<Polynomial>]| -> Result<Rows, Obstacle> {
            let row = |(row, over): (&Vec<Polynomial>, &Polynomial)| {
                let over = value(over, t, bounds)?;
                row.iter().map(|entry| Ok(value(entry, t, bounds)? / &over)).collect()
            };
            rows.iter().zip(&self.denominators).map(row).collect()
        };
        Ok(Near { x: values(&self.x)?, y: values(&self.y)?, t })
    }

    pub(super) fn at_rational(&self, t: &Rational, bounds: &Bounds) -> Result<Decided, Reason> {
        let Near { x, y, .. } = self.near(t, bounds)?;
        Ok(Decided { of_t: true, ..derivable::from_table(&x, &y)? })
    }

    /// By the simplex method on numbers of the field of an algebraic t, for what no basis close by shows: Y of a lower
    /// rank at t.
    pub(super) fn exactly(&self, here: &Field, bounds: &Bounds) -> Result<Option<Decided>, Reason> {
        let ((m, p), n) = (self.widths(), self.x.len());
        if !matches!(here.point, Point::Algebraic(_)) || n * m + p > MOST_EXACT {
            return Ok(None);
        }
        let of = |p: &Polynomial| Quotient { numerator: p.clone(), ..zero() };
        let one = Quotient::constant(&Rational::from(BigInt::from(1)));
        let (mut matrix, mut right) = (Vec::new(), Vec::new());
        for (x, y) in self.x.iter().zip(&self.y) {
            for (k, x) in x.iter().enumerate() {
                let entry = |v: usize| if v % m == k { of(&y[v / m]) } else { zero() };
                matrix.push((0..p * m).map(entry).collect::<Vec<_>>());
                right.push(of(x));
            }
        }
        for o in 0..p {
            matrix.push((0..p * m).map(|v| if v / m == o { one.clone() } else { zero() }).collect());
            right.push(one.clone());
        }
        let t = close(&here.point, bounds)?;
        Ok(Some(match feasible(&matrix, &right, here, bounds)? {
            Feasible::Solution(remap) => found(&remap, &t, bounds)?,
            Feasible::None(mut all) => {
                let nu = all.split_off(n * m);
                self.of_rows(&mut all, bounds)?;
                refuted(&all, &nu, &t, bounds)?
            }
        }))
    }

    /// W of the rows times their denominators as that of the rows.
    fn of_rows(&self, w: &mut [Quotient], bounds: &Bounds) -> Result<(), Obstacle> {
        let m = self.widths().0;
        for (row, over) in w.chunks_mut(m).zip(&self.denominators) {
            for entry in row {
                entry.numerator = entry.numerator.times(over, bounds)?;
            }
        }
        Ok(())
    }

    /// R with the same entries other than 0 as a basic solution close by.
    pub(super) fn basic(&self, near: &Vector, t: &Rational, bounds: &Bounds) -> Result<Option<Decided>, Reason> {
        let (m, p) = self.widths();
        let unknowns: Vec<usize> = (0..p * m).filter(|&v| near.numerators()[v] != 0u32).collect();
        let of_column = |k: usize| unknowns.iter().enumerate().filter(move |(_, v)| *v % m == k);
        let mut equations = Vec::new();
        for (x, y) in self.x.iter().zip(&self.y) {
            for (k, x) in x.iter().enumerate() {
                let terms = of_column(k).map(|(place, v)| (place, poly(&y[v / m]))).collect();
                equations.push(Equation { terms, right: poly(x) });
            }
        }
        for o in 0..p {
            let of_row = unknowns.iter().enumerate().filter(|(_, v)| *v / m == o);
            equations.push(Equation { terms: of_row.map(|(k, _)| (k, one())).collect(), right: one() });
        }
        let Some(solved) = solved(&equations, unknowns.len())? else { return Ok(None) };
        let mut remap = vec![zero(); p * m];
        unknowns.iter().zip(solved).for_each(|(&v, x)| remap[v] = x);
        Ok(Some(found(&remap, t, bounds)?))
    }

    /// What contradicts every R, with the same entries other than 0 as what does close by, and the same inequalities
    /// tight.
    pub(super) fn tight(
        &self,
        near: &Near,
        (w, nu): (&Vector, &Vector),
        bounds: &Bounds,
    ) -> Result<Option<Decided>, Reason> {
        let ((m, p), n) = (self.widths(), self.x.len());
        // W_ik in place i·m + k, and then ν.
        let known: Vec<Exact> = w.to_rationals().into_iter().chain(nu.to_rationals()).collect();
        let mut unknowns: Vec<usize> = (0..known.len()).filter(|&v| known[v] != 0u32).collect();
        // One of them is 1 or −1.
        let Some(unit) = unknowns.pop() else { return Ok(None) };
        let sign = if known[unit] > 0u32 { 1 } else { -1 };
        let mut equations = Vec::new();
        for (o, k) in (0..p).flat_map(|o| (0..m).map(move |k| (o, k))) {
            let slack = (0..n).fold(known[n * m + o].clone(), |sum, i| sum + &near.y[i][o] * &known[i * m + k]);
            if slack != 0u32 {
                continue;
            }
            let coefficient = |v: usize| match v {
                _ if v == n * m + o => Some(one()),
                _ if v < n * m && v % m == k => Some(poly(&self.y[v / m][o])),
                _ => None,
            };
            let of_unit = coefficient(unit).unwrap_or_default();
            equations.push(Equation {
                terms: unknowns.iter().enumerate().filter_map(|(place, &v)| Some((place, coefficient(v)?))).collect(),
                right: of_unit.into_iter().map(|c| c * Integer::from(-sign)).collect(),
            });
        }
        let Some(solved) = solved(&equations, unknowns.len())? else { return Ok(None) };
        let mut all = vec![zero(); n * m + p];
        all[unit] = Quotient::constant(&Rational::from(BigInt::from(sign)));
        unknowns.iter().zip(solved).for_each(|(&v, x)| all[v] = x);
        let (w, nu) = all.split_at_mut(n * m);
        self.of_rows(w, bounds)?;
        Ok(Some(refuted(w, nu, near.t, bounds)?))
    }
}

impl Near<'_> {
    /// The remaps of the rows that no others of Y determine.
    pub(super) fn of_independent_rows(&self, tables: &Tables) -> Result<Remap, NoRemap> {
        let at_place = tables.y_at_place();
        let column = |o: usize| at_place.iter().map(|row| row[o].clone()).collect();
        let columns: Vec<Vec<Integer>> = (0..tables.widths().1).map(column).collect();
        let (_, rows) = independent_columns(&columns, tables.y.len());
        let of = |table: &Rows| rows.iter().map(|&i| table[i].clone()).collect::<Rows>();
        remap(&of(&self.x), &of(&self.y))
    }
}
