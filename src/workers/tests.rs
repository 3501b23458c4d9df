//! How workers are held to their limits, with the real binary, is in `tests/suite/workers.rs`.
