//! How far an entry is from a private one.

use dp_verify::alpha::{Ground, Obstacle, Polynomial};
use dp_verify::number::Fractions;

/// α·x_io − x_ho for all outputs o, over one positive denominator.
pub(super) struct Gap<'a> {
    pub(super) near: &'a [Polynomial],
    pub(super) far: &'a [Polynomial],
    pub(super) of_near: Polynomial,
    pub(super) of_far: Polynomial,
    pub(super) over: Polynomial,
}

impl<'a> Gap<'a> {
    pub(super) fn new(
        near: &'a Fractions,
        far: &'a Fractions,
        (p, q): (&Polynomial, &Polynomial),
        ground: &Ground,
    ) -> Result<Self, Obstacle> {
        let (of_near, of_far, over) = if near.denominator == far.denominator {
            (p.clone(), q.clone(), ground.product(q, &near.denominator)?)
        } else {
            let of_far = ground.product(q, &near.denominator)?;
            let over = ground.product(&of_far, &far.denominator)?;
            (ground.product(p, &far.denominator)?, of_far, over)
        };
        Ok(Self { near: &near.numerators, far: &far.numerators, of_near, of_far, over })
    }

    pub(super) fn at(&self, o: usize, ground: &Ground) -> Result<Polynomial, Obstacle> {
        Ok(&ground.product(&self.of_near, &self.near[o])? - &ground.product(&self.of_far, &self.far[o])?)
    }
}
