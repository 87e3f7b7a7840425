//! `verify --law LAW.jsonl MECHANISM.json`: the table of a law, computed anew and compared with a mechanism file's.

use super::arguments::Call;
use super::ending::print;
use crate::report;
use dp_file::file::{self, Unusable};
use dp_file::law;
use dp_file::limits::Budget;
use serde_json::json;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(path: &Path, mechanism: &Path, call: &Call) -> Result<u8, Unusable> {
    let limits = &call.limits;
    let file = Arc::new(file::mechanism(mechanism, limits)?);
    let law = law::read(BufReader::new(file::open(path)?), &path.to_string_lossy(), &file, limits)?;
    let steps = Budget::new(limits.steps);
    let ground = file.ground(limits, &steps);
    let agreed = law::agree(&law, &file, &ground);
    let (word, status) = if agreed.is_ok() { ("ACCEPTED", 0) } else { ("REFUSED", 1) };
    let (why, rows) = match agreed {
        Ok(rows) => (None, rows),
        Err(why) => (Some(why), Vec::new()),
    };
    let text = match (call.quiet, call.json) {
        (true, _) => String::new(),
        (_, true) => {
            let missing =
                rows.iter().map(|row| row.missing.as_ref().map_or_else(|| "0".to_owned(), |x| file.written(x)));
            let missing: Vec<String> = missing.collect();
            let head = &law.head;
            let files: serde_json::Map<_, _> = head.files.iter().map(|(k, v)| (k.clone(), json!(v))).collect();
            let told = json!({
                "format": "dp-law-report/1", "verdict": word.to_lowercase(), "reason": why, "law": law.sha256,
                "mechanism": file.sha256, "program": head.program, "files": files, "runs": head.runs,
                "assumes": head.assumes, "missing": missing,
            });
            format!("{told}\n")
        }
        _ => {
            let mut text = format!("{word}\n");
            match &why {
                Some(why) => text += &format!("{why}\n"),
                None => text += &report::law(&law, &rows, &file, &ground),
            }
            text + &format!("law SHA-256 {}\nmechanism SHA-256 {}\n", law.sha256, file.sha256)
        }
    };
    Ok(print(&text, status))
}
