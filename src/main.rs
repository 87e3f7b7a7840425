//! stand-in
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        match dp_certify::certify(&bytes, &Default::default()) {
            Ok(c) => {
                std::fs::write(path.replace(".json", ".cert.json"), c.certificate).unwrap();
                print!("{}\n{}", c.report.summary(), c.report.to_text(dp_verify::report::Style::Plain));
            }
            Err(e) => println!("{path}:{e}"),
        }
    }
}
