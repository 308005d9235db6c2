"""Which settings hold the answers to one's own questions: ``chunk eval`` from Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterable
from typing import Any


def evaluate(
    folder: str | os.PathLike[str],
    questions: str | os.PathLike[str] | None = None,
    settings: Iterable[str] = (),
    *,
    programs: Iterable[str] = (),
    vectors: str | os.PathLike[str] | None = None,
    embed_command: str | None = None,
    best: int = 5,
    budget: int = 2000,
    limit: int = 512,
) -> Any:
    """A row for each setting: what its chunks cut, and, with questions, how much of the answers it finds.

    ``settings`` are policies with their options as on the command line (``"markdown --chunk-size 400"``), the first of which the others are
    compared with; ``programs`` are commands that print rows of their own; ``vectors`` is a file of vectors, and ``embed_command`` makes those that
    it has not. ``chunk eval --help`` describes these and the numbers. The result is a
    ``pandas.DataFrame`` where pandas is installed, else a list of dicts. It warns of answers that are in no document, and raises
    ``RuntimeError`` with what the command said if nothing could be measured.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.md").write_text("# Leases\\n\\nA lease is held for ten minutes.\\n")
    >>> rows = evaluate(folder, settings=["markdown", "tokens"])
    >>> [int(count) for count in (rows["chunks"] if hasattr(rows, "columns") else (row["chunks"] for row in rows))]
    [1, 1]
    """
    for name, given in ("settings", settings), ("programs", programs):
        if isinstance(given, str):
            raise TypeError(f"{name} is a list of strings, such as [{given!r}]")
    arguments = ["eval", "--format", "jsonl", "--quiet"]
    for flag, value in (("best", best), ("budget", budget), ("limit", limit)):
        arguments.append(f"--{flag}={value}")
    arguments += [f"--try={setting}" for setting in settings]
    arguments += [f"--try-cmd={program}" for program in programs]
    if vectors is not None:
        arguments.append(f"--vectors={os.fspath(vectors)}")
    if embed_command is not None:
        arguments.append(f"--embed-cmd={embed_command}")
    arguments += ["--", *([os.fspath(questions)] if questions is not None else []), os.fspath(folder)]
    done = subprocess.run([sys.executable, "-m", "chunk_policies.command", *arguments], capture_output=True, encoding="utf-8")
    if not done.stdout:
        raise RuntimeError(done.stderr.strip())
    if done.stderr:
        warnings.warn(done.stderr.strip(), stacklevel=2)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows).set_index("setting")
