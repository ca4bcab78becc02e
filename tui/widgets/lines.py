"""Text in lines: the base of every panel. Only lines that changed are drawn again."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.faults import Guarded, guard

if TYPE_CHECKING:
    from tui.program import Program

TURNING = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
CONTROL = {c: "\ufffd" for c in (*range(32), *range(127, 160), *TURNING)}
"""Characters that could move a terminal's cursor or turn a line: texts of saves and data files are not trusted."""

Span = tuple[str, str]
"""A piece of text and the role it plays in the theme."""
Line = tuple[Span, ...]


def line(*spans: Span | str) -> Line:
    """A line of text from pieces; a bare string plays the role ``text``."""
    return tuple((s, "text") if isinstance(s, str) else s for s in spans)


def wrapped(text: str, width: int, role: str = "text", indent: str = "") -> list[Line]:
    """A sentence or paragraph as lines of at most ``width`` cells; blank lines and line ends stay."""
    found: list[Line] = []
    for part in text.split("\n"):
        rows = textwrap.wrap(part, max(8, width), subsequent_indent=indent, break_on_hyphens=False)
        found += [((row, role),) for row in rows] or [()]
    return found


def width_of(row: Line) -> int:
    """Cells that a line takes."""
    return sum(cell_len(text) for text, _ in row)


def ruled(row: Line, rule: str, width: int) -> Line:
    """A line with a rule id at its right end, if there is room for both."""
    gap = width - width_of(row) - cell_len(rule)
    return (*row, (" " * gap, "text"), (rule, "rule")) if rule and gap > 0 else row


def clipped(text: str, width: int) -> str:
    """Text cut to a width, with a mark that something was cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1) + "…" if width > 1 else ""


def section(rule_id: str) -> str:
    """A rule id for a narrow place: ``ava:10.6`` is ``§10.6``."""
    return f"§{rule_id.split(':', 1)[-1]}" if rule_id else ""


class Lines(Guarded, Widget, inherit_bindings=False):
    """A panel that shows lines of spans, with an optional title on a rail above them."""

    can_focus = False

    class Resized(Message):
        """The panel has another size: its text wants other line ends."""

    def __init__(self, title: str = "", *, id: str | None = None, base: str = "text", edge: bool = False) -> None:
        super().__init__(id=id)
        self.edge = edge
        """Whether a line parts the panel from what lies left of it."""
        self.base = base
        self._heading = title
        self.top = 0
        """First line that is shown, for panels longer than their place."""
        self._rows: list[Line] = []

    def on_mount(self) -> None:
        """For a screen reader there is nothing but words."""
        if cast("Program", self.app).reader:
            self.edge = False

    def on_resize(self) -> None:
        """Tell the screen; the library calls this for every kind of panel, besides a handler of its own."""
        self.post_message(self.Resized())

    @property
    def rows(self) -> list[Line]:
        """What is shown, without the title."""
        return self._rows

    @property
    def heading(self) -> str:
        """The title on the rail; empty for none."""
        return self._heading

    @heading.setter
    def heading(self, title: str) -> None:
        if title != self._heading:
            self._heading = title
            self.refresh()

    @property
    def inner(self) -> int:
        """Cells in a row of text."""
        return max(1, self.size.width - 2 * self.edge)

    @property
    def page(self) -> int:
        """Lines of text that fit."""
        return max(1, self.size.height - bool(self.heading))

    def show(self, rows: Iterable[Line], title: str | None = None, *, top: int | None = None) -> None:
        """Show other lines; only those that differ are drawn."""
        before = self._visible()
        self._rows = list(rows)
        if title is not None:
            self.heading = title
        self.top = max(0, min(self.top if top is None else top, len(self._rows) - 1))
        self._refresh_changed(before)

    def scroll_lines(self, lines: int) -> None:
        """Move the text up by some lines, as far as there are any."""
        before = self._visible()
        self.top = max(0, min(self.top + lines, len(self._rows) - self.page))
        self._refresh_changed(before)

    def _visible(self) -> list[Line]:
        width, height = self.size
        last = height if self.edge else min(height, bool(self.heading) + max(0, len(self._rows) - self.top))
        return [self._row(y, width) for y in range(last)]

    def _row(self, y: int, width: int) -> Line:
        """What stands in a line of the panel, which is so wide."""
        program, heading = cast("Program", self.app), self._heading
        if heading and not y:
            return ((f"{heading}:", "rail"),) if program.reader else _rail(heading, width, self.edge, program.plain)
        at = self.top + y - bool(heading)
        row = self._rows[at] if at < len(self._rows) else ()
        return (("| " if program.plain else "│ ", "rail"), *row) if self.edge else row

    def _refresh_changed(self, before: Sequence[Line]) -> None:
        after = self._visible()
        width = self.size.width
        if not width:
            self.refresh()
            return
        blank: Line = ()
        for y in range(max(len(before), len(after))):
            old = before[y] if y < len(before) else blank
            new = after[y] if y < len(after) else blank
            if old != new:
                self.refresh(Region(0, y, width, 1))

    def render_line(self, y: int) -> Strip:
        """One line of the panel as the library draws it; empty where drawing it fails."""
        try:
            width = self.size.width
            return self.strip(self._row(y, width), width)
        except Exception as error:
            guard(self.app, error)
            return Strip.blank(self.size.width)

    def strip(self, row: Line, width: int, base: str | None = None) -> Strip:
        """A line in the colours of the theme, filled up to the width."""
        styles = cast("Program", self.app).roles
        fill: Style = styles[base or self.base]
        segments, used = [], 0
        for text, role in row:
            room = width - used
            if room <= 0:
                break
            text = text.translate(CONTROL)
            size = cell_len(text)
            if size > room:
                text, size = set_cell_size(text, room), room
            segments.append(Segment(text, fill if role == "text" else styles[role] if base is None else fill))
            used += size
        if used < width:
            segments.append(Segment(" " * (width - used), fill))
        return Strip(segments, width)


def _rail(title: str, width: int, edge: bool, plain: bool) -> Line:
    dash, corner = ("-", "+") if plain else ("─", "├")
    text = f"{corner if edge else dash} {title} "
    return ((text + dash * max(0, width - cell_len(text)), "rail"),)
