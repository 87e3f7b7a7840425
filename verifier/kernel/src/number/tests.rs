use super::{BigInt, Number, Ordering};
use crate::meter::Meter;

#[test]
fn there_is_one_way_to_write_each_integer() {
    let meter = Meter::new(1 << 20, 8, 1 << 10, 1 << 20);
    for end in [i64::MIN, i64::MAX] {
        let word = Number::from(end);
        for apart in [-5i64, -1, 0, 1, 5, 1 << 40] {
            let sum = Number::from(BigInt::from(end) + apart).plus(&Number::from(-apart), &meter);
            assert_eq!(sum, word, "{apart}");
            assert_eq!(sum.integer_order(&word), Some(Ordering::Equal), "{apart}");
            let far = Number::from(BigInt::from(1) << 70);
            let sum = far.plus(&word, &meter).minus(&far, &meter);
            assert_eq!(sum, word);
        }
        assert_eq!(word.negated(&meter).negated(&meter), word);
        assert_eq!(word.negated(&meter).times(&Number::from(-1i64), &meter), Ok(word));
    }
}

#[test]
fn powers_by_squaring_or_over_a_limit() {
    let meter = Meter::new(1 << 20, 8, 1 << 10, 1 << 20);
    assert_eq!(Number::ONE.power(usize::MAX, &meter), Ok(Number::ONE));
    assert!(Number::from(2i64).power(usize::MAX, &meter).is_err());
    assert_eq!(Number::from(-1i64).power(3, &meter), Ok(Number::from(-1i64)));
}
