"""12.2, 15.4 to 15.6: initial odds, and the whole calculation of a battle line by line down to the chances."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.charts import Tally
from engine.components.results import ResultsTable, chances
from engine.games.efs.combat.battles import Battle, battle, defenders
from engine.games.efs.combat.modifiers import modifiers
from engine.games.efs.combat.strengths import Number, attack_force, defence_force, shown
from engine.games.efs.combat.support import attack_support, defence_support, supporters
from engine.games.efs.edition import edition
from engine.games.efs.tables import Ctx, tables
from engine.play.citing import rule

KIND = "attack"
LOST = "e/-"
"""What comes of an attack below the table where an edition does not roll for it."""


class Odds(NamedTuple):
    """A ratio of strengths on the scale of the table: ``place`` is -1 below its first column."""

    attack: Number
    defence: Number
    place: int
    heading: str


def table(c: Ctx) -> ResultsTable:
    """The Combat Results Table."""
    return tables(c).crt


@rule("efs:12.22", "efs:15.47")
def ratio(c: Ctx, attack: Number, defence: Number) -> Odds:
    """Two strengths as a column of the table, rounded in the defender's favour, at most the last one."""
    crt = table(c)
    place = min(crt.place(attack, defence), len(crt.columns) - 1)
    return Odds(attack, defence, place, crt.heading(place))


@rule("efs:12.21", "efs:12.22", "efs:12.23")
def initial(c: Ctx, b: Battle) -> Odds:
    """The odds at the declaration: terrain and weather count, artillery does not, Untried defenders are worth one."""
    mine, theirs = attack_force(c, b, initial=True), defence_force(c, b, initial=True)
    return ratio(c, mine.value, theirs.value)


# ---------------------------------------------------------------------- the calculation
@rule("efs:15.4", "efs:15.46", "efs:15.47", "efs:15.5", "efs:15.6")
def calculate(c: Ctx, b: Battle) -> Tally:
    """The whole calculation of a battle as it stands, with the result of every face of the die."""
    found = Tally(KIND, attackers=b.attackers, targets=b.targets)
    found.defenders = defenders(c, b)
    if not b.attackers or not found.defenders:
        found.call_off("no attackers" if not b.attackers else "no defenders")
        return found
    mine, theirs, guns = _strengths(c, b, found)
    odds = ratio(c, mine, theirs)
    found.attack, found.defense, found.odds = _plain(mine), _plain(theirs), odds.heading
    found.add(odds.heading, f"odds of {shown(mine)} to {shown(theirs)}", "efs:15.47")
    if odds.place < 0 and edition(c).weak_attack_lost:
        found.add(LOST, f"odds below {table(c).columns[0]}: the attackers are lost without a roll", "efs:15.47")
        found.automatic, found.distribution = LOST, {LOST: 1.0}
        return found
    _column(c, b, found, odds, guns)
    return found


def _plain(n: Number) -> float:
    return n if isinstance(n, int) else float(n)


def _strengths(c: Ctx, b: Battle, found: Tally) -> tuple[Number, Number, tuple[int, ...]]:
    """Lines and totals of both sides with their support, and the guns that support the attack."""
    mine = attack_force(c, b)
    help_ = attack_support(c, b, mine.printed)
    firing, silent = supporters(c, b)
    theirs = defence_force(c, b, silent)
    shield = defence_support(c, b, firing, theirs.printed)
    found.lines += [*mine.lines, *help_.lines, *theirs.lines, *shield.lines]
    found.attack_support, found.defense_support = help_.guns, shield.guns
    return mine.value + help_.value, theirs.value + shield.value, help_.guns


def place(c: Ctx, b: Battle) -> int:
    """The place of the final odds of a battle on the scale of the table, -1 below it."""
    mine, theirs, _ = _strengths(c, b, Tally(KIND))
    return ratio(c, mine, theirs).place


@rule("efs:15.47", "efs:15.5", "efs:15.6")
def _column(c: Ctx, b: Battle, found: Tally, odds: Odds, guns: tuple[int, ...]) -> None:
    """The modifiers, netted and limited, the column, and what each face of the die brings in it."""
    crt = table(c)
    drm = 0
    for m in modifiers(c, b, guns):
        drm += m.value
        found.add(f"{m.value:+d}", m.text, m.rule)
    if odds.place < 0:
        drm += crt.below_drm
        found.add(f"{crt.below_drm:+d}", f"odds below {crt.columns[0]}", "efs:15.47")
    net = crt.limited(drm)
    cut = f", limited from {drm:+d}" if net != drm else ""
    found.add(f"{net:+d}", f"on the die in all{cut}", "efs:15.5")
    column = max(odds.place, 0)
    found.column, found.drm = crt.columns[column], net
    found.results = crt.results(column, net)
    found.distribution = chances(found.results)
    found.add(found.column, "column", "efs:15.6")


def tally(c: Ctx, n: int) -> Tally:
    """The calculation of a declared battle."""
    return calculate(c, battle(c, n))
