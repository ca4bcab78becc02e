"""Small positions for rule tests: a real match of A Victory Awaits with nothing on the map but what a test names.

``position({"7pz": "S2011", "27rd": ("S2012", 1)})`` stands on the map of the data. ``ground={}`` makes all land plains
without rivers, roads and towns, so that a test can paint its own; hex numbers then only say who is next to whom.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from engine.components.board import BRIDGE, Board, Place
from engine.components.grid import Hex
from engine.games.ava.choices import choices
from engine.games.ava.phases.command import open_calendar
from engine.games.ava.phases.drawing import in_cup
from engine.games.ava.phases.sequence import resolve_chit
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import activate, clear_activation
from engine.play.event import Event
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
AWAY = "not in play"


def position(
    units: Mapping[str, Where] | None = None,
    *,
    side: str = "axis",
    phase: str = "movement",
    turn: int = 1,
    active: str | Iterable[str] = "all",
    chit: str = "",
    chits: Mapping[str, str] | None = None,
    boxes: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    fortress: Mapping[str, int] | None = None,
    stand_fast: Iterable[str] = (),
    rivers: bool = True,
    dice: Iterable[int] = (),
    ground: Mapping[str, str] | None = None,
    lines: Mapping[str, Iterable[str]] | None = None,
    places: Mapping[str, str] | None = None,
    sources: Mapping[str, Iterable[str]] | None = None,
    options: dict[str, str] | None = None,
    scenario: str = "smolensk",
    memory: Mapping[str, int] | None = None,
) -> Match:
    """A match, of the Smolensk game if nothing else is said, that waits in a phase.

    ``phase`` is ``movement`` or ``combat`` (the units of ``active`` may act), ``command`` (``chit`` is carried out),
    ``draw``, ``supply``, ``reinforcements``, ``surprise``, or ``turn`` (the turn begins with the selection).
    ``chits`` puts chits somewhere (``cup``, ``hand``, ``ready``, ``later``); ``boxes`` puts units into boxes.
    ``lines`` paints hexside features along chains of hexes, such as ``{"road": ["S2010-S2011-S2012"]}``.
    """
    match = begun("ava", scenario, options)
    c = match.c
    if ground is not None or lines or places or sources is not None:
        _paint(match, ground, lines or {}, places or {}, sources)
    _clear(c, turn)
    s = c.state
    for name, where in (units or {}).items():
        label, steps = where if isinstance(where, tuple) else (where, 0)
        u = c.roster.find(name)
        s.hex_of[u], s.box[u], s.steps_left[u] = c.board.find(label), "", steps or c.roster.steps[u]
    for name, box in (boxes or {}).items():
        u = c.roster.find(name)
        s.box[u] = box
        s.steps_left[u] = 0 if box == "eliminated" else c.roster.steps[u]
    s.chits.update(chits or {})
    s.cup = sum(1 for where in s.chits.values() if where == "cup")
    s.control.update(control or {})
    s.fortress = dict(fortress or {})
    s.stand_fast = sorted(stand_fast)
    s.memory = dict(memory or {})
    s.rivers = rivers
    s.side = side
    c.touch()
    wrong = match.rules.invariants(c)
    assert wrong == [], wrong
    match.dice.queue(dice)
    _enter(c, phase, side, active, chit)
    match._after()
    return match


def _clear(c: Ctx, turn: int) -> None:
    """Everybody off the map, the chits of the turns so far ready, control as at the start."""
    s, n = c.state, len(c.roster)
    s.hex_of, s.box, s.steps_left = [-1] * n, [AWAY] * n, list(c.roster.steps)
    clear_activation(c)
    s.over, s.winner, s.level, s.over_rule = False, "", "", ""
    s.drawn = ""
    s.control = {c.label(h): "soviet" if h in tables(c).east else "axis" for h in tables(c).tracked}
    for s.turn in range(1, turn + 1):
        open_calendar(c)
    c.events = []


def _enter(c: Ctx, phase: str, side: str, active: str | Iterable[str], chit: str) -> None:
    s = c.state
    s.stack = [Frame("game", {"stage": "axis"})]
    if phase in ("turn", "surprise"):
        c.call(choices(c).turn_step if phase == "turn" else phase)
        return
    s.stack.append(Frame(choices(c).turn_step, {"stage": "command"}))
    if phase in ("movement", "combat"):
        s.stack.append(Frame("command", {"chit": chit or ("2pzg" if side == "axis" else "s-3a")}))
        wanted = {c.roster.find(u) for u in active} if not isinstance(active, str) else None
        for u, h in enumerate(s.hex_of):
            if h >= 0 and c.roster.side[u] == side and (wanted is None or u in wanted):
                activate(c, u)
        # A segment without targets would close itself, were it entered in the ordinary way.
        s.stack.append(Frame(phase))
    elif phase == "command":
        s.drawn, s.chits[chit] = chit, "played"
        c.touch()
        resolve_chit(c, chit)
    elif phase == "reinforcements":
        c.call("reinforcements", side=side)
    else:
        c.call(choices(c).draw_step if phase == "draw" else phase)
    c.touch()


# ---------------------------------------------------------------------- a map of one's own
def _paint(
    match: Match,
    ground: Mapping[str, str] | None,
    lines: Mapping[str, Iterable[str]],
    places: Mapping[str, str],
    sources: Mapping[str, Iterable[str]] | None,
) -> None:
    chains, shared, play_area = listed(lines), match.data.board, match.data.in_play
    at = None if sources is None else listed(sources)
    wanted = ground, chains, places, at
    scenario = match.data.scenario["id"]
    match.c.board = match.data.board = painted(
        shared, scenario, wanted, lambda: _painted(shared, play_area, ground, chains, places, at)
    )
    match.data.memo.clear()


def _painted(
    shared: Board,
    play_area: Iterable[Hex],
    ground: Mapping[str, str] | None,
    lines: Mapping[str, Iterable[str]],
    places: Mapping[str, str],
    sources: Mapping[str, Iterable[str]] | None,
) -> Board:
    board = _own_board(shared)
    if ground is not None:
        plains = board.terrain_names.index("plains")
        for h in play_area:
            board.terrain[h] = plains
        board.sides, board.river_names, board.places, board.place_at = {}, {}, (), {}
        for label, terrain in ground.items():
            board.terrain[board.find(label)] = board.terrain_names.index(terrain)
    for feature, chains in lines.items():
        for chain in chains:
            for a, b in pairwise(chain.split("-")):
                board.set_side(feature, board.grid.between(board.find(a), board.find(b)))
    for river in ("minor river", "major river"):
        for s in [s for s, on in enumerate(board.side(river)) if on]:
            if board.side("road")[s] or board.side("railroad")[s]:
                board.set_side(BRIDGE, s)
    for label, size in places.items():
        place = Place(f"Town {label}", (board.find(label),), size)
        board.places = (*board.places, place)
        board.place_at[board.find(label)] = place
    if sources is not None:
        board.supply = {group: tuple(board.find(h) for h in hexes) for group, hexes in sources.items()}
    return board


def _own_board(shared: Board) -> Board:
    """A board that may be changed: that of the data is shared by all matches."""
    board = copy.copy(shared)
    board.terrain = bytearray(shared.terrain)
    board.sides = {name: bytearray(flags) for name, flags in shared.sides.items()}
    board.river_names, board.place_at = dict(shared.river_names), dict(shared.place_at)
    board.supply, board.memo = dict(shared.supply), {}
    return board


# ---------------------------------------------------------------------- searching the map
def pairs(match: Match) -> Iterator[tuple[Hex, Hex]]:
    """Every ordered pair of neighbouring land hexes in play."""
    land = tables(match.c).land
    for a in sorted(land):
        for b in match.c.grid.adjacent[a]:
            if b in land:
                yield a, b


def find_pair(match: Match, fits: Callable[[Hex, Hex], bool]) -> tuple[str, str]:
    """Labels of the first neighbours on the map that fit; fails if there are none."""
    for a, b in pairs(match):
        if fits(a, b):
            return match.c.label(a), match.c.label(b)
    raise AssertionError("no neighbours on the map fit")


def find_hex(match: Match, fits: Callable[[Hex], bool]) -> str:
    """Label of the first land hex in play that fits; fails if there is none."""
    for h in sorted(tables(match.c).land):
        if fits(h):
            return match.c.label(h)
    raise AssertionError("no hex of the map fits")


# ---------------------------------------------------------------------- asking and playing
def scripted(match: Match, *values: int) -> Match:
    """Put dice before a match."""
    match.dice.queue(values)
    return match


def draw(match: Match, chit: str) -> list[Event]:
    """Draw this chit from the cup."""
    scripted(match, in_cup(match.c).index(chit) + 1)
    return match.play("draw")


def rules_of(events: Iterable[Event]) -> list[tuple[str, str]]:
    """Kind and rule of each event."""
    return [(e.kind, e.rule) for e in events]


def reach(match: Match, name: str, mode: str = "normal") -> dict[str, float]:
    """Movement points to every hex that a unit reaches, by label."""
    view = match.view()
    return {match.c.label(h): cost for h, cost in view.reach(unit(match, name), mode).costs.items()}
