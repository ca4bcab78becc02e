"""``python -m tui``: the ``stavka`` command without an installation."""

import sys

from tui.cli import main

sys.exit(main())
