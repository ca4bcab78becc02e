"""11.7: air transport: one mission of a side in its Movement Phase, against nobody, after all other movement."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.components.wording import counted, plural
from engine.games.efs.arrivals import waiting
from engine.games.efs.command import held_back, set_out
from engine.games.efs.holders import friendly
from engine.games.efs.interdicted import level
from engine.games.efs.kinds import is_engineer, is_hq, is_supply, kind
from engine.games.efs.movement.allowance import begun, bound, end_movement, movers
from engine.games.efs.movement.entering import arrive, enter
from engine.games.efs.stacking import points, room
from engine.games.efs.state import ACTIVATED, GENERAL, MOVED, SPECIAL
from engine.games.efs.tables import TOWN, Ctx, tables
from engine.games.efs.units import combat_units, fighters, on_map
from engine.games.efs.weather import MUD
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good
from engine.play.step import Verb

AIRBORNE = ("airborne infantry", "parachute infantry")
MISSIONS = 3
"""Missions of a side in a game where the scenario names no number (R80)."""


# ---------------------------------------------------------------------- how often
@rule("efs1:11.7.7", "efs1:R80")
def left(c: Ctx, side: str) -> int:
    """Missions that a side may still fly in this game."""
    return int(c.scenario.get("air_transport", {}).get(side, MISSIONS)) - c.state.flown[side]


@rule("efs1:11.7.7", "efs1:11.7.2")
def _no_mission(c: Ctx) -> Refusal | None:
    """Why the side to act flies no mission now, whoever were to go."""
    s = c.state
    if s.phase != f"{s.side}-movement":
        return Refusal("efs1:11.7.2", "Air transport flies in the Movement Phase of its side.")
    if left(c, s.side) < 1:
        return Refusal("efs1:11.7.7", "No air transport mission is left in this game.")
    if s.flown[f"{s.side} turn"] == s.turn:
        return Refusal("efs1:11.7.7", "One air transport mission is all that a side flies in a Movement Phase.")
    return None


# ---------------------------------------------------------------------- who, from where, and where to
@rule("efs1:11.7.1", "efs1:11.7.2")
def may_board(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit can be flown from where it stands."""
    s, name = c.state, c.roster.short[u]
    if (refusal := _no_mission(c)) is not None:
        return refusal
    if c.roster.side[u] != s.side or (s.hex_of[u] < 0 and u not in _packed(c)):
        return Refusal("efs1:11.7.2", f"{name} is none of your units on the map.", units=(u,))
    supply, hq = is_supply(c, u) and s.asp[u] < 2, is_hq(c, u) and s.side == "soviet"
    if not (kind(c, u) in AIRBORNE or supply or hq):
        text = f"{name} cannot be flown: airborne units, Mobile Supply Units and Soviet headquarters can."
        return Refusal("efs1:11.7.1", text, units=(u,))
    if begun(c, u):
        return Refusal("efs1:11.7.2", f"{name} has moved in this phase: it is not flown.", units=(u,))
    if s.did[u] & ACTIVATED:
        return Refusal("efs1:10.2.4", f"{name} was activated in this turn: it does not move again.", units=(u,))
    if s.hex_of[u] < 0:
        return None
    return bound(c, u) or held_back(c, [u]) or _closed(c, s.hex_of[u])


@rule("efs1:6.8.4", "efs1:11.7.2")
def _packed(c: Ctx) -> list[Unit]:
    """New supply units of the side to move that wait to enter: they may come by air, from the Ready Box."""
    return [u for u in waiting(c, c.state.side) if is_supply(c, u)]


@rule("efs1:11.7.2", "efs1:11.7.4", "efs1:11.7.5", "efs1:11.7.6", "efs1:13.2.6", "efs1:22.3.3")
def _closed(c: Ctx, h: Hex) -> Refusal | None:
    """Why no mission of the side to act begins or ends in a hex."""
    side, where = c.state.side, c.board.describe(h)
    enemy, size = fighters(c, c.other(side)), tables(c).size(h)
    if not size or h not in c.data.in_play or h in enemy or friendly(c, h) != side:
        return Refusal("efs1:11.7.2", f"{where} is no friendly town or city.", (h,))
    if side == "soviet" and level(c, h):
        return Refusal("efs1:11.7.4", f"{where} lies in a Zone of Interdiction.", (h,))
    if any(n in enemy for n in c.grid.adjacent[h]):
        return Refusal("efs1:11.7.5", f"The enemy stands beside {where}.", (h,))
    if c.state.weather == MUD and size == TOWN and not any(is_engineer(c, u) for u in combat_units(c, h, side)):
        return Refusal(
            "efs1:11.7.6", f"In Mud no aircraft lands in the town of {where} without an engineer unit.", (h,)
        )
    return None


@rule("efs1:11.7.2")
def may_fly(c: Ctx, u: Unit, to: Hex) -> Refusal | None:
    """Whether a unit can be flown to a hex, over any distance."""
    if (refusal := may_board(c, u) or _closed(c, to)) is not None:
        return refusal
    if to == c.state.hex_of[u]:
        return Refusal("efs1:11.7.2", f"{c.roster.short[u]} is there already.", (to,), (u,))
    if room(c, to, c.state.side) < points(c, u):
        return Refusal("efs1:3.0", f"{c.board.describe(to)} has no room for {c.roster.short[u]}.", (to,), (u,))
    return None


@rule("efs1:11.7.2", "efs1:11.7.3", "efs1:11.7.7")
def fly(c: Ctx, u: Unit, to: Hex) -> None:
    """A unit lands in a hex; all others have ended their movement, and it moves no more either."""
    s, side, begin = c.state, c.roster.side[u], c.state.hex_of[u]
    set_out(c, [u])
    for v in on_map(c, side):
        end_movement(c, v)
    enter(c, [u], to)
    end_movement(c, u)
    s.did[u] |= MOVED | SPECIAL
    if begin < 0:
        s.supply[u], s.origin[u] = GENERAL, to
    s.flown[side] += 1
    s.flown[f"{side} turn"] = s.turn
    c.touch()
    more = counted(left(c, side), "mission is", "missions are")
    text = f"{c.roster.short[u]} is flown to {c.board.describe(to)}, after all other movement; {more} left."
    c.say("air", text, "efs1:11.7.2", hexes=[h for h in (begin, to) if h >= 0], units=[u])
    arrive(c, [to])


# ---------------------------------------------------------------------- the verb
@rule("efs1:11.7.2")
def _told(c: Ctx, unit: str, hex_: str) -> str:
    """What a flight ends: whatever could still move does not."""
    still = sum(c.roster.by_id[name] != c.unit(unit) for name in movers(c))
    return f"ends the movement of {plural(still, 'other')}" if still else ""


def lift_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``airlift hq-13a B0235``: a unit by air to another town; all others have moved."""
    return may_fly(c, c.unit(unit), c.hex(hex_))


@derived()
def lifters(c: Ctx) -> list[str]:
    """Ids of the units that can be flown now."""
    if _no_mission(c) is not None:
        return []
    s, packed = c.state, _packed(c)
    known = (u for u in _light(c) if c.roster.side[u] == s.side and (s.hex_of[u] >= 0 or u in packed))
    return [c.roster.ids[u] for u in known if may_board(c, u) is None]


@for_good
def _light(c: Ctx) -> list[Unit]:
    """All that is ever flown, on the map or not."""
    return [u for u in range(len(c.roster)) if kind(c, u) in AIRBORNE or is_supply(c, u) or is_hq(c, u)]


@for_good
def _fields(c: Ctx) -> list[Hex]:
    """Towns and cities in play, in the order of the map."""
    return sorted({h for place in c.board.places for h in place.hexes} & c.data.in_play)


def _flights(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for name in lifters(c):
        if subject in (None, name):
            yield from ((name, c.label(h)) for h in _fields(c) if may_fly(c, c.unit(name), h) is None)


AIR_VERB = Verb("airlift", _flights, lift_check, lambda c, unit, hex_: fly(c, c.unit(unit), c.hex(hex_)),
                "airlift UNIT HEX: by air to a town; all others have moved", "efs1:11.7.2", lifters, grave=True,
                rare=True, told=_told)  # fmt: skip
"""For the movement step."""
