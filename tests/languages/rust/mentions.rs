use std::collections::{HashMap, hash_map::Entry as Slot};
use crate::model::*;

pub const LIMIT: usize = default_limit();

#[derive(Debug, Clone)]
pub struct Cart<T> {
    pub owner: Buyer,
    items: Vec<crate::shop::Item<T>>,
}

trait Priced: Named + fmt::Display {
    type Money;
    fn price(&self, rate: u32) -> Self::Money;
}

impl<T: Priced> Iterator for Cart<T> {
    type Item = T;

    fn next(&mut self) -> Option<Self::Item> {
        let outline = outline(self.owner.name());
        let Buyer { name, age: years, .. } = &self.owner else { return None };
        if let Some(found) = self.find::<T>(outline, name) {
            self.owner.seen += years;
            return Some(found);
        }
        println!("{} {}", self.owner.name(), render(outline, LIMIT, helper::tidy(name)));
        match self.items.pop() {
            Some(Item::Fruit(fruit)) if fruit.ripe => fruit.eat(),
            LIMIT => (),
            other => drop(other),
        }
        'outer: for item in self.items.iter().map(|item| item.price) {
            break 'outer;
        }
        outline.get(0).unwrap().ok
    }
}

fn new<T>(owner: Buyer) -> Cart<T> {
    fn inner(x: usize) -> usize {
        x + LIMIT
    }
    unsafe { COUNTER = inner(1) };
    HashMap::<String, T>::new();
    Cart { owner, items: vec![] }
}
