//! The figures of the papers, drawn anew from exact values: each as SVG, and as CSV with the values themselves.
//!
//! The corners of regions are fractions. Where a figure goes over ε, the values are those at the rational α that agrees
//! with e^-ε to [`PLACES`] binary places, computed exactly there and rounded to twelve significant digits; the CSV names α.
//! Floating point draws lines, and nothing else.

mod draw;
mod leakage;
mod regions;
#[cfg(test)]
mod tests;
mod utility;

use crate::exact;
use dp_verify::alpha::{Bounds, Exponential};
use dp_verify::graph::Graph;
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::{Logarithm, decimal};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The binary places of α for an ε.
pub const PLACES: u64 = 48;

/// A figure of a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Id {
    /// ElSalamouny et al., Figure 2: the regular priors on three answers.
    ThreeAnswers,
    /// Their Figure 3: the regular priors on four answers.
    FourAnswers,
    /// Their Figure 4: leakage bounds of one prior and of all.
    LeakageBounds,
    /// Their Figure 6 (a): utilities for the sum of 150 numbers from 0 to 5.
    SumUtility,
    /// Their Figure 6 (b): utilities for two counts of 30 people.
    CountsUtility,
    /// Alvim et al., Figure 3: the leakage bound of 100 individuals.
    LeakageGrowth,
}

impl Id {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::ThreeAnswers,
        Self::FourAnswers,
        Self::LeakageBounds,
        Self::SumUtility,
        Self::CountsUtility,
        Self::LeakageGrowth,
    ];

    /// Its name on the command line: the paper, then the figure.
    pub fn name(self) -> &'static str {
        match self {
            Self::ThreeAnswers => "000.fig2",
            Self::FourAnswers => "000.fig3",
            Self::LeakageBounds => "000.fig4",
            Self::SumUtility => "000.fig6a",
            Self::CountsUtility => "000.fig6b",
            Self::LeakageGrowth => "001.fig3",
        }
    }

    /// The figure of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.name() == name)
    }

    /// What it shows, in a line.
    pub fn description(self) -> &'static str {
        match self {
            Self::ThreeAnswers => "regions of regular priors for three answers, on a line and on a ring",
            Self::FourAnswers => "regions of regular priors for four answers that are all neighbours",
            Self::LeakageBounds => "bounds on the leakage of five individuals, for one prior and for all",
            Self::SumUtility => {
                "utility of the tight-constraints and geometric mechanisms, sum of 150 numbers from 0 to 5"
            }
            Self::CountsUtility => "utility of the tight-constraints and geometric mechanisms, two counts of 30 people",
            Self::LeakageGrowth => "the leakage bound of 100 individuals over ε, for 2, 10 and 100 values",
        }
    }

    /// Computes and draws it. Cost: seconds, for the utilities a minute of one core.
    ///
    /// # Errors
    /// In a sentence, where a value is not found: a defect, as the instances are fixed.
    pub fn figure(self) -> Result<Figure, String> {
        match self {
            Self::ThreeAnswers => regions::three_answers(),
            Self::FourAnswers => regions::four_answers(),
            Self::LeakageBounds => leakage::bounds(),
            Self::SumUtility => utility::sum(&hundredths(70, 130, 2)),
            Self::CountsUtility => utility::counts(&hundredths(70, 130, 2)),
            Self::LeakageGrowth => leakage::growth(),
        }
    }
}

/// A figure as text.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The picture.
    pub svg: String,
    /// Its values: a line of names, then a line for each point.
    pub csv: String,
}

/// Lines over ε, or points.
struct Chart {
    title: &'static str,
    y: &'static str,
    /// The values of ε, as decimals.
    epsilons: Vec<String>,
    series: Vec<Series>,
    marks: Vec<Mark>,
}

/// A line of a chart.
struct Series {
    /// The CSV column.
    key: &'static str,
    /// The legend.
    name: &'static str,
    /// What is no bound, or no mechanism, is dashed.
    dashed: bool,
    /// A value for each ε, as a decimal, where the line has one.
    values: Vec<Option<String>>,
}

/// A value of ε that is marked by a vertical line.
struct Mark {
    epsilon: String,
    name: String,
    dashed: bool,
}

impl Chart {
    fn figure(&self, alphas: &[Rational]) -> Result<Figure, String> {
        Ok(Figure { svg: draw::chart(self)?, csv: self.csv(alphas) })
    }

    fn csv(&self, alphas: &[Rational]) -> String {
        let keys: Vec<&str> = self.series.iter().map(|series| series.key).collect();
        let mut text = format!("epsilon,alpha,{}\n", keys.join(","));
        for (k, (epsilon, alpha)) in self.epsilons.iter().zip(alphas).enumerate() {
            let values: Vec<&str> = self.series.iter().map(|s| s.values[k].as_deref().unwrap_or("")).collect();
            text += &format!("{epsilon},{alpha},{}\n", values.join(","));
        }
        text
    }
}

/// from/100, …, to/100.
fn hundredths(from: u32, to: u32, step: usize) -> Vec<Rational> {
    (from..=to).step_by(step).map(|k| Rational::from_unsigneds(k, 100)).collect()
}

/// ε as a short decimal.
fn short(epsilon: &Rational) -> String {
    let text = decimal(&exact::fraction(epsilon));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// log₂ x to twelve significant digits.
fn bits(x: &Rational) -> Result<String, String> {
    Logarithm::Log2(exact::fraction(x)).decimal().ok_or_else(|| "no digits of a logarithm".to_owned())
}

/// A rational of [`PLACES`] binary places that is at most e^-ε and a few units of the last place below it; 1 for ε = 0.
fn alpha(epsilon: &Rational) -> Result<Rational, String> {
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    if *epsilon == 0u32 {
        return Ok(Rational::ONE);
    }
    let number = Exponential::new(exact::fraction(epsilon)).map_err(|why| why.to_string())?;
    let bracket = number.bracket(PLACES, &Bounds::new(&limits, &steps)).map_err(|why| why.to_string())?;
    Ok(Rational::from(exact::integer(&bracket.low)) / Rational::power_of_2(PLACES))
}

/// A query file's text at α = 1/2, where a file needs one.
fn query_file(query: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {query}}}"#)
}

/// The graph of a query.
fn graph(query: &str) -> Result<Graph, String> {
    let file = Mechanism::read(query_file(query).as_bytes(), &Limits::default()).map_err(|e| e.to_string())?;
    Ok(file.query.graph)
}
