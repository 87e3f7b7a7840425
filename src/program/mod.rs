//! Exact linear programs over similarity matrices, each answer with its dual.
//!
//! [`Tableau`] is the simplex method on exact numbers. [`nonnegative_solution`] decides whether
//! yΦ = π has a solution y ≥ 0, [`uniqueness`] whether it is the only one, and [`covering`] finds
//! the least y ≥ 0 with yΦ ≥ π.

// mod covering;
// mod nonnegative;
// mod simplex;
// mod uniqueness;
