"""15.57, 15.58: the Combined Arms Bonus and the integrity of panzer and motorized divisions."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.efs import forts
from engine.games.efs.combat.access import SWAMP
from engine.games.efs.combat.attack_supply import supplied
from engine.games.efs.combat.battles import Battle, defenders, origins
from engine.games.efs.divisions import Parts, lacks_of_motorized, lacks_of_panzer, parts_of
from engine.games.efs.edition import edition
from engine.games.efs.kinds import AGAINST_TANKS, formation, is_armor, is_engineer, kind
from engine.games.efs.state import OUT
from engine.games.efs.tables import CANAL, MAJOR_RIVER, MEANDER, RIVER, Ctx, tables
from engine.games.efs.units import is_untried
from engine.games.efs.weather import MUD, SNOW, ice, key
from engine.play.action import Refusal
from engine.play.citing import rule

RIDERS = ("reconnaissance", "motorized infantry", "motorcycle infantry", "motorized engineer")
"""Kinds that make combined arms with armor (15.57)."""
WET = (RIVER, MEANDER, CANAL, MAJOR_RIVER)


# ---------------------------------------------------------------------- combined arms
@rule("efs:15.57", "efs:18.14")
def combined_arms(c: Ctx, b: Battle) -> Refusal | None:
    """Why an attack has no Combined Arms Bonus; ``None`` where it has."""
    law = "efs:15.57"
    if b.side != "axis" and not edition(c).arms_for_all:
        return Refusal(law, "Soviet units have no Combined Arms Bonus.")
    armor = [u for u in b.attackers if is_armor(c, u)]
    sappers = edition(c).arms_for_all
    riders = [u for u in b.attackers if kind(c, u) in RIDERS or (sappers and is_engineer(c, u))]
    if not armor:
        return Refusal(law, "No armored unit with red attack strength attacks.")
    if not riders:
        return Refusal(law, "No reconnaissance, motorized or motorcycle infantry or motorized engineer unit attacks.")
    for u in defenders(c, b):
        if not is_untried(c, u) and (is_armor(c, u) or kind(c, u) in AGAINST_TANKS):
            return Refusal(law, f"{c.roster.short[u]} defends: armor, anti-tank or anti-aircraft.", units=(u,))
    if edition(c).arms_lost_together:
        return _covered(c, b)
    return _ground(c, b) or _water(c, b, armor, riders)


@rule("efs:15.57", "efs:18.14", "efs:18.23", "efs:5.21")
def _covered(c: Ctx, b: Battle) -> Refusal | None:
    """Where only defenders who are all covered escape the bonus: behind rivers and canals, in swamps, works and
    cities. A strongpoint denies it by itself, and so do Mud, also where it lingers, and Snow."""
    t, law, enemy = tables(c), "efs:15.57", c.other(b.side)
    if wet := [h for h in b.targets if key(c, h) in (MUD, SNOW)]:
        text = f"{key(c, wet[0]).capitalize()} in {c.label(wet[0])} denies combined arms."
        return Refusal(law, text, tuple(wet))
    if dug := [h for h in b.targets if forts.strongpoint(c, h) == enemy]:
        return Refusal("efs:18.41", f"The strongpoint in {c.label(dug[0])} denies combined arms.", tuple(dug))
    for h in b.targets:
        starts = [a for a in origins(c, b) if h in c.grid.adjacent[a]]
        banks = bool(starts) and all(t.river(a, h) in WET for a in starts)
        walls = bool(forts.bars_combined_arms(c, h, enemy, starts))
        hard = (t.terrain(h) == SWAMP and not ice(c).swamps) or t.city(h) or t.major_city(h)
        if not (banks or walls or hard):
            return None
    return Refusal(law, "All defenders are behind rivers or in swamps, works or cities.", b.targets)


@rule("efs:15.57")
def _ground(c: Ctx, b: Battle) -> Refusal | None:
    t, law, enemy = tables(c), "efs:15.57", c.other(b.side)
    for h in b.targets:
        word = next((w for w in (MUD, SNOW) if key(c, h) == w), "")
        if word:
            return Refusal(law, f"{word.capitalize()} in {c.label(h)} denies combined arms.", (h,))
        terrain = t.terrain(h)
        if (terrain == SWAMP and not ice(c).swamps) or terrain in ("mountain", "alpine"):
            return Refusal(law, f"The {terrain} of {c.label(h)} denies combined arms.", (h,))
        if t.city(h) or t.major_city(h):
            return Refusal(law, f"The {t.size(h)} of {c.label(h)} denies combined arms.", (h,))
        if forts.strongpoint(c, h) == enemy:
            return Refusal(law, f"The strongpoint in {c.label(h)} denies combined arms.", (h,))
    return None


@rule("efs:15.57", "efs:18.23", "efs:R139")
def _water(c: Ctx, b: Battle, armor: list[Unit], riders: list[Unit]) -> Refusal | None:
    """The bonus needs armor or a rider that does not come across water or a fortified line."""
    needed = [*armor, *riders]
    where = origins(c, b, needed)
    if all(tables(c).river(a, h) in WET for a in where for h in b.targets):
        return Refusal("efs:15.57", "All units that make combined arms attack across water.", where, tuple(needed))
    enemy = c.other(b.side)
    for h in b.targets:
        if by := forts.bars_combined_arms(c, h, enemy, where):
            return Refusal(by, f"The fortification in {c.label(h)} denies combined arms.", (h, *where), tuple(needed))
    return None


# ---------------------------------------------------------------------- integrity
@rule("efs:15.58", "efs:15.22", "efs:6.35", "efs:18.51")
def integrity(c: Ctx, b: Battle) -> list[str]:
    """The titles of the divisions whose integrity counts in an attack, panzer divisions first.

    Each panzer division lets one motorized division qualify; against a citadel only one counts.
    """
    panzer = [f for f in _divisions(c, b) if lacks_panzer(c, b, f) == ""]
    motorized = [f for f in _divisions(c, b) if f not in panzer and lacks_motorized(c, b, f) == ""]
    found = [*panzer, *motorized[: len(panzer)]]
    enemy = c.other(b.side)
    if any(forts.CITADEL in forts.helps(c, h, enemy) for h in b.targets):
        found = found[:1]
    return [c.roster.formation_titles.get(f, f) for f in found]


def _divisions(c: Ctx, b: Battle) -> list[str]:
    return sorted({formation(c, u) for u in b.attackers if c.roster.value("integrity", u)})


@rule("efs:15.58")
def lacks_panzer(c: Ctx, b: Battle, division: str) -> str:
    """What a division lacks to qualify as a panzer division; empty for one that does."""
    parts = parts_of(c, b.attackers, division)
    return lacks_of_panzer(parts) or _supply(c, b, parts)


@rule("efs:15.58")
def lacks_motorized(c: Ctx, b: Battle, division: str) -> str:
    """What a motorized division lacks to qualify beside a panzer division; empty for one that does."""
    parts = parts_of(c, b.attackers, division)
    return lacks_of_motorized(c, parts, division) or _supply(c, b, parts)


@rule("efs:15.58", "efs:15.22", "efs:6.35")
def _supply(c: Ctx, b: Battle, parts: Parts) -> str:
    short = any(c.state.supply[u] == OUT for units in parts.values() for u in units)
    return "General Supply or Attack Supply for all of it" if short and not supplied(c, b) else ""
