"""Positions as a side could imagine them, and actions whose dice have not fallen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.components.dice import Lots
from engine.components.errors import BadInput
from engine.play.action import Action
from engine.play.branches import outcomes
from engine.play.determined import determinised, remembered
from engine.play.engagement import Engagement
from engine.play.event import Event
from engine.play.match import Match
from engine.play.state import digest
from tests.support.imagined import imagined, worlds
from tests.support.position import position


# ---------------------------------------------------------------------- lots
def test_lots_give_every_order_and_the_same_one_for_a_seed() -> None:
    assert {tuple(Lots(seed).mixed("abc")) for seed in range(60)} == {
        tuple(x) for x in ("abc", "acb", "bac", "bca", "cab", "cba")
    }
    assert Lots(3).mixed(range(20)) == Lots(3).mixed(range(20)) != list(range(20))
    lots = Lots(1)
    assert {lots.below(4) for _ in range(60)} == {0, 1, 2, 3}


# ---------------------------------------------------------------------- the game of the tests
def test_a_secret_plan_is_dealt_to_the_other_and_never_to_its_owner(duel: Match) -> None:
    duel.play("plan bold")
    plans = {imagined(duel, "soviet", seed).state.plans["axis"] for seed in range(12)}
    assert plans == {"bold", "careful"}
    assert {imagined(duel, "axis", seed).state.plans["axis"] for seed in range(4)} == {"bold"}


def test_a_game_that_does_not_say_how_it_is_dealt_is_refused(duel: Match) -> None:
    duel.rules = duel.rules._replace(deal=None)
    with pytest.raises(BadInput, match="hidden"):
        determinised(duel, "axis", 1)


# ---------------------------------------------------------------------- what was seen
def seen_event(hexes: tuple[int, ...], units: tuple[int, ...], unseen: tuple[int, ...] = ()) -> Event:
    return Event("move", "", "", hexes=hexes, units=units, unseen={"axis": unseen} if unseen else {})


def test_who_was_seen_last_where_it_is_stays_known_until_somebody_stirs_there() -> None:
    hex_of = [7, 7, 8, -1]
    log = [seen_event((7,), (0,)), seen_event((8,), (2,), unseen=(2,))]
    assert remembered(log, "axis", hex_of, [0, 1, 2, 3]) == {0}
    assert remembered(log, "soviet", hex_of, [0, 1, 2, 3]) == {0, 2}
    assert remembered([*log, seen_event((7, 9), (3,), unseen=(3,))], "axis", hex_of, [0, 1, 2]) == set()
    assert remembered([replace(log[0], unseen={"axis": (0,)}), log[0]], "axis", hex_of, [0]) == {0}


# ---------------------------------------------------------------------- chits
CHITS = {"guderian": "hand", "s-3a": "cup", "s-13a": "ready", "s-4a": "ready", "supply": "cup"}


@pytest.mark.rule("ava:6.1")
def test_hidden_chits_are_dealt_to_cup_and_hand_in_the_numbers_that_both_sides_know() -> None:
    armies = {"s-hq-3a": "S4011", "s-hq-4a": "S4012", "s-hq-10a": "S4012", "s-hq-13a": "S4011"}
    match = position({"hq-2pzg": "S2010", "27rd": "S4010", **armies}, phase="draw", chits=CHITS)
    found = set()
    for seed in range(16):
        chits = imagined(match, "axis", seed).state.chits
        assert "hidden" not in chits.values() and chits["guderian"] == "hand" and chits["supply"] == "cup"
        assert sum(where == "cup" for where in chits.values()) == match.state.cup  # type: ignore[attr-defined]
        found |= {k for k, where in chits.items() if where == "cup"}
    assert len(found - {"supply"}) > 3


@pytest.mark.rule("ava:6.1", "ava:13.0")
def test_no_chit_is_dealt_to_the_cup_whose_headquarters_is_not_on_the_map_while_there_are_others() -> None:
    units = {"hq-2pzg": "S2010", "27rd": "S4010", "s-hq-3a": "S4011", "s-hq-13a": "S4012"}
    ready = dict.fromkeys(("s-10a", "s-16a", "s-19a"), "ready")
    match = position(units, phase="draw", chits={"s-3a": "cup", "s-13a": "ready", **ready, "supply": "cup"})
    dealt = [imagined(match, "axis", seed).state.chits for seed in range(16)]
    assert {frozenset(k for k, where in chits.items() if where == "cup" and k != "supply") for chits in dealt} == {
        frozenset({"s-3a"}),
        frozenset({"s-13a"}),
    }


@pytest.mark.rule("ava:6.1")
def test_where_a_hidden_chit_truly_is_changes_no_deal() -> None:
    swapped = {**CHITS, "s-3a": "ready", "s-13a": "cup"}
    pair = [position({"hq-2pzg": "S2010", "27rd": "S4010"}, phase="draw", chits=chits) for chits in (CHITS, swapped)]
    one, other = (digest(determinised(m, "axis", 5).state) for m in pair)
    assert one == other and len(worlds(pair[0], "axis")) > 1


@pytest.mark.rule("ava:6.1")
def test_before_the_selection_no_hidden_chit_is_in_the_cup() -> None:
    match = position({"hq-2pzg": "S2010", "27rd": "S4010"}, phase="turn", chits={"s-3a": "ready", "s-13a": "ready"})
    assert match.c.step.id == "select" and match.side == "soviet"
    chits = imagined(match, "axis", 1).state.chits
    assert {chits["s-3a"], chits["s-13a"]} == {"ready"}


# ---------------------------------------------------------------------- dice
def test_the_outcomes_of_a_roll_have_the_chances_of_the_table(operating: Match) -> None:
    c = operating.c
    u, v = c.unit("a1"), c.unit("r1")
    c.state.hex_of[v] = c.grid.adjacent[c.state.hex_of[u]][0]
    c.touch()
    before, action = digest(c.state), Action("attack", ("a1", c.label(c.state.hex_of[v])))
    shares = operating.rules.ask.combat.tally(c, "attack", Engagement((c.state.hex_of[v],), (u,)), {}).distribution
    found = outcomes(c, action)
    assert digest(c.state) == before and c.state.draws == 0
    assert [o.chance for o in found] == pytest.approx(list(shares.values()))
    steps = {"D1": "losses", "A1": "losses", "-": "operate"}
    assert [o.c.step.id for o in found] == [steps[result] for result in shares]
    assert [o.c.state.side for o in found] == [{"D1": "soviet"}.get(result, "axis") for result in shares]


def test_the_likeliest_results_share_out_the_chances_of_the_others(operating: Match) -> None:
    c = operating.c
    u, v = c.unit("a1"), c.unit("r1")
    c.state.hex_of[v] = c.grid.adjacent[c.state.hex_of[u]][0]
    c.touch()
    action = Action("attack", ("a1", c.label(c.state.hex_of[v])))
    whole = outcomes(c, action)
    (only,) = outcomes(c, action, most=1)
    assert len(whole) == 2 and only.rolls == max(whole, key=lambda o: o.chance).rolls
    assert only.chance == pytest.approx(1)


def test_dice_beyond_the_depth_fall_as_the_seed_has_it(operating: Match) -> None:
    c = operating.c
    c.state.hex_of[c.unit("r1")] = c.grid.adjacent[c.state.hex_of[c.unit("a1")]][0]
    c.touch()
    action = Action("attack", ("a1", c.label(c.state.hex_of[c.unit("r1")])))
    (only,) = outcomes(c, action, seed=4, depth=0)
    assert only.chance == 1 and len(only.rolls) == 1
    assert outcomes(c, Action("end"))[0].rolls == ()


def test_a_drawn_chit_is_one_outcome_each() -> None:
    match = position({"hq-2pzg": "S2010", "27rd": "S4010"}, phase="draw", chits=CHITS)
    found = outcomes(match.c, Action("draw"))
    assert [o.chance for o in found] == pytest.approx([0.5, 0.5])
    assert {o.c.state.drawn for o in found} == {"s-3a", "supply"}
    assert match.state.draws == 0
