"""Settings of policies as JSON, under the contract's names."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from chunk_policies.errors import ConfigError


def as_json(settings: dict[str, Any]) -> str:
    """Settings as JSON. What JSON cannot hold is an error that names the setting."""
    wrong = [(key, repr(value), why) for key, value in _leaves(settings) if (why := _not_json(value))]
    if wrong:
        raise ConfigError(wrong)
    return json.dumps(settings)


def _leaves(settings: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in settings.items():
        if _is_torn(key):
            yield prefix + key.encode(errors="backslashreplace").decode(), key
        elif isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _is_torn(value: Any) -> bool:
    return isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value)


def _not_json(value: Any) -> str | None:
    if isinstance(value, (list, tuple)):
        return next(filter(None, map(_not_json, value)), None)
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return "must be a number of at most 64 bits"
    if isinstance(value, float) and not math.isfinite(value):
        return "must be a number that is finite"
    if _is_torn(value):
        return "must be text without lone surrogates"
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return f"must be a number, text, true or false, not {type(value).__name__}"
    return None


def given_to(kind: type[Any], given: dict[str, Any]) -> dict[str, Any]:
    """The settings that differ from the defaults, unknown ones included."""
    given = {key: value for key, value in given.items() if key not in ("self", "unknown", "strategy", "tokenizer", "reserve", "__class__")} | given["unknown"]
    defaults = kind.__init__.__kwdefaults__
    changed = {key: value for key, value in given.items() if key not in defaults or value != defaults[key]}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in changed.items()}


def camel(settings: Any) -> dict[str, Any]:
    """The settings under the contract's names."""
    named = ((re.sub("_([a-z])", lambda letter: letter[1].upper(), key), value) for key, value in settings.items())
    return {key: camel(value) if isinstance(value, dict) else value for key, value in named}
