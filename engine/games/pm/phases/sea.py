"""Section 11: Soviet movement on the Black Sea: port to port, into the holding box, invasions of the Crimea."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.components.grid import Hex, Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.landing import invaders
from engine.games.pm.movement.allowance import NOBODY, describe_group, end_movement, may_act, seen_group
from engine.games.pm.movement.entering import enter
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import fits
from engine.games.pm.state import DONE
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import held_by, place, side_units
from engine.kit.picking import group_of
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Options, Verb

BOX, NEW = "ports", "ports new"
"""The Southern Ports holding box, and those who may not leave it yet (11.3)."""
NEVER = ("tank division", "motorized division")
"""Kinds that never go by sea (11.1)."""


def in_ports(c: Ctx, u: Unit) -> bool:
    """Whether a unit is in the Southern Ports holding box."""
    return c.state.box[u] in (BOX, NEW)


def open_phase(c: Ctx) -> None:
    """A movement phase begins: no invasion is noted."""
    del c.state.invasion_hex


# ---------------------------------------------------------------------- who
@rule("pm:11.1")
def may_sail(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may use sea movement at all."""
    name, kind = c.roster.short[u], c.roster.kind[u]
    if not in_force(c, "11.1"):
        return Refusal("pm:11.0", "There is no sea movement in the beginners' game.", units=(u,))
    if c.roster.side[u] != "soviet":
        return Refusal("pm:11.1", f"{name}: only Soviet units go by sea.", units=(u,))
    if kind in NEVER:
        return Refusal("pm:11.1", f"{name} is a {kind}: none goes by sea.", units=(u,))
    return None


@rule("pm:11.1", "pm:11.2", "pm:11.3", "pm:12.2")
def may_embark(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit can go by sea now, wherever to."""
    s, name = c.state, c.roster.short[u]
    if (refusal := may_sail(c, u) or may_act(c, u)) is not None:
        return refusal
    if s.box[u] == NEW:
        text = f"{name} has entered the holding box this game turn: it sails from the second couplet on."
        return Refusal("pm:11.3", text, units=(u,))
    if s.box[u] != BOX and s.hex_of[u] not in tables(c).ports:
        return Refusal("pm:11.2", f"{name} is in no Black Sea port.", units=(u,))
    if s.hex_of[u] != s.origin[u]:
        return Refusal("pm:11.2", f"{name} did not begin the phase in this port.", units=(u,))
    if s.parent != NOBODY:
        return Refusal("pm:11.2", "Sea movement comes before all land movement, which has begun.", units=(u,))
    return None


@derived()
def sailors(c: Ctx) -> list[str]:
    """Units that may go by sea now."""
    s, r = c.state, c.roster
    if s.side != "soviet" or s.parent != NOBODY or not in_force(c, "11.1"):
        return []
    ports = tables(c).ports
    from_port = (u for u, h in enumerate(s.hex_of) if (h in ports or s.box[u] == BOX) and s.moving[u] != DONE)
    return [r.ids[u] for u in from_port if may_embark(c, u) is None]


@rule("pm:11.1")
def _capacity(c: Ctx, group: list[Unit]) -> Refusal | None:
    used, most = c.state.by_sea, c.data.constant("sea_units")
    if used + len(group) > most:
        text = f"Only {most} units go by sea in a player turn: {used} have, {len(group)} more are too many."
        return Refusal("pm:11.1", text, units=tuple(group))
    return None


def _ready(c: Ctx, group: list[Unit]) -> Refusal | None:
    for u in group:
        if (refusal := may_embark(c, u)) is not None:
            return refusal
    return _capacity(c, group)


# ---------------------------------------------------------------------- from port to port
@rule("pm:11.2", "pm:11.3", "pm:R11")
def sail_check(c: Ctx, unit: str, to: str) -> Refusal | None:
    """``sail cd-001 2919S`` or ``sail cd-001 ports``: to a port, or into the holding box; picked units together."""
    group = group_of(c, c.unit(unit))
    if (refusal := _ready(c, group)) is not None:
        return refusal
    if to.lower() == BOX:
        if in_ports(c, group[0]):
            return Refusal("pm:11.2", f"{c.roster.short[group[0]]} is in the holding box.", units=tuple(group))
        return None
    h = c.hex(to)
    if h not in tables(c).ports:
        return Refusal("pm:11.2", f"{c.board.describe(h)} is no Black Sea port.", (h,), tuple(group))
    if h == c.state.hex_of[group[0]]:
        return Refusal("pm:11.2", f"{c.roster.short[group[0]]} is in this port.", (h,), tuple(group))
    if c.state.control.get(c.label(h), "soviet") != "soviet" or held_by(c, h) == "axis":
        return Refusal("pm:11.2", f"{c.board.describe(h)} is not Soviet-controlled.", (h,), tuple(group))
    return fits(c, [*side_units(c, h, "soviet"), *group], h)


@rule("pm:11.2")
def alone(c: Ctx, unit: str, port: str) -> bool:
    """Whether a unit that stands in a port can go to another one, and by sea alone."""
    u, h = c.unit(unit), c.hex(port)
    able = c.state.hex_of[u] in tables(c).ports and sail_check(c, unit, port) is None
    return able and h not in reach_of(c, [u])[0]


def crossings(c: Ctx, units: Iterable[Unit]) -> Iterator[tuple[Unit, Hex]]:
    """Those of some units who could go to ports by sea alone, with each of these ports."""
    ports = tables(c).ports
    for u, h in ((u, h) for u in units if c.state.hex_of[u] in ports for h in sorted(ports)):
        if alone(c, c.roster.ids[u], c.label(h)):
            yield u, h


def sail_apply(c: Ctx, unit: str, to: str) -> None:
    """They are there, and neither move nor attack in this player turn."""
    group = group_of(c, c.unit(unit))
    _aboard(c, group)
    if to.lower() == BOX:
        for u in group:
            c.state.hex_of[u], c.state.box[u] = -1, BOX
        c.touch()
        # The box is open to both sides: everybody sees who comes to it.
        c.say("sea", f"{describe_group(c, group, 'sails', 'sail')} to the Southern Ports.", "pm:11.2", units=group)
        return
    h = c.hex(to)
    _rest(c, group)
    text = f"{describe_group(c, group, 'sails', 'sail')} to {c.board.describe(h)}."
    plain = f"{seen_group(c, group, 'sails', 'sail', h)} to {c.board.describe(h)}."
    c.say("sea", text, "pm:11.2", hexes=[h], units=group, plain=plain)
    enter(c, group, h)


def _aboard(c: Ctx, group: list[Unit]) -> None:
    """Count the ships and end the movement of those on them."""
    c.state.by_sea += len(group)
    for u in group:
        end_movement(c, u)


def _rest(c: Ctx, group: list[Unit]) -> None:
    for u in group:
        c.state.still[u] = 1


# ---------------------------------------------------------------------- invasions
@rule("pm:11.4", "pm:R11", "pm:R47")
def invade_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``invade cd-001 3120S``: land on the southern coast of the Crimea; picked units together."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    if (refusal := _ready(c, group)) is not None:
        return refusal
    if h not in tables(c).zone("invasion_coast"):
        text = f"{c.board.describe(h)} is not on the southern coast of the Crimea."
        return Refusal("pm:11.4", text, (h,), tuple(group))
    goal = c.state.invasion_hex
    if goal not in (-1, h):
        text = f"One invasion a player turn: it goes to {c.board.describe(goal)}."
        return Refusal("pm:11.4", text, (goal,), tuple(group))
    if h == c.state.hex_of[group[0]]:
        return Refusal("pm:11.4", f"{c.roster.short[group[0]]} is there.", (h,), tuple(group))
    ashore = side_units(c, h, "soviet") if held_by(c, h) != "axis" else invaders(c)
    return fits(c, [*ashore, *group], h)


@rule("pm:11.4")
def invade_apply(c: Ctx, unit: str, hex_: str) -> None:
    """Ashore at once where no enemy is; else on the sea until the first prepared assault."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    _aboard(c, group)
    c.state.invaded, c.state.invasion_hex = 1, h
    where = c.board.describe(h)
    if held_by(c, h) == "axis":
        tail = f"will invade {where}: the first prepared assault."
        plain = f"{seen_group(c, group, 'will', 'will', sea_beside(c, h))} {tail.removeprefix('will ')}"
        for u in group:
            place(c, u, sea_beside(c, h))
        text = f"{describe_group(c, group)} {tail}"
        c.say("sea", text, "pm:11.4", hexes=[h], units=group, plain=plain)
        return
    _rest(c, group)
    text = f"{describe_group(c, group, 'lands', 'land')} in {where} without a fight."
    plain = f"{seen_group(c, group, 'lands', 'land', h)} in {where} without a fight."
    c.say("sea", text, "pm:11.4", hexes=[h], units=group, plain=plain)
    enter(c, group, h)


@rule("pm:11.4", "pm:R47")
def sea_beside(c: Ctx, h: Hex) -> Hex:
    """The all-sea hex closest to a coastal hex; of several beside it the southernmost, then the westernmost."""
    sea = [n for n in c.grid.adjacent[h] if c.board.terrain_name(n) == "sea"]
    return min(sea, key=lambda n: (-c.grid.centre(n)[1], n))


# ---------------------------------------------------------------------- what can be tried
def _ways(known: Callable[[Ctx], list[str]]) -> Options:
    def options(c: Ctx, subject: str | None) -> Iterable[tuple[str, str]]:
        ids = sailors(c)
        for unit in ids if subject is None else [i for i in ids if i == subject]:
            for to in known(c):
                yield unit, to

    return options


def _ports(c: Ctx) -> list[str]:
    return [*(c.label(h) for h in sorted(tables(c).ports)), BOX]


def _coast(c: Ctx) -> list[str]:
    return [c.label(h) for h in sorted(tables(c).zone("invasion_coast"))]


VERBS = (
    Verb("sail", _ways(_ports), sail_check, sail_apply, "sail UNIT PORT|ports: by sea", "pm:11.2", sailors),
    Verb(
        "invade", _ways(_coast), invade_check, invade_apply, "invade UNIT HEX: land in the Crimea", "pm:11.4", sailors
    ),
)
