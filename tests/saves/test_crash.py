"""The machine stops at any system call, or forgets what was not synced: no action that was acknowledged is lost."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from errno import EINTR
from pathlib import Path

import pytest

from engine.play.match import Match
from saves import Game, SaveError, Store
from tests.saves.conftest import play_on, store_at
from tests.saves.disks import Crash, Disk, Forgetful, never
from tests.trials.table import Tally, amounts

Work = Callable[[Game], None]
EVERY = [
    pytest.param(4, id="short", marks=pytest.mark.short_form),
    pytest.param(1, id="full", marks=pytest.mark.nightly),
]


def one_action(game: Game) -> None:
    play_on(game, 1, seed=5)


def checkpoint(game: Game) -> None:
    game.checkpoint()


def new_turn(game: Game) -> None:
    game.checkpoint(turn_changed=True)


def named(game: Game) -> None:
    game.save_as("before the river")


def lost_track(game: Game) -> None:
    """An edit, which only a snapshot can tell."""
    game.match.edit({"turn": 2})
    game.checkpoint()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to be filled once with a game that has a full ring and an open journal."""
    return tmp_path_factory.mktemp("base") / "saves"


@pytest.fixture
def prepared(base: Path, duel: Match) -> Path:
    if not base.exists():
        game = store_at(base).create(duel, "Ford")
        for step in range(7):
            play_on(game, 3, seed=step)
            game.checkpoint()
        play_on(game, 4, seed=99)
        game.let_go()
    return base


WORKS: list[Work] = [one_action, checkpoint, new_turn, named, lost_track]
STOPS = [Crash, "half", EINTR]


def stop(how: object, n: int) -> Callable[[int, str], object]:
    """What happens at the *n*-th call; one that is interrupted is followed by the end of the machine."""
    return lambda count, name: how if count == n else Crash if how == EINTR and count == n + 1 else None


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("how", STOPS, ids=["before", "half", "interrupted"])
def test_a_crash_at_any_call_loses_nothing_acknowledged(
    prepared: Path, tmp_path: Path, work: Work, how: object, every: int, tally: Tally
) -> None:
    """In short every fourth call, each kind of work from another one on."""
    what = "the machine stops before the n-th call, in the middle of it, or after it was interrupted, for every n"
    tally.of("crash at every call", what)
    stops = 0
    for n in range(1 + (WORKS.index(work) + STOPS.index(how)) % every, 200, every):
        folder = tmp_path / f"{n}"
        shutil.copytree(prepared, folder)
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(stop(how, n), armed=False).install(patch)
            game = store_at(folder).open("ford")
            assert not game.notes
            before, disk.armed = game.match.digest(), True
            try:
                work(game)
                crashed = False
            except (Crash, SaveError):
                crashed = True
        disk.settle()
        after = game.match.digest()
        again = store_at(folder).open("ford")
        assert again.match.digest() in ((before, after) if crashed else (after,)), f"call {n}: {disk.calls[-1]}"
        if how is Crash:
            assert not any("lost" in note for note in again.notes)
        play_on(again, 1)
        again.let_go()
        assert store_at(folder).open("ford").match.digest() == again.match.digest()
        shutil.rmtree(folder)
        tally.count()
        if not crashed:
            break
        stops += 1
    else:
        pytest.fail("the work never came to its end")
    assert stops >= {"one_action": 2, "named": 3}.get(work.__name__, 12) // every


@pytest.mark.parametrize("how", [Crash, "half"])
def test_a_crash_while_a_game_is_begun_leaves_it_whole_or_absent(
    store: Store, duel: Match, how: object, tally: Tally
) -> None:
    tally.of("crash at every call")
    for n in range(1, 200):
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(lambda count, name, n=n: how if count == n else None).install(patch)  # type: ignore[misc]
            try:
                store.create(duel, f"Try {n}")
                crashed = False
            except Crash:
                crashed = True
        disk.settle()
        for entry in store.list():
            game = store.open(entry.slug)
            assert game.match.digest() == duel.digest()
            game.let_go()
        tally.count()
        if not crashed:
            assert f"try-{n}" in {entry.slug for entry in store.list()}
            return
    pytest.fail("the game was never begun")


def test_a_crash_while_damage_is_repaired_loses_nothing(prepared: Path, tmp_path: Path, tally: Tally) -> None:
    tally.of("crash at every call")
    whole = store_at(prepared).open("ford")
    expected = whole.match.digest()
    whole.let_go()
    for n in range(1, 200):
        folder = tmp_path / f"{n}"
        shutil.copytree(prepared, folder)
        (folder / "ford" / "game.toml").write_bytes(b"# stavka save, or what is left of it\n")
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(lambda count, name, n=n: Crash if count == n else None).install(patch)  # type: ignore[misc]
            try:
                store_at(folder).open("ford")
                crashed = False
            except Crash:
                crashed = True
        disk.settle()
        again = store_at(folder).open("ford")
        assert again.match.digest() == expected
        again.let_go()
        shutil.rmtree(folder)
        tally.count()
        if not crashed:
            assert n > 10
            return
    pytest.fail("the repair never came to its end")


@amounts(1, 40, minutes=1.5)
def test_what_was_not_synced_may_be_forgotten_in_any_order(
    store: Store, duel: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, amount: int, tally: Tally
) -> None:
    """After every call, with unsynced names and bytes there or not, the game opens at an acknowledged position."""
    tally.of("power cut", "what was not synced is gone or there, in any order, after every call of a story")
    store.folder.mkdir()
    disk, marks = Disk(never), [(0, duel.digest())]
    with monkeypatch.context() as patch:
        disk.install(patch)
        game = store.create(duel, "Ford")
        begun = len(disk.trace)
        for step in range(4):
            for _ in range(3):
                play_on(game, 1, seed=step)
                marks.append((len(disk.trace), game.match.digest()))
            game.checkpoint(turn_changed=step == 2)
            marks.append((len(disk.trace), game.match.digest()))
    game.let_go()
    model, rnd, opened = Forgetful(store.folder), random.Random(4), 0
    for done, op in enumerate(disk.trace, 1):
        model.apply(op)
        last = max(i for i, (at, _) in enumerate(marks) if at <= done)
        allowed = {digest for _, digest in marks[last : last + 2]}
        for _ in range(amount):
            folder = tmp_path / "image"
            model.image(folder, rnd)
            try:
                found = store_at(folder).open("ford")
                assert found.match.digest() in allowed, f"after call {done}: {op[:2]}"
                found.let_go()
                opened += 1
            except SaveError:
                assert done < begun, f"after call {done}: {op[:2]}"
            shutil.rmtree(folder)
            tally.count()
    assert opened > 50 * amount
