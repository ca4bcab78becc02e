"""Charts and terrain as plain text or plain values; what is rebuilt says so every time, below its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.books.chartbook import Chart, charts, find_chart
from engine.books.shelf import book_ids, book_title
from engine.components.errors import BadInput
from tui.words.page import folded, grid, paragraphs, width

UNITS = {
    "mech": ("mech", "mechanized", "motorized", "mot", "tank", "panzer", "armor", "truck"),
    "foot": ("foot", "nonmech", "nonmot", "non-motorized", "non-mechanized", "infantry", "leg", "rifle"),
    "light": ("light", "cavalry", "mountain"),
}
"""Kinds of unit in the headings of terrain charts, with the words for them."""
WEATHER = ("dry", "mud", "frost", "snow", "rain")


def check_game(game: str) -> str:
    """The game as its folder is called. Raises ``BadInput`` naming those there are."""
    if game.lower() not in book_ids():
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(book_ids())}")
    return game.lower()


# ---------------------------------------------------------------------- charts
def chart_lines(game: str = "", name: str = "") -> list[str]:
    """A chart with its parts, or the list of charts, without a game that of all games."""
    if not game:
        return [line for each in book_ids() for line in (*chart_lines(each), "")][:-1]
    game = check_game(game)
    if not name:
        found = {n: c for n, c in charts(game).items() if "." not in n or n.split(".")[0] not in charts(game)}
        size = max(len(n) for n in found)
        lines = [f"Charts of {book_title(game)}", f"stavka chart {game} NAME shows one.", ""]
        for n, c in found.items():
            rows = paragraphs(f"{c.title}{' [rebuilt]' if c.rebuilt else ''}", " " * (size + 4))
            lines += [f"  {n:<{size}}  {rows[0].lstrip()}", *rows[1:]]
        return lines
    told: list[str] = []
    for chart in find_chart(game, name):
        told += [*([""] if told else []), *one_chart(chart)]
    return told


def one_chart(chart: Chart, columns: Sequence[int] | None = None, size: int = 0) -> list[str]:
    """One chart: title, rule, table, values, notes, and below them what the numbers rest on; ``size`` cells wide."""
    size = size or width()
    lines = wrapped_head(chart.title, chart.rule, size)
    marked, signs = marked_cells(chart)
    heads, rows = list(marked[0]), [list(row) for row in marked[1:]]
    if columns is not None:
        heads, rows = [heads[i] for i in columns], [[row[i] for i in columns] for row in rows]
    if chart.labels:
        heads, rows = ["die", *heads], [[label, *row] for label, row in zip(chart.labels, rows, strict=True)]
    if rows:
        lines += ["", *(f"  {row}" if row else "" for row in grid(heads, rows, size - 2))]
    if chart.values:
        lines += ["", *(row for key, value in chart.values for row in folded(f"{key}: {value}", columns=size))]
    for note in chart.notes:
        lines += ["", *paragraphs(note, columns=size)]
    return [*lines, "", *paragraphs(basis(chart, signs), columns=size)]


def wrapped_head(title: str, rule: str, size: int) -> list[str]:
    """Title and rule of a chart; the rule on a line of its own where both are too long for one."""
    return [f"{title}  {rule}"] if len(title) + len(rule) + 2 <= size else [*paragraphs(title, "", size), f"  {rule}"]


SIGNS = {"rulebook": "*", "public source": "+", "reconstructed": "?"}
"""What marks a number that rests on something else than its chart."""


def marked_cells(chart: Chart) -> tuple[list[list[str]], set[str]]:
    """Headings and rows, a sign at each number that rests on something else, and the entries of ``status`` told so."""
    heads = [_head(h) for h in chart.columns]
    rows = [[_head(row[0]), *row[1:]] for row in chart.rows if row]
    done: set[str] = set()
    for cell, kind in chart.status:
        if kind == chart.provenance or kind not in SIGNS:
            continue
        if cell in chart.columns:
            heads[chart.columns.index(cell)] += SIGNS[kind]
            done.add(cell)
            continue
        for row, column in _places(chart, cell):
            rows[row][column] += SIGNS[kind]
            done.add(cell)
    return [heads, *rows], done


def _places(chart: Chart, cell: str) -> list[tuple[int, int]]:
    """Rows and columns of ``column/row`` or ``row/column``; a beginning of column names stands for all of them."""
    first, slash, last = cell.partition("/")
    if not slash:
        return []
    labels = chart.labels or tuple(row[0] for row in chart.rows if row)
    for row, column in ((last, first), (first, last)):
        columns = [n for n, name in enumerate(chart.columns) if name == column or name.startswith(f"{column}_")]
        found = [(n, c) for n, label in enumerate(labels) if f"{label} (".startswith(f"{row} (") for c in columns]
        if found:
            return found
    return []


def _head(word: str) -> str:
    return word.replace("_", " ")


def basis(chart: Chart, marked: set[str] | None = None) -> str:
    """Where the numbers come from, in a sentence; ``marked``: entries of ``status`` that bear a sign in the table."""
    words = {
        "rulebook": "From the rulebook.",
        "public source": "From a public source.",
        "reconstructed": "REBUILT, not the printed chart: made to fit the rules.",
        "mixed": "Partly rebuilt.",
    }
    told = words.get(chart.provenance, chart.provenance)
    names = {"reconstructed": "rebuilt", "rulebook": "known from the rules", "public source": "from a public source"}
    for kind, name in names.items():
        cells = [cell for cell, status in chart.status if status == kind]
        if any(cell in (marked or ()) for cell in cells):
            told += f" {SIGNS[kind]} {name}."
        rest = [cell.replace("_", " ") for cell in cells if cell not in (marked or ()) and kind != chart.provenance]
        if rest:
            told += f" {name.capitalize()}: {', '.join(rest)}."
    return f"{told} Source: {chart.source.rstrip('.')}." if chart.source else told


def chart_plain(chart: Chart) -> dict[str, Any]:
    """A chart as plain values."""
    return {
        "game": chart.game, "chart": chart.name, "title": chart.title, "rule": chart.rule,
        "provenance": chart.provenance, "source": chart.source, "columns": list(chart.columns),
        "labels": list(chart.labels), "rows": [list(row) for row in chart.rows], "values": dict(chart.values),
        "notes": list(chart.notes), "status": dict(chart.status),
    }  # fmt: skip


def charts_plain(game: str = "", name: str = "") -> list[dict[str, Any]]:
    """A chart with its parts, or all charts of a game or of all games, as plain values."""
    if not game:
        return [chart for each in book_ids() for chart in charts_plain(each)]
    game = check_game(game)
    return [chart_plain(chart) for chart in (find_chart(game, name) if name else charts(game).values())]


# ---------------------------------------------------------------------- terrain
def terrain_lines(game: str, unit: str = "", weather: str = "") -> list[str]:
    """The terrain charts of a game, only the columns of a kind of unit and a weather where they are named."""
    found, sky, skies = _terrain(game, unit, weather)
    lines: list[str] = []
    for chart, wanted in found:
        lines += [*([""] if lines else []), *one_chart(chart, wanted)]
    if sky and not skies:
        lines += ["", *paragraphs(f"No column depends on the weather; what {sky} changes: stavka rules {game} {sky}")]
    return lines


def terrain_plain(game: str, unit: str = "", weather: str = "") -> list[dict[str, Any]]:
    """The same as plain values."""
    found = []
    for chart, wanted in _terrain(game, unit, weather)[0]:
        plain = chart_plain(chart)
        found.append(
            plain
            | {"columns": [chart.columns[i] for i in wanted], "rows": [[row[i] for i in wanted] for row in chart.rows]}
        )
    return found


def _terrain(game: str, unit: str, weather: str) -> tuple[list[tuple[Chart, list[int]]], str, list[str]]:
    """The charts with the columns wanted, the weather asked for, and the kinds of weather that columns know."""
    game = check_game(game)
    found = [c for n, c in charts(game).items() if c.columns and c.columns[0] == "terrain" and "." not in n]
    if not found:
        raise BadInput(f"{game} has no terrain chart")
    kind, sky = _kind(unit), weather.lower()
    skies = [w for w in WEATHER if any(w in head.split("_") for c in found for head in c.columns)]
    if sky and sky not in (skies or WEATHER):
        raise BadInput(f"'{weather}' is no weather; there is: {', '.join(skies or WEATHER)}")
    chosen = []
    for chart in found:
        kinds = {k for head in chart.columns for k in _kinds(head)}
        fitting = "foot" if kind == "light" and "light" not in kinds else kind
        wanted = [i for i, head in enumerate(chart.columns) if i == 0 or _fits(head, fitting, sky)]
        if len(wanted) > 1:
            chosen.append((chart, wanted))
    return chosen, sky, skies


def _kind(unit: str) -> str:
    if not unit:
        return ""
    for kind, words in UNITS.items():
        if unit.lower() in words:
            return kind
    raise BadInput(f"'{unit}' is no kind of unit here; there is: {', '.join(w for ws in UNITS.values() for w in ws)}")


def _kinds(head: str) -> list[str]:
    return [k for k, words in UNITS.items() if any(part in words for part in head.split("_"))]


def _fits(head: str, kind: str, weather: str) -> bool:
    kinds = _kinds(head)
    skies = [w for w in WEATHER if w in head.split("_")]
    return (not kind or not kinds or kind in kinds) and (not weather or not skies or weather in skies)
