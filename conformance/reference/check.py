"""Runs the reference over all cases of its contracts, in seconds: each run is a copy of this process, not a new interpreter.

    python3 conformance/reference/check.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import run as kit  # noqa: E402
from calling import Call  # noqa: E402
from cases import read_cases  # noqa: E402
from cl100k import count  # noqa: E402

POLICIES = ["backlog", "markdown", "recorder", "tokens"]


def forked(words: list[str], stdin: bytes) -> subprocess.CompletedProcess[bytes]:
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        child = os.fork()
        if child == 0:
            for stream, number in ((given, 0), (out, 1), (err, 2)):
                os.dup2(stream.fileno(), number)
            try:
                code = import_module(words[0]).main(Call(words))
            except SystemExit as end:
                code = int(end.code or 0)
            except BaseException as error:  # A crash is a result, too.
                print(f"{type(error).__name__}: {error}", file=sys.stderr)
                code = 70
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(words, os.waitstatus_to_exitcode(status), out.read(), err.read())


def main() -> int:
    for policy in POLICIES:
        import_module(policy)
    count("")  # Loads the vocabulary once.
    sys.stdout.flush()
    cases = read_cases(HERE.parent.parent / "fixtures", POLICIES)
    results = [kit.try_case(forked, case, piped=number % 2 == 1) for number, case in enumerate(cases)]
    kit.report(results)
    failed = sum(bool(result.problems) for result in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
