"""What can be asked about units: their values, supply, what they have done, where they are."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.air.bases import is_dummy
from engine.games.efs.given import RECEIVING
from engine.games.efs.kinds import is_air, is_gun, is_substitute, is_supply
from engine.games.efs.movement.allowance import told
from engine.games.efs.phases.supply_phase import Feeding, opened
from engine.games.efs.queries.reach import group_words, reach_query
from engine.games.efs.queries.told import further, markers, supply_words
from engine.games.efs.state import ADVANCED, ATTACKED, EMERGENCY, GENERAL, OUT, REACTED
from engine.games.efs.supply.routes import route
from engine.games.efs.tables import Ctx
from engine.games.efs.units import AIR_BOXES, ASIDE, READY, is_nonop, is_untried, number, values
from engine.play.asked import Supply
from engine.play.citing import rule
from engine.play.queries import UnitQueries

STATUS = {GENERAL: "general supply", EMERGENCY: "emergency supply", OUT: "out of supply"}
WHERE = {
    "active": "Active Box", "cadre": "Cadre Box", "eliminated": "Eliminated Box", "cannot rebuild": "for good",
    "ready": "Ready Box", "flown": "Flown Box", "damaged": "Damaged Box", "destroyed": "Destroyed Box",
    "supply pool": "not in use", "bridge pool": "not in use", "cup mg": "in the cup", "cup militia": "in the cup",
    "aside": "until a rule brings it", "withdrawn": "withdrawn", "exited": "left the map", "not in play": "",
}  # fmt: skip


@rule("efs:6.3", "efs:6.34", "efs:6.12")
def supply_of(c: Ctx, u: Unit) -> Supply:
    """Supply Status of a unit in this turn, with the route that it could trace now."""
    state, h = c.state.supply[u], c.state.hex_of[u]
    if h < 0:
        return Supply("not on the map", True, (), -1, "efs:6.3")
    # Each part of a route begins where the one before ends, and a part that is not needed is one hex.
    path = tuple(dict.fromkeys(step for leg in route(c, h, c.roster.side[u]) for step in leg))
    law = {GENERAL: "efs:6.32", EMERGENCY: "efs:6.33", OUT: "efs:6.35"}[state]
    source = path[0] if path else -1
    return Supply(STATUS[state], state != OUT, path[::-1], source, law, supply_words(c, u))


MARKED = (
    ("fired", "fired"), ("overrun", "overrun"), ("fuel shortage", "fuel shortage"), ("garrison", "garrison"),
    (RECEIVING, "receives replacements"),
)  # fmt: skip
"""Markers, as ``edit`` takes them, that are told among what a unit has done, in this order and these words."""


def flags(c: Ctx, u: Unit) -> list[str]:
    """Words for what a unit is and has done."""
    s, did, here, marked = c.state, c.state.did[u], c.state.hex_of[u] >= 0, markers(c).get(u, ())
    words = (
        (bool(s.picked[u]), "picked"),
        *(_gone(c, u) if here and s.way[u] >= 0 else ()),
        (is_nonop(c, u), "Non-Op"),
        (is_untried(c, u), "Untried"),
        *([(word in marked, told) for word, told in MARKED] if marked else ()),
        (s.hold[u] > 0, s.hold[u] > 0 and f"do not move {s.hold[u]}"),
        (s.leader[u] >= 0, s.leader[u] >= 0 and f"activated by {c.roster.short[s.leader[u]]}"),
        (s.committed[u] >= 0, s.committed[u] >= 0 and f"in battle {s.committed[u]}"),
        (s.asp[u] > 0, s.asp[u] > 0 and f"{s.asp[u]} ASP"),
        (bool(did & REACTED), "reacted"),
        (bool(did & ATTACKED), "has attacked"),
        (bool(did & ADVANCED), "advanced"),
        (here and s.supply[u] != GENERAL, STATUS[s.supply[u]]),
    )
    return [str(word) for on, word in words if on]


def _gone(c: Ctx, u: Unit) -> Iterable[tuple[bool, str]]:
    left = c.state.mp_left[u]
    return ((left > 0, f"{told(left)} MP left"), (not left, "moved"))


@rule("efs:8.42")
def told_values(c: Ctx, u: Unit) -> str:
    """``4-4-4``; ``?-?-4`` of an Untried unit, ratings of an air unit, points of a supply unit."""
    r = c.roster
    if is_air(c, u):
        return f"{r.number('air_combat', u)}/{r.number('cas', u)}/{r.number('interdiction', u)}"
    attack, defence, move = values(c, u)
    if is_untried(c, u):
        known = r.number("untried_move", u) >= 0
        return f"?-?-{move if known else '?'}"
    if is_supply(c, u):
        return f"{c.state.asp[u]} ASP-{move if c.state.asp[u] < 2 else 0}"
    support = f"({number(c, u, 'support')})" if is_gun(c, u) else ""
    return f"{attack}{support}-{defence}-{move}"


@rule("efs:14.11", "efs:14.31")
def air_words(c: Ctx, u: Unit) -> str:
    """What an air unit is: ``Bf 109F fighter``, ``bomber``, ``dummy``."""
    if is_dummy(c, u):
        return "dummy"
    return f"{c.roster.value('aircraft', u)} {c.roster.kind[u]}".strip()


def whereabouts(c: Ctx, u: Unit) -> str:
    """Where a unit off the map is, and when it comes."""
    box = c.state.box[u]
    if box == ASIDE and is_substitute(c, u):
        return "available"
    if box.startswith("turn "):
        due = int(box[5:]) <= c.state.turn
        return "may enter now" if due else f"comes on turn {box[5:]}"
    if is_air(c, u) and box in AIR_BOXES:
        return f"{air_words(c, u)}, {WHERE[box]}"
    if box.startswith("group "):
        return f"Special Group {box[6:]}"
    return _feeds_on(c, u) or WHERE.get(box, "not on the map")


@rule("efs:6.26")
def _feeds_on(c: Ctx, u: Unit) -> str:
    """Of a supply unit whose last point has fed a hex: how many more this point may feed."""
    feeding = c.state.stack and c.frame.step == Feeding.id
    label, left = opened(c).get(c.roster.ids[u], ("", 0)) if feeding else ("", 0)
    return f"its point at {label} feeds {left} more" if left else ""


@rule("efs:14.14")
def waiting(c: Ctx, u: Unit) -> str:
    """What is told of a unit off the map that can be used: an air unit is in the Ready Box then, and not told so."""
    return air_words(c, u) if is_air(c, u) and c.state.box[u] == READY else whereabouts(c, u)


UNITS = UnitQueries(
    strength=values,
    reach=reach_query,
    supply=supply_of,
    flags=flags,
    whereabouts=whereabouts,
    waiting=waiting,
    values=told_values,
    group=group_words,
    further=further,
)
