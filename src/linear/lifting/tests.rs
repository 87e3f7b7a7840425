use super::*;
use crate::linear::oracle::Random;

#[test]
fn a_fraction_is_found_from_its_residue() {
    let modulus = Integer::from(1_000_003u32);
    // −7/12: 12·x ≡ −7.
    let value = (0..1_000_003u32).map(Integer::from);
    let residue = |x: &Integer| (x * Integer::from(12) + Integer::from(7)).mod_op(&modulus) == 0;
    let value = value.into_iter().find(residue).unwrap();
    let found = reconstruct(&value, &modulus, 8, 8);
    assert_eq!(found, Some((Integer::from(-7), Integer::from(12))));
    assert_eq!(reconstruct(&value, &modulus, 2, 2), None);
}

#[test]
fn quotients_by_leading_words_give_the_first_short_remainder() {
    // Step by step.
    let plain = |value: &Natural, modulus: &Natural, bits: u64| {
        let (mut before, mut now) = (modulus.clone(), value.clone());
        let (mut cofactor_before, mut cofactor, mut negative) = (Natural::ZERO, Natural::ONE, false);
        while now.significant_bits() > bits {
            let (quotient, rest) = before.div_mod(&now);
            (before, now) = (now, rest);
            (cofactor_before, cofactor) = (cofactor.clone(), cofactor_before + quotient * cofactor);
            negative = !negative;
        }
        (Integer::from_sign_and_abs(!negative, now), Integer::from(cofactor))
    };
    let mut random = Random(1);
    let mut long = |words: u64, ones: bool| {
        // Long runs of zeros and ones as well, where quotients are long.
        let half = |random: &mut Random| random.below(1 << 32) as u64;
        let word = |random: &mut Random| {
            if ones { u64::MAX * (random.below(2) as u64) } else { (half(random) << 32) + half(random) }
        };
        Natural::from_owned_limbs_asc((0..words).map(|_| word(&mut random)).chain([1]).collect())
    };
    for words in 1..40 {
        for ones in [false, true] {
            let (x, y) = (long(words, ones), long(words, false));
            let (value, modulus) = if x < y { (x, y) } else { (y, x) };
            for bits in [1, 31, 32 * words, 64 * words - 3] {
                let room = modulus.significant_bits();
                let found = reconstruct(&Integer::from(&value), &Integer::from(&modulus), bits, room);
                assert_eq!(found, Some(plain(&value, &modulus, bits)), "{words} words, {bits} bits");
            }
        }
    }
}
