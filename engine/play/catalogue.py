"""What can be played: games, scenarios and options, with the words of the data files."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.components.errors import BadInput
from engine.components.load import DataError, Table, need, read_table, scenario_ids
from engine.play.ruleset import games


class OptionInfo(NamedTuple):
    """A choice before the game: its values, the one taken by default, the scenarios that offer it (empty: all).

    An option with ``least`` and ``most`` also takes any whole number between them.
    """

    id: str
    title: str
    rule: str
    default: str
    values: tuple[str, ...]
    scenarios: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    playing: tuple[str, ...] | None = None
    """Sides that may change it for themselves while the game is played."""


class ScenarioInfo(NamedTuple):
    """A scenario: its length in turns with the default options, and its sides in the order of the game."""

    id: str
    title: str
    rule: str
    turns: int
    sides: tuple[str, ...]


class GameInfo(NamedTuple):
    """A game with its scenarios and options."""

    id: str
    title: str
    rule: str
    default_scenario: str
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]


def catalogue() -> list[GameInfo]:
    """All games, in the order of ``engine.games.GAMES``. Raises ``DataError`` for files that do not fit."""
    return [game_info(game) for game in games()]


def game_info(game: str) -> GameInfo:
    """One game. Raises ``DataError``."""
    meta, _ = read_table(game, "game.toml")
    options = tuple(_option(row) for row in meta.get("option", []))
    scenarios = tuple(_scenario(game, name, meta, options) for name in scenario_ids(game))
    first = str(meta.get("default_scenario", scenarios[0].id if scenarios else ""))
    return GameInfo(
        game, str(need(meta, "title", str, "game.toml")), str(meta.get("rule", "")), first, scenarios, options
    )


def _option(row: Table) -> OptionInfo:
    values = tuple(str(v) for v in need(row, "values", list, "game.toml"))
    name, default = str(need(row, "id", str, "game.toml")), str(need(row, "default", str, "game.toml"))
    if default not in values:
        raise DataError("game.toml", f"option {name}", f"the default '{default}' is not among the values")
    title = str(need(row, "title", str, "game.toml"))
    bounds = [need(row, key, int, "game.toml") if key in row else None for key in ("least", "most")]
    if (bounds[0] is None) != (bounds[1] is None):
        raise DataError("game.toml", f"option {name}", "needs both 'least' and 'most', or neither")
    found, sides = tuple(row.get("scenarios", ())), tuple(row.get("playing", ())) or None
    return OptionInfo(name, title, str(row.get("rule", "")), default, values, found, bounds[0], bounds[1], sides)


def option_value(row: Table, text: str) -> str:
    """A value of an option of ``game.toml`` in its one form. Raises ``BadInput`` for any that it does not take."""
    values = [str(v) for v in row["values"]]
    if text in values:
        return text
    allowed = ", ".join(values)
    if "least" in row:
        allowed += f" or a whole number from {row['least']} to {row['most']}"
        if text.isascii() and text.isdecimal() and len(text) < 10 and row["least"] <= int(text) <= row["most"]:
            return str(int(text))
    raise BadInput(f"option '{row['id']}' is one of {allowed}, not '{text}'")


def _scenario(game: str, name: str, meta: Table, options: tuple[OptionInfo, ...]) -> ScenarioInfo:
    file = f"scenarios/{name}.toml"
    table, _ = read_table(game, file)
    sides = tuple(str(s) for s in table.get("sides", need(meta, "sides", list, "game.toml")))
    turns = length(need(table, "turns", dict, file), options, file)
    return ScenarioInfo(name, str(need(table, "title", str, file)), str(table.get("rule", "")), turns, sides)


def lengths(turns: dict[str, Any]) -> dict[str, int]:
    """The numbers of turns that a scenario can have, by their names; its first and its last turn are none."""
    return {key: n for key, n in turns.items() if type(n) is int and key not in ("first", "last")}


def length(turns: dict[str, Any], options: tuple[OptionInfo, ...], file: str = "scenario") -> int:
    """Turns of a scenario: the entry that an option takes by default, else the longest. Raises ``DataError``."""
    numbers = lengths(turns)
    if not numbers:
        raise DataError(file, "turns", "holds no number")
    return next((numbers[o.default] for o in options if o.default in numbers), max(numbers.values()))
