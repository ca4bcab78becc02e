"""14.8-14.12: the combat factors that units bring into a battle, with everything that halves them, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.expected import covered_defense, expected
from engine.games.pm.forts import intact
from engine.games.pm.kinds import FLAK, MOUNTAIN, is_armor, is_tank
from engine.games.pm.state import FRESH, SUPPLIED, UNSUPPLIED
from engine.games.pm.supply import state_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import short, untried
from engine.games.pm.weather import marsh_frozen, strait_counts
from engine.play.citing import rule
from engine.play.fields import units_at

MOBILE, PREPARED = "mobile", "prepared"


@dataclass(slots=True)
class Factor:
    """What one unit brings: its factor before halving, why it is halved, and how the number came about."""

    unit: Unit
    value: Fraction
    halved: list[tuple[str, str]] = field(default_factory=list)
    """Reason and rule of each halving."""
    words: str = ""
    rule: str = "pm:14.8"
    hidden: str = ""
    """``untried`` or ``covered`` where the value is only to be expected."""
    added: Fraction = Fraction(0)
    """What the ground adds to the counter's own value, of ``value``."""

    @property
    def cut(self) -> Fraction:
        """The value after every halving, unrounded."""
        return self.value / (1 << len(self.halved))


# ---------------------------------------------------------------------- sums
@rule("pm:14.12", "pm:9.7", "pm:R50")
def total(factors: Sequence[Factor]) -> Fraction:
    """The sum of factors: all that are halved are added and cut once, a fraction rounded up, never to less than 1."""
    kept = sum((f.value for f in factors if not f.halved), Fraction(0))
    return kept + cut_once(sum((f.cut for f in factors if f.halved), Fraction(0)))


def cut_once(together: Fraction) -> int:
    """What factors that are halved come to together: rounded up."""
    return ceil(together)


def shown(value: Fraction) -> str:
    """A number for a line: whole, or with one decimal for what is only expected."""
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def write(c: Ctx, tally: Tally, factors: Sequence[Factor], verb: str) -> None:
    """The lines of one side: a unit a line, those of hidden units together, the common halving last."""
    for f in factors:
        if not f.hidden:
            reasons = "".join(f", halved: {why}" for why, _ in f.halved)
            rule_id = f.halved[0][1] if f.halved else f.rule
            tally.add(shown(f.value), f"{short(c, f.unit)} {verb} {shown(f.value)}{f.words}{reasons}", rule_id)
    for hidden, rule_id, why in (
        ("untried", "pm:2.15", "by the counters not yet seen"),
        ("covered", "pm:14.7", "by the mean of what is on the map"),
    ):
        group = [f for f in factors if f.hidden == hidden]
        if group:
            value = sum((f.value for f in group), Fraction(0))
            reasons = "".join(f", halved: {r}" for r in dict.fromkeys(why for f in group for why, _ in f.halved))
            where = "under the top counter" if hidden == "covered" else "untried"
            tally.add(f"~{shown(value)}", f"{len(group)} {where}, about {shown(value)} {why}{reasons}", rule_id)
    halved = [f for f in factors if f.halved]
    if halved:
        before = sum((f.value for f in halved), Fraction(0))
        text = f"halved together {shown(before)} become {shown(total(halved))}, fractions up"
        tally.add(shown(total(halved)), text, "pm:14.12")


# ---------------------------------------------------------------------- the attack
@rule("pm:9.8", "pm:11.4", "pm:15.4")
def supply_in(c: Ctx, kind: str, u: Unit) -> int:
    """The supply state that counts for an attacker: now, in a mobile assault that of the start of its movement."""
    s = c.state
    if not in_force(c, "9.7") or s.hex_of[u] < 0 or s.hex_of[u] not in tables(c).land:
        return SUPPLIED  # at sea stand only invaders, who are fully supplied
    if kind == MOBILE and s.moving[u] != FRESH:
        return s.supply[u]
    return state_of(c, u)


@rule("pm:14.17", "pm:R58", "pm:14.18", "pm:14.20", "pm:R27", "pm:R30")
def attack_factors(c: Ctx, kind: str, attackers: Iterable[Unit], target: Hex) -> list[Factor]:
    """The factors of the attackers against a hex."""
    ground = tables(c).effects["clear" if marsh_frozen(c, target) else tables(c).natural(target)]
    guarded = flak_guards(c, target)
    found = []
    for u in attackers:
        attack, defense = expected(c, u)
        f = Factor(u, attack, hidden="untried" if untried(c, u) else "")
        if ground.get("mountain_uses_defense") and c.roster.kind[u] == MOUNTAIN and in_force(c, "14.17"):
            # The chart says "may": nobody is made to use the lower one.
            f.value, f.words, f.rule = max(attack, defense), " with its defense factor in hills", "pm:14.17"
        here = c.state.hex_of[u]
        if is_armor(c, u) and here in c.grid.adjacent[target] and strait_counts(c, here, target):
            most = Fraction(tables(c).effects[tables(c).strait(here, target)]["armor_attack"])
            f.value, f.words, f.rule = min(f.value, most), " across the straits", "pm:14.20"
            f.hidden = ""  # whoever it is, it brings no more
        if c.roster.kind[u] in ground.get("halves", ()):
            f.halved.append(("into marsh", "pm:14.18"))
        if guarded and c.roster.side[u] == "soviet" and is_tank(c, u):
            f.halved.append(("flak", "pm:10.1"))
        if supply_in(c, kind, u) == UNSUPPLIED:
            f.halved.append(("out of supply", "pm:9.7"))
        found.append(f)
    return found


@rule("pm:10.1", "pm:14.34")
def flak_guards(c: Ctx, h: Hex) -> bool:
    """Whether flak in a hex halves Soviet tanks: some supply, and a unit that is not flak defends with it."""
    if not in_force(c, "10.1"):
        return False
    here = fighting(c, h)
    flak = [u for u in here if c.roster.kind[u] == FLAK and not c.state.covered[u]]
    # 14.34: units that retreated into the hex contribute nothing, nor do they make the flak count.
    company = any(c.roster.kind[u] != FLAK for u in here)
    return company and any(state_of(c, u) != UNSUPPLIED for u in flak)


# ---------------------------------------------------------------------- the defense
@rule("pm:14.2", "pm:14.34", "pm:R52")
def fighting(c: Ctx, h: Hex) -> list[Unit]:
    """The units that defend a hex: all in it, less those that retreated into it in this phase."""
    here = units_at(c, h)
    stayed = [u for u in here if not c.state.fled[u]]
    return stayed or list(here)


@rule("pm:14.30", "pm:9.8")
def defense_factors(c: Ctx, h: Hex) -> list[Factor]:
    """The factors of the defenders of a hex."""
    line = intact(c, h) == "stalin line" and in_force(c, "14.30")
    bonus = int(tables(c).effects["stalin line"]["soviet_defense"])
    found = []
    for u in fighting(c, h):
        if c.state.covered[u]:
            f = Factor(u, covered_defense(c, c.roster.side[u]), hidden="covered")
        else:
            f = Factor(u, expected(c, u)[1], hidden="untried" if untried(c, u) else "")
        if line and c.roster.side[u] == "soviet":
            f.value, f.words, f.rule = f.value + bonus, f" with +{bonus} of the Stalin Line", "pm:14.30"
            f.added = Fraction(bonus)
        if in_force(c, "9.7") and state_of(c, u) == UNSUPPLIED:
            f.halved.append(("out of supply", "pm:9.7"))
        found.append(f)
    return found
