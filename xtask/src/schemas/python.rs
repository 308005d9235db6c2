//! Renders shapes as Python (3.11 or later).

use super::shape::{Named, Shape};
use chunk_core::unicode;

pub(super) fn render(types: &[Named]) -> String {
    let mut out = String::from("from typing import Any, Literal, NotRequired, TypedDict\n");
    for Named { name, about, shape } in types {
        match shape {
            Shape::Record(fields) => {
                out += &format!("\n\nclass {name}(TypedDict):\n{}", docstring(about, "    "));
                for field in fields {
                    let kind = expression(&field.shape);
                    let kind = if field.is_required { kind } else { format!("NotRequired[{kind}]") };
                    out += &format!("\n    {}: {kind}\n{}", field.name, docstring(&field.about, "    "));
                }
            }
            other => out += &format!("\n\n{name} = {}\n{}", expression(other), docstring(about, "")),
        }
    }
    out
}

fn expression(shape: &Shape) -> String {
    match shape {
        Shape::Text => "str".to_owned(),
        Shape::Integer => "int".to_owned(),
        Shape::Number => "float".to_owned(),
        Shape::Boolean => "bool".to_owned(),
        Shape::Null => "None".to_owned(),
        Shape::Any | Shape::Record(_) => "Any".to_owned(),
        Shape::List(of) => format!("list[{}]", expression(of)),
        Shape::Map(of) => format!("dict[str, {}]", expression(of)),
        Shape::Choice(choices) => {
            let choices: Vec<_> = choices.iter().map(|choice| format!("{choice:?}")).collect();
            format!("Literal[{}]", choices.join(", "))
        }
        Shape::Union(shapes) => shapes.iter().map(expression).collect::<Vec<_>>().join(" | "),
        Shape::Reference(name) => name.clone(),
    }
}

fn docstring(about: &str, indent: &str) -> String {
    if about.is_empty() {
        return String::new();
    }
    let about = about.replace('\\', "\\\\").replace("\"\"\"", "'''");
    let lines: Vec<_> = about.lines().map(|line| format!("{indent}{line}")).collect();
    let lines: Vec<_> = lines.iter().map(|line| unicode::trim_end(line)).collect();
    format!("{indent}\"\"\"{}\"\"\"\n", unicode::trim_start(&lines.join("\n")))
}
