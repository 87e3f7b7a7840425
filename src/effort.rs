//! The meter of the search: word operations, roughly, counted before they are done or as they are.
//!
//! All claims of a file together have one limit, or what is asked for has one and what is found beside it
//! another. They have it in their order, however they are worked on side by side: what comes of a file does not
//! depend on which was first. A search that is over the limit unwinds, as one that is interrupted does, and
//! leaves its claim undecided; a claim that takes little is decided, however much those before it have taken.

use crate::interrupt::checkpoint;
use crate::underway::Underway;
use dp_verify::error::Error;
use dp_verify::limits::{Budget, Limits};
use malachite::base::num::logic::traits::SignificantBits;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A claim that takes at most one in so many of the limit is decided whatever the others take, but see [`FEW`].
const SMALL: u64 = 1 << 6;

/// What all claims that are decided for being small may take together: one in so many of the limit.
const FEW: u64 = 8;

/// The word operations of a search are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spent;

/// Claims in a row whose sum is kept: what tens of thousands before one have taken is asked for at each.
const BLOCK: usize = 1 << 8;

/// What each claim of a file has taken so far.
#[derive(Debug)]
pub(crate) struct Claims {
    each: Vec<Taken>,
    /// What those of a block have taken together, each no more than it may.
    blocks: Vec<AtomicU64>,
    /// What all claims of a group may take together.
    most: u64,
    /// The same, or what the work that is done [`apart`] may take where the others leave it that: see [`of_a_share`].
    whole: u64,
    /// The first place of the second group, at which a block begins.
    second: usize,
    /// What a claim of each group may take whatever the others take.
    small: [u64; 2],
    /// Whether this is the meter of a part of one claim's work: it counts all that is done there. See [`apart`].
    apart: bool,
    /// What ends all of it.
    underway: Underway,
}

/// What one claim has taken.
#[derive(Debug, Default)]
struct Taken {
    /// Without what is counted with an earlier claim.
    used: AtomicU64,
    /// All that it depends on: it never falls, and is the same whoever was first.
    own: AtomicU64,
    /// What is for the check of the certificate.
    aside: AtomicU64,
}

/// What several claims depend on: it counts with the first of them, in the order of the claims.
#[derive(Debug, Default)]
pub(crate) struct First(Mutex<Option<usize>>);

impl Claims {
    /// None of so many has taken anything; all together may take `most`.
    pub(crate) fn new(count: usize, most: u64, underway: &Underway) -> Arc<Self> {
        Self::in_groups([count, 0], most, underway)
    }

    /// The same of two groups of so many, each of which may take `most`.
    pub(crate) fn in_groups(counts: [usize; 2], most: u64, underway: &Underway) -> Arc<Self> {
        Arc::new(Self::unused(counts, most, underway))
    }

    fn unused(counts: [usize; 2], most: u64, underway: &Underway) -> Self {
        let small = counts.map(|count| (most / SMALL).min(most / FEW / (count as u64).max(1)));
        let [first, others] = counts;
        let second = first.next_multiple_of(BLOCK);
        let count = if others == 0 { first } else { second + others };
        let each = (0..count).map(|_| Taken::default()).collect();
        let blocks = (0..count.div_ceil(BLOCK)).map(|_| AtomicU64::new(0)).collect();
        Self { each, blocks, most, whole: most, second, small, apart: false, underway: underway.clone() }
    }

    /// The place of the k-th claim of the second group.
    pub(crate) fn of_second(&self, k: usize) -> usize {
        self.second + k
    }

    fn small(&self, place: usize) -> u64 {
        self.small[usize::from(place >= self.second)]
    }

    /// Does what is to be done for the claim in this place.
    ///
    /// # Errors
    /// It, or this claim and those before it together, are over the limit.
    pub(crate) fn within<T>(self: &Arc<Self>, place: usize, work: impl FnOnce() -> T) -> Result<T, Spent> {
        let shared = Shared { claims: Arc::clone(self), place };
        let done = catch_unwind(AssertUnwindSafe(|| under(Some(&shared), work)));
        done.or_else(|panic| if panic.is::<Spent>() { Err(Spent) } else { resume_unwind(panic) })
    }

    /// Whether what this claim and those before it have taken is over the limit, once all are done.
    pub(crate) fn is_over(&self, place: usize) -> bool {
        self.own(place) > self.small(place) && self.until(place) > self.most
    }

    /// All that a claim depends on.
    fn own(&self, place: usize) -> u64 {
        self.each.get(place).map_or(0, |taken| taken.own.load(Ordering::Relaxed))
    }

    /// Adds to that.
    fn depends_on(&self, place: usize, steps: u64) {
        let add = |own: u64| Some(own.saturating_add(steps));
        let _ = self.each.get(place).map(|taken| taken.own.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add));
    }

    /// What a claim has taken, and no more than it may: how far past the limit it was seen may vary.
    pub(crate) fn taken(&self, place: usize) -> u64 {
        self.each.get(place).map_or(0, |taken| taken.used.load(Ordering::Relaxed)).min(self.most)
    }

    /// Changes what a claim has taken; that before and after.
    fn change(&self, place: usize, to: impl Fn(u64) -> u64) -> Option<[u64; 2]> {
        let used = &self.each.get(place)?.used;
        let before = used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| Some(to(used))).ok()?;
        let after = to(before);
        if let Some(block) = self.blocks.get(place / BLOCK) {
            block.fetch_add(after.min(self.most).wrapping_sub(before.min(self.most)), Ordering::Relaxed);
        }
        Some([before, after])
    }

    /// What this claim and those of its group before it have taken.
    fn until(&self, place: usize) -> u64 {
        let (block, first) = (place / BLOCK, if place >= self.second { self.second / BLOCK } else { 0 });
        let before = self.blocks.iter().take(block).skip(first).map(|taken| taken.load(Ordering::Relaxed));
        before.chain((block * BLOCK..=place).map(|k| self.taken(k))).fold(0, u64::saturating_add)
    }

    /// What the claims of a group have taken together; of the two groups the larger sum.
    pub(crate) fn all(&self) -> u64 {
        let last = self.each.len().saturating_sub(1);
        let first = self.until(last.min(self.second.saturating_sub(1)));
        first.max(self.until(last)).min(self.most)
    }

    /// What of that is for the check of the certificate, once all are done: of claims that are over the limit there is
    /// nothing to check, however far they have come.
    pub(crate) fn aside(&self) -> u64 {
        let checked = (0..).zip(&self.each).filter(|(place, _)| !self.is_over(*place));
        checked.map(|(_, taken)| taken.aside.load(Ordering::Relaxed)).fold(0, u64::saturating_add).min(self.all())
    }
}

/// One claim's part in that.
#[derive(Debug, Clone)]
struct Shared {
    claims: Arc<Claims>,
    place: usize,
}

impl Shared {
    /// Counts; whether that is more than may be done.
    fn take(&self, steps: u64) -> bool {
        self.claims.depends_on(self.place, steps);
        let Some([before, now]) = self.claims.change(self.place, |used| used.saturating_add(steps)) else {
            return false;
        };
        let look = self.claims.small(self.place) + 1;
        now > self.claims.most || now / look > before / look && self.claims.is_over(self.place)
    }

    /// The same of what other claims depend on too: each counts it as its own, and the sum has it once.
    fn take_shared(&self, steps: u64, first: &First) -> bool {
        if self.claims.apart {
            return self.take(steps);
        }
        let mut first = first.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_some_and(|place| place <= self.place) {
            self.claims.depends_on(self.place, steps);
            return self.claims.is_over(self.place);
        }
        if let Some(later) = first.replace(self.place) {
            self.claims.change(later, |used| used.saturating_sub(steps));
        }
        self.take(steps)
    }

    /// What is left of its own, and of what the claims before it have left; a little is in any case.
    fn left(&self) -> u64 {
        let of_all = self.claims.most.saturating_sub(self.claims.until(self.place));
        of_all.max(self.claims.small(self.place).saturating_sub(self.claims.own(self.place)))
    }
}

thread_local! {
    static METER: RefCell<Option<Shared>> = const { RefCell::new(None) };
}

/// Does some work by a claim's meter, or by none; and then what was there before, whatever became of it.
fn under<T>(shared: Option<&Shared>, work: impl FnOnce() -> T) -> T {
    struct Restored(Option<Shared>);
    impl Drop for Restored {
        fn drop(&mut self) {
            METER.set(self.0.take());
        }
    }
    let _restored = Restored(METER.replace(shared.cloned()));
    work()
}

/// The meter of this thread, for others that work on the same claim.
#[derive(Clone)]
pub(crate) struct Here(Option<Shared>);

impl Here {
    /// Does some work by that meter.
    pub(crate) fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        under(self.0.as_ref(), work)
    }
}

/// See [`Here`].
pub(crate) fn here() -> Here {
    Here(METER.with_borrow(Clone::clone))
}

/// Both, side by side, by the meter of this thread.
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    let here = here();
    rayon::join(|| here.run(a), || here.run(b))
}

/// Counts word operations, roughly, and unwinds where no more are left, or where the search is interrupted or ended.
pub(crate) fn spend(steps: u64) {
    counted(|shared| shared.take(steps));
}

/// The same of what other claims depend on too.
pub(crate) fn spend_shared(steps: u64, first: &First) {
    counted(|shared| shared.take_shared(steps, first));
}

/// Counts by what says whether that is more than may be done, and unwinds if it is.
fn counted(take: impl FnOnce(&Shared) -> bool) {
    checkpoint();
    if METER.with_borrow(|meter| meter.as_ref().is_some_and(|of| take(of) || of.claims.underway.is_ended())) {
        resume_unwind(Box::new(Spent));
    }
}

/// Notes that so much of what is counted is for the check of the certificate; of what is done [`apart`] nothing is.
pub(crate) fn set_aside(steps: u64) {
    let aside = |shared: &Shared| {
        shared.claims.each.get(shared.place).map(|taken| taken.aside.fetch_add(steps, Ordering::Relaxed))
    };
    METER.with_borrow(|meter| meter.as_ref().map(aside));
}

/// Ends the claim of this thread as one that takes more than is left.
pub(crate) fn stop() -> ! {
    spend(u64::MAX);
    resume_unwind(Box::new(Spent))
}

/// The word operations that are left to the claim of this thread.
pub(crate) fn left() -> u64 {
    METER.with_borrow(|meter| meter.as_ref().map_or(u64::MAX, Shared::left))
}

/// Does some work by a meter of its own, within a limit that does not hang on what others have taken, and says what it
/// took, which is counted by whoever asks for it ([`spend`], [`spend_shared`]). Where the claim of this thread has less
/// left than that limit, and that is too little, the claim ends.
///
/// # Errors
/// It is over that limit.
pub(crate) fn apart<T>(most: u64, work: impl FnOnce() -> T) -> (Result<T, Spent>, u64) {
    let underway = METER.with_borrow(|meter| meter.as_ref().map(|shared| shared.claims.underway.clone()));
    let left = left();
    let claims = Claims::unused([1, 0], most.min(left), &underway.unwrap_or_default());
    let claims = Arc::new(Claims { apart: true, whole: most, ..claims });
    let done = claims.within(0, work).and_then(|done| if claims.is_over(0) { Err(Spent) } else { Ok(done) });
    if done.is_err() && left < most {
        stop();
    }
    (done, claims.taken(0))
}

/// Does some work with one in so many of what the claim of this thread would have left if it were the first, and counts
/// what it takes.
///
/// # Errors
/// It takes more.
pub(crate) fn of_a_share<T>(share: u64, work: impl FnOnce() -> T) -> Result<T, Spent> {
    let whole = |shared: &Shared| shared.claims.whole.saturating_sub(shared.claims.own(shared.place));
    let most = METER.with_borrow(|meter| meter.as_ref().map_or(u64::MAX, whole)) / share;
    let (done, taken) = apart(most, work);
    spend(taken);
    done
}

/// Does what a command asks for beside claims by a meter of its own.
///
/// # Errors
/// Those of the work, or that it is over the limit.
pub(crate) fn metered<T>(limits: &Limits, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    Claims::new(1, limits.search as u64, &Underway::default()).within(0, work).unwrap_or_else(|Spent| {
        let message = format!("a search that takes over {} word operations (--limit search=N)", limits.search);
        Err(Error::over_limit(String::new(), 0, message))
    })
}

/// Does what has limits of its own by no meter, whoever is the first to ask for it.
pub(crate) fn unmetered<T>(work: impl FnOnce() -> T) -> T {
    under(None, work)
}

/// The words of a number.
pub(crate) fn words<T>(x: &T) -> usize
where
    for<'a> &'a T: SignificantBits,
{
    usize::try_from(x.significant_bits() / 64).unwrap_or(usize::MAX).saturating_add(1)
}

/// So many products of integers of so many words: the square of these for short ones, less for long ones.
pub(crate) fn products(count: usize, words: usize) -> u64 {
    steps(count, words, 8 * words.isqrt())
}

/// a·b·c word operations.
pub(crate) fn steps(a: usize, b: usize, c: usize) -> u64 {
    (a as u64).saturating_mul(b as u64).saturating_mul(c as u64)
}

/// Steps of the verifier's own arithmetic, that a limit allows and the meter has left; what was taken of them is
/// counted in the end.
///
/// Who is refused some goes another way perhaps, which must not hang on what others have taken: where the limit would
/// have allowed it, and the meter has not so much left, the claim is over it, whatever comes of the other way.
#[derive(Debug)]
pub(crate) struct Counted {
    budget: Budget,
    most: u64,
    all: u64,
    /// What has been counted elsewhere.
    elsewhere: Cell<u64>,
}

impl Counted {
    pub(crate) fn new(most: usize) -> Self {
        // One more than is left, so that it shows when that is used up.
        let all = left().saturating_add(1).min(most as u64);
        let budget = Budget::new(usize::try_from(all).unwrap_or(usize::MAX));
        Self { budget, most: most as u64, all, elsewhere: Cell::new(0) }
    }

    /// Some of what is taken has been counted already.
    pub(crate) fn counted_elsewhere(&self, steps: u64) {
        self.elsewhere.set(self.elsewhere.get().saturating_add(steps));
    }
}

impl Deref for Counted {
    type Target = Budget;

    fn deref(&self) -> &Budget {
        &self.budget
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let taken = (self.all - self.budget.left()).saturating_sub(self.elsewhere.get());
        let is_spent = self.budget.lacked().is_some_and(|more| self.all.saturating_add(more) <= self.most);
        let steps = if is_spent { u64::MAX } else { taken };
        METER.with_borrow(|meter| meter.as_ref().map(|shared| shared.take(steps)));
    }
}

#[cfg(test)]
mod tests;
