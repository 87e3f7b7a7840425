//! What a part of a composition promises, in a problem by itself: {`alpha`, `delta`}.

use super::numbers::Numbers;
use crate::error::Error;
use crate::json::View;
use crate::numerals::fraction_json;
use crate::object::{add, object};
use dp_kernel::{Fraction, Promise};
use serde_json::Value;

/// A promise, at which the kernel looks.
pub(super) fn read(view: &View, numbers: &Numbers) -> Result<Promise, Error> {
    view.only(&["alpha", "delta"])?;
    let delta = view.field("delta").map_or(Ok(Fraction::ZERO), |delta| numbers.rational(&delta))?;
    Ok(Promise::new(numbers.fraction(&view.required("alpha")?)?, delta))
}

/// A promise as JSON; δ is left out where it is 0.
pub(super) fn json(promise: &Promise) -> Value {
    let mut all = object("alpha", fraction_json(promise.alpha()));
    if *promise.delta() != Fraction::ZERO {
        add(&mut all, "delta", fraction_json(promise.delta()));
    }
    all.into()
}
