"""Packs the contracts, the cases, the runner and the second implementation into one file, the same bytes for the same content.

    python3 conformance/pack.py            # writes chunk-conformance-SUITE.zip into the current folder

SUITE is the version that run.py prints. Whoever unpacks it needs Python 3.11, and nothing of Rust.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import run

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("conformance", "docs/contracts", "fixtures", "chunk-cli/schemas")
LEFT_OUT = {"__pycache__", "ids.lock"}


def main() -> int:
    suite = run.digest(run.read_cases(ROOT / "fixtures", list(run.POLICIES)))
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / f"chunk-conformance-{suite}.zip"
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())
    names = sorted(path.relative_to(ROOT).as_posix() for path in files if not LEFT_OUT & set(path.parts))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in names:
            # The earliest time that a ZIP file can have, so that the bytes do not depend on the clone.
            packed.writestr(zipfile.ZipInfo(f"chunk-conformance/{name}"), (ROOT / name).read_bytes(), zipfile.ZIP_DEFLATED)
    print(f"{target}: {len(names)} files, {target.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
