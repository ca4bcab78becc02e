"""What the Turn Record Track brings and takes away: markers, withdrawals, Romanian armies by a die."""

from __future__ import annotations

import pytest

from engine.games.bd.elimination import eliminate
from engine.play.match import Match
from tests.games.bd.test_05_declarations import game_turn
from tests.support.bd_data import table
from tests.support.bd_position import at, column, play, position, refusal, unit


# ---------------------------------------------------------------------- 7.7
@pytest.mark.rule("bd:7.7")
def test_the_aerial_supply_marker_comes_on_turn_six() -> None:
    assert [column(game_turn(turn), "aerial_ready") for turn in (5, 6)] == [0, 6]


# ---------------------------------------------------------------------- 8.18
def fortifying(control: dict[str, str] | None = None, turn: int = 16) -> Match:
    """The Soviet segment of the turn on which the fortified area comes."""
    match = position({"3ra": "1803", "1inf": "1820"}, ground={}, turn=turn, control=control or {})
    match.c.state.stack = match.c.state.stack[:1]
    match.c.call("turn")
    while match.c.frame.step != "soviet-segment":
        play(match, "end")
    return match


@pytest.mark.rule("bd:8.18", "bd:8.1")
def test_the_fortified_area_is_placed_at_once_among_supplied_friendly_hexes() -> None:
    """1803 is surrounded by six Soviet hexes, 1800 is at the edge of the map, and one of 1807 is German."""
    match = fortifying({"1807": "axis", "1808": "axis"})
    assert refusal(match, "end").rule == "bd:8.18"
    assert refusal(match, "fortify 1806").rule == "bd:8.18" and refusal(match, "fortify 1800").rule == "bd:8.18"
    play(match, "fortify 1803")
    assert (column(match, "fortified_area"), column(match, "area_turn")) == ("1803", 16)
    assert match.c.frame.step != "soviet-segment" or match.check("end") is None


@pytest.mark.rule("bd:8.18")
def test_there_is_one_fortified_area_and_it_cannot_be_delayed() -> None:
    match = fortifying()
    assert "fortify" in {a.verb for a in match.legal}
    assert column(position({"3ra": "1803"}, ground={}, turn=15), "area_marker") == 0


# ---------------------------------------------------------------------- 8.28, 8.21
@pytest.mark.rule("bd:8.28")
@pytest.mark.parametrize(("turn", "where"), [(15, "2412"), (16, "[removed]")])
def test_the_italian_army_leaves_at_the_end_of_turn_sixteen(turn: int, where: str) -> None:
    match = position({"8it": "2412", "1inf": "1820", "3ra": "1803"}, turn=turn, side="soviet", order="fight-move",
                     scenario="grand")  # fmt: skip
    match.state.vp = 30  # type: ignore[attr-defined]
    match.c.state.stack[-2].vars["next"] = 5
    play(match, "end")
    assert at(match, "8it") == where


@pytest.mark.rule("bd:8.21", "bd:4.9")
def test_the_track_calls_for_rifle_armies_on_four_turns() -> None:
    rows = [row for row in table("track.toml")["withdrawals"]["rows"] if row[4] == "rifle"]
    assert [(row[0], row[6]) for row in rows] == [(6, 27), (7, 27), (8, 27), (20, 0)]
    found = []
    for turn in range(5, 10):
        match = position({"16ra": "1803", "58ra": "1803"}, ground={}, side="soviet", phase="reinforcement", turn=turn,
                         boxes={"5sh": f"turn {turn}"})  # fmt: skip
        found.append(column(match, "withdrawals"))
    assert found == [0, 1, 1, 1, 0]


# ---------------------------------------------------------------------- the sequence that is shown
@pytest.mark.rule("bd:5.2", "bd:7.10", "bd:8.9", "bd:8.6")
@pytest.mark.parametrize(
    ("turn", "shown"),
    [(1, set()), (2, {"rvgk"}), (6, {"rvgk"}), (7, {"rvgk", "offensive-supply"}),
     (9, {"rvgk", "offensive-supply", "strategic-movement"})],
)  # fmt: skip
def test_the_outline_shows_the_phases_that_a_turn_has(turn: int, shown: set[str]) -> None:
    match = position({"1inf": "1820", "3ra": "1803"}, turn=turn, ground={}, scenario="grand")
    stages = {line.id.partition("-")[2] for line in match.view("axis").outline()}
    assert stages & {"rvgk", "offensive-supply", "strategic-movement"} == shown


# ---------------------------------------------------------------------- 8.15
def lost(name: str, *, supplied: bool = True, dice: tuple[int, ...] = (), turn: int = 20, before: str = "") -> str:
    """Where a unit in the south is once it has been eliminated."""
    zones: dict[str, list[str]] = {} if supplied else {"supply_german": []}
    memory = {f"sent back {before}": 1}
    match = position({name: "2409", "1inf": "2412"}, turn=turn, ground={}, zones=zones, memory=memory, dice=dice)
    eliminate(match.c, unit(match, name), "bd:11.26")
    return at(match, name)


@pytest.mark.rule("bd:8.15")
def test_a_romanian_army_comes_back_once_by_a_die() -> None:
    assert lost("3ro", dice=(2,)) == "[turn 22]"
    assert lost("3ro", before="3ro") == "[removed]"
    assert lost("4ro", dice=(2,), before="3ro") == "[turn 22]"


@pytest.mark.rule("bd:8.15")
def test_a_romanian_army_without_overland_supply_or_time_is_gone_for_good() -> None:
    assert lost("3ro", supplied=False) == "[removed]"
    assert lost("3ro", turn=21, dice=(2,)) == "[removed]", "Citadel ends with turn 22"


@pytest.mark.rule("bd:8.12", "bd:2.5")
def test_others_go_to_the_dead_pile_and_those_with_a_dot_out_of_play() -> None:
    assert (lost("3pz"), lost("2hu")) == ("[dead pile]", "[removed]")
