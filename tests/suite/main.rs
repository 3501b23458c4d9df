//! The integration tests, in one binary.

mod architecture;
mod bad_input;
mod cases;
mod checking;
mod commands;
mod cost;
mod docs;
mod exit_status;
mod kills;
mod origins;
mod patches;
mod pre_push;
mod repository;
mod schemas;
mod surroundings;
