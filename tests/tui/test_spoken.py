"""Names on the screen are what is typed and told: short names, towns, all numbers of a hex; ids are for the engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.components.errors import BadInput
from engine.components.roster import Roster
from engine.play.match import Match
from engine.players import make
from tests.games.ava.battles import TARGET, field
from tests.support.position import position
from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_left import FAR, segment, sitting
from tui.game.decision import Decision
from tui.game.find import Index
from tui.game.names import action_words, in_words
from tui.game.spoken import Spoken
from tui.screens.simple import deed_lines
from tui.widgets.list_box import Item, ListBox
from tui.widgets.menu import Ask
from tui.widgets.panels import hex_lines, hex_sentence


@pytest.fixture(scope="module")
def leningrad() -> Match:
    """A fresh game whose sheet shares rows with another one."""
    return Match.new("ava", "leningrad", seed=7)


# ---------------------------------------------------------------------- hexes with two numbers
def test_a_hex_is_found_by_the_number_of_either_sheet(leningrad: Match) -> None:
    index = Index(leningrad.view("axis"))
    for typed in ("L1522", "l1522", "1522", "S1502"):
        found = index.search(typed)[0]
        assert found.hex == leningrad.data.board.index["S1502"] and found.text.startswith("S1502 = L1522")


def test_both_numbers_stand_in_the_panel_and_are_read_aloud(leningrad: Match) -> None:
    controller = sitting(leningrad)
    h = leningrad.data.board.index["S1502"]
    assert "S1502 = L1522" in "".join(text for text, _ in hex_lines(controller, h, None, 24, False)[0])
    assert hex_sentence(controller, h).startswith("S1502 (L1522 on the other sheet)")


async def test_the_rules_page_leads_to_a_hex_of_an_example(leningrad: Match, tmp_path: Path) -> None:
    async with driven(start(tmp_path, sitting(leningrad))) as (app, pilot):
        await press(pilot, "/", *"L1522")
        assert "S1502 = L1522" in screen_text(app) and "Enter goes there" in screen_text(app)
        await press(pilot, "enter")
        assert table(app).label(table(app).cursor) == "S1502"
        await press(pilot, "/", *"L9922")
        assert "hex " not in screen_text(app).splitlines()[2]


async def test_every_list_finds_a_hex_by_both_of_its_numbers(leningrad: Match, tmp_path: Path) -> None:
    async with driven(start(tmp_path, sitting(leningrad))) as (app, pilot):
        menu = table(app).menu
        menu.start(Ask("To", lambda *_: None, (Item("7Pz: S1502"), Item("S1503"), Item("290I", note="S1502"))))
        await press(pilot, "slash", *"l1522")
        assert [i.text for i in menu.items] == ["7Pz: S1502", "290I"]
        menu.close()
        for key in ("question_mark", "L"):
            await press(pilot, key)
            box = app.screen.query_one(ListBox)
            box.text = "attack 1522"
            fitting = [
                box.fits(Item(words)) for words in ("attack S1502", "attack S1522", "move S1502", "attack S1503")
            ]
            assert fitting == [True, True, False, False]
            await press(pilot, "escape")


# ---------------------------------------------------------------------- typing
@pytest.mark.parametrize(
    "typed", ["move 7Pz S1808", "move 7pz s1808", "MOVE 7PZ S1808", "move 7th panzer division S1808"]
)
def test_an_action_is_typed_in_any_name_of_its_unit(typed: str) -> None:
    match = segment({"7pz": FAR, "10rd": TARGET})
    spoken = Spoken(Decision(match), match.view())
    assert str(spoken.action(typed)) == "move 7pz S1808"


def test_signs_and_gaps_within_a_name_do_not_matter_and_towns_are_hexes() -> None:
    match = position({"s-hq-3a": "S2610", "7pz": "S2010"})
    spoken = Spoken(Decision(match), match.view())
    minsk = match.data.board.labels[next(p for p in match.data.board.places if p.name == "Minsk").hexes[0]]
    assert spoken.action("move 7-PZ Minsk").args == ("7pz", minsk)
    with pytest.raises(BadInput, match=r"is it .*Minsk"):
        spoken.action("move 7pz Misnk")


async def test_suggestions_are_in_names_and_play(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, ":", *"move ")
        assert [i.text for i in table(app).menu.items] == ["move 7Pz"]
        await press(pilot, *"7Pz S1808")
        assert table(app).menu.items[0].text == "move 7Pz S1808"
        await press(pilot, "enter")
        assert match.history[-1].action == "move 7pz S1808"
        await press(pilot, "u")
        assert "Taken back: move 7Pz S1808" in screen_text(app)


# ---------------------------------------------------------------------- ids
def leaks(roster: Roster, text: str) -> set[str]:
    """Ids in a text that are nobody's short name."""
    shown = {*roster.short, *(word for name in roster.name for word in name.split())}
    ids = {i for i in roster.ids if re.search(r"\d", i) or "-" in i} - shown
    return ids.intersection(re.findall(r"[\w-]+", text))


def told(match: Match) -> Iterator[str]:
    """What a screen tells of the moment."""
    decision, view = Decision(match), match.view(match.side)
    yield match.prompt.text
    for choice in decision.choices:
        yield f"{choice.text} {choice.note} {choice.unit}"
    yield from (task.text for task in view.tasks())
    yield from (row for track in view.tracks() for row in track.lines)
    yield from (f"{n.title} {n.where} {n.note}" for n in view.named())
    yield from (e.text for e in view.log(last=20))
    if match.history:
        yield action_words(match.data, match.history[-1].action)


@pytest.mark.parametrize(("game", "scenario"), [("ava", "leningrad"), ("pm", "campaign")])
def test_no_id_is_shown_in_the_first_steps_of_a_game(game: str, scenario: str) -> None:
    match, player = Match.new(game, scenario, seed=3), make("random", 3)
    for _ in range(40):
        found = leaks(match.data.roster, "\n".join(told(match)))
        assert found == set(), (match.c.step.id, found)
        match.play(player.choose(match)[0])


def test_refusals_and_reports_repeat_names() -> None:
    match = field({"7pz": FAR, "10rd": TARGET})
    data = match.data
    assert in_words(data, "'7pz' cannot; choose among: s-hq-11a, 84md.").count("Pz") == 1
    assert leaks(data.roster, in_words(data, "'7pz' cannot; choose among: s-hq-11a, 84md.")) == set()
    assert in_words(data, "There is no 'end' here, 10-7-12.") == "There is no 'end' here, 10-7-12."
    controller = sitting(match)
    controller._decision = None
    rows = deed_lines(controller, [], 0, 60)
    assert "No computer player has acted" in "".join(text for row in rows for text, _ in row)
