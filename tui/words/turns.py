"""What happens in a turn, as plain text or plain values: date, weather, rows of charts, rules that name it."""

from __future__ import annotations

import re
from typing import Any

from engine.books.calendar import calendar, days_of, label_of, turns_named
from engine.books.chartbook import Chart, charts
from engine.books.shelf import book_title
from engine.components.errors import BadInput
from tui.words.charts import check_game
from tui.words.page import folded, paragraphs
from tui.words.rule_books import rules_naming_turns

RANGED = ("turn", "turns", "from_turn", "which")
"""Headings of columns that hold turns; ``which`` only in charts by turn."""
LONGEST = 12
"""So many turns are told at once at most."""


def turn_lines(game: str, asked: str) -> list[str]:
    """What charts and rules say of a turn, of each of several, or of those of a date. Raises ``BadInput``."""
    lines: list[str] = []
    for told in turns_plain(game, asked):
        lines += [*([""] if lines else []), f"Turn {told['turn']} of {book_title(told['game'])}"]
        lines += [f"  {told['date']}"] if told["date"] else []
        lines += paragraphs(f"Weather: {told['weather']}")
        for row in told["charts"]:
            lines += ["", *folded(f"{row['title']}  {row['rule']}{'  [rebuilt]' if row['rebuilt'] else ''}", "")]
            lines += paragraphs(" · ".join(f"{k} {v}" for k, v in row["values"].items()), "    ")
        if told["rules"]:
            lines += ["", f"Rules that name turn {told['turn']}"]
            for rule in told["rules"]:
                rows = paragraphs(rule["title"], " " * 17)
                lines += [f"  {rule['id']:<14} {rows[0].lstrip()}", *rows[1:]]
    return lines


def turns_plain(game: str, asked: str) -> list[dict[str, Any]]:
    """The same as plain values, one for each turn. Raises ``BadInput``."""
    game = check_game(game)
    turns = turns_named(game, asked)
    found = [told for turn in turns if (told := _one(game, turn))]
    if not found:
        raise BadInput(f"nothing is known of turn {asked.strip()} in {game}")
    if len(found) > LONGEST:
        raise BadInput(f"'{asked.strip()}' are {len(found)} turns; at most {LONGEST} are told at once")
    return found


def _one(game: str, turn: int) -> dict[str, Any] | None:
    rows = [row for chart in charts(game).values() for row in _rows(chart, turn)]
    rules = [{"id": id, "title": title} for id, title, spans in rules_naming_turns(game) if _within(turn, spans)]
    known = calendar(game)
    if (not rows and not rules) or (known and turn > known[-1].number):
        return None
    date = label_of(game, turn)
    return {"game": game, "turn": turn, "date": date, "weather": weather(game, turn), "charts": rows, "rules": rules}


def _within(turn: int, spans: list[list[int]]) -> bool:
    return any(first <= turn <= last for first, last in spans)


def _rows(chart: Chart, turn: int) -> list[dict[str, Any]]:
    """The rows of a chart for a turn."""
    at = next((n for n, head in enumerate(chart.columns) if head in RANGED[:3]), None)
    if at is None and chart.name.endswith("by_turn"):
        at = 0
    if at is None:
        return []
    found = [row for row in chart.rows if covers(row[at], turn)]
    if chart.columns[at] == "from_turn":
        found = [row for row in chart.rows if row[at].isdigit() and int(row[at]) <= turn][-1:]
    return [
        {
            "chart": chart.name, "title": chart.title, "rule": chart.rule, "rebuilt": chart.rebuilt,
            "values": {_head(h): v for h, v in zip(chart.columns, row, strict=True) if h != chart.columns[at]},
        }
        for row in found
    ]  # fmt: skip


def _head(word: str) -> str:
    return word.replace("_", " ")


def covers(cell: str, turn: int) -> bool:
    """Whether a cell such as ``4``, ``6-8``, ``2, 5`` or ``85+`` names a turn."""
    for first, more, last in re.findall(r"(\d+)(\+|\s*-\s*(?=\d))?(\d+)?", cell):
        if int(first) <= turn and (more == "+" or turn <= int(last or first)):
            return True
    return False


# ---------------------------------------------------------------------- weather
def weather(game: str, turn: int) -> str:
    """What the charts say of the weather of a turn: its climate, and the results of the die."""
    every = charts(game)
    chart = every.get("weather")
    if chart is None:
        return "the rules of this game know none"
    climate = next((row[1] for row in every.get("weather.climate_by_turn", chart).rows if covers(row[0], turn)), "")
    column = next((n for n, head in enumerate(chart.columns) if n and climate.startswith(head)), 0)
    if "when" in chart.columns:
        return _by_date(chart, game, turn)
    sums = _runs([(row[0], row[column]) for row in chart.rows]) if column else ""
    return f"climate {climate}; the die gives {sums} ({chart.name} chart, {chart.rule})" if climate else "not known"


def _by_date(chart: Chart, game: str, turn: int) -> str:
    """The rows whose date lies in the turn, each couplet by itself."""
    when = next((t for t in calendar(game) if t.number == turn), None)
    told = []
    begin, end = when.days if when is not None else days_of("1 Jan 1900")
    for row in chart.rows:
        if begin <= days_of(row[0])[0] <= end:
            told.append(f"{row[0]}: the die gives {_runs(list(zip(chart.columns[1:], row[1:], strict=True)))}")
    return "; ".join(told) + f" ({chart.rule})" if told else "dry, not rolled for"


def _runs(results: list[tuple[str, str]]) -> str:
    """Rolls and results with neighbours of the same result together: ``-1 to 4 dry, 5 rain``."""
    runs: list[list[str]] = []
    for roll, result in results:
        if runs and runs[-1][2] == result:
            runs[-1][1] = roll
        else:
            runs.append([roll, roll, result])
    return ", ".join(f"{a if a == b else f'{a} to {b}'} {result}" for a, b, result in runs)
