//! The mechanism file, `dp-mechanism/1`: the one definition of what a file says.

mod channel;
mod claim;
mod declared;
mod expect;
mod function;
mod gain;
mod graph6;
mod prior;
mod privacy;
mod product;
mod query;
mod short_decimals;
mod size;
mod verdict;

pub use crate::alpha::{Alpha, Constant};
pub use channel::{Channel, Table};
pub use claim::{Claim, Claimed, Kind, Takes, is_closed_form};
pub use declared::Declared;
pub use expect::{Bound, Expect, Expected};
pub use function::Numbers;
pub use gain::{Formula, Gain};
pub use prior::Prior;
pub use privacy::Privacy;
pub use product::{MOST_ROWS, Product};
pub use query::{Answers, Databases, Query};
pub use size::Size;
pub use verdict::Verdict;

use crate::alpha::{Bounds, Field, Ground};
use crate::error::Error;
use crate::json::{View, read};
use crate::limits::{Budget, Limits};
use crate::number::{BigInt, Rational, Symbols};
use num_traits::Pow;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// A mechanism file, read and checked for shape.
#[derive(Debug, Clone)]
pub struct Mechanism {
    /// What the file calls itself.
    pub name: Option<String>,
    /// SHA-256 of the file's bytes, in hexadecimal.
    pub sha256: String,
    /// The declared privacy.
    pub privacy: Privacy,
    /// The number `b`.
    pub constant: Option<Constant>,
    /// Where all numbers of the file lie, if α or `b` is irrational.
    pub field: Option<Field>,
    /// The adjacency graph of the answers and their labels; that of one individual where X is a large product.
    pub query: Query,
    /// X, if the file has a mechanism; its parent where X is a large product.
    pub channel: Option<Channel>,
    /// What X is the product of, if the file gives it as one.
    pub product: Option<Product>,
    /// The priors by name, in the file's order.
    pub priors: Vec<(String, Prior)>,
    /// Where in `priors` each name is.
    place_of_prior: HashMap<String, usize>,
    /// The gain, or the loss as its negative.
    pub gain: Gain,
    /// The mechanism files that its claims name, by their paths as written there, as far as they have been read (see
    /// [`crate::file::mechanism`]).
    pub others: Vec<(String, Mechanism)>,
    /// The declared claims, each once: those implied by a mechanism first, then the file's in its order.
    pub claims: Vec<Claimed>,
}

impl Mechanism {
    /// The format that this version reads.
    pub const FORMAT: &'static str = "dp-mechanism/1";

    /// Reads a file. Everything is evaluated exactly as far as rationals go.
    ///
    /// # Errors
    /// The first thing that breaks the format or a limit, with path, line and column.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        let node = read(bytes, limits)?;
        Self::from_view(&View::root(&node), sha256(bytes), limits).map_err(|e| e.locate(bytes))
    }

    fn from_view(file: &View, sha256: String, limits: &Limits) -> Result<Self, Error> {
        file.is_object("a mechanism file: an object with \"format\", \"privacy\" and \"query\"")?;
        let format = file.required("format")?;
        if format.string("\"dp-mechanism/1\"")? != Self::FORMAT {
            return Err(format.unexpected("\"dp-mechanism/1\""));
        }
        file.only(&[
            "format",
            "name",
            "note",
            "privacy",
            "constant",
            "query",
            "mechanism",
            "priors",
            "gain",
            "loss",
            "claims",
        ])?;
        let text = |key| file.field(key).map(|v| v.string("a string").map(str::to_owned)).transpose();
        let name = text("name")?;
        text("note")?;

        let steps = Budget::new(limits.steps);
        let privacy = Privacy::read(&file.required("privacy")?, limits, &steps)?;
        let constant = file.field("constant").map(|view| privacy::read_constant(&view, &privacy.alpha, limits, &steps));
        let constant = constant.transpose()?;
        let symbols =
            Symbols { a: Some(privacy.alpha.rational().cloned()), b: constant.as_ref().map(|b| b.rational().cloned()) };
        let alpha = privacy.alpha.clone();
        let field = Field::new(&alpha, constant.as_ref(), &Bounds::new(limits, &steps));
        let place = || file.field("constant").map_or_else(|| file.required("privacy"), Ok);
        let field = match field {
            Ok(field) => field,
            Err(why) => return Err(function::refusal(&place()?, &why)),
        };
        let field = field.as_ref();
        let memory = Budget::new(limits.memory);
        let reading = Reading { symbols: &symbols, alpha: &alpha, limits, memory, field, steps: &steps };
        let product = Product::read(file, &reading)?;
        let large = product.as_ref().filter(|(product, parent)| !product.is_small(parent));
        let query = match large {
            Some((product, _)) => Query::of_one(&file.required("query")?, product)?,
            None => {
                let matrix = file.field("mechanism").filter(|view| view.field("matrix").is_some());
                let matrix = matrix.as_ref().and_then(|view| view.field("matrix"));
                let rows = matrix.as_ref().and_then(|rows| rows.array("").ok().map(|rows| rows.len()));
                Query::read(&file.required("query")?, rows, &reading)?
            }
        };
        if query.graph.steps() > limits.steps as u64 {
            let message = format!("a graph whose distances take over {} steps (--limit steps=N)", limits.steps);
            return Err(file.required("query")?.over_limit(message));
        }
        let diameter = query.graph.diameter();
        reading.check_powers(&file.required("privacy")?, diameter)?;
        let channel = match (file.field("mechanism"), &product) {
            (Some(_), Some((_, parent))) if large.is_some() => Some(parent.clone()),
            (Some(view), Some((product, parent))) => Some(product.expand(parent, &view, &reading)?),
            (view, _) => view.map(|view| Channel::read(&view, &query.graph, &reading)).transpose()?,
        };
        let mut priors = Vec::new();
        if let Some(view) = file.field("priors") {
            for (name, prior) in view.object("an object: a name and a prior each")? {
                let read = match large {
                    Some((product, _)) => Prior::of_each(&prior, product, &reading)?.ok_or_else(|| {
                        prior.unexpected("\"uniform\" or {\"product\": …}: a product too large to be written out has no other priors")
                    })?,
                    None => Prior::read(&prior, &query.graph, &reading)?,
                };
                priors.push((name.to_owned(), read));
            }
        }
        let gain = match large {
            Some(_) => Gain::only_binary(file)?,
            None => Gain::read(file, &query.graph, &reading)?,
        };
        let is_large = large.is_some();
        let (field, others, claims) = (field.cloned(), Vec::new(), Vec::new());
        let mut mechanism = Self {
            name,
            sha256,
            privacy,
            constant,
            field,
            query,
            channel,
            product: None,
            place_of_prior: places(&priors),
            priors,
            gain,
            others,
            claims,
        };
        if let Some((mut product, parent)) = product {
            if !is_large {
                product.parent = Some(Box::new(mechanism.through(&product, parent, file, &reading)?));
            }
            mechanism.product = Some(product);
        }
        mechanism.claims = claim::declared(file.field("claims").as_ref(), &mechanism, &reading)?;
        Ok(mechanism)
    }

    /// The file of a product that is written out, seen through one individual, with those priors that are products.
    fn through(&self, product: &Product, parent: Channel, file: &View, reading: &Reading) -> Result<Self, Error> {
        let mut priors = Vec::new();
        if let Some(view) = file.field("priors") {
            for (name, prior) in view.object("an object: a name and a prior each")? {
                priors.extend(Prior::of_each(&prior, product, reading)?.map(|prior| (name.to_owned(), prior)));
            }
        }
        let (query, channel, product) = (product.of_one(), Some(parent), Some(product.clone()));
        Ok(Self {
            name: self.name.clone(),
            sha256: self.sha256.clone(),
            privacy: self.privacy.clone(),
            constant: self.constant.clone(),
            field: self.field.clone(),
            query,
            channel,
            product,
            place_of_prior: places(&priors),
            priors,
            gain: Gain::Binary,
            others: Vec::new(),
            claims: Vec::new(),
        })
    }

    /// The product that X is, where it is not written out and seen through one individual.
    pub fn large_product(&self) -> Option<&Product> {
        self.product.as_ref().filter(|product| product.parent.is_none())
    }

    /// n, the number of nodes, of databases where X is a product.
    pub fn nodes(&self) -> Size {
        let plain = Size { base: self.query.graph.nodes(), exponent: 1 };
        self.large_product().map_or(plain, Product::databases)
    }

    /// The number of outputs, where there is a mechanism.
    pub fn outputs(&self) -> Option<Size> {
        let channel = self.channel.as_ref()?;
        Some(self.large_product().map_or(Size { base: channel.width, exponent: 1 }, Product::columns))
    }

    /// The prior of that name.
    pub fn prior(&self, name: &str) -> Option<&Prior> {
        self.place_of_prior.get(name).map(|&place| &self.priors[place].1)
    }

    /// The paths of the mechanism files that the claims name, each once.
    pub fn named_files(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let paths = self.claims.iter().filter(|declared| !declared.claim.names_closed_form());
        paths.filter_map(|declared| declared.claim.from.as_deref()).filter(|from| seen.insert(*from)).collect()
    }

    /// The name of node i for people: its label, or its number.
    pub fn node(&self, i: usize) -> String {
        self.query.labels.as_ref().map_or_else(|| i.to_string(), |labels| labels[i].clone())
    }

    /// The name of output o for people.
    pub fn output(&self, o: usize) -> String {
        let labels = self.channel.as_ref().and_then(|x| x.outputs.as_ref());
        labels.map_or_else(|| o.to_string(), |labels| labels[o].clone())
    }
}

/// Where each name is.
fn places(priors: &[(String, Prior)]) -> HashMap<String, usize> {
    priors.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect()
}

/// What every part of a file is read with.
struct Reading<'a> {
    symbols: &'a Symbols,
    alpha: &'a Alpha,
    limits: &'a Limits,
    /// What is left of `limits.memory`.
    memory: Budget,
    /// Where irrational numbers lie.
    field: Option<&'a Field>,
    /// What is left of `limits.steps`.
    steps: &'a Budget,
}

impl Reading<'_> {
    /// Where signs are asked.
    fn ground(&self) -> Ground<'_> {
        Ground { field: self.field, bounds: Bounds::new(self.limits, self.steps) }
    }

    /// Refuses an α whose powers up to the diameter would not fit.
    fn check_powers(&self, privacy: &View, diameter: u32) -> Result<(), Error> {
        let Some(alpha) = self.alpha.rational() else { return Ok(()) };
        if crate::number::bits(alpha).saturating_mul(u64::from(diameter)) > self.limits.bits as u64 {
            let message = format!(
                "α to the power of the diameter {diameter} has over {} bits (--limit bits=N)",
                self.limits.bits
            );
            return Err(privacy.over_limit(message));
        }
        self.charge(privacy, diameter as usize + 1, self.power_bits(diameter))
    }

    /// At least the bits of q^d, for α = p/q ≤ 1: no number p^k·q^(d-k) has more. From a power of some 512 bits.
    fn power_bits(&self, d: u32) -> u64 {
        self.alpha.rational().map_or(0, |alpha| {
            let k = u32::try_from(512 / alpha.denom().bits()).unwrap_or(1).clamp(1, d.max(1));
            let few: BigInt = Pow::pow(alpha.denom(), k);
            if d <= k { few.bits() } else { few.bits().saturating_mul(d.into()) / u64::from(k) + 1 }
        })
    }

    /// p^d·q^(D−d) for d = 0, ..., D, each from the one before: α = p/q to the power of d over q^D.
    ///
    /// Cost: D quotients and products of a number of D·bits(q) bits by one of bits(q). A quotient takes some times as long.
    fn layers(&self, view: &View, alpha: &Rational, most: u32) -> Result<Vec<BigInt>, Error> {
        let (one, all) = (alpha.denom().bits() / 64 + 1, self.power_bits(most) / 64 + 1);
        self.charge_steps(view, all.saturating_mul(all))?;
        self.charge_steps(view, all.saturating_mul(one).saturating_mul(6 * u64::from(most)))?;
        let mut layers = vec![Pow::pow(alpha.denom(), most)];
        for d in 0..most as usize {
            layers.push(&layers[d] / alpha.denom() * alpha.numer());
        }
        Ok(layers)
    }

    /// Counts about that many word operations, before they are done.
    fn charge_steps(&self, view: &View, steps: u64) -> Result<(), Error> {
        let most = self.limits.steps;
        let over_limit = || view.over_limit(format!("numbers that take over {most} steps (--limit steps=N)"));
        self.steps.take(steps).ok_or_else(over_limit)
    }

    /// Counts `count` integers of that many bits against the memory limit, before they are made.
    fn charge(&self, view: &View, count: usize, bits: u64) -> Result<(), Error> {
        self.charge_bytes(view, (count as u64).saturating_mul(bits / 8 + 64))
    }

    /// Counts that many bytes against the memory limit.
    fn charge_bytes(&self, view: &View, bytes: u64) -> Result<(), Error> {
        self.memory.take(bytes).ok_or_else(|| self.over_memory(view))
    }

    /// That the memory for numbers is full.
    fn over_memory(&self, view: &View) -> Error {
        view.over_limit(format!("numbers that fill over {} bytes (--limit memory=N)", self.limits.memory))
    }
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
