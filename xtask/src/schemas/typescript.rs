//! Renders shapes as TypeScript.

use super::shape::{Named, Shape};
use chunk_core::unicode;

pub(super) fn render(types: &[Named]) -> String {
    types.iter().map(declaration).collect::<Vec<_>>().join("\n")
}

fn declaration(Named { name, about, shape }: &Named) -> String {
    let mut out = comment(about, "");
    match shape {
        Shape::Record(fields) => {
            out += &format!("export interface {name} {{\n");
            for field in fields {
                out += &comment(&field.about, "  ");
                let mark = if field.is_required { "" } else { "?" };
                out += &format!("  {}{mark}: {};\n", field.name, expression(&field.shape));
            }
            out += "}\n";
        }
        other => out += &format!("export type {name} = {};\n", expression(other)),
    }
    out
}

fn expression(shape: &Shape) -> String {
    match shape {
        Shape::Text => "string".to_owned(),
        Shape::Integer | Shape::Number => "number".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Any => "unknown".to_owned(),
        Shape::List(of) => match **of {
            Shape::Choice(_) | Shape::Union(_) => format!("({})[]", expression(of)),
            _ => format!("{}[]", expression(of)),
        },
        Shape::Map(of) => format!("Record<string, {}>", expression(of)),
        Shape::Choice(choices) => {
            choices.iter().map(|choice| format!("{choice:?}")).collect::<Vec<_>>().join(" | ")
        }
        Shape::Union(shapes) => shapes.iter().map(expression).collect::<Vec<_>>().join(" | "),
        Shape::Reference(name) => name.clone(),
        Shape::Record(fields) => {
            let field = |field: &super::shape::Field| {
                let mark = if field.is_required { "" } else { "?" };
                format!("{}{mark}: {}", field.name, expression(&field.shape))
            };
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join("; "))
        }
    }
}

fn comment(about: &str, indent: &str) -> String {
    match about.lines().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let body: String = lines
                .iter()
                .map(|line| unicode::trim_end(&format!("{indent} * {line}")).to_owned() + "\n")
                .collect();
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}
