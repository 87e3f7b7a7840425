//! CPLEX's LP format, in integers: the objective is times the least common denominator of its coefficients, a privacy
//! constraint times the denominator of α, so that a reader of integers, decimals or fractions reads the same program.
//! Bounds x ≥ 0 are the format's default. Lines are broken between terms, never within a number.

use super::comment::{self, WIDTH};
use super::program::Program;
use crate::linear::Vector;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use std::io::{self, Write};

/// Writes the program.
///
/// Cost: a pass over the nodes and arcs for each guess.
pub(super) fn write(program: &Program, out: &mut dyn Write) -> io::Result<()> {
    let scale = scale(program);
    comment::write('\\', &program.title, out)?;
    let said = if scale == 1 {
        "The objective is the utility itself.".to_owned()
    } else {
        format!("The objective is the utility times {scale}")
    };
    comment::write('\\', &["Every x is at least 0, the format's default.".into(), said], out)?;
    writeln!(out, "Maximize")?;
    objective(program, &scale, out)?;
    writeln!(out, "Subject To")?;
    for i in 0..program.nodes() {
        let mut line = Line::start(format!(" r_{i}:"), out)?;
        for w in 0..program.guesses() {
            line.term(&Integer::ONE, i, w)?;
        }
        line.end(" = 1")?;
    }
    for w in 0..program.guesses() {
        for (i, h) in program.arcs() {
            let (p, q) = program.ratio((i, h));
            let minus_p = -p;
            let mut line = Line::start(format!(" p_{i}_{h}_{w}:"), out)?;
            line.term(&q, h, w)?;
            line.term(&minus_p, i, w)?;
            line.end(" >= 0")?;
        }
    }
    writeln!(out, "End")
}

/// The least D > 0 such that every D·c_w(i) is an integer.
fn scale(program: &Program) -> Integer {
    let common = |sum: Integer, gains: &Vector| {
        Integer::from(sum.unsigned_abs().lcm(gains.denominator().unsigned_abs_ref().clone()))
    };
    program.gains.iter().fold(Integer::ONE, common)
}

fn objective(program: &Program, scale: &Integer, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Line::start(" utility:".into(), out)?;
    for (w, gains) in program.gains.iter().enumerate() {
        let factor = scale.div_exact(gains.denominator());
        for (i, gain) in gains.numerators().iter().enumerate().filter(|(_, gain)| **gain != 0) {
            line.term(&(gain * &factor), i, w)?;
        }
    }
    if line.first {
        line.term(&Integer::ZERO, 0, 0)?;
    }
    line.end("")
}

/// A sum of terms, broken between them.
struct Line<'a> {
    out: &'a mut dyn Write,
    column: usize,
    first: bool,
}

impl<'a> Line<'a> {
    fn start(head: String, out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(head.as_bytes())?;
        Ok(Self { out, column: head.len(), first: true })
    }

    /// Adds coefficient·x_i_w.
    fn term(&mut self, coefficient: &Integer, i: usize, w: usize) -> io::Result<()> {
        let sign = match (*coefficient < 0, self.first) {
            (true, _) => "- ",
            (false, true) => "",
            (false, false) => "+ ",
        };
        let size = coefficient.unsigned_abs_ref();
        let term = if *size == 1 { format!("{sign}x_{i}_{w}") } else { format!("{sign}{size} x_{i}_{w}") };
        if !self.first && self.column + 1 + term.len() > WIDTH {
            self.out.write_all(b"\n ")?;
            self.column = 1;
        }
        self.first = false;
        self.column += 1 + term.len();
        write!(self.out, " {term}")
    }

    fn end(self, tail: &str) -> io::Result<()> {
        writeln!(self.out, "{tail}")
    }
}
