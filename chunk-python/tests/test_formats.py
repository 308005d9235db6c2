"""Files of other programs: ``read``, and policies that take what it gives."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from chunk_policies import Backlog, DocumentError, Hybrid, Recorder, Tokens, read

SAMPLES = ROOT / "fixtures" / "formats"
WHOLE = ["messages.json", "claude.json", "codex.jsonl", "slack.json", "talk.vtt", "talk.srt", "aider.md"]


@pytest.mark.parametrize("name", WHOLE)
def test_conversations(name: str) -> None:
    units = list(read(SAMPLES / name))
    assert len(units) == 1
    chunks = Tokens().chunks(units[0])
    assert [turn.index for turn in chunks[0].turns or ()] == list(range(len(units[0].turns)))
    assert all(turn.line or turn.pointer for turn in units[0].turns)
    encoded = units[0].text.encode()
    assert b"".join(encoded[turn.start : turn.end] for turn in units[0].turns) == encoded
    assert b'"turns":[{"index":0,' in Tokens().jsonl(units[0])
    assert Hybrid().chunks(units[0])


def test_a_named_format_and_tools() -> None:
    (unit,) = read(SAMPLES / "transcript.txt", "transcript")
    assert [turn.speaker for turn in unit.turns] == ["Ann", "Bob Miller"]
    (unit,) = read(SAMPLES / "codex.jsonl", tools="drop")
    assert [turn.speaker for turn in unit.turns] == ["user", "assistant"]


@pytest.mark.parametrize("name", ["chatgpt.json", "claude-code.jsonl", "issues.jsonl", "tasks.json"])
def test_a_damaged_record_is_raised_after_the_others(name: str) -> None:
    taken: list[Any] = []
    with pytest.raises(DocumentError, match="byte 1144|line 5|line 2|/master/tasks/1"):
        for unit in read(SAMPLES / name):
            taken.append(unit)  # noqa: PERF402
    assert taken


@pytest.mark.parametrize("name", ["github.json", "0007-drill-a-second-well.md", "0008-use-electric-pumps.md", "task-7 - Oil-the-pump.md"])
def test_items(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A path of the record is relative to the backlog's root.
    shutil.copy(SAMPLES / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    for unit in read(name):
        chunks = Backlog(product="farm").chunks(unit)
        assert chunks[0].metadata.product == "farm"
        assert chunks[0].metadata.doctype == unit.doctype


# Each sample: the policies that take it and their flags, and how Python reads it.
NAMED: dict[str, dict[str, Any]] = {
    "transcript.txt": {"format": "transcript"},
    "typescript.timing": {"format": "typescript", "typescript": SAMPLES / "typescript"},
}
POLICIES: dict[str, list[tuple[str, Any]]] = {
    "conversation": [("tokens", Tokens), ("tokens --boundaries turns", lambda: Tokens(boundaries="turns")), ("hybrid", Hybrid)],
    "item": [("backlog --product farm", lambda: Backlog(product="farm"))],
    "recording": [("recorder", Recorder)],
}
ENDINGS = {".cast": "recording", ".timing": "recording"}
ITEMS = ["0007-drill-a-second-well.md", "0008-use-electric-pumps.md", "task-7 - Oil-the-pump.md", "tasks.json", "issues.jsonl", "github.json"]


# The command goes on after the damaged event of session.cast; a log that holds it is refused.
@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.iterdir() if path.name not in ("typescript", "session.cast")))
def test_every_sample_has_the_command_s_records(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in SAMPLES.iterdir():
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    kind = "item" if name in ITEMS else ENDINGS.get(Path(name).suffix, "conversation")
    reading = NAMED.get(name, {})
    named = ["--from", reading["format"]] if reading else []
    files = [name, "typescript"] if "typescript" in reading else [name]
    for call, policy in POLICIES[kind]:
        command = [sys.executable, "-m", "chunk_policies", *call.split(), "-q", *named, *files]
        expected = subprocess.run(command, capture_output=True, check=False).stdout
        assert expected
        made = b""
        try:
            for unit in read(name, **reading):
                made += policy().jsonl(unit)
        except DocumentError:
            assert name in ("chatgpt.json", "claude-code.jsonl", "tasks.json", "issues.jsonl")
        assert made == expected


def test_recordings() -> None:
    (unit,) = read(SAMPLES / "session3.cast")
    (chunk,) = Recorder().chunks(unit)
    assert chunk.text == "[OUT] $\n[OUT] wells.csv"
    assert chunk.start_offset.ordinal == 2


def test_what_is_no_export(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Nothing.")
    with pytest.raises(ValueError, match="name the format"):
        list(read(tmp_path / "a.txt"))
    with pytest.raises(ValueError, match="must be one of messages, chatgpt"):
        list(read(tmp_path / "a.txt", "word"))
