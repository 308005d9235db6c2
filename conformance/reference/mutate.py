"""Which small mistakes would no case notice? Makes one change at a time to the reference, and runs it over the cases of a contract.

    python3 conformance/reference/mutate.py tokens

Each line is a change that no case notices: a case is missing, or the change means the same. The changes: another comparison, `and`
for `or`, one number more, a condition that always or never holds, one word or character less in a table.
"""

from __future__ import annotations

import ast
import os
import re
import signal
import sys
import tempfile
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Iterator

import check
from check import HERE, forked, kit
from cases import Case, read_cases
from cl100k import count

OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
# Files that only read arguments and files, and are no part of a contract.
OUTSIDE = {"__main__", "calling", "check", "cl100k", "mutate"}
SECONDS = 10
# A key or the name of a rule: without one of its letters it is simply another name.
NAME = re.compile("[A-Za-z_-]*")


def changes(node: ast.AST, in_table: bool = False) -> Iterator[ast.AST]:
    """What may stand in place of this node."""
    match node:
        case ast.Compare(ops=[operator]) | ast.BoolOp(op=operator) | ast.BinOp(op=operator) if type(operator) in OTHER:
            other = deepcopy(node)
            if isinstance(other, ast.Compare):
                other.ops = [OTHER[type(operator)]()]
            else:
                other.op = OTHER[type(operator)]()
            yield other
            if isinstance(node, ast.BoolOp):
                yield from node.values
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
        case ast.Constant(value=str()) if in_table and not NAME.fullmatch(node.value):
            words = node.value.split()
            parts, join = (words, " ") if len(words) > 1 else (list(node.value), "")
            for index in range(len(parts)):
                yield ast.Constant(join.join(parts[:index] + parts[index + 1 :]))
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Constant):
            for value in (True, False):
                other = deepcopy(node)
                other.test = ast.Constant(value)
                yield other


def mutants(tree: ast.Module) -> Iterator[tuple[int, str, str, str]]:
    """Each change: its line, the text before and after, and the whole file with it."""
    tables = {id(part) for node in tree.body if isinstance(node, ast.Assign) for part in ast.walk(node)}
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            for index, node in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(node, ast.AST):
                    continue
                for other in changes(node, id(node) in tables):
                    holder = value if isinstance(value, list) else parent.__dict__
                    key = index if isinstance(value, list) else field
                    holder[key] = ast.fix_missing_locations(ast.copy_location(other, node))
                    yield node.lineno, ast.unparse(node), ast.unparse(other), ast.unparse(tree)
                    holder[key] = node


def notices(policy: str, name: str, source: str, cases: list[Case]) -> str | None:
    """The first case that fails with the changed file, in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, f"{name}.py").write_text(source, encoding="utf-8")
            sys.path.insert(0, folder)
            for module in {path.stem for path in HERE.glob("*.py")} - OUTSIDE:
                sys.modules.pop(module, None)
            # The run of a case that never ends is a child of this process; it holds the pipe open, so the group ends together.
            signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGKILL))
            signal.alarm(SECONDS + 20)
            for case in cases:
                if kit.try_case(forked, case, piped=True).problems:
                    os.write(write, case.name.encode())
                    break
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        found = answer.read().decode()
    _, status = os.waitpid(child, 0)
    return found or ("time" if status else None)


def main() -> int:
    policy = sys.argv[1]
    import_module(policy)
    count("")
    used = sorted({path.stem for path in HERE.glob("*.py")} & set(sys.modules) - OUTSIDE)
    used = [name for name in used if name == policy or name not in check.POLICIES]
    cases = read_cases(HERE.parent.parent / "fixtures", [policy])
    tried = unnoticed = 0
    for name in sys.argv[2:] or used:
        text = (HERE / f"{name}.py").read_text(encoding="utf-8")
        for line, before, after, source in mutants(ast.parse(text)):
            tried += 1
            found = notices(policy, name, source, cases)
            if not found:
                unnoticed += 1
                print(f"{name}.py:{line}: {before[:100]}  =>  {after[:100]}".replace("\n", "\\n"), flush=True)
            # What noticed this change may notice the next one.
            cases.sort(key=lambda case: case.name != found)
    print(f"{tried} changes, {unnoticed} not noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
