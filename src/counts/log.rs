//! A log of runs, counted a block at a time on several threads.

use super::blocks::{Block, Blocks, placed};
use super::decimal::sort;
use super::first;
use super::form::Form;
use super::header;
use super::labels::Labels;
use super::line::{Fields, error};
use super::matrix::Counts;
use super::outputs::{OTHER, Outputs};
use super::tally::{Rules, Tally, too_many};
use super::workers::counted;
use crate::table::Delimiter;
use dp_verify::error::Error;
use dp_verify::json;
use dp_verify::limits::Limits;
use dp_verify::text::{count, named};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::num::NonZero;
use std::thread;

/// About how many bytes are counted in one go.
const BLOCK: usize = 1 << 19;

/// What is known of a log beforehand.
#[derive(Debug, Clone)]
pub struct Options {
    /// The answers, in this order; an input that is none of them is an error. Else those that occur.
    pub answers: Option<Vec<String>>,
    /// What is told apart of the outputs.
    pub outputs: Outputs,
    /// Whether the first line is the names of the columns; JSON Lines have none.
    pub header: Option<bool>,
    /// How the lines are written.
    pub form: Option<Form>,
    /// The most answers, and the most outputs, that nobody has named.
    pub most: usize,
    /// How many threads count beside the one that reads; as many as there are processors, four at most.
    pub threads: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self { answers: None, outputs: Outputs::Seen, header: None, form: None, most: 1000, threads: None }
    }
}

/// What a log comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// The counts. Answers that are named have a row also where there is no run of them.
    pub counts: Counts,
    /// How many runs are counted.
    pub runs: u64,
    /// How many were for learning, and are not counted.
    pub learnt: u64,
    /// How many lines have nothing on them.
    pub blank: u64,
    /// What the columns are called in the first line, where that is no run.
    pub header: Option<[String; 2]>,
    /// How the lines are written.
    pub form: Form,
    /// Whether it was unpacked on the way.
    pub gzip: bool,
}

impl Log {
    /// Counts the runs of a log, an input and an output in each line: CSV, TSV, JSON Lines, or one of these as
    /// gzip.
    ///
    /// The order of answers and outputs that nobody has named is that of their numbers, where all are numbers,
    /// else that of their text. Nothing depends on the number of threads.
    ///
    /// Cost: a look at each line; memory for a few blocks of half a megabyte, and for the labels.
    ///
    /// # Errors
    /// With line and column: what is no run, and what may be one or not; too many different labels; what can't
    /// be unpacked. An empty log. Names that are given twice.
    pub fn read<R: Read>(from: R, options: &Options) -> Result<Self, Error> {
        Self::read_by(from, options, BLOCK)
    }

    /// The same in blocks of about so many bytes.
    pub(super) fn read_by<R: Read>(from: R, options: &Options, size: usize) -> Result<Self, Error> {
        options.expect_names()?;
        let mut blocks = Blocks::open(from, size)?;
        let (mut block, blank) = first_block(&mut blocks)?;
        let (line, offset) = (block.line, block.offset);
        let text = block.first_line().to_vec();
        let place = |e: Error| placed(e, &text, (line, offset));
        let form = options.form.map_or_else(|| form(&text), Ok).map_err(place)?;
        let fields = Fields::read(&text, form).map_err(place)?;
        let said = is_names(&fields, form, options);
        let mut names = (said == Some(true)).then(|| fields.labels.clone().map(Cow::into_owned));
        let rules = Rules {
            form,
            answers: options.answers.as_deref(),
            outputs: &options.outputs,
            most: options.most,
            names: names.clone(),
            swapped: said == Some(true) && header::known(&fields) == Some(true),
            guarded: options.header != Some(false),
        };
        if said != Some(false) {
            block.take_line();
        }
        let mut tally = counted(&mut blocks, block, &rules, options.threads())?;
        tally.blank += blank;
        if said.is_none() {
            if first::is_names(&fields, &tally, &rules).map_err(place)? {
                names = Some(fields.labels.map(Cow::into_owned));
            } else {
                tally.run(&fields, line).map_err(place)?;
            }
        }
        let counts = matrix(&tally, options)?;
        let [runs, learnt] = [0, 1].map(|i| tally.pairs.iter().map(|pair| pair.runs[i]).sum());
        let wrong = |found: &str, expected: &str| Err(placed(error(0).found(found, expected), &[], (line, offset)));
        match () {
            () if runs + learnt == 0 => wrong("no run below the names of the columns", "a run a line: input,output"),
            () if options.outputs.share().is_some() && learnt == 0 => wrong(
                &format!("{}, none of them for learning", count(as_usize(runs), "run")),
                "more runs, or a larger share",
            ),
            () if runs == 0 => wrong("runs for learning alone", "others to count"),
            () => Ok(Self { counts, runs, learnt, blank: tally.blank, header: names, form, gzip: blocks.is_gzip() }),
        }
    }

    /// What was taken for what, in a line.
    pub fn recognised(&self) -> String {
        let mut said = vec![format!("taken for {}, {}", count(as_usize(self.runs), "run"), self.form.words())];
        said.extend(self.gzip.then(|| "unpacked from gzip".to_owned()));
        said.push(match &self.header {
            Some([first, second]) => format!("the first line names the columns: {}, {}", named(first), named(second)),
            None => "the first line is a run".to_owned(),
        });
        said.extend(
            (self.learnt > 0).then(|| {
                format!("the outputs learnt from {} that are not counted", count(as_usize(self.learnt), "run"))
            }),
        );
        said.extend((self.blank > 0).then(|| format!("{} left out", count(as_usize(self.blank), "blank line"))));
        said.join("; ")
    }
}

fn as_usize(x: u64) -> usize {
    usize::try_from(x).unwrap_or(usize::MAX)
}

impl Options {
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get).min(4))
    }

    /// Names, and none of them twice.
    fn expect_names(&self) -> Result<(), Error> {
        let outputs = if let Outputs::Named(names) = &self.outputs { Some(&names[..]) } else { None };
        for (what, names) in [("answer", self.answers.as_deref()), ("output", outputs)] {
            let Some(names) = names else { continue };
            let mut seen = HashSet::new();
            let again = names.iter().find(|name| !seen.insert(*name));
            let expected = format!("a name of its own for each {what}");
            match (again, names.iter().any(String::is_empty) || names.is_empty()) {
                (Some(name), _) => return Err(error(0).found(format!("the {what} {} twice", named(name)), expected)),
                (None, true) => return Err(error(0).found(format!("no name of an {what}"), expected)),
                (None, false) => {}
            }
        }
        Ok(())
    }
}

/// The first block that has something on its first line, and how many lines without were before it.
fn first_block<R: Read>(blocks: &mut Blocks<R>) -> Result<(Block, u64), Error> {
    let mut blank = 0;
    while let Some(mut block) = blocks.next(Vec::new())? {
        while !block.bytes.is_empty() {
            if !block.first_line().iter().all(|&b| b == b' ') {
                return Ok((block, blank));
            }
            block.take_line();
            blank += 1;
        }
    }
    Err(placed(error(0).found("an empty log", "a run a line: input,output"), &[], (1, 0)))
}

/// How the lines are written, by the first: JSON if it begins with a brace, or is a list in JSON; else what
/// divides it into two fields, a comma, a tab or a semicolon.
fn form(line: &[u8]) -> Result<Form, Error> {
    let start = line.trim_ascii_start();
    let is_list = || start.starts_with(b"[") && json::read(start, &Limits::default()).is_ok();
    if start.starts_with(b"{") || is_list() {
        return Ok(Form::JsonLines);
    }
    let all = [Delimiter::Comma, Delimiter::Tab, Delimiter::Semicolon];
    let divides = |delimiter: &Delimiter| Fields::read(line, Form::Cells(*delimiter)).is_ok();
    let found: Vec<Delimiter> = all.into_iter().filter(divides).collect();
    match found[..] {
        // What is wrong is told of commas, or of what there is in their place.
        [] => {
            let there = all.into_iter().find(|delimiter| line.contains(&delimiter.byte()));
            Ok(Form::Cells(there.unwrap_or(Delimiter::Comma)))
        }
        [delimiter] => Ok(Form::Cells(delimiter)),
        [one, other, ..] => {
            let ask = format!("Say --delimiter {} or --delimiter {}", one.name(), other.name());
            let message = format!(
                "found a line that is two fields in two ways, by {} and by {}: {ask}",
                one.words(),
                other.words()
            );
            Err(Error { message, ..error(0) })
        }
    }
}

/// Whether the first line is names, where that shows without the others; see [`first`].
fn is_names(fields: &Fields, form: Form, options: &Options) -> Option<bool> {
    let is_answer = |answers: &Vec<String>| answers.iter().any(|answer| *answer == fields.labels[0]);
    match options.header {
        _ if form == Form::JsonLines => Some(false),
        Some(said) => Some(said),
        None if header::known(fields).is_some() => Some(true),
        None => options.answers.as_ref().is_some_and(is_answer).then_some(false),
    }
}

/// The counts by their names.
fn matrix(tally: &Tally, options: &Options) -> Result<Counts, Error> {
    let texts = |labels: &Labels, which: &dyn Fn(u32) -> bool| -> Vec<String> {
        (0..).zip(labels.names()).filter(|(i, _)| which(*i)).map(|(_, name)| name.to_string()).collect()
    };
    let sorted = |mut names: Vec<String>| {
        sort(&mut names);
        names
    };
    let all = |_| true;
    let answers = options.answers.clone().unwrap_or_else(|| sorted(texts(&tally.answers, &all)));
    let outputs = match (options.outputs.fixed(), options.outputs.share()) {
        (Some(fixed), _) => fixed,
        (None, None) => sorted(texts(&tally.outputs, &all)),
        (None, Some(_)) => {
            let of: HashSet<u32> = tally.pairs.iter().filter(|pair| pair.runs[1] > 0).map(|pair| pair.output).collect();
            let mut learnt = sorted(texts(&tally.outputs, &|i| of.contains(&i)));
            if learnt.len() > options.most {
                return Err(too_many(options.most));
            }
            learnt.extend((!learnt.iter().any(|name| name == OTHER)).then(|| OTHER.to_owned()));
            learnt
        }
    };
    let places = |names: &[String]| -> HashMap<String, usize> { names.iter().cloned().zip(0..).collect() };
    let (rows, columns) = (places(&answers), places(&outputs));
    let mut counts = vec![vec![0; outputs.len()]; answers.len()];
    for pair in &tally.pairs {
        let output = &tally.outputs.names()[pair.output as usize];
        let row = rows.get(&*tally.answers.names()[pair.answer as usize]);
        let column = columns.get(&**output).or_else(|| columns.get(OTHER));
        if let (Some(&i), Some(&j)) = (row, column) {
            counts[i][j] += pair.runs[0];
        }
    }
    let counts = Counts { answers, outputs, counts };
    counts.over().map_or(Ok(counts), |message| Err(Error::over_limit(String::new(), 0, message)))
}
