"""Saves made to hurt, on the screen: listed and refused in sentences that hold nothing a terminal would obey."""

from __future__ import annotations

import re
from pathlib import Path

from saves import Store, export
from saves.codec import MAGIC, seal
from tests.saves.test_hostile import BOMBS
from tests.trials.table import Tally
from tests.tui.driving import driven, game, press, screen_text, start

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


async def test_no_control_character_of_a_save_reaches_the_screen(toy: str, tmp_path: Path, tally: Tally) -> None:
    tally.of("hostile screens", "each hostile text as a game in the list, opened: no control character on the screen")
    game(tmp_path).close()
    store = Store(tmp_path / "saves")
    for number, (name, text) in enumerate(BOMBS.items()):
        folder = store.folder / f"bomb-{number}"
        folder.mkdir()
        data = text.encode("utf-8", "surrogatepass")
        if len(data) < 3_900_000:
            data = seal(MAGIC.encode() + b"\nformat = 1\n" + data + b"\n")
        (folder / "game.toml").write_bytes(data)
        export(store.open(store.latest() or "").match, folder / "x.toml", title=f"\x1b[2J\u202e{name}")
    async with driven(start(tmp_path), (100, 30)) as (app, pilot):
        app.open_saves()
        await pilot.pause(0.2)
        shown = 0
        for _ in range(len(BOMBS)):
            with tally.one():
                text = screen_text(app)
                assert not CONTROL.search(text)
                shown += "bomb-" in text
            await press(pilot, "down")
        assert shown
        for number, name in enumerate(BOMBS):
            with tally.one(name):
                told = app.resume(f"bomb-{number}")
                assert told and not CONTROL.search(told)
