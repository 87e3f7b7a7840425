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
//!   each child k by itself; so d is ≥ 0 on C iff f_r ≥ 0 for the root of each tree. (This stays a witness of its own:
//!   the multipliers of n guesses on n edges are n² numbers that grow with the depth.)
//!
//! Where edges have lengths ℓ, all of this is so with α^ℓ in the place of α at each edge.

use super::{covering, dp, utility};
use crate::case::{Case, length};
use crate::failure::{Failure, Optimality, Why, ensure, refused};
use crate::problem::Gain;
use crate::witness::{Dual, Multipliers, Optimum};
use dp_number::list::List;
use dp_number::meter::{charge, room, total};
use dp_number::{Fraction, Number, Vector};
use std::cmp::Ordering;

/// What the guesses are worth: one prior and a gain, or the sums of several over tuples of guesses.
pub(crate) struct Worth<'a> {
    pub(crate) gain: &'a Gain,
    pub(crate) priors: &'a [&'a Vector],
}

impl Worth<'_> {
    /// The number of guesses, or of tuples of guesses.
    fn guesses(&self, case: &Case) -> Result<usize, Failure> {
        let power = |k| self.gain.guesses(case.graph).checked_pow(k);
        u32::try_from(self.priors.len()).ok().and_then(power).map_or_else(|| refused(Why::DoesNotFit), Ok)
    }

    /// λ less c_w of guess w, or less the sum of those of a tuple, the first prior's guess counting fastest.
    fn less(&self, case: &Case, lambda: &Vector, mut w: usize) -> Result<Vector, Failure> {
        let (count, mut rest) = (self.gain.guesses(case.graph), lambda.clone());
        for prior in self.priors {
            let (Some(left), Some(guess)) = (w.checked_div(count), w.checked_rem(count)) else {
                return refused(Why::DoesNotFit);
            };
            let gains = self.gain.row(guess, case.graph)?;
            w = left;
            length("prior", prior.len(), rest.len())?;
            length("gain", gains.len(), rest.len())?;
            room(prior.len() as u64, total([rest.words(), prior.words(), gains.words()]))?;
            // Both over the product of their denominators, unless they are the same.
            let over = &prior.denominator * &gains.denominator;
            let [mine, other] = if over == rest.denominator { [&Number::ONE; 2] } else { [&over, &rest.denominator] };
            let worths = prior.numerators.iter().zip(&gains.numerators).map(|(p, g)| &(p * g) * other);
            let numerators = rest.numerators.iter().zip(worths).map(|(x, worth)| &(x * mine) - &worth).collect();
            rest = Vector { denominator: &rest.denominator * mine, numerators };
        }
        Ok(rest)
    }

    /// The utility of a mechanism under the best remap, summed over the priors.
    pub(crate) fn of_mechanism(&self, case: &Case, rows: &[Vector]) -> Result<Fraction, Failure> {
        let mut total = Fraction::ZERO;
        for prior in self.priors {
            total = &total + &utility::of(case, self.gain, rows, prior)?;
        }
        Ok(total)
    }
}

/// An upper bound on the utility of every ε-private mechanism.
pub(crate) fn bound(case: &Case, worth: &Worth, dual: &Dual) -> Result<Fraction, Failure> {
    let lambda = match dual {
        Dual::Covering(y) => {
            let (Gain::Binary, [prior]) = (worth.gain, worth.priors) else { return refused(Optimality::NotBinary) };
            return covering::covers(case, prior, y);
        }
        Dual::Multipliers { lambda, .. } | Dual::Forest(lambda) => lambda,
    };
    case.fits("lambda", lambda, case.nodes())?;
    let guesses = worth.guesses(case)?;
    if let Dual::Multipliers { multipliers, .. } = dual {
        length("multipliers", multipliers.len(), guesses)?;
        for (guess, multipliers) in multipliers.iter().enumerate() {
            let (rest, nu) = (worth.less(case, lambda, guess)?, drawn(case, multipliers)?);
            for node in 0..case.nodes() {
                ensure(case.compare_entries(&rest, &nu, node)?.is_ge(), || Optimality::Uncovered { guess, node })?;
            }
        }
    } else {
        let Some(forest) = forest(case)? else { return refused(Optimality::NoForest) };
        for guess in 0..guesses {
            if let Some(root) = negative_root(case, &forest, &worth.less(case, lambda, guess)?)? {
                return refused(Optimality::NegativeAtRoot { guess, root });
            }
        }
    }
    Ok(lambda.sum())
}

/// ν_i = Σ_{h→i} μ_hi − α·Σ_{i→h} μ_ih for the multipliers μ ≥ 0 of directed edges. For every column c ≥ 0 with
/// α·c_i ≤ c_h, ν·c = Σ μ_ih·(c_h − α·c_i) ≥ 0; with lengths α^ℓ.
pub(crate) fn drawn(case: &Case, Multipliers { edges, mu }: &Multipliers) -> Result<Vector, Failure> {
    let Fraction { numerator: p, denominator: q } = case.alpha;
    case.fits("mu", mu, edges.len())?;
    ensure(case.negative(mu)?.is_none(), || Optimality::NegativeMultiplier)?;
    let lengths = edges.iter().map(|edge| case.length("edges", *edge)).collect::<Result<Vec<_>, _>>()?;
    let longest = lengths.iter().copied().max().unwrap_or(1);
    // q^L·(Σ in) − p^ℓ·q^(L−ℓ)·(Σ out) over q^L and μ's denominator, L the longest of the lengths ℓ.
    let whole = q.power(longest);
    let mut numerators = vec![Number::ZERO; case.nodes()];
    for ((&[i, h], mu), length) in edges.iter().zip(&mu.numerators).zip(lengths) {
        *numerators.at_mut(h)? += &(&whole * mu);
        *numerators.at_mut(i)? += &-&(&(&p.power(length) * &q.power(longest.saturating_sub(length))) * mu);
    }
    Ok(Vector { denominator: &whole * &mu.denominator, numerators })
}

/// The nodes of a graph without cycles with their parents, each before its own; that of a root is itself. `None` of one
/// with a cycle.
pub(crate) fn forest(case: &Case) -> Result<Option<Vec<[usize; 2]>>, Failure> {
    let (mut seen, mut order, mut next) = (vec![false; case.nodes()], Vec::new(), 0);
    for root in 0..case.nodes() {
        charge(0)?;
        order.extend((!std::mem::replace(seen.at_mut(root)?, true)).then_some([root; 2]));
        while let Some(&[i, parent]) = order.get(next) {
            next = next.saturating_add(1);
            for k in case.graph.neighbours(i).into_iter().filter(|&k| k != parent) {
                // There is another way to it.
                if std::mem::replace(seen.at_mut(k)?, true) {
                    return Ok(None);
                }
                order.push([k, i]);
            }
        }
    }
    order.reverse();
    Ok(Some(order))
}

/// The root of a tree with f < 0.
fn negative_root(case: &Case, forest: &[[usize; 2]], d: &Vector) -> Result<Option<usize>, Failure> {
    let Fraction { numerator: p, denominator: q } = case.alpha;
    // f as a number and how often it is over p and over q.
    let mut f: Vec<(Number, [usize; 2])> = d.numerators.iter().map(|x| (x.clone(), [0; 2])).collect();
    for &[k, i] in forest {
        let (value, [a, b]) = std::mem::replace(f.at_mut(k)?, (Number::ZERO, [0; 2]));
        let (value, [a, b]) = match case.sign(&value)? {
            Ordering::Less if i == k => return Ok(Some(k)),
            // α^ℓ·f = p^ℓ·f/q^ℓ, and f/α^ℓ = q^ℓ·f/p^ℓ.
            Ordering::Greater if i != k => {
                let length = case.length("edges", [i, k])?;
                (&p.power(length) * &value, [a, b.saturating_add(length)])
            }
            Ordering::Less => {
                let length = case.length("edges", [i, k])?;
                (&q.power(length) * &value, [a.saturating_add(length), b])
            }
            Ordering::Equal | Ordering::Greater => continue,
        };
        let of_parent = f.at_mut(i)?;
        let (sum, [c, d]) = &*of_parent;
        let most = [a.max(*c), b.max(*d)];
        let up = |x: &Number, base: &Number, to: usize, from: usize| x * &base.power(to.saturating_sub(from));
        let lifted = |x: &Number, [a, b]: [usize; 2]| up(&up(x, p, most[0], a), q, most[1], b);
        *of_parent = (&lifted(sum, [*c, *d]) + &lifted(&value, [a, b]), most);
    }
    Ok(None)
}

/// The bound, which a mechanism reaches: X at this of the priors that decide, or another one.
pub(crate) fn reached(
    case: &Case,
    worth: &Worth,
    rows: &[Vector],
    bound: Fraction,
    (prior, of_x): (Option<usize>, bool),
) -> Result<Fraction, Failure> {
    let reached = worth.of_mechanism(case, rows)?;
    if case.compare(&reached, &bound)?.is_eq() {
        Ok(bound)
    } else {
        refused(Optimality::NotReached { prior, reached, bound, of_x })
    }
}

/// The optimum: a mechanism and a bound that are equal.
pub(crate) fn proved(case: &Case, worth: &Worth, Optimum { rows, dual }: &Optimum) -> Result<Fraction, Failure> {
    dp::is_mechanism(case, rows)?;
    reached(case, worth, rows, bound(case, worth, dual)?, (None, false))
}
