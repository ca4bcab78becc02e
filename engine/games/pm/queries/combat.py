"""What can be asked about combat: the calculation of an attack, what is declared, what could be attacked."""

from __future__ import annotations

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.pm.allies import may_attack_together, may_go, rests
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.mobile import may_assault, may_storm, may_together
from engine.games.pm.combat.odds import tally
from engine.games.pm.combat.staying import riders, told
from engine.games.pm.combat.strengths import MOBILE, PREPARED
from engine.games.pm.hedgehogs import hedgehog
from engine.games.pm.phases.prepared_assault import attackers, declared, may_reach, never_attacks
from engine.games.pm.queries.prospects import prospects, standing
from engine.games.pm.supply import attack_barred
from engine.games.pm.tables import Ctx
from engine.games.pm.units import held_by
from engine.kit.attacks import one_side, told_stands
from engine.play.action import Impossible, Refusal
from engine.play.citing import rule
from engine.play.engagement import Engagement
from engine.play.queries import CombatQueries

STAY = (("stay", True), ("follow", False))
"""Modifiers that name aircraft, and whether these stay with their unit."""


def tally_query(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """The calculation of an attack; ``stands`` puts all attackers into one hex in thought.

    ``stay`` and ``follow`` name aircraft that stay with their unit in thought, or go with the attackers (10.2).
    Raises ``BadInput`` for an attack that the rules never allow, whoever is to act.
    """
    units, target = fight.attackers, fight.target
    places = set(told_stands(c, modifiers, units).values())
    if len(places) > 1:
        raise BadInput("attackers of a mobile assault set out from one hex (pm:15.8)")
    there = standing(c, units, places.pop()) if places else c
    if wishes := {c.roster.ids[c.unit(p)]: on for word, on in STAY for p in modifiers.get(word, "").split()}:
        there = told(there, wishes)
    if (refusal := possible(there, kind, units, target)) is not None:
        raise Impossible(refusal)
    return tally(there, kind, units, target)


def _riders(c: Ctx, kind: str, fight: Engagement) -> dict[Unit, bool]:
    if not fight.attackers or not in_force(c, "10.2"):
        return {}
    found = riders(c, kind, c.roster.side[fight.attackers[0]], fight.attackers)
    return {p: bool(c.state.stays[c.roster.ids[p]]) for p in found}


@rule("pm:14.1", "pm:15.2")
def possible(c: Ctx, kind: str, units: tuple[Unit, ...], target: Hex) -> Refusal | None:
    """Why units cannot attack a hex from where they stand, whatever they have done in this turn."""
    if not units:
        return None
    if (refusal := one_side(c, units, "pm:14.1")) is not None:
        return refusal
    if held_by(c, target) in ("", c.roster.side[units[0]]):
        law = "pm:14.1" if kind == PREPARED else "pm:15.2"
        return Refusal(law, f"There is no enemy in {c.board.describe(target)}.", (target,))
    return _prepared(c, units, target) if kind == PREPARED else _mobile(c, units, target)


@rule("pm:14.3", "pm:14.40", "pm:10.1", "pm:14.41", "pm:9.19", "pm:9.20", "pm:5.3")
def _prepared(c: Ctx, units: tuple[Unit, ...], target: Hex) -> Refusal | None:
    for u in units:
        h = c.state.hex_of[u]
        if c.roster.side[u] == "axis" and hedgehog(c, h):
            return Refusal("pm:14.40", f"{c.roster.short[u]} is in a hedgehog and may not attack.", (h,), (u,))
        refusal = never_attacks(c, u) or attack_barred(c, u) or rests(c, u) or may_reach(c, u, target)
        if refusal is not None:
            return refusal
    return may_attack_together(c, units)


@rule("pm:15.1", "pm:15.2", "pm:15.3", "pm:15.8")
def _mobile(c: Ctx, units: tuple[Unit, ...], target: Hex) -> Refusal | None:
    here = c.state.hex_of[units[0]]
    if apart := [u for u in units if c.state.hex_of[u] != here]:
        text = f"{c.roster.short[apart[0]]} is not in {c.label(here)}: a mobile assault sets out from one hex."
        return Refusal("pm:15.8", text, (here,), tuple(apart))
    if target not in c.grid.adjacent[here]:
        return Refusal("pm:15.2", f"{c.board.describe(target)} is not beside {c.label(here)}.", (target,), units)
    for u in units:
        if (refusal := may_assault(c, u) or rests(c, u) or may_go(c, u, target)) is not None:
            return refusal
    return may_storm(c, here, target) or may_together(c, units)


COMBAT = CombatQueries(
    vacated=lambda c: c.frame.vars["target"] if c.state.stack and c.frame.step == "advance" else -1,
    tally=tally_query,
    kinds=(PREPARED, MOBILE),
    now=lambda c: MOBILE if c.state.stack and c.frame.step == "movement" else PREPARED,
    declared=lambda c: [Engagement((h,), units) for h, units in declared(c).items()],
    attackers=attackers,
    riders=_riders,
    prospects=prospects,
    key="2/1 attacker loses 2 steps, defender 1 · E all defenders eliminated",
    gives_way=("clear ", "hex cleared"),
)
