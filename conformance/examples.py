#!/usr/bin/env python3
"""Runs a program over the examples of the contracts' pages, and names the clauses that have none.

    python3 conformance/examples.py 'chunk' [PAGE…]
    python3 conformance/examples.py --fill 'chunk' [PAGE…]    # writes what the program gives where a result is `?`

An example is a row of a table under `## Examples`: the clauses, the settings (or another policy, or an option), the text (a JSON string, or a list of strings, each with how many times it comes), which key of each record is shown
(or `warnings`, `status`, `stats.KEY` of `--stats`, `store.COLUMN` of `--store`), and its values. A clause may also have an example in words, after `Example:`.
"""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Iterator

PAGES = Path(__file__).resolve().parent.parent / "docs/contracts"
NAMES = {"tokens": "a.txt", "markdown": "a.md", "backlog": "products/demo/items/T-1_x.md", "recorder": "a.jsonl", "hybrid": "a.md"}
ROW = re.compile(r"\| ([A-Z][0-9., A-Z]*) \| (.*?) \| `(.*?)` \| `?([^|]*?)`? \| `(.*)` \|$")
CLAUSE = re.compile(r"^ *- \*\*([A-Z]\d+(?:\.\d+)?)\b")


def clauses(text: str) -> Iterator[tuple[str, bool]]:
    """Each clause, and whether its item has an example in words. That of a clause is for the sub-clause before it, too."""
    found: dict[str, bool] = {}
    last = whole = ""
    for line in text.splitlines():
        if line.startswith("#"):
            last = whole = ""
        if match := CLAUSE.match(line):
            last = match[1]
            whole = whole if "." in last else last
            found.setdefault(last, False)
        if "Example:" in line and last:
            found[last] = found[whole or last] = True
    yield from found.items()


def shown(record: Any, key: str) -> Any:
    for part in filter(None, key.split(".")):
        record = [one.get(part) for one in record] if isinstance(record, list) else (record or {}).get(part)
    return record


def result(command: list[str], policy: str, settings: str, text: str, key: str) -> Any:
    given = re.findall(r"`([^`]+)`", settings)
    policy = next((word for word in given if word in NAMES), policy)
    words = [word for setting in given if setting not in NAMES for word in ([setting] if setting.startswith("--") else ["--set", setting])]
    whole, _, part = key.partition(".")
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "store.db")
        words += {"stats": ["--stats"], "store": [f"--store=sqlite:{store}"]}.get(whole, [])
        call = [*command, policy, *words, "--verbose", "--id", NAMES[policy], "-"]
        done = subprocess.run(call, input=text.encode("utf-8", "surrogatepass"), capture_output=True, timeout=60)
        if whole == "store":
            with closing(sqlite3.connect(store)) as rows:
                return [value for (value,) in rows.execute(f"select {part} from chunks order by chunk")]
    if whole == "stats":
        return shown(json.loads(next(line for line in done.stderr.decode().splitlines() if line.startswith("{"))), part)
    if key == "warnings":
        return re.findall(r"^warning: .*\[([^\[\]]+)\]$", done.stderr.decode(), re.M)
    if key == "status":
        return done.returncode
    found = [shown(json.loads(line), key) for line in done.stdout.decode().splitlines()]
    return found[0] if policy == "tokens" and len(found) == 1 else found


EVENT = re.compile(r"(in|out|gap|mark)(?:@(\d+))?(?:\+(-?\d+))?(?: (.*))?", re.S)
KINDS = {"in": "ingress_text", "out": "egress_output", "gap": "egress_output", "mark": "control_marker"}


def log_of(events: list[str]) -> str:
    """A log of events, each written as `KIND@PANE+MS TEXT`: what it is, its pane (1), the time since the one before (1), its text."""
    lines, time = [], 0
    for number, event in enumerate(events):
        match = EVENT.fullmatch(event)
        if not match:
            lines.append(event)
            continue
        kind, pane, after, text = match.groups()
        time += int(after or 1)
        made = {"schema_version": "ft.recorder.event.v1", "event_id": f"e{number}", "pane_id": int(pane or 1), "occurred_at_ms": time, "event_type": KINDS[kind]}
        made |= {"text": text or ""} if kind != "mark" else {}
        lines.append(json.dumps(made | ({"is_gap": True} if kind == "gap" else {})))
    return "\n".join(lines)


def text_of(source: Any) -> str:
    """A text; a list of texts, each with how many times it comes; or a list of events."""
    if isinstance(source, list) and all(isinstance(part, str) for part in source):
        return log_of(source)
    return source if isinstance(source, str) else "".join(text * times for text, times in zip(source[::2], source[1::2]))


def written(value: Any) -> str:
    """As JSON that can be in a table, with what cannot be seen escaped."""
    return "".join(c if c.isprintable() and c not in "|`" else f"\\u{ord(c):04x}" for c in json.dumps(value, ensure_ascii=False))


def main() -> int:
    if len(sys.argv) < 2 or {"-h", "--help"} & set(sys.argv):
        print(__doc__)
        return 0 if len(sys.argv) > 1 else 2
    fills = sys.argv[1] == "--fill"
    program, *pages = sys.argv[2 if fills else 1 :]
    command = shlex.split(program)
    failed = 0
    for page in sorted(path for path in PAGES.glob("*.md") if not pages or path.stem in pages):
        text = page.read_text(encoding="utf-8")
        have = dict(clauses(text))
        lines = text.splitlines()
        rows = 0
        for number, line in enumerate(lines):
            if not (match := ROW.match(line)):
                continue
            names, settings, source, key, wanted = match.groups()
            policy = page.stem if page.stem in NAMES else "tokens"
            rows += 1
            found = written(result(command, policy, settings, text_of(json.loads(source)), key))
            for name in names.split(", "):
                if name not in have:
                    sys.exit(f"{page.name}:{number + 1}: there is no clause {name}")
                have[name] = have[name.split(".")[0]] = True
            if fills and wanted == "?":
                lines[number] = line[: -len("`?` |")] + f"`{found}` |"
            elif json.loads(wanted) != json.loads(found):
                failed += 1
                print(f"{page.name}:{number + 1}: {names} gives {found}, wanted {wanted}")
        if fills:
            page.write_text("\n".join(lines) + "\n", encoding="utf-8")
        without = [name for name in have if not have[name]]
        # How the models of hybrid decide is shown by its cases: there, a clause needs an example, not each part of it.
        wanting = [name for name in without if page.stem != "hybrid" or "." not in name]
        print(f"{page.stem}: {rows} examples run; {len(have) - len(without)} of {len(have)} clauses have one" + "".join(f", {name} has none" for name in wanting))
        failed += bool(wanting)
    print("all well" if not failed else f"{failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
