"""The program on a terminal of its own, which can be resized, stopped, left unread and taken away."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

from tests.support.vt import Screen
from tests.support.warm import become
from tui.settings.keys import load_keymap

SOURCES = Path(__file__).parents[2]
KEPT = 200_000
"""Bytes of its output that are kept."""
MARK = "TRIAL_BEGUN_BY"
"""In the environment of a program and of all that it starts: the id of its first process."""
PATIENCE = 40.0
"""Seconds for something that takes one on a machine that has nothing else to do."""
BYTES = {"escape": b"\x1b", "enter": b"\r", "tab": b"\t", "shift+tab": b"\x1b[Z", "up": b"\x1b[A", "down": b"\x1b[B",
         "right": b"\x1b[C", "left": b"\x1b[D", "home": b"\x1b[H", "end": b"\x1b[F", "pageup": b"\x1b[5~",
         "pagedown": b"\x1b[6~", "space": b" ", "backspace": b"\x7f", "delete": b"\x1b[3~",
         **{f"f{n}": code for n, code in zip(range(1, 13), (b"\x1bOP", b"\x1bOQ", b"\x1bOR", b"\x1bOS", b"\x1b[15~",
            b"\x1b[17~", b"\x1b[18~", b"\x1b[19~", b"\x1b[20~", b"\x1b[21~", b"\x1b[23~", b"\x1b[24~"), strict=True)},
         }  # fmt: skip


def key_bytes(name: str) -> bytes:
    """What a terminal sends for a key."""
    if name in BYTES:
        return BYTES[name]
    return bytes([ord(name[-1]) & 31]) if name.startswith("ctrl+") else name.encode()


def command_bytes(command: str) -> bytes:
    """What a terminal sends for the first key of a command; empty for one without a key."""
    keys = load_keymap(None).commands[command].keys
    return key_bytes(keys[0]) if keys else b""


class Program:
    """The program with these words as a process on a pseudo terminal, and the screen that it shows there.

    ``command`` is run instead, if it is given.
    """

    warm = True
    """Whether a process is forked that has imported the program already."""
    new_each = 0
    """At night one start in so many is a new interpreter all the same."""
    starts = count(1)

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), command: Sequence[str] = ()) -> None:
        self.screen = Screen(*size)
        self.out = b""
        """The last that was written."""
        self.status: int | None = None
        """How it ended."""
        self._worked = 0.0
        forked = self.warm and not command and not (self.new_each and next(self.starts) % self.new_each == 0)
        self.pid, self.fd = pty.fork()
        if not self.pid:
            self._become(words, list(command), size, forked=forked)
        os.set_inheritable(self.fd, False)  # else the next program would keep the terminal of this one open

    def _become(self, words: Sequence[str], command: list[str], size: tuple[int, int], *, forked: bool) -> None:
        try:
            for name in ("COLUMNS", "LINES"):
                os.environ.pop(name, None)
            os.environ["TERM"] = "xterm-256color"
            os.environ[MARK] = str(os.getpid())
            os.chdir(SOURCES)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            if forked:
                become(words, dict(os.environ))
            command = command or [sys.executable, "-m", "tui.cli", *words]
            os.execv(command[0], command)
        finally:
            os._exit(127)

    def resize(self, width: int, height: int) -> None:
        """Another size of the terminal; the system sends SIGWINCH."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(width, height)

    def send(self, data: bytes) -> None:
        """Type."""
        os.write(self.fd, data)

    def flood(self, data: bytes, *, within: float = PATIENCE) -> None:
        """Send much at once, and read what comes meanwhile. Raises ``AssertionError`` when it is not taken."""
        os.set_blocking(self.fd, False)
        end, rest = time.monotonic() + within, memoryview(data)
        try:
            while rest:
                assert time.monotonic() < end, f"{len(rest)} bytes are not taken"
                if select.select([], [self.fd], [], 0.05)[1]:
                    with suppress(BlockingIOError):
                        rest = rest[os.write(self.fd, rest[:4096]) :]
                self.read(0.0)
        except OSError:
            assert not self.running(), "the terminal refuses"
        finally:
            os.set_blocking(self.fd, True)

    def read(self, seconds: float) -> int:
        """What comes within some seconds; the number of bytes."""
        count, end = 0, time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 or not count:
            if not select.select([self.fd], [], [], max(left, 0.0))[0]:
                break
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                break
            if not data:
                break
            self.screen.feed(data)
            self.out = (self.out + data)[-KEPT:]
            count += len(data)
        return count

    def settle(self, quiet: float = 0.4) -> None:
        """Read until nothing has come for so many seconds."""
        last = begun = time.monotonic()
        while (now := time.monotonic()) - last < quiet and now - begun < PATIENCE:
            if self.read(0.02):
                last = time.monotonic()
            elif time.monotonic() - now < 0.01:
                time.sleep(0.01)  # the terminal has been closed

    def calm(self, quiet: float = 0.3) -> None:
        """Read until nothing has come, and the program has not worked, for so many seconds."""
        end, worked = time.monotonic() + PATIENCE, -1.0
        while time.monotonic() < end and worked != (worked := self.worked()):
            self.settle(quiet)

    def until(self, done: Callable[[str], bool]) -> None:
        """Read until the screen shows what it should. Raises ``AssertionError``."""
        end = time.monotonic() + PATIENCE
        while not done(self.screen.text()):
            assert time.monotonic() < end, f"it never came:\n{self.screen.text()}"
            self.read(0.05)

    def shows(self, *words: str) -> None:
        """Read until all of these words are on the screen."""
        self.until(lambda text: all(word in text for word in words))

    def running(self) -> bool:
        """Whether the process is there."""
        if self.pid:
            pid, status, used = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.pid, self.status = 0, os.waitstatus_to_exitcode(status)
                self._worked = used.ru_utime + used.ru_stime
        return bool(self.pid)

    def worked(self) -> float:
        """Seconds of processor time so far; of a program that has ended all that it took."""
        if not self.running():
            return self._worked
        words = Path(f"/proc/{self.pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def gone(self, within: float = 5.0, *, reading: bool = False) -> float:
        """Wait for the end of the process; the seconds until then. Raises ``AssertionError``."""
        start = time.monotonic()
        while self.running():
            assert time.monotonic() - start < within, "it does not end"
            if not (reading and self.read(0.002)):
                time.sleep(0.002)
        return time.monotonic() - start

    def drop(self) -> None:
        """Take the terminal away, as a broken connection does."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def close(self) -> None:
        """End it, however it stands."""
        if self.running():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        self.pid = 0
        self.drop()


def session(leader: int) -> list[int]:
    """Processes of the terminal whose first process had this id, and all that it or they have begun elsewhere."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            marked = f"{MARK}={leader}".encode() in (place / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if (marked or int(words[3]) == leader) and words[0] != "Z":
            found.append(int(place.name))
    return found
