"""Data files: every fault names its file and key; a player's file is laid over ours, and may hold anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.components.counters import build_roster
from engine.components.layover import merge
from engine.components.load import LIMIT, DataError, build_board, load_shared, read_table, scenario_ids
from engine.components.results import build_results
from engine.play.match import Match


def own(folder: Path, name: str, text: str | bytes) -> Path:
    """A player's data file for the toy; the folder to hand to the loader."""
    path = folder / "toy" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


# ---------------------------------------------------------------------- our own files
def test_shared_data_is_loaded_once(toy: str) -> None:
    assert load_shared(toy) is load_shared(toy)
    assert scenario_ids(toy) == ["duel"]


def test_constants(toy: str) -> None:
    data = load_shared(toy)
    assert data.constant("stacking") == 2
    with pytest.raises(DataError, match=r"game.toml: constants.weight"):
        data.constant("weight")


# ---------------------------------------------------------------------- a player's files
def test_overrides_merge_rows_by_their_id(toy: str, tmp_path: Path) -> None:
    row = ["a2", "A2", "Second", "T", "tank", 9, 3, 3, 2, 2, ""]
    folder = own(tmp_path, "counters.toml", f"[[formation]]\nid = 'blue'\nrows = [{row}]\n")
    data = load_shared(toy, folder)
    plain = load_shared(toy)
    assert data.overrides == ("counters.toml",) and plain.overrides == ()
    assert data.roster.ids == plain.roster.ids and data.roster.side == plain.roster.side
    changed = [u for u in range(len(data.roster)) if data.roster.attack[u] != plain.roster.attack[u]]
    assert [data.roster.ids[u] for u in changed] == ["a2"] and data.roster.attack[changed[0]] == 9


def test_overrides_add_rows_and_replace_values(toy: str, tmp_path: Path) -> None:
    row = ["a9", "A9", "Ninth", "T", "tank", 9, 3, 3, 0, 0, ""]
    own(tmp_path, "counters.toml", f"[[formation]]\nid = 'blue'\nrows = [{row}]\n")
    own(tmp_path, "game.toml", "[constants]\nstacking = { value = 3, rule = 'toy:2.1' }\n")
    data = load_shared(toy, tmp_path)
    assert "a9" in data.roster.by_id and len(data.roster) == 12
    assert data.constant("stacking") == 3 and data.constant("die_sides") == 6


def test_overrides_reach_a_match_and_its_record(toy: str, tmp_path: Path) -> None:
    own(tmp_path, "map.toml", '[hex]\nT0202 = "woods"\n')
    match = Match.new(toy, "duel", overrides=tmp_path)
    assert match.data.board.terrain_name(match.c.hex("T0202")) == "woods"
    assert match.record()["overrides"] == ["map.toml"]
    assert Match.new(toy, "duel").data.board.terrain_name(match.c.hex("T0202")) == "plains"


def test_a_printed_grid_is_replaced_whole() -> None:
    old = {"columns": ["1:1"], "rows": [["A1"], ["A1"], ["-"]]}
    assert merge(old, {"rows": [["-"], ["-"], ["D1"]]})["rows"] == [["-"], ["-"], ["D1"]]


def test_merge_leaves_ours_alone() -> None:
    base = {"a": {"b": 1, "rows": [["x", 1], ["y", 2]]}}
    assert merge(base, {"a": {"c": 2, "rows": [["y", 3]]}}) == {"a": {"b": 1, "c": 2, "rows": [["x", 1], ["y", 3]]}}
    assert base == {"a": {"b": 1, "rows": [["x", 1], ["y", 2]]}}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("map.toml", "grid = ", "not valid TOML"), ("map.toml", b"\xff\xfe", "cannot be read"),
        ("map.toml", "a = 1\n" + "#" * LIMIT, "larger than 2 MB"), ("map.toml", "x = " + "[" * 3900, "TOML"),
        ("map.toml", "y = '" + "y" * 5000 + "'", "too long"), ("map.toml", ".".join("abcdefghijk") + " = 1", "dots"),
        ("map.toml", "grid = 3", "grid"), ("map.toml", "[grid]\ncolumns = true", "columns"),
        ("map.toml", "[grid]\ncolumns = 'six'", "columns"), ("map.toml", "[grid]\ncolumns = 7", "terrain.T01"),
        ("map.toml", "[grid]\ncolumns = -1", "columns"), ("map.toml", "[grid]\nrows = 1000000000000", "rows"),
        ("map.toml", "[grid]\nrows = 4", "beyond the grid"),
        ("map.toml", "sheet = [1]", "map.toml"),
        ("map.toml", "[terrain]\nT01 = '???...'", "legend"), ("map.toml", "[terrain]\nT01 = 5", "map.toml"),
        ("map.toml", "[hex]\nT9999 = 'woods'", "T9999"), ("map.toml", "[hex]\nT0101 = 'lava'", "lava"),
        ("map.toml", "[[road]]\nchains = ['T0101 T0501']", "do not touch"),
        ("map.toml", "[[river]]\nname = 'R'\nclass = 'minor'\nsides = ['T0101']", "river R"),
        ("map.toml", "[[river]]\nsides = ['T0101/T0102']", "map.toml"),
        ("map.toml", "[places]\nrows = [['Ford']]", "cells"), ("map.toml", "[places]\nrows = 3", "map.toml"),
        ("map.toml", "[supply]\naxis = ['T7777']", "supply.axis"), ("map.toml", "[supply]\naxis = [7]", "supply.axis"),
        ("counters.toml", "formation = 3", "formation"), ("counters.toml", "columns = ['id']", "blue"),
        ("counters.toml", "[[formation]]\nid = 'blue'\nrows = [['a1']]", "cells"),
        ("counters.toml", "[[formation]]\nid = 'blue'\nrows = 7", "counters.toml"),
        ("counters.toml", "[[formation]]\nid = 'new'", "counters.toml"),
        ("counters.toml", "[[formation]]\nid='red'\nrows=[['r1','R','R','T','balloon',1,1,1,0,0,'']]", "balloon"),
        ("counters.toml", "[[formation]]\nid='red'\nrows=[['r1','R','R','T','tank',-1,1,1,0,0,'']]", "r1.attack"),
        ("counters.toml", "[[formation]]\nid='red'\nrows=[['r1','R','R','T','tank',1,'x',1,0,0,'']]", "r1.defense"),
        ("counters.toml", "[[formation]]\nid='red'\nrows=[['r1','R','R','T','tank',1,1,true,0,0,'']]", "r1.move"),
        ("counters.toml", "[[formation]]\nid='red'\nrows=[['a1','R','R','T','tank',1,1,1,0,0,'']]", "twice"),
        ("charts.toml", "[crt]\ncolumns = ['1:1', '1:2', '2:1']", "charts.toml: columns: do not rise"),
        ("classes.toml", "rows = [['tank']]", "cells"), ("classes.toml", "columns = ['kind']", "cells"),
    ],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_files_that_do_not_fit_are_named(toy: str, tmp_path: Path, name: str, text: str | bytes, says: str) -> None:
    with pytest.raises(DataError) as error:
        load_shared(toy, own(tmp_path, name, text))
    assert says in str(error.value) and (name in str(error.value) or "map.toml" in error.value.file)


def test_a_scenario_that_does_not_fit(toy: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="place"):
        Match.new(toy, "duel", overrides=own(tmp_path, "scenarios/duel.toml", "place = 4"))


def test_a_folder_in_place_of_a_file_is_passed_over(toy: str, tmp_path: Path) -> None:
    (tmp_path / "toy" / "map.toml").mkdir(parents=True)
    assert read_table(toy, "map.toml", tmp_path)[1] is False


# ---------------------------------------------------------------------- builders by themselves
def test_a_missing_key_is_named() -> None:
    for table, key in (({}, "grid"), ({"grid": {}}, "columns"), ({"grid": {"columns": 2, "rows": 2}}, "sheet")):
        with pytest.raises(DataError) as error:
            build_board(table)
        assert error.value.file == "map.toml" and error.value.key == key


def test_a_roster_needs_its_columns() -> None:
    with pytest.raises(DataError, match="columns"):
        build_roster({"formation": []}, {})


@pytest.mark.parametrize(
    "table", [{}, {"columns": ["1:1"]}, {"columns": ["1:1"], "rows": [["a", "b"]]}, {"columns": "1:1", "rows": []}]
)
def test_a_results_table_without_holes(table: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=r"charts.toml"):
        build_results(table)


def test_own_data_that_do_not_fit_together_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "ava" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "smolensk.toml").write_text('calendar = "zzz"\n')
    with pytest.raises(DataError, match=r"scenarios/smolensk.*'zzz' is not there"):
        Match.new("ava", "smolensk", overrides=tmp_path)


def test_every_further_file_of_a_game_is_a_table() -> None:
    assert set(load_shared("ava").tables) == {"chits", "deployment", "roles", "sequence", "terrain"}
    assert set(load_shared("pm").tables) == {"deployment", "pool", "sequence", "terrain"}
