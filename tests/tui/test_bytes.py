"""Only changed cells are written, the terminal always shows what the app drew, and Textual's own way still works."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest
import textual
from hypothesis import given
from hypothesis import strategies as st
from textual._compositor import LayoutUpdate
from textual.app import App, ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.screen import Screen
from textual.widgets import Static

from tests.tui.mapkit import board, scene
from tui.draw import bytes_patch
from tui.draw.order import MOST, shortest
from tui.draw.sgr import OFF, SEEN_ON_BLANKS, change, look_of, way
from tui.draw.shadow import FEW, Shadow
from tui.widgets.hex_map import HexMap


class Terminal:
    """Reads what is written and keeps what a terminal would show: characters and styles, cursor, bytes."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[(" ", "")] * width for _ in range(height)]
        self.x = self.y = self.bytes = 0
        self.look = ""
        self.visible = False

    def clear(self) -> None:
        self.__init__(self.width, self.height)  # type: ignore[misc]

    def feed(self, data: str) -> None:
        self.bytes += len(data.encode())
        for found in re.finditer(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[^\[]|([^\x1b])", data):
            if found[3] is not None:
                self._print(found[3])
            elif found[2]:
                self._control(found[1], found[2])

    def _print(self, char: str) -> None:
        if char == "\n":
            self.y, self.x = min(self.y + 1, self.height - 1), 0
            return
        if char in "\r\b":
            self.x = 0 if char == "\r" else max(0, self.x - 1)
            return
        if self.x < self.width:
            self.cells[self.y][self.x] = (char, self.look)
        self.x += 1

    def _control(self, codes: str, final: str) -> None:
        number = int(codes) if codes.isdigit() else 1
        if final == "m":
            self.look = self._sgr(codes)
        elif final == "H":
            y, x = [*codes.split(";"), "1", "1"][:2] if codes else ("1", "1")
            self.y, self.x = int(y) - 1, int(x) - 1
        elif final in "CD":
            self.x = max(0, min(self.width - 1, self.x + (number if final == "C" else -number)))
        elif final in "AB":
            self.y = max(0, min(self.height - 1, self.y + (number if final == "B" else -number)))
        elif final == "K" or final == "X":
            for column in range(self.x, self.width if final == "K" else min(self.x + number, self.width)):
                self.cells[self.y][column] = (" ", look_of(self.look)[1])
        elif codes == "?25":
            self.visible = final == "h"

    def _sgr(self, codes: str) -> str:
        fore, back, attributes = look_of(self.look)
        kept = set(attributes)
        parts = codes.split(";") if codes else ["0"]
        while parts:
            code = parts.pop(0)
            if code == "0":
                fore, back, kept = "", "", set()
            elif code in ("38", "48"):
                size = 2 if parts[0] == "5" else 4
                colour = ";".join([code, *parts[:size]])
                del parts[:size]
                fore, back = (colour, back) if code == "38" else (fore, colour)
            elif code in OFF.values():
                kept -= {one for one, off in OFF.items() if off == code}
            elif code == "39":
                fore = ""
            elif code == "49":
                back = ""
            elif len(code) > 1 and code[:-1] in ("3", "9"):
                fore = code
            elif len(code) > 1 and code[:-1] in ("4", "10"):
                back = code
            else:
                kept.add(code)
        return ";".join([*sorted(kept), *(c for c in (fore, back) if c)])

    def shown(self) -> list[list[tuple[str, frozenset[str]]]]:
        """Characters and the set of their codes, on a blank those that show there."""
        return [[(c, _codes(look, c == " ")) for c, look in row] for row in self.cells]


def _codes(look: str, blank: bool) -> frozenset[str]:
    fore, back, attributes = look_of(look)
    if blank and not attributes & SEEN_ON_BLANKS:
        fore, attributes = "", frozenset()
    return frozenset({*attributes, fore, back} - {""})


TERMINALS: list[Terminal] = []


class FakeDriver(HeadlessDriver):
    """A driver that believes to have a terminal and writes to ``TERMINALS[-1]``."""

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        TERMINALS[-1].feed(data)

    def flush(self) -> None:
        return None


@pytest.fixture(autouse=True)
def _no_terminal_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process asks terminfo once, for one terminal: programs that are forked from this one want to ask for theirs."""
    monkeypatch.setenv("TERM", "")


class Over(Screen[None]):
    """Another screen over the first."""

    def compose(self) -> ComposeResult:
        """Some text with wide characters."""
        yield Static("地図 över the map — ok")


class TinyApp(App[None]):
    """Map and a panel."""

    CSS = "HexMap { width: 54; height: 22; } Static { height: 2; }"
    BINDINGS = [  # noqa: RUF012 - as Textual declares it
        ("l", "go('right')"), ("h", "go('left')"), ("j", "go('down')"), ("k", "go('up')"),
    ]  # fmt: skip

    def __init__(self, patch: bool) -> None:
        super().__init__(driver_class=FakeDriver)
        self.patched = bytes_patch.install(self) if patch else False
        self.board = board(40, 40)
        self.cursor = -1

    @property
    def is_headless(self) -> bool:
        """As if there were a terminal."""
        return False

    def compose(self) -> ComposeResult:
        """Map and panel."""
        yield HexMap(id="map")
        yield Static("", id="panel")

    def on_mount(self) -> None:
        """Start in the middle."""
        self.query_one(HexMap).show(scene(self.board, cursor=self.board.grid.at(20, 20)))
        self.query_one(HexMap).focus()

    def action_go(self, direction: str) -> None:
        """Move the cursor."""
        self.query_one(HexMap).move_cursor(direction)

    def on_hex_map_cursor_moved(self, message: HexMap.CursorMoved) -> None:
        """Tell the hex."""
        self.cursor = message.hex
        self.query_one("#panel", Static).update(self.board.label(message.hex))


KEYS = "llljjhhkkllljjjhhhhkkk"


def what_is_drawn(app: TinyApp) -> list[list[tuple[str, frozenset[str]]]]:
    """The screen as the compositor has it, cell by cell."""
    update = app.screen._compositor.render_full_update()
    assert isinstance(update, LayoutUpdate)
    terminal = Terminal(app.size.width, app.size.height)
    terminal.feed(update.render_segments(app.console))
    return terminal.shown()


async def run(patch: bool, keys: str = KEYS) -> tuple[list[int], int, TinyApp]:
    """Bytes of each key and of the start; what the terminal shows is checked after each key."""
    TERMINALS.append(Terminal(80, 24))
    app = TinyApp(patch)
    spent: list[int] = []
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        await pilot.pause()
        started = TERMINALS[-1].bytes
        for key in keys:
            before = TERMINALS[-1].bytes
            await pilot.press(key)
            await pilot.pause()
            spent.append(TERMINALS[-1].bytes - before)
            if patch:
                assert TERMINALS[-1].shown() == what_is_drawn(app)
                assert (TERMINALS[-1].x, TERMINALS[-1].y) == tuple(app.cursor_position)
        return spent, started, app


async def test_a_cursor_key_costs_few_bytes_and_the_first_screen_is_painted_once() -> None:
    spent, started, app = await run(True)
    assert app.patched
    stock, stock_started, _ = await run(False)
    assert statistics.median(spent) <= 300
    assert statistics.median(spent) < statistics.median(stock) / 2
    assert started < 12_000
    assert started < stock_started / 1.5
    assert TERMINALS[-2].visible


async def test_screens_on_top_resizing_and_waking_up_leave_no_trash() -> None:
    TERMINALS.append(Terminal(80, 24))
    app = TinyApp(True)
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(Over())
        await pilot.pause()
        assert TERMINALS[-1].cells[0][0][0] == "地"
        await app.pop_screen()
        await pilot.pause()
        assert TERMINALS[-1].shown() == what_is_drawn(app)
        TERMINALS.append(Terminal(60, 20))
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert TERMINALS[-1].shown() == what_is_drawn(app)
        # After a suspend the terminal is blank, its cursor hidden, and the driver starts again.
        TERMINALS.append(Terminal(60, 20))
        assert app._driver is not None
        app._driver.start_application_mode()
        await pilot.pause()
        await pilot.pause()
        assert TERMINALS[-1].shown() == what_is_drawn(app)
        assert TERMINALS[-1].visible
        TERMINALS.append(Terminal(60, 20))
        bytes_patch.redraw(app)
        await pilot.pause()
        assert TERMINALS[-1].shown() == what_is_drawn(app)


async def test_nothing_is_written_when_nothing_changed() -> None:
    TERMINALS.append(Terminal(80, 24))
    app = TinyApp(True)
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        await pilot.pause()
        before = TERMINALS[-1].bytes
        app.screen.refresh()
        await pilot.pause()
        assert TERMINALS[-1].bytes == before


@pytest.mark.parametrize("fault", ["version", "signature", "missing"])
async def test_another_textual_is_left_as_it_is(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "version":
        monkeypatch.setattr(textual, "__version__", "9.0.0")
    elif fault == "signature":
        monkeypatch.setattr(App, "_display", lambda self, update: None)
    else:
        monkeypatch.delattr(App, "_begin_update")
    assert not bytes_patch.supported()
    app = App[None]()
    stock = app._display
    assert not bytes_patch.install(app)
    assert app._display == stock
    assert getattr(app, bytes_patch.ATTRIBUTE, None) is None


async def test_without_the_patch_the_map_works_the_same() -> None:
    spent, _, app = await run(False, "lljj")
    assert not app.patched and all(spent)
    assert app.cursor == app.board.grid.at(22, 22)


def test_installing_twice_is_installing_once() -> None:
    app = App[None]()
    assert bytes_patch.install(app)
    display: Any = app._display
    assert bytes_patch.install(app) and app._display == display


@pytest.mark.parametrize(
    ("old", "new", "want"),
    [
        ("", "1;38;5;3", "\x1b[1;38;5;3m"),
        ("38;5;3;48;5;4", "38;5;9;48;5;4", "\x1b[38;5;9m"),
        ("38;5;3;48;5;4", "38;5;3", "\x1b[49m"),
        ("1;38;5;3", "38;5;3", "\x1b[22m"),
        ("1;2;38;5;3", "2;38;5;3", "\x1b[0;2;38;5;3m"),
        ("1;38;5;9;48;5;4", "37", "\x1b[0;37m"),
        ("4;31;44", "32;44", "\x1b[24;32m"),
        ("8;31", "31", "\x1b[0;31m"),
        ("31;44", "91;44", "\x1b[91m"),
        ("38;2;1;2;3", "", "\x1b[m"),
        ("31", "31", ""),
    ],
)
def test_style_changes_send_only_what_differs(old: str, new: str, want: str) -> None:
    assert change(old, new) == want


def sent(shadow: Shadow, x: int, y: int, chars: list[str], looks: list[str]) -> str:
    """What bringing some cells up to date costs, up to the terminal's own colours."""
    out: list[str] = []
    shadow.write(x, y, chars, looks)
    shadow.send(out)
    return "".join([*out, shadow.plain()])


def test_a_blank_is_not_sent_again_for_a_colour_that_does_not_show() -> None:
    shadow = Shadow()
    shadow.clear(6, 1)
    sent(shadow, 0, 0, list("ab    "), ["31;44"] * 6)
    assert sent(shadow, 0, 0, list("ab    "), ["31;44"] * 2 + ["1;32;44"] * 4) == ""
    assert sent(shadow, 0, 0, list("ab    "), ["31;44"] * 2 + ["4;32;44"] * 4) == "\x1b[1;3H\x1b[4;32;44m    \x1b[m"


def test_the_shadow_sends_changed_stretches_and_short_ways() -> None:
    shadow = Shadow()
    shadow.clear(21, 2)
    assert sent(shadow, 0, 0, list("abcdefghijklmnopqrst"), [""] * 20) == "\x1b[Habcdefghijklmnopqrst"
    assert sent(shadow, 0, 0, list("abXdefghijklmnopqYst"), [""] * 20) == "\b\b\bY\x1b[16DX"
    assert sent(shadow, 0, 0, list("abXdefghijklmnopqYst"), [""] * 20) == ""


def test_the_style_stays_from_one_update_to_the_next_until_somebody_else_writes() -> None:
    shadow, out = Shadow(), list[str]()
    shadow.clear(9, 1)
    for char in "abc":
        shadow.write(0, 0, [char], ["31;44"])
        shadow.send(out, (0, 0))
    assert "".join(out) == "\x1b[H\x1b[31;44ma\rb\rc\r"
    assert (shadow.plain(), shadow.plain()) == ("\x1b[m", "")
    shadow.write(0, 0, ["d"], ["31;44"])
    shadow.send(out)
    shadow.clear(9, 1)
    assert shadow.plain() == "", "what is not known is set anew by whoever writes first"


async def test_a_terminal_that_is_left_is_in_its_own_colours() -> None:
    TERMINALS.append(Terminal(80, 24))
    app = TinyApp(True)
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert TERMINALS[-1].look and app._driver is not None
        app._driver.stop_application_mode()
        assert TERMINALS[-1].look == ""
        app._driver.start_application_mode()
        await pilot.pause()
        await pilot.pause()
        assert TERMINALS[-1].look
        # What Textual writes by itself begins in the terminal's own colours, and the whole screen comes after it.
        app._display(app.screen, "by itself")
        assert TERMINALS[-1].look == ""
        bytes_patch.redraw(app)
        await pilot.pause()
        assert TERMINALS[-1].shown() == what_is_drawn(app)
    assert TERMINALS[-1].look == ""


def test_pieces_of_one_style_are_sent_together() -> None:
    shadow = Shadow()
    shadow.clear(20, 2)
    sent(shadow, 0, 0, list("." * 20), [""] * 20)
    looks = ["31", *[""] * 8, "32", *[""] * 8, "31", ""]
    text = sent(shadow, 0, 0, list("r........g........r."), looks)
    assert text.count("\x1b[31m") == text.count("\x1b[32m") == 1


def length(legs: list[list[int]], order: list[int]) -> int:
    """What an order costs, from the cursor to where it shall end."""
    stops = [len(order), *order, len(order)]
    return sum(legs[a][b] for a, b in pairwise(stops))


def test_always_to_the_nearest_is_improved() -> None:
    # On a line at 0, 1, 3 and 7, from 2 and back: the nearest first leads away from what lies on the other side.
    places = [0, 1, 3, 7, 2]
    legs = [[abs(a - b) for b in places] for a in places]
    assert length(legs, [1, 0, 2, 3]) == 14
    assert length(legs, shortest(legs)) == 14 and shortest([[0]]) == []
    loop = [[9, 1, 9, 2], [9, 9, 1, 9], [9, 9, 9, 1], [1, 0, 9, 9]]
    assert shortest(loop) == [0, 1, 2], "going to 1 for nothing leaves a long way to 0"


@given(st.integers(1, MOST + 3).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 30), min_size=n, max_size=n), min_size=n, max_size=n)))  # fmt: skip
def test_every_piece_is_sent_once_whatever_the_ways_cost(legs: list[list[int]]) -> None:
    order = shortest(legs)
    assert sorted(order) == list(range(len(legs) - 1))


def test_a_whole_line_is_sent_style_by_style_where_that_is_shorter() -> None:
    far, near = ["38;5;187;48;5;58", "38;5;246;48;5;235"] * 5, ["31", *["32"] * 8, "31"]
    for looks, order in ((far, "cb"), (near, "bj")):
        shadow = Shadow()
        shadow.clear(10, FEW)
        out: list[str] = []
        for y in range(FEW):
            shadow.write(0, y, list("abcdefghij"), looks)
        shadow.send(out)
        text = "".join(out)
        assert text.count("a") == text.count("j") == FEW
        assert text.find(order[0]) < text.find(order[1])


def test_a_terminal_that_can_erase_is_not_sent_blanks() -> None:
    for can, tail, inside in ((True, "\x1b[K", "\x1b[8X"), (False, " " * 10, " " * 8)):
        shadow = Shadow(can)
        shadow.clear(20, 1)
        sent(shadow, 0, 0, list("x" * 20), ["44"] * 20)
        assert sent(shadow, 10, 0, list(" " * 10), ["44"] * 10).endswith(f"\x1b[44m{tail}\x1b[m")
        assert sent(shadow, 0, 0, list(" " * 8 + "xx"), ["44"] * 10).endswith(f"\x1b[44m{inside}\x1b[m")
    shadow = Shadow(True)
    shadow.clear(20, 1)
    sent(shadow, 0, 0, list("x" * 20), [""] * 20)
    assert "K" not in sent(shadow, 10, 0, list(" " * 10), ["7;44"] * 10), "a reversed blank is no erased cell"


@pytest.mark.parametrize(
    ("term", "can"),
    [("xterm-256color", True), ("linux", True), ("vt220", False), ("screen-256color", False), ("no-such-thing", False),
     ("", False)],
)  # fmt: skip
def test_which_terminals_erase_in_colour(term: str, can: bool) -> None:
    # A process can ask for one kind of terminal only.
    code = f"from tui.draw.shadow import erases; print(erases({term!r}))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(can)


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 5), st.text("ab .", min_size=1, max_size=9),
                          st.sampled_from(["", "31", "1;32;44", "7;33", "48;5;9"])), min_size=1, max_size=2 * FEW),
       st.booleans())  # fmt: skip
def test_whatever_is_written_the_terminal_shows_it(writes: list[tuple[int, int, str, str]], can: bool) -> None:
    shadow, terminal = Shadow(can), Terminal(20, 6)
    shadow.clear(20, 6)
    wanted = Terminal(20, 6)
    out: list[str] = []
    for y in range(6):
        shadow.write(0, y, list(" " * 20), [""] * 20)
    for number, (x, y, text, look) in enumerate(writes):
        shadow.write(x, y, list(text), [look] * len(text))
        wanted.cells[y][x : x + len(text)] = [(c, look) for c in text][: 20 - x]
        if number % 3 == 2:
            shadow.send(out, (number % 20, number % 6))
            terminal.feed("".join(out))
            out.clear()
            assert (terminal.x, terminal.y) == (number % 20, number % 6)
            assert terminal.shown() == wanted.shown()


@pytest.mark.parametrize(
    ("start", "end", "want"),
    [((5, 5), (5, 5), ""), ((5, 5), (4, 5), "\b"), ((5, 5), (9, 5), "\x1b[4C"), ((9, 5), (0, 5), "\r"),
     ((5, 5), (5, 6), "\x1b[B"), ((5, 5), (4, 6), "\x1b[B\b"), ((70, 20), (2, 3), "\x1b[4;3H"),
     ((5, 9), (0, 0), "\x1b[H"), ((12, 3), (0, 4), "\x1b[B\r")],
)  # fmt: skip
def test_the_shortest_way_for_the_cursor(start: tuple[int, int], end: tuple[int, int], want: str) -> None:
    assert way(*start, *end) == want


def test_wide_characters_are_never_cut_in_two() -> None:
    shadow = Shadow()
    shadow.clear(6, 1)
    sent(shadow, 0, 0, ["a", "地", "", "b", "c", "d"], [""] * 6)
    assert sent(shadow, 0, 0, ["a", "地", "", "b", "c", "d"], ["", "1", "1", "", "", ""]) == "\x1b[1;2H\x1b[1m地\x1b[m"
