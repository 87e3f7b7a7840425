//! Mechanisms by closed forms, at any kind of α.

use super::alvim::{self, Alvim};
use super::closed_entry::{Base, ClosedEntry};
use super::discrete_gaussian::DiscreteGaussian;
use super::document::{self, Splice};
use super::exponential::{self, hamming};
use super::fits::{fits, is_by_gain, is_line, not_private, people, sensitivity};
use super::hadamard_response::{self, hadamard_response};
use super::kind::Kind;
use super::local_hashing::LocalHashing;
use super::noisy_max::{self, Noise};
use super::product::{self, product};
use super::promise;
use super::query::{self, error_at};
use super::randomised_response::randomised_response;
use super::rappor::Rappor;
use super::sign::is_nonnegative;
use super::staircase::Staircase;
use super::subsampled::{Sampling, Subsampled};
use super::subset_selection::SubsetSelection;
use super::truncated_geometric::truncated_geometric;
use super::unary_encoding::{self, unary_encoding};
use super::uniform::uniform;
use super::wishes::{Wishes, number_of};
use crate::exact;
use dp_verify::error::Error;
use dp_verify::graph::{Family, Graph};
use dp_verify::json::{Node, View};
use dp_verify::limits::Limits;
use dp_verify::model::{Constant, Mechanism};
use dp_verify::number::rational_root;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The fewest bytes of an entry in the file: a digit, two quotes and a comma.
pub(super) const BYTES_OF_ENTRY: usize = 4;

/// What a closed form makes of a file.
struct Formula {
    title: String,
    rows: Rows,
    /// The outputs' names, where they are not those of the nodes.
    outputs: Option<Vec<String>>,
    claims: Vec<String>,
    /// The `constant` that the file is to have, as JSON.
    constant: Option<String>,
}

pub(super) type Rows = Box<dyn Iterator<Item = Vec<String>>>;

/// The mechanism file of a kind that has a closed form.
///
/// # Errors
/// With path: a graph, gain, α or constant that the kind does not fit, a matrix that would not be private, or a file
/// over a limit.
pub(super) fn write(
    kind: Kind,
    wishes: &Wishes,
    node: &Node,
    query: &[u8],
    file: &Mechanism,
    limits: &Limits,
) -> Result<String, Error> {
    let root = View::root(node);
    let graph = &file.query.graph;
    fits(kind, file).map_err(|why| error_at(&root, "query", why))?;
    let columns = if is_by_gain(kind, file) { file.gain.guesses(graph) } else { graph.nodes() };
    if graph.nodes().saturating_mul(columns).saturating_mul(BYTES_OF_ENTRY) > limits.bytes {
        let message = format!("the mechanism file would have more than {} bytes (--limit bytes=N)", limits.bytes);
        return Err(root.over_limit(message));
    }
    let Formula { title, mut rows, outputs, claims, constant } = formula(kind, wishes, file, limits, &root)?;
    let mechanism = document::matrix(&mut rows, outputs.as_deref(), &root, limits)?;
    let name = query::name(&title, file);
    let (mechanism, constant) = (&*mechanism, constant.as_deref());
    let splice = Splice { name: &name, mechanism, sample: None, constant, keeps: &|_| true, claims: &claims };
    let text = document::write(node, query, &splice, limits)?;
    if constant.is_none() && kind != Kind::DiscreteGaussian {
        return Ok(text);
    }
    // Whether α has such a root in the file's field, or stands beside such a number, shows where a file is read that
    // has it.
    let read = |text: &str| {
        Mechanism::read(text.as_bytes(), limits)
            .map_err(|why| error_at(&root, "privacy", format!("the file with its b would not be read: {why}")))
    };
    if kind != Kind::DiscreteGaussian {
        let short = Splice { mechanism: "{ \"family\": \"uniform\" }", ..splice };
        return read(&document::write(node, query, &short, limits)?).map(|_| text);
    }
    let made = read(&text)?;
    let gaussian = gaussian(wishes, file, limits, &root)?;
    let claims = gaussian.promise(made, wishes.force, limits).map_err(|why| error_at(&root, "privacy", why))?;
    document::write(node, query, &Splice { claims: &claims, ..splice }, limits)
}

/// Discrete Gaussian noise for the file.
fn gaussian(wishes: &Wishes, file: &Mechanism, limits: &Limits, root: &View) -> Result<DiscreteGaussian, Error> {
    let graph = &file.query.graph;
    let most = sensitivity(graph);
    DiscreteGaussian::new(most, wishes, file, limits).map_err(|(key, why)| error_at(root, key, why))
}

/// The `constant` α^(1/k).
pub(super) fn root_of(k: u32) -> String {
    format!("{{ \"root_of_alpha\": {k} }}")
}

fn formula(kind: Kind, wishes: &Wishes, file: &Mechanism, limits: &Limits, root: &View) -> Result<Formula, Error> {
    let graph = &file.query.graph;
    let nodes = graph.nodes();
    let alpha = base(file, 1).map_err(|why| error_at(root, "constant", why))?;
    let made = |entries: Vec<ClosedEntry>, claims: Vec<String>| {
        let graph = graph.clone();
        let table = table(&entries, &alpha.0);
        let rows: Rows = Box::new((0..nodes).map(move |i| row(&crate::graph::distances_from(&graph, i), &table)));
        Formula { title: kind.title(), rows, outputs: None, claims, constant: None }
    };
    match kind {
        Kind::TruncatedGeometric => {
            let most = sensitivity(graph);
            let (beta, root_of_alpha) = base(file, most).map_err(|why| error_at(root, "constant", why))?;
            let title = match most {
                1 => kind.title(),
                v => format!("{} with sensitivity {v}, that is β = α^(1/{v}),", kind.title()),
            };
            let claims = promise::tight(most == 1, file);
            let rows: Rows = Box::new(truncated_geometric(nodes, &|entry| beta.text(entry)));
            Ok(Formula { title, rows, outputs: None, claims, constant: root_of_alpha.map(root_of) })
        }
        Kind::RandomisedResponse => Ok(made(randomised_response(nodes), promise::tight(true, file))),
        Kind::Exponential if is_by_gain(kind, file) => {
            let place = if file.gain.is_loss() { "loss" } else { "gain" };
            let weights = exponential::weights(file, limits).map_err(|why| error_at(root, place, why))?;
            let (s, root_of_alpha) = base(file, weights.root).map_err(|why| error_at(root, "constant", why))?;
            let rows: Vec<Vec<String>> = weights.rows(&s).collect();
            let title = format!("{} of the file's {place}", kind.title());
            Ok(Formula {
                title,
                rows: Box::new(rows.into_iter()),
                outputs: None,
                claims: Vec::new(),
                constant: root_of_alpha.map(root_of),
            })
        }
        Kind::Exponential => {
            let (values, individuals) = people(graph);
            Ok(made(hamming(values, individuals), promise::tight(true, file)))
        }
        Kind::Product => {
            let (values, individuals) = people(graph);
            let delta = file.privacy.delta.as_ref().map(exact::rational).unwrap_or_default();
            let error = alpha.0.text(&product::error(values, individuals, &delta));
            let claims = promise::product(&error, delta == 0u32, file);
            Ok(made(product(values, individuals, &delta), claims))
        }
        Kind::SubsetSelection => {
            let subsets =
                SubsetSelection::new(wishes.size, file, limits).map_err(|why| error_at(root, "query", why))?;
            let title = format!("{} with subsets of {}", kind.title(), subsets.size());
            let claims = promise::tight(subsets.size() == 1, file);
            let outputs = Some(subsets.outputs(file));
            Ok(Formula { title, rows: Box::new(subsets.rows(&alpha.0)), outputs, claims, constant: None })
        }
        Kind::UnaryEncoding => {
            unary_encoding::fits(nodes).map_err(|why| error_at(root, "query", why))?;
            let encoding = wishes.encoding;
            let (s, root_of_alpha) = base(file, encoding.root()).map_err(|why| error_at(root, "constant", why))?;
            let title = format!("{} ({})", kind.title(), encoding.title());
            let rows: Rows = Box::new(unary_encoding(encoding, nodes, &s));
            let outputs = Some(unary_encoding::outputs(nodes));
            Ok(Formula {
                title,
                rows,
                outputs,
                claims: promise::tight(false, file),
                constant: root_of_alpha.map(root_of),
            })
        }
        Kind::HadamardResponse => {
            let rows: Rows = Box::new(hadamard_response(nodes, &alpha.0));
            let outputs = Some((0..hadamard_response::outputs(nodes)).map(|y| y.to_string()).collect());
            Ok(Formula { title: kind.title(), rows, outputs, claims: promise::tight(false, file), constant: None })
        }
        Kind::Staircase => {
            let most = sensitivity(graph);
            let stairs =
                Staircase::new(most, wishes.width, file, limits).map_err(|why| error_at(root, "query", why))?;
            let title = format!("{} {}", kind.title(), stairs.title());
            let rows: Rows = Box::new(stairs.rows(nodes, &alpha.0));
            Ok(Formula { title, rows, outputs: None, claims: promise::tight(most == 1, file), constant: None })
        }
        Kind::DiscreteGaussian => {
            let made = gaussian(wishes, file, limits, root)?;
            let (title, rows) = (format!("{} {}", kind.title(), made.title()), Box::new(made.rows()));
            Ok(Formula { title, rows, outputs: None, claims: Vec::new(), constant: made.constant() })
        }
        Kind::LocalHashing => {
            let hashing = LocalHashing::new(wishes.size, file, limits).map_err(|why| error_at(root, "query", why))?;
            let title = format!("{} {}", kind.title(), hashing.title());
            let (rows, outputs): (Rows, _) = (Box::new(hashing.rows(&alpha.0)), Some(hashing.outputs()));
            Ok(Formula { title, rows, outputs, claims: promise::tight(false, file), constant: None })
        }
        Kind::Rappor => rappor(wishes, file, limits).map_err(|why| error_at(root, "query", why)),
        Kind::PermuteAndFlip | Kind::ReportNoisyMax => noisy(kind, wishes.noise, file, limits, root),
        Kind::Subsampled => {
            let found = subsampled(wishes, file, alpha.0).map_err(|why| error_at(root, "query", why))?;
            let title = format!("{} {}", kind.title(), found.title());
            let outputs = Some(found.outputs());
            let rows: Rows = Box::new(found.rows().into_iter());
            Ok(Formula { title, rows, outputs, claims: promise::subsampled(file), constant: None })
        }
        Kind::Alvim => {
            let made = Alvim::new(graph, alvim::reach(graph, is_line(graph)));
            let private = !made.doubled || is_nonnegative(&[1, 0, -2], file, limits) == Some(true);
            if !private && !wishes.force {
                return Err(error_at(root, "privacy", not_private(nodes, made.diameter(), &alpha.0)));
            }
            let claims = promise::alvim(made.adjacency == alvim::Adjacency::Own && !made.doubled, private, file);
            let forced = if private { "" } else { ", not private and written all the same" };
            let title = format!("{} ({}{forced})", kind.title(), made.part());
            let table = table(&made.entries(), &alpha.0);
            let graph = graph.clone();
            let rows: Rows = Box::new((0..nodes).map(move |i| row(&made.distances(&graph, i), &table)));
            Ok(Formula { title, rows, outputs: None, claims, constant: None })
        }
        Kind::Uniform => {
            let rows: Rows = Box::new(uniform(nodes).map(|row| row.iter().map(ToString::to_string).collect()));
            Ok(Formula { title: kind.title(), rows, outputs: None, claims: promise::uniform(file), constant: None })
        }
        Kind::TightConstraints | Kind::Optimal | Kind::Binomial | Kind::TruncatedLaplace => {
            Err(root.error("this kind has no closed form"))
        }
    }
}

/// RAPPOR, where it is private at the file's α.
fn rappor(wishes: &Wishes, file: &Mechanism, limits: &Limits) -> Result<Formula, String> {
    let nodes = file.query.graph.nodes();
    let example = || format!("expected --parameters f=1/2,p=1/4,q=3/4,h=1,k={nodes}");
    let found = Rappor::new(wishes.parameters.ok_or_else(example)?)?;
    let codes = found.codes().len();
    if nodes != codes {
        return Err(format!("there are {codes} codes, expected a complete graph of {codes} nodes, found {nodes}"));
    }
    let most = found.alpha_max();
    let numbers = || Some((i128::try_from(most.numerator_ref()).ok()?, i128::try_from(most.denominator_ref()).ok()?));
    // most - α, unless its numbers are long: then `certify` says.
    if numbers().is_some_and(|(n, d)| is_nonnegative(&[n, -d], file, limits) != Some(true)) {
        return Err(format!(
            "with these parameters it is private from ε = -ln({most}) on, expected a file with no less"
        ));
    }
    let title = format!("{} {}", Kind::Rappor.title(), found.title());
    let (rows, outputs): (Rows, _) = (Box::new(found.rows().into_iter()), Some(found.outputs()));
    Ok(Formula { title, rows, outputs, claims: promise::at_most(Some(&most), file), constant: None })
}

/// The best of several guesses, told with noise.
fn noisy(kind: Kind, noise: Noise, file: &Mechanism, limits: &Limits, root: &View) -> Result<Formula, Error> {
    let place = if file.gain.is_loss() { "loss" } else { "gain" };
    let of_gain = |why| error_at(root, place, why);
    let weights = exponential::weights(file, limits).map_err(of_gain)?;
    noisy_max::fits(&weights).map_err(of_gain)?;
    let (s, root_of_alpha) = base(file, weights.root).map_err(|why| error_at(root, "constant", why))?;
    let is_geometric = kind == Kind::ReportNoisyMax && noise == Noise::Geometric;
    let rows =
        if is_geometric { noisy_max::geometric(&weights, &s) } else { noisy_max::permute_and_flip(&weights, &s) };
    let named = if kind == Kind::ReportNoisyMax { format!(" ({} noise)", noise.name()) } else { String::new() };
    let title = format!("{}{named} of the file's {place}", kind.title());
    let claims = promise::at_most(least_ratio(&rows, &file.query.graph).as_ref(), file);
    Ok(Formula { title, rows: Box::new(rows.into_iter()), outputs: None, claims, constant: root_of_alpha.map(root_of) })
}

/// The least ratio of neighbours' entries, at most 1, where they are rational and positive.
fn least_ratio(rows: &[Vec<String>], graph: &Graph) -> Option<Rational> {
    let number = |text: &String| text.parse::<Rational>().ok().filter(|x| *x > 0u32);
    let rows = rows.iter().map(|row| row.iter().map(number).collect()).collect::<Option<Vec<Vec<Rational>>>>()?;
    let mut least = Rational::ONE;
    for i in 0..rows.len() {
        for h in graph.neighbours(i) {
            let ratios = rows[i].iter().zip(&rows[h]).map(|(x, y)| x / y);
            least = ratios.fold(least, Rational::min);
        }
    }
    Some(least)
}

/// A count of a sample.
fn subsampled(wishes: &Wishes, file: &Mechanism, alpha: Base) -> Result<Subsampled, String> {
    let Family::Hamming { values: 2, individuals } = *file.query.graph.family() else {
        return Err("the subsampled mechanism needs a Hamming graph of two values".to_owned());
    };
    let sampling = match (wishes.rate, wishes.size) {
        (Some(rate), None) => {
            let rate =
                number_of(rate).ok_or_else(|| format!("found the rate {rate:?}, expected a rational such as 1/10"))?;
            Sampling::Poisson(rate)
        }
        (None, Some(size)) => Sampling::Fixed(size),
        _ => {
            return Err(
                "expected one of --rate Q (each individual by itself) and --size M (so many of them)".to_owned()
            );
        }
    };
    let delta = file.privacy.delta.as_ref().map(exact::rational).unwrap_or_default();
    Subsampled::new(individuals, sampling, alpha, &delta)
}

/// The entries' texts by distance.
fn table(entries: &[ClosedEntry], alpha: &Base) -> Vec<String> {
    entries.iter().map(|entry| alpha.text(entry)).collect()
}

/// A row: the entry of each distance, 0 where no path leads.
fn row(distances: &[u32], table: &[String]) -> Vec<String> {
    let entry = |&d: &u32| table.get(d as usize).map_or_else(|| "0".to_owned(), String::clone);
    distances.iter().map(entry).collect()
}

/// α^(1/k) in the file's numbers, and the `constant` that the file needs for it.
///
/// # Errors
/// In a sentence, where the file has a constant of its own and α^(1/k) is no power of it.
pub(super) fn base(file: &Mechanism, k: u32) -> Result<(Base, Option<u32>), String> {
    let alpha = &file.privacy.alpha;
    if let Some(root) = alpha.rational().and_then(|alpha| rational_root(alpha, k)) {
        return Ok((Base::Rational(exact::rational(&root)), None));
    }
    match &file.constant {
        _ if k == 1 => Ok((Base::Symbol('a', 1), None)),
        None => Ok((Base::Symbol('b', 1), Some(k))),
        Some(Constant::RootOfAlpha(own)) if own % k == 0 => Ok((Base::Symbol('b', own / k), None)),
        Some(_) => Err(format!(
            "the entries need α^(1/{k}), which is no power of the file's constant: expected none, or \
             {{\"root_of_alpha\": {k}}}"
        )),
    }
}
