"""Who makes room for whom: those who act later, the strong for whom the weak step aside; who goes back at a loss."""

from __future__ import annotations

import pytest

from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.advice.planning import AvaPlanning
from engine.players.planner.exchange import BREAKS_OUT, SHUT_IN, expected, forced_out, mean
from engine.players.planner.gathering import idle, in_the_way, step_aside
from engine.players.planner.knowledge import Force, Outcome
from engine.players.planner.plan import NOBODY, Order
from engine.players.planner.situation import Situation
from tests.players.cases import _rail, plain
from tests.players.cases_ava import CUP
from tests.players.cases_ava_room import BEHIND, CITY, FOOT, INSIDE, NARROWS

PAIR = [Force(1, 0, 2, 2, (1.0, 2.0)), Force(2, 0, 2, 2, (1.0, 2.0))]
"""Two units that have two steps each."""


def _situation(*active: str) -> Situation:
    """Infantry of one command before a city, panzers of another behind it; those ``active`` may act."""
    units = {**INSIDE, **FOOT, **BEHIND, "hq-4a": "S2210", "hq-2pzg": "S2109"}
    match = plain(units, turn=4, ground=NARROWS, lines=_rail(23), places=CITY, control={"S2410": "soviet"},
                  chits=CUP, active=active)  # fmt: skip
    planning, c = AvaPlanning(), match.c
    s = Situation(AvaKnowledge(c, "axis"), planning.ready(c, "axis").units, planning.weights(c, "axis"))
    for _ in s.drawn():
        pass
    return s


# ---------------------------------------------------------------------- going back at a loss
@pytest.mark.parametrize(
    ("retreat", "out", "gain", "vacated"),
    [(2, 2, 0.0, 1.0), (2, 1, 2.0, 1.0), (1, 0, 2.0, 1.0), (2, 0, 6.0, 1.0), (2, BREAKS_OUT, 2.0, 1.0),
     (1, SHUT_IN, 6.0, 1.0), (0, SHUT_IN, 0.0, 0.0)],
)  # fmt: skip
def test_each_unit_pays_for_hexes_that_it_cannot_go_without_loss(
    retreat: int, out: int, gain: float, vacated: float
) -> None:
    e = mean([(Outcome(retreat=retreat, each=True), 1.0)], [], PAIR, out)
    assert (e.gain, e.vacated) == (gain, vacated)


def test_where_a_stack_pays_together_it_stays_in_its_hex() -> None:
    for out in (0, BREAKS_OUT, SHUT_IN):
        e = mean([(Outcome(retreat=2), 1.0)], [], PAIR, out)
        assert (e.gain, e.vacated) == (2.0, 0.0)


def test_how_somebody_gets_away_who_has_no_way_without_loss() -> None:
    row = {0: (1, 2), 1: (0, 3), 2: (0,), 3: (1,)}

    def beside(h: int) -> tuple[int, ...]:
        return row[h]

    assert forced_out(beside, 0, closed={1, 2}, taken={2}) == BREAKS_OUT
    assert forced_out(beside, 0, closed={1, 2, 3}, taken={2}) == 0
    assert forced_out(beside, 0, closed={1, 2}, taken={1, 2}) == SHUT_IN


@pytest.mark.rule("ava:10.6")
def test_two_divisions_that_are_shut_in_are_worth_more_than_those_with_a_way() -> None:
    s = _situation(*BEHIND)
    t, k = s.k.c.hex("S2410"), s.k  # type: ignore[attr-defined]
    attackers = [(f, h) for f, h in s.masses.against(t)] or [(f, f.hex) for f in s.mine.values()]
    free, shut = (expected(k, attackers, s.foes[t], t, out) for out in (2, SHUT_IN))
    assert shut.gain > free.gain and shut.vacated == free.vacated


# ---------------------------------------------------------------------- stepping aside
def test_the_weakest_are_in_the_way_and_step_aside() -> None:
    s = _situation(*FOOT, *BEHIND)
    c = s.k.c  # type: ignore[attr-defined]
    at, panzers = c.hex("S2309"), [c.unit(name) for name in BEHIND]
    orders = {**s.staying, panzers[0]: Order(at, c.hex("S2410"))}
    (u,) = in_the_way(s, orders, panzers[:1])
    assert u in (c.unit("7inf"), c.unit("23inf"))
    step_aside(s, orders, u, [at, c.hex("S2310"), c.hex("S2208")])
    assert orders[u] == Order(c.hex("S2208")) and not s.crowded(orders)


def test_nobody_is_in_the_way_where_too_many_are_bound() -> None:
    s = _situation(*FOOT, *BEHIND)
    c = s.k.c  # type: ignore[attr-defined]
    orders = {**s.staying, **{c.unit(name): Order(c.hex("S2309")) for name in ("18pz", "3pz", "4pz")}}
    assert in_the_way(s, orders, [c.unit(name) for name in ("18pz", "3pz", "4pz", "7inf", "23inf")]) == []


def test_only_those_strike_besides_who_are_idle() -> None:
    s = _situation(*FOOT)
    c = s.k.c  # type: ignore[attr-defined]
    busy = [c.unit("7inf"), c.unit("23inf")]
    found = idle(s, c.hex("S2410"), busy)
    assert found and not found.keys() & set(busy)
    assert all(order.target != NOBODY for order in found.values())


# ---------------------------------------------------------------------- room for those who act later
def test_room_is_left_to_panzers_of_another_command() -> None:
    s = _situation(*FOOT)
    c, room = s.k.c, s.room  # type: ignore[attr-defined]
    assert room is not None and {c.label(h) for h in room.wanted} == {"S2309", "S2310"}
    aside = {u: Order(c.hex("S2208")) for u in s.ready}
    assert room.left(s.staying, {}) == 0 < room.left(aside, {})
    assert room.left(aside, {c.hex("S2410"): 1.0}) == 0


def test_no_room_is_left_to_those_who_could_do_no_more() -> None:
    s = _situation(*BEHIND)
    assert s.room is not None and not s.room.wanted
    assert s.room.left(s.staying, {}) == 0
