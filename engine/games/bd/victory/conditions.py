"""13.4, 14.4: one side has to fulfil every condition of the scenario's list, or the other side has won."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.components.charts import TallyLine
from engine.components.grid import Hex
from engine.components.wording import counted
from engine.games.bd.state import OVERLAND
from engine.games.bd.supply import overland, state_of
from engine.games.bd.tables import SIDE_WORDS, Ctx, tables
from engine.games.bd.units import side_units
from engine.games.bd.victory.aims import Aim, Demand, Way
from engine.play.asked import Score
from engine.play.citing import rule

FEW = 4
"""So many hexes are named in a line."""
EXPEDITION = "caucasus"
"""Box of a Caucasus expedition (4.11)."""


def _terms(c: Ctx) -> dict[str, Any]:
    found: dict[str, Any] = c.scenario["victory"]
    return found


def who_needs(c: Ctx) -> str:
    """The side that has to fulfil the conditions."""
    return str(_terms(c)["side"])


# ---------------------------------------------------------------------- cities
@rule("bd:13.4", "bd:14.4")
def lost(c: Ctx) -> list[Hex]:
    """Cities that belonged to the side at the start and are not its own in overland supply now."""
    side = who_needs(c)
    return [h for h in _cities_of(c, side) if not holds(c, side, h)]


@rule("bd:14.4", "bd:14.10")
def gained(c: Ctx) -> list[Hex]:
    """Cities that were the enemy's at the start and are the side's now, in some scenarios in overland supply."""
    side, supplied = who_needs(c), bool(_terms(c).get("supplied"))
    taken = [h for h in _cities_of(c, c.other(side)) if c.state.control.get(c.label(h)) == side]
    return [h for h in taken if holds(c, side, h)] if supplied else taken


@rule("bd:14.10")
def worth_of_losses(c: Ctx) -> int:
    """Cities that the enemy units eliminated out of supply count as."""
    each = int(_terms(c).get("losses_a_city", 0))
    return c.state.losses_out // each if each else 0


@rule("bd:13.4", "bd:14.4", "bd:14.10")
def demands(c: Ctx) -> list[Demand]:
    """All cities that were its own, and so many that were not, or hexes that count as such once he is gone;
    one less with an expedition that counts as one."""
    side, terms = who_needs(c), _terms(c)
    own = _cities_of(c, side)
    if "cities" in terms:
        gone = int(bool(terms.get("expedition")) and expedition(c))
        more = Demand(side, [c.board.index[label] for label in terms["cities"]], int(terms["of_them"]) - gone, True)
    else:
        others = [*_cities_of(c, c.other(side)), *(in_the_bridgehead(c) if "bonus_hexes" in terms else ())]
        more = Demand(side, others, int(terms["gain_cities"]), "supplied" in terms)
    return [Demand(side, own, len(own), True), more]


def _cities_of(c: Ctx, side: str) -> list[Hex]:
    return [c.board.index[label] for label, owner in sorted(c.state.starting.items()) if owner == side]


def holds(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a side controls a hex in overland supply."""
    return c.state.control.get(c.label(h)) == side and overland(c, side, h)


@rule("bd:13.4", "bd:14.4", "bd:14.10")
def _keep(c: Ctx) -> Aim:
    law, kept, total = _law(c), lost(c), len(_cities_of(c, who_needs(c)))
    return Aim("own cities kept in overland supply", total - len(kept), total, law, tuple(kept))


@rule("bd:14.4", "bd:14.10", "bd:R52")
def _gain(c: Ctx) -> Aim:
    """River and Gotenkopf count as cities at the end of the last turn."""
    taken, terms = gained(c), _terms(c)
    extra = worth_of_losses(c)
    if c.state.turn >= tables(c).last_turn:
        extra += sum(not hexes for _, hexes in cleared(c))
    return Aim("cities gained", len(taken) + extra, int(terms["gain_cities"]), _law(c), tuple(taken))


# ---------------------------------------------------------------------- what counts as a city in Citadel
@rule("bd:14.4")
def on_the_river(c: Ctx) -> list[Hex]:
    """Hexes beside the Dnepr south of Kiev where units of the German player stand in overland supply."""
    river = sorted(tables(c).dnepr)
    return [h for h in river if any(state_of(c, u) == OVERLAND for u in side_units(c, h, "axis"))]


@rule("bd:14.4")
def in_the_bridgehead(c: Ctx) -> list[Hex]:
    """Hexes of the Gotenkopf in which German units stand."""
    hexes = [c.board.index[label] for label in _terms(c)["bonus_hexes"]]
    return [h for h in hexes if side_units(c, h, "axis")]


@rule("bd:14.4", "bd:R52")
def cleared(c: Ctx) -> list[tuple[str, list[Hex]]]:
    """What counts as a city once nobody stands there at the end of the last turn: in words, and where somebody does."""
    terms, found = _terms(c), list[tuple[str, list[Hex]]]()
    if "bonus_river" in terms:
        found.append(("no supplied German unit beside the Dnepr south of Kiev", on_the_river(c)))
    if "bonus_hexes" in terms:
        found.append(("no German unit in the Gotenkopf", in_the_bridgehead(c)))
    return found


def _cleared_lines(c: Ctx) -> tuple[list[TallyLine], list[TallyLine]]:
    """Of what counts as a city when it is empty: what counts now, and what could at the end, with who is there."""
    last, now, later = tables(c).last_turn, list[TallyLine](), list[TallyLine]()
    for words, hexes in cleared(c):
        if not hexes and c.state.turn >= last:
            now.append(TallyLine("+1", words, _law(c)))
            continue
        told = [c.label(h) for h in hexes]
        there = f"now in {', '.join(told[:FEW])}{f' and {len(told) - FEW} more' if len(told) > FEW else ''}"
        text = f"{words} at the end of turn {last}: {there if told else 'nobody is there now'}"
        later.append(TallyLine("+1", text, "bd:R52" if c.state.turn < last else _law(c)))
    return now, later


@rule("bd:14.4")
def besiegers(c: Ctx) -> list[Hex]:
    """Hexes beside the cities to be freed in which units of the enemy stand."""
    around = {n for label in _terms(c)["clear_around"] for n in c.grid.adjacent[c.board.index[label]]}
    return [h for h in sorted(around) if side_units(c, h, c.other(who_needs(c)))]


@rule("bd:14.4")
def clearing(c: Ctx) -> list[Demand]:
    """Those hexes as what the side must have; nothing where none are to be cleared."""
    near = besiegers(c) if "clear_around" in _terms(c) else []
    return [Demand(who_needs(c), near, len(near))] if near else []


def _clear(c: Ctx) -> Aim:
    near = besiegers(c)
    return Aim("all hexes beside Leningrad cleared", -len(near), 0, _law(c), tuple(near))


# ---------------------------------------------------------------------- named cities
@rule("bd:13.4")
def objectives(c: Ctx) -> list[Hex]:
    """The named cities that the side controls in overland supply."""
    side = who_needs(c)
    return [h for label in _terms(c)["cities"] if holds(c, side, h := c.board.index[label])]


@rule("bd:13.4", "bd:4.11")
def expedition(c: Ctx) -> bool:
    """Whether a Caucasus expedition is in its box, where nobody lacks supply (4.13)."""
    return any(box == EXPEDITION and c.roster.side[u] == "axis" for u, box in enumerate(c.state.box))


@rule("bd:13.4")
def _objectives(c: Ctx) -> Aim:
    terms, taken = _terms(c), objectives(c)
    extra = int(bool(terms.get("expedition")) and expedition(c))
    names = ", ".join(c.board.describe(c.board.index[label]) for label in terms["cities"])
    return Aim(f"of {names}", len(taken) + extra, int(terms["of_them"]), _law(c), tuple(taken))


# ---------------------------------------------------------------------- all of them
CONDITIONS: dict[str, Callable[[Ctx], Aim]] = {
    "gain_cities": _gain, "keep_cities": _keep, "clear_around": _clear, "cities": _objectives,
}  # fmt: skip
"""Entries of ``[victory]`` to the condition that each sets, in the order in which they are told."""


def _law(c: Ctx) -> str:
    return str(_terms(c)["rule"])


def aims(c: Ctx) -> list[Aim]:
    """The conditions of the scenario, each with how far it is met."""
    return [make(c) for name, make in CONDITIONS.items() if name in _terms(c)]


@rule("bd:13.2", "bd:13.4", "bd:14.2", "bd:14.4", "bd:14.8", "bd:14.10", "bd:R52")
def check(c: Ctx) -> None:
    """At the end of the last turn, or of any where the scenario may be won early, the conditions decide."""
    found, last = aims(c), c.state.turn >= tables(c).last_turn
    told, law = ", ".join(a.told for a in found), _law(c)
    won = all(a.met for a in found) and (last or bool(_terms(c).get("early")))
    if not won and not last:
        c.say("victory", f"Play goes on: {told}.", law)
        return
    winner = who_needs(c) if won else c.other(who_needs(c))
    c.say("victory", f"{SIDE_WORDS[winner]} wins: {told}.", law)
    c.over(winner, "conditions met" if won else "conditions not met", law)


def title(c: Ctx) -> str:
    """``What the Soviet side needs``."""
    return f"What {SIDE_WORDS[who_needs(c)].replace('The', 'the', 1)} needs"


def score(c: Ctx) -> Score:
    """German victory points, which do not decide, and how far each condition is met."""
    found, terms, (now, later) = aims(c), _terms(c), _cleared_lines(c)
    lines = [TallyLine("yes" if a.met else "no", a.told, a.rule) for a in found]
    who = SIDE_WORDS[who_needs(c)].replace("The", "the", 1)
    lines += [TallyLine("no", f"{c.board.describe(h)}, not kept in overland supply", _law(c)) for h in lost(c)]
    if "clear_around" in terms and (near := besiegers(c)):
        lines.append(TallyLine("no", f"German units in {', '.join(c.label(h) for h in near)}", _law(c)))
    lines += [TallyLine("+1", f"{c.board.describe(h)}, gained by {who}", _law(c)) for h in gained(c)]
    lines += now
    if each := int(terms.get("losses_a_city", 0)):
        text = f"{c.state.losses_out} units eliminated out of supply, {each} count as a city"
        lines.append(TallyLine(f"+{worth_of_losses(c)}", text, _law(c)))
    won = _gain(c) if "gain_cities" in terms else _objectives(c)
    decides = f"{won.have} of {counted(won.need, 'city', 'cities')}"
    return Score(
        "axis", c.state.vp, 0, tuple(lines), "bd:4.2", "", tuple(later), decides, measure=won.have, unit="cities"
    )


CONDITIONAL = Way(aims, check, title, score, demands)
"""The way of ``by = "conditions"``."""
