"""Questions in the middle of a phase: settings that change while playing, and the answer that ends them for a phase."""

from __future__ import annotations

import pytest

from engine.play.match import Match
from engine.play.options import changeable
from tests.games.bd.test_11_assault import front
from tests.support.bd_position import column, play, position, refusal

MID, E, W, FAR, NEXT = "1810", "1809", "1811", "1813", "1910"
TWO_CITIES = {MID: "city", NEXT: "city"}


def soviet_attack() -> Match:
    """A Soviet attack that an aircraft could change, with a second one to follow."""
    match = front({"1g": W, "2g": W, "3g": E, "4g": E}, ["1inf"])
    play(match, f"target {MID}", "add 1g", "add 2g")
    return match


@pytest.mark.rule("bd:11.23")
def test_a_question_that_was_answered_by_enough_does_not_come_again_in_the_phase() -> None:
    match = soviet_attack()
    play(match, "roll")
    assert match.c.frame.step == "german-answer"
    play(match, "enough")
    assert match.c.frame.step != "german-answer" and match.state.planes_used == 0  # type: ignore[attr-defined]
    frame = next(f for f in match.state.stack if f.step == "combat")
    assert frame.vars["enough"] == ["luftwaffe"], "aerial supply was not in question"


@pytest.mark.rule("bd:9.7", "bd:8.11")
def test_enough_passes_by_reserves_and_cities_for_this_phase_alone() -> None:
    match = position({"3pz": FAR, "16ra": MID, "38ra": NEXT}, boxes={"20ra": "rvgk"}, ground={}, places=TWO_CITIES,
                     order="move-fight", memory={"hero markers": 2}, turn=20)  # fmt: skip
    play(match, f"move 3pz {W}")
    assert match.c.frame.step == "strongholds"
    play(match, "enough")
    play(match, f"assault 3pz {MID}")
    assert (match.c.frame.step, match.side) == ("emergency", "soviet"), "that is a question of another kind"
    play(match, "enough")
    while match.c.frame.step not in ("movement", "combat"):
        play(match, str(match.prompt.default or next(iter(match.legal))))
    assert column(match, "heroes") == [] and column(match, "deployed") == 0
    if match.c.frame.step == "movement":
        play(match, "end")
    assert match.c.frame.step != "emergency"


# ---------------------------------------------------------------------- changed while playing
@pytest.mark.rule("bd:11.23")
def test_a_side_changes_its_own_pauses_and_the_history_keeps_it() -> None:
    match = soviet_attack()
    play(match, "roll", "option pause_luftwaffe off")
    assert match.c.frame.step == "german-answer", "it is no answer"
    assert match.history[-1].side == "axis" and str(match.history[-1]) == "axis option pause_luftwaffe off"
    assert "off" in refusal(match, "option pause_luftwaffe off").reason
    assert match.state.chosen == {"axis pause_luftwaffe": "off"}
    match.undo()
    assert match.state.chosen == {} and match.redo()
    assert match.state.chosen == {"axis pause_luftwaffe": "off"}


@pytest.mark.rule("bd:11.23", "bd:9.7")
def test_what_one_side_has_changed_leaves_the_questions_of_the_other() -> None:
    match = position({"3pz": FAR, "16ra": MID}, ground={}, places=TWO_CITIES, order="move-fight",
                     memory={"hero markers": 2}, turn=20)  # fmt: skip
    play(match, "option pause_strongholds off", f"move 3pz {W}")
    assert (match.c.frame.step, match.side) == ("strongholds", "soviet")
    assert {row["id"] for row in changeable(match.c, "soviet")} == {
        "pause_strongholds", "pause_reserve", "pause_artillery", "pause_air",
    }  # fmt: skip
    assert "no option" in refusal(match, "option pause_luftwaffe off").reason
    assert "no option" in refusal(match, "option free_undo on").reason
    assert "one of on, off" in refusal(match, "option pause_reserve perhaps").reason


def test_a_game_with_a_changed_option_is_read_back_and_replayed() -> None:
    match = Match.new("bd", "citadel", seed=3)
    whole = match.digest()
    match.play("option pause_aerial off")
    assert match.digest() != whole
    again = Match.from_record(match.record())
    assert again.digest() == match.digest() and again.state.chosen == {"axis pause_aerial": "off"}
    *_, last = match.replayed()
    assert last.digest() == match.digest()
    assert not any(a.verb == "option" for a in match.legal), "it is no decision of the game"
