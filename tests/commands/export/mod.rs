//! `certify export`: what is written, read from its text by a reader of LP files and a checker of VIPR certificates
//! that know the definition of the program and the formats, and nothing of the certifier.

mod command;
mod definition;
mod lp;
mod vipr;

use crate::random::instances;
use definition::{Instance, rational};
use dp_certify::export::{Format, export};
use dp_verify::limits::Limits;
use malachite::rational::Rational;

/// The text that is exported for a file and its prior `p`.
fn exported(format: Format, file: &str) -> String {
    let mut text = Vec::new();
    let export = export(format, file.as_bytes(), "p", &Limits::default()).expect("a good file");
    export.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The optimum that both files state and prove.
fn check(instance: &Instance) -> Rational {
    let (file, program) = (instance.file(), instance.program());
    assert_eq!(lp::read(&exported(Format::Lp, &file)), Ok(program.clone()), "{file}");
    vipr::check(&exported(Format::Vipr, &file), &program, None).unwrap_or_else(|why| panic!("{why}\n{file}"))
}

fn star(prior: &[&str]) -> Instance {
    Instance::binary(4, &[(0, 1), (0, 2), (0, 3)], "2/3", prior)
}

/// The king's moves on a board of that side.
fn king(side: usize) -> Vec<(usize, usize)> {
    let near = |i: usize, h: usize| (i / side).abs_diff(h / side) <= 1 && (i % side).abs_diff(h % side) <= 1;
    (0..side * side).flat_map(|h| (0..h).filter(move |&i| near(i, h)).map(move |i| (i, h))).collect()
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn prior(&mut self, nodes: usize) -> Vec<Rational> {
        let mut weights: Vec<u64> = (0..nodes).map(|_| self.below(12).saturating_sub(3)).collect();
        weights[0] += 1;
        let total = Rational::from(weights.iter().sum::<u64>());
        weights.into_iter().map(|x| Rational::from(x) / &total).collect()
    }

    fn instance(&mut self) -> Instance {
        let nodes = 1 + usize::try_from(self.below(5)).unwrap();
        let pairs = (0..nodes).flat_map(|h| (0..h).map(move |i| (i, h)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| self.below(2) == 0).collect();
        let below = self.below(7);
        let alpha = Rational::from(1 + below) / Rational::from(1 + below + self.below(4));
        let guesses = 1 + self.below(5);
        let mut gain = || Rational::from(self.below(9)) / Rational::from(1 + self.below(4)) - Rational::from(3);
        let gains = (0..guesses).map(|_| (0..nodes).map(|_| gain()).collect()).collect();
        Instance { nodes, edges, alpha, prior: self.prior(nodes), gains }
    }
}

#[test]
fn known_optima() {
    let ring: Vec<(usize, usize)> = (0..6).map(|i| (i, (i + 1) % 6)).collect();
    let all: Vec<(usize, usize)> = (0..6).flat_map(|h| (0..h).map(move |i| (i, h))).collect();
    let line: Vec<(usize, usize)> = (1..6).map(|i| (i - 1, i)).collect();
    let sixths = ["1/6"; 6];
    let instances = [
        (star(&["27/96", "23/96", "23/96", "23/96"]), "23/64"),
        (star(&["1/4"; 4]), "3/8"),
        (Instance::binary(6, &ring, "1/2", &sixths), "8/21"),
        (Instance::binary(6, &all, "1/2", &["1/10", "1/5", "1/5", "1/5", "1/5", "1/10"]), "8/25"),
        (Instance::binary(6, &line, "1/2", &sixths), "4/9"),
        (Instance::binary(6, &line, "1", &sixths), "1/6"),
        (Instance::binary(6, &[], "1/2", &sixths), "1"),
        (Instance::binary(3, &[(0, 2)], "1/3", &["0", "0", "1"]), "1"),
        (Instance::binary(1, &[], "1/2", &["1"]), "1"),
    ];
    for (instance, optimum) in instances {
        assert_eq!(check(&instance), rational(optimum), "{instance:?}");
    }
}

/// Random graphs, connected or not, priors with zeros, gains of any sign for any number of guesses.
#[test]
fn random_instances() {
    let mut random = Random(20_111);
    for _ in instances(300) {
        check(&random.instance());
    }
}

#[test]
fn a_board_of_sixteen() {
    let mut instance = Instance::binary(16, &king(4), "2/5", &["0"; 16]);
    instance.prior = Random(1).prior(16);
    check(&instance);
}

/// Ten thousand variables, written within a moment.
#[test]
fn a_board_of_a_hundred_as_lp() {
    let mut instance = Instance::binary(100, &king(10), "2/5", &["0"; 100]);
    instance.prior = Random(2).prior(100);
    let program = instance.program();
    assert_eq!(program.constraints.len(), 100 + 100 * 684);
    assert!(lp::read(&exported(Format::Lp, &instance.file())) == Ok(program));
}

#[test]
fn gains_and_losses_by_name_and_by_table() {
    let edges: Vec<(usize, usize)> = vec![(0, 1), (1, 2), (2, 3)];
    let prior = ["1/8", "1/2", "1/4", "1/8"];
    let by = |g: &dyn Fn(usize, usize) -> i64| {
        let mut instance = Instance::binary(4, &edges, "3/7", &prior);
        instance.gains = (0..4).map(|w| (0..4).map(|i| Rational::from(g(w, i))).collect()).collect();
        instance
    };
    let apart = |w: usize, i: usize| i64::try_from(w.abs_diff(i)).unwrap();
    let cases = [
        (r#""gain": "binary""#, by(&|w, i| i64::from(w == i))),
        (r#""gain": "distance""#, by(&|w, i| 3 - apart(w, i))),
        (r#""loss": "binary""#, by(&|w, i| -i64::from(w != i))),
        (r#""loss": "absolute""#, by(&|w, i| -apart(w, i))),
        (r#""loss": "squared""#, by(&|w, i| -apart(w, i) * apart(w, i))),
        (
            r#""loss": [[0, 1, 2, 5], [1, 0, 1, 5], [2, 1, 0, 5], [3, 2, 1, 5]]"#,
            by(&|w, i| if w == 3 { -5 } else { -apart(w, i) }),
        ),
    ];
    for (field, instance) in cases {
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "3/7"}}, "query": {{"graph": "line", "nodes": 4}},
                "priors": {{"other": "uniform", "p": ["1/8", "1/2", "1/4", "1/8"]}}, {field}}}"#
        );
        let program = instance.program();
        assert_eq!(lp::read(&exported(Format::Lp, &file)), Ok(program.clone()), "{field}");
        vipr::check(&exported(Format::Vipr, &file), &program, Some(&check(&instance))).unwrap();
    }
}

/// Every number of a file ±1, by its place among the words.
fn mutants(text: &str) -> impl Iterator<Item = (String, String)> + '_ {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |word: &str| word.trim().parse::<i64>().ok();
    let numbers: Vec<usize> = (0..words.len()).filter(|&k| number(words[k]).is_some()).collect();
    numbers.into_iter().flat_map(move |k| {
        let (words, old) = (words.clone(), number(words[k]).unwrap());
        [old - 1, old + 1].map(|new| {
            let mut words = words.clone();
            let changed = words[k].replace(&old.to_string(), &new.to_string());
            words[k] = &changed;
            (words.join(" "), format!("word {k}, {old}, as {new}"))
        })
    })
}

/// Blanks around every number, so that each is a word.
fn apart(text: &str) -> String {
    text.replace('\n', " \n ").replace('/', " / ").replace('-', " - ")
}

fn together(text: &str) -> String {
    text.replace(" / ", "/").replace(" - ", "-").replace(" \n ", "\n")
}

#[test]
fn a_changed_number_of_an_lp_is_another_program() {
    let instance = star(&["27/96", "23/96", "23/96", "23/96"]);
    let (text, program) = (exported(Format::Lp, &instance.file()), instance.program());
    let start = text.find("\\ The objective").unwrap();
    let mut seen = 0;
    for (mutant, what) in mutants(&text[start..].replace('\n', " \n ")) {
        assert_ne!(lp::read(&mutant), Ok(program.clone()), "{what}");
        seen += 1;
    }
    assert!(seen > 100, "{seen} mutants");
    let less = text.replacen(" p_0_1_0: 3 x_1_0 - 2 x_0_0 >= 0\n", "", 1);
    assert_ne!(less, text);
    assert_ne!(lp::read(&less), Ok(program));
}

#[test]
fn a_changed_number_of_a_certificate_is_refused() {
    let instance = Instance::binary(3, &[(0, 1), (1, 2)], "2/3", &["1/2", "1/6", "1/3"]);
    let (text, program) = (exported(Format::Vipr, &instance.file()), instance.program());
    let optimum = vipr::check(&text, &program, None).unwrap();
    let start = text.find("VER").unwrap();
    let text = apart(&text[start..]);
    assert!(vipr::check(&together(&text), &program, Some(&optimum)).is_ok());
    let mut seen = 0;
    for (mutant, what) in mutants(&text) {
        assert!(vipr::check(&together(&mutant), &program, Some(&optimum)).is_err(), "{what}");
        seen += 1;
    }
    assert!(seen > 300, "{seen} mutants");
}

#[test]
fn a_certificate_without_one_of_its_lines_is_refused() {
    let instance = Instance::binary(3, &[(0, 1), (1, 2)], "2/3", &["1/2", "1/6", "1/3"]);
    let (text, program) = (exported(Format::Vipr, &instance.file()), instance.program());
    let lines: Vec<&str> = text.lines().collect();
    for k in (0..lines.len()).filter(|&k| !lines[k].starts_with('%')) {
        let rest: Vec<&str> = lines.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, line)| *line).collect();
        assert!(vipr::check(&rest.join("\n"), &program, None).is_err(), "without {}", lines[k]);
    }
}

/// The multipliers' signs matter: a combination that adds up, of constraints turned round, proves nothing.
#[test]
fn which_check_refuses() {
    let instance = star(&["1/4"; 4]);
    let (text, program) = (exported(Format::Vipr, &instance.file()), instance.program());
    let why = |from: &str, to: &str| {
        let mutant = text.replacen(from, to, 1);
        assert_ne!(mutant, text, "{from}");
        vipr::check(&mutant, &program, None).unwrap_err()
    };
    assert_eq!(why("b_0_0 G 0", "b_0_0 L 0"), "other bounds");
    assert_eq!(why("r_1 E 1", "r_1 G 1"), "other constraints");
    assert_eq!(why("RTP range 3/8", "RTP range 1/8"), "the range is from 1/8 to 3/8");
    assert_eq!(why("RTP range 3/8 3/8", "RTP range 1/4 1/4"), "what is derived is not the upper bound");
    assert_eq!(why("RTP range 3/8 3/8", "RTP range 1/2 1/2"), "the solution has less than the least optimum");
    assert_eq!(why("utility L 3/8", "utility L 1/4"), "the combination is another constraint");
    assert_eq!(why("OBJ max\n4 0 1/4", "OBJ max\n4 0 1/3"), "another objective");
    let combination = text.rfind("lin\n").unwrap();
    let negative = text[combination..].find(" -").unwrap() + combination;
    let mutant = format!("{} {}", &text[..negative], &text[negative + 2..]);
    let why = vipr::check(&mutant, &program, None).unwrap_err();
    assert!(why.contains(" has the multiplier "), "{why}");
}

/// A stranger's names stay inside of comments, on lines that no reader cuts.
#[test]
fn names_are_escaped_in_comments() {
    let instance = star(&["1/4"; 4]);
    let long = "n".repeat(200_000);
    for name in [r"a\nMaximize\n x: 2 y\nEnd\n\\ \u202e\u2028%\r", &long, ""] {
        let file = instance.file_with(&format!(r#" "name": "{name}","#));
        let (lp, vipr) = (exported(Format::Lp, &file), exported(Format::Vipr, &file));
        assert_eq!(lp::read(&lp), Ok(instance.program()));
        assert_eq!(vipr::check(&vipr, &instance.program(), None), Ok(rational("3/8")));
        assert!(lp.chars().chain(vipr.chars()).all(|c| matches!(c, ' '..='~' | '\n')));
        assert!(vipr.lines().take_while(|line| *line != "VER 1.0").all(|line| line.starts_with("% ")));
    }
}
