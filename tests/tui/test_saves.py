"""Many games in order: on screen and on the shell; renamed, copied, thrown away and brought back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.play.match import Match
from saves import Store, trashed
from tests.tui.driving import Driver, driven, game, press, screen_text, start, table, until
from tui.app import StavkaApp, farewell
from tui.cli import main
from tui.screens.home import HomeScreen
from tui.screens.saves import SavesScreen
from tui.table.play import PlayScreen


@pytest.fixture
def store(toy: str, tmp_path: Path) -> Store:
    """Three games, one of them damaged beyond repair."""
    store = Store(tmp_path / "saves")
    for seed, title in enumerate(("The Ford", "Another", "Broken")):
        played = store.create(Match.new("toy", "duel", seed=seed), title)
        for action in ("plan bold", "plan careful"):
            played.match.play(action)
            played.played()
        played.close()
    for path in (tmp_path / "saves" / "broken").rglob("*.toml"):
        path.write_text("nonsense")
    return store


def box(app: StavkaApp) -> list[str]:
    """What the list says."""
    assert isinstance(app.screen, SavesScreen), app.screen
    return [item.text for item in app.screen.box.items]


async def mark(app: StavkaApp, pilot: Driver, word: str) -> None:
    """Put the mark on a game."""
    index = next(n for n, text in enumerate(box(app)) if word in text)
    await press(pilot, "home", *["down"] * index)


async def test_a_list_that_tells_where_each_game_stands(store: Store, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l")
        await mark(app, pilot, "The Ford")
        await until(pilot, lambda: "to decide" in screen_text(app))
        text = screen_text(app)
        assert "Axis bold, Soviets careful." in text and "toy duel" in text and "turn 1" in text
        await mark(app, pilot, "broken")
        await until(pilot, lambda: "no save in it can be read" in screen_text(app))
        await press(pilot, "enter")
        assert isinstance(app.screen, SavesScreen)
        await press(pilot, "o")
        assert "by title" in screen_text(app) and [t[:8] for t in box(app)[:2]] == ["Another ", "The Ford"]


async def test_home_counts_damaged_games_and_tells_why_it_cannot_go_on(toy: str, tmp_path: Path) -> None:
    game(tmp_path).close()
    async with driven(start(tmp_path)) as (app, pilot):
        assert "1 game" in screen_text(app)
        save = tmp_path / "saves" / "toy-duel" / "game.toml"
        text = save.read_bytes()
        (tmp_path / "saves" / "toy-duel" / "journal").write_text("stavka-journal 99 nothing")
        for path in (save, *save.parent.glob("auto/*.toml")):
            path.write_bytes(text.replace(b"# end", b"# odd"))
        assert isinstance(app.screen, HomeScreen)
        app.screen.fill()
        await until(pilot, lambda: "1 of them damaged" in screen_text(app))


async def test_rename_and_duplicate(store: Store, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l")
        await mark(app, pilot, "The Ford")
        await press(pilot, "right", "n", "ctrl+u", *"Bridge", "enter")
        assert any(t.startswith("Bridge ") for t in box(app)) and "called 'Bridge'" in screen_text(app)
        await mark(app, pilot, "Bridge")
        await press(pilot, "right", "d")
        assert len(box(app)) == 4 and any(t.startswith("Bridge copy") for t in box(app))
        await mark(app, pilot, "Bridge copy")
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
    assert {e.title for e in store.list()} >= {"Bridge", "Bridge copy", "Another"}


async def test_trash_and_back(store: Store, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l")
        await mark(app, pilot, "Another")
        await press(pilot, "left", "left", "right", "left", "escape")
        assert len(store.list()) == 3, "arrows do nothing but move"
        await press(pilot, "right", "t")
        assert len(store.list()) == 2 and "u brings it back" in screen_text(app)
        await press(pilot, "u")
        assert len(store.list()) == 3 and trashed(store) == []
        for word in ("Another", "broken"):
            await mark(app, pilot, word)
            await press(pilot, "right", "t")
        assert "Trash: 2 games" in screen_text(app)
        await press(pilot, "x")
        assert len(box(app)) == 3
        await mark(app, pilot, "Another")
        await press(pilot, "enter")
        assert len(store.list()) == 2
        await press(pilot, "x", "enter")
        assert len(trashed(store)) == 1, "the first answer keeps them"
        await press(pilot, "x", "y")
        assert trashed(store) == [] and "deleted for good" in screen_text(app)


async def test_a_game_held_elsewhere_is_watched(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "saves").open("the-ford")
    try:
        async with driven(start(tmp_path)) as (app, pilot):
            await press(pilot, "l")
            await mark(app, pilot, "The Ford")
            await until(pilot, lambda: "watching only" in screen_text(app))
            await press(pilot, "right", "t")
            assert "has been playing" in screen_text(app) and len(store.list()) == 3
            await press(pilot, "enter")
            assert isinstance(app.screen, PlayScreen) and "watching, saved" in screen_text(app)
    finally:
        other.close()


async def test_kept_turns_are_listed_and_played_on(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, soviet="random")
    controller.save_as("before the attack")
    controller.close()
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l", "right", "c")
        assert "before the attack" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)


# ---------------------------------------------------------------------- the shell
def test_the_list_on_the_shell(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(store.folder)
    assert main(["saves", "--saves", folder, "--sort", "title"]) == 1
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["another", "the-ford", "broken"] and max(map(len, rows[:2])) <= 80
    assert main(["saves", "--saves", folder, "--long"]) == 1
    assert "to decide" in capsys.readouterr().out


def test_housekeeping_on_the_shell(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> int:
        return main(["saves", "--saves", str(store.folder), *words])

    assert run("rename", "the-ford", "A", "bridge") == 0 and run("copy", "the-ford") == 0
    assert run("delete", "the-ford") == 0 and run("--trash") == 0
    assert "A bridge, thrown away" in capsys.readouterr().out
    assert run("restore", "the-ford") == 0 and run("delete", "broken") == 0
    assert {e.slug for e in store.list()} == {"the-ford", "a-bridge-copy", "another"}
    assert run("empty") == 1 and "--yes" in capsys.readouterr().err
    assert run("empty", "--yes") == 0 and trashed(store) == []
    assert run("delete", "nobody") == 1 and "no such game" in capsys.readouterr().err
    assert run("delete") == 2 and run("fly", "a") == 2 and run("delete", "a", "b") == 2


def test_dice_on_the_shell(toy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game(tmp_path).close()
    assert main(["dice", "--saves", str(tmp_path / "saves")]) == 0
    assert "No dice have been thrown yet." in capsys.readouterr().out
    assert main(["dice", "nobody", "--saves", str(tmp_path / "saves")]) == 1
    assert main(["dice", "--saves", str(tmp_path / "none")]) == 1


async def test_the_keys_of_a_page_of_its_own_are_listed_first(store: Store, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l", "f1")
        rows = screen_text(app).splitlines()
        here = next(n for n, row in enumerate(rows) if row.strip() == "Here")
        assert any("bring back" in row for row in rows[here : here + 8])


async def test_a_game_opens_where_something_happened_last(tmp_path: Path) -> None:
    store = Store(tmp_path / "saves")
    played = store.create(Match.new("ava", "smolensk", seed=7), "Last")
    for action in ("attack 7pz S0915", "attack 20pz S0915"):
        played.match.play(action)
        played.played()
    played.close()
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "c")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert table(app).label(table(app).cursor) == "S0915"


def test_on_the_shell_a_title_names_a_game_as_well(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(store.folder)
    assert main(["--saves", folder, "dice", "the  ford"]) == 0
    assert main(["--saves", folder, "saves", "copy", "The Ford", "Another"]) == 0
    capsys.readouterr()
    assert main(["--saves", folder, "saves", "rename", "Another", "Mine"]) == 1
    assert "several games are called 'Another'" in capsys.readouterr().err
    assert main(["--saves", folder, "saves", "delete", "no such title"]) == 1


async def test_the_mark_follows_the_game_and_a_new_title_moves_none(store: Store, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l")
        order = [entry.slug for entry in store.list()]
        await mark(app, pilot, "The Ford")
        await press(pilot, "right", "n", *"X", "enter")
        assert isinstance(app.screen, SavesScreen)
        assert app.screen.entry is not None and app.screen.entry.title == "The FordX"
        assert [entry.slug for entry in store.list()] == order
        await press(pilot, "right", "d")
        assert app.screen.entry is not None and app.screen.entry.slug not in order
        await press(pilot, "right", "t")
        assert app.screen.entry is not None and app.screen.entry.slug in order
        await press(pilot, "u")
        assert app.screen.entry is not None and app.screen.entry.slug not in order


async def test_copies_and_trash_name_only_keys_that_do_something(store: Store, tmp_path: Path) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l")
        assert "more to do" in screen_text(app)
        await mark(app, pilot, "The Ford")
        await press(pilot, "right", "c")
        assert "play on from it" in screen_text(app) and "more to do" not in screen_text(app)
        await press(pilot, "escape")
        assert "more to do" in screen_text(app)


def test_the_list_tells_when_a_game_was_played_last(store: Store) -> None:
    before = {entry.slug: entry.when for entry in store.list()}
    journal = store.folder / "the-ford" / "journal"
    later = journal.stat().st_mtime + 3600
    os.utime(journal, (later, later))
    after = {entry.slug: entry.when for entry in store.list()}
    assert after["the-ford"] > before["the-ford"] and after["another"] == before["another"]
    assert store.list()[0].slug == "the-ford"


async def test_games_of_one_title_are_told_apart(store: Store, tmp_path: Path) -> None:
    slug = store.duplicate("the-ford", "The Ford")
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l")
        assert [t.split("  ")[0] for t in box(app) if "Ford" in t] == [f"The Ford ({slug})", "The Ford (the-ford)"]
        await press(pilot, "right", "t")
        assert [t.split("  ")[0] for t in box(app) if "Ford" in t] == ["The Ford"]


async def test_the_key_that_the_line_names_for_the_filter_begins_it_and_then_all_letters_are_typed(
    store: Store, tmp_path: Path
) -> None:
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, "l")
        assert "/ filter" in screen_text(app)
        await press(pilot, "/", "o", "t", "h")
        assert [t[:8] for t in box(app)] == ["Another "] and "backspace" in screen_text(app)
        await press(pilot, "escape")
        assert len(box(app)) == 3 and isinstance(app.screen, SavesScreen)


def test_what_is_left_in_the_terminal_says_that_the_game_is_saved(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, soviet="random")
    assert controller.keeper is not None
    assert farewell(controller) == f"Saved: {controller.keeper.title}. 'stavka resume' goes on."
    controller.save_failed = "the disk is full"
    assert farewell(controller) == "Not saved: the disk is full"
    assert farewell(None) == ""
    controller.close()
    assert farewell(controller) == ""
