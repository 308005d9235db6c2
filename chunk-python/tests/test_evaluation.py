"""``evaluate``, and the numbers of ``chunk eval`` against this file's own: BM25, shares of sets of characters, and a bootstrap."""

import json
import math
import random
import re
import subprocess
import sys
import types
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from chunk_policies import evaluate

FOLDER = ROOT / "fixtures" / "eval" / "constitution"
QUESTIONS = FOLDER.with_suffix(".jsonl")
SETTINGS = ("markdown", "tokens --max-tokens 256", "tokens", "markdown --chunk-size 150 --chunk-overlap 20")
BEST, BUDGET = 3, 700


def command(*arguments: str) -> list[dict[str, Any]]:
    done = subprocess.run([sys.executable, "-m", "chunk_policies.command", *arguments], capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def ranking(question: str, rows: list[dict[str, Any]]) -> list[int]:
    """The numbers of the rows by BM25 (k1 = 1.2, b = 0.75), the best first."""
    counts = [Counter(words(row["text"])) for row in rows]
    mean = sum(map(Counter.total, counts)) / len(rows)
    scores = {}
    for number, count in enumerate(counts):
        length = 1.2 * (1 - 0.75 + 0.75 * count.total() / mean)
        found = [word for word in words(question) if count[word]]
        among = [sum(word in other for other in counts) for word in found]
        rare = [math.log(1 + (len(rows) - n + 0.5) / (n + 0.5)) for n in among]
        if found:
            scores[number] = sum(idf * count[word] * 2.2 / (count[word] + length) for idf, word in zip(rare, found, strict=True))
    return sorted(scores, key=lambda number: (-scores[number], number))


def place(row: dict[str, Any]) -> set[tuple[str, int]]:
    return {(row["source"], at) for at in range(row["start_char"], row["end_char"])}


def shares(answer: set[tuple[str, int]], rows: list[dict[str, Any]]) -> tuple[float, float, float]:
    given = sum(row["end_char"] - row["start_char"] for row in rows)
    both = len(answer & set().union(*map(place, rows)))
    return both / len(answer), both / given if given else 0.0, both / (len(answer) + given - both)


@pytest.mark.parametrize("setting", SETTINGS)
def test_scores(setting: str) -> None:
    policy, *options = setting.split()
    rows = command(policy, str(FOLDER), "-q", "--format", "rows", *options)
    flags = ("--try", setting, "--best", str(BEST), "--budget", str(BUDGET), "--format", "questions", "-q")
    found = command("eval", str(QUESTIONS), str(FOLDER), *flags)
    asked = [json.loads(line) for line in QUESTIONS.read_text().splitlines()]
    assert len(found) == len(asked) == 54
    for line, question in zip(found, asked, strict=True):
        (where,) = question["answers"]
        # The quotations are written with spaces where the text may have line ends.
        text = (FOLDER / where["source"]).read_text()
        match = re.search(r"\s+".join(map(re.escape, where["quote"].split())), text)
        assert match, where
        answer = {(where["source"], at) for at in range(*match.span())}
        ranked = [rows[number] for number in ranking(question["question"], rows)]
        fitting, left = 0, BUDGET
        for row in ranked:
            left -= row["tokens"]
            if left < 0:
                break
            fitting += 1
        touching = [row for row in rows if answer & place(row)]
        expected = {
            **dict(zip(("recall", "precision", "iou"), shares(answer, ranked[:BEST]), strict=True)),
            "precision_omega": shares(answer, touching)[1],
            **dict(zip(("budget_recall", "budget_precision", "budget_iou"), shares(answer, ranked[:fitting]), strict=True)),
            "answers_cut": int(not any(answer <= place(row) for row in rows)),
        }
        assert {key: line[key] for key in expected} == pytest.approx(expected, abs=1e-12), question


def test_intervals() -> None:
    flags = ("eval", str(QUESTIONS), str(FOLDER), *(part for setting in SETTINGS for part in ("--try", setting)), "--budget", str(BUDGET))
    recalls: dict[str, list[float]] = {}
    for line in command(*flags, "--format", "questions"):
        recalls.setdefault(line["setting"], []).append(line["budget_recall"])
    first = recalls[SETTINGS[0]]
    draw = random.Random(50)
    for line in command(*flags, "--format", "jsonl")[1:]:
        differences = [other - one for one, other in zip(first, recalls[line["setting"]], strict=True)]
        means = sorted(sum(draw.choices(differences, k=54)) / 54 for _ in range(10_000))
        assert line["difference"] == pytest.approx(sum(differences) / 54, abs=1e-12)
        # Means of 54 questions are 1/54 apart; that is how far two draws may be.
        for key, expected in ("difference_low", means[250]), ("difference_high", means[9750]):
            assert line[key] == pytest.approx(expected, abs=1.01 / 54), (line["setting"], key)
        assert line["difference_high"] - line["difference_low"] > 5 / 54


def test_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    rows = evaluate(FOLDER, QUESTIONS, ["tokens", "markdown"], best=1)
    assert [row["setting"] for row in rows] == ["tokens", "markdown"]
    assert rows[0]["recall"] > 0.3 and "edit" not in rows[0]
    assert evaluate(FOLDER, settings=["tokens"])[0]["edit"] > 0
    with pytest.raises(RuntimeError, match="2 of the texts have no vector"):
        (tmp_path / "vectors").write_text("")
        question = tmp_path / "q.jsonl"
        question.write_text('{"question": "Who?", "answers": [{"source": "a.md", "quote": "Nobody"}]}')
        (tmp_path / "a.md").write_text("Nobody.")
        evaluate(tmp_path / "a.md", question, ["tokens"], vectors=tmp_path / "vectors")


def test_a_table_of_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        import pandas  # noqa: F401
    except ImportError:

        class DataFrame(list):  # type: ignore[type-arg]
            def set_index(self, key: str) -> "dict[str, Any]":
                return {row.pop(key): row for row in self}

        monkeypatch.setitem(sys.modules, "pandas", types.SimpleNamespace(DataFrame=DataFrame))
        assert evaluate(FOLDER, settings=["tokens"])["tokens"]["chunks"] == 10
    else:
        assert evaluate(FOLDER, settings=["tokens"]).loc["tokens", "chunks"] == 10


def test_an_error() -> None:
    with pytest.raises(RuntimeError, match="a setting begins with a policy"):
        evaluate(FOLDER, settings=["nothing"])
    with pytest.raises(TypeError, match=r"settings is a list of strings, such as \['markdown'\]"):
        evaluate(FOLDER, settings="markdown")
    with pytest.raises(RuntimeError, match="'-1' for '--best"):
        evaluate(FOLDER, best=-1)
    with pytest.raises(RuntimeError, match="cannot read -x"):
        evaluate("-x")
    with pytest.raises(RuntimeError, match="is a folder: the questions come first"):
        evaluate(QUESTIONS, FOLDER)


def test_an_answer_that_is_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    (tmp_path / "a.md").write_text("Nobody.")
    questions = tmp_path / "q.jsonl"
    questions.write_text('{"question": "Nobody?", "answers": [{"source": "a.md", "quote": "Nobody"}, {"source": "b.md", "quote": "Nobody"}]}')
    with pytest.warns(UserWarning, match="q.jsonl: line 1: b.md is no text of the folder"):
        (row,) = evaluate(tmp_path, questions, ["tokens"])
    assert row["recall"] == 1
