"""Small positions for rule tests: a real match of Barbarossa Deluxe with nothing on the map but what a test names.

``position({"3pz": "2408", "16ra": "2407"})`` stands on the map of the data. ``ground={}`` makes all hexes clear land
without rivers, places and fortified lines, so that a test can paint its own; hex numbers then only say who is next to
whom, and the edges, areas and zones stay.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from itertools import pairwise

from engine.components.board import Board, Place, Zone
from engine.games.bd.edit import AWAY, EDITOR
from engine.games.bd.kinds import SUPPORT
from engine.games.bd.setup.lists import points_held
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import DEAD, REMOVED
from engine.play.match import Match
from tests.support.beginning import begun
from tests.support.playing import at as at
from tests.support.playing import column as column
from tests.support.playing import hexes as hexes
from tests.support.playing import play as play
from tests.support.playing import refusal as refusal
from tests.support.playing import unit as unit

LINES = ("soviet_lines", "german_lines")


def position(
    units: Mapping[str, str] | None = None,
    *,
    side: str = "axis",
    phase: str = "movement",
    turn: int = 20,
    order: str = "",
    boxes: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    starting: Mapping[str, str] | None = None,
    attached: Mapping[str, str] | None = None,
    offensive: Mapping[str, str] | None = None,
    heroes: Iterable[str] = (),
    fortresses: Iterable[str] = (),
    area: str = "",
    area_turn: int = 16,
    aerial: str = "",
    aerial_ready: int = 0,
    memory: Mapping[str, int] | None = None,
    dice: Iterable[int] = (),
    ground: Mapping[str, str] | None = None,
    lines: Mapping[str, Iterable[str]] | None = None,
    places: Mapping[str, str | tuple[str, int] | tuple[str, int, tuple[str, ...]]] | None = None,
    zones: Mapping[str, Iterable[str]] | None = None,
    cities: Iterable[str] | None = None,
    scenario: str = "citadel",
) -> Match:
    """A match that waits in a phase of a side: a word of ``edit``, such as ``movement``, ``combat``, ``rvgk``.

    Hexes belong to the side of the nearest unit unless ``control`` says otherwise, cities did at the start of the
    scenario unless ``starting`` does. ``places`` is a size, with points
    and marks where they matter; ``zones`` replaces named zones; ``lines`` paints features along chains of
    hexes: ``{"river": ["2510-2511"]}`` is one side. ``cities`` are the places that the real map keeps, if not all.
    """
    match = begun("bd", scenario)
    c = match.c
    if ground is not None or lines or places or zones:
        _paint(match, ground, lines or {}, places or {}, zones or {})
    if cities is not None:
        _leave(match, cities)
    EDITOR.cleared(c)
    s: BdState = c.state
    s.box = [AWAY if kind in SUPPORT else box for kind, box in zip(c.roster.kind, s.box, strict=True)]
    s.turn = turn
    for name, label in (units or {}).items():
        EDITOR.put(c, c.roster.find(name), c.board.find(label))
    _rest(c, boxes or {}, control or {}, attached or {})
    s.heroes, s.fortresses, s.fortified_area, s.area_turn = (
        list(heroes),
        list(fortresses),
        area,
        area_turn if area else 0,
    )
    s.offensive, s.aerial, s.order = dict(offensive or {}), aerial, order
    s.aerial_ready = aerial_ready
    s.memory |= memory or {}
    s.vp = points_held(c)
    s.starting = {c.label(h): s.control[c.label(h)] for h in tables(c).cities} | dict(starting or {})
    c.forget()
    match.dice.queue(dice)
    EDITOR.wait(c, phase, side)
    c.events.clear()
    wrong = match.rules.invariants(c)
    assert wrong == [], wrong
    match._after()
    return match


def _rest(c: Ctx, boxes: Mapping[str, str], control: Mapping[str, str], attached: Mapping[str, str]) -> None:
    """Control of every hex, and who is not on the map."""
    from engine.games.bd.setup.lists import lay_control

    c.touch()
    lay_control(c)
    c.state.control |= control
    c.state.attached |= attached
    for name, box in boxes.items():
        u = c.roster.find(name)
        c.state.box[u] = box
        c.state.steps_left[u] = 0 if box in (DEAD, REMOVED) else c.roster.steps[u]


# ---------------------------------------------------------------------- a map of one's own
def _paint(
    match: Match,
    ground: Mapping[str, str] | None,
    lines: Mapping[str, Iterable[str]],
    places: Mapping[str, str | tuple[str, int] | tuple[str, int, tuple[str, ...]]],
    zones: Mapping[str, Iterable[str]],
) -> None:
    c = match.c
    board = c.board = match.data.board = _own_board(match.data.board)
    if ground is not None:
        clear, logistic = board.terrain_names.index("clear"), board.side("logistic")
        for h in match.data.in_play:
            board.terrain[h] = clear
        board.sides, board.river_names, board.places, board.place_at = {"logistic": logistic}, {}, (), {}
        board.zones = {name: zone for name, zone in board.zones.items() if name not in LINES}
        for label, terrain in ground.items():
            board.terrain[board.find(label)] = board.terrain_names.index(terrain)
    for feature, chains in lines.items():
        for chain in chains:
            for a, b in pairwise(chain.split("-")):
                board.set_side(feature, board.grid.between(board.find(a), board.find(b)))
    for label, words in places.items():
        size, value, marks = (words, 0, ()) if isinstance(words, str) else (*words, ())[:3]
        place = Place(f"Town {label}", (board.find(label),), size, value=value, marks=tuple(marks))
        board.places = (*(p for p in board.places if board.find(label) not in p.hexes), place)
        board.place_at[board.find(label)] = place
    for name, labels in zones.items():
        found = tuple(board.find(label) for label in labels)
        old = board.zones.get(name)
        title, group = (old.title, old.group) if old else (name, "")
        board.zones[name] = Zone(name, title, found, group, inside=frozenset(found))
    c.forget()


def _leave(match: Match, cities: Iterable[str]) -> None:
    """Take all other places off the map, so that nobody marches to cities that a position is not about."""
    c = match.c
    board = c.board = match.data.board = _own_board(match.data.board)
    kept = {board.find(label) for label in cities}
    board.places = tuple(p for p in board.places if kept.intersection(p.hexes))
    board.place_at = {h: p for p in board.places for h in p.hexes}
    c.forget()


def _own_board(shared: Board) -> Board:
    """A board that may be changed: that of the data is shared by all matches."""
    board = copy.copy(shared)
    board.terrain = bytearray(shared.terrain)
    board.sides = {name: bytearray(flags) for name, flags in shared.sides.items()}
    board.river_names, board.place_at = dict(shared.river_names), dict(shared.place_at)
    board.zones, board.chains, board.memo = dict(shared.zones), dict(shared.chains), {}
    return board


# ---------------------------------------------------------------------- asking
def left(match: Match, name: str) -> int:
    """Movement points that a unit has left in this phase."""
    return int(column(match, "mp_left")[unit(match, name)])


def costs(match: Match, name: str, mode: str = "") -> dict[str, float]:
    """Where a unit can go, by label, with the points that it costs."""
    found = match.view(match.side).reach(unit(match, name), mode).costs
    return {match.c.label(h): n for h, n in found.items()}


def supply(match: Match, name: str) -> str:
    """The supply state of a unit in words."""
    return match.view("").supply(unit(match, name)).status
