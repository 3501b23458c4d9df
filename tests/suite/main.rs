//! The integration tests, in one binary.

mod cases;
mod docs;
mod exit_status;
mod repository;
