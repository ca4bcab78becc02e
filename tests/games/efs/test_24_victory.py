"""24: points for places, for their occupation, for steps; the levels of victory."""

from __future__ import annotations

import pytest

from engine.games.efs import garrisons, victory
from engine.games.efs.movement.allowance import bound
from engine.games.efs.phases.movement import Movement
from engine.games.efs.phases.victory import Victory
from engine.games.efs.units import place, to_box
from engine.play.match import Match
from tests.support.efs import EITHER, column, play, position, refusal, unit

BORISOV, KRUPKI = "B0235", "B0834"
PANZER, SOVIET = "18pz-pzr", "rd-50"


def stand(m: Match, name: str, label: str) -> None:
    """Move a unit and look who holds what."""
    place(m.c, unit(m, name), m.c.hex(label))
    victory.look(m.c)


@pytest.mark.rule("efs2:24.21", "efs2:24.23")
def test_the_schedule_of_the_scenario() -> None:
    m = position()
    found = {spot.key: [victory.worth(m.c, spot, turn) for turn in (5, 6, 7, 8, 9)] for spot in victory.spots(m.c)}
    assert found["Borisov"] == [4, 4, 2, 2, 0] and found["Tolochin"] == [3, 3, 3, 3, 0]


@pytest.mark.rule("efs2:24.22", "efs2:24.23", "efs2:24.25", "efs2:24.26", "efs2:R70", "efs2:24.12")
def test_points_come_and_go_with_control_at_the_value_of_the_turn() -> None:
    """The example of 24.26: taken at once, lost at once, lost again when the place is worth less."""
    m = position({PANZER: "B0433", SOVIET: "B0437"}, turn=6)
    stand(m, PANZER, BORISOV)
    assert column(m, "vp") == 4 and column(m, "captured_ever") == ["Borisov"]
    stand(m, PANZER, "B0433")
    assert column(m, "vp") == 4, "a place without a unit stays booked until somebody else controls it"
    stand(m, SOVIET, BORISOV)
    assert column(m, "vp") == 0
    stand(m, SOVIET, "B0437")
    stand(m, PANZER, BORISOV)
    assert column(m, "vp") == 4
    m.state.turn = 7
    stand(m, PANZER, "B0433")
    stand(m, SOVIET, BORISOV)
    assert column(m, "vp") == 2


@pytest.mark.rule("efs2:24.26", "efs2:24.23", "efs2:24.25", "efs2:R70")
def test_the_example_of_a_place_that_changes_hands_four_times() -> None:
    """24.26: +5 on GT 18, -5 at once, +5 on GT 19, -3 on GT 20 when it is worth 3, +3 if taken again: 5 in all."""
    m = position({PANZER: "B0433", SOVIET: "B0437"}, turn=18)
    worth = [{"place": "Borisov", "hexes": [BORISOV], "schedule": [[19, 5], [30, 3]]}]
    m.data.scenario = m.c.scenario = {**m.c.scenario, "vp": worth}
    m.c.forget()
    totals = []
    for turn, taker, other in ((18, PANZER, SOVIET), (18, SOVIET, PANZER), (19, PANZER, SOVIET), (20, SOVIET, PANZER),
                               (20, PANZER, SOVIET)):  # fmt: skip
        m.state.turn = turn
        stand(m, other, "B0433" if other == PANZER else "B0437")
        stand(m, taker, BORISOV)
        totals.append(column(m, "vp"))
    assert totals == [5, 0, 5, 2, 5]


def pinned(*there: str, turn: int = 7, booked: str = "axis 4") -> Match:
    """The turn begins in which Borisov is worth nothing any more."""
    m = position(dict.fromkeys(there, BORISOV), turn=turn)
    worth = [{"place": "Borisov", "hexes": [BORISOV], "schedule": [[6, 4]]}]
    m.data.scenario = m.c.scenario = {**m.c.scenario, "vp": worth}
    column(m, "places")["Borisov"] = booked
    m.c.forget()
    garrisons.pin(m.c)
    return m


@pytest.mark.rule("efs2:24.26", "efs2:R217", "efs2:21.82")
def test_a_place_whose_value_falls_to_zero_keeps_a_garrison() -> None:
    m = pinned(PANZER, "18pz-sr1", "253inf")
    assert [m.c.roster.ids[u] for u, there in enumerate(column(m, "garrison")) if there] == ["253inf"], "no motors"
    assert not any(column(pinned(PANZER, turn=8), "garrison")), "it was worth nothing a turn ago"
    assert not any(column(pinned(PANZER, booked="soviet"), "garrison"))
    m = pinned(PANZER, "18pz-sr1")
    held = [u for u, there in enumerate(column(m, "garrison")) if there]
    assert len(held) == 1 and bound(m.c, held[0]).rule == "efs:21.82"  # type: ignore[union-attr]


@pytest.mark.rule("efs2:24.26", "efs2:21.83")
def test_it_is_released_for_a_point_or_by_the_enemy() -> None:
    m = pinned("253inf")
    m.c.state.phase, u = "axis-movement", unit(m, "253inf")
    place(m.c, unit(m, SOVIET), m.c.hex("B0335"))
    garrisons.release(m.c)
    assert not column(m, "garrison")[u], "an enemy zone reaches it"
    m = position({"253inf": BORISOV}, step="movement", phase="axis-movement", kinds=[Movement])
    column(m, "garrison")[unit(m, "253inf")] = 1
    m.c.touch()
    before = column(m, "vp")
    assert refusal(m, f"free {KRUPKI}").rule == "efs2:24.26"
    play(m, f"free {BORISOV}")
    assert column(m, "vp") == before - 1 and not column(m, "garrison")[unit(m, "253inf")]


@pytest.mark.rule("efs2:24.24", "efs2:24.25", "efs2:R70")
def test_a_place_without_occupation_is_taken_off_when_victory_is_determined() -> None:
    m = position({PANZER: KRUPKI}, turn=7)
    victory.look(m.c)
    assert column(m, "vp") == 2
    stand(m, PANZER, "B0933")
    victory.judge(m.c)
    victory.judge(m.c)
    assert column(m, "vp") == 0
    stand(m, SOVIET, KRUPKI)
    assert column(m, "vp") == 0, "not taken off twice"
    to_box(m.c, unit(m, SOVIET), "cadre")
    stand(m, PANZER, KRUPKI)
    victory.judge(m.c)
    assert column(m, "vp") == 2


@pytest.mark.rule("efs2:24.21", "efs2:24.22")
def test_a_bridge_counts_while_it_stands_and_both_ends_are_held() -> None:
    m = position({PANZER: BORISOV, SOVIET: "B0134"}, turn=7)
    victory.look(m.c)
    assert column(m, "vp") == 2, "the town alone"
    to_box(m.c, unit(m, SOVIET), "cadre")
    stand(m, "18pz-sr1", "B0135")
    assert column(m, "vp") == 4
    column(m, "broken")["B0135/B0235 road"] = 2
    victory.look(m.c)
    assert column(m, "vp") == 2


@EITHER
@pytest.mark.rule(
    "efs2:24.41", "efs2:24.42", "efs2:21.35", "efs2:R57", "efs2:24.11", "efs1:16.3.5", "efs1:R31", "efs1:24.1.1"
)
def test_every_sixth_step_of_armor_or_artillery_is_a_point() -> None:
    m = position({PANZER: "B0433"})
    for _ in range(6):
        victory.step_lost(m.c, unit(m, "td-26"))
        victory.step_lost(m.c, unit(m, SOVIET))
    assert column(m, "vp") == 1 and m.c.state.losses["soviet"] == 0
    victory.step_lost(m.c, unit(m, PANZER), 5)
    victory.step_lost(m.c, unit(m, "18pz-sr1"), 5)
    assert column(m, "vp") == 1 and m.c.state.losses["axis"] == 5
    victory.step_lost(m.c, unit(m, "art-xxxxviia"))
    assert column(m, "vp") == 0


@pytest.mark.rule("efs2:24.13", "efs2:4.23")
@pytest.mark.parametrize(
    ("vp", "winner", "level"),
    [(6, "soviet", victory.HELD), (7, "axis", "marginal victory"), (13, "axis", "decisive victory")],
)
def test_levels_of_victory(vp: int, winner: str, level: str) -> None:
    m = position(turn=8)
    m.c.state.vp = vp
    victory.decide(m.c)
    assert (m.state.winner, m.state.level) == (winner, level)


@pytest.mark.parametrize(
    ("game", "scenario", "told"),
    [
        ("efs1", "lepel", "games of equal"),
        ("efs2", "lepel", "games of equal"),
        ("efs1", "smolensk-pocket", "is public"),
        ("efs2", "smolensk-pocket", "is public"),
        ("efs2", "campaign", "games of equal"),
        ("efs1", "campaign", "no series of games"),
    ],
)
def test_what_rebuilt_levels_rest_on_is_told(game: str, scenario: str, told: str) -> None:
    assert told in Match.new(game, scenario, seed=1).view("axis").score().note


@EITHER
@pytest.mark.rule("efs2:4.23", "efs1:24.0")
def test_the_game_goes_on_before_the_last_turn() -> None:
    m = position(turn=7, step="victory", phase="victory", kinds=[Victory])
    assert not m.state.over and m.c.frame.step == "below"
