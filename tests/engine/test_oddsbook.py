"""Odds at the table for every game: the worked examples of the rulebooks, and what happens outside the tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.books.oddsbook import odds, odds_table, strength
from engine.components.errors import BadInput

GAMES = ("ava", "pm", "bd", "efs2", "efs1")


@pytest.mark.parametrize(
    ("game", "attack", "defense", "column"),
    [
        ("pm", 26, 7, "3:1"),
        ("pm", 5, 11, "1:3"),
        ("bd", 26, 7, "3:1"),
        ("bd", 5, 11, "1:3"),
        ("efs2", 10, 2, "5-1"),
        ("efs2", 10, 3, "3-1"),
        ("efs2", 10, 4, "2-1"),
        ("efs2", 10, 5, "2-1"),
        ("efs2", 10, 6, "3-2"),
        ("efs1", 29, 10, "2-1"),
        ("ava", 12, 7, "1.5:1"),
        ("ava", 25, 2, "10:1"),
    ],
)
def test_the_examples_of_the_rulebooks(game: str, attack: int, defense: int, column: str) -> None:
    tally = odds(game, Fraction(attack), Fraction(defense))
    assert tally.column == column and not tally.automatic
    assert abs(sum(tally.distribution.values()) - 1) < 1e-9


@pytest.mark.parametrize(
    ("game", "attack", "defense", "shift", "result"),
    [("pm", 20, 1, -2, "0/E"), ("bd", 20, 1, -2, "DE"), ("pm", 1, 4, 0, "4/0"), ("bd", 1, 7, 0, "AE"),
     ("efs1", 1, 5, 0, "e/-"), ("ava", 1, 2, 0, "canceled"), ("pm", 2, 1, -5, "4/0")],
)  # fmt: skip
def test_outside_the_table_no_die_is_thrown(game: str, attack: int, defense: int, shift: int, result: str) -> None:
    tally = odds(game, Fraction(attack), Fraction(defense), shift)
    assert tally.automatic == result and tally.column is None and tally.results == []


def test_shifts_count_ratios_beyond_the_table_or_columns_of_it() -> None:
    assert odds("pm", Fraction(3), Fraction(1), -1).column == "2:1"
    assert odds("pm", Fraction(9), Fraction(1), -2).column == "7:1"
    assert odds("ava", Fraction(12), Fraction(1), -2).column == "8:1"
    assert odds("ava", Fraction(9), Fraction(1), 5).column == "10:1"


def test_modifiers_are_limited_and_a_poor_attack_has_its_own() -> None:
    plain, modified = odds("efs2", Fraction(3), Fraction(2)), odds("efs2", Fraction(3), Fraction(2), drm=-9)
    assert modified.results == [plain.results[0]] * 3 + plain.results[:7] or modified.results[3] == plain.results[0]
    poor = odds("efs2", Fraction(1), Fraction(9))
    assert poor.column == "1-4" and any(line.value == "+2" and line.rule == "efs2:15.47" for line in poor.lines)
    with pytest.raises(BadInput, match="not modified"):
        odds("pm", Fraction(3), Fraction(1), drm=1)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_has_a_rule_and_better_odds_never_come_out_lower(game: str) -> None:
    table, last = odds_table(game), -99
    for attack in range(1, 80):
        tally = odds(game, Fraction(attack), Fraction(6))
        assert tally.lines and all(line.rule.startswith(f"{game}:") for line in tally.lines)
        place = table.place(Fraction(attack), Fraction(6))
        assert place >= last
        last = place


@pytest.mark.parametrize("text", ["", "x", "-1", "1/0", "99999999", "1e400", "nan", "٣٣"])
def test_a_strength_that_is_none(text: str) -> None:
    if text == "٣٣":
        assert strength(text) == 33
        return
    with pytest.raises(BadInput, match="no strength"):
        strength(text)


def test_no_defense_and_no_attack() -> None:
    assert odds("ava", Fraction(4), Fraction(0)).column == "10:1"
    assert odds("pm", Fraction(4), Fraction(0)).automatic == "0/E"
    with pytest.raises(BadInput, match="no attack"):
        odds("pm", Fraction(0), Fraction(3))
