#!/usr/bin/env python3
"""Compares a program with the second implementation, `reference/`, on documents and logs that are made up from a seed.

    python3 conformance/differential.py markdown 1 500 target/release/chunk

makes 500 documents, with settings for each, and compares records, codes of warnings and refusals. What differs is printed, and its input is
kept. The same seed makes the same documents. Needs what `reference/requirements.txt` lists.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Iterator

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "reference")]

import run as kit  # noqa: E402
from cases import Case  # noqa: E402
from check import POLICIES, forked  # noqa: E402
from cl100k import count  # noqa: E402

WORDS = (
    "the pump hums We met. It was 3 p.m. Dr. Li said so! Really? yes 好。です。 नमस्ते। καλά; e.g. this U.S. team `x` *b* [c][] [d] ok 1. a. ¿qué? "
    "مرحبا؟ ok۔ ។ ໆ ሰላም። မြန်။ naïve 😀 e\u0301 [link](a.md) **bold** <br> a|b \\* &amp; x\u00a0y https://a.example/b?c=d"
).split(" ")
LINES = [
    "", "", "", "# H", "## Two `c`", "### deep", "Set\n===", "Two\n---", "> q", "> > r", "```\ncode\n```", "~~~\nx\n~~~", "```\nopen", "    ind",
    "|a|b|\n|-|-|\n|c|d|\n|e|", "[^f]: note", "[l]: /u", "[c]: /v", "<div>\nx\n</div>", "***", "\ttab", "* a\n  [c][]", "$$\na\n=\n$$", "---",
    "1. one", "2) two", "- item", "  - inner", "- [x] done", "  ",
    "|a|b|\n|-|-|" + "\n|row|cell of the row|" * 40, "```sh\n# no heading\n" + "run it --now\n\n" * 30 + "```", "w" * 900, "字" * 1300, "word " * 300,
    "- short\n" * 20, "One sentence of a few words. " * 40,
]
FRONT_MATTER = ["a: 1", "A slide", "title: b\ntags: [x, 'y']", "- l: 1", "# c\nk: v", "a: [", "id: X-1\nstatus: done\ncreated: 2026-01-02"]


def words(random: Random, most: int) -> str:
    return " ".join(random.choice(WORDS) for _ in range(random.randint(1, most)))


def markdown_text(random: Random, lines: int) -> str:
    found = []
    for _ in range(lines):
        line = words(random, random.choice([6, 40, 120])) if random.random() < 0.3 else random.choice(LINES)
        if line.lstrip(" ").startswith(("-", "1.", "2)", ">", "#")) and random.random() < 0.7:
            line += " " + words(random, random.choice([4, 30]))
        # Parsers of Markdown disagree on which blocks may stand beside a table or a definition without a blank line.
        found += [""] * line.startswith("[") + [line]
        if random.random() < 0.3 or line.startswith(("|", "[")):
            found.append("")
    text = "\n".join(found) + random.choice(["\n", "", "\n\n"])
    if random.random() < 0.15:
        text = f"---\n{random.choice(FRONT_MATTER)}\n---\n{text}"
    return text.replace("\n", random.choice(["\r\n", "\r", "\n\n"])) if random.random() < 0.05 else text


def markdown(random: Random) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    size = random.choice([20, 40, 60, 120])
    config = {"chunk_size": size, "chunk_overlap": random.randrange(size), "packing": random.choice(["strict", "sections"])}
    if random.random() < 0.3:
        config["overlap_across_sections"] = False
    yield "notes/a.md", markdown_text(random, random.randint(1, 60)).encode(), config


def tokens(random: Random) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    text = markdown_text(random, random.randint(1, 60))
    if random.random() < 0.5:
        text = "\n\n".join(words(random, 300) for _ in range(random.randint(1, 6)))
    yield "1", text.encode(), {"max_tokens": random.choice([8, 20, 64]), "sentence_rules": random.choice(["standard", "literal"])}


def backlog(random: Random) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    sections = ["# Context", random.choice(["# Decision", "## Decisions", "# Approach", "# Foo"]), "# Worklog"]
    text = "".join(f"{section}\n\n{markdown_text(random, random.randint(1, 12))}\n" for section in sections)
    for _ in range(random.randint(0, 8)):
        day = f"2026-01-0{random.randint(1, 9)}"
        hour = f"1{random.randint(0, 9)}:{random.randint(0, 59):02}"
        text += random.choice([f"{day} {hour}", f"- {day}", f"{day}T{hour}:00+02:00 [x]"]) + f" {words(random, 200)}\n"
    kind = random.choice(["items/D-7_x", "adrs/ADR-0001_y"])
    yield f"products/p/{kind}.md", text.encode(), {"redact": random.random() < 0.5, "header_chunk": random.random() < 0.8, "repeat_heading": random.random() < 0.8}


def recorder(random: Random) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """A stream of events, as JSONL and as an append log, whole and damaged, with settings at which every limit is met soon."""
    config = {
        "max_chunk_chars": random.choice([random.randint(16, 90), 1800]),
        "max_chunk_events": random.choice([1, 2, 3, 5, 48]),
        "min_chunk_chars": random.choice([0, 1, 8, 20, 40, 200]),
        "overlap_chars": random.choice([0, 1, 3, 8, 30, 1000]),
        "max_window_ms": random.choice([0, 50, 500, 120_000]),
        "hard_gap_ms": random.choice([0, 100, 1000, 30_000]),
        "merge_window_ms": random.choice([0, 20, 200, 60_000]),
    }
    logged = list(stream(random, random.randint(1, 150), config))
    lines = b"".join(json.dumps(line if random.random() < 0.98 else line["event"]).encode() + b"\n" for line in logged)
    events = [json.dumps(line["event"], ensure_ascii=False).encode() for line in logged]
    log = b"".join(len(event).to_bytes(4, "little") + event for event in events)
    for name, data in (("recorder.jsonl", lines), ("recorder.log", log)):
        yield name, data, config
        yield name, damaged(random, data), config


def stream(random: Random, events: int, config: dict[str, int]) -> Iterator[dict[str, Any]]:
    now, pane, session, mood = 1_700_000_000_000, 1, None, 0
    offset = {"segment_id": 0, "ordinal": 0, "byte_offset": 0}
    for number in range(events):
        mood = random.randrange(6) if random.random() < 0.06 else mood
        pane = random.randint(1, 3) if random.random() < 0.02 or mood == 4 else pane
        session = random.choice([None, "s1", 's"2']) if random.random() < 0.08 else session
        jumps = [-1000, -3_600_000, 31_000, config["hard_gap_ms"], config["hard_gap_ms"] + 1, config["merge_window_ms"], config["merge_window_ms"] + 1]
        now += random.choice(jumps) if random.random() < 0.15 else random.randrange(30)
        event = {"schema_version": "ft.recorder.event.v1", "event_id": f"e{number}", "pane_id": pane, "session_id": session, "source": "mux"}
        event |= {"occurred_at_ms": now, "sequence": 7, "causality": {"root": [1, {"a": "\n"}]}}
        if random.random() < 0.02:
            event |= {"event_type": random.choice(["control_marker", "lifecycle_marker"]), "details": {"text": 1}}
        elif random.random() < (0.5 if mood == 1 else 0.2):
            event |= {"event_type": "ingress_text", "text": shown(random, mood, config["max_chunk_chars"], ["ls\r", "y", 'echo "hi"\r\n'])}
        else:
            event |= {"event_type": "egress_output", "text": shown(random, mood, config["max_chunk_chars"], []), "is_gap": random.random() < 0.03}
        yield {"offset": dict(offset), "event": event}
        offset["byte_offset"] += 300
        offset["ordinal"] += random.choice([1] * 9 + [5])
        if random.random() < 0.005:
            offset = {"segment_id": offset["segment_id"] + random.randint(1, 2), "ordinal": 0, "byte_offset": 0}


def shown(random: Random, mood: int, cap: int, typed: list[str]) -> str:
    """The text of an event: a line, a key, about as much as the cap, much more, or white space."""
    if mood == 1:
        return random.choice("abc é")
    if mood == 2:
        return random.choice("x漢😀") * max(0, cap // random.choice([1, 1, 2, 3]) + random.randrange(4) - 8)
    if mood == 3:
        patterns = ["a", "😀", "ab ", "  ", "\n", "x\n", " \n y", "long line of words\n", "50%\r", "w\r\n\r\n"]
        return "".join(random.choice(patterns) * random.randint(1, 30) for _ in range(random.randint(1, 8)))
    if mood == 5:
        return random.choice(["", "\n", "\r\n", "  ", " \n\t\n", "\u3000\n\n\n", "\r", "\na", "ab\r", "\n\n x \u0085\r\n"])
    return random.choice(typed or [words(random, 8) + random.choice(["\n", "\r\n", "\r", "", "  \n", "\u001b[0m"])])


def damaged(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(max(1, len(changed)))
        way = random.randrange(4)
        if way == 0:
            changed[at : at + 1] = bytes([random.randrange(256)])
        elif way == 1:
            changed[at:at] = random.choice([b"\n", b"{", b"}", b"[", b'"', b"\\", b"\0"])
        elif way == 2:
            del changed[at : at + 1]
        else:
            del changed[at + 1 :]
    return bytes(changed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("policy", choices=POLICIES)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, help="how many documents or streams of events")
    parser.add_argument("command", help="the program, with its first arguments")
    options = parser.parse_args()

    import_module(options.policy)
    count("")  # Loads the vocabulary once.
    sys.stdout.flush()
    program = kit.started(shlex.split(options.command), 30)
    make = globals()[options.policy]
    compared = records = 0
    failed: list[str] = []
    for number in range(options.count):
        for name, data, config in make(Random(f"{options.seed} {number}")):
            case = Case(options.policy, Path(f"{options.seed}-{number}"), {}, config, [(name, data)], b"")
            wanted = kit.run(forked, case, True)
            if wanted.config_refused:
                sys.exit(f"the second implementation refuses the settings {json.dumps(config)}")
            case.expected = wanted.records
            case.about = {"warnings": wanted.warnings, "fails": [""] * wanted.refused}
            result = kit.try_case(program, case, True)
            compared += 1
            records += wanted.records.count(b"\n")
            if result.problems:
                kept = Path(tempfile.mkdtemp(), Path(name).name)
                kept.write_bytes(data)
                print(f"{case.name}: {kept}, {json.dumps(config)}", *result.problems, sep="\n    ")
                failed.append(case.name)
    print(f"{options.policy}: {compared} compared, {records} records, {len(failed)} differ")
    return 1 if failed or not records else 0


if __name__ == "__main__":
    sys.exit(main())
