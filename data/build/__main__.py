"""Writes data/GAME/map.toml from geography, printed hexes and corrections by hand.

python -m data.build GAME [GAME ...]            writes the files
python -m data.build GAME [GAME ...] --check    says whether the committed files are what would be written
"""

from __future__ import annotations

import argparse
import sys

from data.build.corrections import CorrectionError
from data.build.recipe import games, map_file, recipe


def main(arguments: list[str]) -> int:
    """Write or check map files; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m data.build", description="Rebuild the boards from geography.")
    parser.add_argument("games", nargs="+", choices=games(), metavar="GAME", help=" or ".join(games()))
    parser.add_argument("--check", action="store_true", help="compare with the committed file, write nothing")
    given = parser.parse_args(arguments)
    differs = False
    for game in given.games:
        path = map_file(game)
        try:
            made = recipe(game).build()
        except CorrectionError as error:
            print(f"{game}: {error}", file=sys.stderr)
            return 1
        if given.check:
            same = path.is_file() and path.read_text(encoding="utf-8") == made
            print(f"{game}: map.toml is up to date" if same else f"{game}: map.toml differs from what would be written")
            differs = differs or not same
        else:
            path.write_text(made, encoding="utf-8")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
