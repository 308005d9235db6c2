"""The conformance cases, as tests see them."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import chunk_policies

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
POLICIES = {
    "backlog": chunk_policies.Backlog,
    "hybrid": chunk_policies.Hybrid,
    "markdown": chunk_policies.Markdown,
    "recorder": chunk_policies.Recorder,
    "tokens": chunk_policies.Tokens,
}


@dataclass
class Case:
    name: str
    kind: type[chunk_policies.Policy[Any]]
    about: dict[str, Any]
    config: dict[str, Any]
    documents: list[tuple[str, bytes]]
    jsonl: bytes
    turns: tuple[chunk_policies.Turn, ...] = ()

    def given(self, path: str, content: bytes) -> bytes | chunk_policies.Unit:
        """A document as it is passed to a policy: with its turns, if it is a conversation."""
        return chunk_policies.Unit(text=content.decode(), path=path, turns=self.turns) if self.turns else content

    @property
    def expected(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.jsonl.split(b"\n")[:-1]]

    @property
    def known(self) -> dict[str, Any]:
        return {key: self.about.get(key) for key in ("revision", "created_at_ms", "modified_at_ms")}


def read(folder: Path) -> Case:
    about = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    config = folder / "config.json"
    inside = folder / "input"
    if inside.is_dir():
        files = [path for path in inside.rglob("*") if path.is_file()]
        documents = [(path.relative_to(inside).as_posix(), path.read_bytes()) for path in files]
        documents.sort(key=lambda document: document[0].encode())
    else:
        file = next(folder.glob("input.*"))
        documents = [(about.get("path", file.name), file.read_bytes())]
    turns = json.loads((folder / "turns.json").read_bytes()) if (folder / "turns.json").exists() else []
    expected = folder / "expected.jsonl"
    return Case(
        name=f"{folder.parent.name}/{folder.name}",
        kind=POLICIES[folder.parent.name],
        about=about,
        config=json.loads(config.read_bytes()) if config.exists() else {},
        documents=documents,
        jsonl=expected.read_bytes() if expected.exists() else b"",
        turns=tuple(chunk_policies.Turn(**turn) for turn in turns),
    )


CASES = [read(path.parent) for name in POLICIES for path in sorted((ROOT / "fixtures" / name).glob("*/case.toml"))]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=[case.name for case in CASES])
