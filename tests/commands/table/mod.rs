//! Tables in one command: what is recognised, what is refused, and what is written.

mod aligned;
mod asked;
mod cut;
mod dressed;
mod files;
mod init;
mod large;
mod order;
mod reading;
mod refused;
mod sample;
mod sums;
mod thousands;
mod undressed;

use super::folder::Folder;
use dp_verify::alpha::Vectors as _;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use std::fs;

/// What a table is taken for: the nodes' names, the outputs' names, the entries, and what is said of it.
struct Taken {
    labels: Option<Vec<String>>,
    outputs: Option<Vec<String>>,
    entries: Vec<Vec<String>>,
    said: String,
}

/// A table through `certify`, with these flags beside a complete graph and ε = 1.
#[track_caller]
fn taken(table: &[u8], flags: &[&str]) -> Taken {
    let folder = Folder::with(&[]);
    fs::write(folder.at("t.csv"), table).unwrap();
    let arguments = [&["t.csv", "--graph", "complete", "--epsilon", "1"], flags].concat();
    let ended = folder.run(&arguments, "");
    assert!(ended.status < 2, "{}", ended.err);
    let text = folder.text("t.json");
    let file = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    let channel = file.channel().unwrap();
    let entries = channel.rows().unwrap().iter().map(|row| row.entries().map(|x| x.to_string()).collect()).collect();
    let said = ended.err.lines().next().unwrap().to_owned();
    Taken { labels: file.query.labels.clone(), outputs: channel.outputs.clone(), entries, said }
}

/// The refusal of a table.
#[track_caller]
fn refused(table: &[u8], flags: &[&str]) -> String {
    let folder = Folder::with(&[]);
    fs::write(folder.at("t.csv"), table).unwrap();
    let arguments = [&["t.csv", "--graph", "complete", "--epsilon", "1"], flags].concat();
    let ended = folder.run(&arguments, "");
    assert_eq!((ended.status, &*ended.out), (2, ""), "{:?}: {}", String::from_utf8_lossy(table), ended.err);
    assert_eq!(folder.names(), ["t.csv"]);
    ended.err.strip_prefix("certify: ").unwrap().trim_end().to_owned()
}
