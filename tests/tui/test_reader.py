"""For screen readers: everything that changes is told as text, nothing is drawn with lines, the real cursor follows."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from saves import Store
from tests.games.ava.battles import NORTHWEST, TARGET, field
from tests.perf.terminal import Terminal
from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_left import FAR, sitting
from tui.app import StavkaApp, begin
from tui.draw.plain import ascii_only
from tui.game.controller import Controller
from tui.screens.text import TextScreen
from tui.settings.config import Settings, load_settings
from tui.table.transcript import Transcript, unit_sentence
from tui.widgets.list_box import ListBox


def smolensk(home: Path) -> Controller:
    return begin(
        Store(home / "saves"), "ava", "smolensk", seed=7, options={}, players={}, dice="program", overrides=None
    )


def told(app: StavkaApp) -> list[str]:
    """Everything that has been told so far."""
    return table(app).query_one("#transcript", Transcript).sentences


async def test_moves_answers_and_changes_are_told_in_lines(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path), reader=True)) as (app, pilot):
        assert any("Axis" in s and "ava:" in s for s in told(app)), "what is asked, and by which rule"
        count = len(told(app))
        await press(pilot, "l")
        new = told(app)[count:]
        screen = table(app)
        assert new[0].startswith(f"Hex {screen.controller.view.hex(screen.cursor)['hex']}, ")
        assert new[0] in screen_text(app)
        await press(pilot, "e")
        assert len(told(app)) > count + len(new), "an answer and what came of it"


async def test_an_answer_is_told_once_and_letters_with_their_hexes(tmp_path: Path) -> None:
    controller = begin(
        Store(tmp_path / "saves"), "ava", "smolensk", seed=7, options={"setup": "free"}, players={}, dice="program",
        overrides=None,
    )  # fmt: skip
    async with driven(start(tmp_path, controller, reader=True)) as (app, pilot):
        await press(pilot, "enter", "f")
        letters = table(app).hand.letters
        nearest = table(app).label(next(iter(letters)))
        assert told(app)[-1].startswith(f"a {nearest}") and told(app)[-1].endswith(".")
        await press(pilot, "a", "enter")
        placed = [s for s in told(app) if s.endswith(f"is set up in {nearest}.")]
        assert len(placed) == 1 and controller.match.log[-1].text == placed[0]


async def test_units_are_told_with_their_values_by_name(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path), reader=True)) as (app, pilot):
        screen = table(app)
        h = next(h for h, stack in sorted(screen.controller.view.stacks.items()) if len(stack) > 1)
        screen.go_to(h)
        screen._tell_hex()
        await press(pilot, "R")
        lines = told(app)
        stack = [s for s in lines if re.match(r"\d .*attack \d+, defence \d+, movement \d+, \d of \d steps?", s)]
        assert [s[0] for s in stack[-2:]] == ["1", "2"], "in the order of the stack"
        assert any("Smolensk" in s for s in lines) and any("points" in s for s in lines)
        assert any(s.startswith("Units on the map: ") for s in lines)


async def test_nothing_is_drawn_with_lines_and_the_cursor_follows(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path), reader=True)) as (app, pilot):
        screen = table(app)
        for keys in ((), ("l",), ("o",), ("escape", "x"), ("escape", "f1"), ("escape", "escape", "R")):
            await press(pilot, *keys)
            text = ascii_only(screen_text(app))
            assert "----" not in text.split("\n", 1)[1].replace("- - ", "")
            assert "| " not in "".join(text.split("\n")[-12:])
        await press(pilot, "l")
        x, y = screen.map.lines.layout.heart(screen.cursor)  # type: ignore[union-attr]
        offset = screen.map.scroll_offset
        region = screen.map.content_region
        assert tuple(app.cursor_position) == (region.x + x - offset.x, region.y + y - offset.y)
        await press(pilot, "o", "down")
        menu = screen.query_one("#menu", ListBox)
        row = app.cursor_position.y
        assert menu.items[1].text in screen_text(app).split("\n")[row], "the cursor stands on the marked line"


async def test_the_plan_of_an_attack_is_told(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path), reader=True)) as (app, pilot):
        await press(pilot, "x")
        plans = [s for s in told(app) if s.startswith("Attack on ")]
        assert plans and "against" in plans[-1]
        await press(pilot, "space")
        assert len([s for s in told(app) if s.startswith("Attack on ")]) == len(plans) + 1


async def test_in_ordinary_mode_the_situation_is_a_page(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        screen = table(app)
        assert not screen.query_one("#transcript", Transcript).display
        await press(pilot, "R")
        assert isinstance(app.screen, TextScreen)
        assert "Units on the map" in screen_text(app) and told_nothing(screen.query_one("#transcript", Transcript))


def told_nothing(transcript: Transcript) -> bool:
    """Whether the transcript was left alone."""
    return transcript.sentences == []


@pytest.mark.parametrize("size", [(80, 24), (62, 21), (50, 15), (160, 50)])
async def test_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path), reader=True), size) as (app, pilot):
        await press(pilot, "l", "R", "o", "escape", "p")
        transcript = table(app).query_one("#transcript", Transcript)
        assert transcript.display == (size != (50, 15))
        if transcript.display:
            assert transcript.size.height >= 4 and table(app).map.size.height >= 4


def test_the_setting(tmp_path: Path) -> None:
    assert not Settings().reader
    (tmp_path / "config.toml").write_text("reader = true\n")
    assert load_settings(tmp_path).reader


@pytest.mark.parametrize("words", [("--reader", "play", "ava"), ("play", "ava", "--reader")])
def test_on_a_terminal_whole_lines_are_sent_and_no_boxes(tmp_path: Path, words: tuple[str, ...]) -> None:
    terminal = Terminal(tmp_path, *words, "--seed", "5", warm=True)
    try:
        terminal.start()
        before = len(terminal.out)
        terminal.press(b"l", 0.3)
        sent = terminal.out[before:].decode()
        assert terminal.out.isascii()
        spoken = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "\n", sent)
        assert re.search(r"Hex [A-Z]?\d{4}, [a-z0-9 ,A-Z()]+\.", spoken), spoken
        assert not any(ord(c) > 0x2500 for c in sent)
    finally:
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.end()


async def test_the_keys_are_told_once_and_what_the_map_marks_with_each_hex(tmp_path: Path) -> None:
    match = field({"7pz": FAR, "10rd": TARGET}, phase="movement")
    async with driven(start(tmp_path, sitting(match), reader=True, hints=False)) as (app, pilot):
        assert sum("tab goes to what can act" in s for s in told(app)) == 1
        await press(pilot, "tab")
        screen = table(app)
        count = len(told(app))
        screen.go_to(match.c.board.find(FAR))
        screen._tell_hex()
        assert not any(" here" in s for s in told(app)[count:]), "the hex it stands in"
        near = screen.controller.view.reach(match.c.roster.find("7pz")).costs
        there = next(h for h in match.c.grid.adjacent[match.c.board.find(FAR)] if h in near)
        screen.go_to(there)
        screen._tell_hex()
        assert f"7Pz: can move here for {near[there]:g}." in told(app)
        screen.go_to(match.c.board.find(TARGET))
        screen._tell_hex()
        assert "7Pz: nothing can be done here; Enter says why." in told(app)


async def test_few_goals_are_named_and_many_letters_are_told_in_part(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), reader=True, hints=False)) as (app, pilot):
        await press(pilot, "tab")
        assert f"7Pz: attack; {TARGET} is marked" in told(app)
    match = field({"7pz": FAR, "10rd": TARGET}, phase="movement")
    async with driven(start(tmp_path, sitting(match), reader=True, hints=False)) as (app, pilot):
        await press(pilot, "tab", "f")
        letters = table(app).hand.letters
        assert table(app).cursor not in letters, "nobody jumps to where he stands"
        assert told(app)[-1].endswith(f" and {len(letters) - 26} more.") and len(letters) > 100


def test_what_is_out_of_communications_is_told_once() -> None:
    match = field({"10rd": TARGET, "7pz": NORTHWEST}, sources={"axis": ("S1510",), "soviet": (), "from_moscow": ()})
    told = unit_sentence(Controller(match, None), match.c.roster.find("10rd"))
    assert told.count("out of communications") == 1
