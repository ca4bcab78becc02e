"""Flows of the large game by keys that a first turn does not have: sea movement, supply orders, winter, the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.games.pm.battles import MID, N
from tests.support.pm_position import at, column, position, unit
from tests.tui.driving import Driver, driven, press, screen_text, start, table
from tui.app import StavkaApp
from tui.game.controller import Controller


def at_table(match: Match) -> Controller:
    """One person plays both sides."""
    return Controller(match, None, hand_over=False)


async def go(pilot: Driver, app: StavkaApp, label: str) -> None:
    """Find a hex by its number."""
    await press(pilot, "g", *label.lower(), "enter")


def bar(app: StavkaApp) -> str:
    """The three lines at the foot."""
    return "\n".join(screen_text(app).splitlines()[-3:])


# ---------------------------------------------------------------------- the Black Sea
BLACK_SEA = {"rd-001": "2512S", "rd-002": "2512S", "cd-001": "2919S", "rd-009": "4022S", "50inf": "3120S"}


@pytest.mark.rule("pm:11.2", "pm:11.4")
async def test_by_sea_from_port_to_port_into_the_box_and_ashore(tmp_path: Path) -> None:
    match = position(BLACK_SEA, side="soviet", turn=5, boxes={"rd-005": "ports"}, dice=[1])
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        assert not table(app).menu.open, "units that move on the map are no list, though one waits beside it"
        await press(pilot, "w")
        assert "by sea 5 of 5 units may still go" in screen_text(app)
        # The list has who waits off the map alone; from there it sails to where the cursor is put.
        await press(pilot, "escape", "a")
        assert [i.text for i in table(app).menu.items] == ["pick RD", "sail RD ...", "end"]
        await press(pilot, "2")
        assert table(app).hand.selected == "rd-005"
        await go(pilot, app, "2919S")
        await press(pilot, "enter")
        assert at(match, "rd-005") == "2919S"
        await go(pilot, app, "2512S")
        await press(pilot, "enter", "m")
        assert "sail RD Southern Ports" in [i.text for i in table(app).menu.items]
        await press(pilot, "escape", "escape")
        # Two together invade, and nothing but the die is asked then.
        await go(pilot, app, "2512S")
        await press(pilot, "G")
        await go(pilot, app, "3120S")
        await press(pilot, "enter")
        assert "will invade 3120S" in screen_text(app)
        await press(pilot, "e", "e")
        assert match.c.step.id == "combat" and "2 units to attack 3120S" in screen_text(app)
        await go(pilot, app, "3120S")
        await press(pilot, "enter")
        assert "▸1 roll at" in screen_text(app) and "§11.4" in screen_text(app)
        await press(pilot, "enter")
        assert match.state.box[unit(match, "rd-001")] == "eliminated", "who does not get ashore is lost"


# ---------------------------------------------------------------------- supply orders
EAST = {"7pz": "4512N", "20pz": "4512N", "14mot": "4512N", "12inf": "4513N", "rd-001": "4613N", "26inf": "3017N"}


@pytest.mark.rule("pm:9.20")
async def test_a_supply_concentration_is_marked_by_stacks_and_not_forgotten(tmp_path: Path) -> None:
    match = position(EAST, phase="orders", turn=6)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        wanted = next(n for n, i in enumerate(table(app).menu.items) if i.text.startswith("concentrate"))
        await press(pilot, "home", *["down"] * wanted, "enter")
        assert not table(app).menu.open, "who gets a marker is chosen on the map"
        await press(pilot, "e")
        assert "5 supply concentration markers lie on nobody" in bar(app) and match.c.step.id == "orders"
        await go(pilot, app, "4512N")
        await press(pilot, "G")
        assert "3 of 18 markers placed" in screen_text(app)
        # A digit takes one of the stack out again, and puts it back.
        await press(pilot, "2")
        assert "2 of 18 markers placed" in screen_text(app)
        await press(pilot, "2")
        assert "3 of 18 markers placed" in screen_text(app)
        assert match.state.marked[unit(match, "7pz")] == 1  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- assaults
FRONT = {"7pz": "2510N", "20pz": "2510N", "14mot": "2510N", "12inf": "2509N", "rd-001": "2610N", "rd-002": "2808N"}


def front(**more: object) -> Match:
    """Armor and foot beside a weak division."""
    known = {"identities": {"rd-001": (1, 4, 5), "rd-002": (0, 1, 5)}, "tried": ("rd-001", "rd-002")}
    return position(FRONT, **{"turn": 2, **known, **more})  # type: ignore[arg-type]


@pytest.mark.rule("pm:14.6")
async def test_an_attack_that_is_made_up_can_be_planned_anew(tmp_path: Path) -> None:
    match = front(phase="combat", dice=[6])
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "2610N")
        await press(pilot, "x")
        assert "not now" not in screen_text(app), "who could join once the target is chosen is not kept from it"
        await press(pilot, "enter", "escape")
        assert len(match.c.frame.vars["attackers"]) == 4
        await press(pilot, "x", "1", "enter")
        assert len(match.c.frame.vars["attackers"]) == 3 and "▸1 roll at" in screen_text(app)
        await press(pilot, "escape", "x", "1", "enter")
        assert len(match.c.frame.vars["attackers"]) == 4, "who was left out joins again"
        await press(pilot, "enter")
        assert match.history[-1].action == "roll"


@pytest.mark.rule("pm:15.3", "pm:13.7")
async def test_in_snow_the_planner_sketches_the_prepared_assault_and_says_why_no_mobile_one(tmp_path: Path) -> None:
    match = front(weather="snow", turn=12)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "2610N")
        await press(pilot, "x")
        assert "Attack · prepared" in screen_text(app) and "it has a step of its own" in bar(app)
        await press(pilot, "enter")
        assert "Nothing is declared" in bar(app) and not match.history
        await press(pilot, "escape")
        await go(pilot, app, "2510N")
        await press(pilot, "G")
        await go(pilot, app, "2610N")
        await press(pilot, "enter")
        assert "No mobile assaults in snow. [pm:15.3]" in bar(app)


@pytest.mark.rule("pm:15.1")
async def test_foot_before_the_enemy_is_told_why_it_makes_no_mobile_assault(tmp_path: Path) -> None:
    async with driven(start(tmp_path, at_table(front()))) as (app, pilot):
        await go(pilot, app, "2509N")
        await press(pilot, "enter")
        await go(pilot, app, "2610N")
        await press(pilot, "enter")
        assert "12I is not mechanized: no mobile assault. [pm:15.1]" in bar(app)


# ---------------------------------------------------------------------- winter
@pytest.mark.rule("pm:14.40")
async def test_hedgehogs_are_formed_with_two_keys_each(tmp_path: Path) -> None:
    army = {"7pz": "4122N", "6inf": "4122N", "28inf": "4813N", "250sp": "4622N", "rd-001": "4723N"}
    match = position(army, turn=12, weather="snow", phase="hedgehogs")
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        assert "0 stand, 2 more can be formed" in screen_text(app)
        await press(pilot, "escape")
        await go(pilot, app, "4122N")
        await press(pilot, "enter", "tab", "enter")
        assert match.state.hedgehogs == ["4122N", "4813N"]  # type: ignore[attr-defined]
        await go(pilot, app, "4622N")
        await press(pilot, "enter")
        assert "No unit of German nationality is in 4622N" in bar(app) and "[pm:14.40]" in bar(app)
        await press(pilot, "u")
        assert len(match.state.hedgehogs) == 1  # type: ignore[attr-defined]


@pytest.mark.rule("pm:14.7")
async def test_the_result_of_the_last_assault_is_told_before_the_keyboard_passes(tmp_path: Path) -> None:
    army = {"12inf": "3010N", "td-001": "3110N"}
    match = position(army, side="soviet", phase="combat", identities={"td-001": (5, 4, 8)}, dice=[2])
    async with driven(start(tmp_path, Controller(match, None))) as (app, pilot):
        assert "Pass the keyboard to the player of the Soviet Union" in screen_text(app)
        await press(pilot, "enter", "X", "enter", "enter", "enter")
        assert match.side == "axis" and "Pass the keyboard to the player of the German side" in screen_text(app)
        assert "roll 2" in screen_text(app) and "is eliminated" in screen_text(app)


# ---------------------------------------------------------------------- upkeep
@pytest.mark.rule("pm:8.17")
async def test_going_on_never_declines_a_withdrawal(tmp_path: Path) -> None:
    match = position({"97j": "3418N", "12inf": ("3512N", 1)}, phase="upkeep", turn=9)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        menu = table(app).menu
        assert menu.items[menu.at].text == "withdraw 97J", "the list opens on what must be done"
        await press(pilot, "e")
        assert not match.history and "must be withdrawn first, or declined for 1 VP" in bar(app)
        await press(pilot, "escape", "w")
        assert "97J: to be withdrawn, or declined" in screen_text(app)
        assert "12I: reduced, one step makes it up" in screen_text(app)
        await press(pilot, "escape", "a", "enter")
        assert match.history[-1].action == "withdraw 97j"
        await press(pilot, "e")
        assert "1 could take" in bar(app) or "Not done yet: 12I" in bar(app), "a step of replacement is left"
        await press(pilot, "e")
        assert match.c.step.id != "upkeep"


# ---------------------------------------------------------------------- the end
@pytest.mark.rule("pm:4.6")
async def test_taking_moscow_ends_the_game_at_once_on_an_even_die(tmp_path: Path) -> None:
    match = position(
        {"20pz": "5017N", "12inf": "4917N", "rd-001": "5217N"}, turn=8, control={"5017N": "axis"}, dice=[4]
    )
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "g", *"20pz", "enter")
        assert table(app).hand.selected == "20pz", "a unit that is found and can move is in hand"
        await go(pilot, app, "5116N")
        await press(pilot, "enter")
        assert "German side wins, Moscow sudden death" in screen_text(app) and "+9  Moscow" in screen_text(app)


# ---------------------------------------------------------------------- von Paulus' Pause
@pytest.mark.rule("pm:9.19")
async def test_a_pause_is_declared_and_its_attacks_are_refused_by_its_rule(tmp_path: Path) -> None:
    match = front(memory={"pause": 2})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "2510N")
        await press(pilot, "G")
        await go(pilot, app, "2610N")
        await press(pilot, "enter")
        assert "[pm:9.19]" in bar(app)


# ---------------------------------------------------------------------- few keys
async def test_a_capital_letter_jumps_and_acts_there(tmp_path: Path) -> None:
    match = front()
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "2509N")
        await press(pilot, "enter", "f")
        label, letter = next((match.c.label(h), code) for h, code in table(app).hand.letters.items())
        await press(pilot, letter.upper())
        assert match.history[-1].action == f"move 12inf {label}" and at(match, "12inf") == label


@pytest.mark.rule("pm:7.3")
async def test_too_many_in_a_hex_tells_the_rule_that_is_broken(tmp_path: Path) -> None:
    army = {"50inf": "1909S", "ro-5inf": "1909S", "72inf": "1908S", "rd-001": "2210S"}
    match = position(army)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "1908S")
        await press(pilot, "enter")
        await go(pilot, app, "1909S")
        await press(pilot, "enter")
        assert "Too many in 1909S" in bar(app) and "(pm:7.3)" in bar(app)
        await press(pilot, "w")
        assert "German" in screen_text(app) and "§7.3" in screen_text(app)


# ---------------------------------------------------------------------- aerial supply
@pytest.mark.rule("pm:9.18")
async def test_aerial_supply_is_flown_and_lifted_with_the_hex_in_words(tmp_path: Path) -> None:
    match = position(EAST, phase="orders", turn=6)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await press(pilot, "escape")
        await go(pilot, app, "4512N")
        await press(pilot, "enter", "enter")
        assert "aerial-1" in column(match, "carries")
        items = table(app).menu.items
        lift = next(n for n, i in enumerate(items) if i.text.startswith("lift"))
        assert items[lift].note == "in 4512N"
        await press(pilot, "home", *["down"] * lift, "enter")
        assert column(match, "carries") == {}
        assert "The aerial supply for 4512N ends." in screen_text(app)


# ---------------------------------------------------------------------- a set-up by hand
@pytest.mark.rule("pm:3.2")
async def test_kinds_to_put_tell_how_many_are_left(tmp_path: Path) -> None:
    match = Match.new("pm", "campaign", seed=3, options={"setup_soviet": "hand"})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "2006N")
        await press(pilot, "enter")
        notes = {i.value.args[1]: i.note for i in table(app).menu.items}
        assert notes["rd"] == "FZ 52, IZ 114" and notes["cd"] == "FZ 5, IZ 4"
        await press(pilot, "1", "m")
        left = {i.value.args[1]: i.note for i in table(app).menu.items if i.value.verb == "put"}
        assert left["cd"] == "FZ 4, IZ 4" and "FZ 52, IZ 114" in screen_text(app)
        assert not match.view("axis").named(), "the other side is not told"


# ---------------------------------------------------------------------- siege artillery
@pytest.mark.rule("pm:14.41")
async def test_the_siege_artillery_is_organized_and_what_cannot_be_called_is_not_offered(tmp_path: Path) -> None:
    army = {"7pz": "3418N", "12inf": "3318N", "rd-001": "3714N"}
    match = position(
        army, phase="german-reinforcement", turn=4, control={"3418N": "axis"}, boxes={"arko": "aside"}
    )  # fmt: skip
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        assert "Call out siege artillery? (pm:14.41)" in screen_text(app)
        await press(pilot, "2", "enter")
        assert at(match, "arko") == "3418N" and "security" not in bar(app)


# ---------------------------------------------------------------------- Soviet reinforcements
@pytest.mark.rule("pm:8.7", "pm:6.5")
async def test_a_full_city_and_an_early_end_are_refused_by_what_is_in_the_way(tmp_path: Path) -> None:
    waiting = {f"rd-{n:03d}": "arriving" for n in range(50, 75)}
    match = position(
        {"7pz": "2510N", "rd-001": "4201N"}, phase="soviet-reinforcement", side="soviet", turn=3, boxes=waiting
    )
    assert match.c.step.id == "soviet-reinforcement"
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "4201N")
        await press(pilot, "enter")
        items = table(app).menu.items
        wanted = next(n for n, i in enumerate(items) if i.value.verb == "fill" and i.value.args[1] == "rd")
        assert items[wanted].note.endswith("left")
        await press(pilot, "home", *["down"] * wanted, "enter")
        await go(pilot, app, "4201N")
        await press(pilot, "enter")
        assert "the limit is 10. [pm:6.5]" in bar(app), "no word of conversions that are not asked for"
        await press(pilot, "e")
        assert "put them on the map or hold them back" in bar(app) and "[pm:8.7]" in bar(app)


@pytest.mark.rule("pm:14.1")
async def test_an_enemy_out_of_reach_is_refused_as_such(tmp_path: Path) -> None:
    async with driven(start(tmp_path, at_table(front(phase="combat")))) as (app, pilot):
        await go(pilot, app, "2808N")
        await press(pilot, "enter")
        assert "No unit of yours can attack 2808N. [pm:14.1]" in bar(app)


# ---------------------------------------------------------------------- aircraft of a stack that parts
PARTING = {"61inf": N, "1inf": N, "rd-001": MID}


@pytest.mark.rule("pm:R51", "pm:10.2")
async def test_the_plan_and_the_odds_list_say_whether_aircraft_stay_with_their_unit(tmp_path: Path) -> None:
    match = position(PARTING, phase="combat", ground={}, boxes={"viii-fk": "air"}, carries={"viii-fk": "61inf"})
    async with driven(start(tmp_path, at_table(match)), size=(120, 40)) as (app, pilot):
        await go(pilot, app, MID)
        await press(pilot, "x")
        plan = table(app).tally.plan
        assert plan is not None and not plan.riders, "they go with their own unit"
        await press(pilot, str(plan.candidates.index(unit(match, "61inf")) + 1))
        assert "a VIIIFK goes along" in screen_text(app) and "VIIIFK supports" in screen_text(app)
        await press(pilot, "a")
        assert "a VIIIFK stays" in screen_text(app) and "VIIIFK stays with 61I" in screen_text(app)
        await press(pilot, "enter")
        assert column(match, "memory").get("stays viii-fk") and "follow VIIIFK" in screen_text(app), (
            "said before the roll"
        )
        await press(pilot, "2")
        assert not column(match, "memory").get("stays viii-fk") and "stay VIIIFK" in screen_text(app)
        await press(pilot, "2", "1")
        assert column(match, "carries") == {"viii-fk": "61inf"} and not match.c.frame.vars.get("attackers")


@pytest.mark.rule("pm:R51", "pm:15.5")
async def test_aircraft_told_to_stay_stay_out_of_a_mobile_assault(tmp_path: Path) -> None:
    units = {"6pz": N, "1inf": N, "rd-001": MID}
    match = position(units, ground={}, turn=6, boxes={"i-fk": "air"}, carries={"i-fk": "1inf"}, dice=[6])
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, MID)
        await press(pilot, "x", "a", "enter")
        assert "follow" in screen_text(app) and "10 against" in bar(app)
        await press(pilot, "1")
        assert column(match, "carries") == {"i-fk": "1inf"} and match.history[-1].action.startswith("assault 6pz")
