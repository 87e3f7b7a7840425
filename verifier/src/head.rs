//! What a certificate says before its statements are checked: of which files it is, the polynomial that t is a root of,
//! and which closed forms its claims name.

use dp_file::error::Error;
use dp_file::json::{View, shorten};
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Claim, Mechanism, Verdict};
use dp_file::problem::Elaborated;
use dp_file::witness;
use dp_kernel::{Failure, Meter};
use std::collections::{BTreeMap, BTreeSet};

/// The format that this version reads.
pub const FORMAT: &str = "dp-certificate/2";

/// The hash and the list of statements of a certificate.
///
/// # Errors
/// It is none.
pub(crate) fn header<'a>(root: &'a View<'a>) -> Result<(String, View<'a>), Error> {
    root.is_object("a certificate: an object")?;
    let format = root.required("format")?;
    match format.string("\"dp-certificate/2\"")? {
        FORMAT => {}
        "dp-mechanism/1" => {
            let hint = ": this is a mechanism file; certify writes its certificate, NAME.cert.json";
            return Err(format.unexpected("\"dp-certificate/2\"").hint(hint));
        }
        other if other.starts_with("dp-report/") => {
            let hint = ": this is a report, which proves nothing";
            return Err(format.unexpected("\"dp-certificate/2\"").hint(hint));
        }
        _ => return Err(format.unexpected("\"dp-certificate/2\"")),
    }
    root.only(&["format", "sha256", "files", "factor", "statements"])?;
    let hash = root.required("sha256")?.string("the SHA-256 of the mechanism file")?.to_owned();
    Ok((hash, root.required("statements")?))
}

/// What is wrong with the certificate's `files`: the paths that parts of a composition name, each with its SHA-256.
///
/// # Errors
/// It has not that form.
pub(crate) fn other_files(root: &View, elaborated: &Elaborated) -> Result<Option<String>, Error> {
    let form = "an object: a relative path and the SHA-256 of its file each";
    let mut said = BTreeMap::new();
    let view = root.field("files");
    if let Some(view) = &view {
        for (path, hash) in view.object(form)? {
            said.insert(path.to_owned(), hash.string("the SHA-256 of a file")?.to_owned());
        }
    }
    let files = elaborated.names.files();
    let paths: BTreeSet<&str> = files.keys().copied().chain(said.keys().map(String::as_str)).collect();
    Ok(paths.into_iter().find_map(|path| match (said.get(path), files.get(path)) {
        (Some(said), Some(found)) if said == found => None,
        (_, None) => Some(format!("`files` names {}, which no part of the mechanism names", shorten(path))),
        (None, Some(_)) => Some(format!("`files` has no SHA-256 of {}, which a part names", shorten(path))),
        (Some(said), Some(found)) => Some(format!(
            "the certificate is of another file {}: its sha256 is {}, that of the file {found}",
            shorten(path),
            shorten(said)
        )),
    }))
}

/// Takes t for a root of the certificate's `factor`, if it has one.
pub(crate) fn take_factor(
    elaborated: &mut Elaborated,
    root: &View,
    limits: &Limits,
    meter: &Meter,
) -> Result<Result<(), Failure>, Error> {
    let Some(view) = root.field("factor") else { return Ok(Ok(())) };
    let factor = witness::polynomial(&view, limits, &Budget::new(limits.steps_of_digits()))?;
    Ok(elaborated.problem.take_factor(&factor, meter))
}

/// What a statement has beside its claim.
pub(crate) const BESIDE: [&str; 3] = ["verdict", "witness", "reason"];

/// The characters of an undecided statement's reason that are read.
pub const MOST_OF_REASON: usize = 400;

/// The reason of an undecided statement, which stands there instead of a witness; `None` of any other.
pub(crate) fn reason(statement: &View, said: Verdict) -> Result<Option<String>, Error> {
    let foreign = if said == Verdict::Undecided { "witness" } else { "reason" };
    if let Some(part) = statement.field(foreign) {
        let expected = if said == Verdict::Undecided { "a \"reason\" instead" } else { "no reason" };
        return Err(part.found(format!("beside the verdict \"{}\"", said.name()), expected));
    }
    if said != Verdict::Undecided {
        return Ok(None);
    }
    let reason = statement.required("reason")?.string("a string: why it is undecided")?;
    Ok(Some(reason.chars().take(MOST_OF_REASON).collect()))
}

/// The claims of a certificate that name a closed form: these are written out beside what the file's own claims name.
pub(crate) fn closed_forms(root: &View, mechanism: &Mechanism, limits: &Limits) -> Vec<Claim> {
    let list = root.field("statements");
    let statements = list.as_ref().and_then(|list| list.array("").ok()).into_iter().flatten();
    let steps = Budget::new(limits.steps_of_digits());
    // No other number of a claim is looked at here: all are read where it is checked.
    let named = statements.filter(|view| view.field("from").is_some());
    let claims = named.filter_map(|view| Claim::read(&view, mechanism, &BESIDE, (limits, &steps)).ok());
    claims.filter(Claim::names_closed_form).collect()
}
