"""What can be asked about combat: the calculation of an attack, what is declared, what could be attacked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.bd.combat.access import may_reach, never_attacks, together
from engine.games.bd.combat.mobile import may_assault, may_storm
from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import DROP, MOBILE, PREPARED, Support, applied
from engine.games.bd.phases.prepared_assault import attackers, declared, support_of
from engine.games.bd.queries.prospects import aided, prospects, standing
from engine.games.bd.tables import Ctx
from engine.games.bd.units import held_by
from engine.kit.attacks import one_side, told_stands
from engine.play.action import Impossible, Refusal
from engine.play.citing import rule
from engine.play.engagement import Engagement
from engine.play.queries import CombatQueries

COUNTS = {
    "luftwaffe": "luftwaffe", "air_armies": "air", "artillery_corps": "artillery", "partisans": "partisans",
    "interceptor_corps": "interceptor", "airborne": "airborne", "tigers": "tigers", "cavalry_groups": "groups",
    "paratroops": DROP,
}  # fmt: skip
"""Modifiers of a calculation to the sorts of support."""


def tally_query(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """The calculation of an attack; ``stands`` puts all attackers into one hex in thought.

    What the rules do not allow is calculated all the same where it can be, and told in ``barred``. Raises ``BadInput``
    for modifiers that there are not.
    """
    units, target = fight.attackers, fight.target
    places = set(told_stands(c, modifiers, units).values())
    if len(places) > 1:
        raise BadInput("attackers of a mobile assault set out from one hex (bd:10.27)")
    there = standing(c, units, places.pop()) if places else c
    support = told_support(there, kind, fight, modifiers)
    refusal = possible(there, kind, units, target)
    if refusal is not None and (not units or held_by(there, target) in ("", c.roster.side[units[0]])):
        raise Impossible(refusal)
    found = tally(there, kind, units, target, applied(there, kind, units, target, support))
    if refusal is not None:
        found.barred = refusal.rule, refusal.reason
    return found


def told_support(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Support:
    """The support that modifiers name; what is being made up where they name none. Raises ``BadInput``."""
    known = {*COUNTS, "stands"}
    if unknown := sorted(set(modifiers) - known):
        raise BadInput(f"'{unknown[0]}' modifies no calculation; there is: {', '.join(sorted(known))}")
    if not set(modifiers) & set(COUNTS):
        making = declared(c) == {fight.target: fight.attackers} and kind == PREPARED
        return support_of(c) if making else Support()
    found = Support()
    for name, sort in COUNTS.items():
        found = replace(found, **{sort: _number(name, modifiers.get(name, "0"))})
    return found


def _number(name: str, word: str) -> int:
    if not word.isdecimal() or len(word) > 3:
        raise BadInput(f"'{name}' is a number, not '{word}'")
    return int(word)


@rule("bd:11.1", "bd:10.24")
def possible(c: Ctx, kind: str, units: Sequence[Unit], target: Hex) -> Refusal | None:
    """Why units cannot attack a hex from where they stand, whatever they have done in this turn."""
    if not units:
        return None
    if (refusal := one_side(c, units, "bd:11.1")) is not None:
        return refusal
    if held_by(c, target) in ("", c.roster.side[units[0]]):
        return Refusal("bd:11.1", f"There is no enemy in {c.board.describe(target)}.", (target,))
    for u in units:
        refusal = _prepared(c, u, target) if kind == PREPARED else _mobile(c, units[0], u, target)
        if refusal is not None:
            return refusal
    return together(c, units) if kind == PREPARED else None


def _prepared(c: Ctx, u: Unit, target: Hex) -> Refusal | None:
    return never_attacks(c, u) or may_reach(c, u, target)


@rule("bd:10.24", "bd:10.27")
def _mobile(c: Ctx, first: Unit, u: Unit, target: Hex) -> Refusal | None:
    here = c.state.hex_of[first]
    if c.state.hex_of[u] != here:
        text = f"{c.roster.short[u]} is not in {c.label(here)}: a mobile assault sets out from one hex."
        return Refusal("bd:10.27", text, (here,), (u,))
    if target not in c.grid.adjacent[here]:
        return Refusal("bd:10.24", f"{c.board.describe(target)} is not beside {c.label(here)}.", (target,), (u,))
    return may_assault(c, u) or may_storm(c, u, here, target)


COMBAT = CombatQueries(
    vacated=lambda c: c.frame.vars["target"] if c.state.stack and c.frame.step == "advance" else -1,
    tally=tally_query,
    kinds=(PREPARED, MOBILE),
    now=lambda c: MOBILE if c.state.stack and c.frame.step == "movement" else PREPARED,
    declared=lambda c: [Engagement((h,), units) for h, units in declared(c).items()],
    attackers=attackers,
    prospects=prospects,
    aided=aided,
    key="AE, DE: all attackers, all defenders go · AS nothing · DR retreat · BB defenders and as many attackers",
    gives_way=("clear ", "hex cleared"),
)
