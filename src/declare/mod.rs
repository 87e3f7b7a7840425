//! Mechanism files of what is declared word by word: a graph, the privacy, priors, a gain and claims.
//!
//! What a word means is for the file's reader to say: here it only becomes JSON. So every number stays as it is
//! written.

mod edges;
mod graph;
mod privacy;
mod template;
mod wrong;

pub use edges::Edges;
pub use graph::Graph;
pub use privacy::{Privacy, Unchanged, with_privacy};
pub use template::Template;
pub use wrong::Wrong;

use crate::construct::{document, safe};
use dp_verify::model::{Kind, Takes};
use dp_verify::report::printable;
use dp_verify::spelling::did_you_mean;
use std::borrow::Cow;
use std::fmt::Write as _;
use wrong::whole;

/// What the name of a table ends in whose rows were divided by their sums.
pub(crate) const DIVIDED: &str = ", each row divided by its sum";

/// What is declared of a mechanism.
#[derive(Debug, Clone, Default)]
pub struct Declaration {
    /// Who is whose neighbour.
    pub graph: Option<Graph>,
    /// ε, α or ρ.
    pub privacy: Option<Privacy>,
    /// δ
    pub delta: Option<String>,
    /// Priors: `uniform`, `1/2,1/4,1/4`, `NAME=1/2,1/4,1/4` or `NAME={"corner": 0}`.
    pub priors: Vec<String>,
    /// The gain's name.
    pub gain: Option<String>,
    /// The loss's name.
    pub loss: Option<String>,
    /// Claims: names, or objects in JSON.
    pub claims: Vec<String>,
    /// How far from the most a mechanism claimed to be optimal may be.
    pub within: Option<String>,
}

/// What goes into the file beside what is declared.
#[derive(Debug, Clone, Copy)]
pub struct Beside<'a> {
    /// The file's name.
    pub name: &'a str,
    /// How the file was made, or what is to be done with it.
    pub note: &'a str,
    /// The number of nodes.
    pub nodes: usize,
    /// Their names.
    pub labels: Option<&'a [String]>,
    /// The mechanism as JSON.
    pub mechanism: Option<&'a str>,
    /// What it was counted in as JSON, where it is of a sample.
    pub sample: Option<&'a str>,
}

impl Declaration {
    /// How many nodes there must be, where the graph says.
    pub fn nodes(&self) -> Option<usize> {
        self.graph.as_ref().and_then(Graph::nodes)
    }

    /// The mechanism file.
    ///
    /// # Errors
    /// What is missing or can't be put into JSON; what it says is not looked at.
    pub fn file(&self, beside: &Beside) -> Result<String, Wrong> {
        let graph = self.graph.as_ref().ok_or_else(|| Wrong::new("--graph", "missing: who is whose neighbour"))?;
        let privacy = self.privacy.as_ref().ok_or_else(|| Wrong::new("--epsilon", "missing: the declared privacy"))?;
        let delta = self.delta.as_ref().map(|delta| format!(", \"delta\": {}", document::string(delta)));
        let mut fields: Vec<(&str, Cow<str>)> = vec![
            ("format", "\"dp-mechanism/1\"".into()),
            ("name", document::string(beside.name).into()),
            ("privacy", format!("{{ {}{} }}", privacy.json()?, delta.unwrap_or_default()).into()),
            ("query", graph.json(beside.nodes, beside.labels)?.into()),
        ];
        // By far the longest of them, which is copied only into the file.
        fields.extend(beside.mechanism.map(|mechanism| ("mechanism", mechanism.into())));
        fields.extend(beside.sample.map(|sample| ("sample", sample.into())));
        let priors = self.priors()?;
        if !priors.is_empty() {
            let each: Vec<String> =
                priors.iter().map(|(name, prior)| format!("{}: {prior}", document::string(name))).collect();
            fields.push(("priors", format!("{{ {} }}", each.join(", ")).into()));
        }
        fields.extend(self.gain.as_ref().map(|gain| ("gain", document::string(gain).into())));
        fields.extend(self.loss.as_ref().map(|loss| ("loss", document::string(loss).into())));
        let claims = self.claims(&priors)?;
        if !claims.is_empty() {
            fields.push(("claims", format!("[{}]", claims.join(", ")).into()));
        }
        fields.push(("note", document::string(beside.note).into()));
        let mut text = "{".to_owned();
        for (k, (key, value)) in fields.iter().enumerate() {
            let _ = write!(text, "{}\n  \"{key}\": {value}", if k == 0 { "" } else { "," });
        }
        Ok(safe(&(text + "\n}\n")))
    }

    /// A prior that is a list of weights, one for each answer in their order.
    pub fn listed_prior(&self) -> Option<&str> {
        let weights = |text: &str| text.split_once('=').map_or(text, |(_, weights)| weights).trim().to_owned();
        let is_list = |text: &&String| weights(text) != "uniform" && !text.contains('{');
        self.priors.iter().find(is_list).map(String::as_str)
    }

    /// The priors' names, each with its JSON.
    fn priors(&self) -> Result<Vec<(String, String)>, Wrong> {
        let mut priors: Vec<(String, String)> = Vec::new();
        for text in &self.priors {
            let (name, weights) = match text.split_once('=') {
                Some((name, weights)) if !name.contains(['{', '[', '"']) => (Some(name.trim()), weights.trim()),
                _ => (None, text.trim()),
            };
            let json = match weights {
                "uniform" => "\"uniform\"".to_owned(),
                json if json.starts_with(['{', '[']) => whole("--prior", json)?,
                list => {
                    let weights: Vec<&str> = list.split([',', ';', ' ']).filter(|weight| !weight.is_empty()).collect();
                    if weights.len() < 2 && !list.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                        let found = printable(list);
                        let expected = "expected uniform, a list such as 1/2,1/4,1/4, or NAME=1/2,1/4,1/4";
                        let hint = did_you_mean(list, &["uniform"]);
                        return Err(Wrong::new("--prior", format!("found \"{found}\", {expected}{hint}")));
                    }
                    let weights: Vec<String> = weights.into_iter().map(document::string).collect();
                    format!("[{}]", weights.join(", "))
                }
            };
            let plain = if json == "\"uniform\"" { "uniform" } else { "prior" };
            let name = name.filter(|name| !name.is_empty()).unwrap_or(plain).to_owned();
            if priors.iter().any(|(other, _)| *other == name) {
                let message = format!("found a second prior \"{}\", say NAME=… for one of them", printable(&name));
                return Err(Wrong::new("--prior", message));
            }
            priors.push((name, json));
        }
        Ok(priors)
    }

    /// The claims as JSON, with the prior where there is one.
    fn claims(&self, priors: &[(String, String)]) -> Result<Vec<String>, Wrong> {
        let claims = self.claims.iter().map(|claim| self.claim(claim.trim(), priors)).collect::<Result<Vec<_>, _>>()?;
        let optimal = |claim: &String| claim.trim() == Kind::Optimal.name();
        if self.within.is_some() && !self.claims.iter().any(optimal) {
            return Err(Wrong::new("--within", "found no --claim optimal, which it belongs to"));
        }
        Ok(claims)
    }

    fn claim(&self, claim: &str, priors: &[(String, String)]) -> Result<String, Wrong> {
        let wrong = |message: String| Wrong::new("--claim", message);
        if claim.starts_with('{') {
            return whole("--claim", claim);
        }
        let parts: Vec<&str> = claim.split([',', ';', ' ']).filter(|part| !part.is_empty()).collect();
        if parts.len() > 1 && parts.iter().all(|part| Kind::named(part).is_some()) {
            let each: Vec<String> = parts.iter().map(|part| format!("--claim {part}")).collect();
            return Err(wrong(format!("found {} claims, expected one: say {}", parts.len(), each.join(" "))));
        }
        let name = document::string(claim);
        let Some(kind) = Kind::named(claim) else { return Ok(name) };
        let names: Vec<String> = priors.iter().map(|(name, _)| document::string(name)).collect();
        let parameters = match (kind.takes(), &names[..]) {
            (Takes::Nothing | Takes::Adaptive, _) => return Ok(name),
            (Takes::Prior | Takes::PriorAndOutputs | Takes::PriorAndWithin, names) => match names {
                [prior] => format!("\"prior\": {prior}"),
                [] => {
                    let say = "say --prior uniform, or --prior NAME=1/2,1/4,1/4";
                    return Err(wrong(format!("`{claim}` needs a prior: {say}")));
                }
                [first, ..] => {
                    let (count, first) = (names.len(), printable(first));
                    let say = format!("say --claim '{{\"claim\": \"{claim}\", \"prior\": {first}}}'");
                    return Err(wrong(format!("`{claim}` is about one prior, and there are {count}: {say}")));
                }
            },
            (Takes::Priors, [_, _, ..]) => format!("\"priors\": [{}]", names.join(", ")),
            (Takes::Priors, _) => {
                return Err(wrong(format!("`{claim}` needs two priors or more: say --prior NAME=… for each")));
            }
            (Takes::From | Takes::FromAndPair, _) => {
                let from = if kind == Kind::SampledFrom { "table.json" } else { "truncated-geometric" };
                let say = format!("--claim '{{\"claim\": \"{claim}\", \"from\": \"{from}\"}}'");
                return Err(wrong(format!("`{claim}` needs the other mechanism: say {say}")));
            }
            (Takes::AtMost, _) => {
                let say = format!("--claim '{{\"claim\": \"{claim}\", \"at_most\": \"1e-3\"}}'");
                return Err(wrong(format!("`{claim}` needs a bound on δ: say {say}")));
            }
            (takes @ (Takes::Epsilon | Takes::Rho), _) => {
                let key = if takes == Takes::Rho { "rho" } else { "epsilon" };
                let say = format!("--claim '{{\"claim\": \"{claim}\", \"{key}\": \"1/2\"}}'");
                return Err(wrong(format!("`{claim}` needs its {key}: say {say}")));
            }
            (Takes::Distance, _) => {
                let say = format!("--claim '{{\"claim\": \"{claim}\", \"distance\": 2}}'");
                return Err(wrong(format!("`{claim}` needs a distance: say {say}")));
            }
            (Takes::OrderAndBound, _) => {
                let say = format!("--claim '{{\"claim\": \"{claim}\", \"order\": 2, \"bound\": \"1/4\"}}'");
                return Err(wrong(format!("`{claim}` needs its order and bound: say {say}")));
            }
        };
        let within = self.within.as_ref().filter(|_| kind == Kind::Optimal);
        let within = within.map(|within| format!(", \"within\": {}", document::string(within))).unwrap_or_default();
        Ok(format!("{{ \"claim\": {name}, {parameters}{within} }}"))
    }
}

/// What is wrong at a place in a made file, by the flag that it comes from, and with flags for keys.
pub fn by_flag(path: &str, message: &str) -> Option<String> {
    let message = message
        .replace("\"alpha\": ", "--alpha ")
        .replace("\"epsilon\": ", "--epsilon ")
        .replace("ε as a number: ", "--epsilon ")
        .replace("\"rho\": ", "--rho ");
    flag(path).map(|flag| format!("{flag}: {message}"))
}

/// The flag that a place in a made file comes from.
fn flag(path: &str) -> Option<&'static str> {
    if path.starts_with("$.claims") && path.ends_with(".within") {
        return Some("--within");
    }
    let flags = [
        ("$.privacy.alpha", "--alpha"),
        ("$.privacy.rho", "--rho"),
        ("$.privacy.delta", "--delta"),
        ("$.privacy", "--epsilon"),
        ("$.query.labels", "--labels"),
        ("$.query", "--graph"),
        ("$.mechanism.rounding", "--rounding"),
        ("$.mechanism.confidence", "--confidence"),
        ("$.priors", "--prior"),
        ("$.gain", "--gain"),
        ("$.loss", "--loss"),
        ("$.claims", "--claim"),
    ];
    flags.into_iter().find(|(start, _)| path.starts_with(start)).map(|(_, flag)| flag)
}
