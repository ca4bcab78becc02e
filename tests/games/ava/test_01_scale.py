"""Chapter 1: what a hex, a turn and a unit stand for, and how numbers are halved."""

from __future__ import annotations

import pytest

from tests.games.ava.battles import NORTHWEST, SOUTHWEST, TARGET, field, lines, tally
from tests.support.position import position, unit

WEST_BANK = [f"{NORTHWEST}-{TARGET}", f"{SOUTHWEST}-{TARGET}"]


@pytest.mark.rule("ava:1.1")
def test_a_unit_is_a_division_a_turn_ten_days_a_hex_ten_miles() -> None:
    match = position({"7pz": TARGET, "hq-3pzg": NORTHWEST})
    assert match.view().unit(unit(match, "7pz"))["size"] == "division"
    assert match.view().unit(unit(match, "hq-3pzg"))["size"] == "headquarters"
    assert match.view().turn_name == "T1 22 Jun-1 Jul"


@pytest.mark.rule("ava:1.2", "ava:10.3", "ava:10.3(1)", "ava:R6")
@pytest.mark.parametrize(
    ("attackers", "total"),
    [
        (("21inf",), 1),  # 1.5
        (("21inf", "217inf"), 3),  # 1.5 + 1.5: dropped one by one it would be 2
        (("21inf", "217inf", "291inf"), 4),  # 4.5
        (("36mot", "21inf", "217inf"), 5),  # 2.5 + 1.5 + 1.5 = 5.5
    ],
)
def test_fractions_are_dropped_at_the_end_of_the_calculation(attackers: tuple[str, ...], total: int) -> None:
    where = dict(zip(attackers, (NORTHWEST, NORTHWEST, SOUTHWEST), strict=False))
    match = field({**where, "10rd": TARGET}, lines={"minor river": WEST_BANK})
    found = tally(match, *attackers)
    assert found.attack == total
    assert [value for value, _ in lines(found)][: len(attackers)] == [
        "2.5" if name == "36mot" else "1.5" for name in attackers
    ]


@pytest.mark.rule("ava:1.2", "ava:R6")
def test_a_whole_unit_and_a_halved_one_drop_the_fraction_of_the_sum() -> None:
    match = field({"36mot": SOUTHWEST, "21inf": NORTHWEST, "10rd": TARGET}, lines={"minor river": WEST_BANK[:1]})
    assert tally(match, "36mot", "21inf").attack == 6  # 5 + 1.5
