pub const ATTEMPTS: u32 = 3;

#[repr(u16)]
pub enum Status {
    Done = 200,
    Busy = 429,
}

macro_rules! attempt {
    ($action:expr) => {
        $action.map_err(Into::into)
    };
}

pub fn retry<T>(mut action: impl FnMut() -> Option<T>) -> Option<T> {
    for attempt in 0..ATTEMPTS {
        match action() {
            Some(value) => return Some(value),
            None => sleep(delay(attempt)),
        }
    }
    None
}

fn delay( attempt: u32, ) -> u64 { match attempt { | 0 => { 10 } , _ => { return 100 } } }
