//! `bounded-range`: max L − min L ≤ ε for all neighbours i, h, L_o = ln(x_io/x_ho), over the outputs that either has
//! (Durfee, Rogers, Practical differentially private top-k selection with pay-what-you-get composition, 2019).
//!
//! Computed: `alpha_max` is the least of min(x_io/x_ho) / max(x_io/x_ho) over all pairs of neighbours, the same in both
//! orders; 0 where one of them alone has an output, 1 where there are no neighbours. max L − min L = −ln of the
//! quotient, so that the claim is −ln `alpha_max` ≤ ε, which is compared exactly.
//!
//! Of all uses of a composition the ratios of tuples are all products of the parts' own, the largest and the least of
//! them the products of the largest and of the least: the quotient is the product of the parts'.

use crate::case::Case;
use crate::check::core::alpha_max;
use crate::failure::{Failure, Why, refused};
use crate::list::first;
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason};
use dp_number::meter::{charge, steps};
use dp_number::{Fraction, Vector, logarithm};

/// What a pair and an output of it take beside the words of numbers.
const ON_PAIR: u64 = 1_024;
const ON_OUTPUT: u64 = 512;

pub(crate) fn check(case: &Case, epsilon: &Fraction) -> Result<Found, Failure> {
    let (parts, mut reason, mut least) = (case.uses(), None, Fraction::ONE);
    for i in 0..case.nodes() {
        for h in case.graph.neighbours(i).into_iter().filter(|h| *h > i) {
            charge(ON_PAIR)?;
            let (mut outputs, mut all) = (Vec::new(), Fraction::ONE);
            for (k, (part, times)) in parts.iter().enumerate() {
                match range(part, [i, h])? {
                    Ok((own, quotient)) => {
                        outputs.push(own);
                        all = &all * &quotient.power(*times);
                    }
                    Err((pair, output)) => {
                        let found = alpha_max::of_number(case, Found::new(Verdict::Fails), Fraction::ZERO)?;
                        let found = found.because(Reason::Diverge { pair, output: Some(output) });
                        return Ok(found.because(case.is_composed().then_some(Reason::InPart(k))));
                    }
                }
            }
            if case.compare(&all, &least)?.is_lt() {
                least = all.lowest();
                reason = Some(Reason::Range { pair: [i, h], outputs, quotient: least.clone() });
            }
        }
    }
    let Some(order) = logarithm::minus_ln(case.at, &least, epsilon)? else {
        return refused(Why::Open(vec![Name::EpsilonMin]));
    };
    let found = alpha_max::of_number(case, Found::new(Verdict::of(order.is_le())), least)?;
    Ok(found.because(reason))
}

/// The outputs with the least and the largest x_io/x_ho and the quotient of these; or an output that one alone has, and
/// that one first.
type Range = Result<([usize; 2], Fraction), ([usize; 2], usize)>;

fn range(case: &Case, [i, h]: [usize; 2]) -> Result<Range, Failure> {
    let [x, y] = case.pair([i, h])?;
    charge(steps(ON_OUTPUT, case.outputs() as u64, 1))?;
    let has = |row: &Vector, o: usize| Ok::<_, Failure>(case.sign(&row[o])?.is_gt());
    let mut both = Vec::new();
    for o in 0..case.outputs() {
        match (has(x, o)?, has(y, o)?) {
            (true, true) => both.push(o),
            (true, false) => return Ok(Err(([i, h], o))),
            (false, true) => return Ok(Err(([h, i], o))),
            (false, false) => {}
        }
    }
    let extreme = |[x, y]: [&Vector; 2]| {
        first(both.iter().map(|o| Ok(*o)), |o: &usize, known: &usize| {
            Ok(case.at.order_products([&x[*o], &y[*known]], [&x[*known], &y[*o]])?.is_lt())
        })
    };
    let (Some(low), Some(high)) = (extreme([x, y])?, extreme([y, x])?) else { return Ok(Ok(([0; 2], Fraction::ONE))) };
    let quotient = Fraction::new(&x[low] * &y[high], &y[low] * &x[high]).lowest();
    // Where it is α² as a function of t, as often: something short.
    let square = case.alpha.power(2);
    let [n, d] = [&quotient.numerator * &square.denominator, &quotient.denominator * &square.numerator];
    Ok(Ok(([low, high], if n == d { square } else { quotient })))
}
