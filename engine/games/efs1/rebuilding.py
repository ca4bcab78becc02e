"""20.2.2b: a Soviet unit is rebuilt out of the Cadre Box straight into a city on the map."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.arrivals import has_taken
from engine.games.efs.holders import friendly
from engine.games.efs.movement.entering import enter
from engine.games.efs.replacing import may_rebuild, pay, rebuildable, types
from engine.games.efs.stacking import fits
from engine.games.efs.state import GENERAL
from engine.games.efs.supply.status import supplied
from engine.games.efs.tables import CITY, MAJOR_CITY, Ctx, tables
from engine.games.efs.units import CADRE, combat_units, enemy_combat_at
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb

Words = tuple[str, ...]
LAW, SOVIET = "efs1:20.2.2", "soviet"
CITIES = (CITY, MAJOR_CITY)


@rule("efs1:20.2.2")
def open_city(c: Ctx, h: Hex) -> Refusal | None:
    """Whether a Soviet unit may be rebuilt in a hex: a friendly city in General Supply, one unit a turn."""
    where = c.board.describe(h)
    if tables(c).size(h) not in CITIES or friendly(c, h) != SOVIET or enemy_combat_at(c, h, SOVIET):
        return Refusal(LAW, f"{where} is no friendly city or major city.", (h,))
    if in_zoc(c, c.other(SOVIET))[h]:
        return Refusal(LAW, f"{where} lies in an enemy zone of control.", (h,))
    if not supplied(c, h, SOVIET):
        return Refusal(LAW, f"{where} is not in General Supply.", (h,))
    if has_taken(c, c.state.raised_in, h):
        return Refusal(LAW, f"A unit was rebuilt in {where} this turn.", (h,))
    return None


@rule("efs1:20.2.2")
def raise_check(c: Ctx, unit: str, hex_: str, type_: str) -> Refusal | None:
    """``raise rd-50 B0235 I``: out of the Cadre Box into a city, with one step, for a point of a type."""
    u, h = c.unit(unit), c.hex(hex_)
    if c.state.side != SOVIET or c.state.box[u] != CADRE:
        return Refusal(LAW, f"{c.roster.short[u]} is not in the Soviet Cadre Box.", units=(u,))
    if type_ not in types(c):
        return Refusal(LAW, f"There are replacement points of the types {', '.join(types(c))}.")
    if (refusal := may_rebuild(c, u, type_) or open_city(c, h)) is not None:
        return refusal
    return fits(c, [*combat_units(c, h, SOVIET), u], h)


@rule("efs1:20.2.2")
def _raise(c: Ctx, unit: str, hex_: str, type_: str) -> None:
    u, h, s = c.unit(unit), c.hex(hex_), c.state
    pay(c, u, type_)
    enter(c, [u], h)
    s.steps_left[u], s.supply[u] = 1, GENERAL
    s.raised_in[c.label(h)] = s.turn
    c.touch()
    text = f"{c.roster.agree(u, 'is', 'are')} rebuilt in {c.board.describe(h)} for a point of type {type_}."
    c.say("replacement", text, LAW, hexes=[h], units=[u])


@derived()
def _cities(c: Ctx) -> list[str]:
    """Cities where a unit may be rebuilt now."""
    hexes = (h for place in c.board.places if place.size in CITIES for h in place.hexes if h in c.data.in_play)
    return [c.label(h) for h in sorted(hexes) if open_city(c, h) is None]


def raisable(c: Ctx) -> list[str]:
    """Units of the Cadre Box that can be rebuilt in a city now."""
    if c.state.side != SOVIET or not _cities(c):
        return []
    return [name for name in rebuildable(c, SOVIET) if c.state.box[c.roster.by_id[name]] == CADRE]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    for name in raisable(c):
        if subject in (None, name):
            yield from ((name, label, type_) for label in _cities(c) for type_ in _payable(c, c.roster.by_id[name]))


def _payable(c: Ctx, u: Unit) -> list[str]:
    return [type_ for type_ in types(c) if may_rebuild(c, u, type_) is None]


RAISE_VERBS = (
    Verb("raise", _options, raise_check, _raise, "raise UNIT CITY TYPE: rebuild it there out of the Cadre Box", LAW,
         raisable),
)  # fmt: skip
"""For the engineering step."""
