//! Labels that look like numbers, where noise on whole numbers is added: to the answers' own numbers 0, 1, …, and not
//! to what their labels say.

use super::mechanism::{Mechanism, Structure};
use super::part::Source;
use super::query::Query;
use crate::error::Error;
use crate::json::View;

/// That no answer is called a number other than its own, of a file with such noise.
pub(super) fn expect_own(file: &View, query: &Query, structure: &Structure) -> Result<(), Error> {
    let adds_noise = match structure {
        Structure::Gaussian(_) => true,
        Structure::Table(channel) | Structure::Product(_, channel) => channel.noise.is_some(),
        Structure::Uses(parts) => {
            parts.iter().any(|part| matches!(&part.source, Source::Table(channel) if channel.noise.is_some()))
        }
        _ => false,
    };
    let mut labels = query.labels.iter().flatten().enumerate();
    let Some((i, label)) = labels.find(|(i, label)| is_another(label, *i)).filter(|_| adds_noise) else {
        return Ok(());
    };
    let query = file.required("query")?;
    Err(query.required("labels")?.found(
        format!("\"{label}\" for the answer {i}, and the noise is added to the number {i}"),
        "answers that are 0, 1, 2, …, or names that are no numbers: to add noise to other numbers, have each number from the least \
         to the largest among the answers, on a \"sum\" whose \"max\" is how much one person changes",
    ))
}

impl Mechanism {
    /// The first answer that is called a number other than its own.
    pub fn misleading_label(&self) -> Option<usize> {
        (0..self.query.graph.nodes()).find(|&i| is_another(&self.node(i), i))
    }
}

fn is_another(label: &str, i: usize) -> bool {
    let label = label.trim();
    let digits = label.strip_prefix(['-', '+', '−']).unwrap_or(label);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
    is_number && label.parse() != Ok(i)
}

#[cfg(test)]
mod tests {
    use super::is_another;

    #[test]
    fn a_number_is_its_own_or_another() {
        for (label, i) in [("0", 0), ("12", 12), ("three", 3), ("3 people", 1), ("", 0), ("-", 1)] {
            assert!(!is_another(label, i), "{label}");
        }
        for (label, i) in [("1", 0), ("10", 1), ("-1", 1), ("0.5", 0), ("1,000", 1), ("−2", 2)] {
            assert!(is_another(label, i), "{label}");
        }
    }
}
