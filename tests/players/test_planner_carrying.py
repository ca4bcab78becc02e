"""Orders as deeds, in a made-up game: who goes first, who is let go, who follows, who is given up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from engine.components.grid import Hex, Unit
from engine.play.action import Action, Refusal
from engine.players.planner.carrying import (
    Carrying,
    Terms,
    agreeing,
    aimed,
    assembled,
    astray,
    standing,
    unfinished,
    united,
)
from engine.players.planner.commanded import Unled, felt, foremost, let_act
from engine.players.planner.distances import Near
from engine.players.planner.exchange import BACK, cheapest, diverted, faces, falls, guessed, mixed, settled
from engine.players.planner.knowledge import Outcome
from engine.players.planner.necks import broken, crossings
from engine.players.planner.plan import Order
from engine.players.planner.rear import LOST, carried, forward
from engine.players.planner.sharing import EMPTY, HUGE, ODDS, needed, shared, together
from tests.support.meadow import Meadow

NO = Refusal("front:2", "No.")


def road(at: Sequence[Hex], *, refused: Collection[str] = (), legal: Sequence[Action] = ()) -> Any:
    """A position of units in a row of hexes, in which some verbs are refused."""
    step = SimpleNamespace(check=lambda c, a: NO if a.verb in refused else None, legal=lambda c: legal)
    roster = SimpleNamespace(ids=[f"u{u}" for u in range(len(at))])
    return SimpleNamespace(
        state=SimpleNamespace(hex_of=list(at)), step=step, roster=roster, label=str, hex=int, unit=lambda n: int(n[1:])
    )


def moves(
    c: Any, orders: Mapping[Unit, Hex], still: Collection[Unit] = (), verbs: tuple[str, ...] = ("go",)
) -> Carrying:
    """Unit numbers are their strength; two find room in a hex; those ``still`` have to be let go."""
    at = c.state.hex_of
    terms = Terms(
        strength=float,
        may=lambda u: u not in still,
        begun=lambda u: False,
        spent=lambda u: False,
        there=lambda h: [u for u, n in enumerate(at) if n == h],
        fits=lambda units, h: len(units) <= 2,
        verbs=verbs,
    )
    return Carrying(c, {u: Order(h) for u, h in orders.items()}, terms)


def test_the_strong_go_first_and_only_where_there_is_room() -> None:
    c = road([1, 1, 2, 2])
    assert moves(c, {0: 3, 1: 3}).move() == Action("go", ("u1", "3"))
    assert moves(c, {0: 3, 1: 2}).move() == Action("go", ("u0", "3")), "two stand in the other hex, and stay"
    assert moves(c, {1: 2, 2: 3, 0: 1}).move() == Action("go", ("u2", "3")), "out of it first"
    assert moves(c, {0: 1}).move() is None


def test_another_verb_is_tried_where_the_usual_one_is_refused() -> None:
    c = road([1], refused=["go"])
    assert moves(c, {0: 3}, verbs=("go", "ride")).move() == Action("ride", ("u0", "3"))
    assert moves(c, {0: 3}).move() is None


def test_who_must_be_let_go_is_let_go_before() -> None:
    c = road([1, 1])
    assert moves(c, {0: 3, 1: 3}, still=[0]).let_go("wake") == Action("wake", ("u0",))
    assert moves(c, {0: 3, 1: 3}, still=[1]).move() == Action("go", ("u0", "3"))
    assert moves(c, {0: 1}, still=[0]).let_go("wake") is None, "it stays anyway"


def test_who_is_in_no_plan_follows_to_where_it_is_worth_most() -> None:
    c, reach = road([1, 1, 5]), {0: [1, 3], 1: [1, 4], 2: [5]}
    assert moves(c, {0: 3}).follow([0, 1, 2], reach.__getitem__, float) == Action("go", ("u1", "4"))
    assert moves(c, {}).follow([0, 1], reach.__getitem__, lambda h: -h) is None, "it is best where it is"


def test_who_comes_in_does_so_where_it_is_worth_most_and_there_is_room() -> None:
    c, ways = road([1, 1, -1, -1]), {2: {1: "enter"}, 3: {1: "enter", 4: "ride", 5: "enter"}}
    assert moves(c, {}).enter([2, 3], ways.__getitem__, lambda h: -h) == Action("ride", ("u3", "4"))
    assert moves(c, {}).enter([2], ways.__getitem__, float) is None
    shut = road([1, 1, -1, -1], refused=["ride"])
    assert moves(shut, {}).enter([3], ways.__getitem__, lambda h: -h) == Action("enter", ("u3", "5"))


def test_a_full_hex_is_left_by_the_nearest_way_or_the_weakest_is_given_up() -> None:
    c, reach = road([1, 1, 1]), {0: {1: 0, 7: 4, 8: 2}, 1: {1: 0}, 2: {1: 0}}
    assert moves(c, {}).unpacked([1], reach.__getitem__, "drop") == Action("go", ("u0", "8"))
    assert moves(c, {}, still=[0]).unpacked([1], reach.__getitem__, "drop") == Action("drop", ("u0",))
    assert moves(c, {}).unpacked([], reach.__getitem__, "drop") is None


def test_attackers_are_those_who_stand_where_they_were_told_to_and_may() -> None:
    orders = {0: Order(1, 9), 1: Order(2, 9), 2: Order(1, 9), 3: Order(1)}
    assert aimed(orders, [1, 1, 1, 1], lambda u, target: target == 9) == {9: [0, 2]}
    assert aimed(orders, [1, 1, 1, 1], lambda u, target: u == 2) == {9: [2]}
    assert aimed(orders, [1, 1, 1, 1], lambda u, target: False) == {}


def test_an_attack_is_made_up_of_its_target_then_of_who_joins_it_then_rolled() -> None:
    c = road([1, 1])

    def deed(target: Hex, joined: Sequence[Unit], wanted: Mapping[Hex, Sequence[Unit]]) -> str:
        return str(assembled(c, target, joined, wanted, lambda u: u == 0))

    two = {9: [0, 1], 8: [1]}
    assert deed(-1, [], two) == "target 8" and deed(9, [], two) == "add u0" and deed(9, [0], two) == "roll"
    assert deed(8, [], two) == "cancel", "the only one cannot"
    assert deed(7, [1], {}) == "roll" and deed(7, [], {}) == "cancel" and deed(-1, [], {}) == "end"
    dear = assembled(c, -1, [], two, lambda u: True, lambda h: float(h == 9))
    assert str(dear) == "target 9", "the dearest first"
    helped = assembled(c, 9, [0, 1], two, lambda u: True, aid=lambda: Action("bomb"))
    assert helped == Action("bomb"), "before the die"
    assert str(assembled(c, 9, [0], two, lambda u: True, aid=lambda: Action("bomb"))) == "add u1"


def test_who_could_not_come_to_where_he_was_to_attack_from_is_astray() -> None:
    orders = {0: Order(1, 9), 1: Order(2), 2: Order(3, 9)}
    assert not astray(orders, [1, 5, 3]), "who attacks nobody may be anywhere"
    assert astray(orders, [1, 2, 4])
    assert not astray(orders, [1, 2, -1]), "he is no more"


def test_an_attack_is_unfinished_while_somebody_is_missing_who_was_told_to_make_it() -> None:
    orders = {0: Order(1, 9), 1: Order(2, 8), 2: Order(3)}
    assert not unfinished(orders, [1, 2, 5], {9: [0], 8: [1]})
    assert unfinished(orders, [1, 1, 3], {9: [0], 8: [1]}), "one stands elsewhere"
    assert unfinished(orders, [1, 2, 3], {9: [0], 8: [0]}), "one may not"
    assert not unfinished(orders, [1, 1, 3], {9: [0]}), "what he was to attack cannot be any more"


def test_of_those_who_do_not_act_together_the_largest_group_does() -> None:
    nation = ["red", "red", "blue", "blue", "blue"]
    one = lambda units: len({nation[u] for u in units}) == 1  # noqa: E731
    assert united(range(5), nation.__getitem__, one) == [2, 3, 4] and united([0, 1], nation.__getitem__, one) == [0, 1]
    assert agreeing([0, 2, 1], one) == [0, 1]


def test_places_are_asked_one_by_one() -> None:
    ways = [Action("on", ("u1", "7")), Action("all"), Action("on", ("u0", "7")), Action("end")]
    assert standing(road([1, 2], legal=ways)) == {
        Action("end"): {}, Action("on", ("u0", "7")): {0: 7}, Action("on", ("u1", "7")): {1: 7},
    }  # fmt: skip


# ---------------------------------------------------------------------- small parts
def test_headquarters_let_the_foremost_act_as_long_as_they_have_points() -> None:
    k = Meadow(at=(14, 12, 12, 10, -1))
    order = foremost(k, [0, 1, 2], float)
    assert order == [2, 1, 0] and foremost(k, [3, 0], float) == [3, 0], "each by how near its own enemy is"
    points = {10: 1, 11: 2}
    assert let_act(order, lambda u: [10, 11] if u else [11], points.__getitem__) == [2, 1, 0]
    assert let_act(order, lambda u: [10, 11] if u else [10], points.__getitem__) == [2, 1], (
        "its own has given its point"
    )
    assert let_act([1, 2, 0], lambda u: [10], points.__getitem__) == [1]
    assert [felt(n) for n in (-3, 0, 1, 9)] == pytest.approx([1.0, 1.0, 0.63, 0.0])


def test_whom_nobody_leads_is_led_by_who_comes() -> None:
    far = lambda a, b: abs(a - b)  # noqa: E731
    units = [("red", 3, 2.0), ("red", 5, 4.0), ("blue", 5, 8.0), ("red", 9, 16.0)]
    found = Unled(units, [(10, "red"), (5, "green")], far, 2)
    assert found.led_from("red", 4) == 6.0 and found.led_from("red", 1) == 2.0 and found.led_from("red", 9) == 0
    assert found.led_from("blue", 4) == 8.0 and found.led_from("green", 4) == 0


def test_a_hex_is_lonely_where_nobody_is_near() -> None:
    near = Near([3, 9], lambda a, b: abs(a - b))
    assert [near.lonely(h, 2) for h in (0, 1, 5, 6, 7, 11, 12)] == [True, False, False, True, False, False, True]
    assert not near.lonely(6, 3) and near.lonely(6, 2) and not Near([], lambda a, b: 0).lonely(1, 1)


def test_faces_of_a_die_are_counted_with_what_is_lost_besides() -> None:
    rolled = [Outcome(0, 1), Outcome(0, 1), Outcome(1, 0), Outcome(2, 0)]
    assert faces(rolled) == [(Outcome(0, 1), 0.5), (Outcome(1, 0), 0.25), (Outcome(2, 0), 0.25)]
    worse = dict(faces(rolled, 1.5))
    assert sum(worse.values()) == pytest.approx(1.0)
    assert sum(o.attacker * p for o, p in worse.items()) == pytest.approx(0.75 + 1.5)


class Due(NamedTuple):
    """What a result demands of a side."""

    steps: int = 0
    retreat: int = 0
    eliminated: bool = False


def test_who_must_attack_others_too_has_less_for_his_target_or_attacks_all() -> None:
    assert diverted(12, 4, ()) == (12, 4, 0)
    assert diverted(12, 4, (8,)) == (12 - 3, 4, 0.4) and diverted(12, 4, (16, 4)) == (12 - 4 - 3, 4, 0.8)
    assert diverted(3, 1, (8,)) == (3, 9, 0.0), "too weak to be split"


def test_a_battle_brings_what_its_results_demand() -> None:
    mine, theirs = [(0.5, 0.5)], [(1.0, 2.0), (0.6,)]

    def worth(own: Due, his: Due, caught: int = 0) -> float:
        return settled([(own, his, 1.0)], mine, theirs, caught, 3.0)

    assert worth(Due(1), Due(1)) == pytest.approx(0.6 - 0.5), "the cheapest steps go first"
    assert worth(Due(), Due(0, 2)) == pytest.approx(3.0) and worth(Due(), Due(0, 2), 2) == pytest.approx(4.6)
    assert worth(Due(), Due(1), 2) == pytest.approx(0.6), "nobody is caught who need not go back"
    assert worth(Due(0, 2), Due()) == pytest.approx(-BACK)
    assert worth(Due(eliminated=True), Due(eliminated=True)) == pytest.approx(3.6 + 3.0 - 1.0)
    half = [(Due(), Due(1), 0.5), (Due(1), Due(), 0.5)]
    assert settled(half, mine, theirs, 0, 3.0) == pytest.approx(0.05)
    assert settled(half, mine, theirs, 0, 3.0, 0.5) == pytest.approx(-0.45)


def test_cases_are_mixed_by_their_chance_and_steps_fall_by_what_goes_with_them() -> None:
    one, two = Outcome(1), Outcome(0, 1)
    found = dict(mixed([([(one, 0.5), (two, 0.5)], 0.4), ([(two, 1.0)], 0.6)]))
    assert found == pytest.approx({one: 0.2, two: 0.8})
    assert list(guessed(4.0, False)) == [(4.0, 1.0)] == [(d, 1.0) for d, _ in guessed(4.0, False)]
    less, same, more = guessed(4.0, True)
    assert less[0] < same[0] == 4.0 < more[0] and less[1] + same[1] + more[1] == pytest.approx(1.0)
    assert {d for d, _ in guessed(0.1, True)} == {1.0}
    assert falls([3.0, 1.0, 1.0], 0.25) == [2.0, 0.25, 1.0] and falls([], 0.25) == []


def test_the_cheapest_together_are_those_who_are_just_enough() -> None:
    offers = [("a", 3, 3.0), ("b", 2, 1.0), ("c", 2, 1.5), ("d", 0, -9.0), ("e", 4, 2.6)]
    assert cheapest(offers, 4) == ("b", "c") and cheapest(offers, 2) == ("b",) and cheapest(offers, 5) == ("b", "e")
    assert cheapest(offers, 99) == () == cheapest([], 1) and cheapest(offers, 0) == ()


def test_lines_are_as_safe_as_their_best_way() -> None:
    row = lambda h: [n for n in (h - 1, h + 1) if 0 <= n < 8]  # noqa: E731
    assert crossings(row, [0], lambda h: h == 6, {2, 3}) == {0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 2}
    assert crossings(row, [0, 5], lambda h: h == 6, {2, 3})[3] == 1, "from the other source"
    assert broken(0) == 0 < broken(1) < broken(2) < 1


def test_aims_are_shared_out_until_each_has_what_it_takes() -> None:
    aims, near = {1: 2.0, 2: 2.0, 3: 9.0}, {1: 5.0, 2: 6.0}
    load: dict[Hex, float] = {}
    sent = []
    for _ in range(4):
        sent.append(shared(aims, lambda aim: near.get(aim), lambda aim: 10.0, load, 20.0, 5.0))
    assert sent == [1, 1, 2, 2] and load == {1: 10.0, 2: 10.0}, "3 is out of reach"
    assert shared(aims, lambda aim: None, lambda aim: 10.0, load, 20.0, 5.0) == -1 and load == {1: 10.0, 2: 10.0}
    assert needed(0) == EMPTY and needed(1e9) == HUGE and needed(9.0, 1) < needed(9.0) == 9.0 * ODDS


def test_an_aim_counts_with_those_near_it_the_nearest_most() -> None:
    found = together({0: 1.0, 2: 1.0, 90: 3.0}, lambda a, b: abs(a - b))
    assert 1.7 < found[0] < found[2] < 2.0 and found[90] == pytest.approx(3.0, abs=0.01)


class Road(Meadow):
    """A long road with a goal at its end, that blue holds."""

    def goals(self) -> Mapping[Hex, float]:
        return {9: 4.0}

    def holder(self, h: Hex) -> str:
        return "blue"

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> Collection[Hex]:
        """All but the last hexes."""
        return range(14)


def test_the_farthest_behind_ride_as_far_as_there_is_room() -> None:
    k: Any = Road(at=(0, 1, 2, 15, 16), columns=17, rows=1)
    assert carried(k, lambda u: 2, 4, lambda u: u != 1) == {0, 2}
    assert carried(k, lambda u: 2, 3, lambda u: True) == {0} and carried(k, lambda u: 0, 9, lambda u: True) == set()
    near: Any = Road(at=(8, 9, 2, 15, 16), columns=17, rows=1)
    assert carried(near, lambda u: 1, 9, lambda u: True) == {2}, "the others are not far behind"


def test_forward_is_where_goals_are_and_not_beside_the_enemy() -> None:
    k: Any = Road(at=(0, 1, 2, 12, 16), columns=17, rows=1)
    assert forward(k, 8) > forward(k, 6), "nearer to the goal"
    assert forward(k, 10) > forward(k, 11), "not beside the enemy"
    alone: Any = Road(at=(0, 1, 2, -1, 16), columns=17, rows=1)
    assert forward(alone, 8) > forward(alone, 6), "nobody is there"
    assert forward(alone, 13) - forward(alone, 14) > LOST > forward(alone, 12) - forward(alone, 13), "in supply"
