//! Lines and regions as SVG. What is drawn here is seen, and proves nothing: this is where floating point may be used.
#![allow(clippy::float_arithmetic, reason = "the places of lines on a picture")]

use super::chart::{Chart, Figure, Panel, Series};
use crate::exact::fraction;
use dp_verify::number::decimal;
use malachite::rational::Rational;
use plotters::coord::{CoordTranslate, Shift};
use plotters::drawing::DrawingAreaErrorKind;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_backend::DrawingErrorKind;

/// Coordinates are whole numbers; so many of them make a unit of the picture's width and height.
const FINE: u32 = 4;
const FONT: &str = "sans-serif";
/// Blue, orange, green and purple that are told apart by all eyes (Okabe and Ito).
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];
const GREY: RGBColor = RGBColor(110, 110, 110);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A decimal as the number next to it.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

fn on_page(size: (u32, u32), draw: impl Fn(&Area) -> Result<(), Box<dyn std::error::Error>>) -> Result<String, String> {
    let mut svg = String::new();
    let (width, height) = size;
    let mut drawn = || {
        let area = SVGBackend::with_string(&mut svg, (units(width), units(height))).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
        Ok::<(), Box<dyn std::error::Error>>(())
    };
    drawn().map_err(|why| why.to_string())?;
    let fine = format!(r#"width="{}" height="{}""#, units(width), units(height));
    Ok(svg.replacen(&fine, &format!(r#"width="{width}" height="{height}""#), 1))
}

/// A length on the picture in its whole coordinates.
fn units(length: u32) -> u32 {
    length * FINE
}

/// A title in the middle of its area.
fn heading(area: &Area, title: &str, size: u32) -> Result<(), Box<dyn std::error::Error>> {
    let (width, height) = area.dim_in_pixel();
    let style = (FONT, units(size)).into_text_style(area).pos(Pos::new(HPos::Center, VPos::Center));
    area.draw_text(title, &style, (width as i32 / 2, height as i32 / 2))?;
    Ok(())
}

/// Lines over ε with a legend, and vertical lines at the marks.
pub(super) fn chart(chart: &Chart) -> Result<String, String> {
    let xs: Vec<f64> = chart.epsilons.iter().map(|x| number(x)).collect();
    let points = |series: &Series| -> Vec<(f64, f64)> {
        let both = xs.iter().zip(&series.values);
        both.filter_map(|(&x, y)| Some((x, number(y.as_deref()?)))).collect()
    };
    let all: Vec<f64> = chart.series.iter().flat_map(points).map(|(_, y)| y).collect();
    let most = all.iter().copied().fold(0.0, f64::max);
    let (first, last) = (xs.first().copied().unwrap_or(0.0), xs.last().copied().unwrap_or(1.0));
    let rows = u32::try_from((chart.series.len() + chart.marks.len()).div_ceil(2)).unwrap_or(1);
    let (head, body, foot) = (48, 480, 16 + 26 * rows);
    on_page((900, head + body + foot), |area| {
        let (title, rest) = area.split_vertically(units(head));
        let (middle, names) = rest.split_vertically(units(body));
        heading(&title, chart.title, 24)?;
        let top = most * 1.05;
        let mut plot = ChartBuilder::on(&middle)
            .margin(units(8))
            .margin_right(units(24))
            .x_label_area_size(units(56))
            .y_label_area_size(units(80))
            .build_cartesian_2d(first..last, 0.0..top)?;
        plot.configure_mesh()
            .x_desc("ε")
            .y_desc(chart.y)
            .axis_desc_style((FONT, units(20)))
            .label_style((FONT, units(17)))
            .x_label_formatter(&|x| trimmed(*x))
            .y_label_formatter(&|y| trimmed(*y))
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(225, 225, 225).stroke_width(units(1)))
            .axis_style(GREY.stroke_width(units(1)))
            .set_all_tick_mark_size(units(6))
            .draw()?;
        let mut legend = Vec::new();
        for (series, colour) in chart.series.iter().zip(COLOURS) {
            let style = colour.stroke_width(units(3));
            if series.dashed {
                plot.draw_series(DashedLineSeries::new(points(series), units(8), units(6), style))?
            } else {
                plot.draw_series(LineSeries::new(points(series), style))?
            };
            legend.push((series.name, style, series.dashed));
        }
        for mark in &chart.marks {
            let (x, style) = (number(&mark.epsilon), GREY.stroke_width(units(2)));
            let ends = [(x, 0.0), (x, top)];
            if mark.dashed {
                plot.draw_series(DashedLineSeries::new(ends, units(5), units(5), style))?
            } else {
                plot.draw_series(LineSeries::new(ends, style))?
            };
            legend.push((mark.name.as_str(), style, mark.dashed));
        }
        for (k, (name, style, dashed)) in (0..).zip(legend) {
            let (column, row) = (k / rows, k % rows);
            let at = [90 + 420 * column, 14 + 26 * row].map(|place| units(place) as i32);
            names.draw(&Sample { at: at.into(), style, dashed })?;
            names.draw(&Text::new(name, (at[0] + units(40) as i32, at[1] - units(9) as i32), (FONT, units(17))))?;
        }
        Ok(())
    })
}

/// The names of the lines in a corner.
fn legend<'a, DB: DrawingBackend + 'a, C: CoordTranslate>(
    plot: &mut ChartContext<'a, DB, C>,
    corner: SeriesLabelPosition,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    plot.configure_series_labels()
        .position(corner)
        .label_font((FONT, units(17)))
        .background_style(WHITE.mix(0.85))
        .border_style(RGBColor(200, 200, 200).stroke_width(units(1)))
        .legend_area_size(units(36))
        .margin(units(12))
        .draw()
}

/// A piece of a line for the legend.
struct Sample {
    at: (i32, i32),
    style: ShapeStyle,
    dashed: bool,
}

impl<'a> PointCollection<'a, (i32, i32)> for &'a Sample {
    type Point = &'a (i32, i32);
    type IntoIter = std::iter::Once<&'a (i32, i32)>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.at)
    }
}

impl<DB: DrawingBackend> Drawable<DB> for Sample {
    fn draw<I: Iterator<Item = (i32, i32)>>(
        &self,
        places: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        let pieces: &[(i32, i32)] = if self.dashed { &[(0, 8), (11, 19), (22, 30)] } else { &[(0, 30)] };
        for (x, y) in places {
            for (from, to) in pieces {
                let [from, to] = [from, to].map(|by| (x + by * FINE as i32, y));
                backend.draw_line(from, to, &self.style)?;
            }
        }
        Ok(())
    }
}

/// A number on an axis, without zeros that say nothing.
fn trimmed(x: f64) -> String {
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A prior as coordinates.
fn coordinates(prior: &[Rational]) -> Vec<f64> {
    prior.iter().map(|p| number(&decimal(&fraction(p)))).collect()
}

/// Priors on three answers as points of a triangle with (1,0,0) on the left, (0,1,0) on top and (0,0,1) on the right.
pub(super) fn triangles(panels: &[Panel]) -> Result<String, String> {
    let height = 3f64.sqrt() / 2.0;
    let place = |p: &[f64]| (p[1] / 2.0 + p[2], p[1] * height);
    // Within margins of 10, 430 by 369 for 1.28 by 1.1 units: as many to a unit of either axis.
    let (head, body) = (48, 389);
    on_page((900, head + body), |area| {
        for (panel, half) in panels.iter().zip(area.split_evenly((1, panels.len()))) {
            let (title, half) = half.split_vertically(units(head));
            heading(&title, panel.title, 22)?;
            let mut plot = ChartBuilder::on(&half).margin(units(10)).build_cartesian_2d(-0.14..1.14, -0.12..0.98)?;
            let whole = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
            let outline = whole.map(|p| place(&p));
            plot.draw_series(LineSeries::new(outline, BLACK.stroke_width(units(2))))?;
            for ((name, corners), colour) in panel.regions.iter().zip(COLOURS) {
                let hull: Vec<(f64, f64)> = corners.iter().map(|c| place(&coordinates(c))).collect();
                let closed: Vec<(f64, f64)> = hull.iter().chain(hull.first()).copied().collect();
                plot.draw_series([Polygon::new(hull.clone(), colour.mix(0.25))])?;
                plot.draw_series(LineSeries::new(closed, colour.stroke_width(units(2))))?
                    .label(format!("α = {name}"))
                    .legend(move |at| Sample { at, style: colour.stroke_width(units(3)), dashed: false });
                plot.draw_series(hull.iter().map(|&at| Circle::new(at, units(4), colour.filled())))?;
            }
            let text = |label: &'static str, p: [f64; 3], by: (i32, i32)| {
                EmptyElement::at(place(&p))
                    + Text::new(label, (by.0 * FINE as i32, by.1 * FINE as i32), (FONT, units(17)))
            };
            plot.draw_series([
                text("(1, 0, 0)", whole[0], (-34, 8)),
                text("(0, 1, 0)", whole[1], (-30, -24)),
                text("(0, 0, 1)", whole[2], (-30, 8)),
            ])?;
            legend(&mut plot, SeriesLabelPosition::UpperRight)?;
        }
        Ok(())
    })
}

/// Priors on four answers by their first three entries, seen from a corner of the room.
pub(super) fn tetrahedra(panel: &Panel) -> Result<String, String> {
    // p0 to the lower left, p1 to the right, p2 upwards.
    let place = |p: &[f64]| (p[1] - 0.45 * p[0], p[2] - 0.38 * p[0]);
    on_page((700, 680), |area| {
        let (title, area) = area.split_vertically(units(48));
        heading(&title, panel.title, 24)?;
        let mut plot = ChartBuilder::on(&area).margin(units(12)).build_cartesian_2d(-0.65..1.2, -0.55..1.15)?;
        let whole = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        for line in edges(&whole.map(|p| place(&p))) {
            plot.draw_series(LineSeries::new(line, BLACK.stroke_width(units(1))))?;
        }
        for ((name, corners), colour) in panel.regions.iter().zip(COLOURS) {
            let at: Vec<(f64, f64)> = corners.iter().map(|c| place(&coordinates(c))).collect();
            for skipped in 0..at.len() {
                let face: Vec<(f64, f64)> =
                    at.iter().enumerate().filter(|(k, _)| *k != skipped).map(|(_, &p)| p).collect();
                plot.draw_series([Polygon::new(face, colour.mix(0.12))])?;
            }
            for (k, line) in edges(&at).into_iter().enumerate() {
                let drawn = plot.draw_series(LineSeries::new(line, colour.stroke_width(units(2))))?;
                if k == 0 {
                    drawn.label(format!("α = {name}")).legend(move |at| Sample {
                        at,
                        style: colour.stroke_width(units(3)),
                        dashed: false,
                    });
                }
            }
            plot.draw_series(at.iter().map(|&at| Circle::new(at, units(4), colour.filled())))?;
        }
        let text = |label: &'static str, p: [f64; 3], by: (i32, i32)| {
            EmptyElement::at(place(&p)) + Text::new(label, (by.0 * FINE as i32, by.1 * FINE as i32), (FONT, units(17)))
        };
        plot.draw_series([
            text("(0, 0, 0, 1)", whole[0], (12, 40)),
            text("(1, 0, 0, 0)", whole[1], (-40, 8)),
            text("(0, 1, 0, 0)", whole[2], (-10, 8)),
            text("(0, 0, 1, 0)", whole[3], (-40, -26)),
        ])?;
        // To its name, which stands clear of the region.
        let end = (14 * FINE as i32, 42 * FINE as i32);
        plot.draw_series([
            EmptyElement::at(place(&whole[0])) + PathElement::new([(0, 0), end], GREY.stroke_width(units(1)))
        ])?;
        legend(&mut plot, SeriesLabelPosition::UpperRight)?;
        Ok(())
    })
}

/// The lines between all pairs of points.
fn edges(points: &[(f64, f64)]) -> Vec<[(f64, f64); 2]> {
    let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| [points[i], points[j]]).collect()
}

impl Chart {
    /// Its picture and its values.
    pub(super) fn figure(&self, alphas: &[Rational]) -> Result<Figure, String> {
        Ok(Figure { svg: chart(self)?, csv: self.csv(alphas) })
    }
}
