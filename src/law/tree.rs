//! The tree of choices, in a few bytes a path.

/// Where a branch leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Nobody has gone there.
    Open,
    /// Nobody will: it has no probability, or is deeper than is allowed.
    Cut,
    /// To an output, by its place.
    Output(u32),
    /// To a key: the section that begins there.
    Key(u32),
    /// To a choice, by the place of its node.
    Node(u32),
}

/// A choice that was asked for.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The slot that leads to it.
    slot: u32,
    /// What is chosen from, among the choices of the law.
    choice: u32,
    /// Its first branch; the others follow.
    first: u32,
}

/// Slots and nodes; a branch is a slot.
#[derive(Debug, Default)]
pub(super) struct Tree {
    slots: Vec<Slot>,
    /// The node that a slot belongs to, or [`ROOT`] and more: a section that begins there.
    owner: Vec<u32>,
    nodes: Vec<Node>,
}

/// The owner of the first root; that of section k is k less.
const ROOT: u32 = u32::MAX;

/// A place in a list that [`Tree::is_full`] keeps short enough.
pub(super) fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// What leads to a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// It is the root of a section.
    Section(u32),
    /// A choice: the slot that leads there, what is chosen from, and which branch this is.
    Choice { slot: u32, choice: u32, branch: u32 },
}

impl Tree {
    /// Whether so many more branches are too many.
    pub(super) fn is_full(&self, branches: usize) -> bool {
        self.slots.len().saturating_add(branches) >= (u32::MAX / 2) as usize
    }

    /// The root of a new section.
    pub(super) fn root(&mut self, section: u32) -> u32 {
        self.slots.push(Slot::Open);
        self.owner.push(ROOT - section);
        place(self.slots.len() - 1)
    }

    pub(super) fn at(&self, slot: u32) -> Slot {
        self.slots[slot as usize]
    }

    pub(super) fn set(&mut self, slot: u32, to: Slot) {
        self.slots[slot as usize] = to;
    }

    /// A choice at an open slot; its branches.
    pub(super) fn grow(&mut self, slot: u32, choice: u32, branches: usize) -> std::ops::Range<u32> {
        let (node, first) = (place(self.nodes.len()), place(self.slots.len()));
        self.nodes.push(Node { slot, choice, first });
        self.slots.resize(self.slots.len() + branches, Slot::Open);
        self.owner.resize(self.slots.len(), node);
        self.set(slot, Slot::Node(node));
        first..place(self.slots.len())
    }

    /// What is chosen from at a node, and its first branch.
    pub(super) fn node(&self, node: u32) -> (u32, u32) {
        let Node { choice, first, .. } = self.nodes[node as usize];
        (choice, first)
    }

    pub(super) fn above(&self, slot: u32) -> Above {
        match self.owner[slot as usize] {
            root if root > ROOT / 2 => Above::Section(ROOT - root),
            node => {
                let Node { slot: above, choice, first } = self.nodes[node as usize];
                Above::Choice { slot: above, choice, branch: slot - first }
            }
        }
    }
}
