//! The declared privacy for people: what the file says of α or ε, both in decimals, and δ; or ρ.

use super::number::Number;
use super::value::{MOST_CHARACTERS, Value};
use dp_algebra::Logarithm;
use dp_file::alpha::Bounds;
use dp_file::json::shorten;
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Alpha, Declared, Mechanism};
use dp_file::number::exact_or_decimal;
use dp_file::number::{Rational, decimal};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The word operations that the digits of the declared privacy may take, and those of priors and gain: those of any
/// numbers that a person wrote, and no more.
pub(crate) const MOST_STEPS: usize = 1 << 30;

/// The (ε, δ), or the ρ, that a file declares.
#[derive(Debug, Clone)]
pub struct Privacy {
    /// α = e^-ε; of a file that declares ρ it says nothing.
    pub alpha: Alpha,
    /// δ; `None` where the file does not speak of it, which is δ = 0.
    pub delta: Option<Rational>,
    /// ρ, where the file declares it in the place of ε and δ.
    pub rho: Option<Rational>,
    /// α, ε or ρ in the file's words.
    pub declared: Declared,
    /// Twelve digits of α; none over an interval.
    alpha_decimal: Option<String>,
    /// ε = −ln α; none over an interval.
    epsilon: Option<Epsilon>,
}

/// ε as a number.
#[derive(Debug, Clone)]
struct Epsilon {
    /// The number itself where it is rational.
    exact: Option<Rational>,
    /// Twelve digits.
    decimal: String,
}

impl Privacy {
    /// What the file declares.
    pub fn of(mechanism: &Mechanism) -> Self {
        let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
        let steps = Budget::new(limits.steps);
        let (alpha, epsilon) = digits(mechanism, &Bounds::new(&limits, &steps));
        let privacy = &mechanism.privacy;
        Self {
            alpha: privacy.alpha.clone(),
            delta: privacy.delta.clone(),
            rho: privacy.rho.clone(),
            declared: privacy.declared.clone(),
            alpha_decimal: alpha,
            epsilon,
        }
    }

    /// `ε = ln(2) = 0.693147180560, α = 1/2 = 0.500000000000, δ = 0`, what the file writes first.
    pub fn in_words(&self) -> String {
        let delta = self.delta.as_ref().map_or_else(|| "0".into(), exact_or_decimal);
        let (alpha, epsilon) = (self.alpha_in_words(), self.epsilon_in_words());
        match self.declared {
            Declared::Rho(_) => format!("ρ-zCDP (zero-concentrated differential privacy), {}", self.in_short()),
            Declared::Epsilon(_) => format!("{epsilon}, {alpha}, δ = {delta}"),
            Declared::Symbolic { .. } => format!("{alpha}, ε = -ln α, δ = {delta}"),
            Declared::Alpha(_) | Declared::Root { .. } => format!("{alpha}, {epsilon}, δ = {delta}"),
        }
    }

    /// `ε = ln(2), δ = 0`: the file's words alone.
    pub(super) fn in_short(&self) -> String {
        let own = match &self.declared {
            Declared::Rho(text) => return format!("ρ = {}", shorten(text)),
            Declared::Alpha(text) => format!("α = {}", shorten(text)),
            Declared::Epsilon(text) => format!("ε = {}", shorten(text)),
            Declared::Root { .. } | Declared::Symbolic { .. } => self.alpha_in_words(),
        };
        let delta = self.delta.as_ref().map_or_else(|| "0".into(), exact_or_decimal);
        format!("{own}, δ = {delta}")
    }

    /// Twelve digits of α; `None` over an interval, or where they take too long.
    pub fn alpha_decimal(&self) -> Option<&str> {
        self.alpha_decimal.as_deref()
    }

    /// Twelve digits of ε; `None` over an interval, or where they take too long.
    pub fn epsilon_decimal(&self) -> Option<&str> {
        self.epsilon.as_ref().map(|epsilon| epsilon.decimal.as_str())
    }

    fn alpha_in_words(&self) -> String {
        let exact = self.alpha_exactly();
        match (&self.alpha, &self.alpha_decimal) {
            (Alpha::Symbolic { .. }, _) => format!("α = {exact}"),
            (_, Some(decimal)) if exact.chars().count() > 80 => format!("α = about {decimal}"),
            (Alpha::Rational(_), _) if !exact.contains('/') => format!("α = {exact}"),
            (_, Some(decimal)) => format!("α = {exact} = {decimal}"),
            (_, None) => format!("α = {}", shorten(&exact)),
        }
    }

    fn epsilon_in_words(&self) -> String {
        let decimal = self.epsilon.as_ref().map_or("not known to twelve digits", |epsilon| &epsilon.decimal);
        match &self.declared {
            // A decimal says how large it is by itself.
            Declared::Epsilon(text) if text.bytes().all(|b| b.is_ascii_digit() || b == b'.') && text.len() <= 80 => {
                format!("ε = {text}")
            }
            Declared::Epsilon(text) => format!("ε = {} = {decimal}", shorten(text)),
            _ => format!("ε = {decimal}"),
        }
    }

    /// α exactly, however long.
    fn alpha_exactly(&self) -> String {
        let interval = |(low, high): &(Rational, Rational)| format!("({low}, {high})");
        match &self.alpha {
            Alpha::Rational(x) => x.to_string(),
            Alpha::Exponential(epsilon) => format!("e^(-{epsilon})"),
            Alpha::Power { base, exponent } => format!("({base})^({})", -exponent),
            Alpha::Root { polynomial, between } => {
                let coefficients: Vec<_> = polynomial.iter().map(ToString::to_string).collect();
                format!("root of [{}] in {}", coefficients.join(", "), interval(between))
            }
            Alpha::Symbolic { between } => format!("every number of {}", interval(between)),
        }
    }

    /// For JSON: what the file writes, `alpha` or `epsilon`, and `delta`; or `rho`.
    pub(super) fn as_written(&self, whole: bool) -> AsWritten<'_> {
        AsWritten { privacy: self, whole }
    }

    /// For JSON: α's kind, exactly and in decimals; nothing where there is none.
    pub(super) fn alpha_part(&self, whole: bool) -> Option<AlphaPart> {
        if self.rho.is_some() {
            return None;
        }
        let exact = Some(self.alpha_exactly()).filter(|text| whole || text.chars().count() <= MOST_CHARACTERS);
        Some(AlphaPart { kind: self.alpha.kind(), exact, decimal: self.alpha_decimal.clone() })
    }

    /// For JSON: ε exactly where it is rational, and in decimals; `None` over an interval.
    pub(super) fn epsilon_part(&self, whole: bool) -> Option<EpsilonPart> {
        let epsilon = self.epsilon.as_ref()?;
        let fits = |text: &String| whole || text.len() <= MOST_CHARACTERS;
        let exact = epsilon.exact.as_ref().map(ToString::to_string).filter(fits);
        Some(EpsilonPart { exact, decimal: epsilon.decimal.clone() })
    }
}

/// Twelve digits of α, and ε with its own; `None` over an interval, beside ρ, or where they take too long.
fn digits(mechanism: &Mechanism, bounds: &Bounds) -> (Option<String>, Option<Epsilon>) {
    if mechanism.privacy.rho.is_some() {
        return (None, None);
    }
    let described = |value: Value| Some(Epsilon { exact: value.rational(), decimal: value.decimal()? });
    if let Alpha::Rational(alpha) = &mechanism.privacy.alpha {
        let epsilon = Logarithm::MinusLn(alpha.clone());
        let epsilon = bounds.charge(epsilon.cost()).ok().map(|()| Value::Logarithm(epsilon));
        return (Some(decimal(alpha)), epsilon.and_then(described));
    }
    let Some(field) = &mechanism.field else { return (None, None) };
    let Ok(alpha) = Number::new(field.alpha.clone(), field.clone(), bounds) else { return (None, None) };
    let epsilon = alpha.logarithm(Logarithm::MinusLn, bounds).and_then(described);
    (Value::Number(Box::new(alpha)).decimal(), epsilon)
}

#[derive(serde::Serialize)]
pub(super) struct AlphaPart {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decimal: Option<String>,
}

#[derive(serde::Serialize)]
pub(super) struct EpsilonPart {
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    decimal: String,
}

impl Serialize for Privacy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_written(false).serialize(serializer)
    }
}

/// The `privacy` of a report.
pub(super) struct AsWritten<'a> {
    privacy: &'a Privacy,
    /// Whether texts are shown however long.
    whole: bool,
}

impl Serialize for AsWritten<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fits = |text: &str| self.whole || text.chars().count() <= MOST_CHARACTERS;
        let shown = |text: &String| if fits(text) { text.clone() } else { shorten(text) };
        let list = |texts: &[String]| texts.iter().map(shown).collect::<Vec<_>>();
        let mut map = serializer.serialize_map(None)?;
        match &self.privacy.declared {
            Declared::Rho(text) => {
                map.serialize_entry("rho", &shown(text))?;
                return map.end();
            }
            Declared::Alpha(text) => map.serialize_entry("alpha", &shown(text))?,
            Declared::Epsilon(text) => map.serialize_entry("epsilon", &shown(text))?,
            Declared::Root { polynomial, between } => {
                map.serialize_entry("alpha", &Root { root_of: list(polynomial), between: list(between) })?;
            }
            Declared::Symbolic { between } => {
                map.serialize_entry("alpha", "symbolic")?;
                map.serialize_entry("between", &list(between))?;
            }
        }
        let delta = self.privacy.delta.as_ref().map_or_else(|| "0".to_owned(), ToString::to_string);
        map.serialize_entry("delta", &shown(&delta))?;
        map.end()
    }
}

#[derive(serde::Serialize)]
struct Root {
    root_of: Vec<String>,
    between: Vec<String>,
}
