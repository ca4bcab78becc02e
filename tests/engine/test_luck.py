"""Dice against what dice do: counts, spreads and results, with numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from engine.play.match import Match
from engine.play.timeline import Timeline
from engine.players.random import RandomPlayer
from engine.study.luck import Faces, Roll, by_side, chi_square, in_hundred, rolls_of, spread_chance, upper_tail, words


def test_the_spread_of_few_dice_is_counted_out() -> None:
    assert spread_chance([1, 0, 0, 0, 0, 0]) == 1
    assert spread_chance([2, 0, 0, 0, 0, 0]) == pytest.approx(1 / 6)
    assert spread_chance([0, 3, 0]) == pytest.approx(3 / 27)
    assert spread_chance([1, 2, 0]) == pytest.approx(1 - 6 / 27)
    assert spread_chance([]) == 1 and spread_chance([0] * 6) == 1


def test_the_spread_of_many_dice_follows_the_table_of_chi_square() -> None:
    for freedom, x in ((1, 3.841), (2, 5.991), (5, 11.070), (9, 16.919)):
        assert upper_tail(x, freedom) == pytest.approx(0.05, abs=2e-4)
    assert chi_square([10] * 6) == 0 and spread_chance([10] * 6) == 1
    assert chi_square([20, 10, 10, 10, 5, 5]) == pytest.approx(15)
    assert spread_chance([5, 5, 5, 5, 5, 6]) > 0.99


def test_the_counted_and_the_curve_meet() -> None:
    counts = (8, 3, 5, 5, 2, 7)
    assert spread_chance(counts) == pytest.approx(upper_tail(chi_square(counts), 5), abs=0.03)


def test_plain_words() -> None:
    assert in_hundred(0.314) == "in 31 of 100 games" and "fewer" in in_hundred(0.001) and "every" in in_hundred(1)
    assert len(words(Faces("axis", "attack", 6, [1, 1, 0, 0, 0, 0]))) == 1
    high = Faces("axis", "attack", 6, [0, 0, 0, 2, 4, 6])
    assert high.mean == pytest.approx(64 / 12) and "higher" in words(high)[0] and high.mean_chance < 0.01
    assert words(Faces("axis", "attack", 6, [0] * 6)) == ["No dice yet."]
    assert "neither" in words(Faces("axis", "attack", 6, [1] * 6))[0]


def test_results_that_were_to_be_expected() -> None:
    column = ("A1", "-", "-", "R", "R", "R")
    rolls = [Roll(n, 1, "axis", "attack", 6, value, results=column) for n, value in enumerate((1, 1, 6, 2))]
    (faces,) = by_side(rolls)
    assert faces.counts == [2, 1, 0, 0, 0, 1]
    assert [(r, n) for r, n, _ in faces.results] == [("A1", 2), ("-", 1), ("R", 1)]
    assert [x for *_, x in faces.results] == pytest.approx([4 / 6, 8 / 6, 2])


def test_results_stand_in_the_order_of_the_table() -> None:
    columns = [
        ("A1", "-", "R", "RR", "RR", "RR"),
        ("R", "RR", "1RR", "1RR", "1RR", "1RR"),
        ("A1", "A1", "A1", "A1", "-", "R"),
    ]
    (faces,) = by_side([Roll(1, 1, "axis", "attack", 6, 1, results=c) for c in columns])
    assert [r for r, *_ in faces.results] == ["A1", "-", "R", "RR", "1RR"]
    (faces,) = by_side([Roll(1, 1, "axis", "attack", 2, 1, results=c) for c in (("x", "y"), ("y", "x"))])
    assert sorted(r for r, *_ in faces.results) == ["x", "y"]


def test_dice_of_a_match(operating: Match, scripted: Callable[[Match, Iterable[int]], Match]) -> None:
    scripted(operating, [6]).play_all(["move a1 T0302", "attack a1 T0402"])
    rolls, lots = rolls_of(Timeline(operating, "axis").read_all())
    assert lots == 0 and len(rolls) == 1
    assert (rolls[0].side, rolls[0].kind, rolls[0].value, rolls[0].line) == ("axis", "attack", 6, 4)
    assert rolls[0].rule == "toy:3.1" and rolls[0].results[5] in rolls[0].text


@pytest.mark.rule("ava:7.1")
def test_chits_from_the_cup_are_no_dice() -> None:
    match, player = Match.new("ava", "smolensk", seed=11), RandomPlayer(2)
    while len(match.history) < 250 and not match.over:
        match.play(player.choose(match)[0])
    rolls, lots = rolls_of(Timeline(match, "").read_all())
    draws = sum(1 for e in match.log if e.kind == "draw")
    assert lots == draws > 0 and rolls and {r.kind for r in rolls} == {"combat"}
    assert lots + len(rolls) == sum(len(line.rolls) for line in match.history)
    for faces in by_side(rolls):
        assert sum(n for _, n, _ in faces.results) == faces.rolls
        assert sum(x for _, _, x in faces.results) == pytest.approx(faces.rolls)
