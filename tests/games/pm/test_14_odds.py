"""14.8-14.12, 14.31: factors, odds, the ends of the table, halving."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from engine.books.oddsbook import odds_table
from engine.components.results import ratio_words
from engine.games.pm.combat.battle import in_words
from engine.games.pm.combat.expected import covered_defense, unseen
from engine.games.pm.combat.odds import place, results_at, tally
from engine.games.pm.combat.strengths import Factor, total
from engine.games.pm.combat.unseen import drawn
from engine.games.pm.tables import tables
from engine.play.match import Match
from tests.games.pm.battles import MID, NE, NW, SE, SW, N, S, attack, front, odds, result, shift_lines
from tests.support.pm_position import position, unit

WALLS = {"rd-101": "2909N", "rd-102": "2908N", "rd-103": "3008N", "rd-104": "3108N", "rd-105": "3109N"}
"""Soviet units that cut off who stands in 3009N."""


@pytest.mark.rule("pm:14.8")
def test_high_odds_are_rounded_down() -> None:
    """The example of 14.8: 26 against 7 is 3:1."""
    assert ratio_words(place(Fraction(26), Fraction(7))) == "3:1"
    assert ratio_words(place(Fraction(7), Fraction(7))) == "1:1"


@pytest.mark.rule("pm:14.9")
def test_poor_odds_are_rounded_up() -> None:
    """The example of 14.9: 5 against 11 is 1:3."""
    assert ratio_words(place(Fraction(5), Fraction(11))) == "1:3"
    assert ratio_words(place(Fraction(10), Fraction(11))) == "1:2"


@pytest.mark.rule("pm:14.8", "pm:14.2")
def test_factors_of_all_are_added_up() -> None:
    match = front({"6pz": N, "61inf": N, "1inf": NE}, {"rd-001": (1, 4), "rd-002": (1, 3)})
    attack(match, "6pz", "61inf", "1inf")
    told = next(e.text for e in match.log if e.kind == "tally")
    assert "odds 20 to 7" in told


@pytest.mark.rule("pm:14.10", "pm:14.31")
def test_shifts_come_before_the_ends_of_the_table() -> None:
    """The note of 14.31: 20:1 with 2L is 18:1, an automatic 0/E."""
    match = front({"6pz": N, "7pz": N}, {"rd-001": (1, 1)}, places={MID: "city"}, tried=["rd-001"])
    found = odds(match, ["6pz", "7pz"])
    assert (found.odds, found.shift, found.automatic, found.column) == ("20:1", -2, "1/E", None)
    assert any("18:1" in line.text for line in found.lines)
    assert found.distribution == {"1/E": 1.0}


@pytest.mark.rule("pm:14.10")
def test_odds_below_the_table_need_no_roll() -> None:
    match = front({"2mg": N}, {"rd-001": (1, 6)})
    assert result(attack(match)) == "4/0"
    assert match.dice.rolled == []


@pytest.mark.rule("pm:14.10", "pm:14.38")
def test_odds_above_the_table_eliminate_without_a_roll() -> None:
    match = front({"6pz": N}, {"rd-001": (1, 1)})
    assert result(attack(match)) == "0/E"
    assert match.state.box[unit(match, "rd-001")] == "eliminated"


@pytest.mark.rule("pm:14.31", "pm:17.7")
def test_a_five_at_seven_to_one() -> None:
    """The example of 14.31: a 5 at 7:1 is 0/5."""
    match = position({})
    assert results_at(match.c, 6)[4] == "0/5"


PRINTED = {
    "1:3": "4/0 4/0 4/0 4/0 4/0 4/1",
    "1:2": "4/0 3/0 3/0 2/0 2/1 1/1",
    "1:1": "3/0 2/0 2/0 2/1 1/1 1/2",
    "2:1": "2/0 2/1 1/1 1/2 1/2 0/3",
    "3:1": "2/1 1/1 1/2 1/2 0/3 0/3",
    "4:1": "1/1 1/1 1/2 0/2 0/3 0/3",
    "5:1": "1/1 1/2 1/2 0/3 0/3 0/4",
    "6:1": "1/2 0/3 0/3 0/4 0/4 0/5",
    "7:1": "0/3 0/3 0/4 0/4 0/5 0/5",
}
"""The Combat Results Table, column by column, a die of 1 first."""


@pytest.mark.rule("pm:17.7")
@pytest.mark.parametrize("odds_words", sorted(PRINTED))
def test_the_table_is_the_printed_one(odds_words: str) -> None:
    match = position({})
    assert results_at(match.c, place(*_ratio(odds_words))) == PRINTED[odds_words].split()


@pytest.mark.rule("pm:17.7")
@pytest.mark.parametrize("column", range(9))
def test_every_cell_of_the_table(column: int) -> None:
    """What a battle reads is what the look-up at the table reads, cell by cell."""
    match = position({})
    book = odds_table("pm")
    found = results_at(match.c, place(*_ratio(book.columns[column])))
    assert found == [row[column] for row in book.rows]


def _ratio(words: str) -> tuple[Fraction, Fraction]:
    left, right = words.split(":")
    return Fraction(left), Fraction(right)


@pytest.mark.rule("pm:17.7", "pm:14.31")
@pytest.mark.parametrize(("die", "cell"), enumerate(["2/1", "1/1", "1/2", "1/2", "0/3", "0/3"], 1))
def test_the_die_finds_the_row(die: int, cell: str) -> None:
    match = front({"6pz": N}, {"rd-001": (1, 3)}, dice=[die])
    assert result(attack(match)) == cell


# ---------------------------------------------------------------------- halving
@pytest.mark.rule("pm:9.7", "pm:14.12")
def test_units_out_of_supply_are_halved_together() -> None:
    """5 and 5 halved one by one would be 6; together they are 5."""
    match = front({"61inf": N, "1inf": N, **WALLS}, {"rd-001": (1, 2)}, tried=["rd-001"])
    found = odds(match, ["61inf", "1inf"])
    assert found.attack == 5
    assert [line.value for line in found.lines if line.rule == "pm:14.12"] == ["5"]


@pytest.mark.rule("pm:9.7", "pm:9.8")
def test_half_of_five_is_three_and_defenders_are_halved_too() -> None:
    match = front({"61inf": N, **WALLS}, {"rd-001": (1, 2)}, tried=["rd-001"])
    assert odds(match, ["61inf"]).attack == 3
    cut_off = {"61inf": N, "1inf": NE, "36mot": "3110N", "6pz": S, "7pz": "2910N", "8pz": NW}
    match = front(cut_off, {"rd-001": (1, 5)}, tried=["rd-001"])
    assert odds(match, ["61inf"]).defense == 3


@pytest.mark.rule("pm:R50", "pm:14.12", "pm:14.18")
def test_two_reasons_halve_twice_and_are_rounded_once() -> None:
    """Out of supply and into marsh: 10 becomes 2.5, with 2 and a half of the infantry 5."""
    match = front({"6pz": N, "61inf": N, **WALLS}, {"rd-001": (1, 1)}, ground={MID: "marsh"}, tried=["rd-001"])
    assert odds(match, ["6pz", "61inf"]).attack == 5
    assert odds(match, ["6pz"]).attack == 3


@pytest.mark.rule("pm:14.12")
def test_nothing_falls_below_one() -> None:
    match = front({"2mg": N, **WALLS}, {"rd-001": (1, 1)}, tried=["rd-001"])
    assert odds(match, ["2mg"]).attack == 1


# ---------------------------------------------------------------------- what nobody has seen
@pytest.mark.rule("pm:2.15", "pm:R55")
def test_untried_units_count_with_the_mean_of_what_is_left() -> None:
    match = front({"6pz": N}, ["rd-001", "rd-002"])
    rows = [r for r in tables(match.c).pool if r["formation"] == "rd"]
    mean = sum(r["defense"] for r in rows) / len(rows)
    found = odds(match, ["6pz"])
    assert found.defense == round(2 * mean, 1)
    assert [line.rule for line in found.lines if line.value.startswith("~")] == ["pm:2.15"]


def whoever(match: Match, names: list[str]) -> dict[str, float]:
    """Chances of the results with every counter that could be under the untried ones, counted out one by one."""
    pool, units, s = tables(match.c).pool, [unit(match, n) for n in names], match.state
    rows = [n for n, row in enumerate(pool) if row["formation"] == match.c.roster.formation[units[0]]]
    # Counters of the same defence are as good as each other: one way to draw these values stands for all.
    ways: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for picked in permutations(rows, len(names)):
        ways.setdefault(tuple(pool[n]["defense"] for n in picked), []).append(picked)
    every = sum(map(len, ways.values()))
    chances: dict[str, float] = {}
    for alike in ways.values():
        for u, number in zip(units, alike[0], strict=True):
            s.identity[u], s.tried[u] = number, 1  # type: ignore[attr-defined]
        match.c.touch()
        for what, p in odds(match, ["6pz"]).distribution.items():
            chances[what] = chances.get(what, 0.0) + p * len(alike) / every
    return chances


@pytest.mark.rule("pm:2.15", "pm:14.31")
@pytest.mark.parametrize("names", [["td-001"], ["rd-001"], ["rd-001", "rd-002"]])
def test_chances_against_untried_units_are_those_of_everybody_they_can_be(names: list[str]) -> None:
    match = front({"6pz": N}, names)
    found = odds(match, ["6pz"])
    assert found.distribution == pytest.approx(whoever(match, names))
    assert len(found.distribution) > 1 and found.automatic is None and found.results == []
    assert found.span != ("", "") and found.heading.startswith("~")
    assert "to" in found.in_words and "pm:2.15" in [line.rule for line in found.lines]


@pytest.mark.rule("pm:2.15", "pm:14.12", "pm:9.7")
def test_halved_untried_units_are_rounded_as_they_will_be_in_battle() -> None:
    """9.7: seven against two untried divisions out of supply."""
    ring = {"6pz": N, "7pz": NE, "8pz": SE, "61inf": S, "11inf": SW, "21inf": NW}
    match = front(ring, ["rd-001", "rd-002"])
    assert any("halved" in line.text for line in odds(match, ["6pz"]).lines)
    before = odds(match, ["6pz"]).distribution
    assert before == pytest.approx(whoever(match, ["rd-001", "rd-002"]))


@pytest.mark.rule("pm:2.15")
def test_a_blind_draw_puts_nothing_back() -> None:
    assert drawn([1, 2, 3], 2) == pytest.approx({3: 1 / 3, 4: 1 / 3, 5: 1 / 3})
    assert drawn([2, 2, 5], 3) == {9: 1.0}
    assert drawn([4], 2) == {4: 1.0}, "more hidden units than counters left: as many as there are"


@pytest.mark.rule("pm:2.15", "pm:R55")
def test_the_mean_moves_with_what_is_revealed_and_tells_no_secret() -> None:
    match = front({"6pz": N}, ["rd-001"])
    before = unseen(match.c)["rd"]
    s, u, v = match.state, unit(match, "rd-001"), unit(match, "rd-002")
    s.identity[u], s.identity[v] = s.identity[v], s.identity[u]  # type: ignore[attr-defined]
    match.c.touch()
    assert unseen(match.c)["rd"] == before
    s.tried[v] = 1  # type: ignore[attr-defined]
    match.c.touch()
    assert unseen(match.c)["rd"] != before


@pytest.mark.rule("pm:14.7", "pm:R55")
def test_a_view_reckons_covered_units_by_the_mean() -> None:
    match = front({"rd-001": N}, ["6pz", "61inf"], side="soviet", identities={"rd-001": (3, 3, 5)})
    view = match.view("soviet")
    found = tally(view.c, "prepared", [unit(match, "rd-001")], view.c.board.find(MID))
    mean = covered_defense(view.c, "axis")
    top = min(unit(match, "6pz"), unit(match, "61inf"))
    assert found.defense == float(match.c.roster.faces[top][0][1] + mean)
    assert "pm:14.7" in [line.rule for line in found.lines]


@pytest.mark.rule("pm:14.8")
def test_the_distribution_sums_to_one() -> None:
    for tried in ([], ["rd-001"]):
        found = odds(front({"6pz": N}, ["rd-001"], tried=tried), ["6pz"])
        assert sum(found.distribution.values()) == pytest.approx(1)
    assert len(found.results) == 6
    assert shift_lines(found) == {}


@pytest.mark.rule("pm:14.1")
def test_a_calculation_without_attackers_or_defenders_says_so() -> None:
    match = front({"6pz": N}, ["rd-001"])
    assert odds(match, []).automatic == "no attackers"
    assert odds(match, ["6pz"], at="3008N").automatic == "no defenders"


@pytest.mark.rule("pm:14.31")
@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("4/0", "4/0: the attacker loses 4"),
        ("2/1", "2/1: the attacker loses 2, the defender 1"),
        ("0/3", "0/3: the defender loses 3"),
        ("0/E", "0/E: all defenders are eliminated"),
    ],
)
def test_a_result_is_told_in_words(result: str, words: str) -> None:
    assert in_words(result) == words


@pytest.mark.rule("pm:9.7", "pm:R55", "pm:14.12")
def test_what_is_only_expected_is_rounded_up_when_it_is_halved() -> None:
    factors = [Factor(0, Fraction(13, 4), [("out of supply", "pm:9.7")], hidden="untried"), Factor(1, Fraction(13, 4))]
    assert total(factors) == 2 + Fraction(13, 4)
