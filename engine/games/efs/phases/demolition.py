"""22.4: printed bridges over major rivers and lakes are destroyed, and repaired by engineers with a die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import counted, modified
from engine.games.efs.bridges import BY_RAIL, BY_ROAD, break_down, damage, mend, name, printed, spans, wide
from engine.games.efs.command import non_op_over
from engine.games.efs.conversion import working
from engine.games.efs.kinds import FERRY, is_combat, is_engineer, kind
from engine.games.efs.limits import kept_whole, least_die
from engine.games.efs.phases.bridging import take_up
from engine.games.efs.rails import railheads
from engine.games.efs.state import OUT
from engine.games.efs.tables import Ctx
from engine.games.efs.units import enemy_combat_at, fighters
from engine.games.efs.weather import DRY, FROST, weather
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good, stacks
from engine.play.step import Verb

DIE = 10
CHART = "bridge_repair"
"""Only where it is among the charts bridges are destroyed and repaired."""
REPAIRED = "repaired"
"""Variable of the Engineering Phase: engineers and bridges that have had their try."""


# ---------------------------------------------------------------------- destruction
@rule("efs:22.41", "efs:22.42", "efs:22.43", "efs:R68")
def blow_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``blow md-1 B0235``: a combat unit destroys all bridges between its hex and the next one."""
    u, b, side = c.unit(unit), c.hex(hex_), c.state.side
    a, short = c.state.hex_of[u], c.roster.short[u]
    if c.roster.side[u] != side or a < 0 or not is_combat(c, u):
        return Refusal("efs:22.42", f"{short} is no combat unit of yours on the map.", units=(u,))
    if CHART not in c.data.charts:
        return Refusal("efs:22.41", "No bridge of the map is ever destroyed.")
    if b not in c.grid.adjacent[a] or not wide(c, a, b) or not printed(c, a, b):
        text = f"No bridge over a major river or lake leads from {c.label(a)} to {c.label(b)}."
        return Refusal("efs:22.41", text, (a, b), (u,))
    if not _sound(c, a, b):
        return Refusal("efs:22.42", f"The bridges from {c.label(a)} to {c.label(b)} are down already.", (a, b))
    if not _enemy_near(c, a, side):
        most = c.data.constant("demolition_range")
        return Refusal("efs:22.42", f"No enemy is within {most} hexes of {short}.", (a,), (u,))
    if side == "soviet" and (lame := non_op_over(c, a)):
        text = f"{short} is in range of the Non-Op {c.roster.short[lame[0]]}, which blows no bridges."
        return Refusal("efs:22.43", text, (a,), (u, *lame))
    if c.state.fuses[f"{c.label(a)}/{c.label(b)}"] == c.state.turn:
        return Refusal("efs:R200", f"That bridge of {c.label(a)} was tried in this turn.", (a, b), (u,))
    return kept_whole(c, a, b)


def _sound(c: Ctx, a: Hex, b: Hex) -> list[str]:
    """The printed bridges over a side that are not fully destroyed."""
    most = int(c.data.charts[CHART]["damage_points"])
    return [line for line in printed(c, a, b) if damage(c, a, b, line) < most]


@rule("efs:22.42", "efs:R269")
def _enemy_near(c: Ctx, h: Hex, side: str) -> bool:
    """Whether an enemy unit of any sort is near enough to a hex, as artillery counts its range."""
    here, own = stacks(c), c.roster.side
    return any(own[u] != side for n in _in_range(c, h) if n in here for u in here[n])


@for_good
def _in_range(c: Ctx, h: Hex) -> tuple[Hex, ...]:
    return tuple(c.grid.within(h, c.data.constant("demolition_range")))


@rule("efs:22.42", "efs:22.43")
def _blow(c: Ctx, unit: str, hex_: str) -> None:
    u, b = c.unit(unit), c.hex(hex_)
    a = c.state.hex_of[u]
    if (least := least_die(c, a, b)) and not _lit(c, u, a, b, least):
        return
    down = _sound(c, a, b)
    for line in down:
        break_down(c, a, b, line)
    words = " and ".join(down)
    text = f"{c.roster.short[u]} blows the {words} bridge{'s' * (len(down) > 1)} from {c.label(a)} to {c.label(b)}."
    c.say("bridge blown", text, "efs:22.42", hexes=[a, b], units=[u])


@rule("efs:R200", "efs:22.42")
def _lit(c: Ctx, u: Unit, a: Hex, b: Hex, least: int) -> bool:
    """The die that a scenario asks for a bridge, once in a turn; whether it is blown."""
    die = c.roll(DIE, results=["blown" if n >= least else "-" for n in range(1, DIE + 1)])
    c.state.fuses[f"{c.label(a)}/{c.label(b)}"] = c.state.turn
    c.touch()
    if die < least:
        text = f"{c.roster.short[u]} rolls {die}, {least} or more blows the bridge from {c.label(a)} to {c.label(b)}."
        c.say("bridge blown", text, "efs:R200", rolls=[die], hexes=[a, b], units=[u])
    return die >= least


def _blown(c: Ctx, unit: str, hex_: str) -> str:
    """What a unit would destroy: each bridge that is not down already."""
    sound = _sound(c, c.state.hex_of[c.unit(unit)], c.hex(hex_))
    return f"{' and '.join(sound)} bridge{'s' * (len(sound) > 1)}"


# ---------------------------------------------------------------------- repair
@rule("efs:22.44", "efs:R66", "efs:R91")
def repair_check(c: Ctx, unit: str, hex_: str, line: str = BY_ROAD) -> Refusal | None:
    """``repair mpi-xxxxvii B0235`` or ``repair mpi-xxxxvii B0235 rail``: an engineer works on a destroyed bridge."""
    u, b, side = c.unit(unit), c.hex(hex_), c.state.side
    a, short = c.state.hex_of[u], c.roster.short[u]
    if c.roster.side[u] != side or a < 0 or not is_engineer(c, u):
        return Refusal("efs:22.44", f"{short} is no engineer unit of yours on the map.", units=(u,))
    if b not in c.grid.adjacent[a] or line not in printed(c, a, b) or not damage(c, a, b, line):
        text = f"No destroyed {line} bridge leads from {c.label(a)} to {c.label(b)}."
        return Refusal("efs:22.44", text, (a, b), (u,))
    if c.state.supply[u] == OUT:
        return Refusal("efs:22.44", f"{short} is Out of Supply.", units=(u,))
    if {c.roster.ids[u], name(c, a, b, line)} & set(c.frame.vars.get(REPAIRED, ())):
        return Refusal("efs:22.44", "An engineer works on one bridge a turn, and a bridge has one try.", (a, b), (u,))
    if enemy_combat_at(c, b, side):
        return Refusal("efs:22.44", f"The enemy stands on the other side, in {c.label(b)}.", (b,))
    if line == BY_RAIL and not _from_railhead(c, a, b, side):
        return Refusal("efs:22.44", "A railroad bridge is repaired only from a railhead beside it.", (a, b))
    return None


@rule("efs:22.44", "efs:22.35", "efs:R265")
def _from_railhead(c: Ctx, a: Hex, b: Hex, side: str) -> bool:
    """Whether a railhead is beside a bridge: the line of the working net that ends there is one, ferry or not."""
    return bool({a, b} & set(railheads(c, side))) or any(working(c, h, side) for h in (a, b))


@rule("efs:22.45", "efs:22.46", "efs:22.23", "efs:22.35")
def _repair(c: Ctx, unit: str, hex_: str, line: str = BY_ROAD) -> None:
    u, b, side = c.unit(unit), c.hex(hex_), c.state.side
    a = c.state.hex_of[u]
    key = name(c, a, b, line)
    tried = [*c.frame.vars.get(REPAIRED, ()), c.roster.ids[u], key]
    drm = repair_drm(c, u, b, line)
    limit = _limit(c)
    die = c.roll(10, results=["one point less" if n + drm <= limit else "not repaired" for n in range(1, 11)])
    c.frame.vars[REPAIRED] = tried
    done = die + drm <= limit
    whole = done and mend(c, a, b, line)
    points = counted(damage(c, a, b, line), "point", "points")
    what = "stands again" if whole else f"still needs {points}" if done else f"is not repaired, it needs {points}"
    told = modified(die, drm)
    text = f"{c.roster.short[u]} rolls {told}: the {line} bridge from {c.label(a)} to {c.label(b)} {what}."
    c.say("repair", text, "efs:22.45", rolls=[die], hexes=[a, b], units=[u])
    if whole:
        for marker, *_ in spans(c).get(frozenset((a, b)), ()):
            if c.roster.side[marker] == side and (kind(c, marker) != FERRY or line == BY_RAIL):
                law = "efs:22.35" if kind(c, marker) == FERRY else "efs:22.23"
                take_up(c, marker, law, "is no longer needed")


@rule("efs:22.45")
def repair_drm(c: Ctx, u: Unit, b: Hex, line: str) -> int:
    """Modifiers of the Bridge Repair Table for an engineer and a bridge to the next hex."""
    value = {row["what"]: int(row["value"]) for row in _drms(c)}
    side, a = c.roster.side[u], c.state.hex_of[u]
    others = [v for h in (a, b) for v in fighters(c, side).get(h, ()) if v != u and is_engineer(c, v)]
    total: int = value["railroad_bridge"] * (line == BY_RAIL) + value["each_extra_engineer"] * len(others)
    total += value["mud_or_snow"] * (weather(c) not in (DRY, FROST))
    return total + value["enemy_zoc_on_far_side"] * bool(in_zoc(c, c.other(side))[b])


@rule("efs:22.45", "efs:22.46")
def repair_chance(c: Ctx, unit: str, hex_: str, line: str = BY_ROAD) -> str:
    """What a try to repair a bridge is likely to bring: the faces of the die, and which point they take off."""
    u, b = c.unit(unit), c.hex(hex_)
    least = max(0, min(DIE, _limit(c) - repair_drm(c, u, b, line)))
    most = int(c.data.charts[CHART]["damage_points"])
    point = most - damage(c, c.state.hex_of[u], b, line) + 1
    faces = f" (1-{least})" if least > 1 else " (1)" if least else ""
    return f"{least / DIE:.0%}{faces} point {point} of {most}"


def _limit(c: Ctx) -> int:
    """The highest modified die that takes a point off."""
    return int(c.data.charts[CHART]["rows"][0][0].split()[0])


def _drms(c: Ctx) -> list[dict[str, Any]]:
    chart = c.data.charts[CHART]["drm"]
    return [dict(zip(chart["columns"], row, strict=True)) for row in chart["rows"]]


# ---------------------------------------------------------------------- the verbs
@for_good
def _spans_near(c: Ctx, h: Hex) -> list[Hex]:
    return [n for n in c.grid.adjacent[h] if printed(c, h, n)]


@derived()
def blowers(c: Ctx) -> list[str]:
    """Ids of the units that stand beside a bridge that they can destroy."""
    found = []
    for h, units in fighters(c, c.state.side).items():
        near = [n for n in _spans_near(c, h) if blow_check(c, c.roster.ids[units[0]], c.label(n)) is None]
        found += [c.roster.ids[u] for u in units] if near else []
    return sorted(found)


@derived()
def menders(c: Ctx) -> list[str]:
    """Ids of the engineers that can work on a bridge."""
    return sorted({words[0] for words in _repairs(c, None) if repair_check(c, *words) is None})


def _blows(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for name_ in blowers(c) if subject is None else [subject]:
        if name_ in c.roster.by_id and (h := c.state.hex_of[c.roster.by_id[name_]]) >= 0:
            yield from ((name_, c.label(n)) for n in _spans_near(c, h))


def _repairs(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for h, units in fighters(c, c.state.side).items():
        near = _spans_near(c, h)
        for u in units if near else ():
            if is_engineer(c, u) and subject in (None, c.roster.ids[u]):
                for n in near:
                    yield from ((c.roster.ids[u], c.label(n), line) for line in printed(c, h, n))


DEMOLITION_VERBS = (
    Verb("repair", _repairs, repair_check, _repair, "repair UNIT HEX [rail]: work on a destroyed bridge", "efs:22.44",
         menders, told=repair_chance),
    Verb("blow", _blows, blow_check, _blow, "blow UNIT HEX: destroy the bridges to a hex", "efs:22.42", blowers,
         grave=True, told=_blown),
)  # fmt: skip
"""For the Engineering Phase."""
