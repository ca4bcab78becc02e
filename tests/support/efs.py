"""Small positions for rule tests: a real match of Army Group Center with nothing on the map but what a test names.

``position({"18pz-pzr": "A6039", "rd-100": "B0235"})`` stands on the map of a scenario. ``ground={}`` makes all hexes
clear land without rivers, roads, places and zones, so that a test can paint its own; hex numbers then only say who is
next to whom. Columns of the state are set by hand: ``column(match, "mode")[unit(match, "hq-13a")] = 1``.
"""

from __future__ import annotations

import copy
import marshal
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine.components.board import Board, Place, Zone
from engine.components.grid import Hex
from engine.games.efs.edition import Edition
from engine.games.efs.setup.lists import blank_columns, prepare
from engine.games.efs.state import EfsState
from engine.games.efs.units import place
from engine.games.efs2.edition import EDITION as SECOND
from engine.games.efs2.ruleset import RULESET
from engine.kit.invariants import astray
from engine.play.match import Match
from engine.play.queries import Queries
from engine.play.ruleset import Ruleset
from engine.play.state import Frame, copy_state
from engine.play.step import Context, Prompt, Step
from tests.support.playing import at as at
from tests.support.playing import column as column
from tests.support.playing import hexes as hexes
from tests.support.playing import play as play
from tests.support.playing import refusal as refusal
from tests.support.playing import steps as steps
from tests.support.playing import unit as unit

EITHER = pytest.mark.usefixtures("either")
"""For a test of what both editions print alike: it runs in the terms of the first and of the second."""
TERMS: Edition = SECOND
"""The terms of positions that name none."""

PLAIN = Ruleset(
    id=RULESET.id,
    title="Army Group Center",
    state=EfsState,
    steps={},
    load=RULESET.load,
    begin=prepare,
    blank=lambda data, state, side: None,
    invariants=lambda c: astray(c, ()),
    edit=lambda c, changes: None,
    ask=Queries(),
)
"""The game without its sequence of play: a test brings the steps that it is about."""


class Below(Step[EfsState]):
    """What lies under the step that a test is about, and waits once that is done."""

    id = "below"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.state.side, "The step is done.", "efs2:4.2")


def begun(
    scenario: str = "borisov",
    *,
    seed: int = 1,
    kinds: Iterable[type[Step[EfsState]]] = (),
    terms: Edition | None = None,
) -> Match:
    """A match at its beginning, before the first step: counters in their places by the lists of the scenario.

    The lists are followed once for each scenario, seed and terms; data and state of every match are its own.
    """
    steps: dict[str, Step[EfsState]] = {Below.id: Below(), **{kind.id: kind() for kind in kinds}}
    rules, chosen = PLAIN._replace(steps=steps), TERMS if terms is None else terms
    key = scenario, seed, id(chosen)
    first = PREPARED.get(key)
    if first is None:
        data = RULESET.load(scenario, {}, None)
        data.choices = chosen
        first = PREPARED[key] = Match(rules, data, seed)
        rules.begin(first.c)
    scenario_of = marshal.loads(marshal.dumps(first.data.scenario))
    match = Match(
        rules,
        replace(first.data, scenario=scenario_of, options=dict(first.data.options), extra=[], drawn=[], memo={}),
        seed,
    )
    match.c.state, match.c.events = copy_state(first.c.state), list(first.c.events)
    match.dice.rolled = list(first.dice.rolled)
    match.c.touch()
    return match


PREPARED: dict[tuple[str, int, int], Match] = {}
"""Matches that nobody plays, by scenario, seed and terms, which they hold."""


def position(
    units: Mapping[str, str] | None = None,
    *,
    side: str = "axis",
    step: str = "",
    phase: str = "",
    turn: int = 5,
    weather: str = "dry",
    steps: Mapping[str, int] | None = None,
    boxes: Mapping[str, str] | None = None,
    kinds: Iterable[type[Step[EfsState]]] = (),
    dice: Iterable[int] = (),
    ground: Mapping[str, str] | None = None,
    lines: Mapping[str, Iterable[str]] | None = None,
    places: Mapping[str, str] | None = None,
    zones: Mapping[str, tuple[str, Iterable[str]]] | None = None,
    scenario: str = "borisov",
    terms: Edition | None = None,
    **variables: Any,
) -> Match:
    """A match with these units, by label of their hex, whole unless ``steps`` says otherwise.

    With ``step`` it waits in that step, one of ``kinds``, entered with ``side``, ``phase`` and ``variables``; without,
    in none. ``lines`` paints features along chains of hexes (``{"main_road": ["A6039-A6138-A6238"]}``; a river by the
    two hexes of each side), ``places`` sizes by label, ``zones`` a group and labels by name. ``terms`` are those of
    another edition than the second, whose map and charts remain.
    """
    match = begun(scenario, kinds=kinds, terms=terms)
    c = match.c
    if ground is not None or lines or places or zones:
        _paint(match, ground, lines or {}, places or {}, zones or {})
    blank_columns(c)
    s: EfsState = c.state
    s.turn, s.side, s.phase, s.weather, s.weathers, s.climates = turn, side, phase, weather, [weather], ["dry"]
    s.stack = []
    for name, label in (units or {}).items():
        place(c, c.roster.find(name), c.board.find(label))
    for name, n in (steps or {}).items():
        s.steps_left[c.roster.find(name)] = n
    for name, box in (boxes or {}).items():
        s.box[c.roster.find(name)] = box
    c.forget()
    match.dice.queue(dice)
    if step:
        s.stack = [Frame(Below.id)]
        c.call(step, side=side, **({"phase": phase} if phase else {}), **variables)
    c.events.clear()
    wrong = match.rules.invariants(c)
    assert wrong == [], wrong
    match._after()
    return match


# ---------------------------------------------------------------------- a map of one's own
def _paint(
    match: Match,
    ground: Mapping[str, str] | None,
    lines: Mapping[str, Iterable[str]],
    places: Mapping[str, str],
    zones: Mapping[str, tuple[str, Iterable[str]]],
) -> None:
    c, key = match.c, repr((match.data.scenario["id"], ground, lines, places, zones))
    drawn = PAINTED.pop(key, None)
    if drawn is None:
        drawn = own_board(match.data.board)
        _draw(drawn, match.data.in_play, ground, lines, places, zones)
        while len(PAINTED) >= MOST_PAINTED:
            del PAINTED[next(iter(PAINTED))]
    PAINTED[key] = drawn
    board = c.board = match.data.board = copy.copy(drawn)
    board.memo = OfMap(drawn.memo, f"{match.data.scenario['id']}")
    match.data.memo.clear()
    c.forget()


PAINTED: dict[str, Board] = {}
"""The maps painted last, with what has been found on them: many tests paint the same."""
MOST_PAINTED = 6


class OfMap(dict[Any, Any]):
    """What is kept with a painted map: shared with later positions on it, but for what depends on the scenario."""

    def __init__(self, shared: dict[Any, Any], scenario: str) -> None:
        super().__init__(shared)
        self._shared, self._scenario = shared, scenario

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        if not isinstance(key, str) or self._scenario not in key:
            self._shared[key] = value


def _draw(
    board: Board,
    in_play: Iterable[Hex],
    ground: Mapping[str, str] | None,
    lines: Mapping[str, Iterable[str]],
    places: Mapping[str, str],
    zones: Mapping[str, tuple[str, Iterable[str]]],
) -> None:
    if ground is not None:
        clear = board.terrain_names.index("clear")
        for h in in_play:
            board.terrain[h] = clear
        board.sides, board.river_names, board.places, board.place_at, board.zones = {}, {}, (), {}, {}
        for label, terrain in ground.items():
            board.terrain[board.find(label)] = board.terrain_names.index(terrain)
    for feature, chains in lines.items():
        for chain in chains:
            for a, b in pairwise(chain.split("-")):
                board.set_side(feature, board.grid.between(board.find(a), board.find(b)))
    for label, size in places.items():
        town = Place(f"Town {label}", (board.find(label),), size)
        board.places = (*(p for p in board.places if board.find(label) not in p.hexes), town)
        board.place_at[board.find(label)] = town
    for name, (group, labels) in zones.items():
        found = tuple(board.find(label) for label in labels)
        board.zones[name] = Zone(name, name, found, group, inside=frozenset(found))


def own_board(shared: Board) -> Board:
    """A board that may be changed: that of the data is shared by all matches."""
    board = copy.copy(shared)
    board.terrain = bytearray(shared.terrain)
    board.sides = {name: bytearray(flags) for name, flags in shared.sides.items()}
    board.river_names, board.place_at = dict(shared.river_names), dict(shared.place_at)
    board.zones, board.chains, board.memo = dict(shared.zones), dict(shared.chains), {}
    return board
