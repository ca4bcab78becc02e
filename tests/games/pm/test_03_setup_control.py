"""Section 3: set-up and hex control."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.pm.setup.strictures import interior_rows, lacks, starting_pieces, waiting, zone_of
from engine.games.pm.tables import tables
from engine.play.fields import units_at
from engine.play.match import Match
from tests.support.pm_position import at, column, play, position, refusal, unit

HAND = {"setup_axis": "hand", "setup_soviet": "hand"}


def soviet_hand() -> Match:
    return Match.new("pm", "campaign", options=HAND)


def german_hand() -> Match:
    match = Match.new("pm", "campaign", options={"setup_axis": "hand"})
    match.play("ready")
    return match


# ---------------------------------------------------------------------- both sides
@pytest.mark.rule("pm:3.1")
@pytest.mark.parametrize("way", ["historical", "random"])
def test_ready_set_ups_keep_every_stricture(way: str) -> None:
    match = Match.new("pm", "campaign", seed=5, options={"setup_axis": way, "setup_soviet": way})
    assert match.side == "soviet" and lacks(match.c, "soviet") == []
    match.play("ready")
    assert match.side == "axis" and lacks(match.c, "axis") == []
    match.play("ready")
    assert match.rules.invariants(match.c) == [] and match.state.stack[-1].step != "set-up"


@pytest.mark.rule("pm:3.2")
@pytest.mark.rule("pm:17.6")
def test_the_schedule_sorts_the_untried_units_into_zones_and_turns() -> None:
    match = soviet_hand()
    kinds = match.c.roster.formation
    assert sum(1 for u in starting_pieces(match.c, "frontier") if kinds[u] == "cd") == 5
    assert sum(1 for u in starting_pieces(match.c, "interior") if kinds[u] == "cd") == 4
    assert len(starting_pieces(match.c, "frontier")) == 52 + 5 + 24 + 12 + 3
    assert len(starting_pieces(match.c, "interior")) == 114 + 4 + 26 + 13 + 13
    assert len(waiting(match.c, "soviet")) == 96 + 170


@pytest.mark.rule("pm:3.5")
def test_reinforcements_of_turn_ten_as_in_the_example() -> None:
    match = soviet_hand()
    kinds = [match.c.roster.formation[u] for u in starting_pieces(match.c, "10")]
    assert {k: kinds.count(k) for k in set(kinds)} == {"cd": 2, "rb": 1, "rd": 20, "td": 1}
    assert {match.state.box[u] for u in starting_pieces(match.c, "10")} == {"turn 10"}


@pytest.mark.rule("pm:3.5")
@pytest.mark.rule("pm:2.15")
def test_nobody_sees_who_the_untried_units_are() -> None:
    match = Match.new("pm", "campaign")
    for side in ("axis", "soviet", ""):
        state: Any = match.view(side).state
        assert set(state.identity) == {-1}
    assert sorted(i for i in column(match, "identity") if i >= 0) == list(range(609))


@pytest.mark.rule("pm:3.2")
def test_the_seed_deals_who_is_who() -> None:
    first, again, other = (Match.new("pm", "campaign", seed=s) for s in (1, 1, 2))
    assert first.digest() == again.digest() != other.digest()


# ---------------------------------------------------------------------- the Soviet side
@pytest.mark.rule("pm:3.3")
@pytest.mark.rule("pm:3.4")
def test_the_zones_part_between_hexrows_22_and_23() -> None:
    match = soviet_hand()
    board = match.c.board
    assert board.find("2210N") in tables(match.c).zone("frontier")
    assert board.find("2310N") in tables(match.c).zone("interior")
    match.play("put 2210N rd")
    assert zone_of(match.c, units_at(match.c, board.find("2210N"))[0]) == "frontier"
    match.play("put 2310N rd")
    assert zone_of(match.c, units_at(match.c, board.find("2310N"))[0]) == "interior"
    assert refusal(match, "put 1909N rd").rule == "pm:3.2"


@pytest.mark.rule("pm:3.3")
def test_every_border_hex_of_the_north_needs_a_frontier_unit() -> None:
    match = Match.new("pm", "campaign")
    victim = units_at(match.c, match.c.hex("2006N"))
    play(match, *(f"take {match.c.roster.ids[u]}" for u in victim))
    missing = lacks(match.c, "soviet")
    assert match.c.hex("2006N") in missing[0].hexes and missing[0].rule == "pm:3.3"
    assert refusal(match, "ready").rule == "pm:3.3"


@pytest.mark.rule("pm:3.3")
def test_along_the_romanian_border_every_other_hex_is_enough() -> None:
    match = soviet_hand()
    line = match.c.board.zones["border_alternate"].hexes
    play(match, *(f"put {match.c.label(h)} rd" for h in line[::2]))
    assert not any("Romanian" in lack.text for lack in lacks(match.c, "soviet"))
    play(match, f"take {match.c.roster.ids[units_at(match.c, line[2])[0]]}")
    gaps = next(lack for lack in lacks(match.c, "soviet") if "Romanian" in lack.text)
    assert gaps.hexes == (line[2], line[3])


@pytest.mark.rule("pm:3.3")
@pytest.mark.rule("pm:3.4")
def test_large_towns_and_cities_must_be_held() -> None:
    match = soviet_hand()
    texts = {lack.text: lack for lack in lacks(match.c, "soviet")}
    frontier = next(lack for text, lack in texts.items() if "Frontier Zone are empty" in text)
    assert len(frontier.hexes) == 3, "all three large towns of the Frontier Zone"
    interior = next(lack for text, lack in texts.items() if "Interior Zone are empty" in text)
    assert match.c.hex("4201N") in interior.hexes and match.c.hex("2817N") in interior.hexes


@pytest.mark.rule("pm:3.4")
def test_every_hexrow_of_the_interior_needs_four_units() -> None:
    match = soviet_hand()
    rows = interior_rows(match.c)
    assert list(rows) == list(range(23, 61))
    leningrad, kharkov = match.c.hex("4201N"), match.c.hex("4205S")
    assert leningrad in rows[42] and kharkov in rows[42]
    play(match, "put 4201N rd", "put 4205S rd")
    assert any(lack.text == "hexrow 42xx has 2 of 4 interior units" for lack in lacks(match.c, "soviet"))
    play(match, "put 4201N rd", "put 4205S rd")
    assert not any("hexrow 42xx" in lack.text for lack in lacks(match.c, "soviet"))


@pytest.mark.rule("pm:3.4")
def test_no_more_than_the_stacking_limit_and_not_more_than_there_are() -> None:
    match = soviet_hand()
    play(match, *["put 2310N rd"] * 5)
    assert refusal(match, "put 2310N rd").rule == "pm:6.1"
    play(match, *["put 2210N cd"] * 5)
    assert refusal(match, "put 2110N cd").rule == "pm:17.6", "five cavalry divisions are all of the frontier"


# ---------------------------------------------------------------------- the German side
@pytest.mark.rule("pm:3.6")
@pytest.mark.rule("pm:2.17")
def test_reinforcements_wait_for_their_turn() -> None:
    match = german_hand()
    assert at(match, "7para") == "[turn 6]" and at(match, "2pz") == "[turn 7]"
    assert refusal(match, "place 2pz 1819N").rule == "pm:3.1"


@pytest.mark.rule("pm:3.7")
def test_hungarians_start_in_hungary_alone() -> None:
    match = german_hand()
    hungary = "1301S"
    assert match.c.hex(hungary) in tables(match.c).zone("zomo_hungary")
    assert refusal(match, "place hf 1908N").rule == "pm:3.7"
    assert refusal(match, "place hf okh-south").rule == "pm:3.7"
    match.play(f"place hf {hungary}")
    assert refusal(match, f"place 1inf {hungary}").rule == "pm:3.7"


@pytest.mark.rule("pm:7.4")
@pytest.mark.rule("pm:R1")
def test_the_fast_corps_is_not_set_up_on_the_northern_map() -> None:
    match = german_hand()
    assert match.c.hex("1026N") in tables(match.c).zone("zomo_hungary")
    assert refusal(match, "place hf 1026N").rule == "pm:7.4" and match.check("place hf 1200S") is None
    easy = Match.new("pm", "campaign", options={"setup_axis": "hand", "rules": "beginners"})
    easy.play("ready")
    assert easy.check("place hf 1026N") is None


@pytest.mark.rule("pm:3.7")
def test_romanians_start_in_romania_or_the_southern_area() -> None:
    match = german_hand()
    romania = match.c.label(min(tables(match.c).zone("zomo_romania")))
    play(match, f"place ro-5inf {romania}", "take ro-5inf", "place ro-5inf okh-south")
    assert refusal(match, "place ro-6inf okh-north").rule == "pm:3.7"


@pytest.mark.rule("pm:3.7")
def test_seven_foot_divisions_and_one_assault_gun_battalion_may_join_them() -> None:
    match = german_hand()
    roster = match.c.roster
    foot = [roster.ids[u] for u in waiting(match.c, "axis") if roster.kind[u] == "infantry"]
    foot = [i for i in foot if roster.nationality[unit(match, i)] == "german"]
    play(match, *(f"place {i} okh-south" for i in foot[:7]))
    assert refusal(match, f"place {foot[7]} okh-south").rule == "pm:3.7"
    guns = [roster.ids[u] for u in waiting(match.c, "axis") if roster.kind[u] == "assault gun"]
    match.play(f"place {guns[0]} okh-south")
    assert refusal(match, f"place {guns[1]} okh-south").rule == "pm:3.7"
    assert refusal(match, "place 1pz okh-south").rule == "pm:3.7"


@pytest.mark.rule("pm:3.7")
def test_other_germans_start_in_the_zomo_or_the_northern_area() -> None:
    match = german_hand()
    play(match, "place 1pz 1908N", "place 6pz okh-north")
    assert at(match, "1pz") == "1908N" and at(match, "6pz") == "[okh north]"
    assert refusal(match, "place 7pz 2006N").rule == "pm:3.7", "Soviet soil"


@pytest.mark.rule("pm:3.8")
def test_everybody_begins_whole() -> None:
    match = Match.new("pm", "campaign")
    assert match.state.steps_left == match.c.roster.steps
    assert match.c.roster.steps[unit(match, "1pz")] == 4 and match.c.roster.steps[unit(match, "rd-001")] == 1


# ---------------------------------------------------------------------- control
@pytest.mark.rule("pm:3.9")
def test_the_soviet_side_controls_every_city_and_large_town_at_the_start() -> None:
    match = Match.new("pm", "campaign")
    control = column(match, "control")
    assert set(control) == {match.c.label(h) for h in tables(match.c).tracked}
    assert set(control.values()) == {"soviet"} and column(match, "vp") == 0


@pytest.mark.rule("pm:3.9")
@pytest.mark.rule("pm:4.2")
def test_control_passes_with_the_first_unit_that_enters_and_may_pass_back() -> None:
    match = position({"1pz": "2810N"}, ground={}, places={"2811N": ("large town", 2)})
    match.play("move 1pz 2811N")
    assert column(match, "control")["2811N"] == "axis" and column(match, "vp") == 2
    back = position(
        {"rd-001": "2810N"}, side="soviet", ground={}, places={"2811N": ("large town", 2)}, control={"2811N": "axis"}
    )
    assert column(back, "vp") == 2
    back.play("move rd-001 2811N")
    assert column(back, "control")["2811N"] == "soviet" and column(back, "vp") == 0
