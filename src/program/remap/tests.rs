use super::*;
use crate::linear::oracle::{Random, rational};

type Rows = Vec<Vec<Rational>>;

/// Rows of `width` weights below `most`, over their sums.
fn table(random: &mut Random, height: usize, width: usize, most: usize) -> Rows {
    let row = |random: &mut Random| {
        let mut weights: Vec<i64> = (0..width).map(|_| random.below(most) as i64).collect();
        weights[random.below(width)] += 1;
        let sum = weights.iter().sum();
        weights.into_iter().map(|x| rational(x, sum)).collect()
    };
    (0..height).map(|_| row(random)).collect()
}

fn times(y: &Rows, r: &Rows) -> Rows {
    let entry = |row: &Vec<Rational>, k: usize| row.iter().zip(r).map(|(y, r)| y * &r[k]).sum();
    y.iter().map(|row| (0..r[0].len()).map(|k| entry(row, k)).collect()).collect()
}

/// Whether X is Y·R, where what shows it shows it.
fn decided(x: &Rows, y: &Rows) -> bool {
    let (m, p) = (x[0].len(), y[0].len());
    match remap(x, y).unwrap() {
        Remap::Found(found) => {
            let r: Rows = found.to_rationals().chunks(m).map(<[Rational]>::to_vec).collect();
            assert!(found.is_nonnegative() && r.iter().all(|row| row.iter().sum::<Rational>() == 1));
            assert_eq!(times(y, &r), *x);
            true
        }
        Remap::None { w, nu } => {
            let (w, nu) = (w.to_rationals(), nu.to_rationals());
            for (o, k) in (0..p).flat_map(|o| (0..m).map(move |k| (o, k))) {
                assert!(y.iter().zip(w.chunks(m)).fold(nu[o].clone(), |sum, (y, w)| sum + &y[o] * &w[k]) >= 0);
            }
            let all = x.iter().flatten().zip(&w);
            assert!(all.fold(nu.iter().sum::<Rational>(), |sum, (x, w)| sum + x * w) < 0);
            false
        }
    }
}

#[test]
fn tables_of_all_shapes_are_remaps_or_refuted() {
    let mut counts = [0, 0];
    for seed in 0..300 {
        let mut random = Random(seed);
        let [n, p, m] = [(); 3].map(|()| 1 + random.below(6));
        let most = [2, 9, 1000][random.below(3)];
        let mut y = table(&mut random, n, p, most);
        if n > 2 && seed % 3 == 0 {
            y[1] = y[0].clone();
        }
        let x = match seed % 2 {
            0 => times(&y, &table(&mut random, p, m, most)),
            _ => table(&mut random, n, m, most),
        };
        let found = decided(&x, &y);
        assert!(found || seed % 2 == 1, "seed {seed}");
        counts[usize::from(found)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

#[test]
fn a_table_of_fourteen_rows_is_a_remap_of_sixteen_outputs() {
    let mut random = Random(14);
    let y = table(&mut random, 14, 16, 100);
    let mut x = times(&y, &table(&mut random, 16, 16, 100));
    assert!(decided(&x, &y));
    // Now one that is told apart by less than a float sees.
    let tiny = Rational::ONE / Rational::from(1u64 << 60);
    x[3] = x[3]
        .iter()
        .enumerate()
        .map(|(k, x)| x * (Rational::ONE - &tiny) + if k == 5 { tiny.clone() } else { Rational::ZERO })
        .collect();
    decided(&x, &y);
}

/// Rows that differ by less than a float sees.
#[test]
fn almost_equal_rows_are_told_apart() {
    let mut random = Random(3);
    let tiny = Rational::ONE / Rational::from(1u64 << 62);
    let near = |rows: Rows| -> Rows {
        let base = rows[0].clone();
        let mix = |row: &Vec<Rational>| row.iter().zip(&base).map(|(a, b)| b + (a - b) * &tiny).collect();
        rows.iter().map(mix).collect()
    };
    for _ in 0..20 {
        let y = near(table(&mut random, 4, 6, 50));
        assert!(decided(&times(&y, &table(&mut random, 6, 5, 50)), &y));
        decided(&near(table(&mut random, 4, 5, 50)), &y);
    }
}

#[test]
fn what_is_no_pair_of_tables_is_refused() {
    let one = vec![vec![Rational::ONE]];
    assert_eq!(remap(&[], &[]), Err(NoRemap::Shape));
    assert_eq!(remap(&one, &[]), Err(NoRemap::Shape));
    assert_eq!(remap(&one, &[vec![Rational::ONE], vec![Rational::ONE]]), Err(NoRemap::Shape));
    assert_eq!(remap(&[Vec::new()], &one), Err(NoRemap::Shape));
    let wide = vec![vec![Rational::ONE; 2_000]; 2_000];
    assert_eq!(remap(&wide, &wide), Err(NoRemap::TooLarge));
}
