//! What a repair came to, as text and as JSON.

use super::Repaired;
use crate::construct::safe;
use dp_verify::model::sha256;
use dp_verify::report::{Report, Style, Value, named, printable};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;

/// The values that are set beside each other, and what they are called.
const VALUES: [(&str, &str, &str); 4] = [
    ("utility", "utility", "utility"),
    ("utility", "loss", "loss"),
    ("leakage", "multiplicative", "leakage, as a factor"),
    ("leakage", "bits", "leakage, in bits"),
];

/// The most characters of an exact value in the text.
const SHORT: usize = 32;

impl Repaired {
    /// The share, what needs it, and utility and leakage before and after.
    pub fn to_text(&self) -> String {
        let mut text = match self.needed_by {
            None => format!("t = 0: the mechanism is private as it is\n\n{}", self.heading()),
            Some(_) => format!("t = {}, {}\n\n{}", number(&self.share), self.what_t_is(), self.heading()),
        };
        if let Some((pair, output)) = self.needed_by {
            text.push('\n');
            let [i, h] = pair.map(|i| named(&self.mechanism.node(i)));
            let output = named(&self.mechanism.output(output));
            let _ = writeln!(text, "needed by output {output}: answer {i} and its neighbour {h}");
        }
        if let Some(least) = &self.least {
            let _ = writeln!(text, "the least share: {}", number(least));
        }
        for (name, _) in &self.mechanism.priors {
            let _ = writeln!(text, "\nprior {}", named(name));
            for (claim, value, called) in VALUES {
                let (Some(before), Some(after)) = (
                    find(&self.before, claim, name, value).map(number),
                    find(&self.after, claim, name, value).map(number),
                ) else {
                    continue;
                };
                let _ = writeln!(text, "  {called}\n    before  {before}\n    after   {after}");
            }
        }
        if !self.left_out.is_empty() {
            let claims: Vec<String> = self.left_out.iter().map(|claim| printable(&claim.to_string())).collect();
            let _ = writeln!(text, "\nclaims left out, as they speak of the old mechanism: {}", claims.join(", "));
        }
        text
    }

    fn what_t_is(&self) -> String {
        match self.least {
            None => format!("the least share of {} that makes it private", printable(&self.with)),
            Some(_) => format!("the share of {} that makes it private, rounded up", printable(&self.with)),
        }
    }

    /// Name, size and α.
    fn heading(&self) -> String {
        let empty = Report { statements: Vec::new(), ..self.before.clone() };
        empty.to_text(Style::Plain)
    }

    /// `dp-repair/1`.
    pub fn to_json(&self) -> String {
        let report: Json = serde_json::from_str(&self.before.to_json(false)).unwrap_or_default();
        let mut map = Map::new();
        map.insert("format".into(), "dp-repair/1".into());
        for part in ["version", "graph", "privacy", "mechanism"] {
            map.insert(part.into(), report[part].clone());
        }
        map.insert("alpha".into(), report["alpha"].clone());
        if let Some(constant) = report.get("constant") {
            map.insert("constant".into(), constant.clone());
        }
        map.insert("with".into(), self.with.as_str().into());
        map.insert("share".into(), value_json(&self.share));
        if let Some(least) = &self.least {
            map.insert("least".into(), value_json(least));
        }
        if let Some((pair, output)) = self.needed_by {
            map.insert("needed_by".into(), json!({ "pair": pair, "output": output }));
        }
        let mut priors = Map::new();
        for (name, _) in &self.mechanism.priors {
            let of = |report: &Report| {
                let values = VALUES.iter();
                let found = values.filter_map(|(claim, value, _)| Some((*value, find(report, claim, name, value)?)));
                found.map(|(name, value)| (name.to_owned(), value_json(value))).collect::<Map<_, _>>()
            };
            priors.insert(name.clone(), json!({ "before": of(&self.before), "after": of(&self.after) }));
        }
        map.insert("priors".into(), priors.into());
        let claims: Vec<String> = self.left_out.iter().map(ToString::to_string).collect();
        map.insert("claims_left_out".into(), claims.into());
        map.insert("repaired".into(), json!({ "sha256": sha256(self.text.as_bytes()) }));
        // A map of strings and numbers has no way to fail.
        let text = serde_json::to_string_pretty(&Json::Object(map)).unwrap_or_default();
        safe(&(text + "\n"))
    }
}

/// A value that a report states of a prior.
fn find<'r>(report: &'r Report, claim: &str, prior: &str, value: &str) -> Option<&'r Value> {
    let mut statements = report.statements.iter().filter(|statement| statement.checked);
    let statement = statements.find(|s| s.claim.kind.name() == claim && s.claim.prior.as_deref() == Some(prior))?;
    statement.values.iter().find(|(name, _)| *name == value).map(|(_, value)| value)
}

/// Exactly where that is short, and as a decimal.
fn number(value: &Value) -> String {
    let parts = [value.exact(SHORT), value.decimal()];
    let mut parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.dedup();
    parts.join(" = ")
}

fn value_json(value: &Value) -> Json {
    let mut map = Map::new();
    if let Some(exact) = value.exact(200) {
        map.insert("exact".into(), exact.into());
    }
    if let Some(decimal) = value.decimal() {
        map.insert("decimal".into(), decimal.into());
    }
    map.into()
}
