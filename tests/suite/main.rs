//! The integration tests, in one binary. Modules that make links, set permissions or run scripts are for Unix alone.

#[cfg(unix)]
mod action;
#[path = "../api/mod.rs"]
mod api;
mod architecture;
#[cfg(unix)]
mod bad_input;
#[cfg(target_os = "linux")]
mod bombs;
mod cases;
#[cfg(unix)]
mod checking;
mod commands;
mod concurrency;
mod cost;
mod diff;
mod docs;
mod exit_status;
#[cfg(unix)]
mod forks;
mod github;
mod hooks_after;
mod hooks_following;
#[cfg(unix)]
mod hooks_install;
#[cfg(unix)]
mod hostile_files;
mod hostile_inputs;
mod hostile_outputs;
#[cfg(target_os = "linux")]
mod hostile_scip;
mod identity;
mod index;
mod languages;
#[cfg(unix)]
mod links;
#[cfg(unix)]
mod odd_repositories;
mod origins;
mod own_contract;
mod patches;
mod plain_words;
mod pre_push;
mod refactorings;
mod repository;
mod schemas;
mod strace;
mod supply_chain;
#[cfg(unix)]
mod surroundings;
mod verbatim;
#[cfg(unix)]
mod workers;
