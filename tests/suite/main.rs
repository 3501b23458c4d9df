//! The integration tests, in one binary.

mod architecture;
mod bad_input;
mod cases;
mod cost;
mod kills;
mod origins;
mod repository;
mod schemas;
