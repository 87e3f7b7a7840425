//! The trade-off function as a picture. What is drawn is seen, and proves nothing.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use super::{Of, TradeOff};
use crate::exact::fraction;
use dp_verify::number::decimal;
use malachite::rational::Rational;
use plotters::prelude::*;

/// Coordinates are whole numbers: so many of them make a unit of the picture.
const FINE: u32 = 4;
const SIZE: u32 = 480;
const FONT: &str = "sans-serif";
const LINE: RGBColor = RGBColor(0, 114, 178);
const GREY: RGBColor = RGBColor(110, 110, 110);

impl TradeOff {
    /// What the vertical axis shows.
    fn second_in_words(&self) -> &'static str {
        match self.of {
            Of::Pair(_) => "least second error",
            Of::Least => "least second error over all pairs",
            Of::Envelope => "convex lower envelope of second errors",
        }
    }

    /// An SVG: the function, its corners, and the diagonal, which is that of a mechanism that tells nothing.
    ///
    /// # Errors
    /// A sentence of the library that draws.
    pub fn to_svg(&self) -> Result<String, String> {
        let number = |x: &Rational| decimal(&fraction(x)).parse().unwrap_or(f64::NAN);
        let points: Vec<(f64, f64)> = self.corners.iter().map(|c| (number(&c.first), number(&c.second))).collect();
        let mut svg = String::new();
        draw(&mut svg, &points, self.second_in_words()).map_err(|why| why.to_string())?;
        let fine = format!(r#"width="{0}" height="{0}""#, SIZE * FINE);
        Ok(svg.replacen(&fine, &format!(r#"width="{SIZE}" height="{SIZE}""#), 1))
    }
}

fn draw(svg: &mut String, points: &[(f64, f64)], second: &str) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(svg, (SIZE * FINE, SIZE * FINE)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut plot = ChartBuilder::on(&area)
        .margin(16 * FINE)
        .x_label_area_size(48 * FINE)
        .y_label_area_size(56 * FINE)
        .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
    plot.configure_mesh()
        .x_desc("first error")
        .y_desc(second)
        .axis_desc_style((FONT, 16 * FINE))
        .label_style((FONT, 13 * FINE))
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 225, 225).stroke_width(FINE))
        .axis_style(GREY.stroke_width(FINE))
        .x_labels(5)
        .y_labels(5)
        .draw()?;
    plot.draw_series(LineSeries::new([(0.0, 1.0), (1.0, 0.0)], GREY.stroke_width(FINE)))?;
    plot.draw_series(LineSeries::new(points.iter().copied(), LINE.stroke_width(2 * FINE)))?;
    plot.draw_series(points.iter().map(|&point| Circle::new(point, 3 * FINE as i32, LINE.filled())))?;
    area.present()?;
    Ok(())
}
