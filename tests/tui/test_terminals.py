"""Every kind of terminal at every size: no fault, only codes that it knows, and resizing at any moment."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tests.perf.terminal import Terminal
from tui.settings.themes import built_in

CODE = re.compile(rb"\x1b\[([<>=?]?)([0-9;]*)([ !$\"']?)([@-~])|\x1b\]([^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b(.)", re.DOTALL)
FINALS = b"ABCDHJKmhlnc"
"""What a VT220 knows of what we send: moving, erasing a line, styles, modes, questions."""
COLOURS = {"xterm": 16, "linux": 16, "screen-256color": 256, "tmux-256color": 256, "vt220": 0, "xterm-256color": 256}


def styles(out: bytes) -> set[str]:
    """All codes for styles, colours with their numbers left out: ``1``, ``38;5``, ``38;2``, ``31``."""
    found: set[str] = set()
    for _, codes, _, final, *_ in CODE.findall(out):
        if final != b"m":
            continue
        parts = codes.decode().split(";") if codes else ["0"]
        while parts:
            code = parts.pop(0)
            if code in ("38", "48"):
                kind = parts.pop(0)
                del parts[: 1 if kind == "5" else 3]
                code = f"{code};{kind}"
            found.add(code)
    return found


def played(home: Path, size: tuple[int, int], term: str, **environ: str) -> bytes:
    """Some keys and a resize on a terminal; everything that was written."""
    terminal = Terminal(home, "play", "ava", "--seed", "5", size=size, term=term, warm=True, **environ)
    try:
        terminal.start(0.2)
        for key in b"l j \t o \x1b x \x1b z h R \x1b".split(b" "):
            terminal.press(key, 0.05, 0.2)
        other = (100, 30) if size[0] < 100 else (70, 22)
        for columns, rows in (other, (40, 12), size):
            terminal.resize(columns, rows)
            terminal.settle(time.perf_counter(), 0.08, 1.0)
        assert terminal.press(b"z", 0.1).bytes or size == (50, 15)
        assert terminal.alive, terminal.out[-500:]
        assert b"Traceback" not in terminal.out and b"fault of the program" not in terminal.out
        return terminal.out
    finally:
        terminal.end()


@pytest.mark.parametrize(
    ("term", "size"),
    [("xterm", (80, 24)), ("linux", (80, 24)), ("screen-256color", (62, 21)), ("tmux-256color", (160, 50)),
     ("vt220", (80, 24)), ("vt220", (50, 15)), ("xterm-256color", (200, 60)), ("linux", (62, 21))],
)  # fmt: skip
def test_a_terminal_gets_only_what_it_knows(own_folders: Path, term: str, size: tuple[int, int]) -> None:
    out = played(own_folders, size, term)
    used = styles(out)
    coloured = {c for c in used if re.fullmatch(r"[349][0-7]|10[0-7]", c)}
    assert not used & {"38;2", "48;2"}, "no terminal of these says that it shows all colours"
    assert bool(used & {"38;5", "48;5"}) == (COLOURS[term] == 256)
    assert bool(coloured) == (COLOURS[term] == 16)
    if term in ("vt220", "linux"):
        assert out.isascii()
        assert not re.search(rb"\x1b\]|\x1b\[[<>=]|\$p", out), "nothing that is printed instead of understood"
    codes = CODE.findall(out)
    finals = {final for prefix, _, middle, final, *_ in codes if final and not prefix and not middle}
    erases = {b"X"} if term in ("xterm", "linux", "xterm-256color") else set()
    assert finals <= {bytes([f]) for f in FINALS} | erases | {b"t", b"r", b"u"}
    # Modes are set and left in pairs, so that nothing stays behind.
    on = {c for p, c, _, f, *_ in codes if p == b"?" and f == b"h"}
    off = {c for p, c, _, f, *_ in codes if p == b"?" and f == b"l"}
    assert b"1049" in on and b"1000" not in on, "the second screen, and no mouse"
    assert on - off <= {b"1049", b"1004", b"2004", b"25", b"2048", b"7"}, "what is left when the program still runs"


def test_sixteen_colours_are_sent_as_the_theme_names_them(own_folders: Path) -> None:
    terminal = Terminal(own_folders, "play", "ava", "--seed", "5", term="xterm", warm=True)
    try:
        terminal.start()
    finally:
        terminal.end()
    backgrounds = {c.decode().split(";")[-1] for _, c, _, f, *_ in CODE.findall(terminal.out) if f == b"m"}
    for name in ("second", "river", "heavy", "first"):
        style = built_in()["sixteen"].map[name]
        assert style.bgcolor is not None and style.bgcolor.number is not None
        assert str(40 + style.bgcolor.number) in backgrounds, name


def test_no_colours_where_none_are_wanted(own_folders: Path) -> None:
    used = styles(played(own_folders, (80, 24), "xterm-256color", NO_COLOR="1", COLORTERM="truecolor"))
    assert not {c for c in used if c[:2] in ("38", "48") or re.fullmatch(r"[349][0-7]|10[0-7]", c)}
    assert used & {"1", "7"}


def test_all_colours_where_they_are_promised(own_folders: Path) -> None:
    used = styles(played(own_folders, (80, 24), "xterm-256color", COLORTERM="truecolor"))
    assert {"38;2", "48;2"} <= used


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_without_a_cursor_gets_a_sentence(own_folders: Path, term: str) -> None:
    terminal = Terminal(own_folders, "play", "ava", term=term)
    terminal.settle(terminal.began, 0.5)
    try:
        deadline = time.monotonic() + 5
        while terminal.alive and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not terminal.alive
        assert terminal.out.count(b"\n") == 1 and b"cannot place a cursor" in terminal.out
        assert b"\x1b" not in terminal.out
    finally:
        terminal.end()
