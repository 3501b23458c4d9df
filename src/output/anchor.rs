//! Anchors: where a finding is pinned to a file, for formats that another program shows beside the code.
//!
//! An anchor should lead to lines that are there. The new place is the best; code that now stands in several places is
//! pinned to the first of them; and what is gone is pinned to where it stood, unless the file went with it.

use crate::report::{Place, Reason, Trigger};

/// Where a trigger is pinned; `None` where its file is gone.
pub fn of(trigger: &Trigger) -> Option<Place> {
    let because = |reason| trigger.reasons.contains(&reason);
    if let Some(now) = &trigger.details.now {
        return Some(now.clone());
    }
    if let Some(copy) = trigger.details.locations.first().and_then(|location| parse(location)) {
        return Some(copy);
    }
    let gone = because(Reason::FileDeleted) || because(Reason::FileNotFound);
    (!gone).then(|| trigger.place.clone())
}

/// Reads `path:line`; a path may have a colon itself.
pub fn parse(location: &str) -> Option<Place> {
    let (path, line) = location.rsplit_once(':')?;
    let line = line.parse().ok()?;
    Some(Place { path: path.to_owned(), start_line: line, end_line: line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample;

    #[test]
    fn the_new_place_then_a_copy_then_the_old_place() {
        let mut trigger = sample::rich().triggers.swap_remove(1);
        assert_eq!(of(&trigger), trigger.details.now);
        trigger.details.now = None;
        assert_eq!(of(&trigger), Some(trigger.place.clone()));
        trigger.reasons = vec![Reason::FileDeleted];
        assert_eq!(of(&trigger), None);
        trigger.details.locations = vec!["a:b.py:3".into(), "c.py:4".into()];
        assert_eq!(of(&trigger), Some(Place { path: "a:b.py".into(), start_line: 3, end_line: 3 }));
    }
}
