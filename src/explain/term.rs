//! The words that reports and claims use.

/// A word of the field.
#[derive(Debug, Clone, Copy)]
pub struct Term {
    /// The word as reports write it.
    pub name: &'static str,
    /// Other ways to ask for it.
    pub also: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
}

/// Every word, in an order in which each needs only those before it.
pub fn terms() -> &'static [Term] {
    &[
        Term {
            name: "answer",
            also: &["i", "input"],
            meaning: "What is to be protected: the true result of a query, or one person's own value. The table has a row for \
                each answer.",
        },
        Term {
            name: "output",
            also: &["o"],
            meaning: "What is published instead of the answer, at random. The table has a column for each output.",
        },
        Term {
            name: "mechanism",
            also: &["X", "matrix", "channel", "table"],
            meaning: "The table X of probabilities: x_io is the probability of the output o if i is the true answer. Each row \
                sums to 1.",
        },
        Term {
            name: "node",
            also: &["graph"],
            meaning: "An answer, as a point of a graph. Nodes are numbered from 0, in the order of the table's rows; \"labels\" \
                give them names.",
        },
        Term {
            name: "neighbour",
            also: &["edge", "adjacent", "~"],
            meaning: "An answer that might be the true one if a single person's data were different. Neighbours are joined by an \
                edge of the graph, and are what privacy must keep from being told apart: which graph is meant is part of the \
                claim (see `certify explain graphs`).",
        },
        Term {
            name: "distance",
            also: &["d", "path", "diameter"],
            meaning: "d(i, j): the least number of steps from neighbour to neighbour that lead from i to j, or, if edges have \
                lengths, the length of the shortest path; ∞ if there is none. The largest finite distance is the graph's \
                diameter.",
        },
        Term {
            name: "gaussian",
            also: &["discrete-gaussian", "discrete gaussian", "sigma2", "σ²"],
            meaning: "Discrete Gaussian noise: {\"family\": \"discrete-gaussian\", \"sigma2\": \"4\"} adds noise to a whole \
                number i; any whole number z may come out, with a probability proportional to e^(−(z−i)²/(2σ²)). There is no \
                table. On a line neighbours differ by Δ = 1, on the graph of a sum by up to Δ = its \"max\". The mechanism is \
                Δ²/(2σ²)-concentrated (zcdp). It is (ε, δ)-private for every ε with some δ > 0, and for no ε with δ = 0 \
                (Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, 2020).",
        },
        Term {
            name: "composition",
            also: &["compose", "uses", "budget", "repeated use"],
            meaning: "What several uses release together, each with its own randomness: ε and δ of a file that has \"compose\" \
                are for all uses together. `certify TABLE --times 30` is about thirty uses of a table. If you know only what a \
                part promises, write {\"epsilon\": 1, \"times\": 30}: a claim is then about all mechanisms that keep the \
                promise; randomised response is the worst of them (Kairouz, Oh, Viswanath). `certify budget --use 1x30 --delta \
                1e-6` asks for the least ε without any table.",
        },
        Term {
            name: "epsilon",
            also: &["ε", "eps", "privacy", "private"],
            meaning: "ε, how strong the promise of privacy is: an output may be at most e^ε times as probable under one answer \
                as under its neighbour. With ε = 0 the output says nothing; 0.1 is strong, 10 is next to nothing. `certify \
                explain dp` says what exactly is promised, and `certify explain graphs` to whom.",
        },
        Term {
            name: "alpha",
            also: &["α", "a"],
            meaning: "α = e^-ε, a number from 0 to 1: the factor by which an output's probability may fall from one answer to \
                its neighbour. α = 1 is complete privacy. In a file's expressions it is `a`. ε = ln(2) is α = 1/2.",
        },
        Term {
            name: "length",
            also: &["lengths", "metric", "fine"],
            meaning: "How far an edge takes you from one answer to the next: for places, the kilometers between them. Then ε is \
                per unit of length: an output may be at most e^(ε·d) times as probable under one answer as under another at \
                distance d. A length may have nine decimals. If lengths are so fine that α^(1/k), for their smallest unit 1/k, \
                is not formed, dp, group-privacy and claims that do not depend on α are still decided; claims that need powers \
                of it, such as optimal, are undecided.",
        },
        Term {
            name: "delta",
            also: &["δ"],
            meaning: "δ, an allowance beside ε: the probability of any set of outputs may exceed what ε allows by this much. If \
                a file has none, δ = 0. Only approximate-dp, approximate-dp-within-rounding, not-refuted and expected-error use \
                it. Other claims about privacy, such as optimal and leakage-bound, are about (ε, 0); if the file has a δ, the \
                report says so for each.",
        },
        Term {
            name: "rho",
            also: &["ρ", "zero-concentrated"],
            meaning: "ρ of zero-concentrated differential privacy, ρ-zCDP: the Rényi divergence of order k between neighbours is \
                at most ρ·k for every k > 1. A file that declares it, \"privacy\": {\"rho\": \"1/2\"}, has no ε and no α, and \
                claims zcdp. The ρ of several uses add up. `certify budget --rho 1/2 --delta 1e-6` gives the ε that follows, by \
                the formula of Canonne, Kamath and Steinke; a mechanism may need less.",
        },
        Term {
            name: "prior",
            also: &["π", "pi"],
            meaning: "How probable somebody thinks each answer is before they see the output: numbers π_i ≥ 0 that sum to 1. \
                \"uniform\" means that all are equal.",
        },
        Term {
            name: "gain",
            also: &["g", "loss", "guess"],
            meaning: "What a guess w is worth if x is the true answer: g(w, x). The binary gain is 1 for the right guess and 0 \
                for any other. A loss is what a guess costs: a gain with the opposite sign.",
        },
        Term {
            name: "remap",
            also: &["R", "U"],
            meaning: "What somebody makes of an output: the guess that they take from it. A stochastic matrix R, with a row for \
                each output; X·R is the mechanism followed by the remap. U(X, π), the utility, is what somebody with the prior π \
                gains on average under the best remap.",
        },
        Term {
            name: "phi",
            also: &["Φ"],
            meaning: "Φ, the similarity matrix of the graph: Φ_ij = α^d(i,j), 1 on the diagonal, α between neighbours, 0 if \
                there is no path.",
        },
        Term {
            name: "z",
            also: &["weighting"],
            meaning: "A weight z_i for each node with Φz = 1, that is Σ_j α^d(i,j)·z_j = 1 for all i. If z ≥ 0, the matrix \
                Φ·diag(z) is a mechanism with tight constraints.",
        },
        Term {
            name: "y",
            also: &[],
            meaning: "A weight y_i for each node with yΦ = π, or yΦ ≥ π. If y ≥ 0, no private mechanism has more utility for π \
                than Σ_i y_i.",
        },
        Term {
            name: "tight",
            also: &["tight constraint", "constraint"],
            meaning: "A privacy constraint α·x_io ≤ x_ho is tight if both sides are equal: there the mechanism uses all of the \
                declared privacy (see `certify explain tight-constraints`).",
        },
        Term {
            name: "corner",
            also: &["corner prior"],
            meaning: "The corner prior of node i: row i of Φ divided by its sum. Most of its weight is at i, and it falls by the \
                factor α with each step.",
        },
        Term {
            name: "regular",
            also: &["regular prior", "region"],
            meaning: "A prior is ε-regular if it is a mixture of the corner priors: yΦ = π for some y ≥ 0. Every prior without \
                zeros is regular if α is small enough; but a prior that is regular at some α need not be at a smaller one.",
        },
        Term {
            name: "claim",
            also: &["statement"],
            meaning: "Something that the file asserts. A file with a mechanism always claims that its rows sum to 1 and that it \
                is as private as it declares; \"claims\" lists more.",
        },
        Term {
            name: "expect",
            also: &["tolerance", "expectation", "equals", "at_least", "at_most", "verdict"],
            meaning: "What the author of a file says a claim comes to, beside it: {\"claim\": \"dp\", \"expect\": {\"verdict\": \"holds\", \
                \"epsilon_min\": {\"equals\": \"ln(2)\"}}}. `certify` says of each whether it is met, and the exit status is 1 if one is not. \
                A value is held against \"equals\", \"at_least\" or \"at_most\", exactly. Beside \"equals\" a \"tolerance\" is for \
                rounded numbers: {\"equals\": \"0.693\", \"tolerance\": \"0.001\"}. `epsilon_min` may be held against ln(…), and `bits` against \
                log2(…); of several times a logarithm write the logarithm of the power: ln(4) for 2·ln(2). Which values a claim has, `certify explain` \
                says under the claim's name.",
        },
        Term {
            name: "finding",
            also: &["findings"],
            meaning: "Something that `certify` decides although the file does not claim it. A finding that fails or is undecided \
                does not change the exit status.",
        },
        Term {
            name: "witness",
            also: &["certificate", "proof"],
            meaning: "What proves a verdict: numbers with which anybody can check it by multiplication, addition and comparison. \
                The certificate is a file of all of them, which `verify` checks.",
        },
        Term {
            name: "rounding",
            also: &["rounded"],
            meaning: "How far each entry of a printed table may be from the true one: 0.0005 if numbers have three decimals. Say \
                so with `certify TABLE --rounding 0.0005`, or with \"rounding\": \"0.0005\" beside the matrix in a file. Then \
                the rows need only sum to 1 within the rounding (`stochastic-within-rounding`), `dp` is still about the printed \
                numbers, and `dp-within-rounding` asks whether some private table rounds to them. It is a finding at a rational \
                α; otherwise claim it: `--claim dp-within-rounding`.",
        },
        Term {
            name: "normalise",
            also: &["normalised"],
            meaning: "To divide each row by its exact sum, so that it sums to exactly 1; rows that software computed do so only \
                nearly. `certify TABLE --normalise` does that, says the most by which it changed an entry, and refuses sums \
                farther from 1 than 0.01; `--normalise=0.05` allows more, `--normalise=any` any sum, for example of counts. \
                Whole numbers are then called a sample; `--normalise=weights` is the same for weights, which are exact.",
        },
        Term {
            name: "sample",
            also: &["counts of runs", "runs", "confidence", "events"],
            meaning: "What you know about a program that you can only run: how often each output occurred in independent runs at \
                each input. Each count bounds a probability from both sides. With a confidence that was fixed beforehand all \
                bounds hold together, and if those of two neighbours contradict the declared ε and δ, these are refuted \
                (`certify explain not-refuted`); with that confidence the true ε is at least `epsilon_at_least`. A sample that \
                does not refute does not prove privacy: rare outputs may not have occurred yet, and the true ε may be larger \
                than any lower bound. Up to a δ, runs can prove it (`certify explain private-by-sample`). A sample says nothing \
                about inputs that were not run, and nothing at all if the same runs were used to choose outputs, events or the \
                number of runs. `certify COUNTS.csv --counts` and `certify RUNS.csv --log` judge it like this; `--normalise=any` \
                makes a table of its frequencies instead, and then every verdict is about the sample alone.",
        },
        Term {
            name: "geometric noise",
            also: &["geometric", "noise", "integer noise", "whole numbers"],
            meaning: "Two-sided geometric noise on all whole numbers, {\"family\": \"geometric\"} on a line or for a sum query: \
                the answer i becomes z with a probability proportional to β^|z-i|, where β is α, or α^(1/v) for a sum query of \
                at most v. A \"report\" says how z is released: {\"at_least\": 5}, {\"clamp\": [0, 10]}, {\"modulo\": 7}, \
                {\"round_to\": 5}. If infinitely many outputs remain, those beyond the answers are merged: their probabilities \
                have the same proportions whatever the answer is, so each mechanism is a remap of the other, and nothing is \
                lost. `certify construct binomial` and `truncated-laplace` find the least bounded noise for an ε and a δ. \
                (`explain gaussian` has the discrete Gaussian.)",
        },
        Term {
            name: "own neighbours",
            also: &["own epsilon", "directed", "one-sided", "arcs"],
            meaning: "A claim about privacy may say itself who are neighbours, and which ε and δ are meant: {\"claim\": \"dp\", \
                \"graph\": \"complete\", \"epsilon\": \"2\"}. It is then decided as if the file declared these, for the same \
                table, and each line of a report says what it is about. With {\"edges\": [[1, 0]], \"directed\": true} it is \
                one-sided: the probability of each output under answer 1 is at most e^ε times that under answer 0, and nothing \
                is said about the other order.",
        },
        Term {
            name: "missing",
            also: &["further outputs", "completion"],
            meaning: "What a row of a table lacks to sum to 1, if the table is incomplete: \"missing\" beside the matrix has a \
                number for each row. Then `dp` and `approximate-dp` are about every completion, a table with no smaller entry \
                whose rows sum to 1: they hold if all completions are private, fail if none is, and are otherwise undecided. \
                What is missing may be at outputs that the table does not have, unless \"further_outputs\": false says that \
                there are none, which is an assumption. `epsilon_at_least` and `delta_at_least` are what every completion needs, \
                `epsilon_at_most` and `delta_at_most` what is enough for all.",
        },
        Term {
            name: "within",
            also: &["near-optimal"],
            meaning: "How much utility a mechanism may lack and still count as optimal: with `--claim optimal --within 0.001`, \
                or \"within\": \"1/1000\" beside the claim in a file, no private mechanism has over 0.001 more. This is for \
                tables that were rounded or normalized, which are hardly ever exactly optimal; they must still be exactly \
                private.",
        },
        Term {
            name: "symbolic",
            also: &["every alpha", "interval"],
            meaning: "\"alpha\": \"symbolic\" stands for every α of an interval at once: a claim that holds is proved for all of \
                them.",
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_word_is_explained_twice() {
        let mut seen = HashSet::new();
        for word in terms().iter().flat_map(|term| [term.name].into_iter().chain(term.also.iter().copied())) {
            assert!(seen.insert(word), "{word}");
        }
    }
}
