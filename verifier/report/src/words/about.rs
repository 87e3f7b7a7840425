//! What sentences about one claim are made with.

use crate::Place;
use dp_file::alpha::{Bounds, Field, Quotient, Symbol};
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Alpha, Claim, Gain, Kind, Mechanism};
use dp_file::number::{Rational, fraction};
use dp_file::problem::Elaborated;
use dp_file::text::named;
use dp_kernel::{Fraction, Graph};
use num_traits::Pow;

/// What calls things by their names, and declares something of them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Of<'a> {
    File(&'a Mechanism),
    Problem(&'a Elaborated),
}

/// What sentences about one claim are made with.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    pub(super) of: Of<'a>,
    /// The claim.
    pub claim: &'a Claim,
    /// Where numbers lie, if some are irrational.
    pub field: Option<&'a Field>,
    /// The limits that the flags set.
    pub limits: &'a Limits,
    /// What may be computed.
    pub bounds: Bounds<'a>,
}

impl<'a> Words<'a> {
    /// Words about a claim, at the file's own t.
    pub fn new(mechanism: &'a Mechanism, claim: &'a Claim, limits: &'a Limits, steps: &'a Budget) -> Self {
        let (of, field) = (Of::File(mechanism), mechanism.field.as_ref());
        Self { of, claim, field, limits, bounds: Bounds::new(limits, steps) }
    }

    /// Words about a claim of a problem by itself. Numbers in t are not told: a problem has no expressions.
    pub fn of_problem(elaborated: &'a Elaborated, claim: &'a Claim, limits: &'a Limits, steps: &'a Budget) -> Self {
        Self { of: Of::Problem(elaborated), claim, field: None, limits, bounds: Bounds::new(limits, steps) }
    }

    /// The same at another t, or on a part of an interval.
    #[must_use]
    pub fn at(self, field: &'a Field) -> Self {
        Self { field: Some(field), ..self }
    }

    /// The same with the labels of one individual of a product.
    fn of_one(self) -> Self {
        let parent = self.file().and_then(|file| file.product.as_ref()?.parent.as_deref());
        Self { of: parent.map_or(self.of, Of::File), ..self }
    }

    fn file(&self) -> Option<&'a Mechanism> {
        if let Of::File(mechanism) = self.of { Some(mechanism) } else { None }
    }

    /// The same about the parent of a product where the claim is judged by it: of one that is not written out always, else where
    /// numbers are irrational, if the parent decides.
    pub(super) fn through_parent(self) -> Option<Self> {
        use Kind as K;
        let of_one = self.of_one();
        let has_prior = || self.claim.prior.as_ref().is_some_and(|name| of_one.has_prior(name));
        let decides = match self.kind() {
            K::Stochastic | K::Dp | K::ApproximateDp | K::IndividualLeakage | K::ExpectedError | K::Capacity => true,
            K::GroupPrivacy | K::RenyiDp | K::TradeOff => true,
            K::Utility => self.is_binary() && has_prior(),
            K::Leakage => has_prior(),
            _ => false,
        };
        let (is_large, is_irrational) = match self.of {
            Of::File(file) => (file.large_product().is_some(), file.field.is_some()),
            Of::Problem(of) => (of.problem.table.is_none(), of.problem.point.is_some()),
        };
        (self.individuals().is_some() && (is_large || decides && is_irrational)).then_some(of_one)
    }

    /// How many individuals a product has.
    pub(super) fn individuals(&self) -> Option<usize> {
        match self.of {
            Of::File(file) => file.product.as_ref().map(|product| product.individuals),
            Of::Problem(of) => of.problem.product.as_ref().map(|product| product.individuals),
        }
    }

    /// How many answers databases have.
    pub(super) fn answers(&self) -> Option<usize> {
        match self.of {
            Of::File(file) => file.query.answers.as_ref().map(|answers| answers.names.len()),
            Of::Problem(of) => of.names.answers.as_ref().map(Vec::len),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        self.claim.kind
    }

    /// What a node is called; its number where there is no such node.
    pub(crate) fn node(&self, i: usize) -> String {
        match self.of {
            Of::File(file) if i < file.query.graph.nodes() => named(&file.node(i)),
            Of::File(_) => i.to_string(),
            Of::Problem(of) => labelled(of.names.nodes.as_ref(), i),
        }
    }

    /// What an output is called; its number where there is no such output.
    pub(super) fn output(&self, o: usize) -> String {
        match self.of {
            Of::File(file) if file.channel.as_ref().is_some_and(|x| o < x.width) => named(&file.output(o)),
            Of::File(file) if file.response.is_some() && o < file.query.graph.nodes() => named(&file.output(o)),
            Of::File(_) => o.to_string(),
            Of::Problem(of) => labelled(of.names.outputs.as_ref(), o),
        }
    }

    /// The answer of a database.
    pub(super) fn answer(&self, i: usize) -> Option<String> {
        let (of, names) = match self.of {
            Of::File(file) => file.query.answers.as_ref().map(|answers| (&answers.of, &answers.names))?,
            Of::Problem(of) => (of.problem.answers.as_ref()?, of.names.answers.as_ref()?),
        };
        names.get(*of.get(i)?).map(|name| named(name))
    }

    /// An entry of X.
    pub(super) fn entry(&self, i: usize, output: usize) -> Option<Fraction> {
        match self.of {
            Of::File(file) => {
                let rows = file.channel.as_ref()?.functions();
                let row = rows.get(i)?;
                let number = dp_file::alpha::Polynomial::number;
                Some(Fraction::new(number(row.numerators.get(output)?), number(&row.denominator)))
            }
            Of::Problem(of) => {
                let row = of.problem.table.as_ref()?.get(i)?;
                row.numerators.get(output).map(|x| Fraction::new(x.clone(), row.denominator.clone()))
            }
        }
    }

    pub(super) fn graph(&self) -> &'a Graph {
        match self.of {
            Of::File(file) => &file.query.graph,
            Of::Problem(of) => &of.problem.graph,
        }
    }

    pub(super) fn is_binary(&self) -> bool {
        match self.of {
            Of::File(file) => matches!(file.gain, Gain::Binary),
            Of::Problem(of) => of.problem.gain == dp_kernel::Gain::Binary,
        }
    }

    pub(super) fn has_prior(&self, name: &str) -> bool {
        match self.of {
            Of::File(file) => file.prior(name).is_some(),
            Of::Problem(of) => of.names.priors.iter().any(|known| known == name),
        }
    }

    pub(super) fn rounding(&self) -> Option<Rational> {
        match self.of {
            Of::File(file) => file.channel.as_ref()?.rounding.clone(),
            Of::Problem(of) => rational(of.problem.rounding.as_ref()?),
        }
    }

    /// The length of a shortest path between two nodes.
    pub(super) fn distance(&self, i: usize, h: usize) -> Option<Rational> {
        let units = self.graph().distances_from(i).get(h).copied().filter(|&d| d != dp_kernel::INFINITE)?;
        Some(fraction(units.into(), self.graph().unit().into()))
    }

    /// The declared privacy, where a file declares it; of a problem α if it is rational.
    pub(super) fn alpha(&self) -> Option<Alpha> {
        match self.of {
            Of::File(file) => Some(file.privacy.alpha.clone()),
            Of::Problem(of) => {
                let units = of.problem.graph.unit();
                rational(&of.problem.alpha).map(|alpha| Alpha::Rational(Pow::pow(&alpha, units as usize)))
            }
        }
    }

    /// The symbol of t.
    pub(super) fn symbol(&self) -> &'static str {
        if self.is_of_alpha() { "α" } else { "b" }
    }

    /// Whether numbers are written as functions of α, and not of `b`.
    pub(super) fn is_of_alpha(&self) -> bool {
        self.field.is_none_or(|field| field.symbol == Symbol::A)
    }

    /// The declared δ: 0 where the file has none.
    pub(super) fn delta(&self) -> Rational {
        let declared = match self.of {
            Of::File(file) => file.privacy.delta.clone(),
            Of::Problem(of) => of.problem.delta.as_ref().and_then(rational),
        };
        declared.unwrap_or_else(|| Rational::from(dp_file::number::BigInt::default()))
    }

    /// α as a function of t.
    pub(super) fn alpha_of_t(&self) -> Option<Quotient> {
        let rational = || self.alpha()?.rational().map(Quotient::constant);
        self.field.map(|field| field.alpha.clone()).or_else(rational)
    }

    /// A node by its number and whole label.
    pub(crate) fn place_of_node(&self, index: usize) -> Place {
        let labels = match self.of {
            Of::File(file) => file.query.labels.as_ref(),
            Of::Problem(of) => of.names.nodes.as_ref(),
        };
        Place { index, label: labels.and_then(|labels| labels.get(index)).cloned() }
    }

    /// An output by its number and whole label.
    pub(super) fn place_of_output(&self, index: usize) -> Place {
        let labels = match self.of {
            Of::File(file) => file.output_labels(),
            Of::Problem(of) => of.names.outputs.as_ref(),
        };
        Place { index, label: labels.and_then(|labels| labels.get(index)).cloned() }
    }
}

fn labelled(labels: Option<&Vec<String>>, i: usize) -> String {
    labels.and_then(|labels| labels.get(i)).map_or_else(|| i.to_string(), |label| named(label))
}

fn rational(x: &Fraction) -> Option<Rational> {
    Some(fraction(x.numerator.integer()?.into_owned(), x.denominator.integer()?.into_owned()))
}
