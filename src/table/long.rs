//! Long tables: a line for each entry, with the answer, the output and its probability, `A,yes,0.75`.

use super::cell::Cell;
use super::grid::{From, Grid};
use super::headings::{INPUTS, OUTPUTS, is_of_inputs};
use super::names::{ONE, all_fit, is_about};
use super::settings::Settings;
use super::{Number, shown};
use dp_verify::error::Error;
use dp_verify::text::count;
use malachite::rational::Rational;
use std::collections::{BTreeMap, HashMap};

/// How a long table was read.
pub(super) struct Read {
    /// How many lines it has below the names of its columns.
    lines: usize,
    /// How many entries had no line, and are 0.
    zeros: usize,
    /// What stands above the answers and the outputs.
    above: Option<[String; 2]>,
}

impl Read {
    pub(super) fn words(&self) -> String {
        let more = match self.zeros {
            0 => String::new(),
            1 => ", 1 entry without a line, which is 0".to_owned(),
            zeros => format!(", {zeros} entries without a line, which are 0"),
        };
        let lines = count(self.lines, "line");
        match &self.above {
            Some([input, output]) => format!(
                "{lines} of an answer (column {}), an output ({}) and its probability{more}",
                shown(input),
                shown(output)
            ),
            None => format!("{lines} of an answer, an output and its probability{more}"),
        }
    }
}

/// The same grid with a row for each answer, if it is long: said to be, or by what stands in it; and how many entries
/// nobody wrote, which are 0.
///
/// It is long without being said to where each line has two names and a number, no pair of names comes twice, and
/// every answer has every output. Which column has the answers is said by its name, or asked where the table on its
/// other side is one too. Where the names are numbers, the probabilities of each answer must sum to about 1 or
/// 100 too, and those that stand in a line must not.
///
/// # Errors
/// What could be either; what is said to be long and is not.
pub(super) fn wide<'a>(grid: Grid<'a>, settings: &Settings) -> Result<(Grid<'a>, Option<Read>), Error> {
    if settings.counts || settings.long == Some(false) {
        return Ok((grid, None));
    }
    let said = settings.long == Some(true);
    let Some(long) = Long::of(&grid, settings.transpose == Some(true)) else {
        return if said { Err(no_three(&grid)) } else { Ok((grid, None)) };
    };
    let entries = match long.entries() {
        Ok(entries) => entries,
        Err(twice) if said || long.known => return Err(twice),
        Err(_) => return Ok((grid, None)),
    };
    if !said {
        let (whole, fits) = (long.is_whole(&entries), long.fits());
        let rows: Vec<usize> = (long.first..grid.len()).collect();
        let as_rows = all_fit(&grid, &rows, 0) || all_fit(&grid, &rows, 1);
        match () {
            // Names among the numbers: no table of rows.
            () if long.is_named() && (whole || long.is_exact()) => {}
            () if long.is_named() => return if long.known { Err(long.lacks(&entries)) } else { Ok((grid, None)) },
            // Numbers that number nothing are no names.
            () if !long.is_numbered() => return Ok((grid, None)),
            () if long.known && !whole && !long.is_exact() => return Err(long.lacks(&entries)),
            // Rows that are divided by their sums may come to anything.
            () if whole && settings.normalise => return Err(long.ask()),
            () if (!fits || !whole && !long.is_exact()) && (as_rows || !long.has_probabilities()) => {
                return Ok((grid, None));
            }
            () if !fits || !whole && !long.is_exact() => return Err(long.ask()),
            () if whole && !as_rows && settings.nodes != Some(rows.len()) => {}
            () => return Err(long.ask()),
        }
    }
    if !long.is_whole(&entries) && !long.is_exact() {
        return Err(long.lacks(&entries));
    }
    if !said && !long.sided && long.fits_turned() && !long.is_symmetric(&entries) {
        return Err(long.ask_side());
    }
    let rows = long.rows(&entries);
    let zeros = rows.iter().flatten().filter(|from| **from == From::Zero).count();
    let (above, lines) = (long.names_above(), long.lines().len());
    Ok((grid.rearranged(&rows), Some(Read { lines, zeros, above })))
}

/// What a long table has.
struct Long<'g, 'a> {
    grid: &'g Grid<'a>,
    /// The first line below the names of the columns.
    first: usize,
    /// Which columns are the answers, the outputs and the numbers.
    columns: [usize; 3],
    /// Whether the columns have names that say that the table is long.
    known: bool,
    /// Whether one has a name that says which of the two it is.
    sided: bool,
    inputs: Vec<&'g str>,
    outputs: Vec<&'g str>,
}

impl<'g, 'a> Long<'g, 'a> {
    /// Three cells a line, or one more before them that counts the lines; the last of them a number. The output comes
    /// first where that is said, or by what stands above.
    fn of(grid: &'g Grid<'a>, said_turned: bool) -> Option<Self> {
        let width = grid.width(grid.len().checked_sub(1)?);
        let number = |i: usize, j: usize| Cell::of(grid.cell(i, j)).number().is_some();
        let short = usize::from(grid.width(0) + 1 == width);
        let header = short == 1 || !number(0, width - 1);
        let first = usize::from(header);
        let counts = |i: usize| {
            let n = Cell::of(grid.cell(i, 0)).number().and_then(|x| x.whole().map(str::to_owned));
            n.is_some_and(|n| n == (i - first).to_string() || n == (i - first + 1).to_string())
        };
        let before = match width {
            3 if short == 0 => 0,
            4 if (first..grid.len()).all(counts) => 1,
            _ => return None,
        };
        let all = grid.len() > first + 1 && (first..grid.len()).all(|i| grid.width(i) == width && number(i, width - 1));
        let odd = short == 0 && grid.width(0) != width;
        if !all || odd {
            return None;
        }
        let above = |j: usize| if header { grid.cell(0, j - short) } else { "" };
        let (x, y) = (before, before + 1);
        let (first_is, second_is) = (is_of_inputs(above(x)), is_of_inputs(above(y)));
        let turned = first_is != Some(true) && second_is != Some(false) && (first_is, second_is) != (None, None);
        let straight = first_is != Some(false) && second_is != Some(true) && (first_is, second_is) != (None, None);
        let sided = said_turned || turned != straight;
        let is = |j: usize, names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(above(j)));
        let known = is(x, &OUTPUTS) && is(y, &INPUTS) || is(x, &INPUTS) && is(y, &OUTPUTS);
        let columns = if turned != said_turned { [y, x, width - 1] } else { [x, y, width - 1] };
        let lines = first..grid.len();
        let inputs = names(lines.clone().map(|i| grid.cell(i, columns[0])));
        let outputs = names(lines.map(|i| grid.cell(i, columns[1])));
        let several = inputs.len() > 1 && outputs.len() > 1;
        several.then_some(Self { grid, first, columns, known, sided, inputs, outputs })
    }

    fn lines(&self) -> std::ops::Range<usize> {
        self.first..self.grid.len()
    }

    fn cell(&self, i: usize, which: usize) -> &'g str {
        self.grid.cell(i, self.columns[which])
    }

    /// In which line each pair is.
    fn entries(&self) -> Result<HashMap<(&'g str, &'g str), usize>, Error> {
        let mut entries = HashMap::new();
        for i in self.lines() {
            let pair = (self.cell(i, 0), self.cell(i, 1));
            if let Some(before) = entries.insert(pair, i) {
                let message = format!(
                    "found {}, {} again, which is in line {} already, expected a line for each pair of an answer and an output",
                    shown(pair.0),
                    shown(pair.1),
                    self.grid.line(before)
                );
                return Err(self.grid.error(i, self.columns[0], message));
            }
        }
        Ok(entries)
    }

    /// Whether every answer has every output.
    fn is_whole(&self, entries: &HashMap<(&str, &str), usize>) -> bool {
        self.inputs.len().checked_mul(self.outputs.len()) == Some(entries.len())
    }

    /// Whether some answer or some output is called by what is no number.
    fn is_named(&self) -> bool {
        let named = |name: &&str| !Cell::of(name).looks_like_number();
        self.outputs.iter().all(named) || self.known && self.inputs.iter().chain(&self.outputs).any(named)
    }

    /// Whether answers and outputs are called by whole numbers.
    fn is_numbered(&self) -> bool {
        let whole = |name: &&str| Cell::of(name).number().is_some_and(|x| x.whole().is_some());
        self.inputs.iter().chain(&self.outputs).all(whole)
    }

    /// Whether what stands behind the numbers that may be names are probabilities, and not whole numbers as these are.
    fn has_probabilities(&self) -> bool {
        let number = |i: usize| Cell::of(self.cell(i, 2)).number();
        let small = |i: usize| number(i).and_then(|x| x.about()).is_some_and(|x| (0..=ONE).contains(&x));
        let whole = |i: usize| number(i).is_none_or(|x| x.whole().is_some());
        self.lines().all(small) && !self.lines().all(whole)
    }

    /// About what the numbers of each answer come to: whether all of these are 1, or 100.
    fn fits(&self) -> bool {
        self.fits_by(0)
    }

    /// The same of each output.
    fn fits_turned(&self) -> bool {
        self.fits_by(1)
    }

    fn fits_by(&self, which: usize) -> bool {
        let mut sums: BTreeMap<&str, Option<i128>> = BTreeMap::new();
        for i in self.lines() {
            let about = Cell::of(self.cell(i, 2)).number().and_then(|x| x.about());
            let sum = sums.entry(self.cell(i, which)).or_insert(Some(0));
            *sum = sum.zip(about).and_then(|(sum, x)| sum.checked_add(x));
        }
        [1, 100].into_iter().any(|to| sums.values().all(|sum| is_about(*sum, to)))
    }

    /// Whether the table is the same on its other side.
    fn is_symmetric(&self, entries: &HashMap<(&str, &str), usize>) -> bool {
        let number = |i: usize| Cell::of(self.cell(i, 2)).number().and_then(|x| x.about());
        let other = |i: usize| entries.get(&(self.cell(i, 1), self.cell(i, 0))).copied();
        self.lines().all(|i| other(i).is_some_and(|j| number(i).is_some() && number(i) == number(j)))
    }

    /// What stands above the answers and the outputs.
    fn names_above(&self) -> Option<[String; 2]> {
        let short = self.grid.width(self.first) - self.grid.width(0);
        let name = |which: usize| self.grid.cell(0, self.columns[which] - short).to_owned();
        (self.first == 1).then(|| [name(0), name(1)])
    }

    /// Whether they sum to exactly 1, or 100, so that an entry without a line is 0.
    fn is_exact(&self) -> bool {
        // More digits than this add up to nothing people mean.
        let value = |number: Number| (number.bytes() < 400).then(|| number.value());
        let mut sums: BTreeMap<&str, Option<Rational>> = BTreeMap::new();
        for i in self.lines() {
            let x = Cell::of(self.cell(i, 2)).number().and_then(value);
            let sum = sums.entry(self.cell(i, 0)).or_insert_with(|| Some(Rational::from(0u32)));
            *sum = sum.take().zip(x).map(|(sum, x)| sum + x);
        }
        let to = |whole: u32| sums.values().all(|sum| sum.as_ref().is_some_and(|sum| *sum == whole));
        to(1) || to(100)
    }

    /// The rows: names above and beside.
    fn rows(&self, entries: &HashMap<(&str, &str), usize>) -> Vec<Vec<From>> {
        // The last that is collected is the first line with a name.
        let first_lines = |which: usize| -> HashMap<&str, From> {
            self.lines().rev().map(|i| (self.cell(i, which), From::Cell(i, self.columns[which]))).collect()
        };
        let (inputs, outputs) = (first_lines(0), first_lines(1));
        let place = |of: &HashMap<&str, From>, name: &str| of.get(name).copied().unwrap_or(From::Empty);
        let above = self.outputs.iter().map(|output| place(&outputs, output));
        let above = [From::Empty].into_iter().chain(above).collect();
        let row = |input: &&str| {
            let entry = |output: &&str| match entries.get(&(*input, *output)) {
                Some(&i) => From::Cell(i, self.columns[2]),
                None => From::Zero,
            };
            [place(&inputs, input)].into_iter().chain(self.outputs.iter().map(entry)).collect()
        };
        [above].into_iter().chain(self.inputs.iter().map(row)).collect()
    }

    fn ask(&self) -> Error {
        let line: Vec<String> = self.grid.cells(self.first, 0).map(shown).collect();
        let message = format!(
            "found {}: an answer, an output and its probability, or a row of {}? Say --long or --long=no",
            line.join(", "),
            count(line.len(), "number")
        );
        self.grid.error(self.first, 0, message)
    }

    fn ask_side(&self) -> Error {
        let line: Vec<String> = self.grid.cells(self.first, 0).map(shown).collect();
        let message = format!(
            "found {}: which comes first, the answer or the output? Both ways each answer's probabilities sum to 1. Say --long if \
             the answer does, and --long --transpose if the output does, or call the columns \"answer\" and \"output\"",
            line.join(", ")
        );
        self.grid.error(self.first, 0, message)
    }

    fn lacks(&self, entries: &HashMap<(&str, &str), usize>) -> Error {
        let pairs = self.inputs.iter().flat_map(|input| self.outputs.iter().map(move |output| (*input, *output)));
        let (input, output) = pairs.into_iter().find(|pair| !entries.contains_key(pair)).unwrap_or(("", ""));
        let of_input = self.lines().rev().find(|&i| self.cell(i, 0) == input).unwrap_or(self.first);
        let message = format!(
            "found no line for answer {} and output {}, expected one for each pair: where the others of an answer do not sum to \
             exactly 1, an entry without a line may be anything; write it, 0 if it is 0",
            shown(input),
            shown(output)
        );
        self.grid.error(of_input, 0, message)
    }
}

fn no_three(grid: &Grid) -> Error {
    let i = (0..grid.len()).find(|&i| grid.width(i) != 3).unwrap_or(0);
    let expected = "expected three with --long: the answer, the output and its probability, for at least two answers and two outputs";
    grid.error(i, 0, format!("found {} in a line, {expected}", count(grid.width(i), "cell")))
}

/// Names without repetition: by their size if all are numbers, else as they come.
fn names<'t>(all: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut seen: HashMap<&str, ()> = HashMap::new();
    let mut names: Vec<&str> = all.filter(|name| seen.insert(name, ()).is_none()).collect();
    let about = |name: &&str| Cell::of(name).number().and_then(|x| x.about());
    if names.iter().all(|name| about(name).is_some_and(|x| x.abs() < ONE * 1_000_000)) {
        names.sort_by_key(about);
    }
    names
}
