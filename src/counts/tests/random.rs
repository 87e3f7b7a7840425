use super::{Options, Outputs, gzip};
use crate::counts::{Counts, Log, Share};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};

const LABELS: [&str; 8] = ["a", "b", "yes", "no", "x,y", "say \"so\"", "é", "left; right"];

/// How a run is written.
#[derive(Debug, Clone, Copy)]
enum As {
    Csv,
    Tsv,
    Object,
    Pair,
}

/// A field of CSV, in quotes where it needs them.
fn field(label: &str) -> String {
    let quoted = label.contains([',', '"']);
    if quoted { format!("\"{}\"", label.replace('"', "\"\"")) } else { label.to_owned() }
}

fn written(runs: &[(usize, usize)], form: As, end: &str) -> String {
    let line = |&(i, j): &(usize, usize)| {
        let (input, output) = (LABELS[i], LABELS[j]);
        let [json_input, json_output] = [input, output].map(|label| serde_json::to_string(label).unwrap());
        match form {
            As::Csv => format!("{},{}{end}", field(input), field(output)),
            As::Tsv => format!("{input}\t{output}{end}"),
            As::Object => format!("{{\"output\": {json_output}, \"input\": {json_input}}}{end}"),
            As::Pair => format!("[{json_input}, {json_output}]{end}"),
        }
    };
    let header = match form {
        As::Csv => format!("input,output{end}"),
        As::Tsv => format!("input\toutput{end}"),
        As::Object | As::Pair => String::new(),
    };
    header + &runs.iter().map(line).collect::<String>()
}

/// The counts of runs, each looked at once, in the order of the names.
fn naive(runs: &[(usize, usize)]) -> Counts {
    let mut all: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    runs.iter().for_each(|&(i, j)| *all.entry((LABELS[i], LABELS[j])).or_default() += 1);
    let answers: BTreeSet<&str> = all.keys().map(|key| key.0).collect();
    let outputs: BTreeSet<&str> = all.keys().map(|key| key.1).collect();
    let row = |answer: &&str| outputs.iter().map(|output| all.get(&(*answer, *output)).copied().unwrap_or(0)).collect();
    let owned = |names: &BTreeSet<&str>| names.iter().map(|name| (*name).to_owned()).collect();
    Counts { counts: answers.iter().map(row).collect(), answers: owned(&answers), outputs: owned(&outputs) }
}

/// Bytes that come in pieces.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.1.min(into.len()).min(self.0.len());
        into[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

fn runs() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..LABELS.len(), 0..LABELS.len()), 1..200)
}

fn forms() -> impl Strategy<Value = As> {
    select(vec![As::Csv, As::Tsv, As::Object, As::Pair])
}

proptest! {
    #[test]
    fn a_log_is_counted_as_a_naive_reader_does(
        runs in runs(),
        form in forms(),
        end in select(vec!["\n", "\r\n"]),
        (size, piece, threads) in (1usize..300, 1usize..100, 1usize..5),
        packed in any::<bool>(),
    ) {
        let text = written(&runs, form, end);
        let bytes = if packed { gzip(text.as_bytes()) } else { text.into_bytes() };
        let options = Options { threads: Some(threads), ..Options::default() };
        let read = Log::read_by(Pieces(&bytes, piece), &options, size).unwrap();
        prop_assert_eq!(&read.counts, &naive(&runs));
        prop_assert_eq!(read.runs, runs.len() as u64);
        prop_assert_eq!(Log::read(&bytes[..], &Options::default()).unwrap(), read);
    }

    #[test]
    fn learning_is_the_same_however_a_log_is_cut(
        runs in runs(),
        (part, of) in (1u64..9).prop_flat_map(|part| (Just(part), part + 1..20)),
        (size, threads) in (1usize..300, 1usize..5),
    ) {
        let text = written(&runs, As::Csv, "\n");
        let share = Share::read(&format!("{part}/{of}")).unwrap();
        let options = Options { outputs: Outputs::Learnt(share), threads: Some(threads), ..Options::default() };
        // The header is line 1.
        let learns = |i: u64| i * part / of > (i - 1) * part / of;
        let (learnt, counted): (Vec<_>, Vec<_>) = (2..).zip(&runs).partition(|(line, _)| learns(*line));
        let outputs: BTreeSet<&str> = learnt.iter().map(|(_, run)| LABELS[run.1]).collect();
        match Log::read_by(text.as_bytes(), &options, size) {
            Ok(read) => {
                let mut expected: Vec<&str> = outputs.iter().copied().collect();
                expected.push("other");
                prop_assert_eq!(&read.counts.outputs, &expected);
                prop_assert_eq!((read.learnt, read.runs), (learnt.len() as u64, counted.len() as u64));
                for (i, answer) in read.counts.answers.iter().enumerate() {
                    for (j, output) in expected.iter().enumerate() {
                        let falls = |label: &str| label == *output || *output == "other" && !outputs.contains(label);
                        let is = |run: &&(usize, usize)| LABELS[run.0] == answer && falls(LABELS[run.1]);
                        let n = counted.iter().map(|(_, run)| *run).filter(is).count();
                        prop_assert_eq!(read.counts.counts[i][j], n as u64);
                    }
                }
            }
            Err(_) => prop_assert!(learnt.is_empty() || counted.is_empty()),
        }
    }

    #[test]
    fn an_error_is_the_first_however_a_log_is_cut(
        runs in runs(),
        wrong in prop::collection::btree_map(0usize..200, select(vec!["alone", "a,b,c", ",b", "a,\"b"]), 1..4),
        (size, threads) in (1usize..300, 1usize..5),
    ) {
        let text = written(&runs, As::Csv, "\n");
        let mut lines: Vec<&str> = text.lines().collect();
        wrong.iter().rev().for_each(|(&at, line)| lines.insert(1 + at.min(runs.len()), line));
        let first = 2 + wrong.keys().next().unwrap().min(&runs.len());
        let text = lines.join("\n");
        let options = Options { threads: Some(threads), ..Options::default() };
        let error = Log::read_by(text.as_bytes(), &options, size).unwrap_err();
        prop_assert_eq!(error.line, first);
        prop_assert_eq!(Log::read(text.as_bytes(), &Options::default()).unwrap_err(), error);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(select(b"a,b\"\n\r\t;{}[]:1 \0\xff\x1f\x8b".to_vec()), 0..60)) {
        let _ = Log::read(&bytes[..], &Options::default());
        let _ = crate::counts::table(&bytes, &Default::default(), &Default::default());
    }
}
