//! Reads a JSON Schema into the types it describes, as far as records need it.

use serde_json::{Map, Value};

/// A type with a name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) shape: Shape,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Integer,
    Number,
    Boolean,
    Null,
    Any,
    List(Box<Shape>),
    Map(Box<Shape>),
    /// One of these strings.
    Choice(Vec<String>),
    /// One of these shapes.
    Union(Vec<Shape>),
    /// A named type.
    Reference(String),
    Record(Vec<Field>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) shape: Shape,
    /// Whether the key is always there.
    pub(super) is_required: bool,
}

/// The named types of a schema: its definitions, then the record itself.
pub(super) fn shapes(schema: &Value) -> Vec<Named> {
    let Some(root) = schema.as_object() else { return Vec::new() };
    let definitions = root.get("$defs").and_then(Value::as_object).into_iter().flatten();
    let mut named: Vec<_> =
        definitions.filter_map(|(name, value)| Some(named(name, value.as_object()?))).collect();
    named.push(self::named(text(root, "title"), root));
    named
}

fn named(name: &str, schema: &Map<String, Value>) -> Named {
    Named { name: name.to_owned(), about: text(schema, "description").to_owned(), shape: shape_of(schema) }
}

fn text<'s>(schema: &'s Map<String, Value>, key: &str) -> &'s str {
    schema.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn shape(schema: &Value) -> Shape {
    schema.as_object().map_or(Shape::Any, shape_of)
}

fn shape_of(schema: &Map<String, Value>) -> Shape {
    let list = |key: &str| schema.get(key).and_then(Value::as_array);
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return Shape::Reference(reference.rsplit('/').next().unwrap_or_default().to_owned());
    }
    if let Some(constant) = schema.get("const").and_then(Value::as_str) {
        return Shape::Choice(vec![constant.to_owned()]);
    }
    if let Some(choices) = list("enum") {
        return Shape::Choice(choices.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    }
    if let Some(shapes) = list("oneOf").or_else(|| list("anyOf")) {
        return union(shapes.iter().map(shape));
    }
    match schema.get("type") {
        Some(Value::Array(types)) => {
            union(types.iter().filter_map(Value::as_str).map(|name| of_type(name, schema)))
        }
        Some(Value::String(name)) => of_type(name, schema),
        _ => Shape::Any,
    }
}

/// The union of shapes; all string choices in it are joined into one.
fn union(shapes: impl Iterator<Item = Shape>) -> Shape {
    let (mut choices, mut others) = (Vec::new(), Vec::new());
    for shape in shapes {
        match shape {
            Shape::Choice(more) => choices.extend(more),
            other => others.push(other),
        }
    }
    if !choices.is_empty() {
        others.insert(0, Shape::Choice(choices));
    }
    match others.len() {
        1 => others.remove(0),
        _ => Shape::Union(others),
    }
}

fn of_type(name: &str, schema: &Map<String, Value>) -> Shape {
    match name {
        "string" => Shape::Text,
        "integer" => Shape::Integer,
        "number" => Shape::Number,
        "boolean" => Shape::Boolean,
        "null" => Shape::Null,
        "array" => Shape::List(Box::new(schema.get("items").map_or(Shape::Any, shape))),
        "object" => match schema.get("properties").and_then(Value::as_object) {
            Some(properties) => Shape::Record(fields(properties, schema)),
            None => Shape::Map(Box::new(schema.get("additionalProperties").map_or(Shape::Any, shape))),
        },
        _ => Shape::Any,
    }
}

/// The required keys, in the schema's order, then the others.
fn fields(properties: &Map<String, Value>, schema: &Map<String, Value>) -> Vec<Field> {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let optional = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
    let names = required.iter().copied().chain(optional);
    names
        .filter_map(|name| Some((name, properties.get(name)?)))
        .map(|(name, value)| Field {
            name: name.to_owned(),
            about: value.as_object().map_or("", |schema| text(schema, "description")).to_owned(),
            shape: shape(value),
            is_required: required.contains(&name),
        })
        .collect()
}
