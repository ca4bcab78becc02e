"""13.14, 13.15, 13.31, 14.65: how many artillery units may support one combat together."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.battles import Battle
from engine.games.efs.command import commanders, commands, non_op_over
from engine.games.efs.edition import edition
from engine.games.efs.interdicted import level
from engine.games.efs.kinds import is_gun, is_hq, is_railroad_gun, is_rocket, is_super_heavy, nationality
from engine.games.efs.tables import Ctx
from engine.games.efs.units import is_nonop, side_units
from engine.play.action import Refusal
from engine.play.citing import rule

AXIS_GUNS = 4
"""Axis artillery units in a combat (13.14)."""
ALLIED_GUNS = GERMANS_BESIDE = 2
"""Axis-Allied units in a defense, and German ones beside Axis-Allied ones (13.31)."""
SOVIET_PAIR = ROCKETS = 2
"""Soviet units at most, and rockets on top (13.15)."""


@rule("efs:13.14", "efs:13.15", "efs:13.31", "efs:14.65")
def combine(c: Ctx, b: Battle, guns: Sequence[Unit]) -> Refusal | None:
    """Why some guns of one side cannot support a battle together."""
    guns = tuple(guns)
    if not guns:
        return None
    if c.roster.side[guns[0]] == "axis":
        return _axis(c, b, guns) or _interdicted(c, guns)
    if edition(c).guns_by_stack:
        return _stacked(c, b, guns)
    return _soviet(c, b, guns) or _interdicted(c, guns)


@rule("efs:13.14", "efs:13.31", "efs:13.42", "efs:13.33")
def _axis(c: Ctx, b: Battle, guns: tuple[Unit, ...]) -> Refusal | None:
    most = int(c.scenario.get("without", {}).get("axis_guns", AXIS_GUNS))
    counted = [u for u in guns if not is_super_heavy(c, u) and not is_railroad_gun(c, u)]
    if len(counted) > most:
        return Refusal("efs:13.14", f"Axis: up to {most} artillery units support one combat.", units=guns)
    allies = [u for u in counted if nationality(c, u) != "german" and edition(c).allied_guns_weak]
    defending = b.side != "axis"
    if defending and len(allies) > ALLIED_GUNS:
        return Refusal("efs:13.31", f"Up to {ALLIED_GUNS} Axis-Allied artillery units support a defense.", units=guns)
    if allies and len(counted) - len(allies) > GERMANS_BESIDE:
        text = f"Beside Axis-Allied artillery up to {GERMANS_BESIDE} German units support one combat."
        return Refusal("efs:13.31", text, units=guns)
    return None


@rule("efs:13.15", "efs:13.32", "efs:21.14", "efs:21.26")
def _soviet(c: Ctx, b: Battle, guns: tuple[Unit, ...]) -> Refusal | None:
    rockets = [u for u in guns if is_rocket(c, u)]
    rails = [u for u in guns if is_railroad_gun(c, u)]
    plain = [u for u in guns if u not in rockets and u not in rails]
    if len(rockets) > ROCKETS:
        return Refusal("efs:13.15", f"Soviets: up to {ROCKETS} rocket units support one combat.", units=tuple(rockets))
    if rails and not _common(c, rails):
        text = "Soviet railroad artillery supports only if an operational HQ has all of it in range."
        return Refusal("efs:13.15", text, units=tuple(rails))
    if len(plain) < SOVIET_PAIR:
        return None
    if len(plain) > SOVIET_PAIR:
        return Refusal("efs:13.15", f"Soviets: never more than {SOVIET_PAIR} such artillery units.", units=tuple(plain))
    if b.side != "soviet" and (lame := [u for h in b.targets for u in non_op_over(c, h)]):
        text = f"In range of the Non-Op {c.roster.short[lame[0]]} only one artillery unit supports the defense."
        return Refusal("efs:21.26", text, b.targets, (*plain, lame[0]))
    if not paired(c, b, plain[0], plain[1]):
        text = "Soviets: a second artillery unit supports only in the same Defender hex or in range of the same HQ."
        return Refusal("efs:13.15", text, units=tuple(plain))
    return None


@rule("efs:13.14", "efs:13.15", "efs:14.65", "efs:21.26", "efs:R134")
def _stacked(c: Ctx, b: Battle, guns: tuple[Unit, ...]) -> Refusal | None:
    """Where four guns of either side support a combat, each Soviet one beyond the first with an operational HQ in its
    hex, of which interdiction silences as many as its level; near a Non-Op HQ one supports alone."""
    if len(guns) > AXIS_GUNS:
        return Refusal("efs:13.14", f"Up to {AXIS_GUNS} artillery units of a side support one combat.", units=guns)
    if len(guns) < 2:
        return None
    hexes = sorted({c.state.hex_of[u] for u in guns})
    over = [*hexes, *(b.targets if b.side != "soviet" else ())]
    if lame := [u for h in over for u in non_op_over(c, h)]:
        text = f"In range of the Non-Op {c.roster.short[lame[0]]} only one artillery unit supports a combat."
        return Refusal("efs:21.26", text, units=(*guns, lame[0]))
    led = sum(min(_led(c, h), sum(c.state.hex_of[u] == h for u in guns)) for h in hexes)
    if len(guns) - led > 1:
        text = "Soviets: a second artillery unit supports only from a hex with an operational HQ that can command it."
        return Refusal("efs:13.15", text, units=guns)
    return None


@rule("efs:13.15", "efs:14.66")
def _led(c: Ctx, h: Hex) -> int:
    """Guns in a hex that an operational HQ in it combines: all, less those that the level of interdiction silences."""
    here = side_units(c, h, "soviet")
    if not any(is_hq(c, u) and not is_nonop(c, u) for u in here):
        return 0
    return max(sum(is_gun(c, u) for u in here) - level(c, h), 0)


@rule("efs:13.15", "efs:21.14", "efs:R134")
def paired(c: Ctx, b: Battle, one: Unit, two: Unit) -> bool:
    """Whether two Soviet guns may support together: in one Defender hex, under one HQ, or one of each."""
    hexes = [c.state.hex_of[u] for u in (one, two)]
    if hexes[0] == hexes[1] and hexes[0] in b.targets:
        return True
    if _common(c, (one, two)):
        return True
    inside = [h in b.targets for h in hexes]
    return any(inside) and any(_able(c, h) for h, within in zip(hexes, inside, strict=True) if not within)


def _common(c: Ctx, guns: Sequence[Unit]) -> bool:
    """Whether one HQ commands all of some guns."""
    over = [_able(c, c.state.hex_of[u]) for u in guns]
    return bool(frozenset.intersection(*over))


@rule("efs:14.66", "efs:21.14")
def _able(c: Ctx, h: Hex) -> frozenset[Unit]:
    """The operational HQs over a hex whose command value interdiction has not brought to nothing."""
    return frozenset(hq for hq in commanders(c, h) if commands(c, hq))


@rule("efs:14.65", "efs:R135")
def _interdicted(c: Ctx, guns: tuple[Unit, ...]) -> Refusal | None:
    inside = tuple(u for u in guns if c.roster.side[u] == "soviet" and level(c, c.state.hex_of[u]))
    if len(inside) < 2:
        return None
    where = tuple(c.state.hex_of[u] for u in inside)
    return Refusal("efs:14.65", "Of artillery in a Zone of Interdiction one unit supports a combat.", where, inside)
