"""What the style sheet keeps is what the library would find anew."""

from __future__ import annotations

from pathlib import Path

from textual.css.stylesheet import Stylesheet

from tests.games.ava.battles import NORTHWEST, TARGET
from tests.support.position import play
from tests.tui.driving import at_rest, driven, press, start
from tests.tui.test_left import segment, sitting
from tui.app import StavkaApp


def found_anew(app: StavkaApp) -> list[str]:
    """Parts of all screens whose styles are others once the library has matched them, and how many there are."""
    wrong, sheet, screens = list[str](), app.stylesheet, app.screen_stack
    parts = [part for screen in screens for part in screen.walk_children(with_self=True)]
    assert len(parts) > len(screens)
    for part in parts:
        before, marks = dict(part.styles.base._rules), (part._has_hover_style, part._has_focus_within)
        Stylesheet.apply(sheet, part)
        after = dict(part.styles.base._rules)
        if repr(before) != repr(after) or marks != (part._has_hover_style, part._has_focus_within):
            wrong.append(f"{part}: {set(map(repr, before.items())) ^ set(map(repr, after.items()))}")
    return wrong


async def test_every_part_has_the_styles_that_the_library_finds(toy: str, tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        # The attack panel, a list, another panel; pages over the game; the rules; other sizes with lists and panels.
        for keys in (("x",), ("escape", "o"), ("escape", "p"), ("question_mark",), ("escape", "F1"), ("escape", "/")):
            await press(pilot, *keys)
            assert found_anew(app) == [], keys
        await press(pilot, "escape", "escape")
        for size in ((62, 21), (160, 50), (30, 10), (100, 30)):
            await pilot.resize_terminal(*size)
            await press(pilot, "o")
            assert found_anew(app) == [], size
            await press(pilot, "escape")
        app.change_setting("theme", "light")
        await at_rest()
        assert found_anew(app) == []


async def test_parts_that_are_alike_are_matched_once(toy: str, tmp_path: Path) -> None:
    made = list[object]()
    for _ in range(2):
        async with driven(start(tmp_path)) as (app, pilot):
            await press(pilot, "n", "escape")
            made.append(app.stylesheet._of_rules().found)  # type: ignore[attr-defined]
    assert made[0] is made[1] and made[0]
