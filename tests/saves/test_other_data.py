"""A game that was played with data files of the player's own, opened without them, and the other way round."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.components.load import load_shared
from engine.play.match import Match
from saves import SaveError, Store, export, load_file
from saves.errors import OtherData


def write(folder: Path, name: str, text: str) -> None:
    """A data file of the player's."""
    load_shared.cache_clear()
    path = folder / "toy" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def own(toy: str, tmp_path: Path) -> Path:
    """A folder of own data by which three units may stand in one hex, where ours allow two."""
    write(tmp_path / "data", "game.toml", "[constants]\nstacking = { value = 3 }\n")
    return tmp_path / "data"


def test_a_save_that_does_not_fit_without_them_says_so_and_stays(own: Path, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    game = Store(saves, overrides=own).create(Match.new("toy", "duel", seed=3, overrides=own), "Mine")
    for action in ("plan bold", "plan bold", "move a2 T0102", "move a3 T0102"):
        game.match.play(action)
        game.played()
    digest = game.match.digest()
    game.close()
    before = {p: p.read_bytes() for p in saves.rglob("*") if p.is_file() and p.name != "lock"}
    with pytest.raises(OtherData, match=r"own game\.toml, not in use now"):
        Store(saves).open(game.slug)
    assert before == {p: p.read_bytes() for p in saves.rglob("*") if p.is_file() and p.name != "lock"}
    again = Store(saves, overrides=own).open(game.slug)
    assert again.match.digest() == digest and again.notes == [] and not again.read_only
    again.close()


def test_a_save_that_fits_all_the_same_is_opened_with_a_note(toy: str, tmp_path: Path) -> None:
    own, saves = tmp_path / "data", tmp_path / "saves"
    write(own, "map.toml", '[hex]\nT0202 = "woods"\n')
    game = Store(saves, overrides=own).create(Match.new("toy", "duel", overrides=own), "Mine")
    game.close()
    found = Store(saves).open(game.slug)
    assert found.notes == ["Played with own map.toml, not in use now: put back what you had."]
    found.close()


def test_added_files_are_told_too(toy: str, tmp_path: Path) -> None:
    own, path = tmp_path / "data", tmp_path / "one.toml"
    row = ["a9", "A9", "Ninth", "T", "tank", 9, 3, 3, 0, 0, ""]
    write(own, "counters.toml", f"[[formation]]\nid = 'blue'\nrows = [{row}]\n")
    export(Match.new("toy", "duel"), path)
    with pytest.raises(SaveError, match=r"without the own counters\.toml"):
        load_file(path, own)
    assert load_file(path).side
