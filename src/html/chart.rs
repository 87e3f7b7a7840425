//! A line, δ over ε or ε over uses, by plotters, in the page's own colours.
#![allow(clippy::float_arithmetic, reason = "places on a picture")]

use plotters::coord::Shift;
use plotters::prelude::*;

/// Coordinates are whole numbers; so many of them make a unit of the picture's width and height.
const FINE: u32 = 4;
const SIZE: (u32, u32) = (440, 300);
const FONT: &str = "sans-serif";

/// Colours that stand for the page's own, whatever these are by day and by night.
const INK: RGBColor = RGBColor(1, 1, 1);
const FAINT: RGBColor = RGBColor(2, 2, 2);
const BLUE: RGBColor = RGBColor(3, 3, 3);
const RED: RGBColor = RGBColor(4, 4, 4);
const OWN: [(&str, &str); 4] =
    [("#010101", "var(--ink)"), ("#020202", "var(--rule)"), ("#030303", "var(--line)"), ("#040404", "var(--bad)")];

/// What is drawn.
pub(super) struct Chart {
    /// What runs to the right, and what upwards.
    pub(super) axes: [&'static str; 2],
    /// The line.
    pub(super) points: Vec<(f64, f64)>,
    /// Where it has a kink.
    pub(super) kinks: Vec<(f64, f64)>,
    /// The declared (ε, δ), and whether the line runs above it.
    pub(super) declared: Option<((f64, f64), bool)>,
    pub(super) last: f64,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Chart {
    /// The picture as an element of the page; `None` if it can't be drawn.
    pub(super) fn svg(&self, title: &str) -> Option<String> {
        let mut svg = String::new();
        let mut drawn = || -> Result<(), Box<dyn std::error::Error>> {
            let area = SVGBackend::with_string(&mut svg, (SIZE.0 * FINE, SIZE.1 * FINE)).into_drawing_area();
            self.draw(&area)?;
            area.present()?;
            Ok(())
        };
        drawn().ok()?;
        let inside = svg.split_once("<svg")?.1.split_once('>')?.1;
        // The title is fixed text of this program.
        let start =
            format!(r#"<svg viewBox="0 0 {} {}" role="img" aria-label="{title}">"#, SIZE.0 * FINE, SIZE.1 * FINE);
        Some(OWN.iter().fold(start + inside, |svg, (of, own)| svg.replace(of, own)))
    }

    fn draw(&self, area: &Area) -> Result<(), Box<dyn std::error::Error>> {
        let declared = self.declared.map_or(0.0, |((_, delta), _)| delta);
        let top = self.points.iter().map(|p| p.1).fold(declared, f64::max);
        let top = if top > 0.0 { top * 1.12 } else { 1.0 };
        let fine = |length: u32| length * FINE;
        let mut plot = ChartBuilder::on(area)
            .margin(fine(6))
            .margin_right(fine(16))
            .x_label_area_size(fine(44))
            .y_label_area_size(fine(56))
            .build_cartesian_2d(0.0..self.last, 0.0..top)?;
        plot.configure_mesh()
            .x_desc(self.axes[0])
            .y_desc(self.axes[1])
            .x_labels(6)
            .y_labels(6)
            .axis_desc_style((FONT, fine(15), &INK))
            .label_style((FONT, fine(13), &INK))
            .x_label_formatter(&|x| super::text::float(*x))
            .y_label_formatter(&|y| super::text::float(*y))
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT.stroke_width(fine(1)))
            .axis_style(INK.stroke_width(fine(1)))
            .set_all_tick_mark_size(fine(4))
            .draw()?;
        plot.draw_series(LineSeries::new(self.points.iter().copied(), BLUE.stroke_width(fine(2))))?;
        plot.draw_series(self.kinks.iter().map(|&at| Circle::new(at, fine(3), BLUE.filled())))?;
        if let Some((at, over)) = self.declared {
            let colour = if over { RED } else { INK };
            plot.draw_series([Cross::new(at, fine(5), colour.stroke_width(fine(2)))])?;
            let left = at.0 > self.last * 0.6;
            let style = (FONT, fine(13), &colour).into_text_style(area);
            let by = if left { -(fine(118) as i32) } else { fine(8) as i32 };
            let up = if at.1 < top * 0.12 { -(fine(20) as i32) } else { -(fine(17) as i32) };
            plot.draw_series([EmptyElement::at(at) + Text::new("declared (ε, δ)", (by, up), style)])?;
        }
        Ok(())
    }
}
