//! What is drawn.

use malachite::rational::Rational;

/// A figure as text.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The picture.
    pub svg: String,
    /// Its values: a line of names, then a line for each point.
    pub csv: String,
}

/// Lines over ε, or points.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) y: &'static str,
    /// The values of ε, as decimals.
    pub(super) epsilons: Vec<String>,
    pub(super) series: Vec<Series>,
    pub(super) marks: Vec<Mark>,
}

/// A line of a chart.
pub(super) struct Series {
    /// The CSV column.
    pub(super) key: &'static str,
    /// The legend.
    pub(super) name: &'static str,
    /// What is no bound, or no mechanism, is dashed.
    pub(super) dashed: bool,
    /// A value for each ε, as a decimal, where the line has one.
    pub(super) values: Vec<Option<String>>,
}

/// A value of ε that is marked by a vertical line.
pub(super) struct Mark {
    pub(super) epsilon: String,
    pub(super) name: String,
    pub(super) dashed: bool,
}

impl Chart {
    pub(super) fn csv(&self, alphas: &[Rational]) -> String {
        let keys: Vec<&str> = self.series.iter().map(|series| series.key).collect();
        let mut text = format!("epsilon,alpha,{}\n", keys.join(","));
        for (k, (epsilon, alpha)) in self.epsilons.iter().zip(alphas).enumerate() {
            let values: Vec<&str> = self.series.iter().map(|s| s.values[k].as_deref().unwrap_or("")).collect();
            text += &format!("{epsilon},{alpha},{}\n", values.join(","));
        }
        text
    }
}

/// A graph with its name, and where α is 1/2 and 1/5 the corner priors.
pub(super) struct Panel {
    pub(super) title: &'static str,
    /// For each α: its name and the corners.
    pub(super) regions: Vec<(&'static str, Vec<Vec<Rational>>)>,
}
