"""5.4, 5.5: the order of the phases of a player turn, declared at its start."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.bd import watch
from engine.games.bd.combat.shifts import columns_word, order_bonus
from engine.games.bd.combat.support import ready
from engine.games.bd.phases.phase import Phase
from engine.games.bd.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, ORDERS, BdState
from engine.games.bd.tables import SIDE_WORDS, Ctx, single_month, tables, year
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb

WORDS = {
    FIGHT_MOVE: "first fights, then moves", MOVE_FIGHT: "first moves, then fights", FIGHT_FIGHT: "fights twice",
}  # fmt: skip
FORCED = {"axis": 1, "soviet": 5}
"""Last game turn in which a side has to choose fight/move (5.4)."""


@rule("bd:5.4", "bd:5.5")
def order_check(c: Ctx, order: str) -> Refusal | None:
    """``order move-fight``: how the phases of this player turn follow each other."""
    side = c.frame.vars["side"]
    if order not in ORDERS:
        return Refusal("bd:5.4", f"The order of the phases is one of {', '.join(ORDERS)}.")
    if c.state.turn <= FORCED[side] and order != FIGHT_MOVE:
        return Refusal("bd:5.4", f"Until the end of turn {FORCED[side]} this side has to fight first, then move.")
    return _twice(c, side) if order == FIGHT_FIGHT else None


@rule("bd:5.5", "bd:4.18", "bd:15.3")
def _twice(c: Ctx, side: str) -> Refusal | None:
    """Whether a side may fight twice now: once each in 1942 and 1943 the German, once in 1945 the Soviet side."""
    if most := int(c.scenario.get("sequence", {}).get("fight_fight", 0)):
        done = sum(n for key, n in c.state.double_fights.items() if key.startswith(side))
        return Refusal("bd:15.3", "This side has fought twice in this scenario already.") if done >= most else None
    turn, key = c.state.turn, f"{side} {year(c.state.turn)}"
    if side == "axis" and watch.oder(c):
        return None
    when = c.data.tables["track"]["fight_fight"]
    if side == "axis" and (year(turn) not in when["axis_years"] or not single_month(c)):
        years = " and in one of ".join(map(str, when["axis_years"]))
        return Refusal("bd:5.5", f"The German side fights twice only in a single-month turn of {years}.")
    if side == "soviet" and turn not in when["soviet_turns"]:
        turns = " or ".join(map(str, when["soviet_turns"]))
        return Refusal("bd:5.5", f"The Soviet side fights twice only in turn {turns}.")
    if c.state.double_fights[key]:
        return Refusal("bd:5.5", f"This side has fought twice in {year(turn)} already.")
    return None


@rule("bd:5.4", "bd:5.5")
def _order(c: Ctx, order: str) -> None:
    side = c.frame.vars["side"]
    c.state.order = order
    if order == FIGHT_FIGHT:
        c.state.double_fights[f"{side} {year(c.state.turn)}"] += 1
    who = SIDE_WORDS[side]
    c.say("order", f"{who} {WORDS[order]} in this turn.", "bd:5.4")
    c.done()


@rule("bd:5.6", "bd:5.7", "bd:8.36", "bd:8.38", "bd:8.40")
def worth(c: Ctx, order: str) -> str:
    """What an order does to the prepared assaults of the side that declares it, in a few words; empty for nothing."""
    side, by = c.frame.vars["side"], tables(c).columns
    if side == "soviet":
        if order == MOVE_FIGHT:
            return "" if c.scenario.get("no_order_shift") else f"assaults {columns_word(by['soviet_move_fight'])}"
        helpers = any(ready(c, sort) for sort in ("artillery", "air", "interceptor"))
        return "shock doubled" + (", support" if helpers else "")
    if order == FIGHT_FIGHT:
        return f"{columns_word(by['german_fight_fight_first_phase'])} at first, no moves"
    bonus = order_bonus(c) if order == FIGHT_MOVE else 0
    where = {0: "", 1: " in the north", 2: " in the south"}[c.state.bonus_zone if year(c.state.turn) == 1942 else 0]
    return f"assaults {columns_word(bonus)}{where}" if bonus else ""


def _orders(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(order,) for order in ORDERS if subject in (None, order)]


def _open(c: Ctx) -> list[str]:
    """The orders that a side may choose."""
    return [order for order in ORDERS if order_check(c, order) is None]


class PhaseOrder(Phase):
    """The declaration at the start of a player turn; where there is no choice it is made at once."""

    id = "phase-order"
    phase = "phase-order"
    private = True
    title = "Order of the phases"
    verbs = (Verb("order", _orders, order_check, _order, "order move-fight|fight-move|fight-fight", "bd:5.4"),)

    def idle(self, c: Context[BdState]) -> bool:
        return len(_open(c)) == 1

    def close(self, c: Context[BdState]) -> None:
        _order(c, _open(c)[0])

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = "Move first, or fight first? The order holds for the whole player turn."
        return Prompt(c.frame.vars["side"], text, "bd:5.4", Action("order", (MOVE_FIGHT,)))
