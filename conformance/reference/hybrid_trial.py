"""Tries the checker of `hybrid.py`: it has to accept the records of every case and of random documents, and to notice each damage."""

from __future__ import annotations

import json
import re
import shlex
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Iterator

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import run as kit  # noqa: E402
from cases import Case, read_cases  # noqa: E402
from hybrid import Document, problems  # noqa: E402


def flat(config: dict[str, Any]) -> dict[str, Any]:
    inner = {f"{key}.{name}": value for key, part in config.items() if isinstance(part, dict) for name, value in part.items()}
    return {key: value for key, value in config.items() if not isinstance(value, dict)} | inner


def document_of(case: Case) -> Document:
    (name, data), *_ = case.documents
    return Document(name, data, case.turns)


def of_case(case: Case, document: Document, lines: bytes) -> list[str]:
    times = {key: case.about[f"{key}_at_ms"] for key in ("created", "modified") if f"{key}_at_ms" in case.about}
    return problems(document, lines, flat(case.config), times)


def other(value: Any) -> Iterator[Any]:
    """Values that are not this one."""
    if isinstance(value, bool) or value is None:
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, -1)
    elif isinstance(value, float):
        yield from (1.5, -0.001)
    elif isinstance(value, str):
        yield from (value + "x", value[1:] if value else "y")
    elif isinstance(value, list):
        yield from ([*value, value[0]], value[1:]) if value else ()


def damages(lines: bytes) -> Iterator[tuple[str, bytes]]:
    """Damaged records, and what was done to them."""
    whole = lines.splitlines(keepends=True)
    records = [json.loads(line) for line in whole]

    def written(number: int, changed: Any) -> bytes:
        line = json.dumps(changed, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        return b"".join([*whole[:number], restored(line), *whole[number + 1 :]])

    # Numbers of scores lose their three decimals in `json.dumps`, so what is damaged is compared without that law.
    for number, record in enumerate(records):
        yield f"record {number} is missing", b"".join(whole[:number] + whole[number + 1 :])
        for key, value in [*record.items(), *((f"strategyMetadata.{key}", value) for key, value in record["strategyMetadata"].items())]:
            holder, _, name = key.rpartition(".")
            for new in other(value):
                changed = deepcopy(record)
                (changed[holder] if holder else changed)[name] = new
                yield f"record {number}: {key} = {str(new)[:60]!r}", written(number, changed)
            changed = deepcopy(record)
            del (changed[holder] if holder else changed)[name]
            yield f"record {number}: no {key}", written(number, changed)
    if len(records) > 1:
        yield "two records have changed places", b"".join([whole[1], whole[0], *whole[2:]])


def restored(lines: bytes) -> bytes:
    """The same with three decimals for each number with a fraction in the places of scores."""
    return re.sub(rb'("(?:coherenceScore|completeness|confidence)":)(-?[0-9]+\.[0-9]+)', lambda m: m[1] + b"%.3f" % float(m[2]), lines)


def cases() -> int:
    accepted = tried = 0
    wrong: list[str] = []
    unnoticed: dict[str, int] = {}
    for case in read_cases(HERE.parent.parent / "fixtures", ["hybrid"]):
        if case.about.get("config_fails") or case.about.get("fails"):
            continue
        document = document_of(case)
        found = of_case(case, document, case.expected)
        accepted += not found
        wrong += [f"{case.name}: {problem}" for problem in found]
        if found or not case.expected:
            continue
        for what, lines in damages(case.expected):
            tried += 1
            if not of_case(case, document, lines):
                key = what.partition(": ")[2].partition(" = ")[0] or what.partition(" ")[0]
                unnoticed[key] = unnoticed.get(key, 0) + 1
    print(*wrong, sep="\n")
    print(f"{accepted} cases accepted, {len(wrong)} problems; {tried} damaged, {sum(unnoticed.values())} not noticed: {unnoticed}")
    return 1 if wrong else 0


def random_documents(seed: int, number: int, command: str) -> int:
    from differential import markdown_text

    program = kit.started(shlex.split(command), 60)
    records, wrong = 0, 0
    for at in range(number):
        random = Random(f"{seed} {at}")
        text = markdown_text(random, random.randint(1, 60))
        largest = random.choice([100, 200, 500])
        config: dict[str, Any] = {"maxChunkSize": largest, "minChunkSize": random.choice([10, 50, 100]), "contextWindowSize": random.choice([0, 20, 200])}
        if random.random() < 0.5:
            config |= {"enableAutoDetection": False, "defaultStrategy": random.choice(["event-based", "semantic-boundary", "preference-signal", "step-based"])}
        case = Case("hybrid", Path(f"{seed}-{at}"), {}, config, [("notes/a.md", text.encode())], b"")
        made = kit.run(program, case, True)
        found = ["refused"] if made.refused or made.config_refused else of_case(case, document_of(case), made.records)
        records += made.records.count(b"\n")
        wrong += bool(found)
        if found:
            print(f"{case.name}: {json.dumps(config)}", *found[:4], sep="\n    ")
    print(f"hybrid: {number} documents, {records} records, {wrong} break a law")
    return 1 if wrong or not records else 0


def main() -> None:
    words = sys.argv[1:]
    sys.exit(random_documents(int(words[0]), int(words[1]), words[2]) if words else cases())
