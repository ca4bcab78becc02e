"""Makes Textual write only the cells that changed, which matters over a slow line.

Textual 8 sends a whole widget line up to the right end of what is dirty, each run between two colour codes, and paints
the first screen three times. Here a shadow of the terminal's screen is kept and only differences are written. It
replaces ``App._display`` of one app; if the parts it relies on look different than expected, nothing is replaced and
the program runs as Textual made it.
"""

from __future__ import annotations

import asyncio
import inspect
from functools import lru_cache
from typing import Any

import textual
from rich.cells import cell_len
from rich.color import ColorSystem
from textual import _compositor
from textual.app import App
from textual.strip import Strip

from tui.draw.plain import ascii_only

GAP = 5
"""So many equal cells between two changed ones are written again: shorter than moving the cursor."""

SYNC = 400
"""From so many characters on an update is bracketed as one frame for terminals that can do that."""

ATTRIBUTE = "textual_bytes_patch"
CONTINUED = ""
"""What the shadow holds in the second cell of a wide character."""


def supported() -> bool:
    """Whether this Textual has the shape that the patch was written for."""
    try:
        if int(textual.__version__.split(".")[0]) != 8:
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


def redraw(app: App[Any]) -> None:
    """Write the whole screen again, for a terminal that has been disturbed."""
    patch: Patch | None = getattr(app, ATTRIBUTE, None)
    if patch is not None:
        patch.forget()
    app.refresh(layout=True)
    app.screen.refresh()


# ---------------------------------------------------------------------- colours
Look = tuple[str, str, frozenset[str]]
"""Codes for the foreground, the background and the attributes."""


@lru_cache(maxsize=4096)
def look_of(ansi: str) -> Look:
    """The codes of a style apart."""
    parts = ansi.split(";") if ansi else []
    fore = back = ""
    attributes = []
    while parts:
        code = parts.pop(0)
        if code in ("38", "48"):
            count = 1 if parts and parts[0] == "5" else 3
            found = ";".join([code, *parts[: count + 1]])
            del parts[: count + 1]
            fore, back = (found, back) if code == "38" else (fore, found)
        elif code == "39" or code == "49":
            continue
        elif len(code) >= 2 and code[:-1] in ("3", "9"):
            fore = code
        elif len(code) >= 2 and code[:-1] in ("4", "10"):
            back = code
        else:
            attributes.append(code)
    return fore, back, frozenset(attributes)


OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27"}
"""Codes that end an attribute; the first two end together."""
SEEN_ON_BLANKS = frozenset(("4", "7", "9", "21", "53"))
"""Attributes that show on a blank: lines and reversed colours."""


@lru_cache(maxsize=16384)
def same_blank(one: str, other: str) -> bool:
    """Whether a blank looks the same in two styles: only the background shows on it."""
    if one == other:
        return True
    (_, back, attributes), (_, back2, attributes2) = look_of(one), look_of(other)
    return back == back2 and SEEN_ON_BLANKS.isdisjoint(attributes | attributes2)


@lru_cache(maxsize=16384)
def change(old: str, new: str) -> str:
    """The shortest sequence that turns one style into another; empty styles are the terminal's default."""
    if old == new:
        return ""
    if not new:
        return "\x1b[0m"
    (fore, back, attributes), (fore2, back2, attributes2) = look_of(old), look_of(new)
    gone = {OFF.get(code, "") for code in attributes - attributes2}
    if "" not in gone and not ("22" in gone and attributes2 & {"1", "2"}):
        codes = [*sorted(gone), *sorted(attributes2 - attributes)]
        if fore != fore2:
            codes.append(fore2 or "39")
        if back != back2:
            codes.append(back2 or "49")
        return f"\x1b[{';'.join(codes)}m" if codes else ""
    return f"\x1b[0;{new}m"


# ---------------------------------------------------------------------- the shadow screen
class Shadow:
    """What the terminal shows: per line the characters and their styles; ``None`` where that is not known."""

    def __init__(self) -> None:
        self.width = self.height = 0
        self.chars: list[list[str | None]] = []
        self.looks: list[list[str]] = []
        self.x = self.y = -1
        """Where the terminal's cursor is, -1 when not known."""
        self.look = ""

    def clear(self, width: int, height: int) -> None:
        """Forget everything; the next update writes all that it has."""
        self.width, self.height = width, height
        self.chars = [[None] * width for _ in range(height)]
        self.looks = [[""] * width for _ in range(height)]
        self.x = self.y = -1

    def write(self, out: list[str], x: int, y: int, chars: list[str], looks: list[str]) -> None:
        """Bring cells of a line up to date; what must be sent is appended to ``out``."""
        if not 0 <= y < self.height or x >= self.width:
            return
        stop = min(len(chars), self.width - x)
        old, old_looks = self.chars[y], self.looks[y]
        if stop == len(chars) and old[x : x + stop] == chars and old_looks[x : x + stop] == looks:
            return
        i = 0
        while i < stop:
            if self._same(x + i, y, chars[i], looks[i]):
                i += 1
                continue
            end = self._end(x, i, stop, chars, looks, y)
            while i > 0 and chars[i] == CONTINUED:
                i -= 1
            self._send(out, x + i, y, chars[i:end], looks[i:end])
            i = end
        old[x : x + stop] = chars[:stop]
        old_looks[x : x + stop] = looks[:stop]

    def _same(self, x: int, y: int, char: str, look: str) -> bool:
        """Whether a cell shows this already."""
        shown = self.looks[y][x]
        return self.chars[y][x] == char and (shown == look or (char == " " and same_blank(shown, look)))

    def _end(self, x: int, start: int, stop: int, chars: list[str], looks: list[str], y: int) -> int:
        """End of a changed stretch, over short gaps of equal cells that have the style already set."""
        end, i = start + 1, start + 1
        while i < stop and i - end <= GAP:
            if not self._same(x + i, y, chars[i], looks[i]):
                end = i + 1
            elif looks[i] != looks[end - 1]:
                break
            i += 1
        while end < stop and chars[end] == CONTINUED:
            end += 1
        return end

    def _send(self, out: list[str], x: int, y: int, chars: list[str], looks: list[str]) -> None:
        out.append(self.move(x, y))
        start = 0
        for i in range(1, len(chars) + 1):
            if i == len(chars) or looks[i] != looks[start]:
                text = "".join(chars[start:i])
                if text.strip(" ") or not same_blank(self.look, looks[start]):
                    out.append(change(self.look, looks[start]))
                    self.look = looks[start]
                out.append(text)
                start = i
        self.x = x + len(chars)
        if self.x >= self.width:
            self.x = -1  # Terminals differ in where the cursor is after the last column.

    def move(self, x: int, y: int) -> str:
        """The sequence that moves the terminal's cursor."""
        if (x, y) == (self.x, self.y):
            return ""
        old_x, old_y = self.x, self.y
        self.x, self.y = x, y
        if y == old_y and old_x >= 0:
            if x > old_x:
                return f"\x1b[{x - old_x}C" if x - old_x > 1 else "\x1b[C"
            return f"\x1b[{old_x - x}D" if old_x - x > 1 else "\x1b[D"
        return f"\x1b[{y + 1};{x + 1}H"


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
        self.shadow = Shadow()
        self.cursor_wanted = False
        self.cursor_shown = False
        self._driver: Any = None
        app._display = self.display  # type: ignore[method-assign]

    def forget(self) -> None:
        """The terminal may show anything now."""
        self.shadow.clear(0, 0)
        self.cursor_shown = False

    def _watch(self, driver: Any) -> None:
        """Starting the driver again after a suspend clears the terminal: Textual itself would leave it blank."""
        if driver is self._driver:
            return
        self._driver = driver
        self.forget()
        start = driver.start_application_mode

        def started() -> None:
            self.forget()
            start()
            # This may run in a signal handler, so the event loop is woken as from another thread.
            asyncio.get_running_loop().call_soon_threadsafe(self.app.call_later, redraw, self.app)

        driver.start_application_mode = started

    def display(self, screen: Any, renderable: Any) -> None:
        """Write an update as differences; what is no plain screen update goes the way it always went."""
        app, driver = self.app, self.app._driver
        running = app._running and not app._closed and not app.is_headless and driver is not None
        known = isinstance(renderable, _compositor.LayoutUpdate | _compositor.ChopsUpdate)
        if not running or not known or driver is None or driver.is_inline or app._batch_count:
            if running and renderable is not None and not app._batch_count:
                self.forget()
            self.stock(screen, renderable)
            return
        try:
            self._watch(driver)
            try:
                text = self._update(renderable)
            except Exception as error:
                app._handle_exception(error)
                return
            if text:
                self._write(driver, text)
        finally:
            app.post_display_hook()

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
            self._layout(renderable, out, system)
        else:
            self._chops(renderable, out, system)
        if out and shadow.look:
            out.append("\x1b[0m")
            shadow.look = ""
        position = size.clamp_offset(self.app.cursor_position)
        out.append(shadow.move(position.x, position.y))
        self.app._previous_cursor_position = position
        if self.cursor_wanted != self.cursor_shown:
            out.append("\x1b[?25h" if self.cursor_wanted else "\x1b[?25l")
            self.cursor_shown = self.cursor_wanted
        text = "".join(out)
        return "\x1b[0m" + text if text and unknown else text

    def _layout(self, update: Any, out: list[str], system: ColorSystem) -> None:
        left = update.region.x
        for y, strips in enumerate(update.strips, update.region.y):
            chars: list[str] = []
            looks: list[str] = []
            for strip in strips:
                more, its_looks = cells(strip, system, self.plain)
                chars += more
                looks += its_looks
            self.shadow.write(out, left, y, chars, looks)

    def _chops(self, update: Any, out: list[str], system: ColorSystem) -> None:
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
                self.shadow.write(out, x + first, y, chars[first:last], looks[first:last])


__all__ = ["install", "redraw", "show_cursor", "supported"]
