//! Optimal mechanisms of small graphs against the linear program by its definition: 2,000 random instances.

use crate::oracle::rank::rank;
use crate::oracle::simplex::most_utility;
use crate::random::cases;
use dp_certify::construct::{Kind as Constructed, Wishes, construct};
use dp_certify::pattern::{Letter, pattern};
use dp_certify::{Options, certify};
use dp_verify::alpha::Vectors as _;
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::Rational;
use dp_verify::report::{Report, Statement, Value, Verdict};
use dp_verify::verify;
use num_traits::{One, Zero};
use proptest::prelude::*;

fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// What a guess is worth.
#[derive(Debug, Clone)]
enum Worth {
    /// 1 for the truth.
    Binary,
    /// A row for each guess.
    Gain(Vec<Vec<Rational>>),
    /// A row for each node.
    Loss(Vec<Vec<Rational>>),
}

/// Whose optimality is asked.
#[derive(Debug, Clone)]
enum Candidate {
    /// What `construct optimal` writes.
    Constructed,
    /// Any table.
    Table(Vec<Vec<Rational>>),
    /// A table mixed with the uniform one so that it is private.
    Private(Vec<Vec<Rational>>),
}

#[derive(Debug, Clone)]
struct Instance {
    nodes: usize,
    edges: Vec<[usize; 2]>,
    alpha: Rational,
    prior: Vec<Rational>,
    worth: Worth,
    candidate: Candidate,
    /// Without the closed forms.
    by_program: bool,
}

fn distribution(size: usize) -> impl Strategy<Value = Vec<Rational>> {
    prop::collection::vec(0i64..6, size).prop_filter_map("all zero", |weights| {
        let total: i64 = weights.iter().sum();
        (total > 0).then(|| weights.into_iter().map(|w| ratio(w, total)).collect())
    })
}

fn table(rows: usize, columns: usize) -> impl Strategy<Value = Vec<Vec<Rational>>> {
    let number = (-6i64..7, 1i64..4).prop_map(|(n, d)| ratio(n, d));
    prop::collection::vec(prop::collection::vec(number, columns), rows)
}

fn worth(nodes: usize) -> impl Strategy<Value = Worth> {
    (1usize..6).prop_flat_map(move |guesses| {
        prop_oneof![
            Just(Worth::Binary),
            table(guesses, nodes).prop_map(Worth::Gain),
            table(nodes, guesses).prop_map(Worth::Loss),
        ]
    })
}

fn candidate(nodes: usize, alpha: Rational) -> impl Strategy<Value = Candidate> {
    (1usize..4).prop_flat_map(move |outputs| {
        let alpha = alpha.clone();
        let rows = || prop::collection::vec(distribution(outputs), nodes);
        let mixed = move |mut rows: Vec<Vec<Rational>>| {
            // x = (1-t)/m + t·r has entries of ratio at least (1-t)/(1-t+tm) = α for this t.
            let m = ratio(i64::try_from(outputs).unwrap_or(1), 1);
            let t = (Rational::one() - &alpha) / (Rational::one() - &alpha + &alpha * &m);
            rows.iter_mut().flatten().for_each(|x| *x = (Rational::one() - &t) / &m + &t * &*x);
            Candidate::Private(rows)
        };
        prop_oneof![
            3 => Just(Candidate::Constructed),
            1 => rows().prop_map(Candidate::Table),
            2 => rows().prop_map(mixed),
        ]
    })
}

/// Edges that join all nodes (node i + 1 with one before it, and some more), or any.
fn edges(nodes: usize, connected: bool) -> impl Strategy<Value = Vec<[usize; 2]>> {
    let pairs: Vec<[usize; 2]> = (0..nodes).flat_map(|i| (i + 1..nodes).map(move |j| [i, j])).collect();
    let count = pairs.len();
    let parents = prop::collection::vec(any::<prop::sample::Index>(), nodes - 1);
    (prop::sample::subsequence(pairs, 0..=count), parents).prop_map(move |(mut edges, parents)| {
        if connected {
            let tree = parents.iter().enumerate().map(|(i, parent)| [parent.index(i + 1), i + 1]);
            edges.extend(tree);
            edges.sort_unstable();
            edges.dedup();
        }
        edges
    })
}

fn instance(connected: bool) -> impl Strategy<Value = Instance> {
    let alphas = (1i64..10, 1i64..10).prop_map(|(p, q)| ratio(p.min(q), p.max(q)));
    (1usize..6, alphas).prop_flat_map(move |(nodes, alpha)| {
        let prior = distribution(nodes);
        let parts = (edges(nodes, connected), prior, worth(nodes), candidate(nodes, alpha.clone()), any::<bool>());
        parts.prop_map(move |(edges, prior, worth, candidate, by_program)| Instance {
            nodes,
            edges,
            alpha: alpha.clone(),
            prior,
            worth,
            candidate,
            by_program,
        })
    })
}

fn list(entries: &[Rational]) -> String {
    format!("[{}]", entries.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", "))
}

fn lists(rows: &[Vec<Rational>]) -> String {
    format!("[{}]", rows.iter().map(|row| list(row)).collect::<Vec<_>>().join(", "))
}

impl Instance {
    fn query(&self) -> String {
        let worth = match &self.worth {
            Worth::Binary => String::new(),
            Worth::Gain(rows) => format!(", \"gain\": {}", lists(rows)),
            Worth::Loss(rows) => format!(", \"loss\": {}", lists(rows)),
        };
        format!(
            r#""format": "dp-mechanism/1", "privacy": {{"alpha": "{}"}}, "query": {{"nodes": {}, "edges": {:?}}},
               "priors": {{"p": {}}}{worth}"#,
            self.alpha,
            self.nodes,
            self.edges,
            list(&self.prior)
        )
    }

    fn file(&self) -> String {
        let query = self.query();
        match &self.candidate {
            Candidate::Constructed => {
                let query = format!("{{{query}}}");
                construct(Constructed::Optimal, &Wishes::default(), query.as_bytes(), &Limits::default())
                    .expect("an optimum")
            }
            Candidate::Table(rows) | Candidate::Private(rows) => format!(
                "{{{query}, \"mechanism\": {{\"matrix\": {}}}, \"claims\": [{{\"claim\": \"optimal\", \"prior\": \"p\"}}]}}",
                lists(rows)
            ),
        }
    }

    /// c_w(i) = π_i·g(w, i).
    fn gains(&self) -> Vec<Vec<Rational>> {
        let n = self.nodes;
        let gain = |w: usize, i: usize| match &self.worth {
            Worth::Binary if w == i => Rational::one(),
            Worth::Binary => Rational::zero(),
            Worth::Gain(rows) => rows[w][i].clone(),
            Worth::Loss(rows) => -&rows[i][w],
        };
        let guesses = match &self.worth {
            Worth::Binary => n,
            Worth::Gain(rows) => rows.len(),
            Worth::Loss(rows) => rows[0].len(),
        };
        (0..guesses).map(|w| (0..n).map(|i| &self.prior[i] * gain(w, i)).collect()).collect()
    }

    fn is_private(&self, rows: &[Vec<Rational>]) -> bool {
        let pairs = self.edges.iter().flat_map(|&[i, j]| [(i, j), (j, i)]);
        pairs.into_iter().all(|(i, h)| rows[i].iter().zip(&rows[h]).all(|(x, y)| &self.alpha * x <= *y))
    }
}

/// Σ_o max_w Σ_i c_w(i)·x_io.
fn utility(gains: &[Vec<Rational>], rows: &[Vec<Rational>]) -> Rational {
    let joint = |gains: &[Rational], o: usize| gains.iter().zip(rows).map(|(c, row)| c * &row[o]).sum::<Rational>();
    (0..rows[0].len()).map(|o| gains.iter().map(|c| joint(c, o)).max().expect("a guess")).sum()
}

fn optimal(report: &Report) -> &Statement {
    report.statements.iter().find(|s| s.claim.kind == Kind::Optimal).expect("a statement")
}

/// Row sums and tight constraints as the rows of a matrix, a column for each entry of X.
fn tight(instance: &Instance, file: &str, rows: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let (n, m) = (rows.len(), rows[0].len());
    let constraint = |terms: &[(usize, usize, Rational)]| {
        let mut row = vec![Rational::zero(); n * m];
        terms.iter().for_each(|(i, o, factor)| row[i * m + o] = factor.clone());
        row
    };
    let mut all: Vec<Vec<Rational>> =
        (0..n).map(|i| constraint(&(0..m).map(|o| (i, o, Rational::one())).collect::<Vec<_>>())).collect();
    for (i, row) in rows.iter().enumerate() {
        all.extend((0..m).filter(|&o| row[o].is_zero()).map(|o| constraint(&[(i, o, Rational::one())])));
    }
    let found = pattern(file.as_bytes(), &Limits::default()).expect("a good file");
    for (&(i, h), letters) in found.edges.iter().zip(&found.parts[0].letters) {
        for (o, letter) in letters.iter().enumerate() {
            let down = constraint(&[(i, o, instance.alpha.clone()), (h, o, -Rational::one())]);
            let up = constraint(&[(i, o, -Rational::one()), (h, o, instance.alpha.clone())]);
            match letter {
                Letter::Falls => all.push(down),
                Letter::Rises => all.push(up),
                Letter::Equal => all.extend([down, up]),
                Letter::Slack | Letter::Zero => {}
                Letter::Broken => panic!("an optimal mechanism is private"),
            }
        }
    }
    all
}

fn check(instance: &Instance) -> Result<(), TestCaseError> {
    let file = instance.file();
    let options = Options { only: vec![Kind::Optimal], general: instance.by_program, ..Options::default() };
    let certified = certify(file.as_bytes(), &options).expect("a good file");
    let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
    let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
    prop_assert!(again.accepted(), "{:?}", again.refusals);

    let table = mechanism.channel().and_then(|x| x.rows()).expect("a table of rationals");
    let rows: Vec<Vec<Rational>> = table.iter().map(|row| row.entries().collect()).collect();
    let gains = instance.gains();
    let most = most_utility(instance.nodes, &instance.edges, &instance.alpha, &gains);
    let reached = utility(&gains, &rows);
    let private = instance.is_private(&rows);

    let statement = optimal(&certified.report);
    prop_assert_eq!(statement.verdict, Verdict::of(private && reached == most));
    let value = |name| statement.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone());
    let is_loss = matches!(instance.worth, Worth::Loss(_));
    prop_assert_eq!(value("utility"), Some(Value::Rational(reached.clone())));
    prop_assert_eq!(value("loss"), is_loss.then(|| Value::Rational(-reached)));
    prop_assert_eq!(value("optimum"), Some(Value::Rational(most.clone())));
    prop_assert_eq!(value("least_loss"), is_loss.then(|| Value::Rational(-most)));

    match instance.candidate {
        Candidate::Constructed => {
            // A vertex: tight constraints determine all entries.
            prop_assert_eq!(statement.verdict, Verdict::Holds);
            prop_assert!(rows[0].len() <= gains.len());
            prop_assert!((0..rows[0].len()).all(|o| rows.iter().any(|row| !row[o].is_zero())));
            prop_assert_eq!(rank(tight(instance, &file, &rows)), rows.len() * rows[0].len());
        }
        Candidate::Private(_) => prop_assert!(private),
        Candidate::Table(_) => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn on_connected_graphs(instance in instance(true)) {
        check(&instance)?;
    }

    #[test]
    fn on_any_graphs(instance in instance(false)) {
        check(&instance)?;
    }
}
