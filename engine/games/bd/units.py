"""What every chapter needs to know of a unit: who it is, its strength, where it goes, who controls a hex."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd import watch
from engine.games.bd.kinds import SUPPORT, is_static
from engine.games.bd.state import DONE
from engine.games.bd.tables import Ctx, tables
from engine.play.citing import rule
from engine.play.fields import derived, stacks, units_at

DEAD, REMOVED = "dead pile", "removed"


# ---------------------------------------------------------------------- who is it
def given(c: Ctx, u: Unit) -> bool:
    """Whether a counter was given by its values in a position put up by hand."""
    return u >= len(c.roster) - len(c.data.extra)


@rule("bd:2.10", "bd:2.11", "bd:10.1")
def strength(c: Ctx, u: Unit) -> tuple[int, int, int]:
    """Attack and defense factor as printed, and the movement factor of the Turn Record Track for this turn."""
    faces = c.roster.faces[u]
    attack, defense, move = faces[min(max(c.roster.steps[u] - c.state.steps_left[u], 0), len(faces) - 1)]
    return attack, defense, move if given(c, u) else movement_factor(c, u)


@rule("bd:2.11", "bd:4.18", "bd:10.1", "bd:15.6")
def movement_factor(c: Ctx, u: Unit) -> int:
    """The movement factor of the track for the class of a unit; static units have none."""
    if is_static(c, u) or c.roster.kind[u] in SUPPORT:
        return 0
    if c.roster.side[u] == "axis" and c.roster.mech[u] and watch.oder(c):
        return int(watch.terms(c)["mech"])
    row = tables(c).track[c.state.turn, c.roster.side[u]]
    return row.mech if c.roster.mech[u] else row.foot


def side_units(c: Ctx, h: Hex, side: str) -> tuple[Unit, ...]:
    """The units of a side in a hex."""
    return tuple(u for u in units_at(c, h) if c.roster.side[u] == side)


def held_by(c: Ctx, h: Hex) -> str:
    """The side whose ground units are in a hex; empty for none."""
    here = units_at(c, h)
    return c.roster.side[here[0]] if here else ""


@derived("hex_of")
def occupied(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes with ground units of a side."""
    return frozenset(h for h, units in stacks(c).items() if c.roster.side[units[0]] == side)


def beside_enemy(c: Ctx, h: Hex, side: str) -> bool:
    """Whether an enemy ground unit of a side stands next to a hex."""
    return any(n in occupied(c, c.other(side)) for n in c.grid.adjacent[h])


@rule("bd:8.31", "bd:8.32")
def riders(c: Ctx, units: Iterable[Unit]) -> list[Unit]:
    """Tiger battalions and cavalry-mechanized groups that are attached to some units."""
    names = {c.roster.ids[u] for u in units}
    return sorted(c.roster.by_id[me] for me, carrier in c.state.attached.items() if carrier in names)


def with_riders(c: Ctx, units: Iterable[Unit]) -> list[Unit]:
    """Some units and whoever is attached to them, each once."""
    group = list(dict.fromkeys(units))
    return group + [u for u in riders(c, group) if u not in group]


# ---------------------------------------------------------------------- where it goes
def place(c: Ctx, u: Unit, h: Hex) -> None:
    """Put a unit on the map or move it to another hex, without any effect of its coming."""
    c.state.hex_of[u], c.state.box[u] = h, ""
    c.state.steps_left[u] = c.state.steps_left[u] or c.roster.steps[u]
    c.touch()


def to_box(c: Ctx, u: Unit, box: str) -> None:
    """Take a unit off the map into a box; what is attached to it, or it to another, is so no more."""
    s, me = c.state, c.roster.ids[u]
    s.attached = {rider: carrier for rider, carrier in s.attached.items() if me not in (rider, carrier)}
    s.hex_of[u], s.box[u], s.picked[u], s.moving[u], s.mp_left[u] = -1, box, 0, DONE, 0
    s.steps_left[u] = 0 if box in (DEAD, REMOVED) else c.roster.steps[u]
    c.touch()
