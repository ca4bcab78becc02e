"""What every chapter needs to know of a unit: who it is, its strength, where it goes, who controls a hex."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.kinds import CAVALRY_MECHANIZED, SUPPORT, TIGERS, is_attached, is_static
from engine.games.bd.state import DONE
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.works import captured, entered
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


@rule("bd:2.11", "bd:10.1", "bd:15.6")
def movement_factor(c: Ctx, u: Unit) -> int:
    """The movement factor of the track for the class of a unit; static units have none."""
    if is_static(c, u) or c.roster.kind[u] in SUPPORT:
        return 0
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


@rule("bd:8.12", "bd:8.13", "bd:8.22", "bd:8.31", "bd:8.32", "bd:R15")
def eliminate(c: Ctx, u: Unit, cause: str, *, cut_off: bool = False) -> None:
    """A unit goes to the dead pile, one with a dot out of play; those attached share its fate.

    ``cut_off`` says that it was out of supply, which some scenarios count (14.10).
    """
    h = c.state.hex_of[u]
    company = riders(c, [u])
    where = f" in {c.board.describe(h)}" if h >= 0 else ""
    c.say("eliminated", f"{c.roster.name[u]}{where} is eliminated.", cause, hexes=[h] if h >= 0 else [], units=[u])
    if cut_off and c.roster.side[u] == "soviet" and not is_attached(c, u):
        c.state.losses_out += 1
    to_box(c, u, REMOVED if c.roster.number("dot", u) else DEAD)
    if is_attached(c, u) and not c.roster.number("dot", u):
        _comes_back(c, u)
    for rider in company:
        eliminate(c, rider, "bd:8.31" if c.roster.kind[rider] == TIGERS else "bd:8.32")


@rule("bd:8.31", "bd:8.32")
def _comes_back(c: Ctx, u: Unit) -> None:
    """Replaceable Tiger battalions and cavalry-mechanized groups come again as many turns later as a die says."""
    die = c.roll(6, results=[f"turn {c.state.turn + n}" for n in range(1, 7)])
    turn, name = c.state.turn + die, c.roster.name[u]
    cause = "bd:8.32" if c.roster.kind[u] == CAVALRY_MECHANIZED else "bd:8.31"
    if turn > tables(c).last_turn:
        to_box(c, u, REMOVED)
        c.say("eliminated", f"{name}: roll {die}, which is after the end.", cause, rolls=[die], units=[u])
    else:
        to_box(c, u, f"turn {turn}")
        c.say("reinforcement", f"{name} comes again on turn {turn}: roll {die}.", cause, rolls=[die], units=[u])


# ---------------------------------------------------------------------- coming into a hex, control and points
@rule("bd:3.6", "bd:4.2", "bd:11.21")
def enter(c: Ctx, units: Iterable[Unit], h: Hex) -> None:
    """Put units of one side, with those attached to them, into a hex free of the enemy, with all that follows.

    The game may be over afterwards: callers look at ``c.state.over`` before they go on.
    """
    group = with_riders(c, units)
    for u in group:
        place(c, u, h)
    if group:
        side = c.roster.side[group[0]]
        entered(c, side, h)
        take_control(c, side, h)


@rule("bd:3.6", "bd:4.2", "bd:4.3")
def take_control(c: Ctx, side: str, h: Hex) -> None:
    """A ground unit has come into a hex: control changes at once, and points with it."""
    label, s, t = c.label(h), c.state, tables(c)
    if s.control.get(label, side) == side:
        return
    s.control = {**s.control, label: side}
    more = captured(c, side, h)
    if value := t.value(h):
        who = "The German side" if side == "axis" else "The Soviet side"
        c.say("control", f"{who} takes {c.board.describe(h)}.", "bd:3.6", hexes=[h])
        points = value + more
        s.vp += points if side == "axis" else -points
        c.say("points", f"{points if side == 'axis' else -points:+d} VP: {s.vp} now.", "bd:4.2", hexes=[h])
    c.touch()
