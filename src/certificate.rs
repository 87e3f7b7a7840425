//! Writing certificates, and having the verifier check them before anybody sees them.

use crate::decide::{Decisions, asked_for, factor, out_of_search};
use crate::options::Options;
use crate::statement::{self, Finding, Statement};
use crate::timing::Part;
use dp_kernel::{Failure, Limit, Why};
use dp_verify::Verification;
use dp_verify::alpha::Polynomial;
use dp_verify::certificate::{Checks, MOST_OF_REASON, verify_within};
use dp_verify::error::Error;
use dp_verify::graph::Graph;
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Kind, Mechanism};
use dp_verify::number::{NO_STEPS_LEFT, steps_to_convert};
use dp_verify::report::{self, Hint, Report, Verdict};
use dp_verify::witness;
use serde_json::{Map, Value, json};

/// A certificate that the verifier has checked, and its report.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Certified {
    /// The certificate, `dp-certificate/2`.
    pub certificate: String,
    /// What the verifier says of it.
    pub report: Report,
    /// The findings that nobody asked for and that take too long on a file of this size.
    pub left_out: Vec<Claim>,
    /// The limit `steps` that `verify` needs for it.
    pub steps: u64,
}

impl Certified {
    /// That `verify` needs more steps than it has by default, and the flag; `None` where these are enough.
    pub fn needs(&self) -> Option<String> {
        (self.steps > Limits::default().steps as u64).then(|| {
            let steps = rounded_up(self.steps);
            format!("`verify` declines this certificate by default: it takes more steps, with --limit steps={steps}")
        })
    }
}

/// Integers of so many digits fit a word, and take next to nothing.
const WORD: usize = 18;

/// Says which findings were not made because of the size of the table, and how to ask for them.
fn notes(left_out: &[Claim], graph: &Graph) -> Vec<Hint> {
    // What has no powers of α is not decided where it is asked for either.
    let can_be_asked = |claim: &&Claim| !graph.is_fine() || claim.kind.rule().knows_fine_lengths();
    let mut names: Vec<&str> = left_out.iter().filter(can_be_asked).map(|claim| claim.kind.name()).collect();
    names.dedup();
    let words = |name| {
        format!("`{name}` is left out, which would take long on a file of this size, unless --only {name} asks for it")
    };
    names.into_iter().map(|name| Hint { words: words(name), call: None }).collect()
}

/// The certificate of those statements, one statement a line, and where each of them ends.
fn render(mechanism: &Mechanism, factor: Option<&Polynomial>, statements: &[Statement]) -> (String, Vec<usize>) {
    let (format, hash) = (dp_verify::certificate::FORMAT, &mechanism.sha256);
    let mut text = format!("{{\n\"format\": \"{format}\",\n\"sha256\": \"{hash}\",\n");
    let file = |path: &&str| Some(((*path).to_owned(), mechanism.other(path)?.sha256.as_str().into()));
    let files: Map<String, Value> = mechanism.part_files().iter().filter_map(file).collect();
    if !files.is_empty() {
        text += &format!("\"files\": {},\n", Value::Object(files));
    }
    if let Some(factor) = factor {
        let coefficients: Vec<String> = factor.coefficients().iter().map(ToString::to_string).collect();
        text += &format!("\"factor\": {},\n", json!(coefficients));
    }
    text += "\"statements\": [";
    let mut ends = Vec::with_capacity(statements.len());
    for (i, statement) in statements.iter().enumerate() {
        text += if i == 0 { "\n" } else { ",\n" };
        text += &Value::Object(object(mechanism, statement)).to_string();
        ends.push(text.len());
    }
    (text + "\n]\n}\n", ends)
}

fn object(mechanism: &Mechanism, statement: &Statement) -> Map<String, Value> {
    let claim = &statement.claim;
    let mut map = Map::new();
    map.insert("claim".into(), claim.kind.name().into());
    if let Some(prior) = &claim.prior {
        map.insert("prior".into(), prior.as_str().into());
    }
    if !claim.priors.is_empty() {
        map.insert("priors".into(), claim.priors.clone().into());
    }
    if let Some(outputs) = claim.outputs {
        map.insert("outputs".into(), outputs.into());
    }
    if let Some(within) = &claim.within {
        map.insert("within".into(), within.to_string().into());
    }
    if let Some(delta) = &claim.delta {
        map.insert("delta".into(), delta.to_string().into());
    }
    if let Some((distance, nearer)) = claim.distance {
        map.insert("distance".into(), distance.into());
        if nearer {
            map.insert("at_most".into(), true.into());
        }
    }
    if let Some((key, most)) = claim.kind.takes().key_of_most().zip(claim.at_most.as_ref()) {
        map.insert(key.into(), most.to_string().into());
    }
    if let Some(epsilon) = &claim.epsilon {
        map.insert("epsilon".into(), epsilon.to_string().into());
    }
    if claim.adaptive {
        map.insert("adaptive".into(), true.into());
    }
    if let Some((order, bound)) = &claim.divergence {
        map.insert("order".into(), (*order).into());
        map.insert("bound".into(), bound.to_string().into());
    }
    if let Some(from) = &claim.from {
        map.insert("from".into(), from.as_str().into());
    }
    if let Some(pair) = &claim.pair {
        map.insert("pair".into(), json!(pair));
    }
    if let Some(terms) = &claim.on {
        map.extend(terms.json());
    }
    match &statement.finding {
        Finding::Undecided(reason) => {
            map.insert("verdict".into(), Verdict::Undecided.name().into());
            map.insert("reason".into(), reason.as_str().into());
        }
        Finding::Decided(decided) => {
            map.insert("verdict".into(), statement::name(decided.verdict).into());
            let other = mechanism.others.iter().find(|(path, _)| claim.from.as_ref() == Some(path));
            let hash = other.map(|(_, other)| other.sha256.as_str());
            let alone = claim.kind == Kind::TradeOff;
            let witness = witness::write(&decided.witness, decided.of_t, (hash, alone));
            if !witness.is_null() {
                map.insert("witness".into(), witness);
            }
        }
    }
    map
}

/// The certificate and the verifier's report on it.
///
/// A statement that the verifier does not accept becomes undecided: what is handed out is accepted, but
/// for the declared claims it says are open. Where what is asked for takes more steps than `verify` has by default, as
/// it may, the report says which it takes.
///
/// # Errors
/// If the verifier can't read the certificate for a reason that no statement explains.
pub(crate) fn checked(
    mechanism: &Mechanism,
    Decisions { statements, left_out, left, patiently }: Decisions,
    options: &Options,
) -> Result<Certified, Error> {
    let limits = &options.limits;
    let factor = factor(mechanism, limits);
    let writing = Writing { mechanism, factor, left_out };
    let Some(asked) = &options.asked else {
        let steps = usize::try_from(left.for_checks()).unwrap_or(usize::MAX);
        return writing.accepted(statements, limits, Checks { steps, findings: limits.steps });
    };
    if !patiently {
        let usual = Checks { steps: limits.steps, findings: limits.steps };
        let asked = asked_for(mechanism, options, statements.len());
        let decided = |s: &&Statement| matches!(s.finding, Finding::Decided(_));
        let count = statements.iter().take(asked).filter(decided).count();
        let certified = writing.accepted(statements.clone(), limits, usual)?;
        let is_asked = |s: &&report::Statement| s.declared || !options.only.is_empty();
        if certified.report.statements.iter().filter(is_asked).filter(|s| s.checked).count() >= count {
            return Ok(certified);
        }
    }
    let findings = if options.only.is_empty() { limits.steps } else { asked.steps };
    let mut certified = writing.accepted(statements, asked, Checks { steps: asked.steps, findings })?;
    let usual = Limits::default();
    if certified.steps > usual.steps as u64 && is_accepted(mechanism, &certified, &usual) {
        certified.steps = usual.steps as u64;
    }
    certified.report.hints.extend(certified.needs().map(|words| Hint { words, call: None }));
    Ok(certified)
}

/// Whether a certificate is accepted within these limits: the steps that it is said to need may be more than it takes,
/// as digits and reports, which may go without, count too.
fn is_accepted(mechanism: &Mechanism, certified: &Certified, limits: &Limits) -> bool {
    let part = Part::begin("self-check by default");
    let checked = verify_within(mechanism, certified.certificate.as_bytes(), limits, Checks::within(limits));
    part.end(format_args!("a certificate of {} bytes", certified.certificate.len()));
    checked.is_ok_and(|verification| verification.refusals.is_empty())
}

/// A number of two digits and zeros that is no less.
fn rounded_up(steps: u64) -> u64 {
    let unit = 10_u64.saturating_pow(steps.checked_ilog10().unwrap_or(0).saturating_sub(1));
    steps.div_ceil(unit).saturating_mul(unit)
}

/// What is written down, and what is said beside it.
struct Writing<'a> {
    mechanism: &'a Mechanism,
    factor: Option<Polynomial>,
    left_out: Vec<Claim>,
}

impl Writing<'_> {
    /// The certificate that the verifier accepts within these limits. Where it was limits alone that ended statements,
    /// the others have been accepted beside them, and are not checked once more.
    fn accepted(&self, mut statements: Vec<Statement>, limits: &Limits, checks: Checks) -> Result<Certified, Error> {
        let Self { mechanism, factor, left_out } = self;
        let certified = |certificate: String, verification: Verification| {
            let (mut report, steps) = (verification.report, verification.steps);
            report.hints = notes(left_out, &mechanism.query.graph);
            Ok(Certified { certificate, report, left_out: left_out.clone(), steps })
        };
        loop {
            let (certificate, ends) = render(mechanism, factor.as_ref(), &statements);
            if withdraw_what_is_long(&mut statements, (&certificate, ends), limits) {
                continue;
            }
            let part = Part::begin("self-check");
            let verified = verify_within(mechanism, certificate.as_bytes(), limits, checks);
            part.end(format_args!("a certificate of {} bytes", certificate.len()));
            match verified {
                Ok(mut verification) => {
                    let (mut withdrawn, mut by_limits) = (false, true);
                    for refusal in &verification.refusals {
                        let lacking =
                            matches!(&refusal.failure, Some(Failure::Unproved(why)) if matches!(**why, Why::Open(_)));
                        let of_search = checks.steps < mechanism.left(limits).steps
                            && refusal.failure == Some(Failure::Limit(Limit::Steps));
                        let why = if of_search { out_of_search(limits) } else { refusal.message.clone() };
                        if withdraw(&mut statements, refusal.statement, &why, lacking || of_search) {
                            withdrawn = true;
                            by_limits &= matches!(refusal.failure, Some(Failure::Limit(_)));
                        }
                    }
                    if !withdrawn {
                        return certified(certificate, verification);
                    }
                    if by_limits {
                        leave_open(&mut verification.report, &statements);
                        let (certificate, _) = render(mechanism, factor.as_ref(), &statements);
                        return certified(certificate, verification);
                    }
                }
                Err(e) => {
                    if !withdraw(&mut statements, blamed(&e.path), &e.message, false) {
                        return Err(e);
                    }
                }
            }
        }
    }
}

/// Makes undecided what the verifier would find after all that it reads before; whether there is any.
fn withdraw_what_is_long(
    statements: &mut [Statement],
    (certificate, ends): (&str, Vec<usize>),
    limits: &Limits,
) -> bool {
    let mut withdrawn = false;
    let (mut start, mut left) = (0, limits.steps as u64);
    for (i, end) in ends.into_iter().enumerate() {
        match left.checked_sub(steps_of_digits(&certificate[start..end])) {
            Some(rest) => left = rest,
            None => withdrawn |= withdraw(statements, Some(i), NO_STEPS_LEFT, false),
        }
        start = end;
    }
    withdrawn
}

/// What the long integers of a text take to become numbers.
fn steps_of_digits(text: &str) -> u64 {
    let runs = text.as_bytes().chunk_by(|x, y| x.is_ascii_digit() && y.is_ascii_digit());
    runs.filter(|run| run.len() > WORD).map(|run| steps_to_convert(run.len())).fold(0, u64::saturating_add)
}

/// Makes a decided statement undecided; false if there is none to blame.
///
/// Where there is no witness, or nothing is wrong with it and a value is lacking that the file expects something of,
/// that is the whole reason.
fn withdraw(statements: &mut [Statement], index: Option<usize>, why: &str, lacking: bool) -> bool {
    let Some(statement) = index.and_then(|i| statements.get_mut(i)) else { return false };
    let Finding::Decided(decided) = &statement.finding else { return false };
    let reason = if lacking || decided.is_plain() {
        why.to_owned()
    } else {
        format!("the verifier does not accept the witness that was found: {why}")
    };
    statement.finding = Finding::Undecided(reason);
    true
}

/// The report's reasons for what has been withdrawn.
fn leave_open(report: &mut Report, statements: &[Statement]) {
    for statement in statements {
        let Finding::Undecided(reason) = &statement.finding else { continue };
        if let Some(told) = report.statements.iter_mut().find(|told| told.claim == statement.claim) {
            told.reason = Some(reason.chars().take(MOST_OF_REASON).collect());
        }
    }
}

/// The i of a path `$.statements[i]…`.
fn blamed(path: &str) -> Option<usize> {
    path.strip_prefix("$.statements[")?.split_once(']')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted_as_they_are_read() {
        let text =
            format!(r#"{{"numerators": ["{}", "-{}", "7", "{}"]}}"#, "1".repeat(100), "2".repeat(40), "3".repeat(18));
        assert_eq!(steps_of_digits(&text), steps_to_convert(100) + steps_to_convert(40));
    }
}
