//! The page, put together from `page/` and the verifier.

use crate::base64::base64;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The parts of the script, in their order.
const SCRIPTS: [&str; 6] = ["text.js", "verifier.js", "files.js", "check.js", "result.js", "main.js"];

/// The page's text.
pub(crate) fn page(web: &Path, verifier: &[u8]) -> Result<String> {
    let part = |name: &str| read(&web.join("page").join(name));
    let (style, worker) = (part("style.css")?, part("worker.js")?);
    let main = SCRIPTS.map(part).into_iter().collect::<Result<Vec<_>>>()?.join("\n");
    // The page of `certify html` is shown in a frame, which keeps to the same policy.
    let drawn = read(&web.join("../src/html/style.css"))?;
    let policy = policy(&main, [&style, &drawn]);
    let parts = [
        ("policy", policy),
        ("style", style),
        ("main", main),
        ("worker", worker),
        ("verifier", base64(&compressed(verifier)?)),
        ("examples", examples(web)?),
        ("hash", hex(verifier)),
    ];
    let mut text = part("index.html")?;
    for (name, value) in parts {
        // Nothing may end the element that it stands in.
        if value.to_lowercase().contains("</s") || value.contains("<!--") {
            return Err(format!("{name} has what ends a script").into());
        }
        let mark = format!("{{{{{name}}}}}");
        if text.matches(&mark).count() != 1 {
            return Err(format!("index.html names {mark} not once").into());
        }
        text = text.replace(&mark, &value);
    }
    Ok(text)
}

/// What the page may do: run its own script and the verifier, which it starts as a worker from memory, and look as
/// its own styles say. It may load nothing and send nothing.
fn policy(script: &str, styles: [&str; 2]) -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text)));
    let styles = styles.map(hash).join(" ");
    [
        "default-src 'none'".to_owned(),
        format!("script-src {} 'wasm-unsafe-eval'", hash(script)),
        "worker-src blob:".to_owned(),
        format!("style-src {styles}"),
        "base-uri 'none'".to_owned(),
        "form-action 'none'".to_owned(),
    ]
    .join("; ")
}

/// The examples of `page/examples.json`, with the texts of their files.
fn examples(web: &Path) -> Result<String> {
    let list: Value = serde_json::from_str(&read(&web.join("page").join("examples.json"))?)?;
    let example = |example: &Value| -> Result<Value> {
        let names = example["files"].as_array().ok_or("an example without files")?;
        let file = |name: &Value| -> Result<Value> {
            let name = name.as_str().ok_or("a name that is no string")?;
            Ok(json!({ "name": name, "text": read(&web.join("..").join(name))? }))
        };
        let files = names.iter().map(file).collect::<Result<Vec<_>>>()?;
        Ok(json!({ "title": example["title"], "about": example["about"], "files": files }))
    };
    let examples = list.as_array().ok_or("no list of examples")?.iter().map(example).collect::<Result<Vec<_>>>()?;
    Ok(Value::from(examples).to_string().replace('<', "\\u003c"))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()).into())
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    out.write_all(bytes)?;
    Ok(out.finish()?)
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
