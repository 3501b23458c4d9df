//! The integration tests, in one binary.

mod action;
#[path = "../api/mod.rs"]
mod api;
mod architecture;
mod bad_input;
mod cases;
mod checking;
mod commands;
mod cost;
mod docs;
mod exit_status;
mod github;
mod hooks_after;
mod hooks_following;
mod hooks_install;
mod kills;
mod origins;
mod patches;
mod pre_push;
mod repository;
mod schemas;
mod surroundings;
