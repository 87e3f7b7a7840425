//! How large a stranger's file may be before it is refused.

use crate::spelling::did_you_mean;
use std::cell::Cell;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bounds that are checked before anything is allocated, multiplied out or raised to a power.
///
/// Each has a flag: `--limit NAME=NUMBER` in both programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Nesting of JSON arrays and objects, and of parentheses in an expression.
    pub depth: usize,
    /// Characters of one number or expression.
    pub digits: usize,
    /// Magnitude of an exponent, decimal (`1e-3`) or of a power (`a^3`).
    pub exponent: usize,
    /// Bits of one number that an expression or a power of α grows to.
    pub bits: usize,
    /// Bytes that numbers and edges may take where the file gives a formula for them and not their text; a vector
    /// by cells may take an eighth.
    pub memory: usize,
    /// Word operations for all of a certificate's products, powers, comparisons and eliminations.
    pub steps: usize,
    /// Nodes of the graph, and databases of a query given by its answers.
    pub nodes: usize,
    /// Word operations, roughly, that the certifier spends on all claims of a file: three quarters of it at most on the
    /// search, the rest on the check of what it found. Nothing is searched for by the verifier.
    pub search: usize,
}

/// The usual `steps`, and the usual `search`; where a number of the machine has 32 bits, the most that it can be.
const STEPS: usize = at_most(1 << 32);
const SEARCH: usize = at_most(9 << 29);

#[expect(clippy::cast_possible_truncation, reason = "it is compared first")]
const fn at_most(n: u64) -> usize {
    if n > usize::MAX as u64 { usize::MAX } else { n as usize }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 1 << 26,
            depth: 64,
            digits: 1 << 17,
            exponent: 10_000,
            bits: 1 << 20,
            memory: 1 << 29,
            steps: STEPS,
            nodes: 20_000,
            search: SEARCH,
        }
    }
}

impl Limits {
    /// The names that [`Limits::set`] takes.
    pub const NAMES: [&'static str; 9] =
        ["bytes", "depth", "digits", "exponent", "bits", "memory", "steps", "nodes", "search"];

    /// What of `steps` the digits of a certificate may take to become numbers, beside the checks.
    pub fn steps_of_digits(&self) -> usize {
        self.steps / 4
    }

    /// What of `steps` the report may take for what is only shown, beside the checks.
    pub fn steps_of_report(&self) -> usize {
        self.steps / 2
    }

    /// Each of them by its name, in that order.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, usize)> + use<> {
        let &Self { bytes, depth, digits, exponent, bits, memory, steps, nodes, search } = self;
        let values: [_; Self::NAMES.len()] = [bytes, depth, digits, exponent, bits, memory, steps, nodes, search];
        Self::NAMES.into_iter().zip(values)
    }

    /// Sets one limit from the text `NAME=NUMBER`.
    ///
    /// # Errors
    /// A sentence for the user if the name is unknown or the number isn't one.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let expected = || format!("expected NAME=NUMBER with NAME one of {}", Self::NAMES.join(", "));
        let (name, number) = text.split_once('=').ok_or_else(expected)?;
        let number: usize = number.parse().map_err(|_| {
            let meant = whole(number).map_or_else(String::new, |n| format!("; did you mean {name}={n}?"));
            expected() + ", and NUMBER a whole number" + &meant
        })?;
        match name {
            "bytes" => self.bytes = number,
            // Reading recurses once a level: past this the stack would be at stake.
            "depth" => self.depth = number.min(1_000),
            "digits" => self.digits = number,
            "exponent" => self.exponent = number,
            "bits" => self.bits = number,
            "memory" => self.memory = number,
            "steps" => self.steps = number,
            "nodes" => self.nodes = number,
            "search" => self.search = number,
            _ => return Err(expected() + &did_you_mean(name, &Self::NAMES)),
        }
        Ok(())
    }
}

/// The whole number of `1e6`, `1_000_000`, `1,000,000`, `10 GB`, `2M`.
fn whole(text: &str) -> Option<u64> {
    let text: String = text.chars().filter(|c| !matches!(c, '_' | ',' | ' ')).collect();
    let text = text.to_lowercase();
    let (digits, unit) = text.split_at_checked(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))?;
    let places = match unit {
        "" => 0,
        "k" | "kb" => 3,
        "m" | "mb" => 6,
        "g" | "gb" => 9,
        _ => unit.strip_prefix('e')?.parse().ok()?,
    };
    digits.parse::<u64>().ok()?.checked_mul(10u64.checked_pow(places)?)
}

/// What several sizes come to, or the most that fits.
pub fn total<const N: usize>(sizes: [u64; N]) -> u64 {
    sizes.into_iter().fold(0, u64::saturating_add)
}

/// The 64-bit words of a number of so many bits.
pub fn words_of(bits: u64) -> u64 {
    (bits / 64).saturating_add(1)
}

/// What a limit is of, for [`note`]: `steps` is one of the file, one of the checks, and a part of it of digits and of
/// the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named like the limits")]
pub enum Of {
    Bytes,
    Depth,
    Digits,
    Exponent,
    Bits,
    Memory,
    StepsOfFile,
    StepsOfDigits,
    StepsOfChecks,
    StepsOfReport,
    Nodes,
    Search,
}

impl Of {
    /// The most that was used of it so far, in this process.
    fn used(self) -> &'static AtomicU64 {
        static USED: [AtomicU64; 12] = [const { AtomicU64::new(0) }; 12];
        let [bytes, depth, digits, exponent, bits, memory, of_file, of_digits, of_checks, of_report, nodes, search] =
            &USED;
        match self {
            Of::Bytes => bytes,
            Of::Depth => depth,
            Of::Digits => digits,
            Of::Exponent => exponent,
            Of::Bits => bits,
            Of::Memory => memory,
            Of::StepsOfFile => of_file,
            Of::StepsOfDigits => of_digits,
            Of::StepsOfChecks => of_checks,
            Of::StepsOfReport => of_report,
            Of::Nodes => nodes,
            Of::Search => search,
        }
    }
}

/// Notes a use of a limit, for `--limits`; nothing else depends on it.
pub fn note(of: Of, amount: u64) {
    of.used().fetch_max(amount, Ordering::Relaxed);
}

impl Limits {
    /// The table that `--limits` prints: the most that was used of each limit, and what it is; of checks and searches
    /// what it is for what is asked for.
    pub fn used(&self, asked: &Limits) -> String {
        let most = |of: Of| of.used().load(Ordering::Relaxed);
        let all = [
            ("bytes", "", Of::Bytes, self.bytes),
            ("depth", "", Of::Depth, self.depth),
            ("digits", "", Of::Digits, self.digits),
            ("exponent", "", Of::Exponent, self.exponent),
            ("bits", "", Of::Bits, self.bits),
            ("memory", "", Of::Memory, self.memory),
            ("steps", "of the file", Of::StepsOfFile, self.steps),
            ("steps", "of a certificate's digits", Of::StepsOfDigits, asked.steps_of_digits()),
            ("steps", "of its checks", Of::StepsOfChecks, asked.steps),
            ("steps", "of the report", Of::StepsOfReport, asked.steps_of_report()),
            ("nodes", "", Of::Nodes, self.nodes),
            ("search", "", Of::Search, asked.search),
        ];
        let mut table = format!("{:10} {:>14} {:>14}\n", "limit", "used at most", "of");
        // Nothing is searched for by the verifier.
        for (name, part, of, limit) in all.into_iter().filter(|(_, _, of, _)| *of != Of::Search || most(*of) > 0) {
            let line = format!("{name:10} {:>14} {limit:>14}  {part}", most(of));
            let _ = writeln!(table, "{}", line.trim_end());
        }
        table
    }
}

/// What is left of a limit that a whole file shares.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
    lacked: Cell<Option<u64>>,
    noted: Option<(Of, u64)>,
}

impl Budget {
    /// All of the limit.
    pub fn new(limit: usize) -> Self {
        Self { left: Cell::new(limit as u64), lacked: Cell::new(None), noted: None }
    }

    /// All of the limit; what was used of it is [noted](note) in the end.
    pub fn noted(limit: usize, of: Of) -> Self {
        Self { left: Cell::new(limit as u64), lacked: Cell::new(None), noted: Some((of, limit as u64)) }
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Takes that much, if it is there.
    pub fn take(&self, amount: u64) -> Option<()> {
        if let Some(more @ 1..) = amount.checked_sub(self.left()) {
            self.lacked.set(self.lacked().map_or(more, |least| more.min(least)).into());
        }
        self.left().checked_sub(amount).map(|left| self.left.set(left))
    }

    /// How much more would have been enough for the least that was refused, if anything was.
    pub fn lacked(&self) -> Option<u64> {
        self.lacked.get()
    }

    /// Puts so much of it out of reach, as if it had never been there.
    pub fn hold(&mut self, amount: u64) {
        self.left.set(self.left().saturating_sub(amount));
        self.noted = self.noted.map(|(of, all)| (of, all.saturating_sub(amount)));
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        if let Some((of, all)) = self.noted {
            note(of, all.saturating_sub(self.left()));
        }
    }
}
