//! A small problem of any numbers, ill-formed ones too, thrown at the kernel: it is accepted iff a naive look at the
//! same numbers finds nothing wrong, and what is then found of `dp` and of `utility` is what the definitions say.
#![no_main]

use arbitrary::Arbitrary;
use dp_kernel::{
    Claim, Family, Fraction, Gain, Graph, Mechanism, Name, Number, Prior, Problem, RawProblem, Rays, Value, Vector,
    Verdict, Witness,
};
use dp_verify::limits::Limits;
use dp_verify::problem::meter;
use libfuzzer_sys::fuzz_target;

/// Up to three nodes and two outputs. Numbers are small, and most denominators what they should be.
#[derive(Arbitrary, Debug)]
struct Input {
    nodes: u8,
    family: u8,
    /// Of each node its list, as it is: nodes with lengths.
    lists: [[(u8, u8); 2]; 3],
    many: [u8; 3],
    alpha: (i8, i8),
    delta: Option<(i8, i8)>,
    rounding: Option<(i8, i8)>,
    rows: [[i8; 2]; 3],
    row_denominators: [i8; 3],
    weights: [i8; 3],
    weight_denominator: i8,
    answers: Option<[u8; 3]>,
    distance: bool,
}

fn number(n: i8) -> Number {
    i128::from(n).into()
}

fn fraction((n, d): (i8, i8)) -> Fraction {
    Fraction::new(number(n), number(d))
}

fn vector(numerators: &[i8], denominator: i8) -> Vector {
    Vector { denominator: number(denominator), numerators: numerators.iter().map(|n| number(*n)).collect() }
}

impl Input {
    fn n(&self) -> usize {
        usize::from(self.nodes % 3) + 1
    }

    fn lists(&self) -> Vec<Vec<(usize, u64)>> {
        let lists = self.lists.iter().zip(self.many).take(self.n());
        let arc = |(h, length): &(u8, u8)| (usize::from(*h % 4), u64::from(*length % 4));
        lists.map(|(list, many)| list.iter().take(usize::from(many % 3)).map(arc).collect()).collect()
    }

    fn graph(&self) -> Graph {
        let (n, lists) = (self.n(), self.lists());
        let size = usize::from(self.many[0] % 3);
        let family = match self.family % 6 {
            0 => Family::Listed(lists.iter().map(|list| list.iter().map(|(h, _)| *h).collect()).collect()),
            1 => Family::Lengths { arcs: lists, unit: u64::from(self.many[0] % 3), fine: false },
            2 => Family::Hamming { values: usize::from(self.many[1] % 4), individuals: size },
            3 => Family::Sum { most: size },
            4 => Family::Cycle,
            _ => Family::Line,
        };
        Graph::new(family, n)
    }

    fn raw(&self) -> RawProblem {
        let n = self.n();
        let rows = self.rows.iter().zip(self.row_denominators).take(n);
        RawProblem {
            graph: self.graph(),
            point: None,
            alpha: fraction(self.alpha),
            alpha_point: None,
            rho: None,
            delta: self.delta.map(fraction),
            mechanism: Mechanism::Table(rows.map(|(row, denominator)| vector(row, denominator)).collect()),
            rounding: self.rounding.map(fraction),
            priors: vec![Prior { weights: vector(&self.weights[..n], self.weight_denominator), each: Vec::new() }],
            gain: if self.distance { Gain::Distance } else { Gain::Binary },
            answers: self.answers.map(|answers| answers[..n].iter().map(|answer| usize::from(*answer % 4)).collect()),
            others: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// The length of the edge from i to h, as its list has it; of a family by its definition, nothing where that is
    /// none.
    fn edges(&self) -> Option<Vec<Vec<Option<u64>>>> {
        let (n, lists) = (self.n(), self.lists());
        let size = usize::from(self.many[0] % 3);
        let all = |edge: &dyn Fn(usize, usize) -> bool| {
            Some((0..n).map(|i| (0..n).map(|h| (i != h && edge(i, h)).then_some(1)).collect()).collect())
        };
        match self.family % 6 {
            family @ (0 | 1) => {
                let mut edges = vec![vec![None; n]; n];
                for (i, list) in lists.iter().enumerate() {
                    let mut last = None;
                    for &(h, length) in list {
                        let length = if family == 0 { 1 } else { length };
                        if h >= n || h == i || length == 0 || last.is_some_and(|last| last >= h) {
                            return None;
                        }
                        (edges[i][h], last) = (Some(length), Some(h));
                    }
                }
                let is_mutual = (0..n).all(|i| (0..n).all(|h| edges[i][h] == edges[h][i]));
                (is_mutual && (family == 0 || self.many[0] % 3 > 0)).then_some(edges)
            }
            2 => {
                let (values, individuals) = (usize::from(self.many[1] % 4), size as u32);
                // Of so few nodes with two individuals there is but one value.
                let fits = individuals > 0 && values.pow(individuals) == n;
                if fits { all(&|_, _| true) } else { None }
            }
            3 => if size > 0 && (n - 1) % size == 0 { all(&|i, h| i.abs_diff(h) <= size) } else { None },
            4 => if n == 3 { all(&|_, _| true) } else { None },
            _ => all(&|i, h| i.abs_diff(h) == 1),
        }
    }

    fn is_well_formed(&self) -> bool {
        let n = self.n();
        let Some(edges) = self.edges() else { return false };
        let (a, d) = self.alpha;
        let below_one = |(n, d): (i8, i8)| d > 0 && 0 <= n && n < d;
        let mut reached = vec![0];
        while let Some(h) = (0..n).find(|h| !reached.contains(h) && reached.iter().any(|i| edges[*i][*h].is_some())) {
            reached.push(h);
        }
        let weights = &self.weights[..n];
        let sum: i32 = weights.iter().map(|w| i32::from(*w)).sum();
        d > 0 && 0 < a && a <= d
            && self.delta.is_none_or(below_one)
            && self.rounding.is_none_or(|(n, d)| d > 0 && n >= 0)
            && self.row_denominators[..n].iter().all(|d| *d > 0)
            && self.weight_denominator > 0
            && weights.iter().all(|w| *w >= 0)
            && sum == i32::from(self.weight_denominator)
            && (!self.distance || reached.len() == n)
            && self.answers.is_none_or(|answers| answers[..n].iter().all(|answer| usize::from(*answer % 4) < n))
    }

    /// X ≥ 0, and α^ℓ·x_io ≤ x_ho for every edge of length ℓ.
    fn is_private(&self) -> bool {
        let (n, edges) = (self.n(), self.edges().expect("a graph"));
        let x = |i: usize, o: usize| (i128::from(self.rows[i][o]), i128::from(self.row_denominators[i]));
        let (a, d) = (i128::from(self.alpha.0), i128::from(self.alpha.1));
        (0..n).all(|i| {
            (0..2).all(|o| {
                let kept = |h: usize| {
                    let Some(length) = edges[i][h] else { return true };
                    let ((x, e), (y, f)) = (x(i, o), x(h, o));
                    a.pow(length as u32) * x * f <= y * e * d.pow(length as u32)
                };
                x(i, o).0 >= 0 && (0..n).all(kept)
            })
        })
    }

    /// Σ_o max_i π_i·x_io over the product of all denominators, and that; nothing where X is no mechanism.
    fn utility(&self) -> Option<(i128, i128)> {
        let n = self.n();
        let d = |i: usize| i128::from(self.row_denominators[i]);
        let is_row = |i: usize| {
            self.rows[i].iter().all(|x| *x >= 0) && self.rows[i].iter().map(|x| i128::from(*x)).sum::<i128>() == d(i)
        };
        let all: i128 = (0..n).map(d).product();
        let worth = |i: usize, o: usize| i128::from(self.weights[i]) * i128::from(self.rows[i][o]) * (all / d(i));
        let sum = (0..2).map(|o| (0..n).map(|i| worth(i, o)).max().unwrap_or(0)).sum();
        (0..n).all(is_row).then_some((sum, all * i128::from(self.weight_denominator)))
    }
}

fuzz_target!(|input: Input| {
    let meter = meter(&Limits::default());
    let problem = match (Problem::checked(input.raw(), &meter), input.is_well_formed()) {
        (Ok(problem), true) => problem,
        (Err(_), false) => return,
        (found, so) => panic!("well formed: {so}, but {found:?}"),
    };
    let found = |claim: Claim| {
        dp_kernel::attempt((&problem, &Rays::default()), (&claim, &[]), None, &Witness::None, (None, None), &meter)
    };
    let dp = found(Claim::Dp).expect("a verdict").verdict;
    assert_eq!(dp == Verdict::Holds, input.is_private());
    let utility = found(Claim::Utility(0)).expect("a value");
    assert_eq!(utility.verdict == Verdict::Holds, input.utility().is_some());
    if let (Some((n, d)), false) = (input.utility(), input.distance) {
        let value = utility.values.iter().find(|(name, _)| *name == Name::Utility);
        let Some((_, Value::Number(x))) = value else { panic!("{utility:?}") };
        assert_eq!(&x.numerator * &Number::from(d), &x.denominator * &Number::from(n));
    }
});
