//! RAPPOR by its parameters, on all codes of h of k bits.

use super::wishes::number_of;
use dp_verify::text::count;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The most bits, and the most entries that are written out.
const MOST_BITS: usize = 12;
const MOST_ENTRIES: usize = 1 << 17;

/// f, p, q, h and k.
#[derive(Debug, Clone)]
pub(super) struct Rappor {
    /// With which probability a bit is told as 1 where it is set and where not: q* and p* of a report, 1 - f/2 and f/2
    /// of the permanent response.
    told: [Rational; 2],
    hashes: usize,
    bits: usize,
    is_report: bool,
}

impl Rappor {
    /// Of `f=1/2,p=1/4,q=3/4,h=2,k=8`; without p and q the permanent response.
    ///
    /// # Errors
    /// In a sentence: a parameter that is unknown, missing, none, or given twice; too many bits.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        const EXAMPLE: &str =
            "expected --parameters f=1/2,p=1/4,q=3/4,h=2,k=8, or without p and q for the permanent response";
        let mut found: [Option<&str>; 5] = [None; 5];
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(|| format!("found {part:?}, {EXAMPLE}"))?;
            let place = ["f", "p", "q", "h", "k"].iter().position(|known| *known == key.trim());
            let place = place.ok_or_else(|| format!("found {:?}, {EXAMPLE}", key.trim()))?;
            if found[place].replace(value.trim()).is_some() {
                return Err(format!("found {} a second time, {EXAMPLE}", key.trim()));
            }
        }
        let number = |name: &str, text: Option<&str>| {
            let text = text.ok_or_else(|| format!("{name} is missing, {EXAMPLE}"))?;
            let x = number_of(text).filter(|x| *x >= 0u32 && *x <= 1u32);
            x.ok_or_else(|| format!("{name} is {text:?}, expected a rational from 0 to 1"))
        };
        let count = |name: &str, text: Option<&str>| {
            let text = text.ok_or_else(|| format!("{name} is missing, {EXAMPLE}"))?;
            let n = text.parse::<usize>().ok().filter(|n| (1..=MOST_BITS).contains(n));
            n.ok_or_else(|| format!("{name} is {text:?}, expected a whole number from 1 to {MOST_BITS}"))
        };
        let [f, p, q, h, k] = found;
        let (f, hashes, bits) = (number("f", f)?, count("h", h)?, count("k", k)?);
        if hashes > bits {
            return Err(format!("{hashes} hash functions and {bits} bits, expected no more hash functions than bits"));
        }
        let half = &f / Rational::from(2);
        let (told, is_report) = match (p, q) {
            (None, None) => ([Rational::ONE - &half, half], false),
            (p, q) => {
                let (p, q) = (number("p", p)?, number("q", q)?);
                let mixed = half * (&p + &q);
                let star = |x: &Rational| &mixed + (Rational::ONE - &f) * x;
                ([star(&q), star(&p)], true)
            }
        };
        let made = Self { told, hashes, bits, is_report };
        let entries = made.codes().len().saturating_mul(1 << bits);
        if entries > MOST_ENTRIES {
            return Err(format!(
                "{entries} entries, expected at most {MOST_ENTRIES}: fewer bits tell the same, from k = 2h on"
            ));
        }
        Ok(made)
    }

    /// What the mechanism is called besides.
    pub(super) fn title(&self) -> String {
        let what = if self.is_report { "one report" } else { "the permanent response" };
        let [set, other] = &self.told;
        format!(
            "({what} of {} and {}: a bit is told as 1 with probability {set} where it is set, else {other})",
            count(self.hashes, "hash function"),
            count(self.bits, "bit")
        )
    }

    /// All codes, in the order of their first bits.
    pub(super) fn codes(&self) -> Vec<usize> {
        let mut codes: Vec<usize> =
            (0..1_usize << self.bits).filter(|x| x.count_ones() as usize == self.hashes).collect();
        codes.reverse();
        codes
    }

    /// The reports as outputs' names, the first bit first.
    pub(super) fn outputs(&self) -> Vec<String> {
        (0..1_usize << self.bits).map(|output| format!("{output:0width$b}", width = self.bits)).collect()
    }

    /// The largest α for which it is private: with r = min(p*/q*, q*/p*) and r' the same of 1 - p* and 1 - q*,
    /// (r·r')^d, where d = min(h, k - h) is the most bits that one code has and another has not. Two such codes differ
    /// in 2d bits, and one of them is told to be set as the first, the other not; all other bits are alike for both.
    /// Codes that share no bit, d = h, are there from k = 2h on. 1 where there is one code only; 0 where some report is
    /// possible for one code only.
    ///
    /// Source: Erlingsson, Pihur, Korolova, *RAPPOR* (2014), Theorems 1 and 2.
    pub(super) fn alpha_max(&self) -> Rational {
        let d = self.hashes.min(self.bits - self.hashes);
        let [set, other] = &self.told;
        let ratio = |x: &Rational, y: &Rational| {
            let (low, high) = if x < y { (x, y) } else { (y, x) };
            if *high == 0u32 { Rational::ONE } else { low / high }
        };
        let both = ratio(set, other) * ratio(&(Rational::ONE - set), &(Rational::ONE - other));
        if d == 0 { Rational::ONE } else { both.pow(d as u64) }
    }

    /// The rows: each bit by itself.
    ///
    /// Shape: a row for each of C(k, h) codes, an entry for each of 2^k reports.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let bit = |is_set: bool, is_told: bool| {
            let x = &self.told[usize::from(!is_set)];
            if is_told { x.clone() } else { Rational::ONE - x }
        };
        // By how many bits are set and told, set and not told, told only, and neither.
        let powers = |is_set, is_told| -> Vec<Rational> {
            (0..=self.bits as u64).map(|k| bit(is_set, is_told).pow(k)).collect()
        };
        let (both, lost, false_one, neither) =
            (powers(true, true), powers(true, false), powers(false, true), powers(false, false));
        let entry = |code: usize, output: usize| {
            let told = (code & output).count_ones() as usize;
            let wrong = (!code & output).count_ones() as usize;
            let rest = self.bits - self.hashes - wrong;
            (&both[told] * &lost[self.hashes - told] * &false_one[wrong] * &neither[rest]).to_string()
        };
        self.codes()
            .into_iter()
            .map(|code| (0..1_usize << self.bits).map(|output| entry(code, output)).collect())
            .collect()
    }
}
