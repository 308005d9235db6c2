#!/usr/bin/env python3
"""Runs a program over the conformance cases and says which records differ, and where.

    python3 conformance/run.py 'chunk'
    python3 conformance/run.py --policy tokens --policy recorder 'node my-chunker.js'

The program is called as fixtures/README.md describes, twice for each case: with files, and through a pipe. This file and the three
that it imports, which are beside it, need Python 3.11 and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterator
from xml.sax.saxutils import escape, quoteattr

from cases import AS_LINES, POLICIES, Case, Program, arguments, digest, is_inside, lines_of, read_cases, written
from classes import can_be_streamed, can_be_validated, streams, validate
from differences import difference


@dataclass
class Outcome:
    """What a program made of a case."""

    records: bytes = b""
    warnings: list[str] = field(default_factory=list)
    refused: int = 0
    config_refused: bool = False


def started(command: list[str], seconds: float) -> Program:
    """A program that is started anew for each run."""
    return lambda words, stdin: subprocess.run([*command, *words], input=stdin, capture_output=True, timeout=seconds)


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
    if not command or shutil.which(command[0]) is None:
        parser.error(f"cannot run {options.command!r}: there is no such program; install it, or correct its name")
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
