//! Noise on all whole numbers, which has no table.

use dp_file::model::{GAUSSIAN, GEOMETRIC, Mechanism};
use dp_file::number::{Rational, short};
use dp_kernel::Gaussian;

/// What a report tells of discrete Gaussian noise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noise {
    /// σ².
    pub sigma2: Rational,
    /// By how much neighbours differ at most.
    pub sensitivity: usize,
}

/// That X is noise.
#[derive(serde::Serialize)]
pub(super) struct NoisePart {
    family: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sigma2: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sensitivity: Option<usize>,
    words: String,
}

impl NoisePart {
    /// That a table stands for geometric noise.
    pub(super) fn geometric(words: String) -> Self {
        Self { family: GEOMETRIC, sigma2: None, sensitivity: None, words }
    }
}

impl Noise {
    /// That of a file that has it.
    pub(super) fn of(mechanism: &Mechanism) -> Option<Self> {
        let sigma2 = mechanism.gaussian()?.sigma2.clone();
        Some(Self { sigma2, sensitivity: Gaussian::sensitivity(&mechanism.query.graph)? })
    }

    /// As JSON has it.
    pub(super) fn part(&self) -> NoisePart {
        let (sigma2, sensitivity) = (Some(self.sigma2.to_string()), Some(self.sensitivity));
        NoisePart { family: GAUSSIAN, sigma2, sensitivity, words: self.in_words() }
    }

    /// `discrete Gaussian noise on all whole numbers, σ² = 4, sensitivity 1`.
    pub fn in_words(&self) -> String {
        let (sigma2, sensitivity) = (short(&self.sigma2), self.sensitivity);
        format!("discrete Gaussian noise on all whole numbers, σ² = {sigma2}, sensitivity {sensitivity}")
    }
}
