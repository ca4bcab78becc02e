"""15.5, 18.22: every modifier of the combat die, each with its rule; plus helps the defender."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs import forts
from engine.games.efs.combat.access import shallow
from engine.games.efs.combat.attack_supply import needy, unsupplied
from engine.games.efs.combat.battles import (
    BOMBARDED,
    CAS,
    COVER,
    DEFENDER,
    ENGINEER,
    NO_RETREAT,
    Battle,
    defenders,
    origins,
)
from engine.games.efs.combat.bonuses import combined_arms, integrity
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_engineer, is_flotilla, is_heavy
from engine.games.efs.stacking import limit, total
from engine.games.efs.state import OUT
from engine.games.efs.tables import CANAL, CITY, MAJOR_CITY, MAJOR_RIVER, MEANDER, RIVER, Ctx, tables
from engine.games.efs.units import combat_units, number
from engine.games.efs.weather import MUD, SNOW, ice, key
from engine.play.citing import rule

RIVERS = (RIVER, MEANDER, CANAL)
NO_RESULT = "no result"
"""What a bombardment may bring that silences the big guns (13.44)."""


class Modifier(NamedTuple):
    """A number added to the die for a reason."""

    value: int
    text: str
    rule: str


class Ground(NamedTuple):
    """What the terrain of a battle gives the defender, by what engineers and big guns may offset."""

    lines: tuple[Modifier, ...]
    works: int
    """Modifiers of towns, cities and fortifications (15.54)."""
    rivers: int
    """Modifier of rivers and canals, that of a frozen major river left out (15.53)."""


# ---------------------------------------------------------------------- the chart
def effect(c: Ctx, name: str) -> int:
    """A number of the Combat Effects Chart, by the beginning of its row or by the name of another modifier."""
    memo = c.board.memo.setdefault(f"combat effects {c.data.game}", {})
    if name not in memo:
        chart = c.data.charts["combat_effects"]
        rows = {row[0]: row[1] for row in (*chart["rows"], *chart["other_drm"]["rows"])}
        found = next(rows[title] for title in rows if title.startswith(name))
        signed = re.search(r"[+-]\d+", str(found))
        memo[name] = found if isinstance(found, int) else int(signed[0]) if signed else 0
    value: int = memo[name]
    return value


# ---------------------------------------------------------------------- the hex
@rule("efs:15.51", "efs:15.41", "efs:18.31", "efs:18.41", "efs:18.51", "efs:22.56")
def hex_terrain(c: Ctx, h: Hex, side: str) -> list[Modifier]:
    """What a hex itself gives its defenders of a side."""
    t, found = tables(c), []
    terrain = t.terrain(h)
    if terrain in ("mountain", "alpine"):
        found.append(Modifier(effect(c, "mountain"), terrain, "efs:15.41"))
    elif "hill" in terrain:
        found.append(Modifier(effect(c, "hill"), "hill", "efs:15.51"))
    if t.city(h) or t.major_city(h):
        found.append(Modifier(_city(c, h, side), t.size(h), "efs:15.41"))
    elif t.town(h) and key(c, h) in (MUD, SNOW):
        found.append(Modifier(effect(c, "town"), f"town in {key(c, h).capitalize()}", "efs:15.51"))
    if edition(c).highest_terrain:  # of two alike the city, which engineers may offset
        found = sorted(found, key=lambda m: m.value)[-1:]
    if not flotillas_alone(c, h, side):
        found += _works(c, h, side)
    return [m for m in found if m.value]


@rule("efs:22.56")
def flotillas_alone(c: Ctx, h: Hex, side: str) -> bool:
    """Whether flotillas are all that a side has in a hex: works help them only beside other units."""
    here = combat_units(c, h, side)
    return bool(here) and all(is_flotilla(c, u) for u in here)


@rule("efs:15.41", "efs:15.51")
def _city(c: Ctx, h: Hex, side: str) -> int:
    """What a city gives its defenders; a major city Soviet ones by a line of its own, where the chart has one."""
    own = tables(c).major_city(h) and side == "soviet"
    titles = [row[0] for row in c.data.charts["combat_effects"]["rows"]]
    return effect(c, MAJOR_CITY if own and MAJOR_CITY in titles else CITY)


@rule("efs:18.31", "efs:18.41", "efs:18.51", "efs:15.51", "efs:R31")
def _works(c: Ctx, h: Hex, side: str) -> Iterator[Modifier]:
    here = forts.helps(c, h, side)
    if forts.BELT in here:
        yield Modifier(effect(c, "fortified belt"), "fortified belt", "efs:18.31")
    if forts.CITADEL in here:
        yield Modifier(effect(c, "citadel"), "citadel", "efs:18.51")
    if forts.STRONGPOINT in here and forts.BELT not in here:
        yield Modifier(effect(c, "strongpoint"), "strongpoint", "efs:18.41")


def _is_work(m: Modifier) -> bool:
    return "hill" not in m.text and m.text not in ("mountain", "alpine")


# ---------------------------------------------------------------------- its sides
@rule("efs:15.51", "efs:15.41", "efs:5.23", "efs:R130")
def water_worth(c: Ctx, a: Hex, b: Hex) -> tuple[int, str]:
    """What the water of a side of a hex gives the defenders behind it, and what it is."""
    water, firm = tables(c).river(a, b), ice(c).rivers
    if water in RIVERS and not firm:
        return effect(c, "river hexside"), "canal" if water == CANAL else "river"
    if water == MAJOR_RIVER and firm and edition(c).ice_helps:
        return effect(c, "major river"), "frozen major river"
    return 0, ""


@rule("efs:18.21", "efs:18.22", "efs:18.41", "efs:22.56", "efs:R54")
def line_worth(c: Ctx, a: Hex, b: Hex, side: str) -> int:
    """What the fortified line on a side of a hex gives the defenders of a side behind it.

    Beside a strongpoint in the hex it adds nothing, but within four hexes of a friendly city as much again.
    """
    here = forts.helps(c, b, side)
    if forts.LINE not in here or not forts.line_faces(c, a, b) or flotillas_alone(c, b, side):
        return 0
    if forts.STRONGPOINT not in here:
        return effect(c, "fortified line")
    double = effect(c, "strongpoint on fortified line") - effect(c, "strongpoint")
    return double if forts.near_city(c, b, side) else 0


@rule("efs:15.51", "efs:18.22", "efs:R130")
def sides(c: Ctx, targets: Sequence[Hex], places: Sequence[Hex], side: str) -> list[Modifier]:
    """What sides of hexes give the defenders of a side: only if all attackers cross one, as much as the least.

    ``places`` are the hexes of the attackers; each crosses the sides to all Defender hexes.
    """
    pairs = [(a, h) for h in targets for a in places]
    waters = [water_worth(c, a, h) for a, h in pairs]
    lines = [line_worth(c, a, h, side) for a, h in pairs]
    wet, line = min((n for n, _ in waters), default=0), min(lines, default=0)
    least = min((n + m for (n, _), m in zip(waters, lines, strict=True)), default=0)
    found = []
    if wet:
        words = sorted({word for _, word in waters})
        law = "efs:15.41" if "frozen major river" in words else "efs:15.51"
        found.append(Modifier(wet, f"all attackers cross a {' or '.join(words)}", law))
    if line:
        found.append(Modifier(line, "all attackers cross a fortified line", "efs:18.22"))
    if least > wet + line:
        text = "all attackers cross a river or a fortified line"
        found.append(Modifier(least - wet - line, text, "efs:18.22"))
    return found


@rule("efs:16.32", "efs:18.22")
def through_line(c: Ctx, b: Battle) -> bool:
    """Whether all attackers come through fortified lines, which then count as a fortification (16.32)."""
    enemy = c.other(b.side)
    lines = (
        forts.LINE in forts.helps(c, h, enemy) and forts.line_faces(c, a, h) for h in b.targets for a in origins(c, b)
    )
    return bool(b.attackers) and all(lines)


@rule("efs:15.51", "efs:15.53", "efs:15.54", "efs:R130")
def ground_of(c: Ctx, targets: Sequence[Hex], places: Sequence[Hex], side: str) -> Ground:
    """All that terrain and works give a side against attacks from some hexes: by the best hex, and by the sides."""
    edges = sides(c, targets, places, side)
    best = max((hex_terrain(c, h, side) for h in targets), key=lambda ms: sum(m.value for m in ms), default=[])
    works = sum(m.value for m in best if _is_work(m) and (edition(c).towns_offset or not m.text.startswith("town")))
    lines = sum(m.value for m in edges if m.rule == "efs:18.22")
    rivers = sum(m.value for m in edges if m.rule == "efs:15.51")
    return Ground((*best, *edges), works + lines, rivers)


def ground(c: Ctx, b: Battle) -> Ground:
    """The same for a battle as it stands."""
    return ground_of(c, b.targets, origins(c, b), c.other(b.side))


# ---------------------------------------------------------------------- engineers and big guns
@rule("efs:15.53")
def may_engineer(c: Ctx, b: Battle) -> tuple[str, str] | None:
    """The rule and reason why Engineer Effects cannot be declared for a battle; ``None`` where they can."""
    if not any(is_engineer(c, u) for u in b.attackers):
        return "efs:15.53", "No engineer unit attacks."
    g = ground(c, b)
    over_shallows = any(shallow(c, a, h) for h in b.targets for a in origins(c, b) if h in c.grid.adjacent[a])
    if g.works + g.rivers <= 0 and not over_shallows:
        town = "town, " if edition(c).towns_offset else ""
        text = f"There is no modifier of a {town}city, river, canal or fortification that engineers could offset."
        return "efs:15.53", text
    return None


@rule("efs:15.53", "efs:3.33")
def engineers_work(c: Ctx, b: Battle) -> bool:
    """Whether Engineer Effects count: declared, or an engineer attacks from above the stacking limit."""
    if may_engineer(c, b) is not None:
        return False
    return ENGINEER in b.flags or any(over_limit(c, u) for u in b.attackers if is_engineer(c, u))


@rule("efs:15.53")
def over_limit(c: Ctx, u: Unit) -> bool:
    """Whether the hex of a unit holds more than its stacking points allow."""
    h = c.state.hex_of[u]
    return total(c, combat_units(c, h, c.roster.side[u])) > limit(c)


@rule("efs:15.54", "efs:13.42", "efs:13.44", "efs:R31", "efs:R56")
def big_guns(c: Ctx, b: Battle, guns: Sequence[Unit], g: Ground, engineers: int) -> int:
    """Modifiers of works that super-heavy and railroad artillery offset, with engineers never more than there are."""
    able = sum(-number(c, u, "drm") for u in guns if is_heavy(c, u))
    works = g.works
    if b.word(BOMBARDED) == NO_RESULT.replace(" ", "-"):
        works = sum(m.value for m in g.lines if m.text in ("city", "major city") or m.text.startswith("town"))
    return max(0, min(able, works - engineers))


# ---------------------------------------------------------------------- all of them
@rule("efs:15.5", "efs:15.52", "efs:15.55", "efs:15.56", "efs:11.38", "efs:14.53", "efs:12.53")
def modifiers(c: Ctx, b: Battle, guns: Sequence[Unit] = ()) -> list[Modifier]:
    """All modifiers of a battle with some guns in support of the attack, except that of odds below the table."""
    g = ground(c, b)
    found = list(g.lines)
    if b.orders.get(DEFENDER) == NO_RETREAT:
        found.append(Modifier(effect(c, "defender_no_retreat"), "No Retreat Order of the defender", "efs:15.52"))
    sappers = engineers_work(c, b)
    if sappers:
        found.append(Modifier(effect(c, "engineer"), "Engineer Effects", "efs:15.53"))
    if heavy := big_guns(c, b, guns, g, int(sappers)):
        each = effect(c, "super_heavy_artillery_each")
        found.append(Modifier(each * heavy, "super-heavy or railroad artillery", "efs:15.54"))
    found += _air(c, b)
    theirs = defenders(c, b)
    if any(c.state.supply[u] == OUT for u in theirs):
        found.append(Modifier(effect(c, "any_defender_out_of_supply"), "a defender out of supply", "efs:15.56"))
    if needy(c, b) and unsupplied(c, b):
        found.append(Modifier(effect(c, "no_attack_supply"), "no Attack Supply", "efs:15.56"))
    if combined_arms(c, b) is None:
        found.append(Modifier(effect(c, "combined_arms"), "Combined Arms Bonus", "efs:15.57"))
    for division in integrity(c, b):
        text = f"integrity of {division}"
        found.append(Modifier(effect(c, "panzer_division_integrity_each"), text, "efs:15.58"))
    if any(c.state.overrun[u] for u in theirs):
        found.append(Modifier(effect(c, "defender_already_overrun"), "defender has an Overrun marker", "efs:11.38"))
    return found


@rule("efs:15.55", "efs:14.53")
def _air(c: Ctx, b: Battle) -> Iterator[Modifier]:
    mine, theirs = b.points_of(CAS), b.points_of(COVER)
    if mine:
        text = f"Close Air Support of {mine} for the attacker"
        yield Modifier(mine * effect(c, "cas_point_attacker"), text, "efs:15.55")
    if theirs:
        text = f"Close Air Support of {theirs} for the defender"
        yield Modifier(theirs * effect(c, "cas_point_defender"), text, "efs:15.55")
