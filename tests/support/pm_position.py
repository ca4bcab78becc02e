"""Small positions for rule tests: a real match of Proud Monster with nothing on the map but what a test names.

``position({"1pz": "2510N", "rd-001": "2610N"})`` stands on the map of the data. ``ground={}`` makes all hexes clear
land without rivers, towns and forts, so that a test can paint its own; hex numbers then only say who is next to whom.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from engine.components.board import Board, Place, Zone
from engine.components.grid import Hex
from engine.components.roster import Face, Roster
from engine.games.pm import forts
from engine.games.pm.phases.sequence import PHASES
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.victory import expected_points
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.beginning import begun
from tests.support.painting import listed, painted
from tests.support.playing import at as at
from tests.support.playing import column as column
from tests.support.playing import hexes as hexes
from tests.support.playing import play as play
from tests.support.playing import refusal as refusal
from tests.support.playing import steps as steps
from tests.support.playing import unit as unit

Where = str | tuple[str, int]
"""A hex label, or a label and the steps left."""
Identity = str | tuple[int, int, int]
"""Id of a row of the pool, or attack, defence and movement of a counter of its own."""
AWAY = "not in play"
FORTS = ("fort", "heavy fort", "stalin line")
FOOT: dict[tuple[Face, ...], tuple[Face, ...]] = {
    ((6, 7, 5), (3, 3, 4)): ((5, 6, 5), (2, 3, 4)),
    ((5, 6, 5), (2, 3, 4)): ((4, 5, 5), (2, 2, 4)),
    ((4, 5, 5), (2, 2, 4)): ((3, 4, 5), (1, 2, 4)),
}
"""Values of German foot in these positions, by those of the data: they are rebuilt, and rules do not hang on them."""


def position(
    units: Mapping[str, Where] | None = None,
    *,
    side: str = "axis",
    phase: str = "movement",
    turn: int = 2,
    couplet: int = 1,
    weather: str | tuple[str, str] = "dry",
    boxes: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    identities: Mapping[str, Identity] | None = None,
    tried: Iterable[str] = (),
    carries: Mapping[str, str] | None = None,
    hedgehogs: Iterable[str] = (),
    marked: Iterable[str] = (),
    still: Iterable[str] = (),
    forts_at: Mapping[str, str] | None = None,
    destroyed: Iterable[str] = (),
    memory: Mapping[str, int] | None = None,
    dice: Iterable[int] = (),
    ground: Mapping[str, str] | None = None,
    lines: Mapping[str, Iterable[str]] | None = None,
    places: Mapping[str, str | tuple[str, int] | tuple[str, int, tuple[str, ...]]] | None = None,
    zones: Mapping[str, Iterable[str]] | None = None,
    options: dict[str, str] | None = None,
    scenario: str = "campaign",
) -> Match:
    """A match that waits in a phase of the player turn of ``side``.

    ``phase`` is a step of that player turn (``movement``, ``combat``, ``orders``, ``upkeep``, ``commitment``,
    ``hedgehogs``), or any other step that is called with a side; ``weather`` is one word, or north and south.
    ``places`` is a size, with points and marks where they matter; ``zones`` replaces named zones; ``forts_at`` makes
    hexes intact forts of a group (``fort``, ``heavy fort``, ``stalin line``); ``lines`` paints hexside features along
    chains of hexes: ``{"river": ["2510N-2511N"]}`` is one side, a road or highway goes along several.
    """
    match = begun("pm", scenario, options)
    c = match.c
    c.roster = match.data.roster = _own_roster(match.data.roster)
    if ground is not None or lines or places or zones or forts_at:
        _paint(match, ground, lines or {}, places or {}, zones or {}, forts_at or {})
    _clear(c, turn, couplet, weather)
    s: PmState = c.state
    for name, where in (units or {}).items():
        label, steps = where if isinstance(where, tuple) else (where, 0)
        u = c.roster.find(name)
        s.hex_of[u], s.box[u], s.steps_left[u] = c.board.find(label), "", steps or c.roster.steps[u]
    for name, box in (boxes or {}).items():
        u = c.roster.find(name)
        s.box[u] = box
        s.steps_left[u] = 0 if box == "eliminated" else c.roster.steps[u]
    for name, who in (identities or {}).items():
        identify(match, name, who)
    for flags, names in ((s.tried, tried), (s.marked, marked), (s.still, still)):
        for name in names:
            flags[c.roster.find(name)] = 1
    s.control.update(control or {})
    s.memory = {"sea": 0, "invaded": 0, **(memory or {})}
    s.vp = expected_points(c)
    s.carries, s.hedgehogs = dict(carries or {}), sorted(hedgehogs)
    s.destroyed += sorted(destroyed)
    c.touch()
    wrong = match.rules.invariants(c)
    assert wrong == [], wrong
    match.dice.queue(dice)
    _enter(c, phase, side)
    match._after()
    return match


def identify(match: Match, name: str, who: Identity) -> None:
    """Say who an untried counter is: a row of the pool, or a strength that need not be in it."""
    c = match.c
    u, pool = c.roster.find(name), tables(c).pool
    if isinstance(who, tuple):
        row = {"id": f"test-{name}", "short": f"T{name}", "name": f"Test {name}", "formation": c.roster.formation[u]}
        pool.append({**row, "attack": who[0], "defense": who[1], "move": who[2]})
        c.state.identity[u] = len(pool) - 1
        return
    number = next(n for n, row in enumerate(pool) if row["id"] == who)
    if number in c.state.identity:
        # The two counters change identities, as no two may share one.
        c.state.identity[c.state.identity.index(number)] = c.state.identity[u]
    c.state.identity[u] = number


def _clear(c: Ctx, turn: int, couplet: int, weather: str | tuple[str, str]) -> None:
    """Everybody off the map, nothing remembered, control as at the start."""
    s, n = c.state, len(c.roster)
    s.hex_of, s.box, s.steps_left, s.origin = [-1] * n, [AWAY] * n, list(c.roster.steps), [-1] * n
    for name in ("tried", "covered", "supply", "mp_left", "moving", "picked", "still", "fought", "fled", "refit"):
        setattr(s, name, [0] * n)
    s.marked, s.attacked, s.destroyed, s.lines, s.parent = [0] * n, [], [], {}, -1
    s.over, s.winner, s.level, s.over_rule = False, "", "", ""
    s.turn, s.couplet = turn, couplet
    north, south = (weather, weather) if isinstance(weather, str) else weather
    s.weather = {"north": north, "south": south}
    s.control = {c.label(h): "soviet" for h in tables(c).tracked}
    c.touch()
    forts.lay_out(c)
    for s.turn in range(1, turn + 1):
        forts.activate_lines(c)
    c.events = []


def _enter(c: Ctx, phase: str, side: str) -> None:
    s = c.state
    s.side = side
    names = [name for name, _ in PHASES[side]]
    follow = names.index(phase) + 1 if phase in names else 0
    s.stack = [Frame("game", {"stage": "axis"}), Frame("turn", {"stage": "couplet"}), Frame("couplet", {"side": side})]
    s.stack.append(Frame("player-turn", {"side": side, "next": follow}))
    c.touch()
    c.call(phase, side=side)


# ---------------------------------------------------------------------- a map of one's own
def _own_roster(roster: Roster) -> Roster:
    """A roster of a match's own, with values of German foot that stay what they are."""
    own = copy.copy(roster)
    own.faces = [FOOT.get(f, f) if n == "german" else f for f, n in zip(own.faces, own.nationality, strict=True)]
    return own


def _paint(
    match: Match,
    ground: Mapping[str, str] | None,
    lines: Mapping[str, Iterable[str]],
    places: Mapping[str, Any],
    zones: Mapping[str, Iterable[str]],
    forts_at: Mapping[str, str],
) -> None:
    chains, at, shared, play_area = listed(lines), listed(zones), match.data.board, match.data.in_play
    wanted = ground, chains, places, at, forts_at
    match.c.board = match.data.board = painted(
        shared, "pm", wanted, lambda: _painted(shared, play_area, ground, chains, places, at, forts_at)
    )
    match.data.memo.clear()


def _painted(
    shared: Board,
    play_area: Iterable[Hex],
    ground: Mapping[str, str] | None,
    lines: Mapping[str, Iterable[str]],
    places: Mapping[str, Any],
    zones: Mapping[str, Iterable[str]],
    forts_at: Mapping[str, str],
) -> Board:
    board = _own_board(shared)
    if ground is not None:
        clear = board.terrain_names.index("clear")
        for h in play_area:
            board.terrain[h] = clear
        board.sides, board.river_names, board.places, board.place_at = {}, {}, (), {}
        board.chains = {}
        board.zones = {name: zone for name, zone in board.zones.items() if zone.group not in FORTS}
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
        _zone(board, name, [board.find(label) for label in labels], "")
    for group in FORTS:
        if at := [board.find(label) for label, kind in forts_at.items() if kind == group]:
            _zone(board, "stalin_line" if group == "stalin line" else f"test {group}", at, group)
    return board


def _zone(board: Board, name: str, hexes: list[Hex], group: str) -> None:
    old = board.zones.get(name)
    title, kind = (old.title, old.group) if old else (name, group)
    board.zones[name] = Zone(name, title, tuple(hexes), kind, inside=frozenset(hexes))


def _own_board(shared: Board) -> Board:
    """A board that may be changed: that of the data is shared by all matches."""
    board = copy.copy(shared)
    board.terrain = bytearray(shared.terrain)
    board.sides = {name: bytearray(flags) for name, flags in shared.sides.items()}
    board.river_names, board.place_at = dict(shared.river_names), dict(shared.place_at)
    board.zones, board.chains, board.memo = dict(shared.zones), dict(shared.chains), {}
    return board


# ---------------------------------------------------------------------- asking and playing
def left(match: Match, name: str) -> int:
    """Movement points that a unit has left in this phase."""
    return int(column(match, "mp_left")[unit(match, name)])
