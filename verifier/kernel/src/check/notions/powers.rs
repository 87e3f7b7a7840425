//! Uses whose likelihood ratios are powers of t: of randomised response, and of promises.
//!
//! Where each class of a part has the probabilities c·t^i and c·t^(e−i), c an integer and e one for the part, those of
//! all uses are c_s·t^s and c_s·t^(E−s), with E the sum of the e and Σ c_s·z^s = Π (Σ c·z^i)^k over the parts. Where
//! 0 < t < 1 their ratios fall as s rises. So no polynomial in t is made but the two sums for a set.

use super::classes::Classes;
use super::types::{self, Types, at_key};
use crate::case::Case;
use crate::failure::Failure;
use dp_number::list::List;
use dp_number::meter::{charge, count, missing, size};
use dp_number::{Limit, Number};

/// The steps of a term of a sum beside those of its number.
const OF_A_TERM: u64 = 64;

pub(crate) struct Powers {
    /// s and c_s, rising.
    terms: Vec<(usize, Number)>,
    /// E.
    all: usize,
    /// Whether numbers in t have their terms alone.
    is_sparse: bool,
}

impl Powers {
    /// Of classes that are used so often each, if they are of this kind. Cost: that of as many integers.
    pub(crate) fn of(case: &Case, parts: &[(&Classes, usize)]) -> Result<Option<Self>, Failure> {
        let (mut ones, mut all, mut is_sparse) = (Vec::new(), 0usize, false);
        for (classes, k) in parts {
            let (mut one, mut of_part) = (Types::new(), None);
            for [x, y] in &classes.masses {
                is_sparse |= x.terms().or(y.terms()).is_some();
                let [(i, c), (j, d)] = [x.without_t(), y.without_t()];
                let both = i.checked_add(j).and_then(|e| usize::try_from(e).ok());
                let key = i64::try_from(i).ok().filter(|_| both.is_some() && of_part.is_none_or(|e| Some(e) == both));
                let Some(key) = key.filter(|_| c == d && c.is_integer()) else { return Ok(None) };
                of_part = both;
                at_key(&mut one, vec![key], 1).iter_mut().for_each(|sum| *sum += &c);
            }
            let Some(e) = of_part else { return Ok(None) };
            all = e.checked_mul(*k).and_then(|e| all.checked_add(e)).ok_or(Limit::Degree)?;
            ones.push((one, *k));
        }
        let empty = Self { terms: Vec::new(), all, is_sparse };
        // Where t does not occur there may be none.
        if all == 0 || !empty.falls(case)? {
            return Ok(None);
        }
        let mut counts = Types::from([(vec![0], vec![Number::ONE])]);
        for (one, k) in ones {
            counts = types::product(&counts, &types::power(&one, k)?)?;
        }
        let term = |(key, c): (Vec<i64>, Vec<Number>)| {
            let s = usize::try_from(*key.first()?).ok()?;
            Some((s, c.into_iter().next()?))
        };
        let terms = counts.into_iter().map(term).collect::<Option<_>>().ok_or_else(missing)?;
        Ok(Some(Self { terms, ..empty }))
    }

    /// Whether 0 < t < 1.
    fn falls(&self, case: &Case) -> Result<bool, Failure> {
        let t = self.sum(&[(1, Number::ONE)])?;
        Ok(case.sign(&t)?.is_gt() && case.order(&t, &Number::ONE)?.is_lt())
    }

    /// The sums of all with mine·t^s > other·t^(E−s). Cost: a comparison for each halving, and a pass over the terms.
    pub(crate) fn above(&self, case: &Case, mine: &Number, other: &Number) -> Result<[Number; 2], Failure> {
        let (mut low, mut high) = (0, self.terms.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let (s, _) = self.terms.at(middle)?;
            let rest = self.all.saturating_sub(*s);
            let [x, y] = [(*s, rest), (rest, *s)].map(|(e, than)| self.sum(&[(e.saturating_sub(than), Number::ONE)]));
            if case.at.order_products([&x?, mine], [&y?, other])?.is_gt() {
                low = middle.saturating_add(1);
            } else {
                high = middle;
            }
        }
        self.first(low)
    }

    /// The sums of so many.
    pub(crate) fn first(&self, many: usize) -> Result<[Number; 2], Failure> {
        let terms = self.terms.get(..many).ok_or_else(missing)?;
        let turned: Vec<_> = terms.iter().map(|(s, c)| (self.all.saturating_sub(*s), c.clone())).collect();
        Ok([self.sum(terms)?, self.sum(&turned)?])
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Σ c·t^s.
    fn sum(&self, terms: &[(usize, Number)]) -> Result<Number, Failure> {
        charge((terms.len() as u64).saturating_mul(OF_A_TERM))?;
        count(terms.iter().map(|(_, c)| c.words()).fold(0, u64::saturating_add));
        if self.is_sparse {
            let of = |(s, c): &(usize, Number)| Some((*s as u128, c.integer()?.into_owned()));
            return Ok(Number::sparse(terms.iter().map(of).collect::<Option<Vec<_>>>().ok_or_else(missing)?));
        }
        let Some(degree) = terms.iter().map(|(s, _)| *s).max() else { return Ok(Number::ZERO) };
        size(degree as u64, terms.iter().map(|(_, c)| c.bits()).max().unwrap_or(0))?;
        let mut all = vec![Number::ZERO; degree.saturating_add(1)];
        for (s, c) in terms {
            *all.at_mut(*s)? = c.clone();
        }
        Ok(Number::spread(&all, 1))
    }
}
