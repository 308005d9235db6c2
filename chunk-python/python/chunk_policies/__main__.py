"""``python -m chunk_policies``: the command ``chunk``."""

import sys

from chunk_policies.command import main

if __name__ == "__main__":
    sys.exit(main())
