"""Writes data/pm/map.toml, the board of Proud Monster, from geography, printed hexes and corrections by hand.

python data/build/build_pm.py            writes the file
python data/build/build_pm.py --check    says whether the committed file is what this script makes
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from data.build.pm_board import MAP, build


def main(arguments: list[str]) -> int:
    """Write or check the map file; returns the exit code."""
    made = build()
    if "--check" in arguments:
        same = MAP.read_text(encoding="utf-8") == made
        print("map.toml is up to date" if same else "map.toml differs from what the script makes")
        return 0 if same else 1
    MAP.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
