"""Army Group Center by hand on the play screen: air missions from the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.components.errors import BadInput
from engine.games.efs.air.bases import fix_bases
from engine.games.efs.units import place
from engine.play.action import Action
from engine.play.event import Event
from engine.play.match import Match
from tests.games.efs.corners import feeding, losses, reaction, recovery, retreat
from tests.games.efs.test_19_conversion import TRACK, line
from tests.tui.driving import driven, press, screen_text, start, table
from tui.game.controller import Controller
from tui.game.decision import Decision
from tui.game.spoken import Spoken
from tui.screens.explain import ExplainScreen
from tui.widgets.panels import dice_of

HERE, TARGET = "B0135", "B0235"


def missions() -> Controller:
    """The Axis side sends air units to an attack on Borisov."""
    match = Match.new("efs2", "borisov")
    c, s = match.c, match.c.state
    u = c.roster.find("18pz-sr1")
    place(c, u, c.board.find(HERE))
    s.battle[TARGET], s.committed[u], s.phase = 1, 1, "axis-sorties"
    c.touch()
    fix_bases(c)
    del s.stack[2:]
    c.call("sorties", side="axis", phase="axis-sorties")
    match._after()
    return Controller(match, None, hand_over=False)


@pytest.mark.rule("efs2:14.24")
async def test_after_an_air_unit_is_sent_the_mark_is_on_nobody_who_would_be_recalled(tmp_path: Path) -> None:
    async with driven(start(tmp_path, missions())) as (app, pilot):
        match, menu = table(app).controller.match, table(app).menu
        for sent in range(3):
            assert menu.open and menu.chosen is not None and menu.chosen.text.startswith("send")
            await press(pilot, "enter", "enter")
            assert sum(row.action.startswith("send") for row in match.history) == sent + 1
        assert not any(row.action.startswith("recall") for row in match.history)


@pytest.mark.rule("efs2:14.14")
async def test_the_list_of_air_units_tells_at_eighty_columns_what_each_of_them_is(tmp_path: Path) -> None:
    """The question says how many are ready; that each is in the Ready Box is not told again."""
    async with driven(start(tmp_path, missions())) as (app, _):
        assert " ready, " in table(app).controller.view.prompt.text
        rows = [row.partition("send ")[2] for row in screen_text(app).splitlines() if " ... " in row]
        assert rows and all(" fighter" in row or " bomber" in row or " dummy" in row for row in rows)
        assert not any("…" in row or "Ready" in row for row in rows)


@pytest.mark.rule("efs2:7.33")
async def test_what_waits_in_a_box_is_made_ready_by_the_second_enter_wherever_the_cursor_is(tmp_path: Path) -> None:
    """The Soviets begin the Campaign with a point of type V and aircraft to spend it on."""
    async with driven(start(tmp_path, Controller(Match.new("efs2", "campaign", seed=5), None, hand_over=False))) as (
        app,
        pilot,
    ):
        match = table(app).controller.match
        await press(pilot, "enter", "enter")
        assert match.history[-1].action.startswith("ready ")


async def test_why_is_asked_where_units_stand_that_print_other_values(tmp_path: Path) -> None:
    """A supply unit has no attack and no defence to tell."""
    match = Match.new("efs2", "borisov", seed=3)
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        c = match.c
        table(app).go_to(c.state.hex_of[c.roster.find("ssup-01")])
        await press(pilot, "escape", "question_mark")
        assert isinstance(app.screen, ExplainScreen) and "ASP" in screen_text(app)


@pytest.mark.rule("efs2:22.23")
async def test_what_is_done_in_a_hex_is_listed_without_the_moves_out_of_it(tmp_path: Path) -> None:
    """A panzer unit stands at a river with a Bridge marker in hand: its moves are on the map, the bridge is a line."""
    match = Match.new("efs2", "borisov", seed=3)
    match.edit({"clear": True, "place": [{"unit": "18pz-sr1", "hex": HERE}], "phase": "movement axis"})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        table(app).go_to(match.c.hex(HERE))
        await press(pilot, "m")
        verbs = {item.value.verb for item in (table(app).menu.ask or pytest.fail("no list")).items}
        assert "bridge" in verbs and "hold" in verbs and "move" not in verbs


@pytest.mark.rule("efs2:12.21")
async def test_attacks_that_hurt_nobody_are_not_said_to_be_impossible(tmp_path: Path) -> None:
    """An Untried battalion stands before a division: it can be declared, and the list of attacks is empty."""
    match = Match.new("efs2", "borisov", seed=3)
    place = [{"unit": "mg-04", "hex": "B1034", "untried_side": True}, {"unit": "6inf", "hex": "B1035"}]
    match.edit({"clear": True, "place": place, "phase": "attack-declaration soviet"})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        assert table(app).controller.view.prospects() == []
        await press(pilot, "X")
        assert "likely to hurt the enemy: B1035" in table(app).said


@pytest.mark.rule("efs2:22.42")
async def test_a_bridge_is_not_blown_by_enter_out_of_habit(tmp_path: Path) -> None:
    """Enter on the unit in hand says where to; on the marked hex it asks in a list of one line."""
    match = Match.new("efs2", "borisov", seed=3)
    place = [{"unit": "mr-qt", "hex": TARGET}, {"unit": "18pz-pzr", "hex": "A6138"}]
    match.edit({"clear": True, "place": place, "phase": "engineering soviet"})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        screen, lines = table(app), len(match.history)
        screen.go_to(match.c.hex(TARGET))
        await press(pilot, "enter", "enter")
        assert len(match.history) == lines and "the hex marked" in screen.said
        screen.go_to(next(iter(screen.hand.targets)))
        await press(pilot, "enter")
        assert len(match.history) == lines and screen.menu.open
        await press(pilot, "enter")
        assert match.history[-1].action.startswith("blow ")


@pytest.mark.rule("efs2:19.21")
def test_of_a_hex_that_was_converted_one_is_told_of_railroads_and_not_of_strongpoints() -> None:
    m = line()
    m.play(f"convert {TRACK[3]}")
    refusal = Decision(m).why_not(TRACK[3], m.c.hex(TRACK[3]))
    assert refusal is not None and (refusal.rule, "converted already" in refusal.reason) == ("efs2:19.21", True)


@pytest.mark.rule("efs2:8.61")
async def test_the_mark_of_the_list_is_on_what_the_question_proposes(tmp_path: Path) -> None:
    """A division is to be converted before supply comes in, and so Enter converts it."""
    match = Match.new("efs2", "guderian-drives-south", seed=3)
    place = [{"unit": "md-219", "hex": "D5025"}, {"unit": "rd-219", "box": "aside"}]
    place.append({"unit": "7pz-pzr", "hex": "D4924"})
    match.edit({"clear": True, "place": place, "turn": 40, "phase": "reinforcements soviet"})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        assert table(app).menu.open
        await press(pilot, "enter")
        assert match.history[-1].action == "convert md-219 D5025"
        await press(pilot, "u")
        assert not match.history or match.history[-1].action != "convert md-219 D5025"


@pytest.mark.rule("efs2:16.4")
async def test_enter_on_the_unit_that_retreats_tells_of_the_hexes_marked(tmp_path: Path) -> None:
    match = retreat()
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        screen, lines = table(app), len(match.history)
        here = match.c.state.hex_of[match.c.roster.find("rd-50")]
        assert match.c.frame.step == "retreat" and here not in screen.hand.decision.open_hexes
        screen.go_to(here)
        await press(pilot, "enter")
        assert "marked to choose from" in screen.said and len(match.history) == lines


@pytest.mark.rule("efs2:15.1", "efs2:15.6")
async def test_the_odds_before_the_die_are_those_of_the_battle_that_was_chosen(tmp_path: Path) -> None:
    """Two battles are declared: the later one is chosen, then the other, and neither is taken for the first of them."""
    match = Match.new("efs2", "borisov", seed=3)
    units = {"18pz-sr1": "B0130", "rd-100": "B0131", "17pz-sr1": "B0630", "rd-50": "B0631"}
    match.edit({"clear": True, "place": [{"unit": u, "hex": h} for u, h in units.items()],
                "tracks": {"declared_attacks": ["B0131", "B0631"]}, "phase": "combat axis"})  # fmt: skip
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        for target in ("B0631", "B0131"):
            table(app).acting.play(Action("fight", (target,)))
            await press(pilot, "e")
            assert table(app).menu.open and f"1 unit on {target}" in screen_text(app)
            await press(pilot, "escape")


@pytest.mark.rule("efs2:6.41")
def test_a_name_that_both_sides_have_is_the_own_unit() -> None:
    match = missions().match
    spoken = Spoken(Decision(match), match.view("axis"))
    assert spoken.action("move 2Su A5739").args == ("asup-02", "A5739")
    with pytest.raises(BadInput, match="whole name"):
        spoken.action("send stg77-i 2Su")


@pytest.mark.rule("efs1:6.8.3", "efs1:10.1.1", "efs1:10.2.2")
async def test_who_points_at_a_hex_in_the_motorized_phase_hears_of_the_hex_alone(tmp_path: Path) -> None:
    match = Match.new("efs1", "borisov", seed=3)
    units = {"18pz-sr1": "B0130", "rd-100": "B0131", "17pz-sr1": "B0630"}
    match.edit({"clear": True, "place": [{"unit": u, "hex": h} for u, h in units.items()],
                "phase": "motorized-movement axis"})  # fmt: skip
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        for label in ("B0131", "B0135"):
            table(app).go_to(match.c.hex(label))
            await press(pilot, "enter")
            assert "dumps" not in screen_text(app) and "receive replacements" not in screen_text(app)
            assert label != "B0131" or "100RD is not yours to move. [efs1:10.2.2]" in screen_text(app)
            await press(pilot, "escape")


@pytest.mark.rule("efs1:6.8.3")
async def test_enter_on_an_empty_hex_tells_what_is_asked_where_supply_units_could_be_joined(tmp_path: Path) -> None:
    match = Match.new("efs1", "borisov", seed=3)
    match.edit({"clear": True, "place": [{"unit": u, "hex": HERE} for u in ("asup-01", "asup-02")],
                "phase": "movement axis"})  # fmt: skip
    with pytest.raises(BadInput, match="too many or too few words"):
        match.check("combine asup-01")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        table(app).go_to(match.c.hex("B0239"))
        await press(pilot, "escape", "enter")
        assert "fault of the program" not in screen_text(app)


@pytest.mark.rule("efs2:15.33", "efs2:15.6")
async def test_before_the_die_the_odds_are_shown_anew_when_anything_has_been_added(tmp_path: Path) -> None:
    """The list of answers shows them first too; what was seen and is still so is not shown again."""
    match = Match.new("efs2", "borisov", seed=3)
    units = dict.fromkeys(("18pz-sr1", "18pz-pzr", "asup-01"), "B0130") | {"rd-100": "B0131"}
    match.edit({"clear": True, "place": [{"unit": u, "hex": h} for u, h in units.items()],
                "tracks": {"declared_attacks": ["B0131"]}, "phase": "combat axis"})  # fmt: skip
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        match.play("supply asup-01")
        table(app).changed()
        await press(pilot, "a")
        while not table(app).menu.chosen.text.startswith("resolve"):  # type: ignore[union-attr]
            await press(pilot, "down")
        await press(pilot, "enter")
        assert match.history[-1].action == "supply asup-01" and "unit" in table(app).menu.heading
        await press(pilot, "escape")
        table(app).acting.play(Action("save", ("asup-01",)))
        match.play("supply asup-01")
        table(app).changed()
        await press(pilot, "e")
        assert match.history[-1].action == "supply asup-01" and table(app).menu.open
        await press(pilot, "escape", "e")
        assert match.history[-1].action != "supply asup-01"


def test_a_die_that_its_sentence_tells_is_not_told_again() -> None:
    assert dice_of(Event("bridge", "47P rolls 9: not repaired.", "efs2:22.45", rolls=(9,))) == ""
    assert dice_of(Event("flak", "Fire at 2U1: 10, +1 makes 11, destroyed.", "efs2:14.43", rolls=(10,))) == ""
    assert dice_of(Event("surrender", "B0830 is cut off: 1: surrender.", "efs2:20.21", rolls=(1,))) == ""
    assert dice_of(Event("weather", "Weather: Mud.", "efs2:5.16", rolls=(9,))) == "[9]"


@pytest.mark.rule("efs2:22.42")
async def test_of_one_hex_that_is_marked_the_line_speaks_as_of_one(tmp_path: Path) -> None:
    match = Match.new("efs2", "borisov", seed=3)
    place = [{"unit": "mr-qt", "hex": TARGET}, {"unit": "18pz-pzr", "hex": "A6138"}]
    match.edit({"clear": True, "place": place, "phase": "engineering soviet"})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        table(app).go_to(match.c.hex(TARGET))
        await press(pilot, "enter", "enter")
        assert "the hex marked, or f puts a letter on it" in table(app).said
        await press(pilot, "m")
        assert table(app).said.endswith("acts on the hex marked; f puts a letter on it.")


@pytest.mark.rule("efs2:12.53")
async def test_a_list_about_a_hex_names_it_once(tmp_path: Path) -> None:
    match = reaction()
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        table(app).go_to(match.c.hex("A6339"))
        await press(pilot, "escape", "m")
        assert table(app).menu.heading == "order: A6339"


@pytest.mark.rule("efs2:6.42", "efs2:8.12")
async def test_a_supply_unit_that_may_enter_in_several_ways_tells_them_at_eighty_columns(tmp_path: Path) -> None:
    match = Match.new("efs2", "borisov", seed=6)
    while (match.c.frame.step, match.side) != ("movement", "axis"):
        match.play(match.prompt.default or "end")
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "escape", "a")
        rows = [row for row in screen_text(app).splitlines() if "enter 2Su" in row]
        assert len(rows) == 1 and "1 ASP  or strategic" in rows[0]


@pytest.mark.rule("efs1:22.4.2", "efs1:10.1.2")
async def test_enter_takes_a_unit_before_the_hex_in_which_it_could_lay_a_bridge(tmp_path: Path) -> None:
    match = Match.new("efs1", "campaign", seed=3)
    units = {"18pz-sr1": "A0420", "18pz-pzr": "A0419", "rd-50": "B0537"}
    match.edit({"clear": True, "turn": 9, "place": [{"unit": u, "hex": h} for u, h in units.items()],
                "phase": "movement axis"})  # fmt: skip
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        table(app).go_to(match.c.hex("A0420"))
        assert Decision(match).here(match.c.hex("A0420")) == ["18pz-sr1", "A0420"]
        await press(pilot, "escape", "enter")
        assert table(app).hand.selected == "18pz-sr1"
        await press(pilot, "escape", "m")
        assert any("bridge" in item.text for item in table(app).menu.items)


@pytest.mark.rule("efs2:6.26")
async def test_the_mark_is_on_what_feeds_the_hex_without_supply(tmp_path: Path) -> None:
    match = feeding()
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        marked = table(app).menu.chosen
        assert table(app).menu.open and marked is not None and marked.text == "feed 1Su B1728"
        await press(pilot, "enter")
        assert match.history[-1].action == "feed asup-01 B1728"


@pytest.mark.rule("efs2:16.21")
async def test_losses_as_proposed_are_told_as_steps(tmp_path: Path) -> None:
    match = losses()
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, _):
        assert "all  50RD 1 step " in screen_text(app)


@pytest.mark.rule("efs2:21.29")
async def test_what_costs_something_for_good_is_not_said_to_be_done_by_one_enter(tmp_path: Path) -> None:
    match = recovery()
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        lines = len(match.history)
        await press(pilot, "escape", "enter")
        assert table(app).said == "13Aq: disband; Enter asks about it"
        await press(pilot, "enter")
        assert table(app).menu.open and len(match.history) == lines


async def test_what_the_marks_of_a_layer_mean_goes_with_the_layer(tmp_path: Path) -> None:
    match = Match.new("efs2", "borisov", seed=3)
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "escape", "o", "4")
        assert table(app).overlay_name and table(app).said
        await press(pilot, "escape")
        assert not table(app).overlay_name and not table(app).said


@pytest.mark.rule("efs2:15.31")
async def test_guns_alone_beside_the_enemy_are_not_said_to_be_nobody(tmp_path: Path) -> None:
    match = Match.new("efs2", "borisov", seed=3)
    place = [{"unit": "art-xxxxviia", "hex": "B0130"}, {"unit": "rd-100", "hex": "B0131"}]
    match.edit({"clear": True, "place": place, "phase": "movement axis"})
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        table(app).go_to(match.c.hex("B0131"))
        await press(pilot, "escape", "x")
        told = " ".join(line.rpartition("│")[2].strip() for line in screen_text(app).splitlines())
        assert "No unit of yours that could attack stands beside it." in told


@pytest.mark.rule("efs2:22.42", "efs2:22.45")
async def test_an_engineer_that_could_blow_a_bridge_repairs_it_from_a_list_that_tells_the_chance(
    tmp_path: Path,
) -> None:
    """Of a bridge half repaired both can be done; what comes first is the repair, and no die falls unannounced."""
    match = Match.new("efs2", "borisov", seed=3)
    place = [{"unit": "mpi-xxxxvii", "hex": HERE}, {"unit": "td-13", "hex": "B0636"}]
    match.edit({"clear": True, "place": place, "phase": "engineering axis"})
    match.c.state.broken.update({f"{HERE}/{TARGET} road": 1, f"{HERE}/{TARGET} rail": 2})
    match.c.touch()
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        screen, lines = table(app), len(match.history)
        screen.go_to(match.c.hex(HERE))
        await press(pilot, "enter")
        screen.go_to(match.c.hex(TARGET))
        await press(pilot, "enter")
        assert len(match.history) == lines and "repair 47P road  50% (1-5) point 2 of 2" in screen_text(app)
        await press(pilot, "enter")
        assert match.history[-1].action.startswith("repair ")
