"""Driving the program by keys in tests, and reading its screen as text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import textual.app
import textual.pilot
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen

from engine.games import GAMES
from saves import Store
from tui.app import StavkaApp, begin
from tui.game.controller import Controller
from tui.program import Start
from tui.settings.config import Folders, Settings
from tui.settings.keys import Keymap, load_keymap
from tui.table.play import PlayScreen

Driver = Pilot[None]

SOON = 0.003
"""Seconds: what is to happen so soon belongs to what was done, such as the next slice of a computer player."""
PATIENCE = 1.0
"""Seconds that rest is waited for: a computer player may think without end. Tests of such players need less."""
READING = 60.0
"""Seconds that the first reading of the rule books is waited for."""
CALM = 3
"""Looks in a row that must find nothing to do."""


async def at_rest(least: float = 0.0) -> None:
    """Wait until nothing is left to do now or soon, and all is drawn; the library waits for an idle processor."""
    loop: Any = asyncio.get_running_loop()
    begun, calm = loop.time(), 0
    while calm < CALM and loop.time() - begun < (READING if _reads() else PATIENCE):
        await asyncio.sleep(0)
        calm = 0 if loop._ready else calm + 1
        due = min((h._when for h in loop._scheduled if not h._cancelled), default=begun + PATIENCE) - loop.time()
        if not loop._ready and due < SOON:
            await asyncio.sleep(max(due, 0.0))
            calm = 0
        elif calm == CALM and (_draw() or _make_lines()):
            calm = 0
    await asyncio.sleep(max(0.0, begun + least - loop.time()))


def _reads() -> bool:
    """Whether the rule books are being read for the first time, which may take long and comes to an end."""
    app = active_app.get(None)
    return app is not None and bool(app.screen_stack) and getattr(app.screen, "reading", False)


def _draw() -> bool:
    """What the program would do within a sixtieth of a second: take another size, draw. Whether there was anything."""
    app = active_app.get(None)
    if app is None or not app.screen_stack:
        return False
    if app._resize_timer is not None:
        app._check_resize()
        return True
    if app.screen._update_timer._active.is_set():
        app.screen._on_timer_update()
        return True
    return False


for module in (textual.app, textual.pilot):
    module.wait_for_idle = at_rest  # type: ignore[attr-defined]

_pause_of_the_library = Pilot.pause


async def _pause(self: Driver, delay: float | None = None) -> None:
    """A pause until all is at rest; the library would first send a message to every widget and await all answers."""
    if delay is None:
        await at_rest()
    else:
        await _pause_of_the_library(self, delay)


Pilot.pause = _pause  # type: ignore[assignment, method-assign]

_cut_for_a_terminal = Compositor.render_update


_undrawn: WeakKeyDictionary[Compositor, set[Region]] = WeakKeyDictionary()
"""What has changed on each screen since its lines were last made."""


def _rendered(
    self: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """What changed is drawn once all is at rest; where there is no terminal, no lines are cut into what is sent to it.

    ``screen_text`` reads all lines of all widgets, as ever.
    """
    if not active_app.get().is_headless:
        return _cut_for_a_terminal(self, full, screen_stack, simplify)
    _undrawn.setdefault(self, set()).update({self.size.region} if full else (), self._dirty_regions)
    self._dirty_regions.clear()
    return None


def _make_lines() -> bool:
    """Every widget on top that has changed makes its lines, once for all changes. Whether there was any."""
    app = active_app.get(None)
    changed = _undrawn.pop(app.screen._compositor, None) if app is not None and app.screen_stack else None
    if app is None or not changed:
        return False
    visible_screen_stack.set(app._background_screens)
    whole = app.screen._compositor.size.region
    crop = whole if whole in changed else Region.from_union(changed).intersection(whole)
    try:
        for _ in app.screen._compositor._get_renders(crop):
            pass
    except Exception as error:
        app._handle_exception(error)  # as the library does where it draws
    return True


Compositor.render_update = _rendered  # type: ignore[method-assign]


def screen_text(app: StavkaApp) -> str:
    """The screen as lines of text."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())


def start(home: Path, controller: Controller | None = None, keymap: Keymap | None = None, **settings: object) -> Start:
    """A program with folders of its own; computer players do not wait."""
    folders = Folders(home / "config", home / "saves", home / "state")
    chosen = Settings(bot_delay=0.0, turn_summary=False)._replace(**settings)  # type: ignore[arg-type]
    return Start(folders, chosen, keymap or default_keymap(), Store(folders.saves), controller)


@cache
def default_keymap() -> Keymap:
    """The keys of the program, read once for all tests; none of them changes it."""
    return load_keymap(None)


def game(home: Path, axis: str = "human", soviet: str = "human", dice: str = "program", seed: int = 7) -> Controller:
    """A fresh game of the toy, saved under ``home``."""
    return begin(
        Store(home / "saves"), "toy", "duel", seed=seed, options={}, players={"axis": axis, "soviet": soviet},
        dice=dice, overrides=None,
    )  # fmt: skip


@asynccontextmanager
async def driven(
    what: Start, size: tuple[int, int] = (80, 24), *, faulty: bool = False
) -> AsyncIterator[tuple[StavkaApp, Driver]]:
    """The program under a pilot. It survives faults of its own, so unless it is ``faulty`` there must be none."""
    app = StavkaApp(what)
    app.held_key = app.type_ahead = 0.0
    async with app.run_test(size=size) as pilot:
        await at_rest()
        yield app, pilot
        assert faulty or app.faults.told == []
        if app.controller is not None:
            app.controller.close()


async def press(pilot: Driver, *keys: str) -> None:
    """Keys one after another, each with its consequences."""
    for key in keys:
        await pilot.app._press_keys([key])
        await at_rest()


async def until(pilot: Driver, done: Callable[[], bool], tries: int = 2000) -> None:
    """Wait for something that happens on a timer."""
    for _ in range(tries):
        if done():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never happened")


def table(app: StavkaApp) -> PlayScreen:
    """The play screen on top."""
    assert isinstance(app.screen, PlayScreen), app.screen
    return app.screen


def only_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the toy as the only game there is."""
    # The last first: they are put back the other way round, and the first one is what the program proposes.
    for name in [g for g in reversed(GAMES) if g != "toy"]:
        monkeypatch.delitem(GAMES, name)
