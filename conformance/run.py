#!/usr/bin/env python3
"""Runs a program over the conformance cases and says which records differ, and where.

    python3 conformance/run.py 'chunk'
    python3 conformance/run.py --policy tokens --policy recorder 'node my-chunker.js'

The program is called as fixtures/README.md describes, twice for each case: with files, and through a pipe. This file needs
Python 3.11 and nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Callable, Iterator
from xml.sax.saxutils import escape, quoteattr

POLICIES = ("backlog", "hybrid", "markdown", "recorder", "tokens")


@dataclass
class Case:
    """A case: one folder of fixtures/POLICY."""

    policy: str
    folder: Path
    about: dict[str, Any]
    config: dict[str, Any]
    documents: list[tuple[str, bytes]]
    expected: bytes
    turns: list[dict[str, Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.policy}/{self.folder.name}"


@dataclass
class Outcome:
    """What a program made of a case."""

    records: bytes = b""
    warnings: list[str] = field(default_factory=list)
    refused: int = 0
    config_refused: bool = False


def read_case(policy: str, folder: Path) -> Case:
    about = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    config = folder / "config.json"
    source = next(path for path in sorted(folder.iterdir()) if path.stem == "input")
    if source.is_dir():
        found = {path.relative_to(source).as_posix(): path for path in source.rglob("*") if path.is_file()}
        documents = [(name, found[name].read_bytes()) for name in sorted(found, key=os.fsencode)]
    else:
        documents = [(about.get("path", source.name), source.read_bytes())]
    return Case(
        policy,
        folder,
        about,
        json.loads(config.read_text(encoding="utf-8")) if config.exists() else {},
        documents,
        b"" if about.get("config_fails") else (folder / "expected.jsonl").read_bytes(),
        json.loads(turns.read_text(encoding="utf-8")) if (turns := folder / "turns.json").exists() else [],
    )


def read_cases(root: Path, policies: list[str]) -> list[Case]:
    return [
        read_case(policy, folder)
        for policy in policies
        for folder in sorted((root / policy).iterdir())
        if (folder / "case.toml").is_file()
    ]


def digest(cases: list[Case]) -> str:
    """The version of the suite: equal for equal cases."""
    whole = hashlib.sha256()
    for case in cases:
        for path in sorted(path for path in case.folder.rglob("*") if path.is_file()):
            name = f"{case.name}/{path.relative_to(case.folder).as_posix()}"
            whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def settings(config: Any, prefix: str = "") -> Iterator[str]:
    for key, value in config.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            yield from settings(value, name)
        else:
            yield from ("--set", f"{name}={json.dumps(value, ensure_ascii=False, separators=(',', ':'))}")


def arguments(case: Case) -> list[str]:
    known = (("--source-version", "revision"), ("--created-at", "created_at_ms"), ("--modified-at", "modified_at_ms"))
    given = [f"{option}={case.about[key]}" for option, key in known if key in case.about]
    return [case.policy, *settings(case.config), *given, "--verbose"]


def is_inside(path: str) -> bool:
    """Whether a document of this path can be a file in a folder."""
    parts = PurePosixPath(path).parts
    return not path.startswith("/") and ".." not in parts and str(PurePosixPath(path)) == path


Program = Callable[[list[str], bytes], "subprocess.CompletedProcess[bytes]"]


def started(command: list[str], seconds: float) -> Program:
    """A program that is started anew for each run."""
    return lambda words, stdin: subprocess.run([*command, *words], input=stdin, capture_output=True, timeout=seconds)


AS_LINES = ["--input", "jsonl", "--id-field", "id", "--text-field", "text"]


def lines_of(case: Case) -> bytes:
    """The documents as lines of JSON, with the turns of a conversation."""
    turns = {"turns": case.turns} if case.turns else {}
    lines = ({"id": path, "text": data.decode("utf-8", "replace")} | turns for path, data in case.documents)
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def written(case: Case, folder: Path) -> Path:
    """Writes the documents into the folder, and returns the path of the one, or the folder."""
    for path, data in case.documents:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder / case.documents[0][0] if len(case.documents) == 1 else folder


def run(program: Program, case: Case, piped: bool) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        words, stdin = arguments(case), b""
        if piped or case.turns or not all(is_inside(path) for path, _ in case.documents):
            if len(case.documents) == 1 and not case.turns:
                words += ["--id", case.documents[0][0], "-"]
                stdin = case.documents[0][1]
            else:
                words += [*AS_LINES, "-"]
                stdin = lines_of(case)
        else:
            words += ["--root", folder, str(written(case, Path(folder)))]
        return outcome(program(words, stdin))


def outcome(done: subprocess.CompletedProcess[bytes]) -> Outcome:
    stderr = done.stderr.decode("utf-8", "replace")
    if done.returncode == 2 and not done.stdout:
        return Outcome(config_refused=True)
    if done.returncode not in (0, 1):
        raise ValueError(f"exit status {done.returncode}: {stderr[:500]}")
    refused = len(re.findall(r"^error: ", stderr, re.M))
    if (done.returncode == 0) != (refused == 0):
        raise ValueError(f"exit status {done.returncode}, but {refused} lines `error: …` on stderr: {stderr[:500]}")
    return Outcome(done.stdout, re.findall(r"^warning: .*\[([^\[\]]+)\]$", stderr, re.M), refused)


def differences(case: Case, made: Callable[[], Outcome]) -> Iterator[str]:
    """What is not as the case requires, a sentence each."""
    found = made()
    if found.config_refused or case.about.get("config_fails"):
        if found.config_refused != bool(case.about.get("config_fails")):
            yield "the settings are refused" if found.config_refused else "the settings must be refused (exit status 2)"
        return
    wanted = case.about.get("warnings", [])
    if found.warnings != wanted:
        yield f"warnings {found.warnings}, wanted {wanted}"
    fails = len(case.about.get("fails", []))
    if found.refused != fails:
        yield f"{found.refused} documents refused, wanted {fails}"
    if found.records == case.expected:
        return
    own, expected = found.records.split(b"\n"), case.expected.split(b"\n")
    if len(own) != len(expected):
        yield f"{len(own) - 1} records, wanted {len(expected) - 1}"
    for number, (got, want) in enumerate(zip(own, expected), 1):
        if got != want:
            yield f"record {number}: {difference(got, want)}"
            return


def difference(got: bytes, want: bytes) -> str:
    """The first difference of two lines."""
    try:
        return value_difference("", json.loads(got), json.loads(want)) or "the same values, written otherwise (white space, escapes, order)"
    except ValueError:
        return f"no JSON: {got[:80]!r}, wanted {want[:80]!r}"


def value_difference(path: str, got: Any, want: Any) -> str | None:
    if isinstance(got, dict) and isinstance(want, dict):
        if list(got) != list(want):
            return f"`{path or 'record'}` has the keys {list(got)}, wanted {list(want)}"
        pairs = [(f"{path}.{key}" if path else key, got[key], want[key]) for key in want]
    elif isinstance(got, list) and isinstance(want, list):
        if len(got) != len(want):
            return f"`{path}` has {len(got)} elements, wanted {len(want)}"
        pairs = [(f"{path}[{index}]", *pair) for index, pair in enumerate(zip(got, want))]
    elif isinstance(got, str) and isinstance(want, str) and got != want:
        at = next((at for at, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
        around = slice(max(0, at - 20), at + 20)
        return f"`{path}` differs at character {at}: {got[around]!r}, wanted {want[around]!r}"
    else:
        return None if type(got) is type(want) and got == want else f"`{path}` is {got!r}, wanted {want!r}"
    return next(filter(None, (value_difference(*pair) for pair in pairs)), None)


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


@dataclass
class Result:
    case: Case
    way: str
    problems: list[str]


def tried(case: Case, way: str, problems: Iterator[str]) -> Result:
    """What a run does wrongly, or why there is none."""
    try:
        return Result(case, way, list(problems))
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return Result(case, way, [str(error)])


def try_case(program: Program, case: Case, piped: bool) -> Result:
    return tried(case, "pipe" if piped else "file", differences(case, lambda: run(program, case, piped)))


def write_json(path: str, version: str, results: list[Result]) -> None:
    rows = [{"case": r.case.name, "way": r.way, "clauses": r.case.about["clauses"], "problems": r.problems} for r in results]
    Path(path).write_text(json.dumps({"suite": version, "results": rows}, indent=1) + "\n", encoding="utf-8")


def write_junit(path: str, version: str, results: list[Result]) -> None:
    failed = sum(bool(result.problems) for result in results)
    lines = [f'<testsuite name="chunk conformance {version}" tests="{len(results)}" failures="{failed}">']
    for result in results:
        lines.append(f"<testcase classname={quoteattr(result.case.policy)} name={quoteattr(f'{result.case.folder.name} ({result.way})')}>")
        lines += [f"<failure>{escape(problem)}</failure>" for problem in result.problems]
        lines.append("</testcase>")
    Path(path).write_text("\n".join([*lines, "</testsuite>", ""]), encoding="utf-8")


def report(results: list[Result]) -> None:
    """Prints what failed, and a line of sums for each policy."""
    for result in results:
        if result.problems:
            print(f"{result.case.name} ({result.way}): {result.case.about['title']} [{', '.join(result.case.about['clauses'])}]")
            for problem in result.problems:
                print(f"    {problem}")
    for policy in sorted({result.case.policy for result in results}):
        own = [result for result in results if result.case.policy == policy]
        print(f"{policy:10} {sum(not result.problems for result in own)} of {len(own)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n", 1)[1], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", help="the program, with its first arguments")
    parser.add_argument("--policy", action="append", choices=POLICIES, help="only this contract; may be repeated (default: all)")
    parser.add_argument("--filter", metavar="REGEX", help="only cases whose POLICY/NAME matches; it is an error if none does")
    parser.add_argument("--skip", metavar="REGEX", help="leave out cases whose POLICY/NAME matches, and say how many")
    parser.add_argument("--without-models", action="store_true", help="leave out cases that a fitted model decides")
    parser.add_argument("--class", dest="kind", choices=("producer", "validator", "streaming"), default="producer", help="what is checked: a program that makes records (the default), that checks them, or that makes them before its input ends")
    parser.add_argument("--timeout", type=float, default=30, metavar="SECONDS", help="for one run of the program (default: 30)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time (default: one for each processor)")
    parser.add_argument("--json", metavar="FILE", help="write all results as JSON")
    parser.add_argument("--junit", metavar="FILE", help="write all results as JUnit XML")
    parser.add_argument("--fixtures", type=Path, default=Path(__file__).resolve().parent.parent / "fixtures", help="the folder of cases")
    options = parser.parse_args()

    cases = read_cases(options.fixtures, options.policy or list(POLICIES))
    version = digest(cases)
    cases = [case for case in cases if not (options.without_models and case.about.get("models"))]
    cases = [case for case in cases if re.search(options.filter or "", case.name)]
    found = len(cases)
    cases = [case for case in cases if not options.skip or not re.search(options.skip, case.name)]
    skipped = found - len(cases)
    if not cases:
        parser.error("no case matches")

    command = shlex.split(options.command)
    program = started(command, options.timeout)
    with ThreadPoolExecutor(options.jobs) as pool:
        if options.kind == "validator":
            tasks = [pool.submit(tried, case, "check", validate(program, case)) for case in cases if can_be_validated(case)]
        elif options.kind == "streaming":
            tasks = [pool.submit(tried, case, "stream", streams(command, options.timeout, case)) for case in cases if can_be_streamed(case)]
        else:
            tasks = [pool.submit(try_case, program, case, piped) for case in cases for piped in (False, True)]
        results = [task.result() for task in tasks]
    if not results:
        parser.error(f"no case of these is for the class {options.kind}")
    report(results)
    for write, path in ((write_json, options.json), (write_junit, options.junit)):
        if path:
            write(path, version, results)
    failed = sum(bool(result.problems) for result in results)
    print(f"suite {version}, class {options.kind}" + (f", {skipped} cases left out" if skipped else ""))
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
