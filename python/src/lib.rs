//! The extension module of the Python package `dp-certify`: bytes and JSON in, bytes and JSON out.
//!
//! What a Python object means as a mechanism file, and a report as Python objects, is Python's own business. Here
//! nothing is decided and nothing is checked either: that is for `dp-certify` and `dp-verify`. Every entry runs on a
//! thread of its own with Python's lock released (see [`work`]), and ends in a value or an exception whatever happens.

mod budget;
mod certified;
mod choices;
mod counted;
mod enclosed;
mod law;
mod made;
mod mechanism;
mod names;
mod programs;
mod raised;
mod seen;
mod shown;
mod theorems;
mod work;

use pyo3::prelude::*;

/// Certifier and verifier; what each function takes and gives is in `_core.pyi`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::budget::budget;
    #[pymodule_export]
    use super::certified::{certify, certify_many};
    #[pymodule_export]
    use super::choices::{claims, kinds};
    #[pymodule_export]
    use super::counted::{counts_log, counts_table, expect_answers, sort_names};
    #[pymodule_export]
    use super::enclosed::{enclosure, evaluate};
    #[pymodule_export]
    use super::law::Explorer;
    #[pymodule_export]
    use super::programs::program;
    #[pymodule_export]
    use super::made::{construct, import_table, pattern, profile, repair, table, trade_off};
    #[pymodule_export]
    use super::mechanism::check;
    #[pymodule_export]
    use super::names::{labels, order, out_of_order, places};
    #[pymodule_export]
    use super::seen::{declared, edges, entries, outputs, weights};
    #[pymodule_export]
    use super::shown::{html, text, verify};
    #[pymodule_export]
    use super::theorems::{theorems, theorems_list};
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
