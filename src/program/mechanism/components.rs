//! The program, component by component.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use rayon::prelude::*;

use super::flow::{Amount, Arcs, Routed, route};
use super::near_one::proposal;
use super::pricing::{Cone, Least, product};
use super::problem::{Dual, Effort, Multipliers, Optimum, Program, Refusal, has_length};
use super::ray_simplex::{ConeProgram, Proposal, Solved, Unsolved};
use super::vertex::{Columns, to_vertex};
use crate::effort::here;
use crate::graph;
use crate::linear::Vector;
use crate::timing::Part;

/// A component: its nodes in order, and its program on them.
pub(super) struct Component {
    pub(super) nodes: Vec<usize>,
    pub(super) program: ConeProgram,
}

/// What a price vector is to one guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Priced {
    /// λ − c_w is nonnegative on the cone, by these multipliers.
    Covered(Multipliers),
    /// A column c ≥ 0 with α c_i ≤ c_h along each arc and (λ − c_w)·c < 0.
    Exceeded(Vector),
}

/// The optimum, a vertex where it is attained, and a dual of the same value.
///
/// Cost: mostly float exchanges of n² steps and a pricing of a few flows for each guess and round; then an elimination
/// modulo a prime and four liftings of n×n systems for each exact exchange, of which there are few.
///
/// # Errors
///
/// If the program is none, or the effort is used up.
pub fn optimum(program: &Program, effort: Effort) -> Result<Optimum, Refusal> {
    program.check()?;
    let mut mechanism = vec![vec![Rational::ZERO; program.gains.len()]; program.nodes()];
    let mut dual = WholeDual::new(program);
    for component in components(program) {
        let (solved, columns) = component.optimum(effort)?;
        for (guess, column) in columns {
            component.nodes.iter().enumerate().for_each(|(k, &i)| mechanism[i][guess] = column.entry(k));
        }
        if !dual.add(&component, &solved.lambda, &solved.potentials) {
            return Err(Refusal::Effort);
        }
    }
    let dual = dual.finish();
    let mechanism = mechanism.iter().map(|row| Vector::from_rationals(row)).collect();
    Ok(Optimum { value: dual.lambda.total(), mechanism, dual })
}

/// An optimal basis of one component, which says the optimum also at other α near by: its columns are rays c_i = α^p_i,
/// for whole numbers p, the potentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The component's nodes, in order; potentials are for these.
    pub nodes: Vec<usize>,
    /// As many columns as nodes: a guess and the ray's potentials.
    pub columns: Vec<(usize, Vec<u32>)>,
    /// For each guess the potentials at which (λ − c_w)·c / c_first is least, and what may be short multipliers: see
    /// [`bases`].
    pub least: Vec<(Vec<u32>, Option<Short>)>,
}

/// Multipliers of few digits.
pub(super) type Short = Vec<((usize, usize), Rational)>;

/// An optimal basis of each component, for α < 1, with `least` where multipliers are wanted: in as many binary places
/// as are asked for, if they have room by then. The search starts from the bases of the programs before, which are at
/// other α (see `near_one::before`).
///
/// # Errors
///
/// As [`optimum`]; and at α = 1, where there is no such basis.
pub fn bases(
    program: &Program,
    before: &[Program],
    effort: Effort,
    wanted: Option<Places>,
) -> Result<Vec<Basis>, Refusal> {
    program.check()?;
    let earlier = before.iter().map(|program| program.check().map(|()| components(program)));
    let earlier = earlier.collect::<Result<Vec<_>, _>>()?;
    let basis = |(place, component): (usize, Component)| {
        let before: Vec<&ConeProgram> = earlier.iter().map(|all| &all[place].program).collect();
        let solved = component.solved(&before, effort)?;
        let from_first = |(w, start): (usize, &Vec<u32>)| {
            let least = component.least(&solved.lambda, w, start);
            let short = match wanted {
                Some(Places::UpTo(most)) if least.value > 0 => component.short(&solved.lambda, w, &least, 1, most),
                _ => None,
            };
            (least.potentials, short)
        };
        let guesses = solved.potentials.iter().enumerate().filter(|_| wanted.is_some());
        let least = guesses.map(from_first).collect();
        if solved.basis.len() == component.nodes.len() {
            Ok(Basis { columns: solved.basis, least, nodes: component.nodes })
        } else {
            Err(Refusal::Alpha)
        }
    };
    components(program).into_iter().enumerate().map(basis).collect()
}

/// What multipliers are wanted beside a basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Those that are functions of α alone.
    Exact,
    /// For guesses with room, rationals of no more binary places beside them.
    UpTo(u64),
}

/// Carries demands that add up to 0 along the arcs of a component on which its potentials grow by their lengths: the
/// arcs with what they carry, all ≥ 0, or `None` where that can't be.
pub fn carried<T: Amount>(
    (neighbours, lengths): (&[Vec<usize>], &[Vec<u32>]),
    nodes: &[usize],
    potentials: &[u32],
    demand: Vec<T>,
) -> Option<Vec<((usize, usize), T)>> {
    let place = |h: &usize| nodes.binary_search(h).ok();
    let lists: Vec<Vec<usize>> = nodes.iter().map(|&i| neighbours[i].iter().filter_map(place).collect()).collect();
    let arcs = Arcs::new(&lists);
    let length = |i: usize, h: usize| crate::graph::length(neighbours, lengths, (nodes[i], nodes[h]));
    let open: Vec<bool> = arcs.ends.iter().map(|&(i, h)| potentials[h] == potentials[i] + length(i, h)).collect();
    match route(&arcs, &open, demand) {
        Routed::Flow(flow) => {
            let ends = arcs.ends.iter().map(|&(i, h)| (nodes[i], nodes[h]));
            Some(ends.zip(flow).filter(|(_, y)| *y > T::default()).collect())
        }
        Routed::Cut(_) => None,
    }
}

/// A dual in the making.
pub(super) struct WholeDual {
    lambda: Vec<Rational>,
    multipliers: Vec<Multipliers>,
}

impl WholeDual {
    pub(super) fn new(program: &Program) -> Self {
        Self {
            lambda: vec![Rational::ZERO; program.nodes()],
            multipliers: vec![Multipliers::default(); program.gains.len()],
        }
    }

    /// Adds a component's prices, in units of its gains' denominator, with all multipliers; whether there are any.
    pub(super) fn add(&mut self, component: &Component, lambda: &Vector, potentials: &[Vec<u32>]) -> bool {
        let unit = Rational::from(&component.program.denominator);
        component.nodes.iter().enumerate().for_each(|(k, &i)| self.lambda[i] = lambda.entry(k) / &unit);
        let meter = here();
        let covered = |(w, start): (usize, &Vec<u32>)| {
            meter.run(|| {
                let least = component.least(lambda, w, start);
                (least.value >= 0).then(|| component.shortest(lambda, w, &least))
            })
        };
        let found: Option<Vec<Multipliers>> = potentials.par_iter().enumerate().map(covered).collect();
        let Some(found) = found.filter(|found| found.len() == self.multipliers.len()) else { return false };
        for (whole, part) in self.multipliers.iter_mut().zip(found) {
            whole.nodes.extend(part.nodes);
            whole.arcs.extend(part.arcs);
        }
        true
    }

    pub(super) fn finish(self) -> Dual {
        Dual { lambda: Vector::from_rationals(&self.lambda), multipliers: self.multipliers }
    }
}

/// Whether prices λ cover one guess, with the proof either way: λ is a dual solution iff they cover all.
///
/// Cost: a few flows for each component.
///
/// # Errors
///
/// If the program is none, λ does not have n entries, or there is no such guess.
pub fn multipliers(program: &Program, lambda: &Vector, guess: usize) -> Result<Priced, Refusal> {
    program.check()?;
    has_length(0, lambda, program.nodes())?;
    if guess >= program.gains.len() {
        return Err(Refusal::Guess { guess });
    }
    let mut found = Multipliers::default();
    for component in components(program) {
        let lambda = component.prices(lambda);
        let least = component.least(&lambda, guess, &vec![0; component.nodes.len()]);
        if least.value < 0 {
            let mut column = vec![Integer::ZERO; program.nodes()];
            component.nodes.iter().zip(least.ray).for_each(|(&i, entry)| column[i] = entry);
            return Ok(Priced::Exceeded(Vector::integral(column)));
        }
        let part = component.multipliers(&lambda, &least);
        found.nodes.extend(part.nodes);
        found.arcs.extend(part.arcs);
    }
    Ok(Priced::Covered(found))
}

/// The components of the graph, each with its program.
pub(super) fn components(program: &Program) -> Vec<Component> {
    let arcs = program.neighbours.iter().enumerate().flat_map(|(i, list)| list.iter().map(move |&h| (i, h)));
    let component = |nodes: Vec<usize>| {
        let place = |h: &usize| nodes.binary_search(h).ok();
        let list = |&i: &usize| program.neighbours[i].iter().filter_map(place).collect();
        let lists: Vec<Vec<usize>> = nodes.iter().map(list).collect();
        let arcs = Arcs::new(&lists);
        let length = |&(i, h): &(usize, usize)| program.length((nodes[i], nodes[h]));
        let lengths = if program.lengths.is_empty() { Vec::new() } else { arcs.ends.iter().map(length).collect() };
        let cone = Cone::new(arcs, lengths, &program.alpha);
        Component { program: cone_program(program, cone, &nodes), nodes }
    };
    graph::components(program.nodes(), arcs).into_iter().map(component).collect()
}

fn cone_program(program: &Program, cone: Cone, nodes: &[usize]) -> ConeProgram {
    let common = |sum: Integer, gains: &Vector| {
        Integer::from(sum.unsigned_abs_ref().lcm(gains.denominator().unsigned_abs_ref()))
    };
    let denominator = program.gains.iter().fold(Integer::ONE, common);
    let row = |gains: &Vector| {
        let factor = (&denominator).div_exact(gains.denominator());
        nodes.iter().map(|&i| &gains.numerators()[i] * &factor).collect()
    };
    ConeProgram { cone, gains: program.gains.iter().map(row).collect(), denominator }
}

impl Component {
    /// λ on these nodes, in units of the gains' denominator.
    fn prices(&self, lambda: &Vector) -> Vector {
        let entries = self.nodes.iter().map(|&i| &lambda.numerators()[i] * &self.program.denominator);
        Vector::reduced(lambda.denominator().clone(), entries.collect())
    }

    fn optimum(&self, effort: Effort) -> Result<(Solved, Columns), Refusal> {
        let n = self.nodes.len();
        if self.program.cone.is_constant() {
            return Ok(self.constant_optimum());
        }
        let solved = self.solved(&[], effort)?;
        let mut columns = Columns::new();
        for (guess, ray, weight) in &solved.used {
            let before = columns.remove(guess).unwrap_or_else(|| Vector::integral(vec![Integer::ZERO; n]));
            let after = before.add_multiple(weight, &Vector::integral(ray.clone()));
            columns.extend(after.map(|after| (*guess, after)));
        }
        let part = Part::begin("vertex");
        let columns = to_vertex(&self.program.cone, columns);
        part.end(format_args!("{} guesses in use", columns.len()));
        Ok((solved, columns))
    }

    /// An optimal basis, from those of the programs before where there are any.
    fn solved(&self, before: &[&ConeProgram], effort: Effort) -> Result<Solved, Refusal> {
        let n = self.nodes.len();
        if self.program.cone.is_constant() {
            return Ok(self.constant_optimum().0);
        }
        let noise = noise(n);
        let part = Part::begin("mechanism program by floats");
        let proposal = proposal(&self.program, before, &noise, effort);
        part.end(format_args!("{n} nodes, {} guesses", self.program.gains.len()));
        let part = Part::begin("mechanism program");
        let solved = self.program.solve(proposal, &noise, effort.exact).or_else(|unsolved| match unsolved {
            Unsolved::Exchanges => Err(Refusal::Effort),
            Unsolved::Singular => {
                let potentials = vec![vec![0; n]; self.program.gains.len()];
                let start = Proposal { basis: self.program.first(), potentials, prices: None };
                self.program.solve(start, &noise, effort.exact).map_err(|_| Refusal::Effort)
            }
        })?;
        part.end(format_args!("{} exchanges, prices of {} bits", solved.exchanges, solved.lambda.bits()));
        Ok(solved)
    }

    /// At α = 1 every node has the same row: the best guess, priced at its own gains.
    fn constant_optimum(&self) -> (Solved, Columns) {
        let n = self.nodes.len();
        let ones = vec![Integer::ONE; n];
        let best =
            (0..self.program.gains.len()).max_by_key(|&w| (product(&self.program.gains[w], &ones), usize::MAX - w));
        let best = best.unwrap_or(0);
        let solved = Solved {
            lambda: Vector::integral(self.program.gains[best].clone()),
            used: Vec::new(),
            potentials: vec![vec![0; n]; self.program.gains.len()],
            basis: Vec::new(),
            exchanges: 0,
        };
        (solved, Columns::from([(best, Vector::ones(n))]))
    }

    /// The least (λ − c_w)·c / c_0 over the cone.
    fn least(&self, lambda: &Vector, guess: usize, potentials: &[u32]) -> Least {
        let mut at_first = vec![Integer::ZERO; self.nodes.len()];
        at_first[0] = Integer::ONE;
        self.program.cone.least(&self.program.surplus(lambda, guess), &at_first, potentials.to_vec())
    }
}

/// Fixed numbers from 1 to 2^20 that look random.
fn noise(n: usize) -> Vec<u32> {
    let next = |x: &u64| Some(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
    let states = std::iter::successors(Some(20_211_107), next).skip(1);
    states.take(n).map(|x| u32::try_from(x >> 44).unwrap_or(0) + 1).collect()
}
