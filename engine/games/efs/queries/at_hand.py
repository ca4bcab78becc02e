"""What an attack could have besides: supply counters within reach and artillery in range, with the odds that brings."""

from __future__ import annotations

from dataclasses import replace

from engine.components.charts import Tally
from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.efs.combat.attack_supply import plan, unsupplied
from engine.games.efs.combat.battle import fight_of
from engine.games.efs.combat.battles import Battle
from engine.games.efs.combat.combining import combine
from engine.games.efs.combat.odds import calculate
from engine.games.efs.combat.results import NO_FUEL, dry_tanks, star_conditions
from engine.games.efs.combat.support import may_support
from engine.games.efs.kinds import is_gun
from engine.games.efs.queries.prospects import ASKED, best_battle
from engine.games.efs.tables import Ctx
from engine.games.efs.units import number
from engine.play.asked import Prospect
from engine.play.citing import rule


@rule("efs:15.21", "efs:13.11", "efs:13.14", "efs:13.15")
def aid(c: Ctx, b: Battle) -> Battle:
    """The same attack with Attack Supply, if points are at hand, and as many guns as may fire, the strongest first."""
    if b.attackers and unsupplied(c, b) and plan(c, b) is not None:
        b = replace(b, supplied=True)
    guns = list(b.guns)
    for u in sorted(_spare(c, b), key=lambda u: -number(c, u, "support")):
        if combine(c, b, [*guns, u]) is None:
            guns.append(u)
    return replace(b, guns=tuple(guns))


def _spare(c: Ctx, b: Battle) -> list[Unit]:
    on_map = (u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == b.side)
    return [
        u for u in on_map
        if is_gun(c, u) and u not in b.guns and u not in b.attackers and may_support(c, b, u) is None
    ]  # fmt: skip


@rule("efs:15.21", "efs:13.11")
def tell_at_hand(c: Ctx, b: Battle, found: Tally) -> None:
    """Last lines about supply and artillery that the attack could have and has not, without counting them in."""
    if not b.attackers or found.column is None:
        return
    points = plan(c, b) if unsupplied(c, b) else None
    better = aid(c, b)
    guns = [u for u in better.guns if u not in b.guns]
    if guns:
        verb = "is" if len(guns) == 1 else "are"
        found.add("guns", f"{c.roster.names(guns)} {verb} in range", "efs:13.11")
    if points:
        verb = "is" if len(points) == 1 else "are"
        found.add("ASP", f"{c.roster.names(points)} {verb} at hand for Attack Supply", "efs:15.21")
    if guns or points:
        helped = calculate(c, better)
        die = f", {helped.drm:+d} on the die" if helped.drm or found.drm else ""
        found.add(helped.heading, f"with all that{die}", "efs:15.47")


@rule("efs:16.31", "efs:16.32", "efs:13.44")
def tell_asterisk(c: Ctx, b: Battle, found: Tally) -> None:
    """A line about the steps that an asterisk costs, where a result of the column has one."""
    if not b.attackers or not any("*" in cell for cell in found.results):
        return
    f = fight_of(c, b)
    if f.no_star:
        found.add("*", "costs nothing: bombardment", "efs:13.44")
        return
    why = star_conditions(c, f)
    cost = f"costs {counted(len(why), 'step', 'steps')} more: {', '.join(why)}" if why else "costs no further step"
    found.add("*", cost, "efs:16.32")
    if dry_tanks(c, f.defenders):
        found.add("*", f"costs the defender a step: {NO_FUEL}", "efs:16.32")


def aided(c: Ctx, prospect: Prospect) -> Tally | None:
    """An attack of the list with the guns at hand; ``None`` where there are none, and for overruns, which have none."""
    if c.frame.step not in ASKED:
        return None
    b = best_battle(c, prospect.target, tuple(u for u, _ in prospect.stands))
    better = aid(c, b)
    return calculate(c, better) if better.guns != b.guns else None
