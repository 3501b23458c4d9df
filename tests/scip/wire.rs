//! A second reader of SCIP files, by hand: protobuf fields and the few of them that say where symbols stand. It shares
//! nothing with codesub, so that the two can be compared.

use std::collections::{BTreeMap, BTreeSet};

/// Path, line from 1, byte columns, and whether it is a definition.
pub type Place = (String, usize, usize, usize, bool);

/// Where each global symbol stands, with columns counted in UTF-16; and whether any document says what it counts in.
pub fn places(bytes: &[u8], text_of: impl Fn(&str) -> String) -> (BTreeMap<String, BTreeSet<Place>>, bool) {
    let mut places: BTreeMap<String, BTreeSet<Place>> = BTreeMap::new();
    let mut is_declared = false;
    for (field, document) in fields(bytes) {
        if field != 2 {
            continue;
        }
        let document = fields(document.bytes());
        let path = text(document.iter().find(|(field, _)| *field == 1).expect("a path").1.bytes());
        is_declared |= document.iter().any(|(field, _)| *field == 6);
        let source = text_of(&path);
        let lines: Vec<&str> = source.split('\n').collect();
        for (_, occurrence) in document.iter().filter(|(field, _)| *field == 2) {
            let occurrence = fields(occurrence.bytes());
            let of = |wanted| occurrence.iter().find(|(field, _)| *field == wanted).map(|(_, value)| *value);
            let symbol = text(of(2).expect("a symbol").bytes());
            if symbol.starts_with("local ") {
                continue;
            }
            let range = packed(of(1).expect("a range").bytes());
            let &[line, start, end] = &range[..] else { panic!("{range:?} is on several lines") };
            let is_definition = of(3).is_some_and(|roles| roles.number() & 1 == 1);
            let byte = |units: usize| {
                let before: Vec<u16> = lines[line].encode_utf16().take(units).collect();
                String::from_utf16(&before).expect("whole characters").len()
            };
            places.entry(symbol).or_default().insert((path.clone(), line + 1, byte(start), byte(end), is_definition));
        }
    }
    (places, is_declared)
}

#[derive(Clone, Copy)]
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    fn bytes(self) -> &'a [u8] {
        match self {
            Value::Bytes(bytes) => bytes,
            Value::Number(number) => panic!("{number} where bytes are expected"),
        }
    }

    fn number(self) -> u64 {
        match self {
            Value::Number(number) => number,
            Value::Bytes(bytes) => panic!("{bytes:?} where a number is expected"),
        }
    }
}

fn fields(mut bytes: &[u8]) -> Vec<(u64, Value<'_>)> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes);
        let value = match tag & 7 {
            0 => Value::Number(varint(&mut bytes)),
            2 => {
                let length = varint(&mut bytes) as usize;
                let (value, rest) = bytes.split_at(length);
                bytes = rest;
                Value::Bytes(value)
            }
            other => panic!("wire type {other}"),
        };
        fields.push((tag >> 3, value));
    }
    fields
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let (first, rest) = bytes.split_first().expect("a byte");
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            break;
        }
    }
    value
}

fn packed(mut bytes: &[u8]) -> Vec<usize> {
    let mut numbers = Vec::new();
    while !bytes.is_empty() {
        numbers.push(varint(&mut bytes) as usize);
    }
    numbers
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}
