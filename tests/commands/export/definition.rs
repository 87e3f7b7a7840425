//! Linear programs by name, and the one that the definition gives for an instance: nothing here is the certifier's but
//! its rational numbers.

use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;
use std::collections::BTreeMap;

/// A coefficient for each variable; none is 0.
pub(crate) type Sum = BTreeMap<String, Rational>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    Least,
    Equal,
    Most,
}

/// A sum that is at least, equal to, or at most a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constraint {
    pub(crate) sum: Sum,
    pub(crate) sense: Sense,
    pub(crate) bound: Rational,
}

impl Constraint {
    /// The same constraint with 1 or −1 as its first coefficient.
    pub(crate) fn normal(&self) -> Self {
        let Some(unit) = self.sum.values().next().map(Abs::abs) else { return self.clone() };
        let sum = self.sum.iter().map(|(name, x)| (name.clone(), x / &unit)).collect();
        Self { sum, sense: self.sense, bound: &self.bound / &unit }
    }

    pub(crate) fn holds_for(&self, solution: &Sum) -> bool {
        let value = value(&self.sum, solution);
        match self.sense {
            Sense::Least => value >= self.bound,
            Sense::Equal => value == self.bound,
            Sense::Most => value <= self.bound,
        }
    }
}

pub(crate) fn value(sum: &Sum, solution: &Sum) -> Rational {
    sum.iter().filter_map(|(name, x)| Some(x * solution.get(name)?)).fold(Rational::from(0), |sum, x| sum + x)
}

/// Adds a multiple of one variable to a sum.
pub(crate) fn add(sum: &mut Sum, name: &str, x: &Rational) {
    let total = sum.remove(name).unwrap_or_else(|| Rational::from(0)) + x;
    if total != 0 {
        sum.insert(name.to_owned(), total);
    }
}

/// A linear program: the largest value of the objective over x ≥ 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear {
    pub(crate) objective: Sum,
    /// By their names, in their normal form.
    pub(crate) constraints: BTreeMap<String, Constraint>,
}

/// A graph, α = p/q, a prior and the gains g(w, i), a row for each guess.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) nodes: usize,
    pub(crate) edges: Vec<(usize, usize)>,
    pub(crate) alpha: Rational,
    pub(crate) prior: Vec<Rational>,
    pub(crate) gains: Vec<Vec<Rational>>,
}

impl Instance {
    /// One guess for each node, worth 1 where it is right.
    pub(crate) fn binary(nodes: usize, edges: &[(usize, usize)], alpha: &str, prior: &[&str]) -> Self {
        let gain = |w: usize, i: usize| Rational::from(u32::from(w == i));
        let gains = (0..nodes).map(|w| (0..nodes).map(|i| gain(w, i)).collect()).collect();
        let prior = prior.iter().map(|x| rational(x)).collect();
        Self { nodes, edges: edges.to_vec(), alpha: rational(alpha), prior, gains }
    }

    /// The mechanism file, its prior called `p`.
    pub(crate) fn file(&self) -> String {
        self.file_with("")
    }

    /// The mechanism file with more fields.
    pub(crate) fn file_with(&self, fields: &str) -> String {
        let edges: Vec<String> = self.edges.iter().map(|(i, h)| format!("[{i}, {h}]")).collect();
        let list = |row: &Vec<Rational>| {
            format!("[{}]", row.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", "))
        };
        format!(
            r#"{{"format": "dp-mechanism/1",{fields} "privacy": {{"alpha": "{}"}},
 "query": {{"nodes": {}, "edges": [{}]}}, "priors": {{"p": {}}}, "gain": [{}]}}"#,
            self.alpha,
            self.nodes,
            edges.join(", "),
            list(&self.prior),
            self.gains.iter().map(list).collect::<Vec<_>>().join(", ")
        )
    }

    /// The program by its definition, with constraints α·x_iw ≤ x_hw.
    pub(crate) fn program(&self) -> Linear {
        let one = Rational::from(1);
        let (mut objective, mut constraints) = (Sum::new(), BTreeMap::new());
        for (w, gains) in self.gains.iter().enumerate() {
            for (i, gain) in gains.iter().enumerate() {
                add(&mut objective, &format!("x_{i}_{w}"), &(gain * &self.prior[i]));
            }
            for (i, h) in self.edges.iter().flat_map(|&(i, h)| [(i, h), (h, i)]) {
                let sum = Sum::from([(format!("x_{h}_{w}"), one.clone()), (format!("x_{i}_{w}"), -&self.alpha)]);
                let constraint = Constraint { sum, sense: Sense::Least, bound: Rational::from(0) };
                constraints.insert(format!("p_{i}_{h}_{w}"), constraint.normal());
            }
        }
        for i in 0..self.nodes {
            let sum = (0..self.gains.len()).map(|w| (format!("x_{i}_{w}"), one.clone())).collect();
            constraints.insert(format!("r_{i}"), Constraint { sum, sense: Sense::Equal, bound: one.clone() });
        }
        Linear { objective, constraints }
    }
}

pub(crate) fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

/// p/q, p or −p without blanks or signs elsewhere.
pub(crate) fn read_rational(text: &str) -> Result<Rational, String> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let plain = digits(numerator.strip_prefix('-').unwrap_or(numerator)) && digits(denominator);
    let number = text.parse().ok().filter(|_| plain && denominator.bytes().any(|b| b != b'0'));
    number.ok_or_else(|| format!("{text} is no number"))
}
