//! Base64, as browsers' `atob` reads it.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as text.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three.iter().chain(&[0; 2]).take(3).fold(0, |number, &byte| number << 8 | usize::from(byte));
        for k in 0..4 {
            let digit = char::from(DIGITS[number >> (18 - 6 * k) & 63]);
            text.push(if k > three.len() { '=' } else { digit });
        }
    }
    text
}
