"""What terminals do to the program: odd bytes, signals, Ctrl+Z, ASCII only; real processes on a pty of their own."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import signal
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.cells import cell_len
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from saves import Store
from tui.app import StavkaApp
from tui.draw.plain import SIGNS, ascii_only
from tui.settings.config import Settings, glyph_set
from tui.terminal import tell_fault
from tui.terminal.driver import TerminalDriver

ROOT = Path(__file__).parents[2]
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h")
"""Back to the first screen, cursor shown."""


class Terminal:
    """The program on a pty."""

    def __init__(self, *words: str, **environ: str) -> None:
        self.out = b""
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.chdir(ROOT)
            os.environ.update({"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environ})
            os.execv(sys.executable, [sys.executable, "-m", "tui.cli", *words])

    def read(self, quiet: float = 0.3, first: float = 1.0, limit: float = 20.0) -> bytes:
        """What comes until there is silence; nothing, if nothing comes within the first seconds."""
        start, before = time.monotonic(), len(self.out)
        while time.monotonic() - start < limit:
            if not select.select([self.fd], [], [], quiet if len(self.out) > before else first)[0]:
                break
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                break
            self.out += data
        return self.out[before:]

    def ready(self) -> bytes:
        """What comes until the game stands there: the page is drawn whole, and nothing follows."""
        start = time.monotonic()
        while b"saved" not in self.out and time.monotonic() - start < 40:
            self.read(0.1)
        self.read(0.2, 0.2)
        return self.out

    def answers(self) -> bool:
        """Whether a key moves the cursor."""
        os.write(self.fd, b"l")
        return bool(self.read(0.1, 3.0))

    @property
    def runs(self) -> bool:
        """Whether the process is there."""
        return bool(self.pid) and os.waitpid(self.pid, os.WNOHANG)[0] == 0

    def close(self) -> None:
        """End it, however it stands."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def end(self, number: int) -> tuple[float, int]:
        """Send a signal; the seconds until the program is gone, and its status."""
        start = time.monotonic()
        os.kill(self.pid, number)
        while time.monotonic() - start < 5:
            self.read(0.02, 0.02, 0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                taken = time.monotonic() - start
                self.read(0.1, 0.1, 0.1)
                return taken, os.waitstatus_to_exitcode(status)
        return 99.0, -1


@pytest.fixture
def game(own_folders: Path) -> Iterator[Terminal]:
    """A game that has just begun."""
    terminal = Terminal("play", "ava", "--seed", "5")
    terminal.ready()
    yield terminal
    terminal.close()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """A game that stays for several tests."""
    saves = tmp_path_factory.mktemp("lasting")
    terminal = Terminal(
        "play", "ava", "--seed", "5", HOME=str(saves), STAVKA_SAVES=str(saves), STAVKA_CONFIG=str(saves)
    )
    terminal.ready()
    yield terminal
    terminal.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_at_once_and_leaves_the_terminal_as_it_was(
    game: Terminal, number: int, own_folders: Path
) -> None:
    shown = len(game.out)
    seconds, status = game.end(number)
    assert seconds < 1.5 and status == 128 + number
    assert all(code in game.out[shown:] for code in RESTORED) and b"Traceback" not in game.out
    store = Store(own_folders / "saves")
    slug = store.latest()
    assert slug is not None
    kept = store.open(slug)
    assert not kept.read_only and kept.notes == []
    kept.close()


@pytest.mark.parametrize("typed", [b"\xff\xfe", b"\xe2\x98", b"\xe4", b"\x1b[999;999H", b"\x00"])
def test_bytes_that_are_no_text_do_not_end_it(lasting: Terminal, typed: bytes) -> None:
    os.write(lasting.fd, typed)
    lasting.read(0.3, 0.5)
    assert lasting.answers(), "it still answers keys"
    assert lasting.runs and b"Traceback" not in lasting.out


def test_ctrl_z_stops_it_and_it_goes_on(game: Terminal) -> None:
    os.write(game.fd, b"\x1a")
    deadline = time.monotonic() + 5
    state = ""
    while state != "T" and time.monotonic() < deadline:
        game.read(0.05, 0.05, 0.3)
        state = Path(f"/proc/{game.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    # A process group without a shell behind it may not be stopped by the system; the screen is given back all the same.
    assert state == "T" or RESTORED[0] in game.out
    os.kill(game.pid, signal.SIGCONT)
    game.read(0.3, 2.0, 5.0)
    assert game.answers()


def test_ascii_terminals_get_nothing_but_ascii(own_folders: Path) -> None:
    terminal = Terminal("play", "ava", "--seed", "5", TERM="vt220")
    try:
        assert terminal.ready().isascii() and b"Enter" in terminal.out and b"* saved" in terminal.out
    finally:
        terminal.end(signal.SIGTERM)
        os.close(terminal.fd)


def test_ascii_text_keeps_its_cells() -> None:
    assert ascii_only("plain") == "plain" and ascii_only("§10.2 ● Gülß") == "#10.2 * Guls"
    for text in ("Łódź – „½“ ↵", "漢字", *SIGNS):
        assert ascii_only(text).isascii() and cell_len(ascii_only(text)) == cell_len(text)


@pytest.mark.parametrize(
    ("environ", "encoding", "expected"),
    [({}, "utf-8", "unicode"), ({}, "latin-1", "ascii"), ({"TERM": "linux"}, "utf-8", "ascii"),
     ({"LANG": "de_DE.ISO-8859-1"}, "utf-8", "ascii"), ({"LANG": "C", "TERM": "xterm"}, "UTF-8", "unicode")],
)  # fmt: skip
def test_glyphs_follow_the_terminal(environ: dict[str, str], encoding: str, expected: str) -> None:
    assert glyph_set(Settings(), environ, encoding) == expected
    assert glyph_set(Settings(glyphs="unicode"), environ, encoding) == "unicode"


def test_a_fault_is_one_sentence_and_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], own_folders: Path
) -> None:
    from tests.tui.driving import start

    app = StavkaApp(start(own_folders))
    app._exception = KeyError("x\ny\x1b")
    tell_fault(app, tmp_path / "state")
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "is saved" in told and "\x1b" not in told
    assert "KeyError" in (tmp_path / "state" / "fault.txt").read_text()


async def test_the_last_size_of_a_terminal_is_told_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signals that come while a size is being told would be answered first, by a handler like the library's."""
    ours, theirs = os.openpty()
    told: list[Size] = []
    driver = object.__new__(TerminalDriver)
    program = SimpleNamespace(post_message=lambda event: told.append(event.size))
    parts = {"_app": program, "_loop": asyncio.get_running_loop(), "fileno": theirs, "_in_band_window_resize": False,
             "_told_size": (80, 24)}  # fmt: skip
    for name, part in parts.items():
        setattr(driver, name, part)
    monkeypatch.setattr(LinuxDriver, "start_application_mode", lambda self: None)
    before = signal.getsignal(signal.SIGWINCH)
    try:
        termios.tcsetwinsize(theirs, (24, 80))
        driver.start_application_mode()
        assert told == []
        for lines, columns in ((50, 160), (44, 40), (30, 100)):
            termios.tcsetwinsize(theirs, (lines, columns))
            os.kill(os.getpid(), signal.SIGWINCH)
            assert told == [], "in the middle of other work"
        await asyncio.sleep(0.05)
        assert set(told) == {Size(100, 30)}
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGWINCH)
        signal.signal(signal.SIGWINCH, before)
        os.close(ours)
        os.close(theirs)
