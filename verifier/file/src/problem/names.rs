//! What a report says of a problem beside its numbers.

use crate::alpha::Symbol;
use crate::model::{self, Mechanism, Part, Source};
use dp_kernel::Limit;
use std::collections::BTreeMap;

/// The names in a mechanism file, and its own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// What the file calls itself.
    pub name: Option<String>,
    /// α or ε as the file writes it.
    pub declared: model::Declared,
    /// How t is written in expressions.
    pub symbol: Option<Symbol>,
    /// Which tables were counted.
    pub samples: Vec<model::Sampled>,
    /// The nodes.
    pub nodes: Option<Vec<String>>,
    /// The outputs.
    pub outputs: Option<Vec<String>>,
    /// The answers, where the nodes are databases of a query given by them.
    pub answers: Option<Vec<String>>,
    /// The databases {0..values−1}^individuals, where the nodes are the answers of a query on them.
    pub databases: Option<model::Databases>,
    /// The priors.
    pub priors: Vec<String>,
    /// The file of each part of a composition that has one, and its SHA-256, in hexadecimal.
    pub parts: Vec<PartFile>,
    /// The other mechanisms that claims speak of.
    pub others: Vec<Other>,
}

/// The path and the SHA-256 of a file that a part is in.
pub type PartFile = Option<(String, String)>;

/// Another mechanism that claims speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// A closed form's name, or a relative path.
    pub from: String,
    /// SHA-256 of the file's bytes, where it is one.
    pub sha256: Option<String>,
    /// Why it has no table here; then the problem's is empty, and the claim can't be proved.
    pub refused: Option<NoTable>,
}

impl Other {
    /// Its name and the limit that it is over.
    pub(super) fn over_limit(&self) -> Option<(&str, Limit)> {
        match self.refused {
            Some(NoTable::Limit(limit)) => Some((&self.from, limit)),
            _ => None,
        }
    }
}

/// Why another mechanism has no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTable {
    /// A closed form that only a finding of a certificate names is over a limit: it may be there all the same.
    Limit(Limit),
    /// There is none, in a sentence.
    Because(String),
}

fn part_file(part: &Part, mechanism: &Mechanism) -> PartFile {
    match &part.source {
        Source::Table(_) => None,
        Source::File(path) => Some((path.clone(), mechanism.other(path)?.sha256.clone())),
    }
}

impl Names {
    /// The files of parts, each once, with their SHA-256.
    pub fn files(&self) -> BTreeMap<&str, &str> {
        self.parts.iter().flatten().map(|(path, sha256)| (&**path, &**sha256)).collect()
    }

    /// Those of a file; the other mechanisms are left to whoever writes them out.
    pub(super) fn of(mechanism: &Mechanism) -> Self {
        Self {
            name: mechanism.name.clone(),
            declared: mechanism.privacy.declared.clone(),
            symbol: mechanism.field.as_ref().map(|field| field.symbol),
            samples: mechanism.samples(),
            nodes: mechanism.query.labels.clone(),
            outputs: mechanism.output_labels().cloned(),
            answers: mechanism.query.answers.as_ref().map(|answers| answers.names.clone()),
            databases: mechanism.query.databases,
            priors: mechanism.priors.iter().map(|(name, _)| name.clone()).collect(),
            parts: mechanism.parts.iter().map(|part| part_file(part, mechanism)).collect(),
            others: Vec::new(),
        }
    }
}
