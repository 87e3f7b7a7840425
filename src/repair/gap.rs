//! How far an entry is from a private one.

use dp_verify::alpha::{Ground, Obstacle, Ring};
use dp_verify::number::Fractions;

/// α·x_io − x_ho for all outputs o, over one positive denominator.
pub(super) struct Gap<'a, R> {
    pub(super) near: &'a [R],
    pub(super) far: &'a [R],
    pub(super) of_near: R,
    pub(super) of_far: R,
    pub(super) over: R,
}

impl<'a, R: Ring> Gap<'a, R> {
    pub(super) fn new(
        near: &'a Fractions<R>,
        far: &'a Fractions<R>,
        (p, q): (&R, &R),
        ground: &Ground,
    ) -> Result<Self, Obstacle> {
        let (of_near, of_far, over) = if near.denominator == far.denominator {
            (p.clone(), q.clone(), q.times(&near.denominator, ground)?)
        } else {
            let of_far = q.times(&near.denominator, ground)?;
            let over = of_far.times(&far.denominator, ground)?;
            (p.times(&far.denominator, ground)?, of_far, over)
        };
        Ok(Self { near: &near.numerators, far: &far.numerators, of_near, of_far, over })
    }

    pub(super) fn at(&self, o: usize, ground: &Ground) -> Result<R, Obstacle> {
        let mut gap = self.of_near.times(&self.near[o], ground)?;
        gap.add(&self.of_far.times(&self.far[o], ground)?.negated());
        Ok(gap)
    }
}
