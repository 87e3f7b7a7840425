//! What one thread has counted of a log, and all of them together.

use super::blocks::{Block, LONGEST, placed, too_long, without_end};
use super::form::Form;
use super::header;
use super::labels::{Labels, nth};
use super::line::{Fields, error, is_blank};
use super::memo::{Memo, hash};
use super::outputs::{OTHER, Outputs};
use dp_verify::error::Error;
use dp_verify::text::named;
use memchr::memchr;
use std::collections::HashMap;

/// The most pairs of an answer and an output that are counted.
const MOST_PAIRS: usize = 1 << 19;
/// The most outputs among which those that are learnt are found.
const MOST_OUTPUTS: usize = 1 << 14;

/// How a log is counted.
#[derive(Debug)]
pub(super) struct Rules<'a> {
    pub(super) form: Form,
    pub(super) answers: Option<&'a [String]>,
    pub(super) outputs: &'a Outputs,
    /// The most answers and outputs that are not named.
    pub(super) most: usize,
    /// What the columns are called in the first line.
    pub(super) names: Option<[String; 2]>,
    /// Whether the outputs stand first.
    pub(super) swapped: bool,
    /// Whether lines with names that columns have are no runs.
    pub(super) guarded: bool,
}

/// How often an output came out at an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) answer: u32,
    pub(super) output: u32,
    /// The first line that has it.
    first: u64,
    /// Runs that are counted, and those for learning.
    pub(super) runs: [u64; 2],
}

/// Counts of some of the blocks, which follow each other.
#[derive(Debug)]
pub(super) struct Tally<'a> {
    rules: &'a Rules<'a>,
    pub(super) answers: Labels,
    pub(super) outputs: Labels,
    places: HashMap<(u32, u32), u32>,
    pub(super) pairs: Vec<Pair>,
    memo: Memo,
    /// Lines with nothing on them.
    pub(super) blank: u64,
    /// What ended it.
    wrong: Option<Error>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(rules: &'a Rules<'a>) -> Self {
        let outputs = rules.outputs.fixed().map(|names| Labels::of(&names));
        Self {
            rules,
            answers: rules.answers.map(Labels::of).unwrap_or_default(),
            outputs: outputs.unwrap_or_default(),
            places: HashMap::new(),
            pairs: Vec::new(),
            memo: Memo::default(),
            blank: 0,
            wrong: None,
        }
    }

    /// Counts the lines of a block that follows those before it. Whether to go on: not past an error, or a
    /// limit.
    pub(super) fn add(&mut self, block: &Block) -> bool {
        let (bytes, mut start, mut line) = (&block.bytes[..], 0, block.line);
        let mut learnt = self.rules.outputs.share().map(|share| share.from(line));
        let (serves, mut found, mut lines) = (self.memo.serves(), 0, 0);
        while start < bytes.len() {
            let end = memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at);
            let text = without_end(&bytes[start..end]);
            let pair = match serves.then(|| hash(text)) {
                Some(hash) => match self.memo.get(text, hash) {
                    Some(pair) => {
                        found += 1;
                        Ok(Some(pair))
                    }
                    None => self.read(text, line).inspect(|pair| {
                        pair.iter().for_each(|pair| self.memo.put(text, hash, *pair));
                    }),
                },
                None => self.read(text, line),
            };
            let is_learnt = learnt.as_mut().is_some_and(|lines| lines.next());
            match pair {
                Ok(Some(pair)) => self.pairs[pair as usize].runs[usize::from(is_learnt)] += 1,
                Ok(None) => self.blank += 1,
                Err(e) => {
                    self.wrong = Some(placed(e, text, (line, block.offset + start as u64)));
                    return false;
                }
            }
            (start, line, lines) = (end + 1, line + 1, lines + 1);
        }
        if serves {
            self.memo.served(found, lines);
        }
        !self.is_full()
    }

    /// The pair of a line; `None` where nothing is on it.
    fn read(&mut self, text: &[u8], line: u64) -> Result<Option<u32>, Error> {
        if is_blank(text, self.rules.form) {
            return Ok(None);
        }
        if text.len() > LONGEST {
            return Err(too_long(text));
        }
        let fields = Fields::read(text, self.rules.form)?;
        let again = || self.rules.names.as_ref().is_some_and(|names| fields.labels == *names);
        if self.rules.form != Form::JsonLines && self.rules.guarded && (again() || header::known(&fields).is_some()) {
            let found = fields.labels.each_ref().map(|label| named(label)).join(",");
            let expected = "a run (if this line is one, say --header no)";
            return Err(error(0).found(format!("{found}, the names of the columns, below the first line"), expected));
        }
        self.pair(&fields, line).map(Some)
    }

    /// The pair of a run.
    pub(super) fn pair(&mut self, fields: &Fields, line: u64) -> Result<u32, Error> {
        let (input, output) = if self.rules.swapped { (1, 0) } else { (0, 1) };
        let label = |i: usize| (&*fields.labels[i], fields.at[i]);
        let ((input, at), (output, at_output)) = (label(input), label(output));
        let answer = match self.rules.answers {
            Some(answers) => self.answers.get(input).ok_or_else(|| no_answer(input, answers, at))?,
            None => self.answers.add(input, line),
        };
        let output = match self.rules.outputs {
            Outputs::Seen | Outputs::Learnt(_) => self.outputs.add(output, line),
            Outputs::Named(_) => self.outputs.get(output).unwrap_or_else(|| self.outputs.add(OTHER, 0)),
            Outputs::Bins(bins) => {
                let place = bins.place(output).map_err(|e| Error { message: e, ..error(at_output) })?;
                u32::try_from(place).unwrap_or(u32::MAX)
            }
        };
        Ok(self.place(answer, output, line))
    }

    /// Where the runs of a pair are counted.
    fn place(&mut self, answer: u32, output: u32, line: u64) -> u32 {
        let next = u32::try_from(self.pairs.len()).unwrap_or(u32::MAX);
        let place = *self.places.entry((answer, output)).or_insert(next);
        if place == next {
            self.pairs.push(Pair { answer, output, first: line, runs: [0; 2] });
        }
        place
    }

    /// Counts another run.
    pub(super) fn run(&mut self, fields: &Fields, line: u64) -> Result<(), Error> {
        let place = self.pair(fields, line)?;
        let is_learnt = self.rules.outputs.share().is_some_and(|share| share.from(line).next());
        self.pairs[place as usize].runs[usize::from(is_learnt)] += 1;
        Ok(())
    }

    /// Adds what another has counted of other blocks.
    pub(super) fn absorb(&mut self, other: &Self) {
        let joined = |into: &mut Labels, from: &Labels| -> Vec<u32> {
            (0..).zip(from.names()).map(|(place, name)| into.add(name, from.first(place))).collect()
        };
        let (answers, outputs) = (joined(&mut self.answers, &other.answers), joined(&mut self.outputs, &other.outputs));
        for pair in &other.pairs {
            let place = self.place(answers[pair.answer as usize], outputs[pair.output as usize], pair.first);
            let own = &mut self.pairs[place as usize];
            own.first = own.first.min(pair.first);
            own.runs = [0, 1].map(|i| own.runs[i] + pair.runs[i]);
        }
        self.blank += other.blank;
        let line = |wrong: &Option<Error>| wrong.as_ref().map_or(usize::MAX, |e| e.line);
        if line(&other.wrong) < line(&self.wrong) {
            self.wrong.clone_from(&other.wrong);
        }
    }

    /// How many outputs there may be.
    fn most_outputs(&self) -> usize {
        match self.rules.outputs {
            Outputs::Seen => self.rules.most,
            Outputs::Learnt(_) => self.rules.most.max(MOST_OUTPUTS),
            Outputs::Named(_) | Outputs::Bins(_) => usize::MAX,
        }
    }

    fn most_answers(&self) -> usize {
        if self.rules.answers.is_some() { usize::MAX } else { self.rules.most }
    }

    fn is_full(&self) -> bool {
        let labels = self.answers.len() > self.most_answers() || self.outputs.len() > self.most_outputs();
        labels || self.pairs.len() > MOST_PAIRS
    }

    /// What is wrong first. All lines before it have been counted, by whichever thread.
    pub(super) fn wrong(&self) -> Result<(), Error> {
        let answers = self.answers.past(self.most_answers()).map(|line| (line, too_many_answers(self.most_answers())));
        let outputs = self.outputs.past(self.most_outputs()).map(|line| (line, too_many(self.most_outputs())));
        let pairs = nth(self.pairs.iter().map(|pair| pair.first).collect(), MOST_PAIRS).map(|line| {
            let message =
                format!("more than {MOST_PAIRS} pairs of an input and an output: name fewer, or cut numbers into bins");
            (line, Error::over_limit(String::new(), 0, message))
        });
        let limits = [answers, outputs, pairs].into_iter().flatten().map(|(line, e)| {
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            Error { line, column: 1, ..e }
        });
        limits.chain(self.wrong.clone()).min_by_key(|e| e.line).map_or(Ok(()), Err)
    }
}

fn no_answer(input: &str, answers: &[String], at: usize) -> Error {
    let mut few: Vec<String> = answers.iter().take(6).map(|answer| named(answer)).collect();
    few.extend((answers.len() > 6).then(|| "…".to_owned()));
    let known: Vec<&str> = answers.iter().map(String::as_str).collect();
    error(at).found(format!("the input {}", named(input)), format!("one of {}", few.join(", "))).near(input, &known)
}

fn too_many_answers(most: usize) -> Error {
    let message = format!(
        "more than {most} different inputs, expected few with many runs each: is this the column of inputs? Name the answers \
         with --answers, or write a log with the columns input,output"
    );
    Error::over_limit(String::new(), 0, message)
}

/// What is said of too many outputs.
pub(super) fn too_many(most: usize) -> Error {
    let message = format!(
        "more than {most} different outputs: name those that matter with --outputs A,B, learn them from a share of the runs \
         with --learn 10%, or cut numbers into bins with --bins -1,0,1"
    );
    Error::over_limit(String::new(), 0, message)
}
