"""What is asked of a validator, and of a program that writes records before its input ends."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Iterator

from cases import AS_LINES, Case, Program, arguments, is_inside, lines_of, written


def damages(expected: bytes) -> Iterator[tuple[str, bytes]]:
    """Records that are not those of the case, and how they differ."""
    lines = expected.splitlines(keepends=True)
    yield "a record is missing", b"".join(lines[1:])
    yield "a record is there twice", b"".join(lines[:1] + lines)
    record = json.loads(lines[-1])
    number = next((key for key, value in flat(record) if type(value) is int), None)
    if number is not None:
        yield f"a number is one more than it should be: {'.'.join(map(str, number))}", b"".join(lines[:-1]) + changed(record, number)
    if len(lines) > 1 and lines[0] != lines[1]:
        yield "two records have changed places", b"".join([lines[1], lines[0], *lines[2:]])


def flat(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    yield path, value
    for key, part in inner:
        yield from flat(part, (*path, key))


def changed(record: Any, path: tuple[Any, ...]) -> bytes:
    holder = record
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] += 1
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def validate(program: Program, case: Case) -> Iterator[str]:
    """What a validator answers wrongly, of the expected records and of damaged ones."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        source = written(case, root)
        records = Path(folder, "records.jsonl")
        policy, *words = arguments(case)
        given = ["--root", str(root), "--source", str(source)]
        if case.turns:
            lines = Path(folder, "lines.jsonl")
            lines.write_bytes(lines_of(case))
            given = [*AS_LINES, "--source", str(lines)]
        call = ["check", "--policy", policy, *words[:-1], *given, str(records)]
        for wrong, text in [("", case.expected), *damages(case.expected)]:
            records.write_bytes(text)
            done = program(call, b"")
            if done.returncode != (1 if wrong else 0):
                wanted = f"1, because {wrong}" if wrong else "0 for the expected records"
                yield f"exit status {done.returncode}, wanted {wanted}"


def streams(command: list[str], seconds: float, case: Case) -> Iterator[str]:
    """What a program does wrongly that is to write records before its input ends: all but the last two are final by then."""
    final = b"".join(case.expected.splitlines(keepends=True)[:-2])
    words = [*command, *arguments(case), "--id", case.documents[0][0], "-"]
    with tempfile.TemporaryFile() as out, subprocess.Popen(words, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.DEVNULL) as program:
        assert program.stdin
        program.stdin.write(case.documents[0][1])
        program.stdin.flush()
        end = time.monotonic() + seconds
        while os.fstat(out.fileno()).st_size < len(final) and program.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        early = os.pread(out.fileno(), len(final), 0)
        if early != final or program.poll() is not None:
            yield f"while the input was open, {len(early.splitlines())} records came within {seconds:g} seconds, wanted {len(final.splitlines())}"
        program.stdin.close()
        try:
            program.wait(seconds)
        except subprocess.TimeoutExpired:
            program.kill()
        if os.pread(out.fileno(), len(case.expected) + 1, 0) != case.expected:
            yield "the records of a stream are others than those of a file"


def can_be_streamed(case: Case) -> bool:
    """Whether it is a log of events, all of it readable, with a record that is final before the end."""
    return case.policy == "recorder" and case.expected.count(b"\n") > 2 and not case.about.get("fails")


def can_be_validated(case: Case) -> bool:
    """Whether all its documents are chunked, and can be files in a folder."""
    return bool(case.expected) and not case.about.get("fails") and all(is_inside(path) for path, _ in case.documents)
