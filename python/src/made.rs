//! Mechanism files made of others, and questions beside the claims.

use crate::choices::{asked, limits};
use crate::raised::Raised;
use crate::work::run;
use dp_certify::construct::{Encoding, Kind, Noise, Wishes, construct as constructed};
use dp_certify::import::{Bound, Form, How, Normalised, Refusal, Table as Import, import, mechanism};
use dp_certify::repair::With;
use dp_certify::table::{Decimal, Delimiter, Lines, Order, Settings, Table, Thousands};
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::model::closed_form;
use dp_verify::spelling::one_of;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// How a table is read: delimiter, mark of decimals, of thousands, header, index, percent, and how it stands; what is
/// `None` is recognised.
pub(crate) type Reading =
    (Option<String>, Option<String>, Option<String>, Option<bool>, Option<bool>, Option<bool>, Standing);

/// How a table stands in its file: its lines, whether it is long, whether it is on its side, columns to leave out, and
/// which order its rows are taken in.
pub(crate) type Standing = (Option<String>, Option<bool>, Option<bool>, Vec<String>, Option<String>);

pub(crate) fn settings(reading: Reading, normalise: bool) -> Result<Settings, Raised> {
    let (delimiter, decimal, thousands, header, index, percent, standing) = reading;
    let (lines, long, transpose, drop, order) = standing;
    let lines = lines.map(|text| {
        Lines::named(&text).map_err(|expected| Raised::from(format!("lines: found \"{text}\", {expected}")))
    });
    let order = order.map(|text| match text.as_str() {
        "sorted" => Ok(Order::Sorted),
        "given" => Ok(Order::Given),
        _ => Err(Raised::from(format!("order: found \"{text}\", expected \"sorted\" or \"given\""))),
    });
    let (lines, order) = (lines.transpose()?, order.transpose()?);
    let delimiter = delimiter.map(|text| {
        Delimiter::named(&text).map_err(|expected| Raised::from(format!("delimiter: found \"{text}\", {expected}")))
    });
    let decimal = decimal.map(|text| match text.as_str() {
        "." | "point" => Ok(Decimal::Point),
        "," | "comma" => Ok(Decimal::Comma),
        _ => Err(Raised::from(format!("decimal: found \"{text}\", expected \"point\" or \"comma\""))),
    });
    let thousands = thousands.map(|text| match text.as_str() {
        "," | "comma" => Ok(Thousands::Comma),
        "." | "point" => Ok(Thousands::Point),
        " " | "blank" | "blanks" => Ok(Thousands::Blank),
        "'" | "apostrophe" => Ok(Thousands::Apostrophe),
        _ => Err(Raised::from(format!(
            "thousands: found \"{text}\", expected \"comma\", \"point\", \"blank\" or \"apostrophe\""
        ))),
    });
    let (delimiter, decimal, thousands) = (delimiter.transpose()?, decimal.transpose()?, thousands.transpose()?);
    let known = Settings { delimiter, decimal, thousands, header, index, percent, ..Settings::default() };
    Ok(Settings { lines, long, transpose, drop, order, normalise, ..known })
}

/// How far from 1 sums may be that rows are divided by; `None` where they are not to be divided.
fn bound(normalise: Option<&str>) -> Result<Option<Bound>, Raised> {
    let named = |text| if text == "" { Ok(Bound::usual()) } else { Bound::named(text) };
    normalise.map(named).transpose().map_err(|expected| Raised::from(format!("normalize: {expected}")))
}

fn at(path: &Path) -> impl Fn(Error) -> Raised + '_ {
    |e| Unusable::at(path, e).into()
}

/// A table as the `mechanism` of a file, the names of its rows, how many runs each is of where it has counts, and what
/// was recognised.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    bytes: Vec<u8>,
    path: PathBuf,
    reading: Reading,
    normalise: Option<String>,
    rounding: Option<String>,
    in_order: Option<String>,
    raised: Vec<String>,
) -> PyResult<(String, Option<Vec<String>>, Option<Vec<u64>>, String)> {
    run(py, move || {
        let limits = limits(&raised)?;
        let bound = bound(normalise.as_deref())?;
        let normalise = bound.is_some();
        let settings = Settings { rounding: rounding.clone(), ..settings(reading, normalise)? };
        let mut table = Table::read(&bytes, &settings, &limits).map_err(at(&path))?;
        table.arrange_as_said().map_err(at(&path))?;
        if let Some(graph) = in_order {
            table.expect_order(&graph).map_err(at(&path))?;
        }
        let how = How { normalise, weights: bound == Some(Bound::Weights), rounding: rounding.as_deref() };
        let made = mechanism(&table, &how, &limits).map_err(|refusal| match refusal {
            Refusal::Table(e) | Refusal::Query(e) => at(&path)(e),
        })?;
        let numbered = |labels: &Vec<String>| labels.iter().enumerate().all(|(i, label)| *label == i.to_string());
        let labels = table.labels().filter(|labels| !numbered(labels));
        if let (Some(normalised), Some(bound)) = (&made.normalised, &bound) {
            normalised.expect(bound).map_err(at(&path))?;
        }
        let runs = made.normalised.as_ref().and_then(Normalised::runs);
        let runs = runs.and_then(|runs| runs.iter().map(|runs| u64::try_from(runs).ok()).collect());
        let changed = made.normalised.map(|normalised| format!("; {}", normalised.in_words(Some(&table))));
        Ok((made.text, labels, runs, table.recognised() + &changed.unwrap_or_default()))
    })
}

/// The mechanism file of a table and a query file, and what was recognised.
#[pyfunction]
pub(crate) fn import_table(
    py: Python<'_>,
    bytes: Vec<u8>,
    name: String,
    query: (Vec<u8>, PathBuf),
    reading: Reading,
    normalise: Option<String>,
    raised: Vec<String>,
) -> PyResult<(String, Option<String>)> {
    run(py, move || {
        let form = Form::named(&name)
            .ok_or_else(|| format!("table: found \"{name}\", expected a name that ends in .csv, .tsv, .txt or .npy"))?;
        let bound = bound(normalise.as_deref())?;
        let normalise = bound.is_some();
        let settings = settings(reading, normalise)?;
        let weights = bound == Some(Bound::Weights);
        let table = Import { name: &name, form, bytes: &bytes, normalise, weights, settings };
        let made = import(&table, &query.0, &limits(&raised)?).map_err(|refusal| match refusal {
            Refusal::Table(e) => at(Path::new(&name))(e),
            Refusal::Query(e) => at(&query.1)(e),
        })?;
        if let (Some(normalised), Some(bound)) = (&made.normalised, &bound) {
            normalised.expect(bound).map_err(at(Path::new(&name)))?;
        }
        Ok((made.text, made.recognised))
    })
}

/// What is wished for beside the kind: prior, force, size, encoding, width, σ², cut, rate, noise and parameters.
#[rustfmt::skip]
type Wished = (
    Option<String>, bool, Option<usize>, Option<String>, Option<u32>, Option<String>, Option<usize>,
    Option<String>, Option<String>, Option<String>,
);

/// The mechanism file of a construction.
#[pyfunction]
pub(crate) fn construct(
    py: Python<'_>,
    kind: String,
    query: Vec<u8>,
    path: PathBuf,
    wishes: Wished,
    raised: Vec<String>,
) -> PyResult<String> {
    run(py, move || {
        let names = Kind::names();
        let found = Kind::named(closed_form(&kind).unwrap_or(&kind)).ok_or_else(|| {
            format!("kind: found \"{kind}\", {}", one_of(&kind, &names))
        })?;
        let (prior, force, size, encoding, width, sigma_squared, cut, rate, noise, parameters) = &wishes;
        let encoding = encoding.as_deref().map_or_else(|| Ok(Encoding::default()), bit_encoding)?;
        let wishes = Wishes {
            prior: prior.as_deref(),
            force: *force,
            size: *size,
            encoding,
            width: *width,
            sigma_squared: sigma_squared.as_deref(),
            cut: *cut,
            rate: rate.as_deref(),
            noise: noise.as_deref().map_or_else(|| Ok(Noise::default()), of_noisy_max)?,
            parameters: parameters.as_deref(),
        };
        constructed(found, &wishes, &query, &asked(&raised)?).map_err(at(&path))
    })
}

/// The noise of report noisy max, by its name.
fn of_noisy_max(name: &str) -> Result<Noise, String> {
    let names = Noise::ALL.map(Noise::name);
    let unknown =
        || format!("noise: found \"{name}\", {}", one_of(name, &names));
    Noise::named(name).ok_or_else(unknown)
}

/// How bits are told, by its name.
fn bit_encoding(name: &str) -> Result<Encoding, String> {
    let names = Encoding::ALL.map(Encoding::name);
    let unknown =
        || format!("encoding: found \"{name}\", {}", one_of(name, &names));
    Encoding::named(name).ok_or_else(unknown)
}

/// `dp-profile/1`.
#[pyfunction]
pub(crate) fn profile(py: Python<'_>, file: Vec<u8>, path: PathBuf, raised: Vec<String>) -> PyResult<String> {
    run(py, move || {
        let found = dp_certify::profile::at(&path, &file, &asked(&raised)?)?;
        Ok(found.to_json())
    })
}

/// `dp-trade-off/1`.
#[pyfunction]
pub(crate) fn trade_off(
    py: Python<'_>,
    file: Vec<u8>,
    path: PathBuf,
    pair: Option<(String, String)>,
    envelope: bool,
    raised: Vec<String>,
) -> PyResult<String> {
    use dp_certify::trade_off::Of;
    run(py, move || {
        let which = match &pair {
            Some((i, h)) => Of::Pair([i.as_str(), h.as_str()]),
            None if envelope => Of::Envelope,
            None => Of::Least,
        };
        let found = dp_certify::trade_off::at(&path, &file, which, &asked(&raised)?)?;
        Ok(found.to_json())
    })
}

/// `dp-pattern/1`, and the text.
#[pyfunction]
pub(crate) fn pattern(py: Python<'_>, file: Vec<u8>, path: PathBuf, raised: Vec<String>) -> PyResult<(String, String)> {
    run(py, move || {
        let found = dp_certify::pattern::pattern(&file, &limits(&raised)?).map_err(at(&path))?;
        Ok((found.to_json(), found.to_text()))
    })
}

/// `dp-repair/1`, the text, and the repaired mechanism's file. What is mixed in is a family's name, or a file.
#[pyfunction]
pub(crate) fn repair(
    py: Python<'_>,
    file: Vec<u8>,
    path: PathBuf,
    digits: Option<u32>,
    family: Option<String>,
    other: Option<(Vec<u8>, PathBuf)>,
    raised: Vec<String>,
) -> PyResult<(String, String, String)> {
    run(py, move || {
        let limits = limits(&raised)?;
        let family = family.map(|name| match closed_form(&name) {
            Some(known) => Ok(known),
            None => Err(Raised::from(format!("mixed_with: found \"{name}\", expected a closed form or a Mechanism"))),
        });
        let other = other.map(|(bytes, path)| {
            let mechanism = file::mechanism_at(&path, &bytes, &limits)?;
            Ok::<_, Raised>((path.to_string_lossy().into_owned(), mechanism))
        });
        let (family, other) = (family.transpose()?, other.transpose()?);
        let with = match (family, &other) {
            (Some("uniform") | None, None) => With::Uniform,
            (Some(name), _) if name != "uniform" => With::Family(name),
            (_, Some((name, other))) => With::File(name, other),
            _ => With::Uniform,
        };
        let found = dp_certify::repair::repair(&file, digits, with, &limits).map_err(at(&path))?;
        Ok((found.to_json(), found.to_text(), found.text.clone()))
    })
}
