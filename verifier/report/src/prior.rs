//! Priors by what they are: a name says nothing, and a value for a prior is one for its weights.

use super::Place;
use super::words::Words;
use dp_file::text::named;
use dp_kernel::Fraction;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// So many weights are all told; of more only the first ones.
const TOLD: usize = 8;

/// The first ones of a longer list that are told.
const FIRST: usize = 3;

/// The individuals whose distributions are told.
const INDIVIDUALS: usize = 3;

/// A prior of a file, as a report names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prior {
    /// What the file calls it.
    pub name: String,
    /// What it is.
    pub kind: PriorKind,
    /// What it is, in words: `uniform`, `point at A`, `3/8, 5/8`.
    pub words: String,
}

/// What a prior is by its weights, whatever the file calls it and however it writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PriorKind {
    /// The same weight for each node.
    Uniform,
    /// All weight on this node.
    Point(Place),
    /// A distribution for each individual of a Hamming graph, independent of each other.
    Product,
    /// None of these.
    Weights,
}

impl PriorKind {
    fn name(&self) -> &'static str {
        match self {
            PriorKind::Uniform => "uniform",
            PriorKind::Point(_) => "point",
            PriorKind::Product => "product",
            PriorKind::Weights => "weights",
        }
    }
}

impl Prior {
    /// The priors of what the words are about.
    pub fn all(words: &Words) -> Vec<Self> {
        let of = |(place, name): (usize, &str)| {
            let (kind, told) = described(place, words);
            Self { name: name.to_owned(), kind, words: told }
        };
        words.prior_names().into_iter().enumerate().map(of).collect()
    }

    /// `prior flat: uniform`.
    pub(super) fn in_words(&self) -> String {
        format!("prior {}: {}", named(&self.name), self.words)
    }
}

/// The weights of a prior, or of one individual's part of it.
pub(crate) struct Weights<'a> {
    /// How many there are.
    pub count: usize,
    /// Whether all are the same.
    pub are_same: bool,
    /// The first two that are not 0.
    pub support: [Option<usize>; 2],
    /// Each of them.
    pub weight: Box<dyn Fn(usize) -> Option<Fraction> + 'a>,
}

impl Weights<'_> {
    fn in_words(&self, words: &Words) -> String {
        let weight = |i| (self.weight)(i).map_or_else(|| "a number".into(), |x| words.shown(&x));
        let most = if self.count <= TOLD { self.count } else { FIRST };
        let mut told: Vec<String> = (0..most).map(weight).collect();
        if self.count > TOLD {
            told.push(format!("… ({} more)", self.count.saturating_sub(FIRST)));
        }
        told.join(", ")
    }
}

fn described(place: usize, words: &Words) -> (PriorKind, String) {
    let uniform = || (PriorKind::Uniform, "uniform".to_owned());
    let each = words.weights_of_each(place);
    match words.weights(place) {
        Some(all) if all.are_same => uniform(),
        Some(Weights { support: [Some(node), None], .. }) => {
            (PriorKind::Point(words.place_of_node(node)), format!("point at {}", words.node(node)))
        }
        Some(all) if each.is_empty() => (PriorKind::Weights, all.in_words(words)),
        _ if each.iter().all(|one| one.are_same) => uniform(),
        _ => (PriorKind::Product, product(&each, words)),
    }
}

/// `a product of 3/8, 5/8 for each individual`.
fn product(each: &[Weights], words: &Words) -> String {
    if let [one] = each {
        return format!("a product of {} for each individual", one.in_words(words));
    }
    let of_each = each.iter().take(INDIVIDUALS).map(|one| one.in_words(words));
    let mut told: Vec<String> = of_each.collect();
    if each.len() > INDIVIDUALS {
        told.push(format!("… ({} more individuals)", each.len().saturating_sub(INDIVIDUALS)));
    }
    format!("a product of {}", told.join(" and "))
}

/// The priors by their names.
pub(super) struct ByName<'a>(pub(super) &'a [Prior]);

impl ByName<'_> {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|prior| (&prior.name, prior)))
    }
}

impl Serialize for Prior {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind.name())?;
        if let PriorKind::Point(node) = &self.kind {
            map.serialize_entry("node", node)?;
        }
        map.serialize_entry("words", &self.words)?;
        map.end()
    }
}
