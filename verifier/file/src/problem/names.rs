//! What a report says of a problem beside its numbers.

use crate::alpha::Symbol;
use crate::error::Error;
use crate::json::{Value, View};
use crate::model::{self, Databases, Declared, Mechanism, Part, Source};
use dp_kernel::{Family, Graph, Limit, RawProblem, Vector};
use num_integer::Integer;
use std::collections::{BTreeMap, HashSet};

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
    /// Which tables stand for geometric noise on all whole numbers.
    pub noises: Vec<model::Noisy>,
    /// The nodes.
    pub nodes: Option<Vec<String>>,
    /// The outputs.
    pub outputs: Option<Vec<String>>,
    /// How the events of counts of runs were chosen.
    pub chosen_on: Option<String>,
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
        Source::Table(_) | Source::Promise(_) => None,
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
            noises: mechanism.noises(),
            nodes: mechanism.query.labels.clone(),
            outputs: mechanism.output_labels().cloned(),
            chosen_on: mechanism.counts().and_then(|counts| counts.chosen_on.clone()),
            answers: mechanism.query.answers.as_ref().map(|answers| answers.names.clone()),
            databases: mechanism.query.databases,
            priors: mechanism.priors.iter().map(|(name, _)| name.clone()).collect(),
            parts: mechanism.parts().iter().map(|part| part_file(part, mechanism)).collect(),
            others: Vec::new(),
        }
    }
}

/// What the file calls things; the labels come when it is known of how many.
pub(super) fn names(view: &View, graph: &Graph) -> Result<Names, Error> {
    let name = view.field("name").map(|v| v.string("a string").map(str::to_owned)).transpose()?;
    let symbol = match view.field("symbol") {
        Some(symbol) => Some(self::symbol(&symbol)?),
        None => None,
    };
    if symbol.is_some() != view.field("t").is_some() {
        return Err(view.error("\"symbol\" and \"t\" belong together"));
    }
    let databases = match view.field("databases") {
        Some(view) if !matches!(graph.family(), Family::Listed(_)) => {
            return Err(view.found("the databases of a query", "a graph of its answers beside them"));
        }
        Some(view) => {
            view.only(&["values", "individuals"])?;
            let count = |key| view.required(key)?.count(1, key);
            Some(Databases { values: count("values")?, individuals: count("individuals")? })
        }
        None => None,
    };
    Ok(Names {
        name,
        declared: words(&view.required("declared")?)?,
        symbol,
        samples: Vec::new(),
        noises: Vec::new(),
        nodes: None,
        outputs: None,
        chosen_on: None,
        answers: None,
        databases,
        priors: Vec::new(),
        parts: Vec::new(),
        others: Vec::new(),
    })
}

/// The declared privacy in the file's own words.
fn words(view: &View) -> Result<Declared, Error> {
    let text = |view: &View| view.string("a string").map(str::to_owned);
    let all = |view: &View| view.array("an array of strings")?.map(|item| text(&item)).collect::<Result<Vec<_>, _>>();
    let expected = "an object with \"alpha\", \"epsilon\", \"rho\", \"root_of\" and \"between\", or \"symbolic\"";
    if let Some(alpha) = view.field("alpha") {
        view.only(&["alpha"])?;
        return Ok(Declared::Alpha(text(&alpha)?));
    }
    if let Some(epsilon) = view.field("epsilon") {
        view.only(&["epsilon"])?;
        return Ok(Declared::Epsilon(text(&epsilon)?));
    }
    if let Some(rho) = view.field("rho") {
        view.only(&["rho"])?;
        return Ok(Declared::Rho(text(&rho)?));
    }
    if let Some(between) = view.field("symbolic") {
        view.only(&["symbolic"])?;
        return Ok(Declared::Symbolic { between: all(&between)? });
    }
    match (view.field("root_of"), view.field("between")) {
        (Some(polynomial), Some(between)) => {
            view.only(&["root_of", "between"])?;
            Ok(Declared::Root { polynomial: all(&polynomial)?, between: all(&between)? })
        }
        _ => Err(view.unexpected(expected)),
    }
}

/// The labels, as many as there are things.
pub(super) fn labels(view: &View, problem: &RawProblem, names: &mut Names) -> Result<(), Error> {
    let answers = problem.answers.as_ref().map(|answers| answers.iter().max().map_or(0, |last| last.saturating_add(1)));
    let of_response = problem.mechanism.response().map(|_| problem.graph.nodes());
    let of_counts = problem.mechanism.counts().map(dp_kernel::Counts::outputs);
    let incomplete = problem.mechanism.incomplete().map(|table| &*table.rows);
    let of_table = problem.mechanism.table().or(incomplete).and_then(|rows| rows.first()).map(Vector::len);
    let width = of_table.or(of_counts).or(of_response);
    let view = view.field("labels");
    let list = |key: &str, length: Option<usize>| {
        let list = view.as_ref().and_then(|view| view.field(key));
        match (list, length) {
            (Some(list), Some(length)) => distinct(&list, length).map(Some),
            (Some(list), None) => Err(list.error("found labels of what there is not")),
            (None, _) => Ok(None),
        }
    };
    if let Some(view) = &view {
        view.only(&["nodes", "outputs", "answers"])?;
    }
    names.nodes = list("nodes", Some(problem.graph.nodes()))?;
    names.outputs = list("outputs", width)?;
    names.answers = list("answers", answers)?;
    match (&names.answers, &problem.answers, &view) {
        (None, Some(_), Some(view)) => Err(view.error("the key \"answers\" is missing: their labels")),
        (None, Some(_), None) => Err(Error::malformed("$".into(), 0, "the labels of the answers are missing")),
        _ => Ok(()),
    }
}

fn distinct(view: &View, length: usize) -> Result<Vec<String>, Error> {
    let expected = format!("an array of {length} different strings");
    let items = view.array(&expected)?.map(|item| item.string("a string").map(str::to_owned));
    let items = items.collect::<Result<Vec<_>, _>>()?;
    let different: HashSet<&String> = items.iter().collect();
    if items.len() == length && different.len() == length { Ok(items) } else { Err(view.unexpected(&expected)) }
}

/// `"a"`, `"b"`, or two powers of t without a common divisor, each above 1.
fn symbol(view: &View) -> Result<Symbol, Error> {
    let expected = "\"a\", \"b\", or {\"a\": …, \"b\": …}, the powers of t that they are";
    if let Value::Object(_) = view.value() {
        view.only(&["a", "b"])?;
        let power = |key: &str| {
            let view = view.required(key)?;
            let text = view.string("a power of t: digits in a string")?;
            let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
            text.parse::<u128>().ok().filter(|x| *x > 1 && digits).ok_or_else(|| view.unexpected("a power above 1"))
        };
        let [x, y] = [power("a")?, power("b")?];
        return match x.gcd(&y) {
            1 => Ok(Symbol::Powers([x, y])),
            _ => Err(view.unexpected("powers without a common divisor")),
        };
    }
    match view.string(expected)? {
        "a" => Ok(Symbol::A),
        "b" => Ok(Symbol::B),
        _ => Err(view.unexpected(expected)),
    }
}
