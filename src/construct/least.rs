//! The least noise of a kind that is (ε, δ)-private for a sensitivity Δ: so much is proved to be enough, and one less
//! to be too little.
//!
//! Of noise that is log-concave only the shift Δ is looked at, and for both kinds less than too little is too little:
//! see FORMAT.md, *Shifts of noise*, for both lemmas. The search by these is not trusted: what is handed out, and one
//! less, have been decided at all neighbours, and checked by the verifier.

use super::document::{self, Splice};
use super::fits::{is_complete, sensitivity};
use super::formula;
use super::kind::Kind;
use super::query::{self, error_at};
use super::shifted::{Asked, Noise};
use super::{binomial, truncated_laplace};
use crate::options::Options;
use crate::{certificate, decide};
use dp_verify::error::Error;
use dp_verify::graph::Graph;
use dp_verify::json::{self, Node, View};
use dp_verify::limits::Limits;
use dp_verify::model::{Alpha, Kind as Claim, Mechanism, Verdict};
use dp_verify::report::named;

/// The least noise, and what is proved of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Least {
    /// Δ.
    pub sensitivity: u32,
    /// So much noise.
    pub amount: usize,
    /// With so much.
    pub enough: Proved,
    /// With one less.
    pub too_little: Proved,
    /// Why less than that is too little as well.
    pub because: &'static str,
}

/// A mechanism file, and the verdict on its `approximate-dp` that the verifier has accepted.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Proved {
    /// How much noise it is, in words.
    pub words: String,
    /// The mechanism file.
    pub file: String,
    /// δ_min to twelve digits.
    pub delta_min: String,
}

/// Δ of a graph whose nodes are numbers, where two of them are neighbours.
fn shift(graph: &Graph) -> u32 {
    // A line of two is complete as well, with the same Δ.
    let all = u32::try_from(graph.nodes().saturating_sub(1)).unwrap_or(u32::MAX);
    if is_complete(graph) { all.max(1) } else { sensitivity(graph) }
}

/// The least noise of that kind for a query file.
///
/// Cost: a comparison of tails for each step of a doubling and a bisection; then two files decided and checked.
///
/// # Errors
/// With path: a file that is no query file, whose graph does not fit, that declares no δ above 0 or an interval of α,
/// and noise that is over the limits, by their names.
pub fn least(kind: Kind, query: &[u8], limits: &Limits) -> Result<Least, Error> {
    let node = json::read(query, limits)?;
    query::expect_query(&View::root(&node), query)?;
    let file = Mechanism::read(query, limits)?;
    crate::effort::metered(limits, || of(kind, &node, query, &file, limits)).map_err(|e| e.locate(query))
}

pub(super) fn of(kind: Kind, node: &Node, query: &[u8], file: &Mechanism, limits: &Limits) -> Result<Least, Error> {
    let root = View::root(node);
    let graph = &file.query.graph;
    super::fits::fits(kind, file).map_err(|why| error_at(&root, "query", why))?;
    if let Some(i) = file.misleading_label() {
        let why = format!(
            "the answer {i} is called {}, and the noise would be added to the number {i}: expected answers that are 0, 1, 2, …, or \
             names that are no numbers; for other numbers have each from the least to the largest among the answers, on a \
             \"sum\" whose \"max\" is how much one person changes",
            named(&file.node(i))
        );
        return Err(error_at(&root, "query", why));
    }
    let privacy = |why: &str| error_at(&root, "privacy", why);
    let Some(delta) = file.privacy.delta.as_ref().filter(|delta| delta.is_positive()) else {
        return Err(privacy(
            "no δ above 0, and noise that ends is private for none else: expected a \"delta\", such as {\"epsilon\": 1, \"delta\": \
             \"1e-6\"}",
        ));
    };
    if let Alpha::Symbolic { .. } = file.privacy.alpha {
        return Err(privacy("α is every number of an interval, and the least noise is that of one: expected one α"));
    }
    if (0..graph.nodes()).all(|i| graph.neighbours(i).is_empty()) {
        return Err(error_at(&root, "query", "no two answers are neighbours: no noise is needed"));
    }
    let shift = shift(graph);
    let asked = Asked { file, nodes: graph.nodes(), shift, limits };
    let (constant, noise): (Option<u32>, Box<dyn Noise + '_>) = match kind {
        Kind::Binomial => (None, Box::new(binomial::Coins::new(&asked, delta).map_err(|why| privacy(&why))?)),
        _ => {
            let (beta, constant) = formula::base(file, shift).map_err(|why| error_at(&root, "constant", why))?;
            // α^(1/Δ) is a number of the file once that has the constant.
            let constant_text = constant.map(formula::root_of);
            let uniform = "{ \"family\": \"uniform\" }";
            let whole = written(node, query, file, ("", uniform, constant_text.as_deref(), &[]), limits)?;
            let with = Mechanism::read(whole.as_bytes(), limits);
            let with = with.map_err(|why| privacy(&format!("the file with its b would not be read: {why}")))?;
            (constant, Box::new(truncated_laplace::Range::new(&asked, with, beta, delta)))
        }
    };
    let amount = search(&*noise, &root, limits)?;
    let constant = constant.map(formula::root_of);
    let proved = |amount, expected| {
        let (mut rows, outputs) = noise.rows(amount);
        let mechanism = document::matrix(&mut rows, outputs.as_deref(), &root, limits)?;
        let name = query::name(&noise.title(amount), file);
        let claims = match expected {
            Verdict::Holds => Vec::new(),
            _ => vec!["{ \"claim\": \"approximate-dp\", \"expect\": { \"verdict\": \"fails\" } }".to_owned()],
        };
        let text = written(node, query, file, (&name, &mechanism, constant.as_deref(), &claims), limits)?;
        let delta_min = decided(&text, expected, limits)
            .map_err(|why| error_at(&root, "query", format!("{}: {why}", noise.title(amount))))?;
        Ok::<_, Error>(Proved { words: noise.title(amount), file: text, delta_min })
    };
    let (enough, too_little) = (proved(amount, Verdict::Holds)?, proved(amount - 1, Verdict::Fails)?);
    let because = match kind {
        Kind::Binomial => "a further coin is independent noise, which makes no two answers easier to tell apart",
        _ => "a longer range takes from the outputs that one of two answers alone has",
    };
    Ok(Least { sensitivity: shift, amount, enough, too_little, because })
}

/// The text of a mechanism file: name, mechanism, `constant` and further claims. One that is to fail keeps no other
/// claim.
fn written(
    node: &Node,
    query: &[u8],
    file: &Mechanism,
    (name, mechanism, constant, claims): (&str, &str, Option<&str>, &[String]),
    limits: &Limits,
) -> Result<String, Error> {
    let keeps = |_: usize| claims.is_empty() && !name.is_empty();
    let constant = constant.filter(|_| file.constant.is_none());
    document::write(node, query, &Splice { name, mechanism, sample: None, constant, keeps: &keeps, claims }, limits)
}

/// By doubling and bisection: what is enough is so for all that is more.
fn search(noise: &dyn Noise, root: &View, limits: &Limits) -> Result<usize, Error> {
    let is_enough = |amount| noise.is_enough(amount).map_err(|why| error_at(root, "privacy", why));
    let most = noise.most();
    if most == 0 {
        let message = format!(
            "for so many answers the mechanism file would have more than {} bytes (--limit bytes=N)",
            limits.bytes
        );
        return Err(root.over_limit(message));
    }
    let (mut low, mut high) = (0, 1usize);
    loop {
        if high > most {
            high = most;
        }
        if high <= low {
            return Err(root.over_limit(format!(
                "{} would not be enough, and with more the mechanism file would have more than {} bytes or powers over {} (--limit \
                 bytes=N, exponent=N)",
                noise.title(most),
                limits.bytes,
                limits.exponent
            )));
        }
        if is_enough(high)? {
            break;
        }
        (low, high) = (high, high.saturating_mul(2));
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if is_enough(middle)? { high = middle } else { low = middle }
    }
    Ok(high)
}

/// δ_min of a file whose `approximate-dp` has that verdict, which the verifier has accepted.
fn decided(text: &str, expected: Verdict, limits: &Limits) -> Result<String, String> {
    let mut mechanism = Mechanism::read(text.as_bytes(), limits)
        .map_err(|why| format!("the mechanism file would not be read: {}", why.message))?;
    mechanism.claims.retain(|declared| matches!(declared.claim.kind, Claim::Stochastic | Claim::ApproximateDp));
    let options = Options { only: vec![Claim::ApproximateDp], limits: *limits, ..Options::default() };
    let found = certificate::checked(&mechanism, decide::decide(&mechanism, &options), &options);
    let report = found.map_err(|why| why.to_string())?.report;
    let statement = report.statements.iter().find(|of| of.claim.kind == Claim::ApproximateDp && of.checked);
    let undecided = || {
        let reason = report.statements.iter().find_map(|of| of.reason.clone());
        reason.unwrap_or_else(|| "`approximate-dp` was not decided".to_owned())
    };
    let statement = statement.ok_or_else(undecided)?;
    if statement.verdict != expected {
        let word = if statement.verdict == Verdict::Holds { "holds" } else { "fails" };
        return Err(format!("`approximate-dp` {word}, which the search did not find"));
    }
    let value = statement.values.iter().find(|(name, _)| *name == "delta_min").and_then(|(_, value)| value.decimal());
    value.ok_or_else(|| "δ_min was not found to twelve digits".to_owned())
}
