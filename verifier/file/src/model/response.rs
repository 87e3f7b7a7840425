//! Randomised response that is judged by its structure, and not written out: see the kernel's `notions/response.rs`.

use super::Channel;
use super::family::{Form, has_alpha, read_noise};
use super::function::refusal;
use super::query::read_labels;
use super::reading::{Reading, bytes_of};
use crate::alpha::{Fractions, Ground, Obstacle, Polynomial, Quotient, Quotients as _};
use crate::error::Error;
use crate::json::{Value, View};
use dp_kernel::Graph;
use num_traits::One;

/// Up to so many answers X is written out like any other table.
pub const MOST_ANSWERS: usize = 256;

/// The most bytes that a rational table without `noise` takes, by a count made before it is: up to so many it is
/// written out, or more where the limits allow more.
const MOST_BYTES: u64 = 1 << 29;

/// With probability r a uniformly random one of all n answers, else the true one.
#[derive(Debug, Clone)]
pub struct Response {
    /// r.
    pub noise: Quotient,
    /// Names of the outputs for the report.
    pub outputs: Option<Vec<String>>,
    /// Two answers: each itself, the other one, and all others together.
    pub(super) pair: Channel,
}

impl Response {
    /// Reads a mechanism of such a form; `None` of another, and of one that is written out.
    pub(super) fn read(file: &View, graph: &Graph, reading: &Reading) -> Result<Option<Self>, Error> {
        let Some(view) = file.field("mechanism") else { return Ok(None) };
        let Some(Form { name, place }) = Form::read(&view, graph)? else { return Ok(None) };
        let noise = read_noise(&view, name, reading)?;
        let is_response = matches!(name, "randomised-response" | "uniform");
        if !is_response || is_written_out(file, graph, name, noise.is_some(), reading) {
            return Ok(None);
        }
        view.only(&["family", "noise", "outputs"]).map_err(|e| match view.field("rounding") {
            Some(rounding) => rounding.found("a rounding", "none: a closed form that is not written out is exact"),
            None => e,
        })?;
        let n = graph.nodes();
        let outputs = view.field("outputs").map(|v| read_labels(&v, n, "output")).transpose()?;
        let ground = reading.ground();
        let refused = |why| refusal(&place, &why);
        let times = |x: &Polynomial, n: usize| ground.product(x, &Polynomial::from(n)).map_err(refused);
        let noise = match (name, noise, reading.field, reading.base.as_ref()) {
            (_, Some(noise), ..) => Quotient::constant(&noise),
            ("uniform", ..) => Quotient::constant(&One::one()),
            (.., field, alpha) => {
                has_alpha(name, &place, reading)?;
                let alpha = field.map(|field| field.alpha.clone()).or_else(|| alpha.map(Quotient::constant));
                let alpha = alpha.ok_or_else(|| place.error("α is irrational, and there is no t"))?;
                // nα/(1 + (n−1)α)
                let denominator = &alpha.denominator + &times(&alpha.numerator, n.saturating_sub(1))?;
                Quotient { numerator: times(&alpha.numerator, n)?, denominator }
            }
        };
        Self::of(noise, outputs, n, &ground).map(Some).map_err(refused)
    }

    /// With that r on n answers.
    ///
    /// # Errors
    /// Numbers over the limits.
    pub(crate) fn of(
        noise: Quotient,
        outputs: Option<Vec<String>>,
        n: usize,
        ground: &Ground,
    ) -> Result<Self, Obstacle> {
        let times = |x: &Polynomial, n: usize| ground.product(x, &Polynomial::from(n));
        let own = &times(&(&noise.denominator - &noise.numerator), n)? + &noise.numerator;
        let (other, others) = (noise.numerator.clone(), times(&noise.numerator, n.saturating_sub(2))?);
        let row = |numerators: [&Polynomial; 3]| {
            let numerators = numerators.map(Clone::clone).to_vec();
            Ok(Fractions { denominator: times(&noise.denominator, n)?, numerators })
        };
        let table = vec![row([&own, &other, &others])?, row([&other, &own, &others])?];
        Ok(Self { noise, outputs, pair: Channel { outputs: None, table, width: 3, rounding: None, noise: None } })
    }
}

/// Whether X is written out: where there are few answers, or the gain is a table as large as X; where all of its
/// entries are rational and it has no `noise`, up to what a table may take.
fn is_written_out(file: &View, graph: &Graph, name: &str, has_noise: bool, reading: &Reading) -> bool {
    let n = graph.nodes() as u64;
    let bits = match name {
        "uniform" => Some(0),
        _ => reading.base.as_ref().map(|alpha| alpha.denom().bits()).filter(|_| !has_noise),
    };
    let most = MOST_BYTES.max(reading.limits.memory as u64);
    let fits = |bits: u64| n.saturating_mul(n).saturating_mul(bytes_of(bits)) <= most;
    let gain = file.field("gain").or_else(|| file.field("loss"));
    let is_table = gain.is_some_and(|gain| matches!(gain.value(), Value::Array(_)));
    n <= MOST_ANSWERS as u64 || is_table || bits.is_some_and(fits)
}
