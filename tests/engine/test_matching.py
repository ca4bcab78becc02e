"""Who gets what where many want the same."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

from engine.components.matching import everyone, joined, seated


def test_who_has_another_wish_makes_room() -> None:
    taken: dict[str, int] = {}
    wishes = {1: "ab", 2: "a", 3: "ab"}
    assert joined(1, wishes, taken) and taken == {"a": 1}
    assert joined(2, wishes, taken) and taken == {"a": 2, "b": 1}
    assert not joined(3, wishes, taken) and taken == {"a": 2, "b": 1}, "nothing is changed for who finds nothing"


def test_everyone_gets_one_thing_or_nobody_anything() -> None:
    assert everyone([1, 2, 3], {1: "abc", 2: "ab", 3: "a"}) == {"a": 3, "b": 2, "c": 1}
    assert everyone([1, 2, 3], {1: "ab", 2: "ab", 3: "a"}) is None
    assert everyone([], {}) == {}


def test_a_place_holds_as_many_as_its_room_and_the_first_stay_in() -> None:
    assert seated([1, 2, 3], {1: "ab", 2: "a", 3: "a"}, {"a": 2, "b": 1}) == {1: "b", 2: "a", 3: "a"}
    assert seated([1, 2, 3], {1: "a", 2: "a", 3: "a"}, {"a": 1}) == {1: "a"}
    assert seated([1], {1: "a"}, {"a": -1}) == {}, "a hex may hold more than it should"


def test_as_many_are_seated_as_any_choice_of_places_can() -> None:
    draw = Random(5)
    for _ in range(60):
        wishes = {n: [p for p in "abc" if draw.random() < 0.6] for n in range(5)}
        room = {p: draw.randrange(3) for p in "abc"}
        found = seated(wishes, wishes, room)
        assert all(p in wishes[n] for n, p in found.items())
        assert all(list(found.values()).count(p) <= room[p] for p in room)
        ways = product(*([*wishes[n], ""] for n in wishes))
        fair = (way for way in ways if all(way.count(p) <= room[p] for p in room))
        assert len(found) == max(len(way) - way.count("") for way in fair)


def test_everyone_finds_something_wherever_a_way_exists() -> None:
    draw, both = Random(6), set[bool]()
    for _ in range(60):
        wishes = {n: [p for p in "abcd" if draw.random() < 0.5] for n in range(3)}
        found = everyone(wishes, wishes)
        exists = any(all(p in wishes[n] for n, p in enumerate(way)) for way in permutations("abcd", 3))
        assert (found is not None) == exists
        assert found is None or all(p in wishes[n] for p, n in found.items())
        both.add(exists)
    assert both == {True, False}
