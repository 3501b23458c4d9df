//! From source bytes to constructs and fingerprints. This module is the only user of `tree_sitter`.

mod model;

pub use model::{BrokenRegion, Call, Construct, Family, Fingerprint, Import, Kind, Outline, Role, Span};

/// Changes whenever a fingerprint of unchanged code could come out differently (SPEC 4.4).
pub const FINGERPRINT_VERSION: u32 = 1;
