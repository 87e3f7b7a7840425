//! A client of dp-choices/1 in Rust: randomised response on four answers, whose lie is drawn by rejection.
//!
//!     rustc -O -o client examples/law/main.rs
//!     certify law --answers 0..3 --graph complete --epsilon 'ln(5)' -o client.json -- ./client

use std::io::{BufRead, Lines, StdinLock, StdoutLock, Write, stdin, stdout};

/// Answers requests for randomness from a script, by lines.
struct Choices<'a> {
    script: std::vec::IntoIter<u32>,
    input: &'a mut Lines<StdinLock<'static>>,
    output: &'a mut StdoutLock<'static>,
}

/// The run is abandoned: what comes after this key is known.
struct Stop;

impl Choices<'_> {
    fn ask(&mut self, request: &str) -> u32 {
        writeln!(self.output, "{request}").expect("a reader");
        self.script.next().unwrap_or(0)
    }

    /// From here on all depends on the answer and the key alone.
    fn at(&mut self, key: u32) -> Result<(), Stop> {
        writeln!(self.output, "at {key}").and_then(|()| self.output.flush()).expect("a reader");
        let goes = self.input.next().is_some_and(|line| line.is_ok_and(|line| line == "go"));
        if goes { Ok(()) } else { Err(Stop) }
    }
}

/// The answer, or with probability 1/2 a uniform one of four: drawn from eight, again where it is none of them.
fn sampler(answer: &str, choices: &mut Choices) -> Result<String, Stop> {
    if choices.ask("flip 1/2") == 0 {
        return Ok(answer.to_owned());
    }
    loop {
        match choices.ask("below 8") {
            told @ 0..4 => return Ok(told.to_string()),
            _ => choices.at(1)?,
        }
    }
}

fn main() {
    let (mut input, mut output) = (stdin().lock().lines(), stdout().lock());
    while let Some(Ok(line)) = input.next() {
        let mut words = line.split(' ').skip(1);
        let answer = words.next().unwrap_or_default().to_owned();
        let script: Vec<u32> = words.filter_map(|branch| branch.parse().ok()).collect();
        let mut choices = Choices { script: script.into_iter(), input: &mut input, output: &mut output };
        if let Ok(told) = sampler(&answer, &mut choices) {
            writeln!(output, "output {told}").and_then(|()| output.flush()).expect("a reader");
        }
    }
}
