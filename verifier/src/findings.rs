//! What the findings of a certificate are held to, where whoever wrote it checks it.

use dp_file::limits::Limits;

/// What the checks of a certificate may take, for whoever wrote it.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// The steps of all checks.
    pub steps: usize,
    /// The limit `steps` within which the file, its declared claims and what follows them are to be checked. Where the
    /// declared claims alone take more, what follows may take as many beside.
    pub findings: usize,
}

impl Checks {
    /// All that limits allow.
    pub fn within(limits: &Limits) -> Self {
        Self { steps: limits.steps, findings: limits.steps }
    }
}

/// What findings are held to, which follow the declared claims: of the checks, of digits and of the report.
pub(crate) struct Findings {
    all: [u64; 3],
    most: [u64; 3],
    /// What has been put out of their reach; `None` before the first of them.
    pub(crate) beyond: Option<[u64; 3]>,
}

impl Findings {
    /// Those of a certificate that is checked within limits, and its checks within so many steps.
    pub(crate) fn new(all: &Limits, checks: usize, most: &Limits) -> Self {
        let parts = |limits: &Limits, checks: usize| {
            [checks, limits.steps_of_digits(), limits.steps_of_report()].map(|steps| steps as u64)
        };
        Self { all: parts(all, checks), most: parts(most, most.steps), beyond: None }
    }

    /// What of that which is left is out of reach, where declared claims have taken the rest.
    pub(crate) fn beyond(&self, left: [u64; 3]) -> [u64; 3] {
        std::array::from_fn(|k| {
            let (left, most) = (of(&left, k), of(&self.most, k));
            let taken = of(&self.all, k).saturating_sub(left);
            left.saturating_sub(most.checked_sub(taken).unwrap_or(most))
        })
    }

    /// What has been taken, by what is left.
    pub(crate) fn taken(&self, left: [u64; 3]) -> [u64; 3] {
        let beyond = self.beyond.unwrap_or_default();
        std::array::from_fn(|k| of(&self.all, k).saturating_sub(of(&left, k)).saturating_sub(of(&beyond, k)))
    }

    /// The limit `steps` that is enough for what has been taken, of which one is left: digits may take a quarter of it,
    /// the report half.
    pub(crate) fn needed(&self, left: [u64; 3]) -> u64 {
        let needed = self.taken(left).into_iter().zip([1, 4, 2]).map(|(taken, part)| taken.saturating_mul(part));
        needed.max().unwrap_or(0).saturating_add(1)
    }
}

fn of(list: &[u64; 3], k: usize) -> u64 {
    list.get(k).copied().unwrap_or(0)
}
