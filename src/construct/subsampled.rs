//! A count of a random sample, on databases of one bit for each individual.

use super::closed_entry::{Base, ClosedEntry};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::rational::Rational;

/// The most individuals: 2^u databases are written out.
const MOST_INDIVIDUALS: usize = 10;

/// Which individuals are in the sample.
#[derive(Debug, Clone)]
pub(super) enum Sampling {
    /// Each by itself with this probability: a database is the set of those that are there, and neighbours have one
    /// more or less.
    Poisson(Rational),
    /// So many of all, each set as likely as any other: neighbours differ in one individual's bit.
    Fixed(usize),
}

/// A sample of u individuals, of whose ones a noisy count is told.
#[derive(Debug)]
pub(super) struct Subsampled {
    individuals: usize,
    sampling: Sampling,
    /// α, of which α₀ of the count is a function.
    alpha: Base,
    /// q: with which probability an individual is in the sample.
    rate: Rational,
    /// δ₀, with which the count of the sample is told as it is.
    plain: Rational,
}

impl Subsampled {
    /// With the noise that makes the whole (ε, δ)-private: e^ε = 1 + q(e^ε₀ - 1), so that α₀ = qα/(1 - α + qα), and δ =
    /// q·δ₀.
    ///
    /// # Errors
    /// In a sentence: too many individuals, a rate that is none, no sample, or a δ above the rate.
    pub(super) fn new(individuals: usize, sampling: Sampling, alpha: Base, delta: &Rational) -> Result<Self, String> {
        if individuals > MOST_INDIVIDUALS {
            return Err(format!(
                "{individuals} individuals have 2^{individuals} databases, expected at most {MOST_INDIVIDUALS}"
            ));
        }
        let rate = match &sampling {
            Sampling::Poisson(rate) if *rate > 0u32 && *rate <= 1u32 => rate.clone(),
            Sampling::Poisson(rate) => {
                return Err(format!("found the rate {rate}, expected --rate above 0 and at most 1"));
            }
            Sampling::Fixed(size) if (1..=individuals).contains(size) => Rational::from_unsigneds(*size, individuals),
            Sampling::Fixed(size) => {
                return Err(format!("a sample of {size}: expected --size from 1 to {individuals}"));
            }
        };
        if *delta > rate {
            return Err(format!("δ is {delta}, expected no more than the rate {rate}"));
        }
        let plain = delta / &rate;
        Ok(Self { individuals, sampling, alpha, rate, plain })
    }

    /// n, m and m + n of α₀ = n/m = qα/(1 - (1-q)α), as polynomials in α.
    fn count(&self) -> [[Rational; 2]; 3] {
        let q = &self.rate;
        let [n, m] = [[Rational::ZERO, q.clone()], [Rational::ONE, q - Rational::ONE]];
        let sum = [Rational::ONE, q + q - Rational::ONE];
        [n, m, sum]
    }

    /// What the truncated geometric mechanism at α₀ makes of a count j up to the most: α₀^|j-o|/(1 + α₀) at the ends o
    /// = 0 and o = most, α₀^|j-o| (1 - α₀)/(1 + α₀) between them.
    fn noisy(&self, j: usize, o: usize) -> ClosedEntry {
        let ([n, m, sum], d) = (self.count(), i64::try_from(j.abs_diff(o)).unwrap_or(i64::MAX));
        let power = ClosedEntry::default().times(&n, d).times(&sum, -1);
        if o == 0 || o == self.most() {
            power.times(&m, 1 - d)
        } else {
            // 1 - α₀ = (1 - α)/m.
            power.times(&[Rational::ONE, Rational::NEGATIVE_ONE], 1).times(&m, -d)
        }
    }

    /// Σ c·x, as a fraction or an expression.
    fn mixture(&self, of: impl Iterator<Item = (Rational, ClosedEntry)>) -> String {
        let of = of.filter(|(c, _)| *c != 0u32);
        match &self.alpha {
            Base::Rational(alpha) => of.map(|(c, x)| c * x.value(alpha)).sum::<Rational>().to_string(),
            alpha => {
                let terms: Vec<String> = of.map(|(c, x)| alpha.text(&x.times(&[c], 1))).collect();
                if terms.is_empty() { "0".to_owned() } else { terms.join("+") }
            }
        }
    }

    /// What the mechanism is called besides.
    pub(super) fn title(&self) -> String {
        let sample = match &self.sampling {
            Sampling::Poisson(rate) => format!("each individual with probability {rate}"),
            Sampling::Fixed(size) => format!("{size} of {} individuals", self.individuals),
        };
        let plain =
            if self.plain == 0u32 { String::new() } else { format!(", or as it is with probability {}", self.plain) };
        let [n, m, _] = self.count();
        let count = self.alpha.text(&ClosedEntry::default().times(&n, 1).times(&m, -1));
        format!("({sample}; of the ones a count with truncated geometric noise at α = {count}{plain})")
    }

    /// The counts, those with noise first.
    pub(super) fn outputs(&self) -> Vec<String> {
        let counts = 0..=self.most();
        let plain = counts.clone().filter(|_| self.plain != 0u32).map(|count| format!("exactly {count}"));
        counts.map(|count| count.to_string()).chain(plain).collect()
    }

    /// The largest count of a sample.
    fn most(&self) -> usize {
        if let Sampling::Fixed(size) = self.sampling { size } else { self.individuals }
    }

    /// The rows: a database with m ones has a sample with j of them with probability C(m, j) q^j (1-q)^(m-j), or
    /// C(m, j) C(u-m, s-j)/C(u, s) of s individuals, and a sample the row of j of the truncated geometric mechanism at
    /// α₀.
    ///
    /// It is ε-private by amplification, ε = ln(1 + q(e^ε₀ - 1)) (Balle, Barthe, Gaboardi, *Privacy amplification by
    /// subsampling*, 2018, Theorems 8 and 9), and no less: of no ones and of one the largest count is told with
    /// probabilities that differ by 1 - q + q/α₀ = 1/α. So α is the largest number for which it is private, where u ≥ 1
    /// and δ = 0.
    ///
    /// With δ₀ > 0 the count of the sample is told as it is with that probability, by an output of its own: (ε₀,
    /// δ₀)-private, and the whole (ε, qδ₀)-private by the same theorems, and no less: of one and of no ones "exactly 1"
    /// is told with qδ₀ and 0.
    ///
    /// Shape: 2^u rows of an entry for each count from 0 to u, or to s, with δ₀ > 0 of two.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let (u, most) = (self.individuals, self.most());
        let of_ones: Vec<Vec<String>> = (0..=u)
            .map(|ones| {
                let noisy = Rational::ONE - &self.plain;
                let entry =
                    |o: usize| self.mixture((0..=most).map(|j| (self.chance(ones, j) * &noisy, self.noisy(j, o))));
                let plain = (0..=most).filter(|_| self.plain != 0u32).map(|j| self.chance(ones, j) * &self.plain);
                (0..=most).map(entry).chain(plain.map(|x| x.to_string())).collect()
            })
            .collect();
        (0..1_usize << u).map(|database| of_ones[database.count_ones() as usize].clone()).collect()
    }

    /// The probability that so many of the ones are in the sample.
    fn chance(&self, ones: usize, sampled: usize) -> Rational {
        match &self.sampling {
            Sampling::Poisson(q) if sampled <= ones => {
                let rest = (Rational::ONE - q).pow((ones - sampled) as u64);
                binomial(ones, sampled) * q.pow(sampled as u64) * rest
            }
            Sampling::Fixed(size) if sampled <= ones && sampled <= *size => {
                let others = binomial(self.individuals - ones, size - sampled);
                binomial(ones, sampled) * others / binomial(self.individuals, *size)
            }
            _ => Rational::ZERO,
        }
    }
}

/// C(n, k).
fn binomial(n: usize, k: usize) -> Rational {
    if k > n {
        return Rational::ZERO;
    }
    (0..k).fold(Rational::ONE, |product, i| product * Rational::from_unsigneds(n - i, i + 1))
}
