"""Counter files: both layouts of faces, and further columns that a game declares."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.components.counters import build_roster
from engine.components.datafile import DataError
from engine.components.errors import BadInput
from engine.components.fitting import fit
from engine.components.layover import merge
from engine.components.load import load_shared
from engine.components.roster import Roster

DRILL = Path(__file__).parents[1] / "support" / "data" / "drill"
SUPPORT = {"id": "support", "title": "support strength", "kind": "number", "default": 0}
POINTS = {"id": "points", "title": "points", "kind": "number", "range": [0, 6], "default": 2, "by_face": True}
COLOUR = {"id": "colour", "title": "colour", "kind": "word", "words": ["white", "red"], "default": "white"}
BAND = {"id": "band", "title": "band", "kind": "flag", "default": False, "by_face": True}
NUMBERS = ["attack", "defense", "move", "attack2", "defense2"]


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((DRILL / name).read_text("utf-8"))


def shipped() -> Roster:
    return build_roster(table("counters.toml"), table("classes.toml"))


def roster(columns: list[str], row: list[Any], *declared: dict[str, Any], **formation: Any) -> Roster:
    """One counter ``a`` of the kind ``foot``, whose class says nothing of further columns."""
    head = {"id": "f", "side": "north", "nationality": "none", **formation}
    head["rows"] = [["a", "A", "A", "", "foot", *row]]
    classes = {"columns": ["kind", "mech", "hq", "glyph", "ascii"], "rows": [["foot", False, False, "F", "F"]]}
    named = ["id", "short", "name", "map", "kind", *columns]
    return build_roster({"column": list(declared), "columns": named, "formation": [head]}, classes)


# ---------------------------------------------------------------------- where a value comes from
def test_a_value_stands_in_the_row_the_formation_the_class_or_nowhere() -> None:
    r = shipped()
    guns, lancers, foot, staff = map(r.find, ("ng", "n4", "s1", "ss"))
    assert [r.value("support", u) for u in (guns, foot)] == [4, 0]
    assert [r.value("morale", u) for u in (guns, foot)] == [6, 5]
    assert [r.value("pace", u) for u in (lancers, staff, foot)] == ["yellow", "yellow", "white"]
    assert r.number("command", staff) == 3


def test_a_formation_may_have_columns_of_its_own() -> None:
    classes = {"columns": ["kind", "mech", "hq", "glyph", "ascii"], "rows": [["foot", False, False, "F", "F"]]}
    head = {"side": "north", "nationality": "none"}
    named = ["id", "short", "name", "kind", "faces"]
    table = {
        "column": [SUPPORT],
        "columns": named,
        "formation": [
            {"id": "f", **head, "rows": [["a", "A", "A", "foot", "4-4-4"]]},
            {"id": "g", **head, "columns": [*named, "support"], "rows": [["b", "B", "B", "foot", "1-1-4", 3]]},
        ],
    }
    r = build_roster(table, classes)
    assert [(r.ids[u], r.number("support", u), r.sheet[u]) for u in (0, 1)] == [("a", 0, ""), ("b", 3, "")]
    # A player's file names the formation and brings rows of its columns.
    own = {"formation": [{"id": "g", "rows": [["b", "B", "B", "foot", "1-1-4", 5]]}]}
    fit(table, own, "own")
    assert build_roster(merge(table, own), classes).number("support", 1) == 5
    with pytest.raises(DataError, match="has 5 cells, not 6"):
        fit(table, {"formation": [{"id": "g", "rows": [["b", "B", "B", "foot", "1-1-4"]]}]}, "own")


def test_faces_say_what_changes_with_the_steps_lost() -> None:
    r = shipped()
    foot, guns = r.find("n1"), r.find("ng")
    assert r.faces[foot] == ((4, 4, 4), (2, 2, 4))
    assert [(r.number("stacking", foot, n), r.value("no_zone", foot, n)) for n in (0, 1)] == [(2, False), (1, True)]
    assert (r.value("stacking", guns), r.value("no_zone", guns)) == (1, False), "a face may leave them all out"
    further = r.further_of(foot, 1)
    assert (further["stacking"], further["no_zone"], further["morale"]) == (1, True, 6)
    assert list(further) == ["stacking", "no_zone", "support", "range", "command", "pace", "morale"]


def test_front_and_back_may_stand_in_columns_of_their_own() -> None:
    columns, row = [*NUMBERS, "points", "points2", "support"], [4, 3, 6, 2, 1, 3, 1, 5]
    r = roster(columns, row, POINTS, SUPPORT)
    assert [r.value("points", 0, n) for n in (0, 1, 5)] == [3, 1, 1] and r.value("support", 0, 1) == 5
    same = roster(columns, [4, 3, 6, 2, 1, 3, "", ""], POINTS, SUPPORT)
    assert [same.value("points", 0, n) for n in (0, 1)] == [3, 3] and same.value("support", 0) == 0


def test_a_game_without_further_columns_has_none() -> None:
    r = roster(NUMBERS, [4, 3, 6, 2, 1])
    assert r.further_of(0) == {} and r.steps == [2]
    with pytest.raises(KeyError):
        r.value("support", 0)


def test_pieces_have_the_values_of_their_kind() -> None:
    pieces = {
        "id": "p",
        "count": 2,
        "move": 5,
        "short": "?",
        "name": "Unknown",
        "kind": "foot",
        "size": "",
        "points": 4,
    }
    formation = {"id": "f", "side": "north", "nationality": "none", "pieces": pieces}
    classes = {"columns": ["kind", "mech", "hq", "glyph", "ascii", "colour"],
               "rows": [["foot", False, False, "F", "F", "red"]]}  # fmt: skip
    r = build_roster({"column": [POINTS, COLOUR], "columns": [], "formation": [formation]}, classes)
    assert [r.value("points", u) for u in (0, 1)] == [4, 4] and r.value("colour", 1) == "red"


# ---------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("columns", "row", "declared", "says"),
    [
        ([*NUMBERS, "support"], [1, 1, 1, 0, 0, 100], SUPPORT, "a: 'support': 100 is not a number from 0 to 99"),
        ([*NUMBERS, "support"], [1, 1, 1, 0, 0, True], SUPPORT, "True is not a number"),
        ([*NUMBERS, "support"], [1, 1, 1, 0, 0, "4"], SUPPORT, "'4' is not a number"),
        ([*NUMBERS, "support2"], [1, 1, 1, 1, 1, 3], SUPPORT, "'support2' is given"),
        ([*NUMBERS, "points2"], [1, 1, 1, 1, 1, 3], POINTS, "'points2' is given"),
        ([*NUMBERS, "colour"], [1, 1, 1, 0, 0, "blue"], COLOUR, "'blue' is not one of: white, red"),
        ([*NUMBERS, "band"], [1, 1, 1, 0, 0, 1], BAND, "1 is not yes or no"),
        (["faces"], ["4-4-4-9"], POINTS, "a.points: 9 is not a number from 0 to 6"),
        (["faces"], ["4-4-4-x"], POINTS, "'x' is not a number"),
        (["faces"], ["4-4-4-maybe"], BAND, "'maybe' is not yes or no"),
        (["faces"], ["4-4-4-1-2"], POINTS, "4-4-4-1-2 has 2 further values, not 1"),
        (["faces"], ["4-4-4-1 2-2-4"], POINTS, "on some faces only"),
        (["faces"], ["4-4-4-1"], SUPPORT, "has 1 further values, not 0"),
    ],
)
def test_values_that_cannot_stand_there(
    columns: list[str], row: list[Any], declared: dict[str, Any], says: str
) -> None:
    with pytest.raises(DataError) as refused:
        roster(columns, row, declared)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [({"id": "attack"}, "there already"), ({"id": "Support"}, "plain word"), ({"kind": "sound"}, "none of: number"),
     ({"default": 200}, "200 is not"), ({"default": "x"}, "'x' is not"), ({"id": "points"}, "there already")],
)  # fmt: skip
def test_columns_that_are_none(change: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        roster(NUMBERS, [1, 1, 1, 0, 0], POINTS, {**SUPPORT, **change})


def test_counters_given_by_value() -> None:
    r = shipped()
    given = r.given({"stacking": 3, "stacking2": 1, "pace": "yellow", "hex": "D0101"}, 2)
    assert given == {"stacking": (3, 1), "pace": ("yellow", "yellow")}
    values = {"short": "X", "name": "X", "side": "north", "nationality": "", "sheet": "", "kind": "lancers",
              "attack": 4, "defense": 4, "move": 6, "attack2": 2, "defense2": 2, "steps": 2,
              "formation": "analysis", "mech": True, "hq": False, "note": ""}  # fmt: skip
    u = r.add(ids="x", **values, **given)
    assert [r.value("stacking", u, n) for n in (0, 1)] == [3, 1] and r.value("morale", u) == 5
    assert r.value("pace", r.add(ids="y", **values)) == "yellow", "the value of its kind"
    for wrong in ({"morale": 0}, {"morale": [5, 4, 3]}, {"pace": "blue"}):
        with pytest.raises(ValueError, match=r"morale|not one of|not a number"):
            Roster.add(shipped(), ids="z", **values, **wrong)
    for wrong in ({"morale": 0}, {"morale2": 5}, {"pace": 4}):
        with pytest.raises(BadInput, match=r"'morale2?'|'pace'"):
            r.given(wrong, 2)


# ---------------------------------------------------------------------- a player's file
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[formation]]\nid='north'\nrows=[['ng','NG','Guns','D','guns','0-1-3',400,2,'','']]", "400 is not a number"),
        ("[[formation]]\nid='north'\nrows=[['ng','NG','Guns','D','guns','0-1-3',true,2,'','']]", "ng.support"),
        ("[[formation]]\nid='north'\nrows=[['n1','N1','Foot','D','foot','4-4-4-9-no','','','','']]", "n1.stacking"),
        ("[[formation]]\nid='north'\nmorale='high'", "morale"),
        ("[[column]]\nid='stacking'\ntitle='x'\nkind='word'\ndefault='y'", "cannot be changed"),
    ],
)
def test_a_players_values_are_looked_over(drill: str, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / drill).mkdir()
    (tmp_path / drill / "counters.toml").write_text(text)
    with pytest.raises(DataError) as refused:
        load_shared(drill, tmp_path)
    assert says in str(refused.value) and "counters.toml" in refused.value.file


def test_a_players_values_count(drill: str, tmp_path: Path) -> None:
    row = "['ng','NG','Guns','D','guns','0-1-3-1-yes',6,3,'','']"
    (tmp_path / drill).mkdir()
    (tmp_path / drill / "counters.toml").write_text(f"[[formation]]\nid='north'\nmorale=8\nrows=[{row}]")
    r = load_shared(drill, tmp_path).roster
    u = r.find("ng")
    assert (r.value("support", u), r.value("no_zone", u), r.value("morale", u)) == (6, True, 8)
