//! The integration tests, in one binary.

mod cases;
mod docs;
mod repository;
