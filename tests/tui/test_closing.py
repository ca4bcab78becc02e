"""Screens that are closed while something is still to be done in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.driving import driven, game, start, table


async def test_what_was_left_for_later_is_not_done_in_a_screen_that_is_being_closed(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with driven(start(tmp_path, game(tmp_path, soviet="random"))) as (app, pilot):
        screen, done = table(app), list[str]()

        def at_once(work: Callable[[], object]) -> bool:
            work()
            return True

        monkeypatch.setattr(screen, "call_after_refresh", at_once)
        screen.later(done.append, "open")
        app.go_home()
        assert len(screen.children), "its widgets go one by one, and have not all gone yet"
        screen.later(done.append, "closing")
        assert done == ["open"]
        await pilot.pause()
