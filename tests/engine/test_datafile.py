"""A player's data files: what ours has no place for is refused with path and key, and quickly."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.components.datafile import DataError, own_names, read_table, strangers
from engine.components.fitting import OPTIONAL, fit
from engine.components.layover import lay_over

BASE = {
    "turns": 6,
    "open": True,
    "words": ["a"],
    "constants": {"stacking": {"value": 2, "rule": "x:1"}},
    "columns": ["id", "attack", "note"],
    "rows": [["one", 3, ""], ["two", "-", ""]],
    "option": [{"id": "length", "values": ["short"], "default": "short"}, {"id": "setup", "values": ["free"]}],
    "formation": [{"id": "blue", "side": "axis", "rows": [["u1", 1, ""]]}],
    "grid": {"columns": 5},
    "line_kind": [{"id": "road", "net": "road"}],
    "place": {"u1": "S0101"},
}


@pytest.mark.parametrize(
    ("own", "key", "says"),
    [
        ({"turn": 7}, "turn", "there is 'turns'"), ({"turns": "7"}, "turns", "needs a whole number, not a text"),
        ({"turns": True}, "turns", "not true or false"), ({"open": 1}, "open", "needs true or false"),
        ({"words": [1]}, "words", "item 1 is 1, not a text"), ({"constants": 5}, "constants", "needs a table"),
        ({"constants": {"stackin": {"value": 1}}}, "constants.stackin", "there is 'stacking'"),
        ({"constants": {"stacking": {"value": "x"}}}, "constants.stacking.value", "whole number"),
        ({"rows": [["one", 3]]}, "rows", "2 cells, not 3"), ({"rows": ["one"]}, "rows", "in brackets"),
        ({"rows": [["one", 3, 4]]}, "one.note", "is 4, not a text"), ({"rows": 3}, "rows", "needs a list"),
        ({"option": []}, "option", "'length' is missing"),
        ({"option": [{"id": "length"}, {"id": "setup"}]}, "option 'length'", "'values' is missing"),
        ({"formation": [{"id": "red", "rows": []}]}, "formation 'red'", "'side' is missing"),
        ({"formation": [{"id": "blue", "rows": [["u1", [], ""]]}]}, "u1.attack", "whole number"),
        ({"hex": []}, "hex", "needs a table"), ({"road": {}}, "road", "needs a list"),
        ({"line_kind": []}, "line_kind", "cannot be changed"),
        ({"railroad": []}, "railroad", "nothing of this name"),
        ({"grid": {"hex": {}}}, "grid.hex", "nothing of this name"),
    ],
    ids=str,
)  # fmt: skip
def test_what_has_no_place_is_named(own: dict[str, object], key: str, says: str) -> None:
    with pytest.raises(DataError) as error:
        fit(BASE, own, "own.toml")
    assert error.value.file == "own.toml" and error.value.key == key and says in error.value.problem


@pytest.mark.parametrize(
    "own",
    [
        {}, {"turns": 9}, {"provenance": "printed"}, {"constants": {"stacking": {"value": 3, "note": "my copy"}}},
        {"rows": [["two", 4, ""], ["three", "-", ""]]}, {"columns": ["a"], "rows": [["b"]]},
        {"hex": {"S0101": "marsh"}}, {"place": {"u9": "S0102"}},
        {"formation": [{"id": "blue", "rows": [["u9", 9, ""]]}, {"id": "red", "side": "soviet", "rows": []}]},
    ],
    ids=str,
)  # fmt: skip
def test_what_fits_is_let_through(own: dict[str, object]) -> None:
    fit(BASE, own, "own.toml")
    assert set(OPTIONAL) >= {"hex", "river"}


@pytest.mark.parametrize(
    "text",
    ["a." * 20_000 + "b = 1", "\n".join(f'"=={n}"' + ".a" * 1900 + " = 1" for n in range(400)), "a = " + "[" * 3000,
     "a = " + "[\n" * 30_000, "x = {" + "b." * 1900 + "c = 1}"],
    ids=["dots", "dots behind quotes", "brackets", "brackets over lines", "dots in braces"],
)  # fmt: skip
def test_files_that_would_take_minutes_are_refused_at_once(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ava" / "counters.toml"
    path.parent.mkdir()
    path.write_text(text)
    start = time.process_time()
    with pytest.raises(DataError, match="line "):
        read_table("ava", "counters.toml", tmp_path)
    assert time.process_time() - start < 2


def test_dots_and_brackets_in_texts_are_no_keys(tmp_path: Path) -> None:
    path = tmp_path / "ava" / "game.toml"
    path.parent.mkdir()
    path.write_text('title = "a.b.c.d.e.f.g.h.i.j.k [[[[[[[[[[[[[[[[[[[["  # .......... [[[[[[[[[[[[[[[[[[[\n')
    table, own = read_table("ava", "game.toml", tmp_path)
    assert own and table["title"].startswith("a.b.c") and table["sides"] == ["axis", "soviet"]


def test_names_of_own_files(tmp_path: Path) -> None:
    folder = tmp_path / "ava"
    (folder / "scenarios").mkdir(parents=True)
    for name in ("map.toml", "maps.toml", "scenarios/smolensk.toml", "scenarios/mine.toml"):
        (folder / name).write_text("")
    (folder / "counters.toml").mkdir()
    assert own_names("ava", "smolensk", tmp_path) == ("map.toml", "scenarios/smolensk.toml")
    assert own_names("ava", "kiev", tmp_path) == ("map.toml",) and own_names("ava", "kiev", None) == ()
    found = [p.relative_to(folder).as_posix() for p in strangers("ava", tmp_path)]
    assert found == ["counters.toml", "maps.toml", "scenarios/mine.toml"] and strangers("ava", None) == []


# ---------------------------------------------------------------------- files that editions share
def test_what_an_edition_has_lies_over_what_it_shares() -> None:
    shared = {
        "title": "Ford", "area": ["S0101", "S0909"], "victory": {"start": 0}, "limit": [{"what": "rail"}],
        "setup": {"axis": {"S0101": ["u1"], "S0102": ["u2"]}},
        "logistics": {"columns": ["turn", "asp"], "rows": [[1, 4], [2, 3]]},
    }  # fmt: skip
    own = {
        "area": ["S0103", "S0909"], "victory": {"levels": {"marginal": 3}}, "limit": [{"what": "attack"}],
        "setup": {"axis": {"S0102": []}}, "logistics": {"rows": [[2, 5]]}, "vp": [{"place": "Ford"}],
    }  # fmt: skip
    assert lay_over(shared, own) == {
        "title": "Ford", "area": ["S0103", "S0909"], "victory": {"start": 0, "levels": {"marginal": 3}},
        "limit": [{"what": "rail"}, {"what": "attack"}], "setup": {"axis": {"S0101": ["u1"], "S0102": []}},
        "logistics": {"columns": ["turn", "asp"], "rows": [[1, 4], [2, 5]]}, "vp": [{"place": "Ford"}],
    }  # fmt: skip
    assert shared["victory"] == {"start": 0}


def test_an_edition_names_hexes_in_place_of_those_that_it_does_not_have() -> None:
    first, second = (read_table(game, "scenarios/yelnya-dukhovshchina.toml")[0] for game in ("efs1", "efs2"))
    assert "B5409" in second["supply"]["soviet"] and "B5410" in first["supply"]["soviet"]
    assert "B5409" not in str(first) and not {"over", "elsewhere"} & set(first) | {"over"} & set(second)


def test_a_player_changes_what_is_shared_as_if_it_were_his_edition(tmp_path: Path) -> None:
    folder = tmp_path / "efs2" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "borisov.toml").write_text("[turns]\nlast = 7\n[victory]\nstart = 2\n")
    table, own = read_table("efs2", "scenarios/borisov.toml", tmp_path)
    assert own and table["turns"] == {"first": 5, "last": 7, "full": 4} and table["victory"]["start"] == 2
