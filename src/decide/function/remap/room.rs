//! What has room at a rational t: it serves close by too, with short numbers.

use super::equations::EFFORT;
use super::equations::zero;
use super::tables::{Near, Rows, Tables};
use crate::decide::case::Reason;
use crate::decide::function::garbling::found;
use crate::decide::function::search::{functions, poly};
use crate::exact::{self, ForWitness};
use crate::linear::{Poly, Vector, independent_columns, solve_polynomials};
use crate::program::{Remap, remap};
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::alpha::{Bounds, Obstacle, Polynomials as _, Quotient, Quotients as _};
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational as Exact;

/// Room that all entries of R are to have, as binary places: where it is the most that can be, R lies in the middle of
/// all.
const ROOMS: [u64; 8] = [1, 2, 3, 4, 6, 8, 12, 24];

/// The binary places of the entries that are chosen, past those of the room.
const SPARE: u64 = 24;

/// The most binary places of what contradicts every R, past those of the sum over X.
const MOST_PLACES: u64 = 32;

impl Tables {
    /// R with rational entries in the rows of outputs whose columns of Y depend on the others', chosen so that no entry
    /// of R is close to 0: the others are functions of few unknowns, and their signs show without being exact. `None`
    /// where there is no such R.
    pub(super) fn with_room(&self, near: &Near, bounds: &Bounds) -> Result<Option<Decided>, Reason> {
        let (m, p) = self.widths();
        let (rows, bound) = independent_columns(&self.y_at_place(), p);
        let free: Vec<usize> = (0..p).filter(|o| !bound.contains(o)).collect();
        if free.is_empty() {
            return Ok(None);
        }
        let Some((remap, room)) = ROOMS.iter().find_map(|&room| Some((near.with_room(room)?, room))) else {
            return Ok(None);
        };
        let places = room + SPARE;
        let scale = Integer::ONE << places;
        let mut chosen = vec![vec![Integer::ZERO; m]; p];
        for &a in &free {
            let short = |x: &Exact| floor(&(x * Exact::from(&scale)));
            chosen[a] = remap[a].iter().map(short).collect();
            let sum: Integer = chosen[a].iter().sum();
            chosen[a][0] += &scale - sum;
        }
        let matrix: Vec<Vec<Poly>> =
            rows.iter().map(|&i| bound.iter().map(|&b| poly(&self.y[i][b])).collect()).collect();
        let big = exact::bigint(&scale);
        let entry = |i: usize, k: usize| -> Result<Poly, Obstacle> {
            let mut sum = self.x[i][k].scaled(&big, bounds)?;
            for &a in &free {
                sum = &sum - &self.y[i][a].scaled(&exact::bigint(&chosen[a][k]), bounds)?;
            }
            Ok(poly(&sum))
        };
        let side = |k: usize| rows.iter().map(|&i| entry(i, k)).collect::<Result<Vec<Poly>, Obstacle>>();
        let sides = (0..m).map(side).collect::<Result<Vec<_>, _>>()?;
        let columns = solve_polynomials(&matrix, &sides, EFFORT).map_err(|why| Reason::new(why.to_string()))?;
        let mut entries = vec![zero(); p * m];
        for &a in &free {
            for (k, x) in chosen[a].iter().enumerate() {
                entries[a * m + k] = Quotient::constant(&exact::fraction(&Exact::from_integers_ref(x, &scale)));
            }
        }
        for (k, column) in columns.iter().map(functions).enumerate() {
            let denominator = column.denominator.scaled(&big, bounds)?;
            for (&b, numerator) in bound.iter().zip(column.numerators) {
                entries[b * m + k] = Quotient { numerator, denominator: denominator.clone() };
            }
        }
        Ok(Some(found(&entries, near.t, bounds)?))
    }
}

impl Near<'_> {
    /// A remap whose entries are all at least 2^-room over the outputs, if there is one.
    fn with_room(&self, room: u64) -> Option<Rows> {
        let m = self.x.first()?.len();
        let least = Exact::ONE >> room;
        let rest = Exact::ONE - &least;
        let of_one = &least / Exact::from(m);
        // X = Y·(least/m + rest·R).
        let less = |(x, y): (&Vec<Exact>, &Vec<Exact>)| {
            let even = y.iter().sum::<Exact>() * &of_one;
            x.iter().map(|x| (x - &even) / &rest).collect()
        };
        let less: Rows = self.x.iter().zip(&self.y).map(less).collect();
        let Ok(Remap::Found(found)) = remap(&less, &self.y) else { return None };
        let entry = |x: &Exact| x * &rest + &of_one;
        Some(found.to_rationals().chunks(m).map(|row| row.iter().map(entry).collect()).collect())
    }

    /// Short numbers that contradict every R here and, as all inequalities have room, close by: where the sum over X is
    /// below 0, each of ν may be a little more.
    pub(super) fn contradiction(&self, w: &Vector, nu: &Vector) -> Option<Decided> {
        let (w, nu) = (w.to_rationals(), nu.to_rationals());
        let (dot, of_nu) = (self.dot(&w), nu.iter().sum::<Exact>());
        let total = -(dot + of_nu);
        if total <= 0u32 {
            return None;
        }
        let spare = &total / Exact::from(4 * nu.len());
        let least = &spare / Exact::from(4u32);
        (1..=MOST_PLACES).find_map(|places| {
            let scale = (Exact::ONE << places) / &total;
            let short = |x: Exact| Exact::from(floor(&(x * &scale)));
            let w: Vec<Exact> = w.iter().map(|x| short(x.clone())).collect();
            let nu: Vec<Exact> = nu.iter().map(|x| short(x + &spare)).collect();
            let room = &least * &scale;
            let has_room = self.least_slack(&w, &nu) >= room && self.dot(&w) + nu.iter().sum::<Exact>() <= -room;
            let witness = || Witness::NoGarbling { w: w.for_witness(), nu: nu.for_witness() };
            has_room.then(|| Decided::of_functions(Verdict::Fails, witness()))
        })
    }

    /// Σ x_ik W_ik.
    fn dot(&self, w: &[Exact]) -> Exact {
        self.x.iter().flatten().zip(w).map(|(x, w)| x * w).sum()
    }

    /// The least Σ_i y_io W_ik + ν_o.
    fn least_slack(&self, w: &[Exact], nu: &[Exact]) -> Exact {
        let m = self.x.first().map_or(0, Vec::len);
        let of = |o: usize, k: usize| {
            let terms = self.y.iter().zip(w.chunks(m)).map(|(y, w)| &y[o] * &w[k]);
            terms.fold(nu[o].clone(), |sum, term| sum + term)
        };
        (0..nu.len()).flat_map(|o| (0..m).map(move |k| (o, k))).map(|(o, k)| of(o, k)).min().unwrap_or_default()
    }
}

fn floor(x: &Exact) -> Integer {
    Integer::rounding_from(x, RoundingMode::Floor).0
}
