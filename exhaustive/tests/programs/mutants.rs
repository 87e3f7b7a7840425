//! Every committed certificate with something changed in it, or in its mechanism file: whatever `verify` still proves
//! is true, it does not panic, and it takes no more than ten times the steps of the original, or four milliseconds. (A
//! mechanism file may ask for more where it has become one of a larger graph.)
//!
//! What is true is not asked of the verifier. The original's statements are (the theorem suite and the oracles of the
//! other modules stand behind them); beside those, and where the mechanism file itself has been changed, the certifier
//! decides the claim anew, with numbers and a search of its own.
//!
//! `DP_CERTIFY_MUTANTS=200000 cargo test --release --manifest-path exhaustive/Cargo.toml mutants -- --nocapture` prints
//! the figures of TRUST.md.

mod change;

use crate::files::root;
use change::{Numbers, Other};
use dp_certify::{Options, certify_mechanism};
use dp_verify::file::mechanism_at;
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Mechanism};
use dp_verify::report::{Answer, Statement, Verdict, Verification};
use dp_verify::verify;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// What is proved: a verdict, and the values by their names.
type Proved = (Verdict, BTreeMap<&'static str, String>);

struct Original {
    path: PathBuf,
    file: Vec<u8>,
    certificate: Value,
    proved: HashMap<Claim, Proved>,
    /// As many steps as it takes, or a little more.
    steps: usize,
}

fn proved(statement: &Statement) -> Option<Proved> {
    let shown = |value: &dp_verify::report::Value| value.exact(usize::MAX).or_else(|| value.decimal());
    let values = statement.values.iter().filter_map(|(name, value)| Some((*name, shown(value)?))).collect();
    (statement.checked && statement.verdict != Verdict::Undecided).then_some((statement.verdict, values))
}

/// Two statements about one claim that can't both be so.
fn contradict((verdict, values): &Proved, (other, known): &Proved) -> bool {
    let differs = |(name, value): (&&str, &String)| known.get(name).is_some_and(|known| known != value);
    verdict != other || values.iter().any(differs)
}

fn checked(path: &Path, file: &[u8], certificate: &[u8], limits: &Limits) -> Option<(Mechanism, Verification)> {
    let mechanism = mechanism_at(path, file, limits).ok()?;
    let verification = verify(&mechanism, certificate, limits).ok()?;
    Some((mechanism, verification))
}

/// Steps that nobody misses: some four milliseconds.
const FEW: usize = 1 << 22;

fn with_steps(steps: usize) -> Limits {
    Limits { steps, ..Limits::default() }
}

impl Original {
    /// `None` of one that takes over 2^26 steps: there are enough others.
    fn read(path: PathBuf, certificate: &Path) -> Option<Self> {
        let (file, text) = (fs::read(&path).unwrap(), fs::read(certificate).unwrap());
        let accepts = |steps: usize| {
            let found = checked(&path, &file, &text, &with_steps(steps));
            found.filter(|(_, found)| found.answer() == Answer::Accepted)
        };
        let high = (12..26).map(|k| 1 << k).find(|steps| accepts(*steps).is_some())?;
        let steps = (8..16).map(|n| high / 16 * n).find(|steps| accepts(*steps).is_some()).unwrap_or(high);
        let (_, verification) = accepts(steps)?;
        let statements = verification.report.statements.iter();
        let proved = statements.filter_map(|s| Some((s.claim.clone(), proved(s)?))).collect();
        Some(Self { path, certificate: serde_json::from_slice(&text).unwrap(), file, proved, steps })
    }

    /// Whether a statement that runs out of steps is about a claim that the original does not state.
    fn is_asked_anew(&self, verification: &Verification) -> bool {
        let statements = verification.report.statements.iter();
        let mut unfinished = statements.filter(|s| proved(s).is_none());
        unfinished.any(|s| !self.proved.contains_key(&s.claim))
    }

    /// What became of one mutant, or what is wrong with that.
    fn judge(&self, changed: &Changed) -> Result<Fate, String> {
        let limits = with_steps((10 * self.steps).max(FEW));
        let (file, certificate) = (changed.file.as_deref().unwrap_or(&self.file), changed.certificate.as_bytes());
        let check = |limits: &Limits| {
            let found = catch_unwind(AssertUnwindSafe(|| checked(&self.path, file, certificate, limits)));
            found.map_err(|_| "it panics".to_owned())
        };
        let is_over = |found: &Verification| found.refusals.iter().any(|r| r.message.contains("--limit steps"));
        let (found, larger) = match check(&limits)? {
            Some((_, verification)) if is_over(&verification) => {
                if changed.file.is_none() && !self.is_asked_anew(&verification) {
                    return Err(format!("it takes over {} steps", limits.steps));
                }
                (check(&Limits::default())?, true)
            }
            found => (found, false),
        };
        let Some((mechanism, verification)) = found else { return Ok(Fate::Unreadable) };
        for statement in &verification.report.statements {
            let Some(said) = proved(statement) else { continue };
            let known = self.proved.get(&statement.claim).filter(|_| changed.file.is_none());
            let truth = match known {
                Some(known) => known.clone(),
                None => decided(&mechanism, &statement.claim)
                    .ok_or_else(|| format!("{} is proved, and the certifier leaves it undecided", statement.claim))?,
            };
            if contradict(&said, &truth) {
                return Err(format!("{}: said to be {said:?}, and is {truth:?}", statement.claim));
            }
        }
        Ok(match verification.answer() {
            _ if larger => Fate::Larger,
            Answer::Accepted => Fate::Accepted,
            Answer::Declined => Fate::Declined,
            _ => Fate::Refused,
        })
    }
}

/// The claim by the certifier, as if the file declared it alone.
fn decided(mechanism: &Mechanism, claim: &Claim) -> Option<Proved> {
    let mut alone = mechanism.clone();
    alone.claims = vec![dp_verify::model::Claimed { claim: claim.clone(), expects: Vec::new() }];
    let options = Options { only: vec![claim.kind], general: true, ..Options::default() };
    let certified = certify_mechanism(&alone, &options).expect("a certificate that is accepted");
    certified.report.statements.iter().find(|s| s.claim == *claim).and_then(proved)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Accepted,
    Refused,
    Declined,
    Unreadable,
    /// Its mechanism file, or a claim that the original does not state, asks for more, ten times as much.
    Larger,
}

/// A mutant: its certificate, its mechanism file where that is changed too, and what was done.
struct Changed {
    certificate: String,
    file: Option<Vec<u8>>,
    what: String,
}

/// Every committed pair of a mechanism file and a certificate, in the order of their names.
fn originals() -> Vec<Original> {
    let mut pairs: Vec<(PathBuf, PathBuf)> = Vec::new();
    let in_folder = |folder: &Path| -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    };
    let root = root();
    for folder in in_folder(&root.join("certificates")).iter().filter(|path| path.is_dir()) {
        let inner =
            in_folder(folder).into_iter().flat_map(|path| if path.is_dir() { in_folder(&path) } else { vec![path] });
        for certificate in inner {
            let name = certificate.file_name().unwrap().to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".cert.json") else { continue };
            let beside = certificate.with_file_name(format!("{stem}.json"));
            let path = if beside.exists() { beside } else { root.join("examples").join(format!("{stem}.json")) };
            if path.exists() {
                pairs.push((path, certificate));
            }
        }
    }
    pairs.into_iter().filter_map(|(path, certificate)| Original::read(path, &certificate)).collect()
}

/// All that is wrong with this many mutants of each of these, and how many came to which end.
fn tried(originals: &[Original], each: usize, judge: Judge) -> (Vec<String>, BTreeMap<Fate, usize>) {
    let others: Vec<Other> = originals.iter().map(|original| Other::of(&original.certificate)).collect();
    let (mut faults, mut fates) = (Vec::new(), BTreeMap::new());
    for (k, original) in originals.iter().enumerate() {
        let mut numbers = Numbers::new(k as u64);
        for _ in 0..each {
            let changed = change::one(&original.certificate, &original.file, &others, &mut numbers);
            match judge(original, &changed) {
                Ok(fate) => *fates.entry(fate).or_default() += 1,
                Err(fault) => faults.push(format!("{}: {}: {fault}", original.path.display(), changed.what)),
            }
        }
    }
    (faults, fates)
}

type Judge = fn(&Original, &Changed) -> Result<Fate, String>;

#[test]
fn nothing_false_is_proved() {
    let asked: usize = std::env::var("DP_CERTIFY_MUTANTS").map_or(20_000, |text| text.parse().expect("a number"));
    let originals = originals();
    assert!(originals.len() >= 200, "{}", originals.len());
    let each = asked.div_ceil(originals.len());
    let half = originals.len() / 2;
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| tried(&originals[..half], each, Original::judge));
        (tried(&originals[half..], each, Original::judge), one.join().unwrap())
    });
    let sum = |fate: Fate| [&one.1, &other.1].iter().filter_map(|fates| fates.get(&fate)).sum::<usize>();
    println!(
        "{} mutants of {} certificates: {} accepted, {} refused, {} declined, {} unreadable, {} larger",
        each * originals.len(),
        originals.len(),
        sum(Fate::Accepted),
        sum(Fate::Refused),
        sum(Fate::Declined),
        sum(Fate::Unreadable),
        sum(Fate::Larger)
    );
    let faults = [one.0, other.0].concat();
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
    // What is only left out or said in another way is still proved; most is not.
    assert!(sum(Fate::Accepted) > 0 && sum(Fate::Refused) > each, "{:?}", [one.1, other.1]);
}

/// A verifier that proves what a certificate states.
fn believing(original: &Original, changed: &Changed) -> Result<Fate, String> {
    let certificate: Value = serde_json::from_str(&changed.certificate).map_err(|_| "unreadable".to_owned())?;
    let verdict = |statement: &Value| match statement["verdict"].as_str() {
        Some("fails") => Verdict::Fails,
        _ => Verdict::Holds,
    };
    let Some((_, verification)) =
        checked(&original.path, &original.file, changed.certificate.as_bytes(), &Limits::default())
    else {
        return Ok(Fate::Unreadable);
    };
    let said = certificate["statements"].as_array().into_iter().flatten().zip(&verification.report.statements);
    for (said, statement) in said {
        if original.proved.get(&statement.claim).is_some_and(|(known, _)| *known != verdict(said)) {
            return Err("false".into());
        }
    }
    Ok(Fate::Accepted)
}

#[test]
fn a_verifier_that_believes_is_found_out() {
    let originals: Vec<Original> = originals().into_iter().step_by(40).collect();
    assert!(!tried(&originals, 100, believing).0.is_empty());
}
