//! Reading a problem by itself, `dp-problem/1`.
//!
//! Read as a stranger's: everything that a check relies on is looked at, so that a problem that is no one's can't bring
//! the kernel to a wrong statement about it. Whether it is that of a mechanism file is another question, which only
//! whoever elaborates that file again can answer.

use super::Symbol;
use super::graph::graph;
use super::names::{Names, NoTable, Other, PartFile, labels, names};
use super::numbers::Numbers;
use super::parent::{self, Parent};
use super::write::MOST_ENTRIES;
use super::{
    Elaborated, FORMAT, Places, agree, alpha, closed_form, counts, declared, gaussian, incomplete, noises, promise,
    samples,
};
use crate::error::Error;
use crate::json::{self, Value, View};
use crate::limits::{Budget, Limits, Of};
use dp_kernel::{
    Family, Fraction, Gain, Graph, Mechanism, Meter, OtherMechanism, Point, Problem, RawProblem, Response, Use, Used,
    Vector, is_alpha,
};
use dp_number::At;
use std::collections::HashSet;

/// The keys of a problem.
const KEYS: [&str; 27] = [
    "format",
    "sha256",
    "name",
    "declared",
    "samples",
    "geometric",
    "graph",
    "labels",
    "databases",
    "symbol",
    "t",
    "alpha",
    "alpha_point",
    "rho",
    "delta",
    "table",
    "rounding",
    "counts",
    "missing",
    "noise",
    "gaussian",
    "product",
    "parts",
    "priors",
    "gain",
    "answers",
    "others",
];

/// Reads a problem with its names.
///
/// # Errors
/// The first thing that breaks the format or a limit, with path, line and column.
pub fn read(bytes: &[u8], limits: &Limits, meter: &Meter) -> Result<Elaborated, Error> {
    let node = json::read(bytes, limits)?;
    document(&View::root(&node), limits, meter).map_err(|e| e.locate(bytes))
}

fn document(view: &View, limits: &Limits, meter: &Meter) -> Result<Elaborated, Error> {
    view.is_object("a problem: an object with \"format\", \"graph\" and \"alpha\"")?;
    let format = view.required("format")?;
    if format.string("\"dp-problem/1\"")? != FORMAT {
        return Err(format.unexpected("\"dp-problem/1\""));
    }
    view.only(&[&KEYS[..], &["claims"]].concat())?;
    let sha256 = hash(&view.required("sha256")?)?;
    let steps = Budget::noted(limits.steps, Of::StepsOfFile);
    let mut numbers = Numbers { limits, steps: &steps, meter, t: None };
    let point = match view.field("t") {
        Some(t) => {
            let point = numbers.point(&t)?;
            numbers.t = Some(point.clone());
            Some(point)
        }
        None => None,
    };
    let graph = graph(&view.required("graph")?, &numbers)?;
    let mut names = self::names(view, &graph)?;
    let mut problem = plain(view, graph, point, &names, &numbers)?;
    if let Some(counts) = view.field("counts") {
        (problem.mechanism, names.chosen_on) = counts::read(&counts, &problem, view, &numbers)?;
    }
    if let Some(missing) = view.field("missing") {
        problem.mechanism = incomplete::read(&missing, problem.mechanism, &problem.graph, view)?;
    }
    if let Some(noise) = view.field("gaussian") {
        problem.mechanism = gaussian::read(&noise, &problem.graph, view, &numbers)?;
    }
    let product = view.field("product").map(|view| Parent::read(&view, &problem, &numbers)).transpose()?;
    if let Some(parts) = view.field("parts") {
        let uses;
        (names.parts, uses) = self::parts(&parts, &problem, product.is_some(), &numbers)?;
        problem.mechanism = Mechanism::Uses(uses);
    }
    let priors = parent::priors(&view.required("priors")?, product.as_ref(), &problem, &numbers)?;
    (names.priors, problem.priors) = (priors.names, priors.own);
    if let Some(product) = product {
        problem.mechanism = product.of(problem.mechanism);
    }
    labels(view, &problem, &mut names)?;
    (names.others, problem.others) = others(&view.required("others")?, &problem, &numbers)?;
    names.samples = view.field("samples").map_or(Ok(Vec::new()), |view| samples::read(&view, &problem, &names))?;
    names.noises = view.field("geometric").map_or(Ok(Vec::new()), |view| noises::read(&view, &problem, &names))?;
    let places = Places::new(&names);
    let stated = view.required("claims")?;
    let claims = declared::claims(&stated, &problem, &places, &numbers)?;
    agree::implied(&stated, &claims, &problem, &numbers)?;
    let is_file: Vec<bool> = names.others.iter().map(|other| other.sha256.is_some()).collect();
    agree::others(&view.required("others")?, &claims, &problem, &is_file)?;
    problem.claims = claims;
    let problem = Problem::checked(problem, meter).map_err(|why| numbers.failed(view, &why))?;
    Ok(Elaborated { sha256, problem, names })
}

fn hash(view: &View) -> Result<String, Error> {
    let expected = "a SHA-256: 64 hexadecimal digits in lower case";
    let text = view.string(expected)?;
    let digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    if text.len() == 64 && text.bytes().all(digit) { Ok(text.to_owned()) } else { Err(view.unexpected(expected)) }
}

/// All but the priors, what is about a product, other mechanisms and claims.
fn plain(
    view: &View,
    graph: Graph,
    point: Option<Point>,
    names: &Names,
    numbers: &Numbers,
) -> Result<RawProblem, Error> {
    let n = graph.nodes();
    let (rho, alpha) = alpha::or_rho(view, &graph, names.symbol, numbers)?;
    let is_irrational_unit = graph.unit() > 1 && !graph.is_fine() && point.is_some();
    if is_irrational_unit && (!alpha::is_t(&alpha) || names.symbol != Some(Symbol::B)) {
        return Err(view.required("alpha")?.unexpected("t, written \"b\", where lengths are not whole"));
    }
    let alpha_point = match view.field("alpha_point") {
        Some(view) if is_irrational_unit => {
            return Err(view.error("found α by itself beside lengths that are not whole"));
        }
        None if is_irrational_unit => None,
        _ => alpha_point(view, &alpha, names.symbol, numbers)?,
    };
    let table = view.field("table").map(|table| numbers.table(&table, n)).transpose()?;
    let below_one = |x: &Fraction, view: &View| {
        let rest = &x.denominator - &x.numerator;
        Ok::<_, Error>(numbers.signs(&rest, view)?.is_positive())
    };
    let delta = match view.field("delta") {
        Some(view) if graph.has_lengths() => return Err(view.error("found δ beside edges that have lengths")),
        Some(view) => {
            let delta = numbers.rational(&view)?;
            let fits = numbers.signs(&delta.numerator, &view)?.is_nonnegative() && below_one(&delta, &view)?;
            Some(delta).filter(|_| fits).ok_or_else(|| view.unexpected("0 ≤ δ < 1")).map(Some)?
        }
        None => None,
    };
    let rounding = match view.field("rounding") {
        Some(view) if table.is_some() => {
            let rounding = numbers.rational(&view)?;
            if numbers.signs(&rounding.numerator, &view)?.is_nonnegative() {
                Some(rounding)
            } else {
                return Err(view.unexpected("a rounding ≥ 0"));
            }
        }
        Some(view) => return Err(view.error("found a rounding without a table")),
        None => None,
    };
    let answers = view.field("answers").map(|view| answers(&view, &graph)).transpose()?;
    let gain = gain(&view.required("gain")?, &graph, numbers)?;
    let beside = ["table", "product", "parts"].into_iter().find_map(|key| view.field(key));
    let response = view.field("noise").map(|view| response(&view, &graph, beside.is_some(), numbers)).transpose()?;
    let (priors, others, claims) = (Vec::new(), Vec::new(), Vec::new());
    let mechanism = match (table, response) {
        (Some(table), _) => Mechanism::Table(table),
        (None, Some(response)) => Mechanism::Response(response),
        (None, None) => Mechanism::None,
    };
    let problem = RawProblem {
        graph,
        point,
        alpha,
        alpha_point,
        delta,
        rho,
        mechanism,
        rounding,
        priors,
        gain,
        answers,
        others,
        claims,
    };
    Ok(problem)
}

/// Randomised response that is not written out.
fn response(view: &View, graph: &Graph, is_beside: bool, numbers: &Numbers) -> Result<Response, Error> {
    let noise = numbers.fraction(view)?;
    let rest = &noise.denominator - &noise.numerator;
    let left = numbers.signs(&rest, view)?;
    if !(numbers.signs(&noise.numerator, view)?.is_nonnegative() && left.is_nonnegative()) {
        return Err(view.unexpected("a probability, from 0 to 1"));
    }
    if is_beside {
        return Err(view.error("found a noise beside a table, a product or parts, expected one of them"));
    }
    let fits = *graph.family() == Family::Complete || left.is_zero();
    if !fits || graph.nodes() < 2 {
        return Err(view.error("found a noise, expected a complete graph of two nodes or more beside it"));
    }
    Ok(Response::new(noise, graph.nodes()))
}

/// α by itself, where it is another number than t and irrational.
fn alpha_point(
    view: &View,
    alpha: &Fraction,
    symbol: Option<Symbol>,
    numbers: &Numbers,
) -> Result<Option<Point>, Error> {
    let is_function = alpha.numerator.degree().max(alpha.denominator.degree()) > 0;
    match (view.field("alpha_point"), symbol.is_some_and(|symbol| symbol != Symbol::A) && is_function) {
        (Some(view), true) => {
            let point = numbers.point(&view)?;
            let is_alpha = numbers.meter.run(|| is_alpha(At(numbers.t.as_ref()), alpha, &point));
            if is_alpha.map_err(|why| numbers.failed(&view, &why))? {
                Ok(Some(point))
            } else {
                Err(view.unexpected("the number that \"alpha\" is at t"))
            }
        }
        (None, false) => Ok(None),
        (Some(view), false) => Err(view.error("found α by itself, which is no other irrational number than t")),
        (None, true) => Err(view.error("the key \"alpha_point\" is missing: α is irrational and not t")),
    }
}

/// The answer of each node, which are databases: its place in the order of first appearance.
fn answers(view: &View, graph: &Graph) -> Result<Vec<usize>, Error> {
    let n = graph.nodes();
    let expected = format!("an array of {n} places of answers");
    let items = view.array(&expected)?;
    match (items.len() == n, graph.family()) {
        (true, Family::Hamming { .. }) => {
            let mut next = 0;
            let place = |item: View| {
                let place = item.count(0, "the place of an answer")?;
                if place > next {
                    return Err(
                        item.found(format!("{place}"), format!("at most {next}, in the order of first appearance"))
                    );
                }
                next = next.max(place.saturating_add(1));
                Ok(place)
            };
            items.map(place).collect()
        }
        (true, _) => Err(view.found("answers of databases", "a Hamming graph beside them")),
        (false, _) => Err(view.unexpected(&expected)),
    }
}

fn gain(view: &View, graph: &Graph, numbers: &Numbers) -> Result<Gain, Error> {
    let expected =
        "\"binary\", \"distance\", \"binary-loss\", \"absolute-loss\", \"squared-loss\" or an object with \"rows\"";
    if let Value::String(name) = view.value() {
        let numbered = matches!(graph.family(), Family::Line | Family::Sum { .. });
        return match &**name {
            "binary" => Ok(Gain::Binary),
            "distance" if crate::graph::is_connected(graph) => Ok(Gain::Distance),
            "binary-loss" => Ok(Gain::BinaryLoss),
            "absolute-loss" if numbered => Ok(Gain::Absolute),
            "squared-loss" if numbered => Ok(Gain::Squared),
            _ => Err(view.unexpected(expected)),
        };
    }
    view.only(&["rows", "loss"])?;
    let loss = view.required("loss")?.bool()?;
    let list = view.required("rows")?;
    let rows = list.array("a row for each guess")?.map(|row| numbers.vector(&row, graph.nodes()));
    let rows = rows.collect::<Result<Vec<Vector>, _>>()?;
    if rows.is_empty() { Err(list.unexpected("a row for at least one guess")) } else { Ok(Gain::Table { rows, loss }) }
}

/// The other mechanisms, each once: with a table, or why there is none. Closed forms too large to stand there are
/// written out.
fn others(view: &View, problem: &RawProblem, numbers: &Numbers) -> Result<(Vec<Other>, Vec<OtherMechanism>), Error> {
    let n = problem.graph.nodes();
    let mut seen = HashSet::new();
    let mut found = (Vec::new(), Vec::new());
    for item in view.array("an array of other mechanisms")? {
        item.only(&["from", "sha256", "table", "refused", "graph"])?;
        let from = item.required("from")?;
        let from = from.string("a closed form's name or a relative path")?;
        if from.is_empty() || !seen.insert(from.to_owned()) {
            return Err(item.error("expected each of the other mechanisms once, by its name"));
        }
        let sha256 = item.field("sha256").map(|view| hash(&view)).transpose()?;
        let refused = item.field("refused").map(|view| view.string("why it has no table").map(str::to_owned));
        let refused = refused.transpose()?;
        let is_closed = crate::model::is_closed_form(from);
        if is_closed && sha256.is_some() || !is_closed && sha256.is_none() && refused.is_none() {
            return Err(item.error("expected \"sha256\" of a mechanism file, and of nothing else"));
        }
        let own = item.field("graph");
        if let Some(view) = own.filter(|_| is_closed || refused.is_some()) {
            return Err(view.error("found the graph of what is no mechanism file with a table"));
        }
        let own = own.map(|view| graph(&view, numbers)).transpose()?;
        let rows = match (item.field("table"), &refused) {
            _ if is_closed && from != "uniform" && problem.rho.is_some() => {
                return Err(item.error("found a closed form that depends on ε beside ρ"));
            }
            (Some(table), None) if is_closed => {
                let rows = numbers.table(&table, n)?;
                agree::closed_form(from, &rows, problem, numbers, &table)?;
                rows
            }
            (Some(table), None) => {
                // Of a file it has a row for each of its own nodes, which are this file's for `derivable`.
                let rows =
                    own.as_ref().map_or_else(|| table.array("rows").map(|rows| rows.len()), |own| Ok(own.nodes()));
                numbers.table(&table, rows?)?
            }
            (None, Some(_)) => Vec::new(),
            (None, None) if is_closed && n.saturating_mul(n) > MOST_ENTRIES => {
                closed_form(&item, from, problem, numbers)?
            }
            _ => return Err(item.one_of(["table", "refused"], refused.is_some())),
        };
        found.0.push(Other { from: from.to_owned(), sha256, refused: refused.map(NoTable::Because) });
        let graph = if is_closed { Some(problem.graph.clone()) } else { own };
        found.1.push(OtherMechanism { rows, graph });
    }
    Ok(found)
}

/// A closed form of the problem's graph at its α.
fn closed_form(view: &View, name: &str, problem: &RawProblem, numbers: &Numbers) -> Result<Vec<Vector>, Error> {
    let rows = numbers.meter.run(|| closed_form::named(name, &problem.graph, &problem.alpha));
    let rows = rows.map_err(|failure| numbers.failed(view, &failure))?;
    rows.ok_or_else(|| view.error(format!("the closed form `{name}` does not fit the graph")))
}

/// The files and the tables of the parts of a composition.
fn parts(
    view: &View,
    problem: &RawProblem,
    is_product: bool,
    numbers: &Numbers,
) -> Result<(Vec<PartFile>, Vec<Use>), Error> {
    if problem.mechanism.table().is_some() || is_product || problem.graph.has_lengths() {
        return Err(view.found("parts", "no table, no product and no lengths of edges beside them"));
    }
    let mut found = (Vec::new(), Vec::new());
    let items = view.array("an array of parts, one or more")?;
    if items.len() == 0 {
        return Err(view.unexpected("an array of parts, one or more"));
    }
    for item in items {
        let times = item.required("times")?.count(1, "how often it is used")?;
        if let Some(promise) = item.field("promise") {
            item.only(&["times", "promise"])?;
            found.0.push(None);
            found.1.push(Use { part: Used::Promise(promise::read(&promise, numbers)?), times });
            continue;
        }
        item.only(&["times", "file", "sha256", "table"])?;
        let rows = numbers.table(&item.required("table")?, problem.graph.nodes())?;
        let path = item.field("file").map(|view| view.string("a relative path").map(str::to_owned)).transpose()?;
        let sha256 = item.field("sha256").map(|view| hash(&view)).transpose()?;
        found.0.push(match (path, sha256) {
            (Some(path), Some(sha256)) => Some((path, sha256)),
            (None, None) => None,
            _ => return Err(item.error("expected \"file\" and \"sha256\" together, or neither")),
        });
        found.1.push(Use { part: Used::Table(rows), times });
    }
    Ok(found)
}
