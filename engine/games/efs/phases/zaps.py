"""7.43, 7.44: Zap units fill up Soviet units or are exchanged for lost ones; militia is converted into Zap units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Unit
from engine.games.efs.kinds import is_militia, is_nkvd, is_zap
from engine.games.efs.replacing import INFANTRY, prices, unmark
from engine.games.efs.stacking import fits
from engine.games.efs.state import GENERAL, OUT
from engine.games.efs.supply.routes import traced_far
from engine.games.efs.supply.status import status, supplied
from engine.games.efs.tables import CITY, MAJOR_CITY, Ctx, tables
from engine.games.efs.units import ACTIVE, CADRE, REMOVED, combat_units, on_map, place, to_box
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb

SOVIET = "soviet"
Words = tuple[str, ...]
WAIT = 2
"""Turns of the Do Not Move marker on a unit that takes the place of a Zap unit (7.43e)."""


@rule("efs:7.43", "efs:R12")
def _one_point(c: Ctx, u: Unit) -> bool:
    """Whether one type I point restores a step of a unit."""
    return prices(c, u).get(INFANTRY) == 1


def _zap_of_mine(c: Ctx, u: Unit) -> Refusal | None:
    name = c.roster.short[u]
    if c.state.side != SOVIET or not is_zap(c, u) or c.state.hex_of[u] < 0:
        return Refusal("efs:7.43", f"{name} is no Zap unit of yours on the map.", units=(u,))
    return None


# ---------------------------------------------------------------------- strengthening
@rule("efs:7.43", "efs:7.74", "efs:7.75")
def absorb_check(c: Ctx, unit: str, zap: str) -> Refusal | None:
    """``absorb rd-50 zap-01``: a reduced unit gains a step from a Zap unit in its hex, whatever its supply."""
    s, u, z = c.state, c.unit(unit), c.unit(zap)
    name = c.roster.short[u]
    if (refusal := _zap_of_mine(c, z)) is not None:
        return refusal
    if c.roster.side[u] != SOVIET or s.hex_of[u] != s.hex_of[z] or u == z:
        return Refusal("efs:7.43", f"{name} is no unit of yours in the hex of {c.roster.short[z]}.", units=(u, z))
    if s.steps_left[u] >= c.roster.steps[u]:
        return Refusal("efs:7.43", f"{name} has all its steps.", units=(u,))
    if not _one_point(c, u):
        return Refusal("efs:7.43", f"One type I point does not restore a step of {name}.", units=(u,))
    if s.rebuilt[c.roster.ids[u]] == s.turn:
        return Refusal("efs:7.75", f"{name} has regained a step in this turn.", units=(u,))
    return None


@rule("efs:7.43", "efs:7.75")
def _absorb(c: Ctx, unit: str, zap: str) -> None:
    s, u, z = c.state, c.unit(unit), c.unit(zap)
    h = s.hex_of[u]
    to_box(c, z, CADRE)
    s.steps_left[u] += 1
    s.rebuilt[c.roster.ids[u]] = s.turn
    unmark(c, u)
    c.touch()
    text = f"{c.roster.short[u]} absorbs {c.roster.short[z]}: {s.steps_left[u]} of {c.roster.steps[u]} steps."
    c.say("replacement", text, "efs:7.43", hexes=[h], units=[u, z])


@derived()
def _fillings(c: Ctx) -> list[Words]:
    """Reduced units with the Zap units of their hex that they can absorb."""
    names, found = c.roster.ids, list[Words]()
    for z in _zaps(c):
        for u in combat_units(c, c.state.hex_of[z], SOVIET):
            if absorb_check(c, names[u], names[z]) is None:
                found.append((names[u], names[z]))
    return sorted(found)


def _zaps(c: Ctx) -> list[Unit]:
    return [u for u in on_map(c, SOVIET) if is_zap(c, u)] if c.state.side == SOVIET else []


# ---------------------------------------------------------------------- exchange
@rule("efs:7.43", "efs:R19", "efs:R233")
def _station(c: Ctx, z: Unit) -> Refusal | None:
    """Whether a Zap unit stands where it can be exchanged: in a supplied city since the start of the phase."""
    if (refusal := _zap_of_mine(c, z)) is not None:
        return refusal
    s, h, name = c.state, c.state.hex_of[z], c.roster.short[z]
    where = c.board.describe(h)
    if tables(c).size(h) not in (CITY, MAJOR_CITY):
        return Refusal("efs:7.43", f"{name} is in {where}, which is no city.", (h,), (z,))
    if s.origin[z] != h:
        return Refusal("efs:7.43", f"{name} was not there when the phase began.", (h,), (z,))
    if status(c, z) == OUT:
        return Refusal("efs:R19", f"{name} is Out of Supply.", (h,), (z,))
    if not supplied(c, h, SOVIET):
        return Refusal("efs:R19", f"{where} has no Supply Route to a source.", (h,), (z,))
    if in_zoc(c, "axis")[h]:
        return Refusal("efs:7.43", f"{where} lies in an enemy zone of control.", (h,), (z,))
    return None


@rule("efs:7.43", "efs:7.1", "efs:7.45", "efs:R193")
def _may_return(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit can come back from the Cadre Box for a Zap unit."""
    s, name = c.state, c.roster.short[u]
    if c.roster.side[u] != SOVIET or s.box[u] != CADRE:
        return Refusal("efs:7.43", f"{name} is not in your Cadre Box.", units=(u,))
    if is_nkvd(c, u):
        return Refusal("efs:R193", f"{name} is an NKVD unit: those come back seven turns later.", units=(u,))
    if is_zap(c, u) or not _one_point(c, u):
        return Refusal("efs:7.43", f"{name} is none that one type I point rebuilds.", units=(u,))
    if s.rebuilt[c.roster.ids[u]] == s.turn:
        return Refusal("efs:7.1", f"{name} has risen to the Cadre Box in this turn.", units=(u,))
    return None


@rule("efs:7.43", "efs:3.32")
def exchange_check(c: Ctx, zap: str, unit: str) -> Refusal | None:
    """``exchange zap-01 rd-50``: a unit of the Cadre Box takes the place of a Zap unit in a city."""
    z, u = c.unit(zap), c.unit(unit)
    if (refusal := _station(c, z) or _may_return(c, u)) is not None:
        return refusal
    h = c.state.hex_of[z]
    return fits(c, [*(v for v in combat_units(c, h, SOVIET) if v != z), u], h)


@rule("efs:7.43", "efs:7.12", "efs:8.7")
def _exchange(c: Ctx, zap: str, unit: str) -> None:
    s, z, u = c.state, c.unit(zap), c.unit(unit)
    h = s.hex_of[z]
    to_box(c, z, CADRE)
    place(c, u, h)
    s.steps_left[u], s.supply[u], s.hold[u] = 1, GENERAL, WAIT
    s.rebuilt[c.roster.ids[u]] = s.turn
    c.touch()
    text = f"{c.roster.agree(u, 'is', 'are')} formed again out of {c.roster.short[z]} in {c.board.describe(h)}."
    c.say("replacement", text, "efs:7.43", hexes=[h], units=[u, z])


@derived()
def _stations(c: Ctx) -> list[str]:
    """Zap units that can be exchanged, if there is anybody to exchange them for."""
    waits = any(_may_return(c, u) is None for u, box in enumerate(c.state.box) if box == CADRE)
    return [c.roster.ids[z] for z in _zaps(c) if _station(c, z) is None] if waits else []


def _exchanges(c: Ctx, subject: str | None) -> Iterable[Words]:
    names = c.roster.ids
    cadre = [names[u] for u, box in enumerate(c.state.box) if box == CADRE and c.roster.side[u] == SOVIET]
    for zap in _stations(c):
        if subject in (None, zap):
            yield from ((zap, name) for name in cadre)


# ---------------------------------------------------------------------- militia
@rule("efs:7.44", "efs:21.72", "efs:6.12", "efs:R192", "efs:R274")
def dissolve_check(c: Ctx, unit: str) -> Refusal | None:
    """``dissolve mil-mm2``: militia leaves the map, and a Zap unit rises to the Active Box."""
    u, s = c.unit(unit), c.state
    h, name = s.hex_of[u], c.roster.short[u]
    if s.side != SOVIET or not is_militia(c, u) or h < 0:
        return Refusal("efs:7.44", f"{name} is no militia of yours on the map.", units=(u,))
    if s.garrison[u]:
        return Refusal("efs:7.44", f"{name} is a garrison.", (h,), (u,))
    if in_zoc(c, "axis")[h]:
        return Refusal("efs:7.44", f"{name} is in an Axis zone of control.", (h,), (u,))
    if not traced_far(c, h, SOVIET):
        return Refusal("efs:7.44", f"{name} has no Supply Route of any length to the map edge.", (h,), (u,))
    return None


@rule("efs:7.44", "efs:21.72", "efs:21.73", "efs:7.14")
def _dissolve(c: Ctx, unit: str) -> None:
    u, h = c.unit(unit), c.state.hex_of[c.unit(unit)]
    to_box(c, u, REMOVED)
    c.state.garrison[u] = c.state.hold[u] = 0
    zap = next((z for z, box in enumerate(c.state.box) if box == CADRE and is_zap(c, z)), -1)
    gained = "no Zap unit is left for it"
    if zap >= 0:
        to_box(c, zap, ACTIVE)
        c.state.steps_left[zap] = c.roster.steps[zap]
        gained = f"{c.roster.short[zap]} rises to the Active Box"
    c.touch()
    text = f"{c.roster.short[u]} is converted: {gained}."
    c.say("replacement", text, "efs:7.44", hexes=[h], units=[u, *([zap] if zap >= 0 else [])])


@derived()
def dissolvable(c: Ctx) -> list[str]:
    """Militia that can be converted, while there is a Zap unit for it."""
    if c.state.side != SOVIET or not any(is_zap(c, z) for z, box in enumerate(c.state.box) if box == CADRE):
        return []
    names = c.roster.ids
    own = (names[u] for u in on_map(c, SOVIET) if is_militia(c, u))
    return [name for name in own if dissolve_check(c, name) is None]


# ---------------------------------------------------------------------- the verbs
def fillable(c: Ctx) -> list[str]:
    """Units that can absorb a Zap unit."""
    return list(dict.fromkeys(words[0] for words in _fillings(c)))


def anything(c: Ctx) -> bool:
    """Whether the side to act can do anything with Zap units or militia."""
    return bool(_fillings(c) or _stations(c) or dissolvable(c))


def _of(known: Sequence[Words], subject: str | None) -> list[Words]:
    return [words for words in known if subject in (None, words[0])]


ZAP_VERBS = (
    Verb("absorb", lambda c, s: _of(_fillings(c), s), absorb_check, _absorb,
         "absorb UNIT ZAP: a Zap unit of its hex gives it a step", "efs:7.43", fillable, rare=True),
    Verb("exchange", _exchanges, exchange_check, _exchange,
         "exchange ZAP UNIT: a unit of the Cadre Box takes its place", "efs:7.43", _stations, rare=True),
    Verb("dissolve", lambda c, s: _of([(name,) for name in dissolvable(c)], s), dissolve_check, _dissolve,
         "dissolve UNIT: militia becomes a Zap unit", "efs:7.44", dissolvable, grave=True, rare=True),
)  # fmt: skip
"""For the engineering step."""
