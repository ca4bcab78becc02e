"""The Campaign: the secret Victory Plan, rear security, sources for some turns, units at the eastmost railhead."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs import garrisons, groups, victory, withdrawals
from engine.games.efs.arrivals import eastmost, edge_hexes, placing_hexes, sources, waiting
from engine.games.efs.phases.plan import VictoryPlan
from engine.games.efs.phases.reinforcements import Reinforcements
from engine.games.efs.reckoning import reckon
from engine.games.efs.supply import sources as supply
from engine.games.efs2.ruleset import RULESET
from engine.play.match import Match
from engine.play.timeline import Timeline
from engine.play.view import View
from engine.protocol.replies import deed
from tests.games.efs.corners import victory_plan
from tests.support.efs import at, begun, column, play, position, refusal, unit

PLANS = ("kiev", "moscow", "flanks")
CORPS = ("12pz-pzr", "18mot-ir1", "20mot-rec")
KINDS = (Reinforcements, VictoryPlan)


def campaign(turn: int = 24, plan: str = "", units: dict[str, str] | None = None, **boxes: str) -> Match:
    """A turn of the Campaign with a plan written down, before its Reinforcements Phase."""
    m = position(units, boxes={name.replace("_", "-"): box for name, box in boxes.items()}, scenario="campaign",
                 turn=turn, kinds=KINDS)  # fmt: skip
    m.c.state.plan = plan
    m.c.forget()
    return m


def opened(m: Match) -> Match:
    """Its Reinforcements Phase begins."""
    m.c.state.stack = []
    m.c.call("below")
    m.c.call("reinforcements", side="axis", phase="reinforcements")
    m._after()
    return m


# ---------------------------------------------------------------------- writing it down
@pytest.mark.rule("efs2:R250")
def test_the_plan_is_asked_for_once_in_its_turn() -> None:
    assert opened(campaign(23)).c.step.id != VictoryPlan.id
    m = opened(campaign())
    assert (m.c.step.id, m.side) == (VictoryPlan.id, "axis")
    assert all(title in m.prompt.text for title in ("Kiev", "Moscow", "Flanks"))
    assert refusal(m, "plan berlin").rule == "efs2:R250"
    assert refusal(m, "seal").rule == "efs2:R250"
    play(m, "plan kiev", "plan moscow")
    assert refusal(m, "plan moscow").rule == "efs2:R250" and str(m.prompt.default) == "seal"
    assert m.can_undo and "Moscow" in m.prompt.text and "Kiev" not in m.prompt.text
    play(m, "seal")
    assert m.c.state.plan == "moscow" and m.c.step.id != VictoryPlan.id
    assert opened(m).c.step.id != VictoryPlan.id
    assert opened(position(scenario="thunder-on-the-dnepr", turn=24, kinds=KINDS)).c.step.id != VictoryPlan.id


def sight(m: Match, side: str) -> Any:
    """All that a side is told: the state of its view, its pages, the log."""
    v = View(RULESET, m.data, m.state, side, m.prompt, m.log)
    state: Any = v.state
    return state.plan, v.tracks(), v.score(), v.prompt, [e.text for e in v.log()]


@pytest.mark.rule("efs2:R250")
def test_nobody_else_learns_the_plan() -> None:
    seen: dict[str, list[Any]] = {"axis": [], "soviet": [], "": []}
    for name in PLANS:
        m = opened(campaign())
        for action in (f"plan {name}", "seal"):
            play(m, action)
            for side, found in seen.items():
                found.append(sight(m, side))
    assert [found[0] for found in seen["axis"][::2]] == list(PLANS)
    for other in ("soviet", ""):
        open_, sealed = seen[other][::2], seen[other][1::2]
        assert open_[0] == open_[1] == open_[2] and sealed[0] == sealed[1] == sealed[2]
        assert not open_[0][0] and not sealed[0][0]


@pytest.mark.rule("efs2:R250")
def test_history_and_clients_tell_no_plan() -> None:
    m = victory_plan()
    play(m, "plan kiev", "seal")
    for side, hidden in (("axis", False), ("soviet", True), ("", True)):
        assert [entry.hidden for entry in Timeline(m, side).read_all().entries[1:]] == [hidden, hidden]
    assert deed("plan kiev", m.rules.steps[VictoryPlan.id], m.log[-3:], "soviet") == "plan ?"
    m.edit({"clear": True, "place": [{"unit": "7pz-pzr", "hex": "B1822"}], "turn": 30, "phase": "reinforcements axis"})
    assert m.c.state.plan == "", "a position by hand has none"


@pytest.mark.rule("efs2:R250", "efs2:R251")
def test_the_page_of_its_owner_tells_the_plan_and_what_it_adds() -> None:
    m = opened(campaign(30, "kiev"))
    m.c.state.places["Konotop"] = "axis 5"
    page = next(t for t in View(RULESET, m.data, m.state, "axis", m.prompt, []).tracks() if t.id == "plan")
    assert page.lines[0].startswith("✓ Kiev") and "+5 VP" in page.lines[-1]


# ---------------------------------------------------------------------- what it does
@pytest.mark.parametrize(("plan", "vp"), [("kiev", 4 + 5), ("moscow", 8 - 2 - 3 - 2), ("flanks", 5 + 4), ("", 0)])
@pytest.mark.rule("efs2:R250", "efs2:R251", "efs2:R252", "efs2:24.31")
def test_places_count_double_or_half_when_the_game_ends(plan: str, vp: int) -> None:
    m = campaign(51, plan)
    s = m.c.state
    s.places |= {"Vyazma": "axis 8", "Gomel": "axis 4", "Konotop": "axis 5", "Novgorod-Seversky": "axis 4"}
    s.places |= {"Velikie Luki": "axis 5", "Bely": "soviet", "Chernigov": f"axis {victory.LAPSED}"}
    reckon(m.c)
    assert s.vp == vp, "what is lost or not occupied counts as it is"
    assert any("Victory Plan" in e.text for e in m.c.events) is bool(plan)


@pytest.mark.rule("efs2:R252", "efs2:8.54")
def test_only_moscow_lets_the_corps_stay_and_every_plan_asks() -> None:
    for plan in PLANS:
        m = opened(campaign(28 if plan == "flanks" else 29, plan, dict.fromkeys(CORPS, "B1822")))
        assert m.side == "axis" and [m.c.roster.ids[w.unit] for w in withdrawals.due(m.c, "axis")] == sorted(
            CORPS, key=lambda name: unit(m, name)
        )
        if plan != "moscow":
            assert refusal(m, "keep 12pz-pzr").rule == "efs2:8.54"
            continue
        play(m, "keep 12pz-pzr")
        play(m, "withdraw 18mot-ir1")
        assert m.c.state.vp == -1 and at(m, "12pz-pzr") == "B1822" and at(m, "18mot-ir1") == "[withdrawn]"


@pytest.mark.rule("efs2:R252")
def test_withdrawals_of_the_axis_come_early_under_flanks_alone() -> None:
    m = campaign(25, "flanks")
    found = {w.unit: w.turn for w in withdrawals.listed(m.c)}
    assert [found[unit(m, name)] for name in ("jg53-i", "kg28-i", "12pz-pzr", "rd-133")] == [24, 25, 28, 51]
    m.c.state.plan = "kiev"
    m.c.touch()
    assert {w.turn for w in withdrawals.listed(m.c) if w.unit == unit(m, "kg28-i")} == {26}


# ---------------------------------------------------------------------- who comes and goes
@pytest.mark.rule("efs2:8.51")
def test_the_57th_corps_comes_back_by_the_roads_of_the_north() -> None:
    m = opened(campaign(37, "kiev", {"19pz-pzr": "B1822"}))
    play(m, "withdraw 19pz-pzr")
    assert at(m, "19pz-pzr") == "[turn 49]"
    m.c.state.turn = 49
    m.c.touch()
    u = unit(m, "19pz-pzr")
    assert u in waiting(m.c, "axis") and [m.c.label(h) for h in edge_hexes(m.c, u)] == ["B0401", "B0501", "B1601"]


@pytest.mark.rule("efs2:8.2", "efs2:8.23", "efs2:8.25", "efs2:R255")
def test_two_panzer_divisions_come_to_the_eastmost_railhead_with_room() -> None:
    m = begun("campaign", kinds=KINDS)
    m.c.state.turn, m.c.state.plan = 46, "kiev"
    m = opened(m)
    assert [g.id for g in groups.eligible(m.c, "axis")] == ["P1", "P2"]
    play(m, "choose P1")
    assert m.c.state.vp == -4 and at(m, "2pz-pzr") == "[turn 46]" and at(m, "5pz-pzr") == "[group P2]"
    u = unit(m, "2pz-pzr")
    (best,) = eastmost(m.c, u)
    assert placing_hexes(m.c, u) == [best] and u not in waiting(m.c, "axis")
    assert refusal(m, "place 2pz-pzr C1824").rule == "efs2:8.13"
    play(m, f"place 2pz-pzr {m.c.label(best)}")
    for name in ("267inf", "255inf"):
        m.c.state.hex_of[unit(m, name)] = best
    m.c.touch()
    (next_best,) = eastmost(m.c, unit(m, "2pz-sr1"))
    assert m.c.grid.column(next_best) <= m.c.grid.column(best) and next_best != best


@pytest.mark.rule("efs2:8.13", "efs2:21.82", "efs2:22.51")
def test_garrisons_and_flotillas_are_put_where_their_card_says() -> None:
    m = opened(campaign(21, units={"rd-73": "B5519"}, mil_mm9="turn 21", flot_berez="turn 6"))
    m.c.state.garrison[unit(m, "mil-mm9")] = 1
    play(m, "end")
    play(m, "place flot-berez D1114")
    play(m, "place mil-mm9 B5330")
    assert at(m, "mil-mm9") == "B5330" and column(m, "garrison")[unit(m, "mil-mm9")] == 1
    waiting_ones = begun("campaign")
    assert all(column(waiting_ones, "garrison")[unit(waiting_ones, name)] for name in ("mil-mm4", "art-r10n"))


# ---------------------------------------------------------------------- places and sources
@pytest.mark.rule("efs2:24.24", "efs2:24.26")
def test_no_step_is_needed_west_of_the_border_of_1939() -> None:
    m = campaign(9)
    m.c.state.places |= {"Wilno": "axis 3", "Bobruisk": "axis 3", "Citadel of Brest": "axis 2"}
    assert [spot.key for spot in victory.deserted(m.c)] == ["Bobruisk"]
    m = campaign(9, units={"45inf": "C1823"})
    m.c.state.places["Citadel of Brest"] = "axis 2"
    garrisons.pin(m.c)
    assert 1 not in column(m, "garrison")


@pytest.mark.rule("efs2:R253", "efs2:24.26")
def test_five_garrisons_are_enough_from_turn_15_on() -> None:
    places = ("B0235", "B0418", "B1822", "B2031", "B1939", "D0910")
    m = campaign(15, units=dict(zip(("5inf", "6inf", "7inf", "8inf", "23inf", "26inf"), places, strict=True)))
    s = m.c.state
    for u, h in enumerate(s.hex_of):
        s.garrison[u] = int(h >= 0)
    s.side = "axis"
    assert garrisons.price(m.c) == 0
    garrisons.FREE_VERB.apply(m.c, "B0235")
    assert s.vp == 0 and garrisons.price(m.c) == 1 and sum(s.garrison) == 5
    s.turn, s.garrison[unit(m, "5inf")] = 14, 1
    assert garrisons.price(m.c) == 1
    garrisons.FREE_VERB.apply(m.c, "B0418")
    assert s.vp == -1


@pytest.mark.rule("efs2:R254", "efs2:6.21")
def test_the_railroad_to_dvinsk_is_a_source_up_to_turn_6() -> None:
    m = campaign(6)
    dvinsk = m.c.hex("A4710")
    assert dvinsk in sources(m.c, "soviet") and dvinsk in supply.working(m.c, "soviet")
    m.c.state.turn = 7
    m.c.touch()
    supply.look(m.c)
    assert dvinsk not in sources(m.c, "soviet") and dvinsk not in supply.working(m.c, "soviet")
    assert "supply source" not in str(RULESET.ask.map.markers(m.c).get(dvinsk, ()))


@pytest.mark.rule("efs2:R204", "efs2:R200")
def test_the_first_day_and_the_pause_are_those_of_the_other_scenarios() -> None:
    mine, minsk, dnepr = (begun(name).c.scenario for name in ("campaign", "minsk-pocket", "thunder-on-the-dnepr"))
    assert mine["limit"] == minsk["limit"] and mine["either_mode"] == minsk["either_mode"]
    assert {**mine["pause"], "first": 19} == dnepr["pause"] and mine["pause"]["first"] == 13
