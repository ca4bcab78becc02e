"""Charts and tables of every game to look at: by name, with what each number rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.components.datafile import DataError, read_table
from engine.components.errors import BadInput
from engine.components.shipped import game_folder

FILES = ("charts.toml", "terrain.toml")
"""Where the charts of a game are; the second only where the terrain chart is a file of its own."""
SHOWN = (
    "title", "rule", "rules", "provenance", "source", "columns", "rows", "status", "die", "order", "id", "faces",
    "scale", "confidence", "note", "key",
)  # fmt: skip
"""Keys of a chart that are no values of their own."""
MOST_FITTING = 4
"""So many charts are found by words at most."""
EFFECTS = ("shift", "ma_shift", "advance", "rule")
"""Columns of a terrain file that are no costs."""
KEYS = {
    "mp": "{} MP", "mech": "mechanized {} MP more", "foot": "foot {} MP more", "half": "attack halved",
    "whole_allowance": "whole allowance", "road_only": "by road", "zoc_free": "not from or to an enemy ZOC",
    "shift": "{} left", "advance": "advance {}", "linked": "joined to its like by {}",
    "lifts_major_river": "lifts the major river",
    "strategic_halves": "strategic movement {}/2 MP", "each_way": "{} MP more to enter, {} to leave",
    "halves": "attack halved: {}", "mountain_uses_defense": "attacking mountain infantry may use the defense factor",
    "highway_cost": "along the highway {} MP", "armor_attack": "armor attacks with {}",
    "stacking_times": "stacking x{}", "losses_times": "losses x{}", "least_loss": "at least {} lost",
    "soviet_defense": "each Soviet defense factor +{}", "stops_supply": "stop to enemy supply lines",
    "hedgehog": "hedgehog possible",
}  # fmt: skip
"""What the keys of a terrain file are in words; others speak for themselves."""


class Chart(NamedTuple):
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
    folder = game_folder(game)
    if folder is None or not folder.joinpath(FILES[0]).is_file():
        raise BadInput(f"there are no charts of a game '{game}'")
    for name in FILES:
        if folder.joinpath(name).is_file():
            table = read_table(game, name)[0]
            if "columns" in table:
                found["terrain"] = _terrain(game, table)
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
    notes = tuple(" ".join(str(table[k]).split()) for k in ("key", "note") if table.get(k))
    return Chart(
        game, name, title, text("rule"), str(provenance), text("source"), notes, columns, rows, labels, values,
        tuple(status),
    )  # fmt: skip


def _terrain(game: str, table: Mapping[str, Any]) -> Chart:
    """The chart of a terrain file: a cost of 0 means no entry; features of hexes and sides follow as values."""
    columns = [str(c) for c in table["columns"]]
    costs = [i for i, c in enumerate(columns) if i and c not in EFFECTS]
    rows = []
    for row in table["rows"]:
        cells = ["no" if i in costs and value == 0 else value for i, value in enumerate(row)]
        closed = all(cells[i] == "no" for i in costs) and not table.get(row[0])
        rows.append(
            ["-" if closed and columns[i] in EFFECTS and value == 0 else value for i, value in enumerate(cells)]
        )
    chart = _chart(game, "terrain", {"title": "Terrain Effects Chart", **table, "rows": rows}, {})
    features = tuple((_words(k), _feature(v)) for k, v in table.items() if isinstance(v, dict))
    return chart._replace(values=(*chart.values, *features))


def _feature(table: Mapping[str, Any]) -> str:
    """A feature of a hex or side in words: ``{shift = 1, advance = 1}`` is ``1 left, advance 1``, and its rule."""
    told = []
    for key, value in table.items():
        words = KEYS.get(key, f"{_words(key)} {{}}")
        words = f"{words} more" if key == "mp" and "half" in table else words  # a side is crossed besides the hex
        if isinstance(value, bool):
            told.append(words.replace(" {}", "") if value else f"no {words}".replace(" {}", ""))
        elif key != "rule":
            several = ", ".join(str(v) for v in value) if isinstance(value, list) else str(value)
            told.append(words.replace("{}", several) if "{}" in words else f"{several} units: {words}")
    return f"{'; '.join(told) or 'no effect'}  {table.get('rule', '')}".rstrip()


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


def fitting(game: str, words: str) -> list[str]:
    """The charts that words name: by their name, by the initials of their title, or by words that all stand in it."""
    asked = words.strip().lower().split()
    if not asked or len("".join(asked)) < 3:
        return []
    found = []
    for name, chart in charts(game).items():
        told = (*name.split("_"), *re.findall(r"[a-z0-9]+", chart.title.lower()), *_initials(chart.title))
        if "." not in name and ([name] == asked or all(any(t.startswith(w) for t in told) for w in asked)):
            found.append(name)
    return found[:MOST_FITTING]


def find_chart(game: str, name: str) -> list[Chart]:
    """The chart of this name with its parts. A beginning, a word of the title or a word of the rule book that names a
    chart, such as TEC, do; typing errors are forgiven. Raises ``BadInput``."""
    every = charts(game)
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    words = wanted.replace("_", " ")
    near = [n for n in every if n == wanted] or [n for n in every if n.startswith(wanted)]
    near = near or [n for n, c in every.items() if words in c.title.lower()]
    near = near or [n for n, c in every.items() if wanted in _initials(c.title)]
    near = near or named_by_rules(game, wanted) or _spelled_like(every, wanted, words)
    if not near:
        raise BadInput(f"there is no chart '{name}' in {game}; there is: {', '.join(every)}")
    first = near[0]
    return [c for n, c in every.items() if n == first or n.startswith(f"{first}.")]


def _initials(title: str) -> list[str]:
    """``tec`` for a Terrain Effects Chart; of each name where a chart has two."""
    return ["".join(word[0] for word in part.split()).lower() for part in re.split(r"[/(,]", title) if part.strip()]


def named_by_rules(game: str, word: str) -> list[str]:
    """The charts that the entry of a word in the rule book names, as TEC does; none where there is no such entry."""
    from engine.books.rules import load_rules

    book = load_rules(game)
    place = book.known(word) if word.isalpha() else None
    return charts_named(game, place.entry.text) if place else []


def charts_named(game: str, text: str) -> list[str]:
    """The charts that a text of a rule names, by the names they are looked up with."""
    every = charts(game)
    return [name for name in re.findall(r"\bcharts? ([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*)", text) if name in every]


def _spelled_like(every: Mapping[str, Chart], wanted: str, words: str) -> list[str]:
    """The chart whose name, title or word of either is spelled nearly like this."""
    from difflib import get_close_matches

    forms: dict[str, str] = {}
    for name, chart in every.items():
        for form in (name, chart.title.lower(), *name.replace(".", "_").split("_"), *chart.title.lower().split()):
            forms.setdefault(form, name)
    return [forms[form] for form in get_close_matches(words, forms, 1, 0.7) or get_close_matches(wanted, forms, 1, 0.7)]
