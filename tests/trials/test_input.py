"""What arrives on standard input: it plays on whatever it is, and the keys that leave come first. Bytes, not keys."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from saves import Store
from tests.trials.input_bytes import KNOWN, hostile
from tests.trials.ptys import PATIENCE, Program
from tests.trials.table import FULL, Tally, amounts
from tui.terminal.presses import Meaning, Press, SizeReport, meanings
from tui.terminal.sequences import LONGEST, LONGEST_PASTE, PASTE_DELAY, Sequences

Start = Callable[[], Program]
LOT = 4096
ENDING = b"\x03\x11\x1a"
"""Keys that end or stop the program, as it should."""
GIVEN_BACK = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?2004l", b"\x1b[<u")
"""The first screen, the cursor, pastes and keys as they were."""


@pytest.fixture
def start(own_folders: Path) -> Iterator[Start]:
    """Starts a game on a terminal; whatever is still running afterwards is ended."""
    running: list[Program] = []

    def begin() -> Program:
        program = Program("play", "ava", "smolensk", "--seed", "5")
        running.append(program)
        program.shows("Smolensk", "├ Log")
        program.settle(0.2)
        return program

    yield begin
    for program in running:
        program.close()


def limit(request: pytest.FixtureRequest) -> float:
    """Seconds in which Ctrl+C has to act; more beside all the other tests of a machine that has no time."""
    return 0.5 if FULL in request.node.name else 3.0


def memory_of(program: Program) -> float:
    """MiB of the process."""
    return int(Path(f"/proc/{program.pid}/status").read_text().split("VmHWM:")[1].split()[0]) / 1024


def left_well(program: Program, home: Path, status: Sequence[int] = (0, 130)) -> None:
    """It has ended well: no word of a fault, the terminal as it was, the game whole; 130 is Ctrl+C while busy."""
    while program.read(0.05):
        pass
    assert program.status in status, f"status {program.status}: {program.out[-600:]!r}"
    assert all(code in program.out for code in GIVEN_BACK), "the terminal is not as it was"
    assert b"Traceback" not in program.out and b"fault of the program" not in program.out
    faults = list(home.rglob("fault.txt"))
    assert not faults, faults[0].read_text()[-600:]
    store = Store(home / "saves")
    kept = store.open(store.latest() or "")
    assert not kept.read_only and kept.notes == []
    kept.close()


def leave(program: Program, key: bytes, home: Path, within: float) -> float:
    """Press a key that leaves; the seconds until it has."""
    os.write(program.fd, key)
    taken = program.gone(20.0, reading=True)
    left_well(program, home)
    assert taken <= within, f"it took {taken:.2f} s"
    return taken


def answers(program: Program) -> bool:
    """Whether it answers a key, in whatever screen it is; it may be busy for a while with opening one."""
    end = time.monotonic() + PATIENCE
    program.calm(PASTE_DELAY + 0.2)  # a paste that has begun and does not end takes all keys until then
    before = program.out
    while program.out == before and program.running() and time.monotonic() < end:
        for key in (b"\x1b", b"?", b"\r"):
            program.send(key)
            program.read(0.5)
    return program.running() and program.out != before


# ---------------------------------------------------------------------- the reader of bytes
def sensible(one: Meaning) -> bool:
    """Whether this may be handed to the program."""
    return not isinstance(one, Press) or (bool(one.key) and (one.character is None or len(one.character) == 1))


@amounts(200_000, 10_000_000)
def test_no_bytes_break_the_reader(amount: int, tally: Tally) -> None:
    """``amount`` is a number of bytes; after each lot of them, and a pause, a key is a key."""
    tally.of(
        "bytes", "made by chance and by the grammars of terminals, cut anywhere: dropped or understood, key after it"
    )
    rnd, cut = Random(amount), Sequences()
    decode = getincrementaldecoder("utf-8")(errors="replace").decode
    for at in range(0, amount, LOT):
        data = hostile(rnd, min(LOT, amount - at))
        with tally.one(f"bytes {at}"):
            while data:
                size = rnd.randint(1, 600)
                for piece in cut.feed(decode(data[:size])):
                    assert all(sensible(one) for one in meanings(piece)), piece
                data = data[size:]
                assert len(cut._rest) <= LONGEST and cut._pasted_size <= LONGEST_PASTE
            decode(b"", final=True)
            for piece in cut.give_up():
                assert all(sensible(one) for one in meanings(piece)), piece
            assert cut.patience is None
            assert [meanings(piece) for piece in cut.feed("l\x1b[A")] == [[Press("l", "l")], [Press("up")]]
        tally.count(LOT - 1)


# ---------------------------------------------------------------------- a terminal
@amounts(1, 60, minutes=4)
def test_no_bytes_end_the_program(
    start: Start, own_folders: Path, amount: int, tally: Tally, request: pytest.FixtureRequest
) -> None:
    tally.of(
        "bytes on a terminal", "20 kB of them to a game, and again: it answers the next key, Ctrl+C leaves in 0.5 s"
    )
    rnd, within = Random(7), limit(request)
    for number in range(amount):
        with tally.one(f"flood {number}"):
            program = start()
            program.flood(b"".join(KNOWN) if not number else hostile(rnd, 20_000, ENDING))
            program.calm()
            program.flood(hostile(rnd, 200, ENDING))
            assert program.running(), f"it ended: {program.out[-600:]!r}"
            assert answers(program), "it answers no key"
            leave(program, b"\x03", own_folders, within)


SIZES = [b"\x1b[48;9999;9999;1;1t", b"\x1b[48;0;0;0;0t", b"\x1b[?2048;1$y\x1b[48;500;1000;1;1t", b"\x1b[48;1;1;1;1t"]


@amounts(1, 4)
def test_only_sizes_that_terminals_have_are_believed(
    start: Start, own_folders: Path, amount: int, tally: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``amount`` is the number of ways: as text, then by the system, in one size after the other."""
    monkeypatch.setattr(Program, "warm", False)  # a forked program has the memory of the tests, too
    tally.of("sizes told", "a terminal of 9999x9999, 0x0, 65535x1, as text and by the system: < 200 MiB, screen whole")
    with tally.one("as text"):
        program = start()
        before = program.screen.text()
        program.flood(b"".join(SIZES) * 50)
        program.settle(0.5)
        assert program.screen.text() == before and memory_of(program) < 200
        leave(program, b"\x11", own_folders, 3.0)
    for sizes in [[(9999, 9999)], [(65535, 1), (1, 65535)], [(0, 0)]][: amount - 1]:
        program = start()
        for width, height in [*sizes, (80, 24)]:
            tally.count()
            fcntl.ioctl(program.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            program.settle(0.6)
        assert memory_of(program) < 200, f"{memory_of(program):.0f} MiB"
        program.shows("Smolensk", "├ Log")
        leave(program, b"\x11", own_folders, 3.0)


def test_a_serial_line_may_tell_its_size_as_text() -> None:
    """Where the system knows no size a report is believed, as far as a terminal goes."""
    from tui.terminal.driver import HIGHEST, WIDEST, clamped, system_size

    assert clamped(9999, 9999) == (WIDEST, HIGHEST) and clamped(0, 0) == (1, 1) and clamped(80, 24) == (80, 24)
    master, slave = os.openpty()
    assert system_size(slave) is None
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    assert system_size(slave) == (80, 24)
    os.close(master)
    os.close(slave)
    assert system_size(slave) is None and isinstance(SizeReport(1, 1), SizeReport)


WAITING = {
    "text": b"the quick brown fox " * 5000, "sequences": b"\x1b[12;34;56;78q\x1b[9;9w" * 2000,
    "device control": b"\x1bP" + b"q#1;2;3" * 7000, "focus": b"\x1b[I\x1b[O" * 3000, "one key": b"x" * 100_000,
    "an open paste": b"\x1b[200~" + b"abc " * 20_000, "a paste": b"\x1b[200~" + b"abc " * 20_000 + b"\x1b[201~",
    "screens": b"?v\x1b" * 9000, "moves": b"hjkl" * 25_000, "mouse": b"\x1b[<0;10;10M\x1b[M !!" * 3000,
}  # fmt: skip
"""What may wait when Ctrl+C is pressed."""


@amounts(1, 40, minutes=1)
def test_ctrl_c_and_ctrl_q_come_before_all_that_waits(
    start: Start, own_folders: Path, amount: int, tally: Tally, request: pytest.FixtureRequest
) -> None:
    tally.of("Ctrl+C first", "100 kB of text, sequences, DCS, focus, pastes waiting: Ctrl+C and Ctrl+Q leave in 0.5 s")
    names = list(WAITING)
    for number in range(amount):
        name = names[number % len(names)]
        with tally.one(name):
            program = start()
            program.flood(WAITING[name], within=5.0)
            assert program.running()
            leave(program, b"\x03\x11"[number % 2 :][:1], own_folders, limit(request))


def test_a_burst_of_keys_is_asked_about_and_played_only_if_wanted(
    start: Start, own_folders: Path, tally: Tally
) -> None:
    tally.of("burst", "more keys at once than anybody presses: nothing is played, it asks")
    with tally.one("text"):
        program = start()
        slug = Store(own_folders / "saves").latest() or ""
        before = program.screen.text()
        program.flood(b"\r" * 3 + b"the quick brown fox jumps\r" * 100)
        program.shows("keys came at once", "Forget them", "Press them all")
        program.send(b"\r")
        program.until(lambda text: "keys came at once" not in text)
        program.settle(0.3)
        assert program.screen.text() == before
        assert Store(own_folders / "saves").open(slug).match.history == []
        leave(program, b"\x11", own_folders, 3.0)


# ---------------------------------------------------------------------- signals
SIGNALS = ["QUIT", "USR1", "USR2", "ALRM", "ABRT", "TERM", "HUP", "INT", "XCPU"]


@amounts(1, 36, minutes=1)
def test_signals_leave_the_terminal_as_it_was(
    start: Start, own_folders: Path, amount: int, tally: Tally, request: pytest.FixtureRequest
) -> None:
    tally.of("signals", "QUIT, USR1, USR2, ALRM, ABRT, TERM, HUP, INT, XCPU: terminal as it was, game saved, 1 s")
    for turn in range(amount):
        name = SIGNALS[turn % len(SIGNALS)]
        number = signal.Signals[f"SIG{name}"]
        with tally.one(name):
            program = start()
            before = termios.tcgetattr(program.fd)
            assert not before[3] & termios.ECHO
            program.send(b"v" if turn >= len(SIGNALS) else b"l")
            program.settle(0.1)
            os.kill(program.pid, number)
            taken = program.gone(10.0, reading=True)
            assert termios.tcgetattr(program.fd)[3] & termios.ECHO and termios.tcgetattr(program.fd)[3] & termios.ICANON
            left_well(program, own_folders, [128 + number])
            assert taken <= 2 * limit(request), f"it took {taken:.2f} s"


# ---------------------------------------------------------------------- faults of our own, in any thread
FAULTY = {
    "in the reader": "import tui.terminal.driver as d; d.meanings = bad",
    "in another thread": "import threading, tui.terminal.driver as d; "
    "d.TerminalDriver._enable_bracketed_paste = lambda self: threading.Timer(1.0, bad).start()",
    "before the screen": "import tui.app as a; a.begin = bad; a.StavkaApp.on_mount = bad",
}
"""Ways to put a fault into the program."""


@pytest.mark.parametrize("where", FAULTY)
def test_a_fault_in_any_thread_is_a_sentence_a_file_and_status_1(own_folders: Path, where: str, tally: Tally) -> None:
    tally.of("fault of our own")
    script = (
        "import sys\nclass Broken(Exception): pass\ndef bad(*a, **k): raise Broken('on purpose' + chr(27) + '[2J')\n"
        f"{FAULTY[where]}\nfrom tui.cli import main\nsys.exit(main(['play', 'ava', 'smolensk', '--seed', '5']))"
    )
    with tally.one(where):
        program = Program(command=[sys.executable, "-c", script])
        try:
            if where == "in the reader":
                program.shows("Smolensk", "├ Log")
                program.settle(0.3)
                program.send(b"l")
            program.gone(PATIENCE, reading=True)
            while program.read(0.05):
                pass
            told = program.out.rpartition(b"stavka: ")[2]
            assert program.status == 1 and b"a fault of the program ended it" in told, program.out[-600:]
            assert told.count(b"\n") == 1 and b"\x1b" not in told and b"Traceback" not in program.out
            assert "Broken" in next(own_folders.rglob("fault.txt")).read_text()
        finally:
            program.close()
