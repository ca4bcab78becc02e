"""Sections 7, 8.5, 8.6 and 5.3: with whom the allies of Germany stack and attack, and where a nation may not go."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.tables import Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule

CHAPTER = {"italian": "pm:7.2", "romanian": "pm:7.3", "hungarian": "pm:7.4"}
"""The nations that chapter 7 binds, with the rule of each; French, Croats and Spaniards count as Germans (7.5, R12)."""
COUNTRIES = {"zomo_hungary": "Hungary", "zomo_romania": "Romania"}
FOREIGN = {"romanian": "zomo_hungary", "hungarian": "zomo_romania"}
"""Nationality to the country that it never enters (8.5)."""


def nations(c: Ctx, units: Iterable[Unit]) -> list[str]:
    """Which of the three bound nations are among some units, in alphabetical order."""
    return sorted({c.roster.nationality[u] for u in units} & set(CHAPTER))


@rule("pm:7.1", "pm:7.2", "pm:7.3", "pm:7.4", "pm:7.5", "pm:R12")
def may_stack(c: Ctx, units: Iterable[Unit]) -> Refusal | None:
    """Whether units may be in one hex by their nationalities, whatever their number."""
    group = list(units)
    bound = nations(c, group) if in_force(c, "7.1") else []
    if len(bound) > 1:
        words = " and ".join(n.capitalize() for n in bound)
        return Refusal("pm:7.1", f"{words} units may not stack together.", units=tuple(group))
    if bound and bound[0] != "hungarian":
        germans = [u for u in group if c.roster.nationality[u] not in CHAPTER]
        if len(germans) > 1:
            text = f"Only one German unit may stack with {bound[0].capitalize()} units, not {len(germans)}."
            return Refusal(CHAPTER[bound[0]], text, units=tuple(germans))
    return None


@rule("pm:7.2", "pm:7.3", "pm:7.4", "pm:R12", "pm:R13")
def may_attack_together(c: Ctx, units: Iterable[Unit]) -> Refusal | None:
    """Whether units of these nationalities may take part in one attack: allies work with Germans alone."""
    group = list(units)
    bound = nations(c, group) if in_force(c, "7.1") else []
    if len(bound) > 1:
        words = " and ".join(n.capitalize() for n in bound)
        return Refusal(CHAPTER[bound[0]], f"{words} units may not take part in one attack.", units=tuple(group))
    return None


# ---------------------------------------------------------------------- where a nation may go
def calm(c: Ctx) -> bool:
    """Whether Hungary and Romania are still out of the war: on Game Turn 1 (5.3)."""
    return c.state.turn == 1 and in_force(c, "5.3")


@rule("pm:7.2", "pm:7.3", "pm:7.4", "pm:8.5", "pm:8.6", "pm:5.3", "pm:R1", "pm:R43")
def barred(c: Ctx, nationality: str) -> frozenset[Hex]:
    """Hexes that units of a nationality may not enter, nor attack into, whoever is there."""
    key = f"barred {nationality} {calm(c)}"
    if key not in c.data.memo:
        t, found = tables(c), frozenset[Hex]()
        if in_force(c, "7.1") and nationality in CHAPTER:
            found |= north_only(c)
        if nationality in FOREIGN:
            found |= t.zone(FOREIGN[nationality])
        if calm(c):
            found |= t.zone("zomo_hungary") | t.zone("zomo_romania")
        c.data.memo[key] = found
    kept: frozenset[Hex] = c.data.memo[key]
    return kept


@rule("pm:R1")
def north_only(c: Ctx) -> frozenset[Hex]:
    """Hexes of the northern map that are not on the southern map as well; the shared row bears the southern name."""
    if "north only" not in c.data.memo:
        c.data.memo["north only"] = frozenset(h for h in c.board.grid if c.label(h).endswith("N"))
    found: frozenset[Hex] = c.data.memo["north only"]
    return found


@rule("pm:7.2", "pm:7.3", "pm:7.4", "pm:8.5", "pm:5.3", "pm:R43")
def may_go(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may move, advance, retreat or attack into a hex as far as countries and maps go."""
    nationality = c.roster.nationality[u]
    if h not in barred(c, nationality):
        return None
    t, name, words = tables(c), c.roster.short[u], c.board.describe(h)
    if calm(c):
        for zone, country in COUNTRIES.items():
            if h in t.zone(zone):
                text = f"{words} is in {country}: nobody moves or attacks into it on Game Turn 1."
                return Refusal("pm:5.3", text, (h,), (u,))
    if h in t.zone(FOREIGN.get(nationality, "")):
        country = COUNTRIES[FOREIGN[nationality]]
        text = f"{words} is in {country}: {nationality.capitalize()} units never enter it."
        return Refusal("pm:8.5", text, (h,), (u,))
    text = f"{words} is on the northern map: {name} never moves or attacks there."
    return Refusal(CHAPTER[nationality], text, (h,), (u,))


@rule("pm:5.3", "pm:R43")
def rests(c: Ctx, u: Unit) -> Refusal | None:
    """On Game Turn 1 German-side units in Hungary, Romania and the southern Reserve Area neither move nor attack."""
    if not calm(c) or c.roster.side[u] != "axis":
        return None
    h = c.state.hex_of[u]
    for zone, country in COUNTRIES.items():
        if h in tables(c).zone(zone):
            text = f"{c.roster.short[u]} stands in {country}: it neither moves nor attacks on Game Turn 1."
            return Refusal("pm:5.3", text, (h,), (u,))
    if h < 0 and c.state.box[u] == "okh south":
        text = f"{c.roster.short[u]} stays in the southern OKH Reserve Area on Game Turn 1."
        return Refusal("pm:5.3", text, units=(u,))
    return None
