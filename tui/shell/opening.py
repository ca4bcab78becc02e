"""Opening the screen: everything that can be wrong is found before, everything is put back after."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from tui.shell.errors import Refused
from tui.shell.places import store_of

if TYPE_CHECKING:
    from saves import Store
    from tui.game.controller import Controller
    from tui.settings.config import Folders

KEPT = "TEXTUAL_DISABLE_KITTY_KEY"
"""The one variable of the screen library that players need: for terminals that do not know the keyboard protocol."""
GARBAGE = 10_000, 10, 10
"""Objects made, and looks at younger ones, until garbage is looked for: a game makes thousands with every action."""


def open_screen(
    args: argparse.Namespace, make: Callable[[Folders, Store], Controller | None], *, rules: str = ""
) -> int:
    """Open the screen with a game made by ``make``, or with rules. What can be wrong is found before it opens."""
    import gc

    _ours_alone(os.environ)
    # What is made until the first screen stands lives to the end: looking through it for garbage is time lost.
    gc.disable()
    try:
        return _opened(args, make, rules)
    finally:
        gc.enable()


def _opened(args: argparse.Namespace, make: Callable[[Folders, Store], Controller | None], rules: str) -> int:
    from engine.components.errors import BadInput
    from engine.components.load import DataError
    from saves import SaveError
    from saves.signals import install
    from tui.settings.config import load_settings
    from tui.settings.keys import load_keymap
    from tui.words.parsed import use

    parsed = use()
    folders, store = store_of(args)
    settings, keymap = load_settings(folders.config), load_keymap(folders.config)
    settings = settings._replace(reader=settings.reader or args.reader)
    _check_terminal()
    try:
        controller = make(folders, store)
    except (BadInput, DataError, SaveError, OSError) as error:
        raise Refused(str(error)) from None
    except (LookupError, TypeError, AttributeError, ArithmeticError, ValueError) as error:
        if not folders.overrides.is_dir():
            raise
        from tui.shell.datacheck import unplayable

        raise Refused(f"{folders.overrides}: {unplayable(error)}") from None
    if parsed is not None:
        parsed.keep()  # now, as a terminal that goes away leaves no time for it
    from tui.app import StavkaApp
    from tui.program import Start
    from tui.terminal import prepare

    app = StavkaApp(Start(folders, settings, keymap, store, controller, rules=rules))
    install_patch(app)
    prepare(app, folders.state)
    put_back = install(lambda: _hang_up(app))
    app.call_later(collect_again)
    if parsed is not None:
        app.call_later(parsed.keep)  # and what the first screen has read
    try:
        # Keys do everything; without the mouse the terminal's own marking and copying stays as it is.
        app.run(mouse=False)
    finally:
        put_back()
        if app.controller is not None:
            app.controller.close()
    return app.return_code or 0


def _ours_alone(environ: MutableMapping[str, str]) -> None:
    """Take away what makes the screen library load a driver, press keys, write logs and pictures, or fail."""
    for name in [name for name in environ if name.startswith("TEXTUAL") and name != KEPT]:
        del environ[name]


def collect_again() -> None:
    """The first screen stands: collect garbage from now on, but only what is made from now on."""
    import gc

    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def install_patch(app: Any) -> None:
    """Send only what changed on screen, where the drawing layer can."""
    from tui.draw.bytes_patch import install

    install(app)


def _hang_up(app: Any) -> None:
    """The terminal is gone or the system wants us to end: give the lock back, the rest is on the disk."""
    if app.controller is not None:
        app.controller.close()
    from tui.terminal import hang_up

    hang_up(app)


def _check_terminal() -> None:
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Refused("a screen needs a terminal; 'stavka engine' and 'stavka rules' work without one")
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise Refused("this terminal (TERM) cannot place a cursor; 'stavka engine' and 'stavka rules' work here")
