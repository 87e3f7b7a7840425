//! `certify law … -- PROGRAM`: runs a program on scripted choices until its law is known, and writes it.

use super::declared::Declared;
use super::ending::Listening;
use super::limits::Raised;
use super::made::of_made;
use super::output;
use super::progress::Progress;
use super::terminal::{complain, print, shown};
use crate::Underway;
use crate::declare::{Beside, by_flag};
use crate::law::lines::{Program, explore};
use crate::law::{Asked, Bounds, Explore, Made, found, of_nothing, replay, resumed};
use dp_verify::file::{self, Unusable};
use dp_verify::json::{self, View};
use dp_verify::law::{Choices, Head};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Mechanism, sha256};
use dp_verify::number::{rational, significant};
use dp_verify::report::printable;
use dp_verify::text::count;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLE: &str = "\
The program is asked for one run after another, by lines: `run 3 0 1` is the answer 3, with branch 0 at its first
choice and branch 1 at the second. It writes each choice that it makes, `flip 1/3`, `below 6` or `choose 1/2 1/4 1/4`,
and finally `output LABEL`. docs/src/formats.md has all of dp-choices/1, examples/law/ has clients in Python and Rust.

Example:
  certify law --answers 0..2 --graph line --epsilon 1 -o coin.json -- python3 examples/law/coin.py
  certify coin.json
  verify --law coin.law.jsonl coin.json

Exit status: 0 the law is written, or with --replay the program did the same on all paths; 1 with --replay: it did
something else on one; 2 an input, the program or the call is wrong, or a limit was met.";

/// Finds the law of a program: the table of what is deployed, exactly
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// The answers that it is run on, in the order of the graph: 0..5, or a list: yes,no
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, required_unless_present = "replay")]
    answers: Option<String>,
    /// Only the outputs that are seen are possible: an assumption, which every report states
    #[arg(long)]
    no_further_outputs: bool,
    #[command(flatten)]
    declared: Declared,
    /// The most runs
    #[arg(long, value_name = "N", default_value_t = Bounds::default().runs)]
    runs: u64,
    /// The most choices of one run: what is deeper is missing (default: 10000, over an interval of α 200)
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The most outputs
    #[arg(long, value_name = "N", default_value_t = Bounds::default().outputs)]
    outputs: usize,
    /// At one α: how much of a row need not be explored, and is missing; 0 explores all of it
    #[arg(long, value_name = "P", default_value = "2^-64")]
    left: String,
    /// How many seconds the program may take from one line to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    patience: u64,
    /// Where to write the mechanism file; the law goes beside it, MECHANISM.law.jsonl
    #[arg(short, long, value_name = "MECHANISM.json", required_unless_present = "replay")]
    output: Option<PathBuf>,
    /// Continue the law that is there
    #[arg(long)]
    resume: bool,
    /// Run each path of this law again, and compare
    #[arg(long, value_name = "LAW.jsonl", conflicts_with_all = ["resume", "output", "answers"])]
    replay: Option<PathBuf>,
    /// Overwrite what is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    raised: Raised,
    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    let limits = call.raised.limits();
    if let Some(law) = &call.replay {
        return replayed(call, law);
    }
    let (Some(output), Some(answers)) = (&call.output, &call.answers) else { return Err("found no -o".into()) };
    let place = output.with_extension("law.jsonl");
    for path in [output, &place] {
        output::expect_folder(path)?;
        if path.exists() && !call.force && !call.resume {
            return Err(
                format!("{}: found a file: --force overwrites it, --resume goes on with it", shown(path)).into()
            );
        }
    }
    let mut head = head(&call.program, &limits)?;
    let asked = asked(call, answers, &head, &limits)?;
    let mut of = begun(call, &asked, &limits)?;
    if call.resume {
        resumed(&mut of, &place, &mut head).map_err(|why| format!("{}: {why}", shown(&place)))?;
        of.bounds.runs = of.runs.saturating_add(call.runs);
    }
    let underway = Underway::default();
    let listening = Listening::to(&underway);
    let progress = Progress::start(1, format!("running {}", printable(&call.program.join(" "))), !call.quiet);
    let program = Program { words: call.program.clone(), patience: Duration::from_secs(call.patience) };
    let say = |of: &Explore| {
        if of.runs.is_multiple_of(1024) {
            progress.say(far(of));
        }
    };
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut law = output::temporary(folder).map_err(|e| format!("{}: {}", shown(&place), e.kind()))?;
    let mut explore =
        |of: &mut Explore| explore(of, &program, &|| underway.is_ended(), &say).map(|()| underway.is_ended());
    let made = found(&mut of, &asked, (&head, law.as_file_mut(), &limits), &mut explore)?;
    drop(progress);
    drop(listening);
    let file = file::mechanism_at(output, made.text.as_bytes(), &limits).map_err(|e| of_made(&shown(output), e))?;
    output::write(output, &made.text)?;
    law.persist(&place).map_err(|e| format!("{}: {}", shown(&place), file::explain(&e.error)))?;
    if underway.is_ended() {
        complain("ended early: what was found is written, and --resume goes on");
    }
    if !call.quiet {
        print(&told(&made, &file, &limits, (output, &place)))?;
    }
    Ok(0)
}

/// How far it is.
fn far(of: &Explore) -> String {
    if of.knows_mass() {
        format!("{} runs, {:.3e} of a row left; Ctrl-C writes what is known", of.runs, of.left())
    } else {
        format!("{} runs, {} paths open; Ctrl-C writes what is known", of.runs, of.left())
    }
}

/// The program, and the hash of each argument that is a file.
fn head(program: &[String], limits: &Limits) -> Result<Head, Unusable> {
    let is_file = |word: &&String| Path::new(word.as_str()).is_file();
    let hash = |word: &String| -> Result<(String, String), Unusable> {
        Ok((word.clone(), sha256(&file::read(Path::new(word), limits)?)))
    };
    let files = program.iter().skip(1).chain(program.first().filter(|word| word.contains('/'))).filter(is_file);
    let files = files.map(hash).collect::<Result<_, _>>()?;
    Ok(Head { program: program.to_vec(), files, ..Head::default() })
}

fn asked(call: &Call, answers: &str, head: &Head, limits: &Limits) -> Result<Asked, Unusable> {
    let answers = named(answers).map_err(|why| format!("--answers: {why}"))?;
    let words = call.program.join(" ");
    let hashes: Vec<String> =
        head.files.iter().map(|(name, hash)| format!(" {name} has the SHA-256 {hash}.")).collect();
    let note = format!(
        "Made by certify {} by running `{words}` on scripted choices: it was run, not read.{}",
        env!("CARGO_PKG_VERSION"),
        hashes.concat()
    );
    let name = format!("law of {words}");
    let is_plain = answers.iter().enumerate().all(|(i, name)| *name == i.to_string());
    let labels = (!is_plain).then_some(&answers[..]);
    let beside = Beside { name: &name, note: &note, nodes: answers.len(), labels, mechanism: None, sample: None };
    let file = call.declared.declaration(limits)?.file(&beside).map_err(|wrong| wrong.to_string())?;
    Ok(Asked { file, name, no_further_outputs: call.no_further_outputs })
}

/// `0..5`, both ends included, or names.
fn named(text: &str) -> Result<Vec<String>, String> {
    if let Some((from, to)) = text.split_once("..") {
        let number = |text: &str| text.trim().trim_start_matches('=').parse::<i64>();
        return match (number(from), number(to)) {
            (Ok(from), Ok(to)) if from <= to && to - from < 100_000 => Ok((from..=to).map(|n| n.to_string()).collect()),
            _ => Err(format!("found {}, expected a range such as 0..5, both ends included", printable(text))),
        };
    }
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
    match names.iter().position(|name| name.is_empty() || name.contains(char::is_whitespace)) {
        Some(_) => {
            Err(format!("found {}, expected a range such as 0..5, or names without spaces: yes,no", printable(text)))
        }
        None => Ok(names),
    }
}

fn begun(call: &Call, asked: &Asked, limits: &Limits) -> Result<Explore, Unusable> {
    let mechanism =
        of_nothing(asked, limits).map_err(|e| by_flag(&e.path, &e.message).unwrap_or_else(|| e.message.clone()))?;
    let choices = Choices::new(mechanism, limits);
    let left = small(call.left.trim(), limits).map_err(|why| format!("--left: {why}"))?;
    let bounds = Bounds {
        runs: call.runs,
        depth: call.depth.unwrap_or_else(|| Bounds::depth_of(choices.mechanism())),
        outputs: call.outputs,
        left,
    };
    Ok(Explore::new(choices, bounds, false))
}

/// What was found, in words.
fn told(made: &Made, file: &Mechanism, limits: &Limits, (mechanism, law): (&Path, &Path)) -> String {
    let steps = Budget::new(limits.steps);
    let ground = file.ground(limits, &steps);
    let text = dp_verify::report::law(&made.law, &made.rows, file, &ground);
    text + &format!("law: {}\nmechanism: {}\n", shown(law), shown(mechanism))
}

/// So much of a row as a flag says, about.
fn small(text: &str, limits: &Limits) -> Result<f64, String> {
    let read = || -> Option<f64> {
        let text = serde_json::to_string(text).ok()?;
        let node = json::read(text.as_bytes(), limits).ok()?;
        let x = rational(&View::root(&node), limits, &Budget::new(limits.steps)).ok()?;
        significant(&x, 12).parse().ok().filter(|x| (0.0..1.0).contains(x))
    };
    read().ok_or_else(|| format!("found {}, expected a probability such as 2^-64 or 1e-6, or 0", printable(text)))
}

/// Runs each path of a law again.
fn replayed(call: &Call, law: &Path) -> Result<u8, Unusable> {
    let underway = Underway::default();
    let _listening = Listening::to(&underway);
    let message = format!("running {} again", printable(&call.program.join(" ")));
    let progress = Progress::start(1, message, !call.quiet);
    let program = Program { words: call.program.clone(), patience: Duration::from_secs(call.patience) };
    let runs = replay(law, &program, &call.raised.limits(), &|| underway.is_ended());
    drop(progress);
    match runs {
        Ok(_) if underway.is_ended() => Err("ended before all paths were run".into()),
        Ok(runs) => {
            if !call.quiet {
                print(&format!("the same on all of {}\n", count(usize::try_from(runs).unwrap_or(usize::MAX), "path")))?;
            }
            Ok(0)
        }
        Err(wrong) => {
            complain(&wrong.0);
            Ok(1)
        }
    }
}
