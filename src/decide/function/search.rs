//! x ≥ 0 with Φx = b as functions of t, or a Farkas vector, at one t or on a part of an interval.

use super::sample::samples;
use crate::decide::case::{Case, Reason, similarity};
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::graph::INFINITE;
use crate::linear::{Functions, Partition, Poly, Refusal, Vector, solve_functions_sharing};
use crate::statement::Decided;
use crate::timing::Part;
use dp_kernel::{Invertible as Proof, Unique, Verdict, Witness};
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial, Polynomials as _, Quotient};
use dp_verify::graph::Family;
use dp_verify::model::{Claim, Kind};
use dp_verify::number::{BigInt, Fractions};
use malachite::rational::Rational as Exact;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

/// The word operations that one solution by rational functions may take: some seconds.
pub(super) const EFFORT: u64 = 1 << 32;

/// The word operations that all further solutions for one claim may take.
const SHARED_EFFORT: u64 = 1 << 33;

/// The most cells for which they are tried at one α, where larger systems have other proofs, and on an interval.
const MOST_CELLS: [usize; 2] = [64, 160];

/// An entry of Φ on the cells: Σ count·t^exponent.
pub(super) type Entry = Vec<(u64, u32)>;

/// The most nodes whose Φ is proved invertible by its inverse without being asked for.
const INVERTED_NODES: usize = 12;

/// Why Φ is invertible.
enum Invertible {
    /// A Hamming or complete graph.
    Structure,
    /// The columns of its inverse.
    Inverse(Vec<Fractions>),
}

/// Φx = b on the cells of a partition that is equitable for Φ and on which b is constant.
pub(in crate::decide) struct Search<'c, 'a> {
    pub(super) case: &'c Case<'a>,
    pub(super) field: &'c Field,
    pub(super) partition: Partition,
    pub(super) sizes: Vec<usize>,
    pub(super) matrix: Vec<Vec<Entry>>,
    /// b on the cells, as numerators over the denominator.
    pub(super) b: Fractions,
    /// Φ^-1 b on the cells.
    pub(super) x: Fractions,
    /// Φ^-1 1 on the cells, where b is another vector: the v of `regular`.
    pub(super) ones: Option<Fractions>,
    /// A proof that Φ is invertible, for signs of its denominators as they are at some t; for claims that state so.
    invertible: Option<Invertible>,
    /// Φ^-1 e_K for cells K, as they are asked for.
    pub(super) rows: RefCell<HashMap<usize, Fractions>>,
    /// What is left of [`SHARED_EFFORT`].
    effort: Cell<u64>,
    /// What is left of the steps for the signs of all proposals.
    pub(super) steps: Counted,
}

impl<'c, 'a> Search<'c, 'a> {
    /// The search for x with Φx = b; `None` where Φ's entries are no powers of t, or there are too many cells.
    pub(in crate::decide) fn new(case: &'c Case<'a>, field: &'c Field, b: &Fractions) -> Result<Option<Self>, Reason> {
        let Some(step) = power_of_t(field) else { return Ok(None) };
        let (n, graph) = (case.nodes(), case.graph());
        // Nodes with the same b have the same label.
        let mut labels: HashMap<&Polynomial, u32> = HashMap::new();
        let label = |p| {
            let next = u32::try_from(labels.len()).unwrap_or(u32::MAX);
            Exact::from(*labels.entry(p).or_insert(next))
        };
        let labels: Vec<Exact> = b.numerators.iter().map(label).collect();
        let phi = similarity(graph, Exact::from_unsigneds(1u32, 2), case.limits)?;
        let partition = Partition::coarsest_equitable(&phi, &Vector::from_rationals(&labels))
            .ok_or_else(|| Reason::new("a right-hand side that does not fit the graph"))?;
        let m = partition.cells().len();
        if m > MOST_CELLS[usize::from(field.is_symbolic())] {
            return Ok(None);
        }
        let row = |cell: &Vec<usize>| -> Vec<Entry> {
            let mut counts: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); m];
            let distances = cell.first().map(|&node| crate::graph::distances_from(graph, node)).unwrap_or_default();
            for (node, d) in distances.into_iter().enumerate().filter(|&(_, d)| d != INFINITE) {
                *counts[partition.cell_of(node)].entry(d * step).or_insert(0) += 1;
            }
            counts.into_iter().map(|list| list.into_iter().map(|(d, count)| (count, d)).collect()).collect()
        };
        let matrix: Vec<Vec<Entry>> = partition.cells().iter().map(row).collect();
        let sizes = partition.cells().iter().map(Vec::len).collect();
        let first = |cell: &Vec<usize>| cell.first().map(|&node| b.numerators[node].clone()).unwrap_or_default();
        let numerators: Vec<Polynomial> = partition.cells().iter().map(first).collect();
        let one = Polynomial::from(BigInt::from(1));
        let is_ones = n > 0 && b.denominator == one && numerators.iter().all(|x| *x == one);
        let mut sides = vec![numerators.clone()];
        if !is_ones {
            sides.push(vec![one; m]);
        }
        let part = Part::begin("rational functions");
        let sides: Vec<Vec<Poly>> = sides.iter().map(|side| side.iter().map(poly).collect()).collect();
        let solved = solve_functions_sharing(&matrix, &sides, &mut EFFORT.clone());
        part.end(format_args!("{m} cells"));
        let Ok(solved) = solved else { return Ok(None) };
        let mut solved = solved.iter().map(functions);
        let Some(mut x) = solved.next() else { return Ok(None) };
        let limits = case.limits;
        let steps = Counted::new(limits.steps);
        let bounds = Bounds::new(limits, &steps);
        x.denominator = x.denominator.times(&b.denominator, &bounds)?;
        let b = Fractions { denominator: b.denominator.clone(), numerators };
        let ones = solved.next();
        let (rows, effort, steps) = (RefCell::default(), Cell::new(SHARED_EFFORT), Counted::new(limits.steps));
        let invertible = None;
        Ok(Some(Self { case, field, partition, sizes, matrix, b, x, ones, invertible, rows, effort, steps }))
    }

    /// Solutions of M(t)x = b(t), of the effort that all of them share.
    pub(super) fn solve(&self, matrix: &[Vec<Entry>], sides: &[Vec<Poly>]) -> Result<Vec<Functions>, Reason> {
        let mut left = self.effort.get();
        let solved = solve_functions_sharing(matrix, sides, &mut left);
        self.effort.set(left);
        solved.map_err(|why| match why {
            Refusal::TooMuch(_) => Reason::new(format!(
                "the search effort: its rational functions take over {SHARED_EFFORT} word operations"
            )),
            why => Reason::new(why.to_string()),
        })
    }

    /// With a proof that Φ is invertible, on graphs of a structure that has one and on small ones.
    pub(super) fn with_inverse(mut self) -> Self {
        let (n, graph) = (self.case.nodes(), self.case.graph());
        self.invertible = match graph.family() {
            Family::Hamming { .. } | Family::Complete => Some(Invertible::Structure),
            _ if n > INVERTED_NODES && !self.case.asks_for_unique() => None,
            _ => power_of_t(self.field).and_then(|step| {
                let entry = |d: u32| if d == INFINITE { Vec::new() } else { vec![(1, d * step)] };
                let row = |i| crate::graph::distances_from(graph, i).into_iter().map(entry).collect();
                let matrix: Vec<Vec<Entry>> = (0..n).map(row).collect();
                let unit = |k| (0..n).map(|i| if i == k { vec![1.into()] } else { Vec::new() }).collect();
                let sides: Vec<Vec<Poly>> = (0..n).map(unit).collect();
                let columns = self.solve(&matrix, &sides).ok()?;
                Some(Invertible::Inverse(columns.iter().map(functions).collect()))
            }),
        };
        self
    }

    /// The proof at this t; `None` where Φ is singular.
    fn inverse(&self, here: &Here) -> Result<Option<Proof>, Reason> {
        let columns = match &self.invertible {
            None => return Ok(None),
            Some(Invertible::Structure) => return Ok(Some(Proof::Hamming)),
            Some(Invertible::Inverse(columns)) => columns,
        };
        let mut list = Vec::with_capacity(columns.len());
        for column in columns {
            match here.sign(&column.denominator)? {
                Ordering::Equal => return Ok(None),
                sign => list.push(oriented(column, sign).for_witness()),
            }
        }
        Ok(Some(Proof::Inverse(list)))
    }

    /// x ≥ 0, or w with Φw ≥ 0 and b·w < 0, as a witness of `tight-constraints-exist` or `regular`; what is seen at t,
    /// or at one t of the interval.
    ///
    /// On an interval Φ is singular at finitely many t at most, as det Φ = 1 at t = 0. The t at which signs are looked
    /// at is none of these, and no zero of another denominator: after as many samples as there are such numbers, one
    /// is found.
    pub(in crate::decide) fn propose(&self, claim: &Claim, point: &Point) -> Result<Decided, Reason> {
        let bounds = Bounds::new(self.case.limits, &self.steps);
        let Point::Interval(interval) = point else {
            let here = Here { claim, point: point.clone(), bounds: &bounds };
            return match self.regular_at(&here)? {
                Some(proposal) => Ok(proposal),
                None => self.singular(&here),
            };
        };
        for t in samples(interval, &bounds)? {
            let here = Here { claim, point: Point::Rational(t), bounds: &bounds };
            if !self.has_pole(&here)?
                && let Some(proposal) = self.regular_at(&here)?
            {
                return Ok(proposal);
            }
        }
        Err(Reason::new("the search effort: at every α that was tried some denominator vanishes"))
    }

    /// Whether a denominator that is known vanishes at t.
    fn has_pole(&self, here: &Here) -> Result<bool, Reason> {
        let rows = self.rows.borrow();
        let inverse = match &self.invertible {
            Some(Invertible::Inverse(columns)) => &columns[..],
            _ => &[],
        };
        let all = [&self.x].into_iter().chain(&self.ones).chain(inverse).chain(rows.values());
        for x in all {
            if here.sign(&x.denominator)? == Ordering::Equal {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The proposal at one t; `None` where the denominator of a solution vanishes.
    fn regular_at(&self, here: &Here) -> Result<Option<Decided>, Reason> {
        let d = here.sign(&self.x.denominator)?;
        let v = match &self.ones {
            None => None,
            Some(v) => Some((v, here.sign(&v.denominator)?)),
        };
        if d == Ordering::Equal || v.is_some_and(|(_, sign)| sign == Ordering::Equal) {
            return Ok(None);
        }
        let Some(k) = self.most_negative(here, d)? else {
            let x = self.spread(&oriented(&self.x, d));
            // b = 1 is a prior on one node: y is its own v.
            let v = v.map(|(v, sign)| self.spread(&oriented(v, sign)));
            return Ok(Some(here.holds(&x, v.as_ref().unwrap_or(&x), self.inverse(here)?)));
        };
        let row = self.row(k)?;
        let sign = here.sign(&row.denominator)?;
        if sign == Ordering::Equal {
            return Ok(None);
        }
        let w = self.spread(&oriented(&row, sign)).for_witness();
        let proof = if here.is_regular() { None } else { self.inverse(here)? };
        let solution = proof.map(|proof| (self.spread(&oriented(&self.x, d)).for_witness(), proof));
        Ok(Some(Decided::of_functions(Verdict::Fails, Witness::Separating { w, solution })))
    }

    /// A cell whose x is negative: one whose row is known, if there is one, else the least.
    fn most_negative(&self, here: &Here, d: Ordering) -> Result<Option<usize>, Reason> {
        let mut negative = Vec::new();
        for (k, x) in self.x.numerators.iter().enumerate() {
            let sign = here.sign(x)?;
            if sign != Ordering::Equal && sign != d {
                negative.push(k);
            }
        }
        let known = self.rows.borrow();
        Ok(negative.iter().copied().find(|k| known.contains_key(k)).or(negative.first().copied()))
    }

    /// Φ^-1 e_K.
    fn row(&self, k: usize) -> Result<Fractions, Reason> {
        if let Some(row) = self.rows.borrow().get(&k) {
            return Ok(row.clone());
        }
        let unit = (0..self.sizes.len()).map(|c| if c == k { vec![1.into()] } else { Vec::new() }).collect();
        let solved = self.solve(&self.matrix, &[unit])?;
        let row = solved.first().map(functions).ok_or_else(|| Reason::new("a system without an equation"))?;
        self.rows.borrow_mut().insert(k, row.clone());
        Ok(row)
    }

    pub(super) fn spread(&self, x: &Fractions) -> Fractions {
        let entry = |node| x.numerators[self.partition.cell_of(node)].clone();
        Fractions { denominator: x.denominator.clone(), numerators: (0..self.case.nodes()).map(entry).collect() }
    }
}

pub(super) fn out_of_reach() -> Reason {
    Reason::new("rational functions of this size are out of reach")
}

/// A Farkas vector that refutes.
pub(super) fn separated(w: &impl ForWitness) -> Decided {
    Decided { of_t: true, ..Decided::separating(w) }
}

/// k where α = t^k.
pub(super) fn power_of_t(field: &Field) -> Option<u32> {
    let Quotient { numerator, denominator } = field.base.as_ref()?;
    let power = numerator.power_of_t().filter(|_| numerator.terms().is_none() && *denominator == Polynomial::ONE);
    power.and_then(|k| u32::try_from(k).ok())
}

/// Where signs are looked at, one t, and for which claim.
pub(super) struct Here<'a> {
    pub(super) claim: &'a Claim,
    pub(super) point: Point,
    pub(super) bounds: &'a Bounds<'a>,
}

impl Here<'_> {
    /// That x ≥ 0 solves, with Φv = 1 for `regular`, and perhaps a proof that Φ is invertible for
    /// `tight-constraints-exist`.
    pub(super) fn holds<V: ForWitness>(&self, x: &V, v: &V, proof: Option<Proof>) -> Decided {
        let x = x.for_witness();
        let witness = if self.is_regular() {
            Witness::Representation { y: x, v: v.for_witness() }
        } else {
            Witness::Weighting { z: x, unique: proof.map_or(Unique::Open, Unique::Invertible) }
        };
        Decided::of_functions(Verdict::Holds, witness)
    }

    pub(super) fn is_regular(&self) -> bool {
        self.claim.kind == Kind::Regular
    }

    pub(super) fn sign(&self, p: &Polynomial) -> Result<Ordering, Reason> {
        self.bounds.run(|| algebra::sign(&self.point, p)).map_err(Reason::from)
    }
}

/// The same with a denominator that is positive where it had this sign.
pub(super) fn oriented(x: &Fractions, sign: Ordering) -> Fractions {
    match sign {
        Ordering::Less => {
            Fractions { denominator: -&x.denominator, numerators: x.numerators.iter().map(|x| -x).collect() }
        }
        _ => x.clone(),
    }
}

pub(super) fn poly(p: &Polynomial) -> Poly {
    p.coefficients().iter().map(exact::integer).collect()
}

pub(super) fn functions(x: &Functions) -> Fractions {
    let polynomial = |p: &Poly| Polynomial::polynomial(p.iter().map(exact::bigint).collect());
    Fractions { denominator: polynomial(&x.denominator), numerators: x.numerators.iter().map(polynomial).collect() }
}
