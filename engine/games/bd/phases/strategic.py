"""8.6, 8.7: German strategic movement."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.control import enter
from engine.games.bd.kinds import TIGERS, is_attached, is_satellite
from engine.games.bd.movement.allowance import bound
from engine.games.bd.movement.costs import Class, class_of, edges
from engine.games.bd.movement.limits import barred
from engine.games.bd.phases.attaching import attach, carriers, may_carry
from engine.games.bd.phases.entering import cities
from engine.games.bd.phases.phase import Phase
from engine.games.bd.stacking import fits
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.games.bd.units import occupied, side_units, with_riders
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]


@rule("bd:8.6", "bd:8.7")
def trains_run(c: Ctx) -> bool:
    """Whether this is a game turn with strategic movement."""
    return c.data.constant("strategic_from") <= c.state.turn <= c.data.constant("strategic_to")


@rule("bd:8.7", "bd:R16")
def cost(c: Ctx, u: Unit) -> int:
    """What a unit counts in the allowance of strategic movement."""
    if is_satellite(c, u):
        return c.data.constant("strategic_satellite")
    return c.data.constant("strategic_mech") if c.roster.mech[u] else 1


def left(c: Ctx) -> int:
    """What is left of the allowance in this phase."""
    return c.data.constant("strategic") - c.state.trains


@rule("bd:8.7")
def may_entrain(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may move strategically: from a friendly, supplied city, within the allowance."""
    h, name = c.state.hex_of[u], c.roster.short[u]
    if c.roster.side[u] != "axis" or h < 0:
        return Refusal("bd:8.7", f"{name} is no unit of the German side on the map.", units=(u,))
    if not is_attached(c, u) and (refusal := bound(c, u)) is not None:
        return refusal
    if u in c.frame.vars.get("moved", []):
        return Refusal("bd:8.7", f"{name} has moved strategically in this phase.", units=(u,))
    if h not in cities(c, "axis"):
        text = f"{name} is in no German-controlled city in overland supply."
        return Refusal("bd:8.7", text, (h,), (u,))
    if cost(c, u) > left(c):
        return Refusal("bd:8.7", f"{name} counts {cost(c, u)} units, {left(c)} are left.", units=(u,))
    return None


@rule("bd:8.7", "bd:10.13")
def rails(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Hexes that strategic movement leads a unit to, stacking left out: beside the enemy only at both ends."""
    return _rails(c, c.state.hex_of[u], class_of(c, u), barred(c, u))


@derived("hex_of")
def _rails(c: Ctx, start: Hex, kind: Class, closed: frozenset[Hex]) -> frozenset[Hex]:
    """The same for all units of a class in a hex that may not enter the same hexes."""
    enemy = occupied(c, "soviet")
    shut, near = enemy | closed, {n for h in enemy for n in c.grid.adjacent[h]}
    found, edge, ways = {start}, [start], edges(c, kind)
    while edge:
        here = edge.pop()
        for n, _ in ways[here] if here == start or here not in near else ():
            if n not in found and n not in shut:
                found.add(n)
                edge.append(n)
    return frozenset(found) - {start}


@rule("bd:8.7", "bd:6.3")
def rail_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``rail 5inf 2311``: strategic movement, of any length."""
    u, h = c.unit(unit), c.hex(hex_)
    if is_attached(c, u):
        return Refusal("bd:R16", f"{c.roster.short[u]} changes its corps: 'transfer'.", units=(u,))
    if (refusal := may_entrain(c, u)) is not None:
        return refusal
    if h not in rails(c, u):
        text = f"No way to {c.board.describe(h)} that keeps away from the enemy."
        return Refusal("bd:8.7", text, (h,), (u,))
    return fits(c, [*side_units(c, h, "axis"), *with_riders(c, [u])], h)


@rule("bd:8.7")
def _rail(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    start = c.state.hex_of[u]
    _note(c, u)
    c.state.railed[c.roster.ids[u]] = 1
    c.say("move", f"{c.roster.short[u]} goes by rail to {c.board.describe(h)}.", "bd:8.7", hexes=[start, h], units=[u])
    enter(c, [u], h)


def _note(c: Ctx, u: Unit) -> None:
    c.state.trains += cost(c, u)
    c.frame.vars["moved"] = sorted([*c.frame.vars["moved"], u])
    c.touch()


@rule("bd:8.31", "bd:R16")
def transfer_check(c: Ctx, unit: str, carrier: str) -> Refusal | None:
    """``transfer 505tb 3pz``: a Tiger battalion changes its corps."""
    u, v = c.unit(unit), c.unit(carrier)
    if c.roster.kind[u] != TIGERS:
        return Refusal("bd:8.31", f"{c.roster.short[u]} is no Tiger battalion.", units=(u,))
    if (refusal := may_entrain(c, u)) is not None:
        return refusal
    here, there = c.state.hex_of[u], c.state.hex_of[v]
    if c.state.attached.get(c.roster.ids[u]) == c.roster.ids[v]:
        return Refusal("bd:8.31", f"{c.roster.short[u]} is with {c.roster.short[v]} already.", units=(u, v))
    if here != there and there not in rails(c, u):
        return Refusal("bd:8.7", f"No way leads to {c.roster.short[v]}.", (there,) if there >= 0 else (), (u, v))
    return may_carry(c, u, v)


def _transfer(c: Ctx, unit: str, carrier: str) -> None:
    u = c.unit(unit)
    _note(c, u)
    attach(c, u, c.unit(carrier))


# ---------------------------------------------------------------------- options
def entrainers(c: Ctx) -> list[str]:
    """Units that may still move strategically, Tiger battalions among them."""
    return [
        c.roster.ids[u]
        for u, h in enumerate(c.state.hex_of)
        if h >= 0 and c.roster.side[u] == "axis" and may_entrain(c, u) is None
    ]


def _ways(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in entrainers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0 and not is_attached(c, u) and may_entrain(c, u) is None:
            yield from ((unit, c.label(h)) for h in sorted(rails(c, u)))


def _tigers(c: Ctx) -> list[str]:
    return [i for i in entrainers(c) if is_attached(c, c.roster.by_id[i])]


class StrategicMovement(Phase):
    """German units go by rail, eight units a turn."""

    id = "strategic-movement"
    phase = "strategic-movement"
    private = True
    title = "Strategic movement"
    verbs = (
        Verb("rail", _ways, rail_check, _rail, "rail UNIT HEX: strategic movement", "bd:8.7", entrainers),
        Verb("transfer", carriers(_tigers), transfer_check, _transfer, "transfer TIGERS CORPS", "bd:8.31", _tigers),
        Verb("end", no_words, lambda c: None, lambda c: c.done(), "end: close the phase", "bd:8.7"),
    )

    def begin(self, c: Context[BdState]) -> None:
        c.frame.vars["moved"] = []
        c.state.trains = 0
        c.touch()

    def idle(self, c: Context[BdState]) -> bool:
        return not entrainers(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = f"Strategic movement: {left(c)} of {c.data.constant('strategic')} units left; mechanized count two."
        return Prompt("axis", text, "bd:8.7", Action("end"))
