use super::epsilon::alpha;
use super::*;
use crate::exact;
use dp_verify::number::decimal;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The columns of a line of a CSV.
fn line<'c>(csv: &'c str, first: &str) -> Vec<&'c str> {
    let found = csv.lines().find(|line| line.split(',').next() == Some(first));
    found.unwrap_or_else(|| panic!("no {first} in {csv}")).split(',').collect()
}

fn is_drawn(figure: &Figure) {
    assert!(figure.svg.starts_with("<svg width=\"") && figure.svg.trim_end().ends_with("</svg>"));
    assert!(!figure.svg.contains("NaN"), "{}", figure.svg);
}

#[test]
fn corner_priors() {
    let three = Id::ThreeAnswers.figure().unwrap();
    is_drawn(&three);
    let expected = "query,alpha,corner,p0,p1,p2\n\
        line,1/5,0,25/31,5/31,1/31\nline,1/5,1,1/7,5/7,1/7\nline,1/5,2,1/31,5/31,25/31\n\
        line,1/2,0,4/7,2/7,1/7\nline,1/2,1,1/4,1/2,1/4\nline,1/2,2,1/7,2/7,4/7\n\
        ring,1/5,0,5/7,1/7,1/7\nring,1/5,1,1/7,5/7,1/7\nring,1/5,2,1/7,1/7,5/7\n\
        ring,1/2,0,1/2,1/4,1/4\nring,1/2,1,1/4,1/2,1/4\nring,1/2,2,1/4,1/4,1/2\n";
    assert_eq!(three.csv, expected);
    let four = Id::FourAnswers.figure().unwrap();
    is_drawn(&four);
    assert!(four.csv.contains("two counts,1/2,0,2/5,1/5,1/5,1/5\n"), "{}", four.csv);
}

#[test]
fn alpha_of_epsilon() {
    assert_eq!(alpha(&Rational::from(0)), Ok(Rational::ONE));
    assert!(alpha(&Rational::from(-1)).is_err(), "α > 1");
    // e^-1 = 0.36787944117144233...
    let found = decimal(&exact::fraction(&alpha(&Rational::ONE).unwrap()));
    assert_eq!(found, "0.367879441171");
}

/// ε = 0.5: 1.34497 where 1.2 is printed (Σy, which is no bound there), and 2.5 for every prior. From ln 2 on Σy is
/// one.
#[test]
fn leakage_of_five_individuals() {
    let figure = Id::LeakageBounds.figure().unwrap();
    is_drawn(&figure);
    let at = line(&figure.csv, "0.5");
    assert!(at[2].starts_with("2.52") && at[3].starts_with("1.34497") && at[4].starts_with("1.20"), "{at:?}");
    assert_eq!([line(&figure.csv, "0.68")[4].is_empty(), line(&figure.csv, "0.7")[4].is_empty()], [false, true]);
    for line in figure.csv.lines().map(|line| line.split(',').collect::<Vec<_>>()) {
        assert!(line.len() == 5 && line[..4].iter().all(|value| !value.is_empty()), "{line:?}");
    }
}

#[test]
fn growth_to_u_times_log_v() {
    let figure = Id::LeakageGrowth.figure().unwrap();
    is_drawn(&figure);
    assert_eq!(line(&figure.csv, "0")[1..], ["1", "0", "0", "0"]);
    // Towards 100·log₂ v = 664.4, 332.2 and 100 as ε grows.
    let last = line(&figure.csv, "10");
    for (value, expected) in last[2..].iter().zip(["663.", "332.", "99.99"]) {
        assert!(value.starts_with(expected), "{last:?}");
    }
}

/// The table of the exact values that the statement's row has, to all of its digits.
#[test]
fn utilities_of_figure_6() {
    let epsilons = [80, 100, 120].map(|k| Rational::from_unsigneds(k, 100u32));
    let sum = utility::sum(&epsilons).unwrap();
    is_drawn(&sum);
    assert!(line(&sum.csv, "0.8")[2].is_empty() && !line(&sum.csv, "0.8")[3].is_empty());
    let counts = utility::counts(&epsilons[2..]).unwrap();
    is_drawn(&counts);
    for (csv, epsilon, tight, geometric) in [
        (&sum.csv, "1", "0.148323", "0.100867"),
        (&sum.csv, "1.2", "0.190035", "0.120600"),
        (&counts.csv, "1.2", "0.189963", "0.098705"),
    ] {
        let at = line(csv, epsilon);
        let six = |text: &str| format!("{:.6}", text.parse::<f64>().unwrap());
        assert_eq!([six(at[2]), six(at[4])], [tight, geometric], "{at:?}");
    }
    assert!(sum.svg.contains("true threshold 0.96813") && counts.svg.contains("true threshold 1.1361"));
}
