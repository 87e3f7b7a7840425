//! The least share of a private mechanism that makes another one private.
//!
//! For X with a broken privacy constraint and an ε-private Y of the same shape, (1−t)·X + t·Y keeps the constraint of
//! an arc i→h and an output o iff (1−t)·A ≤ t·B, A = α·x_io − x_ho and B = y_ho − α·y_io ≥ 0. Where A > 0 that is t ≥
//! A/(A + B), and where A ≤ 0 it is so for every t: the least t is the largest of finitely many ratios, exactly.

mod alike;
mod gap;
mod report;
mod share;
mod written;

use crate::construct::called;
use crate::construct::document::{self, Matrix, Splice};
use crate::effort::steps;
use crate::{Options, certify_mechanism};
use alike::alike;
use dp_verify::alpha::{Bounds, Field, Ground, Obstacle, Polynomial, Quotient, Quotients as _};
use dp_verify::error::Error;
use dp_verify::json::{self, Node, View};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Claim, Kind, Mechanism, no_powers};
use dp_verify::number::{BigInt, Fractions, Rational, Sign};
use dp_verify::report::{Report, Value, Verdict, named};
use gap::Gap;
pub use share::MOST_DIGITS;
use share::rounded_up;
use std::borrow::Cow;
use written::{entry, value};

/// Short products and sums for one constraint of an output, which nothing counts one by one.
const STEPS_OF_OUTPUT: usize = 192;

/// What is mixed in.
#[derive(Debug, Clone, Copy, Default)]
pub enum With<'a> {
    /// Each output of X as probable as any other, whatever the input.
    #[default]
    Uniform,
    /// A closed form on the file's graph, by its name in mechanism files.
    Family(&'a str),
    /// The mechanism of another file, by its name for people.
    File(&'a str, &'a Mechanism),
}

impl With<'_> {
    /// For people.
    fn name(&self) -> String {
        match self {
            Self::Uniform => "the uniform mechanism".to_owned(),
            Self::Family(name) => format!("the {name} mechanism"),
            Self::File(name, _) => format!("the mechanism of {name}"),
        }
    }
}

/// A mechanism, and what it takes to make it private.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// The repaired mechanism's file; the file itself where nothing is to be repaired.
    pub text: String,
    /// The share t of the other mechanism.
    pub share: Value,
    /// The least share, where t is that rounded up.
    pub least: Option<Value>,
    /// The arc i→h and the output whose constraint needs that least share; none where X is private.
    pub needed_by: Option<([usize; 2], usize)>,
    /// The claims of the file that the new one does not make, as they speak of X.
    pub left_out: Vec<Claim>,
    /// What was mixed in, for people.
    with: String,
    /// Utility and leakage for each prior before and after, as the verifier states them.
    before: Report,
    after: Report,
    mechanism: Mechanism,
}

/// Mixes the least share of the other mechanism into the file's, that makes it ε-private at the file's α; with `digits`
/// that share rounded up to so many decimal places.
///
/// Cost: two products and a sign for each arc and output; where α is irrational, of polynomials.
///
/// # Errors
/// With path, line and column: no mechanism file or none with a mechanism; a row of X that is not a distribution; an
/// interval of α; another mechanism of another shape, or that is not ε-private itself.
pub fn repair(bytes: &[u8], digits: Option<u32>, with: With, limits: &Limits) -> Result<Repaired, Error> {
    let node = json::read(bytes, limits)?;
    let mechanism = crate::read_whole(bytes, limits)?;
    repaired(bytes, &node, mechanism, digits, with, limits).map_err(|e| e.locate(bytes))
}

/// The least share, and the constraint that needs it.
struct Least {
    share: Quotient,
    needed_by: ([usize; 2], usize),
}

/// What the search hands over.
struct Mixed {
    matrix: String,
    share: Value,
    least: Option<Value>,
    needed_by: ([usize; 2], usize),
}

fn repaired(
    bytes: &[u8],
    node: &Node,
    mechanism: Mechanism,
    digits: Option<u32>,
    with: With,
    limits: &Limits,
) -> Result<Repaired, Error> {
    let root = View::root(node);
    let Some(x) = root.field("mechanism") else {
        return Err(root.instead("the file has no mechanism", "one to repair"));
    };
    if let Some(what) = mechanism.lacks() {
        return Err(x.instead(format!("the file has {what}"), "one to repair"));
    }
    crate::expect_epsilon(&mechanism, &root, "a repair")?;
    if mechanism.field.as_ref().is_some_and(Field::is_symbolic) {
        let privacy = root.field("privacy").unwrap_or(root);
        return Err(privacy.instead("α is every number of an interval", "one α to repair the mechanism at"));
    }
    let before = stated(&mechanism, &[Kind::Stochastic, Kind::Utility, Kind::Leakage], limits)?;
    if let Some(fault) = fault(&before, Kind::Stochastic) {
        let message = format!("X is no mechanism, expected rows ≥ 0 that sum to 1: {fault}");
        return Err(x.error(message));
    }
    let family;
    let other = match with {
        With::Uniform => None,
        With::Family(name) => {
            let text = document::write(node, bytes, &splice_family(name), limits)?;
            // Its only fault can be the family, which stands where X was.
            family = Mechanism::read(text.as_bytes(), limits).map_err(|e| x.error(e.message))?;
            Some(&family)
        }
        With::File(_, other) => Some(other),
    };
    let claims = claims(&root, &mechanism, limits)?;
    let keeps: Vec<bool> = claims.iter().map(|(_, keeps)| *keeps).collect();
    let left_out = claims.into_iter().filter(|(_, keeps)| !keeps).map(|(claim, _)| claim).collect();
    let named = with.name();
    let mixed = mixed(&mechanism, (other, &named), digits, &root, limits).map_err(|why| match why {
        Fault::Obstacle(why) => x.over_limit(why.to_string()),
        Fault::Other(message) => x.error(message),
        Fault::File(e) => e,
    })?;
    let Some(mixed) = mixed else {
        let share = Value::Rational(Rational::from(BigInt::default()));
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (after, left_out) = (before.clone(), Vec::new());
        let (least, needed_by, with) = (None, None, named);
        return Ok(Repaired { text, share, least, needed_by, left_out, with, before, after, mechanism });
    };
    let name = format!("{}, repaired with a share of {} of {named}", called(&mechanism), brief(&mixed.share));
    // Where the file declares a δ, that it is private without one would go unsaid.
    let private: Vec<String> = mechanism.privacy.delta.iter().map(|_| format!("\"{}\"", Kind::Dp.name())).collect();
    // What is mixed into a sample is mixed into a sample.
    let source = String::from_utf8_lossy(bytes);
    let sample = document::value(node, &source, "sample");
    let splice = Splice {
        name: &name,
        mechanism: &mixed.matrix,
        sample,
        constant: None,
        keeps: &|i| keeps[i],
        claims: &private,
    };
    let text = document::write(node, bytes, &splice, limits)?;
    let fixed = Mechanism::read(text.as_bytes(), limits)?;
    let after = stated(&fixed, &[Kind::Stochastic, Kind::Dp, Kind::Utility, Kind::Leakage], limits)?;
    for kind in [Kind::Stochastic, Kind::Dp] {
        if let Some(fault) = fault(&after, kind) {
            return Err(x.error(format!("the repaired mechanism is not proved to be right: {}: {fault}", kind.name())));
        }
    }
    let needed_by = Some(mixed.needed_by);
    let (share, least) = (mixed.share, mixed.least);
    Ok(Repaired { text, share, least, needed_by, left_out, with: named, before, after, mechanism })
}

/// The same file with a closed form in place of X.
fn splice_family(name: &str) -> Splice<'_> {
    // Closed forms have plain names; what is none is refused by whoever reads the file.
    let mechanism = match name {
        "uniform" => "{ \"family\": \"uniform\" }",
        "truncated-geometric" => "{ \"family\": \"truncated-geometric\" }",
        "randomised-response" => "{ \"family\": \"randomised-response\" }",
        "exponential" => "{ \"family\": \"exponential\" }",
        _ => "{ \"family\": \"\" }",
    };
    Splice { name: "", mechanism, sample: None, constant: None, keeps: &|_| false, claims: &[] }
}

/// The claims that stand in the file, in its order, and whether each is kept: if it does not speak of X, or only says
/// what the repair is for.
fn claims(root: &View, mechanism: &Mechanism, limits: &Limits) -> Result<Vec<(Claim, bool)>, Error> {
    let Some(claims) = root.field("claims") else { return Ok(Vec::new()) };
    let steps = Budget::new(limits.steps);
    let read = |item: View| {
        let claim = Claim::read(&item, mechanism, &["expect"], (limits, &steps))?;
        let promised =
            matches!(claim.kind, Kind::Stochastic | Kind::Dp) && claim.on.is_none() && item.field("expect").is_none();
        let keeps = promised || !claim.kind.speaks_of_x();
        Ok((claim, keeps))
    };
    claims.array("an array of claims")?.map(read).collect()
}

/// What the verifier states of these kinds alone.
fn stated(mechanism: &Mechanism, only: &[Kind], limits: &Limits) -> Result<Report, Error> {
    let mut bare = mechanism.clone();
    bare.claims.clear();
    bare.on_terms.clear();
    let options = Options { only: only.to_vec(), limits: *limits, ..Options::default() };
    certify_mechanism(&bare, &options).map(|certified| certified.report)
}

/// Why a claim is not proved to hold.
fn fault(report: &Report, kind: Kind) -> Option<String> {
    let statement = report.statements.iter().find(|statement| statement.claim.kind == kind);
    let Some(statement) = statement else { return Some("nothing is known of it".to_owned()) };
    let why = || statement.explanation.join(", ") + statement.reason.as_deref().unwrap_or("");
    (statement.verdict != Verdict::Holds || !statement.checked).then(why)
}

/// A value in a name: exactly where it is short.
fn brief(value: &Value) -> String {
    let decimal = || value.decimal().map_or_else(|| "some number".to_owned(), |decimal| format!("about {decimal}"));
    value.exact(40).unwrap_or_else(decimal)
}

/// What keeps a mechanism from being repaired.
enum Fault {
    Obstacle(Obstacle),
    Other(String),
    File(Error),
}

impl From<Obstacle> for Fault {
    fn from(why: Obstacle) -> Self {
        Self::Obstacle(why)
    }
}

/// The mixed matrix, or none where X is private: of integers where all numbers are rational, else of polynomials.
fn mixed(
    mechanism: &Mechanism,
    (other, with): (Option<&Mechanism>, &str),
    digits: Option<u32>,
    root: &View,
    limits: &Limits,
) -> Result<Option<Mixed>, Fault> {
    let no_table = || Fault::Other("the file has no such table".to_owned());
    let x = mechanism.channel().ok_or_else(no_table)?;
    let y = other.map(|other| other.channel().ok_or_else(no_table)).transpose()?;
    let (n, m) = (mechanism.query.graph.nodes(), x.width);
    if let (Some(other), Some(y)) = (other, y) {
        let shape = (other.query.graph.nodes(), y.width);
        if other.large_product().is_some() {
            return Err(Fault::Other(format!("{with} is a product too large to be written out, expected a table")));
        }
        if shape != (n, m) {
            let message = format!("found {n} rows and {m} outputs, and {with} has {} and {}", shape.0, shape.1);
            return Err(Fault::Other(message));
        }
        let same = |other: &Field| {
            mechanism.field.as_ref().is_some_and(|own| own.alpha == other.alpha && own.point == other.point)
        };
        if y.rows().is_none() && !other.field.as_ref().is_some_and(same) {
            let message = format!("the numbers of {with} are irrational, and not functions of the same number");
            return Err(Fault::Other(message));
        }
    }
    let alike =
        other.zip(y).map(|(other, y)| alike((mechanism, x), (other, y), with)).transpose().map_err(Fault::Other)?;
    let y = alike.as_ref().or(y);
    // What the verifier states before and after takes its part, and signs at an irrational α take longer than their
    // steps tell.
    let left = Budget::new(limits.steps / 4);
    let ground = Ground { field: mechanism.field.as_ref(), bounds: Bounds::new(limits, &left) };
    let job = Job { mechanism, with, ground, digits, root, limits };
    let uniform = Fractions { denominator: m.into(), numerators: vec![Polynomial::ONE; m] };
    if mechanism.query.graph.is_fine() {
        return Err(Fault::Other(format!("it takes {}", no_powers(mechanism.query.graph.unit()))));
    }
    let alpha = match (&mechanism.field, mechanism.base()) {
        (Some(Field { base: Some(base), .. }), _) => base.clone(),
        (None, Some(alpha)) => Quotient::constant(alpha),
        _ => return Err(no_table()),
    };
    let y = y.map_or_else(|| Cow::Owned(vec![uniform; n]), |y| Cow::Borrowed(&*y.table));
    job.run(&x.table, &y, &alpha)
}

/// One mechanism to be repaired.
struct Job<'a> {
    mechanism: &'a Mechanism,
    with: &'a str,
    ground: Ground<'a>,
    digits: Option<u32>,
    root: &'a View<'a>,
    limits: &'a Limits,
}

impl Job<'_> {
    fn run(&self, x: &[Fractions], y: &[Fractions], alpha: &Quotient) -> Result<Option<Mixed>, Fault> {
        let ground = &self.ground;
        let Some(Least { share: least, needed_by }) = self.least(x, y, alpha)? else { return Ok(None) };
        let share = match self.digits {
            None => least.clone(),
            Some(digits) => rounded_up(&least, digits, ground)?,
        };
        let mut matrix = Matrix::new(self.root, self.limits);
        for (x, y) in x.iter().zip(y) {
            // ((d − n)·x·f + n·y·e)/(d·e·f) for t = n/d, x over e and y over f.
            let kept = ground.product(&(&share.denominator - &share.numerator), &y.denominator)?;
            let mixed = ground.product(&share.numerator, &x.denominator)?;
            let over = ground.product(&ground.product(&share.denominator, &x.denominator)?, &y.denominator)?;
            let mut row = Vec::with_capacity(x.len());
            for (x, y) in x.numerators.iter().zip(&y.numerators) {
                let sum = &ground.product(&kept, x)? + &ground.product(&mixed, y)?;
                row.push(entry(Quotient::new(sum, over.clone()), ground)?);
            }
            matrix.push(&row).map_err(Fault::File)?;
        }
        let outputs = self.mechanism.channel().and_then(|x| x.outputs.as_deref());
        let value = |share: Quotient| value(share, ground);
        Ok(Some(Mixed {
            matrix: matrix.finish(outputs, None),
            least: self.digits.map(|_| value(least)).transpose()?,
            share: value(share)?,
            needed_by,
        }))
    }

    /// The largest of the ratios A/(A + B) with A > 0, and the first constraint that has it.
    fn least(&self, x: &[Fractions], y: &[Fractions], alpha: &Quotient) -> Result<Option<Least>, Fault> {
        let (graph, ground) = (&self.mechanism.query.graph, &self.ground);
        let mut most: Option<Least> = None;
        for i in 0..graph.nodes() {
            for (h, length) in graph.arcs(i) {
                let power = |x: &Polynomial| ground.power(x, dp_kernel::place(length));
                let (p, q) = &(power(&alpha.numerator)?, power(&alpha.denominator)?);
                let (broken, spare) =
                    (Gap::new(&x[i], &x[h], (p, q), ground)?, Gap::new(&y[i], &y[h], (p, q), ground)?);
                ground.bounds.charge(steps(x[i].len(), STEPS_OF_OUTPUT, 1))?;
                for o in 0..x[i].len() {
                    let b = -&spare.at(o, ground)?;
                    if ground.sign(&b)? == Sign::Minus {
                        let [i, h] = [i, h].map(|i| named(&self.mechanism.node(i)));
                        let output = named(&self.mechanism.output(o));
                        let message =
                            format!("{} is not private itself: output {output}, answers {i} and {h}", self.with);
                        return Err(Fault::Other(message));
                    }
                    let a = broken.at(o, ground)?;
                    if ground.sign(&a)? != Sign::Plus {
                        continue;
                    }
                    let numerator = ground.product(&a, &spare.over)?;
                    let denominator = &ground.product(&b, &broken.over)? + &numerator;
                    let larger = match &most {
                        None => true,
                        Some(Least { share, .. }) => {
                            let left = ground.product(&numerator, &share.denominator)?;
                            ground.compare(&left, &ground.product(&share.numerator, &denominator)?)?.is_gt()
                        }
                    };
                    if larger {
                        let share = ground.lowest(numerator, denominator)?;
                        most = Some(Least { share, needed_by: ([i, h], o) });
                    }
                }
            }
        }
        Ok(most)
    }
}

impl Repaired {
    /// Whether X was private as it stood.
    pub fn was_private(&self) -> bool {
        self.needed_by.is_none()
    }
}
