//! Partitions of the nodes into cells.

use super::Vector;

/// A partition of the rows of a similarity matrix into cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    cell_of: Vec<usize>,
    cells: Vec<Vec<usize>>,
}

impl Partition {
    /// From the cell of each node, of `count` cells.
    pub(super) fn new(cell_of: Vec<usize>, count: usize) -> Self {
        let mut cells = vec![Vec::new(); count];
        for (node, &cell) in cell_of.iter().enumerate() {
            cells[cell].push(node);
        }
        Self { cell_of, cells }
    }

    /// The cells, each a list of nodes in order.
    #[must_use]
    pub fn cells(&self) -> &[Vec<usize>] {
        &self.cells
    }

    /// The cell of a node.
    #[must_use]
    pub fn cell_of(&self, node: usize) -> usize {
        self.cell_of[node]
    }

    /// Whether each node is a cell by itself, so that nothing is gained.
    #[must_use]
    pub fn is_discrete(&self) -> bool {
        self.cells.len() == self.cell_of.len()
    }

    /// The vector on the cells, from one on the nodes that is constant on each cell.
    #[must_use]
    pub fn gather(&self, on_nodes: &Vector) -> Vector {
        let first = self.cells.iter().filter_map(|cell| cell.first());
        let entry = |&node: &usize| on_nodes.numerators()[node].clone();
        Vector::reduced(on_nodes.denominator().clone(), first.map(entry).collect())
    }

    /// The vector on the nodes, from one on the cells: each node gets its cell's value.
    #[must_use]
    pub fn spread(&self, on_cells: &Vector) -> Vector {
        let entry = |&cell: &usize| on_cells.numerators()[cell].clone();
        let numerators = self.cell_of.iter().map(entry).collect();
        Vector::reduced(on_cells.denominator().clone(), numerators)
    }
}
