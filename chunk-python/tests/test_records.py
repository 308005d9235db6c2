"""The classes of the records say what the schemas of the contracts say, which are made from the Rust types."""

import json
import types
import typing
from dataclasses import fields
from typing import Any, Literal, Union

import pytest
from conftest import POLICIES, ROOT

from chunk_policies import records

Schema = dict[str, Any]
# Schemas that are called otherwise here, where one package has the records of all contracts.
NAMES = {"Metadata": "BacklogMetadata"}


@pytest.mark.parametrize("policy", POLICIES)
def test_the_classes_are_the_schemas(policy: str) -> None:
    schema = json.loads((ROOT / f"chunk-cli/schemas/{policy}.schema.json").read_text("utf-8"))
    definitions: dict[str, Schema] = {**schema.get("$defs", {}), schema["title"]: schema}
    compared = 0
    for name, definition in definitions.items():
        # The record of `Tokens` is a line of the command; its chunks are what Python has.
        if "properties" not in definition or name == "TokenRecord":
            continue
        kind = getattr(records, NAMES.get(name, name))
        hints = typing.get_type_hints(kind)
        # Which strategy a strategy's metadata is of, the schema says where it lists them.
        tag = {"type"} if "type" in hints and policy == "hybrid" else set()
        keys = [field.name for field in fields(kind) if field.name not in kind._beside | tag]
        assert sorted(keys) == sorted(definition["properties"]), name
        required = definition["required"]
        assert [key for key in keys if key in required] == required, f"{name}: the order of the keys"
        for key in keys:
            assert shape(hints[key]) == told(definition["properties"][key], definitions), f"{name}.{key}"
            assert (key in required) == (type(None) not in typing.get_args(hints[key])), f"{name}.{key}"
            compared += 1
    assert compared > 5


def shape(hint: Any) -> Any:
    """What a hint allows beside nothing: a name, a set of words, or a list of it."""
    origin, arguments = typing.get_origin(hint), [it for it in typing.get_args(hint) if it is not type(None)]
    if origin in (Union, types.UnionType):
        return shape(arguments[0]) if len(arguments) == 1 else "one of several"
    if origin is tuple:
        return [shape(arguments[0])]
    if origin is dict:
        return "object"
    if origin is Literal:
        return frozenset(arguments)
    return {str: "string", int: "integer", float: "number", bool: "boolean"}.get(hint) or hint.__name__


def told(schema: Schema, definitions: dict[str, Schema]) -> Any:
    """The same of a schema."""
    if "anyOf" in schema:
        return told(next(it for it in schema["anyOf"] if it.get("type") != "null"), definitions)
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return NAMES.get(name, name) if "properties" in definitions[name] else told(definitions[name], definitions)
    if "oneOf" in schema:
        words = frozenset(it.get("const") for it in schema["oneOf"])
        return words if None not in words else "one of several"
    kinds = [schema["type"]] if isinstance(schema["type"], str) else [it for it in schema["type"] if it != "null"]
    return [told(schema["items"], definitions)] if kinds == ["array"] else kinds[0]
