use super::{BigInt, Number, Ordering};
use crate::meter::Meter;

#[test]
fn there_is_one_way_to_write_each_integer() {
    for end in [i64::MIN, i64::MAX] {
        let word = Number::from(i128::from(end));
        for apart in [-5i64, -1, 0, 1, 5, 1 << 40] {
            let sum = &Number::from(BigInt::from(end) + apart) + &Number::from(i128::from(-apart));
            assert_eq!(sum, word, "{apart}");
            assert_eq!(sum.integer_order(&word), Some(Ordering::Equal), "{apart}");
            let far = Number::from(BigInt::from(1) << 70);
            assert_eq!(&(&far + &word) - &far, word);
        }
        assert_eq!(-&-&word, word);
        assert_eq!(&-&word * &Number::from(-1i128), word);
    }
}

#[test]
fn powers_by_squaring_or_over_a_limit() {
    let power = |n: i128, k| {
        Meter::new(1 << 20, 8, 1 << 10, 1 << 20).run(|| Ok::<_, crate::Obstacle>(Number::from(n).power(k)))
    };
    assert_eq!(power(1, usize::MAX), Ok(Number::ONE));
    assert!(power(2, usize::MAX).is_err());
    assert_eq!(power(-1, 3), Ok(Number::from(-1i128)));
}
