//! The order of the rows, where the neighbours follow from it.

use super::bins::bins;
use super::settings::Order;
use super::text::error;
use super::{Table, shown};
use crate::table::Number;
use dp_verify::align;
use dp_verify::error::Error;

impl Table<'_> {
    /// Takes rows that are called 0, 1, …, n−1 in another order in the order of these names: they are the numbers of
    /// the nodes.
    pub fn arrange_by_number(&mut self) {
        if self.said.is_some() {
            return;
        }
        if let Some(order) = self.labels().and_then(|labels| by_number(&labels)) {
            self.arrange(&order);
        }
    }

    /// Takes the rows in the order of the numbers in their names, where that is said.
    ///
    /// # Errors
    /// Names without numbers.
    pub fn arrange_as_said(&mut self) -> Result<(), Error> {
        if self.said != Some(Order::Sorted) {
            return Ok(());
        }
        let labels = self.labels().unwrap_or_default();
        let Some(keys) = keys(&labels).filter(|keys| !keys.is_empty()) else {
            let message = "--order sorted: found rows without names, or names without numbers in all of them, expected names such \
                           as 0, 1, 2, or 18-25, 26-35, 65+";
            return Err(self.locate(error(self.grid.start(self.first().0), message)));
        };
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|&i| keys[i]);
        self.arrange(&order);
        Ok(())
    }

    /// Refuses rows, but for those that [`Self::arrange_by_number`] puts in order, whose names are numbers, or a name
    /// with a number in it, that neither rise nor fall from row to row: they were sorted as words, or not at all, and
    /// neighbours are not who their names say.
    ///
    /// # Errors
    /// At the first name out of order, with what to do.
    pub fn expect_order(&self, graph: &str) -> Result<(), Error> {
        if self.said == Some(Order::Given) {
            return Ok(());
        }
        let Some(labels) = self.labels().filter(|labels| by_number(labels).is_none()) else { return Ok(()) };
        let Some(i) = out_of_order(&labels) else { return Ok(()) };
        let (before, found) = (shown(&labels[i - 1]), shown(&labels[i]));
        let message = format!(
            "found \"{found}\" after \"{before}\", expected rows in the order of their names: with --graph {graph} who is whose \
             neighbour follows from the order of the rows. Say --order sorted for the order of their names, --order given if \
             this one is meant, or name the neighbours with --edges FILE"
        );
        Err(Error { hint: Some("--order=sorted".into()), ..self.label_error(i, message) })
    }
}

/// The order in which names are 0, 1, …, n−1, where they are these in another.
fn by_number(labels: &[String]) -> Option<Vec<usize>> {
    let numbers: Vec<String> = (0..labels.len()).map(|i| i.to_string()).collect();
    align::order(&numbers, labels).ok().flatten()
}

/// The first name whose number neither rises nor falls with those before it. One name at either end may have none.
pub fn out_of_order(labels: &[String]) -> Option<usize> {
    let without_one = || match labels {
        [first, rest @ ..] if rest.len() > 2 => {
            let (last, but_last) = labels.split_last()?;
            let has_none = |label: &str| !label.contains(|c: char| c.is_ascii_digit());
            let of_first = keys(rest).filter(|_| has_none(first)).map(|keys| (1, keys));
            keys(but_last).filter(|_| has_none(last)).map(|keys| (0, keys)).or(of_first)
        }
        _ => None,
    };
    let (from, keys) = keys(labels).map(|keys| (0, keys)).or_else(without_one)?;
    let breaks = |falls: bool| keys.windows(2).position(|two| if falls { two[0] < two[1] } else { two[0] > two[1] });
    breaks(false).zip(breaks(true)).map(|(rising, falling)| from + rising.max(falling) + 1)
}

/// What names are put in order by: their numbers, or the ends of the bins that they are.
fn keys(labels: &[String]) -> Option<Vec<(i128, i128)>> {
    numbers(labels).map(|all| all.into_iter().map(|n| (n, n)).collect()).or_else(|| bins(labels))
}

/// The numbers of names that are numbers, or differ in one run of digits only; `None` of other names.
pub(crate) fn numbers(labels: &[String]) -> Option<Vec<i128>> {
    let decimals: Option<Vec<i128>> = labels.iter().map(|label| Number::read(label).ok()?.about()).collect();
    decimals.or_else(|| {
        let parts: Vec<(&str, i128, &str)> = labels.iter().map(|label| in_parts(label)).collect::<Option<_>>()?;
        let (head, _, tail) = *parts.first()?;
        parts.iter().all(|(h, _, t)| *h == head && *t == tail).then(|| parts.iter().map(|(_, n, _)| *n).collect())
    })
}

/// What stands before the last number, that number in units of 10^-6, and what stands behind it.
fn in_parts(label: &str) -> Option<(&str, i128, &str)> {
    let end = label.rfind(|c: char| c.is_ascii_digit())? + 1;
    let digits = |until: usize| until - label[..until].bytes().rev().take_while(u8::is_ascii_digit).count();
    let mut start = digits(end);
    let mut fraction = "";
    if let Some(before) = label[..start].strip_suffix('.').filter(|text| text.ends_with(|c: char| c.is_ascii_digit())) {
        fraction = &label[start..end];
        start = digits(before.len());
    }
    let whole = &label[start..end - fraction.len()].trim_end_matches('.');
    let number: i128 =
        format!("{whole}{fraction:0<6}").parse().ok().filter(|_| whole.len() < 20 && fraction.len() <= 6)?;
    let head = &label[..start];
    let minus =
        head.strip_suffix(['-', '\u{2212}']).filter(|text| text.is_empty() || text.ends_with(char::is_whitespace));
    Some((minus.unwrap_or(head), if minus.is_some() { -number } else { number }, &label[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names() {
        let of = |names: &[&str]| numbers(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        let whole = |all: &[i128]| Some(all.iter().map(|n| n * 1_000_000).collect::<Vec<_>>());
        assert_eq!(of(&["n9", "n10"]), whole(&[9, 10]));
        assert_eq!(of(&["é1 km", "é20 km"]), whole(&[1, 20]));
        assert_eq!(of(&["0.5 m", "0.25 m", "1 m"]), Some(vec![500_000, 250_000, 1_000_000]));
        assert_eq!(of(&["-2 °C", "-1 °C", "0 °C"]), whole(&[-2, -1, 0]));
        assert_eq!(of(&["1", "0.5"]).map(|all| all[0] > all[1]), Some(true));
        assert_eq!(of(&["18-25", "26-35"]), None);
        assert_eq!(of(&["red", "green"]), None);
        assert_eq!(of(&["a1", "b2"]), None);
    }
}
