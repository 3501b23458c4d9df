//! The palette: what each colour means, once for all commands.
//!
//! Only the sixteen basic colours, so that the reader's own theme decides how they look; never black, white or yellow,
//! which vanish on one background or the other. Colour only repeats what a mark or a word already says.

use anstyle::{AnsiColor, Effects, Style};

/// The styles of one output. With colour off they are all plain, so that code need not ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Ordinary text.
    pub plain: Style,
    /// What the eye should find first: ids.
    pub strong: Style,
    /// What is there for completeness: line numbers, labels of lists.
    pub dim: Style,
    /// What blocks, and what is gone.
    pub danger: Style,
    /// What changed without blocking.
    pub warning: Style,
    /// What is in order.
    pub good: Style,
    /// Where something is: paths and lines.
    pub place: Style,
    /// What the reader can type.
    pub command: Style,
    /// A removed line of code, and the part of it that differs.
    pub old: Style,
    pub old_part: Style,
    /// An added line of code, and the part of it that differs.
    pub new: Style,
    pub new_part: Style,
}

impl Palette {
    /// The palette for an output with or without colour.
    pub fn new(color: bool) -> Self {
        let plain = Style::new();
        if !color {
            return Palette {
                plain,
                strong: plain,
                dim: plain,
                danger: plain,
                warning: plain,
                good: plain,
                place: plain,
                command: plain,
                old: plain,
                old_part: plain,
                new: plain,
                new_part: plain,
            };
        }
        let of = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        Palette {
            plain,
            strong: plain.bold(),
            dim: plain.dimmed(),
            danger: of(AnsiColor::Red).bold(),
            warning: of(AnsiColor::Magenta).bold(),
            good: of(AnsiColor::Green),
            place: of(AnsiColor::Cyan),
            command: plain.bold(),
            old: of(AnsiColor::Red),
            old_part: of(AnsiColor::Red).effects(Effects::BOLD | Effects::UNDERLINE),
            new: of(AnsiColor::Green),
            new_part: of(AnsiColor::Green).effects(Effects::BOLD | Effects::UNDERLINE),
        }
    }
}
