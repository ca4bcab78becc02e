"""3.1: who controls a hex now, and the memory of who held it last."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.components.sides import border
from engine.games.efs.edition import edition
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_combat
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import fighters, held_by
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule
from engine.play.fields import derived, while_same


@rule("efs:3.12", "efs:3.13", "efs:3.21")
def control(c: Ctx, h: Hex) -> str:
    """The side that controls a hex now, by a combat unit in it or an uncontested zone; empty for nobody."""
    return _whose(h, _lie(c))


Lie = tuple[tuple[str, Container[Hex], bytes], ...]
"""Per side where its combat units stand, and its zones."""


@derived()
def _lie(c: Ctx) -> Lie:
    return tuple((side, fighters(c, side), in_zoc(c, side)) for side in c.data.meta["sides"])


def _whose(h: Hex, lie: Lie) -> str:
    reaching = ""
    for side, held, zone in lie:
        if h in held:
            return side
        if zone[h]:
            reaching = "" if reaching else side
    return reaching


@rule("efs:3.12", "efs:3.13")
def controls(c: Ctx, h: Hex) -> str:
    """The side that controls a hex: now, or in a remembered hex last, where the edition lets control last."""
    now = control(c, h)
    return friendly(c, h) if not now and edition(c).control_lasts and h in remembered(c) else now


def contested(c: Ctx, h: Hex) -> bool:
    """Whether a vacant hex lies in zones of both sides."""
    return not held_by(c, h) and all(in_zoc(c, side)[h] for side in c.data.meta["sides"])


def remembered(c: Ctx) -> frozenset[Hex]:
    """Hexes of which it matters who held them last: towns and cities, and where lines meet the edge of what is played.

    Supply sources and exits are all among them or named by the scenario under ``tracked``; so are the hexes that bring
    victory points, and both ends of a bridge that counts.
    """
    memo = c.data.memo
    if "remembered" not in memo:
        t = tables(c)
        places = {h for place in c.board.places for h in place.hexes}
        edge = {h for h in border(c.grid, t.inside) if c.board.lines_at(h)}
        named = {h for word in c.scenario.get("tracked", ()) for h in t.named(word) or (c.board.find(word),)}
        vp = c.scenario.get("vp", ())
        ends = {
            c.board.find(label) for row in vp for label in (*row["hexes"], *row.get("bridge", "").split("/")) if label
        }
        memo["remembered"] = frozenset((places | edge | named | ends) & c.data.in_play)
    found: frozenset[Hex] = memo["remembered"]
    return found


@rule("efs:3.11", "efs:3.12")
def pass_through(c: Ctx, group: Sequence[Unit], path: Iterable[Hex]) -> list[Hex]:
    """Combat units have moved along a path: where an edition gives them what they go through, the remembered hexes
    that changed hands by it."""
    if not edition(c).control_lasts or not any(is_combat(c, u) for u in group):
        return []
    side, looked = c.roster.side[group[0]], remembered(c)
    taken = [h for h in path if h in looked and friendly(c, h) != side]
    for h in taken:
        c.state.holder[c.label(h)] = side
    if taken:
        c.touch()
    return taken


@rule("efs:3.11", "efs:3.12", "efs:24.22", "efs:R1")
def settle(c: Ctx, near: Iterable[Hex] | None = None) -> list[tuple[Hex, str]]:
    """Note who holds the remembered hexes now; those that changed hands, each with the side that took it.

    ``near`` are the hexes where something changed; zones reach one hex beyond them. Call it after every move,
    advance, retreat and loss.
    """
    lie = _lie(c)
    if near is None:
        reads = lie, c.marks.of(c.state, ("holder",))
        taken = while_same(c, "taken", reads, lambda: _taken(c, remembered(c), lie))
    else:
        close = {n for h in near if h >= 0 for n in (h, *c.grid.adjacent[h])}
        taken = _taken(c, remembered(c) & close, lie)
    for h, side in taken:
        c.state.holder[c.label(h)] = side
    if taken:
        c.touch()
    return list(taken)


@rule("efs:3.11")
def stand(c: Ctx) -> None:
    """Note for a position put up by hand that remembered hexes with combat units in them are those of their side.

    What zones alone would take is left to the first move: it may bring points.
    """
    for side in c.data.meta["sides"]:
        for h in remembered(c).intersection(fighters(c, side)):
            c.state.holder[c.label(h)] = side
    c.touch()


def _taken(c: Ctx, hexes: Iterable[Hex], lie: Lie) -> list[tuple[Hex, str]]:
    """Those of some hexes that another side holds now than the state has noted, each with that side."""
    now = ((h, _whose(h, lie)) for h in sorted(hexes))
    return [(h, side) for h, side in now if side and side != friendly(c, h)]
