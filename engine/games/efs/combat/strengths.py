"""3.4, 15.11, 15.41, 15.44, 15.46: the attack and defense strengths of a battle, before any artillery supports it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.components.charts import TallyLine
from engine.components.grid import Hex, Unit
from engine.games.efs import forts
from engine.games.efs.combat.access import ARMORED, HALVED, SWAMP, approach
from engine.games.efs.combat.battles import BUNKER, Battle
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_armor, is_gun, kind
from engine.games.efs.tables import MAJOR_RIVER, Ctx, tables
from engine.games.efs.units import attack, combat_units, defence, is_untried
from engine.games.efs.weather import ice
from engine.play.citing import rule

BUSTERS = ("anti-aircraft", "motorized anti-aircraft", "assault gun")
"""Kinds of Axis units that can bust bunkers (15.44)."""
MOUNTAINS = ("mountain", "alpine")
UNTRIED_DEFENCE = 1
"""What an Untried defender counts until it is turned up (12.21)."""


Number = int | Fraction
"""A strength: whole, or where an edition keeps fractions a fraction."""


@dataclass(slots=True)
class Part:
    """What one unit brings: its strength before halving, and why it is halved."""

    unit: Unit
    value: int
    words: str = ""
    rule: str = ""
    halved: list[tuple[str, str]] = field(default_factory=list)
    """Reason and rule of each halving."""


@dataclass(slots=True)
class Force:
    """The strength of one side without supporting artillery."""

    value: Number = 0
    """After halving."""
    printed: int = 0
    """The unadjusted strength of the units that are no artillery, which limits support (13.13, 15.46)."""
    lines: list[TallyLine] = field(default_factory=list)
    spent: tuple[Unit, ...] = ()
    """Units that halving reduces to nothing: they cannot attack (3.44)."""


# ---------------------------------------------------------------------- halving
@rule("efs:15.41", "efs:12.15", "efs:18.51", "efs:3.43")
def halvings(c: Ctx, u: Unit, targets: Iterable[Hex]) -> list[tuple[str, str]]:
    """Why the attack strength of a unit is halved against some hexes, each reason with its rule."""
    a, t, now, found = c.state.hex_of[u], tables(c), ice(c), []
    targets = tuple(targets)
    if t.terrain(a) == SWAMP and not now.swamps:
        found.append(("out of a swamp", "efs:15.41"))
    if not now.rivers and any(t.river(a, b) == MAJOR_RIVER for b in targets):
        found.append(("across a major river", "efs:15.41"))
    if any(approach(c, u, a, b) == HALVED for b in targets):
        found.append(("into a swamp that it cannot enter", "efs:12.15"))
    if is_armor(c, u) and (word := next(filter(None, (_hard(c, b) for b in targets)), "")):
        found.append((f"armor into a {word}", "efs:15.41"))
    if _citadel_halves(c, u, targets):
        found.append(("armor against a citadel", "efs:18.51"))
    return found


def _hard(c: Ctx, h: Hex) -> str:
    """What halves armor in a hex: a city, and mountains where the edition has it so."""
    t = tables(c)
    if t.terrain(h) in MOUNTAINS and edition(c).mountains_halve:
        return t.terrain(h)
    return t.size(h) if t.city(h) or t.major_city(h) else ""


@rule("efs:18.51")
def _citadel_halves(c: Ctx, u: Unit, targets: Sequence[Hex]) -> bool:
    enemy = c.other(c.roster.side[u])
    kinds = kind(c, u) in ARMORED and kind(c, u) != "armored engineer"
    return kinds and any(forts.CITADEL in forts.helps(c, b, enemy) for b in targets)


@rule("efs:3.41", "efs:3.42", "efs:3.43")
def halved_total(c: Ctx, parts: Iterable[Part]) -> Number:
    """Strengths added up: those halved as often are totaled first and halved together; the fraction is dropped, or kept
    where the edition does, which then leaves a force 1 at least."""
    sums: dict[int, int] = {}
    for p in parts:
        sums[len(p.halved)] = sums.get(len(p.halved), 0) + p.value
    total = sum((halved(c, group, times) for times, group in sums.items()), Fraction(0))
    if edition(c).fractions_kept and any(sums.values()):
        total = max(total, Fraction(1))
    return int(total) if total.denominator == 1 else total


@rule("efs:3.42")
def halved(c: Ctx, total: Number, times: int) -> Fraction:
    """A total halved some times, whole unless the edition keeps fractions."""
    found = Fraction(total) / (1 << times)
    return found if edition(c).fractions_kept else Fraction(int(found))


def shown(n: Number) -> str:
    """A strength as it is printed in a calculation."""
    return str(n) if n == int(n) else f"{float(n):g}"


# ---------------------------------------------------------------------- the attack
@rule("efs:12.22", "efs:15.44", "efs:15.46", "efs:R131")
def attack_parts(c: Ctx, b: Battle, *, initial: bool = False) -> list[Part]:
    """What each attacker brings; in initial odds nobody busts bunkers and Untried attackers count nothing."""
    buster = "" if initial else b.word(BUNKER)
    found = []
    for u in b.attackers:
        p = Part(u, attack(c, u), halved=halvings(c, u, b.targets))
        if is_untried(c, u):
            p.words, p.rule = ", Untried: nothing until it is turned up", "efs:12.12"
        elif c.roster.ids[u] == buster and edition(c).bunker_busting:
            p.value, p.words, p.rule = p.value * 2, ", doubled as bunker buster", "efs:15.44"
        found.append(p)
    return found


@rule("efs:12.22", "efs:3.44", "efs:15.46")
def attack_force(c: Ctx, b: Battle, *, initial: bool = False) -> Force:
    """The attack strength of a battle without guns, line by line."""
    parts = attack_parts(c, b, initial=initial)
    found = Force(halved_total(c, parts), sum(attack(c, p.unit) for p in parts))
    for p in parts:
        reasons = "".join(f", halved {why}" for why, _ in p.halved)
        law = p.rule or (p.halved[0][1] if p.halved else "efs:12.22")
        found.lines.append(TallyLine(str(p.value), f"{c.roster.short[p.unit]} attacks{p.words}{reasons}", law))
    brought = Fraction(sum(p.value for p in parts if not p.halved))
    for times in sorted({len(p.halved) for p in parts} - {0}):
        group = [p for p in parts if len(p.halved) == times]
        total = sum(p.value for p in group)
        left = halved(c, total, times)
        if total and not left:
            found.spent += tuple(p.unit for p in group)
        often = "halved" if times == 1 else "halved twice" if times == 2 else f"halved {times} times"
        word = "" if edition(c).fractions_kept else ", fraction dropped"
        found.lines.append(TallyLine(shown(left), f"{total} together {often}{word}", "efs:3.42"))
        brought += left
    if 0 < brought < 1:
        found.lines.append(TallyLine("1", "a force counts 1 at least", "efs:3.42"))
    return found


# ---------------------------------------------------------------------- the defense
@rule("efs:15.11", "efs:15.12", "efs:12.21", "efs:12.22", "efs:13.21", "efs:18.51", "efs:R132", "efs:R183")
def defence_force(c: Ctx, b: Battle, silent: Sequence[Unit] = (), *, initial: bool = False) -> Force:
    """The defense strength of a battle without supporting guns.

    ``silent`` are guns in a Defender hex that bring their defense strength since they cannot support (13.22). In
    initial odds guns count only where they are alone: there must be something to divide by. Where the edition declares
    blind, neither they nor Untried units count then.
    """
    found, enemy, blind = Force(), c.other(b.side), initial and edition(c).declares_blind
    for h in b.targets:
        here = combat_units(c, h, enemy)
        alone = all(is_gun(c, u) for u in here)
        counted = [u for u in here if not is_gun(c, u) or (alone and not blind) or (not initial and u in silent)]
        counted = [u for u in counted if not (blind and is_untried(c, u))]
        strength = 0
        for u in counted:
            value = UNTRIED_DEFENCE if is_untried(c, u) else defence(c, u)
            strength += value
            found.printed += 0 if is_gun(c, u) else value
            text, law = _defends(c, u, alone)
            found.lines.append(TallyLine(str(value), text, law))
        found.value += strength
        if more := forts.citadel_bonus(c, h, enemy, strength):
            found.value += more
            found.lines.append(TallyLine(f"+{more}", f"citadel in {c.label(h)}", "efs:18.51"))
    if not found.value:
        found.value = 1
        found.lines.append(TallyLine("1", "no strength at all counts 1", "efs:R132"))
    return found


def _defends(c: Ctx, u: Unit, alone: bool) -> tuple[str, str]:
    name = c.roster.short[u]
    if is_untried(c, u):
        return f"{name} defends, Untried: 1 until it is turned up", "efs:12.21"
    if is_gun(c, u):
        why = "no other unit is with it" if alone else "it does not support"
        return f"{name} defends with its own strength: {why}", "efs:13.21" if alone else "efs:13.22"
    return f"{name} defends", "efs:15.11"
