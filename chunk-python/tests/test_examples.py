"""The examples of the docstrings, of the README and of the front page run."""

import doctest
import importlib
import re

import pytest
from conftest import ROOT

NEEDS = {
    "arrow": "pyarrow",
    "adapters.langchain": "langchain_text_splitters",
    "adapters.llama_index": "llama_index.core",
    "adapters.haystack": "haystack",
}


@pytest.mark.parametrize("module", ["", "errors", "chunks", "formats", "records", "policy", "policies", "stream", "adapters", "evaluation", *NEEDS])
def test_docstrings(module: str) -> None:
    if module in NEEDS:
        pytest.importorskip(NEEDS[module], reason=f"{NEEDS[module]} is not installed")
    if module == "chunks":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    found = doctest.testmod(importlib.import_module(f"chunk_policies.{module}".rstrip(".")))
    assert found.failed == 0
    assert found.attempted > 0 or module == "records"


def test_readme() -> None:
    found = doctest.testfile(str(ROOT / "chunk-python" / "README.md"), module_relative=False)
    assert found.failed == 0
    assert found.attempted > 0


def test_front_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 3
    assert printed[0].startswith("1 ")
    assert printed[0].endswith(" chunk")
