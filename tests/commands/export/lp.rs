//! A reader of CPLEX LP files, as far as these files go, from their text alone.

use super::definition::{Constraint, Linear, Sense, Sum, add, rational, read_rational};
use malachite::rational::Rational;
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::SplitWhitespace;

/// The program with its objective divided by the scale that a comment states.
pub(crate) fn read(text: &str) -> Result<Linear, String> {
    // A comment goes to the end of its line; QSopt_ex has a buffer for a line, CPLEX 560 characters.
    if let Some(line) = text.lines().find(|line| line.chars().count() > 560) {
        return Err(format!("a line of {} characters", line.chars().count()));
    }
    let content: Vec<&str> = text.lines().map(|line| line.split('\\').next().unwrap_or("")).collect();
    let content = content.join("\n");
    let mut tokens = content.split_whitespace().peekable();
    expect(&mut tokens, "Maximize")?;
    expect(&mut tokens, "utility:")?;
    let mut objective = sum(&mut tokens)?;
    expect(&mut tokens, "Subject")?;
    expect(&mut tokens, "To")?;
    let mut constraints = BTreeMap::new();
    while let Some(head) = tokens.next_if(|token| *token != "End") {
        let name = head.strip_suffix(':').ok_or_else(|| format!("{head} is no name with a colon"))?;
        let sum = sum(&mut tokens)?;
        let sense = match tokens.next() {
            Some(">=") => Sense::Least,
            Some("=") => Sense::Equal,
            Some("<=") => Sense::Most,
            other => return Err(format!("{name} has the sense {other:?}")),
        };
        let bound = read_rational(tokens.next().unwrap_or(""))?;
        if constraints.insert(name.to_owned(), Constraint { sum, sense, bound }.normal()).is_some() {
            return Err(format!("{name} comes twice"));
        }
    }
    expect(&mut tokens, "End")?;
    if let Some(rest) = tokens.next() {
        return Err(format!("{rest} after the end"));
    }
    let scale = scale(text)?;
    objective.values_mut().for_each(|x| *x /= &scale);
    Ok(Linear { objective, constraints })
}

fn expect(tokens: &mut Peekable<SplitWhitespace>, word: &str) -> Result<(), String> {
    let found = tokens.next();
    if found == Some(word) { Ok(()) } else { Err(format!("{found:?} instead of {word}")) }
}

/// Terms up to what is none: `[+|-] [integer] name`, the sign left out at the first at most.
fn sum(tokens: &mut Peekable<SplitWhitespace>) -> Result<Sum, String> {
    let (mut sum, mut first) = (Sum::new(), true);
    let ends = |token: &str| token.ends_with(':') || matches!(token, ">=" | "=" | "<=" | "Subject" | "End");
    while tokens.peek().is_some_and(|token| !ends(token)) {
        let sign = tokens.next_if(|token| matches!(*token, "+" | "-"));
        if sign.is_none() && !first {
            return Err(format!("no sign before {:?}", tokens.peek()));
        }
        first = false;
        let size = match tokens.next_if(|token| token.starts_with(|c: char| c.is_ascii_digit())) {
            Some(number) if number.contains('/') => return Err(format!("{number} is no integer")),
            Some(number) => read_rational(number)?,
            None => Rational::from(1),
        };
        let name = tokens.next().filter(|name| name.starts_with("x_")).ok_or("a term without a variable")?;
        add(&mut sum, name, &if sign == Some("-") { -size } else { size });
    }
    Ok(sum)
}

/// What the last comments say of the objective.
fn scale(text: &str) -> Result<Rational, String> {
    let comments: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("\\ ")).collect();
    let comments = comments.join(" ");
    let (_, said) = comments.rsplit_once("The objective is the utility ").ok_or("no scale is stated")?;
    match said.strip_prefix("times ") {
        Some(scale) => read_rational(&scale.replace(' ', "")),
        None if said == "itself." => Ok(rational("1")),
        None => Err(format!("the objective is said to be the utility {said}")),
    }
}
