//! The figures of the papers, drawn anew from exact values: each as SVG, and as CSV with the values themselves.
//!
//! The corners of regions are fractions. Where a figure goes over ε, the values are those at the rational α that agrees
//! with e^-ε to [`PLACES`] binary places, computed exactly there and rounded to twelve significant digits; the CSV
//! names α. Floating point draws lines, and nothing else.

mod chart;
mod draw;
mod epsilon;
mod leakage;
mod query;
mod regions;
#[cfg(test)]
mod tests;
mod utility;

pub use chart::Figure;
pub use epsilon::PLACES;
use epsilon::hundredths;

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
