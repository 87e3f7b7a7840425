//! Counts of tables and logs, beside readers too simple to be wrong.

mod first;
mod logs;
mod numbers;
mod random;
mod sums;
mod tables;

use super::{Counts, Log, Options, Outputs};
use dp_verify::error::Error;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Counts by a row of output names and rows that begin with an answer, between blanks.
fn counts(text: &str) -> Counts {
    let mut lines = text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let outputs = lines.next().unwrap();
    let rows: Vec<Vec<String>> = lines.collect();
    let answers = rows.iter().map(|row| row[0].clone()).collect();
    let counts = rows.iter().map(|row| row[1..].iter().map(|n| n.parse().unwrap()).collect()).collect();
    Counts { answers, outputs, counts }
}

fn log(text: impl AsRef<[u8]>, options: &Options) -> Result<Log, Error> {
    Log::read(text.as_ref(), options)
}

fn options(outputs: Outputs) -> Options {
    Options { outputs, ..Options::default() }
}

/// What is said of a log that is refused, with its place.
fn refused(text: impl AsRef<[u8]>, options: &Options) -> String {
    log(text, options).map(|log| log.counts).unwrap_err().to_string()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}
