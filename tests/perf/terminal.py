"""The program on a pseudo terminal: what it writes and how long it takes, seen from outside. Linux only."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[2]
CHUNK = 65536
FIRST = 500
"""The first screen has more bytes than this, what is asked of the terminal before it has fewer."""
WHOLE = b"\x1b[?2026l"
"""What ends a large update."""


@dataclass(frozen=True, slots=True)
class Press:
    """The answer to one key: bytes, milliseconds to the last of them, milliseconds of processor time."""

    bytes: int
    ms: float
    cpu: float


class Terminal:
    """One run of the program. ``home`` holds its saves and settings, so that nothing of the user is touched.

    ``warm`` for what is not about its start: the process is forked and has imported the program already.
    """

    def __init__(
        self,
        home: Path,
        *words: str,
        size: tuple[int, int] = (80, 24),
        term: str = "xterm-256color",
        warm: bool = False,
        **environ: str,
    ) -> None:
        self.out = b""
        self.drawn = 0.0
        """Milliseconds from the start to the end of the first large update; a computer player may go on from there."""
        keep = {k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "HOME", "PYTHONPATH")}
        keep |= {"TERM": term, "LANG": "C.UTF-8", "STAVKA_SAVES": str(home / "saves"), "PYTHONPATH": str(ROOT)}
        keep |= {"STAVKA_CONFIG": str(home / "config"), "XDG_STATE_HOME": str(home / "state")}
        keep |= environ
        master, slave = pty.openpty()
        self.fd = master
        self.resize(*size)
        self.began = time.perf_counter()
        self.pid = os.fork()
        if not self.pid:
            try:
                os.close(master)
                _login(slave)
                os.chdir(ROOT)
                if warm:
                    _become(words, keep)
                os.execve(sys.executable, [sys.executable, "-m", "tui.cli", *words], keep)
            finally:
                os._exit(127)  # never go on as a second test run
        os.close(slave)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self, seconds: float) -> bytes | None:
        """What comes within some seconds: nothing, or ``None`` at the end of the program."""
        if not select.select([self.fd], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            data = os.read(self.fd, CHUNK)
        except OSError:
            return None
        self.out += data
        for mode in re.findall(rb"\x1b\[\?(\d+)\$p", data):
            with suppress(OSError):
                os.write(self.fd, b"\x1b[?" + mode + (b";2$y" if mode == b"2026" else b";0$y"))
        return data or None

    def settle(self, began: float, quiet: float, first: float = 20.0, limit: float = 30.0) -> tuple[int, float]:
        """Read until there is silence: bytes, and milliseconds from ``began`` to the last of them."""
        count, last = 0, 0.0
        while time.perf_counter() - began < limit:
            data = self._read(quiet if count else first)
            if not data:
                break
            count, last = count + len(data), (time.perf_counter() - began) * 1000
            if not self.drawn and len(self.out) > FIRST and WHOLE in self.out:
                self.drawn = (time.perf_counter() - self.began) * 1000
        return count, last

    def start(self, quiet: float = 0.5) -> tuple[int, float]:
        """Bytes and milliseconds from the start to the first quiet screen; ``RuntimeError`` if the program ended."""
        count, last = 0, 0.0
        while count < FIRST and time.perf_counter() - self.began < 60:
            # On a busy machine the questions to the terminal come long before the first screen.
            more, last = self.settle(self.began, quiet, limit=60.0)
            count += more
            if not self.alive:
                raise RuntimeError(self.out.decode(errors="replace")[-600:])
        return count, last

    def press(self, keys: bytes, quiet: float = 0.08, first: float = 0.5) -> Press:
        """Send a key and wait for the whole answer; none is one that does not begin within the first seconds."""
        while self._read(0):
            pass
        before, began = self.cpu(), time.perf_counter()
        os.write(self.fd, keys)
        count, last = self.settle(began, quiet, first)
        return Press(count, last, self.cpu() - before)

    def idle(self, seconds: float) -> int:
        """Bytes written while nothing happens."""
        before, end = len(self.out), time.perf_counter() + seconds
        while time.perf_counter() < end and self._read(end - time.perf_counter()) is not None:
            pass
        return len(self.out) - before

    def cpu(self) -> float:
        """Milliseconds of processor time of all threads so far; 0 where the system does not tell."""
        total = 0
        for task in Path(f"/proc/{self.pid}/task").glob("*/schedstat"):
            try:
                total += int(task.read_text().split()[0])
            except (OSError, IndexError, ValueError):
                continue
        return total / 1e6

    def memory(self) -> float:
        """Resident memory in MiB."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""
        if self.pid and os.waitpid(self.pid, os.WNOHANG)[0]:
            self.pid = 0
        return bool(self.pid)

    def end(self) -> None:
        """Hang up, and see that the program is gone."""
        os.close(self.fd)
        if not self.pid:
            return
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def _become(words: Sequence[str], environ: Mapping[str, str]) -> NoReturn:
    from tests.support.warm import become  # whoever measures starts has not imported the program

    become(words, environ)


def _login(slave: int) -> None:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for fd in (0, 1, 2):
        os.dup2(slave, fd)
    if slave > 2:
        os.close(slave)
