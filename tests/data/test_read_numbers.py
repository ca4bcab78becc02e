"""Data that the rules do not read must not exist: every number of a playing game is looked up by some rule."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.components.datafile import read_table
from engine.components.load import load_board, records
from engine.games.ava.combat.battle import advance_limit
from engine.games.ava.combat.combat import combat_tally, shifts
from engine.games.ava.movement.reach import cross_check, tolls
from engine.games.ava.tables import tables
from engine.play.match import Match
from tests.support.position import position, unit
from tests.support.read_keys import ROOT, constants, is_read, numbers

PLAYED = ("ava", "pm", "bd")
"""Games that can be played: what no rule of theirs reads is read nowhere."""
BY_NAME = (
    "turn_track", "calendar", "markers", "arrival", "team", "reserve_okh", "master_cup", "soviet_schedule", "frontier",
    "interior",
)  # fmt: skip
"""Tables whose keys are names of scenarios, sheets, formations or kinds: a rule looks up a variable."""
NAMED_FILES = ("pool.toml", "terrain.toml")
"""Files whose tables have names of formations, terrain and places."""
QUOTED = {
    ("pm", "charts.toml", "city_values"),
    ("bd", "charts.toml", "reinforcements"), ("bd", "charts.toml", "unit_values"),
    ("bd", "classes.toml", "arrow"), ("bd", "counters.toml", "single"), ("bd", "counters.toml", "asterisk"),
}  # fmt: skip
"""What quotes the map or the counters, as a chart or as a sign that is printed on them: it is compared below, or with
the counters in ``test_bd_counters.py``."""
SHOWN = {("game.toml", "opponents")}
"""What the screens read."""
ELSEWHERE = ("map.toml", "hints.toml", "course.toml")
"""The map is read whole, by place; hints are for the screens, the course of the war for games of computer players."""


def files(game: str) -> list[Path]:
    """The data files of a game whose numbers the rules read by keys."""
    folder = ROOT / "data" / game
    found = [*folder.glob("*.toml"), *folder.glob("scenarios/*.toml")]
    return sorted(f for f in found if f.name not in ELSEWHERE)


def unread(game: str, file: str, table: dict[str, Any]) -> list[str]:
    """Paths to numbers whose keys no rule looks up."""
    found = []
    for path in dict.fromkeys(numbers(table)):
        if any((game, file, key) in QUOTED or (file, key) in SHOWN for key in path):
            continue
        names = {n for n, key in enumerate(path) if n and path[n - 1] in BY_NAME}
        names |= {0} if file in NAMED_FILES and len(path) > 1 and " " not in path[0] and game == "pm" else set()
        wanted = [key for n, key in enumerate(path) if n not in names]
        missing = [key for key in wanted if not is_read(game, key)]
        if path[0] == "constants":
            missing = [] if any(p.fullmatch(path[1]) for p in constants(game)) else [path[1]]
        found += [".".join(path)] if missing else []
    return found


@pytest.mark.parametrize("game", PLAYED)
def test_every_number_is_looked_up_by_a_rule(game: str) -> None:
    for file in files(game):
        found = unread(game, file.name, tomllib.loads(file.read_text("utf-8")))
        assert found == [], f"{file.name}: {found}"


@pytest.mark.parametrize("game", PLAYED)
def test_a_number_that_nobody_looks_up_is_found(game: str) -> None:
    for table in (
        {"zoc": {"leave_it": 2}},
        {"constants": {"sheets": {"value": 3}}},
        {"columns": ["turn", "hex_miles"], "rows": [[1, 2]]},
        {"units_a_week": {"ava": [1]}},
        {"constants": {"stacking": {"value": 3, "exceptionally": True}}, "nobody": 1},
    ):
        assert unread(game, "game.toml", table), table


@pytest.mark.rule("pm:4.2", "pm:4.3")
def test_quoted_city_values_are_those_of_the_map() -> None:
    chart, board = read_table("pm", "charts.toml")[0]["city_values"]["values"], load_board("pm")
    for row in records(chart, "charts.toml", "city_values"):
        place = next(p for p in board.places if p.name == row["what"].split()[0])
        assert place.value == row["value"]
        assert {board.labels[h] for h in place.hexes} == set(row["what"].split()[1].split("/"))


# ---------------------------------------------------------------------- a number that is another one
def pairs_of(match: Match) -> list[tuple[int, int]]:
    """Two hexes beside each other for every kind of ground and side that the chart of terrain has."""
    board, t, found = match.data.board, tables(match.c), dict[tuple[Any, ...], tuple[int, int]]()
    for a in sorted(t.land):
        for b in board.grid.adjacent[a]:
            if b in t.land:
                sides = tuple(board.has(n, a, b) for n in ("minor river", "major river", "bridge", "road", "barred"))
                found.setdefault((t.place_size(b), board.terrain_name(b), sides), (a, b))
    return list(found.values())


def effects(match: Match, pairs: list[tuple[int, int]]) -> Iterator[Any]:
    """What movement, combat and advances make of the chart of terrain; what is dear to find comes last."""
    c, t, u, foe = match.c, tables(match.c), unit(match, "7pz"), unit(match, "27rd")
    for a, b in pairs:
        yield [t._step_cost(a, b, mech) for mech in (True, False)], t.entry_cost(b, True), shifts(c, b)
    for a, b in pairs:
        c.state.hex_of[u], c.state.hex_of[foe] = a, b
        c.touch()
        yield advance_limit(c, u, b), combat_tally(c, [u], b).attack
        c.state.hex_of[foe] = next((n for n in c.grid.adjacent[a] if n in t.land and n != b), b)
        c.touch()
        refusal = cross_check(c, "7pz", c.label(b))
        yield refusal and refusal.reason
    yield bytes(tolls(c, "axis"))
    yield t.march_edges["axis"]
    yield [t.open_to("axis")[a] for a, _ in pairs]


KINDS = ("mountain", "city", "major_city", "minor_river", "major_river", "bridge", "road", "railroad", "zoc")
CHART = read_table("ava", "terrain.toml")[0]
NUMBERS = {name: [key for key, v in t.items() if type(v) in (int, bool)] for name, t in CHART.items() if name in KINDS}
FEATURES = [(name, key) for name, found in NUMBERS.items() for key in found]


@pytest.mark.rule("ava:9.2", "ava:9.3", "ava:10.3", "ava:10.7")
def test_every_number_of_the_chart_of_terrain_changes_the_game() -> None:
    match = position({"7pz": "S2010", "27rd": "S2210"}, scenario="campaign")
    pairs = pairs_of(match)
    chart = match.data.tables["terrain"]

    def found(table: dict[str, Any]) -> Iterator[Any]:
        match.data.tables = {**match.data.tables, "terrain": table}  # the game's own are those of all matches
        match.data.memo.clear()
        match.c.forget()
        return effects(match, pairs)

    before = list(found(chart))

    def differs(table: dict[str, Any]) -> bool:
        return any(one != other for one, other in zip(before, found(table), strict=True))

    for name, key in FEATURES:
        other = deepcopy(chart)
        other[name][key] = not other[name][key] if isinstance(other[name][key], bool) else other[name][key] + 1
        if (name, key) != ("mountain", "zoc_free"):  # climbing is for mountain divisions alone
            assert differs(other), (name, key)
    for place, column in enumerate(chart["columns"][1:], 1):
        other = deepcopy(chart)
        for row in other["rows"]:
            row[place] += 1
        assert differs(other), column
