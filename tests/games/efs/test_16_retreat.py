"""16.4: retreats: where to, past whom, with whom, and what becomes of those who cannot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.paths import CROWDED, FREE, LONGER, OVER_EDGE, THROUGH, TRAPPED, Flight, ways, why_none
from engine.games.efs.combat.retreat import Retreat, call_retreat
from engine.games.efs.edition import edition
from engine.games.efs.queries.flights import retreat_reach
from engine.games.efs.state import BACK
from engine.games.efs.units import CADRE, ELIMINATED, POOL
from engine.play.action import Action
from engine.play.match import Match
from engine.play.step import outlook
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

HERE = "B0230"
NORTH, NE, SE, SOUTH, SW, NW = RING = ("B0229", "B0329", "B0330", "B0231", "B0130", "B0129")
KINDS = (Retreat, Losses)
GUARD = ("18pz-sr1", "18pz-sr2", "17pz-sr1", "17pz-sr2", "29mot-ir1", "29mot-ir2")
"""Axis units whose zone of control reaches all hexes around them."""


def standing(units: dict[str, str], **how: Any) -> Match:
    """A position on bare ground with the steps of a retreat, waiting below them."""
    how = {"ground": {}, **how}
    return position(units, kinds=KINDS, step="below", **how)


def flight(match: Match, names: Iterable[str], **how: Any) -> Flight:
    """A retreat of Soviet units."""
    return Flight("soviet", tuple(unit(match, n) for n in names), **how)


def ends(match: Match, name: str, **how: Any) -> dict[str, int]:
    """Where one unit may retreat to by itself, and how good each way is."""
    found = ways(match.c, [unit(match, name)], flight(match, [name], **how))
    return {match.c.label(h): way.rank for h, way in found.items()}


def retreating(
    match: Match, names: Iterable[str], *, side: str = "soviet", dice: Iterable[int] = (), **how: Any
) -> Match:
    """Call the step for Soviet units."""
    match.dice.queue(dice)
    call_retreat(match.c, side, "soviet", [unit(match, n) for n in names], **how)
    match._after()
    return match


def box(match: Match, name: str) -> str:
    return match.state.box[unit(match, name)]


# ---------------------------------------------------------------------- where to
@EITHER
@pytest.mark.rule("efs2:16.4", "efs2:16.41", "efs2:R47", "efs1:16.6")
def test_two_hexes_from_where_it_stood_out_of_enemy_zones() -> None:
    match = standing({"rd-100": HERE, "18pz-sr1": NORTH})
    free = {label for label, rank in ends(match, "rd-100").items() if rank == FREE}
    assert free == {"B0430", "B0331", "B0431", "B0131", "B0232", "A6431", "A6430"}


@EITHER
@pytest.mark.rule("efs2:16.4", "efs1:16.6")
def test_the_question_tells_of_how_many_hexes_alike_the_first_is_proposed() -> None:
    match = retreating(standing({"rd-100": HERE, "18pz-sr1": NORTH}), ["rd-100"])
    assert match.prompt.text.endswith("where to? 7 hexes are alike to the rules: the first is proposed.")


@EITHER
@pytest.mark.rule("efs2:16.41", "efs1:16.6", "efs1:R34")
def test_not_through_enemy_units_nor_ground_closed_to_it() -> None:
    match = standing({"td-13": HERE}, ground={SE: "swamp", NE: "swamp", NORTH: "swamp", SOUTH: "swamp"})
    assert set(ends(match, "td-13")) <= {"A6430", "A6431", "B0131", "B0128", "A6429"}
    match = standing({"rd-100": HERE, "18pz-sr1": SW})
    assert not {"A6431", SW} & set(ends(match, "rd-100"))


@EITHER
@pytest.mark.rule("efs2:16.41", "efs2:16.48", "efs1:16.6.4")
def test_a_friend_in_the_hex_opens_it_whatever_zone_lies_there() -> None:
    units = {"rd-100": HERE, "18pz-sr1": NORTH, "17pz-sr1": "B0432", "17pz-sr2": "A6432", "29mot-ir1": "B0233"}
    shut = standing(units)
    assert "B0232" not in ends(shut, "rd-100")
    held = standing(units | {"rd-50": "B0232"})
    assert ends(held, "rd-100")["B0232"] == FREE


@pytest.mark.rule("efs2:16.44")
def test_those_who_retreat_hold_no_way_open_for_each_other() -> None:
    units = {"rd-100": HERE, "rd-50": SOUTH, "18pz-sr1": SW}
    match = standing(units)
    alone, both = flight(match, ["rd-100"]), flight(match, ["rd-100", "rd-50"])
    there, c = match.c.hex("B0232"), match.c
    assert ways(c, [unit(match, "rd-100")], alone)[there].rank == FREE
    assert ways(c, [unit(match, "rd-100")], both)[there].rank == THROUGH


# ---------------------------------------------------------------------- room
@EITHER
@pytest.mark.rule("efs2:16.43", "efs1:16.6.7")
def test_a_hex_under_attack_ends_no_retreat_in_the_second_edition_and_whoever_asks_is_told_so() -> None:
    match = standing({"rd-100": HERE, "rd-50": "B0232"})
    match.c.state.battle["B0232"] = 2
    match.c.touch()
    reach = retreat_reach(match.c, unit(match, "rd-100"), False).costs
    assert (match.c.hex("B0232") in reach) is not edition(match.c).retreat_shuns_battles


@EITHER
@pytest.mark.rule("efs2:16.42", "efs2:3.32", "efs1:16.6.7")
def test_a_hex_more_where_all_second_hexes_are_full() -> None:
    match = standing({"rd-100": HERE, "rd-50": "B0232", "rd-161": "B0232"}, ground=_funnel("B0231", "B0232", "B0233"))
    c = match.c
    points = sum(c.roster.number("stacking", unit(match, n)) for n in ("rd-100", "rd-50", "rd-161"))
    assert points > 10
    assert ends(match, "rd-100") == {"B0233": LONGER}


@pytest.mark.rule("efs2:16.42", "efs2:16.43", "efs2:R49")
def test_without_room_in_the_third_hex_it_is_lost_where_it_stops() -> None:
    match = standing({"rd-100": HERE, "rd-50": "B0232", "rd-161": "B0232"}, ground=_funnel("B0231", "B0232"))
    assert why_none(match.c, unit(match, "rd-100"), flight(match, ["rd-100"])) == (CROWDED, match.c.hex("B0232"))
    retreating(match, ["rd-100"])
    assert box(match, "rd-100") == ELIMINATED  # no LOC out of the lakes


@pytest.mark.rule("efs2:16.43", "efs2:16.48")
def test_a_hex_more_where_the_second_is_still_under_attack() -> None:
    match = standing({"rd-100": HERE, "rd-50": "B0232"}, ground=_funnel("B0231", "B0232", "B0233"))
    attacked = frozenset({match.c.hex("B0232")})
    assert ends(match, "rd-100", under_attack=attacked) == {"B0233": LONGER}


@pytest.mark.rule("efs2:16.42", "efs2:16.48", "efs2:R266")
def test_a_hex_more_past_the_enemy_where_the_second_is_full() -> None:
    units = {"rd-100": HERE, "rd-50": "B0232", "rd-161": "B0232", "18pz-sr1": SW}
    match = standing(units, ground=_funnel("B0231", "B0232", "B0233", SW))
    assert ends(match, "rd-100") == {"B0233": THROUGH}
    shut = standing(units, ground=_funnel("B0231", "B0232", SW))
    assert ends(shut, "rd-100") == {}
    assert why_none(shut.c, unit(shut, "rd-100"), flight(shut, ["rd-100"])) == (CROWDED, shut.c.hex("B0232"))


def _funnel(*labels: str) -> dict[str, str]:
    """Lakes everywhere near but in a few hexes."""
    c = position({}).c
    near = c.grid.within(c.hex(HERE), 4)
    keep = {c.hex(label) for label in (HERE, *labels)}
    return {c.label(h): "lake" for h in near if h not in keep}


# ---------------------------------------------------------------------- past the enemy
def _sealed() -> dict[str, str]:
    """Enemies on two sides, so that every way leads through one of their zones; the second hex is free of them."""
    return {"18pz-sr1": NORTH, "18pz-sr2": "B0331", "17pz-sr1": "A6430"}


@EITHER
@pytest.mark.rule("efs2:16.48", "efs1:16.6.5", "efs1:16.6.6", "efs1:R34")
def test_through_one_vacant_hex_in_a_zone_but_not_two_nor_into_one() -> None:
    match = standing({"rd-100": HERE, **_sealed()})
    found = ends(match, "rd-100")
    assert found and set(found.values()) == {THROUGH}
    assert ends(match, "rd-100", through=False) == {}
    ringed = standing(
        {"rd-100": HERE, **dict(zip(GUARD, ("B0228", "B0429", "B0431", "B0232", "A6431", "A6429"), strict=True))}
    )
    assert ends(ringed, "rd-100") == {}
    assert why_none(ringed.c, unit(ringed, "rd-100"), flight(ringed, ["rd-100"]))[0] == TRAPPED


@EITHER
@pytest.mark.rule("efs2:16.48", "efs2:16.4", "efs1:16.6.6", "efs1:16.6.1")
def test_the_owner_may_go_past_the_enemy_although_a_free_way_is_open_and_who_leads_him_may_not() -> None:
    units = {"rd-100": HERE, "rd-50": HERE, "18pz-sr1": NORTH}
    match = retreating(standing(units), ["rd-100", "rd-50"])
    assert str(match.prompt.default) == "to A6430"  # a free way is proposed
    told = {a.args[0]: outlook(match.c, a) for a in match.legal if a.verb == "to"}
    assert told["B0429"] == "past ZOC: a step, then 30%" and told["B0431"] == ""
    led = retreating(standing(units), ["rd-100", "rd-50"], side="axis")
    assert "B0429" not in {a.args[0] for a in led.legal if a.verb == "to"}
    alone = retreating(standing({"nk-53": HERE, "18pz-sr1": NORTH}), ["nk-53"])
    assert outlook(alone.c, Action.parse("to B0429")) == "past ZOC: the last step goes"


@EITHER
@pytest.mark.rule("efs2:16.48", "efs2:16.21", "efs1:16.6.6")
def test_the_stack_pays_a_step_and_rolls_for_the_rest() -> None:
    units = {"td-13": HERE, "rd-100": HERE, **_sealed()}
    match = retreating(standing(units), ["td-13", "rd-100"], dice=[3])
    whole = column(match, "steps_left")[unit(match, "td-13")]
    play(match, str(match.prompt.default))
    assert match.c.frame.step == "losses"
    play(match, "lose td-13")
    assert column(match, "steps_left")[unit(match, "td-13")] == whole - 1
    assert at(match, "td-13") == at(match, "rd-100") != ""


@EITHER
@pytest.mark.rule("efs2:16.48", "efs2:16.23", "efs1:16.6.6")
def test_a_bad_roll_takes_the_stack_to_the_cadre_box() -> None:
    match = retreating(standing({"td-13": HERE, "rd-100": HERE, **_sealed()}), ["td-13", "rd-100"], dice=[4])
    play(match, str(match.prompt.default), "lose td-13")
    assert (box(match, "td-13"), box(match, "rd-100")) == (CADRE, CADRE)


@EITHER
@pytest.mark.rule("efs2:16.48", "efs1:16.6.6")
def test_guns_may_be_given_up_to_spare_the_die_their_penalty() -> None:
    match = retreating(standing({"rd-100": HERE, "art-13a": HERE, **_sealed()}), ["rd-100", "art-13a"], dice=[3])
    assert refusal(match, "abandon rd-100").rule == "efs2:16.48"
    play(match, "abandon art-13a")
    assert box(match, "art-13a") == ELIMINATED
    free = retreating(standing({"rd-100": HERE, "art-13a": HERE}), ["rd-100", "art-13a"])
    assert refusal(free, "abandon art-13a").rule == "efs2:16.48"


@pytest.mark.rule("efs2:16.48", "efs2:R152")
def test_a_last_step_is_lost_past_the_enemy_without_a_roll() -> None:
    match = retreating(standing({"nk-53": HERE, **_sealed()}), ["nk-53"])
    play(match, str(match.prompt.default))
    assert box(match, "nk-53") == CADRE and match.c.state.draws == 0


@EITHER
@pytest.mark.rule("efs2:16.48", "efs2:21.23", "efs1:22.2.3", "efs1:16.6.6")
def test_a_headquarters_past_the_enemy_is_non_op() -> None:
    match = retreating(standing({"hq-13a": HERE, "rd-155": HERE, **_sealed()}), ["hq-13a", "rd-155"], dice=[1])
    play(match, str(match.prompt.default), "lose rd-155")
    assert column(match, "mode")[unit(match, "hq-13a")] == BACK and at(match, "hq-13a")


# ---------------------------------------------------------------------- Orders, overruns
@EITHER
@pytest.mark.rule("efs2:16.45", "efs2:R151", "efs1:16.6.1")
def test_the_enemy_leads_three_hexes_and_never_through_a_zone() -> None:
    match = retreating(standing({"rd-100": HERE, "18pz-sr1": NORTH}), ["rd-100"], side="axis", hexes=3, through=False)
    c = match.c
    assert match.prompt.side == "axis"
    found = [a.args[0] for a in match.legal if a.verb == "to"]
    assert found and {c.grid.distance(c.hex(HERE), c.hex(label)) for label in found} == {3}
    shut = retreating(standing({"rd-100": HERE, **_sealed()}), ["rd-100"], side="axis", hexes=3, through=False)
    assert box(shut, "rd-100") == ELIMINATED


# ---------------------------------------------------------------------- who cannot
@pytest.mark.rule("efs2:16.46", "efs2:16.23")
def test_without_an_allowance_nobody_retreats() -> None:
    match = retreating(standing({"mg-06": HERE, "sha641": "B0435"}), ["mg-06"])
    assert box(match, "mg-06") == "cannot rebuild"
    gun = standing({"sha641": HERE})
    gun.c.state.mode[unit(gun, "sha641")] = BACK
    gun.c.touch()
    found = Flight("axis", (unit(gun, "sha641"),))
    assert why_none(gun.c, unit(gun, "sha641"), found)[0] == TRAPPED


@EITHER
@pytest.mark.rule("efs2:16.46", "efs2:7.14", "efs1:16.6.2", "efs1:20.2")
def test_who_is_never_rebuilt_goes_to_a_box_that_the_edition_has() -> None:
    match = standing({"sha641": HERE, "rd-100": NORTH})
    match.c.state.mode[unit(match, "sha641")] = BACK
    match.c.touch()
    call_retreat(match.c, "axis", "axis", [unit(match, "sha641")])
    box_ = "the Cannot Rebuild Box" if edition(match.c).four_boxes else "the Eliminated Box for good"
    assert match.c.events[-1].text == f"1H goes to {box_}."


@EITHER
@pytest.mark.rule("efs2:16.46", "efs2:R48", "efs2:R57", "efs1:16.6.2")
def test_over_the_edge_to_the_cadre_box_without_a_point() -> None:
    c = position({}).c
    around = [n for n in c.grid.adjacent[c.hex("A5725")] if n in c.data.in_play]
    blocked = standing({"td-13": "A5725"}, ground={c.label(n): "lake" for n in around})
    assert why_none(blocked.c, unit(blocked, "td-13"), flight(blocked, ["td-13"]))[0] == OVER_EDGE
    retreating(blocked, ["td-13"])
    assert box(blocked, "td-13") == CADRE and blocked.c.state.losses["soviet"] == 0


@pytest.mark.rule("efs2:16.4")
def test_units_of_a_stack_may_go_different_ways() -> None:
    match = retreating(standing({"rd-100": HERE, "rd-50": HERE}), ["rd-100", "rd-50"])
    play(match, "send rd-100 B0232", "to B0431")
    assert (at(match, "rd-100"), at(match, "rd-50")) == ("B0232", "B0431")
    assert match.c.frame.step == "below"


# ---------------------------------------------------------------------- restricted ways
@EITHER
@pytest.mark.rule("efs2:16.47", "efs2:13.41", "efs1:16.6.3")
def test_big_guns_keep_to_roads_and_in_mud_off_the_small_ones() -> None:
    lines = {"minor_road": ["B0230-B0231-B0232"], "main_road": ["B0230-B0229-B0228"], "railroad": ["B0230-B0330-B0431"]}
    dry, mud = (standing({"sha641": HERE}, lines=lines, weather=w) for w in ("dry", "mud"))
    found = [ways(m.c, [unit(m, "sha641")], Flight("axis", (unit(m, "sha641"),))) for m in (dry, mud)]
    rails = set() if edition(dry.c).heavy_by_hex else {"B0431"}  # 1998: roads alone
    assert [{dry.c.label(h) for h in w} for w in found] == [{"B0232", "B0228"} | rails, {"B0228"}]


@EITHER
@pytest.mark.rule("efs2:16.47", "efs2:21.32", "efs1:16.6.3")
def test_trains_keep_to_rails_and_pass_no_zone() -> None:
    lines = {"railroad": ["B0228-B0229-B0230-B0231-B0232"]}
    match = standing({"atr-a1": HERE, "18pz-sr1": "B0332"}, lines=lines)
    assert ends(match, "atr-a1") == {"B0228": FREE}
    shut = standing({"atr-a1": HERE, "18pz-sr1": "B0332", "18pz-sr2": "B0328"}, lines=lines)
    assert ends(shut, "atr-a1") == {}


@EITHER
@pytest.mark.rule("efs2:16.47", "efs2:22.51", "efs1:16.6.3")
def test_flotillas_retreat_along_their_water_and_not_over_land_to_another_river() -> None:
    apart = standing({"flot-berez": HERE}, lines={"major river": ["B0230-B0329", "B0231-B0232", "B0232-B0332"]})
    assert ends(apart, "flot-berez") == {}
    joined = standing({"flot-berez": HERE}, lines={"major river": ["B0230-B0330", "B0231-B0330", "B0231-B0331"]})
    assert "B0331" in ends(joined, "flot-berez")


@pytest.mark.rule("efs2:16.47", "efs2:13.33", "efs2:21.32")
def test_what_runs_on_rails_retreats_along_the_lines_of_its_own_side() -> None:
    lines, line = {"railroad": ["B0228-B0229-B0230-B0231-B0232"]}, ("B0229", "B0228")
    gun = standing({"rr716": HERE, "rd-100": "B0332"}, lines=lines)
    flee = (unit(gun, "rr716"),)
    assert not ways(gun.c, flee, Flight("axis", flee)), "Soviet gauge all around"
    column(gun, "gauge").update(dict.fromkeys((HERE, *line), "axis"))
    gun.c.forget()
    assert [gun.c.label(h) for h in ways(gun.c, flee, Flight("axis", flee))] == ["B0228"]
    train = standing({"atr-a1": HERE}, lines=lines)
    column(train, "gauge").update(dict.fromkeys(line, "axis"))
    train.c.forget()
    assert set(ends(train, "atr-a1")) == {"B0232"}


@pytest.mark.rule("efs2:16.47", "efs2:10.45", "efs2:R50")
def test_over_a_major_river_only_at_once_and_no_farther() -> None:
    lines = {"major river": ["B0230-B0231", "B0330-B0231", "B0330-B0331", "B0130-B0231", "B0130-B0131"]}
    match = standing({"rd-100": HERE, "td-13": "B0435"}, lines=lines)
    assert ends(match, "rd-100")["B0231"] == FREE
    assert not {"B0131", "B0331", "B0232"} & set(ends(match, "rd-100"))
    tanks = standing({"td-13": HERE}, lines=lines)
    assert "B0231" not in ends(tanks, "td-13")
    bridge = standing({"td-13": HERE}, lines={**lines, "main_road": ["B0230-B0231"]})
    assert "B0232" in ends(bridge, "td-13")


@pytest.mark.rule("efs2:16.47", "efs2:10.44", "efs2:R165")
def test_axis_foot_retreats_beside_the_bridge_of_the_motorway_as_over_a_river_without_one() -> None:
    lines = {"major river": ["B0230-B0231", "B0330-B0231", "B0330-B0331", "B0130-B0231", "B0130-B0131"],
             "motorway": ["B0229-B0230-B0231-B0232"]}  # fmt: skip
    match = standing({"253inf": HERE, "18pz-pzr": HERE}, lines=lines)
    foot, tanks = ({match.c.label(h) for h in ways(match.c, [u], Flight("axis", (u,)))}
                   for u in (unit(match, name) for name in ("253inf", "18pz-pzr")))  # fmt: skip
    assert "B0231" in foot and "B0232" not in foot
    assert "B0232" in tanks and "B0231" not in tanks


# ---------------------------------------------------------------------- supply units
@EITHER
@pytest.mark.rule("efs2:16.46", "efs2:6.42", "efs1:16.6.2")
def test_a_mobile_supply_unit_goes_along_and_a_dump_is_at_hand_again() -> None:
    c = position({}).c
    first, second = [
        u for u, kind in enumerate(c.roster.kind) if kind == "supply unit" and c.roster.side[u] == "soviet"
    ][:2]
    names = c.roster.ids[first], c.roster.ids[second]
    match = standing({"rd-100": HERE, names[0]: HERE, names[1]: HERE})
    match.c.state.asp[first], match.c.state.asp[second] = 1, 2
    retreating(match, ["rd-100"])
    play(match, "to B0232")
    assert (at(match, names[0]), box(match, names[1])) == ("B0232", POOL)
