"""Charts, terrain, turns and odds as plain text; what is rebuilt says so every time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.books.chartbook import Chart, charts, find_chart
from engine.books.library import book_ids, book_title
from engine.books.oddsbook import odds, odds_table, strength
from engine.components.charts import Tally
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
        return [
            f"Charts of {book_title(game)}; stavka chart {game} NAME shows one.",
            "",
            *(f"  {n:<{size}}  {c.title}{'  [rebuilt]' if c.rebuilt else ''}" for n, c in found.items()),
        ]
    lines: list[str] = []
    for chart in find_chart(game, name):
        lines += [*([""] if lines else []), *one_chart(chart)]
    return lines


def one_chart(chart: Chart, columns: Sequence[int] | None = None) -> list[str]:
    """One chart: title, rule, what it rests on, table, values, notes."""
    lines = [f"{chart.title}  {chart.rule}", *paragraphs(basis(chart))]
    heads, rows = list(chart.columns), [[_head(row[0]), *row[1:]] for row in chart.rows if row]
    if columns is not None:
        heads, rows = [heads[i] for i in columns], [[row[i] for i in columns] for row in rows]
    if chart.labels:
        heads, rows = ["die", *heads], [[label, *row] for label, row in zip(chart.labels, rows, strict=True)]
    if rows:
        lines += ["", *(f"  {row}" if row else "" for row in grid([_head(h) for h in heads], rows, width() - 2))]
    if chart.values:
        lines += ["", *(row for key, value in chart.values for row in folded(f"{key}: {value}"))]
    for note in chart.notes:
        lines += ["", *paragraphs(note)]
    return lines


def _head(word: str) -> str:
    return word.replace("_", " ")


def basis(chart: Chart) -> str:
    """Where the numbers come from, in a sentence."""
    words = {
        "rulebook": "From the rulebook.",
        "public source": "From a public source.",
        "reconstructed": "REBUILT, not the printed chart: made to fit the rules.",
        "mixed": "Partly rebuilt.",
    }
    told = words.get(chart.provenance, chart.provenance)
    for kind in ("rulebook", "public source", "reconstructed"):
        cells = [cell.replace("_", " ") for cell, status in chart.status if status == kind]
        if cells:
            name = {"reconstructed": "Rebuilt", "rulebook": "Known from the rules"}.get(kind, "Public source")
            told += f" {name}: {', '.join(cells)}."
    return f"{told} Source: {chart.source.rstrip('.')}." if chart.source else told


# ---------------------------------------------------------------------- terrain
def terrain_lines(game: str, unit: str = "", weather: str = "") -> list[str]:
    """The terrain charts of a game, only the columns of a kind of unit and a weather where they are named."""
    game = check_game(game)
    found = [c for n, c in charts(game).items() if c.columns and c.columns[0] == "terrain" and "." not in n]
    if not found:
        raise BadInput(f"{game} has no terrain chart")
    kind, sky = _kind(unit), weather.lower()
    skies = [w for w in WEATHER if any(w in head.split("_") for c in found for head in c.columns)]
    if sky and sky not in (skies or WEATHER):
        raise BadInput(f"'{weather}' is no weather; there is: {', '.join(skies or WEATHER)}")
    lines: list[str] = []
    for chart in found:
        kinds = {k for head in chart.columns for k in _kinds(head)}
        fitting = "foot" if kind == "light" and "light" not in kinds else kind
        wanted = [i for i, head in enumerate(chart.columns) if i == 0 or _fits(head, fitting, sky)]
        if len(wanted) > 1:
            lines += [*([""] if lines else []), *one_chart(chart, wanted)]
    if sky and not skies:
        lines += ["", *paragraphs(f"No column depends on the weather; what {sky} changes: stavka rules {game} {sky}")]
    return lines


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


# ---------------------------------------------------------------------- turns
def turn_lines(game: str, turn: int) -> list[str]:
    """What the charts and the rules say of a turn."""
    game = check_game(game)
    lines = [f"Turn {turn} of {book_title(game)}"]
    for chart in charts(game).values():
        if "turn" not in chart.columns:
            continue
        at = chart.columns.index("turn")
        rows = [row for row in chart.rows if turn in turns_of(row[at])]
        for row in rows:
            told = [f"{_head(h)} {v}" for i, (h, v) in enumerate(zip(chart.columns, row, strict=True)) if i != at]
            lines += ["", f"{chart.title}  {chart.rule}{'  [rebuilt]' if chart.rebuilt else ''}"]
            lines += paragraphs(" · ".join(told), "    ")
    lines += _rules_of_turn(game, turn)
    if len(lines) == 1:
        raise BadInput(f"nothing is known of turn {turn} in {game}")
    return lines


def turns_of(cell: str) -> Iterable[int]:
    """The turns that a cell such as ``4``, ``6-8`` or ``2, 5`` names."""
    found: list[int] = []
    for first, _, last in re.findall(r"(\d+)(\s*-\s*(\d+))?", cell):
        found += range(int(first), int(last or first) + 1)
    return found


def _rules_of_turn(game: str, turn: int) -> list[str]:
    from tui.words.rule_answers import library

    said = re.compile(
        r"\b(?:game )?turns?\s+(?:\d+,\s*)*(?:(?P<from>\d+)\s*(?:to|through|-|–|and)\s*)?(?P<to>\d+)\b", re.I
    )
    found = []
    for entry in library().book(game).entries:
        for hit in said.finditer(entry.text):
            first, last = int(hit["from"] or hit["to"]), int(hit["to"])
            if first <= turn <= last:
                found.append(f"  {entry.full_id:<14} {entry.title}")
                break
    return ["", f"Rules that name turn {turn}", *found] if found else []


# ---------------------------------------------------------------------- odds
def odds_lines(game: str, attack: str, defense: str, shift: int, drm: int, rolled: int | None) -> list[str]:
    """Ratio, shifts, column and chances with their rules, and the result of a roll if there is one."""
    game = check_game(game)
    table = odds_table(game)
    tally = odds(game, strength(attack), strength(defense), shift, drm)
    lines = [f"{float(strength(attack)):g} against {float(strength(defense)):g} in {book_title(game)}"]
    lines += [f"  {line.value:>9}  {line.text:<52}  {line.rule}".rstrip() for line in tally.lines]
    if tally.automatic:
        return [*lines, "", f"  {tally.automatic}, no roll"]
    lines += ["", *_chances(tally, table.faces), *(paragraphs(table.key) if table.key else [])]
    if rolled is not None:
        lines += ["", f"  roll {rolled}: {tally.results[rolled - 1]}"]
    if table.provenance == "reconstructed":
        lines += ["", *paragraphs("The table is REBUILT, not the printed one: the results fit the rules, no more.")]
    return lines


def thrown(game: str) -> int:
    """A die of the game, thrown now: at a table nobody asks for the same die again."""
    from secrets import randbelow

    return randbelow(odds_table(check_game(game)).faces) + 1


def _chances(tally: Tally, faces: int) -> list[str]:
    rolls = "  ".join(f"{face} {result}" for face, result in enumerate(tally.results, 1))
    chances = "  ".join(f"{result} {round(100 * share)}%" for result, share in tally.distribution.items())
    return [*paragraphs(f"die {rolls}"), *paragraphs(f"so  {chances}")]
