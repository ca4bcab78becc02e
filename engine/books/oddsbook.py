"""Odds at the table: ratio, shifts and die modifiers on the combat results table of any game, line by line with rules.

Works from ``[crt]`` of ``data/<game>/charts.toml`` alone, so that games which cannot be played yet answer too.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from engine.components.charts import Tally
from engine.components.datafile import need, read_table
from engine.components.errors import BadInput
from engine.components.results import CANCELED, WHOLE, ResultsTable, build_results

MOST = 10_000
"""No strength at a table is larger."""


@lru_cache(maxsize=8)
def odds_table(game: str) -> ResultsTable:
    """The table of a game. Raises ``DataError`` for a bad file, ``FileNotFoundError`` for an unknown game."""
    name = f"data/{game}/charts.toml: crt"
    return build_results(need(read_table(game, "charts.toml")[0], "crt", dict, name), name)


def strength(text: str) -> Fraction:
    """A strength as typed: ``26``, ``6.5``, ``13/2``. Raises ``BadInput``."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{text}' is no strength; write a number such as 26 or 6.5") from None
    if not 0 <= value <= MOST:
        raise BadInput(f"'{text}' is no strength from 0 to {MOST}")
    return value


def odds(game: str, attack: Fraction, defense: Fraction, shift: int = 0, drm: int = 0) -> Tally:
    """The calculation with ``shift`` columns (right positive) and ``drm`` added to the die. Raises ``BadInput``."""
    table = odds_table(game)
    if attack <= 0:
        raise BadInput("there is no attack without attack strength")
    if drm and not table.max_drm:
        raise BadInput(f"the die is not modified in {game}; give column shifts instead")
    tally = Tally("attack", attack=float(attack), defense=float(defense), shift=shift)
    rules = table.rules
    place = table.place(attack, defense)
    if defense <= 0:
        tally.odds = table.columns[-1]
        tally.add(tally.odds, f"{float(attack):g} against nothing", rules["ratio"])
    else:
        tally.odds = table.heading(place) if place >= 0 or table.scale == WHOLE else _plain(table, attack, defense)
        poor = attack < defense and "poor" in rules
        text = f"ratio {float(attack):g}:{float(defense):g}, rounded in the defender's favor"
        tally.add(tally.odds, text, rules["poor" if poor else "ratio"])
    if shift:
        place += shift
        words = "right" if shift > 0 else "left"
        tally.add(f"{abs(shift)} {words}", f"shift to {table.heading(place)}", rules.get("shift", rules["ratio"]))
    _enter(table, tally, place, _limited(table, tally, drm))
    return tally


def _plain(table: ResultsTable, attack: Fraction, defense: Fraction) -> str:
    """A ratio under the table, with the sign that this game writes between its numbers."""
    return f"1{'-' if '-' in table.columns[0] else ':'}{-int(-defense // attack)}"


def _limited(table: ResultsTable, tally: Tally, drm: int) -> int:
    if not drm:
        return 0
    net = table.limited(drm)
    text = "modifiers to the die" + (f", {drm:+d} limited to {net:+d}" if net != drm else "")
    tally.add(f"{net:+d}", text, table.rules.get("drm", ""))
    return net


def _enter(table: ResultsTable, tally: Tally, place: int, drm: int) -> None:
    """Find column and results, or what happens outside the table."""
    entry = table.enter(place, drm)
    tally.distribution = entry.distribution
    if entry.column < 0:
        tally.automatic = entry.outside
        words = "the attack is called off" if entry.outside == CANCELED else "without a roll"
        where = f"below {table.columns[0]}" if place < 0 else f"above {table.columns[-1]}"
        tally.add(entry.outside, f"{where}: {words}", table.rules.get("limits", table.rules["ratio"]))
        return
    if more := entry.drm - drm:
        tally.add(f"{more:+d}", f"below {table.columns[0]}: that column", table.rules.get("limits", ""))
    tally.column = table.columns[entry.column]
    tally.results = list(entry.results)
    tally.add(tally.column, f"column ({table.provenance} table)", table.rules.get("roll", table.rules["ratio"]))
