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
//!   each child k by itself; so d is ≥ 0 on C iff f_r ≥ 0 for the root of each tree. (This stays a witness of its own: the
//!   multipliers of n guesses on n edges are n² numbers that grow with the depth.)

use super::*;

/// What the guesses are worth: one prior and a gain, or the sums of several over tuples of guesses.
pub(super) struct Worth<'a> {
    pub(super) gain: &'a Gain,
    pub(super) priors: &'a [&'a Vector],
}

impl Worth<'_> {
    /// The number of guesses, or of tuples of guesses.
    fn guesses(&self, case: &Case) -> Option<usize> {
        let one = self.gain.guesses(case.graph);
        u32::try_from(self.priors.len()).ok().and_then(|k| one.checked_pow(k))
    }

    /// λ less c_w of guess w, or less the sum of those of a tuple, the first prior's guess counting fastest.
    fn less(&self, case: &Case, lambda: &Vector, mut w: usize) -> Result<Vector, Failure> {
        let (meter, count) = (case.meter, self.gain.guesses(case.graph));
        meter.charge(self.gain.steps(case.graph).saturating_add(8 * lambda.len() as u64))?;
        let mut rest = lambda.clone();
        for prior in self.priors {
            let gains = self.gain.row(w % count, case.graph)?;
            w /= count;
            length("prior", prior.len(), lambda.len())?;
            meter.room(prior.len() as u64, rest.words() + prior.words() + gains.words())?;
            // Both over the product of their denominators, unless they are the same.
            let over = prior.denominator.times(&gains.denominator, meter)?;
            let [mine, other] = if over == rest.denominator { [&Number::ONE; 2] } else { [&over, &rest.denominator] };
            let mut numerators = Vec::with_capacity(lambda.len());
            for ((x, p), g) in rest.numerators.iter().zip(&prior.numerators).zip(&gains.numerators) {
                let worth = p.times(g, meter)?.times(other, meter)?;
                numerators.push(x.times(mine, meter)?.minus(&worth, meter));
            }
            rest = Vector { denominator: rest.denominator.times(mine, meter)?, numerators };
        }
        Ok(rest)
    }

    /// The utility of a mechanism under the best remap, summed over the priors.
    pub(super) fn of_mechanism(&self, case: &Case, rows: &[Vector]) -> Result<Fraction, Failure> {
        let mut total = Fraction::ZERO;
        for prior in self.priors {
            total = total.plus(&utility::of(case, self.gain, rows, prior)?, case.meter)?;
        }
        Ok(total)
    }
}

/// An upper bound on the utility of every ε-private mechanism.
pub(super) fn bound(case: &Case, worth: &Worth, dual: &Dual) -> Result<Fraction, Failure> {
    let lambda = match dual {
        Dual::Covering(y) => {
            let (Gain::Binary, [prior]) = (worth.gain, worth.priors) else { return refused(Why::NotBinary) };
            return covering::covers(case, &case.similarity()?, prior, y, &Place::Node);
        }
        Dual::Multipliers { lambda, .. } | Dual::Forest(lambda) => lambda,
    };
    case.fits("lambda", lambda, case.nodes())?;
    let Some(guesses) = worth.guesses(case) else { return refused(Why::DoesNotFit) };
    case.meter.charge(case.graph.steps())?;
    if let Dual::Multipliers { multipliers, .. } = dual {
        length("multipliers", multipliers.len(), guesses)?;
        for (guess, multipliers) in multipliers.iter().enumerate() {
            let (rest, nu) = (worth.less(case, lambda, guess)?, drawn(case, multipliers)?);
            for node in 0..case.nodes() {
                if case.compare_entries(&rest, &nu, node)?.is_lt() {
                    return refused(Why::Uncovered { guess, node });
                }
            }
        }
    } else {
        let Some(forest) = Forest::new(case) else { return refused(Why::NoForest) };
        for guess in 0..guesses {
            if let Some(root) = forest.negative(case, &worth.less(case, lambda, guess)?)? {
                return refused(Why::NegativeAtRoot { guess, root });
            }
        }
    }
    Ok(lambda.sum(case.meter))
}

/// ν_i = Σ_{h→i} μ_hi − α·Σ_{i→h} μ_ih for the multipliers μ ≥ 0 of directed edges. For every column c ≥ 0 with
/// α·c_i ≤ c_h, ν·c = Σ μ_ih·(c_h − α·c_i) ≥ 0.
pub(super) fn drawn(case: &Case, Multipliers { edges, mu }: &Multipliers) -> Result<Vector, Failure> {
    let (meter, Fraction { numerator: p, denominator: q }) = (case.meter, case.alpha);
    case.fits("mu", mu, edges.len())?;
    if case.negative(mu)?.is_some() {
        return refused(Why::NegativeMultiplier);
    }
    // q·(Σ in) − p·(Σ out) over q and μ's denominator.
    let mut numerators = vec![Number::ZERO; case.nodes()];
    for (&[i, h], mu) in edges.iter().zip(&mu.numerators) {
        case.adjacent("edges", [i, h])?;
        numerators[h].add(&q.times(mu, meter)?, meter);
        numerators[i].add_times(&p.times(mu, meter)?, -1, meter);
    }
    Ok(Vector { denominator: q.times(&mu.denominator, meter)?, numerators })
}

/// A graph without cycles: each node's parent, and an order in which children come after their parents.
pub(super) struct Forest {
    order: Vec<usize>,
    parent: Vec<Option<usize>>,
}

/// value/(p^a·q^b), for α = p/q.
#[derive(Clone)]
struct Scaled {
    value: Number,
    p: usize,
    q: usize,
}

impl Forest {
    /// `None` of a graph with a cycle.
    pub(super) fn new(case: &Case) -> Option<Self> {
        let n = case.nodes();
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
                for k in case.graph.neighbours(i) {
                    if !seen[k] {
                        seen[k] = true;
                        parent[k] = Some(i);
                        order.push(k);
                    } else if parent[i] != Some(k) {
                        return None;
                    }
                }
            }
        }
        Some(Self { order, parent })
    }

    /// The root of a tree with f < 0.
    fn negative(&self, case: &Case, d: &Vector) -> Result<Option<usize>, Failure> {
        let (meter, Fraction { numerator: p, denominator: q }) = (case.meter, case.alpha);
        let plain = |value: &Number| Scaled { value: value.clone(), p: 0, q: 0 };
        let mut f: Vec<Scaled> = d.numerators.iter().map(plain).collect();
        for &k in self.order.iter().rev() {
            let here = std::mem::replace(&mut f[k], plain(&Number::ZERO));
            let sign = case.sign(&here.value)?;
            let step = match (sign, self.parent[k]) {
                (Ordering::Less, None) => return Ok(Some(k)),
                (Ordering::Equal, _) | (_, None) => continue,
                // α·f = p·f/q, and f/α = q·f/p.
                (Ordering::Greater, _) => Scaled { value: p.times(&here.value, meter)?, q: here.q + 1, ..here },
                (Ordering::Less, _) => Scaled { value: q.times(&here.value, meter)?, p: here.p + 1, ..here },
            };
            let Some(i) = self.parent[k] else { continue };
            let (a, b) = (f[i].p.max(step.p), f[i].q.max(step.q));
            let lift = |x: &Scaled| -> Result<Number, Failure> {
                x.value.times(&p.power(a - x.p, meter)?, meter)?.times(&q.power(b - x.q, meter)?, meter)
            };
            let value = lift(&f[i])?.plus(&lift(&step)?, meter);
            f[i] = Scaled { value, p: a, q: b };
        }
        Ok(None)
    }
}

/// The bound, which a mechanism reaches: X at this of the priors that decide, or another one.
pub(super) fn reached(
    case: &Case,
    worth: &Worth,
    rows: &[Vector],
    dual: &Dual,
    (prior, of_x): (Option<usize>, bool),
) -> Result<Fraction, Failure> {
    let (reached, bound) = (worth.of_mechanism(case, rows)?, bound(case, worth, dual)?);
    if case.compare(&reached, &bound)?.is_eq() {
        return Ok(bound);
    }
    refused(Why::NotReached { prior, reached, bound, of_x })
}

/// The optimum: a mechanism and a bound that are equal.
pub(super) fn proved(case: &Case, worth: &Worth, Optimum { rows, dual }: &Optimum) -> Result<Fraction, Failure> {
    dp::is_mechanism(case, rows)?;
    reached(case, worth, rows, dual, (None, false))
}
