//! A count of a random sample, on databases of one bit for each individual.

use super::closed_entry::Base;
use super::truncated_geometric::truncated_geometric;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// The most individuals: 2^u databases are written out.
const MOST_INDIVIDUALS: usize = 10;

/// Which individuals are in the sample.
#[derive(Debug, Clone)]
pub(super) enum Sampling {
    /// Each by itself with this probability: a database is the set of those that are there, and neighbours have one more or less.
    Poisson(Rational),
    /// So many of all, each set as likely as any other: neighbours differ in one individual's bit.
    Fixed(usize),
}

/// A sample of u individuals, of whose ones a noisy count is told.
#[derive(Debug)]
pub(super) struct Subsampled {
    individuals: usize,
    sampling: Sampling,
    /// α₀ of the count.
    count: Rational,
    /// δ₀, with which the count of the sample is told as it is.
    plain: Rational,
}

impl Subsampled {
    /// With the noise that makes the whole (ε, δ)-private: e^ε = 1 + q(e^ε₀ - 1), so that α₀ = qα/(1 - α + qα), and δ = q·δ₀.
    ///
    /// # Errors
    /// In a sentence: too many individuals, a rate that is none, no sample, or a δ above the rate.
    pub(super) fn new(
        individuals: usize,
        sampling: Sampling,
        alpha: &Rational,
        delta: &Rational,
    ) -> Result<Self, String> {
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
        let scaled = alpha * &rate;
        let count = &scaled / (Rational::ONE - alpha + &scaled);
        if *delta > rate {
            return Err(format!("δ is {delta}, expected no more than the rate {rate}"));
        }
        Ok(Self { individuals, sampling, count, plain: delta / rate })
    }

    /// What the mechanism is called besides.
    pub(super) fn title(&self) -> String {
        let sample = match &self.sampling {
            Sampling::Poisson(rate) => format!("each individual with probability {rate}"),
            Sampling::Fixed(size) => format!("{size} of {} individuals", self.individuals),
        };
        let plain =
            if self.plain == 0u32 { String::new() } else { format!(", or as it is with probability {}", self.plain) };
        format!("({sample}; of the ones a count with truncated geometric noise at α = {}{plain})", self.count)
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
    /// C(m, j) C(u-m, s-j)/C(u, s) of s individuals, and a sample the row of j of the truncated geometric mechanism at α₀.
    ///
    /// It is ε-private by amplification, ε = ln(1 + q(e^ε₀ - 1)) (Balle, Barthe, Gaboardi, *Privacy amplification by subsampling*,
    /// 2018, Theorems 8 and 9), and no less: of no ones and of one the largest count is told with probabilities that differ by
    /// 1 - q + q/α₀ = 1/α. So α is the largest number for which it is private, where u ≥ 1 and δ = 0.
    ///
    /// With δ₀ > 0 the count of the sample is told as it is with that probability, by an output of its own: (ε₀, δ₀)-private, and
    /// the whole (ε, qδ₀)-private by the same theorems, and no less: of one and of no ones "exactly 1" is told with qδ₀ and 0.
    ///
    /// Shape: 2^u rows of an entry for each count from 0 to u, or to s, with δ₀ > 0 of two.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let (u, most) = (self.individuals, self.most());
        let base = Base::Rational(self.count.clone());
        let count: Vec<Vec<Rational>> = truncated_geometric(most + 1, &|entry| base.text(entry))
            .map(|row| row.iter().map(|x| x.parse().unwrap_or(Rational::ZERO)).collect())
            .collect();
        let of_ones: Vec<Vec<String>> = (0..=u)
            .map(|ones| {
                let noisy = Rational::ONE - &self.plain;
                let entry =
                    |o: usize| (0..=most).map(|j| self.chance(ones, j) * &count[j][o]).sum::<Rational>() * &noisy;
                let plain = (0..=most).filter(|_| self.plain != 0u32).map(|j| self.chance(ones, j) * &self.plain);
                (0..=most).map(entry).chain(plain).map(|x| x.to_string()).collect()
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
