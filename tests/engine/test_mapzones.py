"""Maps that number their hexes their own way, and their zones, boxes, groups of sides and places with values."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.board import Board
from engine.components.errors import BadInput
from engine.components.load import DataError, build_board, games_with_map, load_board
from engine.components.mapprint import print_sheet


def small(**more: Any) -> dict[str, Any]:
    """Two sheets of four columns, numbered from column 10 and row 00, with one row in common."""
    cells = {f"0{r}{s}": "ab.~" for s in "NS" for r in (0, 1, 2)}
    table: dict[str, Any] = {
        "grid": {"columns": 4, "rows": 5, "first_column": 10, "first_row": 0, "label": "CCRRX"},
        "sheet": [
            {"id": "N", "title": "North", "first_row": 1, "rows": 3},
            {"id": "S", "title": "South", "first_row": 3, "rows": 3},
        ],
        "legend": {"a": "clear", "b": "clear", ".": "forest", "~": "sea"}, "terrain": cells,
        "owner_legend": {"a": "Here", "b": "There", ".": "There", "~": "sea"}, "owner": cells,
    }  # fmt: skip
    return {**table, **more}


def zones(*entries: dict[str, Any], **more: Any) -> Board:
    """The small map with zones."""
    return build_board(small(zone=[{"title": e["id"], **e} for e in entries], **more))


def shown(board: Board, name: str) -> str:
    """The labels of a zone in their order."""
    return " ".join(board.label(h) for h in board.zones[name].hexes)


# ---------------------------------------------------------------------- numbers
def test_numbers_begin_where_the_map_says() -> None:
    board = build_board(small())
    assert board.label(0) == "1000N" and board.label(board.grid.size - 1) == "1302S"
    assert board.find("1002N") == board.find("1000S") and board.label(board.find("1002N")) == "1000S"
    assert board.find_in("1001", frozenset([board.find("1001N")])) == board.find("1001N")


def test_parity_goes_by_the_printed_number() -> None:
    """Odd columns sit lower: 1100N touches both 1000N and 1001N, 1000N only the one of column 11 level with it."""
    board = build_board(small())
    near = {board.label(h) for h in board.grid.adjacent[board.find("1100N")]}
    assert near == {"1000N", "1001N", "1101N", "1200N", "1201N"}


@pytest.mark.parametrize(
    ("grid", "says"),
    [
        ({"label": "CCXRR"}, "grid.label"),
        ({"columns_from": "south"}, "grid.columns_from"),
        ({"shape": "round"}, "grid.shape"),
        ({"odd": "left"}, "grid.odd"),
        ({"first_column": -1}, "grid.first_column"),
        ({"first_row": True}, "first_row"),
    ],
)
def test_numbering_that_does_not_fit(grid: dict[str, Any], says: str) -> None:
    table = small()
    table["grid"] |= grid
    with pytest.raises(DataError, match=says):
        build_board(table)


# ---------------------------------------------------------------------- zones and boxes
def test_zone_lists_or_picks_its_hexes() -> None:
    board = zones(
        {"id": "line", "hexes": ["1101S", "1000N"], "group": "fort", "rule": "toy:1", "provenance": "rulebook"},
        {"id": "east", "columns": [11, 12], "owner": ["There"], "but": ["1200N"]},
        {"id": "rest", "owner": ["There", "Here"], "outside": ["east"]},
    )
    assert shown(board, "line") == "1101S 1000N"
    assert board.zones_of("fort")[0].provenance == "rulebook" and board.zones_of("wall") == []
    assert board.zone("line") == {board.find("1000N"), board.find("1101S")}
    assert shown(board, "east").startswith("1100N 1101N") and "1200N" not in shown(board, "east")
    assert board.find("1200N") in board.zone("rest") and not board.zone("rest") & board.zone("east")


def test_zone_of_all_that_is_reached_without_crossing() -> None:
    fence = {"id": "fence", "title": "Fence", "sides": ["1000N/1001N", "1001N/1100N"]}
    board = zones({"id": "top", "from": "1000N", "without_crossing": ["fence", "wall"]}, side_group=[fence])
    assert board.find("1001N") in board.zone("top"), "there is a way round"
    wall = {"id": "wall", "title": "Wall", "sides": ["1000N/1100N", "1000N/1001N"]}
    walled = zones({"id": "top", "from": "1000N", "without_crossing": ["wall"]}, side_group=[wall])
    assert shown(walled, "top") == "1000N"
    assert board.side_titles == {"fence": "Fence"} and board.has("fence", board.find("1001N"), board.find("1000N"))


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([{"id": "a"}, {"id": "a"}], "zone a: stands twice"), ([{"id": "a", "hexes": ["9900N"]}], "no hex '9900N'"),
        ([{"id": "a", "outside": ["b"]}], "no zone 'b'"), ([{"id": "a", "but": ["1"]}], "no hex '1'"),
    ],
)  # fmt: skip
def test_zones_that_do_not_fit(entries: list[dict[str, Any]], says: str) -> None:
    with pytest.raises(DataError, match=says):
        zones(*entries)


def test_boxes_are_entered_by_a_zone() -> None:
    box = {"id": "pool", "title": "Pool", "rule": "toy:2", "entry": "door"}
    board = zones({"id": "door", "hexes": ["1000N"]}, box=[box])
    assert (board.boxes["pool"].title, board.boxes["pool"].entry) == ("Pool", "door")
    for wrong in ([box, box], [{**box, "entry": "window"}]):
        with pytest.raises(DataError, match="box pool"):
            zones({"id": "door", "hexes": ["1000N"]}, box=wrong)


# ---------------------------------------------------------------------- lines, places, print
def places(value: Any) -> dict[str, Any]:
    """One place of two hexes."""
    columns = ["name", "hexes", "size", "value", "marks"]
    return {"columns": columns, "rows": [["Port", ["1000N", "1100N"], "city", value, ["port"]]]}


def test_places_have_values_and_marks() -> None:
    place = build_board(small(places=places(9))).places[0]
    assert (place.value, place.marks, len(place.hexes), place.note) == (9, ("port",), 2, "")
    for wrong in (-1, True, "3"):
        with pytest.raises(DataError, match="place Port"):
            build_board(small(places=places(wrong)))


def test_highway_makes_no_bridge_and_rivers_may_have_one_class() -> None:
    river = {"name": "R", "class": "river", "sides": ["1000N/1001N"]}
    kinds = {"river_class": {"river": "river"}, "line_kind": [{"id": "highway", "net": "road"}]}
    board = build_board(small(**kinds, river=[river], highway=[{"name": "H", "chains": ["1000N 1001N 1101N"]}]))
    a, b = board.find("1000N"), board.find("1001N")
    assert board.has("river", a, b) and board.has("highway", a, b) and not board.has("bridge", a, b)
    assert [board.label(h) for h in board.chains["highway"][0]] == ["1000N", "1001N", "1101N"]
    with pytest.raises(DataError, match="river R"):
        build_board(small(**kinds, river=[{**river, "class": "brook"}]))


def test_print_shows_values_groups_and_zones() -> None:
    fence = {"id": "fence", "title": "Fence", "sides": ["1000N/1001N"]}
    zone = {"id": "line", "title": "Line", "hexes": ["1000N"], "group": "fort", "rule": "toy:1"}
    board = build_board(small(places=places(9), side_group=[fence], zone=[zone], box=[{"id": "p", "title": "Pool"}]))
    lines = print_sheet(board, "N")
    assert "columns 10-13" in lines and any("f Fence" in line for line in lines[:6])
    assert any(line.startswith("1000N .+9") for line in lines) and any(line.startswith("f4") for line in lines)
    assert "  fort        Line [toy:1]: 1000N" in lines and any("Pool" in line for line in lines)


def test_map_of_a_game_alone() -> None:
    assert {"ava", "pm"} <= set(games_with_map())
    assert load_board("pm").find("2817N") >= 0
    with pytest.raises(BadInput):
        load_board("pm").find("2817")
