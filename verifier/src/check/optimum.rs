//! The most utility that an ε-private mechanism can have: a bound by duality, and a mechanism that reaches it.
//!
//! A mechanism with its remap is a matrix x ≥ 0, a column for each guess w, with Σ_w x_iw = 1 and α·x_iw ≤ x_hw for
//! i ~ h; its utility is Σ_w Σ_i c_w(i)·x_iw, c_w(i) = π_i·g(w, i). Each column lies in the cone
//! C = {c ≥ 0: α·c_i ≤ c_h for i ~ h}. If λ − c_w pairs to a number ≥ 0 with every c in C, for every guess w, then
//! Σ_w c_w·x_w ≤ Σ_w λ·x_w = Σ_i λ_i: no ε-private mechanism has more utility than Σλ. (Outputs of any other number
//! make no difference: what is guessed from them is one of the guesses.)
//!
//! That d = λ − c_w is ≥ 0 on C is shown
//! - in general by multipliers μ ≥ 0 of the privacy constraints, one for some of the directed edges i → h, such that
//!   d_i ≥ Σ_{h→i} μ_hi − α·Σ_{i→h} μ_ih for all i: then Σ d_i c_i ≥ Σ_{i→h} μ_ih·(c_h − α·c_i) ≥ 0;
//! - on a forest without a witness. In a tree with root r, let f_i = d_i + Σ over the children k of α·f_k if f_k ≥ 0,
//!   else f_k/α. The least of d·c over all c in C with c_r = 1 is f_r, as c_k/c_i may be any number from α to 1/α for
//!   each child k by itself; so d is ≥ 0 on C iff f_r ≥ 0 for the root of each tree.

use super::source::{Source, compare, one, plus};
use super::{Case, Failure, mechanism, unproved, utility, utility_bound, witness};
use crate::json::View;
use crate::model::{Gain, Prior};
use crate::number::{Fractions, Sign};
use std::borrow::Cow;

/// What the guesses are worth: one prior and the file's gain, or the sums of several over tuples of guesses.
pub(super) struct Worth<'a, R: Clone> {
    gain: &'a Gain,
    priors: Vec<Cow<'a, Fractions<R>>>,
}

impl<'a, R: Source> Worth<'a, R> {
    pub(super) fn new(priors: &[&'a Prior], gain: &'a Gain) -> Result<Self, Failure> {
        let priors = priors.iter().map(|prior| R::weights(prior)).collect::<Result<_, _>>()?;
        Ok(Self { gain, priors })
    }

    /// For weights that a witness gives.
    pub(super) fn of_weights(weights: Fractions<R>, gain: &'a Gain) -> Self {
        Self { gain, priors: vec![Cow::Owned(weights)] }
    }

    /// The number of guesses, or of tuples of guesses.
    fn guesses(&self, case: &Case) -> Option<usize> {
        let one = self.gain.guesses(&case.mechanism.query.graph);
        u32::try_from(self.priors.len()).ok().and_then(|k| one.checked_pow(k))
    }

    /// c_w of guess w, or the sum of those of a tuple, the first prior's guess counting fastest.
    fn of(&self, case: &Case, mut w: usize) -> Result<Fractions<R>, Failure> {
        let (graph, ground) = (&case.mechanism.query.graph, &case.ground);
        let count = self.gain.guesses(graph);
        let mut sum: Option<Fractions<R>> = None;
        for prior in &self.priors {
            let guess = w % count;
            w /= count;
            let of_one = match self.gain {
                Gain::Binary => {
                    let mut numerators = vec![R::default(); prior.len()];
                    numerators[guess] = prior.numerators[guess].clone();
                    Fractions { denominator: prior.denominator.clone(), numerators }
                }
                gain => {
                    let Some(gains) = R::gains(gain, guess, graph) else { return unproved("a guess without gains") };
                    ground.bounds.room(prior.len() as u64, prior.words().saturating_add(gains.words()))?;
                    let pairs = prior.numerators.iter().zip(&gains.numerators);
                    let numerators = pairs.map(|(p, g)| p.times(g, ground)).collect::<Result<_, _>>()?;
                    Fractions { denominator: prior.denominator.times(&gains.denominator, ground)?, numerators }
                }
            };
            sum = Some(match sum {
                None => of_one,
                Some(before) => combined(&before, &of_one, false, case)?,
            });
        }
        sum.map_or_else(|| unproved("no prior"), Ok)
    }

    /// The utility of a mechanism under the best remap, summed over the priors.
    pub(super) fn of_mechanism(&self, case: &Case, rows: &[Fractions<R>]) -> Result<(R, R), Failure> {
        let mut total = (R::default(), one::<R>());
        for prior in &self.priors {
            total = plus(&total, &utility::of(case, self.gain, rows, prior)?, &case.ground)?;
        }
        Ok(total)
    }
}

/// x + y, or x − y, entry by entry.
fn combined<R: Source>(x: &Fractions<R>, y: &Fractions<R>, minus: bool, case: &Case) -> Result<Fractions<R>, Failure> {
    let ground = &case.ground;
    let same = x.denominator == y.denominator;
    if !same {
        ground.bounds.room(x.len() as u64, x.words().saturating_add(y.words()))?;
    }
    let mut numerators = Vec::with_capacity(x.len());
    for (a, b) in x.numerators.iter().zip(&y.numerators) {
        let b = if minus { b.negated() } else { b.clone() };
        let (mut sum, b) = match same {
            true => (a.clone(), b),
            false => (a.times(&y.denominator, ground)?, b.times(&x.denominator, ground)?),
        };
        sum.add(&b);
        numerators.push(sum);
    }
    let denominator = if same { x.denominator.clone() } else { x.denominator.times(&y.denominator, ground)? };
    Ok(Fractions { denominator, numerators })
}

/// Σλ, an upper bound on the utility of every ε-private mechanism, from the witness {`lambda`, `multipliers`}; or for
/// the binary gain and one prior Σy, from {`y`} with y ≥ 0 and yΦ ≥ π (see `utility-bound`).
pub(super) fn bound<R: Source>(case: &Case, worth: &Worth<R>, proof: &View) -> Result<(R, R), Failure> {
    let n = case.nodes();
    if let Some(y) = proof.field("y") {
        let (Gain::Binary, [prior]) = (worth.gain, &worth.priors[..]) else {
            return unproved("`y` is a bound for the binary gain and one prior");
        };
        if proof.field("lambda").is_some() || proof.field("multipliers").is_some() {
            return unproved("`y` stands in the place of `lambda` and `multipliers`");
        }
        let y = witness::vector(&y, "y", n, case.limits, &case.ground)?;
        return utility_bound::covers(case, &case.similarity()?, prior, &y, |i| case.node(i));
    }
    let lambda: Fractions<R> = witness::vector(&proof.required("lambda")?, "lambda", n, case.limits, &case.ground)?;
    let Some(guesses) = worth.guesses(case) else { return unproved("more tuples of guesses than can be counted") };
    let alpha = case.alpha::<R>()?;
    let graph = &case.mechanism.query.graph;
    case.charge(graph.steps())?;
    let lambda_words = lambda.words();
    let difference = |w: usize| -> Result<Fractions<R>, Failure> {
        let each = (n as u64).saturating_mul(lambda_words.saturating_add(8)).saturating_add(64);
        case.charge(each.saturating_add(worth.gain.steps(graph)).saturating_mul(worth.priors.len() as u64))?;
        combined(&lambda, &worth.of(case, w)?, true, case)
    };
    let Some(list) = proof.field("multipliers") else {
        let Some(forest) = Forest::new(case) else {
            return unproved("the witness lacks `multipliers`, which only a forest does without");
        };
        for w in 0..guesses {
            if let Some(root) = forest.negative(case, &difference(w)?, &alpha)? {
                let root = case.node(root);
                return unproved(format!("λ less the gains of guess {w} is negative for a column that is 1 at {root}"));
            }
        }
        return Ok((lambda.sum(), lambda.denominator.clone()));
    };
    let list = list.array("multipliers for each guess")?;
    if list.len() != guesses {
        return unproved(format!(
            "`multipliers` has {} entries, expected one for each of {guesses} guesses",
            list.len()
        ));
    }
    for (w, item) in list.enumerate() {
        let d = difference(w)?;
        if let Some(i) = uncovered(case, &d, &item, &alpha)? {
            let message =
                format!("λ less the gains of guess {w} is less than its multipliers allow at {}", case.node(i));
            return unproved(message);
        }
    }
    Ok((lambda.sum(), lambda.denominator.clone()))
}

/// A node i with d_i < Σ_{h→i} μ_hi − α·Σ_{i→h} μ_ih, for the multipliers {`edges`, `mu`}; both may be left out.
fn uncovered<R: Source>(case: &Case, d: &Fractions<R>, item: &View, alpha: &(R, R)) -> Result<Option<usize>, Failure> {
    let ground = &case.ground;
    let Some(nu) = drawn(case, d.len(), item, alpha)? else { return Ok(d.negative(ground)?) };
    for (i, (d_i, nu_i)) in d.numerators.iter().zip(&nu.numerators).enumerate() {
        let (left, right) = (d_i.times(&nu.denominator, ground)?, nu_i.times(&d.denominator, ground)?);
        if left.compare(&right, ground)?.is_lt() {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// ν_i = Σ_{h→i} μ_hi − α·Σ_{i→h} μ_ih of n nodes for the multipliers μ ≥ 0 of directed edges, {`edges`, `mu`}; both
/// may be left out. For every column c ≥ 0 with α·c_i ≤ c_h, ν·c = Σ μ_ih·(c_h − α·c_i) ≥ 0.
pub(super) fn drawn<R: Source>(
    case: &Case,
    n: usize,
    item: &View,
    alpha: &(R, R),
) -> Result<Option<Fractions<R>>, Failure> {
    let ground = &case.ground;
    item.only(&["edges", "mu"])?;
    let (edges, mu) = match (item.field("edges"), item.field("mu")) {
        (Some(edges), Some(mu)) => (edges, mu),
        (None, None) => return Ok(None),
        _ => return unproved("`edges` and `mu` belong together"),
    };
    let edges = edges.array("directed edges [i, h]")?;
    let mu: Fractions<R> = witness::vector(&mu, "mu", edges.len(), case.limits, ground)?;
    if mu.negative(ground)?.is_some() {
        return unproved("a multiplier is negative");
    }
    let graph = &case.mechanism.query.graph;
    // q·(Σ in) − p·(Σ out) over q and μ's denominator.
    let mut numerators = vec![R::default(); n];
    for (edge, mu) in edges.zip(&mu.numerators) {
        let ends = edge.array("two nodes")?.map(|v| witness::index(&v, "edges", n));
        let [i, h] = ends.collect::<Result<Vec<_>, _>>()?[..] else { return unproved("an edge has two nodes") };
        if !graph.are_adjacent(i, h) {
            return unproved(format!("{} and {} are not adjacent", case.node(i), case.node(h)));
        }
        numerators[h].add(&alpha.1.times(mu, ground)?);
        numerators[i].add(&alpha.0.times(mu, ground)?.negated());
    }
    Ok(Some(Fractions { denominator: alpha.1.times(&mu.denominator, ground)?, numerators }))
}

/// A graph without cycles: each node's parent, and an order in which children come after their parents.
struct Forest {
    order: Vec<usize>,
    parent: Vec<Option<usize>>,
}

impl Forest {
    fn new(case: &Case) -> Option<Self> {
        let graph = &case.mechanism.query.graph;
        let n = graph.nodes();
        let (mut parent, mut seen, mut order) = (vec![None; n], vec![false; n], Vec::with_capacity(n));
        for root in 0..n {
            if seen[root] {
                continue;
            }
            seen[root] = true;
            let mut next = order.len();
            order.push(root);
            while let Some(&i) = order.get(next) {
                next += 1;
                for k in graph.neighbours(i) {
                    match seen[k] {
                        true if parent[i] == Some(k) => {}
                        true => return None,
                        false => {
                            seen[k] = true;
                            parent[k] = Some(i);
                            order.push(k);
                        }
                    }
                }
            }
        }
        Some(Self { order, parent })
    }

    /// The root of a tree with f < 0.
    fn negative<R: Source>(&self, case: &Case, d: &Fractions<R>, alpha: &(R, R)) -> Result<Option<usize>, Failure> {
        let ground = &case.ground;
        let mut f: Vec<Scaled<R>> = d.numerators.iter().map(|x| Scaled { value: x.clone(), p: 0, q: 0 }).collect();
        for &k in self.order.iter().rev() {
            let here = std::mem::take(&mut f[k]);
            let sign = here.value.sign(ground)?;
            match self.parent[k] {
                None if sign == Sign::Minus => return Ok(Some(k)),
                None => {}
                Some(i) => {
                    case.charge(here.value.words().saturating_mul(4))?;
                    let step = match sign {
                        Sign::NoSign => continue,
                        // α·f = p·f/q, and f/α = q·f/p.
                        Sign::Plus => Scaled { value: alpha.0.times(&here.value, ground)?, q: here.q + 1, ..here },
                        Sign::Minus => Scaled { value: alpha.1.times(&here.value, ground)?, p: here.p + 1, ..here },
                    };
                    f[i] = std::mem::take(&mut f[i]).plus(&step, alpha, case)?;
                }
            }
        }
        Ok(None)
    }
}

/// value/(p^a·q^b), for α = p/q.
#[derive(Default)]
struct Scaled<R> {
    value: R,
    p: usize,
    q: usize,
}

impl<R: Source> Scaled<R> {
    fn plus(self, other: &Self, alpha: &(R, R), case: &Case) -> Result<Self, Failure> {
        let ground = &case.ground;
        let (p, q) = (self.p.max(other.p), self.q.max(other.q));
        let lift = |x: &Self| -> Result<R, Failure> {
            let mut value = x.value.clone();
            for (base, k) in [(&alpha.0, p - x.p), (&alpha.1, q - x.q)] {
                if k > 0 {
                    case.charge(base.words().saturating_mul(k as u64).saturating_add(32))?;
                    let power = R::power(base, k, ground)?;
                    case.charge(value.words().saturating_mul(power.words()))?;
                    value = value.times(&power, ground)?;
                }
            }
            Ok(value)
        };
        let mut value = lift(&self)?;
        value.add(&lift(other)?);
        Ok(Self { value, p, q })
    }
}

/// Whether the graph has no cycles.
pub(super) fn is_forest(case: &Case) -> bool {
    Forest::new(case).is_some()
}

/// The optimum as numerator and denominator, from a proof {`better`, `lambda`, `multipliers`}: a mechanism and a bound
/// that are equal.
pub(super) fn proved<R: Source>(case: &Case, worth: &Worth<R>, proof: &View) -> Result<(R, R), Failure> {
    proof.only(&["better", "lambda", "multipliers", "y"])?;
    let rows = mechanism::read::<R>(case, &proof.required("better")?)?;
    let reached = worth.of_mechanism(case, &rows)?;
    let bound = bound(case, worth, proof)?;
    if compare(&reached, &bound, &case.ground)?.is_ne() {
        let (reached, bound) = (R::shown(&reached.0, &reached.1, case), R::shown(&bound.0, &bound.1, case));
        return unproved(format!("the mechanism reaches {reached}, the bound is {bound}, expected the same"));
    }
    Ok(bound)
}
