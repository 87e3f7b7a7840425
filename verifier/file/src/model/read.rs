//! From a mechanism file's bytes to what it says.

use super::claims;
use super::composition;
use super::function::refusal;
use super::gaussian;
use super::incomplete;
use super::lengths::Lengths;
use super::mechanism::{Mechanism, Product, Structure};
use super::powers::{Implied, Powers};
use super::privacy::read_constant;
use super::reading::Reading;
use super::sensitivity;
use super::whole_numbers;
use super::{Channel, Counts, Gain, Incomplete, Prior, Privacy, Query, Response, Sample};
use crate::alpha::{Alpha, Bounds, Constant, Field};
use crate::error::Error;
use crate::json::{Value, View, read};
use crate::limits::{Budget, Limits, Of};
use dp_kernel::Family;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write as _;

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
        let beginning = "\"format\": \"dp-mechanism/1\"";
        let format = file.required("format").map_err(|e| e.instead("the key \"format\" is missing", beginning))?;
        match format.string("\"dp-mechanism/1\"")? {
            Self::FORMAT => {}
            other => return Err(another(&format, other)),
        }
        if let Some((key, view)) = file.object("an object")?.find(|(key, _)| elsewhere(key).is_some()) {
            let place = elsewhere(key).unwrap_or_default();
            // A graph by its edges is the query itself.
            let meant = match view.value() {
                Value::Object(_) if key == "graph" => "\"query\": {\"nodes\": …, \"edges\": …}".into(),
                _ => meant(place, key),
            };
            return Err(view.instead("unknown key here", format!("it in \"{place}\"")).meant(&meant));
        }
        file.only(&[
            "$schema",
            "format",
            "name",
            "note",
            "privacy",
            "constant",
            "query",
            "mechanism",
            "sample",
            "priors",
            "gain",
            "loss",
            "claims",
        ])?;
        incomplete::is_plain(file)?;
        let text = |key| file.field(key).map(|v| v.string("a string").map(str::to_owned)).transpose();
        let name = text("name")?;
        // For people and for editors: nothing follows from them.
        let note = text("note")?;
        text("$schema")?;

        let steps = Budget::noted(limits.steps, Of::StepsOfFile);
        let needed = "\"privacy\": {\"epsilon\": …} or {\"alpha\": …}";
        let privacy = file.required("privacy").map_err(|e| e.instead("the key \"privacy\" is missing", needed))?;
        let privacy = Privacy::read(&privacy, limits, &steps)?;
        let constant = file.field("constant").map(|view| read_constant(&view, &privacy, limits, &steps));
        let (lengths, constant) = Lengths::read(file, &privacy, constant.transpose()?, (limits, &steps))?;
        let implied = Implied::read(file, &privacy.alpha, limits, &steps)?;
        let constant = constant.or_else(|| implied.constant.clone()).or_else(|| sensitivity::implied(file, &privacy));
        let is_fine = lengths.as_ref().is_some_and(|lengths| lengths.fine);
        let unit = lengths.as_ref().map_or(1, |lengths| if lengths.fine { 1 } else { lengths.unit });
        let symbols = privacy.symbols(constant.as_ref());
        let rows = file.field("mechanism").and_then(|view| composition::rows(&view, 0));
        let size = (unit, rows.unwrap_or(0));
        let field = Field::new(&privacy.alpha, constant.as_ref(), size, &Bounds::new(limits, &steps));
        // Beside a power of e what is wrong with an algebraic α is its own.
        let is_beside = matches!(constant, Some(Constant::Exponential(_)));
        let of_alpha = is_beside && matches!(privacy.alpha, Alpha::Power { .. } | Alpha::Root { .. });
        let of_constant = file.field("constant").filter(|_| !of_alpha);
        let place = || of_constant.map_or_else(|| file.required("privacy"), Ok);
        let field = match field {
            Ok(field) => field,
            Err(why) => return Err(refusal(&place()?, &why)),
        };
        let without_base = |field: Field| if is_fine { Field { base: None, ..field } } else { field };
        let field = field.map(without_base);
        let field = field.as_ref();
        let memory = Budget::noted(limits.memory, Of::Memory);
        let base = privacy.base(constant.as_ref(), unit).filter(|_| !is_fine).cloned();
        let lengths = lengths.as_ref();
        let powers = Powers::new(&privacy.alpha, constant.as_ref(), &implied, field);
        let mut reading =
            Reading { symbols: &symbols, base, lengths, limits, memory, field, steps: &steps, powers: &powers };
        let product = Product::read(file, &reading)?;
        let large = product.as_ref().filter(|(product, parent)| !product.is_small(parent));
        let mut query = match large {
            Some((product, _)) => product.query(&file.required("query")?)?,
            None => Query::read(&file.required("query")?, rows, &reading)?,
        };
        // Those of a family have closed forms.
        let taken = match query.graph.family() {
            Family::Listed(_) | Family::Lengths { .. } => steps.take(query.graph.steps()),
            _ => (query.graph.steps() <= steps.left()).then_some(()),
        };
        if taken.is_none() {
            let message = format!("a graph whose distances take over {} steps (--limit steps=N)", limits.steps);
            return Err(file.required("query")?.over_limit(message));
        }
        let diameter = query.graph.diameter();
        match reading.check_powers(&file.required("privacy")?, diameter) {
            Err(_) if query.graph.has_lengths() && file.field("constant").is_none() => {
                (query.graph, reading.base) = (query.graph.into_fine(), None);
            }
            checked => checked?,
        }
        let own = file.field("mechanism");
        let noise = own.filter(|view| gaussian::is_one(view));
        let noise = noise.map(|view| gaussian::read(&view, &query.graph, (limits, &steps))).transpose()?;
        let response = match &product {
            _ if noise.is_some() => None,
            None => Response::read(file, &query.graph, &reading)?,
            Some(_) => None,
        };
        let structure = match (file.field("mechanism"), &product) {
            (None, _) => Structure::None,
            (Some(_), _) if noise.is_some() => noise.map_or(Structure::None, Structure::Gaussian),
            (Some(view), _) if view.field("compose").is_some() => {
                Structure::Uses(composition::read(file, &query.graph, &reading)?)
            }
            (Some(view), _) if view.field("counts").is_some() => {
                Structure::Counts(Counts::read(&view, &query.graph, &reading)?)
            }
            (Some(view), _) if view.field("missing").is_some() => {
                Structure::Incomplete(Incomplete::read(&view, &query.graph, &reading)?)
            }
            (Some(_), Some((product, parent))) if large.is_some() => {
                Structure::Product(product.clone(), parent.clone())
            }
            (Some(view), Some((product, parent))) => {
                Structure::Product(product.clone(), product.expand(parent, &view, &reading)?)
            }
            (Some(view), None) => match response {
                Some(response) => Structure::Response(response),
                None => Structure::Table(Channel::read(&view, &query.graph, &reading)?),
            },
        };
        whole_numbers::expect_own(file, &query, &structure)?;
        let sample = Sample::read(file, file.field("mechanism").as_ref())?;
        let mut priors = Vec::new();
        if let Some(view) = file.field("priors") {
            let named = view.object("an object: a name and a prior each").map_err(|e| match view.value() {
                Value::String(_) => e.meant("{\"flat\": \"uniform\"}"),
                Value::Array(_) => e.meant("{\"mine\": […]}"),
                _ => e,
            })?;
            for (name, prior) in named {
                let read = match large {
                    Some((product, _)) => Prior::of_each(&prior, product.values, product.individuals, &reading)?.ok_or_else(|| {
                        prior.unexpected("\"uniform\" or {\"product\": …}: a product too large to be written out has no other priors")
                    })?,
                    None => Prior::read(&prior, &query.graph, &reading)?,
                };
                read.check_name(name, &prior, &reading)?;
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
            note,
            sha256,
            privacy,
            constant,
            implied: implied.in_words(),
            field,
            query,
            structure,
            sample,
            place_of_prior: places(&priors),
            priors,
            gain,
            others,
            claims,
            on_terms: Vec::new(),
            is_on_terms: false,
            steps: 0,
            memory: 0,
        };
        if let Some((product, parent)) = product.filter(|_| !is_large) {
            let through = mechanism.through(&product, parent, file, &reading)?;
            if let Structure::Product(product, _) = &mut mechanism.structure {
                product.parent = Some(Box::new(through));
            }
        }
        (mechanism.claims, mechanism.on_terms) = claims::declared(file.field("claims").as_ref(), &mechanism, &reading)?;
        mechanism.steps = (limits.steps as u64).saturating_sub(steps.left());
        mechanism.memory = (limits.memory as u64).saturating_sub(reading.memory.left());
        Ok(mechanism)
    }

    /// The file of a product that is written out, seen through one individual, with those priors that are products.
    fn through(&self, product: &Product, parent: Channel, file: &View, reading: &Reading) -> Result<Self, Error> {
        let mut priors = Vec::new();
        if let Some(view) = file.field("priors") {
            for (name, prior) in view.object("an object: a name and a prior each")? {
                priors.extend(
                    Prior::of_each(&prior, product.values, product.individuals, reading)?
                        .map(|prior| (name.to_owned(), prior)),
                );
            }
        }
        let (query, structure) = (product.of_one(), Structure::Product(product.clone(), parent));
        Ok(Self {
            name: self.name.clone(),
            note: self.note.clone(),
            sha256: self.sha256.clone(),
            privacy: self.privacy.clone(),
            constant: self.constant.clone(),
            implied: self.implied.clone(),
            field: self.field.clone(),
            query,
            structure,
            sample: None,
            place_of_prior: places(&priors),
            priors,
            gain: Gain::Binary,
            others: Vec::new(),
            claims: Vec::new(),
            on_terms: Vec::new(),
            is_on_terms: false,
            steps: 0,
            memory: 0,
        })
    }
}

/// A file of another format.
fn another(format: &View, found: &str) -> Error {
    let error = format.unexpected("\"dp-mechanism/1\"");
    match found.split('/').next() {
        Some("dp-certificate") => {
            error.hint(": this is a certificate, which `verify MECHANISM.json CERTIFICATE.json` checks")
        }
        Some(
            "dp-report" | "dp-bracket" | "dp-pattern" | "dp-profile" | "dp-repair" | "dp-theorems" | "dp-trade-off",
        ) => error.hint(": this is a report, and not the file that it is about"),
        Some("dp-problem") => {
            error.hint(": this is a problem, which `verify --problem PROBLEM.json CERTIFICATE.json` takes")
        }
        _ => error.near(found, &[Mechanism::FORMAT]),
    }
}

/// The key of a file in whose object this key belongs, where it stands at the top by mistake.
fn elsewhere(key: &str) -> Option<&'static str> {
    match key {
        "alpha" | "epsilon" | "rho" | "delta" | "between" => Some("privacy"),
        "graph" | "nodes" | "edges" | "labels" | "graph6" | "databases" | "answers" | "individuals" => Some("query"),
        "matrix" | "family" | "noise" | "report" | "product" | "compose" | "outputs" | "rounding" | "confidence"
        | "events" | "chosen_on" | "sigma2" | "missing" | "further_outputs" => Some("mechanism"),
        "runs" => Some("sample"),
        _ => None,
    }
}

fn meant(place: &str, key: &str) -> String {
    format!("\"{place}\": {{\"{key}\": …}}")
}

/// Where each name is.
fn places(priors: &[(String, Prior)]) -> HashMap<String, usize> {
    priors.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect()
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
