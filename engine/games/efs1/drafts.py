"""7.2c, 7.2e, 20.3: the Replacements Phase: results S, militia and reserves for points, points for machine guns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.components.grid import Hex, Unit
from engine.games.efs.forts import helped, helps
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import flag, is_cavalry, is_mg, is_militia
from engine.games.efs.movement.entering import enter
from engine.games.efs.phases.replacements import AIRCRAFT, refittable
from engine.games.efs.phases.replacements import Replacements as Shared
from engine.games.efs.phases.supply_phase import EVENT_VERBS
from engine.games.efs.replacing import INFANTRY, SAVED, receive, stock
from engine.games.efs.stacking import fits
from engine.games.efs.state import GENERAL, EfsState
from engine.games.efs.supply import events
from engine.games.efs.supply.status import supplied
from engine.games.efs.tables import CITY, MAJOR_CITY, Ctx, tables
from engine.games.efs.units import CADRE, CUP_MG, attack, combat_units, defence, is_untried, on_map, to_box
from engine.games.efs.zones import in_zoc
from engine.kit.setting_up import lot
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good
from engine.play.step import Context, Prompt, Verb

Words = tuple[str, ...]
SOVIET = "soviet"
CITIES = (CITY, MAJOR_CITY)


# ---------------------------------------------------------------------- militia and reserves
@rule("efs1:7.2", "efs1:22.10.1", "efs1:22.11")
def may_dissolve(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may be turned into type I points: Tried militia or reserves, supplied in a city, in no zone."""
    s, name, h = c.state, c.roster.short[u], c.state.hex_of[u]
    if s.side != SOVIET or h < 0 or c.roster.side[u] != SOVIET or not (is_militia(c, u) or flag(c, u, "zap")):
        return Refusal("efs1:7.2", f"{name} is no militia and no Reserve unit of yours on the map.", units=(u,))
    if is_untried(c, u):
        return Refusal("efs1:22.10.1", f"{name} is Untried: nobody knows what it is worth.", (h,), (u,))
    if not attack(c, u) + defence(c, u) or not (c.roster.kind[u] == "infantry" or is_cavalry(c, u)):
        return Refusal("efs1:22.10.1", f"{name} is neither infantry nor cavalry, or has no strength.", (h,), (u,))
    if tables(c).size(h) not in CITIES or in_zoc(c, "axis")[h]:
        text = f"{c.board.describe(h)} is no city, or lies in an Axis zone of control."
        return Refusal("efs1:7.2", text, (h,), (u,))
    if s.supply[u] > GENERAL and not s.given[u]:
        return Refusal("efs1:7.2", f"{name} is not in General Supply.", (h,), (u,))
    return None


def _dissolve_check(c: Ctx, unit: str) -> Refusal | None:
    """``dissolve mil-mm2``: it leaves the map for the Cadre Box, and each of its steps is a type I point."""
    return may_dissolve(c, c.unit(unit))


@rule("efs1:7.2")
def _dissolve(c: Ctx, unit: str) -> None:
    u, h = c.unit(unit), c.state.hex_of[c.unit(unit)]
    gained = receive(c, SOVIET, INFANTRY, c.state.steps_left[u])
    to_box(c, u, CADRE)
    c.state.garrison[u] = c.state.hold[u] = 0
    c.touch()
    text = f"{c.roster.agree(u, 'goes', 'go')} to the Cadre Box: {gained} type I."
    c.say("replacement", text, "efs1:7.2", hexes=[h], units=[u])


@derived()
def dissolvable(c: Ctx) -> list[str]:
    """Ids of the units that may be turned into points now."""
    if c.state.side != SOVIET:
        return []
    return [c.roster.ids[u] for u in on_map(c, SOVIET) if may_dissolve(c, u) is None]


# ---------------------------------------------------------------------- machine guns
@derived("box")
def _cup(c: Ctx) -> list[Unit]:
    return [u for u, box in enumerate(c.state.box) if box == CUP_MG]


@rule("efs1:20.3.1", "efs1:20.3.2", "efs1:20.3.3")
def may_draw(c: Ctx, h: Hex) -> Refusal | None:
    """Whether a machine-gun unit may be drawn for a hex: a friendly city or work in supply, in no enemy zone."""
    where = c.board.describe(h)
    if c.state.side != SOVIET or not stock(c, SOVIET, INFANTRY):
        return Refusal("efs1:20.3.1", "A machine-gun unit costs a type I point, and there is none.")
    if not _cup(c):
        return Refusal("efs1:20.3", "No machine-gun unit is left in the cup.")
    if friendly(c, h) != SOVIET or not (tables(c).size(h) in CITIES or helps(c, h, SOVIET)):
        return Refusal("efs1:20.3.2", f"{where} is no friendly city and no friendly fortification.", (h,))
    here = combat_units(c, h, SOVIET)
    if any(is_mg(c, v) for v in here) or in_zoc(c, "axis")[h]:
        return Refusal("efs1:20.3.3", f"{where} has such a unit, or lies in an enemy zone of control.", (h,))
    if not supplied(c, h, SOVIET):
        return Refusal("efs1:20.3.2", f"{where} is not in General Supply.", (h,))
    return fits(c, [*here, _cup(c)[0]], h)


def _draw_check(c: Ctx, hex_: str) -> Refusal | None:
    """``draw B0235``: a type I point for a machine-gun unit, drawn blindly and placed Untried."""
    return may_draw(c, c.hex(hex_))


@rule("efs1:20.3", "efs1:20.3.1", "efs1:22.9.1", "efs1:22.9.3")
def _draw(c: Ctx, hex_: str) -> None:
    """The counter by lot, and unseen by another whom it stands for: who came back is not known by its number."""
    s, h, cup = c.state, c.hex(hex_), _cup(c)
    chit = c.roll(len(cup), lot=True)
    u, v = cup[chit - 1], min(cup, key=lambda x: lot(c, (CUP_MG, s.draws), x))
    s.identity[u], s.identity[v] = s.identity[v], s.identity[u]
    s.points[f"{SOVIET} {INFANTRY}"] -= 1
    enter(c, [u], h)
    s.supply[u] = GENERAL
    c.touch()
    text = f"An Untried machine-gun unit is drawn for {c.board.describe(h)}."
    c.say("arrival", text, "efs1:20.3.2", rolls=(chit,), hexes=[h], units=[u])


@derived()
def sites(c: Ctx) -> list[str]:
    """Hexes for which a machine-gun unit may be drawn now."""
    if c.state.side != SOVIET or not stock(c, SOVIET, INFANTRY) or not _cup(c):
        return []
    near = sorted(tables(c).land & (_cities(c) | helped(c, SOVIET)))
    return [c.label(h) for h in near if may_draw(c, h) is None]


@for_good
def _cities(c: Ctx) -> frozenset[Hex]:
    """The hexes of all cities and major cities."""
    return frozenset(h for place in c.board.places if place.size in CITIES for h in place.hexes)


# ---------------------------------------------------------------------- the phase
def _listed(names: Iterable[str], subject: str | None) -> list[Words]:
    return [(name,) for name in names if subject in (None, name)]


OWN = (
    *EVENT_VERBS,
    Verb("dissolve", lambda c, s: _listed(dissolvable(c), s), _dissolve_check, _dissolve,
         "dissolve UNIT: militia or reserves become type I points", "efs1:7.2", dissolvable, grave=True),
    Verb("draw", lambda c, s: _listed(sites(c), s), _draw_check, _draw,
         "draw HEX: a machine-gun unit for a type I point", "efs1:20.3", sites, grave=True,
         told=lambda c, hex_: f"MG for 1 of {stock(c, c.state.side, INFANTRY)} I"),
)  # fmt: skip
LATER = ("replace", "unmark", "form")
"""Verbs that belong to another phase, or to the second edition (10.1.1, 23.1)."""


ENDING = "end: V points and results S are lost"
"""What ending the phase means: nobody is marked in it, so that no mark is missed."""


class Replacements(Shared):
    """Points come by cards and table; results S, aircraft, militia and machine guns are seen to at once."""

    verbs: ClassVar[tuple[Verb, ...]] = (
        *(
            verb._replace(help=ENDING, rule="efs1:7.2") if verb.name == "end" else verb
            for verb in Shared.verbs
            if verb.name not in LATER
        ),
        *OWN,
    )

    def anything(self, c: Context[EfsState], side: str) -> bool:
        """Whether a side has aircraft to make ready, results S, or units to trade for points."""
        return bool(refittable(c) or events.usable(c, side) or dissolvable(c) or sites(c))

    def prompt(self, c: Context[EfsState]) -> Prompt:
        side = c.state.side
        told = [f"{stock(c, side, type_)} {type_}" for type_ in SAVED]
        if planes := c.state.events[f"{side} {AIRCRAFT}"]:
            told.append(f"{planes} V")
        if n := events.left(c, side):
            told.append(f"{n} S")
        text = f"Replacements: {', '.join(told)}. See to aircraft, supply, militia and machine guns, or end."
        return Prompt(side, text, "efs1:7.2", Action("end"), both=True)
