//! A row of a similarity matrix, layer by layer.
//!
//! The columns at one distance lie side by side, so that a product with the row adds them up without
//! looking at the distance of each.

/// The columns at one distance, as a range of positions in a row.
#[derive(Clone, Copy, Debug)]
struct Layer {
    /// The place of the distance's power in `powers`.
    power: u32,
    /// One past the layer's last position; it starts where the layer before it ends.
    end: u32,
}

/// One row: its columns in order of distance, those at infinite distance left out.
#[derive(Clone, Debug)]
pub(super) struct Row {
    columns: Vec<u32>,
    /// How many nodes of the column's cell lie at this distance; empty if each count is 1.
    counts: Vec<u32>,
    layers: Vec<Layer>,
}

impl Row {
    /// From triples (place of the power, column, count), which are sorted here.
    pub(super) fn new(mut terms: Vec<(u32, u32, u32)>) -> Self {
        terms.sort_unstable();
        let mut layers: Vec<Layer> = Vec::new();
        for (position, &(power, ..)) in (1..).zip(&terms) {
            match layers.last_mut() {
                Some(layer) if layer.power == power => layer.end = position,
                _ => layers.push(Layer { power, end: position }),
            }
        }
        let plain = terms.iter().all(|&(.., count)| count == 1);
        let counted = if plain { &[][..] } else { &terms[..] };
        Self {
            columns: terms.iter().map(|&(_, column, _)| column).collect(),
            counts: counted.iter().map(|&(.., count)| count).collect(),
            layers,
        }
    }

    /// From the distances of all columns, layer d being that at distance d; `u32::MAX` is the infinite distance. Cost:
    /// linear in the columns and the largest distance.
    pub(super) fn of_distances(distances: &[u32]) -> Self {
        let finite = || (0u32..).zip(distances).filter(|&(_, &d)| d != u32::MAX);
        let mut starts = vec![0u32; finite().map(|(_, &d)| d as usize + 2).max().unwrap_or(1)];
        finite().for_each(|(_, &d)| starts[d as usize + 1] += 1);
        (1..starts.len()).for_each(|d| starts[d] += starts[d - 1]);
        let ends = (0u32..).zip(&starts[1..]).zip(&starts);
        let layers =
            ends.filter(|((_, end), start)| end > start).map(|((power, &end), _)| Layer { power, end }).collect();
        let mut columns = vec![0; starts.last().map_or(0, |&all| all as usize)];
        for (column, &d) in finite() {
            let place = &mut starts[d as usize];
            columns[*place as usize] = column;
            *place += 1;
        }
        Self { columns, counts: Vec::new(), layers }
    }

    /// The row with place `places[d]` for the power of layer d.
    pub(super) fn with_powers(mut self, places: &[u32]) -> Self {
        self.layers.iter_mut().for_each(|layer| layer.power = places[layer.power as usize]);
        self
    }

    /// (place of the power, columns, counts) of each layer; no counts means all are 1.
    pub(super) fn layers(&self) -> impl Iterator<Item = (usize, &[u32], &[u32])> {
        let mut start = 0;
        self.layers.iter().map(move |layer| {
            let end = layer.end as usize;
            let range = std::mem::replace(&mut start, end)..end;
            let counts = self.counts.get(range.clone()).unwrap_or(&[]);
            (layer.power as usize, &self.columns[range], counts)
        })
    }

    /// (place of the power, sum of the columns' digits) of each layer, for digits below 2^28 and counts that add up to
    /// less than 2^28.
    pub(super) fn sums(&self, digits: &[u32]) -> impl Iterator<Item = (usize, u64)> {
        self.layers().map(|(power, columns, counts)| {
            let digit = |&j: &u32| u64::from(digits[j as usize]);
            let sum = if counts.is_empty() {
                columns.iter().map(digit).fold(0, u64::wrapping_add)
            } else {
                columns.iter().zip(counts).map(|(j, &count)| digit(j) * u64::from(count)).sum()
            };
            (power, sum)
        })
    }

    /// (place of the power, column, count) of each entry.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, u32, u32)> {
        self.layers().flat_map(|(power, columns, counts)| {
            let term = move |(i, &column)| (power, column, counts.get(i).copied().unwrap_or(1));
            columns.iter().enumerate().map(term)
        })
    }
}
