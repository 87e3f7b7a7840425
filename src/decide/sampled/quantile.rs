//! Upper bounds of Clopper and Pearson in floating point: what the kernel then checks exactly.

#![allow(clippy::float_arithmetic, reason = "guesses, which the kernel checks exactly")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of a few digits, from 0 up")]

use dp_kernel::Bound;
use std::f64::consts::PI;

/// The most steps of Newton's method, which bisection helps.
const MOST_STEPS: usize = 200;

/// The bound for so many of so many runs, as ln p/(1 − p), where P(Bin(n, p) ≤ a) is the level; and how fast the
/// logarithm of that probability falls there.
pub(super) fn bound([a, n]: [u64; 2], level: f64) -> [f64; 2] {
    let (count, runs) = (a as f64, n as f64);
    // From the normal distribution, and well beyond on both sides.
    let guess = ((count + 1.0) / (runs - count + 0.5)).ln();
    let (mut low, mut high) = (guess - 60.0, guess + 60.0);
    let mut x = guess + (-2.0 * level.ln()).sqrt() * (1.0 / (count + 1.0) + 1.0 / (runs - count)).sqrt();
    for _ in 0..MOST_STEPS {
        let [value, slope] = tail([count, runs], x);
        let off = value - level.ln();
        if off > 0.0 {
            low = x
        } else {
            high = x
        }
        let next = x + off / slope;
        let next = if next > low && next < high { next } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * x.abs().max(1e-3) {
            return [next, slope];
        }
        x = next;
    }
    [x, tail([count, runs], x)[1]]
}

/// The bounds from below and from above for so many of so many runs, in floating point: for a picture.
#[cfg(feature = "page")]
pub(crate) fn interval([a, n]: [u64; 2], level: f64) -> [f64; 2] {
    let above = |a: u64, sign: f64, all: f64| {
        if a < n { 1.0 / (1.0 + (-sign * bound([a, n], level)[0]).exp()) } else { all }
    };
    [above(n.saturating_sub(a), -1.0, 0.0), above(a, 1.0, 1.0)]
}

/// ln P(Bin(n, p) ≤ a) at x = ln p/(1 − p), and minus its derivative by x.
fn tail([a, n]: [f64; 2], x: f64) -> [f64; 2] {
    let (p, q) = (1.0 / (1.0 + (-x).exp()), 1.0 / (1.0 + x.exp()));
    if a > n * p {
        // Not below 1/2, or little: there p is too small in any case.
        return [0.0, 0.0];
    }
    // The terms from a down, over that of a, which fall.
    let (mut term, mut sum, mut k) = (1.0, 1.0, a);
    while k > 0.0 && term > 1e-18 * sum {
        term *= k * q / ((n - k + 1.0) * p);
        sum += term;
        k -= 1.0;
    }
    [ln_probability([a, n], [p, q]) + sum.ln(), (n - a) * p / sum]
}

/// ln P(Bin(n, p) = a), by Loader's saddle-point expansion.
fn ln_probability([a, n]: [f64; 2], [p, q]: [f64; 2]) -> f64 {
    if a == 0.0 {
        return n * if p < 0.1 { (-p).ln_1p() } else { q.ln() };
    }
    let rest = n - a;
    let stirling = error(n) - error(a) - error(rest);
    stirling - deviance(a, n * p) - deviance(rest, n * q) + 0.5 * (n / (2.0 * PI * a * rest)).ln()
}

/// x·ln(x/m) + m − x.
fn deviance(x: f64, m: f64) -> f64 {
    let v = (x - m) / (x + m);
    if v.abs() > 0.1 {
        return x * (x / m).ln() + m - x;
    }
    let (mut sum, mut power, mut k) = ((x - m) * v, 2.0 * x * v, 1.0);
    loop {
        power *= v * v;
        k += 2.0;
        let next = sum + power / k;
        if next == sum {
            return sum;
        }
        sum = next;
    }
}

/// ln k! − ln √(2πk)·(k/e)^k.
fn error(k: f64) -> f64 {
    if k < 16.0 {
        let factorial: f64 = (1..=k as u32).map(|j| f64::from(j).ln()).sum();
        return factorial - (k + 0.5) * k.ln() + k - 0.5 * (2.0 * PI).ln();
    }
    let s = k * k;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / 1680.0 / s) / s) / s) / k
}

/// The number of the grid at or below p, where x = ln p/(1 − p).
pub(super) fn on_grid(x: f64) -> Bound {
    let part = 1.0 / (1.0 + x.abs().exp());
    let (mut places, mut digits) = (40u32, part * 2f64.powi(40));
    while digits < 2f64.powi(39) {
        (places, digits) = (places + 1, digits * 2.0);
    }
    if x <= 0.0 {
        return Bound { digits: digits as i64, places };
    }
    let above = Bound { digits: -(digits.ceil() as i64), places };
    // 1 − 2^40/2^e is a number of the binade before, or 1/2.
    match above.digits.unsigned_abs() {
        k if k < 1 << 40 && !(k == 1 << 39 && places == 40) => above,
        _ if places > 41 => Bound { digits: -(1 << 39), places: places - 1 },
        _ => Bound { digits: 1 << 39, places: 40 },
    }
}
