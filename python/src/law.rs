//! The law of a function of Python: which run is next, and what runs have shown.

use crate::choices::asked as limits_of;
use crate::raised::Raised;
use crate::work::at_once;
use dp_certify::law::{Asked, Bounds, Explore, Made, Run, Walk, Wrong, found_once, looks_closer, of_nothing, resumed};
use dp_certify::{Limits, Mechanism};
use dp_verify::file::{Unusable, explain};
use dp_verify::law::{Choices, Head, Row};
use dp_verify::limits::Budget;
use pyo3::prelude::*;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// A run that is to be made: the place of the answer, the branches, and the probability of that, about.
type Next = Option<(usize, Vec<u32>, f64)>;

/// What is written of a law: the mechanism file, a report in words, how much is missing of each row, the hash of the
/// law's file, and whether more is to be looked at.
type Written = (String, String, Vec<String>, String, bool);

/// The tree of choices of a function.
#[pyclass(unsendable)]
#[derive(Debug)]
pub(crate) struct Explorer {
    of: Explore,
    asked: Asked,
    limits: Limits,
    walk: Option<Walk>,
}

fn wrong(py: Python<'_>, why: Wrong) -> PyErr {
    Raised::from(why.0).exception(py)
}

fn next(run: &Run) -> (usize, Vec<u32>, f64) {
    (run.answer, run.script.clone(), run.mass())
}

#[pymethods]
impl Explorer {
    /// Of a mechanism file without a mechanism; what is left of a row is 0 where all is looked at.
    #[new]
    #[pyo3(signature = (file, name, bounds, no_further_outputs, limits))]
    fn new(
        py: Python<'_>,
        file: String,
        name: String,
        bounds: (u64, Option<usize>, usize, f64),
        no_further_outputs: bool,
        limits: Vec<String>,
    ) -> PyResult<Self> {
        at_once(py, move || {
            let limits = limits_of(&limits)?;
            let asked = Asked { file, name, no_further_outputs };
            let mechanism = of_nothing(&asked, &limits).map_err(|e| Unusable::at("mechanism.json".as_ref(), e))?;
            let (runs, depth, outputs, left) = bounds;
            let depth = depth.unwrap_or_else(|| Bounds::depth_of(&mechanism));
            let bounds = Bounds { runs, depth, outputs, left };
            let of = Explore::new(Choices::new(mechanism, &limits), bounds, true);
            Ok(Self { of, asked, limits, walk: None })
        })
    }

    /// The names of the answers.
    fn answers(&self) -> Vec<String> {
        self.of.answers().to_vec()
    }

    /// A choice that is asked for in these words: its place, how many branches it has, the first that has a
    /// probability, and that.
    fn choice(&mut self, py: Python<'_>, words: &str) -> PyResult<(u32, usize, u32, f64)> {
        let place = self.of.choice(words).map_err(|why| {
            let path = self.walk.as_ref().map_or_else(String::new, |walk| format!("{}: ", self.of.path_of(walk)));
            Raised::from(path + &why).exception(py)
        })?;
        let (branches, first) = self.of.branches(place);
        Ok((place, branches, first, self.of.weight(place, first)))
    }

    /// The most choices of one run.
    fn depth(&self) -> usize {
        self.of.bounds.depth
    }

    /// The next run.
    fn next(&mut self) -> Next {
        let run = self.of.next_run()?;
        let found = next(&run);
        self.walk = Some(self.of.begin_run(run));
        Some(found)
    }

    /// The same run is made once more.
    fn again(&mut self) {
        self.walk = self.walk.take().map(|walk| self.of.begin_run(walk.into_run()));
    }

    /// The run asked for these choices.
    fn asked(&mut self, py: Python<'_>, choices: Vec<u32>) -> PyResult<()> {
        let Some(walk) = &mut self.walk else { return Ok(()) };
        choices.into_iter().try_for_each(|choice| self.of.asked(walk, choice).map(drop)).map_err(|why| wrong(py, why))
    }

    /// The run asked for these choices and came to a key: whether it is to go on.
    fn at(&mut self, py: Python<'_>, choices: Vec<u32>, key: &str) -> PyResult<bool> {
        self.asked(py, choices)?;
        let Some(walk) = &mut self.walk else { return Ok(true) };
        self.of.at(walk, key).map_err(|why| wrong(py, why))
    }

    /// The run asked for these choices and ended with that output, or was given up; the next run.
    fn ended(&mut self, py: Python<'_>, choices: Vec<u32>, output: Option<&str>) -> PyResult<Next> {
        self.asked(py, choices)?;
        match (self.walk.take(), output) {
            (Some(walk), Some(output)) => {
                self.of.ended(&walk, output).map_err(|why| wrong(py, why))?;
                self.walk = self.of.repeated(walk);
            }
            (Some(walk), None) => self.of.given_up(&walk),
            (None, _) => {}
        }
        match &self.walk {
            Some(walk) => Ok(Some(next(walk.run()))),
            None => Ok(self.next()),
        }
    }

    /// The run was stopped at a key that is known; the next run.
    fn stopped(&mut self) -> Next {
        self.walk = None;
        self.next()
    }

    /// The answer and the choices of the run, for people.
    fn path(&self) -> String {
        self.walk.as_ref().map_or_else(String::new, |walk| self.of.path_of(walk))
    }

    /// How many runs there were, and how much is left, about: of a row, or how many paths.
    fn far(&self) -> (u64, f64, bool) {
        (self.of.runs, self.of.left(), self.of.knows_mass())
    }

    /// Goes on with a law of this program that was written; what that takes for granted.
    fn resume(
        &mut self,
        py: Python<'_>,
        path: PathBuf,
        program: Vec<String>,
        files: Vec<(String, String)>,
    ) -> PyResult<Vec<String>> {
        let Self { of, .. } = self;
        at_once(py, || {
            let mut head = Head { program, files, ..Head::default() };
            resumed(of, &path, &mut head).map_err(|why| format!("{}: {why}", path.display()))?;
            of.bounds.runs = of.bounds.runs.saturating_add(of.runs);
            Ok(head.assumes)
        })
    }

    /// How much of a row is looked at.
    fn left(&self) -> f64 {
        self.of.bounds.left
    }

    /// Writes the law there, and makes the mechanism file; one that has not ended may look at more.
    fn write(
        &mut self,
        py: Python<'_>,
        path: PathBuf,
        program: Vec<String>,
        files: Vec<(String, String)>,
        assumes: Vec<String>,
        ended: bool,
    ) -> PyResult<Written> {
        let (of, asked, limits) = (&mut self.of, &self.asked, &self.limits);
        let head = Head { program, files, assumes, ..Head::default() };
        at_once(py, move || written(of, asked, (&head, &path, ended), limits))
    }
}

fn written(
    of: &mut Explore,
    asked: &Asked,
    (head, path, ended): (&Head, &Path, bool),
    limits: &Limits,
) -> Result<Written, Raised> {
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = open.map_err(|e| format!("{}: {}", path.display(), explain(&e)))?;
    let made = found_once(of, head, asked, &mut file, limits)?;
    let Made { text, law, rows } = made;
    let steps = Budget::new(limits.steps);
    let file = Mechanism::read(text.as_bytes(), limits).map_err(|e| Unusable::at("mechanism.json".as_ref(), e))?;
    let told = dp_verify::report::law(&law, &rows, &file, &file.ground(limits, &steps));
    let missing = |row: &Row| row.missing.as_ref().map_or_else(|| "0".to_owned(), |x| of.mechanism().written(x));
    let missing = rows.iter().map(missing).collect();
    let more = !ended && looks_closer(of, &rows);
    Ok((text, told, missing, law.sha256, more))
}
