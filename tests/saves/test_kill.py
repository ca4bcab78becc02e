"""``kill -9`` at random moments. The control shows that it bites."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from engine.play.match import Match
from engine.players.random import RandomPlayer
from saves import Game, Store
from saves.codec import Head, decode, decode_head, encode
from tests.saves.conftest import play_on, store_at
from tests.trials.games import SCENARIOS
from tests.trials.table import Tally, amounts

Tell = Callable[[str, Match], None]


def mark(match: Match) -> str:
    """What must come back: position and history."""
    return f"{match.digest()}-{len(match.history)}"


def act(game: Game, rnd: random.Random, player: RandomPlayer, tell: Tell) -> None:
    """One action, or one taken back or played again, or a snapshot; told before and after it is on the disk."""
    match, chance = game.match, rnd.random()
    if chance < 0.15 and match.can_undo:
        match.undo()
        work = game.undone
    elif chance < 0.25 and match.can_redo:
        match.redo()
        work = game.redone
    elif chance < 0.4:
        work = game.checkpoint
    elif chance < 0.42:
        game.save_as("now")
        return
    else:
        match.play(player.choose(match)[0])
        work = game.played
    tell("p", match)
    work()
    tell("a", match)


def interrupted() -> None:
    """From now on a signal every half of a millisecond, so that system calls are interrupted."""
    signal.signal(signal.SIGALRM, lambda number, frame: None)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)


def busy(game: Game, seed: int, pipe: int) -> None:
    """Play until killed, telling every step through the pipe; every second time interrupted all the while."""
    rnd, player = random.Random(seed), RandomPlayer(seed)
    if seed % 2:
        interrupted()

    def tell(kind: str, match: Match) -> None:
        os.write(pipe, f"{kind} {mark(match)}\n".encode())

    tell("a", game.match)
    tell("a", game.match)
    while not game.match.over:
        act(game, rnd, player, tell)
    time.sleep(60)


def kill_in_child(work: Callable[[int], None], delay: float) -> list[str]:
    """Run ``work`` in a child that is killed ``delay`` seconds after its first line; the lines that it told.

    Counting from the first line, a child on a busy machine has always begun its work before it dies.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work(write)
        finally:
            os._exit(1)
    os.close(write)
    first = os.read(read, 1)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(read) as pipe:
        told = (first.decode() + pipe.read()).splitlines()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child ended by itself"
    return told


@amounts(12, 2000, minutes=4)
def test_kill_at_random_moments_loses_at_most_the_action_in_flight(store: Store, amount: int, tally: Tally) -> None:
    """In each game and scenario in turn."""
    what = (
        "killed at a random moment of play, half of the time under signals: opens, at most the action in flight is gone"
    )
    tally.of("kill -9", what)
    each = 25 if amount > 100 else 4
    rnd, generations, progress, in_flight = random.Random(9), set(), 0, 0
    game: Game | None = None
    for trial in range(amount):
        if game is None or game.match.over or trial % each == 0:
            if game is not None:
                game.let_go()
            new = Match.new(*SCENARIOS[-1 - trial // each % len(SCENARIOS)], seed=trial)
            game = store.create(new, f"Game {trial}")
        opened = game
        told = kill_in_child(lambda pipe, t=trial, g=opened: busy(g, t, pipe), rnd.uniform(0, 0.08))  # type: ignore[misc]
        before = mark(game.match)
        game.let_go()
        with tally.one(f"kill {trial}"):
            game = store_at(store.folder).open(game.slug)
            acknowledged = [before, *(line[2:] for line in told if line.startswith("a "))]
            assert mark(game.match) in {acknowledged[-1], told[-1][2:]}, f"{told[-3:]}"
            assert [note for note in game.notes if "lost" in note] == []
            in_flight += told[-1].startswith("p ")
            progress += len(acknowledged) - 2
            generations.add((game.slug, decode_head((game.folder / "game.toml").read_bytes()).generation))
    assert len(generations) > min(20, amount // 6)
    assert progress > amount
    assert in_flight > 0 or amount < 100, "no kill met a write"


@amounts(5, 61)
def test_the_same_test_tears_a_plainly_written_save(tmp_path: Path, duel: Match, amount: int, tally: Tally) -> None:
    """``amount`` torn files are enough."""
    tally.of("kill -9, control", "the same with a plain open().write: torn files must be found")
    tally.control = True
    path, rounds = tmp_path / "plain.toml", 0
    player = RandomPlayer(3)
    for _ in range(12):
        duel.play(player.choose(duel)[0])
    texts = [encode({**duel.record(), "seed": n, "log": duel.record()["log"] * 12}, Head()).decode() for n in range(9)]
    path.write_text(texts[0])

    def work(pipe: int) -> None:
        n = 0
        while True:
            n += 1
            with open(path, "w") as file:
                file.write(texts[n % 9])
            os.write(pipe, b"w\n")

    rnd = random.Random(2)
    while tally.trials < 200 and (tally.failures < amount or rounds <= 20):
        rounds += len(kill_in_child(work, rnd.uniform(0.005, 0.03)))
        with tally.one():
            decode(path.read_bytes())
    assert rounds > 20, "the child wrote nothing"
    assert tally.failures >= 1


def test_resume_in_the_middle_of_a_combat(game: Game, store: Store) -> None:
    match = game.match
    for side in ("axis", "soviet"):
        match.play("plan careful")
        game.played()
        assert side
    player, rnd = RandomPlayer(5), random.Random(5)
    for _ in range(400):
        attacks = [a for a in match.legal if a.verb == "attack"]
        match.play(rnd.choice(attacks) if attacks else player.choose(match)[0])
        game.played()
        if match.c.frame.step == "losses":
            break
    assert match.c.frame.step == "losses"
    game.let_go()
    again = store.open(game.slug)
    assert again.match.prompt == match.prompt
    assert again.match.c.frame == match.c.frame
    assert list(again.match.legal) == list(match.legal)
    action = next(iter(match.legal))
    assert again.match.play(action) == match.play(action)
    assert again.match.digest() == match.digest()
    again.played()
    play_on(again, 3)
    again.close()
