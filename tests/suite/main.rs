//! The integration tests, in one binary.

mod architecture;
mod bad_input;
mod cases;
mod kills;
mod repository;
mod schemas;
