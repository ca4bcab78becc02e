"""Positions put up by hand, as far as only this game knows: control, markers, the order of the phases."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.bd import gambit, works
from engine.games.bd.kinds import INTERCEPTOR, INTERCEPTOR_LEAVES, SUPPORT, is_attached
from engine.games.bd.phases import sequence
from engine.games.bd.setup.lists import BY_UNIT, lay_control, points_held
from engine.games.bd.stacking import counts, fits
from engine.games.bd.state import DONE, FIGHT_FIGHT, FIGHT_MOVE, FRESH, MOVE_FIGHT, ORDERS
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import DEAD, REMOVED, place, strength, to_box
from engine.kit import dials
from engine.kit.editing import Editor, hexes, put_up, table, whole
from engine.play.action import Refusal
from engine.play.asked import HEXES, NUMBER, SWITCH, Dial, Editable
from engine.play.citing import rule
from engine.play.fields import stacks, units_at
from engine.play.state import Frame

AWAY, ASIDE = "not in play", "aside"
COMMON = (AWAY, ASIDE, "turn", DEAD, REMOVED, "caucasus")
BOXES = {
    "axis": (*COMMON, gambit.AIR),
    "soviet": (*COMMON, "rvgk", "air armies", "artillery corps", "support", "withdrawn", "bulgaria"),
}
"""Boxes that a unit can be put into, by side; units that come on a later turn are in ``turn 5``."""
SEGMENTS = {"axis": "german-segment", "soviet": "soviet-segment"}
TURN_STEPS = ("movement", "combat", "phase-order")
WAITS = {
    "axis": (*TURN_STEPS, "strategic-movement", "reinforcement"),
    "soviet": (*TURN_STEPS, "rvgk", "offensive-supply", "reinforcement"),
}
"""Phases that an edited position may wait in."""


def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Apply the changes. Raises ``BadInput``."""
    put_up(c, changes, EDITOR)
    if "victory_points" not in changes.get("tracks", {}):
        c.state.vp = points_held(c)
    c.touch()


def editable(c: Ctx) -> Editable:
    """What can be set by hand."""
    return dials.editable(c, EDITOR)


def _cleared(c: Ctx) -> None:
    """All units off the map, no markers, control as in June 1941."""
    s = c.state
    for u in range(len(c.roster)):
        to_box(c, u, AWAY)
    _support(c)
    s.attached, s.offensive = {}, {}
    s.heroes, s.fortresses, s.east_wall, s.destroyed = [], [], [], []
    s.fortified_area = s.aerial = s.order = ""
    s.memory.clear()
    gambit.begin(c)
    lay_control(c)
    s.starting = {c.label(h): s.control[c.label(h)] for h in tables(c).cities}


def _turn(c: Ctx, value: Any) -> None:
    c.state.turn = whole(value, "turn", 1, max(tables(c).calendar))
    _support(c)


@rule("bd:8.36", "bd:8.37", "bd:8.38", "bd:8.39", "bd:8.40")
def _support(c: Ctx) -> None:
    """Support markers that have come by the turn are ready, others on the track, unless a place is given for them."""
    r, turn = c.roster, c.state.turn
    for u, kind in enumerate(r.kind):
        if kind in SUPPORT:
            left = kind == INTERCEPTOR and turn >= INTERCEPTOR_LEAVES
            come = SUPPORT[kind] if r.arrival[u] <= turn else f"turn {r.arrival[u]}"
            to_box(c, u, REMOVED if left else come)


# ---------------------------------------------------------------------- units
@rule("bd:10.4", "bd:6.3")
def _barred(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    here, side = [v for v in units_at(c, h) if v != u], c.roster.side[u]
    if any(c.roster.side[v] != side for v in here):
        return Refusal("bd:10.4", "both sides cannot stand there", (h,))
    if is_attached(c, u) and not any(counts(c, v) for v in here):
        return Refusal("bd:8.31", "it lies on a unit of its side there, which is placed before it", (h,))
    return fits(c, [*here, u], h)


@rule("bd:3.6", "bd:8.31")
def _put(c: Ctx, u: Unit, h: Hex) -> None:
    """A hex belongs to who stands there; support goes with the strongest unit of the hex."""
    place(c, u, h)
    c.state.control = {**c.state.control, c.label(h): c.roster.side[u]}
    if is_attached(c, u):
        others = [v for v in units_at(c, h) if counts(c, v)]
        best = max(others, key=lambda v: (c.roster.mech[v], sum(c.roster.faces[v][0][:2]), -v))
        c.state.attached = {**c.state.attached, c.roster.ids[u]: c.roster.ids[best]}


def _told(c: Ctx, u: Unit, value: Any) -> None:
    """What follows from the position is taken and not read."""


# ---------------------------------------------------------------------- tracks and markers
@rule("bd:5.4")
def _order(c: Ctx, value: Any) -> None:
    if value not in ORDERS:
        raise BadInput(f"'phase_order' is one of {', '.join(ORDERS)}, not {value!r}")
    c.state.order = value


@rule("bd:5.10")
def _paused(c: Ctx, value: Any) -> None:
    if not isinstance(value, bool):
        raise BadInput(f"'paulus_pause' is true or false, not {value!r}")
    c.state.paused = 1 if value else 2


def _heroes(c: Ctx, value: Any) -> None:
    c.state.heroes = _city_list(c, value, "hero_cities")


def _fortresses(c: Ctx, value: Any) -> None:
    c.state.fortresses = _city_list(c, value, "fortress_cities")


def _city_list(c: Ctx, value: Any, key: str) -> list[str]:
    found = hexes(c, value, key)
    if wrong := [label for label in found if not tables(c).city(c.hex(label))]:
        raise BadInput(f"'{key}' names cities, {wrong[0]} is none")
    return found


def _area(c: Ctx, value: Any) -> None:
    c.state.fortified_area = c.label(c.hex(str(value))) if value else ""
    if not c.state.area_turn:
        c.state.area_turn = max(1, c.state.turn - 1)


def _area_turn(c: Ctx, value: Any) -> None:
    c.state.area_turn = whole(value, "fortified_area_turn", 1, max(tables(c).calendar))


def _offensive(c: Ctx, value: Any) -> None:
    found = table(value, "offensive_supply", '{"A": "2208"}')
    if wrong := sorted(set(found) - {"A", "B", "C"}):
        raise BadInput(f"offensive supply markers are A, B and C, not {wrong[0]!r}")
    c.state.offensive = {name: c.label(c.hex(str(h))) for name, h in found.items()}


def _aerial(c: Ctx, value: Any) -> None:
    c.state.aerial = c.label(c.hex(str(value))) if value else ""
    c.state.aerial_ready = c.state.aerial_ready or max(1, c.state.turn)


def _points(c: Ctx, value: Any) -> None:
    c.state.vp = whole(value, "victory_points", -99, 99)


def _dials(c: Ctx) -> list[Dial]:
    s = c.state
    return [
        Dial("hero_cities", "Hero Cities", "bd:9.1", HEXES, list(s.heroes)),
        Dial("fortress_cities", "Fortress Cities", "bd:9.1", HEXES, list(s.fortresses)),
        Dial("paulus_pause", "Paulus Pause", "bd:5.10", SWITCH, s.paused == 1),
        Dial("victory_points", "German victory points", "bd:4.2", NUMBER, s.vp, -99, 99),
    ]


# ---------------------------------------------------------------------- where it waits
def _phases(c: Ctx) -> Mapping[str, Collection[str]]:
    """The words of the phases, then the ids of the outline: ``axis-first`` is movement or assault as declared."""
    rows = [p["id"] for p in c.data.tables["sequence"]["phase"] if p.get("parent")]
    return {side: [*names, *(row for row in rows if row.startswith(f"{side}-"))] for side, names in WAITS.items()}


def _word(c: Ctx, phase: str, side: str) -> str:
    """The word of a phase that is given by its id in the outline."""
    name = phase if phase in WAITS[side] else phase.removeprefix(f"{side}-")
    if name in (sequence.FIRST, sequence.SECOND):
        c.state.order = c.state.order or MOVE_FIGHT
        name = sequence.step_of(c, name)
    return "reinforcement" if name == "segment" else name


@rule("bd:5.2", "bd:5.4")
def _wait(c: Ctx, phase: str, side: str) -> None:
    """Everybody is fresh. Where no order is told, movement comes first if the position waits in it, else combat."""
    s, n, phase = c.state, len(c.roster), _word(c, phase, side)
    for column in BY_UNIT:
        setattr(s, column, [0] * n)
    s.moving = [DONE if box == AWAY else FRESH for box in s.box]
    s.origin, s.attacked, s.parent = list(s.hex_of), [], -1
    s.side, s.over, s.winner, s.level, s.over_rule = side, False, "", "", ""
    s.straits_crossed = s.sailed_south = s.sailed_north = s.deployed = 0
    s.railed.clear()
    c.touch()
    for h, units in stacks(c).items():
        s.control[c.label(h)] = c.roster.side[units[0]]
    s.control = dict(s.control)
    c.touch()
    works.raze(c)
    if phase == "reinforcement":
        stage = "german" if side == "axis" else "administration"
        s.stack = [Frame("game"), Frame("turn", {"stage": stage})]
        sequence.begin_stage(c, SEGMENTS[side], side)
        return
    s.stack = [Frame("game"), Frame("turn", {"stage": side})]
    if phase in ("movement", "combat"):
        s.order = s.order or (MOVE_FIGHT if phase == "movement" else FIGHT_MOVE)
        first = s.order == FIGHT_FIGHT or (s.order == MOVE_FIGHT) == (phase == "movement")
        stage_name = sequence.FIRST if first else sequence.SECOND
    else:
        stage_name = phase
    stages = sequence.STAGES[side]
    s.stack.append(Frame("player-turn", {"side": side, "next": stages.index(stage_name) + 1}))
    sequence.begin_stage(c, phase, side)


EDITOR = Editor(
    away=AWAY,
    columns={"origin": -1, **dict.fromkeys(BY_UNIT, 0)},
    natives={"axis": "german", "soviet": "soviet"},
    land=lambda c: tables(c).land,
    barred=_barred,
    put=_put,
    to_box=to_box,
    strength=strength,
    boxes=BOXES,
    cleared=_cleared,
    turn=_turn,
    turns=lambda c: (1, max(tables(c).calendar)),
    control_rule="bd:3.6",
    dials=_dials,
    tracks={
        "phase_order": _order,
        "paulus_pause": _paused,
        "hero_cities": _heroes,
        "fortress_cities": _fortresses,
        "fortified_area": _area,
        "fortified_area_turn": _area_turn,
        "offensive_supply": _offensive,
        "aerial_supply": _aerial,
        "victory_points": _points,
    },
    phases=_phases,
    wait=_wait,
    keys={"must_attack": _told},
)
