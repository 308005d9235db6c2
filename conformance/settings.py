#!/usr/bin/env python3
"""Checks a program's settings against docs/contracts/data/settings.json: names, defaults, and both ends of each range.

    python3 conformance/settings.py 'chunk'

The file says of each setting its `default` (null: nothing is set) and its `type`: a `whole number` or `number` from `least` to `most`, a
`word` of `values`, `words` (a list of them), a `flag`, or `text`. `below` and `at_most` name the setting that bounds it. Needs Python 3.11.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Iterator

import cases

DATA = Path(__file__).resolve().parent.parent / "docs/contracts/data/settings.json"
INPUT = {"recorder": b"", "backlog": b"---\nid: A-1\ntype: task\n---\n# A\n\nText.\n"}
NAME = {"backlog": "demo/items/a.md"}


def outside(about: dict[str, Any]) -> list[Any]:
    """Values that are refused."""
    match about["type"]:
        case "whole number":
            most = about["most"]
            return [about["least"] - 1, most + 1, "a", 1.5, True, [1]]
        case "number":
            return [about["least"] - 0.001, about["most"] + 0.001, "a", True]
        case "word":
            return ["other", 1, True, ""]
        case "words":
            return [1, True, *([["other"], "other"] if "values" in about else [])]
        case "flag":
            return [1, "yes", 0, []]
        case _:
            return [1, True, []]


def inside(about: dict[str, Any]) -> list[Any]:
    """Values that are accepted, if no other setting forbids it."""
    match about["type"]:
        case "whole number" | "number":
            return [about["least"], about["most"]]
        case "word":
            return list(about["values"])
        case "words":
            return [[], about.get("values", ["a"]), ",".join(about.get("values", ["a"]))]
        case "flag":
            return [True, False]
        case _:
            return ["a"]


def with_bound(policy: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """The setting, and with it the one that bounds it."""
    about, config = policy[key], {key: value}
    if (bound := about.get("below") or about.get("at_most")) and type(value) is int:
        room = value + 1 if "below" in about else value
        largest = policy[bound]
        config[bound] = min(max(room, largest["least"], largest["default"]), largest["most"])
        if "below" in about:
            config[key] = min(value, config[bound] - 1)
    for other, its in policy.items():
        # What is bounded by this one must stay within it.
        if key in (its.get("below"), its.get("at_most")) and type(value) is int and its["default"] is not None and its["default"] >= value:
            config[other] = its["least"]
    return config


def trials(policies: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], bool | None]]:
    """Settings, and whether they are accepted; None: they are the default, which must change nothing."""
    for name, policy in policies.items():
        yield name, {"no_such_setting": 1}, False
        for key, about in policy.items():
            if about["default"] is not None:
                yield name, {key: about["default"]}, None
            for value in inside(about):
                yield name, with_bound(policy, key, value), True
            for value in outside(about):
                yield name, {key: value}, False
            if bound := about.get("below"):
                yield name, {key: 600, bound: 600}, False
            if bound := about.get("at_most"):
                yield name, {key: 201, bound: 200}, False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("command", help="the program, with its first arguments")
    parser.add_argument("--policy", action="append", choices=cases.POLICIES, help="only this contract; may be repeated")
    parser.add_argument("--show-config", action="store_true", help="also compare the names with what the program's own --show-config lists")
    options = parser.parse_args()
    policies = json.loads(DATA.read_text(encoding="utf-8"))
    policies = {name: policies[name] for name in options.policy or policies}

    def answer(name: str, config: dict[str, Any]) -> tuple[int, bytes]:
        words = [*shlex.split(options.command), name, *cases.settings(config), "--id", NAME.get(name, "a.md"), "-"]
        done = subprocess.run(words, input=INPUT.get(name, b"# A\n\nOne. Two.\n"), capture_output=True, timeout=60)
        return done.returncode, done.stdout

    usual = {name: answer(name, {}) for name in policies}
    tried = list(trials(policies))
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda trial: answer(*trial[:2]), tried))
    wrong = 0
    for name in policies if options.show_config else ():
        shown = subprocess.run([*shlex.split(options.command), name, "--show-config"], capture_output=True, text=True, check=True).stdout
        listed = re.findall(r"^(?:# )?([\w.]+) (?:=|is not set)", shown, re.M)
        if sorted(listed) != sorted(policies[name]):
            wrong += 1
            print(f"{name}: the settings are {sorted(listed)}")
    for (name, config, is_accepted), (status, records) in zip(tried, answers):
        is_right = (status, records) == usual[name] if is_accepted is None else (status in (0, 1)) == is_accepted
        if not is_right:
            wrong += 1
            print(f"{name} {json.dumps(config)}: exit status {status}, {'accepted' if is_accepted else 'the default' if is_accepted is None else 'refused'} is right")
    print(f"{len(tried)} settings tried, {wrong} answered wrongly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
