//! What is known of an answer, once the expected visits of its keys have been substituted.

use super::read::{Answer, Ends};
use crate::alpha::{Ground, Obstacle, Quotient, Quotients as _};
use crate::number::fraction;
use crate::text::shorten;
use std::collections::BTreeMap;

/// A row of the table, and what is missing of it.
#[derive(Debug, Default)]
pub struct Row {
    /// The outputs by their places, each with its probability as far as it is known.
    pub outputs: BTreeMap<usize, Quotient>,
    /// The probability of all that was not looked at.
    pub missing: Option<Quotient>,
}

impl Answer {
    /// The row.
    ///
    /// Cost: a product and a sum for each key and each end of its tree.
    ///
    /// # Errors
    /// A sentence on the keys: the visits do not satisfy their equations, or no end is reached from some key. A limit.
    pub fn row(&self, ground: &Ground) -> Result<Row, String> {
        self.ends_are_reached()?;
        self.visits_are_so(ground)?;
        let (mut outputs, mut missing): (BTreeMap<usize, Vec<Quotient>>, Vec<Quotient>) = Default::default();
        let mut add = |ends: &Ends, times: &Quotient| -> Result<(), Obstacle> {
            for (output, p) in &ends.outputs {
                outputs.entry(*output).or_default().push(ground.bounds.run(|| Ok(times * p))?);
            }
            if let Some(p) = &ends.cut {
                missing.push(ground.bounds.run(|| Ok(times * p))?);
            }
            Ok(())
        };
        let at = |why: Obstacle| format!("answer \"{}\": {why}", shorten(&self.name));
        add(&self.ends, &Quotient::ONE).map_err(at)?;
        for key in &self.keys {
            add(&key.ends, key.visits.as_ref().unwrap_or(&Quotient::ZERO)).map_err(at)?;
        }
        let sum = |terms: Vec<Quotient>| sum(terms, ground).map_err(at);
        let outputs = outputs.into_iter().map(|(output, terms)| Ok((output, sum(terms)?)));
        let outputs = outputs.collect::<Result<_, String>>()?;
        let missing = if missing.is_empty() { None } else { Some(sum(missing)?) };
        Ok(Row { outputs, missing })
    }

    /// That from every key some path of positive probability leads to an end, wherever t may be: else the visits are
    /// not unique, or infinite.
    ///
    /// # Errors
    /// A sentence that names a key from which no end is reached.
    pub fn ends_are_reached(&self) -> Result<(), String> {
        let mut reached: Vec<bool> = self.keys.iter().map(|key| key.ends.ends).collect();
        let mut from: Vec<Vec<usize>> = vec![Vec::new(); self.keys.len()];
        for (j, key) in self.keys.iter().enumerate() {
            for (k, _) in key.ends.keys.iter().filter(|(_, (_, positive))| *positive) {
                if let Some(from) = from.get_mut(*k) {
                    from.push(j);
                }
            }
        }
        let mut ready: Vec<usize> = (0..reached.len()).filter(|k| reached.get(*k) == Some(&true)).collect();
        while let Some(k) = ready.pop() {
            for j in from.get(k).into_iter().flatten() {
                if let Some(of) = reached.get_mut(*j).filter(|of| !**of) {
                    *of = true;
                    ready.push(*j);
                }
            }
        }
        let never = self.keys.iter().zip(reached).find(|(_, reached)| !reached);
        let Some((key, _)) = never else { return Ok(()) };
        let [answer, key] = [&*self.name, &*key.name].map(shorten);
        Err(format!(
            "answer \"{answer}\": from the key \"{key}\" no run is known to end: none leads elsewhere with a probability that is positive at every α"
        ))
    }

    /// That v_k = r_k + Σ_j v_j·A_jk for every key k.
    fn visits_are_so(&self, ground: &Ground) -> Result<(), String> {
        let mut sums: Vec<Vec<Quotient>> = vec![Vec::new(); self.keys.len()];
        let own = [(&self.ends, &Quotient::ONE)];
        let zero = Quotient::ZERO;
        let below = self.keys.iter().map(|key| (&key.ends, key.visits.as_ref().unwrap_or(&zero)));
        let at = |why: Obstacle| format!("answer \"{}\": {why}", shorten(&self.name));
        for (ends, times) in own.into_iter().chain(below) {
            for (k, (p, _)) in &ends.keys {
                let term = ground.bounds.run(|| Ok(times * p)).map_err(at)?;
                if let Some(sums) = sums.get_mut(*k) {
                    sums.push(term);
                }
            }
        }
        for (key, terms) in self.keys.iter().zip(sums) {
            let visits = key.visits.as_ref().unwrap_or(&zero);
            if !is_same(visits, &sum(terms, ground).map_err(at)?, ground).map_err(at)? {
                let [answer, key] = [&*self.name, &*key.name].map(shorten);
                return Err(format!(
                    "answer \"{answer}\": the visits of the key \"{key}\" are not what its equation says"
                ));
            }
        }
        Ok(())
    }
}

/// The sum of some numbers, in lowest terms.
pub(super) fn sum(terms: Vec<Quotient>, ground: &Ground) -> Result<Quotient, Obstacle> {
    let mut all = Quotient::ZERO;
    for term in terms {
        all = ground.bounds.run(|| Ok(&all + &term))?.reduced(&ground.bounds)?;
    }
    match (all.numerator.integer(), all.denominator.integer(), ground.field) {
        (Some(n), Some(d), _) => Ok(Quotient::constant(&fraction(n.into_owned(), d.into_owned()))),
        (_, _, Some(field)) => all.oriented(&field.point, &ground.bounds),
        _ => Err(Obstacle::Unfit("a polynomial in a file without irrational numbers")),
    }
}

/// Whether two numbers are the same wherever t may be.
pub(super) fn is_same(x: &Quotient, y: &Quotient, ground: &Ground) -> Result<bool, Obstacle> {
    let difference = ground.bounds.run(|| Ok(&(&x.numerator * &y.denominator) - &(&y.numerator * &x.denominator)))?;
    ground.vanishes(&difference)
}
