"""Makes Textual write only the cells that changed, which matters over a slow line.

Textual 8 sends a whole widget line up to the right end of what is dirty, each run between two colour codes, and paints
the first screen three times. Here a shadow of the terminal's screen is kept and only differences are written. It
replaces ``App._display`` of one app; if the parts it relies on look different than expected, nothing is replaced and
the program runs as Textual made it.
"""

from __future__ import annotations

import asyncio
import inspect
import os
from typing import Any

import textual
from rich.cells import cell_len
from rich.color import ColorSystem
from textual import _compositor
from textual.app import App
from textual.strip import Strip

from engine.components.shipped import version_beside
from tui.draw.plain import ascii_only
from tui.draw.shadow import CONTINUED, Shadow, erases

SYNC = 400
"""From so many characters on an update is bracketed as one frame for terminals that can do that."""

ATTRIBUTE = "textual_bytes_patch"


def supported() -> bool:
    """Whether this Textual has the shape that the patch was written for."""
    try:
        if int(_version().split(".")[0]) != 8:
            return False
        display = list(inspect.signature(App._display).parameters)
        chops = list(inspect.signature(_compositor.ChopsUpdate.__init__).parameters)
        layout = list(inspect.signature(_compositor.LayoutUpdate.__init__).parameters)
        helpers = all(callable(getattr(App, n)) for n in ("_begin_update", "_end_update", "post_display_hook"))
    except (AttributeError, ValueError, TypeError):
        return False
    return (
        display == ["self", "screen", "renderable"]
        and chops == ["self", "chops", "spans", "chop_ends"]
        and layout == ["self", "strips", "region"]
        and callable(getattr(Strip, "render_ansi", None))
        and helpers
    )


def _version() -> str:
    """The version of Textual; its own way of telling it is slow."""
    return str(vars(textual).get("__version__") or version_beside("textual", textual.__file__) or textual.__version__)


def install(app: App[Any]) -> bool:
    """Write only changed cells from now on; false when Textual stays as it is. Call it before the app runs."""
    if getattr(app, ATTRIBUTE, None) is not None:
        return True
    if not supported():
        return False
    setattr(app, ATTRIBUTE, Patch(app))
    return True


def show_cursor(app: App[Any], visible: bool) -> None:
    """Show or hide the terminal's own cursor, at ``app.cursor_position``, from the next update on."""
    patch: Patch | None = getattr(app, ATTRIBUTE, None)
    if patch is not None:
        patch.cursor_wanted = visible
    elif app._driver is not None and not app.is_headless:
        app._driver.write("\x1b[?25h" if visible else "\x1b[?25l")


def settle_cursor(app: App[Any]) -> None:
    """Move the terminal's cursor to ``app.cursor_position`` now, where nothing else is going to be written."""
    patch: Patch | None = getattr(app, ATTRIBUTE, None)
    if patch is not None and patch.drawn:
        patch.settle()


def show_plain(app: App[Any], plain: bool) -> None:
    """Whether signs beyond ASCII are written as ASCII from now on."""
    patch: Patch | None = getattr(app, ATTRIBUTE, None)
    if patch is not None:
        patch.plain = plain


def redraw(app: App[Any]) -> None:
    """Write the whole screen again, for a terminal that has been disturbed."""
    patch: Patch | None = getattr(app, ATTRIBUTE, None)
    if patch is not None:
        patch.forget()
    app.refresh(layout=True)
    app.screen.refresh()


def resized(app: App[Any]) -> None:
    """The terminal had another size, if only for a moment: it may show anything, even where its size is the old one.

    Textual draws nothing anew when a size comes back before it has looked; a terminal that was small has forgotten.
    """
    patch: Patch | None = getattr(app, ATTRIBUTE, None)
    if patch is not None and patch.drawn and not patch.redrawing:
        patch.redrawing = True
        app.call_later(patch.redraw)


def cells(strip: Strip, system: ColorSystem, plain: bool = False) -> tuple[list[str], list[str]]:
    """A strip as one character and one style a cell; ``plain`` for terminals that show ASCII only."""
    chars: list[str] = []
    looks: list[str] = []
    for text, style, control in strip:
        if control or not text:
            continue
        look = "" if style is None else Strip.render_ansi(style, system)
        text = ascii_only(text) if plain else text
        if text.isascii() or cell_len(text) == len(text):
            chars.extend(text)
        else:
            text_cells = _wide(text)
            chars.extend(text_cells)
        looks.extend([look] * (len(chars) - len(looks)))
    return chars, looks


def _wide(text: str) -> list[str]:
    """Text with wide or combining characters as cells: the cell after a wide character holds ``CONTINUED``."""
    found: list[str] = []
    for char in text:
        width = cell_len(char)
        if width == 0 and found:
            index = len(found) - 1
            while index > 0 and found[index] == CONTINUED:
                index -= 1
            found[index] += char
        elif width:
            found.append(char)
            found.extend([CONTINUED] * (width - 1))
    return found


# ---------------------------------------------------------------------- in place of App._display
class Patch:
    """Replaces the way in which one app writes updates to its driver."""

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self.stock = app._display
        self.plain = bool(getattr(app, "plain", False))
        self.shadow = Shadow(erases(os.environ.get("TERM", "")))
        self.shadow.whole = bool(getattr(app, "reader", False))
        self.cursor_wanted = False
        self.cursor_shown = False
        self.drawn = False
        """Whether anything was drawn yet."""
        self.redrawing = False
        """Whether the whole screen is going to be written anyway."""
        self._driver: Any = None
        app._display = self.display  # type: ignore[method-assign]

    def forget(self) -> None:
        """The terminal may show anything now."""
        self.shadow.clear(0, 0)
        self.cursor_shown = False

    def redraw(self) -> None:
        """Write everything, once the sizes that came together have been looked at."""
        self.redrawing = False
        redraw(self.app)

    def _watch(self, driver: Any) -> None:
        """Whoever writes next finds the terminal in its own colours, and a terminal that was left is drawn again.

        Starting the driver again after a suspend clears the terminal: Textual itself would leave it blank.
        """
        if driver is self._driver:
            return
        self._driver = driver
        self.forget()
        start, stop = driver.start_application_mode, driver.stop_application_mode

        def started() -> None:
            self.forget()
            start()
            # This may run in a signal handler, so the event loop is woken as from another thread.
            asyncio.get_running_loop().call_soon_threadsafe(self.app.call_later, redraw, self.app)

        def stopped() -> None:
            self._give_back()
            stop()

        driver.start_application_mode, driver.stop_application_mode = started, stopped

    def _give_back(self) -> None:
        text = self.shadow.plain()
        if text and self._driver is not None:
            self._driver.write(text)

    def display(self, screen: Any, renderable: Any) -> None:
        """Write an update as differences; what is no plain screen update goes the way it always went."""
        app, driver = self.app, self.app._driver
        running = app._running and not app._closed and not app.is_headless and driver is not None
        known = isinstance(renderable, _compositor.LayoutUpdate | _compositor.ChopsUpdate)
        if not running or not known or driver is None or driver.is_inline or app._batch_count:
            if running and renderable is not None and not app._batch_count:
                self._give_back()
                self.forget()
            self.stock(screen, renderable)
            return
        try:
            self._watch(driver)
            try:
                text = self._update(renderable)
                self.drawn = True
            except Exception as error:
                app._handle_exception(error)
                return
            if text:
                self._write(driver, text)
        finally:
            app.post_display_hook()

    def settle(self) -> None:
        """Write where the cursor stands and whether it is seen, if the terminal has it otherwise."""
        app, driver = self.app, self.app._driver
        if driver is None or app.is_headless or not app._running or app._closed or (self.shadow.width or 0) <= 0:
            return
        text = "".join(self._cursor([]))
        if text:
            driver.write(text)
            driver.flush()

    def _write(self, driver: Any, text: str) -> None:
        if len(text) >= SYNC:
            self.app._begin_update()
            driver.write(text)
            self.app._end_update()
        else:
            driver.write(text)
        driver.flush()

    def _update(self, renderable: Any) -> str:
        shadow = self.shadow
        size = self.app.screen.outer_size
        if (size.width, size.height) != (shadow.width, shadow.height):
            shadow.clear(size.width, size.height)
        system = self.app.console._color_system or ColorSystem.TRUECOLOR
        out: list[str] = []
        unknown = shadow.x < 0 and shadow.y < 0
        if isinstance(renderable, _compositor.LayoutUpdate):
            self._layout(renderable, system)
        else:
            self._chops(renderable, system)
        text = "".join(self._cursor(out))
        return "\x1b[0m" + text if text and unknown else text

    def _cursor(self, out: list[str]) -> list[str]:
        """What waits to be written, and the cursor where it belongs."""
        position = self.app.screen.outer_size.clamp_offset(self.app.cursor_position)
        self.shadow.send(out, (position.x, position.y))
        self.app._previous_cursor_position = position
        if self.cursor_wanted != self.cursor_shown:
            out.append("\x1b[?25h" if self.cursor_wanted else "\x1b[?25l")
            self.cursor_shown = self.cursor_wanted
        return out

    def _layout(self, update: Any, system: ColorSystem) -> None:
        left = update.region.x
        for y, strips in enumerate(update.strips, update.region.y):
            chars: list[str] = []
            looks: list[str] = []
            for strip in strips:
                more, its_looks = cells(strip, system, self.plain)
                chars += more
                looks += its_looks
            self.shadow.write(left, y, chars, looks)

    def _chops(self, update: Any, system: ColorSystem) -> None:
        for y, x1, x2 in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is None or x >= x2 or end <= x1:
                    continue
                chars, looks = cells(strip, system, self.plain)
                # A span may cut a wide character in two: its first half is part of it then.
                first = max(0, x1 - x)
                while 0 < first < len(chars) and chars[first] == CONTINUED:
                    first -= 1
                last = min(end, x2) - x
                while last < len(chars) and chars[last] == CONTINUED:
                    last += 1
                self.shadow.write(x + first, y, chars[first:last], looks[first:last])


__all__ = ["install", "redraw", "resized", "settle_cursor", "show_cursor", "show_plain", "supported"]
