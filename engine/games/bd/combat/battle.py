"""11.25 to 11.30, 10.28, 10.29: one battle from the look at the defenders to the advance, prepared or mobile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.components.charts import Tally
from engine.components.grid import Unit
from engine.games.bd import aerial
from engine.games.bd.combat.drop import dropping, land
from engine.games.bd.combat.losses import eighths
from engine.games.bd.combat.odds import AE, AS, BB, DE, DR, tally
from engine.games.bd.combat.retreat import ends
from engine.games.bd.combat.shifts import satellites_alone
from engine.games.bd.combat.strengths import Factor, attack_factors, defense_factors, fighting, state_in_battle, total
from engine.games.bd.combat.support import PREPARED, Support, flown_over, may_have, spend
from engine.games.bd.elimination import eliminate
from engine.games.bd.kinds import is_attached, is_static
from engine.games.bd.pauses import pauses
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx, single_month, tables
from engine.games.bd.units import riders, side_units
from engine.games.bd.victory.siege import settle_siege
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

RESULTS = {
    AE: "the attackers are eliminated", AS: "the attack stalls", DR: "the defenders retreat",
    BB: "bloodbath", DE: "the defenders are eliminated",
}  # fmt: skip
NAMED = 3


def fight(c: Ctx) -> dict[str, Any]:
    """The variables of the battle under way, also while a step that it has called waits."""
    return next(f.vars for f in reversed(c.state.stack) if f.step == "battle")


def attackers(c: Ctx) -> list[Unit]:
    """The attackers of the battle under way."""
    return list(fight(c)["attackers"])


def _rolls(c: Ctx) -> dict[Unit, int]:
    v = fight(c)
    return dict(zip(v["diced"], v["faces"], strict=True))


# ---------------------------------------------------------------------- before the die
@rule("bd:11.4", "bd:11.7")
def _open_fire(c: Ctx) -> None:
    """The stacks are looked at; who attacks and what is attacked in a prepared assault is spent for the phase."""
    v, s = fight(c), c.state
    c.show([*v["attackers"], *side_units(c, v["target"], c.other(v["side"]))])
    if v["kind"] == PREPARED:
        s.attacked.append(v["target"])
        for u in v["attackers"]:
            s.fought[u] = 1
    c.touch()


@rule("bd:8.4", "bd:8.35")
def _throw_factors(c: Ctx) -> None:
    """Emergency units and the counter-fire corps find their factor by a die."""
    v = fight(c)
    involved = [*v["attackers"], *fighting(c, v["target"], v["kind"])]
    v["diced"], v["faces"] = [u for u in involved if c.roster.number("diced", u)], []
    for u in v["diced"]:
        die = c.roll(6, results=[f"factor {n}" for n in range(1, 7)])
        v["faces"] = [*v["faces"], die]
        law = "bd:8.35" if c.roster.side[u] == "soviet" else "bd:8.4"
        c.say("factor", f"{c.roster.short[u]} has a factor of {die}.", law, rolls=[die], units=[u])


@rule("bd:11.25", "bd:11.10")
def _resolve(c: Ctx) -> str:
    """The tally, line by line, and the die; the result after its conversions."""
    v = fight(c)
    found = tally(c, v["kind"], attackers(c), v["target"], Support.from_vars(v), _rolls(c))
    spend(c, Support.from_vars(v))
    text = "; ".join(_told(line.value, line.text) for line in found.lines)
    c.say("tally", text, "bd:11.8", hexes=[v["target"]], units=v["attackers"])
    who = _some(c, v["attackers"])
    attack = f"{who} attack{'s' * (len(v['attackers']) == 1)} {c.board.describe(v['target'])}"
    if found.automatic is not None:
        text = f"{attack}: no roll, {found.automatic}: {RESULTS[found.automatic]}."
        c.say("combat", text, "bd:11.10", hexes=[v["target"]], units=v["attackers"])
        return found.automatic
    roll = c.roll(len(found.results), results=found.results)
    result = found.results[roll - 1]
    text = f"{attack} at {found.column}: roll {roll}, {result}: {RESULTS[result]}."
    c.say("combat", text, "bd:11.25", rolls=[roll], hexes=[v["target"]], units=v["attackers"])
    return result


def _some(c: Ctx, units: Sequence[Unit]) -> str:
    """The first few of some units by name."""
    if len(units) <= NAMED + 1:
        return c.roster.names(units)
    return f"{c.roster.names(units[:NAMED])} and {len(units) - NAMED} more"


def _told(value: str, text: str) -> str:
    if text == "column":
        return f"column {value}"
    return f"{text} {value}" if value.endswith(("L", "R")) else text


@rule("bd:5.14", "bd:5.16", "bd:11.33", "bd:R29")
def may_convert(c: Ctx, side: str, target: int) -> bool:
    """Whether the attacker may take a retreat in place of a bloodbath."""
    s = c.state
    if side == "soviet":
        return satellites_alone(c, target)
    if s.turn == 1:
        return True
    if tables(c).city(target):
        return False
    return s.turn <= 6 or (9 <= s.turn <= 12 and single_month(c))


# ---------------------------------------------------------------------- the step
@rule("bd:11.25", "bd:11.26", "bd:10.28", "bd:10.29")
class Battle(Step[BdState]):
    """One battle: support of the defender, factors by dice, odds, the die, losses and retreat, advance.

    Called with ``kind``, ``target``, ``attackers`` and the support of the attacker; leaves ``cleared`` 1 if no defender
    is left there. After a mobile assault nobody advances: the caller moves the force.
    """

    id = "battle"
    title = "Battle"

    def prompt(self, c: Context[BdState]) -> Prompt:
        return Prompt(c.state.side, "The result of the battle is carried out.", "bd:11.26")

    def enter(self, c: Context[BdState]) -> None:
        v = fight(c)
        v["side"], v["stage"] = c.state.side, "answer"
        c.state.cleared = 0
        _open_fire(c)
        if asks_german(c):
            c.call("german-answer", side="axis")
        else:
            self.resume(c, "")

    def resume(self, c: Context[BdState], ended: str) -> None:
        v = fight(c)
        stage = v["stage"]
        if stage == "answer":
            self._fight(c)
        elif stage == "give-way" and v["gives_way"]:
            spend(c, Support.from_vars(v))
            self._apply(c, DR)
        elif stage == "give-way":
            self._roll(c)
        elif stage == "convert":
            self._apply(c, v["result"])
        elif stage in ("retreat", "losses"):
            self._advance(c)
        else:
            self._close(c)

    @rule("bd:13.9")
    def _fight(self, c: Context[BdState]) -> None:
        v = fight(c)
        _throw_factors(c)
        if may_give_way(c):
            v["stage"], v["gives_way"] = "give-way", 0
            c.call("give-way", side=c.other(v["side"]))
        else:
            self._roll(c)

    def _roll(self, c: Context[BdState]) -> None:
        v = fight(c)
        v["result"] = _resolve(c)
        if v["result"] == BB and may_convert(c, v["side"], v["target"]):
            v["stage"] = "convert"
            c.call("convert", side=v["side"])
        else:
            self._apply(c, v["result"])

    @rule("bd:11.26")
    def _apply(self, c: Context[BdState], result: str) -> None:
        v = fight(c)
        if result == AE:
            for u in attackers(c):
                eliminate(c, u, "bd:11.26")
        if result in (DR, BB, DE):
            _crush_guests(c)
        if result == DR:
            self._retreat(c)
        elif result == BB:
            self._bloodbath(c)
        else:
            if result == DE:
                _eliminate_defenders(c)
            v["stage"] = "advance"
            self._advance(c)

    @rule("bd:11.27", "bd:8.33", "bd:8.34", "bd:8.35", "bd:10.31")
    def _retreat(self, c: Context[BdState]) -> None:
        """Static units are destroyed in place, the others go back."""
        v = fight(c)
        states = _states(c, fighting(c, v["target"], v["kind"]))
        for u in side_units(c, v["target"], c.other(v["side"])):
            if is_static(c, u):
                eliminate(c, u, "bd:8.33" if c.roster.side[u] == "axis" else "bd:8.34", state=states.get(u))
        units = fighting(c, v["target"], v["kind"])
        v["stage"] = "retreat"
        if not units:
            self._advance(c)
            return
        barred = sorted({c.state.hex_of[u] for u in attackers(c)})
        c.call("retreat", side=c.other(v["side"]), units=units, target=v["target"], barred=barred,
               flee=int(v["kind"] == PREPARED), states=[states[u] for u in units])  # fmt: skip

    @rule("bd:11.26", "bd:8.31", "bd:8.32", "bd:4.17")
    def _bloodbath(self, c: Context[BdState]) -> None:
        """All defenders go, and attackers with as many factors."""
        v = fight(c)
        rolls, support = _rolls(c), Support.from_vars(v)
        theirs = defense_factors(c, v["target"], v["kind"], rolls, attackers(c))
        lost = total(theirs) + len(riders(c, [f.unit for f in theirs]))
        mine = attack_factors(c, v["kind"], attackers(c), v["target"], replace(support, air=0), rolls)
        units = [*attackers(c), *dropping(c, v)]
        worth = [eighths(_worth_of(c, [f for f in mine if f.unit == u], [u])) for u in units]
        _eliminate_defenders(c)
        land(c, v, cleared=True)
        if not c.state.over:
            v["stage"] = "losses"
            c.call("losses", side=v["side"], units=units, worth=worth, left=eighths(lost))

    @rule("bd:11.30", "bd:10.29")
    def _advance(self, c: Context[BdState]) -> None:
        v = fight(c)
        aerial.prune(c)
        c.touch()
        cleared = not side_units(c, v["target"], c.other(v["side"]))
        c.state.cleared = int(cleared)
        land(c, v, cleared=cleared)
        if c.state.over:
            return
        left = [u for u in attackers(c) if c.state.hex_of[u] >= 0]
        v["stage"] = "close"
        if cleared and left and v["kind"] == PREPARED:
            c.call("advance", side=v["side"], target=v["target"], units=left)
        else:
            self._close(c)

    def _close(self, c: Context[BdState]) -> None:
        settle_siege(c)
        c.touch()
        c.done()


def _worth_of(c: Ctx, factors: Sequence[Factor], units: Sequence[Unit]) -> Fraction:
    """What units count in a bloodbath: their factors as used, never less than one each, and one for each rider."""
    found = sum((max(f.cut, Fraction(1)) if f.value else f.cut for f in factors), Fraction(0))
    return found + len(riders(c, units))


@rule("bd:11.26")
def _eliminate_defenders(c: Ctx) -> None:
    v = fight(c)
    units = fighting(c, v["target"], v["kind"])
    for u, state in _states(c, units).items():
        eliminate(c, u, "bd:11.26", state=state)


@rule("bd:8.14", "bd:8.15", "bd:14.10", "bd:10.26", "bd:R93")
def _states(c: Ctx, units: Sequence[Unit]) -> dict[Unit, int]:
    """The supply states in which some defenders fight this battle, and in which they are lost."""
    v = fight(c)
    return {u: state_in_battle(c, u, v["kind"], v["attackers"]) for u in units}


@rule("bd:11.29")
def _crush_guests(c: Ctx) -> None:
    """Units that retreated into the hex in this phase are eliminated; it satisfies nothing."""
    v = fight(c)
    stay = fighting(c, v["target"], v["kind"])
    for u in side_units(c, v["target"], c.other(v["side"])):
        if u not in stay and not is_attached(c, u):
            c.say("combat", f"{c.roster.short[u]} had retreated into the battle.", "bd:11.29", units=[u])
            eliminate(c, u, "bd:11.29")


# ---------------------------------------------------------------------- a retreat in place of the die
@rule("bd:13.9")
def may_give_way(c: Ctx) -> bool:
    """Whether the Soviet defenders may retreat before the die: on a scenario's first turn, in the open, with a way."""
    v, t, h = fight(c), tables(c), fight(c)["target"]
    area = c.scenario.get("first_turn", {}).get("retreat_conversion")
    if v["side"] != "axis" or c.state.turn != t.first_turn or t.area(h) != area or t.city(h):
        return False
    units = [u for u in fighting(c, h, v["kind"]) if not is_static(c, u)]
    return bool(units) and bool(ends(c, units, h, sorted({c.state.hex_of[u] for u in v["attackers"]})))


# ---------------------------------------------------------------------- what the German side may add
def _calculated(c: Ctx, support: Support) -> Tally:
    v = fight(c)
    return tally(c, v["kind"], v["attackers"], v["target"], support)


def german_odds(c: Ctx, luftwaffe: int = 0) -> str:
    """The odds of the battle, for the question to the German side, also with an aircraft; air armies are not told."""
    support = Support.from_vars(fight(c))
    return _calculated(c, flown_over(c, support) if luftwaffe else replace(support, air=0)).heading


@rule("bd:11.23", "bd:7.7")
def asks_german(c: Ctx) -> bool:
    """Whether the German side can change a Soviet attack, by the Luftwaffe or by aerial supply, and is asked."""
    if fight(c)["side"] != "soviet":
        return False
    helps = {"luftwaffe": luftwaffe_matters, "aerial": aerial_helps}
    return any(pauses(c, kind, "axis") and matters(c) for kind, matters in helps.items())


@rule("bd:11.23")
def luftwaffe_matters(c: Ctx) -> bool:
    """Whether a counter is left and would change the chances."""
    v = fight(c)
    support = Support.from_vars(v)
    wanted = flown_over(c, support)
    if may_have(c, v["kind"], v["attackers"], v["target"], wanted) is not None:
        return False
    # What the air armies add is not known to the German side when it decides (8.38).
    plain = _calculated(c, replace(support, air=0))
    return plain.distribution != _calculated(c, wanted).distribution


@rule("bd:7.7", "bd:R94")
def aerial_helps(c: Ctx) -> bool:
    """Whether aerial supply is at hand and the defenders have more factors with it."""
    v = fight(c)
    if not aerial.available(c):
        return False
    there = aerial.supposed(c, v["target"])
    now, then = (total(defense_factors(p, v["target"], v["kind"], {}, v["attackers"])) for p in (c, there))
    return then > now
