"""Finding by any part of a name, jumping by letters, and lists that narrow as one types."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import process_time

import pytest

from engine.play.match import Match
from tests.support.position import position
from tests.tui.driving import at_rest, driven, press, screen_text, start, table
from tests.tui.test_screens import smolensk
from tui.game.controller import Controller
from tui.game.find import Index, fold, slip
from tui.game.jumps import ALPHABET, MOST, codes


def named(match: Match, text: str, side: str = "axis") -> list[tuple[str, str]]:
    """Names and whereabouts of the first finds."""
    return [(e.text, e.where) for e in Index(match.view(side)).search(text)[:5]]


@pytest.fixture(scope="module")
def new() -> Match:
    """A fresh game of Smolensk."""
    return Match.new("ava", "smolensk", seed=7)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("7pz", "7Pz"), ("7 panzer", "7Pz"), ("PANZER 7", "7Pz"), ("mínsk", "Minsk"), ("mins", "Minsk"),
        ("misnk", "Minsk"), ("brest", "Brest-Litovsk"), ("litovsk", "Brest-Litovsk"), ("smolnesk", "Smolensk"),
        ("s0915", "S0915"), ("0915", "S0915"), ("guderian", "Guderian chit"), ("gudrian", "Guderian chit"),
        ("dneper", "Dnieper"),
    ],
)  # fmt: skip
def test_what_is_typed_need_not_be_exact(new: Match, typed: str, first: str) -> None:
    assert named(new, typed)[0][0] == first


def test_of_two_hexes_with_one_number_the_nearer_is_meant() -> None:
    match = Match.new("ava", "leningrad", seed=7)
    view, index = match.view("axis"), match.data.board.index
    for place, first in (("S0509", "S0610"), ("L0605", "L0610")):
        assert Index(view, index[place]).search("0610")[0].text.split()[0] == first


def test_a_number_alone_finds_units_and_hexes(new: Match) -> None:
    entries = Index(new.view("axis")).search("24")
    assert any(e.unit for e in entries) and any(e.text.endswith("24") and not e.unit for e in entries)
    assert entries.index(next(e for e in entries if e.unit)) < entries.index(next(e for e in entries if e.order == 9))


def test_units_off_the_map_tell_where_they_are_and_when_they_come() -> None:
    match = position({"7pz": "S2010"}, boxes={"12pz": "track 4", "3pz": "eliminated", "4pz": "available"})
    assert named(match, "12pz")[0] == ("12Pz", "on the turn track: available from turn 4")
    assert "eliminated" in named(match, "3pz")[0][1] and "Reinforcements" in named(match, "4pz")[0][1]
    assert named(match, "7pz")[0] == ("7Pz", "S2010")


def test_secret_chits_are_not_told() -> None:
    match = position({"7pz": "S2010"}, chits={"guderian": "hand"})
    assert "in hand" in named(match, "guderian")[0][1]
    assert "not known to you" in named(match, "guderian", "soviet")[0][1]


def test_nonsense_finds_nothing_and_folding_knows_foreign_letters(new: Match) -> None:
    assert named(new, "nowhere") == [] and named(new, "  ") == [] and named(new, "zzz 7") == []
    assert (fold("Łódź"), fold("Köthen"), fold("Straße")) == ("lodz", "kothen", "strasse")


@pytest.mark.parametrize(
    ("typed", "known", "same"),
    [
        ("minks", "minsk", True), ("minss", "minsk", True), ("minskk", "minsk", True), ("mnsk", "minsk", True),
        ("smolnesc", "smolensk", True), ("bres", "brest", True), ("min", "man", False), ("1234", "1235", False),
        ("abcd", "efgh", False),
    ],
)  # fmt: skip
def test_a_slip_of_the_finger(typed: str, known: str, same: bool) -> None:
    assert slip(typed, known) == same


def test_a_search_in_the_campaign_is_fast() -> None:
    view = Match.new("ava", "campaign", seed=1).view("axis")
    index = Index(view)
    times = []
    for text in ("i", "in", "inf", "infa", "24", "mogliev", "rifle division", "xqzwv", "s12"):
        begun = process_time()
        index.search(text)
        times.append((process_time() - begun) * 1000)
    assert median(times) < 30 and max(times) < 90, times


async def test_find_goes_there_or_tells_where_it_is(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        play = table(app)
        await press(pilot, "g", *"mogil", "enter")
        assert play.controller.match.data.board.place_at[play.cursor].name == "Mogilev"
        here = play.cursor
        u = next(u for u, box in enumerate(play.controller.match.state.box) if box.startswith("turn "))
        await press(pilot, "g", *play.controller.match.data.roster.ids[u])
        assert "enters over" in screen_text(app)
        await press(pilot, "enter")
        assert play.cursor == here and "is not on the map: enters over the map edge on turn" in screen_text(app)


# ---------------------------------------------------------------------- letters
@pytest.mark.parametrize("count", [0, 1, 26, 27, 51, 52, 100, 676, 9999])
def test_codes_are_short_and_none_begins_another(count: int) -> None:
    found = codes(count)
    assert len(found) == len(set(found)) == min(count, MOST)
    assert not any(a != b and b.startswith(a) for a in found for b in found)
    assert [len(c) for c in found] == sorted(len(c) for c in found)
    if count == 27:
        assert [len(c) for c in found].count(1) == len(ALPHABET) - 1


@pytest.mark.parametrize("zoom", ["far", "middle", "near"])
async def test_two_letters_reach_any_target_at_every_zoom(tmp_path: Path, zoom: str) -> None:
    async with driven(start(tmp_path, moving(tmp_path), zoom=zoom), size=(120, 40)) as (app, pilot):
        play = table(app)
        decision = play.controller.decision
        subject = max(decision.subjects, key=lambda s: len(decision.targets(s)))
        place = decision.place(subject)
        assert place is not None
        play.go_to(place)
        play.acting.select(subject)
        await press(pilot, "f")
        letters = dict(play.hand.letters)
        assert len(letters) > 26 and {len(c) for c in letters.values()} == {1, 2}
        grid = play.controller.match.data.board.grid
        near = [grid.distance(play.cursor, h) for h, c in letters.items() if len(c) == 1]
        assert max(near) <= min(grid.distance(play.cursor, h) for h, c in letters.items() if len(c) == 2)
        target, code = next((h, c) for h, c in letters.items() if len(c) == 2 and play.map.in_view(h))
        drawn = play.map.lines
        assert drawn is not None and code in "\n".join(drawn.text(0, drawn.layout.size[1]))
        await press(pilot, code[0])
        assert set(play.hand.letters.values()) == {c[1] for c in letters.values() if len(c) > 1 and c[0] == code[0]}
        await press(pilot, code[1])
        assert play.cursor == target and not play.hand.letters


def moving(home: Path) -> Controller:
    """Smolensk in the first Movement Segment of the Axis."""
    controller = smolensk(home)
    while controller.match.c.step.id != "movement" or controller.match.side != "axis":
        choice = controller.match.prompt.default or controller.decision.plain[-1]
        controller.bot_step() if controller.bot_turn else controller.play(choice)
    return controller


# ---------------------------------------------------------------------- lists
async def test_letters_narrow_a_list_numbers_pick_and_esc_clears_first(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        play = table(app)
        await press(pilot, "o", *"/zon")
        assert [i.text for i in play.menu.items] == ["Enemy zones of control"] and "/ zon" in screen_text(app)
        await press(pilot, "escape")
        assert play.menu.open and play.menu.text == "" and len(play.menu.items) > 3
        await press(pilot, *"/zon", "enter")
        assert play.overlay_name == "zoc"
        await press(pilot, "o", "2")
        assert play.overlay_name == "supply"
        await press(pilot, "o", *"/zx", "backspace", "1")
        assert play.overlay_name == ""


async def test_beside_the_list_of_a_decision_end_and_undo_keep_their_keys(tmp_path: Path) -> None:
    match = position({"s-hq-3a": "S2610", "10rd": "S2611", "hq-2pzg": "S2010"}, phase="turn", turn=3)
    match.meta["player.axis"] = "random"
    async with driven(start(tmp_path, Controller(match, None))) as (app, pilot):
        play = table(app)
        assert play.menu.open and match.side == "soviet"
        before = len(match.history)
        await press(pilot, "e")
        assert len(match.history) == before + 1
        await press(pilot, "u")
        assert len(match.history) == before and play.menu.open
        await press(pilot, *"/s2610")
        assert len(match.history) == before and len(play.menu.items) == 1
        assert "S2610, 1 unit" in play.menu.items[0].note
        assert play.label(play.cursor) == "S2610", "the cursor shows where the headquarters stands"
        await press(pilot, *["backspace"] * 5, "/", "3", "a")
        assert play.menu.text == "3a" and len(match.history) == before


async def test_a_letter_that_begins_a_name_is_typed_and_pressed_twice_a_key(tmp_path: Path) -> None:
    match = position({"s-hq-3a": "S2610", "10rd": "S2611", "hq-2pzg": "S2010"}, phase="turn", turn=3)
    match.meta["player.axis"] = "random"
    async with driven(start(tmp_path, Controller(match, None))) as (app, pilot):
        play, before = table(app), len(match.history)
        items = tuple(i._replace(text=f"{i.text} and 2U77 Eleventh") for i in play.menu.items)
        assert play.menu.ask is not None
        play.open_menu(play.menu.ask._replace(items=items, numbers=False))
        await at_rest()
        assert "uu undo" in screen_text(app) and " ee " in screen_text(app)
        await press(pilot, "u")
        assert play.menu.text == "u" and "u once more: undo" in play.said and "uu undo" not in screen_text(app)
        await press(pilot, "7")
        assert play.menu.text == "u7" and "whole list" in screen_text(app)
        await press(pilot, "escape", "e", "escape")
        assert play.menu.text == "" and len(match.history) == before and play.menu.open
        await press(pilot, "e", "e")
        assert len(match.history) == before + 1
        await press(pilot, "L")
        assert app.screen is not play, "no name begins so: the letter is a key at once"


async def test_beside_two_answers_all_letters_keep_their_keys(tmp_path: Path) -> None:
    controller = smolensk(tmp_path)
    while len(controller.decision.choices) > 3 or not controller.decision.listed:
        controller.bot_step() if controller.bot_turn else controller.play(
            controller.match.prompt.default or controller.decision.plain[-1]
        )
    async with driven(start(tmp_path, controller)) as (app, pilot):
        assert table(app).menu.open and "a-z" not in screen_text(app) and "r report" in screen_text(app)
        await press(pilot, "v")
        assert "Score" in screen_text(app)
        await press(pilot, "escape", "g")
        assert "Find unit" in screen_text(app)
