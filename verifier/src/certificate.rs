//! The certificate, `dp-certificate/1`: statements with their verdicts, values and witnesses.

use crate::alpha::Bounds;
use crate::check::{self, Failure, Proved};
use crate::error::Error;
use crate::json::{View, read, shorten};
use crate::limits::{Budget, Limits};
use crate::model::{Claim, Claimed, Expect, Mechanism};
use crate::number::{compare, rational};
use crate::report::{Outcome, Report, Statement, Style, Value, Verdict, count, printable, wrap};
use std::collections::{HashMap, HashSet};

/// The format that this version reads.
pub const FORMAT: &str = "dp-certificate/1";

/// How the refusal begins of a statement that is proved, but without a value that the file expects something of.
pub const LEFT_OUT: &str = "a value that the file has an expectation of is left out, or could not be compared with it";

/// What a certificate proves of a mechanism file, and what it does not.
#[derive(Debug, Clone)]
pub struct Verification {
    /// The statements, the declared ones first; those that are refused are not `checked`.
    pub report: Report,
    /// Everything that stands in the way of acceptance.
    pub refusals: Vec<Refusal>,
}

/// Something that a certificate claims to prove and does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The statement's place in the certificate, if one is to blame.
    pub statement: Option<usize>,
    /// The claim it is about, with its parameters.
    pub claim: Option<String>,
    /// The first inequality or equation that fails, or what is missing.
    pub message: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.statement, &self.claim) {
            (Some(i), Some(claim)) => write!(f, "statements[{i}], {claim}: {}", self.message),
            (None, Some(claim)) => write!(f, "{claim}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

impl Verification {
    /// Whether every declared claim is decided, each once, and every statement proved.
    pub fn accepted(&self) -> bool {
        self.refusals.is_empty()
    }

    /// The exit status of `verify`: 0 if accepted (and, with `must_hold`, every claim came out as its
    /// author says), else 1.
    pub fn status(&self, must_hold: bool) -> u8 {
        let holds = self.report.claims().all(|s| s.outcome() == Outcome::Met);
        u8::from(!self.accepted() || must_hold && !holds)
    }

    /// `ACCEPTED` or `REFUSED`.
    pub fn word(&self) -> &'static str {
        if self.accepted() { "ACCEPTED" } else { "REFUSED" }
    }

    /// How many statements are proved.
    pub fn proved(&self) -> usize {
        self.report.statements.iter().filter(|statement| statement.checked).count()
    }

    /// The declared claims that are refuted.
    pub fn refuted(&self) -> Vec<String> {
        self.report.claims().filter(|s| s.outcome() == Outcome::Refuted).map(|s| s.claim.to_string()).collect()
    }

    /// One line: the count of claims that hold and those that FAIL, after a refusal if there is one.
    pub fn summary(&self) -> String {
        let refused = if self.accepted() { "" } else { "REFUSED: " };
        refused.to_owned() + &self.report.summary()
    }

    /// The text of `verify`: the word, the file's hash, what is proved, which declared claims are refuted, what is refused,
    /// the report.
    pub fn to_text(&self, style: Style) -> String {
        let mut text = format!("{}\nsha256 {}\n", self.word(), self.report.sha256);
        text += &format!("{} proved; {}\n", count(self.proved(), "statement"), self.report.summary());
        for claim in self.refuted() {
            wrap(&mut text, "declared and REFUTED: ", "    ", &printable(&claim));
        }
        for refusal in &self.refusals {
            wrap(&mut text, "not proved: ", "    ", &printable(&refusal.to_string()));
        }
        text + "\n" + &self.report.to_text(style)
    }

    /// The JSON report of `verify`.
    pub fn to_json(&self, whole: bool) -> String {
        self.report.document(whole, Some(self))
    }
}

/// Checks a certificate against a mechanism file.
///
/// Cost: about n² additions and n·diameter multiplications for each vector of n entries, one pass over the
/// table for each claim about it, n³/3 word operations where Φ is said to be invertible modulo a number.
///
/// # Errors
/// If the certificate is no `dp-certificate/1` or over a limit. A certificate that proves too little is no
/// error: see [`Verification::refusals`].
pub fn verify(mechanism: &Mechanism, certificate: &[u8], limits: &Limits) -> Result<Verification, Error> {
    let node = read(certificate, limits)?;
    let located = |e: Error| e.locate(certificate);
    let mut verification = Verification { report: Report::new(mechanism), refusals: Vec::new() };
    let root = View::root(&node);
    root.is_object("a certificate: an object").map_err(located)?;
    let format = root.required("format").map_err(located)?;
    if format.string("\"dp-certificate/1\"").map_err(located)? != FORMAT {
        return Err(located(format.unexpected("\"dp-certificate/1\"")));
    }
    root.only(&["format", "sha256", "statements"]).map_err(located)?;
    let hash = root.required("sha256").map_err(located)?;
    let hash = hash.string("the SHA-256 of the mechanism file").map_err(located)?;
    let list = root.required("statements").map_err(located)?;
    let statements = list.array("an array of statements").map_err(located)?;
    if hash != mechanism.sha256 {
        let message = format!(
            "the certificate is of another file: its sha256 is {}, the mechanism file's {}",
            shorten(hash),
            mechanism.sha256
        );
        verification.refusals.push(Refusal { statement: None, claim: None, message });
        return Ok(verification);
    }
    let budgets = (&Budget::new(limits.steps), &Budget::new(limits.memory));
    let mut places = Places { declared: HashMap::new(), stated: HashSet::new() };
    places.declared.extend(mechanism.claims.iter().enumerate().map(|(i, declared)| (&declared.claim, i)));
    for (i, view) in statements.enumerate() {
        verification.statement(mechanism, i, &view, limits, budgets, &mut places).map_err(located)?;
    }
    verification.cover(mechanism, &places);
    Ok(verification)
}

/// Which claims there are, to be found at once.
struct Places<'m> {
    /// The place of each declared claim in the file's list.
    declared: HashMap<&'m Claim, usize>,
    /// The claims that have a statement.
    stated: HashSet<Claim>,
}

impl Verification {
    fn refuse(&mut self, statement: Option<usize>, claim: &Claim, message: impl Into<String>) {
        self.refusals.push(Refusal { statement, claim: Some(claim.to_string()), message: message.into() });
    }

    fn statement(
        &mut self,
        mechanism: &Mechanism,
        i: usize,
        view: &View,
        limits: &Limits,
        (steps, memory): (&Budget, &Budget),
        places: &mut Places,
    ) -> Result<(), Error> {
        view.is_object("a statement: an object with \"claim\" and \"verdict\"")?;
        let claim = Claim::read(view, mechanism, &["verdict", "values", "witness", "reason"])?;
        let in_claim = |mut e: Error| {
            e.message = format!("in the statement `{claim}`: {}", e.message);
            e
        };
        let verdict = view.required("verdict").map_err(in_claim)?;
        let expected = "\"holds\", \"fails\" or \"undecided\"";
        let said = Verdict::named(verdict.string(expected).map_err(in_claim)?)
            .ok_or_else(|| in_claim(verdict.unexpected(expected)))?;
        let reason = reason(view, said).map_err(in_claim)?;
        let declared = places.declared.get(&claim).map(|&place| &mechanism.claims[place]);
        if !places.stated.insert(claim.clone()) {
            self.refuse(Some(i), &claim, "stated a second time");
            return Ok(());
        }
        let mut statement = Statement {
            claim: claim.clone(),
            declared: declared.is_some(),
            verdict: Verdict::Undecided,
            values: Vec::new(),
            expected: None,
            reason: None,
            explanation: Vec::new(),
            checked: false,
        };
        if said == Verdict::Undecided {
            statement.reason = reason;
            if declared.is_some() {
                self.refuse(Some(i), &claim, "declared by the file, left undecided by the certificate");
            }
        } else {
            let proved = check::check(mechanism, &claim, said, view.field("witness").as_ref(), limits, steps)
                .and_then(|proved| compare_values(mechanism, view, &proved, limits, steps).map(|()| proved));
            let bytes = |proved: &Proved| proved.values.iter().map(|(_, value)| value.bytes()).sum();
            match proved {
                Ok(proved) if memory.take(bytes(&proved)).is_none() => {
                    let most = limits.memory;
                    self.refuse(Some(i), &claim, format!("values that fill over {most} bytes (--limit memory=N)"));
                }
                Ok(proved) if proved.verdict == said => {
                    statement.verdict = proved.verdict;
                    statement.expected = declared
                        .filter(|d| !d.expects.is_empty())
                        .and_then(|d| met(mechanism, d, &proved, &Bounds::new(limits, steps)));
                    statement.values = proved.values;
                    statement.explanation = proved.explanation;
                    statement.checked = true;
                    if statement.expected.is_none() && declared.is_some_and(|d| !d.expects.is_empty()) {
                        let open = declared.map(|d| open_values(mechanism, d, &statement, &Bounds::new(limits, steps)));
                        self.refuse(Some(i), &claim, format!("{LEFT_OUT}: {}", open.unwrap_or_default()));
                        statement.checked = false;
                    }
                }
                Ok(proved) => {
                    let message = format!("said to be `{}`, found to be `{}`", said.name(), proved.verdict.name());
                    self.refuse(Some(i), &claim, message);
                }
                Err(Failure::Unproved(message)) => self.refuse(Some(i), &claim, message),
                Err(Failure::Changes(_)) => self.refuse(Some(i), &claim, "a sign changes on the interval of α"),
                Err(Failure::Malformed(e)) => return Err(in_claim(e)),
            }
        }
        self.report.statements.push(statement);
        Ok(())
    }

    /// Refuses what leaves a declared claim out; puts the statements in the file's order.
    fn cover(&mut self, mechanism: &Mechanism, places: &Places) {
        for Claimed { claim, .. } in &mechanism.claims {
            if !places.stated.contains(claim) {
                self.refuse(None, claim, "declared by the file, missing from the certificate");
            }
        }
        let place = |s: &Statement| places.declared.get(&s.claim).copied().unwrap_or(usize::MAX);
        self.report.statements.sort_by_key(place);
    }
}

/// Whether all that the file expects of a claim is met; `None` where that is not known.
fn met(mechanism: &Mechanism, declared: &Claimed, proved: &Proved, bounds: &Bounds) -> Option<bool> {
    let field = mechanism.field.as_ref();
    let is_met = |e: &Expect| e.is_met(proved.verdict, &proved.values, field, bounds);
    let each: Vec<_> = declared.expects.iter().map(is_met).collect();
    match () {
        () if each.contains(&Some(false)) => Some(false),
        () if each.contains(&None) => None,
        () => Some(true),
    }
}

/// The values of which it is not known whether they are as the file expects, by name.
fn open_values(mechanism: &Mechanism, declared: &Claimed, statement: &Statement, bounds: &Bounds) -> String {
    let field = mechanism.field.as_ref();
    let of = |e: &Expect| e.open(statement.verdict, &statement.values, field, bounds);
    let names: Vec<String> = declared.expects.iter().flat_map(of).map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The reason of an undecided statement, which stands there instead of values and witness; `None` of any other.
fn reason(statement: &View, said: Verdict) -> Result<Option<String>, Error> {
    let foreign: &[&str] = if said == Verdict::Undecided { &["values", "witness"] } else { &["reason"] };
    if let Some(part) = foreign.iter().find_map(|key| statement.field(key)) {
        let expected = if said == Verdict::Undecided { "a \"reason\" instead" } else { "no reason" };
        return Err(part.error(format!("found beside the verdict \"{}\", expected {expected}", said.name())));
    }
    if said != Verdict::Undecided {
        return Ok(None);
    }
    let reason = statement.required("reason")?.string("a string: why it is undecided")?;
    Ok(Some(reason.chars().take(400).collect()))
}

/// Compares the certificate's values with those that were computed: all of them where all numbers of the file are
/// rational, else, and for a threshold, those that it states.
fn compare_values(
    mechanism: &Mechanism,
    statement: &View,
    proved: &Proved,
    limits: &Limits,
    steps: &Budget,
) -> Result<(), Failure> {
    let values = statement.field("values");
    if let Some(view) = &values {
        for (name, said) in view.object("an object: a value each name")? {
            let Some((_, value)) = proved.values.iter().find(|(n, _)| *n == name) else {
                return Err(Failure::Unproved(format!(
                    "the value `{}` is none that this statement has",
                    shorten(name)
                )));
            };
            compare_value(name, &said, value, limits, steps)?;
        }
    }
    let stated = |name: &str| values.as_ref().is_some_and(|view| view.field(name).is_some());
    let a_set = proved.values.iter().any(|(_, value)| matches!(value, Value::Set(_)));
    match proved.values.iter().find(|(name, _)| mechanism.field.is_none() && !a_set && !stated(name)) {
        Some((name, _)) => Err(Failure::Unproved(format!("the value `{name}` is missing"))),
        None => Ok(()),
    }
}

fn compare_value(name: &str, said: &View, value: &Value, limits: &Limits, steps: &Budget) -> Result<(), Failure> {
    let differs = |said: &str, found: String| {
        Err(Failure::Unproved(format!("the value `{name}` is said to be {said}, found to be {found}")))
    };
    match value {
        Value::Flag(flag) => match said.bool()? {
            b if b == *flag => Ok(()),
            b => differs(&b.to_string(), flag.to_string()),
        },
        Value::Text(text) => match said.string("a string")? {
            t if t == *text => Ok(()),
            t => differs(&shorten(t), (*text).to_owned()),
        },
        Value::Infinite => match said.string("\"inf\"")? {
            "inf" => Ok(()),
            t => differs(&shorten(t), "inf".into()),
        },
        _ => match (value.rational(), value) {
            (Some(exact), _) => {
                let x = rational(said, limits, steps)?;
                if compare(&x, &exact).is_eq() {
                    return Ok(());
                }
                differs(&crate::report::exact_or_decimal(&x), crate::report::exact_or_decimal(&exact))
            }
            (None, Value::Logarithm(log)) => check::enclosed(name, said, log, limits, steps),
            (None, Value::Enclosed(own)) => check::within(name, said, own, limits, steps),
            (None, _) => Err(Failure::Unproved(format!("the value `{name}` can't be compared"))),
        },
    }
}
