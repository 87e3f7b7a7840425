//! What an input costs is in the meter: a mechanism file that is refused for its steps or its memory, or checked, takes
//! no more than twenty times the usual time of a step and the usual memory, and a floor for what every call does.
//!
//! Time is this thread's on its processor: what else the machine does is not in it.
#![no_main]

use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, sha256};
use libfuzzer_sys::fuzz_target;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A step is about a nanosecond.
const STEPS: usize = 1 << 24;
const MOST: Duration = Duration::from_millis(20 * 17 * 4 + 100);

const MEMORY: usize = 1 << 22;
const MOST_BYTES: usize = 20 * MEMORY + (1 << 23);

/// The system's allocator, which knows how much it has given at most.
struct Counted;

static GIVEN: AtomicUsize = AtomicUsize::new(0);
static MOST_GIVEN: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is the system's; numbers are kept beside it.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let given = GIVEN.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST_GIVEN.fetch_max(given, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        GIVEN.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// What this thread has taken of its processor so far.
fn taken() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes the time, and nothing else.
    assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) }, 0);
    Duration::new(time.tv_sec.try_into().expect("seconds"), time.tv_nsec.try_into().expect("nanoseconds"))
}

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { steps: STEPS, memory: MEMORY, ..Limits::default() };
    let (start, before) = (taken(), GIVEN.load(Ordering::Relaxed));
    MOST_GIVEN.store(before, Ordering::Relaxed);
    if let Ok(mechanism) = Mechanism::read(bytes, &limits) {
        let claims = "stochastic dp approximate-dp capacity expected-error".split(' ');
        let statements: Vec<String> =
            claims.map(|claim| format!(r#"{{"claim":"{claim}","verdict":"holds"}}"#)).collect();
        let certificate = format!(
            r#"{{"format":"dp-certificate/2","sha256":"{}","statements":[{}]}}"#,
            sha256(bytes),
            statements.join(",")
        );
        let _ = dp_verify::verify(&mechanism, certificate.as_bytes(), &limits);
    }
    // Of the file, of digits, of checks and of the report, each has its own.
    let time = taken() - start;
    assert!(time < MOST, "{time:?}");
    let bytes = MOST_GIVEN.load(Ordering::Relaxed) - before;
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
});
