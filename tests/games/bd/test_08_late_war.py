"""8.5, 8.14, 8.16, 8.17, 8.24 to 8.26, 8.32: what the later war brings and takes, from the smallest positions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd.control import enter
from engine.games.bd.elimination import eliminate
from engine.games.bd.phases.fieldworks import walls
from engine.games.bd.stacking import fits
from engine.games.bd.withdrawals import is_open, settle_withdrawals, withdraw
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.bd_position import at, play, position, refusal, unit


def late(units: dict[str, str], **more: Any) -> Match:
    """A position of The Road Back, where the events of the campaign take place."""
    more = {"memory": {"stretch baltic": 1, "stretch dnepr": 1, **more.pop("memory", {})}, **more}
    return position(units, scenario="road-back", **more)


def die(match: Match, name: str) -> str:
    """Where a unit is after it was eliminated."""
    eliminate(match.c, unit(match, name), "bd:11.26")
    return at(match, name)


# ---------------------------------------------------------------------- lost for good
@pytest.mark.parametrize(("turn", "supplied", "box"), [
    (27, False, "dead pile"), (28, False, "removed"), (28, True, "dead pile"), (32, False, "removed"),
])  # fmt: skip
@pytest.mark.rule("bd:8.14")
def test_german_units_lost_without_overland_supply_are_gone_from_turn_28_on(
    turn: int, supplied: bool, box: str
) -> None:
    match = late({"1inf": "1812", "3ra": "1800"}, turn=turn, zones={} if supplied else {"supply_german": []})
    assert die(match, "1inf") == f"[{box}]"


@pytest.mark.rule("bd:8.14")
def test_soviet_units_come_back_whatever_their_supply() -> None:
    match = late({"1inf": "1812", "3ra": "1800"}, turn=30, zones={"supply_soviet": []})
    assert die(match, "3ra") == "[dead pile]"


# ---------------------------------------------------------------------- comb-outs
def german(turn: int, **more: Any) -> Match:
    """The German segment of a turn with infantry in the dead pile."""
    boxes = dict.fromkeys(("1inf", "2inf", "10inf", "23inf", "26inf", "3pz"), "dead pile")
    return late({"28inf": "1812"}, phase="reinforcement", turn=turn, boxes=boxes, **more)


@pytest.mark.parametrize(("roll", "more"), [(1, 0), (2, 1), (3, 1), (5, 2), (6, 3)])
@pytest.mark.rule("bd:8.16", "bd:1.3", "bd:R83")
def test_a_comb_out_brings_half_a_die_of_steps_for_the_infantry(roll: int, more: int) -> None:
    match = german(17, dice=[roll])
    before = (match.c.state.mech_steps, match.c.state.foot_steps)
    play(match, "comb-out")
    assert (match.c.state.mech_steps, match.c.state.foot_steps) == (before[0], before[1] + more)


@pytest.mark.rule("bd:8.16")
def test_a_comb_out_is_made_once_in_the_summer_of_1943_and_once_in_that_of_1944() -> None:
    match = german(18, dice=[6])
    play(match, "comb-out")
    assert refusal(match, "comb-out").rule == "bd:8.16"
    assert match.c.state.comb_outs["1943"] == 1
    assert german(26, memory={"comb-out 1943": 1}).check("comb-out") is None
    for turn in (16, 21, 24, 29, 12):
        assert refusal(german(turn), "comb-out").rule == "bd:8.16"


# ---------------------------------------------------------------------- 2nd SS Panzer Corps
@pytest.mark.parametrize(("turn", "back"), [(19, 24), (25, 31)])
@pytest.mark.rule("bd:8.17")
def test_the_ss_corps_leaves_twice_and_comes_back(turn: int, back: int) -> None:
    match = late({"2ss": "1812", "3ra": "1800"}, turn=turn)
    assert is_open(match.c)
    before = match.c.state.vp
    withdraw(match.c)
    assert (at(match, "2ss"), match.c.state.vp, is_open(match.c)) == (f"[turn {back}]", before, False)
    match = late({"1inf": "1812"}, turn=turn, boxes={"2ss": "dead pile"})
    assert is_open(match.c)
    assert not is_open(late({"2ss": "1812"}, turn=turn + 1).c)


@pytest.mark.rule("bd:8.17", "bd:4.10", "bd:R12")
def test_a_withdrawal_without_supply_costs_a_point_and_is_made_later() -> None:
    match = late({"2ss": "1812", "16ra": "1811", "3ra": "1813"}, turn=19, zones={"supply_german": []})
    before = match.c.state.vp
    settle_withdrawals(match.c)
    settle_withdrawals(match.c)
    assert (match.c.state.vp, at(match, "2ss"), is_open(match.c)) == (before - 1, "1812", False)
    match = late({"2ss": "1812"}, turn=21, memory={"withdrawal 19": 3})
    settle_withdrawals(match.c)
    assert at(match, "2ss") == "[turn 24]"
    match = late({"2ss": "1812"}, turn=24, memory={"withdrawal 19": 3})
    settle_withdrawals(match.c)
    assert at(match, "2ss") == "1812"


@pytest.mark.rule("bd:4.10", "bd:8.17")
def test_the_turn_begins_with_the_question_and_keeping_it_costs_a_point() -> None:
    match = late({"2ss": "1812", "3ra": "1800"}, turn=19, memory={"summer offensive": 18})
    match.c.state.stack = [Frame("game")]
    match.c.call("turn")
    assert (match.c.step.id, match.side) == ("withdrawal", "axis")
    before = match.c.state.vp
    play(match, "keep")
    assert (match.c.state.vp, at(match, "2ss")) == (before - 1, "1812")


@pytest.mark.rule("bd:R85", "bd:8.31")
def test_a_tiger_battalion_is_attached_anew_when_its_corps_leaves() -> None:
    match = late({"2ss": "1812", "503tb": "1812"}, turn=19)
    withdraw(match.c)
    assert at(match, "503tb") == "[turn 19]" and match.c.state.attached == {}


@pytest.mark.rule("bd:8.17", "bd:R38")
def test_nobody_is_called_away_in_citadel() -> None:
    match = position({"2ss": "1812"}, turn=19)
    settle_withdrawals(match.c)
    assert not is_open(match.c) and at(match, "2ss") == "1812"


# ---------------------------------------------------------------------- field works
@pytest.mark.rule("bd:8.5", "bd:11.21")
def test_ten_east_wall_counters_are_placed_at_once_on_turn_19() -> None:
    match = late({"1inf": "1812", "2inf": "1712", "3ra": "1501"}, phase="reinforcement", turn=19)
    assert match.c.state.walls_in_hand == 10 and "2024" not in walls(match.c)
    assert refusal(match, "end").rule == "bd:8.5"
    assert refusal(match, "wall 2024").rule == "bd:8.5"
    assert refusal(match, "wall 1813").rule == "bd:8.5" and "1813" not in walls(match.c), "Minsk"
    found = walls(match.c)[:10]
    play(match, *(f"wall {label}" for label in found[:2]))
    assert refusal(match, f"wall {found[0]}").rule == "bd:8.5"
    play(match, *(f"wall {label}" for label in found[2:]), "end")
    assert match.c.state.east_wall == found


@pytest.mark.rule("bd:8.5")
def test_without_room_the_east_wall_is_lost() -> None:
    match = late({"1inf": "2024", "3ra": "1501"}, phase="reinforcement", turn=19, zones={"supply_german": []})
    assert match.c.state.walls_in_hand == 10 and walls(match.c) == []
    play(match, "end")
    assert match.c.state.walls_in_hand == 0 and match.c.state.east_wall == []


# ---------------------------------------------------------------------- communist allies
ALLIES = {"pol": "aside", "1ro-red": "aside", "4ro-red": "aside", "1bu": "aside", "2bu": "aside", "4bu": "aside"}


def march(match: Match, name: str, label: str) -> None:
    """A unit comes into a hex."""
    enter(match.c, [unit(match, name)], match.c.hex(label))


@pytest.mark.parametrize(("turn", "where"), [(12, "[turn 13]"), (13, "2015"), (26, "2015")])
@pytest.mark.rule("bd:8.24", "bd:R14", "bd:R82")
def test_the_polish_army_comes_beside_the_general_government(turn: int, where: str) -> None:
    match = late({"3ra": "2013", "1inf": "2023"}, side="soviet", turn=turn, boxes=ALLIES)
    march(match, "3ra", "2014")
    assert at(match, "pol") == "[aside]"
    march(match, "3ra", "2015")
    assert at(match, "pol") == "[aside]"
    march(match, "3ra", "2116")
    assert at(match, "pol") == where.replace("2015", "2116")
    if turn > 12:
        assert f"move pol {2115}" not in match.legal


@pytest.mark.rule("bd:8.24")
def test_the_polish_army_needs_supply_and_goes_to_the_next_hex_with_room() -> None:
    match = late({"3ra": "2015"}, side="soviet", turn=26, boxes=ALLIES, zones={"supply_soviet": []})
    march(match, "3ra", "2116")
    assert at(match, "pol") == "[aside]"
    armies = ("3ra", "4ra", "13ra", "16ra", "18ra")
    match = late({**dict.fromkeys(armies, "2115"), "20ra": "2114"}, side="soviet", turn=26, boxes=ALLIES)
    for name in armies:
        match.c.state.hex_of[unit(match, name)] = match.c.hex("2116")
    match.c.touch()
    march(match, "3ra", "2116")
    assert at(match, "pol") == "2114"


@pytest.mark.parametrize(("turn", "first", "second"), [(12, 14, 15), (13, 14, 15), (14, 15, 16), (27, 28, 29)])
@pytest.mark.rule("bd:8.25", "bd:8.15")
def test_romania_changes_sides_when_the_enemy_stands_beside_bucharest(turn: int, first: int, second: int) -> None:
    match = late({"57ra": "3012", "3ro": "3114", "1inf": "2023"}, side="soviet", turn=turn,
                 boxes={**ALLIES, "4ro": "turn 31"})  # fmt: skip
    march(match, "57ra", "3113")
    assert (at(match, "3ro"), at(match, "4ro")) == ("[removed]", "[removed]")
    assert (at(match, "1ro-red"), at(match, "4ro-red")) == (f"[turn {first}]", f"[turn {second}]")


@pytest.mark.rule("bd:8.25")
def test_communist_romanians_enter_in_bucharest_alone() -> None:
    boxes = {**ALLIES, "1ro-red": "turn 28"}
    match = late({"57ra": "3114", "1inf": "2023", "3ra": "1606"}, side="soviet", phase="reinforcement", turn=28,
                 boxes=boxes)  # fmt: skip
    assert refusal(match, "enter 1ro-red 1606").rule == "bd:8.1"
    assert refusal(match, "hold-back 1ro-red").rule == "bd:8.34"
    play(match, "enter 1ro-red 3114")
    assert at(match, "1ro-red") == "3114"
    match = late({"3ra": "1606", "1inf": "3114"}, side="soviet", phase="reinforcement", turn=28, boxes=boxes)
    play(match, "end")
    assert at(match, "1ro-red") == "[turn 29]"


@pytest.mark.rule("bd:8.25", "bd:8.13")
def test_a_rebuilt_romanian_army_enters_like_a_rifle_army() -> None:
    match = late({"3ra": "1606", "1inf": "2023"}, side="soviet", phase="reinforcement", turn=29,
                 boxes={"1ro-red": "dead pile"})  # fmt: skip
    play(match, "replace 1ro-red")
    assert match.check("enter 1ro-red 1606") is None


@pytest.mark.rule("bd:8.26", "bd:10.21", "bd:6.4")
def test_a_unit_goes_into_bulgaria_and_comes_back_with_three_armies() -> None:
    match = late({"57ra": "3216", "37ra": "3115", "1inf": "2023"}, side="soviet", turn=27, boxes=ALLIES,
                 order="move-fight")  # fmt: skip
    assert refusal(match, "visit 37ra").rule == "bd:8.26"
    assert refusal(match, "return 3217").rule == "bd:8.26"
    play(match, "visit 57ra")
    assert at(match, "57ra") == "[bulgaria]" and at(match, "1bu") == "[aside]"
    assert refusal(match, "return 3217").rule == "bd:8.26", "in a later phase"
    match = late({"37ra": "3115", "1inf": "2023"}, side="soviet", turn=28, boxes={**ALLIES, "57ra": "bulgaria"},
                 order="move-fight", memory={"bulgaria": 27})  # fmt: skip
    assert refusal(match, "end").rule == "bd:8.26"
    assert refusal(match, "return 3214").rule == "bd:8.26"
    play(match, "return 3217")
    assert {at(match, name) for name in ("57ra", "1bu", "2bu", "4bu")} == {"3217"}
    play(match, "move 1bu 3117", "move 2bu 3116")
    assert match.rules.invariants(match.c) == []
    assert match.check("end") is None


@pytest.mark.rule("bd:8.26")
def test_an_early_visit_brings_the_bulgarians_as_reinforcements_of_turn_14() -> None:
    match = late({"57ra": "3216", "1inf": "2023"}, side="soviet", turn=12, boxes=ALLIES, order="move-fight")
    play(match, "visit 57ra")
    assert at(match, "4bu") == "[turn 14]"
    match = late({"57ra": "1606", "1inf": "2023"}, side="soviet", turn=14, phase="reinforcement",
                 boxes={"4bu": "turn 14"})  # fmt: skip
    assert match.check("enter 4bu 3216") is None and refusal(match, "enter 4bu 1606").rule == "bd:8.1"


# ---------------------------------------------------------------------- cavalry-mechanized groups
@pytest.mark.rule("bd:8.32", "bd:8.9", "bd:8.11")
def test_a_group_changes_its_army_by_the_rvgk() -> None:
    match = late({"5gt": "1606", "1g": "1506", "cmp": "1606", "1inf": "2023"}, side="soviet", phase="rvgk", turn=26)
    assert match.c.state.attached == {"cmp": "5gt"}
    play(match, "store cmp")
    assert (at(match, "cmp"), match.c.state.attached, match.c.state.shifted) == ("[rvgk]", {}, 1)
    assert refusal(match, "attach cmp 1g").rule == "bd:8.9"
    match = late({"5gt": "1606", "1g": "1506", "1inf": "2023"}, side="soviet", phase="rvgk", turn=27,
                 boxes={"cmp": "rvgk"})  # fmt: skip
    assert refusal(match, "deploy cmp 1606").rule == "bd:8.32"
    play(match, "attach cmp 1g")
    assert match.c.state.attached == {"cmp": "1g"} and at(match, "cmp") == "1506"


@pytest.mark.rule("bd:8.9", "bd:8.32")
def test_an_army_and_its_group_are_two_of_the_five() -> None:
    match = late({"5gt": "1606", "cmp": "1606", "1g": "1506", "3ra": "1406", "1inf": "2023"}, side="soviet",
                 phase="rvgk", turn=26)  # fmt: skip
    play(match, "store 5gt")
    assert match.c.state.shifted == 2
    match.c.state.shifted = 4
    assert refusal(match, "store cmp").rule == "bd:8.10"
    assert match.check("store 3ra") is None


# ---------------------------------------------------------------------- what rulings say of the later war
@pytest.mark.rule("bd:R8", "bd:6.4")
def test_the_polish_army_stacks_with_no_other_satellite() -> None:
    match = late({"pol": "2013", "1bu": "2014", "3ra": "2013", "1inf": "2023"}, side="soviet", turn=28)
    where, (polish, bulgarian, rifle) = match.c.hex("2013"), (unit(match, name) for name in ("pol", "1bu", "3ra"))
    refused = fits(match.c, [polish, bulgarian], where)
    assert refused is not None and refused.rule == "bd:6.4"
    assert fits(match.c, [polish, rifle], where) is None


@pytest.mark.rule("bd:R37", "bd:8.5")
def test_citadel_begins_without_the_east_wall() -> None:
    c = Match.new("bd", "citadel").c
    assert (c.state.east_wall, c.state.walls_in_hand) == ([], 0)


@pytest.mark.rule("bd:R46", "bd:8.33")
def test_belgrade_has_its_fortress_command_in_the_road_back() -> None:
    match = Match.new("bd", "road-back")
    assert at(match, "fcse") == "3220"


@pytest.mark.parametrize(("turn", "comes"), [(19, False), (20, True)])
@pytest.mark.rule("bd:R21", "bd:8.35")
def test_the_counter_fire_corps_comes_in_september_1943(turn: int, comes: bool) -> None:
    match = late({"3ra": "1011", "1inf": "2023"}, side="soviet", phase="reinforcement", turn=turn,
                 boxes={"lcfc": "turn 20"})  # fmt: skip
    assert (match.check("enter lcfc 1011") is None) == comes


@pytest.mark.rule("bd:R86", "bd:12.10")
def test_dotted_soviet_units_that_the_list_does_not_name_never_come() -> None:
    match = Match.new("bd", "road-back")
    assert {at(match, name) for name in ("mgp", "lcfc", "dcg")} == {"[not in play]"}
    assert at(match, "lpma") == "1011"
