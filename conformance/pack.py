"""Packs the contracts, the cases, the runner and the second implementation into one file, the same bytes for the same content.

    python3 conformance/pack.py            # writes chunk-conformance-SUITE.zip into the current folder

SUITE is the version that run.py prints. Whoever unpacks it needs Python 3.11, and nothing of Rust.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
import sys
import zipfile
from pathlib import Path, PurePosixPath
from typing import Iterator

import cases

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("conformance", "docs/contracts", "fixtures", "chunk-cli/schemas")
LEFT_OUT = {"__pycache__", "ids.lock"}
# What the code reads, so that there is one copy of it; in the packed file it is beside the contracts.
TABLES = {
    "chunk-core/build/unicode/unicode-16.0.txt": "",
    "chunk-core/build/tokens.LICENSE": "",
    "chunk-backlog/src/redact/tables/*.tsv": "redaction/",
    "chunk-hybrid/src/model/weights.tsv": "hybrid/",
    "chunk-hybrid/src/english/*.tsv": "hybrid/",
    "chunk-hybrid/src/readings/readings.tsv": "hybrid/",
    "chunk-hybrid/src/recognize/decisions/options/forms.tsv": "hybrid/",
}
DATA = "docs/contracts/data/"
TOKENS = ROOT / "chunk-core/build/cl100k_base.tokens"


def vocabulary() -> bytes:
    """The vocabulary in tiktoken's form. In the repository it is shorter: tokens of one byte, then for each other token the ranks
    of the two that it consists of, seven bits a byte."""
    packed = TOKENS.read_bytes()
    tokens = [packed[at : at + 1] for at in range(256)]
    rank = shift = 0
    ranks: list[int] = []
    for byte in packed[256:]:
        rank |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            ranks.append(rank)
            rank = shift = 0
    known = json.loads((ROOT / DATA / "cl100k_base.json").read_text(encoding="utf-8"))
    for first, second in list(zip(ranks[::2], ranks[1::2]))[: known["ranks"] - 256]:
        tokens.append(tokens[first] + tokens[second])
    text = b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens))
    if hashlib.sha256(text).hexdigest() != known["vocabulary_sha256"]:
        raise SystemExit("the vocabulary is not the one of cl100k_base.json")
    return text


def contents() -> dict[str, bytes]:
    """What is packed, by its name."""
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file() and not LEFT_OUT & set(path.parts))
    packed = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files}
    for pattern, folder in TABLES.items():
        packed |= {f"{DATA}{folder}{path.name}": path.read_bytes() for path in ROOT.glob(pattern)}
    if TOKENS.is_file():
        packed[f"{DATA}cl100k_base.tiktoken"] = vocabulary()
    return packed


def dead_links(packed: dict[str, bytes]) -> Iterator[str]:
    """Links of a page to what is not packed: whoever has the file alone cannot follow them."""
    known = {str(folder) for name in packed for folder in (PurePosixPath(name), *PurePosixPath(name).parents)}
    for name in packed:
        if name.endswith(".md") and not name.startswith("fixtures/") or name == "fixtures/README.md":
            for target in re.findall(r"\]\(([^()#\s]+)(?:#[^()]*)?\)", re.sub(r"`[^`\n]*`", "", packed[name].decode("utf-8"))):
                if "://" not in target and posixpath.normpath(posixpath.join(posixpath.dirname(name), target)) not in known:
                    yield f"{name}: {target} is not packed"


def main() -> int:
    if {"-h", "--help"} & set(sys.argv):
        print(__doc__)
        return 0
    suite = cases.digest(cases.read_cases(ROOT / "fixtures", list(cases.POLICIES)))
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / f"chunk-conformance-{suite}.zip"
    target.parent.mkdir(parents=True, exist_ok=True)
    packed = contents()
    if dead := list(dead_links(packed)):
        raise SystemExit("\n".join(dead))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(packed):
            # The earliest time that a ZIP file can have, so that the bytes do not depend on the clone.
            file.writestr(zipfile.ZipInfo(f"chunk-conformance/{name}"), packed[name], zipfile.ZIP_DEFLATED)
    print(f"{target}: {len(packed)} files, {target.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
