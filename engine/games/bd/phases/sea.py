"""10.16, 10.17, 10.34: German movement by sea, and the Independent Coastal Army between its two ports."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.control import enter
from engine.games.bd.kinds import COASTAL_ARMY, INFANTRY
from engine.games.bd.movement.allowance import end_movement, movers
from engine.games.bd.movement.limits import coastal_ports, may_go
from engine.games.bd.stacking import fits
from engine.games.bd.state import FRESH
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import held_by, side_units, with_riders
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb

SEAS = {"black sea port": ("bd:10.16", "Black Sea"), "baltic port": ("bd:10.17", "Baltic")}
Words = tuple[str, str]


def _sea_of(c: Ctx, u: Unit) -> str:
    """The mark of the ports of the sea on which a unit may sail from where it stands; empty for none."""
    h = c.state.hex_of[u]
    return next((mark for mark in SEAS if h in tables(c).marked(mark)), "")


@rule("bd:10.16", "bd:10.17")
def may_sail(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may move by sea now: a German infantry corps that has begun the phase in a friendly port."""
    s, r, name = c.state, c.roster, c.roster.short[u]
    if r.side[u] != "axis" or s.side != "axis" or r.nationality[u] != "german" or r.kind[u] != INFANTRY:
        return Refusal("bd:10.16", f"{name} is no German infantry corps: only these go by sea.", units=(u,))
    if r.size[u] != "corps":
        return Refusal("bd:10.16", f"{name} is no corps: only infantry corps go by sea.", units=(u,))
    mark = _sea_of(c, u)
    law, sea = SEAS.get(mark, ("bd:10.16", ""))
    if not mark or s.moving[u] != FRESH or s.origin[u] != s.hex_of[u]:
        return Refusal(law, f"{name} did not begin this phase in a port that it may sail from.", units=(u,))
    if s.fought[u] or s.railed[r.ids[u]]:
        did = "attacked" if s.fought[u] else "moved strategically"
        return Refusal(law, f"{name} has {did} in this player turn: it may not go by sea too.", units=(u,))
    if s.sailed_south if mark == "black sea port" else s.sailed_north:
        return Refusal(law, f"One corps has moved on the {sea} in this phase: that is all.", units=(u,))
    if s.control.get(c.label(s.hex_of[u])) != "axis":
        return Refusal(law, f"{c.board.describe(s.hex_of[u])} is not German-controlled.", units=(u,))
    return None


@rule("bd:10.16", "bd:10.17", "bd:6.3", "bd:8.31")
def sail_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``sail 5inf 2911``: by sea to another friendly port of the same sea."""
    u, h = c.unit(unit), c.hex(hex_)
    if (refusal := may_sail(c, u)) is not None:
        return refusal
    mark = _sea_of(c, u)
    law, sea = SEAS[mark]
    if h == c.state.hex_of[u] or h not in tables(c).marked(mark):
        return Refusal(law, f"{c.board.describe(h)} is no other port of the {sea}.", (h,), (u,))
    if c.state.control.get(c.label(h)) != "axis":
        return Refusal(law, f"{c.board.describe(h)} is not German-controlled.", (h,), (u,))
    return may_go(c, u, h) or fits(c, [*side_units(c, h, "axis"), *with_riders(c, [u])], h)


def _sail(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    mark, start = _sea_of(c, u), c.state.hex_of[u]
    if mark == "black sea port":
        c.state.sailed_south = 1
    else:
        c.state.sailed_north = 1
    text = f"{c.roster.short[u]} goes by sea to {c.board.describe(h)}."
    c.say("move", text, SEAS[mark][0], hexes=[start, h], units=[u])
    enter(c, [u], h)
    end_movement(c, u)
    c.state.still[u] = 1
    c.touch()


@rule("bd:10.16")
def sea_hexes(c: Ctx, u: Unit) -> list[Hex]:
    """Ports that a unit could sail to now."""
    me = c.roster.ids[u]
    ports = tables(c).marked(_sea_of(c, u)) if may_sail(c, u) is None else frozenset()
    return [h for h in sorted(ports) if sail_check(c, me, c.label(h)) is None]


def _sailings(c: Ctx, subject: str | None) -> Iterable[Words]:
    if c.state.side != "axis":
        return
    for unit in movers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0 and may_sail(c, u) is None:
            yield from ((unit, c.label(h)) for h in sorted(tables(c).marked(_sea_of(c, u))))


# ---------------------------------------------------------------------- the Independent Coastal Army
@rule("bd:10.34")
def coast_check(c: Ctx, unit: str) -> Refusal | None:
    """``coast ica``: from Odessa to Sevastopol or back."""
    u = c.unit(unit)
    s, name = c.state, c.roster.short[u]
    if c.roster.kind[u] != COASTAL_ARMY or s.side != c.roster.side[u] or s.hex_of[u] < 0:
        return Refusal("bd:10.34", f"{name} is not the Independent Coastal Army on the map.", units=(u,))
    if s.moving[u] != FRESH:
        return Refusal("bd:10.34", f"{name} has moved in this phase.", units=(u,))
    to = other_port(c, u)
    if to < 0 or s.control.get(c.label(to)) != "soviet" or held_by(c, to) == "axis":
        return Refusal("bd:10.34", f"The other port of {name} is not Soviet-controlled.", units=(u,))
    return fits(c, [*side_units(c, to, "soviet"), u], to)


def other_port(c: Ctx, u: Unit) -> Hex:
    """The port to which the Independent Coastal Army could go; -1 for none."""
    return next((h for h in sorted(coastal_ports(c)) if h != c.state.hex_of[u]), -1)


def _coast(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    to, start = other_port(c, u), c.state.hex_of[u]
    c.say("move", f"{c.roster.short[u]} goes to {c.board.describe(to)}.", "bd:10.34", hexes=[start, to], units=[u])
    enter(c, [u], to)
    end_movement(c, u)
    c.touch()


def _coastal(c: Ctx) -> list[str]:
    return [
        c.roster.ids[u]
        for u, kind in enumerate(c.roster.kind)
        if kind == COASTAL_ARMY and c.state.hex_of[u] >= 0 and c.roster.side[u] == c.state.side
    ]


VERBS = (
    Verb("sail", _sailings, sail_check, _sail, "sail UNIT HEX: by sea to another port", "bd:10.16", movers),
    Verb(
        "coast",
        lambda c, subject: [(i,) for i in _coastal(c) if subject in (None, i)],
        coast_check,
        _coast,
        "coast UNIT: the Coastal Army to its other port",
        "bd:10.34",
        _coastal,
    ),
)
