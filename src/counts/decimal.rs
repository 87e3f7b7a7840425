//! Numbers compared as they are written, exactly: no float, and no power of ten multiplied out.

use crate::table::Number;
use dp_verify::limits::Limits;
use std::cmp::Ordering;

/// A number within the usual limits.
pub(super) fn number(text: &str) -> Result<Number<'_>, String> {
    Number::within(text, &Limits::default())
}

/// Which of two numbers is the larger; `1e-3` and `0.001` are equal.
pub(super) fn compare(x: &Number, y: &Number) -> Ordering {
    let (Some(x_size), Some(y_size)) = (Size::of(x), Size::of(y)) else { return x.value().cmp(&y.value()) };
    match (x_size.sign, y_size.sign) {
        (0, 0) => Ordering::Equal,
        (1, 1) => x_size.compare(&y_size),
        (-1, -1) => y_size.compare(&x_size),
        (sign, other) => sign.cmp(&other),
    }
}

/// How large a decimal is: 0.d₁d₂…·10^point with d₁ ≠ 0, of either sign.
struct Size<'a> {
    sign: i8,
    point: i128,
    whole: &'a [u8],
    fraction: &'a [u8],
}

impl<'a> Size<'a> {
    /// `None` of a fraction.
    fn of(number: &'a Number) -> Option<Self> {
        let Number::Decimal { minus, whole, fraction, exponent } = number else { return None };
        let (whole, fraction) = (zeros_left_out(whole.as_bytes()), fraction.as_bytes());
        let digits = if whole.is_empty() { zeros_left_out(fraction) } else { fraction };
        let zeros = fraction.len() - digits.len();
        let point = i128::from(*exponent) + whole.len() as i128 - zeros as i128;
        let sign = match () {
            () if whole.is_empty() && digits.is_empty() => 0,
            () if *minus => -1,
            () => 1,
        };
        Some(Self { sign, point, whole, fraction: digits })
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.point.cmp(&other.point).then_with(|| {
            let (mut these, mut those) = (self.digits(), other.digits());
            loop {
                let digits = (these.next(), those.next());
                let order = digits.0.unwrap_or(b'0').cmp(&digits.1.unwrap_or(b'0'));
                if order != Ordering::Equal || digits == (None, None) {
                    return order;
                }
            }
        })
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.iter().chain(self.fraction).copied()
    }
}

fn zeros_left_out(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|&&b| b == b'0').count()..]
}

/// Puts labels in order: by their numbers where all are numbers, or differ in one run of digits only; else by
/// their text. What that is, does not depend on where they stood.
pub fn sort(labels: &mut [String]) {
    labels.sort_unstable();
    let mut order: Vec<usize> = (0..labels.len()).collect();
    if let Ok(numbers) = labels.iter().map(|label| number(label)).collect::<Result<Vec<_>, _>>() {
        order.sort_by(|&i, &j| compare(&numbers[i], &numbers[j]));
    } else if let Some(numbers) = crate::table::numbers(labels) {
        order.sort_by_key(|&i| numbers[i]);
    }
    let sorted: Vec<String> = order.iter().map(|&i| labels[i].clone()).collect();
    labels.clone_from_slice(&sorted);
}
