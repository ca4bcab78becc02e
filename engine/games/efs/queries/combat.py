"""What can be asked about combat: the calculation of an attack, why it cannot be made, what is declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.efs.combat.attack_supply import plan, unsupplied
from engine.games.efs.combat.battles import (
    ADDITIONAL,
    ATTACKER,
    BUNKER,
    CAS,
    COVER,
    DEFENDER,
    ENGINEER,
    MANDATED,
    NO_RETREAT,
    Battle,
    battle,
    defenders,
    number_at,
    open_battles,
    targets,
)
from engine.games.efs.combat.combining import combine
from engine.games.efs.combat.declare import attackable, may_bust
from engine.games.efs.combat.duties import flaws, required
from engine.games.efs.combat.modifiers import may_engineer
from engine.games.efs.combat.odds import KIND, calculate, initial
from engine.games.efs.combat.orders import holds
from engine.games.efs.combat.support import may_defend, may_support
from engine.games.efs.phases.preparing import NOBODY, chosen
from engine.games.efs.queries.at_hand import aided, tell_asterisk, tell_at_hand
from engine.games.efs.queries.enquiries import ENQUIRIES
from engine.games.efs.queries.outcome import outcome
from engine.games.efs.queries.overrun import KIND as OVERRUN
from engine.games.efs.queries.overrun import MEANS, overrun_tally
from engine.games.efs.queries.prospects import prospects
from engine.games.efs.tables import Ctx
from engine.games.efs.units import held_by
from engine.kit.attacks import one_side, told_stands
from engine.play.action import Impossible, Refusal
from engine.play.citing import rule
from engine.play.engagement import Engagement
from engine.play.queries import CombatQueries
from engine.play.suppose import supposing

ORDERS = {
    "no_retreat": (DEFENDER, NO_RETREAT), "additional_retreat": (DEFENDER, ADDITIONAL),
    "attacker_no_retreat": (ATTACKER, NO_RETREAT), "attacker_additional_retreat": (ATTACKER, ADDITIONAL),
}  # fmt: skip
"""Modifiers of a calculation that are Retreat Orders."""
FLAGS = {"engineer_effects": ENGINEER, "mandated": MANDATED}
VALUES = {"bunker_buster": BUNKER, "close_air_support": CAS, "defender_close_air_support": COVER}
"""Modifiers that are words of ``battle_flags``, and those that say something behind the colon."""
AT_HAND = "at_hand"
"""Modifier of an attack that is planned: Attack Supply that is at hand is taken for granted."""
KNOWN = {"attack_supply", *ORDERS, *FLAGS, *VALUES}
STEPS = ("declaration", "reaction", "combat", "battle")
"""Steps in which attacks are declared and fought."""


# ---------------------------------------------------------------------- the battle that is asked about
def thought(c: Ctx, fight: Engagement, modifiers: dict[str, str]) -> Battle:
    """The battle that a question describes: the declared one on the same hexes where nothing else is said.

    Raises ``BadInput`` for modifiers that there are not.
    """
    told = {key: word for key, word in modifiers.items() if key != "stands"}
    if unknown := sorted(set(told) - KNOWN):
        raise BadInput(f"'{unknown[0]}' modifies no calculation; there is: {', '.join(sorted(KNOWN | {'stands'}))}")
    n = number_at(c, fight.target)
    if not told and n >= 0 and targets(c, n) == tuple(sorted(fight.targets)):
        b = battle(c, n)
        guns, shield = fight.attack_support or b.guns, fight.defense_support or b.defence_guns
        return replace(b, attackers=fight.attackers or b.attackers, guns=guns, defence_guns=shield)
    side = c.roster.side[fight.attackers[0]] if fight.attackers else c.other(held_by(c, fight.target) or c.state.side)
    flags = {word: "" for key, word in FLAGS.items() if key in told}
    for key, word in VALUES.items():
        if key in told:
            flags[word] = c.roster.ids[c.unit(told[key])] if key == "bunker_buster" else _points(key, told[key])
    b = Battle(
        side, fight.targets, fight.attackers, fight.attack_support, fight.defense_support, flags,
        dict(ORDERS[key] for key in ORDERS if key in told), supplied="attack_supply" in told,
    )  # fmt: skip
    return replace(b, orders={DEFENDER: NO_RETREAT, **b.orders}) if holds(c, b, n) else b


def _points(key: str, word: str) -> str:
    if not word.isdecimal() or len(word) > 2:
        raise BadInput(f"'{key}' is a number of points, not '{word}'")
    return word


# ---------------------------------------------------------------------- the answer
def tally_query(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """The calculation of an attack; ``stands`` puts attackers into other hexes in thought.

    What the rules do not allow is calculated all the same where it can be, and told in ``barred``; who is not next to
    the hexes adds nothing. Raises ``BadInput`` for modifiers that there are not, and for attacks on nobody.
    """
    if kind == OVERRUN:
        return overrun_tally(c, fight, modifiers)
    if not fight.targets:
        raise BadInput("an attack names a hex at least")
    places = told_stands(c, modifiers, fight.attackers)
    there = supposing(c, hex_of=places) if places else c
    if (refusal := _senseless(there, fight)) is not None:
        raise Impossible(refusal)
    b = thought(there, fight, {k: w for k, w in modifiers.items() if k not in ("stay", "follow", "result", AT_HAND)})
    wrong = next(bars(there, b), None)
    b = replace(b, attackers=_beside(there, b))
    planned = AT_HAND in modifiers and bool(b.attackers) and not b.supplied
    points = plan(there, b) if planned and unsupplied(there, b) else None
    b = replace(b, supplied=True) if points else b
    found = calculate(there, b)
    if wrong is not None:
        found.barred = wrong.rule, wrong.reason
    if points and found.column is not None:
        verb = "is" if len(points) == 1 else "are"
        found.add("ASP", f"{c.roster.names(points)} {verb} counted on for Attack Supply", "efs:15.21")
    tell_asterisk(there, b, found)
    tell_at_hand(there, b, found)
    if found.column is not None or found.automatic:
        away = [c.label(h) for h in required(there, b) if h not in b.targets]
        found.further = {"initial_odds": initial(there, b).heading, "required": away}
    if found.column is not None:
        found.further["drm"] = found.drm
        if "result" in modifiers:
            found.further["outcome"] = outcome(there, b, modifiers["result"])
    return found


@rule("efs:12.12", "efs:12.17")
def _beside(c: Ctx, b: Battle) -> tuple[Unit, ...]:
    """The attackers that are next to all Defender hexes: the strength of no other has a side to come over."""
    around = c.grid.neighbours
    return tuple(u for u in b.attackers if all(h in around[c.state.hex_of[u]] for h in b.targets))


@rule("efs:12.15", "efs:12.1")
def _senseless(c: Ctx, fight: Engagement) -> Refusal | None:
    """Why a question about an attack has no answer at all: nobody to attack, attackers of two sides or off the map."""
    if not fight.attackers:
        return None
    side = c.roster.side[fight.attackers[0]]
    for h in fight.targets:
        if held_by(c, h) != c.other(side):
            return Refusal("efs:12.15", f"There is no enemy combat unit in {c.board.describe(h)}.", (h,))
    return one_side(c, fight.attackers, "efs:12.12")


@rule("efs:12.11", "efs:13.11", "efs:15.44", "efs:15.53")
def bars(c: Ctx, b: Battle) -> Iterator[Refusal]:
    """All that keeps a battle from being declared or made as it is asked about."""
    yield from flaws(c, b)
    for guns, check in ((b.guns, may_support), (b.defence_guns, may_defend)):
        yield from filter(None, (check(c, b, u) for u in guns))
        if (refusal := combine(c, b, guns)) is not None:
            yield refusal
    if ENGINEER in b.flags and (why := may_engineer(c, b)) is not None:
        yield Refusal(*why, hexes=b.targets)
    if BUNKER in b.flags:
        u = c.unit(b.word(BUNKER))
        alone = replace(b, flags={word: told for word, told in b.flags.items() if word != BUNKER})
        if (refusal := may_bust(c, alone, u)) is not None:
            yield refusal


@rule("efs:15.21")
def supposed(c: Ctx) -> dict[str, str]:
    """An attack is declared before its supply is chosen: until then that which is at hand is counted on."""
    return {AT_HAND: "yes"} if c.state.stack and c.frame.step == "declaration" else {}


# ---------------------------------------------------------------------- what is declared
def declared(c: Ctx) -> list[Engagement]:
    """The attacks that are declared and not yet fought, each with its supporters; the prepared one comes first."""
    found = []
    now = chosen(c) if c.state.stack and c.frame.step == "combat" else NOBODY
    for b in (battle(c, n) for n in sorted(open_battles(c), key=lambda n: n != now)):
        found.append(Engagement(b.targets, b.attackers, defenders(c, b), b.guns, b.defence_guns))
    return found


def attackers(c: Ctx, h: Hex) -> tuple[Unit, ...]:
    """Units that could attack a hex in this step."""
    if not c.state.stack or c.frame.step not in ("declaration", "combat"):
        return ()
    return attackable(c, c.state.side).get(h, ())


def vacated(c: Ctx) -> Hex:
    """The first hex that units may advance into; -1 while nobody advances."""
    if not c.state.stack or c.frame.step != "advance":
        return -1
    return next(iter(c.frame.vars["hexes"]), -1)


@rule("efs:11.31")
def kind_now(c: Ctx) -> str:
    """Kind of combat of the present step: overruns while units move."""
    return OVERRUN if c.state.stack and c.frame.step == "movement" else KIND


COMBAT = CombatQueries(
    tally=tally_query,
    enquiries=ENQUIRIES,
    joint=True,
    kinds=(KIND, OVERRUN),
    now=kind_now,
    declared=declared,
    attackers=attackers,
    vacated=vacated,
    prospects=prospects,
    aided=aided,
    supposed=supposed,
    key="attacker/defender: steps lost · R retreat · e all eliminated · * perhaps a further loss of the attacker",
    keys=((OVERRUN, MEANS),),
)
"""What can be asked about combat."""
