"""The map: labels and aliases, sides seen from both hexes, bridges."""

from __future__ import annotations

import pytest

from engine.components.board import Board
from engine.components.errors import BadInput
from engine.components.load import build_board, load_shared
from engine.play.match import Match


@pytest.fixture
def board(toy: str) -> Board:
    """The map of the toy."""
    return load_shared(toy).board


def test_labels_lead_back_to_their_hexes(board: Board) -> None:
    assert all(board.find(board.label(h)) == h for h in board.grid)
    assert board.find(" t0302 ") == board.find("T0302")


def test_unknown_labels(board: Board) -> None:
    for text in ("", "T9999", "0302", "T03", "x" * 1000):
        with pytest.raises(BadInput):
            board.find(text)


def test_a_bare_number_needs_one_sheet_in_play(board: Board) -> None:
    everywhere = frozenset(board.grid)
    assert board.find_in("0302", everywhere) == board.find("T0302")
    with pytest.raises(BadInput):
        board.find_in("0302", frozenset())


def two_sheets() -> Board:
    """Two sheets of three rows, the last row of the first lying under the first row of the second."""
    cells = {f"{s}0{r}": ".." for s in "AB" for r in (1, 2, 3)}
    return build_board(
        {
            "grid": {"columns": 2, "rows": 5},
            "sheet": [
                {"id": "A", "title": "A", "first_row": 1, "rows": 3},
                {"id": "B", "title": "B", "first_row": 3, "rows": 3},
            ],
            "legend": {".": "plains"}, "terrain": cells, "owner_legend": {".": "nobody"}, "owner": cells,
        }
    )  # fmt: skip


def test_sheets_that_overlap() -> None:
    board = two_sheets()
    assert board.find("A0103") == board.find("B0101")
    assert board.label(board.find("A0103")) == "B0101"
    everywhere = frozenset(board.grid)
    with pytest.raises(BadInput, match="A0101 or B0101"):
        board.find_in("0101", everywhere)
    only_b = frozenset(h for h in board.grid if board.grid.row(h) >= 2)
    assert board.find_in("0102", only_b) == board.find("B0102")


def test_sides_are_the_same_from_both_hexes(board: Board) -> None:
    for flags in board.sides.values():
        for side, flag in enumerate(flags):
            other = board.grid.mirror(side)
            assert other < 0 or flags[other] == flag


def test_bridge_where_a_road_crosses_a_river(board: Board) -> None:
    ford, beyond, below = (board.find(x) for x in ("T0302", "T0402", "T0403"))
    assert board.has("bridge", ford, beyond) and board.has("bridge", beyond, ford)
    assert board.has("minor river", ford, below) and not board.has("bridge", ford, below)
    assert board.features(board.grid.between(ford, beyond)) == ["bridge", "minor river", "road"]
    assert board.river_names[board.grid.between(below, ford)] == "Brook"


def test_unknown_feature_is_nowhere(board: Board) -> None:
    assert not any(board.side("canal"))


def test_words(board: Board) -> None:
    ford = board.find("T0302")
    assert board.describe(ford) == "T0302 Ford" and board.describe(0) == "T0101"
    assert board.terrain_name(board.find("T0401")) == "woods"
    assert board.place_at[ford].size == "city"


def test_a_bare_number_means_the_hex_that_has_it_as_its_name() -> None:
    match = Match.new("ava", "smolensk", seed=1)
    board, inside = match.data.board, match.data.in_play
    assert board.labels[board.find_in("0927", inside)] == "S0927"  # not L0927, another name of S0907
