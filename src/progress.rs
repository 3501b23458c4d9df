//! Progress: how far long work has come, shown on a terminal and nowhere else (SPEC 6.2).

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Less work than this is over before anybody could read how far it is.
const WORTH_SHOWING: usize = 200;

/// Shows the progress of one piece of work after the other. The default shows nothing.
#[derive(Debug, Clone, Default)]
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// On standard error, which is a terminal.
    pub fn on_terminal() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{msg} {wide_bar:.dim} {human_pos}/{human_len}");
        Progress(Some(bar.with_style(style.expect("because the template is valid"))))
    }

    /// Runs work of `total` steps; what is called `what` tells each with the function it is given.
    pub fn during<T>(&self, what: &'static str, total: usize, work: impl FnOnce(&(dyn Fn() + Sync)) -> T) -> T {
        let Some(bar) = self.0.as_ref().filter(|_| total >= WORTH_SHOWING) else { return work(&|| {}) };
        bar.reset();
        bar.set_message(what);
        bar.set_length(total as u64);
        let result = work(&|| bar.inc(1));
        bar.finish_and_clear();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn counts_long_work_and_is_gone_afterwards() {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let progress = Progress(Some(bar.clone()));
        let steps = AtomicUsize::new(0);
        let result = progress.during("parsing", WORTH_SHOWING, |step| {
            for _ in 0..WORTH_SHOWING {
                step();
                steps.fetch_add(1, Ordering::Relaxed);
            }
            (bar.position(), bar.length())
        });
        assert_eq!(result, (WORTH_SHOWING as u64, Some(WORTH_SHOWING as u64)));
        assert!(bar.is_finished());
        let short = progress.during("parsing", 3, |step| {
            step();
            7
        });
        assert_eq!((short, bar.position()), (7, WORTH_SHOWING as u64));
    }
}
