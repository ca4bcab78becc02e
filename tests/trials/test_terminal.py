"""What terminals and connections do: another size, gone, stopped, not read. Real processes on pseudo terminals."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import Game, Store
from tests.trials.ptys import Program, command_bytes, session
from tests.trials.table import Tally, amounts
from tui.settings.keys import load_keymap

Start = Callable[..., Program]
SECOND = 1.0
WORK = 0.5
"""Seconds of work at most between the end of a connection and that of the program."""


@pytest.fixture
def start(own_folders: Path) -> Iterator[Start]:
    """Starts the program; whatever is still running afterwards is ended."""
    running: list[Program] = []

    def begin(*words: str, size: tuple[int, int] = (80, 24), command: Sequence[str] = ()) -> Program:
        running.append(Program(*words, size=size, command=command))
        return running[-1]

    yield begin
    for program in running:
        program.close()


def saved_game(folder: Path, **who: str) -> tuple[str, list[str], str]:
    """A game in which the axis moves: its name, its history, and something that can be done."""
    match, player = Match.new("ava", "smolensk", seed=5), RandomPlayer(5)
    match.meta.update({f"player.{side}": name for side, name in who.items()})
    while True:
        moves = [a for a in match.legal if a.verb == "move"] if match.side == "axis" else []
        if moves:
            break
        match.play(player.choose(match)[0])
    game = Store(folder).create(match, "Ford")
    game.close()
    return game.slug, [str(line) for line in match.history], str(moves[0])


def opened(folder: Path, slug: str) -> Game:
    """The game as the next program finds it."""
    return Store(folder).open(slug)


# ---------------------------------------------------------------------- the connection breaks
QUIET = {"quit", "home", "list_up", "list_down", "page_up", "page_down", "first", "last", "choose", "less", "more",
         "filter", "details", "undo"}  # fmt: skip
COMMANDS = load_keymap(None).commands
OPENED_BY = {"all": "", "map": "", "rules": "rules", "history": "history", "laying": "layout"}
"""The command of the map that opens the screen of a scope: its keys mean something else on the map."""
ON_MAP = [name for name in COMMANDS if name not in QUIET]
"""Commands of the map, and of screens that it opens: each opens a screen, a menu, or does something there."""
AT_HOME = [b"", b"n", b"n\r", b"l", b"l\x1b[C", b"r", b"k", b"/"]
"""Keys from the first screen on."""
PLACES: list[str | bytes] = [*ON_MAP, *AT_HOME, "the computer's turn", "the end of a game"]


def leave_nothing(program: Program) -> float:
    """Take the terminal away: it ends within a second, with nearly no work, and leaves no process; the seconds."""
    leader, worked = program.pid, program.worked()
    program.drop()
    seconds = program.gone()
    assert seconds < SECOND, f"it took {seconds:.2f} s"
    assert program.worked() - worked < WORK, f"{program.worked() - worked:.2f} s of work after the line was gone"
    assert session(leader) == [], "a process stays"
    return seconds


def resumed(start: Start, folder: Path, slug: str) -> str:
    """The screen on which a game goes on, without title, hint and keys; the line breaks again."""
    program = start("resume", slug, "--saves", str(folder))
    program.shows("Smolensk", "├ Log")
    program.settle(0.15)
    leave_nothing(program)
    return body(program)


def body(program: Program) -> str:
    """The map, the panels and the question: what is on screen whatever was said last."""
    return "\n".join(program.screen.lines()[1:-2])


VIEWS = {"zoom", "zoom_out", "east", "west", "north", "south", "next", "previous"}
"""Commands that certainly change the view."""
MOVING = {"attack", "attacks", "answers"}
"""Commands that go to a hex and open something over it."""


def drop_on_map(start: Start, folder: Path, command: str) -> None:
    """A move, another view, a command where it means something, and the line breaks: game and view are there again."""
    slug, history, action = saved_game(folder, soviet="random")
    program = start("resume", slug, "--saves", str(folder))
    program.shows("Smolensk", "├ Log")
    program.send(b":" + action.encode())
    program.shows(action)
    program.send(b"\r")
    program.until(lambda text: "Type an action" not in text)
    for keys in ("zoom_in", "west", "west", "north"):
        program.send(command_bytes(keys))
        program.settle(0.1)
    before = body(program)
    if opener := OPENED_BY[COMMANDS[command].scope]:
        program.send(command_bytes(opener))
        program.until(lambda text: "├ Log" not in text)
        program.settle(0.15)
    program.send(command_bytes(command))
    program.settle(0.15)
    last = body(program)
    leave_nothing(program)
    kept = opened(folder, slug)
    assert not kept.read_only and kept.notes == []
    played = [str(line) for line in kept.match.history]
    assert played[: len(history) + 1] == [*history, f"axis {action}"]
    kept.close()
    again = resumed(start, folder, slug)
    if len(played) > len(history) + 1 or command in MOVING:
        return
    wanted = last if "├ Hex" in last and "├ Log" in last and command != "jump" else before
    assert again == wanted, f"another view than before:\n{wanted}\n--- now:\n{again}"
    assert last != before or command not in VIEWS


def test_every_command_is_sent_where_its_key_means_it() -> None:
    keymap = load_keymap(None)
    meant = {name: keymap.find((COMMANDS[name].scope, "all"), COMMANDS[name].keys[0]) for name in ON_MAP}
    assert all(name == found for name, found in meant.items()) and {COMMANDS[n].scope for n in ON_MAP} == set(OPENED_BY)


def drop_at_home(start: Start, folder: Path, keys: bytes) -> None:
    slug, history, _ = saved_game(folder)
    program = start("--saves", str(folder))
    program.shows("Continue", "Leave")
    program.send(keys)
    program.settle(0.15)
    leave_nothing(program)
    kept = opened(folder, slug)
    assert not kept.read_only and kept.notes == [] and [str(line) for line in kept.match.history] == history
    kept.close()


def drop_in_play(start: Start, folder: Path, delay: float) -> None:
    program = start("play", "ava", "smolensk", "--axis", "random", "--soviet", "random", "--seed", "3",
                    "--saves", str(folder))  # fmt: skip
    program.shows("watching")
    program.send(b"\r")
    program.read(delay)
    slug = Store(folder).latest() or ""
    before = [str(line) for line in opened(folder, slug).match.history]
    leave_nothing(program)
    kept = opened(folder, slug)
    after = [str(line) for line in kept.match.history]
    assert not kept.read_only and kept.notes == [] and after[: len(before)] == before
    *_, last = kept.match.replayed()
    assert last.digest() == kept.match.digest()
    kept.close()


def drop_at_the_end(start: Start, folder: Path) -> None:
    match, player = Match.new("ava", "smolensk", seed=5), RandomPlayer(5)
    while not match.over:
        match.play(player.choose(match)[0])
    game = Store(folder).create(match, "Over")
    game.close()
    program = start("resume", game.slug, "--saves", str(folder))
    program.shows("End of the game")
    leave_nothing(program)
    assert opened(folder, game.slug).match.digest() == match.digest()


@amounts(1, 100, minutes=6)
def test_a_broken_connection_loses_nothing(start: Start, tmp_path: Path, amount: int, tally: Tally) -> None:
    what = "terminal gone, in every screen: ends in 1 s, no process and no work left, every action kept, resumed alike"
    tally.of("connection lost", what)
    rnd = Random(1)
    for number in range(amount):
        place, folder = PLACES[(number * 13 + 11) % len(PLACES)], tmp_path / f"{number}"
        with tally.one(f"{place!r}"):
            if isinstance(place, bytes):
                drop_at_home(start, folder, place)
            elif place == PLACES[-1]:
                drop_at_the_end(start, folder)
            elif place == PLACES[-2]:
                drop_in_play(start, folder, rnd.uniform(0.0, 0.6))
            else:
                drop_on_map(start, folder, place)


@amounts(1, 12, minutes=0.6)
def test_a_broken_connection_while_the_computer_plays(start: Start, tmp_path: Path, amount: int, tally: Tally) -> None:
    tally.of("connection lost")
    rnd = Random(2)
    for number in range(amount):
        with tally.one(f"computer's turn {number}"):
            drop_in_play(start, tmp_path / f"{number}", rnd.uniform(0.0, 1.0))


# ---------------------------------------------------------------------- other sizes
KEYS = [b"o", b"\x1b", b"z", b"\x1bOP", b"\x1b", b"a", b"\x1b", b"+", b"-", b"p", b"v", b"\x1b", b"\x1b"]
"""Typed between two sizes; none of them plays."""


def plain_text(program: Program) -> str:
    """The screen without the clock and without what the last key said."""
    lines = program.screen.lines()
    return "\n".join(re.sub(r"saved( \d\d:\d\d)?|\* saved", "", line) for line in lines)


def at_rest(program: Program) -> str:
    """The screen after leaving whatever is open, in the middle zoom."""
    program.settle()
    for _ in range(7):
        # Two of these in one reading would be another key: each waits until the one before has been answered.
        program.send(b"\x1b")
        program.settle()
    for keys in (*[command_bytes("zoom_out")] * 2, command_bytes("zoom_in"), command_bytes("describe")):
        program.send(keys)
        program.settle(0.2)
    program.settle()
    return plain_text(program)


def one_size(program: Program, size: tuple[int, int]) -> str:
    program.resize(*size)
    return at_rest(program)


@amounts(50, 500)
def test_a_storm_of_sizes_ends_in_the_screen_of_a_fresh_start(
    start: Start, tmp_path: Path, amount: int, tally: Tally
) -> None:
    tally.of("resize storm", "SIGWINCH with 1x1 to 300x100 and keys between: the last screen is that of a fresh start")
    words, rnd = ("play", "ava", "smolensk", "--seed", "5"), Random(3)
    program = start(*words, "--saves", str(tmp_path / "storm"))
    program.shows("Smolensk", "├ Log")
    begun = time.monotonic()
    for number in range(amount):
        program.resize(rnd.randint(1, 300), rnd.randint(1, 100))
        if number % 3 == 0:
            program.send(KEYS[number // 3 % len(KEYS)])
        program.read(max(0.0, begun + (number + 1) * 0.01 - time.monotonic()))
        assert program.running(), f"it ended after {number} sizes"
        tally.count()
    tally.longest = time.monotonic() - begun
    for size in ((80, 24), (160, 50), (100, 30))[: 1 if amount < 100 else 3]:
        fresh = start(*words, "--saves", str(tmp_path / f"fresh-{size[0]}"), size=size)
        fresh.shows("Smolensk", "├ Log")
        after, expected = one_size(program, size), at_rest(fresh)
        assert after == expected, f"{size}:\n{after}\n--- fresh:\n{expected}"
        fresh.close()
    assert program.running()


# ---------------------------------------------------------------------- stopped, unread
def state_of(pid: int) -> str:
    """The state of a process in one letter: ``T`` for stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@amounts(1, 10, seconds=900)
def test_a_stopped_process_goes_on_where_it_was(start: Start, tmp_path: Path, amount: int, tally: Tally) -> None:
    """``amount`` is the seconds for which it is stopped while it plays; keys typed meanwhile are answered after."""
    tally.of("stopped", "SIGSTOP for 10 s in the computer's turn, Ctrl+Z and fg in a shell: goes on, screen whole")
    with tally.one("SIGSTOP"):
        program = start("play", "ava", "smolensk", "--axis", "random", "--soviet", "random", "--saves", str(tmp_path))
        program.shows("watching")
        os.kill(program.pid, signal.SIGSTOP)
        program.settle(0.2)
        slug = Store(tmp_path).latest() or ""
        before = len(opened(tmp_path, slug).match.history)
        program.send(b"P")
        time.sleep(amount)
        assert state_of(program.pid) == "T" and len(opened(tmp_path, slug).match.history) == before
        os.kill(program.pid, signal.SIGCONT)
        program.send(b"\r")
        end = time.monotonic() + 30
        while len(opened(tmp_path, slug).match.history) <= before + 3:
            assert time.monotonic() < end and program.running(), "it does not go on"
            program.read(0.2)
        leave_nothing(program)
        assert opened(tmp_path, slug).notes == []


def test_ctrl_z_in_a_shell_gives_the_terminal_back(start: Start, tmp_path: Path, tally: Tally) -> None:
    """A shell with jobs: stopped, its settings are those of before; after ``fg`` the same screen stands there."""
    tally.of("stopped")
    bash = shutil.which("bash")
    assert bash is not None
    with tally.one("Ctrl+Z"):
        command = f"{sys.executable} -m tui.cli play ava smolensk --seed 5 --saves {tmp_path}"
        script = f"set -m; {command}; echo BACK $(stty -a | grep -cE ' icanon'); read x; fg"
        program = start(command=[bash, "-c", script])
        program.shows("Smolensk", "├ Log")
        program.settle()
        before = plain_text(program)
        program.send(b"\x1a")
        program.shows("BACK 1")
        program.send(b"\n")
        program.shows("Smolensk", "├ Log")
        program.settle()
        assert plain_text(program) == before
        program.send(command_bytes("tracks"))
        program.shows("Cup, boxes and tracks")


@amounts(2, 5)
def test_a_terminal_that_is_not_read_holds_nothing_up(start: Start, tmp_path: Path, amount: int, tally: Tally) -> None:
    """``amount`` is the seconds for which nobody reads: it plays on, shows the truth after, and can be ended."""
    tally.of("slow reader", "terminal not read for 5 s while it plays: plays on, then the whole screen; ends in 1 s")
    # Players that think, so that the game is not over before anybody reads.
    words = ("play", "ava", "campaign", "--axis", "greedy", "--soviet", "greedy", "--seed", "4")
    with tally.one("read again"):
        program = start(*words, "--saves", str(tmp_path / "a"), size=(160, 50))
        program.shows("watching")
        slug = Store(tmp_path / "a").latest() or ""
        before = len(opened(tmp_path / "a", slug).match.history)
        program.send(b"\r")
        time.sleep(amount)
        assert len(opened(tmp_path / "a", slug).match.history) > before, "it waits for the terminal"
        program.send(b"\x1b")
        program.shows("paused")
        # The line of keys is drawn behind the word.
        program.settle()
        shown = program.screen.text()
        program.resize(160, 49)
        program.settle()
        program.resize(160, 50)
        program.settle()
        assert program.screen.text() == shown
        leave_nothing(program)
    with tally.one("ended unread"):
        program = start(*words, "--saves", str(tmp_path / "b"), size=(160, 50))
        program.shows("watching")
        program.send(b"\r")
        time.sleep(amount)
        os.kill(program.pid, signal.SIGTERM)
        assert program.gone() < SECOND + 0.5
        assert opened(tmp_path / "b", slug).notes == []


# ---------------------------------------------------------------------- left and taken up again
class Kept:
    """What tmux does: it goes on reading what the program writes, whoever looks, and tells a new size."""

    def __init__(self, start: Start, folder: Path, *words: str) -> None:
        self.program = start(*words, "--saves", str(folder))
        self.program.shows("watching", "├ Log")

    def detach(self) -> None:
        """Nobody looks."""

    def attach(self, width: int, height: int) -> None:
        """Somebody looks from a terminal of this size."""
        self.program.resize(width, height)

    def send(self, keys: bytes) -> None:
        """Type."""
        self.program.send(keys)


class Tmux(Kept):
    """The program in tmux, and tmux on a terminal of ours."""

    def __init__(self, start: Start, folder: Path, *words: str) -> None:
        self.start, self.socket = start, str(folder / "tmux")
        command = [sys.executable, "-m", "tui.cli", *words, "--saves", str(folder)]
        folder.mkdir(parents=True)
        self.program = start(command=[*self.tmux, "-f", os.devnull, "new-session", *command])
        self.ask("set-option", "-g", "status", "off")
        self.program.shows("watching", "├ Log")

    @property
    def tmux(self) -> list[str]:
        """A server of our own."""
        return [shutil.which("tmux") or "tmux", "-S", self.socket, "-u"]

    def ask(self, *words: str) -> str:
        """A command to tmux; what it says."""
        end = time.monotonic() + 10
        while (done := subprocess.run([*self.tmux, *words], capture_output=True, text=True)).returncode:
            assert time.monotonic() < end, done.stderr
            time.sleep(0.1)
        return done.stdout

    def detach(self) -> None:
        """Nobody looks."""
        self.ask("detach-client")
        self.program.gone(reading=True)

    def attach(self, width: int, height: int) -> None:
        """Somebody looks from a terminal of this size."""
        self.program = self.start(command=[*self.tmux, "attach"], size=(width, height))


SIZES = [(100, 30), (80, 24), (160, 50), (80, 24)]


@amounts(1, 2)
def test_a_terminal_that_is_left_and_taken_up_again(start: Start, tmp_path: Path, amount: int, tally: Tally) -> None:
    """``amount`` is the number of ways: as tmux does it, and in tmux itself where there is one."""
    real = shutil.which("tmux") is not None
    tally.of("detached", f"left while the computer plays, taken up in other sizes{' (tmux)' if real else ''}: goes on")
    for number, kind in enumerate([Kept, Tmux if real else Kept][:amount]):
        with tally.one(kind.__name__):
            folder = tmp_path / f"{number}"
            # Players that think, so that the game is not over before anybody looks again.
            kept = kind(start, folder, "play", "ava", "campaign", "--axis", "greedy", "--soviet", "greedy")
            for size in SIZES[: 1 if amount == 1 else None]:
                kept.detach()
                before, end = history_of(folder), time.monotonic() + 30
                while history_of(folder) <= before:
                    assert time.monotonic() < end, "it does not play while nobody looks"
                    kept.program.read(0.05)
                kept.attach(*size)
                # The whole of it: its head in the first line, its keys in the last.
                kept.program.until(lambda text: "watching" in text[:160] and "├ Log" in text and "pause" in text[-120:])
                assert kept.program.running()
            kept.send(b"\x11")
            kept.program.gone(10.0, reading=True)


def history_of(folder: Path) -> int:
    """Lines of the history of the only game in a folder, as another program finds them."""
    return len(opened(folder, Store(folder).latest() or "").match.history)
