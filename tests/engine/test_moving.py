"""What the games that move stacks have in common: the order without a hex, the whole allowance, who is left."""

from __future__ import annotations

from types import SimpleNamespace as Some
from typing import Any

import pytest

from engine.kit.moving import first_refusal, left_to_move, takes_all, targets, where_to
from engine.play.action import Refusal

NOBODY = -1


def table(**columns: Any) -> Any:
    """Three units of a made-up game, all in hex 5 and fresh, nobody picked, unless told otherwise."""
    state = {"picked": [0] * 3, "origin": [5] * 3, "hex_of": [5] * 3, "moving": [0] * 3, "parent": NOBODY} | columns
    ids = ["a", "b", "c"]
    roster = Some(short=["A", "B", "C"], ids=ids, by_id={name: u for u, name in enumerate(ids)})
    return Some(state=Some(**state), roster=roster, label=lambda h: f"H{h}")


def test_an_order_without_a_hex_asks_for_one() -> None:
    refusal = where_to(table(), [1, 2], [], "x:1.1")
    assert refusal == Refusal("x:1.1", "Where shall B go? Name a hex.", units=(1, 2))
    assert where_to(table(), [1], [7], "x:1.1") is None


def tired(u: int) -> Refusal | None:
    return Refusal("x:1.2", "It has moved.") if u == 2 else None


def test_each_hex_is_offered_to_units_that_may_go_with_all_that_are_picked() -> None:
    may_move = lambda c, u: tired(u)  # noqa: E731
    options = targets(lambda c: ["a", "b", "c"], may_move, first_refusal(may_move), lambda c, group: [5, 6, 7])
    assert list(options(table(), None)) == [("a", "H6"), ("a", "H7"), ("b", "H6"), ("b", "H7")]
    assert list(options(table(), "c")) == list(options(table(), "nobody")) == []
    assert list(options(table(picked=[1, 0, 1]), "a")) == [], "a tired unit is picked with it"
    assert list(options(table(picked=[1, 0, 1]), "b")) == [("b", "H6"), ("b", "H7")]


@pytest.mark.parametrize(("fresh", "path", "cost", "whole"), [
    (True, [0, 1], 4, True),  # the step costs nine, the group has four
    (True, [0, 2], 4, False),  # a step for exactly all points is paid as any other
    (True, [0, 3], 4, True),  # no step at all: over a strait
    (True, [0, 2, 1], 4, False),
    (False, [0, 1], 4, False),
    (True, [0, 2], 3, False),
])  # fmt: skip
def test_one_hex_for_the_whole_allowance(fresh: bool, path: list[int], cost: int, whole: bool) -> None:
    ground = Some(start=0, edges=[[(1, 9), (2, 4)]], points=4, fresh=fresh)
    assert takes_all(ground, path, cost) is whole


@pytest.mark.parametrize(("columns", "crowded", "text"), [
    ({}, [], "Move, then end: 3 units have not moved."),
    ({"moving": [1, 1, 0]}, [], "Move, then end: 1 unit has not moved."),
    ({"origin": [5, 5, 8], "parent": 5, "moving": [1, 0, 0]}, [],
     "This stack: 2 may go on. Others: 1 has not moved."),
    ({"parent": 5}, [9, 4], "Too many in H9 and 1 more: the enemy would remove the excess."),
])  # fmt: skip
def test_who_is_left_to_move(columns: dict[str, Any], crowded: list[int], text: str) -> None:
    assert left_to_move(table(**columns), [0, 1, 2], "Move", crowded, (NOBODY,)) == text
