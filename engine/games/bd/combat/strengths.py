"""11.8 to 11.16, 7.22: the combat factors that units bring into a battle, with everything that changes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.bd import gambit
from engine.games.bd.combat.support import MOBILE, PREPARED, Support, supported
from engine.games.bd.kinds import COUNTER_FIRE, MOUNTAIN, PANZERS, SHOCK, is_attached
from engine.games.bd.state import FIGHT_FIGHT, FIGHT_MOVE, OUT, OVERLAND
from engine.games.bd.supply import attack_halvings, defense_halved, overland, state_of
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import strength, with_riders
from engine.play.citing import rule
from engine.play.fields import derived, units_at
from engine.play.suppose import supposing

SHOCK_CUT = 3
"""Attack factor of a shock army whose supply would halve or quarter it (7.22, R96)."""
MEAN_ROLL = Fraction(7, 2)


@dataclass(slots=True)
class Factor:
    """What one unit brings: its factor before halving, why it is halved, and how the number came about."""

    unit: Unit
    value: Fraction
    halved: list[tuple[str, str]] = field(default_factory=list)
    """Reason and rule of each halving."""
    words: str = ""
    rule: str = "bd:11.8"
    hidden: bool = False

    @property
    def cut(self) -> Fraction:
        """The value after every halving, unrounded."""
        return self.value / (1 << len(self.halved))


@rule("bd:1.3", "bd:11.12", "bd:7.22")
def total(factors: Sequence[Factor]) -> Fraction:
    """The sum of factors: those with a common reduction are added and cut once, rounded down, never below 1."""
    found = sum((f.value for f in factors if not f.halved), Fraction(0))
    for times in sorted({len(f.halved) for f in factors if f.halved}):
        group = sum((f.value for f in factors if len(f.halved) == times), Fraction(0))
        if group:
            found += max(1, group // (1 << times))
    return found


def shown(value: Fraction) -> str:
    """A number for a line: whole, or with one decimal for what is only expected."""
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def write(c: Ctx, tally: Tally, factors: Sequence[Factor], verb: str) -> None:
    """The lines of one side: a unit a line, hidden ones together, common halvings last."""
    for f in (f for f in factors if not f.hidden):
        reasons = "".join(f", halved: {why}" for why, _ in f.halved)
        law = f.halved[0][1] if f.halved else f.rule
        tally.add(shown(f.value), f"{c.roster.short[f.unit]} {verb} {shown(f.value)}{f.words}{reasons}", law)
    if unseen := [f for f in factors if f.hidden]:
        value = sum((f.value for f in unseen), Fraction(0))
        text = f"{len(unseen)} under the top counter, about {shown(value)} by the mean of what is on the map"
        tally.add(f"~{shown(value)}", text, "bd:11.7")
    if halved := [f for f in factors if f.halved]:
        before = sum((f.value for f in halved), Fraction(0))
        tally.add(shown(total(halved)), f"reduced together {shown(before)} become {shown(total(halved))}", "bd:11.12")


def rolled(c: Ctx, u: Unit, rolls: Mapping[Unit, int]) -> Fraction:
    """The factor of a unit that a die decides: as thrown, or what to expect of it."""
    return Fraction(rolls[u]) if u in rolls else MEAN_ROLL


# ---------------------------------------------------------------------- the attack
@rule("bd:5.7", "bd:7.10", "bd:7.22", "bd:11.11")
def _shock_doubled(c: Ctx, kind: str, u: Unit) -> bool:
    """Whether a shock army attacks doubled: prepared, fight/move or fight/fight, with the supply that it takes."""
    if c.roster.kind[u] != SHOCK or kind != PREPARED or c.state.order not in (FIGHT_MOVE, FIGHT_FIGHT):
        return False
    return attack_halvings(c, u) == 0 and overland(c, "soviet", c.state.hex_of[u])


@rule("bd:8.4", "bd:8.29", "bd:8.35", "bd:11.14", "bd:11.15", "bd:11.20", "bd:5.13", "bd:7.22", "bd:R96")
def attack_factor(c: Ctx, kind: str, u: Unit, target: Hex, rolls: Mapping[Unit, int]) -> Factor:
    """What a unit attacks a hex with, support left out."""
    r, t = c.roster, tables(c)
    attack, defense, _ = strength(c, u)
    f = Factor(u, Fraction(attack))
    cuts = 0 if r.kind[u] == COUNTER_FIRE else attack_halvings(c, u)  # 8.35: its supply is irrelevant
    if r.number("diced", u):
        f.value, f.words, f.rule = rolled(c, u, rolls), " by a die", "bd:8.35" if r.side[u] == "soviet" else "bd:8.4"
    elif r.kind[u] in PANZERS and t.city(target) and not r.number("late", u):
        f.value, f.words, f.rule = Fraction(defense), " with its defense factor into a city", "bd:11.20"
    elif r.kind[u] == MOUNTAIN and t.natural(target) == "rough" and state_of(c, u) == OVERLAND:
        f.value, f.words, f.rule = Fraction(defense), " with its defense factor into rough", "bd:11.14"
    elif r.kind[u] == SHOCK and cuts:
        f.value, f.words, f.rule, cuts = Fraction(SHOCK_CUT), ", all that its supply leaves it", "bd:7.22", 0
    elif _shock_doubled(c, kind, u):
        f.value, f.words, f.rule = f.value * 2, ", doubled", "bd:5.7"
    f.halved += [("supply", "bd:7.22" if r.side[u] == "soviet" else "bd:7.16")] * cuts
    if r.mech[u] and t.natural(target) == "marsh" and not dry(c, u, target):
        f.halved.append(("into marsh", "bd:11.15"))
    return f


@rule("bd:5.13", "bd:R55")
def dry(c: Ctx, u: Unit, target: Hex) -> bool:
    """Whether the marsh of game turn 1 is clear for a unit."""
    return (
        c.state.turn == 1 and c.roster.mech[u] and c.roster.side[u] == "axis" and state_of(c, u) == OVERLAND
        and c.label(target) in ("2013", "2014")
    )  # fmt: skip


@rule("bd:8.36", "bd:8.38", "bd:4.17")
def attack_factors(
    c: Ctx, kind: str, attackers: Sequence[Unit], target: Hex, support: Support, rolls: Mapping[Unit, int]
) -> list[Factor]:
    """The factors of the attackers: artillery doubles the strongest armies, each air army adds one, never cut."""
    found = [attack_factor(c, kind, u, target, rolls) for u in attackers if not is_attached(c, u)]
    guns = supported(c, attackers, "artillery")[: support.artillery]
    for f in found:
        if f.unit in guns:
            f.value, f.words, f.rule = f.value * 2, f.words + ", doubled by artillery", "bd:8.36"
    found += [
        Factor(u, Fraction(1), words=" from an air army", rule="bd:8.38")
        for u in supported(c, attackers, "air")[: support.air]
    ]
    if support.paratroops and (u := gambit.paratroops(c)) is not None:
        found.append(
            Factor(u, Fraction(strength(c, u)[1]), words=" with its defense factor, by air drop", rule="bd:4.17")
        )
    return found


# ---------------------------------------------------------------------- the defense
@rule("bd:11.2", "bd:11.29", "bd:10.31")
def fighting(c: Ctx, h: Hex, kind: str) -> list[Unit]:
    """The units that defend a hex: all in it, less those that retreated into it in this prepared assault phase."""
    here = [u for u in units_at(c, h) if not is_attached(c, u)]
    return here if kind == MOBILE else [u for u in here if not c.state.fled[u]]


@rule("bd:7.16", "bd:7.17", "bd:8.35", "bd:8.4")
def defense_factors(
    c: Ctx, h: Hex, kind: str, rolls: Mapping[Unit, int], attackers: Sequence[Unit] = ()
) -> list[Factor]:
    """The factors of the defenders of a hex."""
    found = []
    for u in fighting(c, h, kind):
        f = Factor(u, Fraction(strength(c, u)[1]))
        if c.state.covered[u]:
            f = Factor(u, mean_defense(c, c.roster.side[u]), hidden=True)
        elif c.roster.number("diced", u):
            f = Factor(u, rolled(c, u, rolls), words=" by a die", rule="bd:8.35")
        if c.roster.kind[u] != COUNTER_FIRE and out_in_battle(c, u, kind, attackers):
            f.halved.append(("out of supply", "bd:7.16"))
        found.append(f)
    return found


@rule("bd:10.26", "bd:7.17", "bd:R93")
def state_in_battle(c: Ctx, u: Unit, kind: str, attackers: Sequence[Unit]) -> int:
    """Supply state of a defender in a battle: the makers of a mobile assault count for nothing."""
    found = state_of(c, u)
    if found == OVERLAND or kind != MOBILE or not attackers:
        return found
    return state_of(supposing(c, hex_of=dict.fromkeys(with_riders(c, attackers), -1)), u)


@rule("bd:10.26", "bd:7.17", "bd:R93")
def out_in_battle(c: Ctx, u: Unit, kind: str, attackers: Sequence[Unit]) -> bool:
    """Whether a defender is out of supply in a battle: not for the makers of a mobile assault alone."""
    return defense_halved(c, u) and state_in_battle(c, u, kind, attackers) == OUT


@rule("bd:11.7")
@derived("hex_of")
def mean_defense(c: Ctx, side: str) -> Fraction:
    """Mean defense of a unit of a side on the map: what to reckon with for one under the top of its stack."""
    r = c.roster
    values = [r.defense[u] for u, h in enumerate(c.state.hex_of) if h >= 0 and r.side[u] == side]
    return Fraction(sum(values), len(values)) if values else Fraction(0)
