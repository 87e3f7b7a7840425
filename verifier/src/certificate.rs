//! The certificate, `dp-certificate/2`: statements with their verdicts and witnesses.

pub use crate::findings::Checks;
use crate::findings::Findings;
use crate::head::{BESIDE, closed_forms, header, other_files, reason, take_factor};
pub use crate::head::{FORMAT, MOST_OF_REASON};
use dp_file::error::Error;
use dp_file::json::{View, read, shorten};
use dp_file::limits::{Budget, Limits, Of};
use dp_file::model::{Claim, Kind, Mechanism, OnTerms, Terms, Verdict};
use dp_file::problem::{self, Elaborated, Places};
use dp_file::witness::{self, Reading, Unread};
use dp_kernel::{Expect, Failure, Meter, Session, Why, charge};
use dp_report::words::{self, Words};
use dp_report::{Because, Evidence, Refusal, Report, Statement, Verification};
use std::collections::{HashMap, HashSet};

/// Checks a certificate against a mechanism file.
///
/// Cost: about n² additions and n·diameter multiplications for each vector of n entries, one pass over the
/// table for each claim about it, n³/3 word operations where Φ is said to be invertible modulo a number.
///
/// # Errors
/// If the certificate is no `dp-certificate/2`, or a file is over a limit: an error with a line is in the certificate,
/// one without in the mechanism file. A certificate that proves too little is no error: see [`Verification::refusals`].
pub fn verify(mechanism: &Mechanism, certificate: &[u8], limits: &Limits) -> Result<Verification, Error> {
    verify_within(mechanism, certificate, limits, Checks::within(limits))
}

/// Whom it is told how far a check is; nothing depends on it.
pub type Watch<'a> = dyn Fn(usize, usize) + 'a;

/// Checks a certificate against a mechanism file, with so many steps at most for the checks.
///
/// # Errors
/// As [`verify`].
pub fn verify_within(
    mechanism: &Mechanism,
    certificate: &[u8],
    limits: &Limits,
    of_checks: Checks,
) -> Result<Verification, Error> {
    verify_watched(mechanism, certificate, limits, of_checks, &|_, _| ())
}

/// The same, telling before each statement how many went before it, and how many there are.
///
/// # Errors
/// As [`verify`].
pub fn verify_watched(
    mechanism: &Mechanism,
    certificate: &[u8],
    limits: &Limits,
    of_checks: Checks,
    watch: &Watch,
) -> Result<Verification, Error> {
    let most = mechanism.left(&Limits { steps: of_checks.findings, ..*limits });
    let of_file = limits.steps;
    let (memory, limits) = (limits.memory, &mechanism.left(limits));
    let of_file = of_file.saturating_sub(limits.steps) as u64;
    let checks = Limits { steps: of_checks.steps.min(limits.steps), ..*limits };
    let meter = problem::meter(&checks);
    let node = read(certificate, limits)?;
    let findings = closed_forms(&View::root(&node), mechanism, limits);
    // What that asks of the memory leaves the file its own by itself.
    let of_file_alone = Limits { memory, ..*limits };
    let elaborated = problem::elaborated(mechanism, &findings, &of_file_alone, &meter)?;
    let root = View::root(&node);
    let found =
        checked((mechanism, elaborated), Some(&of_file_alone), &root, (limits, &checks, &most), (&meter, watch));
    let mut found = found.map_err(|e| e.locate(certificate))?;
    found.steps = found.steps.saturating_add(of_file);
    Ok(found)
}

/// Checks a certificate against a problem by itself: what any other checker has to read.
///
/// # Errors
/// If the certificate is none, or a file is over a limit: an error with a line is in the certificate, one without in
/// the problem.
pub fn verify_problem(elaborated: &Elaborated, certificate: &[u8], limits: &Limits) -> Result<Verification, Error> {
    let meter = problem::meter(limits);
    let mechanism = elaborated.mechanism(limits)?;
    let node = read(certificate, limits)?;
    let root = View::root(&node);
    let found = checked((&mechanism, elaborated.clone()), None, &root, (limits, limits, limits), (&meter, &|_, _| ()));
    found.map_err(|e| e.locate(certificate))
}

/// What a certificate proves of a problem, whose file is said to be this, read within those limits; or which is there
/// by itself.
fn checked(
    (mechanism, mut elaborated): (&Mechanism, Elaborated),
    of_file: Option<&Limits>,
    root: &View,
    (limits, checks, most): (&Limits, &Limits, &Limits),
    (meter, watch): (&Meter, &Watch),
) -> Result<Verification, Error> {
    let taken = take_factor(&mut elaborated, root, limits, meter)?;
    let subject = Subject::new(mechanism, &elaborated, of_file.is_none());
    let mut check = Check::new(subject, (limits, checks, most), (meter, watch));
    if let Err(failure) = taken {
        let claim = Claim::plain(Kind::Dp);
        let words = Words::new(mechanism, &claim, limits, &check.shown);
        let message = format!("`factor`: {}", words::failure(&failure, dp_kernel::Verdict::Holds, &words));
        check.refuse(None, None, message, Some(failure));
        return Ok(check.verification);
    }
    let checked = check.certificate(root, of_file.unwrap_or(limits));
    let [of_checks, ..] = check.findings.taken(check.left());
    problem::noted(meter, of_checks);
    checked?;
    check.verification.steps = check.findings.needed(check.left());
    Ok(check.verification)
}

/// So many refusals keep what the kernel said, and the rest only their messages.
const MOST_FAILURES: usize = 16;

/// What statements are about: a file, or the same on the terms of some of its claims.
#[derive(Clone)]
struct Subject<'a> {
    mechanism: &'a Mechanism,
    elaborated: &'a Elaborated,
    /// Whether that is all there is: a problem has what its own claims name, and a claim about anything else is
    /// malformed.
    by_itself: bool,
    /// The terms.
    terms: Option<&'a Terms>,
    places: Places<'a>,
    /// What is declared.
    declared: HashMap<&'a Claim, &'a [Expect]>,
}

impl<'a> Subject<'a> {
    fn new(mechanism: &'a Mechanism, elaborated: &'a Elaborated, by_itself: bool) -> Self {
        let expects = elaborated.problem.claims.iter().map(|declared| &*declared.expects);
        let declared = mechanism.claims.iter().map(|declared| &declared.claim).zip(expects).collect();
        Self { mechanism, elaborated, by_itself, terms: None, places: elaborated.places(), declared }
    }
}

/// A certificate under check.
struct Check<'a> {
    file: Subject<'a>,
    limits: &'a Limits,
    meter: &'a Meter,
    watch: &'a Watch<'a>,
    /// What is left for digits to become numbers.
    steps: Budget,
    /// What is left for what is only shown.
    shown: Budget,
    memory: Budget,
    findings: Findings,
    verification: Verification,
}

impl<'a> Check<'a> {
    fn new(
        file: Subject<'a>,
        (limits, checks, most): (&'a Limits, &Limits, &Limits),
        (meter, watch): (&'a Meter, &'a Watch<'a>),
    ) -> Self {
        let steps = Budget::noted(limits.steps_of_digits(), Of::StepsOfDigits);
        let shown = Budget::noted(limits.steps_of_report(), Of::StepsOfReport);
        // Of a problem its names alone know which tables were counted, and which stand for noise.
        let names = &file.elaborated.names;
        let (samples, noises) = (names.samples.clone(), names.noises.clone());
        let report = Report { samples, noises, ..Report::new(file.mechanism) };
        let verification = Verification { report, refusals: Vec::new(), steps: 0 };
        let findings = Findings::new(limits, checks.steps, most);
        let memory = Budget::noted(limits.memory, Of::Memory);
        Self { file, limits, meter, watch, steps, shown, memory, findings, verification }
    }

    /// What is left of the checks, of digits and of the report.
    fn left(&self) -> [u64; 3] {
        [self.meter.left(), self.steps.left(), self.shown.left()]
    }

    /// Holds what follows to what findings may take.
    fn begin_findings(&mut self) {
        let beyond = self.findings.beyond(self.left());
        let [of_checks, of_digits, of_report] = beyond;
        // None may be left.
        let _ = self.meter.run(|| charge(of_checks));
        self.steps.hold(of_digits);
        self.shown.hold(of_report);
        self.findings.beyond = Some(beyond);
    }

    fn certificate(&mut self, root: &View, limits: &Limits) -> Result<(), Error> {
        let (hash, _) = header(root)?;
        let file = self.file.clone();
        if hash != file.mechanism.sha256 {
            let (said, found) = (shorten(&hash), &file.mechanism.sha256);
            let message =
                format!("the certificate is of another file: its sha256 is {said}, the mechanism file's {found}");
            self.refuse(None, None, message, None);
            return Ok(());
        }
        if let Some(message) = other_files(root, file.elaborated)? {
            self.refuse(None, None, message, None);
            return Ok(());
        }
        // Before the findings, which get what these leave.
        for own in &file.mechanism.on_terms {
            self.on_terms(own, root, limits)?;
        }
        let of_terms = std::mem::take(&mut self.verification.report.statements);
        self.statements(&file, root)?;
        let place: HashMap<&Claim, usize> = file.mechanism.claims.iter().map(|d| &d.claim).zip(0..).collect();
        let place_of = |s: &Statement| place.get(&s.claim).copied().unwrap_or(usize::MAX);
        let statements = &mut self.verification.report.statements;
        statements.sort_by_key(place_of);
        let declared = statements.iter().take_while(|s| s.declared).count();
        statements.splice(declared..declared, of_terms);
        Ok(())
    }

    /// The claims that a file makes on terms of their own: those of the file that has these for its own.
    fn on_terms(&mut self, own: &OnTerms, root: &View, limits: &Limits) -> Result<(), Error> {
        let mechanism = own.file(self.file.mechanism);
        let mut elaborated = problem::elaborated(&mechanism, &[], limits, self.meter)?;
        if !own.has_own_t() && elaborated.problem.point.is_some() {
            // What is wrong with it has been said of the file.
            let _ = take_factor(&mut elaborated, root, self.limits, self.meter)?;
        }
        let subject = Subject { terms: Some(&own.terms), ..Subject::new(&mechanism, &elaborated, false) };
        self.statements(&subject, root)
    }

    /// The statements of a certificate that are about this.
    fn statements(&mut self, of: &Subject, root: &View) -> Result<(), Error> {
        let list = root.required("statements")?;
        let mut session = match Session::new(&of.elaborated.problem, self.meter) {
            Ok(session) => session,
            Err(failure) => {
                let claim = Claim::plain(Kind::Stochastic);
                self.fails(of, None, &claim, &failure, dp_kernel::Verdict::Holds);
                return Ok(());
            }
        };
        let all = list.array("an array of statements")?;
        let count = all.len();
        for (i, view) in all.enumerate() {
            (self.watch)(i, count);
            self.statement(of, &mut session, i, &view)?;
        }
        let missing: HashSet<_> = session.missing().cloned().collect();
        for declared in &of.mechanism.claims {
            if of.places.claim(&declared.claim).is_some_and(|claim| missing.contains(&claim)) {
                let message = "declared by the file, missing from the certificate";
                let claim = Claim { on: of.terms.cloned().map(Box::new), ..declared.claim.clone() };
                self.refuse(None, Some(&claim), message.into(), None);
            }
        }
        Ok(())
    }

    fn refuse(&mut self, statement: Option<usize>, claim: Option<&Claim>, message: String, failure: Option<Failure>) {
        let declines = matches!(failure, Some(Failure::Limit(_)));
        // Their numbers may be long.
        let failure = failure.filter(|_| declines || self.verification.refusals.len() < MOST_FAILURES);
        let claim = claim.map(ToString::to_string);
        self.verification.refusals.push(Refusal { statement, claim, message, failure, declines });
    }

    fn declines(&mut self, statement: usize, claim: &Claim, message: impl Into<String>) {
        self.refuse(Some(statement), Some(claim), message.into(), None);
        if let Some(refusal) = self.verification.refusals.last_mut() {
            refusal.declines = true;
        }
    }

    /// Says why the kernel does not prove a statement.
    fn fails(&mut self, of: &Subject, i: Option<usize>, claim: &Claim, failure: &Failure, said: dp_kernel::Verdict) {
        let words = Words::new(of.mechanism, claim, self.limits, &self.shown);
        self.refuse(i, Some(claim), words::failure(failure, said, &words), Some(failure.clone()));
    }

    fn statement(&mut self, of: &Subject, session: &mut Session, i: usize, view: &View) -> Result<(), Error> {
        view.is_object("a statement: an object with \"claim\" and \"verdict\"")?;
        let claim = Claim::read(view, self.file.mechanism, &BESIDE, (self.limits, &self.steps))?;
        if claim.on.as_deref() != of.terms {
            let known = claim
                .on
                .as_deref()
                .is_none_or(|terms| self.file.mechanism.on_terms.iter().any(|known| known.terms == *terms));
            return if known { Ok(()) } else { Err(view.unexpected("a claim on terms that the file has for it")) };
        }
        let in_claim = |mut e: Error| {
            e.message = format!("in the statement `{claim}`: {}", e.message);
            e
        };
        let verdict = view.required("verdict").map_err(in_claim)?;
        let expected = "\"holds\", \"fails\" or \"undecided\"";
        let said = Verdict::named(verdict.string(expected).map_err(in_claim)?)
            .ok_or_else(|| in_claim(verdict.unexpected(expected)))?;
        let reason = reason(view, said).map_err(in_claim)?;
        let expects = of.declared.get(&claim.plainly()).copied();
        let declared = expects.is_some();
        if !declared && self.findings.beyond.is_none() {
            self.begin_findings();
        }
        let mut statement = Statement {
            claim: claim.clone(),
            declared,
            verdict: Verdict::Undecided,
            values: Vec::new(),
            expected: None,
            expects: Vec::new(),
            reason,
            explanation: Vec::new(),
            because: Because::Own,
            gap: None,
            evidence: Evidence::default(),
            holds_on: None,
            checked: false,
        };
        let elaborated = of.elaborated;
        let Some(kernel_claim) = of.places.claim(&claim) else {
            if of.by_itself {
                return Err(in_claim(view.required("from")?.unexpected("a name of \"others\"")));
            }
            let message = "the claim names a closed form that does not fit the graph, or a file that was not read";
            self.refuse(Some(i), Some(&claim), message.into(), None);
            self.verification.report.statements.push(statement);
            return Ok(());
        };
        let said = match said {
            Verdict::Holds => dp_kernel::Verdict::Holds,
            Verdict::Fails => dp_kernel::Verdict::Fails,
            Verdict::Undecided => {
                match session.leave(&kernel_claim) {
                    Err(failure) => {
                        self.fails(of, Some(i), &claim, &failure, dp_kernel::Verdict::Holds);
                        return Ok(());
                    }
                    Ok(()) if declared => {
                        self.declines(i, &claim, "declared by the file, left undecided by the certificate");
                    }
                    Ok(()) => {}
                }
                self.verification.report.statements.push(statement);
                return Ok(());
            }
        };
        let reading = Reading::new(&elaborated.problem, &elaborated.names, self.limits, &self.steps, self.meter);
        let proved = match witness::read(view.field("witness").as_ref(), &kernel_claim, said, &reading) {
            Ok(witness) => session.prove(&kernel_claim, said, &witness),
            Err(Unread::Malformed(e)) => return Err(in_claim(e)),
            Err(Unread::Unproved(message)) => {
                // What is stated is stated, however badly.
                let _ = session.leave(&kernel_claim);
                self.refuse(Some(i), Some(&claim), message, None);
                self.verification.report.statements.push(statement);
                return Ok(());
            }
            Err(Unread::Failed(failure)) => {
                let _ = session.leave(&kernel_claim);
                Err(failure)
            }
        };
        match proved {
            Ok(proved) => {
                let words = Words::new(of.mechanism, &claim, self.limits, &self.shown);
                match words::statement(&proved, &words) {
                    Ok(told) => {
                        let expects = words::expectations(expects.unwrap_or(&[]), &words, self.meter);
                        statement = Statement { expects, ..told };
                    }
                    Err(message) => self.declines(i, &claim, message),
                }
                let values: u64 = statement.values.iter().map(|(_, value)| value.bytes()).sum();
                let bytes = values.saturating_add(statement.evidence.bytes());
                if self.memory.take(bytes).is_none() {
                    let most = self.limits.memory;
                    self.declines(i, &claim, format!("values that fill over {most} bytes (--limit memory=N)"));
                    statement.values.clear();
                    statement.evidence = Evidence::default();
                }
            }
            Err(failure) => {
                self.fails(of, Some(i), &claim, &failure, said);
                if failure == Failure::from(Why::Repeated) {
                    return Ok(());
                }
            }
        }
        self.verification.report.statements.push(statement);
        Ok(())
    }
}
