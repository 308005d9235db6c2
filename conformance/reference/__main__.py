"""python3 conformance/reference POLICY …: called as fixtures/README.md describes."""

import sys
from importlib import import_module

from calling import Call

POLICIES = ("backlog", "markdown", "recorder", "tokens")

if len(sys.argv) < 2 or sys.argv[1] not in POLICIES:
    sys.exit(f"usage: reference {{{','.join(POLICIES)}}} … (see fixtures/README.md)")
sys.exit(import_module(sys.argv[1]).main(Call(sys.argv[1:])))
