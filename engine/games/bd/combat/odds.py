"""11.8 to 11.11, 11.25: the odds of a battle with every shift, line by line, and what becomes of a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.components.results import chances, ratio_words, whole_ratio
from engine.games.bd import works
from engine.games.bd.combat.shifts import columns_word, shifts
from engine.games.bd.combat.strengths import attack_factors, defense_factors, fighting, shown, total, write
from engine.games.bd.combat.support import MOBILE, NONE, PREPARED, Support
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import side_units
from engine.play.citing import rule

KINDS = (PREPARED, MOBILE)
AE, AS, DR, BB, DE = "AE", "AS", "DR", "BB", "DE"
MOST_DICED = 2
"""So many dice of emergency units and the counter-fire corps are reckoned out; more are taken at their mean."""


# ---------------------------------------------------------------------- what becomes of a result
@rule("bd:8.18", "bd:9.6", "bd:11.20", "bd:11.26", "bd:5.14", "bd:R95")
def converted(c: Ctx, attacker: str, target: Hex, result: str) -> str:
    """A result of the table as it is applied: DR into AS or BB, BB into DR on game turn 1."""
    defender = c.other(attacker)
    if result == BB and attacker == "soviet" and c.state.turn == 1:
        result = DR
    if result != DR:
        return result
    if works.stronghold(c, target, defender):
        return BB
    if defender == "soviet" and target in works.area(c) and c.state.area_turn != c.state.turn:
        return BB
    return AS if defender == "axis" and tables(c).city(target) else DR


# ---------------------------------------------------------------------- the calculation
@rule("bd:11.8", "bd:11.9", "bd:11.10", "bd:11.11", "bd:11.25", "bd:10.32", "bd:R27")
def tally(
    c: Ctx, kind: str, attackers: Sequence[Unit], target: Hex, support: Support = NONE,
    rolls: Mapping[Unit, int] | None = None,
) -> Tally:  # fmt: skip
    """The whole calculation of a prepared or mobile assault; ``rolls`` are the factors that dice have brought."""
    found = Tally(kind, attackers=tuple(attackers), targets=(target,))
    if not attackers:
        found.call_off("no attackers")
        return found
    side = c.roster.side[attackers[0]]
    found.defenders = tuple(fighting(c, target, kind))
    if not found.defenders or not side_units(c, target, c.other(side)):
        found.call_off("no defenders")
        return found
    thrown = rolls or {}
    attack, defense = _lines(c, found, support, thrown)
    at = whole_ratio(attack, defense) if attack and defense else len(tables(c).crt.columns)
    found.odds = ratio_words(at)
    found.add(found.odds, f"odds {shown(attack)} to {shown(defense)}", "bd:11.8" if at >= 0 else "bd:11.9")
    for s in shifts(c, kind, attackers, target, support):
        found.shift += s.columns
        found.add(columns_word(s.columns), s.text, s.rule)
    _column(c, found, at, side, target)
    _spread(c, found, support, thrown)
    return found


def _lines(c: Ctx, found: Tally, support: Support, rolls: Mapping[Unit, int]) -> tuple[Fraction, Fraction]:
    """Factors of both sides, a line a unit; a fraction, which is only expected, is left as it is."""
    mine = attack_factors(c, found.kind, found.attackers, found.target, support, rolls)
    theirs = defense_factors(c, found.target, found.kind, rolls, found.attackers)
    write(c, found, mine, "attacks with")
    write(c, found, theirs, "defends with")
    attack, defense = total(mine), total(theirs)
    found.attack, found.defense = float(attack), float(defense)
    return attack, defense


def _column(c: Ctx, found: Tally, at: int, side: str, target: Hex) -> None:
    """Where the table is entered, and the result of each face after all conversions."""
    table = tables(c).crt
    entry = table.enter(at + found.shift + table.even)
    found.column = table.columns[entry.column] if entry.column >= 0 else None
    if entry.column < 0:
        found.automatic = entry.outside
        found.distribution = {entry.outside: 1.0}
        found.add(entry.outside, f"{ratio_words(at + found.shift)}: no roll", "bd:11.10")
        return
    found.results = [converted(c, side, target, result) for result in entry.results]
    found.distribution = chances(found.results)
    found.add(found.column or "", "column", "bd:11.25")


@rule("bd:8.4", "bd:8.35")
def _spread(c: Ctx, found: Tally, support: Support, rolls: Mapping[Unit, int]) -> None:
    """Where dice still decide over factors, the chances are those of all that they can bring."""
    diced = [u for u in (*found.attackers, *found.defenders) if c.roster.number("diced", u) and u not in rolls]
    if not 0 < len(diced) <= MOST_DICED or any(c.state.covered[u] for u in diced):
        return
    chance: dict[str, float] = {}
    for faces in product(range(1, 7), repeat=len(diced)):
        one = tally(
            c, found.kind, found.attackers, found.target, support, {**rolls, **dict(zip(diced, faces, strict=True))}
        )
        for result, p in one.distribution.items():
            chance[result] = chance.get(result, 0.0) + p / 6 ** len(diced)
    found.distribution, found.results = chance, []
