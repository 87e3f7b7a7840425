//! `certify trade-off MECHANISM.json`: how well neighbours can be told apart by any test.

use super::limits::Raised;
use super::output;
use super::progress::Progress;
use super::terminal::shown;
use crate::trade_off::{self, Of};
use dp_verify::file::{self, Unusable};
use std::path::PathBuf;

const EXAMPLE: &str = "\
A test rejects an answer at some outputs. Its first error is to reject the answer if it is true, its second not to reject
it if the neighbour is. You get the least second error of any test of any pair of neighbours: piece by piece, each linear
and with its pair. It need not be convex, because what lies between two pairs is not a test of either. --envelope prints
its convex lower envelope instead, which no mixture of tests of several pairs beats.
In CSV each line has the nodes whose piece begins there.

Exit status:
  0  the function is printed or written
  2  the input or the call is wrong, and nothing is written

Example:
  certify trade-off examples/five-hobbies.json
  certify trade-off examples/five-hobbies.json --pair Sports Cars
  certify trade-off examples/five-hobbies.json --envelope
  certify trade-off examples/five-hobbies.json --format svg -o five-hobbies.svg";

/// How to print the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
    /// A picture
    Svg,
}

/// Prints the trade-off function of a mechanism: the least second error of any test of an answer against a neighbour,
/// for every first error, exactly
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// A mechanism file with rational entries, or a composition of such
    #[arg(value_name = "MECHANISM.json")]
    file: PathBuf,
    /// The answers I and H, by label or number, of which I is tested against H (default: all pairs of neighbours)
    #[arg(long, num_args = 2, value_names = ["I", "H"])]
    pair: Option<Vec<String>>,
    /// The convex lower envelope of the functions of all pairs, and not the least of them
    #[arg(long, conflicts_with = "pair")]
    envelope: bool,
    /// How to print the function
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to write it (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

impl Call {
    /// Whether what is wrong with the input is told by its parts too.
    pub(super) fn tells_json(&self) -> bool {
        self.format == Format::Json
    }
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    if let Some(path) = &call.output {
        output::check(&[(call.file.clone(), path.clone())])?;
    }
    let limits = call.raised.asked();
    let bytes = file::read(&call.file, &limits)?;
    let progress = Progress::start(1, format!("the trade-off function of {}", shown(&call.file)), !call.quiet);
    let pair = call.pair.as_ref().and_then(|pair| <&[String; 2]>::try_from(&pair[..]).ok());
    let which = match pair {
        Some([i, h]) => Of::Pair([&**i, &**h]),
        None if call.envelope => Of::Envelope,
        None => Of::Least,
    };
    let found = trade_off::at(&call.file, &bytes, which, &limits)?;
    drop(progress);
    let text = match call.format {
        Format::Text => found.to_text(),
        Format::Json => found.to_json(),
        Format::Csv => found.to_csv(),
        Format::Svg => found.to_svg()?,
    };
    output::deliver(call.output.as_deref(), &text, "trade-off function", call.quiet)?;
    Ok(0)
}
