"""All around a stack without zones of control: who stands in the ring, and what hunger leaves of the defence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.players.planner.batches import keeping
from engine.players.planner.exchange import expected
from engine.players.planner.plan import Proposal
from engine.players.planner.situation import Situation
from engine.players.planner.surrounding import surround
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

MIDDLE = 22


class Plain(Skirmish):
    """A front without zones of control, on which everybody has supply."""

    def zone(self, h: Hex) -> Sequence[Hex]:
        return ()

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> Collection[Hex]:
        return frozenset(self.grid)


def around(h: Hex = MIDDLE) -> list[Hex]:
    return list(Plain([Counter("red", 0)]).beside(h))


def outside() -> list[Hex]:
    """A hex beside each of those, one step farther out."""
    found: list[Hex] = []
    for h in around():
        found.append(next(n for n in around(h) if n not in (MIDDLE, *around(), *found)))
    return found


def rings(red: Iterable[Hex], blue: Iterable[Hex] = (MIDDLE,), kind: type[Skirmish] = Plain) -> list[Proposal]:
    """What is proposed to red units against blue ones."""
    counters = [*(Counter("red", h) for h in red), *(Counter("blue", h) for h in blue)]
    front = kind(counters)
    ready = [u for u, c in enumerate(counters) if c.side == "red"]
    return [found for found in surround(Situation(front, ready, Weights())) if found is not None]


def test_a_unit_goes_into_each_hex_around_a_stack_and_all_of_them_attack() -> None:
    (found,) = rings(outside())
    assert sorted(order.hex for order in found.orders.values()) == sorted(around())
    assert {order.target for order in found.orders.values()} == {MIDDLE}


def test_nobody_is_sent_where_one_hex_would_stay_empty_or_zones_close_the_ways() -> None:
    assert rings(outside()[:-1]) == []
    assert rings(outside(), kind=Skirmish) == []


def test_who_cannot_go_back_defends_with_what_hunger_leaves_him() -> None:
    front = Plain([Counter("red", 21, attack=4), Counter("blue", MIDDLE, defense=4)])
    attackers, defenders = [(front.forces("red")[0], 21)], front.forces("blue")
    now, shut = (expected(front, attackers, defenders, MIDDLE, out).gain for out in (1, 0))
    front.starving = 0.5
    assert expected(front, attackers, defenders, MIDDLE, 1).gain == now
    assert expected(front, attackers, defenders, MIDDLE, 0).gain > shut


def test_nobody_of_a_stack_in_a_sack_is_kept_at_the_front() -> None:
    for closed, kept in ((4, 1), (5, 0)):
        counters = [Counter("red", MIDDLE)] * 2 + [Counter("blue", h) for h in around()[:closed]]
        assert len(keeping(Plain(counters), (0, 1), lambda u: True)) == kept
