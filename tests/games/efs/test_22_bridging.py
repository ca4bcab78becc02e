"""22.2, 22.4: Bridge markers, and printed bridges that are blown and repaired."""

from __future__ import annotations

import pytest

from engine.games.efs.phases import bridging
from engine.games.efs.phases.bridging import BRIDGE_VERBS
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.queries.map import markers as marked
from engine.games.efs.queries.map import regions
from engine.games.efs.state import BACK, EMERGENCY, OUT, EfsState
from engine.games.efs.units import place
from engine.play.action import Action
from engine.play.match import Match
from engine.play.step import Context, Prompt, Step, Verb, always, no_words, outlook
from tests.support.efs import EITHER, column, play, position, refusal, unit

WEST, EAST = "A6138", "A6238"
"""Two neighbours of a painted map, with water between them."""
SUPPLY = "A5839-A5938-A6039-A6138"
PANZER, SAPPER = "18pz-pzr", "mpi-xxxxvii"


class Laying(Step[EfsState]):
    """A movement phase as far as Bridge markers are laid in it."""

    id = "laying"
    verbs = (*BRIDGE_VERBS, Verb("done", no_words, always, lambda c: c.done(), "done", "efs2:4.21"))

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], "Lay a bridge.", "efs2:22.23")


def laying(water: str, units: dict[str, str] | None = None, *, side: str = "axis", bridge: str = "abridge-1") -> Match:
    phase = {"axis": "axis-movement", "soviet": "soviet-motorized"}[side]
    lines = {water: [f"{WEST}-{EAST}"], "main_road": ["A5739-A5839-A5938-A6039-A6138"]}
    return position(
        {PANZER: WEST} if units is None else units, side=side, step="laying", phase=phase, kinds=[Laying],
        boxes={bridge: "bridge pool"}, ground={}, lines=lines,
    )  # fmt: skip


def engineering(m: Match, side: str) -> None:
    """Begin the Engineering Phase of a side in a position."""
    Engineering().begin(_framed(m, side))


def _framed(m: Match, side: str) -> Context[EfsState]:
    m.c.frame.vars["side"] = side
    return m.c


# ---------------------------------------------------------------------- markers
@EITHER
@pytest.mark.rule("efs2:22.21", "efs2:22.22", "efs2:22.23", "efs2:22.24", "efs2:R67", "efs1:22.4.1", "efs1:22.4.2")
def test_a_bridge_over_a_river_is_ready_at_once() -> None:
    m = laying("river")
    assert refusal(m, f"bridge {WEST} A6139").rule == "efs2:22.2"
    assert refusal(m, f"bridge {WEST} A6039").rule == "efs2:22.2"
    assert refusal(m, f"bridge {WEST} B0135").rule == "efs2:22.21"
    play(m, f"bridge {WEST} {EAST}")
    assert column(m, "spans") == {"abridge-1": f"{WEST}/{EAST} ready"}
    assert refusal(m, "remove abridge-1").rule == "efs2:22.22"
    assert refusal(m, f"bridge {WEST} {EAST}").rule == "efs2:22.22", "no further marker"


@pytest.mark.rule("efs2:22.23", "efs2:22.24")
def test_a_bridge_over_a_major_river_is_completed_in_the_engineering_phase() -> None:
    m = laying("major river")
    play(m, f"bridge {WEST} {EAST}")
    assert column(m, "spans") == {"abridge-1": f"{WEST}/{EAST} building"}
    place(m.c, unit(m, "rd-50"), m.c.hex("A6337"))
    engineering(m, "axis")
    assert column(m, "spans")["abridge-1"].endswith("building"), "an enemy zone on the far side"
    place(m.c, unit(m, "18pz-sr1"), m.c.hex(EAST))
    engineering(m, "axis")
    assert column(m, "spans")["abridge-1"].endswith("ready")


@pytest.mark.rule("efs2:22.23")
def test_no_bridge_from_an_unsupplied_hex_to_an_enemy_or_beside_another_bridge() -> None:
    m = laying("river", {PANZER: WEST, "rd-50": EAST})
    assert refusal(m, f"bridge {WEST} {EAST}").rule == "efs2:22.23"
    m = laying("river", {PANZER: WEST, "rd-50": "A6039", "rd-53": "A6139", "rd-73": "A6137"})
    assert "General Supply" in refusal(m, f"bridge {WEST} {EAST}").reason
    m = position(
        {PANZER: WEST}, step="laying", phase="axis-movement", kinds=[Laying], boxes={"abridge-1": "bridge pool"},
        ground={}, lines={"river": [f"{WEST}-{EAST}"], "minor_road": [f"{WEST}-{EAST}"]},
    )  # fmt: skip
    assert "There is a bridge" in refusal(m, f"bridge {WEST} {EAST}").reason


@pytest.mark.rule("efs2:22.25", "efs2:21.27")
def test_soviet_markers_cross_rivers_alone_and_count_in_non_op_zones() -> None:
    m = laying("major river", {"rd-50": EAST}, side="soviet", bridge="sbridge-1")
    assert refusal(m, f"bridge {EAST} {WEST}").rule == "efs2:22.25"


@EITHER
@pytest.mark.rule("efs2:22.26", "efs1:22.4.5")
def test_a_marker_is_lost_to_an_enemy_in_its_hex() -> None:
    m = laying("river")
    play(m, f"bridge {WEST} {EAST}")
    bridging.entered(m.c, [m.c.hex(EAST)], "soviet")
    assert column(m, "spans") != {}
    bridging.entered(m.c, [m.c.hex(WEST)], "soviet")
    assert column(m, "spans") == {} and column(m, "box")[unit(m, "abridge-1")] == "bridge pool"


# ---------------------------------------------------------------------- printed bridges
BORISOV = ("B0135", "B0235")


def works(units: dict[str, str], side: str, *, dice: tuple[int, ...] = ()) -> Match:
    return position(units, side=side, step="engineering", phase=f"{side}-engineering", kinds=[Engineering], dice=dice)


@pytest.mark.rule("efs2:22.41", "efs2:22.42", "efs2:22.43")
def test_a_unit_beside_a_bridge_blows_all_bridges_of_the_side() -> None:
    west, east = BORISOV
    m = works({"mr-qt": east, PANZER: "A6138"}, "soviet")
    assert refusal(m, f"blow mr-qt {m.c.label(m.c.grid.adjacent[m.c.hex(east)][0])}").rule == "efs2:22.41"
    play(m, f"blow mr-qt {west}")
    assert column(m, "broken") == {f"{west}/{east} road": 2, f"{west}/{east} rail": 2}
    assert refusal(m, f"blow mr-qt {west}").rule == "efs2:22.42"


@pytest.mark.rule("efs2:22.42")
def test_the_enemy_must_be_within_seven_hexes() -> None:
    m = works({"mr-qt": BORISOV[1], PANZER: "A5839"}, "soviet")
    assert m.c.grid.distance(m.c.hex(BORISOV[1]), m.c.hex("A5839")) == 8
    assert m.state.stack[-1].step == "below", "nothing can be blown, so that the phase passes"
    m = works({"mr-qt": BORISOV[1], PANZER: "A5938"}, "soviet")
    assert m.c.grid.distance(m.c.hex(BORISOV[1]), m.c.hex("A5938")) == 7
    assert m.check(f"blow mr-qt {BORISOV[0]}") is None


@pytest.mark.rule("efs2:22.42", "efs2:R269")
def test_a_supply_unit_is_an_enemy_near_enough() -> None:
    m = works({"mr-qt": BORISOV[1], "asup-01": "A5938"}, "soviet")
    assert m.check(f"blow mr-qt {BORISOV[0]}") is None
    m = works({"mr-qt": BORISOV[1], "ssup-01": "A5938"}, "soviet")
    assert m.state.stack[-1].step == "below", "one's own is none"


@pytest.mark.rule("efs2:22.43", "efs2:21.26")
def test_not_near_a_non_op_headquarters() -> None:
    m = works({"mr-qt": BORISOV[1], PANZER: "A6138", "hq-13a": "B0435"}, "soviet")
    column(m, "mode")[unit(m, "hq-13a")] = BACK
    m.c.touch()
    assert refusal(m, f"blow mr-qt {BORISOV[0]}").rule == "efs2:22.43"


@pytest.mark.rule("efs2:22.44", "efs2:22.45", "efs2:22.46", "efs2:R66")
def test_an_engineer_takes_two_successes_to_repair_a_bridge() -> None:
    west, east = BORISOV
    m = position({SAPPER: west, PANZER: west}, kinds=[Engineering], dice=(5,))
    column(m, "broken")[f"{west}/{east} road"] = column(m, "broken")[f"{west}/{east} rail"] = 2
    m.c.call("below")
    m.c.call("engineering", side="axis", phase="axis-engineering")
    m._after()
    assert refusal(m, f"repair {PANZER} {east}").rule == "efs2:22.44"
    assert "railhead" in refusal(m, f"repair {SAPPER} {east} rail").reason
    play(m, f"repair {SAPPER} {east}")
    assert column(m, "broken")[f"{west}/{east} road"] == 1 and "still needs 1 point" in m.log[-1].text
    assert "one try" in refusal(m, f"repair {SAPPER} {east}").reason


@pytest.mark.rule("efs2:22.45", "efs2:22.46")
def test_the_chance_of_a_repair_is_told_before_the_die() -> None:
    west, east = BORISOV
    m = works({SAPPER: west, "rd-50": "B0635"}, "axis")
    column(m, "broken")[f"{west}/{east} road"] = 2
    m.c.touch()
    repair = Action("repair", (SAPPER, east))
    assert outlook(m.c, repair) == "50% (1-5) point 1 of 2"
    m.c.state.weather = "mud"
    column(m, "broken")[f"{west}/{east} road"] = 1
    m.c.touch()
    assert outlook(m.c, repair) == "40% (1-4) point 2 of 2"
    assert outlook(m.c, Action("done")) == ""


@pytest.mark.rule("efs2:22.43")
def test_what_a_hex_says_of_its_destroyed_bridges_fits_the_panel() -> None:
    west, east = BORISOV
    m = works({SAPPER: west, "rd-50": "B0635"}, "axis")
    column(m, "broken").update({f"{west}/{east} road": 2, f"{west}/{east} rail": 2})
    m.c.touch()
    told = marked(m.c)[m.c.hex(west)]
    assert told == ("bridge NE down: 2", "rail bridge NE down: 2") and max(map(len, told)) <= 24
    column(m, "broken")[f"{west}/{east} road"] = 1
    m.c.touch()
    assert marked(m.c)[m.c.hex(west)][0] == "bridge NE down: 1"
    told_of = regions(m.c, m.c.hex(east))
    assert f"destroyed road bridge between {west} and {east}, 1 point of damage" in told_of


@pytest.mark.rule("efs2:22.22")
def test_a_marker_that_can_be_taken_up_tells_what_it_joins() -> None:
    m = laying("river")
    play(m, f"bridge {WEST} {EAST}")
    assert outlook(m.c, Action("remove", ("abridge-1",))) == f"{WEST} to {EAST}"


@pytest.mark.rule("efs2:22.46", "efs2:R68")
def test_a_half_repaired_bridge_can_be_blown_again() -> None:
    west, east = BORISOV
    m = works({"mr-qt": east, PANZER: "A6138"}, "soviet")
    column(m, "broken")[f"{west}/{east} road"] = 1
    column(m, "broken")[f"{west}/{east} rail"] = 2
    m.c.touch()
    assert outlook(m.c, Action("blow", ("mr-qt", west))) == "road bridge"
    play(m, f"blow mr-qt {west}")
    assert column(m, "broken")[f"{west}/{east} road"] == 2


@pytest.mark.rule("efs2:22.44", "efs2:6.33", "efs2:R91")
def test_no_repair_with_the_enemy_on_the_other_side_or_out_of_supply() -> None:
    west, east = BORISOV
    m = position({SAPPER: west, "mr-qt": east}, kinds=[Engineering])
    column(m, "broken")[f"{west}/{east} road"] = 2
    m.c.call("below")
    m.c.call("engineering", side="axis", phase="axis-engineering")
    m._after()
    assert "other side" in refusal(m, f"repair {SAPPER} {east}").reason
    column(m, "supply")[unit(m, SAPPER)] = OUT
    m.c.touch()
    assert "Out of Supply" in refusal(m, f"repair {SAPPER} {east}").reason
    column(m, "supply")[unit(m, SAPPER)] = EMERGENCY
    place(m.c, unit(m, "mr-qt"), m.c.hex("B0435"))
    assert m.check(f"repair {SAPPER} {east}") is None, "Emergency Supply is as good for what a unit does"


@pytest.mark.rule("efs2:22.45")
@pytest.mark.parametrize(("weather", "told"), [("dry", "rolls 7: "), ("mud", "rolls 7, +1 makes 8: ")])
def test_a_modified_die_is_told_with_what_it_makes(weather: str, told: str) -> None:
    west, east = BORISOV
    m = position({SAPPER: west}, kinds=[Engineering], weather=weather, dice=(7,))
    column(m, "broken")[f"{west}/{east} road"] = 2
    m.c.call("below")
    m.c.call("engineering", side="axis", phase="axis-engineering")
    m._after()
    assert any(told in event.text for event in play(m, f"repair {SAPPER} {east}"))
