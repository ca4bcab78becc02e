"""Charts and tables of every game to look at: by name, with what each number rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from engine.action import BadInput
from engine.datafile import DataError, read_table

FILES = ("charts.toml", "terrain.toml")
"""Where the charts of a game are; the second only where the terrain chart is a file of its own."""
SHOWN = (
    "title", "rule", "rules", "provenance", "source", "columns", "rows", "status", "die", "order", "id", "faces",
    "scale", "confidence", "note",
)  # fmt: skip
"""Keys of a chart that are no values of their own."""


@dataclass(frozen=True)
class Chart:
    """One chart: ``rows`` in the order of the print; ``labels`` stand before the rows where the rows have none."""

    game: str
    name: str
    title: str
    rule: str
    provenance: str
    """``rulebook``, ``public source``, ``reconstructed``, or several where columns differ: ``mixed``."""
    source: str
    notes: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    """Single numbers that belong to the chart, in words."""
    status: tuple[tuple[str, str], ...] = ()
    """Cells or columns with a provenance of their own."""

    @property
    def rebuilt(self) -> bool:
        """Whether any of it is rebuilt, so that it must never pass for printed."""
        return "reconstructed" in (self.provenance, *(p for _, p in self.status))


@lru_cache(maxsize=8)
def charts(game: str) -> dict[str, Chart]:
    """All charts of a game by name; a part of a chart is ``chart.part``. Raises ``BadInput`` or ``DataError``."""
    found: dict[str, Chart] = {}
    folder = files("data").joinpath(game) if re.fullmatch(r"[a-z][a-z0-9]*", game) else None
    if folder is None or not folder.joinpath(FILES[0]).is_file():
        raise BadInput(f"there are no charts of a game '{game}'")
    for name in FILES:
        if folder.joinpath(name).is_file():
            table = read_table(game, name)[0]
            if "columns" in table:
                found["terrain"] = _chart(game, "terrain", {"title": "Terrain Effects Chart", **table}, {})
            else:
                for key, chart in _walk(game, table, "", {}):
                    found[key] = chart
    return found


def _walk(game: str, table: Mapping[str, Any], prefix: str, outer: Mapping[str, Any]) -> Iterator[tuple[str, Chart]]:
    for key, value in table.items():
        if not isinstance(value, dict) or key in ("rules", "provenance"):
            continue
        name = f"{prefix}{key}"
        group = prefix or any(isinstance(v, dict) and "columns" in v for v in value.values())
        if "title" in value or "columns" in value or not group:
            yield name, _chart(game, name, value, outer)
        yield from _walk(game, value, f"{name}.", value if "title" in value else outer)


def _chart(game: str, name: str, table: Mapping[str, Any], outer: Mapping[str, Any]) -> Chart:
    def text(key: str) -> str:
        return str(table.get(key, outer.get(key, "")))

    provenance = table.get("provenance", outer.get("provenance", "reconstructed"))
    status = [(_cell(entry), str(entry["provenance"])) for entry in table.get("status", [])]
    if isinstance(provenance, dict):
        kinds = set(provenance.values())
        status += [(column, kind) for column, kind in provenance.items() if len(kinds) > 1]
        provenance = "mixed" if len(kinds) > 1 else kinds.pop()
    columns = tuple(_word(c) for c in table.get("columns", ()))
    rows = tuple(tuple(_word(v) for v in row) for row in table.get("rows", ()))
    if any(len(row) != len(columns) for row in rows):
        raise DataError(f"data/{game}/charts.toml", name, "has rows that do not fit its columns")
    faces = name == "crt" or "die" in table
    labels = tuple(str(d) for d in table.get("die", range(1, len(rows) + 1))) if faces else ()
    values = tuple((_words(k), _word(v)) for k, v in table.items() if k not in SHOWN and not isinstance(v, dict | list))
    title = text("title") or _words(name).capitalize()
    notes = tuple(" ".join(str(table[k]).split()) for k in ("note",) if table.get(k))
    return Chart(
        game, name, title, text("rule"), str(provenance), text("source"), notes, columns, rows, labels, values,
        tuple(status),
    )  # fmt: skip


def _cell(entry: Mapping[str, Any]) -> str:
    return str(entry["cell"]) if "cell" in entry else f"{entry.get('column', '')}/{entry.get('roll', '')}"


def _words(key: str) -> str:
    return key.replace("_", " ").replace(".", ": ")


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "/".join(_word(v) for v in value)
    return str(value)


def find_chart(game: str, name: str) -> list[Chart]:
    """The chart of this name with its parts; a beginning or a word of the title does. Raises ``BadInput``."""
    every = charts(game)
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    exact = [n for n in every if n == wanted]
    near = exact or [n for n in every if n.startswith(wanted)]
    near = near or [n for n, c in every.items() if wanted.replace("_", " ") in c.title.lower()]
    if not near:
        raise BadInput(f"there is no chart '{name}' in {game}; there is: {', '.join(n for n in every if '.' not in n)}")
    first = near[0]
    return [c for n, c in every.items() if n == first or n.startswith(f"{first}.")]
