//! Stable text: one way of writing a JSON value, so that equal inputs have equal bytes and equal ids.
//!
//! Keys are sorted, nothing is indented, and no white space stands between tokens.

use serde_json::Value;

/// The canonical text of a value.
pub fn stringify(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// Values are those of our own structs: their depth is that of the code.
fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(object) => {
            let mut keys: Vec<&String> = object.keys().collect();
            keys.sort_unstable();
            out.push('{');
            for (at, key) in keys.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                write(&object[key], out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_and_nothing_is_spaced() {
        let value = serde_json::json!({"b": [1, {"z": null, "a": "é\n"}], "a": true});
        assert_eq!(stringify(&value), r#"{"a":true,"b":[1,{"a":"é\n","z":null}]}"#);
    }
}
