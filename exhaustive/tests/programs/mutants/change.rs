//! One thing changed in a certificate, or in its mechanism file.

use super::Changed;
use dp_verify::model::sha256;
use dp_verify::number::BigInt;
use serde_json::{Map, Value, json};

/// A stream of numbers that is the same each time (Knuth's MMIX).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        let mut numbers = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(7));
        numbers.below(2);
        numbers
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { Some(&all[self.below(all.len())]) }
    }
}

/// What other certificates have to offer: claims and witnesses.
pub(crate) struct Other(Vec<Value>);

impl Other {
    pub(crate) fn of(certificate: &Value) -> Self {
        Self(certificate["statements"].as_array().cloned().unwrap_or_default())
    }
}

/// A mutant; where what was meant to be changed is not there, another thing is.
pub(crate) fn one(certificate: &Value, file: &[u8], others: &[Other], numbers: &mut Numbers) -> Changed {
    loop {
        let mut changed = certificate.clone();
        let what = match numbers.below(12) {
            0 | 1 => number(&mut changed, numbers),
            2 => index(&mut changed, numbers),
            3 | 4 => list(&mut changed, numbers),
            5 => key(&mut changed, numbers),
            6 => verdict(&mut changed, numbers),
            7 => claim(&mut changed, others, numbers),
            8 => witness(&mut changed, others, numbers),
            9 => {
                if let Some((text, what)) = repeated(certificate, numbers) {
                    return Changed { certificate: text, file: None, what };
                }
                None
            }
            _ => {
                if let Some((file, what)) = of_file(file, numbers) {
                    changed["sha256"] = json!(sha256(&file));
                    return Changed { certificate: changed.to_string(), file: Some(file), what };
                }
                None
            }
        };
        if let Some(what) = what.filter(|_| changed != *certificate) {
            return Changed { certificate: changed.to_string(), file: None, what };
        }
    }
}

/// Every place in a statement that is of this form, as a JSON pointer.
fn places(of: &Value, is_meant: &dyn Fn(&Value) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    let mut open = vec![(String::new(), of)];
    while let Some((pointer, value)) = open.pop() {
        if !pointer.is_empty() && is_meant(value) {
            all.push(pointer.clone());
        }
        match value {
            Value::Array(list) => open.extend(list.iter().enumerate().map(|(k, x)| (format!("{pointer}/{k}"), x))),
            Value::Object(map) => open.extend(map.iter().map(|(key, x)| (format!("{pointer}/{key}"), x))),
            _ => {}
        }
    }
    all
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A number of digits that is close to one, or of the other sign, or has another digit.
fn near(text: &str, numbers: &mut Numbers) -> String {
    let n: BigInt = text.parse().expect("digits");
    match numbers.below(7) {
        0 => (n + BigInt::from(1)).to_string(),
        1 => (n - BigInt::from(1)).to_string(),
        2 => (-n).to_string(),
        3 => (n * BigInt::from(2)).to_string(),
        4 => ["0", "1", "-1", "5"][numbers.below(4)].to_owned(),
        _ => {
            let mut digits = text.as_bytes().to_vec();
            let first = usize::from(digits[0] == b'-');
            let k = first + numbers.below(digits.len() - first);
            // The first of several is not made 0.
            digits[k] = b'1' + u8::try_from(numbers.below(9)).expect("a digit");
            String::from_utf8(digits).expect("digits")
        }
    }
}

fn number(certificate: &mut Value, numbers: &mut Numbers) -> Option<String> {
    let all = places(&certificate["statements"], &|x| x.as_str().is_some_and(is_number));
    let place = numbers.of(&all)?.clone();
    let here = certificate["statements"].pointer_mut(&place)?;
    let (old, new) = (here.as_str()?.to_owned(), near(here.as_str()?, numbers));
    *here = json!(new);
    Some(format!("{place}: {old} to {new}"))
}

fn index(certificate: &mut Value, numbers: &mut Numbers) -> Option<String> {
    let all = places(&certificate["statements"], &Value::is_u64);
    let place = numbers.of(&all)?.clone();
    let here = certificate["statements"].pointer_mut(&place)?;
    let old = here.as_u64()?;
    let new = [old + 1, old.saturating_sub(1), 0, old * 2, 1_000_000][numbers.below(5)];
    *here = json!(new);
    Some(format!("{place}: {old} to {new}"))
}

/// An entry dropped, doubled or swapped with another: of a vector, a row, a list of rows, parts or statements.
fn list(certificate: &mut Value, numbers: &mut Numbers) -> Option<String> {
    let all = places(certificate, &|x| x.as_array().is_some_and(|list| !list.is_empty()));
    let place = numbers.of(&all)?.clone();
    let list = certificate.pointer_mut(&place)?.as_array_mut()?;
    let (k, other) = (numbers.below(list.len()), numbers.below(list.len()));
    let what = match numbers.below(3) {
        0 => {
            list.remove(k);
            "dropped"
        }
        1 => {
            list.insert(other, list[k].clone());
            "doubled"
        }
        _ => {
            list.swap(k, other);
            "swapped"
        }
    };
    Some(format!("{place}/{k} {what} ({other})"))
}

/// A key left out, or called otherwise.
fn key(certificate: &mut Value, numbers: &mut Numbers) -> Option<String> {
    const NAMES: [&str; 14] = [
        "values",
        "z",
        "y",
        "v",
        "w",
        "row",
        "output",
        "pair",
        "better",
        "remap",
        "multipliers",
        "parts",
        "cuts",
        "extra",
    ];
    let all = places(certificate, &|x| x.as_object().is_some_and(|map| !map.is_empty()));
    let place = numbers.of(&all)?.clone();
    let map: &mut Map<String, Value> = certificate.pointer_mut(&place)?.as_object_mut()?;
    let keys: Vec<String> = map.keys().cloned().collect();
    let key = numbers.of(&keys)?.clone();
    let value = map.remove(&key)?;
    if numbers.below(2) == 0 {
        return Some(format!("{place}/{key} left out"));
    }
    let other = NAMES[numbers.below(NAMES.len())];
    map.insert(other.to_owned(), value);
    Some(format!("{place}/{key} called {other}"))
}

/// A key that is there twice, with something else or the same.
fn repeated(certificate: &Value, numbers: &mut Numbers) -> Option<(String, String)> {
    let text = certificate.to_string();
    let keys: Vec<usize> = text.match_indices("\":").map(|(k, _)| k).collect();
    let end = *numbers.of(&keys)?;
    let start = text[..end].rfind('"')?;
    let key = &text[start..=end];
    let value = ["0", "[]", "{}", "\"holds\"", "\"1\""][numbers.below(5)];
    Some((format!("{}{key}:{value},{}", &text[..start], &text[start..]), format!("{key} twice")))
}

fn verdict(certificate: &mut Value, numbers: &mut Numbers) -> Option<String> {
    let statements = certificate["statements"].as_array_mut()?;
    let k = numbers.below(statements.len().max(1));
    let statement = statements.get_mut(k)?;
    let other = ["holds", "fails", "undecided"].into_iter().filter(|verdict| statement["verdict"] != *verdict);
    statement["verdict"] = json!(other.collect::<Vec<_>>()[numbers.below(2)]);
    if numbers.below(3) == 0 {
        statement.as_object_mut()?.remove("witness");
    }
    Some(format!("the verdict of statement {k}"))
}

/// Another claim for the same verdict and witness, from this certificate or another one.
fn claim(certificate: &mut Value, others: &[Other], numbers: &mut Numbers) -> Option<String> {
    let from = if numbers.below(2) == 0 { Other::of(certificate).0 } else { numbers.of(others)?.0.clone() };
    let mut other = numbers.of(&from)?.clone();
    let statements = certificate["statements"].as_array_mut()?;
    let k = numbers.below(statements.len().max(1));
    let statement = statements.get_mut(k)?;
    for key in ["verdict", "witness"] {
        other.as_object_mut()?.remove(key);
        if let Some(kept) = statement.get(key) {
            other[key] = kept.clone();
        }
    }
    *statement = other;
    Some(format!("statement {k} claims {}", statement["claim"]))
}

/// The witness of another statement, from this certificate or another one.
fn witness(certificate: &mut Value, others: &[Other], numbers: &mut Numbers) -> Option<String> {
    let from = if numbers.below(2) == 0 { Other::of(certificate).0 } else { numbers.of(others)?.0.clone() };
    let other = numbers.of(&from)?.clone();
    let statements = certificate["statements"].as_array_mut()?;
    let k = numbers.below(statements.len().max(1));
    statements.get_mut(k)?["witness"] = other.get("witness")?.clone();
    Some(format!("statement {k} has the witness of {}", other["claim"]))
}

/// The mechanism file with a number, a word or a list changed, as text.
fn of_file(file: &[u8], numbers: &mut Numbers) -> Option<(Vec<u8>, String)> {
    let mut json: Value = serde_json::from_slice(file).ok()?;
    let all = places(&json, &|x| {
        x.is_u64() || x.is_array() || x.as_str().is_some_and(|s| s.bytes().any(|b| b.is_ascii_digit()))
    });
    let place = numbers.of(&all)?.clone();
    let here = json.pointer_mut(&place)?;
    let before = here.clone();
    match here {
        Value::Array(list) if !list.is_empty() => {
            let (k, other) = (numbers.below(list.len()), numbers.below(list.len()));
            list.swap(k, other);
        }
        Value::String(text) => {
            let digits: Vec<usize> =
                text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(k, _)| k).collect();
            let k = *numbers.of(&digits)?;
            let digit = char::from(b'1' + u8::try_from(numbers.below(9)).expect("a digit"));
            text.replace_range(k..=k, &digit.to_string());
        }
        Value::Number(n) => *here = json!([n.as_u64()? + 1, n.as_u64()?.saturating_sub(1), 0, 2][numbers.below(4)]),
        _ => return None,
    }
    let what = format!("the file's {place}: {before} to {here}").chars().take(200).collect();
    (before != *here).then(|| (json.to_string().into_bytes(), what))
}
