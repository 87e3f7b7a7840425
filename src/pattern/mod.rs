//! The constraint pattern of a mechanism: which privacy constraints are tight, and in which direction.
//!
//! An ε-private mechanism X has α·x_io ≤ x_ho and α·x_ho ≤ x_io for every edge i ~ h, i < h, and every output o. The
//! constraint matrix of Ghosh, Roughgarden and Sundararajan (section 5) has a letter for each of these pairs, by the
//! numbers x_io and x_ho:
//!
//! - `↓` where α·x_io = x_ho > 0: the probability falls along the edge as far as it may;
//! - `↑` where x_io = α·x_ho > 0: it rises as far as it may;
//! - `S` where neither constraint is tight (slack);
//! - `Z` where both numbers are 0.
//!
//! Two more are needed for what the paper leaves out: `=` where both constraints are tight at a number above 0, which
//! is so at α = 1 only, and `!` where a constraint is broken or a number is negative, so that X is not ε-private.
//!
//! The letters are of an edge from its lower node to its higher one; on a line these are the paper's rows. They are
//! decided by exact signs at every kind of α. Over an interval of α a letter may change: the interval is cut where one
//! does, and each part has a pattern of its own.

mod report;

use crate::effort;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Ground, Obstacle, Point, Polynomial};
use dp_verify::error::Error;
use dp_verify::graph::Graph;
use dp_verify::json::{self, View};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::{Fractions, Sign};
use std::cmp::Ordering;

/// The most parts of an interval; fewer where their letters fill the memory.
const MOST_PARTS: usize = 2_000;

/// Short products and comparisons for a letter.
const STEPS_OF_LETTER: usize = 96;

/// How many bytes a letter takes, with its text.
const BYTES_OF_LETTER: usize = 8;

/// The state of both constraints of an edge and an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Letter {
    /// α·x_io = x_ho > 0.
    Falls,
    /// x_io = α·x_ho > 0.
    Rises,
    /// Neither is tight.
    Slack,
    /// Both numbers are 0.
    Zero,
    /// Both are tight at a number above 0.
    Equal,
    /// One is broken.
    Broken,
}

impl Letter {
    /// Every letter, in the order of a legend.
    pub const ALL: [Self; 6] = [Self::Falls, Self::Rises, Self::Slack, Self::Zero, Self::Equal, Self::Broken];

    /// The letter itself.
    pub fn symbol(self) -> char {
        match self {
            Self::Falls => '↓',
            Self::Rises => '↑',
            Self::Slack => 'S',
            Self::Zero => 'Z',
            Self::Equal => '=',
            Self::Broken => '!',
        }
    }

    /// What it says of an edge from i to h and an output.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Falls => "the second node has α times what the first has",
            Self::Rises => "the first node has α times what the second has",
            Self::Slack => "neither constraint is tight",
            Self::Zero => "both have 0",
            Self::Equal => "both constraints are tight",
            Self::Broken => "a constraint is broken",
        }
    }
}

/// The pattern at one t, or wherever t is in one part of an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where; `None` where the file's numbers are rational.
    pub point: Option<Point>,
    /// For each edge a letter for each output.
    pub letters: Vec<Vec<Letter>>,
    /// The nodes with a negative number in their row, rising. On an edge it is a broken constraint too; a node without
    /// edges has no letters.
    pub negative: Vec<usize>,
}

/// The constraint pattern of a mechanism file.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The file.
    pub mechanism: Mechanism,
    /// The edges (i, h), i < h, in lexicographic order.
    pub edges: Vec<(usize, usize)>,
    /// One part at a single α; on an interval its parts, rising.
    pub parts: Vec<Part>,
}

impl Pattern {
    /// How many letters are this one, in all parts.
    pub fn count(&self, letter: Letter) -> usize {
        let letters = self.parts.iter().flat_map(|part| part.letters.iter().flatten());
        letters.filter(|found| **found == letter).count()
    }

    /// Whether X ≥ 0, and α·x_io ≤ x_ho for all i ~ h and all o.
    pub fn is_private(&self) -> bool {
        self.count(Letter::Broken) == 0 && self.parts.iter().all(|part| part.negative.is_empty())
    }
}

/// The constraint pattern of a mechanism file.
///
/// Cost: four products and two signs for each edge and output, at a rational α of integers; for each part of an
/// interval.
///
/// # Errors
/// With path, line and column: a file that is no mechanism file or has no mechanism, or a limit.
pub fn pattern(bytes: &[u8], limits: &Limits) -> Result<Pattern, Error> {
    let node = json::read(bytes, limits)?;
    let root = View::root(&node);
    let mechanism = crate::read_whole(bytes, limits)?;
    crate::expect_epsilon(&mechanism, &root, "the pattern").map_err(|e| e.locate(bytes))?;
    let Some(channel) = mechanism.channel() else {
        let what = mechanism.lacks().unwrap_or("no mechanism");
        return Err(root.instead(format!("the file has {what}"), "one to print the pattern of").locate(bytes));
    };
    let graph = &mechanism.query.graph;
    let most = limits.memory / channel.width.max(1).saturating_mul(BYTES_OF_LETTER);
    let mut edges = Vec::new();
    for i in 0..graph.nodes() {
        edges.extend(graph.neighbours(i).into_iter().filter(|&h| h > i).map(|h| (i, h)));
        if edges.len() > most {
            let message = format!("a pattern that fills over {} bytes (--limit memory=N)", limits.memory);
            return Err(root.over_limit(message).locate(bytes));
        }
    }
    // As many as fill the memory, each with its letters and its nodes with a negative number.
    let entries = edges.len().saturating_mul(channel.width).saturating_add(graph.nodes());
    let most = (limits.memory / entries.saturating_mul(BYTES_OF_LETTER)).min(MOST_PARTS);
    let parts = parts(&mechanism, &with_distances(graph, &edges), most, limits)
        .map_err(|why| root.over_limit(why.to_string()).locate(bytes))?;
    Ok(Pattern { edges, parts, mechanism })
}

/// An edge, and how far its ends are from each other in units of length.
type Apart = (usize, usize, u64);

/// Edges with the lengths of the shortest paths between their ends, which may be shorter than they are.
fn with_distances(graph: &Graph, edges: &[(usize, usize)]) -> Vec<Apart> {
    let mut from: Option<(usize, Vec<u64>)> = None;
    let mut found = Vec::with_capacity(edges.len());
    for &(i, h) in edges {
        if !graph.has_lengths() {
            found.push((i, h, 1));
            continue;
        }
        let distances = match from.take() {
            Some((own, distances)) if own == i => distances,
            _ => graph.distances_from(i),
        };
        found.push((i, h, distances[h]));
        from = Some((i, distances));
    }
    found
}

/// Of lengths that no power of α is made of.
const FINE: Obstacle = Obstacle::Unfit("lengths so fine or so long that no powers of α by one unit of them are made");

/// The parts, of which there may be so many.
fn parts(mechanism: &Mechanism, edges: &[Apart], most: usize, limits: &Limits) -> Result<Vec<Part>, Obstacle> {
    // The file had as many to be read, and the letters are to be written yet.
    let steps = Budget::new(limits.steps / 2);
    let bounds = Bounds::new(limits, &steps);
    let Some(channel) = mechanism.channel() else { return Ok(Vec::new()) };
    if let (Some(alpha), Some(rows)) = (mechanism.base(), channel.rows()) {
        let ground = Ground { field: None, bounds };
        let alpha = [alpha.numer(), alpha.denom()].map(|n| Polynomial::from(n.clone()));
        let part = part(rows, (&alpha[0], &alpha[1]), edges, &ground)?;
        return Ok(vec![part]);
    }
    if mechanism.query.graph.is_fine() {
        return Err(FINE);
    }
    let Some(field) = &mechanism.field else { return Err(Obstacle::Unfit("an irrational number without a field")) };
    let rows = &channel.table;
    let (mut found, mut left) = (Vec::new(), vec![field.point.clone()]);
    while let Some(point) = left.pop() {
        // With the part at hand, which is in neither.
        if found.len() + left.len() >= most {
            return Err(Obstacle::Unfit(match most {
                MOST_PARTS => "the interval of α falls into too many parts",
                _ => "the interval of α falls into more parts than fill the memory (--limit memory=N)",
            }));
        }
        let here = field.at(point.clone());
        let ground = Ground { field: Some(&here), bounds };
        let base = field.base.as_ref().ok_or(FINE)?;
        let alpha = (&base.numerator, &base.denominator);
        match (part(rows, alpha, edges, &ground), &point) {
            (Ok(part), _) => found.push(Part { point: Some(point), ..part }),
            (Err(Obstacle::Changes(p)), Point::Interval(interval)) => {
                let zeros = bounds.run(|| algebra::zeros(interval, &p))?;
                if zeros.is_empty() {
                    return Err(Obstacle::Unfit("a sign changes where there is no zero"));
                }
                let mut between = bounds.run(|| algebra::cut(interval, &zeros))?.into_iter().map(Point::Interval);
                let mut parts: Vec<Point> = between.next().into_iter().collect();
                zeros.into_iter().zip(between).for_each(|(zero, next)| parts.extend([zero, next]));
                left.extend(parts.into_iter().rev());
            }
            (Err(why), _) => return Err(why),
        }
    }
    Ok(found)
}

/// The letters of all edges and the signs of all rows, where α, of one unit of length, is p/q and q > 0.
fn part(
    rows: &[Fractions],
    (p, q): (&Polynomial, &Polynomial),
    edges: &[Apart],
    ground: &Ground,
) -> Result<Part, Obstacle> {
    let signs = |row: &Fractions| row.numerators.iter().map(|x| ground.sign(x)).collect::<Result<Vec<_>, _>>();
    let signs = rows.iter().map(signs).collect::<Result<Vec<_>, _>>()?;
    let letters = |&(i, h, d): &Apart| {
        let (x, y) = (&rows[i], &rows[h]);
        // Short products, which nothing counts one by one.
        ground.bounds.charge(effort::steps(x.len() + 4, STEPS_OF_LETTER, 1))?;
        let (p, q) = &(ground.power(p, dp_kernel::place(d))?, ground.power(q, dp_kernel::place(d))?);
        // Over the product of q and both denominators: x and α·x, y and α·y.
        let [whole_x, part_x] = [ground.product(q, &y.denominator)?, ground.product(p, &y.denominator)?];
        let [whole_y, part_y] = [ground.product(q, &x.denominator)?, ground.product(p, &x.denominator)?];
        let letter = |o: usize| {
            let (x, y) = (&x.numerators[o], &y.numerators[o]);
            match (signs[i][o], signs[h][o]) {
                (Sign::NoSign, Sign::NoSign) => return Ok(Letter::Zero),
                (Sign::Plus, Sign::Plus) => {}
                // α > 0, so a number beside 0 breaks a constraint too.
                _ => return Ok(Letter::Broken),
            }
            let falls = ground.compare(&ground.product(x, &part_x)?, &ground.product(y, &whole_y)?)?;
            if falls == Ordering::Greater {
                return Ok(Letter::Broken);
            }
            let rises = ground.compare(&ground.product(y, &part_y)?, &ground.product(x, &whole_x)?)?;
            Ok(match (falls, rises) {
                (_, Ordering::Greater) => Letter::Broken,
                (Ordering::Equal, Ordering::Equal) => Letter::Equal,
                (Ordering::Equal, _) => Letter::Falls,
                (_, Ordering::Equal) => Letter::Rises,
                _ => Letter::Slack,
            })
        };
        (0..x.len()).map(letter).collect()
    };
    let letters = edges.iter().map(letters).collect::<Result<_, _>>()?;
    let negative = (0..rows.len()).filter(|&i| signs[i].contains(&Sign::Minus)).collect();
    Ok(Part { point: None, letters, negative })
}
