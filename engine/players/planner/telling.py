"""What a plan intends, in two sentences: who does what where, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.players.planner.plan import NOBODY, Plan, weighed

NAMED = 4
"""Units that are named in one place; of more the first few, and how many others there are."""
PLACES = 3
"""Places that are named for one pattern."""
ATTACK = "attack"
"""Where attacks are from that no pattern proposed."""
QUIET = ("march", "better post", "wait")
"""Where orders are from that are no more than going where one is worth most."""
Words = Callable[[int], str]


def intent(plan: Plan, describe: Words, short: Sequence[str]) -> str:
    """The plan as two sentences: its patterns with places and units; what it is worth, or that nothing is attacked.

    ``describe`` names a hex, ``short`` units.
    """
    told = [f"{name} at {_listed(places, describe, short)}" for name, places in _deeds(plan).items()]
    first = f"The plan is to {'; '.join(told) or plan.told}."
    if not plan.attacks:
        return f"{first} No attack is worth making."
    return f"{first} It is worth {plan.value:+.1f}{weighed(plan.parts)}."


def _deeds(plan: Plan) -> dict[str, dict[Hex, list[Unit]]]:
    """By pattern the targets with their attackers, and the hexes to which it sends others.

    An attack is told with the pattern that most of its attackers have their orders from.
    """
    found: dict[str, dict[Hex, list[Unit]]] = {name: {} for name in (ATTACK, *plan.patterns) if name not in QUIET}
    for target, units in plan.attacks.items():
        ideas = [plan.ideas.get(u, ATTACK) for u in units]
        found.get(max(sorted(set(ideas)), key=ideas.count), found[ATTACK])[target] = list(units)
    for u, order in sorted(plan.orders.items()):
        idea = plan.ideas.get(u, ATTACK)
        if order.target == NOBODY and idea in found and idea != ATTACK:
            found[idea].setdefault(order.hex, []).append(u)
    return {name: places for name, places in found.items() if places}


def _listed(places: Mapping[Hex, Sequence[Unit]], describe: Words, short: Sequence[str]) -> str:
    """The first few of some hexes, each with its units, and how many more there are."""
    found = [f"{describe(h)} ({_who(units, short)})" for h, units in places.items()]
    more = [f"{len(found) - PLACES} more"] if len(found) > PLACES else []
    return ", ".join([*found[:PLACES], *more])


def _who(units: Sequence[Unit], short: Sequence[str]) -> str:
    """Units by name; where they are many, the first few and how many others."""
    if len(units) <= NAMED:
        return _named(units, short)
    return f"{_named(units[: NAMED - 1], short)} and {len(units) - NAMED + 1} others"


def _named(units: Iterable[Unit], short: Sequence[str]) -> str:
    return ", ".join(short[u] for u in units)
