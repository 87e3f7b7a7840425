//! What a check may cost: a ledger that every operation on numbers asks.
//!
//! Arithmetic on a [`Number`](crate::Number) is written with operators, and none of it is outside of the count. What
//! would go over a limit is 0 instead, or is not added, and from then on the ledger is spent: it grants nothing, no
//! sign is given ([`charge`] fails), and no work has a result but the limit. So a number that is wrong for want of
//! means never decides anything.
//!
//! That is so by three types, and nobody has to remember it. What is done within limits is `Work`, whose result comes
//! out by `done` alone, which looks at the ledger; [`Meter::run`] and [`trial`] have theirs from there. What is kept
//! for later is [`Kept`], which takes nothing while the ledger is spent.

use std::cell::Cell;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A limit on what a check may take: word operations, the degree of a polynomial, the bits of a number, the bytes of
/// numbers, those of what is found on all parts of an interval, or the nodes of a graph whose deciding priors are
/// listed. Or a place of a list that is not there: no file leads to it, and a mistake in here that did would prove
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named above, in their order")]
pub enum Limit {
    Steps,
    Degree,
    Bits,
    Memory,
    Parts,
    Nodes,
    Place,
}

/// Limits on word operations, and on how large numbers may grow.
#[derive(Debug)]
pub struct Meter {
    left: Cell<u64>,
    most: Most,
    highest: Cell<Most>,
}

/// The degree of a polynomial, the bits of a number, and the bytes that numbers may take.
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "named above, in their order")]
pub struct Most {
    pub degree: u64,
    pub bits: u64,
    pub memory: u64,
}

/// What a thread is counting. Outside of [`Meter::run`] it has no limit.
struct Ledger {
    left: Cell<u64>,
    most: Cell<Most>,
    highest: Cell<Most>,
    met: Cell<Option<Limit>>,
}

thread_local! {
    static LEDGER: Ledger = const {
        let most = Most { degree: u64::MAX, bits: u64::MAX, memory: u64::MAX };
        let highest = Cell::new(Most { degree: 0, bits: 0, memory: 0 });
        Ledger { left: Cell::new(u64::MAX), most: Cell::new(most), highest, met: Cell::new(None) }
    };
}

/// A polynomial may take this part of half of the memory.
const SHARE: u64 = 4;

impl Meter {
    /// Up to `steps` word operations, polynomials up to that degree, numbers of so many bits, and so many bytes.
    pub fn new(steps: u64, degree: u64, bits: u64, memory: u64) -> Self {
        Self { left: Cell::new(steps), most: Most { degree, bits, memory }, highest: Cell::default() }
    }

    /// What is left of the steps.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// The most that was asked for of each other limit so far.
    pub fn highest(&self) -> Most {
        self.highest.get()
    }

    /// Does some work by this meter.
    ///
    /// # Errors
    /// A limit that was met, whatever the work made of it; else the work's own.
    pub fn run<T, E: From<Limit>>(&self, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        LEDGER.with(|ledger| {
            let outer = (ledger.left.replace(self.left.get()), ledger.most.replace(self.most));
            let result = Work::of(work).done(true);
            self.highest.set(ledger.highest.get());
            self.left.set(ledger.left.replace(outer.0));
            ledger.most.set(outer.1);
            result
        })
    }
}

/// Does what may meet a limit that is no limit for what comes after it, unless no steps are left.
pub fn trial<T, E: From<Limit>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    Work::of(work).done(false)
}

/// What some work made of it, before anybody may look: its numbers are wrong if a limit was met.
struct Work<T, E> {
    result: Result<T, E>,
    /// What had been met before.
    before: Option<Limit>,
}

impl<T, E: From<Limit>> Work<T, E> {
    /// Does it, with no limit met at first.
    fn of(work: impl FnOnce() -> Result<T, E>) -> Self {
        let before = LEDGER.with(|ledger| ledger.met.replace(None));
        Self { result: work(), before }
    }

    /// Its result, unless a limit was met, or it was its `last` and no steps are left.
    fn done(self, last: bool) -> Result<T, E> {
        if last {
            // That it fails is noted.
            let _ = charge(0);
        }
        LEDGER.with(|ledger| ledger.met.replace(self.before)).map_or(self.result, |limit| Err(limit.into()))
    }
}

/// What was found once and is kept: nothing that was found when a limit had been met.
#[derive(Debug)]
pub struct Kept<T>(OnceLock<T>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Kept<T> {
    /// What is kept, if anything.
    pub fn get(&self) -> Option<&T> {
        self.0.get()
    }

    /// Keeps what was found, unless there is something.
    ///
    /// # Errors
    /// A limit has been met, and some of it may be wrong.
    pub fn keep(&self, found: T) -> Result<&T, Limit> {
        charge(0)?;
        Ok(self.0.get_or_init(|| found))
    }
}

/// The best that was found so far, and is kept.
#[derive(Debug)]
pub struct Best<T>(Mutex<Option<T>>);

impl<T> Default for Best<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Best<T> {
    /// What is kept if it is good enough, else what is found now.
    ///
    /// # Errors
    /// It is not found, or a limit has been met, and it may be wrong.
    pub fn or<E: From<Limit>>(
        &self,
        is_enough: impl FnOnce(&T) -> bool,
        find: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.as_ref().filter(|known| is_enough(known)) {
            return Ok(known.clone());
        }
        let found = find()?;
        charge(0)?;
        Ok(known.insert(found).clone())
    }
}

/// The bytes that numbers may take.
pub fn memory() -> u64 {
    LEDGER.with(|ledger| ledger.most.get().memory)
}

/// That lists of so many words, beside numbers, may be made: they may take an eighth of the memory.
pub fn room_beside(words: u64) -> Result<(), Limit> {
    if words.saturating_mul(8) <= memory() / 8 { Ok(()) } else { Err(over(Limit::Memory)) }
}

/// The bits that a number may have.
pub fn longest() -> u64 {
    LEDGER.with(|ledger| ledger.most.get().bits)
}

/// Takes the steps of something short.
pub fn count(steps: u64) {
    LEDGER.with(|ledger| ledger.left.set(ledger.left.get().saturating_sub(steps)));
}

/// Takes that many steps before they are done.
///
/// # Errors
/// No more are left, or another limit has been met.
pub fn charge(steps: u64) -> Result<(), Limit> {
    count(steps);
    LEDGER.with(|ledger| match ledger.met.get() {
        None if ledger.left.get() > 0 => Ok(()),
        met => Err(over(met.unwrap_or(Limit::Steps))),
    })
}

/// A limit is met.
fn over(limit: Limit) -> Limit {
    LEDGER.with(|ledger| ledger.met.set(Some(limit)));
    limit
}

/// There is nothing at a place that a check looks at.
pub fn missing() -> Limit {
    over(Limit::Place)
}

/// Notes what is asked for of the other limits.
fn asked(note: impl FnOnce(&mut Most)) {
    LEDGER.with(|ledger| {
        let mut most = ledger.highest.get();
        note(&mut most);
        ledger.highest.set(most);
    });
}

/// That so many numbers of so many words may be made: they may take half of the memory.
///
/// # Errors
/// They take more.
pub fn room(numbers: u64, words: u64) -> Result<(), Limit> {
    let bytes = numbers.saturating_mul(words.saturating_mul(8).saturating_add(32));
    asked(|most| most.memory = most.memory.max(bytes.saturating_mul(2)));
    if bytes <= memory() / 2 { Ok(()) } else { Err(over(Limit::Memory)) }
}

/// That a polynomial of this degree with coefficients of so many bits may be made.
pub fn size(degree: u64, bits: u64) -> Result<(), Limit> {
    asked(|most| (most.degree, most.bits) = (most.degree.max(degree), most.bits.max(bits)));
    let most = LEDGER.with(|ledger| ledger.most.get());
    if degree > most.degree || degree == u64::MAX {
        return Err(over(Limit::Degree));
    }
    if bits > most.bits {
        return Err(over(Limit::Bits));
    }
    // A short file must not ask for a long number as each of many coefficients.
    room(degree.saturating_add(1).saturating_mul(SHARE), words(bits))
}

/// The 64-bit words of a number of so many bits.
pub fn words(bits: u64) -> u64 {
    (bits / 64).saturating_add(1)
}

/// The steps of a pass over a number of so many bits.
pub fn pass(bits: u64) -> u64 {
    words(bits).saturating_add(2)
}

/// The steps of a product of numbers of so many words: one for each pair of them, a quarter less for each time that 32
/// words are doubled, as four products of halves are three then (Karatsuba).
pub fn of_product(x: u64, y: u64) -> u64 {
    let halvings = (x.min(y) / 32).checked_ilog2().unwrap_or(0);
    (0..halvings).fold(x.saturating_mul(y), |steps, _| (steps / 4).saturating_mul(3))
}

/// What several sizes come to.
pub fn total<const N: usize>(sizes: [u64; N]) -> u64 {
    sizes.into_iter().fold(0, u64::saturating_add)
}

/// a·b·c word operations.
pub fn steps(a: u64, b: u64, c: u64) -> u64 {
    a.saturating_mul(b).saturating_mul(c)
}
