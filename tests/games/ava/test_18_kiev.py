"""Chapter 18.3: the Kiev game, with its Romanian armies."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.support.position import at, column, draw, play, position, refusal, rules_of, unit

FIRST = {"supply", "6a", "17a", "1pzg-1", "1pzg-2", "s-5a", "s-6a", "s-26a"}
FREE = ["s-37a", "s-38a", "s-40a", "s-coastal"]
RAILS: dict[str, Any] = {"ground": {}, "lines": {"railroad": ["K1930-K1929-K1928-K1927"]},
                         "sources": {"axis": ("K1930",), "soviet": ("K5507",), "from_moscow": ()}}  # fmt: skip


def kiev(units: dict[str, Any] | None = None, **more: Any) -> Match:
    """A position of the Kiev game."""
    return position(units or {}, scenario="kiev", **more)


def known(match: Match) -> set[str]:
    """The chits that can be used by now."""
    return {k for k, where in column(match, "chits").items() if where not in ("later", "box")}


# ---------------------------------------------------------------------- the lists of 18.3
@pytest.mark.rule("ava:18.3", "ava:2.1")
def test_only_the_kiev_map_and_its_units_are_in_play() -> None:
    match = Match.new("ava", "kiev")
    assert {match.c.label(h)[0] for h in match.data.in_play} == {"K"}
    for u, box in enumerate(match.state.box):
        assert (match.c.roster.sheet[u] == "K") is (box != "not in play"), match.c.roster.ids[u]
    r = match.c.roster
    active = {r.formation[u] for u, on in enumerate(column(match, "active")) if on}
    assert match.prompt.rule == "ava:10.2" and active == {"K-A-1PzG"}
    assert column(match, "stand_fast") == ["K3507", "K3607", "K3608"]


@pytest.mark.rule("ava:18.3", "ava:15.2", "ava:4.0")
@pytest.mark.parametrize(
    ("turn", "new"),
    [
        (1, FIRST),
        (2, {"11a", "rum-3a", "rum-4a", "s-9a", "s-12a", "s-18a"}),
        (3, set()),
        (4, {"axis-reinf", "soviet-reinf"}),
        (5, set()),
    ],
)
def test_the_chits_become_available_as_listed(turn: int, new: set[str]) -> None:
    before = known(kiev(turn=turn - 1)) if turn > 1 else set()
    assert known(kiev(turn=turn)) - before == new


@pytest.mark.rule("ava:18.3", "ava:15.2", "ava:R15")
def test_from_turn_four_one_further_army_a_turn() -> None:
    match = kiev(turn=4, phase="turn")
    assert (match.side, match.prompt.rule) == ("soviet", "ava:18.3")
    assert [str(a) for a in match.legal] == [f"add {k}" for k in FREE]
    match.play("add s-40a")
    assert match.prompt.rule == "ava:6.2" and column(match, "chits")["s-40a"] == "ready"


@pytest.mark.rule("ava:18.3", "ava:15.4")
def test_no_strategic_reserve() -> None:
    match = kiev(turn=6, phase="reinforcements", side="soviet", boxes={"99rd": "available"}, chits={"s-5a": "cup"})
    while match.prompt.rule == "ava:12.1":
        match.play("end")
    assert match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:18.3", "ava:16.4", "ava:16.1", "ava:R19")
@pytest.mark.parametrize(("divisions", "winner"), [(1, "soviet"), (2, "axis")])
def test_the_axis_wins_with_52_points_after_turn_nine(divisions: int, winner: str) -> None:
    cities = ("K1929", "K1928", "K1927", "K1926", "K1925")
    names = ("9pz", "11pz")[:divisions]
    match = kiev(
        dict.fromkeys(names, "K1929"), turn=9, phase="supply", ground={}, sources=RAILS["sources"],
        places=dict.fromkeys(cities, "major city"), control=dict.fromkeys(cities, "axis"),
        lines={"railroad": ["K1930-K1929-K1928-K1927-K1926-K1925"]}, chits={"s-5a": "cup"},
    )  # fmt: skip
    match.play("end")
    assert match.over and match.state.winner == winner and match.state.level == f"{50 + divisions} victory points of 52"


# ---------------------------------------------------------------------- Romanians
@pytest.mark.rule("ava:6.2", "ava:18.3")
def test_romanian_chits_have_a_number_of_their_own() -> None:
    # One chit more than the numbers of turn 2 allow would have to stay out: the 2 RUM are both in.
    match = kiev(turn=2, phase="turn", chits={"axis-reinf": "ready"})
    while match.side == "soviet":
        match.play(match.prompt.default or "ready")
    assert match.side == "axis" and "of 5 German" in match.prompt.text and "of 2 Romanian" in match.prompt.text
    play(match, "select rum-3a", "select 6a", "select 17a", "select 11a", "select 1pzg-1")
    assert refusal(match, "select 1pzg-2").rule == "ava:6.2"
    assert refusal(match, "ready").rule == "ava:6.2"
    play(match, "select rum-4a", "ready")
    assert column(match, "chits")["1pzg-2"] == "ready" and column(match, "chits")["rum-4a"] == "cup"


@pytest.mark.rule("ava:8.3", "ava:18.3")
def test_each_axis_headquarters_commands_its_own_nation() -> None:
    units = {"hq-11a": "K2020", "hq-rum3a": "K2021", "rum-6inf": "K2022", "rum-1arm": "K2122", "50inf": "K2120"}
    match = kiev(units, turn=2, phase="draw", ground={}, chits={"11a": "cup", "rum-3a": "cup"})
    draw(match, "11a")
    assert refusal(match, "move rum-6inf K2023").rule == "ava:8.1" and match.check("move 50inf K2119") is None
    play(match, "end")
    draw(match, "rum-3a")
    assert match.check("move rum-6inf K2023") is None and match.check("move rum-1arm K2123") is None
    assert refusal(match, "move 50inf K2119").rule == "ava:8.1"


@pytest.mark.rule("ava:12.2", "ava:18.3")
def test_romanian_reinforcements_have_a_number_of_their_own() -> None:
    boxes = dict.fromkeys(("rum-1inf", "rum-2inf", "9pz", "11pz", "57inf"), "available")
    match = kiev(turn=4, phase="reinforcements", boxes=boxes, chits={"s-5a": "cup"}, **RAILS)
    assert "2 German" in match.prompt.text and "1 Romanian" in match.prompt.text
    play(match, "deploy rum-1inf K1929")
    assert refusal(match, "deploy rum-2inf K1929").rule == "ava:12.2"
    play(match, "deploy 9pz K1929", "deploy 57inf K1928")
    assert match.prompt.rule == "ava:7.1" and at(match, "11pz") == at(match, "rum-2inf") == "[available]"


@pytest.mark.rule("ava:12.2", "ava:18.3")
def test_no_romanians_come_after_turn_seven() -> None:
    match = kiev(turn=8, phase="reinforcements", boxes={"rum-1inf": "available", "9pz": "available"}, **RAILS)
    assert refusal(match, "deploy rum-1inf K1929").rule == "ava:12.2"


@pytest.mark.rule("ava:16.1", "ava:18.3")
def test_romanian_armour_scores_nothing() -> None:
    match = kiev({"rum-1arm": "K2020", "9pz": "K2021"})
    assert match.c.roster.mech[unit(match, "rum-1arm")]
    assert match.view().score().total == 1


@pytest.mark.rule("ava:11.2", "ava:12.2", "ava:18.3")
def test_romanians_can_be_taken_up_and_come_back() -> None:
    match = kiev({"rum-1arm": "K1928"}, turn=5, phase="supply", chits={"axis-reinf": "cup"}, **RAILS)
    events = play(match, "recall rum-1arm", "end")
    assert ("recall", "ava:11.2") in rules_of(events)
    play(match, "draw", "deploy rum-1arm K1929")
    assert at(match, "rum-1arm") == "K1929"
