"""The command ``chunk``, the same as the one that cargo builds."""

import signal
import sys

from chunk_policies import _native


def main() -> int:
    """Run the command with the arguments of this process."""
    # The command ends on Ctrl-C by itself; Python's own handler would only wait for it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["chunk", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
