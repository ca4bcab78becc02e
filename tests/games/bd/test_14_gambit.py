"""4.17, 14.8 to 14.11: Manstein's Gambit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import MOBILE, PREPARED, Support
from engine.games.bd.phases.replacing import receive
from engine.games.bd.state import BdState
from engine.games.bd.victory.check import aims, check
from engine.play.match import Match
from tests.games.bd.test_11_assault import MID, W, front
from tests.support.bd_data import table
from tests.support.bd_position import at, play, position, refusal, unit


def gambit(match: Match, turn: int = 18) -> Match:
    """The Gambit was declared on a turn, and the paratroop corps is ready."""
    s: Any = match.c.state
    s.gambit = turn
    s.box[unit(match, "2para")] = "air drop"
    match.c.touch()
    return match


def ready(units: dict[str, str], defenders: list[str], phase: str = "combat") -> Match:
    return gambit(front(units, defenders, side="axis", turn=18, phase=phase))


def state(match: Match) -> BdState:
    assert isinstance(match.state, BdState)
    return match.state


# ---------------------------------------------------------------------- the air drop
@pytest.mark.rule("bd:4.17")
def test_the_paratroops_add_their_defense_factor_of_six() -> None:
    match = ready({"3pz": W, "24pz": W}, ["16ra"])
    c = match.c
    group = [unit(match, "3pz"), unit(match, "24pz")]
    plain = tally(c, PREPARED, group, c.hex(MID))
    more = tally(c, PREPARED, group, c.hex(MID), Support(paratroops=1))
    assert more.attack == plain.attack + 6 and more.defense == plain.defense
    assert [line.rule for line in more.lines if "air drop" in line.text] == ["bd:4.17"]
    assert tally(c, MOBILE, group, c.hex(MID), Support(paratroops=1)).attack == plain.attack + 6


def strike(wanted: str, *, phase: str = "combat") -> Match:
    """Two panzer corps attack with the paratroops, against as many armies as let a result come about."""
    pair = ("3pz", "24pz")
    for armies in (["16ra"], ["16ra", "21ra"], ["16ra", "21ra", "24ra"], ["16ra", "21ra", "24ra", "30ra", "62ra"]):
        match = ready(dict.fromkeys(pair, W), armies, phase=phase)
        kind = PREPARED if phase == "combat" else MOBILE
        group = [unit(match, name) for name in pair]
        found = tally(match.c, kind, group, match.c.hex(MID), Support(paratroops=1)).results
        if wanted in found:
            match.dice.queue([found.index(wanted) + 1])
            if kind == MOBILE:
                play(match, "gather 3pz", f"assault 3pz {MID} paratroops")
            else:
                play(match, f"target {MID}", "all", "support paratroops", "roll")
            return match
    raise AssertionError(f"{wanted} comes at no odds")


@pytest.mark.rule("bd:4.17")
@pytest.mark.parametrize("wanted", ["DE", "DR"])
def test_they_land_where_the_hex_is_cleared(wanted: str) -> None:
    match = strike(wanted)
    while match.c.step.id == "retreat":
        match.play(next(iter(match.legal)))
    assert match.c.step.id == "advance" and at(match, "2para") == MID


@pytest.mark.rule("bd:4.17", "bd:11.26")
def test_they_may_be_given_up_for_six_in_a_bloodbath() -> None:
    match = strike("BB")
    assert match.c.step.id == "losses" and at(match, "2para") == MID
    assert {"lose 2para", "lose 3pz", "lose 24pz"} <= {str(a) for a in match.legal}
    left = match.c.frame.vars["left"]
    play(match, "lose 2para")
    assert at(match, "2para") == "[dead pile]"
    gone = sum(at(match, name) == "[dead pile]" for name in ("3pz", "24pz"))
    assert gone == (left > 6 * 8) + (left > 10 * 8), "six factors of what has to go, the corps four each"


@pytest.mark.rule("bd:4.17")
@pytest.mark.parametrize("wanted", ["AS", "AE"])
def test_they_are_lost_where_it_is_not(wanted: str) -> None:
    match = strike(wanted)
    assert at(match, "2para") == "[dead pile]" and at(match, "16ra") == MID
    assert at(match, "3pz") == ("[dead pile]" if wanted == "AE" else W)


@pytest.mark.rule("bd:4.17", "bd:10.24")
def test_they_drop_in_a_mobile_assault() -> None:
    match = ready({"3pz": W, "24pz": W}, ["16ra"], phase="movement")
    assert refusal(match, f"assault 3pz {MID} luftwaffe luftwaffe").rule == "bd:10.33"
    assert refusal(match, f"assault 3pz {MID} tigers").rule == "bd:10.33"
    legal = {str(a) for a in match.legal.of("3pz")}
    assert {f"assault 3pz {MID} paratroops", f"assault 3pz {MID} luftwaffe paratroops"} <= legal
    match = strike("DR", phase="movement")
    while match.c.step.id == "retreat":
        match.play(next(iter(match.legal)))
    assert at(match, "2para") == MID == at(match, "3pz")


@pytest.mark.rule("bd:4.17", "bd:R72")
def test_their_one_chance_is_the_first_turn_of_the_gambit() -> None:
    match = ready({"3pz": W}, ["16ra"])
    play(match, f"target {MID}", "add 3pz")
    assert match.check("support paratroops") is None
    gambit(match, 17)
    assert refusal(match, "support paratroops").rule == "bd:8.41"
    gambit(match)
    play(match, "cancel", "end")
    while match.side == "axis":
        play(match, "end")
    assert at(match, "2para") == "[removed]"
    assert any("has made no air drop" in e.text for e in match.log)


@pytest.mark.rule("bd:4.17", "bd:R47", "bd:R72")
def test_in_the_segment_they_may_enter_over_land_or_stand_ready() -> None:
    match = gambit(position({"3pz": "2408", "16ra": "2307"}, turn=18, phase="reinforcement"))
    play_on = gambit(position({"3pz": "2408", "16ra": "2307"}, turn=18, phase="reinforcement"))
    for m in (match, play_on):
        m.c.step.begin(m.c)  # type: ignore[attr-defined]
    assert match.check("enter 2para 2023") is None
    play(match, "enter 2para 2023")
    assert at(match, "2para") == "2023"
    play(play_on, "end")
    assert at(play_on, "2para") == "[air drop]"


# ---------------------------------------------------------------------- rates
@pytest.mark.rule("bd:4.17", "bd:14.11")
def test_german_replacements_are_two_and_two() -> None:
    match = gambit(position({"3pz": "2408"}, turn=18))
    receive(match.c, "axis")
    assert (state(match).mech_steps, state(match).foot_steps) == (2, 2)
    receive(match.c, "soviet")
    soviet = next(row for row in table("charts.toml")["replacements"]["rows"] if row[0] == 18)[2]
    assert f"{state(match).mech_steps}/{state(match).foot_steps}" == soviet


@pytest.mark.rule("bd:14.8", "bd:14.9", "bd:14.11")
def test_play_begins_with_the_german_segment_of_turn_eighteen() -> None:
    match = Match.new("bd", "manstein", seed=1)
    play(match, "take 2para", "place 2para air-drop", "ready", "ready")
    assert match.state.turn == state(match).gambit == 18 and match.c.step.id == "german-segment"
    assert "enter 2para 2023" in match.legal
    play(match, "end")
    assert match.c.step.id == "soviet-segment" and at(match, "2para") == "[air drop]"


# ---------------------------------------------------------------------- victory
@pytest.mark.rule("bd:14.10")
def test_one_city_gained_and_none_lost_win() -> None:
    match = Match.new("bd", "manstein", seed=1)
    play(match, "ready", "ready")
    c, s = match.c, state(match)
    s.turn = 20
    kept, gained = aims(c)[1], aims(c)[0]
    assert (kept.text, kept.met) == ("own cities kept in overland supply", True)
    assert (gained.have, gained.need) == (0, 1)
    # Voronezh in German control without a line to it counts nothing; with one it does.
    soviet = next(h for h, owner in s.starting.items() if owner == "soviet" and h not in ("1011", "1606"))
    s.control = {**s.control, soviet: "axis"}
    c.touch()
    assert aims(c)[0].have == 0
    s.losses_out = 4
    assert aims(c)[0].have == 0
    s.losses_out = 11
    assert aims(c)[0].have == 2, "every five are a city"
    check(c)
    assert s.over and s.winner == "axis" and s.over_rule == "bd:14.10"


@pytest.mark.rule("bd:14.10")
def test_without_a_city_gained_the_soviet_side_wins_at_the_end() -> None:
    match = Match.new("bd", "manstein", seed=1)
    play(match, "ready", "ready")
    s = state(match)
    s.turn = 19
    check(match.c)
    assert not s.over
    s.turn = 20
    check(match.c)
    assert s.over and s.winner == "soviet"


@pytest.mark.rule("bd:14.10")
def test_a_city_lost_costs_the_game() -> None:
    match = Match.new("bd", "manstein", seed=1)
    play(match, "ready", "ready")
    s = state(match)
    s.turn, s.losses_out = 20, 5
    german = next(h for h, owner in s.starting.items() if owner == "axis")
    s.control = {**s.control, german: "soviet"}
    check(match.c)
    assert s.winner == "soviet"


@pytest.mark.rule("bd:14.10")
@pytest.mark.parametrize(("city", "beside"), [("1011", "1111"), ("1606", "1607")])
def test_leningrad_or_moscow_ends_the_game_at_once(city: str, beside: str) -> None:
    match = position({"3pz": beside, "24pz": beside}, turn=18, scenario="manstein", control={city: "soviet"})
    play(match, f"move 3pz {city}")
    assert match.over and match.state.winner == "axis" and match.state.level == "sudden death"


@pytest.mark.rule("bd:4.17", "bd:14.11")
def test_a_position_laid_out_in_the_scenario_keeps_its_terms() -> None:
    match = Match.new("bd", "manstein", seed=1)
    place = [{"unit": "3pz", "hex": "1811"}, {"unit": "16ra", "hex": "1810"}, {"unit": "2para", "box": "air drop"}]
    match.edit({"clear": True, "turn": 18, "phase": "combat axis", "place": place})
    assert state(match).gambit == 18 and at(match, "2para") == "[air drop]"
    play(match, "target 1810", "add 3pz")
    assert match.check("support paratroops") is None
