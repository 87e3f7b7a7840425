//! What is known of each claim beside its check: one row a claim.

use crate::graph::Graph;
use crate::problem::Claim;

/// What a claim asks of a problem, and how it is decided of each kind of mechanism.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// What it asks of the rows of X.
    pub rows: Rows,
    /// On which graphs it may be made.
    pub lengths: Lengths,
    /// Whether a certificate may give anything for it, once the rows of X are what it asks for: a proof, or, of
    /// what is computed, a place that attains it.
    pub takes_witness: bool,
    /// Whether one number of an interval may refute it: it has no values, which would be functions on all of the
    /// interval; or they are left out, as those of optima are, and those of `renyi-dp` and its like, whose bound may be
    /// crossed at a number that is no root of a polynomial.
    pub fails_by_one_number: bool,
    /// How it is decided of a product that is not written out: see `product`.
    pub product: Way,
    /// Of randomised response that is not written out: see `response`.
    pub response: Way,
    /// Of several uses together: see `composition`. An adversary who names neighbours before each use may do so of a
    /// single table.
    pub uses: Way,
    /// The same where of some part only a promise is known, which is about neighbours alone.
    pub promises: Way,
    /// Of counts of runs, which are no table: see `check/sample`.
    pub sample: Way,
    /// Of a table of which mass is missing: see `check/missing`.
    pub missing: Way,
    /// Of discrete Gaussian noise: see `gaussian`.
    pub gaussian: Way,
    /// Whether it speaks of the declared α, or of δ beside it: a problem that declares ρ has none. `threshold` is about
    /// every α, and `expected-error` leaves its bound out.
    pub of_alpha: bool,
    /// Whether it may be made where neighbours are so in one order alone: it looks at each ordered pair by itself.
    pub knows_arcs: bool,
}

/// What a claim asks of each row of X by itself, before all else; it fails where a row is otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// It speaks of no X.
    Unread,
    /// Nothing.
    Any,
    /// That no entry is negative.
    Nonnegative,
    /// That they are distributions: it speaks of X as a mechanism, or says that it is one.
    Distributions,
}

/// On which graphs a claim may be made, beside those whose edges have no lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lengths {
    /// On no others.
    None,
    /// Where lengths are whole numbers: it is about the α of the length 1.
    Whole,
    /// On all but those whose lengths are fine: its check makes powers of α by one unit of length.
    Made,
    /// On all: such powers are compared and not made.
    Compared,
}

/// How a claim is decided of an X that is more than a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Without X, of which it does not speak.
    Without,
    /// As of a table that says the same: the parent, the pair of two answers, the outputs by their types.
    Table,
    /// By a theorem of its own.
    Own,
    /// It is not: an error that has a name.
    Not,
}

impl Rule {
    /// Whether it speaks of X.
    pub fn speaks_of_x(&self) -> bool {
        self.rows != Rows::Unread
    }

    /// Whether it may be made on a graph, which it may on all whose edges have no lengths.
    pub fn knows_lengths(&self, graph: &Graph) -> bool {
        match self.lengths {
            _ if !graph.has_lengths() => true,
            Lengths::None => false,
            Lengths::Whole => graph.unit() == 1 && !graph.is_fine(),
            Lengths::Made | Lengths::Compared => true,
        }
    }

    /// Whether its check takes no power of α by one unit of length, but those of `dp` and its like, which are compared
    /// and not made.
    pub fn knows_fine_lengths(&self) -> bool {
        self.lengths == Lengths::Compared
    }
}

impl Claim {
    /// The table of rules.
    #[rustfmt::skip]
    pub fn rule(&self) -> Rule {
        use {Claim as C, Way::{Not, Own, Table, Without}};
        match self {
            C::Stochastic => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: true, product: Table, response: Table, uses: Own, promises: Own, sample: Not, missing: Not, gaussian: Own, of_alpha: false, knows_arcs: false },
            C::StochasticWithinRounding => Rule { rows: Rows::Any, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: true, product: Not, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::Dp => Rule { rows: Rows::Nonnegative, lengths: Lengths::Compared, takes_witness: true, fails_by_one_number: false, product: Table, response: Table, uses: Own, promises: Own, sample: Not, missing: Own, gaussian: Own, of_alpha: true, knows_arcs: true },
            C::ApproximateDp => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: true, fails_by_one_number: false, product: Table, response: Table, uses: Own, promises: Own, sample: Not, missing: Own, gaussian: Own, of_alpha: true, knows_arcs: true },
            C::AdaptiveDp => Rule { rows: Rows::Nonnegative, lengths: Lengths::None, takes_witness: false, fails_by_one_number: false, product: Not, response: Not, uses: Own, promises: Own, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::AdaptiveApproximateDp => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: false, fails_by_one_number: false, product: Not, response: Not, uses: Own, promises: Own, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::GroupPrivacy { .. } => Rule { rows: Rows::Nonnegative, lengths: Lengths::Compared, takes_witness: true, fails_by_one_number: false, product: Own, response: Table, uses: Own, promises: Not, sample: Not, missing: Not, gaussian: Own, of_alpha: true, knows_arcs: true },
            C::RenyiDp { .. } => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: false, fails_by_one_number: true, product: Table, response: Table, uses: Own, promises: Own, sample: Not, missing: Not, gaussian: Own, of_alpha: false, knows_arcs: true },
            C::BoundedRange { .. } => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: false, fails_by_one_number: true, product: Table, response: Table, uses: Own, promises: Own, sample: Not, missing: Not, gaussian: Own, of_alpha: false, knows_arcs: false },
            C::Zcdp { .. } => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: false, fails_by_one_number: true, product: Table, response: Table, uses: Own, promises: Own, sample: Not, missing: Not, gaussian: Own, of_alpha: false, knows_arcs: true },
            C::TradeOff { .. } => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: false, fails_by_one_number: false, product: Table, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::NotRefuted => Rule { rows: Rows::Unread, lengths: Lengths::None, takes_witness: true, fails_by_one_number: false, product: Not, response: Not, uses: Not, promises: Not, sample: Own, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::PrivateBySample { .. } => Rule { rows: Rows::Unread, lengths: Lengths::None, takes_witness: true, fails_by_one_number: false, product: Not, response: Not, uses: Not, promises: Not, sample: Own, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::SampledFrom(_) => Rule { rows: Rows::Unread, lengths: Lengths::None, takes_witness: true, fails_by_one_number: false, product: Not, response: Not, uses: Not, promises: Not, sample: Own, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::DpWithinRounding => Rule { rows: Rows::Any, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: true, product: Not, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::ApproximateDpWithinRounding => Rule { rows: Rows::Any, lengths: Lengths::None, takes_witness: true, fails_by_one_number: true, product: Not, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::TightConstraintsExist => Rule { rows: Rows::Unread, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: false, product: Not, response: Without, uses: Without, promises: Without, sample: Without, missing: Without, gaussian: Without, of_alpha: true, knows_arcs: false },
            C::TightConstraints => Rule { rows: Rows::Distributions, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: true, product: Not, response: Own, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::Regular(_) => Rule { rows: Rows::Unread, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: false, product: Not, response: Without, uses: Without, promises: Without, sample: Without, missing: Without, gaussian: Without, of_alpha: true, knows_arcs: false },
            C::Utility(_) => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: false, product: Own, response: Own, uses: Table, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::UtilityBound(_) => Rule { rows: Rows::Unread, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: false, product: Not, response: Without, uses: Without, promises: Without, sample: Without, missing: Without, gaussian: Without, of_alpha: true, knows_arcs: false },
            C::Optimal { delta: None, .. } => Rule { rows: Rows::Distributions, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: true, product: Not, response: Own, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::Optimal { delta: Some(_), .. } => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: true, fails_by_one_number: true, product: Not, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::UniversallyOptimal => Rule { rows: Rows::Distributions, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: true, product: Not, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: true, knows_arcs: false },
            C::JointlyOptimal(_) => Rule { rows: Rows::Unread, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: true, product: Not, response: Without, uses: Without, promises: Without, sample: Without, missing: Without, gaussian: Without, of_alpha: true, knows_arcs: false },
            C::Derivable(_) => Rule { rows: Rows::Distributions, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: true, product: Not, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::Leakage(_) => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: false, product: Own, response: Own, uses: Table, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::GLeakage(_) => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: false, product: Not, response: Own, uses: Table, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::GCapacity => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: false, product: Not, response: Not, uses: Table, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::Capacity => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: false, product: Own, response: Own, uses: Table, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::MutualInformation(_) => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: false, fails_by_one_number: false, product: Own, response: Own, uses: Table, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::ShannonCapacity => Rule { rows: Rows::Distributions, lengths: Lengths::Compared, takes_witness: true, fails_by_one_number: false, product: Own, response: Own, uses: Table, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::LeakageBound { .. } => Rule { rows: Rows::Unread, lengths: Lengths::Made, takes_witness: true, fails_by_one_number: false, product: Not, response: Without, uses: Without, promises: Without, sample: Without, missing: Without, gaussian: Without, of_alpha: true, knows_arcs: false },
            C::IndividualLeakage => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: false, fails_by_one_number: false, product: Table, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::Threshold => Rule { rows: Rows::Unread, lengths: Lengths::Whole, takes_witness: true, fails_by_one_number: false, product: Not, response: Without, uses: Without, promises: Without, sample: Without, missing: Without, gaussian: Without, of_alpha: false, knows_arcs: false },
            C::ExpectedError => Rule { rows: Rows::Distributions, lengths: Lengths::None, takes_witness: false, fails_by_one_number: false, product: Own, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
            C::Oblivious => Rule { rows: Rows::Any, lengths: Lengths::None, takes_witness: true, fails_by_one_number: true, product: Not, response: Not, uses: Not, promises: Not, sample: Not, missing: Not, gaussian: Not, of_alpha: false, knows_arcs: false },
        }
    }
}
