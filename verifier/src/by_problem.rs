//! A certificate checked against a problem by itself, `dp-problem/1`: what any other checker has to read.

use dp_file::error::Error;
use dp_file::json::{View, read, shorten};
use dp_file::limits::{Budget, Limits, Of};
use dp_file::model::{Claim, Kind, Verdict as Said};
use dp_file::problem::{self, Elaborated};
use dp_file::text::{count, printable};
use dp_file::witness::{self, Reading, Unread};
use dp_kernel::{Failure, Meter, Session, Verdict};
use dp_report::words::{self, Words};
use dp_report::{Answer, BY_HOLDS};
use serde_json::json;

/// What a certificate proves of a problem.
#[derive(Debug, Clone)]
pub struct ByProblem {
    /// SHA-256 of the mechanism file that the problem is said to be that of: that it is, `verify --elaborate` vouches for.
    pub sha256: String,
    /// The statements that are proved: the claim, the verdict, and whether it came out as the problem expects.
    pub proved: Vec<(String, Verdict, Option<bool>, bool)>,
    /// What is not proved, and whether it is only a limit or an undecided claim.
    pub refusals: Vec<(String, bool)>,
}

impl ByProblem {
    /// How it ended.
    pub fn answer(&self) -> Answer {
        if self.refusals.iter().any(|(_, declines)| !declines) {
            Answer::Refused
        } else if self.refusals.is_empty() {
            Answer::Accepted
        } else {
            Answer::Declined
        }
    }

    /// The declared claims that are refuted.
    pub fn refuted(&self) -> Vec<&str> {
        let is_refuted = |verdict: &Verdict, met: &Option<bool>| met.map_or(*verdict == Verdict::Fails, |met| !met);
        let refuted = self.proved.iter().filter(|(_, verdict, met, declared)| *declared && is_refuted(verdict, met));
        refuted.map(|(claim, ..)| &**claim).collect()
    }

    /// The exit status of `verify --problem`.
    pub fn status(&self, must_hold: bool) -> u8 {
        match self.answer() {
            Answer::Refused => 1,
            _ if must_hold && !self.refuted().is_empty() => 1,
            Answer::Accepted => 0,
            Answer::Declined => 3,
        }
    }

    /// As text: the word, the hash, what is proved, what is not.
    pub fn to_text(&self) -> String {
        self.told(false)
    }

    /// The same; with `must_hold` a line too where that is why the exit status is 1.
    pub fn told(&self, must_hold: bool) -> String {
        let mut text = format!("{}\nsha256 {}\n", self.answer().word(), self.sha256);
        text += &format!("{} proved\n", count(self.proved.len(), "statement"));
        for claim in self.refuted() {
            text += &format!("declared and REFUTED: {}\n", printable(claim));
        }
        if must_hold && self.status(true) != self.status(false) {
            text += &format!("{BY_HOLDS}\n");
        }
        for (refusal, _) in &self.refusals {
            text += &format!("not proved: {}\n", printable(refusal));
        }
        for (claim, verdict, ..) in &self.proved {
            let verdict = if *verdict == Verdict::Holds { "holds" } else { "FAILS" };
            text += &format!("  {verdict:<9} {}\n", printable(claim));
        }
        text
    }

    /// The same as JSON.
    pub fn to_json(&self) -> String {
        let statements = self.proved.iter().map(|(claim, verdict, met, declared)| {
            let verdict = if *verdict == Verdict::Holds { "holds" } else { "fails" };
            json!({ "claim": claim, "declared": declared, "verdict": verdict, "expected": met })
        });
        let statements = statements.collect::<Vec<_>>();
        json!({ "format": "dp-report/1", "version": env!("CARGO_PKG_VERSION"), "result": self.answer().word().to_lowercase(),
            "sha256": self.sha256, "proved": self.proved.len(), "refuted": self.refuted(), "statements": statements,
            "refusals": self.refusals.iter().map(|(why, _)| why).collect::<Vec<_>>() })
        .to_string()
    }
}

/// Checks a certificate against a problem.
///
/// # Errors
/// If the certificate is none, or over a limit.
pub fn verify_problem(elaborated: &Elaborated, certificate: &[u8], limits: &Limits) -> Result<ByProblem, Error> {
    let node = read(certificate, limits)?;
    let root = View::root(&node);
    let mut elaborated = elaborated.clone();
    let meter = problem::meter(limits);
    let taken = crate::certificate::take_factor(&mut elaborated, &root, limits, &meter);
    match taken.map_err(|e| e.locate(certificate))? {
        Ok(()) => {
            let found = checked(&elaborated, &root, limits, &meter);
            problem::noted(&meter, (limits.steps as u64).saturating_sub(meter.left()));
            found.map_err(|e| e.locate(certificate))
        }
        Err(failure) => {
            let refusals =
                vec![Teller::new(&elaborated, limits).refusal("`factor`", Kind::Dp, &failure, Verdict::Holds)];
            Ok(ByProblem { sha256: elaborated.sha256, proved: Vec::new(), refusals })
        }
    }
}

fn checked(elaborated: &Elaborated, root: &View, limits: &Limits, meter: &Meter) -> Result<ByProblem, Error> {
    let (hash, list) = crate::certificate::header(root)?;
    let mut by = ByProblem { sha256: elaborated.sha256.clone(), proved: Vec::new(), refusals: Vec::new() };
    if hash != elaborated.sha256 {
        by.refusals.push((format!("the certificate is of another file: its sha256 is {}", shorten(&hash)), false));
        return Ok(by);
    }
    if let Some(message) = crate::certificate::other_files(root, elaborated)? {
        by.refusals.push((message, false));
        return Ok(by);
    }
    let steps = Budget::noted(limits.steps_of_digits(), Of::StepsOfDigits);
    let teller = Teller::new(elaborated, limits);
    let reading = Reading::new(&elaborated.problem, &elaborated.names, limits, &steps, meter);
    let mut session = match Session::new(&elaborated.problem, meter) {
        Ok(session) => session,
        Err(failure) => {
            by.refusals.push(teller.refusal("the problem", Kind::Stochastic, &failure, Verdict::Holds));
            return Ok(by);
        }
    };
    let places = elaborated.places();
    for view in list.array("an array of statements")? {
        let (kind, claim) = problem::stated(&view, &places, &crate::certificate::BESIDE, (limits, &steps))?;
        let name = named(kind.name(), &view);
        let expected = "\"holds\", \"fails\" or \"undecided\"";
        let said = view.required("verdict")?;
        let said = match Said::named(said.string(expected)?).ok_or_else(|| said.unexpected(expected))? {
            Said::Holds => Verdict::Holds,
            Said::Fails => Verdict::Fails,
            Said::Undecided => {
                if let Err(failure) = session.leave(&claim) {
                    by.refusals.push(teller.refusal(&name, kind, &failure, Verdict::Holds));
                }
                continue;
            }
        };
        let proved = match witness::read(view.field("witness").as_ref(), &claim, said, &reading) {
            Ok(witness) => session.prove(&claim, said, &witness),
            Err(Unread::Malformed(e)) => return Err(e),
            Err(Unread::Failed(failure)) => Err(failure),
            Err(Unread::Unproved(why)) => {
                by.refusals.push((format!("{name}: {why}"), false));
                continue;
            }
        };
        match proved {
            Ok(proved) => by.proved.push((name, proved.verdict, proved.expected, proved.declared)),
            Err(failure) => by.refusals.push(teller.refusal(&name, kind, &failure, said)),
        }
    }
    let missing = session.missing().count();
    if missing > 0 {
        by.refusals.push((format!("{} missing from the certificate", count(missing, "declared claim")), false));
    }
    let open = session.open().len();
    if open > 0 {
        by.refusals.push((format!("{} left undecided by the certificate", count(open, "declared claim")), true));
    }
    Ok(by)
}

/// A claim with its parameters, as the certificate writes them.
fn named(kind: &str, view: &View) -> String {
    let text = |key: &str| view.field(key).and_then(|value| value.string("").ok().map(str::to_owned));
    let parameters: Vec<String> =
        ["prior", "within", "from"].into_iter().filter_map(|key| Some(format!("{key} {}", text(key)?))).collect();
    if parameters.is_empty() { kind.to_owned() } else { format!("{kind} ({})", parameters.join(", ")) }
}

/// Says in a sentence what the kernel says, with the file's names for things.
struct Teller<'a> {
    elaborated: &'a Elaborated,
    limits: &'a Limits,
    /// What is left for what is only shown.
    shown: Budget,
}

impl<'a> Teller<'a> {
    fn new(elaborated: &'a Elaborated, limits: &'a Limits) -> Self {
        Self { elaborated, limits, shown: Budget::new(limits.steps_of_report()) }
    }

    fn refusal(&self, name: &str, kind: Kind, failure: &Failure, said: Verdict) -> (String, bool) {
        let claim = Claim::plain(kind);
        let words = Words::of_problem(self.elaborated, &claim, self.limits, &self.shown);
        (format!("{name}: {}", words::failure(failure, said, &words)), matches!(failure, Failure::Limit(_)))
    }
}
