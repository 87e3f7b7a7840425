//! Numbers that look random, the same for a seed: fractions of all lengths, near 0, near 1 and in between.

/// Splitmix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from `low` to `high`.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + usize::try_from(self.next() % (high - low + 1) as u64).unwrap_or(0)
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.between(1, times) == 1
    }

    pub(crate) fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.between(0, items.len() - 1)].clone()
    }

    /// How many digits a number has: few, or up to forty.
    pub(crate) fn length(&mut self) -> usize {
        let most = self.between(1, 40);
        self.one_of(&[1, 1, 2, 6, 18, 40, most])
    }

    /// A whole number of so many digits, the first of which is not 0.
    pub(crate) fn whole(&mut self, digits: usize) -> String {
        let first = self.between(1, 9);
        let rest = (1..digits).map(|_| self.between(0, 9).to_string());
        std::iter::once(first.to_string()).chain(rest).collect()
    }

    /// A fraction between 0 and 1.
    pub(crate) fn fraction(&mut self) -> String {
        let digits = self.length();
        let (x, y) = (self.whole(digits), self.whole(digits));
        match x.cmp(&y) {
            std::cmp::Ordering::Less => format!("{x}/{y}"),
            std::cmp::Ordering::Equal => "1/2".to_owned(),
            std::cmp::Ordering::Greater => format!("{y}/{x}"),
        }
    }

    /// Fractions ≥ 0 that add up to 1, some of them 0 perhaps, or tiny beside the others.
    pub(crate) fn distribution(&mut self, n: usize) -> Vec<String> {
        let digits = self.length();
        let uneven = self.once_in(4);
        let mut weights: Vec<String> = Vec::new();
        for _ in 0..n {
            let weight = match self.between(0, 7) {
                0 => "0".to_owned(),
                1 if uneven => "1".to_owned(),
                2 if uneven => weights.last().cloned().unwrap_or_else(|| "1".to_owned()),
                _ => self.whole(digits),
            };
            weights.push(weight);
        }
        if weights.iter().all(|weight| weight == "0") {
            weights[0] = "1".to_owned();
        }
        let sum = weights.join("+");
        if digits < 4 {
            let sum: usize = weights.iter().filter_map(|weight| weight.parse::<usize>().ok()).sum();
            return weights.iter().map(|weight| format!("{weight}/{sum}")).collect();
        }
        weights.iter().map(|weight| if weight == "0" { weight.clone() } else { format!("{weight}/({sum})") }).collect()
    }

    /// A number of any sign.
    pub(crate) fn gain(&mut self) -> String {
        let digits = self.length();
        match self.between(0, 5) {
            0 => "0".to_owned(),
            1 => self.fraction(),
            2 => format!("-{}", self.fraction()),
            3 => self.one_of(&["1", "-1", "1/2", "1e-30", "1e30", "3"]).to_owned(),
            _ => format!("{}/{}", self.whole(digits), self.whole(digits)),
        }
    }
}

/// 10^-k.
pub(crate) fn tiny(k: usize) -> String {
    format!("1/1{}", "0".repeat(k))
}

/// 1 − 10^-k.
pub(crate) fn almost_one(k: usize) -> String {
    format!("{}/1{}", "9".repeat(k), "0".repeat(k))
}
