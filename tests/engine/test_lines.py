"""Lines of the kinds that a map names: which they are, where they bridge, whose they are and where they are cut."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.components.board import RAIL, ROAD, Board
from engine.components.datafile import DataError
from engine.components.fitting import fit
from engine.components.grid import Hex
from engine.components.load import build_board
from engine.components.ownership import CUT, Ownership, stray_marks
from engine.components.paths import flood

MAP = Path(__file__).parents[1] / "support" / "data" / "drill" / "map.toml"


def table(**changes: Any) -> dict[str, Any]:
    return {**tomllib.loads(MAP.read_text("utf-8")), **changes}


@pytest.fixture(scope="module")
def board() -> Board:
    return build_board(table())


def between(board: Board, a: str, b: str) -> list[str]:
    return board.features(board.grid.between(board.find(a), board.find(b)))


# ---------------------------------------------------------------------- kinds
def test_lines_are_of_the_kinds_that_the_map_names(board: Board) -> None:
    assert {k.id: k.net for k in board.line_kinds.values()} == {"track": ROAD, "trunk": ROAD, "line": RAIL}
    assert between(board, "D0103", "D0203") == ["trunk"] and between(board, "D0804", "D0904") == ["track"]
    assert [len(chain) for chain in board.chains["track"]] == [3, 3]
    names = board.grid.directions
    fork = board.find("D0703")
    lines = board.lines_at(fork)
    assert {kind: [names[d] for d in found] for kind, found in lines.items()} == {"track": ["SE"], "trunk": ["NW"]}
    assert {names[d] for d in board.of_net(ROAD, lines)} == {"NW", "SE"} and board.of_net(RAIL, lines) == []


def test_each_kind_has_its_own_bridges(board: Board) -> None:
    assert between(board, "D0503", "D0603") == ["bridge", "broad stream", "trunk"]
    assert between(board, "D0502", "D0602") == ["broad stream", "line", "rail bridge"]
    assert between(board, "D0504", "D0604") == ["broad stream", "track"], "a track bridges only a stream"
    assert "rail bridge" in between(board, "D0302", "D0402")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"lane": [{"chains": ["D0101 D0102"]}]}, "lane: is neither a part of a map file"),
        ({"line_kind": [{"id": "river", "net": "road"}]}, "line_kind river"),
        ({"line_kind": [{"id": "canal", "net": "water"}]}, "line_kind canal"),
        ({"line_kind": [{"id": "road", "net": "road", "bridges": ["sea"]}]}, "no class of river is called 'sea'"),
        ({"river_class": {}}, "'broad' is none of no classes"),
        ({"track": [{"name": "Gap", "chains": ["D0101 D0501"]}]}, "track Gap: D0101 and D0501 do not touch"),
    ],
)
def test_what_is_no_line_is_named(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError) as refused:
        build_board(table(**changes))
    assert says in str(refused.value)


def test_a_player_draws_lines_of_our_kinds_and_no_others() -> None:
    ours = table()
    del ours["track"]
    fit(ours, {"track": [{"name": "Mine", "chains": ["D0101 D0102"]}]}, "map.toml")
    others: tuple[dict[str, Any], ...] = ({"lane": []}, {"line_kind": []}, {"river_class": {}}, {"track": 3})
    for wrong in others:
        with pytest.raises(DataError):
            fit(ours, wrong, "map.toml")


# ---------------------------------------------------------------------- owners
def country(board: Board) -> Any:
    """Each half of the railway belongs to the country that it runs through."""

    def first(h: Hex) -> str:
        return board.owner_names[board.owner[h]].removesuffix("land")

    return first


def labels(board: Board, hexes: Any) -> list[str]:
    return [board.label(h) for h in sorted(hexes)]


def reached(lines: Ownership, side: str, start: str) -> list[str]:
    found, _ = flood(lines.net(side), [lines.board.find(start)], lambda n: True, lambda n: True)
    return labels(lines.board, found)


def test_a_line_belongs_to_its_first_owner_until_it_is_marked(board: Board) -> None:
    lines = Ownership(board, "line", country(board), {})
    assert reached(lines, "north", "D0102") == ["D0102", "D0202", "D0302", "D0402", "D0502"]
    assert lines.owner(board.find("D0103")) == "" and lines.segment(board.grid.between(4 + 10, 5 + 10)) == ""
    assert labels(board, lines.ends("north")) == ["D0502"] and labels(board, lines.ends("south")) == ["D0602"]


def test_marks_convert_hexes_and_cut_them(board: Board) -> None:
    lines = Ownership(board, "line", country(board), {"D0602": "north", "D0702": "north", "D0302": CUT})
    assert reached(lines, "north", "D0402") == ["D0402", "D0502", "D0602", "D0702"]
    assert reached(lines, "north", "D0102") == ["D0102", "D0202"]
    assert labels(board, lines.ends("north")) == ["D0202", "D0402", "D0702"]
    assert lines.owner(board.find("D0302")) == ""


def test_a_segment_may_be_marked_by_itself(board: Board) -> None:
    cut = Ownership(board, "line", country(board), {"D0302/D0202": CUT})
    assert reached(cut, "north", "D0102") == ["D0102", "D0202"] and cut.owner(board.find("D0302")) == "north"
    joined = Ownership(board, "line", country(board), {"D0502/D0602": "north"})
    assert reached(joined, "north", "D0502")[-1] == "D0602", "trains of the north may enter the frontier station"


def test_stray_marks_are_told(board: Board) -> None:
    sides = ("north", "south")
    assert stray_marks(board, "line", {"D0302": CUT, "D0302/D0402": "south"}, sides) == []
    wrong: dict[str, str] = {"D0101": "north", "D0302": "west", "D0302/D0303": CUT, "nowhere": CUT, "D0302/D0902": CUT}
    assert len(stray_marks(board, "line", wrong, sides)) == 5
