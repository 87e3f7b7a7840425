//! Discrete Gaussian noise on the numbers of a range.

use super::document::string;
use super::wishes::Wishes;
use crate::decide::decide;
use crate::options::Options;
use crate::statement::{Finding, name};
use dp_kernel::Verdict;
use dp_verify::json::{Node, Value, View};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Constant, Kind as Claim, Mechanism};
use dp_verify::number::{Rational, ratio, rational};

/// Noise with P(k) proportional to e^(-k²/2σ²) = b^(k²), b = e^(-1/2σ²).
///
/// On the range 0..n-1 row i is b^((o-i)²) over its sum Z_i; or the noise is cut at |k| ≤ K, added, and what is below 0
/// is reported as 0, what is above n-1 as n-1.
///
/// Source: Canonne, Kamath, Steinke, *The discrete Gaussian for differential privacy* (2020), whose noise is on all
/// whole numbers: what they prove of it is not said of these.
#[derive(Debug, Clone)]
pub(super) struct DiscreteGaussian {
    /// n.
    nodes: usize,
    /// How far apart neighbours may be.
    sensitivity: usize,
    /// K.
    cut: Option<usize>,
    /// 1/2σ².
    rate: Rational,
    /// The file's `constant`, which it does not have yet.
    constant: Option<String>,
}

impl DiscreteGaussian {
    /// For a file, with the σ² that is wished for, or that of its own constant.
    ///
    /// # Errors
    /// In a sentence, and the key that it is about.
    pub(super) fn new(
        sensitivity: u32,
        wishes: &Wishes,
        file: &Mechanism,
        limits: &Limits,
    ) -> Result<Self, (&'static str, String)> {
        let own = match &file.constant {
            None => None,
            Some(Constant::Exponential(rate)) => Some(rate.clone()),
            Some(_) => {
                let message =
                    "discrete Gaussian noise is in powers of b = e^(-1/2σ²): expected {\"exp\": \"-1/8\"}, or none";
                return Err(("constant", message.to_owned()));
            }
        };
        let wished =
            wishes.sigma_squared.map(|text| rate(text, limits)).transpose().map_err(|why| ("constant", why))?;
        let (rate, constant) = match (own, wished) {
            (Some(own), Some(wished)) if own != wished => {
                let message =
                    format!("--sigma-squared asks for b = e^(-{wished}), and the file's is e^(-{own}): expected one");
                return Err(("constant", message));
            }
            (Some(own), _) => (own, None),
            (None, Some(rate)) => (rate.clone(), Some(format!("{{ \"exp\": {} }}", string(&format!("-{rate}"))))),
            (None, None) => {
                let message = "discrete Gaussian noise has a σ²: expected --sigma-squared S, or \"constant\": {\"exp\": \"-1/8\"} for σ² = 4";
                return Err(("query", message.to_owned()));
            }
        };
        let (nodes, sensitivity) = (file.query.graph.nodes(), sensitivity as usize);
        // What could not be read is not written out.
        let farthest = wishes.cut.unwrap_or_else(|| nodes.saturating_sub(1));
        if farthest.checked_mul(farthest).is_none_or(|e| e > limits.exponent) {
            let message = format!(
                "the file would have b^({farthest}²) in it, an exponent over {} (--limit exponent=N)",
                limits.exponent
            );
            return Err(("query", message));
        }
        Ok(Self { nodes, sensitivity, cut: wishes.cut, rate, constant })
    }

    /// What the mechanism is called besides.
    pub(super) fn title(&self) -> String {
        let half = ratio(&Rational::new(1.into(), 2.into()), &self.rate);
        match self.cut {
            None => format!("with σ² = {half} on the range,"),
            Some(k) => format!("with σ² = {half}, cut at |k| ≤ {k} and clamped,"),
        }
    }

    /// The `constant` that the file needs.
    pub(super) fn constant(&self) -> Option<String> {
        self.constant.clone()
    }

    /// n rows of n entries. Cost: the text.
    pub(super) fn rows(&self) -> impl Iterator<Item = Vec<String>> + use<> {
        let this = self.clone();
        let (n, whole) = (this.nodes, this.cut.map(|k| this.tail(k, true)));
        (0..n).map(move |i| {
            let sum = whole.clone().unwrap_or_else(|| this.row_sum(i));
            let over = |numerator: String, terms: usize| match (terms, n) {
                (0, _) => "0".to_owned(),
                (_, 1) => "1".to_owned(),
                (1, _) => format!("{numerator}/({sum})"),
                _ => format!("({numerator})/({sum})"),
            };
            let entry = |o: usize| {
                let distance = o.abs_diff(i);
                match this.cut {
                    Some(k) if o == 0 || o + 1 == n => {
                        over(this.tail(distance, false), (k + 1).saturating_sub(distance))
                    }
                    Some(k) if distance > k => "0".to_owned(),
                    _ => over(power(distance), 1),
                }
            };
            (0..n).map(entry).collect()
        })
    }

    /// Z_i.
    fn row_sum(&self, i: usize) -> String {
        (0..self.nodes).map(|o| power(o.abs_diff(i))).collect::<Vec<_>>().join("+")
    }

    /// The sum of b^(k²) over m ≤ k ≤ K; or, of both sides, over |k| ≤ m.
    fn tail(&self, m: usize, both: bool) -> String {
        let all: Vec<String> = if both {
            (0..=m).map(|k| if k == 0 { "1".to_owned() } else { format!("2*{}", power(k)) }).collect()
        } else {
            (m..=self.cut.unwrap_or(m)).map(power).collect()
        };
        all.join("+")
    }

    /// The largest α for which it is private.
    ///
    /// On the range it is x_0/x_v at the output n-1, v the sensitivity: x_io/x_(i+1)o = b^(2(o-i)-1)·Z_(i+1)/Z_i falls
    /// with o, and at o = n-1 rises with i, as Z_i·Z_(i+2) ≥ b²·Z_(i+1)²: Z_i is b^(i²) times a sum of exponentials in
    /// i, which is log-convex. So of all steps those from 0 on are the largest, and the other end is the same. Noise
    /// that is cut is 0 somewhere beside a number that is not, unless K reaches n-1: then it is the ratio of two tails,
    /// as tails of falling ratios have falling ratios.
    fn alpha_max(&self) -> String {
        let Self { nodes: n, sensitivity: v, .. } = *self;
        match self.cut {
            _ if n < 2 => "1".to_owned(),
            Some(k) if k + 1 < n => "0".to_owned(),
            Some(k) if k + 1 == n => format!("{}/({})", power(k), self.tail(k - v, false)),
            Some(_) => format!("({})/({})", self.tail(n - 1, false), self.tail(n - 1 - v, false)),
            None => {
                let apart = (n - 1) * (n - 1) - (n - 1 - v) * (n - 1 - v);
                format!("b^{apart}*({})/({})", self.row_sum(v), self.row_sum(0))
            }
        }
    }

    /// The claim that it makes of itself, where the file does not: `dp` with its exact value, and its verdict at the
    /// file's ε.
    ///
    /// # Errors
    /// In a sentence, where it is not private as the file declares, unless that does not matter.
    pub(super) fn promise(&self, made: Mechanism, force: bool, limits: &Limits) -> Result<Vec<String>, String> {
        let has_dp = made.claims.iter().any(|declared| declared.claim.kind == Claim::Dp);
        let declares_delta = made.privacy.delta.is_some();
        let mut alone = made;
        alone.claims.retain(|declared| matches!(declared.claim.kind, Claim::Dp | Claim::ApproximateDp));
        let options = Options { only: vec![Claim::Dp], limits: *limits, in_order: true, ..Options::default() };
        let statements = decide(&alone, &options).statements;
        let verdict = |kind| {
            statements.iter().find(|s| s.claim.kind == kind).and_then(|s| match &s.finding {
                Finding::Decided(decided) => Some(decided.verdict),
                Finding::Undecided(_) => None,
            })
        };
        let declared = verdict(if declares_delta { Claim::ApproximateDp } else { Claim::Dp });
        if declared == Some(Verdict::Fails) && !force {
            return Err(format!(
                "this noise would not be private at the file's {}: expected a larger σ², or one of them larger (--force writes it all \
                 the same, and `certify` says what it needs)",
                if declares_delta { "ε and δ" } else { "ε, which has no δ beside it" }
            ));
        }
        // Where a file declares ε alone it claims `dp` already, and a larger α than is attained fails.
        let expected = verdict(Claim::Dp).filter(|verdict| !has_dp || declares_delta || *verdict == Verdict::Holds);
        let claim = |verdict: Verdict| {
            format!(
                "{{ \"claim\": \"dp\", \"expect\": {{ \"verdict\": \"{}\", \"alpha_max\": {{ \"equals\": {} }} }} }}",
                name(verdict),
                string(&self.alpha_max())
            )
        };
        Ok(expected.map(claim).into_iter().collect())
    }
}

/// b^(k²).
fn power(k: usize) -> String {
    match k {
        0 => "1".to_owned(),
        1 => "b".to_owned(),
        k => format!("b^{}", k * k),
    }
}

/// 1/2σ² of σ² > 0, as it is written.
fn rate(sigma_squared: &str, limits: &Limits) -> Result<Rational, String> {
    let node = Node { offset: 0, value: Value::String(sigma_squared.into()) };
    let steps = Budget::new(limits.steps);
    let expected = || format!("--sigma-squared {sigma_squared:?}: expected a rational above 0, such as 4 or \"9/2\"");
    let found = rational(&View::root(&node), limits, &steps).map_err(|_| expected())?;
    if !found.is_positive() {
        return Err(expected());
    }
    Ok(ratio(&Rational::new(1.into(), 2.into()), &found))
}
