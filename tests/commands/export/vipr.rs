//! A checker of VIPR 1.0 certificates of linear programs, from their text and the format's specification alone.

use super::definition::{Constraint, Linear, Sense, Sum, add, read_rational, value};
use malachite::rational::Rational;
use std::collections::BTreeMap;
use std::str::SplitWhitespace;

/// What a certificate says.
struct Certificate {
    variables: Vec<String>,
    objective: Sum,
    /// By name, in their order; the bounds first.
    constraints: Vec<(String, Constraint)>,
    bounds: usize,
    /// The least and the most that the optimum may be.
    range: (Rational, Rational),
    solution: Sum,
    derived: Constraint,
    /// The place of a constraint and its multiplier.
    combination: Vec<(usize, Rational)>,
}

/// Checks that the certificate proves this optimum of this program.
pub(crate) fn check(text: &str, program: &Linear, optimum: Option<&Rational>) -> Result<Rational, String> {
    let certificate = read(text)?;
    let Certificate { variables, objective, constraints, bounds, range, solution, derived, .. } = &certificate;
    if *objective != program.objective {
        return Err("another objective".into());
    }
    let (low, high) = constraints.split_at_checked(*bounds).ok_or("more bounds than constraints")?;
    let named: BTreeMap<_, _> = high.iter().map(|(name, c)| (name.clone(), c.normal())).collect();
    if named != program.constraints || high.len() != named.len() {
        return Err("other constraints".into());
    }
    let bound = |name: &String| {
        let sum = Sum::from([(name.clone(), Rational::from(1))]);
        Constraint { sum, sense: Sense::Least, bound: Rational::from(0) }
    };
    if !low.iter().map(|(_, c)| c).eq(variables.iter().map(bound).collect::<Vec<_>>().iter()) {
        return Err("other bounds".into());
    }
    if range.0 != range.1 || optimum.is_some_and(|optimum| range.0 != *optimum) {
        return Err(format!("the range is from {} to {}", range.0, range.1));
    }
    if let Some((name, _)) = constraints.iter().find(|(_, c)| !c.holds_for(solution)) {
        return Err(format!("the solution breaks {name}"));
    }
    if value(objective, solution) < range.0 {
        return Err("the solution has less than the least optimum".into());
    }
    derive(&certificate)?;
    if derived.sum != *objective || derived.sense != Sense::Most || derived.bound > range.1 {
        return Err("what is derived is not the upper bound".into());
    }
    Ok(range.0.clone())
}

/// That the combination is suitable and dominates the derived constraint, an upper bound.
fn derive(certificate: &Certificate) -> Result<(), String> {
    let (mut sum, mut bound) = (Sum::new(), Rational::from(0));
    for (k, multiplier) in &certificate.combination {
        let (name, constraint) = certificate.constraints.get(*k).ok_or_else(|| format!("no constraint {k}"))?;
        let suits = match constraint.sense {
            Sense::Least => *multiplier <= 0,
            Sense::Equal => true,
            Sense::Most => *multiplier >= 0,
        };
        if !suits {
            return Err(format!("{name} has the multiplier {multiplier}"));
        }
        constraint.sum.iter().for_each(|(variable, x)| add(&mut sum, variable, &(x * multiplier)));
        bound += &constraint.bound * multiplier;
    }
    let mut places: Vec<usize> = certificate.combination.iter().map(|(k, _)| *k).collect();
    places.sort_unstable();
    places.dedup();
    if places.len() < certificate.combination.len() {
        return Err("a constraint is used twice".into());
    }
    if sum != certificate.derived.sum || bound > certificate.derived.bound {
        return Err("the combination is another constraint".into());
    }
    Ok(())
}

fn read(text: &str) -> Result<Certificate, String> {
    let content: Vec<&str> = text.lines().skip_while(|line| line.starts_with("% ")).collect();
    let content = content.join("\n");
    let mut tokens = Tokens(content.split_whitespace());
    tokens.expect(&["VER", "1.0", "VAR"])?;
    let count = tokens.count()?;
    let variables: Vec<String> = (0..count).map(|_| tokens.word().map(str::to_owned)).collect::<Result<_, _>>()?;
    tokens.expect(&["INT", "0", "OBJ", "max"])?;
    let objective = tokens.sum(&variables)?;
    tokens.expect(&["CON"])?;
    let (count, bounds) = (tokens.count()?, tokens.count()?);
    let constraints: Vec<_> =
        (0..count).map(|_| tokens.constraint(&variables, &objective)).collect::<Result<_, _>>()?;
    tokens.expect(&["RTP", "range"])?;
    let range = (tokens.number()?, tokens.number()?);
    tokens.expect(&["SOL", "1"])?;
    tokens.word()?;
    let solution = tokens.sum(&variables)?;
    tokens.expect(&["DER", "1"])?;
    let (_, derived) = tokens.constraint(&variables, &objective)?;
    tokens.expect(&["{", "lin"])?;
    let count = tokens.count()?;
    let combination = (0..count).map(|_| Ok((tokens.count()?, tokens.number()?))).collect::<Result<_, String>>()?;
    tokens.expect(&["}", "-1"])?;
    match tokens.0.next() {
        Some(rest) => Err(format!("{rest} after the end")),
        None => Ok(Certificate { variables, objective, constraints, bounds, range, solution, derived, combination }),
    }
}

struct Tokens<'a>(SplitWhitespace<'a>);

impl<'a> Tokens<'a> {
    fn word(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "the file breaks off".into())
    }

    fn expect(&mut self, words: &[&str]) -> Result<(), String> {
        words.iter().try_for_each(|word| {
            let found = self.word()?;
            if found == *word { Ok(()) } else { Err(format!("{found} instead of {word}")) }
        })
    }

    fn count(&mut self) -> Result<usize, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("{word} is no count"))
    }

    fn number(&mut self) -> Result<Rational, String> {
        read_rational(self.word()?)
    }

    fn sum(&mut self, variables: &[String]) -> Result<Sum, String> {
        let mut sum = Sum::new();
        for _ in 0..self.count()? {
            let k = self.count()?;
            let name = variables.get(k).ok_or_else(|| format!("no variable {k}"))?;
            let x = self.number()?;
            if x == 0 || sum.insert(name.clone(), x).is_some() {
                return Err(format!("{name} comes twice, or times 0"));
            }
        }
        Ok(sum)
    }

    fn constraint(&mut self, variables: &[String], objective: &Sum) -> Result<(String, Constraint), String> {
        let name = self.word()?.to_owned();
        let sense = match self.word()? {
            "G" => Sense::Least,
            "E" => Sense::Equal,
            "L" => Sense::Most,
            other => return Err(format!("{name} has the sense {other}")),
        };
        let bound = self.number()?;
        let is_objective = self.0.clone().next() == Some("OBJ");
        let sum = if is_objective { self.word().map(|_| objective.clone())? } else { self.sum(variables)? };
        Ok((name, Constraint { sum, sense, bound }))
    }
}
