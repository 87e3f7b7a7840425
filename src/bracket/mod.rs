//! A pair of rationals α1 < α2 around a threshold: some z ≥ 0 has Φz = 1 at α1, and none has at α2.
//!
//! Where the exact threshold α*, the upper end of the first interval of α on which such a z exists, is out of
//! reach, these two points can be as close as asked, and each is proved by an ordinary certificate of an ordinary
//! mechanism file. Nothing is proved of any other α: the scan that precedes the search looks at finitely many
//! points, and a gap between two of them is overlooked.
//!
//! The way: exact decisions at the points of a grid, from below, until one fails (`search`); then the secant of an
//! entry of z between exact solutions at rationals that grow as they come nearer; then the decisions at neighbouring
//! decimals (`bracket_files`). A z ≥ 0 with Φz = 1 is at most 1, since z_i ≤ (Φz)_i: so as long as it exists, the
//! rational function z(α) has no pole, and where it ceases to exist an entry of that function vanishes. A pole beyond
//! that can still lead the secants astray; bisection by verdict alone then takes their place.

mod bracket_files;
mod sampler;
mod search;

pub use bracket_files::{Half, Pair};

use crate::effort::metered;
use crate::exact;
use bracket_files::{BracketFiles, Stop};
use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::{Neighbours, Privacy, exact_or_decimal};
use search::Search;

/// What was looked for around a threshold, and found.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// What the file calls itself.
    pub name: Option<String>,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The number of nodes.
    pub nodes: usize,
    /// Who is whose neighbour.
    pub graph: Neighbours,
    /// The declared privacy, which plays no part but that of a symbolic α's interval.
    pub privacy: Privacy,
    /// The pair, or in a sentence why there is none.
    pub found: Result<Pair, String>,
}

/// How many more decimal places than asked are tried, where the decimals with fewer all lie off a narrow gap.
const MORE_PLACES: u32 = 8;

/// Looks for decimals α1 < α2 with α2 − α1 ≤ 10^-places and a tight-constraints mechanism at α1, none at α2.
///
/// The file's α plays no part, but for a symbolic one, whose interval is the one searched. Cost: exact solutions of
/// Φz = 1 at some 60 to 960 short rationals, fewer for larger graphs; then about six, and four at the full number of
/// places, each quadratic in its places.
///
/// # Errors
/// With path, line and column: a malformed file, or one that is over a limit with an α of so many places.
pub fn bracket(bytes: &[u8], places: u32, limits: &Limits) -> Result<Bracket, Error> {
    let mechanism = crate::read_whole(bytes, limits)?;
    if mechanism.query.graph.unit() > 1 {
        let message = "lengths that are not whole: a threshold is about α where they are, so multiply them by their \
            common denominator";
        let node = json::read(bytes, limits)?;
        let query = View::root(&node).field("query").map(|query| query.error(message).locate(bytes));
        return Err(query.unwrap_or_else(|| View::root(&node).error(message).locate(bytes)));
    }
    let files = BracketFiles::new(bytes, &mechanism, limits)?;
    files.fits(places).map_err(|e| {
        let about = format!("with {places} decimal places: {}", e.message);
        let node = json::read(bytes, limits);
        let located = |node| View::root(node).field("privacy").map(|view| view.over_limit(about).locate(bytes));
        node.as_ref().ok().and_then(located).unwrap_or(e)
    })?;
    let found = match metered(limits, || Ok(find(&mechanism, &files, places))) {
        Ok(Ok(pair)) => Ok(pair),
        Ok(Err(Stop::Open(why))) => Err(why),
        Ok(Err(Stop::Wrong(error))) => return Err(error),
        Err(over) => Err(over.message),
    };
    let (graph, nodes) = (Neighbours::of(&mechanism), mechanism.query.graph.nodes());
    let privacy = Privacy::of(&mechanism);
    Ok(Bracket { name: mechanism.name, sha256: mechanism.sha256, nodes, graph, privacy, found })
}

fn find(mechanism: &Mechanism, files: &BracketFiles, places: u32) -> Result<Pair, Stop> {
    let mut search = search::scan(mechanism).map_err(Stop::Open)?;
    let most = places + MORE_PLACES;
    for p in places..=most {
        for locate in [Search::by_secant, Search::by_bisection] {
            let x = locate(&mut search, p);
            if let Some(pair) = files.around(&x, p)? {
                return files.certified(pair);
            }
        }
    }
    let [low, high] = search.ends().map(|end| exact_or_decimal(&exact::fraction(end)));
    Err(Stop::Open(format!(
        "a tight-constraints mechanism exists at {low} and none at {high}, but no decimals of up to {most} places near \
         them do the same"
    )))
}
