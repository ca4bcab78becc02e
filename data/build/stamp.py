"""What a board was built from, at the foot of its map file: it tells a file that is out of date without building it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from engine.components import mapnumbers

HERE = Path(__file__).parent
LINE = "# Built from "


def stamp(folder: Path, geography: Path) -> str:
    """Sixteen digits of all that decides what a recipe makes: the steps, the geography and the folder of the game."""
    steps = [*sorted(HERE.glob("*.py")), Path(mapnumbers.__file__)]
    ground = [p for root in {HERE / "geography", geography} for p in root.glob("*.*") if p.suffix in (".json", ".csv")]
    digest = hashlib.sha256()
    for path in [*steps, *sorted(ground), *sorted(folder.glob("*.*"))]:
        digest.update(f"{path.name}\0".encode() + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]


def stamped(text: str, source: str) -> str:
    """A map file with its foot: what it was built from, and the digest of what stands above."""
    return f"{text}\n{LINE}{source} as {_digest(text)}.\n"


def unchanged(text: str, source: str) -> bool:
    """Whether a map file was built from these sources and has not been changed by hand since."""
    found = re.search(rf"\n{LINE}([0-9a-f]+) as ([0-9a-f]+)\.\n$", text)
    return found is not None and (found[1], found[2]) == (source, _digest(text[: found.start()]))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
