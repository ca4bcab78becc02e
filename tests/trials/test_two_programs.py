"""Two programs on two terminals open one game: the second watches, follows, plays nothing, and can have it later."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import Store
from saves.recover import recover
from tests.trials.ptys import PATIENCE, Program, command_bytes
from tests.trials.table import Tally, amounts

WATCHING = re.compile(r"watching, saved \d\d:\d\d")
FREE = "Nobody plays this game any more"
PLAYING = [b"e", b"u", b"U", b"\t", b"a", b"f", b"\r", b"x", b".", b"1", b"2", b"\r", b"\x1b"]
"""Keys that play, take back, plan or save where somebody plays himself."""
LEAVING = ("keys", "connection", "killed")
"""The ways in which the first program goes."""


@pytest.fixture
def pair(own_folders: Path) -> Iterator[list[Program]]:
    """The programs of a trial; whatever is still running afterwards is ended."""
    running: list[Program] = []
    yield running
    for program in running:
        program.close()


def resumed(pair: list[Program], folder: Path, slug: str) -> Program:
    """One more program on this game."""
    pair.append(Program("resume", slug, "--saves", str(folder)))
    pair[-1].shows("├ Log")
    return pair[-1]


def history(folder: Path, slug: str) -> list[str]:
    """What is on the disk, as a third process finds it."""
    return [str(line) for line in recover(folder / slug).match.history]


def contents(folder: Path, slug: str) -> dict[str, bytes]:
    """Every file of the game."""
    return {p.name: p.read_bytes() for p in sorted((folder / slug).rglob("*")) if p.is_file()}


def saved_game(folder: Path, seed: int, soviet: str = "random") -> tuple[str, Match]:
    """A game in which the axis moves, and nobody has it open."""
    match, player = Match.new("ava", "smolensk", seed=seed), RandomPlayer(seed)
    match.meta["player.soviet"] = soviet
    while match.side != "axis" or sum(a.verb == "move" for a in match.legal) < 20:
        match.play(player.choose(match)[0])
    game = Store(folder).create(match, "Ford")
    game.close()
    return game.slug, match


def played(program: Program, match: Match) -> str:
    """Type a move into a program that plays this match, which makes it too; the line of the log that it writes."""
    action = next(a for a in match.legal if a.verb == "move")
    program.send(b":" + str(action).encode())
    program.shows(str(action))
    program.send(b"\r")
    program.until(lambda text: "Type an action" not in text)
    match.play(action)
    return match.log[-1].text[:20]


def leave(program: Program, how: str) -> None:
    """The first program goes."""
    if how == "keys":
        program.send(command_bytes("quit"))
    elif how == "connection":
        program.drop()
    else:
        os.kill(program.pid, signal.SIGKILL)
    program.gone(PATIENCE)


def takes_over(program: Program) -> None:
    """The second program is asked, and plays from there on."""
    program.shows(FREE, "Take it over")
    program.send(b"t")
    program.until(lambda text: FREE not in text and "watching, saved" not in text)
    program.settle()


def follow(pair: list[Program], folder: Path, seed: int, how: str) -> None:
    """A person plays in the first program, then in the second."""
    slug, match = saved_game(folder, seed)
    first, second = resumed(pair, folder, slug), resumed(pair, folder, slug)
    second.until(lambda text: WATCHING.search(text) is not None)
    assert WATCHING.search(first.screen.text()) is None
    for _ in range(3):
        told = played(first, match)
        second.shows(told)
        before = contents(folder, slug)
        for key in PLAYING:
            second.send(key)
            second.read(0.05)
        second.settle()
        assert contents(folder, slug) == before, "the second program wrote"
        assert history(folder, slug) == [str(line) for line in match.history]
        assert first.running() and second.running()
    leave(first, how)
    takes_over(second)
    played(second, match)
    end = time.monotonic() + PATIENCE
    while history(folder, slug) != [str(line) for line in match.history]:
        assert time.monotonic() < end, (history(folder, slug)[-4:], [str(line) for line in match.history[-4:]])
        second.read(0.05)
    assert recover(folder / slug).notes == []


def follow_computers(pair: list[Program], folder: Path, seed: int, how: str) -> None:
    """Two computer players: they are moved by one program only, first by the one, then by the other."""
    words = ("play", "ava", "smolensk", "--axis", "random", "--soviet", "random", "--seed", str(seed))
    pair.append(Program(*words, "--saves", str(folder)))
    first = pair[-1]
    first.shows("watching")
    slug = Store(folder).latest() or ""
    second = resumed(pair, folder, slug)
    second.until(lambda text: WATCHING.search(text) is not None)
    first.send(command_bytes("pause"))
    first.shows("paused")
    stood = contents(folder, slug)
    second.read(1.0)
    second.send(b"\r")
    second.settle()
    assert contents(folder, slug) == stood, "the second program moved the computer players"
    first.send(command_bytes("pause"))
    moved = len(history(folder, slug))
    end = time.monotonic() + PATIENCE
    while len(history(folder, slug)) < moved + 3:
        assert time.monotonic() < end, "the first program does not go on"
        first.read(0.05)
    leave(first, how)
    before = history(folder, slug)
    takes_over(second)
    end = time.monotonic() + PATIENCE
    while len(history(folder, slug)) < len(before) + 3:
        assert time.monotonic() < end, "the second program does not go on"
        second.read(0.05)
    assert history(folder, slug)[: len(before)] == before


@amounts(2, 8, minutes=3)
def test_the_second_program_follows_and_takes_over(
    pair: list[Program], tmp_path: Path, amount: int, tally: Tally
) -> None:
    what = "the second watches, follows, writes nothing, and has the game when the first leaves, breaks off, is killed"
    tally.of("two terminals", what)
    for number in range(amount):
        how = LEAVING[number // 2 % len(LEAVING)]
        with tally.one(f"{number}, {how}"):
            (follow_computers if number % 2 else follow)(pair, tmp_path / f"{number}", number + 5, how)
        while pair:
            pair.pop().close()
