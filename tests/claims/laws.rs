//! Laws of random programs, against linear equations that are solved one by one; and laws that were changed.

use crate::random::instances;
use dp_certify::law::{Asked, Bounds, Explore, Walk, found_once, of_nothing};
use dp_verify::law::{Choices, Hash, Head, agree, read};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The α at which functions of it are compared.
const A: (u32, u32) = (1, 3);

/// Choices, with their weights at that α.
const CHOICES: [(&str, &[(u32, u32)]); 8] = [
    ("flip 1/2", &[(1, 2), (1, 2)]),
    ("flip 2/7", &[(2, 7), (5, 7)]),
    ("flip a", &[(1, 3), (2, 3)]),
    ("flip a/(1+a)", &[(1, 4), (3, 4)]),
    ("below 3", &[(1, 3), (1, 3), (1, 3)]),
    ("choose a/2 1/2 (1-a)/2", &[(1, 6), (1, 2), (1, 3)]),
    ("flip 0", &[(0, 1), (1, 1)]),
    ("choose (1-a)^2 2*a*(1-a) a^2", &[(4, 9), (4, 9), (1, 9)]),
];

fn weight((n, d): (u32, u32)) -> Rational {
    Rational::from_unsigneds(n, d)
}

/// Numbers that look random.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

#[derive(Debug, Clone, Copy)]
enum To {
    Output(usize),
    /// A later state.
    State(usize),
    /// Any state, by its key.
    Key(usize),
}

/// What is chosen from in each state, and where the branches lead.
#[derive(Debug)]
struct Program(Vec<(usize, Vec<To>)>);

impl Program {
    fn random(draws: &mut Draws) -> Self {
        let states = 1 + draws.below(6);
        let with_keys = draws.below(4) > 0;
        let state = |s: usize, draws: &mut Draws| {
            let choice = draws.below(CHOICES.len());
            let branch = |draws: &mut Draws| match draws.below(4) {
                0 if with_keys => To::Key(draws.below(states)),
                1 | 2 if s + 1 < states => To::State(s + 1 + draws.below(states - s - 1)),
                _ => To::Output(draws.below(4)),
            };
            let mut to: Vec<To> = CHOICES[choice].1.iter().map(|_| branch(draws)).collect();
            // From each state there is a way out.
            *to.last_mut().unwrap() = To::Output(draws.below(4));
            (choice, to)
        };
        Self((0..states).map(|s| state(s, draws)).collect())
    }

    /// A run, from the state of the answer.
    fn run(&self, of: &mut Explore, mut walk: Walk, mut state: usize) {
        loop {
            let (choice, to) = &self.0[state];
            let choice = of.choice(CHOICES[*choice].0).unwrap();
            let branch = of.asked(&mut walk, choice).unwrap();
            if of.is_enough(&walk) {
                return of.given_up(&walk);
            }
            match to[branch as usize] {
                To::Output(o) => return of.ended(&walk, &format!("out {o}")).unwrap(),
                To::State(s) => state = s,
                To::Key(s) if of.at(&mut walk, &format!("key {s}")).unwrap() => state = s,
                To::Key(_) => return,
            }
        }
    }

    /// The probability of each output from each state.
    fn law(&self) -> Vec<Vec<Rational>> {
        let n = self.0.len();
        let zero = || vec![Rational::ZERO; n + 4];
        let mut rows: Vec<Vec<Rational>> = Vec::new();
        for (s, (choice, to)) in self.0.iter().enumerate() {
            let mut row = zero();
            row[s] += Rational::ONE;
            for (w, to) in CHOICES[*choice].1.iter().zip(to) {
                match to {
                    To::Output(o) => row[n + o] += weight(*w),
                    To::State(t) | To::Key(t) => row[*t] -= weight(*w),
                }
            }
            rows.push(row);
        }
        solved(rows)
    }
}

/// The solutions of square systems, whose right-hand sides are the last columns.
fn solved(mut rows: Vec<Vec<Rational>>) -> Vec<Vec<Rational>> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).find(|i| rows[*i][k] != 0u32).expect("one solution");
        rows.swap(k, pivot);
        let scale = rows[k][k].clone();
        rows[k].iter_mut().for_each(|x| *x /= &scale);
        for i in (0..n).filter(|i| *i != k) {
            let factor = rows[i][k].clone();
            let pivot = rows[k].clone();
            rows[i].iter_mut().zip(&pivot).for_each(|(x, p)| *x -= &factor * p);
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}

/// A law: the file that was asked for, the mechanism file, and the law's own.
fn known(program: &Program, alpha: &str, answers: usize) -> (String, String) {
    let limits = Limits::default();
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{{alpha}}}, "query": {{"graph": "line", "nodes": {answers}}}}}"#
    );
    let asked = Asked { file, name: "law".into(), no_further_outputs: false };
    let choices = Choices::new(of_nothing(&asked, &limits).unwrap(), &limits);
    let mut of = Explore::new(choices, Bounds::default(), false);
    while let Some(run) = of.next_run() {
        let state = run.answer % program.0.len();
        let walk = of.begin_run(run);
        program.run(&mut of, walk, state);
    }
    let mut file = tempfile::tempfile().unwrap();
    let made = found_once(&of, &Head::default(), &asked, &mut file, &limits).unwrap();
    let mut text = String::new();
    std::io::Seek::rewind(&mut file).unwrap();
    std::io::Read::read_to_string(&mut file, &mut text).unwrap();
    (made.text, text)
}

/// The rows of a mechanism file's table by their outputs, once α is that number.
fn rows(mechanism: &str, alpha: &str) -> Vec<BTreeMap<String, Rational>> {
    let at = format!("\"alpha\": \"{}/{}\"", A.0, A.1);
    let text = mechanism.replace(alpha, &at);
    let file = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    let channel = file.channel().expect("a whole table");
    let rows = channel.rows().unwrap().iter().map(|row| {
        let entry = |o: usize| {
            let x = row.entry(o);
            let [n, d] = [&x.numerator, &x.denominator].map(dp_certify::exact::whole);
            (file.output(o), Rational::from_integers(n, d))
        };
        (0..row.len()).map(entry).filter(|(_, x)| *x != 0u32).collect()
    });
    rows.collect()
}

const ALPHAS: [&str; 3] = [r#""alpha": "1/3""#, r#""alpha": "symbolic", "between": ["0", "1"]"#, r#""epsilon": "1""#];

#[test]
fn laws_of_random_programs_are_solutions_of_their_equations() {
    for seed in instances(2_000) {
        let mut draws = Draws(seed);
        let program = Program::random(&mut draws);
        let alpha = ALPHAS[draws.below(3)];
        let (mechanism, law) = known(&program, alpha, 3);
        let oracle = program.law();
        for (answer, row) in rows(&mechanism, alpha).iter().enumerate() {
            let of_state = &oracle[answer % oracle.len()];
            let expected = of_state.iter().enumerate().filter(|(_, x)| **x != 0u32);
            let expected: BTreeMap<String, Rational> = expected.map(|(o, x)| (format!("out {o}"), x.clone())).collect();
            assert_eq!(*row, expected, "seed {seed}, {alpha}, {program:?}\n{law}");
        }
        assert!(accepts(&mechanism, &law), "seed {seed}\n{mechanism}\n{law}");
    }
}

/// Whether the verifier takes the table for the law's.
fn accepts(mechanism: &str, law: &str) -> bool {
    let (limits, steps) = (Limits::default(), Budget::new(usize::MAX));
    let file = Arc::new(Mechanism::read(mechanism.as_bytes(), &limits).unwrap());
    let Ok(law) = read(law.as_bytes(), "law", &file, &limits) else { return false };
    agree(&law, &file, &file.ground(&limits, &steps)).is_ok()
}

/// With the hash of what it says.
fn hashed(lines: &[String]) -> String {
    let mut hash = Hash::default();
    lines.iter().for_each(|line| hash.line(line.as_bytes()));
    lines.join("\n") + &format!("\n{{\"sha256\": \"{}\"}}\n", hash.hex())
}

/// The rows of a law by its own text: a tree is written out by its paths, and its keys are unknowns. `None` where that
/// is no law.
fn independent(lines: &[String]) -> Option<Vec<BTreeMap<String, Rational>>> {
    let of_words: HashMap<&str, Vec<Rational>> =
        CHOICES.iter().map(|(words, weights)| (*words, weights.iter().map(|w| weight(*w)).collect())).collect();
    // Each tree's ends, of each answer: its own first.
    type Ends = Vec<(Value, Rational)>;
    let mut answers: Vec<Vec<(Value, Ends)>> = Vec::new();
    let mut to_come: Vec<Rational> = Vec::new();
    for line in &lines[1..] {
        let line: Value = serde_json::from_str(line).ok()?;
        let branches: Vec<(Value, Rational)> = if let Some(items) = line.as_array() {
            let weights = of_words.get(items[0].as_str()?)?;
            let mass = to_come.pop()?;
            if items.len() != weights.len() + 1 {
                return None;
            }
            items[1..].iter().cloned().zip(weights.iter().map(|w| w * &mass)).collect()
        } else {
            if !to_come.is_empty() {
                return None;
            }
            if line.get("answer").is_some() {
                answers.push(Vec::new());
            }
            answers.last_mut()?.push((line.clone(), Vec::new()));
            vec![(line["then"].clone(), Rational::ONE)]
        };
        let goes_on = branches.iter().filter(|(to, _)| *to == json!(true)).map(|(_, mass)| mass.clone());
        let goes_on: Vec<Rational> = goes_on.collect();
        to_come.extend(goes_on.into_iter().rev());
        let ends = branches.into_iter().filter(|(to, mass)| *to != json!(true) && *mass != 0u32);
        answers.last_mut()?.last_mut()?.1.extend(ends);
    }
    if !to_come.is_empty() {
        return None;
    }
    let mut names: Vec<String> = (0..4).map(|o| format!("out {o}")).collect();
    let ends = answers.iter().flatten().flat_map(|(_, ends)| ends);
    for name in ends.filter_map(|(to, _)| to.as_str()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    let of_answer = |trees: &Vec<(Value, Ends)>| {
        let n = trees.len();
        let mut rows = Vec::new();
        for (k, (_, ends)) in trees.iter().enumerate() {
            let mut row = vec![Rational::ZERO; n + names.len()];
            row[k] += Rational::ONE;
            for (to, mass) in ends {
                match to {
                    Value::String(name) => row[n + names.iter().position(|known| known == name)?] += mass,
                    // What is cut is no output.
                    Value::Bool(_) => {}
                    to => row[trees.iter().position(|(head, _)| head.get("at") == to.get("at"))?] -= mass,
                }
            }
            rows.push(row);
        }
        let law = solved(rows).into_iter().next()?;
        Some(names.iter().cloned().zip(law).filter(|(_, x)| *x != 0u32).collect())
    };
    answers.iter().map(of_answer).collect()
}

/// One change of a law.
fn changed(lines: &[String], draws: &mut Draws) -> Option<Vec<String>> {
    let mut lines = lines.to_vec();
    let at = 1 + draws.below(lines.len() - 1);
    let mut line: Value = serde_json::from_str(&lines[at]).unwrap();
    match draws.below(9) {
        // A line left out, or there twice.
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        // Two lines the other way round.
        2 if at + 1 < lines.len() => lines.swap(at, at + 1),
        kind => {
            let keys: Vec<String> = lines
                .iter()
                .filter_map(|line| {
                    serde_json::from_str::<Value>(line).unwrap().get("at").and_then(Value::as_str).map(str::to_owned)
                })
                .collect();
            let key = keys.get(draws.below(keys.len().max(1))).cloned();
            if let Some(items) = line.as_array_mut() {
                let branch = 1 + draws.below(items.len() - 1);
                match kind {
                    // Another choice, a branch that is dropped or doubled.
                    3 => items[0] = json!(CHOICES[draws.below(CHOICES.len())].0),
                    4 => drop(items.remove(branch)),
                    5 => items.insert(branch, items[branch].clone()),
                    // A branch that leads elsewhere.
                    6 => items[branch] = json!(format!("out {}", draws.below(5))),
                    7 => items[branch] = json!(draws.below(2) == 0),
                    _ => items[branch] = json!({ "at": key? }),
                }
            } else {
                match kind {
                    3 | 4 => *line.get_mut("visits")? = json!(["0", "1", "1/2", "1/(1-a)", "a"][draws.below(5)]),
                    5 => *line.get_mut("at")? = json!(key?),
                    6 => line["then"] = json!(format!("out {}", draws.below(5))),
                    7 => line["then"] = json!({ "at": key? }),
                    _ => line["then"] = json!(draws.below(2) == 0),
                }
            }
            lines[at] = line.to_string();
        }
    }
    Some(lines)
}

#[test]
fn changed_laws_are_accepted_where_they_are_the_same_law() {
    let (mut tried, mut accepted) = (0, 0);
    for seed in instances(2_000) {
        let mut draws = Draws(seed + 1_000_000);
        let program = Program::random(&mut draws);
        let alpha = ALPHAS[draws.below(3)];
        let (mechanism, law) = known(&program, alpha, 2);
        let mut lines: Vec<String> = law.lines().map(str::to_owned).collect();
        lines.pop();
        assert_eq!(hashed(&lines), law);
        let table = rows(&mechanism, alpha);
        assert_eq!(independent(&lines).as_ref(), Some(&table), "seed {seed}");
        for _ in 0..16 {
            let Some(changed) = changed(&lines, &mut draws) else { continue };
            if changed == lines {
                continue;
            }
            tried += 1;
            if accepts(&mechanism, &hashed(&changed)) {
                accepted += 1;
                let same = independent(&changed);
                assert_eq!(same.as_ref(), Some(&table), "seed {seed}, {alpha}\n{law}\n{}", hashed(&changed));
            }
        }
        // What was changed and not hashed anew.
        assert!(!accepts(&mechanism, &law.replacen("\"runs\": ", "\"runs\": 1", 1)), "seed {seed}");
    }
    assert!(tried > 500 && accepted * 4 < tried, "{accepted} of {tried}");
}
