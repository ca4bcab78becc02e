"""Turns and dates of every game: which days a turn is, and which turns a number, a range or a date names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from engine.books.chartbook import charts
from engine.components.datafile import read_table
from engine.components.errors import BadInput
from engine.components.shipped import shipped

YEAR = 1941
"""Of dates that name none: every game begins in it."""
LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
Day = tuple[int, int, int]
"""Year, month and day: days compare like their tuples."""
MOST = 99
"""Turns of the longest game of days."""
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"[a-z]{3,9}\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th|\.)?"
_NUMBER = r"([a-z#. ]*)(\d{1,3})(?: ?(?:-|–|\.\.|to) ?([a-z. ]*)(\d{1,3}))?"
_LEADS = ("", "turn", "turns", "game turn", "game turns", "gt", "t", "no", "#")
"""What may stand before the number of a turn."""


class Turn(NamedTuple):
    """One turn: its number and how the game calls its date."""

    number: int
    label: str

    @property
    def days(self) -> tuple[Day, Day]:
        """The first and the last day."""
        return days_of(self.label)


@lru_cache(maxsize=8)
def calendar(game: str) -> tuple[Turn, ...]:
    """The turns of a game in order; empty where nothing is known of their dates."""
    every = charts(game)
    for chart in every.values():
        named = next((n for n, head in enumerate(chart.columns) if head in ("dates", "month")), None)
        if "turn" in chart.columns and named is not None:
            at = chart.columns.index("turn")
            return tuple(Turn(int(row[at]), row[named]) for row in chart.rows)
    values = dict(every["calendar"].values) if "calendar" in every else {}
    if "first day" in values:
        return tuple(_days(values["first day"], int(values["days a turn"])))
    return tuple(Turn(int(row[0]), str(row[1])) for row in _scenario_rows(game))


def _days(first: str, length: int) -> Iterator[Turn]:
    day = days_of(first)[0]
    for number in range(1, MOST + 1):
        last = _later(day, length - 1)
        month, end = MONTHS[day[1] - 1].capitalize(), MONTHS[last[1] - 1].capitalize()
        told = f"{day[2]}-{last[2]} {end}" if month == end else f"{day[2]} {month}-{last[2]} {end}"
        yield Turn(number, f"{told} {last[0] % 100}")
        day = _later(last, 1)


def _later(day: Day, days: int) -> Day:
    """The day so many days later, within a month of it."""
    year, month, number = day
    over = number + days - _length(year, month)
    return (year, month, number + days) if over <= 0 else (year + month // 12, month % 12 + 1, over)


def _length(year: int, month: int) -> int:
    return LENGTHS[month - 1] + (month == 2 and year % 4 == 0)


def _day(year: int, month: int, number: int) -> Day:
    """A day that there is. Raises ``ValueError``."""
    if not (1 <= month <= 12 and 1 <= number <= _length(year, month)):
        raise ValueError(f"there is no day {number} of month {month}")
    return year, month, number


def _scenario_rows(game: str) -> list[list[Any]]:
    """Number and date of the turns where a scenario lists them."""
    for file in sorted(shipped().joinpath(game, "scenarios").iterdir(), key=lambda file: file.name):
        table = read_table(game, f"scenarios/{file.name}")[0].get("calendar", {})
        if {"turn", "title"} <= set(table.get("columns", ())):
            number, title = (table["columns"].index(name) for name in ("turn", "title"))
            return [[row[number], row[title]] for row in table["rows"]]
    return []


# ---------------------------------------------------------------------- reading dates
def days_of(text: str) -> tuple[Day, Day]:
    """First and last day of ``22-31 Jul``, ``Dec/Jan 41-42``, ``II June``, ``22 July 1941``, ``July``, ``1941-07-22``.

    Raises ``BadInput``.
    """
    plain = text.strip().lower().replace("'", "").replace("’", "").replace(",", " ")
    try:
        found = _written(plain)
    except ValueError:
        found = None
    if found is None:
        raise BadInput(f"'{text}' is no turn and no date; write 13, GT3, 3-5, 22 July or Aug 1941")
    return found


def _written(text: str) -> tuple[Day, Day] | None:
    if m := re.fullmatch(rf"(i|ii) ({_MONTH})(?: (\d{{2,4}}))?", text):
        return _half(_year(m[3]), _month(m[2]), m[1])
    if m := re.fullmatch(rf"({_MONTH}) (i|ii)(?:-\d)?(?: (\d{{2,4}}))?", text):
        return _half(_year(m[3]), _month(m[1]), m[2])
    if m := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text):
        return (day := _day(int(m[1]), int(m[2]), int(m[3]))), day
    if m := re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{2,4})?", text):
        return (day := _day(_year(m[3]), int(m[2]), int(m[1]))), day
    if m := re.fullmatch(rf"{_DAY}(?: ({_MONTH}))?-{_DAY} ({_MONTH})(?: (\d{{2,4}}))?", text):
        year = _year(m[5])
        begin, end = _month(m[2] or m[4]), _month(m[4])
        return _day(year - (begin > end), begin, int(m[1])), _day(year, end, int(m[3]))
    if m := re.fullmatch(rf"{_DAY} ({_MONTH})(?: (\d{{2,4}}))?", text):
        return (day := _day(_year(m[3]), _month(m[2]), int(m[1]))), day
    if m := re.fullmatch(rf"({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)(?: (\d{{2,4}}))?", text):
        return (day := _day(_year(m[3]), _month(m[1]), int(m[2]))), day
    if m := re.fullmatch(rf"({_MONTH})(?:/({_MONTH}))?(?: (\d{{2,4}})(?:-(\d{{2,4}}))?)?", text):
        opening, closing = _day(_year(m[3]), _month(m[1]), 1), _month(m[2] or m[1])
        return opening, _end(_year(m[4]) if m[4] else opening[0] + (closing < opening[1]), closing)
    return None


def _year(text: str | None) -> int:
    return YEAR if not text else int(text) + (1900 if len(text) == 2 else 0)


def _month(text: str) -> int:
    return MONTHS.index(text[:3]) + 1


def _end(year: int, month: int) -> Day:
    return year, month, _length(year, month)


def _half(year: int, month: int, which: str) -> tuple[Day, Day]:
    return ((year, month, 1), (year, month, 15)) if which == "i" else ((year, month, 16), _end(year, month))


def turns_named(game: str, text: str) -> list[int]:
    """The turns that ``13``, ``GT3``, ``3-5``, ``22 July`` or ``Aug 41`` name. Raises ``BadInput``."""
    found = re.fullmatch(_NUMBER, text.strip().lower())
    if found and all((lead or "").strip(" .") in _LEADS for lead in (found[1], found[3])):
        first = int(found[2])
        last = int(found[4]) if found[4] else first
        if not first <= last <= first + MOST:
            raise BadInput(f"'{text.strip()}' is no range of turns")
        return list(range(first, last + 1))
    first_day, last_day = days_of(text)
    dated = [(turn.number, *turn.days) for turn in calendar(game)]
    turns = [number for number, first, last in dated if first <= last_day and last >= first_day]
    if not turns:
        raise BadInput(f"no turn of {game} is dated {text.strip()}")
    return turns


def label_of(game: str, turn: int) -> str:
    """How the game dates a turn; empty where that is not known."""
    return next((t.label for t in calendar(game) if t.number == turn), "")
