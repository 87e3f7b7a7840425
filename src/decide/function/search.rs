//! x ≥ 0 with Φx = b as functions of t, or a Farkas vector, at one t or on a part of an interval.

use super::super::case::{Case, Reason, similarity};
use super::minimal;
use super::parts::obstacle;
use super::singular::{Feasible, feasible};
use super::witness::{Proposal, vector_json};
use crate::exact;
use crate::linear::{Functions, Partition, Poly, Vector, solve_functions};
use crate::program::{Nonnegative, nonnegative_solution};
use crate::route::Part;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial, Quotient};
use dp_verify::graph::{Family, INFINITE};
use dp_verify::limits::Budget;
use dp_verify::number::{BigInt, Fractions, Rational, Sign};
use dp_verify::report::Verdict;
use malachite::rational::Rational as Exact;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// The word operations that one solution by rational functions may take: some seconds.
pub(super) const EFFORT: u64 = 1 << 32;

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
    Inverse(Vec<Fractions<Polynomial>>),
}

/// Φx = b on the cells of a partition that is equitable for Φ and on which b is constant.
pub(super) struct Search<'c, 'a> {
    case: &'c Case<'a>,
    field: &'c Field,
    pub(super) partition: Partition,
    sizes: Vec<usize>,
    pub(super) matrix: Vec<Vec<Entry>>,
    /// b on the cells, as numerators over the denominator.
    pub(super) b: Fractions<Polynomial>,
    /// Φ^-1 b on the cells.
    pub(super) x: Fractions<Polynomial>,
    /// Φ^-1 1 on the cells, where b is another vector: the v of `regular`.
    pub(super) ones: Option<Fractions<Polynomial>>,
    /// A proof that Φ is invertible, for signs of its denominators as they are at some t; for claims that state so.
    invertible: Option<Invertible>,
    /// Φ^-1 e_K for cells K, as they are asked for.
    rows: RefCell<HashMap<usize, Fractions<Polynomial>>>,
}

impl<'c, 'a> Search<'c, 'a> {
    /// The search for x with Φx = b; `None` where Φ's entries are no powers of t, or there are too many cells.
    pub(super) fn new(case: &'c Case<'a>, field: &'c Field, b: &Fractions<Polynomial>) -> Result<Option<Self>, Reason> {
        let Some(step) = power_of_t(field) else { return Ok(None) };
        let (n, graph) = (case.nodes(), case.graph());
        // Nodes with the same b have the same label.
        let mut labels: HashMap<&Polynomial, u32> = HashMap::new();
        let label = |p| {
            let next = u32::try_from(labels.len()).unwrap_or(u32::MAX);
            Exact::from(*labels.entry(p).or_insert(next))
        };
        let labels: Vec<Exact> = b.numerators.iter().map(label).collect();
        let phi = similarity(graph, Exact::from_unsigneds(1u32, 2))?;
        let partition = Partition::coarsest_equitable(&phi, &Vector::from_rationals(&labels))
            .ok_or_else(|| Reason::new("internal: a right-hand side that does not fit the graph"))?;
        let m = partition.cells().len();
        if m > MOST_CELLS[usize::from(field.is_symbolic())] {
            return Ok(None);
        }
        let row = |cell: &Vec<usize>| -> Vec<Entry> {
            let mut counts: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); m];
            let distances = cell.first().map(|&node| graph.distances_from(node)).unwrap_or_default();
            for (node, d) in distances.into_iter().enumerate().filter(|&(_, d)| d != INFINITE) {
                *counts[partition.cell_of(node)].entry(d * step).or_insert(0) += 1;
            }
            counts.into_iter().map(|list| list.into_iter().map(|(d, count)| (count, d)).collect()).collect()
        };
        let matrix: Vec<Vec<Entry>> = partition.cells().iter().map(row).collect();
        let sizes = partition.cells().iter().map(Vec::len).collect();
        let first = |cell: &Vec<usize>| cell.first().map(|&node| b.numerators[node].clone()).unwrap_or_default();
        let numerators: Vec<Polynomial> = partition.cells().iter().map(first).collect();
        let one = Polynomial::constant(BigInt::from(1));
        let is_ones = n > 0 && b.denominator == one && numerators.iter().all(|x| *x == one);
        let mut sides = vec![numerators.clone()];
        if !is_ones {
            sides.push(vec![one; m]);
        }
        let part = Part::begin("rational functions");
        let sides: Vec<Vec<Poly>> = sides.iter().map(|side| side.iter().map(poly).collect()).collect();
        let solved = solve_functions(&matrix, &sides, EFFORT);
        part.end(format_args!("{m} cells"));
        let Ok(solved) = solved else { return Ok(None) };
        let mut solved = solved.iter().map(functions);
        let Some(mut x) = solved.next() else { return Ok(None) };
        let limits = case.limits;
        let steps = Budget::new(limits.steps);
        let bounds = Bounds::new(limits, &steps);
        x.denominator = x.denominator.times(&b.denominator, &bounds).map_err(|why| obstacle(&why))?;
        let b = Fractions { denominator: b.denominator.clone(), numerators };
        let ones = solved.next();
        let rows = RefCell::default();
        Ok(Some(Self { case, field, partition, sizes, matrix, b, x, ones, invertible: None, rows }))
    }

    /// With a proof that Φ is invertible, on graphs of a structure that has one and on small ones.
    pub(super) fn with_inverse(mut self) -> Self {
        let (n, graph) = (self.case.nodes(), self.case.graph());
        self.invertible = match graph.family() {
            Family::Hamming { .. } | Family::Complete => Some(Invertible::Structure),
            _ if n > INVERTED_NODES && !self.case.asks_for_unique() => None,
            _ => power_of_t(self.field).and_then(|step| {
                let entry = |d: u32| if d == INFINITE { Vec::new() } else { vec![(1, d * step)] };
                let row = |i| graph.distances_from(i).into_iter().map(entry).collect();
                let matrix: Vec<Vec<Entry>> = (0..n).map(row).collect();
                let unit = |k| (0..n).map(|i| if i == k { vec![1.into()] } else { Vec::new() }).collect();
                let sides: Vec<Vec<Poly>> = (0..n).map(unit).collect();
                let columns = solve_functions(&matrix, &sides, EFFORT).ok()?;
                Some(Invertible::Inverse(columns.iter().map(functions).collect()))
            }),
        };
        self
    }

    /// The proof at this t; `None` where Φ is singular.
    fn inverse(&self, here: &Here) -> Result<Option<Value>, Reason> {
        let columns = match &self.invertible {
            None => return Ok(None),
            Some(Invertible::Structure) => return Ok(Some(json!({ "structure": "hamming" }))),
            Some(Invertible::Inverse(columns)) => columns,
        };
        let mut list = Vec::with_capacity(columns.len());
        for column in columns {
            match here.sign(&column.denominator)? {
                Sign::NoSign => return Ok(None),
                sign => list.push(vector_json(&oriented(column, sign))),
            }
        }
        Ok(Some(json!({ "inverse": list })))
    }

    /// x ≥ 0, or w with Φw ≥ 0 and b·w < 0, called `name` and `w`; what is seen at t, or at one t of the interval.
    pub(super) fn propose(&self, point: &Point, name: &str) -> Result<Proposal, Reason> {
        let limits = self.case.limits;
        let steps = Budget::new(limits.steps);
        let bounds = Bounds::new(limits, &steps);
        let here = Here::new(point, &bounds)?;
        let d = here.sign(&self.x.denominator)?;
        let v = match &self.ones {
            None => None,
            Some(v) => Some((v, here.sign(&v.denominator)?)),
        };
        if d == Sign::NoSign || v.is_some_and(|(_, sign)| sign == Sign::NoSign) {
            return self.singular(point, name, &here);
        }
        let Some(k) = self.most_negative(&here, d)? else {
            let holds = Proposal::new(Verdict::Holds).vector(name, &self.spread(&oriented(&self.x, d)));
            return Ok(match (v, self.inverse(&here)?) {
                (Some((v, sign)), _) => holds.vector("v", &self.spread(&oriented(v, sign))),
                // b = 1 is a prior on one node: y is its own v.
                (None, _) if name == "y" => holds.vector("v", &self.spread(&oriented(&self.x, d))),
                (None, Some(proof)) => holds.part("invertible", proof),
                (None, None) => holds,
            });
        };
        let row = self.row(k)?;
        match here.sign(&row.denominator)? {
            Sign::NoSign => self.singular(point, name, &here),
            sign => {
                let fails = Proposal::new(Verdict::Fails).vector("w", &self.spread(&oriented(&row, sign)));
                Ok(match (&self.ones, self.inverse(&here)?) {
                    (None, Some(proof)) => {
                        fails.vector(name, &self.spread(&oriented(&self.x, d))).part("invertible", proof)
                    }
                    _ => fails,
                })
            }
        }
    }

    /// A cell whose x is negative: one whose row is known, if there is one, else the least.
    fn most_negative(&self, here: &Here, d: Sign) -> Result<Option<usize>, Reason> {
        let mut negative = Vec::new();
        for (k, x) in self.x.numerators.iter().enumerate() {
            let sign = here.sign(x)?;
            if sign != Sign::NoSign && sign != d {
                negative.push(k);
            }
        }
        let known = self.rows.borrow();
        Ok(negative.iter().copied().find(|k| known.contains_key(k)).or(negative.first().copied()))
    }

    /// Φ^-1 e_K.
    fn row(&self, k: usize) -> Result<Fractions<Polynomial>, Reason> {
        if let Some(row) = self.rows.borrow().get(&k) {
            return Ok(row.clone());
        }
        let unit = (0..self.sizes.len()).map(|c| if c == k { vec![1.into()] } else { Vec::new() }).collect();
        let solved = solve_functions(&self.matrix, &[unit], EFFORT).map_err(|why| Reason::new(why.to_string()))?;
        let row = solved.first().map(functions).ok_or_else(|| Reason::new("internal: no solution"))?;
        self.rows.borrow_mut().insert(k, row.clone());
        Ok(row)
    }

    /// At one α where Φ is singular, or seems to be.
    fn singular(&self, point: &Point, name: &str, here: &Here) -> Result<Proposal, Reason> {
        if let Point::Interval(_) = point {
            return Err(Reason::new("internal: Φ is singular on an interval"));
        }
        if let Some(w) = self.kernel(here)? {
            return Ok(Proposal::new(Verdict::Fails).vector("w", &self.spread(&w)));
        }
        if let Point::Rational(t) = point {
            return self.at_rational(t, name, here);
        }
        let bounds = here.bounds;
        let local = self.field.at(minimal::simplest(point.clone(), bounds));
        let entry = |entry: &Entry| {
            let mut coefficients = Vec::new();
            for &(count, exponent) in entry {
                let place = exponent as usize;
                if coefficients.len() <= place {
                    coefficients.resize(place + 1, BigInt::from(0));
                }
                coefficients[place] += count;
            }
            local.simplest(whole(Polynomial::new(coefficients)), bounds)
        };
        let matrix = self.matrix.iter().map(|row| row.iter().map(entry).collect::<Result<Vec<_>, _>>());
        let matrix = matrix.collect::<Result<Vec<_>, _>>().map_err(|why| obstacle(&why))?;
        let over = |x: &Polynomial| {
            local.simplest(Quotient { numerator: x.clone(), denominator: self.b.denominator.clone() }, bounds)
        };
        let rhs = self.b.numerators.iter().map(over).collect::<Result<Vec<_>, _>>().map_err(|why| obstacle(&why))?;
        match feasible(&matrix, &rhs, &local, bounds).map_err(|why| obstacle(&why))? {
            Feasible::Solution(x) => {
                let holds = Proposal::new(Verdict::Holds).vector(name, &self.spread(&common(&x, here)?));
                if self.ones.is_none() {
                    return Ok(holds);
                }
                // Σx is the same for all solutions where some v has Φv = 1.
                let ones = vec![Quotient::constant(&Rational::from(BigInt::from(1))); matrix.len()];
                match feasible(&matrix, &ones, &local, bounds).map_err(|why| obstacle(&why))? {
                    Feasible::Solution(v) => Ok(holds.vector("v", &self.spread(&common(&v, here)?))),
                    Feasible::None(_) => Err(Reason::new(
                        "the least Σy at an α where Φ is singular: this version does not search for it",
                    )),
                }
            }
            Feasible::None(w) => {
                // On the nodes each cell shares its entry.
                let share = |(x, &size): (&Quotient, &usize)| Quotient {
                    numerator: x.numerator.clone(),
                    denominator: x
                        .denominator
                        .plus(&Polynomial::default())
                        .scaled(&BigInt::from(size), bounds)
                        .unwrap_or_default(),
                };
                let w: Vec<Quotient> = w.iter().zip(&self.sizes).map(share).collect();
                Ok(Proposal::new(Verdict::Fails).vector("w", &self.spread(&common(&w, here)?)))
            }
        }
    }

    /// A vector in the kernel of Φ that is not orthogonal to b, among those that the poles of x and its rows give: where
    /// D vanishes, ΦN = D·b = 0.
    fn kernel(&self, here: &Here) -> Result<Option<Fractions<Polynomial>>, Reason> {
        let rows: Vec<Fractions<Polynomial>> = self.rows.borrow().values().cloned().collect();
        for x in [&self.x].into_iter().chain(&rows) {
            if here.sign(&x.denominator)? != Sign::NoSign {
                continue;
            }
            let mut separation = Polynomial::default();
            for ((x, b), &size) in x.numerators.iter().zip(&self.b.numerators).zip(&self.sizes) {
                let term = x.times(b, here.bounds).and_then(|p| p.scaled(&BigInt::from(size), here.bounds));
                separation = separation.plus(&term.map_err(|why| obstacle(&why))?);
            }
            let numerators = match here.sign(&separation)? {
                Sign::NoSign => continue,
                Sign::Minus => x.numerators.clone(),
                Sign::Plus => x.numerators.iter().map(Polynomial::negative).collect(),
            };
            return Ok(Some(Fractions { denominator: Polynomial::constant(BigInt::from(1)), numerators }));
        }
        Ok(None)
    }

    /// By the search for rational α.
    fn at_rational(&self, t: &Rational, name: &str, here: &Here) -> Result<Proposal, Reason> {
        let value = |p: &Polynomial| match p.evaluate(t, here.bounds) {
            Ok(x) => Ok(exact::rational(&x)),
            Err(why) => Err(obstacle(&why)),
        };
        let alpha = value(&self.field.alpha.numerator)? / value(&self.field.alpha.denominator)?;
        let phi = similarity(self.case.graph(), alpha)?;
        let (b, over) = (self.spread(&self.b), value(&self.b.denominator)?);
        let entries = b.numerators.iter().map(|p| Ok(value(p)? / &over));
        let b = Vector::from_rationals(&entries.collect::<Result<Vec<_>, Reason>>()?);
        let answer =
            nonnegative_solution(&phi, &b).ok_or_else(|| Reason::new("internal: the search refused its input"))?;
        let constant = |x: &Vector| {
            let x = exact::fractions(x);
            x.functions()
        };
        Ok(match &answer.outcome {
            Nonnegative::Found { y, v } => {
                let holds = Proposal::new(Verdict::Holds).vector(name, &constant(y));
                if self.ones.is_some() { holds.vector("v", &constant(v)) } else { holds }
            }
            Nonnegative::None { w } => Proposal::new(Verdict::Fails).vector("w", &constant(w)),
        })
    }

    pub(super) fn spread(&self, x: &Fractions<Polynomial>) -> Fractions<Polynomial> {
        let entry = |node| x.numerators[self.partition.cell_of(node)].clone();
        Fractions { denominator: x.denominator.clone(), numerators: (0..self.case.nodes()).map(entry).collect() }
    }
}

/// k where α = t^k.
pub(super) fn power_of_t(field: &Field) -> Option<u32> {
    let Quotient { numerator, denominator } = &field.alpha;
    let (last, rest) = numerator.coefficients().split_last()?;
    let one = BigInt::from(1);
    let power = *last == one && rest.iter().all(|c| *c == BigInt::from(0)) && !rest.is_empty();
    (power && denominator.degree() == 0 && denominator.leading() == one).then(|| u32::try_from(rest.len()).ok())?
}

/// Where signs are looked at: t, or one rational of an interval.
struct Here<'a> {
    point: Point,
    bounds: &'a Bounds<'a>,
}

impl<'a> Here<'a> {
    fn new(point: &Point, bounds: &'a Bounds<'a>) -> Result<Self, Reason> {
        let point = match point {
            Point::Interval(interval) => Point::Rational(interval.sample(bounds).map_err(|why| obstacle(&why))?),
            point => point.clone(),
        };
        Ok(Self { point, bounds })
    }

    fn sign(&self, p: &Polynomial) -> Result<Sign, Reason> {
        self.point.sign(p, self.bounds).map_err(|why| obstacle(&why))
    }
}

fn whole(p: Polynomial) -> Quotient {
    Quotient { numerator: p, denominator: Polynomial::constant(BigInt::from(1)) }
}

/// The same with a denominator that is positive where it had this sign.
pub(super) fn oriented(x: &Fractions<Polynomial>, sign: Sign) -> Fractions<Polynomial> {
    match sign {
        Sign::Minus => Fractions {
            denominator: x.denominator.negative(),
            numerators: x.numerators.iter().map(Polynomial::negative).collect(),
        },
        _ => x.clone(),
    }
}

/// Over the product of all different denominators, which are positive.
fn common(x: &[Quotient], here: &Here) -> Result<Fractions<Polynomial>, Reason> {
    let times = |x: &Polynomial, y: &Polynomial| x.times(y, here.bounds).map_err(|why| obstacle(&why));
    let mut different: Vec<&Polynomial> = Vec::new();
    for entry in x {
        if !different.contains(&&entry.denominator) {
            different.push(&entry.denominator);
        }
    }
    let product = |without: Option<&Polynomial>| {
        let mut factors = different.iter().filter(|d| Some(**d) != without);
        factors.try_fold(Polynomial::constant(BigInt::from(1)), |product, d| times(&product, d))
    };
    let numerators = x.iter().map(|entry| times(&entry.numerator, &product(Some(&entry.denominator))?));
    Ok(Fractions { numerators: numerators.collect::<Result<_, _>>()?, denominator: product(None)? })
}

pub(super) fn poly(p: &Polynomial) -> Poly {
    p.coefficients().iter().map(exact::integer).collect()
}

pub(super) fn functions(x: &Functions) -> Fractions<Polynomial> {
    let polynomial = |p: &Poly| Polynomial::new(p.iter().map(exact::bigint).collect());
    Fractions { denominator: polynomial(&x.denominator), numerators: x.numerators.iter().map(polynomial).collect() }
}
