//! How far the numbers of a table may be from the true ones, where it was printed rounded.

use super::names::ONE;
use super::number::Number;
use super::{Table, shown};

impl Table<'_> {
    /// How far from the true ones the numbers may be, as a file has it: of percentages the hundredth of `0.5%`.
    ///
    /// # Errors
    /// What is so much that numbers say nothing; what of percentages may be meant in per cent.
    pub fn rounding(&self, text: &str) -> Result<String, String> {
        let signed = text.strip_suffix('%').map(str::trim_end);
        // What is no number is for the file's reader to refuse.
        let Ok(number) = Number::read(signed.unwrap_or(text)) else { return Ok(text.to_owned()) };
        let number = if signed.is_some() { number.hundredth() } else { number };
        let unit = self.half_unit().and_then(|half| Number::read(&half).ok()?.about()).map(|half| 2 * half);
        let about = number.about();
        if self.percent && signed.is_none() && unit.is_some_and(|unit| about.is_none_or(|x| x > unit)) {
            let found = shown(text);
            return Err(format!(
                "found {found}, more than a unit of the last place of these percentages divided by 100: say {found}% if it \
                 is one of percentages too"
            ));
        }
        if about.is_none_or(|x| 2 * x >= ONE) {
            let expected = "expected less than 1/2: within that of a probability may be any other";
            return Err(format!("found {}, {expected}", shown(text)));
        }
        let largest = self.rows().flat_map(|(row, _)| row).filter_map(|x| x.about()).max();
        if let (Some(about), Some(largest)) = (about, largest.filter(|largest| *largest > 0))
            && about >= largest
        {
            let entry = self.rows().flat_map(|(row, _)| row).find(|x| x.about() == Some(largest));
            let entry = entry.map_or_else(String::new, |x| shown(&x.to_string()));
            let expected = format!("expected less than the largest entry, {entry}: within that of it may be 0");
            return Err(format!("found {}, {expected}", shown(text)));
        }
        Ok(number.to_string())
    }

    /// Whether all numbers are whole, as counts are.
    pub fn is_of_counts(&self) -> bool {
        self.rows().flat_map(|(row, _)| row).all(|x| x.whole().is_some())
    }

    /// How many decimals the numbers have, where the table is written in decimals of a few places.
    pub fn places(&self) -> Option<usize> {
        let mut places = self.rows().flat_map(|(row, _)| row).map(|number| number.places());
        let most = places.try_fold(0, |most, places| Some(most.max(places?)))?;
        (1..=12).contains(&most).then_some(most)
    }

    /// Half a unit of the last of them.
    fn half_unit(&self) -> Option<String> {
        self.places().map(|places| format!("0.{}5", "0".repeat(places)))
    }
}
