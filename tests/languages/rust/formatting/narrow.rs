#![allow(unused)]
use std::borrow::Cow;
use std::{
	collections::{BTreeMap, HashMap},
	fmt, io,
};
extern crate alpha;
extern crate beta;
mod lexing;
mod parsing;

/// A point.
#[derive(Debug, Clone, Copy)]
#[serde(rename = "p")]
pub struct Point<T = i32> {
	pub x: T,
	pub y: T,
}
pub(crate) struct Pair(pub u8, String);
pub enum Shape {
	Dot,
	Line {
		from: Point,
		to: Point,
	},
	Circle(Point, f64),
	Other = 9,
}

extern "C" fn callback(
	code: i32,
	_: &str,
) {
}
extern "C" {
	fn abs(x: i32) -> i32;
}

pub const LIMITS: [u32; 3] = [0xFF, 1_000, 3];
static TABLE: &[(&str, u8)] = &[("a", 1), ("b", 2)];

trait Visit: fmt::Debug + Send {
	type Out;
	const DEPTH: usize = 3;
	fn visit(
		&mut self,
		shape: &Shape,
	) -> Option<Self::Out> where;
	fn done(&self) -> bool {
		return true;
	}
}

impl<T> Visit for Point<T>
where
	T: fmt::Debug + Send,
{
	type Out = T;
	fn visit(
		&mut self,
		shape: &Shape,
	) -> Option<T> {
		match shape {
			Shape::Dot | Shape::Other => None,
			Shape::Line {
				from,
				..
			} => return None,
			Shape::Circle(_, r) if *r > 1. => None,
			Shape::Circle(..) => {
				let x = 1;
				None
			}
		}
	}
}

pub fn area(
	shape: &Shape,
	scale: f64,
) -> f64 {
	use std::f64::consts::{PI, TAU};
	use std::mem;
	let mut total = 0.0;
	while total < 1.0 {
		total += 0.5
	}
	let squares = [1, 2, 3]
		.iter()
		.map(|x| x * x)
		.filter(|x| -> bool { x % 2 == 0 })
		.collect::<Vec<_>>();
	let all = vec![1, 2, squares.len()];
	let zeros = vec![0u8; 4];
	println!("{} {}", total, all[0]);
	assert!(
		matches!(shape, Shape::Dot | Shape::Other),
		"{shape:?}"
	);
	if let Shape::Circle(center, radius) = shape
		&& scale > 0.0
	{
		return PI * radius * radius * scale;
	}
	let result = if total > 1.0 {
		(total)
	} else if all.is_empty() {
		0.0
	} else {
		unsafe { mem::zeroed() }
	};
	let (a, b): (u8, u8) = (1, 2);
	let Some(c) = Some(a) else {
		panic!("no")
	};
	for (i, n) in all.iter().enumerate() {
		if i == 3 {
			break;
		} else {
			continue;
		}
	}
	'outer: loop {
		break 'outer;
	}
	match total {
		x if x < 0.0 => (),
		_ => {
			println!("x");
		}
	};
	let f = move |n: u32| async move { n + 1 };
	let closure = || {
		if a > b {
			1
		} else {
			2
		}
	};
	( result + f64 :: from ( c ) ) . max ( - 1.0 ).min(LONG_NAME_OF_A_LIMIT_THAT_NEEDS_A_LINE_OF_ITS_OWN).max(another_long_name_of_a_function(result, total))
}

macro_rules! maximum { ($x:expr) => ( $x ) ; ($x:expr, $($rest:expr),+) => { { let a=$x ; let b=maximum!($($rest),+) ; if a>b { a } else { largest(b,a,) } } } ; }

mod inner {
	use super::a;
	use super::b;
	pub fn f() -> Result<(), ()> {
		a()?;
		Ok(())
	}
}
#[cfg(test)]
mod tests {
	use std::env;
	#[cfg(unix)]
	use std::os;
	#[test]
	fn works() {
		assert_eq!(super::inner::f(), Ok(()),);
	}
}
