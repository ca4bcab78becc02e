"""15.2, 15.33, 15.44, 15.53: what the attacker gives the battle that he has chosen: supply, guns, special effects."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.efs.combat import attack_supply as asp
from engine.games.efs.combat.battles import (
    BOMBARD,
    BUNKER,
    ENGINEER,
    battle,
    clear_flag,
    flags,
    open_battles,
    set_flag,
    targets,
)
from engine.games.efs.combat.bombard import may_bombard
from engine.games.efs.combat.declare import may_bust
from engine.games.efs.combat.equipping import equip, missing
from engine.games.efs.combat.modifiers import may_engineer
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb, no_words

Words = tuple[str, ...]
NOBODY = -1


def acting(c: Ctx) -> str:
    """The side whose Combat Phase it is."""
    return str(c.frame.vars["side"])


def chosen(c: Ctx) -> int:
    """The battle that is being prepared; -1 while none is."""
    n = int(c.frame.vars.get("n", NOBODY))
    return n if n in open_battles(c) else NOBODY


def where(c: Ctx, n: int) -> str:
    """The Defender hexes of a battle for a sentence."""
    return ", ".join(c.board.describe(h) for h in targets(c, n))


def none_chosen() -> Refusal:
    """Why nothing can be prepared yet."""
    return Refusal("efs:15.1", "Choose a battle first: 'fight HEX'.")


def members(c: Ctx) -> list[str]:
    """Ids of the units and guns that take part in the chosen attack."""
    n = chosen(c)
    b = battle(c, n) if n != NOBODY else None
    return [c.roster.ids[u] for u in (*b.attackers, *b.guns)] if b is not None else []


def each(known: Iterable[str], subject: str | None) -> list[Words]:
    """Options of a verb that takes one of some words."""
    return [(word,) for word in known if subject in (None, word)]


# ---------------------------------------------------------------------- supply and effects
@rule("efs:15.21")
def supply_check(c: Ctx, unit: str) -> Refusal | None:
    """``supply asp-1``: a point of that supply unit for the chosen battle."""
    n = chosen(c)
    return none_chosen() if n == NOBODY else asp.may_name(c, n, c.unit(unit))


def _supply(c: Ctx, unit: str) -> None:
    n, u = chosen(c), c.unit(unit)
    asp.name(c, n, [*battle(c, n).points, u])
    c.say("supply", f"{c.roster.short[u]} supplies the attack on {where(c, n)}.", "efs:15.21", units=[u])


@rule("efs:15.21")
def save_check(c: Ctx, unit: str) -> Refusal | None:
    """``save asp-1``: that supply unit keeps its point."""
    n, u = chosen(c), c.unit(unit)
    if n == NOBODY:
        return none_chosen()
    if u not in battle(c, n).points:
        return Refusal("efs:15.21", f"{c.roster.short[u]} gives that battle no point.", units=(u,))
    return None


def _save(c: Ctx, unit: str) -> None:
    n, u = chosen(c), c.unit(unit)
    asp.name(c, n, [p for p in battle(c, n).points if p != u])
    c.say("supply", f"{c.roster.short[u]} does not supply the attack on {where(c, n)}.", "efs:15.21", units=[u])


def _counters(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in asp.counters(c, acting(c))] if chosen(c) != NOBODY else []


@rule("efs:15.53")
def engineers_check(c: Ctx) -> Refusal | None:
    """``engineers``: declare Engineer Effects for the chosen battle, or take that back."""
    n = chosen(c)
    if n == NOBODY:
        return none_chosen()
    found = None if ENGINEER in flags(c, n) else may_engineer(c, battle(c, n))
    return Refusal(*found, hexes=targets(c, n)) if found is not None else None


def _turned(c: Ctx, name: str, on: str, off: str, law: str) -> None:
    """Declare something for the chosen battle, or take it back."""
    n = chosen(c)
    there = name in flags(c, n)
    clear_flag(c, n, name) if there else set_flag(c, n, name)
    c.say("combat", f"{off if there else on} the attack on {where(c, n)}.", law, hexes=targets(c, n))


def _engineers(c: Ctx) -> None:
    _turned(c, ENGINEER, "Engineer Effects in", "No Engineer Effects in", "efs:15.53")


@rule("efs:15.44")
def bust_check(c: Ctx, unit: str) -> Refusal | None:
    """``bust stg210``: it busts bunkers in the chosen battle, or no more."""
    n, u = chosen(c), c.unit(unit)
    if n == NOBODY:
        return none_chosen()
    return None if flags(c, n).get(BUNKER) == c.roster.ids[u] else may_bust(c, battle(c, n), u)


def _bust(c: Ctx, unit: str) -> None:
    n, u = chosen(c), c.unit(unit)
    on = flags(c, n).get(BUNKER) != c.roster.ids[u]
    set_flag(c, n, BUNKER, c.roster.ids[u]) if on else clear_flag(c, n, BUNKER)
    text = f"{c.roster.short[u]} busts {'bunkers' if on else 'no bunkers'} at {where(c, n)}."
    c.say("combat", text, "efs:15.44", units=[u])


@rule("efs:13.43")
def bombard_check(c: Ctx) -> Refusal | None:
    """``bombard``: big guns bombard the fortification before the chosen battle, or do not."""
    n = chosen(c)
    if n == NOBODY:
        return none_chosen()
    return None if BOMBARD in flags(c, n) else may_bombard(c, battle(c, n))


def _bombard(c: Ctx) -> None:
    _turned(c, BOMBARD, "A bombardment before", "No bombardment before", "efs:13.43")


@rule("efs:15.21", "efs:15.33")
def all_check(c: Ctx) -> Refusal | None:
    """``all``: supply for the attackers of the chosen battle if points reach them, and every gun that may support."""
    n = chosen(c)
    if n == NOBODY:
        return none_chosen()
    if any(missing(c, n)):
        return None
    return Refusal("efs:15.33", "The attack has all the supply and all the guns that it can have.", targets(c, n))


def _all(c: Ctx) -> None:
    n = chosen(c)
    points, guns = equip(c, n)
    told = [f"{c.roster.names(points)} {'supplies' if len(points) == 1 else 'supply'}"] if points else []
    told += [f"{c.roster.names(guns)} support{'s' * (len(guns) == 1)}"] if guns else []
    text = f"{', '.join(told)} the attack on {where(c, n)}."
    c.say("combat", text, "efs:15.33", hexes=targets(c, n), units=[*points, *guns])


PREPARING = (
        Verb("all", no_words, all_check, _all, "all: supply and all guns that may", "efs:15.33", role="all"),
        Verb("supply", lambda c, s: each(_counters(c), s), supply_check, _supply,
             "supply UNIT: a point of it for the attack", "efs:15.21", _counters),
        Verb("save", lambda c, s: each(_counters(c), s), save_check, _save, "save UNIT: it keeps its point",
             "efs:15.21", _counters),
        Verb("engineers", no_words, engineers_check, _engineers, "engineers: Engineer Effects, or not", "efs:15.53"),
        Verb("bust", lambda c, s: each(members(c), s), bust_check, _bust, "bust UNIT: it busts bunkers, or not",
             "efs:15.44", members),
        Verb("bombard", no_words, bombard_check, _bombard, "bombard: big guns first, or not", "efs:13.43"),
)  # fmt: skip
"""The verbs of the Combat Phase that prepare the chosen battle."""
