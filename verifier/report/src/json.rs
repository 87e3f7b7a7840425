//! The JSON report, `dp-report/1`, and a line of many with its files, `dp-line/1`.

use super::constant::ConstantPart;
use super::evidence::{Evidence, Gap, Of};
use super::expected::Beside;
use super::incomplete::{Lacking, MissingPart};
use super::noise::{Noise, NoisePart};
use super::prior::ByName;
use super::privacy::{AlphaPart, AsWritten, EpsilonPart};
use super::shown::Shown;
use super::{Because, Gain, Hint, Neighbours, Outcome, Range, Report, Size, Statement, Value, Verdict};
use crate::Verification;
use crate::escape::escape;
use dp_file::model::Guesses;
use serde::ser::{Serialize, SerializeMap, Serializer};

#[derive(serde::Serialize)]
struct Document<'a> {
    format: &'static str,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    result: Option<ResultPart<'a>>,
    graph: &'a Neighbours,
    privacy: AsWritten<'a>,
    mechanism: Subject<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<MechanismPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<AlphaPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon: Option<EpsilonPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rho: Option<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    constant: Option<ConstantPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<&'a Gain>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<&'a Gain>,
    #[serde(skip_serializing_if = "ByName::is_empty")]
    priors: ByName<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<u8>,
    summary: Summary,
    statements: Vec<StatementPart<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    hints: &'a [Hint],
}

/// What `verify` says of a certificate as a whole.
#[derive(serde::Serialize)]
struct ResultPart<'a> {
    result: String,
    sha256: &'a str,
    proved: usize,
    refuted: Vec<String>,
    accepted: bool,
    refusals: Vec<String>,
}

/// How many of the file's claims ended how.
#[derive(serde::Serialize)]
struct Summary {
    holds: usize,
    fails: usize,
    as_expected: usize,
    undecided: usize,
    values: usize,
    words: String,
}

/// What the report is about.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Subject<'a> {
    Described(Box<MechanismPart<'a>>),
    /// The mechanism file itself.
    Whole(&'a str),
}

/// The files that a line carries.
#[derive(Debug, Clone, Copy)]
pub struct Carried<'a> {
    /// The mechanism file, whose hash is the certificate's.
    pub mechanism: &'a str,
    /// Its certificate.
    pub certificate: &'a str,
}

/// How a report is written, and whether exact values are however long they are.
#[derive(Debug, Clone, Copy)]
enum Form<'a> {
    Lines { whole: bool },
    OneLine { whole: bool, carried: Option<Carried<'a>> },
}

#[derive(serde::Serialize)]
struct MechanismPart<'a> {
    name: Option<&'a str>,
    sha256: &'a str,
    nodes: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<Size>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    parts: &'a [crate::Part],
    #[serde(skip_serializing_if = "Option::is_none")]
    rounding: Option<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<SamplePart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<CountsPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<MissingPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<NoisePart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promised: Option<&'a str>,
}

/// That there are counts of runs and no table.
#[derive(serde::Serialize)]
struct CountsPart<'a> {
    confidence: String,
    runs: [u64; 2],
    events: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen_on: Option<&'a str>,
    words: String,
}

/// That tables are of samples.
#[derive(serde::Serialize)]
struct SamplePart<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<&'a [u64]>,
    words: String,
}

/// The δ of a claim, or that nearer nodes are meant too.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum AtMost {
    Delta(String),
    Nearer(bool),
}

#[derive(serde::Serialize)]
struct StatementPart<'a> {
    claim: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    priors: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    adaptive: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<AtMost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rho: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'static str>,
    declared: bool,
    states: &'static str,
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expectation: Option<Beside<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    values: Values<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds_on: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<Of<'a, Gap>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Of<'a, Evidence>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attained: Option<Of<'a, Evidence>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vacuous: Option<bool>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    explanation: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
}

struct Values<'a> {
    values: &'a [(&'static str, Value)],
    whole: bool,
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len()))?;
        for (name, value) in self.values {
            map.serialize_entry(name, &Shown { value, whole: self.whole })?;
        }
        map.end()
    }
}

impl Report {
    /// The report as JSON, with exact values over 200 characters only if `whole`.
    pub fn to_json(&self, whole: bool) -> String {
        self.document(Form::Lines { whole }, None)
    }

    /// The report as JSON on one line, with the files that it is about where they are to go along: `dp-line/1`, whose
    /// `about` is the `mechanism` of `dp-report/1`.
    pub fn to_line(&self, whole: bool, carried: Option<Carried>) -> String {
        self.document(Form::OneLine { whole, carried }, None)
    }

    /// The document, with what `verify` says of a certificate, and for each statement whether it is `checked`.
    fn document(&self, form: Form, verification: Option<&Verification>) -> String {
        let (whole, carried, one_line) = match form {
            Form::Lines { whole } => (whole, None, false),
            Form::OneLine { whole, carried } => (whole, carried, true),
        };
        let result = verification.map(|verification| ResultPart {
            result: verification.word().to_lowercase(),
            sha256: &self.sha256,
            proved: verification.proved(),
            refuted: verification.refuted(),
            accepted: verification.accepted(),
            refusals: verification.refusals.iter().map(ToString::to_string).collect(),
        });
        let rounding = self.rounding.clone().map(Value::Rational);
        let described = MechanismPart {
            name: self.name.as_deref(),
            sha256: &self.sha256,
            nodes: self.nodes,
            outputs: self.outputs,
            parts: &self.parts,
            rounding: rounding.as_ref().map(|value| Shown { value, whole }),
            sample: self
                .sample_in_words()
                .map(|words| SamplePart { runs: self.sample.as_ref().map(|sample| &*sample.runs), words }),
            counts: self.counted.as_ref().map(|counted| CountsPart {
                confidence: counted.confidence.to_string(),
                runs: counted.runs,
                events: &counted.events,
                chosen_on: counted.chosen_on.as_deref(),
                words: counted.in_words(),
            }),
            noise: self.noise.as_ref().map(Noise::part).or_else(|| self.noise_in_words().map(NoisePart::geometric)),
            promised: self.promised.as_deref(),
            missing: self.lacking.as_ref().map(Lacking::part),
        };
        let (format, mechanism, about) = match carried {
            Some(files) => ("dp-line/1", Subject::Whole(files.mechanism), Some(described)),
            None => ("dp-report/1", Subject::Described(Box::new(described)), None),
        };
        let [delta, rho] = [&self.privacy.delta, &self.privacy.rho].map(|x| x.clone().map(Value::Rational));
        let document = Document {
            format,
            version: env!("CARGO_PKG_VERSION"),
            file: self.file.as_deref(),
            result,
            graph: &self.graph,
            privacy: self.privacy.as_written(whole),
            mechanism,
            about,
            certificate: carried.map(|files| files.certificate),
            alpha: self.privacy.alpha_part(whole),
            epsilon: self.privacy.epsilon_part(whole),
            delta: delta.as_ref().map(|value| Shown { value, whole }),
            rho: rho.as_ref().map(|value| Shown { value, whole }),
            constant: self.constant.as_ref().and_then(|b| ConstantPart::of(b, whole)),
            gain: Some(&self.gain).filter(|gain| !gain.is_binary() && !gain.is_loss),
            loss: Some(&self.gain).filter(|gain| gain.is_loss),
            priors: ByName(&self.priors),
            // What `verify` says as a whole is its result.
            verdict: verification.is_none().then(|| self.verdict()),
            exit: verification.is_none().then(|| self.status()),
            summary: Summary {
                holds: self.holding(),
                fails: self.count(Outcome::Refuted),
                as_expected: self.as_expected(),
                undecided: self.count(Outcome::Open),
                values: self.values(),
                words: self.summary(),
            },
            statements: self.statements.iter().map(|s| self.part(s, whole, verification.is_some())).collect(),
            hints: &self.hints,
        };
        let text = if one_line { serde_json::to_string(&document) } else { serde_json::to_string_pretty(&document) };
        // Serialising strings and numbers into memory has no way to fail.
        escape(&text.unwrap_or_default())
    }

    fn part<'a>(&self, statement: &'a Statement, whole: bool, verified: bool) -> StatementPart<'a> {
        let part = part(statement, whole, verified);
        let own = statement.claim.delta.as_ref().map(ToString::to_string).or_else(|| part.delta.clone());
        let delta = own.or_else(|| self.leaves_out_delta(statement).then(|| "0".to_owned()));
        StatementPart { delta, ..part }
    }
}

fn part(statement: &Statement, whole: bool, verified: bool) -> StatementPart<'_> {
    let claim = &statement.claim;
    let refused =
        (statement.verdict == Verdict::Undecided).then_some("the certificate does not prove it, see refusals");
    let terms = claim.on.as_ref().map(|terms| terms.json());
    let own = |key: &str| terms.as_ref()?.get(key).cloned();
    let most = |key: &str| claim.at_most.as_ref().filter(|_| claim.kind.takes().key_of_most() == Some(key));
    StatementPart {
        claim: claim.kind.name(),
        prior: claim.prior.as_deref(),
        priors: &claim.priors,
        outputs: claim.outputs,
        within: claim.within.as_ref().map(ToString::to_string),
        from: claim.from.as_deref(),
        adaptive: claim.adaptive.then_some(true),
        pair: claim.pair,
        distance: claim.distance.map(|(distance, _)| distance),
        at_most: match (most("at_most"), claim.distance) {
            (Some(delta), _) => Some(AtMost::Delta(delta.to_string())),
            (None, Some((_, true))) => Some(AtMost::Nearer(true)),
            (None, _) => None,
        },
        epsilon: most("epsilon")
            .or(claim.epsilon.as_ref())
            .map(ToString::to_string)
            .or_else(|| own("epsilon")?.as_str().map(str::to_owned)),
        graph: own("graph"),
        rho: most("rho").map(ToString::to_string),
        order: claim.divergence.as_ref().map(|(order, _)| *order),
        bound: claim.divergence.as_ref().map(|(_, bound)| bound.to_string()),
        delta: own("delta").and_then(|delta| delta.as_str().map(str::to_owned)),
        measure: match claim.kind.guesses() {
            Guesses::None | Guesses::Files => None,
            Guesses::Binary => Some("binary gain"),
            Guesses::MinEntropy => Some("min-entropy"),
        },
        declared: statement.declared,
        states: if statement.is_value() { "value" } else { "claim" },
        verdict: statement.verdict,
        expected: statement.expected,
        expectation: statement.expected.map(|_| Beside { statement, whole }),
        reason: statement.reason.as_deref().or(refused),
        values: Values { values: &statement.values, whole },
        holds_on: statement.holds_on.as_ref().map(|set| set.iter().map(Range::written).collect()),
        gap: statement.gap.as_ref().map(|gap| Of(gap, whole)),
        counterexample: statement.counterexample().map(|evidence| Of(evidence, whole)),
        attained: statement.attained().map(|evidence| Of(evidence, whole)),
        vacuous: (statement.because == Because::Vacuous).then_some(true),
        explanation: &statement.explanation,
        checked: verified.then_some(statement.checked),
    }
}

impl Verification {
    /// The JSON report of `verify`.
    pub fn to_json(&self, whole: bool) -> String {
        self.report.document(Form::Lines { whole }, Some(self))
    }

    /// The JSON report of one of several files, with its path.
    pub fn to_json_of(&self, file: &str, whole: bool) -> String {
        let report = Report { file: Some(file.to_owned()), ..self.report.clone() };
        report.document(Form::Lines { whole }, Some(self))
    }

    /// The JSON report on one line.
    pub fn to_line(&self, whole: bool) -> String {
        self.report.document(Form::OneLine { whole, carried: None }, Some(self))
    }
}
